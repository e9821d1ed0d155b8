"""`tiltmeter analyse`: the findings of a run, in the terminal."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.experiments.run_folder import RunFolder

FEW = 10  # times as many games: that most questions are asked of few is told


class OneRun(click.Command):
    """A command that says who takes several runs, since it does not."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            if "unexpected extra argument" not in error.message:
                raise
            told = "analyse takes one run; 'tiltmeter report RUN…' takes several."
            raise click.UsageError(told, ctx) from None


@click.command(cls=OneRun)
@click.argument("run", metavar="RUN", type=options.FILE)
@click.option("--only", default="", help="Only these questions, as in turn_order,length.")
@click.option(
    "--robust",
    is_flag=True,
    help="Re-test every finding with other assumed values and other bots, and grade it: holds in"
    " all, holds in most, or flips.",
)
@options.by
@options.games("Games of each re-test by --robust; default: up to 20,000.")
@options.report
@options.language
@options.engine
@options.output
def analyse(run: Path, only: str, report_to: Path | None, **words: Any) -> None:
    """Answer every balance question from a kept run.

    RUN is a folder that simulate or report has written.

    \b
    tiltmeter analyse runs/lost_cities-2p-1a2b3c4d --only turn_order,length
    """
    from analyses.experiments.run_folder import RunFolder
    from reports.terminal import print_assumed, print_findings

    shop = options.workshop(words)
    how = {key: words[key] for key in ("robust", "games", "by", "by_games")}
    settings = RunFolder(run).settings
    options.speak(shop, words, settings["title"], settings["players"])
    found = shop.analyse(run, options.words_of(only), **how)
    if words["as_json"]:
        options.echo_json([finding.as_json() for finding in found.findings])
    else:
        for graded in found.grades:
            click.echo(f"{graded.said}\n")
        _print_heading(found.run)
        print_findings(found.findings, tables=not words["quiet"], named=True)
        print_assumed(found.findings)
    options.write_report(shop, found, report_to)


def _print_heading(run: "RunFolder") -> None:
    from analyses.language import count, say, word
    from reports.headlines import some_of

    settings, done = run.settings, run.games_done()
    told = say(
        "{title!s}, {players!s}, {games!s}, seed {seed}: {line_ups!s}",
        title=settings["title"],
        players=count(settings["players"], "{n} player", "{n} players"),
        games=count(done, "{n:,} game", "{n:,} games"),
        seed=settings["seed"],
        line_ups=word(some_of(run.line_ups)),
    )
    click.echo(told)
    for path, value in settings["changes"].items():
        click.echo(f"  {path} = {json.dumps(value)}")
    if done < run.games_wanted:
        click.echo(say("  unfinished: {n:,} games were wanted.", n=settings["games"]))
    _print_typical(run)


def _print_typical(run: "RunFolder") -> None:
    """How few games most questions are asked of, where most play something else."""
    from analyses.findings.sample import sample_of_run
    from analyses.language import say

    sample = sample_of_run(run)
    if sample.typical_games * FEW < sample.games:
        told = say(
            "  Most questions use the {n:,} games of {line_up}.",
            n=sample.typical_games,
            line_up=sample.typical_name,
        )
        click.echo(told)

"""`tiltmeter check`: a game against its balance targets."""

from pathlib import Path
from typing import Any

import click

from tiltmeter import options

EXIT_CODES = {"met": 0, "missed": 1, "inconclusive": 3}  # 2 is a mistake


def _show_example(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from analyses.lab.check.targets_file import EXAMPLE

        click.echo(EXAMPLE, nl=False)
        context.exit()


@click.command()
@click.argument("file", metavar="TARGETS.toml", type=options.FILE)
@click.option(
    "--example",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_example,
    help="Print a file of targets to begin with.",
)
@options.games("Games of each table, instead of the file's number.")
@options.until_sure
@options.by_skill
@click.option(
    "--robust",
    is_flag=True,
    help="Re-test each target with other assumed values and other bots, and grade it.",
)
@options.by
@click.option(
    "--junit", type=options.FILE_TO_WRITE, help="Also write a JUnit file, for CI servers."
)
@options.runs_folder
@options.report
@options.language
@options.engine
@options.output
def check(file: Path, out: Path, report_to: Path | None, junit: Path | None, **words: Any) -> int:
    """Test a game against your balance targets.

    Targets are a TOML file: a game, its numbers of players, and a range for each metric.

    \b
        [targets]
        turn_order_spread = "<= 5%"
        "win:Doctor" = "20% to 30%"

    A target is about a metric or a verdict; docs/metrics.md lists both. The metric win:NAME is
    the win rate of one seat, faction, role or card.

    Exit code 0: every target is met. 1: a metric is outside its range. 3: the games are too few
    to tell, or a target that is met was not confirmed. 2: a mistake. The same games are not
    played twice.
    """
    from analyses.lab.check.targets_file import read_targets
    from reports.answers import print_checked
    from reports.junit import write_junit

    shop = options.workshop(words, out)
    how = {key: words[key] for key in ("robust", "games", "by", "by_games")}
    how["until_sure"] = words["until_sure"] is not None
    balance = read_targets(file, how.pop("games"))
    how["levels"] = options.levels_of(balance.title, [*balance.targets], words)
    options.speak(shop, words, balance.title)
    found = shop.check(balance, **how)
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_checked(found, tables=not words["quiet"])
    options.write_report(shop, found, report_to)
    if junit:
        write_junit(found.checked, found.balance.title.name, junit)
    return EXIT_CODES[found.supported_state]

"""`tiltmeter report`: the main job, from a title or from runs to report.html and report.pdf."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.experiments.experiment import Experiment
    from analyses.experiments.run_folder import RunFolder
    from analyses.lab.study.plan import StudyPlan
    from analyses.lab.study.study import Study


@click.command()
@click.argument("subjects", metavar="TITLE | RUN... STUDY...", nargs=-1, required=True)
@click.option("--quick", is_flag=True, help="Fewer games: under a minute instead of under five.")
@click.option("-p", "--players", help="Numbers of players, as in 2,4; default: three of them.")
@click.option("--setup", multiple=True, metavar="KEY=VALUE", help="A choice made at setup.")
@click.option("--set", "changes", multiple=True, metavar="PATH=VALUE", help="Change a component.")
@click.option(
    "--components", "overlay", type=options.FILE, help="A TOML file of changed components."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Fixes every game.")
@click.option("--only", default="", help="html or pdf; default: both.")
@click.option("--out", type=options.FILE, help="Folder; default: TITLE-report, or the run's own.")
@click.option("--cover-title", default="", help="Title on the cover; default: the game's name.")
@click.option("--author", default="", help="Author on the cover.")
@options.jobs
@options.quiet
def report(
    subjects: tuple[str, ...],
    only: str,
    out: Path | None,
    cover_title: str,
    author: str,
    jobs: int | None,
    quiet: bool,
    **words: Any,
) -> None:
    """Balance report: one HTML page and one PDF.

    For a TITLE it plays what is missing: three numbers of players, every shipped strategy but
    random, one strategy in every seat and all against each other, and, without --quick, a short
    study of what can be combined in it, as its roles. For RUNs of simulate and STUDYs it shows
    those; runs with as many players and the same seed are read together.
    """
    from reports.chapters import chapters_of
    from reports.files import must_be_format, write
    from reports.page import page_of
    from tiltmeter.playing import play_all
    from tiltmeter.studies import play_studies

    must_be_format(only)
    workers, say = options.worker_count(jobs), options.hush if quiet else options.say
    started = time.monotonic()
    if _is_title(subjects):
        out = out or Path(f"{subjects[0]}-report")
        is_short, plan = words["quick"], _plan(subjects[0], words | {"say": say})
        runs = play_all(plan, out / "runs", workers, quiet)
        study = None if is_short else _study_plan(plan, words)
        studies = play_studies(study, plan[0], out / "studies", workers, quiet)
    else:
        runs, studies = _open(subjects)
        out = out or runs[0].path
    say(f"Analysing {sum(run.games_done() for run in runs):,} games …")
    try:
        page = page_of(chapters_of(runs), cover_title, author, studies)
        files = write(page, out, only)
    except KeyboardInterrupt:
        options.say("\nStopped: all games are kept; the same command goes on from there.")
        sys.exit(130)
    if not quiet:
        for sentence in page.summary:
            click.echo(sentence)
        say(f"Written in {time.monotonic() - started:.0f} s:")
    for file in files:
        click.echo(file)


def _is_title(subjects: Sequence[str]) -> bool:
    """A single word that is no folder with a run is meant as a title."""
    from simulator.titles import title_names

    (first, *more) = subjects
    if more or "/" in first:
        return False
    return first in title_names() or not Path(first).exists()


def _plan(title: str, words: dict[str, Any]) -> "list[Experiment]":
    from analyses.experiments.plan import QUICK, THOROUGH, plan
    from simulator.errors import UserError

    counts = options.words_of(words.pop("players") or "")
    if wrong := [count for count in counts if not count.isdecimal()]:
        raise UserError(f"--players takes numbers, as in 2,4; '{wrong[0]}' is none.")
    games = QUICK if words.pop("quick") else THOROUGH
    return plan(title, players=sorted({int(count) for count in counts}), games=games, **words)


def _study_plan(plan: "Sequence[Experiment]", words: dict[str, Any]) -> "StudyPlan | None":
    """For the middle one of the numbers of players."""
    from analyses.lab.study.plan import telling_study

    counts = sorted({one.players for one in plan})
    told = {key: words[key] for key in ("seed", "setup", "changes", "overlay")}
    return telling_study(plan[0].title, counts[len(counts) // 2], **told)


def _open(subjects: Sequence[str]) -> "tuple[list[RunFolder], list[Study]]":
    """Runs and studies of one title."""
    from analyses.experiments.run_folder import RunFolder
    from analyses.lab.study.folder import is_study
    from analyses.lab.study.study import Study
    from simulator.errors import UserError

    paths = [Path(subject) for subject in subjects]
    studies = [Study(path) for path in paths if is_study(path)]
    runs = [RunFolder(path) for path in paths if not is_study(path)]
    if not runs:
        raise UserError(
            "A report needs a run beside its studies; 'tiltmeter study … --report FOLDER'"
            " writes one of a study alone."
        )
    titles = {run.settings["title"] for run in runs} | {one.settings["title"] for one in studies}
    if len(titles) > 1:
        raise UserError(f"A report is about one title, not about {' and '.join(sorted(titles))}.")
    for run in runs:
        run.frame()
    return runs, studies

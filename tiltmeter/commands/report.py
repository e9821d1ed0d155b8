"""`tiltmeter report`: the main job, from a game or from runs to report.html and report.pdf."""

import time
from pathlib import Path
from typing import Any

import click

from tiltmeter import options


@click.command()
@click.argument(
    "subjects",
    metavar="GAME | RUN... STUDY...",
    nargs=-1,
    required=True,
    shell_complete=options.complete_title,
)
@click.option(
    "--quick", is_flag=True, help="Play fewer games: under a minute instead of under five."
)
@click.option(
    "-p", "--players", "counts", default="",
    help="Numbers of players, as in 2,4; default: three of them.",
)  # fmt: skip
@options.until_sure
@options.audience
@options.who_stands
@options.version
@options.seed
@click.option("--only", default="", help="html or pdf; default: both.")
@click.option(
    "--full", is_flag=True, help="Print every table in report.pdf; write no appendix.pdf."
)
@click.option("--out", type=options.FILE, help="Folder; default: GAME-report, or that of the run.")
@click.option(
    "--export", type=options.FOLDER_TO_WRITE, metavar="FOLDER",
    help="Also write every table as CSV and in tables.xlsx, every chart as SVG and PNG.",
)  # fmt: skip
@click.option("--open", "open_it", is_flag=True, help="Open the page when it is written.")
@click.option("--cover-title", default="", help="Title on the cover; default: the game's name.")
@options.language
@click.option("--author", default="", help="Author on the cover.")
@options.engine
@options.jobs
@options.quiet
def report(subjects: tuple[str, ...], quick: bool, out: Path | None, **words: Any) -> None:
    """Write a balance report: a web page and a PDF.

    For a GAME it plays, with three numbers of players: (1) the default bot in every seat, (2) each
    other bot against it, (3) games with one option banned for one player. Without --quick it also
    compares combinations, such as sets of roles, and re-tests its findings with stronger bots.

    For RUNs of simulate and STUDYs it shows those. Runs with the same seed and number of players
    are read together.

    Games are kept in the folder, so a report in another --language plays none again. It replaces
    the report that is there.

    \b
    tiltmeter report archeos --quick
    tiltmeter report lost_cities -p 4 --for families
    tiltmeter report my_game.py -p 2,4 --open
    """
    from analyses.lab.subjects import is_title
    from analyses.language import read_language, say, speaking
    from simulator.errors import UserError
    from tiltmeter.writing import Cover

    started, shop = time.monotonic(), options.workshop(words)
    how: dict[str, Any] = {"quick": quick, "counts": _counts(words["counts"])}
    if is_title(subjects):
        subjects = (options.named(subjects[0]),)
        how |= options.wanted(subjects[0], words)
        how["until_sure"] = words["until_sure"] is not None
        how["audience"] = words["audience"]
    elif words["until_sure"] or words["audience"]:
        flag = "--until" if words["until_sure"] else "--for"
        raise UserError(f"{flag} goes with a game; runs and studies are shown as they are.")
    how |= {key: words[key] for key in ("only", "full", "language")}
    how["cover"] = Cover(words["cover_title"], words["author"])
    made = shop.report(*subjects, out=out, **how)
    with speaking(read_language(words["language"])):
        if words["export"]:
            n, folder = len(shop.export(made, words["export"])), str(words["export"])
            options.log.info(say("{n} tables and charts in {folder!s}", n=n, folder=folder))
        if not words["quiet"]:
            for sentence in made.page.summary:
                click.echo(sentence)
            seconds = time.monotonic() - started
            options.log.info(say("Written in {seconds:.0f} s:", seconds=seconds))
    for file in made.files:
        click.echo(file)
    if words["open_it"]:
        click.launch(str(made.files[0]))


def _counts(text: str) -> list[int]:
    from simulator.errors import UserError

    counts = options.words_of(text)
    if wrong := [count for count in counts if not count.isdecimal()]:
        raise UserError(f"--players takes numbers, as in 2,4; '{wrong[0]}' is none.")
    return [int(count) for count in counts]

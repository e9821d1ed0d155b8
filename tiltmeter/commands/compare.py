"""`tiltmeter compare`: a rule change and the published game, on the same shuffles."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options
from tiltmeter.workshop import Workshop

if TYPE_CHECKING:
    from analyses.lab.compare.compare_run import Comparison

OF_A_TITLE = {  # what files say for themselves
    "changes": "--set",
    "setup": "--setup",
    "overlay": "--parameters",
    "base_changes": "--base-set",
    "base_setup": "--base-setup",
    "base_overlay": "--base-parameters",
}


@click.command()
@click.argument(
    "subjects",
    metavar="GAME | BASE.toml VARIANT.toml...",
    nargs=-1,
    required=True,
    shell_complete=options.complete_title,
)
@options.version
@click.option(
    "--base-set",
    "base_changes",
    multiple=True,
    metavar="PATH=VALUE",
    help="Change a parameter of both versions.",
)
@click.option(
    "--base-setup", multiple=True, metavar="KEY=VALUE", help="Choose a setup of both versions."
)
@click.option(
    "--base-parameters",
    "base_overlay",
    type=options.FILE,
    help="A TOML file of changes to both versions.",
)
@click.option(
    "--each",
    help="removed: leave out each role, faction or other part in turn; swapped: replace each role"
    " in play by each other one.",
)
@click.option(
    "--only", default="", help="Only these questions, as in length; plays only what they need."
)
@options.players(options.MIDDLE)
@options.games("Games of each version; default: 60,000, with --each 10,000.")
@options.until_sure
@options.by_skill
@options.who_stands
@options.seed
@options.runs_folder
@options.tables
@options.report
@options.language
@options.engine
@options.output
def compare(subjects: tuple[str, ...], out: Path, report_to: Path | None, **words: Any) -> None:
    """Compare a rule change with the published game.

    Plays both versions on the same shuffles and tells what differs, with 95% CIs. The new version
    is the game with your changes; or name two files of the kind that simulate --experiment takes.

    \b
    tiltmeter compare lost_cities --set bridges.bonus=40
    tiltmeter compare archeos --base-setup roles=random --setup tracks=B
    tiltmeter compare base.toml variant.toml
    tiltmeter compare archeos --each removed
    tiltmeter compare lost_cities --set bridges.bonus=40 --only length
    tiltmeter compare lost_cities --set bridges.bonus=40 --until sure
    tiltmeter compare lost_cities -p 4 --set bridges.bonus=40 --levels 3,5,7
    """
    from reports.answers import print_comparison

    shop = options.workshop(words, out)
    if words["levels"] is not None or words["audience"]:
        _by_skill(shop, subjects, words, report_to)
        return
    found = _compare(shop, subjects, words)
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_comparison(found, words["tables"])
    options.write_report(shop, found, report_to)


def _compare(shop: Workshop, subjects: Sequence[str], words: options.Words) -> "Comparison":
    from simulator.errors import UserError

    only, until_sure = options.words_of(words["only"]), words["until_sure"] is not None
    title, *more = subjects
    title = title if more or title.endswith(".toml") else options.named(title)
    if words["each"] is not None:
        if more:
            raise UserError("--each goes with a single game.")
        if any(words[name] for name in ("changes", "setup", "overlay")):
            raise UserError("--each makes its own changes; --base-set changes every version.")
        if until_sure:
            raise UserError("--until goes with a version of your own, not with --each.")
        options.speak(shop, words, title)
        return shop.compare_each(title, words["each"], only, **_of_base(title, words))
    if more:
        return _compare_files(shop, subjects, words)
    if title.endswith(".toml"):
        raise UserError(f"Compare {title} with what? Name two files, or a game and a change.")
    options.speak(shop, words, title)
    base = _of_base(title, words)
    changes = options.changes_of(title, words, base.get("changes"))
    return shop.compare(title, changes, only=only, until_sure=until_sure, **base)


def _by_skill(
    shop: Workshop, subjects: Sequence[str], words: options.Words, report_to: Path | None
) -> None:
    """One change at several levels of skill."""
    from reports.answers import print_levels_compared
    from simulator.errors import UserError

    odd = {"--each": words["each"], "--until": words["until_sure"], "--report": report_to}
    if wrong := [flag for flag, value in odd.items() if value is not None]:
        raise UserError(f"{wrong[0]} does not go with levels of skill.")
    title, *more = subjects
    if more or title.endswith(".toml"):
        raise UserError("Levels of skill are those of a game; files say themselves who plays.")
    title = options.named(title)
    options.speak(shop, words, title)
    base = _of_base(title, words)
    players = shop.players(title, base.get("players"))
    levels, only = options.levels_of(title, [players], words), options.words_of(words["only"])
    changes = options.changes_of(title, words, base.get("changes"))
    if not changes:
        raise UserError("Name a change, as in --set path=value.")
    found = shop.compare_levels(title, changes, levels, only, **base)
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_levels_compared(found, words["tables"])


def _of_base(title: str, words: options.Words) -> Any:
    """What is asked for of all versions."""
    renamed = {name: words[f"base_{name}"] for name in ("changes", "setup", "overlay")}
    return options.wanted(title, {**words, **renamed})


def _compare_files(shop: Workshop, files: Sequence[str], words: options.Words) -> "Comparison":
    from analyses.lab.subjects import experiment_in
    from simulator.errors import UserError

    if odd := [flag for name, flag in OF_A_TITLE.items() if words[name]]:
        raise UserError(f"{odd[0]} goes with a single game; files hold their own changes.")
    if odd := [file for file in files if not file.endswith(".toml")]:
        raise UserError(f"Compare one game or two files that end in .toml; '{odd[0]}' does not.")
    wanted = options.wanted("", words)
    options.speak(shop, words, experiment_in(Path(files[0]), **wanted).title)
    only, until_sure = options.words_of(words["only"]), words["until_sure"] is not None
    return shop.compare_files(*files, only=only, until_sure=until_sure, **wanted)

"""`tiltmeter verify`: rule bugs in a game, damage in what was kept, and how it is compiled here."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options
from tiltmeter.workshop import Workshop

if TYPE_CHECKING:
    from analyses.lab.verify.verifying import Verified


@click.command()
@click.argument(
    "title",
    metavar="GAME | FOLDER | FILE",
    required=False,
    shell_complete=options.complete_title,
)
@click.option(
    "--machine",
    is_flag=True,
    help="Print the versions and the compiler patches in force here. Takes no GAME.",
)
@options.language
@options.as_json
def verify(title: str | None, machine: bool, language: str, as_json: bool) -> int:
    """Find rule bugs in a game, or damage in kept results.

    Checks that games end, fields keep their range and both engines agree. Checks that hidden cards
    stay hidden, points add up, moves read well and every parameter matters. Tells each bug in a
    sentence, with its line and the command that shows it in a short game.

    FOLDER is a run, a study or a folder of them; FILE holds tuned weights or ratings of bots.
    They are only read: no program that they name is run.

    With --json each failure has its file and line, the position, the shortest game that shows it,
    and what is expected.

    Exit code 0: no check fails. 1: some do.

    \b
    tiltmeter verify my_game.py
    tiltmeter verify runs/lost_cities-2p-1a2b3c4d
    tiltmeter verify studies
    tiltmeter verify --machine
    """
    from analyses.language import count, read_language, say, speaking

    click.get_current_context().with_resource(speaking(read_language(language)))
    if machine == (title is not None):
        raise click.UsageError("Give a game, a folder or a file; or --machine alone.")
    if title is None:
        _print_machine(Workshop().machine(), as_json)
        return 0
    found: list[Verified] = []
    try:
        found.extend(_counted(Workshop().verify(title)))
    except BaseException as error:  # what was found before it stopped is told
        if as_json and is_about_the_file(error, title):
            options.echo_json([cannot_be_read(error).as_json()])
            return 1
        _print_all([] if as_json else found)
        raise
    wrong = sum(not one.holds for one in found)
    if as_json:
        options.echo_json([one.as_json() for one in found])
        return 1 if wrong else 0
    told = say("All checks pass.")
    if wrong:
        one = "{n} of {of} checks fails."
        told = count(wrong, one, "{n} of {of} checks fail.", of=len(found))
    click.echo(told)
    _print_all(found)
    return 1 if wrong else 0


def is_about_the_file(error: BaseException, title: str) -> bool:
    """Whether a game's file is there and cannot be run: a failure like any other, as JSON."""
    from simulator.errors import UserError

    return isinstance(error, UserError) and Path(title).suffix == ".py" and Path(title).is_file()


def cannot_be_read(error: BaseException) -> "Verified":
    from analyses.lab.verify.verified import CAN_BE_READ, Verified

    return Verified(CAN_BE_READ, str(error))


def _counted(checks: Iterable["Verified"]) -> Iterator["Verified"]:
    """Each check, counted on a terminal while it waits for the answer."""
    from analyses.language import say

    is_seen = sys.stderr.isatty()
    for n, one in enumerate(checks, 1):
        if is_seen:
            click.echo(f"\r{say('{n} checks done …', n=n)}", err=True, nl=False)
        yield one
    if is_seen:
        click.echo("\r" + " " * 30 + "\r", err=True, nl=False)


def _print_all(found: Iterable["Verified"]) -> None:
    for one in found:
        _print(one)


def _print(one: "Verified") -> None:
    from analyses.language import word

    click.echo(f"{word(one.state, 'check'):6} {one.told}")
    for line in (*one.trouble.splitlines(), one.command):
        if line:
            click.echo(f"       {line}")


def _print_machine(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        options.echo_json(found)
        return
    click.echo(", ".join(f"{name} {version}" for name, version in found["versions"].items()))
    for one in found["patches"]:
        click.echo(f"{'no' if one['missing'] else 'yes':4} {one['name']:12} {one['purpose']}")
        if one["missing"]:
            click.echo(f"     {one['missing']}")

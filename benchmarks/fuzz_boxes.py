"""Alters boxes at random and plays each: no traceback, no hang, no nonsense.

    python benchmarks/fuzz_boxes.py lost_cities --boxes 5000 --seed 1

A box is refused with a sentence, or a game of it ends as its rules say, within its rounds.
"""

import random
import signal
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import click

from simulator.components import Components
from simulator.conformance import soak
from simulator.errors import UserError
from simulator.match import Match
from simulator.titles import Title, load_title
from strategies.registry import line_up

PATIENCE = 20  # seconds for one box
CUT_OFF = 1  # the ending of games that never ended by themselves


def altered(value: Any, entry: Any, rng: random.Random) -> Any:
    """Another value, of the same type as a rule."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        limits = [int(one) for one in (entry.min, entry.max) if one is not None]
        return rng.choice([0, 1, -1, value - 1, value + 1, 2 * value, 99, *limits])
    if isinstance(value, float):
        return rng.choice([0.0, -1.0, 2 * value])
    if isinstance(value, str):
        return rng.choice([*map(str, entry.allowed), "", "nowhere", *map(str, entry.alternatives)])
    changed = list(value)
    for _ in range(rng.choice([1, 1, 1, len(changed)])):
        at = rng.randrange(len(changed))
        changed[at] = altered(changed[at], entry, rng)
    return changed


def box_of(title: Title, rng: random.Random) -> tuple[dict[str, Any], Components]:
    """One changed value, or many; those that are refused are told by a UserError."""
    entries = title.components.entries
    paths = rng.sample(list(entries), rng.choice([1, 1, 1, 2, 4, 8]))
    changes = {path: altered(entries[path].value, entries[path], rng) for path in paths}
    return changes, title.components.with_changes(changes)


def nonsense(title: Title, game: Any) -> str:
    """What cannot be true of a finished game."""
    if game["ended"] == CUT_OFF:
        return "never ends"
    if game["rounds"] > len(game["curve"]):
        return "has more rounds than its curve"
    return ""


def try_box(
    title: Title, rng: random.Random, strategies: list[str], laws: bool = False
) -> tuple[str, dict]:
    """What became of one box, and the box if that is wrong."""
    changes: dict[str, Any] = {}
    try:
        changes, box = box_of(title, rng)
        players = rng.choice(title.players)
        rules = title.rules_for(box, players)
        who, seed = rng.choice(strategies), rng.randrange(1000)
        if laws:
            soak(title, box, players, 1, seed)  # random moves, every law after each
        games = Match(title, rules, line_up(title, [who], players)).play(seed, 0, 1)
    except UserError:
        return "refused", {}
    wrong = nonsense(title, games[0])
    return (wrong or "played"), ({"players": players, "by": who, **changes} if wrong else {})


@click.command()
@click.argument("name", metavar="TITLE")
@click.option("--boxes", default=2000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--by", default="greedy,allround", show_default=True)
@click.option("--laws", is_flag=True, help="Check every law after every move too: slower.")
def main(name: str, boxes: int, seed: int, by: str, laws: bool) -> None:
    title, counted, told = load_title(name), Counter[str](), []
    for who in by.split(","):  # compiled before anybody looks at the clock
        rules = title.rules_for(title.components, title.players[0])
        Match(title, rules, line_up(title, [who], title.players[0])).play(1, 0, 1)
    soak(title, title.components, title.players[0], 1, 1)
    last = Path(tempfile.gettempdir()) / f"fuzz-{name}"
    for number in range(boxes):
        rng = random.Random(f"{seed}-{number}")
        last.write_text(f"{seed}-{number}")  # for whoever wonders what hangs
        signal.alarm(PATIENCE)  # which ends the process
        try:
            state, changes = try_box(title, rng, by.split(","), laws)
        except Exception as error:
            state, changes = type(error).__name__, {"told": str(error)[:200]}
        signal.alarm(0)
        counted[state] += 1
        if changes:
            told.append((state, f"{seed}-{number}", changes))
    for one in told[:40]:
        print(*one)
    print(name, dict(counted))


if __name__ == "__main__":
    main()

"""Finished games, by digest: whatever changes a single number of them is noticed.

`make golden` writes the digests anew; `python tests/test_fingerprints.py compiled` compares, with
another Numba for example. Plain Python is slow, so the suite asks it for few games; `… python` for
a hundred of each kind, in a quarter of an hour. Games may be named behind.
"""

import hashlib
import json
import sys
from pathlib import Path

import checked_kernels  # noqa: F401  before Numba is imported
import numpy as np
import pytest
from ours import OURS

from analyses.experiments.pool import best_of
from simulator.match import Match
from simulator.titles import load_title
from strategies.registry import line_up

FILE = Path(__file__).parent / "golden" / "fingerprints.json"
EXAMPLES = {file.stem: file for file in (Path(__file__).parents[1] / "examples/games").glob("*.py")}
TITLES = [*OURS, *sorted(EXAMPLES)]
SEED = 2026
FEW, SOME, MANY = 2, 100, 500  # by plain Python in the suite, by it at most, by machine code
SEARCH = "search:rollouts=4"
SEARCHED = {"archeos": 10, "excavation": 3, "expeditions": 5}  # a search is slow
SEARCHED_ELSEWHERE = 20


def title_of(name):
    return load_title(str(EXAMPLES.get(name, name)))


def kinds_of_games(name):
    """Numbers of players with bots that fill the seats, one for all or one for each."""
    title = title_of(name)
    bots = dict.fromkeys([best_of(title), *(["greedy"] if name in EXAMPLES else []), "random"])
    for players in title.players:
        yield from ((players, [bot]) for bot in [*bots, SEARCH])
        if players > 1:
            yield players, [best_of(title), *["random"] * (players - 1)]


def digest(rows):
    """By fields and their whole numbers; how many bits they are kept in has no say."""
    made = hashlib.sha256()
    for name in rows.dtype.names:
        made.update(name.encode())
        made.update(rows[name].astype("<i8", order="C", casting="same_kind").tobytes())
    return made.hexdigest()[:20]


def played(name, players, words, engine, games):
    title = title_of(name)
    rules = title.rules_for(title.components, players)
    return Match(title, rules, line_up(title, words, players), engine).play(SEED, 0, games)


def fingerprints(name):
    """By kind of games, the digests of so many first ones of them."""
    made = {}
    for players, words in kinds_of_games(name):
        sizes = FEW, SOME, MANY
        if words == [SEARCH]:
            sizes = (SEARCHED.get(name, SEARCHED_ELSEWHERE),)
        rows = played(name, players, words, "compiled", sizes[-1])
        made[told(players, words)] = {str(n): digest(rows[:n]) for n in sizes}
    return made


def told(players, words):
    return f"{players} player{'s' * (players > 1)}: {', '.join(words)}"


def kept(name):
    return json.loads(FILE.read_text(encoding="utf-8"))[name]


def must_be_the_same_in_plain_python(name, games, counts=()):
    for players, words in kinds_of_games(name):
        if words != [SEARCH] and players in (counts or title_of(name).players):
            now = digest(played(name, players, words, "python", games))
            assert now == kept(name)[told(players, words)][str(games)], told(players, words)


def must_be_the_same_in_machine_code(name):
    now, before = fingerprints(name), kept(name)
    assert [*now] == [*before]
    assert [kind for kind in now if now[kind] != before[kind]] == []


@pytest.mark.parametrize("name", TITLES)
def test_machine_code_plays_the_same_games_as_before(name):
    must_be_the_same_in_machine_code(name)


@pytest.mark.parametrize("name", TITLES)
def test_plain_python_plays_the_same_games_as_before(name):
    must_be_the_same_in_plain_python(name, FEW, title_of(name).players[:1])


def test_a_single_number_of_a_single_game_is_noticed():
    rows = played("lost_cities", 2, ["random"], "compiled", FEW)
    before = digest(rows)
    for field in rows.dtype.names:
        other = rows.copy()
        other[field].reshape(FEW, -1)[-1, -1] += np.ones((), rows[field].dtype)
        assert digest(other) != before, field
    assert digest(rows[::-1]) != before
    wide = [(field, "<i8", rows[field].shape[1:]) for field in rows.dtype.names]
    assert digest(rows.astype(wide)) == before


def write():
    text = json.dumps({one: fingerprints(one) for one in TITLES}, indent=1)
    FILE.write_text(text + "\n", encoding="utf-8")


def compare(engine, *names):
    for one in names or TITLES:
        if engine == "python":
            must_be_the_same_in_plain_python(one, SOME)
        else:
            must_be_the_same_in_machine_code(one)
        print(f"{one}: the same games by {engine}.", flush=True)


if __name__ == "__main__":
    compare(*sys.argv[1:]) if sys.argv[1:] else write()

"""Expéditions under random play: every law after every move, over all player counts and switches.

The tests play a slice; the whole, a million games, is

    TILTMETER_SOAK=1000000 python -m pytest tests/games/test_expeditions_soak.py
"""

import os
from itertools import product

import pytest

from simulator.conformance import soak
from simulator.titles import CUT_OFF, load_title

GAMES = int(os.environ.get("TILTMETER_SOAK", "1600"))
TITLE = load_title("expeditions")
RULINGS = [path for path in TITLE.components if path.startswith("rulings.")]


def readings(path):
    entry = TITLE.components.entry(path)
    return (entry.value, *entry.alternatives)


@pytest.mark.slow
def test_random_games_with_every_set_of_switches_finish_with_every_law_kept():
    settings = list(product(*map(readings, RULINGS)))
    per_cell = GAMES // (len(settings) * len(TITLE.players)) + 1
    for number, values in enumerate(settings):
        components = TITLE.components
        for path, value in zip(RULINGS, values, strict=True):
            components = components.with_value(path, value, "the soak")
        for players in TITLE.players:
            games = soak(TITLE, components, players, seed=number, n=per_cell)
            assert (games["ended"] > CUT_OFF).all()
            assert games["rounds"].max() <= TITLE.max_rounds


def test_there_are_five_switches_of_two_readings():
    assert [len(readings(path)) for path in RULINGS] == [2] * 5

"""Archeos Society under random play: every law after every move, over all kinds of setups.

The tests play a slice; the whole, a million games over all 924 role sets, is

    TILTMETER_SOAK=1000000 python -m pytest tests/games/test_archeos_soak.py
"""

import os
from itertools import combinations

import numpy as np
import pytest
from archeos_table import COLOUR_NAMES, ROLE_NAMES, TITLE

from simulator.conformance import soak
from simulator.titles import CUT_OFF

GAMES = int(os.environ.get("TILTMETER_SOAK", "2000"))
ROLE_SETS = list(combinations(ROLE_NAMES, 6))  # 924


@pytest.mark.slow
def test_random_games_of_every_setup_finish_with_every_law_kept():
    base, rng, played = TITLE.components, np.random.default_rng(1), 0
    per_cell = max(1, GAMES // (len(ROLE_SETS) * len(TITLE.players) * 2) + 1)
    while played < GAMES:
        for roles in rng.permutation(ROLE_SETS):
            sides = [f"{c}:{rng.choice(['compass', 'advanced'])}" for c in COLOUR_NAMES]
            for tracks in "AB":
                chosen = {"roles": ",".join(roles), "sites": ",".join(sides), "tracks": tracks}
                components = base.with_changes({f"setup.{key}": of for key, of in chosen.items()})
                for players in TITLE.players:
                    games = soak(TITLE, components, players, seed=played, n=per_cell)
                    assert (games["ended"] > CUT_OFF).all()
                    played += per_cell
            if played >= GAMES:
                break

"""Excavation Earth under random play: every law after every move, over all kinds of setups.

The tests play a slice; the whole, a million games over players, maps and switches, is

    TILTMETER_SOAK=1000000 python -m pytest tests/games/test_excavation_soak.py
"""

import os

import numpy as np
import pytest

from simulator.conformance import soak
from simulator.games.excavation.table import FACTION_NAMES
from simulator.titles import CUT_OFF, load_title

GAMES = int(os.environ.get("TILTMETER_SOAK", "2000"))
CELL = 500 if GAMES > 100_000 else 20  # games of one setup

COMMON = {
    "order": ("seats", "random", "initiative"),
    "tiles": ("false", "true"),
    "map": "ABC",
    "gallery": "ABCD",
    "rarity": ("fixed", "rotated"),
}
TOGETHER = {"opening_draft": ("false", "true")}
ALONE = {
    "zu.credits": ("8", "0"),
    "zu.fail_credits": ("10", "0", "15"),
    "zu.coloured_buyers": ("true", "false"),
    "zu.discards": ("false", "true"),
    "zu.second_crew": ("true", "false"),
    "zu.both_colours": ("false", "true"),
    "zu.any_storage": ("false", "true"),
    "zu.leftover_costs": ("false", "true"),
    "zu.second_purchase": ("false", "true"),
}
COMPONENTS = {
    "relics.copies": ("[3,4,5,6]", "[2,3,6,7]", "[1,3,6,8]"),
    "boards.hold": ("4", "5", "6"),
    "boards.hidden": ("1", "2", "3"),
    "boards.crew": ("22", "8"),
    "buyers.popularity": ("[9,5,3,1,0]", "[9,5,2,0,0]"),
    "centres.markets": ("[[1,2],[3,4],[5,6]]", "[[1,4],[2,5],[3,6]]"),
    "black_markets.symbols": ("[[1,2],[3,4],[5,6]]", "[[1,4],[2,5],[3,6]]"),
    "factions.kutu_kuti.reach": ("1", "0"),
    "rulings.promotion_compulsory": ("true", "false"),
}


def drawn(title, players, stream):
    """The components of a random setup for so many players."""

    def words(options):
        return [f"{key}={stream.choice(list(values))}" for key, values in options.items()]

    setup = words(COMMON | (ALONE if players == 1 else TOGETHER))
    if stream.random() < 0.5:
        chosen = stream.permutation(FACTION_NAMES)[:players]
        setup.append(f"factions={','.join(chosen)}")
    alone = {"rulings.zu_two_sites": ("false", "true")} if players == 1 else {}
    known = title.components
    changes = known.parse(words(COMPONENTS | alone)) | known.parse(setup, "setup.")
    return known.with_changes(changes)


@pytest.mark.slow
def test_random_games_of_every_setup_finish_with_every_law_kept():
    title, stream, played = load_title("excavation"), np.random.default_rng(1), 0
    while played < GAMES:
        for players in title.players:
            games = soak(title, drawn(title, players, stream), players, seed=played, n=CELL)
            assert (games["ended"] > CUT_OFF).all()
            assert games["rounds"].max() <= title.max_rounds
            if players == 1:
                assert games["zu_played"].max() <= 10
            played += CELL
    assert played >= GAMES

"""All words that analyses tell of some games; run by itself it prints them, on any processor.

    python tests/words_told.py FOLDER

The folder keeps the games, so whoever comes later tells of the same ones. Many of their effects are
mirror images, equal in size but for the last bits of a sum: the two seats of a table, two options
of which each decision takes one, two members of a study that stand in each other's place.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path

import checked_kernels  # noqa: F401  before Numba is imported
import numpy as np
import polars as pl
import toy
from test_one_side import TestOptions, frame

from analyses.findings.sample import sample_of
from analyses.questions import ask
from simulator.factors import levels
from simulator.levers import Levers
from simulator.titles import add_title
from tiltmeter.workshop import Workshop

FACTOR = levels(
    "gifts", "whom points are given to", "seat",
    {"first": {"box.bonus": [4, 0, 0, 0]}, "second": {"box.bonus": [0, 4, 0, 0]}},
)  # fmt: skip
POOL, FEW = ["allround", "greedy"], {"players": 2, "games": 120}
ENDS = np.array([[1, 1, 1]] * 6 + [[3, 0, 0]] * 2 + [[0, 0, 3]])  # thirds of games, by seat


def told_of(folder):
    """Of a title, of a game whose effects are mirror images, of a comparison and of a study."""
    add_title(replace(toy.TITLE, name="twins", levers=Levers(factors=lambda players: (FACTOR,))))
    shop = Workshop(folder / "runs", jobs=1)
    compared = shop.compare("lost_cities", {"bridges.bonus": 40}, **FEW).compared
    return {
        "title": words(shop.analyse(run_in(folder)).findings),
        "choices": words(ask(sample_of(two_options()))),
        "turn_order": words(ask(sample_of(three_seats()), ["turn_order"])),
        "compare": words([one for pair in compared for one in (pair.top, *pair.answers)]),
        "study": words(shop.study("twins", "gifts", **FEW).findings),
    }


def run_in(folder, **changes):
    """Of a title, by its own rules or by others."""
    design = ("self-play", "round-robin")
    shop = Workshop(folder / "runs", jobs=1)
    return shop.simulate("lost_cities", strategies=POOL, design=design, changes=changes, **FEW).run


def two_options():
    """Rows of games in which each decision rows or bails: more of one is less of the other."""
    rows = TestOptions().games(np.random.default_rng(1), more=3.0)
    ending = pl.when(pl.col("win") > 0).then(pl.lit("safe")).otherwise(pl.lit("too late"))
    return rows.with_columns(ending=ending, curve=pl.concat_list("score"))


def three_seats(deals=7):
    """Rows of games of which the last seat wins a third, the first as much more as the second less.

    A deal's thirds are added up in the order of its rows.
    """
    thirds = np.random.default_rng(1).permutation(np.tile(ENDS, (deals, 1)))
    rows = frame({"win": thirds[:, 0], "deal": np.arange(len(thirds)) % deals}, players=3)
    return rows.with_columns(title=pl.lit("none"), win=thirds.ravel() / 3, score=thirds.ravel())


def words(findings):
    """Every sentence, and the names in every table in their order."""
    return {
        one.name: [one.sentence, one.claim, *one.notes, *map(_names, one.tables)]
        for one in findings
    }


def _names(table):
    return [table.name, *table.frame.select(pl.col(pl.String)).rows()]


if __name__ == "__main__":
    print(json.dumps(told_of(Path(sys.argv[1]))))

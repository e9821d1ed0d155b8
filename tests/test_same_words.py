"""The same games are told in the same words: by any threads, in any order of rows, on any machine.

What these do to a sum is seen in its last bits only, so all that could differ is which of two
equals is told, or comes first (`analyses/statistics/order.py`).
"""

import json
import os
import platform
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import words_told
from numpy._core import _multiarray_umath as processor

from analyses.findings.sample import sample_of, sample_of_run
from analyses.lab.compare.compare import compare
from analyses.lab.played import Played
from analyses.questions import ask
from analyses.questions.choices import _winners_told
from analyses.statistics import order

HERE = Path(__file__).parent
NAMED = [name for name in processor.__cpu_dispatch__ if processor.__cpu_features__[name]]
OLDER = {"aarch64": "ARMV8", "x86_64": "Nehalem"}  # processors, as OpenBLAS calls them
MACHINES = {
    "one thread": {"POLARS_MAX_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    "several threads, an older processor": {
        "POLARS_MAX_THREADS": "5",
        "OPENBLAS_NUM_THREADS": "3",
        "OPENBLAS_CORETYPE": OLDER.get(platform.machine(), ""),
        "NPY_DISABLE_CPU_FEATURES": " ".join(NAMED),
    },
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("words")


@pytest.fixture(scope="module")
def told(folder):
    return words_told.told_of(folder)


@pytest.mark.parametrize("machine", MACHINES)
def test_other_threads_and_processors_tell_the_same(folder, told, machine):
    """Names are hashed anew in each process, too."""
    mine = {name: value for name, value in MACHINES[machine].items() if value}
    done = subprocess.run(
        [sys.executable, HERE / "words_told.py", folder],
        env=os.environ | mine | {"PYTHONPATH": str(HERE.parent)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps(told))


def shuffled(rows, seed):
    return rows.sample(fraction=1, shuffle=True, seed=seed)


@pytest.mark.parametrize("seed", range(6))
def test_mirror_images_are_told_alike_in_any_order_of_rows(told, seed):
    options, seats = words_told.two_options(), words_told.three_seats()
    assert words_told.words(ask(sample_of(shuffled(options, seed)))) == told["choices"]
    assert (
        words_told.words(ask(sample_of(shuffled(seats, seed)), ["turn_order"]))
        == told["turn_order"]
    )


def test_a_title_and_a_comparison_are_told_alike_in_any_order_of_rows(folder):
    runs = [words_told.run_in(folder, **changes) for changes in ({}, {"bridges.bonus": 40})]
    samples = [sample_of_run(run) for run in runs]
    mixed = [replace(one, rows=shuffled(one.rows.collect(), 1).lazy()) for one in samples]
    base, other = ([Played("a version", (), one) for one in each] for each in (samples, mixed))
    assert [words_told.words(one.findings()) for one in base] == [
        words_told.words(one.findings()) for one in other
    ]
    assert _compared(*base) == _compared(*other)


def _compared(base, other):
    (found,) = compare(base, [other])
    return words_told.words([found.top, *found.answers])


def _told_if(bit):
    """Of two mirror images, of which one differs more, or less, by the last bit."""
    spreads = 0.17, np.nextafter(0.17, 0.17 + bit)
    columns = {"option": ["row", "bail"], "winners more": [-0.14, 0.14], "spread": spreads}
    return _winners_told(pl.DataFrame(columns | {"q": [0.0, 0.0]}), is_alone=True)


@pytest.mark.parametrize("bit", [-1, 1])
def test_of_mirror_images_that_differ_by_a_bit_the_one_with_more_is_told(bit):
    assert "more of 'bail'" in _told_if(bit)


def test_the_last_bit_would_decide_without_the_rule(monkeypatch):
    monkeypatch.setattr(order, "ROUNDING", 0.0)
    assert "more of 'bail'" in _told_if(-1)
    assert "less of 'row'" in _told_if(1)

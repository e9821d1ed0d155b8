"""Every title passes every check of simulator/conformance.py."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from simulator.conformance import CHECKS, soak, variants
from simulator.kernel import kernel
from simulator.titles import load_title, title_names


@pytest.mark.parametrize("name", title_names())
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_title(name, check):
    check(load_title(name))


@pytest.mark.parametrize("name", title_names())
def test_a_broken_law_is_found(name):
    """The soak can fail: a rule that cheats is caught."""
    title = load_title(name)
    honest = title.apply

    @kernel
    def cheat(game, rules, move):
        honest(game, rules, move)
        game.tally[:, :] = 99

    with pytest.raises(AssertionError, match="broken law"):
        soak(replace(title, apply=cheat), title.components, title.players[0], seed=1, n=5)


BOUNDS = """
import numba
from simulator.conformance import counts_for, soak, variants
from simulator.match import Match
from simulator.titles import load_title
from strategies.registry import line_up, strategies_of
assert numba.config.BOUNDSCHECK
title = load_title("{name}")
for variant, components in variants(title):
    for players in counts_for(title, components):
        soak(title, components, players, seed=2, n=50 if variant == "as shipped" else 10)
        rules = title.rules_for(components, players)
        for strategy in strategies_of(title) if variant == "as shipped" else ["allround"]:
            Match(title, rules, line_up(title, [strategy], players)).play(2, 0, 20)
print("within bounds")
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", title_names())
def test_no_kernel_reads_beyond_its_records(name):
    done = subprocess.run(
        [sys.executable, "-c", BOUNDS.format(name=name)],
        env=os.environ | {"NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "within bounds\n", done.stderr


@pytest.mark.parametrize("name", title_names())
def test_every_title_has_variants_to_soak(name):
    assert len(list(variants(load_title(name)))) > 5

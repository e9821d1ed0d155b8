"""What every title must: each passes every check of simulator/conformance.py, a guest's too."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
import toy

from simulator.conformance import CHECKS, redeal_changes_only_what_is_hidden, whimsical
from simulator.errors import UserError
from simulator.kernel import kernel
from simulator.match import ENGINES, Match
from simulator.titles import add_title, load_title, shipped_names


@pytest.mark.parametrize("name", [*shipped_names(), toy.TITLE.name])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_title(name, check):
    check(load_title(name))


@pytest.mark.parametrize("engine", ENGINES)
def test_more_legal_moves_than_a_title_says_are_refused_before_anything_is_overwritten(engine):
    title = replace(toy.TITLE, max_choices=2)
    match = Match(title, toy.rules(), whimsical(2), engine)
    with pytest.raises(UserError, match=r"offers 3 legal moves in game 0, decision 1; .* 1 to 2"):
        match.play(1, 0, 5)


def test_a_decision_without_a_legal_move_is_told():
    @kernel
    def nothing(game, rules, choices):
        return 0

    match = Match(replace(toy.TITLE, legal=nothing), toy.rules(), whimsical(2))
    with pytest.raises(UserError, match="offers 0 legal moves"):
        match.play(1, 0, 5)


def test_a_redeal_that_changes_the_legal_moves_or_breaks_a_law_is_caught():
    @kernel
    def hidden(game, rules, choices):
        choices.move[0] = game.deal[0] % np.uint64(toy.CHOICES)
        return 1

    with pytest.raises(AssertionError, match="changed the legal moves"):
        redeal_changes_only_what_is_hidden(replace(toy.TITLE, legal=hidden))

    @kernel
    def moved(game, rules, seat, stream):
        game.rounds = 7

    @kernel
    def check(game, rules):
        return game.rounds == 7

    with pytest.raises(AssertionError, match="broke a law"):
        redeal_changes_only_what_is_hidden(replace(toy.TITLE, redeal=moved, check=check))


def test_a_guest_cannot_take_the_name_of_a_shipped_title():
    with pytest.raises(UserError, match="already a title called 'archeos'"):
        add_title(replace(toy.TITLE, name="archeos"))


BOUNDS = """
import numba
from simulator.conformance import counts_for, soak, variants
from simulator.match import Match
from analyses.experiments.pool import best_of
from simulator.titles import load_title
from strategies.registry import line_up, strategies_of
assert numba.config.BOUNDSCHECK
title = load_title("{name}")
for variant, components in variants(title):
    for players in counts_for(title, components):
        soak(title, components, players, seed=2, n=50 if variant == "as shipped" else 10)
        rules = title.rules_for(components, players)
        for strategy in strategies_of(title) if variant == "as shipped" else [best_of(title)]:
            Match(title, rules, line_up(title, [strategy], players)).play(2, 0, 20)
print("within bounds")
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_names())
def test_no_kernel_reads_beyond_its_records(name):
    done = subprocess.run(
        [sys.executable, "-c", BOUNDS.format(name=name)],
        env=os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"},  # compiled in less time
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "within bounds\n", done.stderr

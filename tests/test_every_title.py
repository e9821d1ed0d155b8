"""What every title must: each passes every check of simulator/conformance.py, a guest's too."""

from dataclasses import replace

import numba
import numpy as np
import pytest
import toy

from analyses.experiments.pool import best_of
from simulator.conformance import (
    CHECKS,
    counts_for,
    redeal_changes_only_what_is_hidden,
    variants,
    whimsical,
)
from simulator.errors import UserError
from simulator.kernel import kernel, row_as
from simulator.match import Match
from simulator.titles import add_title, load_title, shipped_names
from strategies.registry import line_up


@pytest.mark.parametrize("name", [*shipped_names(), toy.TITLE.name])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_title(name, check):
    check(load_title(name))


@pytest.mark.parametrize("engine", ["compiled", "python"])
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

    words = replace(toy.TITLE.words, laws=("Nobody plays seven rounds.",))
    with pytest.raises(AssertionError, match="breaks the law: Nobody plays seven rounds"):
        redeal_changes_only_what_is_hidden(
            replace(toy.TITLE, redeal=moved, check=check, words=words)
        )


def test_a_guest_cannot_take_the_name_of_a_shipped_title():
    with pytest.raises(UserError, match="already a game called 'archeos'"):
        add_title(replace(toy.TITLE, name="archeos"))


@pytest.mark.parametrize("name", shipped_names())
@pytest.mark.parametrize("engine", ["compiled", "python"])
def test_a_position_is_asked_for_its_moves_and_their_kinds_as_it_is_kept(name, engine):
    """Rows are kept with narrow numbers, in which plain Python cannot reckon."""
    title = load_title(name)
    match = Match(
        title, title.rules_for(title.components, 3), line_up(title, ["random"], 3), engine
    )
    for decision in match.tell(seed=3, number=0):
        kept = row_as(title.Game, decision.game)
        assert match.moves(kept) == decision.moves
        for move in decision.moves:
            assert match.kinds(kept, move) <= {*title.levers.kinds}


@pytest.mark.parametrize("name", shipped_names())
def test_the_best_player_plays_every_variant_within_bounds(name):
    title = load_title(name)
    for _, components in variants(title):
        for players in counts_for(title, components):
            rules = title.rules_for(components, players)
            Match(title, rules, line_up(title, [best_of(title)], players)).play(2, 0, 20)


def test_bounds_are_checked_in_whatever_the_tests_play():
    @kernel
    def beyond(game, rules, move):
        game.chosen[game.player + 99] = move

    match = Match(replace(toy.TITLE, apply=beyond), toy.rules(), whimsical(2))
    with pytest.raises(UserError, match="at a place that an array does not have"):
        match.play(1, 0, 5)
    assert numba.config.BOUNDSCHECK, "kernels of ours are checked only where Numba is told to"

"""A target with an equals sign is found only where games tell on which side of it values lie."""

import re

import numpy as np
import pytest
from test_sweep import numbers, scripted

from analyses.lab.metrics import MetricSums
from analyses.lab.search.target import search, target_of


def shown_by(values, seed):
    """Seat 1 wins half of all games, and one in 2,000 more for each step; on the same deals."""
    luck = np.random.default_rng(seed).random(16_000)

    def play(places, games):
        return [_reading(luck[:games] < 0.5 + values[k] / 2000) for k in places]

    return play


def _reading(wins):
    group = np.arange(len(wins)) % 40
    total, weight = np.bincount(group, wins), np.bincount(group)
    return MetricSums("first_player", ("",), total[:, None], weight[:, None], len(wins)).reading


def ends(sentence, words):
    """The two values that a sentence tells after some words; None if it does not."""
    found = re.search(words, sentence)
    return found and tuple(map(int, found.groups()))


@pytest.mark.parametrize(("games", "step"), [(300, 20), (1000, 20), (1000, 80)])
def test_where_an_equation_is_crossed_is_told_rightly_or_not_at_all(games, step):
    """In truth at 110: between 100 and 120, or between 80 and 160."""
    values, wrong, open_, runs = range(0, 321, step), 0, 0, 60
    for seed in range(runs):
        play = shown_by(values, seed)
        found = search(target_of("first_player=55.5%"), numbers("edge", values), play, games)
        if found.verdict == "balanced":
            low, high = ends(found.sentence, r" between (?:edge=)?(\d+) and (\d+)")
            wrong += not low < 110 < high
        else:
            assert found.verdict == "inconclusive"
            low, high = ends(found.sentence, r"any value from (\d+) to (\d+) may")
            wrong += not low - step < 110 < high + step
            open_ += 1
    assert wrong <= 6  # 3 of 60 in the mean, at most
    assert open_ >= 50 if step == 20 else open_ <= 20


def asked(shown, games=1000, bound="50%"):
    axis = numbers("x", range(len(shown)))
    play = scripted({place: {1: one} for place, one in enumerate(shown)})
    return search(target_of(f"first_player={bound}"), axis, play, games)


def test_a_value_on_the_bound_is_found_between_two_that_surely_are_not():
    found = asked([(0.4, 0.01), (0.501, 0.01), (0.6, 0.01)])
    assert found.verdict == "balanced"
    assert found.sentence == (
        "x=1 brings the first player's win rate to 50%, which lies between 0 and 2:"
        " 50.1% (49.1–51.1%) at 1, 40.0% (39.0–41.0%) at 0,"
        " 60.0% (59.0–61.0%) at 2."
    )


def test_values_that_cannot_be_told_from_the_bound_are_named_with_games_that_would_narrow_them():
    """The nearest to being told is 1, whose interval is twice as wide as its distance."""
    found = asked([(0.4, 0.01), (0.49, 0.02), (0.498, 0.02), (0.506, 0.02), (0.6, 0.01)])
    assert found.verdict == "inconclusive"
    assert found.sentence == (
        "About x=2 brings the first player's win rate to 50%, but any value from 1 to 3 may:"
        " 49.8% (47.8–51.8%) at 2, 50.6% (48.6–52.6%) at 3."
        " Narrowing it needs about 8,200 games ('games')."
    )


def test_where_no_value_is_surely_off_the_bound_all_of_them_are_named():
    found = asked([(0.49, 0.03), (0.495, 0.03), (0.51, 0.03)])
    assert found.verdict == "inconclusive"
    assert "any value from 0 to 2 may" in found.sentence

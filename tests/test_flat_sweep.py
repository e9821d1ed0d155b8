"""A sweep says where a number hardly moves what is asked."""

import numpy as np
from test_sweep import numbers, scripted, shares

from analyses.lab.metrics import MetricSums
from analyses.lab.search.target import search, target_of

ALIKE, LITTLE = "No two of the values tried clearly differ", "hardly changes it"


def test_a_number_that_changes_nothing_is_said_to():
    """In truth seat 1 wins half of all games, whatever the number."""
    rng, alike, runs = np.random.default_rng(1), 0, 60

    def play(places, games):
        total = rng.binomial(games // 40, 0.5, size=(len(places), 40, 1))
        weight = np.full((40, 1), games // 40)
        return [MetricSums("first_player", ("",), one, weight, games).reading for one in total]

    for _ in range(runs):
        found = search(target_of("first_player=90%"), numbers("x", range(5)), play, 200)
        assert found.verdict == "tilted"
        alike += ALIKE in found.sentence
    assert alike >= 54  # 57 of 60 in the mean, or more


def test_a_small_effect_far_from_the_target_is_no_way_to_it():
    """With the same deals a bonus of one in 21 surely helps, by 5 points of the 45 missing."""
    found = search(target_of("first_player>95%"), numbers("bonus", range(2)), shares(), 4000)
    low, high = found.table["estimate"].to_list()
    assert 0.02 < high - low < 0.08
    told = f"bonus hardly changes it: {low:.1%} to {high:.1%} over all values tried."
    assert found.sentence.endswith(told)


def test_a_number_that_moves_it_is_not_called_flat():
    found = search(target_of("first_player>99%"), numbers("bonus", range(9)), shares(), 1000)
    assert found.verdict == "tilted"
    assert not any(words in found.sentence for words in (ALIKE, LITTLE))


def test_a_crossing_among_values_that_are_alike_is_said_to_be():
    shown = {place: {1: (0.495 + 0.01 * place, 0.02)} for place in range(2)}
    found = search(target_of("first_player=50%"), numbers("x", range(2)), scripted(shown), 1000)
    assert found.verdict == "inconclusive"
    assert found.sentence.endswith(f"{ALIKE}: 49.5% to 50.5%.")

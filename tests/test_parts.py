"""What each source carries of the differences between scores, against planted truths."""

import numpy as np
import pytest

from analyses.statistics.estimate import Simultaneous
from analyses.statistics.parts import carried

SAMPLES = 100


def points(rng, games, players=3):
    """By source: what few have many of, what all have some of, what a table has alike, and two that
    cancel each other out."""
    seldom = 10 * (rng.random((games, players)) < 0.1)
    often = rng.integers(0, 10, (games, players))
    alike = np.repeat(rng.integers(0, 50, (games, 1)), players, axis=1)
    stake = rng.integers(0, 30, (games, players))
    return np.stack([seldom, often, alike, stake, -stake], axis=2).astype(float)


SELDOM, OFTEN = 100 * 0.1 * 0.9, (10**2 - 1) / 12  # variances, by arithmetic
TRUTH = np.array([SELDOM, OFTEN, 0, 0, 0]) / (SELDOM + OFTEN)


def test_shares_add_up_and_what_all_have_alike_carries_nothing():
    shares = [one.value for one in carried(points(np.random.default_rng(1), 4000), DEALS, True)]
    assert sum(shares) == pytest.approx(1)
    assert shares[2] == 0
    assert shares == pytest.approx(TRUTH, abs=0.05)
    assert shares[3] == pytest.approx(-shares[4])


DEALS = np.arange(4000)


@pytest.mark.parametrize("games", [20, 200])
def test_a_sources_share_of_all_differences_is_covered(games):
    rng, held = np.random.default_rng(3), np.zeros(len(TRUTH))
    for _ in range(SAMPLES):
        found = carried(points(rng, games), np.arange(games) // 2, is_contest=True)
        held += [
            not one.interval().excludes(share) for one, share in zip(found, TRUTH, strict=True)
        ]
    assert held.min() >= 0.88 * SAMPLES


def test_one_side_differs_between_games():
    """A table that has the same points together differs from other tables, not within itself."""
    alike = np.repeat(points(np.random.default_rng(4), 500, 1), 3, axis=1)
    within = carried(alike, np.arange(500), is_contest=True)
    assert all(np.isnan(one.value) for one in within)
    between = [one.value for one in carried(alike, np.arange(500), is_contest=False)]
    assert between[2] > 0.8
    assert sum(between) == pytest.approx(1)


def test_the_largest_of_equal_sources_is_held_though_chance_chooses_it():
    rng, held, alone = np.random.default_rng(6), 0, 0
    for _ in range(SAMPLES):
        found = carried(10.0 * (rng.random((40, 2, 6)) < 0.1), np.arange(40), is_contest=True)
        largest = max(found, key=lambda one: one.value)
        held += not Simultaneous(largest, len(found)).interval().excludes(1 / 6)
        alone += not largest.interval().excludes(1 / 6)
    assert held >= 0.92 * SAMPLES > alone

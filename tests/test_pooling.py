"""Many numbers of one kind: drawn towards each other they lie nearer to the truth, and honestly."""

import numpy as np
import pytest

from analyses.statistics.intervals import scatter_p_value
from analyses.statistics.pooling import FEWEST, Estimates, pooled


def one_far(n, size):
    return np.where(np.arange(n) == 0, size, -size / (n - 1))


TRUTHS = {
    "nothing": lambda n: np.zeros(n),
    "one far": lambda n: one_far(n, 6.3),
    "one near": lambda n: one_far(n, 2.5),
    "all in a row": lambda n: np.linspace(-2.5, 2.5, n),
}


def seen(chance, truth, error):
    """Around the truth, and adding up to nothing as win rates of a group do."""
    value = truth + error * chance.normal(size=len(truth))
    n = len(truth)
    return Estimates(value - value.mean(), np.full(n, error * np.sqrt(1 - 1 / n)), np.full(n, 2e3))


@pytest.mark.parametrize("error", [0.5, 1.2])
@pytest.mark.parametrize("n", [FEWEST, 12, 30])
@pytest.mark.parametrize("truth", TRUTHS)
def test_intervals_hold_on_average_and_guesses_are_nearer(truth, n, error):
    chance, true = np.random.default_rng(1), TRUTHS[truth](n)
    caught, missed, measured = [], [], []
    for _ in range(300):
        own = seen(chance, true, error)
        best = pooled(own)
        caught.append(np.mean((best.low <= true) & (true <= best.high)))
        missed.append(np.mean((best.value - true) ** 2))
        measured.append(np.mean((own.value - true) ** 2))
    assert np.mean(caught) >= 0.94
    assert np.mean(missed) <= 1.02 * np.mean(measured)
    if truth == "nothing":
        assert np.mean(missed) <= 0.2 * np.mean(measured)


def test_what_clearly_stands_out_is_told_as_it_was_measured():
    own = seen(np.random.default_rng(2), one_far(12, 12.0), 1.0)
    assert pooled(own).value[0] == own.value[0]


def test_few_numbers_stay_as_they_are():
    own = seen(np.random.default_rng(3), np.zeros(FEWEST - 1), 1.0)
    assert pooled(own) is own


def test_a_scatter_is_seen_where_none_stands_out():
    chance, truth = np.random.default_rng(4), np.where(np.arange(12) % 2, 1.3, -1.3)
    errors = np.ones(12)
    clear, by_chance = 0, 0
    for _ in range(200):
        noise = chance.normal(size=12)
        noise -= noise.mean()
        clear += scatter_p_value(truth + noise, errors)[0] < 0.05
        by_chance += scatter_p_value(noise, errors)[0] < 0.05
    assert clear >= 150
    assert by_chance <= 18

"""Control variates: unbiased whatever the weak games show, and surer where these go with them."""

import numpy as np
import pytest

from analyses.statistics.controls import controlled

FEW, MANY, TRUTH = 150, 4000, 30.0


def games(stream, alike):
    """Scores of strong games on the first shuffles, and of weak ones on all."""
    shuffle = stream.normal(size=MANY)
    weak = 20 + 5 * shuffle
    strong = TRUTH + 5 * (alike * shuffle[:FEW] + (1 - alike**2) ** 0.5 * stream.normal(size=FEW))
    return np.arange(FEW), strong, np.arange(MANY), weak


@pytest.mark.parametrize("alike", [0.0, 0.41, 0.77, -0.6])
def test_the_mean_is_unbiased_and_its_interval_holds(alike):
    stream = np.random.default_rng(7)
    found = [controlled(*games(stream, alike)) for _ in range(1000)]
    means = np.array([one.mean.value for one in found])
    assert abs(means.mean() - TRUTH) < 3.3 * means.std() / 1000**0.5
    ends = np.array([one.mean.interval() for one in found])
    held = ((ends[:, 0] <= TRUTH) & (ends[:, 1] >= TRUTH)).mean()
    assert 0.93 <= held <= 0.97


def test_it_saves_what_the_correlation_promises():
    """With a correlation of 0.77 each game is worth 2.3: 1 / (1 − 0.77² (1 − few / many))."""
    stream = np.random.default_rng(8)
    saved = [controlled(*games(stream, 0.77)).saved for _ in range(300)]
    assert np.median(saved) == pytest.approx(1 / (1 - 0.77**2 * (1 - FEW / MANY)), rel=0.1)
    lone = [controlled(*games(stream, 0.0)).saved for _ in range(300)]
    assert np.median(lone) == pytest.approx(1.0, abs=0.03)


def test_games_on_other_shuffles_help_nobody():
    deal, strong, others, weak = games(np.random.default_rng(9), 0.77)
    found = controlled(deal, strong, others + MANY, weak)
    assert found.mean == found.alone

"""Words for curves over skill: right where the truth is known, and hardly ever a false turn."""

import numpy as np
import pytest

from analyses.statistics.by_level import (
    BEGINNERS,
    EXPERTS,
    FADES,
    GROWS,
    HOLDS,
    OPEN,
    TURNS,
    Curve,
    of_several,
)

LEVELS = (1, 3, 5, 7, 9)
ERRORS = np.array([0.008, 0.008, 0.008, 0.02, 0.03])  # games of experts are few
MARGIN = 0.05
TRUTHS = {
    "holds": ([0.2, 0.2, 0.2, 0.2, 0.2], (HOLDS,)),
    "balanced": ([0.0, 0.0, 0.0, 0.0, 0.0], (HOLDS, OPEN)),
    "grows": ([0.10, 0.16, 0.22, 0.28, 0.34], (GROWS,)),
    "fades": ([0.34, 0.28, 0.22, 0.16, 0.10], (FADES,)),
    "turns": ([-0.20, -0.10, 0.0, 0.12, 0.24], (TURNS,)),
    "beginners": ([0.30, 0.20, 0.10, 0.0, 0.0], (BEGINNERS, FADES)),
    "experts": ([0.0, 0.0, 0.06, 0.18, 0.30], (EXPERTS, GROWS)),
}
TRIED = 100


def told(truth, seed, tests=1):
    stream = np.random.default_rng(seed)
    value = np.array(truth) + ERRORS * stream.normal(size=len(LEVELS))
    return Curve(LEVELS, value, ERRORS, MARGIN, tests)


@pytest.mark.parametrize("name", TRUTHS)
def test_the_word_is_right_in_95_of_100(name):
    truth, right = TRUTHS[name]
    words = [told(truth, seed).word for seed in range(TRIED)]
    assert sum(word in right for word in words) >= 95, words
    if TURNS not in right:
        assert words.count(TURNS) < 5


def test_bands_hold_whole_curves():
    """Also those of a turn, which shrinking could hide."""
    for truth in ([0.2] * 5, TRUTHS["turns"][0], TRUTHS["grows"][0]):
        held = 0
        for seed in range(TRIED):
            low, high = told(truth, seed).band()
            held += bool(((low <= truth) & (truth <= high)).all())
        assert held >= 90


def test_neighbours_lend_strength_to_levels_with_few_games():
    one = told([0.2] * 5, 1)
    low, high = one.band()
    assert (high - low)[-1] < 2 * 1.96 * ERRORS[-1]


def test_what_few_games_leave_open_is_settled_up_to_a_level():
    """Experts may do anything: the word is that of the levels below."""
    errors = np.array([0.005, 0.005, 0.005, 0.3, 0.3])
    one = Curve(LEVELS, np.array([0.1, 0.2, 0.3, 0.4, 0.1]), errors, MARGIN)
    word, last = one.settled
    assert one.word == OPEN
    assert (word, last) == (GROWS, 5)
    hopeless = Curve(LEVELS, np.zeros(5), np.full(5, 1.0), MARGIN)
    assert hopeless.settled == (OPEN, None)


def test_of_several_one_that_turns_speaks_for_all():
    steady, turning = told(TRUTHS["holds"][0], 3), told(TRUTHS["turns"][0], 3)
    assert of_several([steady, turning]) is turning
    assert of_several([steady, told([0.0] * 5, 3)]) is steady


def test_the_same_games_give_the_same_word():
    assert np.array_equal(told([0.1] * 5, 7).drawn, told([0.1] * 5, 7).drawn)

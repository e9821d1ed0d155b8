"""Random streams: the same in every engine, uniform, and apart from each other."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import rng
from simulator.games.lost_cities import table
from simulator.kernel import new, plain
from simulator.loop import begin
from simulator.titles import load_title


def stream(state=0):
    return np.array([state], np.uint64)


@given(state=st.integers(0, 2**64 - 1), n=st.integers(1, 2**31 - 1))
def test_below_is_the_same_in_python_and_in_machine_code(state, n):
    one, other = stream(state), stream(state)
    assert rng.below(one, n) == plain(rng.below)(other, n)
    assert one[0] == other[0]


@given(state=st.integers(0, 2**64 - 1))
def test_floating_noise_is_the_same_to_the_last_bit(state):
    assert rng.gumbel(stream(state)) == plain(rng.gumbel)(stream(state))


@given(seed=st.integers(0, 2**63 - 1), deal=st.integers(0, 2**40), which=st.integers(0, 8))
def test_streams_begin_at_the_same_place(seed, deal, which):
    one, other = stream(), stream()
    rng.start(one, seed, deal, which)
    plain(rng.start)(other, seed, deal, which)
    assert one[0] == other[0]


@given(x=st.floats(1e-300, 1e300))
def test_log_agrees_with_the_library(x):
    assert rng.log(x) == pytest.approx(math.log(x), rel=1e-14, abs=1e-15)


def test_the_published_first_values_of_splitmix64():
    """From state 1234567, as the reference code of the algorithm gives them."""
    state = stream(1234567)
    assert [int(rng.draw(state)) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_shuffles_are_permutations_and_all_orders_are_equally_likely():
    state, counts = stream(5), {}
    for _ in range(24_000):
        cards = np.arange(4)
        rng.shuffle(state, cards, 4)
        counts[tuple(cards)] = counts.get(tuple(cards), 0) + 1
    assert len(counts) == 24
    chi2 = sum((n - 1000) ** 2 / 1000 for n in counts.values())
    assert chi2 < 57  # 23 degrees of freedom, 1 in 10,000


def test_streams_of_deals_and_seats_do_not_repeat():
    states = set()
    for deal in range(2000):
        for which in range(8):
            state = stream()
            rng.start(state, 1, deal, which)
            states.add(int(state[0]))
    assert len(states) == 16_000


def test_a_softmax_of_gumbel_noise_has_its_probabilities():
    """Ratings 0 and 1 at temperature 1: e / (1 + e) = 73.1%."""
    state, n = stream(9), 100_000
    wins = sum(1.0 + rng.gumbel(state) > rng.gumbel(state) for _ in range(n))
    assert wins / n == pytest.approx(math.e / (1 + math.e), abs=4.5 * math.sqrt(0.197 / n))


@pytest.fixture(scope="module")
def rolls():
    """100,000 rolls: three numbers, three colours each."""
    title = load_title("lost_cities")
    rules = title.rules_for(title.components, 2)
    game = new(title.Game)
    begin(game, 2, 11, 0)
    seen = np.empty((TestDiceOfLostCities.N, 6), int)
    for k in range(len(seen)):
        table.roll(game, rules)
        seen[k] = [*game.numbers[:3], *game.colours[:3]]
    return seen


class TestDiceOfLostCities:
    """Exact probabilities of a roll against 100,000 rolls."""

    N = 100_000

    def agrees(self, seen, exact):
        assert seen.mean() == pytest.approx(
            exact, abs=4.5 * math.sqrt(exact * (1 - exact) / self.N)
        )

    def test_at_least_one_zero(self, rolls):
        self.agrees((rolls[:, :3] == 0).any(axis=1), 1 - 0.9**3)

    def test_red_on_at_least_one_die(self, rolls):
        self.agrees((rolls[:, 3:] == 0).any(axis=1), 1 - (5 / 6) ** 3)

    def test_the_red_circle_can_be_ticked(self, rolls):
        both = (rolls[:, :3] == 0).any(axis=1) & (rolls[:, 3:] == 0).any(axis=1)
        self.agrees(both, (1 - 0.9**3) * (1 - (5 / 6) ** 3))

    def test_three_different_colours(self, rolls):
        distinct = [len(set(colours)) == 3 for colours in rolls[:, 3:].tolist()]
        self.agrees(np.array(distinct), 6 * 5 * 4 / 216)

    def test_three_equal_numbers(self, rolls):
        self.agrees((rolls[:, 0] == rolls[:, 1]) & (rolls[:, 1] == rolls[:, 2]), 1 / 100)

    @pytest.mark.parametrize("face", range(10))
    def test_every_number_equally_often(self, rolls, face):
        self.agrees((rolls[:, :3] == face).any(axis=1), 1 - 0.9**3)

    @pytest.mark.parametrize("face", range(6))
    def test_every_colour_equally_often(self, rolls, face):
        self.agrees((rolls[:, 3:] == face).any(axis=1), 1 - (5 / 6) ** 3)


def test_a_seed_too_large_is_no_seed():
    with pytest.raises(OverflowError):
        rng.start(stream(), 2**64, 0, 0)

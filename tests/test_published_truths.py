"""Known games come out as theory or the literature says, inside the tool's own intervals."""

import functools
import math
import runpy
from pathlib import Path

import polars as pl
import pytest

import tiltmeter as tm
from analyses.findings.sample import sample_of
from analyses.questions import ask

SHELF = Path(__file__).parent.parent / "examples" / "shelf"


def played(name, games, players=2, bot="allround", **more):
    words = dict(games=games, players=players, strategies=[bot], seed=1)
    return tm.simulate(str(SHELF / f"{name}.py"), **words, **more)


def win_rate(frame, seat=1):
    """As the report tells it, with its interval."""
    (found,) = ask(sample_of(frame), ["turn_order"])
    return found.frame("shares").row(seat - 1, named=True)


class TestPig:
    """Neller and Presser, Optimal play of the dice game Pig (2004): the first player wins 53.06%.

    The chances are worked out by value iteration when the game is read.
    """

    @functools.cached_property
    def wins(self):
        return runpy.run_path(str(SHELF / "pig_solved.py"), run_name="solved_alone")["WINS"]

    def test_the_first_player_of_two_perfect_ones(self):
        exact = self.wins[0, 0, 0]
        assert exact == pytest.approx(0.5306, abs=5e-5)
        row = win_rate(played("pig_solved", 200_000))
        assert row["low"] < exact < row["high"]

    def test_the_head_start_that_levels_it(self):
        """With 4 points for the second player the first wins 50.16%, with 5 points 49.42%."""
        assert self.wins[0, 0, 4] == pytest.approx(0.5016, abs=5e-5)
        assert self.wins[0, 0, 5] == pytest.approx(0.4942, abs=5e-5)
        row = win_rate(played("pig_solved", 200_000, changes={"head_start": 4}))
        assert row["low"] < self.wins[0, 0, 4] < row["high"]


def test_kuhn_poker_costs_the_first_player_an_eighteenth():
    """Kuhn (1950), A simplified two-person poker: -1/18 of a chip for each game."""
    frame = played("kuhn_poker", 200_000, bot="equilibrium:temperature=1")
    score = frame.filter(pl.col("seat") == 1)["score"]
    error = score.std() / math.sqrt(len(score))
    assert abs(score.mean() + 1 / 18) < 2 * error < 0.02


def test_nobody_beats_the_equilibrium_of_kuhn_poker():
    """Over both seats its value is nothing: whoever deviates wins no chip on average."""
    seats = ["equilibrium:temperature=1", "random"]
    frame = tm.simulate(
        str(SHELF / "kuhn_poker.py"), games=100_000, players=2, strategies=seats, seed=1,
        design=["one-vs-field"],
    )  # fmt: skip
    random = frame.filter(pl.col("strategy").cast(pl.String) == "random")
    assert random["score"].mean() < 0


class TestMoneyOnly:
    """Brown (2012), First Player Advantage: money-only games of equal bots, in percent of games.

    His page says what the bots buy and not how many duchies there are for two. With ten of them
    all three figures agree; the eight of the rulebook give 47.5, 41.3 and 11.2. The order of
    buying was fitted too, so this holds a game to its figures and foretells none. His intervals
    are of 99%, for ten thousand games.
    """

    def shares(self, players, **changes):
        frame = played("big_money", 40_000, players, changes=changes)
        seats = [frame.filter(pl.col("seat") == k) for k in range(1, players + 1)]
        return [100 * (seat["win"] == 1).mean() for seat in seats]

    def test_two_players(self):
        first, second = self.shares(2, **{"duchies[1]": 10})
        assert abs(first - 49.18) < 1.16
        assert abs(second - 40.77) < 0.99
        assert abs(100 - first - second - 10.04) < 0.37 + 0.25  # and half as much of ours

    @pytest.mark.parametrize(
        "published",
        [
            [(34.77, 1.27), (27.77, 1.17), (24.41, 1.14)],
            [(25.44, 1.13), (21.08, 1.10), (18.26, 1.13), (17.41, 1.03)],
        ],
    )
    def test_three_and_four_players(self, published):
        for share, (theirs, off) in zip(self.shares(len(published)), published, strict=True):
            assert abs(share - theirs) < off


def test_perfect_tic_tac_toe_is_a_draw_and_beats_random_moves():
    """A solved game: neither side can force a win, and perfect play never loses."""
    frame = played("tic_tac_toe", 2000)
    assert (frame["win"] == 0.5).all()
    mixed = tm.simulate(
        str(SHELF / "tic_tac_toe.py"), games=4000, players=2, strategies=["allround", "random"],
        design=["one-vs-field"], seed=1,
    )  # fmt: skip
    perfect = mixed.filter(pl.col("strategy").cast(pl.String) == "allround")
    assert perfect["win"].min() >= 0.5


@pytest.mark.parametrize(("players", "exact"), [(5, 8 / 15), (7, 16 / 35), (8, 35 / 64)])
def test_a_lone_werewolf_among_villagers_who_vote_at_random(players, exact):
    """Yao (2008), A theoretical study of Mafia games: the odds are those of double factorials.

    Each day takes one of n at random, each night a villager: (1 - 1/n)(1 - 1/(n - 2)) …
    """
    odds = 1.0
    for left in range(players, 2, -2):
        odds *= 1 - 1 / left
    assert odds == pytest.approx(exact)
    frame = played("werewolf", 20_000, players, bot="random")
    wolves = frame.group_by("game").agg(won=(pl.col("win") == 1).sum())["won"] == 1
    error = math.sqrt(exact * (1 - exact) / len(wolves))
    assert abs(wolves.mean() - exact) < 3 * error

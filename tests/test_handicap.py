"""Handicaps level the seats, in whole points and exactly, and lie in their intervals."""

import itertools
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import toy

import tiltmeter as tm
from analyses.statistics.handicap import (
    PointsToWin,
    level_seats,
    points_to_win,
    solve,
    whole_points,
)
from analyses.statistics.race import shared_wins


def frame_of(scores, games_per_deal=1):
    """Of games given as scores by seat."""
    games, players = np.shape(scores)
    game = np.repeat(np.arange(games), players)
    columns = {"game": game, "deal": game // games_per_deal, "score": np.ravel(scores)}
    return pl.DataFrame({**columns, "seat": np.tile(np.arange(players), games)}).lazy()


def handicaps(scores, games_per_deal=1):
    return level_seats(frame_of(scores, games_per_deal), len(scores[0]))


@pytest.mark.parametrize(
    "games",
    [
        [(100, 61), (60, 100)],
        [(100, 61), (93, 100)],  # level, though one seat loses by less
        [(9, 0, 0), (0, 9, 0), (0, 0, 9)],
        [(5, 5), (5, 5)],
    ],
)
def test_seats_that_are_exactly_level_need_no_points(games):
    found = handicaps(games * 60)
    assert [one.value for one in found] == pytest.approx([0] * len(games[0]), abs=1e-9)
    assert not any(one.interval().excludes(0) for one in found)


def test_where_many_handicaps_level_the_seats_the_middle_is_taken():
    """Seat 1 wins one game of four by 10 points and two by 31: anything between levels them."""
    games = [(41, 10), (41, 10), (20, 10), (10, 61)]
    first, second = handicaps(games * 60)
    assert second.value - first.value == pytest.approx(20.5, abs=0.1)


def test_a_fair_coin_with_wide_margins_needs_no_handicap():
    """Up to eight points change nothing, so none is called for, whatever the coin shows."""
    chance, called_for = np.random.default_rng(8), 0
    for _ in range(40):
        margins = chance.integers(8, 16, 200) * chance.choice([-1, 1], 200)
        first, _ = handicaps([(50 + int(m), 50) for m in margins])
        called_for += first.interval().excludes(0)
    assert called_for <= 5


@pytest.mark.parametrize(
    ("bonus", "points"),
    [([1, 0, 0, 0], (-1, 0, 0, 0)), ([2, 2, 0, 1], (0, 0, 2, 1)), ([0, 0, 0, 3], (0, 0, 0, -3))],
)
def test_whole_points_undo_what_was_planted_with_few_seats_moved(bonus, points):
    frame = toy.play(toy.rules(table=12, bonus=bonus), [["a"] * 4], 20_000).lazy()
    found = whole_points(frame, level_seats(frame, 4))
    assert found.points == points
    assert [one.value for one in found.shares] == pytest.approx([0.25] * 4, abs=0.01)


def test_where_no_whole_point_helps_none_is_named():
    """Seat 1 wins a little more often, and every game by one point or by none."""
    games = [(1, 0)] * 51 + [(0, 1)] * 49
    frame = frame_of(games * 40)
    assert whole_points(frame, level_seats(frame, 2)).points == (0, 0)


def shares_with(scores, given):
    won = scores + given == (scores + given).max(axis=1, keepdims=True)
    return (won / won.sum(axis=1, keepdims=True)).mean(axis=0)


def ties_to_the_first(rng, n):
    """In fives; the first gets five more in every other game that would be tied."""
    scores = 5 * rng.integers(0, 3, (n, 3))
    is_level = (scores == scores.max(axis=1, keepdims=True)).sum(axis=1) > 1
    scores[:, 0] += 5 * (is_level & (rng.random(n) < 0.5))
    return scores


def test_where_scores_go_in_fives_a_point_that_breaks_ties_may_be_best():
    """Five points less are too much for who is favoured where it would be tied."""
    scores = ties_to_the_first(np.random.default_rng(3), 20_000)
    found = whole_points(frame_of(scores), handicaps(scores))
    assert found.step == 5
    near = itertools.product(range(-6, 7), repeat=2)
    best = min(np.abs(shares_with(scores, (0, *two)) - 1 / 3).max() for two in near)
    assert np.abs(shares_with(scores, found.points) - 1 / 3).max() == pytest.approx(best)
    assert [one.value for one in found.shares] == pytest.approx(shares_with(scores, found.points))
    in_fives = itertools.product((-5, 0, 5), repeat=2)
    assert best < min(np.abs(shares_with(scores, (0, *two)) - 1 / 3).max() for two in in_fives)


def test_what_levels_exactly_is_told_in_the_steps_that_scores_come_in():
    """As its note says: a part of five points is all of them in as many games."""
    scores = 5 * np.random.default_rng(4).normal([0.6, 0], 3, (20_000, 2)).round().astype(int)
    given = np.array([one.value for one in handicaps(scores)])
    assert given == pytest.approx([-1.5, 1.5], abs=0.4)
    dice = np.random.default_rng(5).random(scores.shape)
    played = shares_with(scores, 5 * np.floor(given / 5 + dice))
    assert played == pytest.approx([0.5, 0.5], abs=0.005)


def wide_first(rng, n):
    """The first seat risks more than the others: levelled, it wins as often as they do."""
    return (rng.normal(0, 1, (n, 4)) * [30, 8, 8, 8]).round()


def with_bonus(rng, n):
    return (rng.normal([2, 0, 0, 0], 5, (n, 4))).round()


def of_deals(rng, n):
    """Four games of a deal are alike, in part."""
    luck = np.repeat(rng.normal(0, 10, (n // 4, 3)), 4, axis=0)
    return (luck + rng.normal(0, 10, (n, 3)) + [5, 0, 0]).round()


def five_each(rng, n):
    return 5 * (rng.normal([2, 0], 3, (n, 2))).round()


@pytest.mark.parametrize(
    ("make", "truth", "games_per_deal"),
    [
        (with_bonus, [-1.5, 0.5, 0.5, 0.5], 1),
        (wide_first, solve(wide_first(np.random.default_rng(9), 100_000)), 1),
        (of_deals, [-10 / 3, 5 / 3, 5 / 3], 4),
        (five_each, [-5, 5], 1),
    ],
)
def test_handicaps_lie_in_their_intervals(make, truth, games_per_deal):
    """With the others' handicaps taken as known they did, of four, in 80 to 92 of 100 samples."""
    rng, runs, held = np.random.default_rng(1), 100, 0
    for _ in range(runs):
        found = handicaps(make(rng, 400).astype(int), games_per_deal)
        held += np.array(
            [not one.interval().excludes(x) for one, x in zip(found, truth, strict=True)]
        )
    assert held.min() / runs >= 0.95 - 3 * (0.05 * 0.95 / runs) ** 0.5


def test_a_few_games_level_nothing():
    for games in ([(5, 3, 1)], [(5, 3, 1), (1, 3, 6), (1, 2, 3)]):
        assert {one.interval() for one in handicaps(games)} == {(-np.inf, np.inf)}


def test_several_claims_have_wider_intervals():
    first, *_ = handicaps(with_bonus(np.random.default_rng(1), 400).astype(int))
    one, ten = first.interval(), first.interval(tests=10)
    assert ten.low < one.low < first.value < one.high < ten.high


def won_by(scores):
    """The rows of games, with who has won them."""
    scores = np.array(scores)
    win = shared_wins(scores).ravel()
    return frame_of(scores).with_columns(win=pl.Series(win))


def test_a_race_is_known_by_the_points_that_only_winners_reach():
    games = [(100 + k % 5, 60 + k % 39) if k % 3 else (98 - k % 40, 101) for k in range(300)]
    assert points_to_win(won_by(games)) == PointsToWin(100, is_only_won=False)
    assert points_to_win(won_by([(1, 0), (0, 1)] * 60)) == PointsToWin(1, is_only_won=True)
    assert points_to_win(won_by([(40, 30), (20, 25)] * 60)) is None
    assert points_to_win(won_by(games[:60])) is None


def test_no_points_are_suggested_at_the_end_of_a_race(tmp_path):
    """Seat 2 would need a head start of 4; 24 points at the end would level wins alone."""
    pig = str(Path(__file__).parent.parent / "examples" / "games" / "pig.py")
    shop = tm.Workshop(jobs=1)
    run = shop.simulate(pig, players=2, games=20_000, changes={"goal": 30}, out=tmp_path / "r").run
    (found,) = shop.analyse(run, ["turn_order"]).findings
    assert "Whoever has 30 points has won, so points at the end are no handicap." in found.sentence
    assert "Test a head start instead" in found.sentence
    assert not found.has("handicap")
    assert "Suggested" not in found.sentence

"""Every kind of number has a value and an interval, which is wider the more are claimed at once."""

import math

import numpy as np
import polars as pl
import pytest

from analyses.questions.length import tail
from analyses.statistics.counts import counts_of
from analyses.statistics.estimate import (
    ANY_SHARE,
    NOTHING,
    ONE_SIDED,
    Estimate,
    Exactly,
    Interval,
    Largest,
    MaxDistance,
    Monotone,
    Paired,
    Ratio,
    Share,
    Simultaneous,
    Unpaired,
    games_that_tell,
    in_figures,
    round_figure,
    times_to_show_balance,
)
from analyses.statistics.intervals import clustered, mean_interval, share_interval, with_interval

MEAN, SHARE = Estimate(10.0, 0.5, 50), Share(0.3, 0.02, 400)
ROUNDS = pl.LazyFrame({"deal": range(2950), "rounds": range(50, 3000), "who": "all"})


@pytest.mark.parametrize(
    "quantity",
    [
        MEAN,
        SHARE,
        Ratio(10.0, MEAN),
        Monotone(MEAN, lambda value: value / 4),
        MaxDistance([SHARE, Share(0.7, 0.02, 400)], 0.5),
        Largest([SHARE, Share(0.7, 0.02, 400)]),
        Paired(SHARE, Share(0.1, 0.015, 400)),
        Simultaneous(MEAN, 3),
        Unpaired(MEAN, SHARE),
        tail(ROUNDS, counts_of(ROUNDS, "rounds", "who")["all"]),
    ],
    ids=lambda quantity: type(quantity).__name__,
)
def test_intervals_hold_the_value_and_widen_with_the_claims(quantity):
    value, low, high = in_figures(quantity)
    assert low <= value <= high
    assert low < high
    wide = quantity.interval(20)
    assert wide.low <= low
    assert wide.high >= high
    assert wide != quantity.interval()


@pytest.mark.parametrize(("form", "interval"), [(Estimate, mean_interval), (Share, share_interval)])
def test_a_number_has_the_interval_that_tables_show_to_the_last_bit(form, interval):
    stream = np.random.default_rng(2)
    frame = pl.DataFrame(
        {"deal": np.arange(600) // 3, "win": stream.random(600) < 0.4, "who": ["a", "b", "c"] * 200}
    )
    table = with_interval(clustered(frame.lazy(), "who", pl.col("win")), interval, tests=7)
    for row in table.iter_rows(named=True):
        assert in_figures(form.of(row), 7) == (row["estimate"], row["low"], row["high"])


def test_several_claims_are_several_tests():
    assert Simultaneous(MEAN, 3).interval(4) == MEAN.interval(12)
    two = MaxDistance([MEAN, Estimate(-1.0, 0.5, 50)])
    assert two.value == 10
    assert two.interval(5).low == MEAN.interval(10).low  # chance may have chosen it
    assert two.interval(5).high == MEAN.interval(5 * ONE_SIDED).high  # none may spoil


def test_a_distance_is_never_negative():
    assert MaxDistance([Estimate(0.1, 1.0, 50)]).interval().low == 0
    far = MaxDistance([Estimate(-10.0, 0.5, 50)])
    assert far.value == 10
    assert far.interval() == (MEAN.interval().low, MEAN.interval(ONE_SIDED).high)


def test_the_interval_of_the_farthest_covers_the_truth_though_chance_chooses_which_it_is():
    """Five numbers, all at distance 1: single intervals would miss in more than 5 of 100."""
    stream, n, hits = np.random.default_rng(3), 25, 0
    for _ in range(1000):
        seen = stream.normal(1.0, 1.0, (5, n))
        means = [Estimate(x.mean(), x.std(ddof=1) / n**0.5, n) for x in seen]
        hits += not MaxDistance(means).interval().excludes(1.0)
    assert hits / 1000 >= 0.94


def test_a_single_deal_has_no_error_and_what_nobody_saw_may_be_anything():
    assert MEAN.of({"estimate": 3.0, "error": None, "deals": 1}).interval() == (-math.inf, math.inf)
    assert all(map(math.isnan, in_figures(NOTHING)))
    assert ANY_SHARE.interval(9) == Interval(0, 1)
    assert Exactly(0.25).interval(9) == Interval(0.25, 0.25)


def test_an_interval_excludes_what_lies_outside():
    ends = Interval(1.0, 3.0)
    assert (ends.excludes(0.5), ends.excludes(1.0), ends.excludes(3.5)) == (True, False, True)
    assert ends.middle == 2.0


@pytest.mark.parametrize(("more", "less"), [(0.002, 0.0), (0.02, 0.02), (0.1, 0.02), (0.5, 0.4)])
def test_a_paired_difference_covers_the_truth_though_it_is_seldom_seen(more, less):
    """Student's interval covers it in 57, 95, 95 and 95 of 100 samples."""
    stream, held = np.random.default_rng(3), 0
    for _ in range(300):
        drawn = stream.random(400)
        gain = 1.0 * (drawn < more) - (drawn > 1 - less)
        pair = Paired(_share(gain > 0), _share(gain < 0))
        held += pair.interval().low <= more - less <= pair.interval().high
    assert held >= 276


def _share(won):
    return Share(float(won.mean()), float(won.std(ddof=1)) / len(won) ** 0.5, len(won))


@pytest.mark.parametrize("error", [0.02, 0.05, 0.3])
def test_as_many_games_as_would_tell_tell_in_four_of_five_samples(error):
    """What lies 0.03 beyond an edge, estimated from 1,000 games with some error."""
    truth, edge, games = 0.13, 0.10, 1000
    times = Estimate(truth, error, games).interval().times_as_many(truth, (edge,))
    needed = games_that_tell(times, games)
    less = error * (games / needed) ** 0.5
    drawn = np.random.default_rng(1).normal(truth, less, 2000)
    told = sum(Estimate(value, less, needed).interval().low > edge for value in drawn)
    assert 0.77 < told / 2000 < 0.86


@pytest.mark.parametrize(("players", "looks"), [(2, 1), (4, 1), (4, 2), (6, 1)])
def test_as_many_games_as_show_balance_show_it_in_four_of_five_fair_samples(players, looks):
    """Whatever a small sample has seen: only its error is asked for."""
    stream, even, edge = np.random.default_rng(players), 1 / players, 0.05

    def measured(games):
        shares = stream.multinomial(games, [even] * players) / games
        errors = np.sqrt(shares * (1 - shares) / games)
        seats = [Share(*one, games) for one in zip(shares, errors, strict=True)]
        return Monotone(MaxDistance(seats, even), lambda off: off / even)

    told = [2000 * times_to_show_balance(measured(2000), edge, looks) for _ in range(30)]
    assert max(told) < 1.3 * min(told)
    games = round(np.median(told))
    shown = [measured(games).interval(looks).high <= edge for _ in range(500)]
    assert 0.75 < np.mean(shown) < 0.88


def test_a_few_games_do_not_say_how_many_would_tell():
    assert [games_that_tell(1.5, games) for games in (2, 29, 30)] == [None, None, 92]
    assert [round_figure(exact) for exact in (7, 91.2, 1234, 96_400)] == [7, 92, 1300, 97_000]

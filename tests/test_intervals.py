"""Intervals cover what they claim, checked by simulation; findings agree with plain arithmetic."""

import math

import numpy as np
import polars as pl
import pytest

from analyses.statistics.counts import DEALS, TIMES
from analyses.statistics.intervals import (
    clustered,
    clustered_mean,
    mean_interval,
    p_values,
    share_interval,
    share_p_value,
    share_p_values,
    with_interval,
)

EXPERIMENTS = 2000


def made_up(rng, deals, games_per_deal, truth, tilt, experiments=1):
    """Win shares whose chance differs from deal to deal, so games of a deal hang together."""
    chance = np.clip(truth + tilt * rng.standard_normal((experiments, deals)), 0, 1)
    won = rng.random((experiments, deals, games_per_deal)) < chance[..., None]
    return rows(won.astype(float))


def rows(values):
    """A frame of values [experiment, deal, game]."""
    experiment, deal, _ = np.indices(values.shape)
    columns = {"who": experiment, "deal": deal, "value": values}
    return pl.DataFrame({name: column.ravel() for name, column in columns.items()}).lazy()


def coverage(interval, frame, truth):
    table = with_interval(clustered(frame, "who", pl.col("value")), interval)
    assert len(table) == EXPERIMENTS
    return ((table["low"] <= truth) & (table["high"] >= truth)).mean()


@pytest.mark.parametrize(("truth", "tilt"), [(0.25, 0.0), (0.5, 0.15)])
def test_share_intervals_cover_94_to_96_percent(truth, tilt):
    trials = made_up(np.random.default_rng(1), 250, 4, truth, tilt, EXPERIMENTS)
    assert 0.94 <= coverage(share_interval, trials, truth) <= 0.96


def test_mean_intervals_cover_94_to_96_percent():
    rng = np.random.default_rng(2)
    luck = rng.normal(0, 30, (EXPERIMENTS, 40, 1))
    trials = rows(100 + luck + rng.normal(0, 50, (EXPERIMENTS, 40, 3)))
    assert 0.94 <= coverage(mean_interval, trials, 100) <= 0.96


def test_values_in_memory_give_the_same_row():
    frame = made_up(np.random.default_rng(4), 30, 5, 0.5, 0.2).collect()
    row = clustered(frame.lazy(), "who", pl.col("value")).drop("who").row(0, named=True)
    assert clustered_mean(frame["deal"], frame["value"]) == pytest.approx(row)
    (alone,) = clustered(frame.lazy().head(5), "who", pl.col("value")).drop("who").to_dicts()
    assert clustered_mean(frame["deal"][:5], frame["value"][:5]) == alone


def test_ignoring_the_deals_would_be_too_narrow():
    """Why intervals are clustered: games of one deal repeat each other."""
    rng = np.random.default_rng(3)
    frame = made_up(rng, 200, 10, 0.5, 0.3).collect()
    honest = clustered(frame.lazy(), "who", pl.col("value"))["error"][0]
    alone = frame.with_columns(deal=pl.arange(len(frame)))
    naive = clustered(alone.lazy(), "who", pl.col("value"))["error"][0]
    assert honest > 1.5 * naive


def test_a_share_of_none_or_all_keeps_an_interval():
    frame = pl.DataFrame({"deal": range(50), "value": [0.0] * 50, "who": "one"}).lazy()
    table = with_interval(clustered(frame, "who", pl.col("value")), share_interval)
    assert table["low"][0] == 0
    assert 0.03 < table["high"][0] < 0.12


def test_rounding_makes_no_share_unknown():
    """What is all or nothing but for rounding has the interval of that."""
    ends = [share_interval(share, 0.004, 2000) for share in (1.0, 1 - 1e-16, 1 + 1e-16, 1e-16, 0.0)]
    for low, high in ends:
        assert high - low == pytest.approx(ends[0][1] - ends[0][0])


def test_an_error_without_end_is_none_that_is_known():
    assert share_interval(0.6, math.inf, 5) == share_interval(0.6, math.nan, 5)


def test_one_deal_has_no_error_bar():
    frame = pl.DataFrame({"deal": [0], "value": [1.0], "who": "one"}).lazy()
    table = clustered(frame, "who", pl.col("value"))
    assert mean_interval(table["estimate"], table["error"], table["deals"])[1][0] == np.inf
    low, high = share_interval(table["estimate"], table["error"], table["deals"])
    assert 0 <= low[0] < high[0] <= 1


def test_a_handful_of_deals_that_show_the_same_says_nothing_of_others():
    assert mean_interval(38.5, 0.0, [2, 5])[0].tolist() == [-np.inf, -np.inf]
    assert mean_interval(38.5, 0.0, 40) == (38.5, 38.5)


def test_rounding_is_no_distance():
    """Thirds added up in another order differ in the last digit, and so do their errors."""
    assert p_values([1 / 3 + 1e-16], [1e-18], [1000], 1 / 3)[0] == 1
    assert p_values([1 / 3 + 1e-3], [1e-18], [1000], 1 / 3)[0] < 1e-6


@pytest.mark.parametrize("wins", range(8))
def test_the_p_value_of_a_share_is_that_of_the_binomial_distribution(wins):
    chances = [math.comb(7, k) * 0.3**k * 0.7 ** (7 - k) for k in range(8)]
    ends = sum(chances[: wins + 1]), sum(chances[wins:])
    assert share_p_value(wins / 7, 7, 0.3) == pytest.approx(min(2 * min(ends), 1))


def test_shares_are_tested_by_the_spread_of_what_they_are_held_against():
    """Who never won in five games may be even; and what an interval ends at has 5%."""
    assert share_p_values(0.0, 0.0, 5, 0.5) > 0.05
    for share, error, deals in ((0.1, 0.05, 40), (0.3, 0.02, 500), (0.0, 0.0, 30)):
        ends = np.array([end for end in share_interval(share, error, deals) if end > 0])
        assert share_p_values(share, error, deals, ends) == pytest.approx(0.05)


def test_the_interval_of_groups_of_deals_is_as_wide_as_that_of_so_few():
    """A thousand deals counted in four groups: their error is known no better than of four."""
    groups = pl.DataFrame({"deal": range(4), "value": [1.0, 2.0, 4.0, 6.0], "who": "one"})
    counted = groups.with_columns(pl.lit(250).alias(TIMES), pl.lit(1000).alias(DEALS))
    ends = []
    for frame in (groups, counted):
        (row,) = clustered(frame.lazy(), "who", pl.col("value")).to_dicts()
        ends.append(mean_interval(row["estimate"], row["error"], row["deals"]))
    assert row["deals"] == 1000
    assert ends[1] == pytest.approx(ends[0])

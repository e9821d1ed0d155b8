"""Estimates with error bars that respect how the games were made.

Seats of one game are not independent, nor are the games of one deal, which a line-up plays once in
every seating. So deals, not rows, are the sample: every interval is clustered by deal.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from scipy import special

from analyses.language import say
from analyses.statistics.counts import DEALS, TIMES, is_counted
from analyses.statistics.order import ROUNDING

LEVEL = 0.95
SEEN = 0.8  # of samples so large show a difference
HANDFUL = 6  # deals: that fewer show the same hardly says that others do


def clustered(frame: pl.LazyFrame, by: str | Sequence[str], value: pl.Expr) -> pl.DataFrame:
    """Mean of `value` for each `by`, with its standard error between deals; one pass.

    Of counted rows it is the error between groups of deals.
    """
    keys = [by] if isinstance(by, str) else list(by)
    sums = by_deal(frame, value.alias("total"), keys=keys)
    first = _first_rows(sums, keys)
    table = sums[first].select(*keys, in_all="deals").hstack(_of_parts(sums, first[1:]))
    return (_of_all_deals(table) if is_counted(frame) else table).drop("in_all")


def _of_parts(sums: pl.DataFrame, ends: np.ndarray) -> pl.DataFrame:
    """A row for each of several parts of the sums of deals, which end there."""
    total, n = (np.split(sums[name].to_numpy(), ends) for name in ("total", "n"))
    found = [(*between_deals(t, k), k.sum()) for t, k in zip(total, n, strict=True) if len(k)]
    columns = {"estimate": pl.Float64, "error": pl.Float64, "deals": pl.Int64, "rows": pl.Int64}
    table = pl.DataFrame(np.array(found).reshape(-1, len(columns)), schema=[*columns])
    error = pl.when(pl.col("deals") > 1).then("error")
    return table.with_columns(error=error).cast(columns)  # type: ignore[arg-type]


def by_deal(frame: pl.LazyFrame, *values: pl.Expr, keys: Sequence[str] = ()) -> pl.DataFrame:
    """Sums of values for each deal, or group of deals, in order; `n` is how many were added up.

    Rows are added one after the other, so that the last bit is the same each time: polars keeps
    the order of rows, but adds up in any.
    """
    counted = is_counted(frame)
    times = pl.col(TIMES) if counted else pl.lit(1)
    amounts = [value.cast(pl.Float64) * times for value in values]
    deals = pl.col(DEALS) if counted else pl.lit(1)
    told = frame.select(*keys, "deal", *amounts, n=times.cast(pl.Float64), deals=deals)
    rows = told.collect(engine="streaming").sort(*keys, "deal", maintain_order=True)
    first = _first_rows(rows, [*keys, "deal"])
    added = [name for name in rows.columns if name not in (*keys, "deal", "deals")]
    return rows[first].with_columns(
        pl.Series(name, np.add.reduceat(rows[name].to_numpy(), first)) for name in added
    )


def _first_rows(rows: pl.DataFrame, keys: Sequence[str]) -> np.ndarray:
    """Where in ordered rows other keys begin."""
    is_new = pl.any_horizontal(pl.col(key).ne_missing(pl.col(key).shift()) for key in keys)
    is_first = pl.int_range(pl.len()) == 0
    return np.flatnonzero(rows.select(is_new | is_first).to_series().to_numpy())


def pulls(frame: pl.LazyFrame, *values: pl.Expr) -> pl.DataFrame:
    """How far each deal draws the mean of each value away from itself.

    Products of them, added up over the deals, are the variances and covariances of the means.
    """
    named = [value.alias(str(k)) for k, value in enumerate(values)]
    sums = by_deal(frame, *named).sort("deal")
    n = sums["n"].to_numpy()[:, None]
    totals = sums.drop("deal", "n", "deals").to_numpy()
    drawn = (totals - totals.sum(axis=0) / n.sum() * n) / n.sum()
    drawn *= np.sqrt(_of_sample(np.asarray(len(n))))
    return sums.select("deal").hstack(
        pl.DataFrame(drawn, schema=[str(k) for k in range(len(values))])
    )


def as_skewed(off: np.ndarray, pulled: np.ndarray) -> np.ndarray:
    """How far off a mean is that lies so far off if few large values did not make it skew.

    Who has seen few of them has a small mean and a small error: above it there is more room than
    below (the cubic of Hall, 1992; `pulled` says how deals draw the mean, as by `pulls`).
    """
    error = np.sqrt((pulled**2).sum())
    skew = (pulled**3).sum() / error**3 if error > 0 else 0.0
    if abs(skew) < ROUNDING:
        return off
    return error * 3 / skew * (1 - np.cbrt(1 - skew * (off / error + skew / 6)))


def _of_all_deals(table: pl.DataFrame) -> pl.DataFrame:
    """A table of groups as if it were of their deals: Student's interval is as wide as before."""
    whole = table.with_columns(groups="deals", deals=pl.min_horizontal("rows", "in_all"))
    wider = student(whole["groups"].to_numpy()) / student(whole["deals"].to_numpy())
    return whole.with_columns(error=pl.col("error") * pl.Series(wider)).drop("groups")


def clustered_mean(deal: np.ndarray, value: np.ndarray) -> dict[str, Any]:
    """The row of `clustered` for values in memory, many times sooner where they are few."""
    _, which = np.unique(deal, return_inverse=True)
    mean, error, deals = between_deals(np.bincount(which, value), np.bincount(which))
    known = float(error) if deals > 1 else None
    return {"estimate": float(mean), "error": known, "deals": int(deals), "rows": len(value)}


def between_deals(total: np.ndarray, n: np.ndarray) -> tuple[Any, Any, Any]:
    """A mean, its standard error and how many deals have values, from the sums of each deal."""
    whole, deals = n.sum(axis=0), (n > 0).sum(axis=0)
    mean = total.sum(axis=0) / np.where(whole > 0, whole, np.nan)
    spread = ((total - mean * n) ** 2).sum(axis=0)
    return mean, np.sqrt(spread * _of_sample(deals)) / whole, deals


def _of_sample(deals: np.ndarray) -> np.ndarray:
    """What a spread is too small by, since the mean is the sample's own; unknown of one deal."""
    return np.where(deals > 1, deals / np.where(deals > 1, deals - 1, 1), np.nan)


def mean_interval(
    estimate: Any, error: Any, deals: Any, tests: float = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Student's interval; unbounded of one deal, or of a handful that all show the same.

    With `tests` above 1 it is so wide that as many of them hold together (Bonferroni).
    """
    mean, width = np.asarray(estimate, float), np.asarray(error, float)
    reach = student(np.asarray(deals), tests) * width
    is_unknown = np.isnan(width) | ((width == 0) & (np.asarray(deals) < HANDFUL))
    reach = np.where(is_unknown, np.inf, reach)
    return mean - reach, mean + reach


def share_interval(
    estimate: Any, error: Any, deals: Any, tests: float = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's interval for a share, with the sample size that the error between deals amounts to.

    It stays within 0 and 1 and keeps its width when a share is 0 or 1 in the sample.
    """
    share, deals = np.asarray(estimate, float), np.asarray(deals, float)
    n, variance = _as_many(share, error, deals), share * (1 - share)
    z2 = student(deals, tests) ** 2
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    reach = np.sqrt(z2 * (variance / n + z2 / (4 * n * n))) / (1 + z2 / n)
    return np.clip(centre - reach, 0, 1), np.clip(centre + reach, 0, 1)


def exact_interval(
    estimate: Any, error: Any, deals: Any, tests: float = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Clopper's and Pearson's interval for a share of few wins or losses, of the same sample size.

    Wilson's misses the truth in up to a tenth of samples where a single win is seldom.
    """
    share = np.asarray(estimate, float)
    n, tail = _as_many(share, error, np.asarray(deals, float)), (1 - LEVEL) / (2 * tests)
    wins, losses = share * n, n - share * n
    low = special.betaincinv(np.maximum(wins, ROUNDING), losses + 1, tail)
    high = special.betaincinv(wins + 1, np.maximum(losses, ROUNDING), 1 - tail)
    return np.where(wins > ROUNDING, low, 0.0), np.where(losses > ROUNDING, high, 1.0)


def _as_many(share: np.ndarray, error: Any, deals: np.ndarray) -> np.ndarray:
    """The independent games that the error of a share between deals amounts to.

    The deals where no error is known, or where all was won or lost, but for rounding.
    """
    width, variance = np.asarray(error, float), share * (1 - share)
    known = np.isfinite(width) & (width > 0) & (variance > ROUNDING)
    return np.where(known, variance / np.where(known, width, 1) ** 2, deals)


def with_interval(table: pl.DataFrame, interval: Any, tests: float = 1) -> pl.DataFrame:
    """Adds the columns `low` and `high` to a table of `clustered`."""
    low, high = interval(table["estimate"], table["error"], table["deals"], tests)
    return table.with_columns(low=pl.Series(low), high=pl.Series(high))


def p_values(estimate: Any, error: Any, deals: Any, truth: float) -> np.ndarray:
    """How likely so large a distance from `truth` would be by chance (two-sided Student test)."""
    width = np.asarray(error, float)
    distance = np.abs(np.asarray(estimate, float) - truth)
    distance = np.where(distance < ROUNDING, 0.0, distance)
    degrees = np.maximum(np.asarray(deals) - 1, 1)
    p = 2 * special.stdtr(degrees, -distance / np.where(width > 0, width, 1))
    without_spread = np.where((width == 0) & (distance > 0), 0.0, 1.0)
    return np.where(width > 0, p, without_spread)


def share_p_values(estimate: Any, error: Any, deals: Any, truth: Any) -> np.ndarray:
    """The same of shares, by the spread that `truth` would have: 5% where Wilson's interval ends.

    Who never won in a few games has no spread of its own, and by that would surely never win.
    """
    share, deals = np.asarray(estimate, float), np.asarray(deals, float)
    n = _as_many(share, error, deals)
    by_truth = np.sqrt(truth * (1 - truth) / np.where(n > 0, n, 1))
    return p_values(share, np.where(n > 0, by_truth, np.nan), deals, truth)


def share_p_value(share: float, deals: int, truth: float) -> float:
    """How likely a share so far from `truth` would be by chance (two-sided, exactly binomial).

    Of few deals no spread is known: two alike have none. Half a win lies between none and one.
    """
    wins, losses = share * deals, deals - share * deals
    at_least = special.betainc(wins, losses + 1, truth) if wins > ROUNDING else 1.0
    at_most = special.betainc(losses, wins + 1, 1 - truth) if losses > ROUNDING else 1.0
    return min(2 * float(min(at_least, at_most)), 1.0)


def scatter_p_value(off: np.ndarray, error: np.ndarray) -> tuple[float, float]:
    """How likely distances that add up to nothing would scatter so by chance; and by how much they
    do beyond it (Cochran's test)."""
    if not (np.isfinite(error) & (error > 0)).all() or len(off) < 2:
        return 1.0, 0.0
    p = special.chdtrc(len(off) - 1, float(((off / error) ** 2).sum()))
    return float(p), float(np.sqrt(max(0.0, (off**2 - error**2).mean())))


SURE = 0.05  # a q-value below this is a discovery


def discoveries(p: Any) -> np.ndarray:
    """Adjusted p-values (Benjamini and Hochberg): below 0.05, at most 5% are false discoveries.

    By hand, because importing scipy.stats would take longer than a thousand games.
    """
    values = np.asarray(p, float)
    order = np.argsort(values)[::-1]
    adjusted = values[order] * len(values) / np.arange(len(values), 0, -1)
    found = np.empty_like(values)
    found[order] = np.minimum.accumulate(np.minimum(adjusted, 1.0))
    return found


def detectable(error: float, deals: int) -> float:
    """The true difference that a sample with this error would have seen four times out of five."""
    return float(student(np.asarray(deals)) + special.stdtrit(max(deals - 1, 1), SEEN)) * error


def seen(what: str, error: float | None, deals: int) -> str:
    """The smallest difference of a share that the sample can detect."""
    if not error:
        return ""
    least = 100 * detectable(error, deals)
    told = "This sample can detect a difference of {least:.1f} percentage points in {what}."
    return say(told, least=least, what=what)


def jackknife(groups: Any) -> float:
    """The standard error of an estimate from its values without each of several equal groups."""
    left_out = np.asarray(groups, float)
    n = len(left_out)
    return float(np.sqrt((n - 1) / n * ((left_out - left_out.mean()) ** 2).sum()))


def student(deals: np.ndarray, tests: float = 1) -> np.ndarray:
    """How many standard errors a 95% interval reaches, given the number of deals."""
    return special.stdtrit(np.maximum(deals - 1, 1), 1 - (1 - LEVEL) / (2 * tests))

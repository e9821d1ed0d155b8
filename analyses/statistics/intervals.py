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

LEVEL = 0.95
ROUNDING = 1e-9  # what adding up thirds in another order may make: no distance at all


def clustered(frame: pl.LazyFrame, by: str | Sequence[str], value: pl.Expr) -> pl.DataFrame:
    """Mean of `value` for each `by`, with its standard error between deals; one pass.

    Of counted rows it is the error between groups of deals.
    """
    keys = [by] if isinstance(by, str) else list(by)
    amount, counted = value.cast(pl.Float64), is_counted(frame)
    per_deal = frame.group_by(*keys, "deal").agg(
        total=(amount * pl.col(TIMES)).sum() if counted else amount.sum(),
        n=(pl.col(TIMES).sum() if counted else pl.len()).cast(pl.Float64),
        deals=pl.col(DEALS).first() if counted else 1,
    )
    t, n = pl.col("total"), pl.col("n")
    sums = per_deal.group_by(keys).agg(
        deals=pl.len(), t=t.sum(), n=n.sum(), tt=(t * t).sum(), tn=(t * n).sum(), nn=(n * n).sum(),
        in_all=pl.col("deals").first(),
    )  # fmt: skip
    mean = pl.col("t") / pl.col("n")
    spread = pl.col("tt") - 2 * mean * pl.col("tn") + mean**2 * pl.col("nn")
    k = pl.col("deals")
    error = pl.when(k > 1).then((spread.clip(0) * k / (k - 1)).sqrt() / pl.col("n"))
    told = sums.select(
        *keys, estimate=mean, error=error, deals=k, rows=pl.col("n").cast(pl.Int64), in_all="in_all"
    )
    table = told.sort(keys).collect(engine="streaming")
    return (_of_all_deals(table) if counted else table).drop("in_all")


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
    """Student's interval; unbounded when there is only one deal.

    With `tests` above 1 it is so wide that as many of them hold together (Bonferroni).
    """
    mean, width = np.asarray(estimate, float), np.asarray(error, float)
    reach = student(np.asarray(deals), tests) * width
    reach = np.where(np.isnan(width), np.inf, reach)
    return mean - reach, mean + reach


def share_interval(
    estimate: Any, error: Any, deals: Any, tests: float = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's interval for a share, with the sample size that the error between deals amounts to.

    It stays within 0 and 1 and keeps its width when a share is 0 or 1 in the sample.
    """
    share, width = np.asarray(estimate, float), np.asarray(error, float)
    deals = np.asarray(deals, float)
    variance = share * (1 - share)
    known = np.nan_to_num(width) > 0
    n = np.where(known, variance / np.where(known, width, 1) ** 2, deals)
    n = np.where(n > 0, n, deals)
    z2 = student(deals, tests) ** 2
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    reach = np.sqrt(z2 * (variance / n + z2 / (4 * n * n))) / (1 + z2 / n)
    return np.clip(centre - reach, 0, 1), np.clip(centre + reach, 0, 1)


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


def discoveries(p: Any) -> np.ndarray:
    """Adjusted p-values (Benjamini and Hochberg): below 0.05, at most 5 % are false discoveries.

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
    return float(student(np.asarray(deals)) + special.stdtrit(max(deals - 1, 1), 0.8)) * error


def seen(what: str, error: float | None, deals: int) -> str:
    """The power line: which difference of a share the sample could have seen."""
    if not error:
        return ""
    least = 100 * detectable(error, deals)
    told = "This sample could have seen a difference of {least:.1f} % in {what}."
    return say(told, least=least, what=what)


def jackknife(groups: Any) -> float:
    """The standard error of an estimate from its values without each of several equal groups."""
    left_out = np.asarray(groups, float)
    n = len(left_out)
    return float(np.sqrt((n - 1) / n * ((left_out - left_out.mean()) ** 2).sum()))


def student(deals: np.ndarray, tests: float = 1) -> np.ndarray:
    """How many standard errors a 95 % interval reaches, given the number of deals."""
    return special.stdtrit(np.maximum(deals - 1, 1), 1 - (1 - LEVEL) / (2 * tests))

"""Estimates with error bars that respect how the games were made.

Seats of one game are not independent, nor are the games of one deal, which a line-up plays once in
every seating. So deals, not rows, are the sample: every interval is clustered by deal.
"""

from typing import Any

import numpy as np
import polars as pl
from scipy import special

LEVEL = 0.95


def clustered(frame: pl.LazyFrame, by: str, value: pl.Expr) -> pl.DataFrame:
    """Mean of `value` for each `by`, with its standard error between deals; one pass."""
    per_deal = frame.group_by(by, "deal").agg(
        total=value.cast(pl.Float64).sum(), n=pl.len().cast(pl.Float64)
    )
    t, n = pl.col("total"), pl.col("n")
    sums = per_deal.group_by(by).agg(
        deals=pl.len(), t=t.sum(), n=n.sum(), tt=(t * t).sum(), tn=(t * n).sum(), nn=(n * n).sum()
    )
    mean = pl.col("t") / pl.col("n")
    spread = pl.col("tt") - 2 * mean * pl.col("tn") + mean**2 * pl.col("nn")
    k = pl.col("deals")
    error = pl.when(k > 1).then((spread.clip(0) * k / (k - 1)).sqrt() / pl.col("n"))
    return (
        sums.select(by, estimate=mean, error=error, deals="deals", rows=pl.col("n").cast(pl.Int64))
        .sort(by)
        .collect()
    )


def mean_interval(estimate: Any, error: Any, deals: Any) -> tuple[np.ndarray, np.ndarray]:
    """Student's interval; unbounded when there is only one deal."""
    mean, width = np.asarray(estimate, float), np.asarray(error, float)
    reach = _student(np.asarray(deals)) * width
    reach = np.where(np.isnan(width), np.inf, reach)
    return mean - reach, mean + reach


def share_interval(estimate: Any, error: Any, deals: Any) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's interval for a share, with the sample size that the error between deals amounts to.

    It stays within 0 and 1 and keeps its width when a share is 0 or 1 in the sample.
    """
    share, width = np.asarray(estimate, float), np.asarray(error, float)
    deals = np.asarray(deals, float)
    variance = share * (1 - share)
    known = np.nan_to_num(width) > 0
    n = np.where(known, variance / np.where(known, width, 1) ** 2, deals)
    n = np.where(n > 0, n, deals)
    z2 = _student(deals) ** 2
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    reach = np.sqrt(z2 * (variance / n + z2 / (4 * n * n))) / (1 + z2 / n)
    return np.clip(centre - reach, 0, 1), np.clip(centre + reach, 0, 1)


def with_interval(table: pl.DataFrame, interval: Any) -> pl.DataFrame:
    """Adds the columns `low` and `high` to a table of `clustered`."""
    low, high = interval(table["estimate"], table["error"], table["deals"])
    return table.with_columns(low=pl.Series(low), high=pl.Series(high))


def _student(deals: np.ndarray) -> np.ndarray:
    """How many standard errors a 95 % interval reaches, given the number of deals."""
    return special.stdtrit(np.maximum(deals - 1, 1), 0.5 + LEVEL / 2)

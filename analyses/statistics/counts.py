"""Values with how many times each was seen: what is left of rows once they are counted."""

from dataclasses import dataclass

import numpy as np
import polars as pl

TIMES, DEALS = "times", "deals_in_all"  # columns of counted rows


@dataclass(frozen=True)
class Counts:
    """Values in order, and how many times each was seen."""

    values: np.ndarray
    times: np.ndarray

    @property
    def n(self) -> int:
        return int(self.times.sum())

    @property
    def mean(self) -> float:
        return float(self.values @ self.times / self.n)

    @property
    def deviation(self) -> float | None:
        """The standard deviation, if there is more than one."""
        if self.n < 2:
            return None
        return float(np.sqrt((self.values - self.mean) ** 2 @ self.times / (self.n - 1)))

    @property
    def median(self) -> float:
        middle = (self.n - 1) / 2
        return float(self._at(np.array([np.floor(middle), np.ceil(middle)])).mean())

    def quantile(self, rank: float) -> float:
        """The value nearest to this rank."""
        return float(self.quantiles(np.asarray(rank)))

    def quantiles(self, ranks: np.ndarray) -> np.ndarray:
        return self._at(np.floor(ranks * (self.n - 1) + 0.5))

    def between(self, ranks: np.ndarray) -> np.ndarray:
        """What lies at ranks if every value fills the way to its neighbours evenly.

        So ranks of a few whole numbers do not jump from one to the next.
        """
        halfway = (self.values[1:] + self.values[:-1]) / 2
        edges = np.concatenate([self.values[:1], halfway, self.values[-1:]])
        return np.interp(ranks, np.append(0, self.times.cumsum() / self.n), edges)

    def _at(self, k: np.ndarray) -> np.ndarray:
        return self.values[np.searchsorted(self.times.cumsum(), k, side="right")]


def counts_of(rows: pl.LazyFrame, value: str, by: str) -> dict[str, Counts]:
    """A column's values for each `by`, of rows or of counted ones."""
    times = pl.col(TIMES).sum() if is_counted(rows) else pl.len()
    seen = rows.group_by(by, value).agg(n=times).sort(by, value).collect(engine="streaming")
    parts = seen.partition_by(by, as_dict=True)
    return {
        str(key): Counts(part[value].to_numpy().astype(float), part["n"].to_numpy().astype(float))
        for (key,), part in parts.items()
    }


def mean_of_winners(rows: pl.LazyFrame, value: str) -> float | None:
    """A column's mean over wins, shared ones in parts: each game counts once. None without any."""
    times, part = pl.len(), pl.col("win")
    if is_counted(rows):  # older runs have places only beside what they counted
        times, part = pl.col(TIMES).sum(), pl.coalesce(part, pl.col("place") == 1)
    won = rows.with_columns(win=part).filter(pl.col("win") > 0).group_by(value, "win").agg(n=times)
    seen = won.sort(value, "win").collect(engine="streaming")
    values, win, n = (seen[name].to_numpy().astype(float) for name in (value, "win", "n"))
    return float(values @ (win * n) / (win @ n)) if len(seen) else None


def is_counted(rows: pl.LazyFrame) -> bool:
    return TIMES in rows.collect_schema()

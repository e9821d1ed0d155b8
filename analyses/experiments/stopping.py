"""Confidence sequences: intervals that hold however often one looks, so a run may stop by them.

For a share, the empirical-Bernstein sequence with predictable weights of Waudby-Smith and Ramdas
("Estimating means of bounded random variables by betting", 2024): it holds for every sample size
at once, whatever the distribution within 0 and 1. For a mean without bounds, the asymptotic
sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), from START observations on.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from analyses.experiments.designs import ALL
from analyses.experiments.experiment import Experiment

ALPHA = 0.05
LOUDEST = 0.5  # the largest weight of one observation
START = 100  # observations before a sequence for unbounded means says anything
LOOK = 256  # deals between two looks
WATCHED = ("game", "deal", "line_up", "same", "forbids", "seat", "strategy", "win")  # columns


@dataclass
class ShareSequence:
    """The running interval of the mean of numbers within 0 and 1."""

    n: int = 0
    total: float = 0.5  # of the observations and one imagined half
    spread: float = 0.25  # of squared distances to the running mean, and one imagined
    weights: float = 0.0
    weighted: float = 0.0
    slack: float = 0.0

    def update(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Takes more observations; the interval after each of them."""
        t = self.n + np.arange(1, len(values) + 1)
        totals = self.total + np.cumsum(values)
        means = totals / (t + 1)
        spreads = self.spread + np.cumsum((values - means) ** 2)
        means_before = np.concatenate([[self.total / (self.n + 1)], means[:-1]])
        variance_before = np.concatenate([[self.spread], spreads[:-1]]) / t
        weight = np.sqrt(2 * math.log(2 / ALPHA) / (variance_before * t * np.log1p(t)))
        weight = np.minimum(weight, LOUDEST)
        weights = self.weights + np.cumsum(weight)
        weighted = self.weighted + np.cumsum(weight * values)
        cost = (values - means_before) ** 2 * (-np.log1p(-weight) - weight)
        slack = self.slack + np.cumsum(cost)
        self.n += len(values)
        if len(values):
            self.total, self.spread = float(totals[-1]), float(spreads[-1])
            self.weights, self.weighted = float(weights[-1]), float(weighted[-1])
            self.slack = float(slack[-1])
        centre, reach = weighted / weights, (math.log(2 / ALPHA) + slack) / weights
        return np.clip(centre - reach, 0, 1), np.clip(centre + reach, 0, 1)


def mean_sequence(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The running interval of a mean after each observation; unbounded before START."""
    t = np.arange(1, len(values) + 1)
    mean = np.cumsum(values) / t
    variance = np.maximum(np.cumsum((values - values[:1]) ** 2) / t - (mean - values[:1]) ** 2, 0)
    rho2 = _tightest_at(START)
    reach = np.sqrt(variance * 2 * (t * rho2 + 1) / (t**2 * rho2))
    reach *= np.sqrt(np.log(np.sqrt(t * rho2 + 1) / ALPHA))
    reach = np.where(t < START, np.inf, reach)
    return mean - reach, mean + reach


def _tightest_at(n: int) -> float:
    """The parameter that makes the asymptotic sequence narrowest near n observations."""
    log = -2 * math.log(ALPHA)
    return (log + math.log(log + 1)) / n


@dataclass
class Stopping:
    """Watches the rows of an experiment and says after how many games every interval is narrow.

    What is watched: the win share of each strategy in each mixed line-up, or of each seat where
    one strategy plays them all; one observation per deal. Looks are LOOK deals apart, wherever
    blocks of games begin and end, so the answer does not depend on how the games were played.
    """

    experiment: Experiment
    sequences: dict[tuple, ShareSequence] = field(default_factory=dict)
    held: list[pl.DataFrame] = field(default_factory=list)
    deals: int = 0

    def feed(self, rows: pl.DataFrame) -> int | None:
        """Takes the next rows in order; the number of games that suffices, once it is reached."""
        self.held.append(rows)
        complete = int(rows["game"][-1] + 1) // self.experiment.games_per_deal
        if complete < self.deals + LOOK:
            return None
        waiting = pl.concat(self.held)
        for look in range(self.deals + LOOK, complete + 1, LOOK):
            new = waiting.filter(pl.col("deal").is_between(self.deals, look, closed="left"))
            self.deals = look
            if self._widest(new) <= 2 * (self.experiment.until or 0):
                return look * self.experiment.games_per_deal
        self.held = [waiting.filter(pl.col("deal") >= self.deals)]
        return None

    def _widest(self, rows: pl.DataFrame) -> float:
        widest = 0.0
        for key, values in watched(rows):
            low, high = self.sequences.setdefault(key, ShareSequence()).update(values)
            widest = max(widest, float(high[-1] - low[-1]))
        return widest


def watched(rows: pl.DataFrame) -> Iterator[tuple[tuple, np.ndarray]]:
    """Each share that a run is about, with its value in every deal."""
    plain = rows.filter((pl.col("same") == ALL) & (pl.col("forbids") == ""))
    several = pl.col("strategy").n_unique().over("line_up") > 1
    who = (
        pl.when(several)
        .then(pl.col("strategy").cast(pl.String))
        .otherwise(pl.format("seat {}", "seat"))
    )
    per_deal = (
        plain.with_columns(who=who).group_by("line_up", "who", "deal").agg(pl.col("win").mean())
    )
    parts = per_deal.sort("deal").partition_by("line_up", "who", as_dict=True)
    for key in sorted(parts, key=str):
        yield key, parts[key]["win"].to_numpy()

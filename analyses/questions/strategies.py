"""Which strategy wins how often; is one dominant, or dominated, or do they go in circles?"""

import math

import numpy as np
import polars as pl

from analyses.findings.finding import Finding, Table, percent, percent_range, percent_told
from analyses.findings.question import SEVERAL, Question
from analyses.findings.sample import MIXED, PLAIN, Sample
from analyses.findings.verdicts import Scale
from analyses.statistics.estimate import Rising, Share
from analyses.statistics.intervals import (
    clustered,
    mean_interval,
    seen,
    share_interval,
    with_interval,
)
from analyses.statistics.ratings import dominated, elo, nash_average

SHARES = ("estimate", "low", "high", "even", "nash")
COLUMNS = ("strategy", "estimate", "low", "high", "even", "rows")
GROUPS = 20  # of deals, for the intervals of ratings: each is left out once


def find(sample: Sample) -> Finding:
    if not sample.mixed:
        return _only_one(sample)
    even = sample.even
    table = _shares(sample.contests, even)
    best = table.row(0, named=True)
    share = Share.of(best)
    payoffs = Payoffs(sample)
    tables = [
        Table("shares", "Win share per seat", table.select(COLUMNS), SHARES),
        _ratings(sample),
    ]
    if payoffs.is_complete:
        tables += [payoffs.table(), payoffs.nash_table()]
    return QUESTION.finding(
        sample,
        f"{best['strategy']} wins most: {percent(share.value)} of the games per seat"
        f" ({percent_range(*share.interval())}); an even share is {percent(even)}."
        f"{payoffs.dominated_told()}",
        estimate=share,
        measure=Rising(share, lambda wins: worth_in_players(wins, even)),
        unit="share",
        power=seen("a win share", best["error"], best["deals"]),
        tables=tuple(tables),
        notes=(
            "A shared win counts as a fraction; every line-up takes all its seatings in turn."
            " Shares and payoffs are those of players alone against other strategies.",
        ),
    )


def worth_in_players(share: float, even: float) -> float:
    """How many players at an even share would win as often together: its odds over even odds.

    Where each of n - 1 others counts as one player, who counts as w wins w / (w + n - 1). Unlike a
    distance from the even share, this has no ceiling that depends on the number of players.
    """
    return share / (1 - share) * (1 - even) / even if share < 1 else math.inf


def _only_one(sample: Sample) -> Finding:
    names = sample.cells["strategy"].list.first().unique(maintain_order=True).to_list()
    who = f"{names[0]} plays every seat" if len(names) == 1 else "Each strategy meets only itself"
    share = percent(sample.even)
    told = f"{who}, so a player's share is {share} by design; a mixed line-up would compare them."
    if sample.players == 1:
        won = clustered(sample.plain, "strategy", pl.col("win"))
        table = with_interval(won, share_interval).with_columns(pl.col("strategy").cast(pl.String))
        told = "; ".join(
            f"{row['strategy']} wins {percent_told(Share.of(row))}"
            for row in table.iter_rows(named=True)
        )
        shown = Table("won", "Games won", table.drop("error", "deals"), SHARES)
        return QUESTION.finding(sample, f"{told}.", tables=(shown,))
    shown = Table("names", "Strategies", pl.DataFrame({"strategy": names}))
    return QUESTION.finding(sample, told, tables=(shown,))


def _shares(rows: pl.LazyFrame, even: float) -> pl.DataFrame:
    table = with_interval(clustered(rows, "strategy", pl.col("win")), share_interval)
    named = table.with_columns(even=pl.lit(even), strategy=pl.col("strategy").cast(pl.String))
    return named.sort("estimate", descending=True)


def _ratings(sample: Sample) -> Table:
    """Plackett–Luce ratings of whole finishing orders, in the points chess players use."""
    rows = sample.some(sample.of(*sample.mixed))
    names = rows.select(pl.col("strategy").cast(pl.String).unique().sort()).collect().to_series()
    number = pl.col("strategy").cast(pl.String).replace_strict(names, range(len(names)))
    games = rows.with_columns(s=number.cast(pl.Int64), g=pl.col("deal") % GROUPS)
    # Equal places in the order of a hash, which favours nobody.
    order = pl.col("s").sort_by("place", pl.struct("game", "seat").hash(seed=1))
    seen = games.group_by("game").agg(order.alias("order"), pl.col("g").first())
    counts = seen.group_by("order", "g").agg(n=pl.len()).sort("order", "g").collect()
    orders = np.array(counts["order"].to_list())
    n, group = counts["n"].to_numpy().astype(float), counts["g"].to_numpy()
    whole, errors, known = elo(orders, n, group, len(names))
    low, high = mean_interval(whole, errors, known)
    frame = pl.DataFrame({"strategy": names, "rating": whole, "from": low, "to": high})
    return Table("ratings", "Ratings from finishing orders", frame.sort("rating", descending=True))


class Payoffs:
    """What one of each strategy wins at a table of each other one, on the same deals."""

    def __init__(self, sample: Sample) -> None:
        self.even, self.names = sample.even, self._names(sample)
        n = len(self.names)
        self.payoff = np.full((n, n), np.nan)
        np.fill_diagonal(self.payoff, self.even)
        self._per_deal: dict[tuple[int, int], pl.DataFrame] = {}
        alone = pl.len().over("game", "strategy") == 1
        for cell in sample.cells.filter(PLAIN).iter_rows(named=True):
            if len(cell["strategy"]) == 2:
                rows = sample.of(cell["line_up"]).filter(alone)
                self._note(rows, [str(name) for name in cell["strategy"]])
        self.is_complete = n > 1 and not np.isnan(self.payoff).any()

    @staticmethod
    def _names(sample: Sample) -> list[str]:
        mixed = sample.cells.filter(PLAIN & (pl.col("strategy").list.len() > 1))
        return mixed["strategy"].explode().cast(pl.String).unique(maintain_order=True).to_list()

    def _note(self, rows: pl.LazyFrame, pair: list[str]) -> None:
        wins = rows.group_by("deal", "strategy").agg(pl.col("win").mean()).sort("deal").collect()
        for name, other in (pair, pair[::-1]):
            mine = wins.filter(pl.col("strategy") == name).select("deal", "win")
            if len(mine):
                key = self.names.index(name), self.names.index(other)
                self.payoff[key] = mine["win"].mean()
                self._per_deal[key] = mine

    def table(self) -> Table:
        columns = {f"against {name}": self.payoff[:, k] for k, name in enumerate(self.names)}
        frame = pl.DataFrame({"strategy": self.names, **columns})
        return Table("payoffs", "Win share alone at a table of another", frame, tuple(columns))

    def nash_table(self) -> Table:
        weights = nash_average(self.payoff)
        frame = pl.DataFrame({"strategy": self.names, "nash": weights})
        return Table(
            "nash", "Mixture nobody beats (Nash)", frame.sort("nash", descending=True), SHARES
        )

    def dominated_told(self) -> str:
        """Names every strategy that another one surely beats in all respects."""
        if not self.is_complete:
            return ""
        n = len(self.names)
        low = np.full((n, n, n), np.nan)
        for b in range(n):
            for a in range(n):
                for c in range(n):
                    if a != b and c not in (a, b):
                        low[b, a, c] = self._surely_more(b, a, c)
                if a != b:
                    low[b, a, a] = self._surely_above(b, a)
        losers = sorted({self.names[a] for a, _ in dominated(low)})
        return f" Dominated: {', '.join(losers)}." if losers else " None is dominated."

    def _surely_more(self, b: int, a: int, c: int) -> float:
        """The lower end of what b wins more than a against c, deal by deal."""
        pairs = self._per_deal[b, c].join(self._per_deal[a, c], on="deal", suffix="_a")
        return _lower((pairs["win"] - pairs["win_a"]).to_numpy())

    def _surely_above(self, b: int, a: int) -> float:
        return _lower(self._per_deal[b, a]["win"].to_numpy() - self.even)


def _lower(values: np.ndarray) -> float:
    if len(values) < 2:
        return -np.inf
    error = values.std(ddof=1) / np.sqrt(len(values))
    return float(mean_interval(values.mean(), error, len(values))[0])


QUESTION = Question(
    name="strategies",
    place=10,
    heading="Strategies",
    question="Which strategy wins how often?",
    measure="games won by the best strategy, per seat",
    scale=Scale(
        "how many players with even shares the best strategy wins for", 1.25, 3, unit="players"
    ),
    find=find,
    judged=SEVERAL,
    reads=(MIXED,),
    design="round-robin",
    gauge="dominance",
)

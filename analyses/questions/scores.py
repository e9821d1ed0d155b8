"""How high are the scores, how wide is their spread, how clear is a win?"""

import numpy as np
import polars as pl

from analyses.experiments.experiment import SUMS
from analyses.experiments.sums import asked
from analyses.findings.finding import Finding, Table, number_range
from analyses.findings.question import KEPT, SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import say
from analyses.statistics.counts import counts_of, mean_of_winners
from analyses.statistics.estimate import NOTHING, Estimate, Quantity
from analyses.statistics.intervals import (
    as_skewed,
    clustered,
    mean_interval,
    pulls,
    with_interval,
)
from analyses.statistics.order import sort_rows
from analyses.statistics.ranks import Ranks, ReadOff

MANY = 10  # points: of more, decimals tell nothing


def find(sample: Sample) -> Finding:
    rows = asked(sample.typical, "score").with_columns(strategy=pl.lit("all"))
    tables = [_spread(rows)]
    plain = asked(sample.plain, "score")
    if _n_strategies(plain) > 1:
        tables.append(_spread(plain.with_columns(pl.col("strategy").cast(pl.String))))
    overall = tables[0].row(0, named=True)
    leads = _leads(sample)
    score, lead = Estimate.of(overall), _lead(leads)
    winner = mean_of_winners(rows, "score")
    margin = _lead_told(lead, overall["p95"] - overall["p5"])
    told = _scores_told(score, overall, winner, sample.sides)
    return QUESTION.finding(
        sample,
        margin or told,
        [told] if margin else [],
        estimate=score,
        measure=_relative(lead, leads, rows),
        unit="points",
        tables=(Table("scores", "Scores", pl.concat(tables).drop("error", "deals")),),
        notes=(say("'all' is {line_up}.", line_up=sample.typical_name),),
    )


def _n_strategies(frame: pl.LazyFrame) -> int:
    return frame.select(pl.col("strategy").n_unique()).collect(engine="streaming").item()


def _spread(frame: pl.LazyFrame) -> pl.DataFrame:
    """A row per strategy, the best first."""
    means = with_interval(clustered(frame, "strategy", pl.col("score")), mean_interval)
    rows = [
        (name, seen.deviation, seen.quantile(0.05), seen.median, seen.quantile(0.95))
        for name, seen in counts_of(frame, "score", "strategy").items()
    ]
    figures = dict.fromkeys(("deviation", "p5", "median", "p95"), pl.Float64)
    spread = pl.DataFrame(rows, schema={"strategy": pl.String, **figures}, orient="row")
    joined = means.drop("rows").join(spread, on="strategy")
    first = ["strategy", "estimate", "low", "high"]
    best_first = sort_rows(joined, -pl.col("estimate"), "strategy")
    return best_first.select(*first, pl.exclude(first))


def _leads(sample: Sample) -> pl.LazyFrame | None:
    """The first score minus the second, of games."""
    if sample.sides == 1:
        return None
    if sample.keeps == SUMS:
        return sample.once("lead")
    best = pl.col("score").top_k(2)
    games = sample.some(sample.typical).group_by("game", "deal")
    return games.agg(lead=best.max() - best.min())


def _lead(leads: pl.LazyFrame | None) -> Estimate | None:
    if leads is None:
        return None
    table = clustered(leads.with_columns(who=pl.lit("all")), "who", pl.col("lead"))
    return Estimate.of(table.row(0, named=True))


def _lead_told(lead: Estimate | None, width: float) -> str:
    """The margin, beside how far scores lie apart anyway."""
    told = (
        "The winner is {lead:.0f} points ahead of the second; nine scores in ten lie within"
        " {width:.0f} points."
    )
    close = (
        "The winner is {lead:.1f} points ahead of the second; nine scores in ten lie within"
        " {width:.0f} points."
    )
    if lead is None:
        return ""
    return say(told if lead.value >= MANY else close, lead=lead.value, width=width)


def _scores_told(score: Estimate, overall: dict, winner: float | None, sides: int) -> str:
    """Of one player, or of all who play together, there is no winner beside them."""
    told = (
        "Players score {score:.1f} on average ({ends}), nine in ten between {low:.0f} and"
        " {high:.0f}; winners score {winner:.1f}."
    )
    nobody = (
        "Players score {score:.1f} on average ({ends}), nine in ten between {low:.0f} and"
        " {high:.0f}; nobody wins."
    )
    alone = (
        "Players score {score:.1f} on average ({ends}), nine in ten between {low:.0f} and"
        " {high:.0f}."
    )
    return say(
        nobody if winner is None else alone if sides == 1 else told,
        score=score.value,
        ends=number_range(*score.interval()),
        low=overall["p5"],
        high=overall["p95"],
        winner=winner,
    )


def _relative(lead: Estimate | None, leads: pl.LazyFrame | None, scores: pl.LazyFrame) -> Quantity:
    """The lead over the width that holds nine scores in ten, both as games show them."""
    if lead is None or leads is None:
        return NOTHING
    ranks = Ranks(counts_of(scores, "score", "strategy")["all"], (0.05, 0.95))
    centre = (*ranks.shares, lead.value)
    value = float(_over_width(ranks, np.array([centre]).T)[0])
    if not np.isfinite(value):
        return NOTHING
    widths = pulls(scores, *ranks.beyond("score"))
    drawn = pulls(leads, pl.col("lead"))  # of the first games only, where there are many
    both = widths.join(drawn, on="deal", how="left", suffix="_lead", maintain_order="left")
    pulled = both.drop("deal").fill_null(0.0).to_numpy()

    def moved(cases: np.ndarray) -> np.ndarray:
        far = lead.value + as_skewed(cases[2] - lead.value, pulled[:, 2])
        return _over_width(ranks, np.array([*cases[:2], far.clip(0)]))

    return ReadOff(value, moved, centre, pulled)


def _over_width(ranks: Ranks, moved: np.ndarray) -> np.ndarray:
    """Of ranks and leads, for each case."""
    low, high = ranks.at(moved[:2])
    width = np.subtract(high, low, out=np.zeros_like(high), where=high > low)  # both may be endless
    return np.where(width > 0, moved[2] / np.where(width > 0, width, 1), np.inf)


QUESTION = Question(
    name="scores",
    place=30,
    heading="Scores",
    question="How high are the scores, how far apart, and how close are the finishes?",
    measure="mean score of a player",
    # A third with two players, a fifth with four, where scores do not depend on each other
    scale=Scale("winning margin, in percent of the range of nine scores in ten", 0.4, 0.6),
    find=find,
    judged=SEVERAL,
    needs=KEPT,
    metric="margin",
    of_equals=True,
)

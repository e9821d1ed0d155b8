"""How high are the scores, how wide is their spread, how clear is a win?

A win is clear if its margin is large next to how far the scores of that game lie apart anyway. So
the margin is taken as a part of the distance from the first to the last, and judged next to what
scores that know nothing of each other give for as many players. With two players the margin is that
distance, and with two values of the score it is all or nothing: neither is judged.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from analyses.experiments.experiment import ROWS, SUMS
from analyses.experiments.sums import asked
from analyses.findings.finding import (
    Finding,
    Table,
    number_range,
    whole_percent,
    whole_range,
)
from analyses.findings.question import KEPT, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import FACT, Scale
from analyses.language import figure, say
from analyses.statistics.counts import Counts, counts_of, mean_of_winners
from analyses.statistics.estimate import NOTHING, Estimate, Exactly, Quantity, Unpaired
from analyses.statistics.intervals import clustered, mean_interval, pulls, with_interval
from analyses.statistics.order import sort_rows
from analyses.statistics.ranks import Ranks, ReadOff
from simulator.doors import call

JUDGED = range(3, 100)  # players
MANY = 10  # points: of more, decimals tell nothing
# The median margin over the median distance from first to last, of independent normal scores, by
# players: tests/test_scores.py draws a million games of each. Of more players it is the last.
NEUTRAL = {3: 0.434, 4: 0.296, 5: 0.234, 6: 0.199, 7: 0.176, 8: 0.159, 9: 0.147, 10: 0.137}
UNJUDGED_TWO = "With two players the margin is not judged: it is the whole distance between them."
UNJUDGED_VALUES = "Scores take only two values, so the margin is not judged."
UNJUDGED_SUMS = "The margin is not judged: it needs every single game ({call!s})."


@dataclass(frozen=True)
class Margin:
    """The median lead of the winner, and what part of the distance to the last it is."""

    points: float
    part: Quantity = NOTHING
    neutral: float = 0.0
    unjudged: str = ""  # why it is not

    @property
    def measure(self) -> Quantity:
        return NOTHING if self.part is NOTHING else Unpaired(self.part, Exactly(self.neutral))


def judge(sample: Sample) -> Quantity:
    margin = _margin(sample)
    return margin.measure if margin else NOTHING


def find(sample: Sample) -> Finding:
    rows = asked(sample.typical, "score").with_columns(strategy=pl.lit("all"))
    tables = [_spread(rows)]
    plain = asked(sample.plain, "score")
    if _n_strategies(plain) > 1:
        tables.append(_spread(plain.with_columns(pl.col("strategy").cast(pl.String))))
    overall = tables[0].row(0, named=True)
    score, margin = Estimate.of(overall), _margin(sample)
    told = _scores_told(score, overall, mean_of_winners(rows, "score"), sample.sides)
    notes = [say("'all' is {line_up}.", line_up=sample.typical_name)]
    if margin and margin.unjudged:
        notes.append(margin.unjudged)
    return QUESTION.finding(
        sample,
        _margin_told(margin) if margin else told,
        [told] if margin else [],
        estimate=score,
        measure=margin.measure if margin else NOTHING,
        verdict=FACT if margin and margin.unjudged else "",
        unit="points",
        tables=(Table("scores", "Scores", pl.concat(tables).drop("error", "deals")),),
        notes=tuple(notes),
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


def _margin(sample: Sample) -> Margin | None:
    """None where nobody wins over others."""
    if sample.sides == 1:
        return None
    games = _games(sample)
    lead = _counts(games, "lead")
    points = float(lead.between(np.array(0.5)))
    if sample.keeps == SUMS:
        return Margin(points, unjudged=say(UNJUDGED_SUMS, call=call("simulate", kept=ROWS)))
    if sample.players == 2:
        return Margin(points, unjudged=say(UNJUDGED_TWO))
    if _n_values(sample) <= 2:
        return Margin(points, unjudged=say(UNJUDGED_VALUES))
    distance = _counts(games, "distance")
    part = _part(games, Ranks(lead, (0.5,)), Ranks(distance, (0.5,)))
    return Margin(points, part, NEUTRAL[min(sample.players, max(NEUTRAL))])


def _games(sample: Sample) -> pl.LazyFrame:
    """The first score minus the second, and minus the last, of games; counts have the first."""
    if sample.keeps == SUMS:
        return sample.once("lead")
    score, best = pl.col("score"), pl.col("score").top_k(2)
    games = sample.some(sample.typical).group_by("game", "deal")
    return games.agg(lead=best.max() - best.min(), distance=score.max() - score.min())


def _counts(games: pl.LazyFrame, name: str) -> Counts:
    return counts_of(games.with_columns(who=pl.lit("all")), name, "who")["all"]


def _n_values(sample: Sample) -> int:
    return asked(sample.typical, "score").select(pl.col("score").n_unique()).collect().item()


def _part(games: pl.LazyFrame, lead: Ranks, distance: Ranks) -> Quantity:
    """The median margin over the median distance."""
    pulled = pulls(games, *lead.beyond("lead"), *distance.beyond("distance")).drop("deal")

    def over(moved: np.ndarray) -> np.ndarray:
        """Each lies within what games show, or anywhere: the margin is no more than the rest."""
        (low, high), is_known = moved, ((moved >= 0) & (moved <= 1)).all(axis=0)
        margin, far = lead.seen.between(low), distance.seen.between(high)
        part = np.divide(margin, far, out=np.zeros_like(far), where=far > 0)
        anything = np.where(low > high, 1.0, 0.0)
        return np.where(is_known, part, anything)

    centre = (0.5, 0.5)
    value = float(over(np.array([centre]).T)[0])
    return ReadOff(value, over, centre, pulled.to_numpy())


def _margin_told(margin: Margin) -> str:
    """With the part of the distance that it is, if that is judged."""
    plain = "The median winning margin is {points} points."
    told = (
        "The median winning margin is {points} points. That is {part} of the gap between first and"
        " last place ({ends}); it would be {neutral} if scores were unrelated."
    )
    same = (
        "The median winning margin is {points} points. That is {part} of the gap between first and"
        " last place; it would be {neutral} if scores were unrelated."
    )
    points = figure(margin.points, ".0f" if margin.points >= MANY else ".1f")
    if margin.part is NOTHING:
        return say(plain, points=points)
    ends = margin.part.interval()
    return say(
        told if len({*map(whole_percent, ends)}) > 1 else same,
        points=points,
        part=whole_percent(margin.part.value),
        ends=whole_range(*ends),
        neutral=whole_percent(margin.neutral),
    )


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


QUESTION = Question(
    name="scores",
    place=30,
    heading="Scores",
    question="How high are the scores, how far apart, and how close are the finishes?",
    measure="mean score of a player",
    scale=Scale(
        "winning margin in percent of the distance from first to last, above that of unrelated"
        " scores, in percentage points",
        0.2,
        0.35,
        in_points=True,
    ),
    find=find,
    judged=JUDGED,
    needs=KEPT,
    metric="margin",
    judge=judge,
    of_equals=True,
)

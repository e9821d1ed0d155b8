"""How high are the scores, how wide is their spread, how clear is a win?"""

import polars as pl

from analyses.experiments.experiment import SUMS
from analyses.experiments.sums import asked
from analyses.findings.finding import Finding, Table, number_range
from analyses.findings.question import KEPT, SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import say
from analyses.statistics.counts import counts_of
from analyses.statistics.estimate import NOTHING, Estimate, Quantity, Rising
from analyses.statistics.intervals import clustered, mean_interval, with_interval


def find(sample: Sample) -> Finding:
    rows = asked(sample.typical, "score").with_columns(strategy=pl.lit("all"))
    tables = [_spread(rows)]
    plain = asked(sample.plain, "score")
    if _n_strategies(plain) > 1:
        tables.append(_spread(plain.with_columns(pl.col("strategy").cast(pl.String))))
    overall = tables[0].row(0, named=True)
    score, lead = Estimate.of(overall), _lead(sample)
    winners = counts_of(rows.filter(pl.col("place") == 1), "score", "strategy")
    winner = winners["all"].mean if winners else None
    return QUESTION.finding(
        sample,
        f"{_scores_told(score, overall, winner)} {_lead_told(lead)}".strip(),
        estimate=score,
        measure=_relative(lead, overall["p95"] - overall["p5"]),
        unit="points",
        claim=_lead_told(lead),
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
    return joined.sort("estimate", descending=True).select(*first, pl.exclude(first))


def _lead(sample: Sample) -> Estimate | None:
    """The first score minus the second, over games."""
    if sample.sides == 1:
        return None
    leads = sample.once("lead") if sample.keeps == SUMS else _leads(sample.some(sample.typical))
    table = clustered(leads.with_columns(who=pl.lit("all")), "who", pl.col("lead"))
    return Estimate.of(table.row(0, named=True))


def _leads(rows: pl.LazyFrame) -> pl.LazyFrame:
    best = pl.col("score").top_k(2)
    return rows.group_by("game", "deal").agg(lead=best.max() - best.min())


def _lead_told(lead: Estimate | None) -> str:
    return (
        ""
        if lead is None
        else say("The first leads the second by {lead:.1f} points.", lead=lead.value)
    )


def _scores_told(score: Estimate, overall: dict, winner: float | None) -> str:
    told = (
        "A player scores {score:.1f} on average ({ends}), nine in ten between {low:.0f} and"
        " {high:.0f}; the winner {winner:.1f}."
    )
    nobody = (
        "A player scores {score:.1f} on average ({ends}), nine in ten between {low:.0f} and"
        " {high:.0f}; nobody wins."
    )
    return say(
        nobody if winner is None else told,
        score=score.value,
        ends=number_range(*score.interval()),
        low=overall["p5"],
        high=overall["p95"],
        winner=winner,
    )


def _relative(lead: Estimate | None, width: float) -> Quantity:
    if lead is None or width <= 0:
        return NOTHING
    return Rising(lead, lambda points: points / width)


QUESTION = Question(
    name="scores",
    place=30,
    heading="Scores",
    question="How high are the scores, how wide is their spread, how clear is a win?",
    measure="points of a player",
    # A third with two players, a fifth with four, where scores do not depend on each other
    scale=Scale(
        "the winner's lead over the second, over the width that holds nine scores in ten", 0.4, 0.6
    ),
    find=find,
    judged=SEVERAL,
    needs=KEPT,
    gauge="margin",
)

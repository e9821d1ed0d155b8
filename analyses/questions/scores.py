"""How high are the scores, how wide is their spread, how clear is a win?"""

import polars as pl

from analyses.findings.finding import Finding, Table, number_range
from analyses.findings.question import SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import say
from analyses.statistics.estimate import NOTHING, Estimate, Quantity, Rising
from analyses.statistics.intervals import clustered, mean_interval, with_interval


def find(sample: Sample) -> Finding:
    rows = sample.typical
    tables = [_spread(rows.with_columns(strategy=pl.lit("all")))]
    if _n_strategies(sample.plain) > 1:
        tables.append(_spread(sample.plain.with_columns(pl.col("strategy").cast(pl.String))))
    overall = tables[0].row(0, named=True)
    score, lead = Estimate.of(overall), _lead(sample)
    winner = rows.filter(pl.col("place") == 1).select(pl.col("score").mean()).collect().item()
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
    score = pl.col("score")
    spread = frame.group_by("strategy").agg(
        deviation=score.std(),
        p5=score.quantile(0.05, "nearest"),
        median=score.median(),
        p95=score.quantile(0.95, "nearest"),
    )
    joined = means.drop("rows").join(spread.collect(engine="streaming"), on="strategy")
    first = ["strategy", "estimate", "low", "high"]
    return joined.sort("estimate", descending=True).select(*first, pl.exclude(first))


def _lead(sample: Sample) -> Estimate | None:
    """The first score minus the second, over games."""
    if sample.sides == 1:
        return None
    best = pl.col("score").top_k(2)
    games = sample.some(sample.typical).group_by("game", "deal")
    leads = games.agg(lead=best.max() - best.min(), who=pl.lit("all"))
    return Estimate.of(clustered(leads, "who", pl.col("lead")).row(0, named=True))


def _lead_told(lead: Estimate | None) -> str:
    return "" if lead is None else say("The first leads the second by {lead:.1f}.", lead=lead.value)


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
    gauge="margin",
)

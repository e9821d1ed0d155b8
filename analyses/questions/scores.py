"""How high are the scores, how wide is their spread, how clear is a win?"""

import polars as pl

from analyses.findings.finding import Finding, Table, number_range
from analyses.findings.question import SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
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
    told_winner = "; nobody wins" if winner is None else f"; the winner {winner:.1f}"
    return QUESTION.finding(
        sample,
        f"A player scores {score.value:.1f} on average"
        f" ({number_range(*score.interval())}), nine in ten between"
        f" {overall['p5']:.0f} and {overall['p95']:.0f}{told_winner}.{_lead_told(lead)}",
        estimate=score,
        measure=_relative(lead, overall["p95"] - overall["p5"]),
        unit="points",
        claim=_lead_told(lead).strip(),
        tables=(Table("scores", "Scores", pl.concat(tables).drop("error", "deals")),),
        notes=(f"'all' is {sample.typical_name}.",),
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
    return "" if lead is None else f" The first leads the second by {lead.value:.1f}."


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

"""How long is a game?"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from analyses.findings.finding import Finding, Table, number_range
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import say
from analyses.statistics.estimate import NOTHING, Estimate, Interval, Quantity, in_figures
from analyses.statistics.intervals import clustered, student

BARS = 40  # of a histogram, at most
FEW = 100  # games: no tail can be seen in fewer


def find(sample: Sample) -> Finding:
    seconds = QUESTION.setting(sample, "seconds")
    forced = pl.col("forced").sum().over("game")
    once = sample.typical.with_columns(
        minutes=(pl.col("decisions") - forced).cast(pl.Float64) * seconds / 60
    ).filter(pl.col("seat") == 1)
    means = {what: _mean(once, what) for what in ("rounds", "decisions", "minutes")}
    rows = [_row(once, what, mean) for what, mean in means.items()]
    table = pl.concat(rows, how="vertical_relaxed")
    mean, spread = means["rounds"], table.row(0, named=True)
    return QUESTION.finding(
        sample,
        say(
            "A game takes {mean:.1f} rounds on average ({ends}); half end within {median:.0f}, 95"
            " in 100 within {p95:.0f}. At {seconds:g} seconds for each choice that is {minutes:.0f}"
            " minutes.",
            mean=mean.value,
            ends=number_range(*mean.interval()),
            median=spread["median"],
            p95=spread["p95"],
            seconds=seconds,
            minutes=means["minutes"].value,
        ),
        estimate=mean,
        measure=_tail(once, spread["median"]),
        unit="rounds",
        tables=(Table("length", "Length", table), _by_length(once)),
        notes=(
            say(
                "Games of {line_up}. How long people take for a decision is an assumption,"
                " 'seconds' of [verdicts.length] in an experiment file; one that leaves no choice"
                " takes no time.",
                line_up=sample.typical_name,
            ),
        ),
    )


def _mean(once: pl.LazyFrame, what: str) -> Estimate:
    mean = clustered(once.with_columns(who=pl.lit("all")), "who", pl.col(what))
    return Estimate.of(mean.row(0, named=True))


def _row(once: pl.LazyFrame, what: str, mean: Estimate) -> pl.DataFrame:
    value, columns = pl.col(what), ["measure", "estimate", "low", "high"]
    shown = pl.DataFrame([(what, *in_figures(mean))], schema=columns, orient="row")
    spread = once.select(
        min=value.min(), median=value.median(), p95=value.quantile(0.95, "nearest"), max=value.max()
    ).collect(engine="streaming")
    return pl.concat([shown, spread], how="horizontal")


def _by_length(once: pl.LazyFrame) -> Table:
    """Shares of games, by rounds or, where there are many, by as many rounds together as needed."""
    counts = once.group_by("rounds").agg(games=pl.len()).collect(engine="streaming")
    low, high = counts["rounds"].min(), counts["rounds"].max()
    step = (high - low) // BARS + 1  # type: ignore[operator]
    first = (pl.col("rounds").cast(pl.Int64) - low) // step * step + low
    bars = counts.group_by(first.alias("from round")).agg(pl.col("games").sum()).sort("from round")
    frame = bars.select(
        "from round",
        (pl.col("from round") + step - 1).alias("to round"),
        "games",
        share=pl.col("games") / pl.col("games").sum(),
    )
    return Table("games", "Games by length", frame, ("share",))


def _tail(once: pl.LazyFrame, median: float) -> Quantity:
    rounds = once.select("rounds").collect(engine="streaming")
    return Tail(rounds, median) if len(rounds) >= FEW else NOTHING


@dataclass(frozen=True)
class Tail:
    """How much longer than the median the 95th game of 100 is; its interval is that of a rank."""

    rounds: pl.DataFrame  # of every game
    median: float

    @property
    def value(self) -> float:
        return self._longer(0.95)[0]

    def interval(self, tests: float = 1) -> Interval:
        n = len(self.rounds)
        reach = float(student(np.asarray(n), tests)) * (0.95 * 0.05 / n) ** 0.5
        return Interval(*self._longer(max(0.0, 0.95 - reach), min(1.0, 0.95 + reach)))

    def _longer(self, *ranks: float) -> list[float]:
        lengths = self.rounds.lazy().select(
            pl.col("rounds").quantile(rank, "nearest").alias(str(k)) for k, rank in enumerate(ranks)
        )
        return [length / self.median - 1 for length in lengths.collect(engine="streaming").row(0)]


QUESTION = Question(
    name="length",
    place=60,
    heading="Length",
    question="How long is a game?",
    measure="rounds of a game",
    scale=Scale("how much longer than the median one game in twenty takes, over it", 0.5, 1),
    find=find,
    gauge="length_p95",
    settings={"seconds": 10.0},
)

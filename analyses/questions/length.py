"""How long is a game?"""

from typing import Any

import numpy as np
import polars as pl

from analyses.experiments.experiment import SUMS
from analyses.findings.finding import Finding, Table, number_range
from analyses.findings.question import KEPT, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import count, say, word
from analyses.statistics.counts import Counts, counts_of
from analyses.statistics.estimate import NOTHING, Estimate, Quantity, in_figures
from analyses.statistics.intervals import HANDFUL, clustered, pulls
from analyses.statistics.ranks import Ranks, ReadOff

WHOLE = {"rounds": pl.Int64, "games": pl.Int64}
BARS = 40  # of a histogram, at most
MEASURES = ("rounds", "decisions")
MANY = 10  # rounds: of more, decimals tell nothing
FEW = 100  # games: no tail can be seen in fewer
EQUAL = 59  # games of one length: if one in twenty took longer, 95 of 100 such samples had shown it


def find(sample: Sample) -> Finding:
    seconds = QUESTION.setting(sample, "seconds")
    once = {**{what: sample.once(what) for what in MEASURES}, "minutes": _minutes(sample, seconds)}
    asked = {what: rows.with_columns(who=pl.lit("all")) for what, rows in once.items()}
    means = {what: _mean(rows, what) for what, rows in asked.items()}
    lengths = {what: counts_of(rows, what, "who")["all"] for what, rows in asked.items()}
    table = pl.concat([_row(what, means[what], lengths[what]) for what in asked])
    mean, rounds = means["rounds"], lengths["rounds"]
    return QUESTION.finding(
        sample,
        _takes(mean, rounds, round(means["minutes"].value)),
        [_spread_told(mean, rounds)],
        estimate=mean,
        measure=tail(once["rounds"], rounds),
        unit="rounds",
        tables=(Table("length", "Game length", table), _by_length(rounds)),
        notes=(
            say(
                "Games of {line_up}. Minutes assume {seconds:g} seconds for each decision and none"
                " for forced moves; set seconds under [verdicts.length] of an experiment file.",
                line_up=sample.typical_name,
                seconds=seconds,
            ),
            *_counted(sample),
        ),
    )


def _takes(mean: Estimate, rounds: Counts, minutes: int) -> str:
    """How many rounds and minutes."""
    if _is_one_length(mean, rounds):
        one = "Every game takes {n} round, {minutes}."
        several = "Every game takes {n} rounds, {minutes}."
        return count(int(rounds.values[0]), one, several, minutes=_lasts(minutes))
    few = "A game takes {mean:.1f} rounds, {minutes}."
    many = "A game takes {mean:.0f} rounds, {minutes}."
    return say(many if mean.value >= MANY else few, mean=mean.value, minutes=_lasts(minutes))


def _is_one_length(mean: Estimate, rounds: Counts) -> bool:
    """A handful of games that take as many rounds do not say that all do."""
    return len(rounds.values) == 1 and mean.deals >= HANDFUL


def _spread_told(mean: Estimate, rounds: Counts) -> str:
    if _is_one_length(mean, rounds):
        return ""
    return say(
        "Half of the games end within {median:.0f} rounds, 95% within {p95:.0f} (mean {mean:.1f},"
        " {ends}).",
        mean=mean.value,
        ends=number_range(*mean.interval()),
        median=rounds.median,
        p95=rounds.quantile(0.95),
    )


def _counted(sample: Sample) -> list[str]:
    """What a round is, where the rulebook means something else by it."""
    rounds = sample.words.rounds if sample.words else ""
    return [say("Counted as a round: {what}.", what=word(rounds))] if rounds else []


def _lasts(minutes: int) -> str:
    if minutes < 1:
        return say("less than a minute")
    return count(minutes, "about {n} minute", "about {n} minutes")


def _minutes(sample: Sample, seconds: float) -> pl.LazyFrame:
    """A decision that leaves no choice takes no time."""
    minutes = pl.col("choices").cast(pl.Float64) * seconds / 60
    if sample.keeps == SUMS:
        return sample.once("choices").with_columns(minutes=minutes)
    choices = pl.col("decisions") - pl.col("forced").sum().over("game")
    games = sample.typical.with_columns(choices=choices).filter(pl.col("seat") == 1)
    return games.with_columns(minutes=minutes)


def _mean(once: pl.LazyFrame, what: str) -> Estimate:
    return Estimate.of(clustered(once, "who", pl.col(what)).row(0, named=True))


def _row(what: str, mean: Estimate, seen: Counts) -> pl.DataFrame:
    least, most = (float(seen.values[k]) for k in (0, -1))
    figures = (*in_figures(mean), least, seen.median, seen.quantile(0.95), most)
    columns = ["measure", "estimate", "low", "high", "min", "median", "p95", "max"]
    return pl.DataFrame([(what, *figures)], schema=columns, orient="row")


def _by_length(seen: Counts) -> Table:
    """Shares of games, by rounds or, where there are many, by as many rounds together as needed."""
    counts = pl.DataFrame({"rounds": seen.values, "games": seen.times}, schema=WHOLE)
    low, high = counts["rounds"].min(), counts["rounds"].max()
    step = (high - low) // BARS + 1  # type: ignore[operator]
    first = (pl.col("rounds") - low) // step * step + low
    bars = counts.group_by(first.alias("from round")).agg(pl.col("games").sum()).sort("from round")
    frame = bars.select(
        "from round",
        (pl.col("from round") + step - 1).alias("to round"),
        "games",
        share=pl.col("games") / pl.col("games").sum(),
    )
    return Table("games", "Games by length", frame, ("share",))


def tail(once: pl.LazyFrame, rounds: Counts) -> Quantity:
    """How much longer than the median the 95th game of 100 is."""
    if rounds.n < (EQUAL if len(rounds.values) == 1 else FEW):
        return NOTHING
    ranks = Ranks(rounds, (0.5, 0.95))
    pulled = pulls(once, *ranks.beyond("rounds")).drop("deal").to_numpy()
    value = float(_longer(rounds.median, rounds.quantile(0.95)))
    return ReadOff(value, lambda moved: _longer(*ranks.at(moved)), ranks.shares, pulled)


def _longer(median: Any, late: Any) -> Any:
    """No game takes less than no round; where both lie beyond all that was seen, no longer."""
    with np.errstate(divide="ignore", invalid="ignore"):
        times = np.maximum(late, 0) / np.maximum(median, 0)
    return np.where(np.isnan(times), 1.0, times) - 1


QUESTION = Question(
    name="length",
    place=60,
    heading="Game length",
    question="How long is a game, in minutes and rounds?",
    measure="rounds of a game",
    scale=Scale("how much longer than the median the longest 5% of games take", 0.5, 1),
    find=find,
    needs=KEPT,
    metric="length_p95",
    settings={"seconds": 10.0},
)

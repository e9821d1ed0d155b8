"""Real tables beside simulated ones: do people score as the players do, and win where they win?

Tables are the sample, not rows: those who sit together share a game.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analyses.experiments.counting import counted
from analyses.experiments.experiment import Experiment
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding, Table, number_range
from analyses.findings.holders import holder, holders
from analyses.findings.sample import Sample
from analyses.findings.together import sample_of_runs
from analyses.findings.verdicts import Scale
from analyses.lab.real_tables import SCHEMA
from analyses.statistics.estimate import Estimate, Quantity, Share, in_figures
from analyses.statistics.intervals import (
    SURE,
    clustered,
    detectable,
    discoveries,
    p_values,
    share_p_value,
)

GAMES = 20_000
DRAWN = 999  # times as many simulated tables as there are real ones
SCALE = Scale(
    "how far real scores are from simulated ones, over the standard deviation of a score",
    0.25,
    0.75,
)
REAL, SIMULATED = ("real", "low", "high"), ("simulated", "from", "to")


@dataclass(frozen=True)
class Playtest:
    """What real tables show beside simulated ones."""

    experiment: Experiment
    run: RunFolder
    finding: Finding

    def as_json(self) -> dict[str, Any]:
        one = self.experiment
        return {
            "title": one.title,
            "players": one.players,
            "seed": one.seed,
            "games": one.games,
            "run": str(self.run.path),
            "finding": self.finding.as_json(),
        }


def playtest(runner: Runner, one: Experiment, real: pl.DataFrame, file: Path) -> Playtest:
    """The tables of a file beside as many simulated games as the experiment has."""
    (run,) = runner.play([one])
    simulated = simulated_tables(
        sample_of_runs([run]), real["member"].drop_nulls().unique().sort().to_list()
    )
    return Playtest(one, run, finding_of(real, simulated, one, str(file)))


def simulated_tables(sample: Sample, members: Sequence[str] = ()) -> pl.DataFrame:
    """The rows of a sample, as those of real tables are, with what each holds of some members."""
    of_games = {name: kind for name, kind in SCHEMA.items() if name != "member"}
    rows = sample.typical.with_columns(deal=pl.col("game")).select(
        pl.col(name).cast(kind) for name, kind in of_games.items()
    )
    held = [_held(sample, name) for name in members]
    columns = [pl.when(pl.Series(one)).then(pl.lit(name))
               for one, name in zip(held, members, strict=True)]  # fmt: skip
    table = rows.collect().sort("deal", "seat")
    listed = pl.concat_list(columns).list.drop_nulls() if columns else pl.lit(None)
    return table.with_columns(member=listed)


def _held(sample: Sample, member: str) -> np.ndarray:
    """Whether a row holds it, by game and seat."""
    assert sample.box is not None
    known = holders(sample.title, sample.box, sample.players, sample.seed or 0)
    return holder(member, known).of(sample, sample.typical).ravel()


@dataclass(frozen=True)
class Beside:
    """One number at real and at simulated tables."""

    table: str  # the one that shows it
    name: str
    real: Estimate
    simulated: Estimate

    @property
    def change(self) -> Estimate:
        """Simulated less real; few tables that happen to agree differ as simulated ones do."""
        simulated, value = self.simulated, self.simulated.value - self.real.value
        usual = simulated.error * math.sqrt(simulated.deals / self.real.deals)
        if self.real.error > usual:
            return Estimate(value, math.hypot(self.real.error, simulated.error), self.real.deals)
        return Estimate(value, math.hypot(usual, simulated.error), simulated.deals)

    @property
    def p(self) -> float:
        """Of a share at least what as many throws of dice would give."""
        by_spread = float(p_values(self.change.value, self.change.error, self.change.deals, 0.0))
        if not isinstance(self.real, Share):
            return by_spread
        by_count = share_p_value(self.real.value, self.real.deals, self.simulated.value)
        return max(by_spread, by_count)


def beside(real: pl.DataFrame, simulated: pl.DataFrame) -> list[Beside]:
    """Every number that both show."""
    there = {(table, name): number for table, name, number in _numbers(simulated)}
    return [
        Beside(table, name, number, there[table, name])
        for table, name, number in _numbers(real)
        if (table, name) in there
    ]


def _numbers(rows: pl.DataFrame) -> Iterator[tuple[str, str, Estimate]]:
    score = pl.col("score")
    tables = rows.group_by("deal").agg(
        pl.col("rounds").first(),
        **{"score of a player": score.mean(), "winning score": score.max()},
        **{"first score minus last": score.max() - score.min()},
    )
    for name in ("score of a player", "winning score", "first score minus last", "rounds"):
        known = tables.drop_nulls(name).lazy().with_columns(who=pl.lit(name))
        for row in clustered(known, "who", pl.col(name)).iter_rows(named=True):
            yield "numbers", name, Estimate.of(row)
    for column in ("seat", "member"):
        each = rows.explode(column) if rows.schema[column] == pl.List else rows
        found = clustered(each.lazy().drop_nulls(column), column, pl.col("win"))
        for row in found.iter_rows(named=True):
            yield f"{column}s", str(row[column]), Share.of(row)


def could_be_drawn(real: pl.DataFrame, simulated: pl.DataFrame, seed: int) -> float:
    """How often as many simulated tables lie as far from all of them as the real ones do.

    The distance is the largest between the shares of scores up to any height (Kolmogorov and
    Smirnov); whole tables are drawn, so that those who sit together stay together.
    """
    heights = np.unique(np.concatenate([real["score"], simulated["score"]]))
    counts = _counts(simulated, heights)
    whole = counts.sum(axis=0).cumsum() / counts.sum()
    mine = _counts(real, heights)

    def distance(tables: np.ndarray) -> float:
        below = tables.sum(axis=0).cumsum() / tables.sum()
        return float(np.abs(below - whole).max())

    chance = np.random.default_rng(seed)
    drawn = [distance(counts[chance.integers(len(counts), size=len(mine))]) for _ in range(DRAWN)]
    as_far = sum(one >= distance(mine) - 1e-12 for one in drawn)
    return (1 + as_far) / (1 + DRAWN)


def _counts(rows: pl.DataFrame, heights: np.ndarray) -> np.ndarray:
    """How many scores of each height a table has, [table, height]."""
    table = rows["deal"].rank("dense").to_numpy() - 1
    counts = np.zeros((int(table.max()) + 1, len(heights)), np.int32)
    np.add.at(counts, (table, np.searchsorted(heights, rows["score"].to_numpy())), 1)
    return counts


def finding_of(
    real: pl.DataFrame, simulated: pl.DataFrame, one: Experiment, file: str
) -> Finding:  # fmt: skip
    numbers = beside(real, simulated)
    q = [float(one) for one in discoveries([number.p for number in numbers])]
    score, chance = numbers[0], could_be_drawn(real, simulated, one.seed)
    width = float(np.std(simulated["score"].to_numpy())) or math.nan
    far = Estimate(score.change.value / width, score.change.error / width, score.change.deals)
    low, high = far.interval()
    tables = counted(score.real.deals, "real table")
    return Finding(
        name="playtest",
        question="Do people score as the players do?",
        sentence=" ".join(
            [
                _scores_told(tables, score),
                _drawn_told(chance),
                _trust_told(score, one),
                *_differing_told(numbers[1:], q[1:]),
            ]
        ),
        estimate=score.change,
        measure=far,
        unit="points",
        games=score.real.deals,
        verdict=SCALE.verdict(_least(low, high), max(abs(low), abs(high))),
        tables=tuple(_tables(numbers, q)),
        notes=(
            f"{file} beside {counted(one.games, 'simulated game')} of {', '.join(one.strategies)},"
            f" seed {one.seed}. Level: {SCALE.measure}, at most {SCALE.written(SCALE.watch)}."
            f" q below {SURE}: surely different, among all rows of these tables.",
        ),
    )


def _least(low: float, high: float) -> float:
    """The smallest distance from 0 within an interval."""
    return 0.0 if low <= 0 <= high else min(abs(low), abs(high))


def _scores_told(tables: str, score: Beside) -> str:
    real, simulated = (_told(one) for one in (score.real, score.simulated))
    return f"A player at {tables} scores {real}, at simulated ones {simulated}."


def _told(number: Quantity) -> str:
    value, low, high = in_figures(number)
    return f"{value:.1f} ({number_range(low, high)})"


def _drawn_told(chance: float) -> str:
    could = "could" if chance >= SURE else "hardly could"
    return f"The real scores {could} be simulated ones (p = {chance:.3f}, by whole tables)."


def _trust_told(score: Beside, one: Experiment) -> str:
    """Who is stronger, and nothing beyond that."""
    players, change = " and ".join(one.strategies), score.change
    if not change.interval().excludes(0):
        least = detectable(change.error, change.deals)
        return (
            f"By their mean score nothing tells {players} from these people; a difference of"
            f" {least:.1f} points would have been seen."
        )
    side = "stronger" if change.value > 0 else "weaker"
    low, high = sorted(abs(end) for end in change.interval())
    return (
        f"By {abs(change.value):.1f} points ({number_range(low, high)}) {players} is {side} than"
        " these people: what is found of the game holds for such players first."
    )


def _differing_told(numbers: Sequence[Beside], q: Sequence[float]) -> Iterator[str]:
    """What else surely differs: scores of the same mean may lie otherwise."""
    shown = zip(numbers, q, strict=True)
    sure = [one.name for one, its in shown if one.table == "numbers" and its < SURE]
    if sure:
        yield f"Surely different, too: {', '.join(sure)}."


def _tables(numbers: Sequence[Beside], q: Sequence[float]) -> Iterator[Table]:
    """Scores and lengths; then who wins, by seat and by what is held, as far as it is known."""
    headings = {"numbers": "Scores", "seats": "Wins by seat", "members": "Wins by member"}
    for key, heading in headings.items():
        rows = [
            (one.name, *in_figures(one.real), *in_figures(one.simulated), one.real.deals, sure)
            for one, sure in zip(numbers, q, strict=True)
            if one.table == key
        ]
        columns = [key.removesuffix("s"), *REAL, *SIMULATED, "tables", "q"]
        shares = () if key == "numbers" else (*REAL, *SIMULATED)
        if rows:
            yield Table(key, heading, pl.DataFrame(rows, columns, orient="row"), shares)

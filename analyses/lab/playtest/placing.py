"""Where people stand on the scale of skill, and whether they win where such bots win.

Bots of several levels play the same game. People stand where bots would score as they do; of one
side, where bots would win as often. Where ratings or levels were written down, tables of like
players are placed, and compared with bots of their own level, group by group.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment
from analyses.experiments.pool import best_of
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding, Table, listed, number_range
from analyses.findings.together import sample_of_runs
from analyses.lab.playtest.playtest import KEYS, RealAndSimulated, beside, simulated_tables
from analyses.lab.skill import SLOWER, called
from analyses.language import count, figure, say, word
from analyses.statistics.intervals import SURE, discoveries, student
from analyses.statistics.order import least_by
from strategies.levels import as_level, looks_ahead, read_levels
from strategies.registry import spelled_out
from strategies.seat import Seat

EVERY = (1, 3, 5, 7, 9)  # levels that play, as far as a game has them
PART = 4  # of the games, for each level
GROUPS, ENOUGH = 3, 10  # of tables by rating, and tables in each
SEEN = 3.0  # standard errors that lie between the ends of the scale, or scores tell nothing


@dataclass(frozen=True)
class Scale:
    """What bots of each level score, or how often they win."""

    levels: tuple[int, ...]
    value: np.ndarray
    error: np.ndarray
    tables: Mapping[int, pl.DataFrame]  # their games

    @property
    def rises(self) -> np.ndarray:
        """Values that rise or fall with the level, as by what is seen at both ends."""
        sign = 1 if self.value[-1] >= self.value[0] else -1
        return sign * np.maximum.accumulate(sign * self.value)

    @property
    def tells(self) -> bool:
        """Whether the ends are far enough apart to place anybody."""
        apart = abs(self.value[-1] - self.value[0])
        return bool(apart > SEEN * math.hypot(self.error[0], self.error[-1]))

    def level_at(self, score: float) -> float:
        """Where bots have so much; the end of the scale beyond it."""
        order = np.argsort(self.rises, kind="stable")
        return float(np.interp(score, self.rises[order], np.array(self.levels)[order]))

    def place(self, score: float, error: float, reach: float) -> tuple[float, float, float]:
        """The level, and between which ones it lies."""
        far = reach * math.hypot(error, float(self.error.max()))
        low, high = sorted((self.level_at(score - far), self.level_at(score + far)))
        return self.level_at(score), low, high

    def nearest(self, level: float) -> int:
        return least_by(self.levels, lambda one: abs(one - level))


@dataclass(frozen=True)
class Placed:
    """A group of tables on the scale."""

    name: str
    rows: pl.DataFrame
    level: float
    low: float
    high: float
    compared: Sequence[RealAndSimulated]  # who wins, beside bots of the nearest level
    nearest: int

    @property
    def tables(self) -> int:
        return self.rows["deal"].n_unique()

    @property
    def told(self) -> str:
        """'people rated 1,200 to 1,399: level 3.4 (2.1–4.8)'."""
        ends = number_range(self.low, self.high)
        told = "{name}: level {level} ({ends})"
        return say(told, name=self.name, level=figure(self.level, ".1f"), ends=ends)


def scale_of(runner: Runner, one: Experiment, members: Sequence[str]) -> Scale | None:
    """Of a game whose levels are known, unless other bots were asked for."""
    known = read_levels(one.title, one.players)
    if known is None or {*one.seats} != {Seat(best_of(one.title))}:
        return None
    levels = [level for level in EVERY if level in known]
    runs = runner.play([_at(one, level) for level in levels])
    tables = {
        level: simulated_tables(sample_of_runs([run]), members)
        for level, run in zip(levels, runs, strict=True)
    }
    what = "win" if one.sides == 1 else "score"
    means = [_mean(table, what) for table in tables.values()]
    value, error = np.array(means).T
    return Scale(tuple(levels), value, error, tables)


def _at(one: Experiment, level: int) -> Experiment:
    who = spelled_out(one.title, as_level(level), one.players)
    part = PART * SLOWER if looks_ahead(who) else PART
    games = max(1, one.games // part)
    return replace(one, cells=(Cell((who,) * one.players),), games=games, design=())


def _mean(rows: pl.DataFrame, what: str) -> tuple[float, float]:
    """Over tables, with its standard error."""
    of_tables = rows.group_by("deal").agg(pl.col(what).mean()).drop_nulls()[what].to_numpy()
    error = of_tables.std(ddof=1) / len(of_tables) ** 0.5 if len(of_tables) > 1 else math.inf
    return float(of_tables.mean()), float(error)


def place(real: pl.DataFrame, scale: Scale, one: Experiment) -> list[Placed]:
    """All people, then those of each group that ratings or levels make."""
    people = real.filter(pl.col("bot").is_null())
    groups = {say("all people"): people["deal"].unique().sort().to_list(), **_groups(people)}
    what = "win" if one.sides == 1 else "score"
    made = []
    for name, deals in groups.items():
        rows, its = (each.filter(pl.col("deal").is_in(deals)) for each in (real, people))
        if (known := its.drop_nulls(what)).is_empty():
            continue
        made.append(_placed(name, rows, known, what, scale, one.sides == 1))
    return made


def _placed(
    name: str, rows: pl.DataFrame, known: pl.DataFrame, what: str, scale: Scale, is_one: bool
) -> Placed:
    score, _ = _mean(known, what)
    tables, near = known["deal"].n_unique(), scale.nearest(scale.level_at(score))
    spread = scale.tables[near].group_by("deal").agg(pl.col(what).mean())[what].std() or 0.0
    own = known.group_by("deal").agg(pl.col(what).mean())[what].std() or 0.0
    error = max(float(spread), float(own)) / tables**0.5  # type: ignore[arg-type]
    level, low, high = scale.place(score, error, float(_reach(tables)))
    numbers = beside(rows, scale.tables[near], is_one)
    compared = [number for number in numbers if number.table in KEYS.values()]
    return Placed(name, rows, level, low, high, compared, near)


def _reach(tables: int) -> float:
    return float(student(np.array(max(tables, 2))))


def _groups(people: pl.DataFrame) -> dict[str, list[int]]:
    """Tables of people of one level, or of similar ratings; none, if too few say either."""
    for column in ("level", "rating"):
        known = people.drop_nulls(column)
        means = known.group_by("deal").agg(pl.col(column).mean()).sort(column, "deal")
        if len(means) >= (ENOUGH if column == "rating" else 1):
            return _by_level(means) if column == "level" else _by_rating(means)
    return {}


def _by_level(means: pl.DataFrame) -> dict[str, list[int]]:
    rounded = means.with_columns(pl.col("level").round().cast(pl.Int64))
    return {
        say("those at level {n}", n=level): rounded.filter(level=level)["deal"].to_list()
        for level in rounded["level"].unique().sort().to_list()
    }


def _by_rating(means: pl.DataFrame) -> dict[str, list[int]]:
    """As many tables in each group."""
    groups = {}
    for part in np.array_split(np.arange(len(means)), min(GROUPS, len(means) // ENOUGH)):
        its = means[part.tolist()]
        low, high = its["rating"][0], its["rating"][-1]
        name = say("those rated {low:,.0f} to {high:,.0f}", low=low, high=high)
        groups[name] = its["deal"].to_list()
    return groups


def finding_of(placed: Sequence[Placed], scale: Scale) -> Finding:
    """Where people stand, and where they win otherwise than bots of their level."""
    q = [float(one) for one in discoveries([each.p for one in placed for each in one.compared])]
    if not scale.tells:
        claim = say("Scores do not tell levels of skill apart in this game.")
        placed_told: list[str] = []
    else:
        (first, *others) = placed
        told = "Your players score like bots at level {level} ({ends})."
        ends = number_range(first.low, first.high)
        claim = say(told, level=figure(first.level, ".1f"), ends=ends)
        placed_told = [f"{listed([one.told for one in others])}."] if others else []
    return Finding(
        name="skill",
        question=say("Where do your players stand on the scale of skill?"),
        claim=claim,
        details=(*placed_told, *_like_told(placed, q)),
        games=placed[0].tables,
        tables=tuple(_tables(placed, q, scale)),
        notes=(
            say("Level 5 is the default bot. Win rates are compared with bots of the nearest"
                " level. q below {sure:g}: clearly different.", sure=SURE),
        ),
    )  # fmt: skip


def _like_told(placed: Sequence[Placed], q: Sequence[float]) -> Iterator[str]:
    """Who wins otherwise than among bots as strong."""
    every = [(one, each) for one in placed for each in one.compared]
    if not every:
        return
    odd = [
        say("{who} ({name})", who=_who(each), name=one.name)
        for (one, each), sure in zip(every, q, strict=True)
        if sure < SURE
    ]
    if odd:
        told = "Compared with bots of their level, these win rates clearly differ: {who}."
        yield say(told, who=listed(odd))
        return
    yield count(
        len(every),
        "Compared with bots of their level, {n} win rate shows no clear difference.",
        "Compared with bots of their level, {n} win rates show no clear difference.",
    )


def _who(one: RealAndSimulated) -> str:
    return word(f"seat {one.name}" if one.table == KEYS["seat"] else one.name)


def _tables(placed: Sequence[Placed], q: Sequence[float], scale: Scale) -> Iterator[Table]:
    rows = [(one.name, one.tables, one.level, one.low, one.high) for one in placed]
    columns = ["people", "tables", "level", "low", "high"]
    yield Table("placed", "People on the scale", pl.DataFrame(rows, columns, orient="row"))
    names = [called(level) for level in scale.levels]
    frame = pl.DataFrame({"bots": names, "mean": scale.value, "standard error": scale.error})
    yield Table("scale", "What bots of each level score", frame)
    alike = [
        (one.name, one.nearest, _who(each), each.shown.value, each.simulated.value, sure)
        for (one, each), sure in zip(
            [(one, each) for one in placed for each in one.compared], q, strict=True
        )
    ]
    if alike:
        columns = ["people", "level", "who", "real", "simulated", "q"]
        frame = pl.DataFrame(alike, columns, orient="row")
        yield Table(
            "alike", "Win rates compared with bots of their level", frame, ("real", "simulated")
        )

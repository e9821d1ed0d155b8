"""Where people stand on the scale of skill, and whether they win where such bots win.

Bots of several levels play the same game. People stand where bots would score as they do; of one
side, where bots would win as often. Where scores do not rise with skill, nobody is placed. Where
ratings or levels were written down, tables of like players are placed, and compared with bots of
their own level, group by group; a level that was written down is believed.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import polars as pl

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment
from analyses.experiments.pool import best_of
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding, Table, begun, listed, number_range
from analyses.findings.together import sample_of_runs
from analyses.lab.playtest.playtest import KEYS, RealAndSimulated, beside, simulated_tables
from analyses.lab.skill import SLOWER
from analyses.language import count, figure, level_called, say, word
from analyses.statistics.estimate import NAN, NewcombeDifference
from analyses.statistics.intervals import SURE, student
from analyses.statistics.order import ROUNDING, least_by
from strategies.levels import REGULAR, as_level, looks_ahead, read_levels
from strategies.registry import spelled_out
from strategies.seat import Seat

EVERY = (1, 3, 5, 7, 9)  # levels that play, as far as a game has them
PART = 4  # of the games, for each level
GROUPS, ENOUGH = 3, 10  # of tables by rating, and tables in each
SEEN = 3.0  # standard errors that lie between the ends of the scale, or scores tell nothing
FINE = 801  # places on the scale
AT = ("level", "low", "high")
NOWHERE = (NAN, -math.inf, math.inf)


@dataclass(frozen=True)
class Scale:
    """What bots of each level score, or how often they win."""

    levels: tuple[int, ...]
    value: np.ndarray
    error: np.ndarray
    tables: Mapping[int, pl.DataFrame]  # their games

    @property
    def rises(self) -> np.ndarray:
        """Values that never fall with the level."""
        return np.maximum.accumulate(self.value)

    @cached_property
    def rising(self) -> "Scale | None":
        """Up to the highest level to which values rise, which is that of the default bot at least.

        Bots that look ahead may score less among themselves, though they win.
        """
        for n in range(len(self.levels), 1, -1):
            part = replace(self, levels=self.levels[:n], value=self.value[:n], error=self.error[:n])
            if part.levels[-1] >= REGULAR and part._tells:
                return part
        return None

    @property
    def _tells(self) -> bool:
        """Whether values clearly rise from end to end, and clearly fall nowhere on the way."""
        rise, error = self.value[-1] - self.value[0], math.hypot(self.error[0], self.error[-1])
        highest = [int(self.value[: k + 1].argmax()) for k in range(len(self.value))]
        least = SEEN * np.hypot(self.error, self.error[highest])
        return bool(rise > SEEN * error and (self.rises - self.value <= least).all())

    def place(self, score: float, error: float, reach: float) -> tuple[float, float, float]:
        """The level, and between which ones it lies; NaN beyond the scale.

        Every level at which bots may score so much counts, by the errors of both. An interval that
        comes to an end of the scale has none there: who is weaker still would score so too.
        """
        fine = np.linspace(self.levels[0], self.levels[-1], FINE)
        value, errors = (np.interp(fine, self.levels, of) for of in (self.rises, self.error))
        may = np.abs(value - score) <= reach * np.hypot(error, errors)
        if not may.any() and not value[0] <= score <= value[-1]:
            lowest, highest = float(fine[0]), float(fine[-1])
            return (NAN, -math.inf, lowest) if score < value[0] else (NAN, highest, math.inf)
        if may.all():
            return NOWHERE
        near = np.abs(value - score)
        level = float(fine[near <= near.min() + ROUNDING].mean())
        inside = fine[may] if may.any() else np.array([level])
        low = float(inside[0]) if not may[0] else -math.inf
        return level, low, float(inside[-1]) if not may[-1] else math.inf

    def nearest(self, level: float) -> int:
        return least_by(self.levels, lambda one: abs(one - level))


class Group(NamedTuple):
    """Tables of people who are alike."""

    name: str
    deals: list[int]
    level: int | None = None  # that was written down


@dataclass(frozen=True)
class Placed:
    """A group of tables on the scale."""

    name: str
    rows: pl.DataFrame
    level: float  # NaN: beyond the scale, or not to be told
    low: float
    high: float
    compared: Sequence[RealAndSimulated] = ()  # who wins, beside bots of their level
    p: Sequence[float] = ()  # of each compared
    nearest: int | None = None  # the level of those bots
    is_stated: bool = False  # the level was written down

    @property
    def tables(self) -> int:
        return self.rows["deal"].n_unique()

    @property
    def at(self) -> tuple[float, float, float]:
        return self.level, self.low, self.high

    @property
    def middle(self) -> float:
        """The level, or the end of the scale that they are beyond; NaN if no level is known."""
        ends = (one for one in self.at if math.isfinite(one))
        return next(ends, NAN)

    @property
    def told(self) -> str:
        """'those rated 1,200 to 1,399: level 3.4 (2.1–4.8)'."""
        return say("{name}: {where}", name=self.name, where=self.where)

    @property
    def where(self) -> str:
        """'level 3.4 (2.1–4.8)', or 'below level 1'."""
        if math.isfinite(self.level):
            ends = number_range(self.low, self.high)
            return say("level {level} ({ends})", level=figure(self.level, ".1f"), ends=ends)
        if math.isfinite(self.high):
            return say("below level {n}", n=round(self.high))
        if math.isfinite(self.low):
            return say("above level {n}", n=round(self.low))
        return say("too few games to rule out any level")


def scale_of(
    runner: Runner, one: Experiment, members: Sequence[str], simulated: pl.DataFrame
) -> Scale | None:
    """Of a game whose levels are known, unless other bots were asked for.

    Those simulated are of the default bot already.
    """
    known = read_levels(one.title, one.players)
    if known is None or {*one.seats} != {Seat(best_of(one.title))}:
        return None
    others = [level for level in EVERY if level in known and level != REGULAR]
    runs = runner.play([_at(one, level) for level in others])
    tables = {REGULAR: simulated} | {
        level: simulated_tables(sample_of_runs([run]), members)
        for level, run in zip(others, runs, strict=True)
    }
    levels = sorted(tables)
    value, error = np.array([_mean(tables[level], _what(one)) for level in levels]).T
    return Scale(tuple(levels), value, error, tables)


def _what(one: Experiment) -> str:
    return "win" if one.sides == 1 else "score"


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
    """All people, then those of each group that ratings or levels make.

    Where levels were written down all together are of no one level, and compared with nobody.
    """
    people = real.filter(pl.col("bot").is_null())
    stated = _by_level(people)
    every = people["deal"].unique().sort().to_list()
    groups = [Group(say("all people"), every), *(stated or _by_rating(people))]
    found = [_placed(group, real, scale, _what(one)) for group in groups]
    asked = found[1:] if stated else found
    compared = {each.name: _compared(each, scale, one, len(every)) for each in filter(None, asked)}
    return [compared.get(each.name, each) for each in found if each is not None]


def _placed(group: Group, real: pl.DataFrame, scale: Scale, what: str) -> Placed | None:
    """Where a group stands, if scores tell and were written down."""
    rows = real.filter(pl.col("deal").is_in(group.deals))
    known = rows.filter(pl.col("bot").is_null()).drop_nulls(what)
    if known.is_empty():
        return None
    at = NOWHERE
    if scale.rising:
        at = scale.rising.place(*_score(known, what, scale.rising))
    stated = None if group.level is None else scale.nearest(group.level)
    return Placed(group.name, rows, *at, nearest=stated, is_stated=stated is not None)


def _score(known: pl.DataFrame, what: str, scale: Scale) -> tuple[float, float, float]:
    """What people have, its error, and how many errors an interval reaches."""
    score, _ = _mean(known, what)
    near = least_by(range(len(scale.levels)), lambda k: abs(scale.value[k] - score))
    spreads = [
        each.group_by("deal").agg(pl.col(what).mean())[what].std() or 0.0
        for each in (known, scale.tables[scale.levels[near]])
    ]
    tables = known["deal"].n_unique()
    error = max(map(float, spreads)) / tables**0.5  # type: ignore[arg-type]
    return score, error, float(student(np.array(max(tables, 2))))


def _compared(placed: Placed, scale: Scale, one: Experiment, every: int) -> Placed:
    """With who wins, beside bots of the level written down, or else of the nearest."""
    at = placed.nearest
    if at is None and scale.rising and math.isfinite(placed.middle):
        at = scale.rising.nearest(placed.middle)
    if at is None:
        return placed
    numbers, usual = (
        {(each.table, each.name): each for each in beside(placed.rows, tables, one.sides == 1)
         if each.table in KEYS.values()}
        for tables in (scale.tables[at], scale.tables.get(REGULAR, scale.tables[at]))
    )  # fmt: skip
    if placed.tables < every:
        usual = numbers  # the first finding tells of all people alone
    p = [_p(number, usual.get(key, number)) for key, number in numbers.items()]
    return replace(placed, compared=[*numbers.values()], p=p, nearest=at)


def _p(number: RealAndSimulated, usual: RealAndSimulated) -> float:
    """Of bots that win as the default ones do: clear of both, or of neither."""
    bots = NewcombeDifference(number.simulated, usual.simulated)
    return number.p if bots.interval().excludes(0) else max(number.p, usual.p)


def _by_level(people: pl.DataFrame) -> list[Group]:
    """Tables of people of one level."""
    rounded = _means(people, "level").with_columns(pl.col("level").round().cast(pl.Int64))
    return [
        Group(
            say("those at level {n}", n=level), rounded.filter(level=level)["deal"].to_list(), level
        )
        for level in rounded["level"].unique().sort().to_list()
    ]


def _by_rating(people: pl.DataFrame) -> list[Group]:
    """As many tables of similar ratings in each group; none, if too few say them."""
    means, groups = _means(people, "rating"), []
    for part in np.array_split(np.arange(len(means)), min(GROUPS, len(means) // ENOUGH) or 1):
        if len(part) < ENOUGH:
            break
        its = means[part.tolist()]
        groups.append(Group(_rated(its["rating"][0], its["rating"][-1]), its["deal"].to_list()))
    return groups


def _means(people: pl.DataFrame, column: str) -> pl.DataFrame:
    """Of each table that says it, the lowest first."""
    known = people.drop_nulls(column)
    return known.group_by("deal").agg(pl.col(column).mean()).sort(column, "deal")


def _rated(low: float, high: float) -> str:
    if figure(low, ",.0f") == figure(high, ",.0f"):
        return say("those rated {rating:,.0f}", rating=low)
    return say("those rated {low:,.0f} to {high:,.0f}", low=low, high=high)


def p_values_of(placed: Sequence[Placed]) -> list[float]:
    return [p for each in placed for p in each.p]


def finding_of(placed: Sequence[Placed], scale: Scale, q: Sequence[float]) -> Finding:
    """Where people stand, and where they win otherwise than bots of their level.

    Each comparison has its q-value, by all that a playtest asks.
    """
    claim, *others = _where_told(placed, scale)
    return Finding(
        name="skill",
        question=say("Where do your players stand on the scale of skill?"),
        claim=claim,
        details=(*others, *_like_told(placed, q)),
        games=placed[0].tables,
        tables=tuple(_tables(placed, q, scale)),
        notes=(_note(placed),),
    )


def _where_told(placed: Sequence[Placed], scale: Scale) -> Iterator[str]:
    """All people, then every group."""
    if not scale.rising:
        yield say("Scores do not clearly rise with skill in this game, so they place nobody.")
        return
    first, *others = placed
    yield _first_told(first)
    is_high = any(math.isfinite(one.level) or math.isfinite(one.low) for one in placed)
    if is_high and (last := scale.rising.levels[-1]) != scale.levels[-1]:
        told = "Above level {n} scores do not rise, so stronger players are placed too low."
        yield say(told, n=last)
    if others:
        yield f"{begun(listed([one.told for one in others]))}."


def _first_told(first: Placed) -> str:
    """Where all people stand."""
    if math.isfinite(first.level):
        told = "Your players score like bots at {where}."
    elif math.isfinite(first.high):
        told = "Your players score clearly less than bots of any level: {where}."
    elif math.isfinite(first.low):
        told = "Your players score clearly more than bots of any level: {where}."
    else:
        told = "Your players are not placed: {where}."
    return say(told, where=first.where)


def _note(placed: Sequence[Placed]) -> str:
    told = "Level 5 is the default bot."
    if any(one.compared for one in placed):
        told = (
            "Level 5 is the default bot. Win rates are compared with bots of the nearest level."
            " q below {sure:g}: clearly different."
        )
    if any(one.is_stated for one in placed):
        told = (
            "Level 5 is the default bot. Win rates are compared with bots of the level written"
            " down. q below {sure:g}: clearly different."
        )
    return say(told, sure=SURE)


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
    if scale.rising:
        rows = [(one.name, one.tables, *map(_known, one.at)) for one in placed]
        columns = {"people": pl.String, "tables": pl.Int64} | dict.fromkeys(AT, pl.Float64)
        yield Table("placed", "People on the scale", pl.DataFrame(rows, columns, orient="row"))
    names = [level_called(level) for level in scale.levels]
    frame = pl.DataFrame({"bots": names, "mean": scale.value, "standard error": scale.error})
    yield Table("scale", "What bots of each level score", frame)
    every = [(one, each) for one in placed for each in one.compared]
    alike = [
        (one.name, one.nearest, _who(each), each.shown.value, each.simulated.value, sure)
        for (one, each), sure in zip(every, q, strict=True)
    ]
    if alike:
        names = ["people", "level", "who", "real", "simulated", "q"]
        frame = pl.DataFrame(alike, names, orient="row")
        yield Table(
            "alike", "Win rates compared with bots of their level", frame, ("real", "simulated")
        )


def _known(number: float) -> float | None:
    return number if math.isfinite(number) else None

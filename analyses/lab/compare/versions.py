"""Versions of a game: what differs between them, what they are called, what is played of each."""

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment, RunOptions, experiment
from analyses.experiments.plan import THOROUGH, middle_count, plan
from analyses.experiments.pool import pool_of, standing_for
from analyses.findings.question import ALONE, Question
from analyses.language import count, say, word
from analyses.questions import QUESTIONS
from simulator.components import Components, written
from simulator.errors import UserError
from simulator.titles import Title, load_title
from simulator.versions import Changes
from strategies.seat import Seat

PRINTED = "the published game"
LONGEST, NAMED = 40, 3  # letters of a value in a name, and changes
# What two versions must have in common, so that the same deals meet the same players.
SHARED = ("title", "players", "seed", "games", "cells", "code", "thresholds")


@dataclasses.dataclass(frozen=True)
class Base:
    """What all versions have in common."""

    experiment: Experiment
    pool: tuple[Seat, ...]  # who stands for the game, and the others; none: a user set the tables

    @property
    def has_mixed_tables(self) -> bool:
        """Whether several strategies meet in the plan for its metrics."""
        cells = self.experiment.cells
        is_mixed = any(len(set(cell.line_up)) > 1 for cell in cells)
        return is_mixed or (self.experiment.sides > 1 and len(self.pool) > 1)


def base_of(title: str | Path | Title, usual: int, **wanted: Unpack[RunOptions]) -> Base:
    """A middle number of players and the usual number of games, unless said otherwise."""
    loaded = load_title(title)
    if wanted.get("players") is None:
        wanted["players"] = middle_count(loaded.players)
    if wanted.get("games") is None:
        wanted["games"] = usual
    made = experiment(loaded, **wanted)
    first = standing_for(loaded, wanted.get("strategies", ()), wanted.get("design", ()))
    return Base(made, tuple(pool_of(loaded, first)) if first else ())


def pool_for(one: Experiment) -> list[Seat]:
    """All that are shipped if an experiment leaves open who plays."""
    pool = pool_of(one.title)
    return pool if one.cells == (Cell((pool[0],) * one.players),) else []


def differing(base: Components, other: Components) -> dict[str, tuple[Any, Any]]:
    """Each path whose values differ, with both."""
    return {path: (base[path], other[path]) for path in base if base[path] != other[path]}


def idle(base: Components, changes: Changes) -> list[str]:
    """The changes that ask for what the base has anyway, in words."""
    return [
        written(path, value)
        for path, value in changes.items()
        if base.with_changes({path: value}).digest() == base.digest()
    ]


def name_of(components: Components, base: Components | None = None) -> str:
    """A version by its changes; with a base, by what differs from it and what was there."""
    if base is None:
        changes = [f"{path}={_short(value)}" for path, value in components.changes().items()]
        return _listed(changes) or word(PRINTED)
    moved = differing(base, components).items()
    return _listed(
        [
            say("{path!s}={new!s} (was {old!s})", path=path, new=_short(new), old=_short(old))
            for path, (old, new) in moved
        ]
    )


def _listed(changes: Sequence[str]) -> str:
    more = len(changes) - NAMED
    rest = [count(more, "{n} more change", "{n} more changes")] if more > 0 else []
    return ", ".join([*changes[:NAMED], *rest])


def _short(value: Any) -> str:
    words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


def must_pair(base: Experiment, other: Experiment, names: tuple[str, str]) -> None:
    """Refuses versions whose games cannot be put side by side, deal by deal."""
    for one, name in zip((base, other), names, strict=True):
        if one.until is not None:
            raise UserError(f"{name} has 'until': versions are compared on as many games each.")
    for what in SHARED:
        mine, theirs = getattr(base, what), getattr(other, what)
        if mine != theirs:
            told = f" ({mine} and {theirs})" if isinstance(mine, str | int | Title) else ""
            word = "line-ups" if what == "cells" else what
            raise UserError(
                f"{names[0]} and {names[1]} cannot be compared: they differ in {word}{told}."
            )


def whole_plan(one: Experiment, pool: Sequence[Seat], only: Sequence[str] = ()) -> list[Experiment]:
    """What lets every question, or only these, be answered of a version.

    `one.games` are split over the parts. Without a pool its own line-ups are played, and no others.
    All versions meet the same tables.
    """
    if not pool:
        return [one]
    designs = {design for name in only for design in _designs(QUESTIONS[name], one.sides)}
    sizes = THOROUGH.for_designs(designs) if only else THOROUGH
    parts = plan(
        one.title,
        [one.players],
        sizes.split(one.games, one.title, one.players, len(pool)),
        with_idle=True,
        strategies=pool[:1],
        code=one.code,
        seed=one.seed,
        changes=one.components.changes(),
    )
    return [_like(part, one) for part in parts]


def _designs(question: Question, sides: int) -> list[str]:
    """What plays all that a question reads: of one side the best of all players, too."""
    is_of_all = question.meets_chance or (sides == 1 and question.players == ALONE)
    return [question.design, *(["one-vs-field"] if is_of_all else [])]


def metric_plan(one: Experiment, pool: Sequence[Seat], is_mixed: bool) -> list[Experiment]:
    """What metrics need: its own line-ups and, for some, tables of a pool of strategies."""
    if not is_mixed or one.sides == 1 or len(pool) < 2:
        return [one]
    mixed = experiment(
        one.title,
        players=one.players,
        strategies=pool,
        design=("round-robin",),
        code=one.code,
        games=one.games,
        seed=one.seed,
    )
    return [one, _like(mixed, one)]


def _like(part: Experiment, one: Experiment) -> Experiment:
    return dataclasses.replace(part, components=one.components, thresholds=one.thresholds)

"""Versions of a game: what differs between them, what they are called, what is played of each."""

import dataclasses
import json
from collections.abc import Sequence
from typing import Any

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment, experiment
from analyses.experiments.plan import THOROUGH, plan
from analyses.experiments.pool import pool_of
from simulator.components import Components, written
from simulator.errors import UserError
from simulator.titles import load_title
from simulator.versions import Changes

PRINTED = "the printed game"
LONGEST, NAMED = 40, 3  # letters of a value in a name, and changes
# What two versions must have in common, so that the same deals meet the same players.
SHARED = ("title", "players", "seed", "games", "cells", "code", "thresholds")


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
        return _listed(changes) or PRINTED
    moved = differing(base, components).items()
    return _listed([f"{path}={_short(new)} (was {_short(old)})" for path, (old, new) in moved])


def _listed(changes: Sequence[str]) -> str:
    more = len(changes) - NAMED
    return ", ".join([*changes[:NAMED], *([f"{more} more changes"] if more > 0 else [])])


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
            told = f" ({mine} and {theirs})" if isinstance(mine, str | int) else ""
            word = "line-ups" if what == "cells" else what
            raise UserError(
                f"{names[0]} and {names[1]} cannot be compared: they differ in {word}{told}."
            )


def whole_plan(one: Experiment) -> list[Experiment]:
    """What lets every question be answered of a version; `one.games` are split over the parts.

    An experiment that names its own line-ups is played as it is.
    """
    if (first := _alone(one)) is None:
        return [one]
    parts = plan(
        one.title,
        [one.players],
        THOROUGH.split(one.games, one.players),
        strategies=[first],
        code=one.code,
        seed=one.seed,
        changes=one.components.changes(),
    )
    return [_like(part, one) for part in parts]


def gauge_plan(one: Experiment, is_mixed: bool) -> list[Experiment]:
    """What gauges need: one strategy in every seat and, for some, tables of several."""
    first = _alone(one)
    pool = [] if first is None else pool_of(load_title(one.title), first)
    if not is_mixed or one.players == 1 or len(pool) < 2:
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


def has_mixed_tables(one: Experiment) -> bool:
    """Whether several strategies meet in the plan for its gauges."""
    if any(len(set(cell.line_up)) > 1 for cell in one.cells):
        return True
    first = _alone(one)
    pool = [] if first is None else pool_of(load_title(one.title), first)
    return one.players > 1 and len(pool) > 1


def _alone(one: Experiment) -> str | None:
    """The strategy that plays every seat of the only line-up, if one does."""
    first = one.cells[0].line_up[0]
    return first if one.cells == (Cell((first,) * one.players),) else None


def _like(part: Experiment, one: Experiment) -> Experiment:
    return dataclasses.replace(part, components=one.components, thresholds=one.thresholds)

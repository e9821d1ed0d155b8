"""Versions of a game: what differs between them, what they are called, what is played of each."""

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment, experiment
from analyses.experiments.plan import BEST, THOROUGH, plan, pool_of
from simulator.components import Components
from simulator.errors import UserError
from simulator.titles import load_title

PRINTED = "the printed game"
LONGEST, NAMED = 40, 3  # letters of a value in a name, and changes
# What two versions must have in common, so that the same deals meet the same players.
SHARED = ("title", "players", "seed", "games", "cells", "code", "thresholds")


def version(
    base: Experiment,
    changes: Sequence[str] = (),
    setup: Sequence[str] = (),
    overlay: Path | None = None,
) -> Experiment:
    """The base with some components or choices changed."""
    components = base.components if overlay is None else base.components.with_overlay(overlay)
    components = components.with_settings(changes).with_settings(setup, under="setup.")
    load_title(base.title).rules_for(components, base.players)
    return dataclasses.replace(base, components=components)


def differing(base: Components, other: Components) -> dict[str, tuple[Any, Any]]:
    """Each path whose values differ, with both."""
    return {path: (base[path], other[path]) for path in base if base[path] != other[path]}


def idle(base: Components, other: Components, changes: Sequence[str]) -> list[str]:
    """The words among path=value that ask for what the base has anyway."""
    moved = differing(base, other)
    return [word for word in changes if word.partition("=")[0].partition("[")[0] not in moved]


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
    if one.cells != (Cell((BEST,) * one.players),):
        return [one]
    sizes = THOROUGH[: 3 if one.players > 1 else 2]  # alone nothing is forbidden
    rest = [one.games * size // sum(sizes) for size in sizes[1:]]
    parts = plan(
        one.title,
        players=[one.players],
        games=(one.games - sum(rest), *rest),
        seed=one.seed,
        changes=one.components.as_settings(),
    )
    return [_like(part, one) for part in parts]


def gauge_plan(one: Experiment, is_mixed: bool) -> list[Experiment]:
    """What gauges need: the best strategy in every seat and, for some, tables of several."""
    pool = pool_of(load_title(one.title))
    if not is_mixed or one.players == 1 or len(pool) == 1:
        return [one]
    mixed = experiment(
        one.title,
        players=one.players,
        strategies=pool,
        design=("round-robin",),
        games=one.games,
        seed=one.seed,
    )
    return [one, _like(mixed, one)]


def _like(part: Experiment, one: Experiment) -> Experiment:
    return dataclasses.replace(part, components=one.components, thresholds=one.thresholds)

"""What is to be played: title, components, players, cells, number of games and seed."""

import functools
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analyses.experiments.designs import Cell, cells_of
from analyses.experiments.digests import digests, key_of
from analyses.experiments.occurrence import occurring
from simulator.components import Components
from simulator.errors import UserError, unknown
from simulator.kernel import NotCompiled
from simulator.match import ENGINES, Match
from simulator.titles import load_title
from strategies import registry

MAX_SEED = 2**63 - 1
GAMES, GAMES_UNTIL = 1000, 10_000_000  # unless said otherwise, without and with `until`


@dataclass(frozen=True)
class Experiment:
    """Every setting that has an influence on the data. The same experiment gives the same bytes."""

    title: str
    players: int
    cells: tuple[Cell, ...]  # they share their deals
    games: int  # in all cells together
    seed: int = 1
    components: Components = field(default_factory=lambda: Components({}))
    code: tuple[Path, ...] = ()
    until: float | None = None  # stop before `games` when every interval is this narrow
    thresholds: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # of verdicts

    def __post_init__(self) -> None:
        if self.games < 1:
            raise UserError(f"The number of games must be at least 1, not {self.games}.")
        if not 0 <= self.seed <= MAX_SEED:
            raise UserError(f"The seed must lie between 0 and {MAX_SEED}, not {self.seed}.")
        if self.until is not None and not 0 < self.until < 1:
            raise UserError(f"--until is a share between 0 and 1, as in 0.5%; {self.until} is not.")

    @property
    def strategies(self) -> tuple[str, ...]:
        """Every strategy that plays, in the order of the cells."""
        return tuple(dict.fromkeys(name for cell in self.cells for name in cell.line_up))

    @property
    def games_per_deal(self) -> int:
        """All cells in all their seatings."""
        return sum(cell.rotations for cell in self.cells)

    def match(
        self, cell: Cell, engine: str, say: Callable[[str], None] = lambda text: None
    ) -> Match:
        """A cell at the table. A strategy that cannot be compiled is played in Python."""
        for file in self.code:
            registry.load_code(file)
        title = load_title(self.title)
        rules = title.rules_for(self.components, self.players)
        seated = registry.line_up(title, cell.line_up, self.players)
        try:
            return Match(title, rules, seated, engine, say)
        except NotCompiled as reason:
            say(f"Note: {reason}, so that strategy is played in plain Python, much slower.")
            return Match(title, rules, seated, "mixed", say)

    def settings(self) -> dict[str, Any]:
        """The experiment in plain values, as the manifest keeps it."""
        return {
            "title": self.title,
            "players": self.players,
            "cells": [[list(cell.line_up), cell.same, cell.forbids] for cell in self.cells],
            "games": self.games,
            "until": self.until,
            "thresholds": {name: dict(scale) for name, scale in self.thresholds.items()},
            "seed": self.seed,
            "changes": self.components.changes(),
            "components": self.components.digest(),
            **digests(load_title(self.title)),
            "code": {
                file.name: hashlib.sha256(file.read_bytes()).hexdigest()[:16] for file in self.code
            },
        }

    @functools.cached_property
    def key(self) -> str:
        """Names the experiment: equal keys, equal data."""
        return key_of(self.settings())


def experiment(
    title: str,
    *,
    players: int | None = None,
    strategies: Sequence[str] | Sequence[Sequence[str]] = ("allround",),
    design: Sequence[str] = (),
    games: int | None = None,
    until: float | None = None,
    thresholds: Mapping[str, Mapping[str, float]] | None = None,
    seed: int = 1,
    setup: Sequence[str] = (),
    changes: Sequence[str] = (),
    overlay: Path | None = None,
    code: Sequence[Path] = (),
    say: Callable[[str], None] = lambda text: None,
) -> Experiment:
    """An experiment from a user's words; every mistake in them is told in one sentence.

    `strategies` is a line-up, a list of line-ups, or, with a `design`, the pool it draws on.
    """
    for file in code:
        registry.load_code(file)
    loaded = load_title(title)
    components = loaded.components
    if overlay is not None:
        components = components.with_overlay(overlay)
    components = components.with_settings(changes).with_settings(setup, under="setup.")
    line_ups = [[name] if isinstance(name, str) else list(name) for name in strategies]
    if strategies and isinstance(strategies[0], str):
        line_ups = [[name for one in line_ups for name in one]]
    seats = players or max(loaded.players[0], 0 if design else max(map(len, line_ups)))
    rules = loaded.rules_for(components, seats)
    for line_up in line_ups:
        for words in [[name] for name in line_up] if design else [line_up]:
            registry.line_up(loaded, words, seats)
    kinds = occurring(loaded, rules, seats, say) if "restricted" in design else ()
    return Experiment(
        title,
        seats,
        cells_of(design, line_ups, seats, kinds),
        (GAMES if until is None else GAMES_UNTIL) if games is None else games,
        seed,
        components,
        tuple(file.resolve() for file in code),
        until,
        thresholds or {},
    )


def must_be_engine(engine: str) -> None:
    if engine not in ENGINES:
        raise unknown("engine", engine, ENGINES)

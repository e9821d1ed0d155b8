"""What is to be played: title, components, players, line-up, number of games and seed."""

import functools
import hashlib
import json
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from simulator.components import Components
from simulator.errors import UserError, unknown
from simulator.kernel import NotCompiled, source_digest
from simulator.match import ENGINES, Match
from simulator.titles import load_title
from strategies import registry

MAX_SEED = 2**63 - 1
LIBRARIES = ("numpy", "numba", "polars")


@dataclass(frozen=True)
class Experiment:
    """Every setting that has an influence on the data. The same experiment gives the same bytes."""

    title: str
    players: int
    strategies: tuple[str, ...]
    games: int
    seed: int = 1
    components: Components = field(default_factory=lambda: Components({}))
    code: tuple[Path, ...] = ()

    def __post_init__(self) -> None:
        if self.games < 1:
            raise UserError(f"The number of games must be at least 1, not {self.games}.")
        if not 0 <= self.seed <= MAX_SEED:
            raise UserError(f"The seed must lie between 0 and {MAX_SEED}, not {self.seed}.")

    def match(self, engine: str, say: Callable[[str], None] = lambda text: None) -> Match:
        """The line-up at the table. A strategy that cannot be compiled is played in Python."""
        for file in self.code:
            registry.load_code(file)
        title = load_title(self.title)
        rules = title.rules_for(self.components, self.players)
        seated = registry.line_up(title, self.strategies, self.players)
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
            "strategies": list(self.strategies),
            "games": self.games,
            "seed": self.seed,
            "changes": self.components.changes(),
            "components": self.components.digest(),
            "rules": source_digest(),
            "strategy_sources": source_digest(Path(registry.__file__).parent),
            "code": {
                file.name: hashlib.sha256(file.read_bytes()).hexdigest()[:16] for file in self.code
            },
        }

    @functools.cached_property
    def key(self) -> str:
        """Names the experiment: equal keys, equal data."""
        return hashlib.sha256(json.dumps(self.settings(), sort_keys=True).encode()).hexdigest()[:16]


def experiment(
    title: str,
    *,
    players: int | None = None,
    strategies: Sequence[str] = ("allround",),
    games: int = 1000,
    seed: int = 1,
    setup: Sequence[str] = (),
    changes: Sequence[str] = (),
    overlay: Path | None = None,
    code: Sequence[Path] = (),
) -> Experiment:
    """An experiment from a user's words; every mistake in them is told in one sentence."""
    for file in code:
        registry.load_code(file)
    loaded = load_title(title)
    components = loaded.components
    if overlay is not None:
        components = components.with_overlay(overlay)
    components = components.with_settings(changes).with_settings(setup, under="setup.")
    seats = players or max(len(strategies), loaded.players[0])
    loaded.rules_for(components, seats)
    registry.line_up(loaded, strategies, seats)
    return Experiment(
        title,
        seats,
        tuple(strategies),
        games,
        seed,
        components,
        tuple(file.resolve() for file in code),
    )


def made_with() -> dict[str, str]:
    """The versions that are worth knowing when a run is looked at years later."""
    return {
        "tiltmeter": version("tiltmeter"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        **{library: version(library) for library in LIBRARIES},
    }


def must_be_engine(engine: str) -> None:
    if engine not in ENGINES:
        raise unknown("engine", engine, ENGINES)

"""What is to be played: title, components, players, cells, number of games and seed."""

import functools
import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypedDict, Unpack

from analyses.experiments.designs import OF_KINDS, Cell, cells_of
from analyses.experiments.digests import digests, key_of
from analyses.experiments.occurrence import kinds_of
from analyses.experiments.pool import (
    LEARNED,
    Strategies,
    best_of,
    line_ups_of,
    must_know_how_to_play,
    spelled_out,
)
from analyses.experiments.purposes import Purpose
from analyses.experiments.soundness import try_out
from analyses.language import count, say, speaking_of
from analyses.renamed import current_names, current_thresholds
from simulator import gpu
from simulator.components import Components
from simulator.doors import by_door, setting
from simulator.errors import UserError, unknown
from simulator.kernel import NotCompiled
from simulator.match import ENGINES, Failed, Match
from simulator.titles import Title, load_title, place_of
from simulator.versions import Changes
from strategies import callables, registry
from strategies.levels import BY
from strategies.seat import Seat

MAX_SEED = 2**63 - 1
GAMES, GAMES_UNTIL = 1000, 10_000_000  # unless said otherwise, without and with `until`
KEEP = {  # of the games, from least to most
    "sums": "counts of all games, no rows: any number of games in a few megabytes",
    "games": "a row per game and seat, without the standings after every round",
    "curves": "a row per game and seat",
}
SUMS, ROWS, CURVES = KEEP
Thresholds = Mapping[str, Mapping[str, float]]  # of verdicts, by question

log = logging.getLogger("tiltmeter")


class RunOptions(TypedDict, total=False):
    """What is to be played, in a user's values; what is left out, or None, has a default."""

    players: int | None  # as many as strategies, or the fewest the title is for
    strategies: Strategies  # a line-up, several, or, with a design, the pool it draws on
    design: Sequence[str]  # who meets whom
    code: Sequence[str | Path]  # files with strategies of the user's own
    games: int | None  # in all line-ups together
    until: float | None  # a share: stop when every win share is known to ± this
    peek: bool  # with `until`: by intervals that hold however often one looks
    seed: int
    changes: Changes  # of components and, under "setup.", of choices before the game
    thresholds: Thresholds
    kept: str  # how much of the games: sums, games or curves


@dataclass(frozen=True)
class Experiment:
    """Every setting that has an influence on the data. The same experiment gives the same bytes."""

    title: Title
    players: int
    cells: tuple[Cell, ...]  # they share their deals
    games: int  # in all cells together
    seed: int
    components: Components
    code: tuple[Path, ...] = ()
    until: float | None = None  # stop before `games` when every interval is this narrow
    peek: bool = False  # by intervals that hold however often one looks
    thresholds: Thresholds = field(default_factory=dict)
    keep: str = CURVES
    place: str = ""  # where a guest's title lies, for other processes; not what is played
    design: tuple[str, ...] = ()  # what its cells were made by, for people; they are played
    purpose: Purpose = field(default=Purpose(), compare=False)  # in a plan; not what is played

    def __post_init__(self) -> None:
        must_be_games(self.games)
        must_be_seed(self.seed)
        if self.until is not None and not 0 < self.until < 1:
            told = f"is a share between 0 and 1, as in {by_door('0.5%', '0.005')}"
            raise UserError(f"{setting('until')} {told}; {self.until} is not.")
        if self.peek and self.until is None:
            example = by_door("--until 0.5%", "until=0.005")
            raise UserError(
                f"{setting('peek')} says how {setting('until')} stops; say {example} too."
            )
        if self.keep not in KEEP:
            raise unknown("keep", self.keep, KEEP)
        if self.keep == SUMS and self.until is not None:
            sums = f"with {setting('kept', SUMS)} say {setting('games')}"
            raise UserError(f"{setting('until')} looks at single games again; {sums}.")

    @functools.cached_property
    def seats(self) -> tuple[Seat, ...]:
        """Everyone who plays, in the order of the cells."""
        return tuple(dict.fromkeys(one for cell in self.cells for one in cell.line_up))

    @functools.cached_property
    def strategies(self) -> tuple[str, ...]:
        """The same in words, as rows tell it."""
        return tuple(map(str, self.seats))

    @property
    def searches(self) -> bool:
        """Whether somebody plays on from each decision, as another strategy would."""
        return any(registry.strategy_called(self.title, name).based for name in self._players)

    @property
    def has_learned(self) -> bool:
        """Whether one of them has learned."""
        return LEARNED in self._players

    @property
    def _players(self) -> set[str]:
        """Their names; of a level that looks ahead, the name of the bot that does."""
        return {one.get(BY) or one.name for one in self.seats}

    @property
    def sides(self) -> int:
        """How many compete for the win."""
        return self.title.sides(self.players)

    @property
    def games_per_deal(self) -> int:
        """All cells in all their seatings."""
        return sum(cell.rotations for cell in self.cells)

    @property
    def functions(self) -> dict[str, str]:
        """Players that are functions of this process, and a mark of each."""
        return callables.marks(self.title.name, self.seats)

    def changed(self, changes: Changes) -> "Experiment":
        """The same, of a version of the game."""
        components = self.components.with_changes(changes)
        self.title.rules_for(components, self.players)
        return replace(self, components=components)

    def match(self, cell: Cell, engine: str) -> Match:
        """A cell at the table. A strategy that cannot be compiled is played in Python."""
        for file in self.code:
            registry.load_code(file)
        title = self.title
        rules = title.rules_for(self.components, self.players)
        seated = registry.line_up(title, cell.line_up, self.players)
        if self.functions and engine == "compiled":
            engine = "mixed"
        try:
            return Match(title, rules, seated, engine, log.info)
        except NotCompiled as reason:
            note = "Note: {reason!s}, so that bot plays in plain Python, much slower."
            log.warning(say(note, reason=str(reason)))
            return Match(title, rules, seated, "mixed", log.info)

    def settings(self) -> dict[str, Any]:
        """The experiment in plain values, as the manifest keeps it."""
        return {
            "title": self.title.name,
            "players": self.players,
            "cells": [[[*map(str, cell.line_up)], cell.same, cell.forbids] for cell in self.cells],
            "games": self.games,
            "until": self.until,
            **({"peek": True} if self.peek else {}),
            **({"keep": self.keep} if self.keep != CURVES else {}),
            "thresholds": {name: dict(scale) for name, scale in self.thresholds.items()},
            "seed": self.seed,
            "changes": self.components.changes(),
            "components": self.components.digest(),
            **({"orders": True} if any(len(cell.orders) > 1 for cell in self.cells) else {}),
            **digests(self.title),
            "code": file_digests(self.code),
            **({"functions": self.functions} if self.functions else {}),
        }

    @functools.cached_property
    def key(self) -> str:
        """Names the experiment: equal keys, equal data."""
        return key_of(self.settings())


def players_told(title: Title, players: int) -> str:
    """'4 players'; of a game of teams '2 teams'."""
    with speaking_of(title.teams):
        return count(players, "{n} player", "{n} players")


def experiment(title: str | Path | Title, **wanted: Unpack[RunOptions]) -> Experiment:
    """An experiment from a user's values; every mistake in them is told in one sentence."""
    must_be_wanted(wanted)
    code = [Path(file) for file in wanted.get("code", ())]
    design = current_names(wanted.get("design", ()))
    loaded = load_title(title)
    for file in code:
        registry.load_code(file)
    components = loaded.components.with_changes(wanted.get("changes", {}))
    line_ups = line_ups_of(wanted.get("strategies") or [best_of(loaded)])
    players, until = wanted.get("players"), wanted.get("until")
    if players is None:
        players = max(loaded.players[0], 0 if design else max(map(len, line_ups)))
    rules = loaded.rules_for(components, players)
    line_ups = spelled_out(loaded, line_ups, players)
    must_know_how_to_play(loaded, line_ups, players, is_pool=bool(design))
    if {*design} & {*OF_KINDS}:  # which options make a difference is found out by playing
        try_out(loaded, components, players, wanted.get("seed", 1))
    try:
        kinds = _kinds(loaded, rules, players, design)
    except Failed as stopped:
        raise UserError(components.told_with(str(stopped))) from None
    games = wanted.get("games")
    if games is None:
        games = GAMES if until is None else GAMES_UNTIL
    return Experiment(
        title=loaded,
        players=players,
        cells=cells_of(design, line_ups, players, kinds),
        games=games,
        seed=wanted.get("seed", 1),
        components=components,
        code=tuple(file.resolve() for file in code),
        until=until,
        peek=wanted.get("peek", False),
        thresholds=current_thresholds(wanted.get("thresholds", {})),
        keep=wanted.get("kept", CURVES),
        place=place_of(loaded.name),
        design=design,
    )


def _kinds(title: Title, rules: Any, players: int, design: Sequence[str]) -> dict[str, list[str]]:
    """What each design is about: of options, those that make a difference."""
    groups = title.levers.groups.values()
    if not design:
        return {"ablation": [kind for group in groups for kind in group]}
    about = [name for name in design if name in OF_KINDS]
    if about and not groups:
        raise UserError(
            f"{title.name} names no groups of options, so there is nothing to forbid or to"
            " encourage."
        )
    return kinds_of(title, rules, players, about)


def file_digests(code: Sequence[Path]) -> dict[str, str]:
    """Of files, by name."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest()[:16] for file in code}


LISTS = ("strategies", "design", "code")


def must_be_wanted(words: Mapping[str, Any]) -> None:
    """Refuses words that say nothing, and texts for lists, which Python would take in silence."""
    for word, value in words.items():
        if word not in RunOptions.__annotations__:
            raise unknown("word", word, RunOptions.__annotations__)
        if word in LISTS and isinstance(value, str):
            raise UserError(f"'{word}' takes a list, as in {word}=[{value!r}], not a text.")


def must_be_games(games: int) -> None:
    if games < 1:
        raise UserError(f"The number of games must be at least 1, not {games}.")


def must_be_seed(seed: int) -> None:
    if not 0 <= seed <= MAX_SEED:
        raise UserError(f"The seed must lie between 0 and {MAX_SEED}, not {seed}.")


AUTO = "auto"  # a GPU if there is one and it pays, or else machine code
WORTH_A_GPU = 100_000  # games: compiling them for one takes about a minute, once,
WORTH_SEARCHING = 1000  # where somebody searches, a hundred times as long as others play


def must_be_engine(engine: str) -> None:
    if engine not in (*ENGINES, AUTO):
        raise unknown("engine", engine, (*ENGINES, AUTO))
    if engine == "cuda":
        gpu.must_be_here()


def engine_for(experiment: Experiment, engine: str) -> str:
    """The one that is meant: `auto` is whichever will be done first.

    A GPU plays bots that have learned only 1 to 12 times as fast as one core does.
    """
    if engine != AUTO:
        return engine
    is_ours = not (experiment.code or experiment.place or experiment.functions)
    enough = WORTH_SEARCHING if experiment.searches else WORTH_A_GPU
    pays = is_ours and not experiment.has_learned and experiment.games >= enough
    return "cuda" if pays and not gpu.missing() else "compiled"

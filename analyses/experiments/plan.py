"""What is played to know a title: which numbers of players, who meets whom, how many games."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Unpack

from analyses.experiments.experiment import Experiment, RunOptions, experiment
from analyses.experiments.occurrence import takers, without_idle_likings
from analyses.experiments.pool import challengers, pool_of, standing_for, weaker
from analyses.experiments.purposes import (
    DEALT,
    ENCOURAGED,
    EQUALS,
    FORBIDDEN,
    GAME,
    PLAYER,
    RIVALS,
    SWITCH,
    Purpose,
)
from simulator.titles import Title, load_title
from simulator.versions import Changes
from strategies.registry import load_code
from strategies.seat import Seat

# Which part plays a design; of the others none does.
PARTS = {"self-play": "alone", "luck": "alone", "one-vs-field": "together", "ablation": "forbidden"}


@dataclass(frozen=True)
class Sizes:
    """Games per number of players; 0 leaves a part out."""

    alone: int  # of the best strategy against itself
    together: int  # of the others, each at a table of the best
    forbidden: int  # of the best with an option forbidden to one player
    switched: int = 0  # alone, for each switch of the rival
    encouraged: int = 0  # of the best with one player who takes an option more often
    dealt: int = 0  # of the best, with a cast that chance deals instead of a chosen one
    weak: int = 0  # of players that only look at the next points
    equals: int = 0  # for turn order alone, for each rival of several: see QUICK
    is_luck_asked: bool = True  # each deal of the best alone again for every source of luck

    def split(self, games: int, title: Title, players: int, n_strategies: int) -> "Sizes":
        """So many games in the same proportions, over the parts that can be played."""
        can_meet = n_strategies > 1 or title.sides(players) == 1
        parts = {
            "alone": self.alone,
            "together": self.together if can_meet else 0,
            "forbidden": self.forbidden if can_do_without(title, players) else 0,
        }
        whole = sum(parts.values())
        split = {name: games * size // whole if whole else 0 for name, size in parts.items()}
        first = next((name for name, size in parts.items() if size), "alone")
        split[first] += games - sum(split.values())
        return Sizes(**split, is_luck_asked=self.is_luck_asked)

    def part(self, part: int) -> "Sizes":
        """So small a part of all games."""
        sizes = {
            name: -(-value // part) for name, value in vars(self).items() if name != "is_luck_asked"
        }
        return Sizes(**sizes, is_luck_asked=self.is_luck_asked)

    def for_designs(self, designs: Collection[str]) -> "Sizes":
        """Only the parts that play these."""
        kept = {PARTS.get(design, "alone") for design in designs}
        sizes = {name: getattr(self, name) if name in kept else 0 for name in PARTS.values()}
        return Sizes(**sizes, is_luck_asked="luck" in designs)


# The fair share of one of many is small, and hard to tell from others. So many more games for each
# rival show a fair turn order to be balanced in four of five quick reports.
QUICK = Sizes(8_000, 6_000, 9_000, 2_000, 0, 2_000, equals=6_000)
THOROUGH = Sizes(60_000, 40_000, 40_000, 15_000, 20_000, 10_000, 4_000)


def counts_of(title: Title) -> list[int]:
    """The smallest, a middle and the largest number of players."""
    return sorted({title.players[0], middle_count(title.players), title.players[-1]})


def middle_count(counts: Sequence[int]) -> int:
    return counts[len(counts) // 2]


@dataclass(frozen=True)
class PlannedRun:
    """One experiment of the plan for a number of players."""

    purpose: Purpose
    strategies: list[Seat]
    design: tuple[str, ...]
    games: int
    changes: Changes = field(default_factory=dict)


def plan(
    title: str | Path | Title,
    counts: Sequence[int] = (),
    sizes: Sizes = THOROUGH,
    with_idle: bool = False,
    **wanted: Unpack[RunOptions],
) -> list[Experiment]:
    """A few experiments on the same deals for every number of players.

    One strategy in every seat, each deal again for every source of luck, tells of the game itself;
    another one at its table tells which ways there are to win; an option forbidden to one player,
    or taken more often by it, tells what it is worth. One player alone, or all who play together,
    meet the rival of the rules or the rules themselves instead, once more with each switch of a
    rival's difficulty, and with an option forbidden to one of several. Where the printed game
    chooses its cast, casts that chance deals are played too. Weak players play some games, so that
    claims can be asked of them. Who names tables of his own has those played, and no others.
    `with_idle` also plays likings that change nothing: what they do to one version of a game they
    may not to another.
    """
    title, changes = load_title(title), wanted.get("changes", {})
    for file in wanted.get("code", ()):
        load_code(Path(file))
    first = standing_for(title, wanted.get("strategies", ()), wanted.get("design", ()))
    chosen = []
    for count in counts or counts_of(title):
        wanted["players"], wanted["games"] = count, sizes.alone + sizes.together
        if first is None:
            chosen.append(experiment(title, **wanted))
        for one in _runs(title, count, sizes, first, changes, with_idle) if first else ():
            wanted["strategies"], wanted["design"] = one.strategies, one.design
            wanted["games"], wanted["changes"] = one.games, {**changes, **one.changes}
            chosen.append(replace(experiment(title, **wanted), purpose=one.purpose))
    return chosen


def _runs(
    title: Title, players: int, sizes: Sizes, first: Seat, changes: Changes, with_idle: bool
) -> Iterator[PlannedRun]:
    rival, of_one = title.levers.rival, ("luck",) if sizes.is_luck_asked else ("self-play",)
    itself = PlannedRun(Purpose(GAME), [first], of_one, sizes.alone)
    without = PlannedRun(Purpose(FORBIDDEN), [first], ("ablation",), sizes.forbidden)
    if title.sides(players) > 1:
        every = challengers(title, first)
        rules = title.rules_for(title.components.with_changes(changes), players)
        others = list(every)  # of versions that are compared, the same of each, untried
        if not with_idle:
            others = [
                *without_idle_likings(title, rules, players, first, every),
                *takers(title, rules, players, first, every),
            ]
        met = sizes.together if others else 0
        rivals = title.sides(players) - 1
        more = sizes.equals * rivals if rivals > 1 else 0
        runs = [
            itself,
            PlannedRun(Purpose(EQUALS), [first], ("self-play",), more),
            PlannedRun(Purpose(RIVALS), [first, *others], ("one-vs-field",), met),
        ]
        if title.levers.groups:
            more = 0 if _likes_each(title, [first, *every]) else sizes.encouraged
            runs += [without, PlannedRun(Purpose(ENCOURAGED), [first], ("encouraged",), more)]
        if dealt := by_chance(title, changes):
            runs.append(PlannedRun(Purpose(DEALT), [first], ("self-play",), sizes.dealt, dealt))
        if weak := weaker(first):
            runs.append(PlannedRun(Purpose(PLAYER, str(weak)), [weak], ("self-play",), sizes.weak))
    else:
        pool = pool_of(title, first)
        runs = [itself, PlannedRun(Purpose(RIVALS), pool, ("self-play",), sizes.together)]
        if can_do_without(title, players):
            runs.append(without)
        for switch in rival.switches if rival else ():
            why, changed = Purpose(SWITCH, switch.name), switch.changes
            runs.append(PlannedRun(why, [first], ("self-play",), sizes.switched, changed))
    return (one for one in runs if one.games)


def can_do_without(title: Title, players: int) -> bool:
    """Whether one of several players, rivals or not, can be forbidden an option."""
    return bool(title.levers.groups) and players > 1


def _likes_each(title: Title, seats: Sequence[Seat]) -> bool:
    """Whether somebody likes single kinds already, not whole groups of them."""
    liked = {kind for one in seats for kind, _ in one.likes}
    return bool(liked) and not liked & title.levers.groups.keys()


def by_chance(title: Title, changes: Changes) -> Changes:
    """What lets chance deal the cast; nothing if it does so anyway, or if a user has chosen it."""
    cast = title.levers.cast
    if cast is None or not cast.chance or cast.path in changes:
        return {}
    return {cast.path: cast.chance} if cast.in_play(title.components) else {}

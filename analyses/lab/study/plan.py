"""What a study plays: which combinations of a factor, by which rules, how many games of each."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from analyses.experiments.digests import digests, key_of
from analyses.experiments.experiment import (
    Experiment,
    RunOptions,
    engine_for,
    file_digests,
    must_be_seed,
    must_be_wanted,
)
from analyses.experiments.plan import middle_count
from analyses.experiments.pool import line_ups_of, spelled_out
from analyses.lab.study.tables import Seated, StudyTables, seated
from analyses.language import say
from analyses.statistics.order import tied_ranks
from simulator.components import Components
from simulator.errors import UserError, unknown
from simulator.factors import Factor
from simulator.titles import Title, factors_of, load_title, place_of
from simulator.versions import Version
from strategies import callables
from strategies.registry import load_code
from strategies.seat import Seat

GAMES = 2000  # of each combination
REPORTED = 140_000  # of all combinations together, in the study of a report


@dataclass(frozen=True)
class StudyPlan:
    """Every setting that has an influence on the games of a study."""

    title: Title
    players: int
    factor: Factor
    components: Components
    population: tuple[Version, ...]  # near what was asked for
    chosen: tuple[int, ...]  # those of them that are played
    games: int
    seed: int
    seated: Seated
    is_mixed: bool  # whether strategies meet, too
    wanted: RunOptions  # who plays, as the user said it
    engine: str = "compiled"  # has none: all of them play the same games

    @property
    def combinations(self) -> list[Version]:
        return [self.population[k] for k in self.chosen]

    @functools.cached_property
    def tables(self) -> StudyTables:
        rules = self.rules(self.combinations[0])
        return self.seated.tables(self.title, rules, self.games, self.seed, self.engine)

    def played_by(self, engine: str) -> "StudyPlan":
        """The same by another engine; a GPU pays by the games of one combination."""
        one = Experiment(
            title=self.title,
            players=self.players,
            cells=(self.seated.alone, *self.seated.mixed),
            games=self.games,
            seed=self.seed,
            components=self.components,
            code=tuple(map(Path, self.wanted.get("code", ()))),
            place=place_of(self.title.name),
        )
        return replace(self, engine=engine_for(one, engine))

    def rules(self, combination: Version) -> Any:
        components = combination.of(self.components)
        return self.title.rules_for(components, self.players)

    @property
    def functions(self) -> dict[str, str]:
        """Players that are functions of this process, and a mark of each."""
        return callables.marks(self.title.name, [who for one in self.line_ups for who in one])

    @property
    def line_ups(self) -> list[list[Seat]]:
        """Who plays, as the user said it."""
        return line_ups_of(self.wanted.get("strategies", ()))

    def settings(self) -> dict[str, Any]:
        """The plan in plain values, as the folder keeps it."""
        return {
            "title": self.title.name,
            "players": self.players,
            "factor": self.factor.name,
            "member": self.factor.member,
            "slots": [list(slot) for slot in self.factor.slots],
            "population": [list(one.members) for one in self.population],
            "chosen": list(self.chosen),
            "games": self.games,
            "seed": self.seed,
            "mixed": self.is_mixed,
            **({"own_shuffles": True} if self.seated.has_own(self.games) else {}),
            **({"orders": True} if any(len(cell.orders) > 1 for cell in self.seated.mixed) else {}),
            "strategies": [[*map(str, one)] for one in self.line_ups],
            "design": list(self.wanted.get("design", ())),
            "code": file_digests([Path(file) for file in self.wanted.get("code", ())]),
            **({"functions": self.functions} if self.functions else {}),
            "changes": self.components.changes(),
            "components": self.components.digest(),
            "combinations": key_of([dict(one.changes) for one in self.population]),
            **digests(self.title),
        }

    @property
    def key(self) -> str:
        return key_of(self.settings())

    @property
    def folder_name(self) -> str:
        """So that repeating a command finds its study again."""
        return "-".join((self.title.name, self.factor.name, f"{self.players}p", self.key[:8]))


def varied(factor: Factor) -> list[str]:
    """The paths that its combinations change, then its members."""
    paths = dict.fromkeys(path for one in factor.combinations for path in one.changes)
    return [*paths, *factor.members]


def plan_study(
    name: str | Path | Title,
    factor: str,
    *,
    around: Sequence[str] = (),
    sample: int | None = None,
    mixed: bool = True,
    **wanted: Unpack[RunOptions],
) -> StudyPlan:
    """A plan from a user's values; every mistake in them is told in one sentence."""
    must_be_wanted(wanted)
    title, players = load_title(name), wanted.get("players")
    for file in wanted.get("code", ()):
        load_code(Path(file))
    players = middle_count(title.players) if players is None else players
    chosen_factor = factor_of(title, players, factor)
    games, seed = wanted.get("games"), wanted.get("seed", 1)
    games = GAMES if games is None else games
    _must_be_possible(games, seed, sample)
    near = _around(chosen_factor, around)
    if wanted.get("strategies"):
        wanted["strategies"] = spelled_out(title, wanted["strategies"], players)
    tables = seated(title, players, wanted.get("strategies", ()), wanted.get("design", ()))
    is_mixed = mixed and title.sides(players) > 1 and bool(tables.mixed)
    plan = StudyPlan(
        title=title,
        players=players,
        factor=chosen_factor,
        components=title.components.with_changes(wanted.get("changes", {})),
        population=near,
        chosen=balanced_sample(chosen_factor, near, sample, seed),
        games=games,
        seed=seed,
        seated=tables if is_mixed else replace(tables, mixed=()),
        is_mixed=is_mixed,
        wanted=wanted,
    )
    for one in plan.combinations:
        plan.rules(one)  # a mistake shows before the first game
    return plan


def factor_of(title: Title, players: int, name: str) -> Factor:
    known = factors_of(title, players)
    if not known:
        raise UserError(nothing_to_vary(title.name))
    if name not in known:
        raise unknown(f"factor of {title.name}:", name, known)
    return known[name]


def nothing_to_vary(title: str) -> str:
    """With what would be something."""
    return say(
        "There is nothing to vary in {title!s}: no parameter has alternatives. In a game of your"
        ' own, name them with the value: {{"value": 3, "alternatives": [2, 4]}}.',
        title=title,
    )


def telling_study(name: str | Title, **wanted: Unpack[RunOptions]) -> StudyPlan | None:
    """What a report plays beside its runs: the factor that the title names first, in short.

    Nothing where there is nothing to vary, or where a choice at setup leaves no room for it.
    """
    title, players = load_title(name), wanted.get("players")
    players = middle_count(title.players) if players is None else players
    known = list(factors_of(title, players).values())
    if not known:
        return None
    wanted["games"] = min(GAMES, REPORTED // len(known[0].combinations))
    try:
        return plan_study(title, known[0].name, **wanted)
    except UserError:
        return None


def _must_be_possible(games: int, seed: int, sample: int | None) -> None:
    if games < 2:
        raise UserError(f"A combination needs at least 2 games, not {games}.")
    must_be_seed(seed)
    if sample is not None and sample < 2:
        raise UserError(f"A sample needs at least 2 combinations to compare, not {sample}.")


def _around(factor: Factor, around: Sequence[str]) -> tuple[Version, ...]:
    """The combinations that have all of these members."""
    for name in around:
        if name not in factor.members:
            raise unknown(factor.member, name, factor.members)
    near = tuple(one for one in factor.combinations if set(around) <= set(one.members))
    if len(near) < 2:
        found = "only one combination" if near else "no combination"
        raise UserError(
            f"There is nothing to compare: {found} of {factor.name} has {', '.join(around)}."
        )
    return near


def balanced_sample(
    factor: Factor, near: Sequence[Version], n: int | None, seed: int
) -> tuple[int, ...]:
    """So chosen that members, and pairs of them, come up as evenly as possible."""
    if n is None or n >= len(near):
        return tuple(range(len(near)))
    has = np.array([[name in one.members for name in factor.members] for one in near], float)
    has -= has.mean(axis=0)
    first, second = np.triu_indices(has.shape[1], 1)
    pairs = has[:, first] * has[:, second]
    traits = np.hstack([has, pairs - pairs.mean(axis=0)])
    order = np.random.default_rng(seed).permutation(len(near))  # who comes first among equals
    traits, left = traits[order], np.ones(len(near), bool)
    tilt, chosen = np.zeros(traits.shape[1]), []
    for _ in range(n):
        worse = 2 * traits @ tilt + (traits**2).sum(axis=1)
        best = int(tied_ranks(np.where(left, worse, np.inf)).argmin())
        tilt, left[best] = tilt + traits[best], False
        chosen.append(int(order[best]))
    return tuple(sorted(chosen))

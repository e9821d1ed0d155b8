"""Plays what balance targets need, checks every one, and asks how robust that is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding
from analyses.findings.sample import Sample
from analyses.findings.together import sample_of_runs
from analyses.lab.check import balance_targets
from analyses.lab.check.balance_targets import HOLDS, UNSURE, BalanceTargets, CheckedTarget
from analyses.lab.compare import robust
from analyses.lab.compare.robust import Graded
from analyses.lab.compare.robust_run import grade_claims
from analyses.lab.looks import sizes, tell
from analyses.lab.players.doubts import Doubts
from analyses.lab.skill import SLOWER
from simulator.doors import setting
from simulator.errors import UserError
from strategies.levels import as_level, looks_ahead
from strategies.registry import spelled_out


@dataclass(frozen=True)
class Checkup:
    """Every target of a file, and its grade if that was asked for."""

    balance: BalanceTargets
    checked: tuple[CheckedTarget, ...]
    graded: dict[int, list[Graded]]  # by number of players
    runs: tuple[RunFolder, ...]

    @property
    def state(self) -> str:
        """Of all targets, with the game as it is."""
        return balance_targets.state_of(self.checked)

    @property
    def supported_state(self) -> str:
        """Targets that are met only by the game as it is do not tell."""
        supported = all(one.is_supported for many in self.graded.values() for one in many)
        return self.state if supported or self.state != HOLDS else UNSURE

    @property
    def finding(self) -> Finding:
        return balance_targets.finding(self.checked)

    @property
    def lines(self) -> list[str]:
        """The answer, a sentence a line."""
        return balance_targets.lines(self.checked)

    def as_json(self) -> dict[str, Any]:
        told = {
            "game": self.balance.title.name,
            "games": self.balance.games,
            "state": self.state,
            "targets": [one.as_json() for one in self.checked],
        }
        if self.graded:
            told["robust"] = [
                {"players": players, **one.as_json()}
                for players, many in self.graded.items()
                for one in many
            ]
        return told

    @property
    def with_figures(self) -> Finding:
        """The same, and the targets in numbers, for whoever draws them."""
        found = self.finding
        return replace(found, tables=(*found.tables, *balance_targets.figures(self.checked)))

    @property
    def grades(self) -> list[Finding]:
        return [robust.finding(many, players) for players, many in self.graded.items()]


def check_targets(
    runner: Runner,
    balance: BalanceTargets,
    doubts: Doubts | None = None,
    until_sure: bool = False,
    levels: Sequence[int] = (),
) -> Checkup:
    """With `until_sure` fewer games are played where these tell of every target.

    With `levels` every target is asked at each level of skill, and all must meet it. Those that
    name levels of their own are asked at these.
    """
    asked = replace(balance, levels=tuple(levels) or balance.levels).by_level()
    if doubts and {*asked} != {None}:
        raise UserError(f"{setting('robust')} and {setting('by')} do not go with levels of skill.")
    looked = sizes(balance.games) if until_sure else [balance.games]
    claims = len(looked) * sum(one.size for one in asked.values())
    for games in looked:
        found = [_checked(runner, one, games, level, claims) for level, one in asked.items()]
        checked = [one for each in found for one in each.checked]
        if not any(one.state == UNSURE for one in checked):
            break
    tell(games, looked[-1])
    first = found[0]
    graded = {}
    if doubts:
        for players, sample in first.samples.items():
            told = robust.of_targets(one for one in checked if one.players == players)
            plan = first.balance.experiments(players)
            graded[players] = grade_claims(runner, told, plan, sample, doubts)
    everything = tuple(run for one in found for run in one.runs)
    return Checkup(replace(balance, games=games), tuple(checked), graded, everything)


@dataclass(frozen=True)
class LevelChecked:
    """The targets at one level of skill, or by the bots that the file names."""

    balance: BalanceTargets
    samples: Mapping[int, Sample]
    checked: Sequence[CheckedTarget]
    runs: Sequence[RunFolder]


def _checked(
    runner: Runner, balance: BalanceTargets, games: int, level: int | None, claims: int
) -> LevelChecked:
    sized = replace(balance, games=games)
    one = sized if level is None else _of_level(sized, level)
    runs = {players: tuple(runner.play(one.experiments(players))) for players in one.targets}
    samples = {players: sample_of_runs(some) for players, some in runs.items()}
    checked = balance_targets.check(one, samples, claims, level)
    return LevelChecked(one, samples, checked, [run for some in runs.values() for run in some])


def _of_level(balance: BalanceTargets, level: int) -> BalanceTargets:
    """Its bot stands for the game, before the others of the pool."""
    who, title = as_level(level), balance.title
    is_slow = any(looks_ahead(spelled_out(title, who, n)) for n in balance.targets)
    games = max(1, balance.games // SLOWER) if is_slow else balance.games
    return replace(balance, games=games, strategies=(str(who), *map(str, balance.pool[1:])))

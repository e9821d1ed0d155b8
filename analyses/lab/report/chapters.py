"""The games of each number of players, and all that was found in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from analyses.experiments.plan import by_chance
from analyses.experiments.purposes import DEALT, EQUALS, GAME, LEVEL, PLAYER, SWITCH, Purpose
from analyses.experiments.replay import Replay, replay_of
from analyses.experiments.run_folder import RunFolder
from analyses.findings.finding import Finding
from analyses.findings.sample import Sample
from analyses.findings.stories import stories_of, with_stages
from analyses.findings.together import sample_of_runs
from analyses.lab.players.deviations import player_of
from analyses.lab.report.asked_again import with_others
from analyses.lab.report.figures_by_level import with_figures
from analyses.lab.report.for_whom import with_levels
from analyses.language import count
from analyses.questions import ask
from analyses.questions.confidence import is_beaten, with_deviations
from analyses.questions.luck import with_stronger
from analyses.questions.solo import with_switches
from analyses.views import view
from strategies.levels import REGULAR, level_of
from strategies.seat import Seat

WORTH_MORE = 1000  # games: to play on from fewer takes longer than to play them


@dataclass(frozen=True)
class Chapter:
    """The games of one number of players and what they show."""

    players: int
    runs: tuple[RunFolder, ...]  # read together, on the same deals
    findings: tuple[Finding, ...]
    view: Finding | None = None  # what only this title can show
    stories: Finding | None = None  # three of its games
    switched: Mapping[str, RunFolder] = field(default_factory=dict)  # other difficulties, alone
    by_chance: tuple[RunFolder, ...] = ()  # with casts that chance deals
    of_equals: tuple[RunFolder, ...] = ()  # for turn order alone
    by_others: Mapping[Seat, RunFolder] = field(default_factory=dict)  # who play every seat
    by_level: Mapping[int, Sequence[RunFolder]] = field(default_factory=dict)  # of skill
    level: int | None = None  # of those for whom it judges, if that was said

    @property
    def name(self) -> str:
        return count(self.players, "{n} player", "{n} players")

    @property
    def games(self) -> int:
        return sum(run.games_done() for run in self.all_runs)

    @property
    def all_runs(self) -> tuple[RunFolder, ...]:
        """Of this and of other versions."""
        apart = (*self.by_chance, *self.of_equals, *self.by_others.values())
        skilled = (run for runs in self.by_level.values() for run in runs)
        return (*self.runs, *self.switched.values(), *apart, *skilled)

    def with_deviations(self, tried: Mapping[str, Any] | None) -> "Chapter":
        """Trust knows what single changes of the player asked win."""
        if tried is None:
            return self
        told = [
            with_deviations(one, tried) if one.name == "confidence" and one.is_asked else one
            for one in self.findings
        ]
        is_weak = any(is_beaten(one) for one in told if one.name == "confidence")
        luck = [with_stronger(one) if is_weak and one.name == "luck" else one for one in told]
        return replace(self, findings=tuple(luck))

    def finding(self, name: str) -> Finding | None:
        return next((one for one in self.findings if one.name == name), None)


def chapters_of(runs: Sequence[RunFolder], looks: int = 1) -> list[Chapter]:
    """Runs with as many players are read together; verdicts hold at so many looks."""
    counts = sorted({run.settings["players"] for run in runs})
    return [
        _chapter([run for run in runs if run.settings["players"] == players], looks)
        for players in counts
    ]


def _chapter(runs: Sequence[RunFolder], looks: int) -> Chapter:
    first = runs[0]
    purposes = [(_purpose(run, first), run) for run in runs]
    switched = {why.of: run for why, run in purposes if why.kind == SWITCH}
    dealt = tuple(run for why, run in purposes if why.kind == DEALT)
    equals = tuple(run for why, run in purposes if why.kind == EQUALS)
    others = {Seat.parse(why.of): run for why, run in purposes if why.kind == PLAYER}
    levels: dict[int, list[RunFolder]] = {}
    for why, run in purposes:
        if why.kind == LEVEL:
            levels.setdefault(int(why.of), []).append(run)
    read = {PLAYER, SWITCH, DEALT, EQUALS, LEVEL}  # for themselves
    mine = tuple(run for why, run in purposes if why.kind not in read)
    replay = replay_of(first)
    sample = replace(sample_of_runs(mine), looks=looks)
    found = ask(sample, plays_on=sample.games >= WORTH_MORE)
    alike = samples_of_equals(first, equals, looks)
    found = with_equals(found, alike)
    if dealt:  # who is strong is asked of all who can be in play
        found = [*ask(sample_of_runs(dealt), ["win_rates"]), *_without(found, "win_rates")]
    theirs = {who: sample_of_runs([run]) for who, run in others.items()}
    found = with_others(found, sample, theirs, ["win_rates"] if dealt else [])
    who = player_of(first)
    level = level_of(who) if who else None
    skilled = {n: sample_of_runs(some) for n, some in levels.items()}
    found = with_levels(found, sample, skilled, level or REGULAR, alike)
    found = with_figures(found, sample, skilled, level or REGULAR)
    return Chapter(
        players=first.settings["players"],
        runs=mine,
        findings=tuple(_with_more(one, sample, replay, switched) for one in found),
        view=view(first.title.name, sample, replay),
        stories=stories_of(sample, found),
        switched=switched,
        by_chance=dealt,
        of_equals=equals,
        by_others=others,
        by_level=levels,
        level=level,
    )


def samples_of_equals(
    first: RunFolder, equals: Sequence[RunFolder], looks: int
) -> dict[str, Sample]:
    """Turn order is asked of the games of equal players and of more of them, if there are more."""
    if not equals:
        return {}
    return {"turn_order": replace(sample_of_runs([first, *equals]), looks=looks)}


def with_equals(found: Sequence[Finding], alike: Mapping[str, Sample]) -> list[Finding]:
    asked = {name: ask(sample, [name])[0] for name, sample in alike.items()}
    return [asked.get(one.name, one) for one in found]


def _purpose(run: RunFolder, first: RunFolder) -> Purpose:
    """What the plan of both noted; a run of another plan, or of none, is held beside the first."""
    is_planned = first.purpose.kind == GAME and run.purpose.kind not in ("", GAME)
    return run.purpose if is_planned else purpose_beside(run, first)


def purpose_beside(run: RunFolder, first: RunFolder) -> Purpose:
    """Why a run may lie beside the first one: by the one thing in which it differs."""
    title = first.title
    mine, base = run.settings["changes"], first.settings["changes"]
    if mine != base:
        switches = title.levers.rival.switches if title.levers.rival else ()
        for switch in switches:
            if switch.of(first.components).changes() == mine:
                return Purpose(SWITCH, switch.name)
        dealt = by_chance(title, base)
        return Purpose(DEALT) if dealt and mine == {**base, **dealt} else Purpose()
    who, known = ({name for cell in one.cells for name in cell.line_up} for one in (run, first))
    is_of_one = len(run.cells) == 1 and not run.cells[0].forbids and len(who) == 1
    return Purpose(PLAYER, *map(str, who)) if is_of_one and not who & known else Purpose()


def _without(found: Sequence[Finding], name: str) -> list[Finding]:
    return [one for one in found if one.name != name]


def _with_more(
    finding: Finding, sample: Sample, replay: Replay | None, switched: Mapping[str, RunFolder]
) -> Finding:
    """What rows alone do not tell: every round, and other difficulties of a solo rival."""
    if not finding.is_asked:
        return finding
    if finding.name == "curves" and replay is not None:
        return with_stages(finding, replay)
    if finding.name == "solo":
        return with_switches(finding, sample, {w: run.frame() for w, run in switched.items()})
    return finding

"""The games of each number of players, and all that was found in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from analyses.experiments.plan import by_chance
from analyses.experiments.replay import Replay, replay_of
from analyses.experiments.run_folder import RunFolder
from analyses.findings.finding import Finding
from analyses.findings.sample import Sample
from analyses.findings.stages import with_stages
from analyses.findings.stories import stories_of
from analyses.findings.together import sample_of_runs
from analyses.language import count
from analyses.questions import ask
from analyses.questions.solo import switch_of, with_switches
from analyses.views import view
from simulator.titles import load_title


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

    @property
    def name(self) -> str:
        return count(self.players, "{n} player", "{n} players")

    @property
    def games(self) -> int:
        return sum(run.games_done() for run in self.all_runs)

    @property
    def all_runs(self) -> tuple[RunFolder, ...]:
        """Of this and of other versions."""
        return (*self.runs, *self.switched.values(), *self.by_chance)

    def finding(self, name: str) -> Finding | None:
        return next((one for one in self.findings if one.name == name), None)


def chapters_of(runs: Sequence[RunFolder]) -> list[Chapter]:
    """Runs with as many players are read together."""
    counts = sorted({run.settings["players"] for run in runs})
    return [
        _chapter([run for run in runs if run.settings["players"] == players]) for players in counts
    ]


def _chapter(runs: Sequence[RunFolder]) -> Chapter:
    first = runs[0]
    switched = {word: run for run in runs if (word := switch_of(run, first))}
    dealt = tuple(run for run in runs if _is_by_chance(run, first))
    mine = tuple(run for run in runs if run not in (*switched.values(), *dealt))
    replay = replay_of(first)
    sample = sample_of_runs(mine)
    found = ask(sample)
    if dealt:  # who is strong is asked of all who can be in play
        found = [*ask(sample_of_runs(dealt), ["members"]), *_without(found, "members")]
    return Chapter(
        players=first.settings["players"],
        runs=mine,
        findings=tuple(_with_more(one, sample, replay, switched) for one in found),
        view=view(first.settings["title"], sample, replay),
        stories=stories_of(sample, found),
        switched=switched,
        by_chance=dealt,
    )


def _is_by_chance(run: RunFolder, first: RunFolder) -> bool:
    """Whether a run differs from the first one by letting chance deal the cast."""
    mine, base = run.settings["changes"], first.settings["changes"]
    more = by_chance(load_title(run.settings["title"]), base)
    return bool(more) and mine == {**base, **more}


def _without(found: Sequence[Finding], name: str) -> list[Finding]:
    return [one for one in found if one.name != name]


def _with_more(
    finding: Finding, sample: Sample, replay: Replay | None, switched: Mapping[str, RunFolder]
) -> Finding:
    """What rows alone do not tell: every round, and other difficulties of a solo rival."""
    if finding.name == "curves" and replay is not None:
        return with_stages(finding, replay)
    if finding.name == "solo":
        return with_switches(finding, sample, {w: run.frame() for w, run in switched.items()})
    return finding

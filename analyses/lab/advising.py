"""Looks for the smallest change that mends what is out; whatever chose a change never judges it.

Every way to change the box is screened on one seed. What seems to help is measured on a second, and
followed there, step by step, until the light is level. What is left is confirmed on a third.
"""

import logging
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import NamedTuple, Unpack

import polars as pl

from analyses.experiments.counting import counted
from analyses.experiments.experiment import Wanted
from analyses.experiments.progress import stoppable
from analyses.experiments.runner import Runner
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import LEVEL
from analyses.lab.advice import Advice, Advised, Mover, compare_command
from analyses.lab.desk import Desk
from analyses.lab.differences import Difference, differences
from analyses.lab.learning import Learnt
from analyses.lab.lights import DIGITS, Light, Lights, Weighed, judged, lights_of, worse
from analyses.lab.nudges import STEPS, Nudge, can_be_played, nudges_of, size_of
from analyses.lab.played import Played, play_versions
from analyses.lab.subjects import experiment_in
from analyses.lab.versions import Base, base_of, name_of, pool_for, whole_plan
from analyses.questions import QUESTIONS
from analyses.statistics.estimate import Together
from analyses.statistics.intervals import discoveries, p_values
from simulator.components import as_settings
from simulator.errors import UserError
from simulator.versions import Changes

GAMES = 60_000  # of each change that is confirmed
CONFIRMED, NEAREST = 4, 2  # changes, and those that are not enough if none is
TOLD = 3  # gauges among the side effects
PAIRED = 3  # ways that are tried in pairs


class Rung(NamedTuple):
    """Of screening: the part of the games that is played, and how many ways go on for a light."""

    part: int
    best: int


RUNGS = (Rung(60, 24), Rung(15, 6))

Candidates = Mapping[str, Sequence[Nudge]]  # by light
log = logging.getLogger("tiltmeter")


def base_for(subject: str | Path, **wanted: Unpack[Wanted]) -> Base:
    """Of a title or of an experiment file."""
    if not str(subject).endswith(".toml"):
        return base_of(subject, GAMES, **wanted)
    made = experiment_in(Path(subject), {"games": GAMES}, **wanted)
    if made.until is not None:
        raise UserError(f"{subject} has 'until': versions are compared on as many games each.")
    return Base(made, tuple(pool_for(made)))


def advise(
    runner: Runner, base: Base, keep: Sequence[str] = (), only: Sequence[str] = ()
) -> Advised:
    """What to change, leaving some paths as they are, or moving only some."""
    nudges = nudges_of(base.experiment, keep, only)
    if not nudges:
        left = "--only and --keep leave" if keep or only else f"{base.experiment.title} has"
        raise UserError(f"There is nothing to advise: {left} no component that can be changed.")
    screening, searching, confirming = (Desk(runner, _on_seed(base, k)) for k in range(3))
    with stoppable(lambda: f"what was confirmed is kept in {runner.folder}"):
        with screening.watched("What is out", screening.version({}).games):
            lights = screening.lights({})
        out = [QUESTIONS[name] for name, light in lights.items() if light.is_out]
        if not out:
            return Advised(base.experiment, lights, len(nudges))
        movers, found = search(searching, screen(screening, nudges, out))
        advice = confirm(confirming, found, out, searching)
    return Advised(base.experiment, lights, len(nudges), tuple(movers), tuple(advice))


def _on_seed(base: Base, more: int) -> Base:
    one = base.experiment
    return replace(base, experiment=replace(one, seed=one.seed + more))


def screen(desk: Desk, nudges: Sequence[Nudge], out: Sequence[Question]) -> Candidates:
    """For each light the ways that seem to help most; the better ones are played for longer."""
    most = len(nudges), min(len(nudges), RUNGS[0].best * len(out))
    games = sum(n * desk.version({}, one.part).games for n, one in zip(most, RUNGS, strict=True))
    alive, best = list(range(len(nudges))), dict[str, list[int]]()
    with desk.watched(f"Screening {counted(len(nudges), 'way')}", games):
        for rung in RUNGS:
            gains = _gains(desk, [nudges[k] for k in alive], out, rung.part)
            for name, values in gains.items():
                order = sorted(zip(values, alive, strict=True), key=lambda one: -one[0])
                best[name] = [k for gain, k in order[: rung.best] if gain > 0]
            alive = sorted({k for chosen in best.values() for k in chosen})
    return {name: [nudges[k] for k in chosen] for name, chosen in best.items()}


def _gains(
    desk: Desk, nudges: Sequence[Nudge], out: Sequence[Question], part: int
) -> dict[str, list[float]]:
    """How much each light seems to gain by each way, in its middle."""
    unchanged, base = desk.traces({}), desk.play(desk.version({}, part))
    before = {one.name: one.measured(base).value for one in out}
    gains: dict[str, list[float]] = {one.name: [] for one in out}
    for nudge in nudges:
        sample = _tried(desk, nudge.middle, unchanged, part)
        for one in out:
            after = math.inf if sample is None else one.measured(sample).value
            gains[one.name].append(round(before[one.name] - after, DIGITS))
    return gains


def _tried(desk: Desk, changes: Changes, unchanged: pl.DataFrame, part: int) -> Sample | None:
    """Nothing of a change that no game shows, or that the rules cannot be played with."""
    try:
        is_idle = desk.traces(changes).equals(unchanged)
        return None if is_idle else desk.play(desk.version(changes, part))
    except UserError as reason:
        _not_tried(changes, reason)
        return None


def _not_tried(changes: Changes, reason: UserError) -> None:
    log.info("Not tried: %s: %s", ", ".join(as_settings(changes)), reason)


def search(desk: Desk, best: Candidates) -> tuple[list[Mover], list[Changes]]:
    """What surely moves each light, and the changes that come nearest to mending it."""
    games, many = desk.version({}).games, sum(map(len, best.values()))
    with desk.watched(f"Following {counted(many, 'way')}", games * many * (1 + len(STEPS))):
        base = desk.play(desk.version({}))
        movers, sure = _measured(desk, base, best)
        lights = lights_of(base, judged(base, is_mirror=True))
        found = [_followed(desk, lights, name, nudges) for name, nudges in sure.items()]
    each = -(-CONFIRMED // max(1, len(found)))
    chosen = [changes for several in found for changes in several[:each]]
    return movers, [one for k, one in enumerate(chosen) if one not in chosen[:k]]


def _measured(desk: Desk, base: Sample, best: Candidates) -> tuple[list[Mover], Candidates]:
    """Each way in its middle; and those that surely help, by light, the best first."""
    before = {name: Weighed.of(QUESTIONS[name], base) for name in best}
    tried = [(name, nudge) for name, nudges in best.items() for nudge in nudges]
    changes = []
    for name, nudge in tried:
        sample = desk.play(desk.version(nudge.middle))
        changes.append(Weighed.of(QUESTIONS[name], sample).minus(before[name]))
    p = [float(p_values(one.value, one.error, one.deals, 0.0)) for one in changes]
    q = [float(one) for one in discoveries(p)]
    movers = [
        Mover(name, nudge.middle, change, sure)
        for (name, nudge), change, sure in zip(tried, changes, q, strict=True)
    ]
    order = sorted(range(len(tried)), key=lambda k: round(changes[k].value, DIGITS))
    helping = [tried[k] for k in order if movers[k].helps]
    sure = {name: [nudge for light, nudge in helping if light == name] for name in best}
    return movers, sure


def _followed(desk: Desk, lights: Lights, name: str, nudges: Sequence[Nudge]) -> list[Changes]:
    """The smallest changes that are enough, pairs if no single one is; or what comes nearest."""
    ends = [_walked(desk, lights, name, nudge) for nudge in nudges]
    if not any(end and end.is_level for end in ends):
        ends += [_walked(desk, lights, name, pair) for pair in _pairs(desk, nudges)]
    reached = [end for end in ends if end is not None]
    box = desk.base.experiment.components
    enough = sorted((end for end in reached if end.is_level), key=lambda e: size_of(e.changes, box))
    nearest = sorted(reached, key=lambda end: end.light.measure.value)[:NEAREST]
    return [end.changes for end in enough or nearest]


def _pairs(desk: Desk, nudges: Sequence[Nudge]) -> Iterator[Nudge]:
    """Two at once of the best that move different components, where the rules accept both."""
    apart: list[Nudge] = []
    for nudge in nudges:
        if len(apart) < PAIRED and not any(nudge.roots & other.roots for other in apart):
            apart.append(nudge)
    for one, other in combinations(apart, 2):
        both = one.with_other(other).steps
        if steps := tuple(step for step in both if can_be_played(desk.base.experiment, step)):
            yield Nudge(steps)


@dataclass(frozen=True)
class End:
    """Where a walk ended: the changes, and the light as they leave it."""

    changes: Changes
    light: Light

    @property
    def is_level(self) -> bool:
        return self.light.verdict == LEVEL


def _walked(desk: Desk, lights: Lights, name: str, nudge: Nudge) -> End | None:
    """The first step with which the light is level, or the nearest to it; none pushes another."""
    best = None
    for step in nudge.steps:
        try:
            after = desk.lights(step)
        except UserError as reason:
            _not_tried(step, reason)
            break
        if worse(after, lights):
            continue
        if best is None or after[name].measure.value < best.light.measure.value:
            best = End(step, after[name])
        if best.is_level:
            break
    return best


def confirm(
    desk: Desk, found: Sequence[Changes], out: Sequence[Question], learning: Desk
) -> list[Advice]:
    """Every question asked of the base and of each change, on deals that chose none of them."""
    if not found:
        return []
    box, versions = desk.base.experiment.components, [{}, *found]
    names = [name_of(box.with_changes(changes), box) for changes in versions]
    plans = [whole_plan(desk.version(changes, 1), desk.base.pool) for changes in versions]
    base, *others = play_versions(desk.runner, names, plans)
    moves = differences(base.measured(), [other.measured() for other in others])
    before = {one.name: Weighed.of(one, base.sample) for one in out}
    lights, players = _all_lights(base), Learnt(desk, learning)
    made = [
        Advice(
            changes=changes,
            name=played.name,
            size=size_of(changes, box),
            before=lights,
            after=_all_lights(played),
            effects={
                one.name: Together(
                    Weighed.of(one, played.sample).minus(before[one.name]), len(found)
                )
                for one in out
            },
            moved=_told(moved),
            retuned=players.lights(changes),
            command=compare_command(desk.base, changes),
        )
        for changes, played, moved in zip(found, others, moves, strict=True)
    ]
    return sorted(made, key=lambda one: one.rank)


def _all_lights(played: Played) -> Lights:
    return lights_of(played.sample, judged(played.sample, is_mirror=False))


def _told(moved: Sequence[Difference]) -> list[str]:
    sure = sorted((one for one in moved if one.is_sure), key=lambda one: -one.clarity)
    return [one.told for one in sure[:TOLD]]

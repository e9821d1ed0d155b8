"""Looks for the smallest change that mends what is out; whatever chose a change never judges it.

Every way to change the box is screened on one seed. What seems to help is measured on a second, and
followed there, step by step, until the light is level. What is left is confirmed on a third.
"""

import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, Unpack

import polars as pl

from analyses.experiments.counting import counted
from analyses.experiments.experiment import Wanted
from analyses.experiments.progress import stoppable
from analyses.experiments.runner import Runner
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.lab.advice import Advice, Advised, Mover, compare_command
from analyses.lab.desk import STIRRED, Desk
from analyses.lab.differences import Difference, differences
from analyses.lab.learning import SEEN, Learnt
from analyses.lab.lights import DIGITS, Lights, Weighed, judged, lights_of
from analyses.lab.nudges import Nudge, nudges_of, size_of
from analyses.lab.played import Played, play_versions
from analyses.lab.subjects import experiment_in
from analyses.lab.versions import Base, base_of, name_of, pool_for, whole_plan
from analyses.lab.walking import End, Walk, most_pairs, not_tried
from analyses.questions import QUESTIONS
from analyses.statistics.estimate import Together, round_figure
from analyses.statistics.intervals import discoveries, p_values
from simulator.errors import UserError
from simulator.versions import Changes

GAMES = 60_000  # of each change that is confirmed
CONFIRMED, JOINED = 4, 2  # changes, and those among them that mend several lights at once
TOLD = 3  # gauges among the side effects


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
    _tell_beforehand(screening, nudges)
    with stoppable(lambda: f"what was confirmed is kept in {runner.folder}"):
        with screening.watched("1 of 5: what is out", screening.version({}).games):
            lights = screening.lights({})
        out = [QUESTIONS[name] for name, light in lights.items() if light.is_out]
        if not out:
            return Advised(base.experiment, lights, len(nudges))
        movers, found = search(searching, screen(screening, nudges, out))
        advice = confirm(confirming, found, out, searching)
    return Advised(base.experiment, lights, len(nudges), tuple(movers), tuple(advice))


def _tell_beforehand(desk: Desk, nudges: Sequence[Nudge]) -> None:
    """How many games it takes to know what is out, and then at most."""
    first, whole = desk.version({}).games, desk.base.experiment.games
    steps = 1 + RUNGS[-1].best * (1 + max(len(nudge.steps) for nudge in nudges))
    confirmed = (1 + CONFIRMED) * (whole + whole // SEEN)
    most = screened(desk, len(nudges), 1) + first * (steps + most_pairs(1)) + confirmed
    log.info(
        "%s tell what is out; mending one light takes at most %s more, beside those that players"
        " learn by.",
        counted(first, "game"),
        f"{round_figure(most):,}",
    )


def _on_seed(base: Base, more: int) -> Base:
    one = base.experiment
    return replace(base, experiment=replace(one, seed=one.seed + more))


def screen(desk: Desk, nudges: Sequence[Nudge], out: Sequence[Question]) -> Candidates:
    """For each light the ways that seem to help most; the better ones are played for longer."""
    games = screened(desk, len(nudges), len(out))
    alive, best = list(range(len(nudges))), dict[str, list[int]]()
    with desk.watched(f"2 of 5: screening {counted(len(nudges), 'way')}", games):
        for rung in RUNGS:
            gains = _gains(desk, [nudges[k] for k in alive], out, rung.part)
            for name, values in gains.items():
                order = sorted(zip(values, alive, strict=True), key=lambda one: -one[0])
                best[name] = [k for gain, k in order[: rung.best] if gain > 0]
            alive = sorted({k for chosen in best.values() for k in chosen})
    return {name: [nudges[k] for k in chosen] for name, chosen in best.items()}


def screened(desk: Desk, ways: int, lights: int) -> int:
    """The games that screening so many ways for so many lights takes at most."""
    most = ways, min(ways, RUNGS[0].best * lights)
    played = [STIRRED + desk.version({}, one.part).games for one in RUNGS]
    return sum((1 + n) * each for n, each in zip(most, played, strict=True))


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
        not_tried(changes, reason)
        return None


def search(desk: Desk, best: Candidates) -> tuple[list[Mover], list[Changes]]:
    """What surely moves each light, and the changes that come nearest to mending them."""
    ways, games = sum(map(len, best.values())), desk.version({}).games
    steps = sum(1 + len(nudge.steps) for nudges in best.values() for nudge in nudges)
    with desk.watched(f"3 of 5: following {counted(ways, 'way')}", games * (1 + steps)):
        base = desk.play(desk.version({}))
        movers, sure = _measured(desk, base, best)
        walk = Walk(desk, lights_of(base, judged(base, is_mirror=True)))
        singles = {name: walk.ways(name, nudges) for name, nudges in sure.items()}
    with desk.watched("4 of 5: pairs, unless one is enough", games * most_pairs(len(sure))):
        joined = walk.joined(singles)
        found = {
            name: walk.followed(name, sure[name], each, joined) for name, each in singles.items()
        }
    gravest = sorted(found, key=lambda name: -walk.lights[name].gravity)
    return movers, chosen(joined, [found[name] for name in gravest])


def chosen(joined: Sequence[End], found: Sequence[Sequence[End]]) -> list[Changes]:
    """A few that mend several lights, then the best for each light, the gravest first."""
    in_turn = [end for turn in zip_longest(*found) for end in turn if end is not None]
    wanted = [end.changes for end in (*joined[:JOINED], *in_turn)]
    distinct = [one for k, one in enumerate(wanted) if one not in wanted[:k]]
    return distinct[: max(CONFIRMED, len(found))]


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


def confirm(
    desk: Desk, found: Sequence[Changes], out: Sequence[Question], learning: Desk
) -> list[Advice]:
    """Every question asked of the base and of each change, on deals that chose none of them."""
    if not found:
        return []
    log.info("5 of 5: confirming %s …", counted(len(found), "change"))
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
    return sorted((one for one in made if one.is_worth_telling), key=lambda one: one.rank)


def _all_lights(played: Played) -> Lights:
    return lights_of(played.sample, judged(played.sample, is_mirror=False))


def _told(moved: Sequence[Difference]) -> list[str]:
    sure = sorted((one for one in moved if one.is_sure), key=lambda one: -one.clarity)
    return [one.told for one in sure[:TOLD]]

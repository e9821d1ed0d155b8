"""Looks for the smallest change that fixes every issue; whatever chose a change never judges it.

Every way to change the game is screened on one seed. What seems to help is measured on a second,
and followed there, step by step, until the verdict is balanced. What is left is confirmed on a
third.
"""

import logging
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, Unpack

import numpy as np
import polars as pl

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import RunOptions
from analyses.experiments.progress import stoppable
from analyses.experiments.runner import Runner
from analyses.findings.assumed import assumed_values
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.lab.compare.differences import Difference, differences
from analyses.lab.compare.versions import Base, base_of, name_of, pool_for, whole_plan
from analyses.lab.played import Played, play_versions
from analyses.lab.search.advise import Advice, Advised, Mover
from analyses.lab.search.judgements import (
    MIRROR,
    Aim,
    HalfSamples,
    Judgements,
    aims_of,
    judged,
    judgements_of,
    measures,
    weighed_aims,
)
from analyses.lab.search.line_search import Candidate, LineSearch, most_pairs, not_tried
from analyses.lab.search.nudges import Nudge, nudges_of, size_of
from analyses.lab.search.shown_again import compare_command, elsewhere, sweep_command
from analyses.lab.search.trials import SEEN, STIRRED, Learnt, Trials
from analyses.lab.subjects import experiment_in
from analyses.language import count, say
from analyses.questions import scales as scales_of
from analyses.statistics.estimate import Quantity, Share, Simultaneous, Unpaired, round_figure
from analyses.statistics.intervals import clustered, discoveries, p_values
from analyses.statistics.order import most_by, ordered
from simulator.components import as_settings
from simulator.doors import setting
from simulator.errors import UserError
from simulator.versions import Changes
from strategies.seat import Seat

GAMES = 60_000  # of each change that is confirmed
CONFIRMED, JOINED = 4, 2  # changes, and those among them that mend several judgements at once
SEEDS = 3  # to screen, to search and to confirm
TOLD = 3  # metrics among the side effects


class ScreeningRound(NamedTuple):
    """The part of the games that is played, and how many ways go on for a judgement."""

    part: int
    best: int


RUNGS = (ScreeningRound(60, 24), ScreeningRound(15, 6))

Candidates = Mapping[Aim, Sequence[Nudge]]
log = logging.getLogger("tiltmeter")


def base_for(
    runner: Runner,
    subject: str | Path,
    keep: Sequence[str] = (),
    only: Sequence[str] = (),
    **wanted: Unpack[RunOptions],
) -> Base:
    """Of a title or of an experiment file; what is to be moved must be known before one plays."""
    if not str(subject).endswith(".toml"):
        base = base_of(subject, GAMES, **wanted)
        if wanted.get("strategies") or base.experiment.sides > 1 or len(base.pool) < 2:
            return base
        ways_of(base, keep, only)
        wanted["strategies"] = [best_player(runner, base)]
        return base_of(subject, GAMES, **wanted)
    made = experiment_in(Path(subject), {"games": GAMES}, **wanted)
    if made.until is not None:
        raise UserError(f"{subject} has 'until': versions are compared on as many games each.")
    return Base(made, tuple(pool_for(made)))


def best_player(runner: Runner, base: Base) -> Seat:
    """Who surely wins more than who stands for the game, where a game is beaten or not.

    How hard a game is says the best player; on deals of their own, for chance may choose him.
    """
    one, pool = _on_seed(base, SEEDS).experiment, base.pool
    trials = Trials(runner, base)
    cells = tuple(Cell((who,) * one.players) for who in pool)
    played = replace(one, games=trials.version({}).games * len(pool), cells=cells)
    with trials.watched(say("Finding the best bot"), played.games):
        rows = trials.play(played).rows.with_columns(pl.col("strategy").cast(pl.String))
    known = {str(who): who for who in pool}
    shares = {
        known[row["strategy"]]: Share.of(row)
        for row in clustered(rows, "strategy", pl.col("win")).iter_rows(named=True)
    }
    first, best = pool[0], most_by(shares, lambda who: shares[who].value)
    is_better = Unpaired(shares[best], shares[first]).interval(len(pool) - 1).low > 0
    return best if is_better else first


def advise(
    runner: Runner, base: Base, keep: Sequence[str] = (), only: Sequence[str] = ()
) -> Advised:
    """What to change, leaving some paths as they are, or moving only some."""
    nudges = ways_of(base, keep, only)
    screening, searching, confirming = (Trials(runner, _on_seed(base, k)) for k in range(SEEDS))
    _tell_beforehand(screening, nudges)
    kept = say("what was confirmed is kept in {folder!s}", folder=str(runner.folder))
    with stoppable(lambda: kept):
        with screening.watched(say("1 of 5: finding the issues"), screening.version({}).games):
            judgements = screening.judgements({})
        out = [name for name, judgement in judgements.items() if judgement.is_out]
        if not out:
            return Advised(base.experiment, judgements, len(nudges))
        thresholds = base.experiment.thresholds
        aims = [aim for name in out for aim in aims_of(judgements[name], thresholds)]
        movers, found = search(searching, screen(screening, nudges, aims))
        fences = [fence for nudge in nudges for fence in nudge.fences]
        every = dict.fromkeys([*map(Aim, out), *aims])
        advice = confirm(confirming, found, every, searching, fences)
    others = elsewhere(base, advice[0].changes) if advice else ""
    return Advised(base.experiment, judgements, len(nudges), tuple(movers), tuple(advice), others)


def ways_of(base: Base, keep: Sequence[str], only: Sequence[str]) -> list[Nudge]:
    """To change the box, of which there must be one."""
    if nudges := nudges_of(base.experiment, keep, only):
        return nudges
    options = f"{setting('only')} and {setting('keep')}"
    left = f"{options} leave" if keep or only else f"{base.experiment.title} has"
    raise UserError(f"There is nothing to advise: {left} no parameter that can be changed.")


def _tell_beforehand(trials: Trials, nudges: Sequence[Nudge]) -> None:
    """How many games it takes to know what is out, and then at most."""
    first, whole = trials.version({}).games, trials.base.experiment.games
    steps = 1 + RUNGS[-1].best * (1 + max(len(nudge.steps) + len(nudge.beyond) for nudge in nudges))
    confirmed = (1 + CONFIRMED) * (whole + whole // SEEN)
    most = screened(trials, nudges, 1) + first * (steps + most_pairs(1)) + confirmed
    told = count(
        first,
        "{n:,} game finds the issues; fixing one takes at most {most:,} more, plus those that bots"
        " learn by.",
        "{n:,} games find the issues; fixing one takes at most {most:,} more, plus those that bots"
        " learn by.",
        most=round_figure(most),
    )
    log.info(told)


def _on_seed(base: Base, more: int) -> Base:
    one = base.experiment
    return replace(base, experiment=replace(one, seed=one.seed + more))


def screen(trials: Trials, nudges: Sequence[Nudge], aims: Sequence[Aim]) -> Candidates:
    """For each aim the ways that seem to help most; the better ones are played for longer."""
    judgements = Counter(aim.judgement for aim in aims)
    games = screened(trials, nudges, len(judgements))
    tries = [(k, one) for k, nudge in enumerate(nudges) for one in nudge.tries]
    alive, best = list(range(len(tries))), dict[Aim, list[int]]()
    told = count(len(nudges), "2 of 5: screening {n:,} way", "2 of 5: screening {n:,} ways")
    with trials.watched(told, games):
        for rung in RUNGS:
            gains = _gains(trials, [tries[k][1].tried for k in alive], aims, rung.part)
            for aim, values in gains.items():
                order = ordered(zip(values, alive, strict=True), lambda one: -one[0])
                seen = [k for gain, k in order if gain > -math.inf]
                way_of = {tries[k][0]: k for k in reversed(seen)}  # its better step
                first = [k for k in seen if way_of[tries[k][0]] == k]
                best[aim] = first[: rung.best // judgements[aim.judgement]]
            alive = sorted({k for chosen in best.values() for k in chosen})
    return {aim: [tries[k][1] for k in chosen] for aim, chosen in best.items()}


def screened(trials: Trials, nudges: Sequence[Nudge], judgements: int) -> int:
    """The games that screening these ways for so many judgements takes at most."""
    tries = sum(len(nudge.tries) for nudge in nudges)
    most = tries, min(tries, RUNGS[0].best * judgements)
    played = [STIRRED + trials.version({}, one.part).games for one in RUNGS]
    return sum((1 + n) * each for n, each in zip(most, played, strict=True))


def _gains(
    trials: Trials, tries: Sequence[Changes], aims: Sequence[Aim], part: int
) -> dict[Aim, list[float]]:
    """How much nearer each aim seems to come by each change; endlessly less if nothing shows it."""
    unchanged, base = trials.traces({}), trials.play(trials.version({}, part))
    before = measures(aims, base)
    gains: dict[Aim, list[float]] = {aim: [] for aim in aims}
    for changes in tries:
        sample = _tried(trials, changes, unchanged, part)
        after = {} if sample is None else measures(aims, sample)
        for aim in aims:
            gain = before[aim].value - after[aim].value if after else math.nan
            gains[aim].append(gain if math.isfinite(gain) else -math.inf)
    return gains


def _tried(trials: Trials, changes: Changes, unchanged: pl.DataFrame, part: int) -> Sample | None:
    """Nothing of a change that no game shows, or that the rules cannot be played with."""
    try:
        is_idle = trials.traces(changes).equals(unchanged)
        return None if is_idle else trials.play(trials.version(changes, part))
    except UserError as reason:
        not_tried(changes, reason)
        return None


def search(trials: Trials, best: Candidates) -> tuple[list[Mover], list[Changes]]:
    """What surely moves each judgement, and the changes that come nearest to mending them."""
    ways = len({written for nudges in best.values() for written in map(_written, nudges)})
    games = trials.version({}).games
    steps = sum(
        1 + len(nudge.steps) + len(nudge.beyond) for nudges in best.values() for nudge in nudges
    )
    told = count(ways, "3 of 5: following {n:,} way", "3 of 5: following {n:,} ways")
    with trials.watched(told, games * (1 + steps)):
        base = trials.play(trials.version({}))
        movers, sure = _measured(trials, base, best)
        followed = {
            name: [aim.who for aim in best if aim.judgement == name and aim.who] for name in sure
        }
        walk = LineSearch(trials, judgements_of(base, judged(base, is_mirror=True)), followed)
        singles = {name: walk.ways(name, nudges) for name, nudges in sure.items()}
    told = say("4 of 5: trying pairs, unless one is enough")
    with trials.watched(told, games * most_pairs(len(sure))):
        joined = walk.joined(singles)
        found = {
            name: walk.followed(name, sure[name], each, joined) for name, each in singles.items()
        }
    gravest = sorted(found, key=lambda name: walk.judgements[name].weight)
    return movers, chosen(joined, [found[name] for name in gravest])


def chosen(joined: Sequence[Candidate], found: Sequence[Sequence[Candidate]]) -> list[Changes]:
    """A few that mend several judgements, then the best for each judgement, the gravest first."""
    in_turn = [end for turn in zip_longest(*found) for end in turn if end is not None]
    wanted = [end.changes for end in (*joined[:JOINED], *in_turn)]
    distinct = [one for k, one in enumerate(wanted) if one not in wanted[:k]]
    return distinct[: max(CONFIRMED, len(found))]


def _measured(
    trials: Trials, base: Sample, best: Candidates
) -> tuple[list[Mover], dict[str, list[Nudge]]]:
    """Each way at the step that seemed best; and those that surely help, by judgement."""
    before, after = weighed_aims(best, base), dict[str, dict[Aim, HalfSamples]]()
    tried = [(aim, nudge) for aim, nudges in best.items() for nudge in nudges]
    for nudge in {_written(nudge): nudge for _, nudge in tried}.values():
        aims = [aim for aim, other in tried if _written(other) == _written(nudge)]
        after[_written(nudge)] = weighed_aims(aims, trials.play(trials.version(nudge.tried)))
    changes = [after[_written(nudge)][aim].minus(before[aim]) for aim, nudge in tried]
    p = [float(p_values(one.value, one.error, one.deals, 0.0)) for one in changes]
    q = [float(one) for one in discoveries(np.nan_to_num(p, nan=1.0))]
    scales = scales_of(trials.base.experiment.thresholds)
    movers = [
        Mover(aim.judgement, aim.who, nudge.tried, change, sure,
              before[aim].value - scales[aim.judgement].borderline, str(nudge.steps))
        for (aim, nudge), change, sure in zip(tried, changes, q, strict=True)
    ]  # fmt: skip
    order = ordered(range(len(tried)), lambda k: changes[k].value)
    helping = [tried[k] for k in order if movers[k].helps]
    return movers, _by_judgement(best, helping)


def _by_judgement(
    aims: Iterable[Aim], helping: Sequence[tuple[Aim, Nudge]]
) -> dict[str, list[Nudge]]:
    """What helps a judgement, the best for each of its aims in turn."""
    found: dict[str, list[Nudge]] = {}
    for judgement in dict.fromkeys(aim.judgement for aim in aims):
        mine = [aim for aim in aims if aim.judgement == judgement]
        of_each = [[nudge for other, nudge in helping if other == aim] for aim in mine]
        in_turn = [nudge for turn in zip_longest(*of_each) for nudge in turn if nudge is not None]
        found[judgement] = list({str(nudge.steps): nudge for nudge in reversed(in_turn)}.values())[
            ::-1
        ]
    return found


def _written(nudge: Nudge) -> str:
    """What is tried of a way, as a key."""
    return ", ".join(as_settings(nudge.tried))


def confirm(
    trials: Trials,
    found: Sequence[Changes],
    aims: Iterable[Aim],
    learning: Trials,
    fences: Sequence[Changes] = (),
) -> list[Advice]:
    """Every question asked of the base and of each change, on deals that chose none of them."""
    if not found:
        return []
    one_change = "5 of 5: confirming {n:,} change …"
    log.info(count(len(found), one_change, "5 of 5: confirming {n:,} changes …"))
    one, versions = trials.base.experiment, [{}, *found]
    box, levers = one.components, one.title.levers
    names = [name_of(box.with_changes(changes), box) for changes in versions]
    plans = [whole_plan(trials.version(changes, 1), trials.base.pool) for changes in versions]
    base, *others = play_versions(trials.runner, names, plans)
    moves = differences(base.measured(), [other.measured() for other in others])
    before, players = weighed_aims(aims, _asked_of(base.sample)), Learnt(trials, learning)
    judgements = _all_judgements(base)
    made = []
    for changes, played, moved in zip(found, others, moves, strict=True):
        after = weighed_aims(aims, _asked_of(played.sample))
        shifts = {aim: Simultaneous(after[aim].minus(before[aim]), len(found)) for aim in before}
        advice = Advice(
            changes=changes,
            name=played.name,
            size=size_of(changes, box),
            before=judgements,
            after=_all_judgements(played),
            effects={aim.judgement: shift for aim, shift in shifts.items() if not aim.who},
            moved=_told(moved),
            retuned=players.judgements(changes),
            command=compare_command(trials.base, changes),
            search_on=_search_on(trials.base, changes, fences, judgements),
            nearer=_nearer(shifts),
            assumed=assumed_values(box, levers, changes),
        )
        made.append(advice)
    return ordered((one for one in made if one.is_worth_telling), lambda one: one.rank)


def _search_on(
    base: Base, changes: Changes, fences: Sequence[Changes], judgements: Judgements
) -> str:
    """The sweep that goes on where a way has ended for want of more steps."""
    ended = [one for one in fences if one.items() <= changes.items()]
    if len(ended) != 1 or len(ended[0]) != 1:
        return ""
    ((path, value),) = ended[0].items()
    who_wins = ordered(
        (one for one in judgements.values() if one.is_out and one.farthest),
        lambda one: one.weight,
    )
    rest = {name: new for name, new in changes.items() if name != path}
    return sweep_command(base, path, value, rest, who_wins[0] if who_wins else None)


def _nearer(shifts: Mapping[Aim, Quantity]) -> list[str]:
    """Who surely is, of all that are followed."""
    followed = {aim.who: shift for aim, shift in shifts.items() if aim.who}
    return [who for who, shift in followed.items() if shift.interval(len(followed)).high < 0]


def _all_judgements(played: Played) -> Judgements:
    sample, asked = played.sample, judged(played.sample, is_mirror=False)
    judgements = judgements_of(sample, asked)
    if sample.sides > 1:
        return judgements
    return {
        **judgements,
        **judgements_of(_asked_of(sample), (one for one in asked if _is_alike(one))),
    }


def _asked_of(sample: Sample) -> Sample:
    """The tables that were searched: where all are one side, another strategy may be the best."""
    return sample if sample.sides > 1 else replace(sample, rows=sample.typical)


def _is_alike(question: Question) -> bool:
    """Whether it is asked of tables of one strategy."""
    return question.design == MIRROR


def _told(moved: Sequence[Difference]) -> list[str]:
    sure = ordered((one for one in moved if one.is_sure), lambda one: -one.clarity)
    return [one.told for one in sure[:TOLD]]

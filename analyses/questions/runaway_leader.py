"""Does the leader run away, and can one come back?

That the leader at halfway wins more often than not is no fault: so it is in a race without memory,
the no-snowball baseline, in which every game goes on as another one did that was dealt alike. What
is more than that is judged, and the snowball tells why: does who is ahead gain further, or is there
less to gain? Where leads do not clearly grow, no leader runs away.
"""

import itertools
import math
from typing import NamedTuple

import numpy as np
import polars as pl

from analyses.experiments.experiment import CURVES
from analyses.findings.finding import (
    Finding,
    Table,
    begun,
    percent,
    percent_range,
    whole_percent,
    whole_range,
)
from analyses.findings.goals import goal_of, played_anew
from analyses.findings.holdings import holdings
from analyses.findings.question import SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.findings.standings import FEW, GAMES, Standings, standings
from analyses.findings.verdicts import LEVEL, TILTED, WATCH, Scale
from analyses.language import say
from analyses.statistics.alike import alike, in_one
from analyses.statistics.estimate import (
    ANY_SHARE,
    NAN,
    NOTHING,
    Estimate,
    Exactly,
    Quantity,
    Share,
    Unpaired,
    UpperBounded,
    Widest,
    in_figures,
)
from analyses.statistics.holders import brought
from analyses.statistics.intervals import clustered_mean
from analyses.statistics.race import Race

LEADS = 5  # classes of leads, each with as many games
SHARES = ("estimate", "low", "high")
TO_A_GOAL = (
    "These games end when somebody has {goal} points, so their length tells who was ahead. Here the"
    " baseline is made of whole games: every round is taken from another game, until somebody has"
    " {goal} points. The snowball is what leads gain beyond those of the baseline."
)
STORIES = (
    "A player is last at halfway if nobody has less and somebody has more. A game is led from start"
    " to finish if its winner is never behind, and leads alone at halfway. A shared win counts in"
    " parts."
)
ONE_ROUND = "Not run: these games have one round, so nobody leads before they are over."
TIMES = ("progress", *SHARES)
Anew = tuple[Standings, np.ndarray]  # a race to a goal played anew, and what its seats were dealt


class Baseline(NamedTuple):
    """The games without memory: who wins them, and how much more often the leader really does."""

    leader: Quantity
    beyond: Quantity
    last: Quantity = NOTHING  # games won from last place at halfway


def judge(sample: Sample) -> Quantity:
    """Without the tables by round and lead, which take most of the time."""
    curves = standings(sample.typical, sample.players)
    dealt = _dealt(sample, curves)
    anew = _anew(curves, goal_of(curves), dealt)
    race = beside(curves, _half(curves), dealt, anew)
    return _judged(race.beyond, snowball_beside(curves, dealt, anew))


def _judged(beyond: Quantity, snowball: Estimate) -> Quantity:
    """At least nothing, where no lead clearly grows."""
    grows = snowball.interval().low > 0
    return beyond if grows else UpperBounded(beyond, Exactly(min(0.0, beyond.value)))


def find(sample: Sample) -> Finding:
    if sample.sides == 1:
        return QUESTION.finding(sample, no_leader(sample))
    curves = standings(sample.typical, sample.players)
    if curves.is_over(0.5).all():
        return QUESTION.finding(sample, say(ONE_ROUND), is_asked=False)
    half, story, last = _half(curves), _story(curves), _from_last_place(curves)
    dealt, goal = _dealt(sample, curves), goal_of(curves)
    anew = _anew(curves, goal, dealt)
    race, snowball = beside(curves, half, dealt, anew), snowball_beside(curves, dealt, anew)
    measure = _judged(race.beyond, snowball)
    verdict = QUESTION.verdict_of(sample, measure) if sample.mirrors else ""
    return QUESTION.finding(
        sample,
        _half_told(half, race.leader, curves.middle, verdict),
        [_snowball_told(snowball), _catch_up_told(last, race.last), *_story_told(story)],
        estimate=half,
        measure=measure,
        unit="share",
        games=len(curves.rounds),
        tables=(
            Table("by_time", "Win rate of the leader, by progress", _by_time(curves), TIMES),
            Table("by_round", "Win rate of the leader, by round", _by_round(curves), SHARES),
            Table(
                "by_lead", "Win rate of the leader, by progress and lead", _by_lead(curves), TIMES
            ),
            Table("stories", "Comebacks and games led throughout", _story_table(story), ("share",)),
            _neutral_table(half, race, snowball, last),
        ),
        notes=(
            say(
                "{line_up}. Games without a single leader at that time are left out, and those that"
                " end then. Progress counts whole rounds; the score is what it would be if the game"
                " ended then. The snowball is what a player gains in the second half, more than the"
                " others, for each point ahead at halfway: 0 without snowballing. The no-snowball"
                " baseline is these games, each continued as another one of its length went on, in"
                " which the same seats were dealt the same. Where too few are alike, what was dealt"
                " keeps its average effect. Without a lead that clearly grows there is no alarm.",
                line_up=sample.typical_name,
            ),
            say(STORIES),
            *([say(TO_A_GOAL, goal=goal)] * (goal is not None)),
        ),
    )


def no_leader(sample: Sample) -> str:
    """What is said where nobody plays against another."""
    solo = "A solo game has no leader."
    together = "A co-op game has no leader."
    return say(solo if sample.players == 1 else together)


def _half(curves: Standings) -> Quantity:
    """How often the leader half-way wins."""
    leader, _ = _leader(curves, 0.5)
    return _wins(curves, leader, leader >= 0)


def _half_told(half: Quantity, race: Quantity, middle: tuple[int, int] | None, verdict: str) -> str:
    """With the round, where rounds are few."""
    at, rounds = middle or (0, 0)
    if half is ANY_SHARE:
        nobody = "Nobody leads alone at halfway in any of these games."
        then = "Nobody leads alone at halfway (round {at} of {rounds}) in any of these games."
        return say(then if middle else nobody, at=at, rounds=rounds)
    leads = (
        "the leader at halfway wins {share} of games ({interval}); a no-snowball baseline gives"
        " {race}."
    )
    then = (
        "the leader at halfway (round {at} of {rounds}) wins {share} of games ({interval}); a"
        " no-snowball baseline gives {race}."
    )
    told = say(
        then if middle else leads,
        at=at,
        rounds=rounds,
        share=whole_percent(half.value),
        interval=whole_range(*half.interval()),
        race=whole_percent(race.value),
    )
    none = "No runaway leader"
    some = "Slight runaway leader"
    much = "Runaway leader"
    if verdict not in (LEVEL, WATCH, TILTED):
        return begun(told)
    judged = say(none if verdict == LEVEL else some if verdict == WATCH else much)
    return say("{judged!s}: {told!s}", judged=judged, told=told)


def _leader(curves: Standings, progress: float) -> tuple[np.ndarray, np.ndarray]:
    """Who leads each game alone then, -1 = nobody, and by how much; a result is no lead."""
    leader, lead = _first(curves.after(progress))
    return np.where(curves.is_over(progress), -1, leader), lead


def _first(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Who has most alone, -1 = nobody, and by how much."""
    ordered = np.sort(points, axis=1)
    lead = ordered[:, -1] - ordered[:, -2]
    return np.where(lead > 0, points.argmax(axis=1), -1), lead


def _wins(curves: Standings, leader: np.ndarray, led: np.ndarray) -> Quantity:
    """How often the leader wins, over the games that are `led`."""
    if not led.any():
        return ANY_SHARE
    won = curves.win[np.nonzero(led)[0], leader[led]]
    return Share.of(clustered_mean(curves.deal[led], won))


def _dealt(sample: Sample, curves: Standings) -> np.ndarray:
    """What chance dealt to the seats of these games [game, seat, member]: roles, for example."""
    nothing = np.zeros((*curves.win.shape, 0), bool)
    if not sample.levers.dealt and not sample.levers.opening:
        return nothing
    held = holdings(sample, GAMES)
    is_same = np.array_equal(held.deal, curves.deal)  # not where games were only counted
    return np.concatenate([nothing, *(one.held for one in held.to_seats * is_same)], axis=2)


def without_memory(curves: Standings, half: Quantity, dealt: np.ndarray) -> Baseline:
    """How often the leader half-way would win if all were decided anew; how much more it does.

    Games go on as others of the same players in which the same seats were dealt the same, and, as
    nearly as there are, of the same length: what was dealt is no lead that helps who has one.
    """
    if not isinstance(half, Share):
        return Baseline(NOTHING, NOTHING)
    points = curves.after(0.5)
    later = curves.after(1.0) - points
    stratum, kept = alike(later, dealt, curves.deal, in_one(*curves.strategy.T))
    race = Race.of(points + kept, later - kept, stratum, curves.rounds, curves.deal)
    leader, _ = _leader(curves, 0.5)
    who = leader[:, None] == np.arange(points.shape[1])
    leads, beyond = race.beside(who, leader >= 0, (curves.win * who).sum(axis=1))
    last = _last(curves)
    behind, _ = race.beside(last, ~curves.is_over(0.5), (curves.win * last).sum(axis=1))
    return Baseline(leads, _beyond(half, leads, beyond), behind)


def _beyond(half: Share, race: Share, beyond: Estimate) -> Widest:
    either = Unpaired(half, Exactly(race.value)), Unpaired(Exactly(half.value), race)
    return Widest((beyond, *either))


def _anew(curves: Standings, goal: int | None, dealt: np.ndarray) -> Anew | None:
    return None if goal is None else played_anew(curves, goal, dealt)


def beside(curves: Standings, half: Quantity, dealt: np.ndarray, anew: Anew | None) -> Baseline:
    """How often the leader half-way wins a race without memory, and how much more often it does.

    Of a race to a goal the one played anew is as uncertain as these games, or less.
    """
    if anew is None or not isinstance(half, Share):
        return without_memory(curves, half, dealt)
    race = Share(_half(anew[0]).value, half.error, half.deals)
    beyond = Estimate(half.value - race.value, 2**0.5 * half.error, half.deals)
    return Baseline(race, _beyond(half, race, beyond), _from_last_place(anew[0]))


def snowball_beside(curves: Standings, dealt: np.ndarray, anew: Anew | None) -> Estimate:
    """The snowball, of a race to a goal beyond that of the one played anew."""
    found = snowball_of(curves, dealt)
    if anew is None:
        return found
    return Estimate(found.value - snowball_of(*anew).value, 2**0.5 * found.error, found.deals)


def snowball_of(curves: Standings, dealt: np.ndarray) -> Estimate:
    """The slope of the second half's gain on the lead half-way, both against the table's mean.

    Of gains beyond what the seats were dealt brings them, and of games that go on then.
    """
    half = curves.after(0.5)
    later = curves.after(1.0) - half
    gains = later - brought(later, dealt)
    goes_on = ~curves.is_over(0.5)[:, None]
    ahead, gain = (goes_on * (of - of.mean(axis=1, keepdims=True)) for of in (half, gains))
    both, square = (ahead * gain).sum(axis=1), (ahead**2).sum(axis=1)
    if not square.any():
        return Estimate(NAN, NAN, 0)
    slope = both.mean() / square.mean()
    linear = (both - slope * square) / square.mean() + slope  # a ratio's error is this mean's
    return Estimate.of(clustered_mean(curves.deal, linear))


def _neutral_table(half: Quantity, race: Baseline, snowball: Estimate, last: Quantity) -> Table:
    rows = [
        ("win rate of the leader at halfway", *in_figures(half)),
        ("the same in a no-snowball baseline", *in_figures(race.leader)),
        ("points gained in the second half per point ahead", *in_figures(snowball)),
        ("games won from last place at halfway", *in_figures(last)),
        ("the same in a no-snowball baseline", *in_figures(race.last)),
    ]
    frame = pl.DataFrame(rows, schema=["what", *SHARES], orient="row")
    return Table("race", "Compared with a no-snowball baseline", frame)


def _snowball_told(snowball: Estimate) -> str:
    low, high = snowball.interval()
    if snowball.value != snowball.value:  # nobody is ahead
        return ""
    if low <= 0 <= high:
        return say("A halfway lead neither clearly grows nor shrinks.")
    grows = "A halfway lead grows by {size} on average ({ends})."
    shrinks = "A halfway lead shrinks by {size} on average ({ends})."
    ends = whole_range(*sorted((abs(low), abs(high))))
    told = grows if snowball.value > 0 else shrinks
    return say(told, size=whole_percent(abs(snowball.value)), ends=ends)


def _row(curves: Standings, leader: np.ndarray, among: np.ndarray | bool = True) -> dict:
    led = among & (leader >= 0)
    figures = in_figures(_wins(curves, leader, led))
    return dict(zip(SHARES, figures, strict=True)) | {"games": int(led.sum())}


def _times(curves: Standings) -> list[float]:
    """When it is asked who leads: after every tenth of a game, or every round if they are fewer.

    Never at the end, where the standing is the result.
    """
    parts = min(FEW, max(2, int(np.median(curves.rounds))))
    return [k / parts for k in range(1, parts)]


def _by_time(curves: Standings) -> pl.DataFrame:
    leaders = {progress: _leader(curves, progress)[0] for progress in _times(curves)}
    return pl.DataFrame(
        [{"progress": progress} | _row(curves, leader) for progress, leader in leaders.items()]
    )


def _by_round(curves: Standings) -> pl.DataFrame:
    """Of the games that go on after it."""
    rows = []
    for k in range(1, max(2, int(np.median(curves.rounds)))):
        leader, _ = _first(curves.points[:, :, k - 1])
        rows.append({"round": k} | _row(curves, leader, curves.rounds > k))
    return pl.DataFrame(rows)


def _by_lead(curves: Standings) -> pl.DataFrame:
    """P(win | lead, time): at each time, leads in classes with as many games."""
    rows = []
    for progress in _times(curves):
        leader, lead = _leader(curves, progress)
        if not (leader >= 0).any():
            continue
        ends = np.unique(np.quantile(lead[leader >= 0], np.linspace(0, 1, LEADS + 1)))
        for low, high in itertools.pairwise(ends):
            among = (lead >= low) & ((lead < high) | (high == ends[-1]))
            row = {"progress": progress, "lead from": float(low), "to": float(high)}
            rows.append(row | _row(curves, leader, among))
    columns = ["progress", "lead from", "to", *SHARES, "games"]
    return (
        pl.DataFrame(rows, schema_overrides={"games": pl.Int64}).select(columns)
        if rows
        else (pl.DataFrame(schema=dict.fromkeys(columns, pl.Float64)))
    )


def _last(curves: Standings) -> np.ndarray:
    """Who has least half-way, alone or with others, if somebody has more, [game, seat]."""
    half = curves.after(0.5)
    return (half == half.min(axis=1, keepdims=True)) & (half < half.max(axis=1, keepdims=True))


def _from_last_place(curves: Standings) -> Quantity:
    """Games won by a player who was last half-way, of those that go on then."""
    goes_on = ~curves.is_over(0.5)
    if not goes_on.any():
        return ANY_SHARE
    won = (curves.win * _last(curves)).sum(axis=1)
    return Share.of(clustered_mean(curves.deal[goes_on], won[goes_on]))


def _catch_up_told(last: Quantity, race: Quantity) -> str:
    told = (
        "Catch-up: players who are last at halfway still win {last} of games ({ends}); a"
        " no-snowball baseline gives {race}."
    )
    if not math.isfinite(race.value):
        return ""
    shown = percent(last.value), percent_range(*last.interval()), percent(race.value)
    return say(told, **dict(zip(("last", "ends", "race"), shown, strict=True)))


def _story(curves: Standings) -> dict[str, float]:
    """Of games that go on after half-way; a shared win counts in parts."""
    half, goes_on = curves.after(0.5), ~curves.is_over(0.5)
    most = half.max(axis=1, keepdims=True)
    alone = (half == most) & ((half == most).sum(axis=1, keepdims=True) == 1)
    won_by = {
        # Games level so far are led by nobody.
        "led from start to finish": _never_behind(curves) & alone,
        "won from behind at halfway": half < most,
        "won from last place at halfway": _last(curves),
    }
    return {"lead changes": float(_changes(curves)[goes_on].mean())} | {
        name: float((curves.win * who).sum(axis=1)[goes_on].mean()) for name, who in won_by.items()
    }


def _playing(curves: Standings) -> np.ndarray:
    """Whether a game had this round, [game, round]."""
    return np.arange(curves.points.shape[2]) < curves.rounds[:, None]


def _never_behind(curves: Standings) -> np.ndarray:
    """Who had most after every round, alone or with others, [game, seat]."""
    is_first = curves.points == curves.points.max(axis=1, keepdims=True)
    return (is_first | ~_playing(curves)[:, None]).all(axis=2)


def _changes(curves: Standings) -> np.ndarray:
    """How often each game has another leader than before."""
    best = curves.points.max(axis=1, keepdims=True)
    alone = (curves.points == best).sum(axis=1) == 1
    leader = np.where(alone & _playing(curves), curves.points.argmax(axis=1), -1)
    changes, held = np.zeros(len(leader)), np.full(len(leader), -1)
    for now in leader.T:
        changes += (now >= 0) & (held >= 0) & (now != held)
        held = np.where(now >= 0, now, held)
    return changes


def _story_told(story: dict[str, float]) -> tuple[str, str]:
    changes = "The lead changes {changes:.1f} times a game."
    led = "{led} of games are led throughout."
    share = percent(story["led from start to finish"])
    return say(changes, changes=story["lead changes"]), say(led, led=share)


def _story_table(story: dict[str, float]) -> pl.DataFrame:
    rows = [(name, value) for name, value in story.items() if name != "lead changes"]
    return pl.DataFrame(rows, schema=["games", "share"], orient="row")


QUESTION = Question(
    name="runaway_leader",
    place=50,
    heading="Runaway leader",
    question="Does the leader run away, and are there comebacks?",
    measure="win rate of the leader at halfway",
    scale=Scale(
        "halfway leader's win rate above the no-snowball baseline, in percentage points",
        0.05,
        0.15,
        in_points=True,
    ),
    find=find,
    is_distance=True,
    rules_out=(
        "Ruled out: a halfway leader who wins {most} games in 100 more than without a snowball."
    ),
    needs=(CURVES,),
    players=SEVERAL,
    metric="halfway_leader_wins",
    judge=judge,
    of_equals=True,
)

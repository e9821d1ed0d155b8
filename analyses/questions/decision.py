"""When is it decided, does the leader run away, can one come back?

That who leads half-way wins more often than not is no fault: so it is in a race without memory, in
which every game goes on as another one did. What is more than that is judged, and the snowball
tells why: does who is ahead gain further, or is there less to gain?
"""

import itertools

import numpy as np
import polars as pl

from analyses.experiments.experiment import CURVES
from analyses.findings.finding import Finding, Table, percent, percent_range
from analyses.findings.goals import goal_of, played_anew
from analyses.findings.holdings import holdings
from analyses.findings.question import SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.findings.standings import GAMES, Standings, standings
from analyses.findings.verdicts import Scale
from analyses.language import say
from analyses.statistics.estimate import (
    ANY_SHARE,
    NAN,
    NOTHING,
    Apart,
    Estimate,
    Exactly,
    Quantity,
    Share,
    Widest,
    in_figures,
)
from analyses.statistics.holders import brought
from analyses.statistics.intervals import clustered_mean
from analyses.statistics.race import beside_a_race

STEPS = 10  # parts of a game
LEADS = 5  # classes of leads, each with as many games
SHARES = ("estimate", "low", "high")
TO_A_GOAL = (
    "These games end when somebody has {goal} points, so that their length tells who was ahead."
    " Here the race without memory is made of whole games: every round is that of another game,"
    " until somebody has as many; and the snowball is what leads gain beyond those of that race."
)
TIMES = ("progress", *SHARES)
Anew = tuple[Standings, np.ndarray]  # a race to a goal played anew, and what its seats were dealt


def judge(sample: Sample) -> Quantity:
    """Without the tables by round and lead, which take most of the time."""
    curves = standings(sample.typical, sample.players)
    dealt = _dealt(sample, curves)
    _, beyond = beside(curves, _half(curves), dealt, _anew(curves, goal_of(curves), dealt))
    return beyond


def find(sample: Sample) -> Finding:
    if sample.sides == 1:
        is_solo = sample.players == 1
        told = "A solo game has no leader." if is_solo else "Who plays together has no leader."
        return QUESTION.finding(sample, say(told))
    curves = standings(sample.typical, sample.players)
    by_time = _by_time(curves)
    half, story = _half(curves), _story(curves)
    dealt, goal = _dealt(sample, curves), goal_of(curves)
    anew = _anew(curves, goal, dealt)
    race, beyond = beside(curves, half, dealt, anew)
    snowball = snowball_beside(curves, dealt, anew)
    return QUESTION.finding(
        sample,
        f"{_half_told(half, race)}{_snowball_told(snowball)} {_no_return_told(by_time)}"
        f" {_story_told(story)}",
        estimate=half,
        measure=beyond,
        unit="share",
        games=len(curves.rounds),
        tables=(
            Table("by_time", "The leader wins, by how much of the game is over", by_time, TIMES),
            Table("by_round", "The leader wins, by the round", _by_round(curves), SHARES),
            Table("by_lead", "The leader wins, by time and lead", _by_lead(curves), TIMES),
            Table("stories", "Stories", _story_table(story), ("share",)),
            _neutral_table(half, race, snowball),
        ),
        notes=(
            say(
                "{line_up}. Games without a single leader at that time are left out; progress"
                " counts rounds, and a standing is the score if the game ended then. The snowball"
                " is what a player gains in the second half, more than the others, for each point"
                " ahead of them half-way: 0 in a race without memory. That race is these games,"
                " each gone on with as another of its length went on. What a seat was dealt, a role"
                " for example, brings in it what it brings on average.",
                line_up=sample.typical_name,
            ),
            *([say(TO_A_GOAL, goal=goal)] * (goal is not None)),
        ),
    )


def _half(curves: Standings) -> Quantity:
    """How often the leader half-way wins."""
    leader, _ = _leader(curves.after(0.5))
    return _wins(curves, leader, leader >= 0)


def _half_told(half: Quantity, race: Quantity) -> str:
    if half is ANY_SHARE:
        return say("Nobody leads alone half-way in any of these games.")
    share, interval = percent(half.value), percent_range(*half.interval())
    return say(
        "Who leads half-way wins {share} of the games ({interval}); in a race without memory it"
        " would be {race}.",
        share=share,
        interval=interval,
        race=percent(race.value),
    )


def _leader(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Who leads alone in each game, -1 = nobody, and by how much."""
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


def without_memory(
    curves: Standings, half: Quantity, dealt: np.ndarray
) -> tuple[Quantity, Quantity]:
    """How often the leader half-way would win if all were decided anew; how much more it does.

    Games go on as others of the same players and, as nearly as there are, of the same length; but
    what was dealt to a seat keeps bringing what it brings: it is no lead that helps who has one.
    """
    if not isinstance(half, Share):
        return NOTHING, NOTHING
    points = curves.after(0.5)
    leader, _ = _leader(points)
    won = curves.win[np.arange(len(leader)), leader]
    players = [np.unique(seat, return_inverse=True)[1] for seat in curves.strategy.T]
    later = curves.after(1.0) - points
    kept = brought(later, dealt)
    race, beyond = beside_a_race(
        points + kept, later - kept, leader, won, (curves.rounds, *players), curves.deal
    )
    return race, _beyond(half, race, beyond)


def _beyond(half: Share, race: Share, beyond: Estimate) -> Widest:
    either = Apart(half, Exactly(race.value)), Apart(Exactly(half.value), race)
    return Widest((beyond, *either))


def _anew(curves: Standings, goal: int | None, dealt: np.ndarray) -> Anew | None:
    return None if goal is None else played_anew(curves, goal, dealt)


def beside(
    curves: Standings, half: Quantity, dealt: np.ndarray, anew: Anew | None
) -> tuple[Quantity, Quantity]:
    """How often the leader half-way wins a race without memory, and how much more often it does.

    Of a race to a goal the one played anew is as uncertain as these games, or less.
    """
    if anew is None or not isinstance(half, Share):
        return without_memory(curves, half, dealt)
    race = Share(_half(anew[0]).value, half.error, half.deals)
    beyond = Estimate(half.value - race.value, 2**0.5 * half.error, half.deals)
    return race, _beyond(half, race, beyond)


def snowball_beside(curves: Standings, dealt: np.ndarray, anew: Anew | None) -> Estimate:
    """The snowball, of a race to a goal beyond that of the one played anew."""
    found = snowball_of(curves, dealt)
    if anew is None:
        return found
    return Estimate(found.value - snowball_of(*anew).value, 2**0.5 * found.error, found.deals)


def snowball_of(curves: Standings, dealt: np.ndarray) -> Estimate:
    """The slope of the second half's gain on the lead half-way, both against the table's mean.

    Of gains beyond what the seats were dealt brings them.
    """
    half = curves.after(0.5)
    later = curves.after(1.0) - half
    gains = later - brought(later, dealt)
    ahead, gain = (of - of.mean(axis=1, keepdims=True) for of in (half, gains))
    both, square = (ahead * gain).sum(axis=1), (ahead**2).sum(axis=1)
    if not square.any():
        return Estimate(NAN, NAN, 0)
    slope = both.mean() / square.mean()
    linear = (both - slope * square) / square.mean() + slope  # a ratio's error is this mean's
    return Estimate.of(clustered_mean(curves.deal, linear))


def _neutral_table(half: Quantity, race: Quantity, snowball: Estimate) -> Table:
    rows = [
        ("games won by who leads half-way", *in_figures(half)),
        ("the same in a race without memory", *in_figures(race)),
        ("gained in the second half for each point ahead", *in_figures(snowball)),
    ]
    frame = pl.DataFrame(rows, schema=["what", *SHARES], orient="row")
    return Table("race", "Beside a race without memory", frame)


def _snowball_told(snowball: Estimate) -> str:
    low, high = snowball.interval()
    if snowball.value != snowball.value:  # nobody is ahead
        return ""
    if low <= 0 <= high:
        return " " + say("A lead half-way neither grows nor shrinks surely.")
    grows = "For each point of it a lead half-way grows by {size:.2f} ({low:.2f} to {high:.2f})."
    shrinks = (
        "For each point of it a lead half-way shrinks by {size:.2f} ({low:.2f} to {high:.2f})."
    )
    low, high = sorted((abs(low), abs(high)))
    told = grows if snowball.value > 0 else shrinks
    return " " + say(told, size=abs(snowball.value), low=low, high=high)


def _row(curves: Standings, leader: np.ndarray, among: np.ndarray | bool = True) -> dict:
    led = among & (leader >= 0)
    figures = in_figures(_wins(curves, leader, led))
    return dict(zip(SHARES, figures, strict=True)) | {"games": int(led.sum())}


def _by_time(curves: Standings) -> pl.DataFrame:
    rows = []
    for step in range(1, STEPS + 1):
        leader, _ = _leader(curves.after(step / STEPS))
        rows.append({"progress": step / STEPS} | _row(curves, leader))
    return pl.DataFrame(rows)


def _by_round(curves: Standings) -> pl.DataFrame:
    rows = []
    for k in range(max(1, int(np.median(curves.rounds)))):
        leader, _ = _leader(curves.points[:, :, k])
        rows.append({"round": k + 1} | _row(curves, leader, curves.rounds > k))
    return pl.DataFrame(rows)


def _by_lead(curves: Standings) -> pl.DataFrame:
    """P(win | lead, time): at each time, leads in classes with as many games."""
    rows = []
    for step in range(1, STEPS):
        leader, lead = _leader(curves.after(step / STEPS))
        if not (leader >= 0).any():
            continue
        ends = np.unique(np.quantile(lead[leader >= 0], np.linspace(0, 1, LEADS + 1)))
        for low, high in itertools.pairwise(ends):
            among = (lead >= low) & ((lead < high) | (high == ends[-1]))
            row = {"progress": step / STEPS, "lead from": float(low), "to": float(high)}
            rows.append(row | _row(curves, leader, among))
    columns = ["progress", "lead from", "to", *SHARES, "games"]
    return (
        pl.DataFrame(rows, schema_overrides={"games": pl.Int64}).select(columns)
        if rows
        else (pl.DataFrame(schema=dict.fromkeys(columns, pl.Float64)))
    )


def _no_return_told(by_time: pl.DataFrame) -> str:
    """From when on the leader wins 80 and 95 of 100 games."""
    told = []
    for share in (0.8, 0.95):
        unsure = by_time.filter(~(pl.col("low") >= share))["progress"].max()
        later = by_time.filter(pl.col("progress") > (unsure or 0))["progress"].to_list()
        when = "{share:.0%} from {later:.0%} of the way"
        told.append(
            say(when, share=share, later=later[0])
            if len(later) > 1
            else say("{share:.0%} only at the end", share=share)
        )
    return say("The leader wins {often}, {nearly_always}.", often=told[0], nearly_always=told[1])


def _story(curves: Standings) -> dict[str, float]:
    games, _players, rounds = curves.points.shape
    best = curves.points.max(axis=1, keepdims=True)
    alone = (curves.points == best).sum(axis=1) == 1
    leader = np.where(alone, curves.points.argmax(axis=1), -1)
    playing = np.arange(rounds) < curves.rounds[:, None]
    changes, held = np.zeros(games), np.full(games, -1)
    for k in range(rounds):
        now = np.where(playing[:, k], leader[:, k], -1)
        changes += (now >= 0) & (held >= 0) & (now != held)
        held = np.where(now >= 0, now, held)
    winner = curves.win.argmax(axis=1)
    winners_points = np.take_along_axis(curves.points, winner[:, None, None], axis=1)[:, 0]
    half = curves.after(0.5)
    mine = half[np.arange(games), winner]
    ahead = (half == mine[:, None]).sum(axis=1) == 1  # games level so far are led by nobody
    always = ((winners_points == best[:, 0]) | ~playing).all(axis=1) & ahead
    return {
        "lead changes": float(changes.mean()),
        "led from start to finish": float(always.mean()),
        "won by who did not lead half-way": float((mine < half.max(axis=1)).mean()),
        "won by who was last half-way": float(
            ((mine == half.min(axis=1)) & (mine < half.max(axis=1))).mean()
        ),
    }


def _story_told(story: dict[str, float]) -> str:
    return say(
        "The lead changes {changes:.1f} times a game; {led} are led from start to finish, and"
        " {last} won by who was last half-way.",
        changes=story["lead changes"],
        led=percent(story["led from start to finish"]),
        last=percent(story["won by who was last half-way"]),
    )


def _story_table(story: dict[str, float]) -> pl.DataFrame:
    rows = [(name, value) for name, value in story.items() if name != "lead changes"]
    return pl.DataFrame(rows, schema=["games", "share"], orient="row")


QUESTION = Question(
    name="decision",
    place=50,
    heading="Decision",
    question="When is it decided, does the leader run away, can one come back?",
    measure="games won by who leads half-way",
    scale=Scale("games that the leader at half-time wins beyond a race without memory", 0.05, 0.15),
    find=find,
    needs=(CURVES,),
    players=SEVERAL,
    gauge="decisiveness",
    judge=judge,
    of_equals=True,
)

"""Races to a goal: without memory they are level, and a leader who runs away is seen."""

import numpy as np
import polars as pl
import pytest
from test_decision import ask, frame_of

from analyses.findings.goals import goal_of
from analyses.findings.sample import Sample
from analyses.findings.standings import standings
from analyses.findings.verdicts import LEVEL, TILTED, UNKNOWN
from simulator.levers import Levers

GAMES = 3000


def dice(rng, games, players, number):
    return rng.integers(1, 7, (games, players))


def a_trick(rng, games, players, number):
    """One point for one player."""
    return (rng.integers(players, size=(games, 1)) == np.arange(players)) * 1


def a_stake(rng, games, players, number):
    """The others pay one player, so whatever is gained somebody loses."""
    return (players * a_trick(rng, games, players, number) - 1) * (3 if players == 2 else 1)


def growing(rng, games, players, number):
    return rng.integers(1, 7, (games, players)) * (1 + number)


def better_seat(rng, games, players, number):
    return rng.integers(1, 7, (games, players)) + (np.arange(players) == 0)


def played(rng, players, goal, gain, at_once, games=GAMES, snowball=0.0, more=0):
    """Until somebody has the goal; at once, or when all have had their turns."""
    now, rounds, after, number = np.zeros((games, players)), np.zeros(games, int), [], 0
    while (playing := now.max(axis=1) < goal).any():
        ahead = (now - now.mean(axis=1, keepdims=True)).clip(0)
        won = gain(rng, games, players, number) + more + np.floor(snowball * ahead)
        if at_once:
            there = now + won >= goal
            first = np.where(there.any(axis=1), there.argmax(axis=1), players)
            won[np.arange(players) > first[:, None]] = 0
        now, rounds, number = now + won * playing[:, None], rounds + playing, number + 1
        after.append(now)
    return np.stack(after, axis=2).astype(int), rounds


FAIR = {
    "dice to 20": (20, dice, False),
    "dice to 20, at once": (20, dice, True),
    "tricks to 5": (5, a_trick, False),
    "stakes to 12": (12, a_stake, False),
    "gains that grow to 60, at once": (60, growing, True),
    "a better seat to 30, at once": (30, better_seat, True),
}


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", FAIR)
def test_a_race_to_a_goal_without_memory_is_told_as_one(name, players):
    """Gone on with as others of their length they read up to 7 percentage points too low."""
    found = ask(frame_of(*played(np.random.default_rng(players), players, *FAIR[name])))
    assert found.verdict == LEVEL
    assert abs(found.measure.value) < 0.025
    assert not found.measure.interval().excludes(0)
    assert "A halfway lead neither clearly grows nor shrinks." in found.sentence
    assert f"when somebody has {FAIR[name][0]} points" in " ".join(found.notes)


@pytest.mark.parametrize("name", ["dice to 20", "tricks to 5", "gains that grow to 60, at once"])
def test_it_lies_in_its_interval(name):
    held, rng = 0, np.random.default_rng(1)
    for _ in range(12):
        found = ask(frame_of(*played(rng, 3, *FAIR[name], games=200)))
        held += not found.measure.interval().excludes(0)
    assert held >= 11


@pytest.mark.parametrize("at_once", [False, True])
def test_who_runs_away_to_a_goal_is_seen(at_once):
    points = played(np.random.default_rng(1), 4, 100, dice, at_once, snowball=0.2)
    found = ask(frame_of(*points))
    assert found.verdict == TILTED
    assert "A halfway lead grows" in found.sentence


def test_a_strong_role_in_a_race_to_a_goal_is_no_leader_that_runs_away(monkeypatch):
    roles = {"Fox": "Fox", "Owl": "Owl"}
    monkeypatch.setattr(Sample, "levers", Levers(dealt={"roles": roles}))
    rng = np.random.default_rng(1)
    fox = rng.permuted(np.tile([1, 0], (GAMES, 1)), axis=1)
    points, rounds = played(rng, 2, 60, dice, at_once=False, more=fox)
    end = points[np.arange(GAMES), :, rounds - 1]
    frame = frame_of(points, rounds).with_columns(
        tally_Fox=pl.Series(fox.ravel()), tally_Owl=pl.Series(1 - fox.ravel()),
        score=pl.Series(end.ravel()),
    )  # fmt: skip
    assert abs(ask(frame).measure.value) < 0.02
    assert ask(frame.with_columns(tally_Fox=0, tally_Owl=0)).measure.value > 0.03


def goal_in(points, rounds=None):
    return goal_of(standings(frame_of(points, rounds).lazy(), points.shape[1]))


def test_games_that_end_otherwise_have_no_goal():
    rng = np.random.default_rng(1)
    points = rng.integers(1, 7, (500, 3, 12)).cumsum(axis=2)
    assert goal_in(points) is None
    assert goal_in(points, rng.integers(6, 13, 500)) is None
    points[:, :, -1] += 100  # much at the end of games that are all equally long
    assert goal_in(points) is None


def until(points, rounds, at_the_end):
    """The last round brings so many points instead."""
    for game, last in enumerate(rounds - 1):
        points[game, :, last:] = at_the_end[game][:, None]
    return points


@pytest.mark.parametrize("start", [0, -40])
def test_what_a_last_round_pays_out_is_no_goal(start):
    """Nobody has raced for it; and below nothing there would be no race at all."""
    rng = np.random.default_rng(1)
    rounds = rng.integers(4, 9, 300)
    points = start + rng.integers(1, 4, (300, 3, 8)).cumsum(axis=2)
    points = until(points, rounds, start + rng.integers(25, 39, (300, 3)))
    assert goal_in(points, rounds) is None
    assert "when somebody has" not in " ".join(ask(frame_of(points, rounds)).notes)


def test_a_few_games_show_no_goal():
    """Of ten games of Excavation Earth 57 of 100 samples seemed to have one."""
    rng = np.random.default_rng(1)
    for _ in range(20):
        rounds = rng.integers(10, 13, 10)
        points = until(
            rng.integers(1, 7, (10, 3, 12)).cumsum(axis=2),
            rounds,
            60 + rng.integers(0, 20, (10, 3)),
        )
        assert goal_in(points, rounds) is None


def test_the_goal_is_found_where_points_come_in_fives():
    points, rounds = played(np.random.default_rng(1), 3, 20, dice, at_once=True, games=200)
    assert goal_in(points, rounds) == 20
    assert goal_in(5 * points, rounds) == 100


@pytest.mark.parametrize("games", [1, 2, 5])
def test_a_few_races_to_a_goal_tell_nothing(games):
    points = played(np.random.default_rng(2), 3, 20, dice, at_once=True, games=games)
    assert ask(frame_of(*points)).verdict == UNKNOWN

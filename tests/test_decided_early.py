"""Decided early: how much of a game is left when its leader has as good as won."""

import numpy as np
import pytest
import toy
from test_decision import frame_of, race

from analyses.findings.sample import sample_of
from analyses.findings.verdicts import LEVEL, TILTED, UNKNOWN, WATCH
from analyses.questions import ask as ask_all
from analyses.questions.decided_early import LeftToPlay
from analyses.statistics.estimate import Exactly


def ask(frame):
    (found,) = ask_all(sample_of(frame), ["decided_early"])
    return found


def first_turn_decides(rng, players, rounds, games=3000):
    """The first turn pays 0 to 1000 points, all others 0 to 2."""
    gains = rng.integers(0, 3, (games, players, rounds))
    gains[:, :, 0] = rng.integers(0, 1001, (games, players))
    return gains.cumsum(axis=2)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_game_that_is_over_after_its_first_turn_is_tilted(players):
    found = ask(frame_of(first_turn_decides(np.random.default_rng(1), players, 8)))
    assert found.verdict == TILTED
    assert found.claim == (
        "Decided early: the leader is an 80% favourite after 12% of the game, with 88% still to"
        " play."
    )


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("rounds", [3, 8, 20, 60])
def test_a_fair_race_of_equal_turns_is_balanced(players, rounds):
    found = ask(frame_of(race(np.random.default_rng(players), 2000, players, rounds)))
    assert found.verdict == LEVEL
    assert found.claim.startswith("Open until late: ")


def test_two_players_who_walk_at_random_get_there_when_a_third_is_left():
    """By the arc sine law four in five are reached after 65%, at the sine of 54 degrees squared."""
    found = ask(frame_of(race(np.random.default_rng(2), 8000, 2, 200, most=1000)))
    assert found.measure.value == pytest.approx(1 - np.sin(0.3 * np.pi) ** 2, abs=0.051)


def test_the_time_lies_in_its_interval():
    """Of twenty equal rounds of two players: the first at which four in five are reached."""
    truth, held = 1 - 14 / 20, 0
    for seed in range(100):
        points = race(np.random.default_rng(seed), 300, 2, 20, most=1000)
        low, high = ask(frame_of(points)).measure.interval()
        held += low <= truth + 1e-9 and high >= truth - 1e-9
    assert held >= 90


def test_a_lead_at_a_third_of_the_game_that_lasts_is_borderline():
    points = np.zeros((1000, 2, 9), int)
    points[np.arange(1000), np.arange(1000) % 2, 2:] = 7
    found = ask(frame_of(points))
    assert found.verdict == WATCH
    assert found.measure.value == pytest.approx(2 / 3)


@pytest.mark.parametrize("rounds", [2, 3, 5, 9, 10, 14])
def test_where_points_fall_in_the_last_round_only_nobody_can_be_said_to_lead(rounds):
    """It may have been decided by the deal: points do not tell."""
    points = np.zeros((400, 3, rounds), int)
    points[:, :, -1] = np.random.default_rng(rounds).integers(0, 6, (400, 3))
    found = ask(frame_of(points))
    assert not found.is_asked
    assert found.verdict not in (LEVEL, WATCH, TILTED)
    assert found.claim == "Not known: nobody leads on points before the last round."


def test_a_lead_that_few_games_have_decides_few():
    """One game in ten is led early, and won so; in the others everybody is level until the end."""
    rng, points = np.random.default_rng(3), np.zeros((2000, 2, 10), int)
    points[:200, 0, :] = 9
    points[200:, :, -1] = rng.integers(0, 100, (1800, 2))
    found = ask(frame_of(points))
    assert found.frame("by_time")["estimate"][0] == pytest.approx(0.55, abs=0.01)
    assert found.verdict == LEVEL


def test_a_share_that_falls_below_the_mark_again_does_not_count():
    shares = [Exactly(share) for share in (0.9, 0.7, 0.85, 0.9)]
    assert LeftToPlay((0.2, 0.4, 0.6, 0.8), shares).value == pytest.approx(0.4)


def test_a_handful_of_games_tells_nothing():
    assert ask(frame_of(first_turn_decides(np.random.default_rng(1), 2, 8, 4))).verdict == UNKNOWN


def test_games_of_one_round_are_not_asked():
    found = ask(toy.play(toy.rules(deal=6), [["a", "a"]], 20))
    assert not found.is_asked
    assert "these games have one round" in found.sentence

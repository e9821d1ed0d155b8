"""Decision: the half-time leader beside a race without memory, and the snowball."""

import re

import numpy as np
import polars as pl
import pytest
import toy

from analyses.findings.sample import sample_of
from analyses.findings.standings import standings
from analyses.findings.verdicts import LEVEL, TILTED, UNKNOWN
from analyses.questions import ask as ask_all
from analyses.questions.decision import snowball_of, without_memory
from analyses.statistics.race import leader_wins


def ask(frame):
    (found,) = ask_all(sample_of(frame), ["decision"])
    return found


def frame_of(points):
    """Games from `points[game, seat, round]`; the highest at the end wins."""
    games, players, _ = points.shape
    end = points[:, :, -1]
    best = end == end.max(axis=1, keepdims=True)
    return pl.DataFrame(
        {
            "title": "none",
            "game": np.repeat(np.arange(games), players),
            "deal": np.repeat(np.arange(games), players),
            "line_up": "a",
            "same": "all",
            "forbids": "",
            "seat": np.tile(np.arange(1, players + 1), games),
            "strategy": "a",
            "curve": points.reshape(games * players, -1).tolist(),
            "rounds": points.shape[2],
            "win": (best / best.sum(axis=1, keepdims=True)).ravel(),
            "place": np.where(best, 1, 2).ravel(),
        }
    )


def race(rng, games, players, rounds=10, snowball=0.0):
    """Gains are drawn anew in every round; with a snowball, half-time leads grow by that part."""
    gains = rng.integers(0, 200, (games, players, rounds))
    points = gains.cumsum(axis=2)
    half = rounds // 2
    ahead = points[:, :, half - 1] - points[:, :, half - 1].mean(axis=1, keepdims=True)
    more = np.round(snowball * ahead).astype(int)
    points[:, :, half:] += more[:, :, None]
    return points


@pytest.mark.parametrize(("players", "known"), [(2, 0.750), (4, 0.582), (6, 0.507)])
def test_a_race_without_memory_is_that_of_the_books_and_of_chance(players, known):
    assert leader_wins(players) == pytest.approx(known, abs=0.001)
    rng = np.random.default_rng(1)
    now, then = rng.normal(size=(2, 200_000, players))
    kept = (now.argmax(axis=1) == (now + then).argmax(axis=1)).mean()
    assert leader_wins(players) == pytest.approx(kept, abs=0.004)


def test_when_more_of_a_race_is_over_its_leader_wins_more():
    """Of two players half plus the arc sine of the correlation over pi; at the end always."""
    for progress in (0.5, 2 / 3, 0.9):
        by_hand = 0.5 + np.arcsin(np.sqrt(progress)) / np.pi
        assert leader_wins(2, progress) == pytest.approx(by_hand, abs=0.001)
    assert leader_wins(3, 1.0) == 1
    odd, even = without_memory(np.array([3]), 2), without_memory(np.array([3, 4]), 2)
    assert odd == leader_wins(2, 2 / 3)
    assert even == pytest.approx((leader_wins(2, 2 / 3) + leader_wins(2)) / 2)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_race_without_memory_is_level_for_any_number_of_players(players):
    found = ask(frame_of(race(np.random.default_rng(players), 3000, players)))
    assert found.verdict == LEVEL
    assert not found.measure.interval().excludes(0)
    assert "neither grows nor shrinks surely" in found.sentence


@pytest.mark.parametrize("players", [2, 4])
def test_a_snowball_tilts_and_is_told(players):
    found = ask(frame_of(race(np.random.default_rng(1), 3000, players, snowball=3.0)))
    assert found.verdict == TILTED
    assert re.search(r"a lead half-way grows by (2\.9|3\.0)", found.sentence)


def test_catching_up_is_no_fault_and_is_told():
    found = ask(frame_of(race(np.random.default_rng(1), 3000, 3, snowball=-0.5)))
    assert found.verdict == LEVEL
    assert re.search(r"a lead half-way shrinks by 0\.(4|5)", found.sentence)


def test_points_for_everyone_change_nothing():
    points = race(np.random.default_rng(2), 500, 3)
    plain, raised = ask(frame_of(points)), ask(frame_of(points + 1000))
    assert plain.sentence == raised.sentence


@pytest.mark.parametrize("truth", [0.0, -0.6, 0.5])
def test_the_snowball_s_interval_covers_it(truth):
    rng = np.random.default_rng(3)
    runs, hits = 300, 0
    for _ in range(runs):
        frame = frame_of(race(rng, 60, 3, rounds=2, snowball=truth))
        low, high = snowball_of(standings(frame.lazy(), 3)).interval()
        hits += low <= truth <= high
    assert hits / runs >= 0.95 - 3 * (0.05 * 0.95 / runs) ** 0.5


def test_the_half_time_leader_wins_what_was_planted():
    keeps = np.random.default_rng(1).random(4000) < 0.7
    early = np.tile([10, 5], (4000, 1))
    late = np.where(keeps[:, None], [30, 20], [20, 30])
    found = ask(frame_of(np.stack([early, early, early, late], axis=2)))
    low, high = found.estimate.interval()
    assert low < 0.7 < high
    story = dict(found.frame("stories").iter_rows())
    assert story["led from start to finish"] == pytest.approx(keeps.mean())
    assert story["won by who was last half-way"] == pytest.approx(1 - keeps.mean())


def test_games_that_nobody_ever_leads_are_no_crash():
    found = ask(toy.play(toy.rules(), [["a", "a"]], 20))
    assert found.verdict == UNKNOWN
    assert found.sentence.startswith("Nobody leads alone half-way")

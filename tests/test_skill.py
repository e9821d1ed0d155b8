"""Skill: how often better play wins, in one game and in a match."""

import math

import numpy as np
import polars as pl
import pytest
import tables

from analyses.findings.finding import percent
from analyses.findings.meetings import meetings, reference
from analyses.findings.sample import sample_of
from analyses.findings.verdicts import FACT
from analyses.lab.check.target_range import target
from analyses.questions import QUESTIONS, check_thresholds
from analyses.questions import ask as ask_all
from analyses.questions.skill import neighbours, neighbours_told
from analyses.statistics.estimate import Lowest, Share
from analyses.statistics.intervals import share_interval
from analyses.statistics.ratings import games_to_tell, match_share
from reports import charts
from reports.look import Look
from simulator.errors import UserError


def ask(frame):
    (found,) = ask_all(sample_of(frame), ["skill"])
    return found


def leaning(worth, seed=1, **words):
    return tables.leaning(np.random.default_rng(seed), worth, **words)


def test_a_match_of_seven_is_four_games_won():
    assert match_share(0.5) == pytest.approx(0.5)
    by_hand = sum(math.comb(7, k) * 0.66**k * 0.34 ** (7 - k) for k in range(4, 8))
    assert match_share(0.66) == pytest.approx(by_hand)
    assert round(100 * by_hand) == 82


def test_so_many_games_tell_two_players_apart_four_times_in_five():
    rng = np.random.default_rng(1)
    for share in (0.55, 0.66, 0.8):
        n = int(games_to_tell(share))
        wins = rng.binomial(n, share, 4000) / n
        above = share_interval(wins, np.full(4000, np.nan), np.full(4000, n))[0] > 0.5
        assert above.mean() == pytest.approx(0.8, abs=0.06), share
    assert games_to_tell(0.5) == math.inf
    assert games_to_tell(1.0) == 4


def test_the_better_of_two_players_is_told_by_games_and_matches():
    found = ask(leaning({"good": 0.8, "random": 0.1}, deals=1500))
    assert found.verdict == FACT
    assert found.sentence.startswith("The strong bot finishes ahead of good in 6")
    assert "% of best-of-seven matches." in found.sentence
    assert "The strong bot finishes ahead of random moves in 9" in found.sentence
    assert found.estimate.interval().low < 0.6 < found.estimate.interval().high
    assert found.table["other"].to_list() == ["good", "random"]


def test_whoever_is_better_is_named_so():
    found = ask(leaning({"new": 1.4}, deals=1500))
    assert found.sentence.startswith("The new bot finishes ahead of strong in 69% of games")


def test_an_equal_is_the_next_best_and_counts_as_half():
    """The number that was told was that of a worse one: 98% in a game of two equal styles."""
    found = ask(leaning({"twin": 1.0, "good": 0.8}, deals=1500))
    assert found.sentence.startswith("strong and twin are too close to tell apart.")
    assert found.estimate.value == 0.5
    assert "The strong bot finishes ahead of good" in found.sentence
    assert ask(leaning({"twin": 1.0})).sentence == "strong and twin are too close to tell apart."


def test_whoever_beats_the_reference_player_is_the_best_however_near_another_is():
    found = ask(leaning({"new": 1.4, "twin": 1.0, "poor": 0.3}, deals=1500))
    assert found.sentence.startswith("The new bot finishes ahead of strong in 69% of games")
    assert found.estimate.value == pytest.approx(0.7, abs=0.03)


def test_the_worst_rival_does_not_say_how_near_the_next_best_is():
    """Larger samples told ever other rivals apart: the number jumped from one to the next."""
    for deals in (300, 3000):
        found = ask(leaning({"twin": 1.0, "bad": 0.1, "random": 0.2}, deals=deals))
        assert found.estimate.value == 0.5
        assert "ahead of bad" not in found.sentence
        assert "The strong bot finishes ahead of random moves in" in found.sentence


def test_skill_is_unknown_where_random_moves_do_as_well():
    found = ask(leaning({"good": 1.0, "random": 1.0}, deals=1000))
    assert "Skill cannot be measured: the strong bot does no better than" in found.sentence
    assert math.isnan(found.estimate.value)


def test_at_a_table_of_several_places_decide_and_ties_count_half():
    frame = pl.DataFrame(
        {
            "title": "none", "game": [0, 0, 0, 1, 1, 1], "deal": [0, 0, 0, 1, 1, 1],
            "line_up": "b, a ×2", "same": "all", "forbids": "", "seat": [1, 2, 3] * 2,
            "strategy": ["b", "a", "a", "a", "b", "a"], "place": [2, 1, 3, 1, 1, 3],
            "win": [0.0, 1.0, 0.0, 0.5, 0.5, 0.0],
        }
    )  # fmt: skip
    assert meetings(sample_of(frame))["b"].value == pytest.approx((1 + 0 + 0.5 + 0) / 4)


def test_who_meets_most_stands_for_the_game_where_nobody_plays_alone():
    rng = np.random.default_rng(1)
    pairs = [("a", "b"), ("b", "c")]
    frame = tables.together(*(tables.rows(rng, pair, 30, [0.5, 0.5]) for pair in pairs))
    assert reference(sample_of(frame)) == "b"


def test_who_meets_nobody_is_not_asked():
    rng = np.random.default_rng(1)
    alone = tables.rows(rng, ("a", "a"), 30, [0.5, 0.5])
    others = tables.rows(rng, ("b", "c"), 30, [0.5, 0.5])
    for frame in (tables.together(alone), tables.together(alone, others)):
        told = (
            "Not run: it needs games of the design one-vs-field"
            " (simulate(…, design=['one-vs-field']))."
        )
        assert ask(frame).sentence == told


def test_the_interval_of_the_better_s_share_covers_it():
    rng = np.random.default_rng(3)
    runs, hits = 200, 0
    for _ in range(runs):
        frame = tables.leaning(rng, {"good": 0.7}, players=3, deals=100)
        low, high = meetings(sample_of(frame))["good"].interval()
        # Good wins 0.7 / 3; where another wins, half of the time it is this one, else a tie.
        rest = 1 - 0.7 / 3
        hits += low <= rest / 2 + rest / 4 <= high
    assert hits / runs >= 0.95 - 3 * (0.05 * 0.95 / runs) ** 0.5


def test_the_nearest_of_many_equals_is_not_told_as_nearer_than_it_is():
    rng, runs, hits = np.random.default_rng(4), 40, 0
    for _ in range(runs):
        frame = tables.leaning(rng, {f"style {k}": 0.6 for k in range(8)}, deals=150)
        low, high = ask(frame).estimate.interval()
        hits += low <= 0.7 <= high  # 28 of these without allowance for the choice
    assert hits >= 36


def far_off(truth, runs=2000):
    """How far off the lowest of several shares is told on average, and how far as it was seen."""
    rng, error = np.random.default_rng(5), 0.028
    seen = truth + error * rng.standard_normal((runs, len(truth)))
    told = [Lowest([Share(x, error, 300) for x in one], len(one)).value for one in seen]
    return np.mean(told) - min(truth), seen.min(axis=1).mean() - min(truth)


@pytest.mark.parametrize("truth", [[0.6] * 8, [0.6] * 2, [0.6] * 4 + [0.8] * 4])
def test_half_of_what_chance_takes_from_the_lowest_of_equals_is_given_back(truth):
    told, seen = far_off(np.array(truth), runs=400)
    assert seen < -0.013
    assert 0.35 * seen > told > 0.65 * seen


@pytest.mark.parametrize("truth", [[0.6], [0.6, 0.85], [0.6, 0.75, 0.8]])
def test_to_the_lowest_of_all_nothing_is_added_where_it_surely_is(truth):
    told, _ = far_off(np.array(truth), runs=400)
    assert abs(told) < 0.004


def test_the_lowest_lies_in_its_interval_though_nothing_was_seen_twice():
    lowest = Lowest([Share(0.6, math.nan, 1), Share(0.7, math.nan, 1)], 2)
    assert lowest.value == pytest.approx(0.6)
    assert lowest.interval().low <= 0.6 <= lowest.interval().high


def test_the_lowest_of_shares_is_a_share():
    """Of eight players that won one game of sixty each more than one game would be given back."""
    lowest = Lowest([Share(59 / 60, 1 / 60, 60)] * 8, 8)
    assert 59 / 60 < lowest.value <= 1
    assert games_to_tell(lowest.value) < 60


def test_a_description_has_no_thresholds_and_no_band():
    assert not QUESTIONS["skill"].is_judged
    with pytest.raises(UserError, match="Unknown verdict 'skill'"):
        check_thresholds({"skill": {"borderline": 0.6}})
    with pytest.raises(UserError, match="Unknown question 'skill'"):
        target("skill", "balanced")


def seated_at_random(chance, n, gain):
    """Three players in either order; who plays before b wins by `gain` more often."""
    orders = np.array([list("abc"), list("acb")])[np.arange(n) % 2]
    seats = np.array([np.roll(one, k % 3) for k, one in enumerate(orders)])
    odds = 1 + gain * (np.roll(seats, -1, axis=1) == "b")
    winner = (chance.random((n, 3)) ** (1 / odds)).argmax(axis=1)
    win = (np.arange(3) == winner[:, None]).astype(float)
    return pl.DataFrame(
        {
            "title": "none", "game": np.repeat(np.arange(n), 3), "line_up": "a, b, c",
            "deal": np.repeat(np.arange(n) // 3, 3), "same": "all", "forbids": "",
            "seat": np.tile([1, 2, 3], n), "strategy": seats.ravel(), "win": win.ravel(),
        }
    )  # fmt: skip


def test_who_plays_next_is_told_where_it_matters():
    chance = np.random.default_rng(1)
    table = neighbours(sample_of(seated_at_random(chance, 6000, 1.0)))
    assert [(row["strategy"], row["before"]) for row in table.iter_rows(named=True)] == [
        ("a", "b"), ("a", "c"), ("b", "a"), ("b", "c"), ("c", "a"), ("c", "b"),
    ]  # fmt: skip
    truth = {"b": 0.5, "c": 0.25}  # one is twice as likely to win as each of the others
    for row in table.filter(pl.col("strategy") == "a").iter_rows(named=True):
        assert row["low"] <= truth[row["before"]] <= row["high"]
    assert "The next player matters: " in neighbours_told(table)


def test_neighbours_of_no_effect_hardly_ever_alarm_and_lie_in_their_intervals():
    chance, alarms, caught = np.random.default_rng(2), 0, 0
    for _ in range(60):
        table = neighbours(sample_of(seated_at_random(chance, 900, 0.0)))
        alarms += neighbours_told(table) != ""
        caught += bool(((table["low"] <= 1 / 3) & (table["high"] >= 1 / 3)).all())
    assert alarms <= 7
    assert caught >= 53


def test_a_pair_has_one_row_in_the_chart_whoever_is_better_in_a_panel():
    two, four = (ask(leaning({"good": worth}, deals=300)) for worth in (0.6, 1.6))
    assert two.table["better"][0] != four.table["better"][0]
    (drawing,) = charts.side_by_side({"2 players": two, "4 players": four}, Look(()))
    assert drawing.alt == "Dot chart of 1 pairs of bots."
    for found, shown in ((two, two.table["estimate"][0]), (four, 1 - four.table["estimate"][0])):
        assert f">{percent(shown)}<" in drawing.svg, found.sentence

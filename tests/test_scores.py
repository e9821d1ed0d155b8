"""Scores: how clear a win is, next to what scores that know nothing of each other give."""

import numpy as np
import polars as pl
import pytest
import toy
from test_calibration import games
from test_sums import counted

from analyses.findings.sample import sample_of
from analyses.findings.verdicts import FACT, LEVEL, TILTED, WATCH
from analyses.questions import QUESTIONS, ask
from analyses.questions.scores import NEUTRAL

N = 3000


def find(scores):
    (found,) = ask(sample_of(games(scores)), ["scores"])
    return found


@pytest.mark.parametrize("players", NEUTRAL)
def test_the_neutral_part_is_that_of_independent_normal_scores(players):
    """A million games of as many players."""
    rng, parts = np.random.default_rng(players), []
    for _ in range(4):
        ordered = np.sort(rng.standard_normal((250_000, players)), axis=1)
        lead, distance = ordered[:, -1] - ordered[:, -2], ordered[:, -1] - ordered[:, 0]
        parts.append(np.median(lead) / np.median(distance))
    assert NEUTRAL[players] == pytest.approx(np.mean(parts), abs=0.002)


def pie(rng, players):
    """A constant sum, cut up by a fair bell-shaped lot."""
    return rng.multinomial(100, [1 / players] * players, N)


def tails(rng, players):
    """One turn in 200 brings 300 points."""
    turns = N, players, 8
    return (rng.integers(0, 10, turns) + 300 * (rng.random(turns) < 0.005)).sum(axis=2)


def shared_shock(rng, players):
    """All of a table have many points or few."""
    return rng.normal(100, 20, (N, players)).astype(int) + rng.integers(0, 1000, (N, 1))


def few_points(rng, players):
    return rng.binomial(4, 0.5, (N, players))


def skewed(rng, players):
    return np.round(rng.exponential(100, (N, players))).astype(int)


FAIR = (pie, tails, shared_shock, few_points, skewed)


@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize("make", FAIR)
def test_fair_scores_of_any_shape_are_balanced(make, players):
    assert find(make(np.random.default_rng(players), players)).verdict == LEVEL


@pytest.mark.parametrize("make", FAIR)
def test_two_players_are_not_judged(make):
    """What the winner is ahead by is all that they differ by."""
    found = find(make(np.random.default_rng(2), 2))
    assert found.verdict == FACT
    assert found.judged is None
    assert any("With two players the margin is not judged" in note for note in found.notes)


@pytest.mark.parametrize("players", [3, 4])
def test_a_result_of_nothing_or_one_is_not_judged(players):
    winner = np.random.default_rng(1).integers(players, size=(N, 1))
    found = find((winner == np.arange(players)) * 1)
    assert found.verdict == FACT
    assert any("only two values" in note for note in found.notes)


@pytest.mark.parametrize(("ahead", "verdict"), [(0, LEVEL), (3.2, WATCH), (6, TILTED)])
def test_one_who_is_far_ahead_of_a_pack_is_told(ahead, verdict):
    """By so many standard deviations, whoever it is."""
    rng = np.random.default_rng(1)
    scores, lucky = rng.normal(0, 100, (N, 4)), rng.integers(4, size=N)
    scores[np.arange(N), lucky] += 100 * ahead
    found = find(scores.astype(int))
    assert found.verdict == verdict
    assert found.claim.startswith("The median winning margin is ")
    assert found.claim.endswith("it would be 30% if scores were unrelated.")


def test_the_median_margin_is_told_and_not_the_mean():
    found = find(tails(np.random.default_rng(1), 4))
    margin = float(found.claim.partition(" margin is ")[2].partition(" points")[0])
    assert 5 < margin < 7  # the mean is about 48


def test_the_margin_lies_in_its_interval():
    """Of samples of 200 games, by what 100,000 games show."""
    measured, rng = QUESTIONS["scores"].measured, np.random.default_rng(8)
    scores = np.concatenate([tails(rng, 3) for _ in range(33)])
    truth, held = measured(sample_of(games(scores))).value, 0
    for some in np.split(scores[: 50 * 200], 50):
        low, high = measured(sample_of(games(some))).interval()
        held += low <= truth <= high
    assert held >= 44


def test_counts_of_games_tell_the_margin_and_no_verdict():
    rows = toy.play(toy.rules(table=9), [["a"] * 3], 400)
    (kept,), (added,) = (ask(one, ["scores"]) for one in (sample_of(rows), counted(rows, 400)))
    assert added.verdict == FACT
    assert kept.claim.startswith(f"{added.claim} That is ")
    assert any("needs every single game" in note for note in added.notes)


def test_the_measure_alone_is_that_of_the_finding():
    sample = sample_of(games(tails(np.random.default_rng(5), 4)))
    question = QUESTIONS["scores"]
    assert question.measured(sample).interval() == question.find(sample).measure.interval()
    assert isinstance(sample.rows, pl.LazyFrame)

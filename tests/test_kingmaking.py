"""Kingmaking and downtime: games whose truth is known are played, played on and stepped through."""

from pathlib import Path

import numpy as np
import pytest
import toy

import tiltmeter as tm
from analyses.experiments.positions import Rollouts, row_after
from analyses.findings.played_on import match_of
from analyses.findings.sample import sample_of
from analyses.findings.verdicts import LEVEL, TILTED
from analyses.questions import QUESTIONS, ask
from analyses.questions.downtime import between
from analyses.questions.kingmaking import Looked, Swing

KINGMAKER = Path(__file__).parent / "panel" / "kingmaker.py"


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What is said of the game with a favour of so many points, by its seed."""
    shop = tm.Workshop(tmp_path_factory.mktemp("kingmaker"), jobs=1)

    def find(favour, seed=1, name="kingmaking"):
        how = dict(players=3, games=60, strategies=["even"], seed=seed)
        run = shop.simulate(KINGMAKER, changes={"favour": favour}, **how)
        (one,) = shop.analyse(run, [name]).findings
        return one

    return find


def test_who_decides_between_the_others_is_a_kingmaker(found):
    one = found(100)
    assert one.verdict == TILTED
    assert one.measure.value == pytest.approx(1)
    assert one.claim.startswith("Kingmaking: a player who can no longer win")
    assert "The largest clear shift of a single choice is 100 percentage points." in one.details
    assert {*one.table["player"]} == {3}
    assert {*one.table["own win rate"]} == {0.0}


def test_who_decides_nothing_is_none(found):
    """Over seeds: the mean is 0, the interval holds it, and no single choice is called clear."""
    every = [found(0, seed) for seed in range(12)]
    shown = [one.measure for one in every]
    assert np.mean([one.value for one in shown]) == pytest.approx(0, abs=0.02)
    assert sum(not one.interval().excludes(0) for one in shown) >= 10
    assert all(one.verdict == LEVEL for one in every)
    clear = [one for one in every if "No single choice of theirs" not in one.sentence]
    assert len(clear) <= 1


def test_a_favour_of_thirty_points_is_measured_a_little_too_low_at_most(found):
    """Which half of the rollouts picks the wrong move measures it the wrong way round."""
    shown = [found(30, seed).measure.value for seed in range(6)]
    assert 0.2 < np.mean(shown) <= 0.32


def test_where_nobody_is_hopeless_there_is_no_kingmaking():
    assert Looked(60, ()).mean.interval() == (0, 0)
    assert np.isnan(Looked(5, ()).mean.value)


def test_noise_of_moves_that_share_their_copies_is_not_called_clear():
    """One wins just where another loses, so their difference scatters twice as far."""
    swings = tuple(Swing(k, 8, 3, 0.0, 1, 0.73, 0.27, 0.0) for k in range(40))
    assert Looked(60, swings).clear == []


def test_two_players_have_no_kingmaker():
    sample = sample_of(toy.play(toy.rules(table=6), [["a"] * 2], 40))
    assert not QUESTIONS["kingmaking"].is_asked(sample)


def test_rows_alone_cannot_be_played_on():
    sample = sample_of(toy.play(toy.rules(table=6), [["a"] * 3], 40))
    for name in ("kingmaking", "downtime"):
        (one,) = ask(sample, [name])
        assert one.sentence.startswith("Not run: ")
        assert not one.is_asked


def test_questions_that_play_on_are_asked_by_name_and_by_reports_only(found, tmp_path):
    shop = tm.Workshop(tmp_path, jobs=1)
    run = shop.simulate(KINGMAKER, players=3, games=60, strategies=["even"])
    names = {one.name for one in shop.analyse(run).findings}
    assert not names & {"kingmaking", "downtime"}
    assert "turn_order" in names


def test_a_position_is_that_of_the_game(found):
    from analyses.experiments.openings import Deals
    from simulator.titles import load_title

    title = load_title("lost_cities")
    match = match_of(Deals(title, title.components, 3, 1), "greedy")
    table = Rollouts(match, 1)
    (row,) = row_after(match, 1, 5, 20)
    game = table.position(5, 20)
    assert (game.n_moves, game.ended, game.player) == (20, 0, row["player"])
    moves = match.moves(game)[:3]
    wins = table.wins(game, moves, 10, 1)
    assert wins.shape == (2, len(moves), 3)
    assert wins.sum(axis=2) == pytest.approx(1)
    assert (table.wins(game, moves, 10, 1) == wins).all()
    assert (table.wins(game, moves, 10, 2) != wins).any()


def test_three_who_choose_in_turn_wait_for_two(found):
    one = found(100, name="downtime")
    assert one.claim == (
        "Between two own choices a player waits for 2.0 choices of others (2.0–2.0), about 20"
        " seconds."
    )
    assert one.table.select("seat", "waits").rows() == [(1, 12), (2, 12), (3, 12)]


def test_waits_are_counted_between_own_choices():
    assert between([0, 1, 1, 0, 0, 2, 1]) == [(1, 2), (2, 3)]
    assert between([0]) == []

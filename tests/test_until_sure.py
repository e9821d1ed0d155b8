"""Stopping when it is clear: as sure as a fixed number of games, and with fewer of them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import simulated_looks
import toy
from test_calibration import games as rows_of
from test_cli import tiltmeter

import tiltmeter as tm
from analyses.experiments.plan import Sizes
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding
from analyses.findings.sample import sample_of
from analyses.findings.verdicts import LEVEL, NOT_TILTED, TILTED, UNDECIDED, UNKNOWN, WATCH
from analyses.lab.looks import LOOKS, PARTS, are_settled, sizes
from analyses.lab.report import report_run
from analyses.questions import QUESTIONS
from analyses.statistics.estimate import Estimate, MaxDistance, Monotone, Share
from analyses.statistics.intervals import mean_interval

PLANTED = Path(__file__).parent / "panel" / "planted.py"
RUNS = 1000
TARGETS = """
game = '{game}'
players = 4
games = {games}
strategies = ["plays"]
[targets]
first_player = "{wanted}"
"""


def test_looks_are_a_sixteenth_a_quarter_and_all():
    assert sizes(60_000) == [3750, 15_000, 60_000]
    assert sizes(200) == [50, 200]
    assert sizes(8) == [8]


class TestFalseClaims:
    """Of 1,000 games at most 50 are told what is not so, at whichever look."""

    def test_of_pairs_that_do_not_differ(self):
        """Four seats on 4,000 shuffles: each half of the games goes another way by chance."""
        stream, deals = np.random.default_rng(1), 4000
        false = np.zeros(RUNS, bool)
        for _ in range(4):
            gain = stream.choice([-1.0, 0.0, 1.0], (RUNS, deals), p=[0.15, 0.7, 0.15])
            for part in PARTS:
                n = deals // part
                some = gain[:, :n]
                error = some.std(axis=1, ddof=1) / n**0.5
                low, high = mean_interval(some.mean(axis=1), error, np.full(RUNS, n), 4 * LOOKS)
                false |= (low > 0) | (high < 0)
        assert false.sum() <= 50

    @pytest.mark.parametrize(("first", "wrong"), [(0.2625, "balanced"), (0.25, "borderline")])
    def test_of_verdicts(self, first, wrong):
        """Of a seat on the threshold that it is balanced, and of a fair one that it is not."""
        stream, even = np.random.default_rng(2), 0.25
        share = np.array([first, *[(1 - first) / 3] * 3])
        whole = sizes(60_000)
        new = np.diff([0, *whole])
        won = np.cumsum([stream.multinomial(n, share, RUNS) for n in new], axis=0)
        sample = replace(sample_of(rows_of(np.arange(8).reshape(2, 4))), looks=LOOKS)
        question, false = QUESTIONS["turn_order"], 0
        for one in np.swapaxes(won, 0, 1):
            told = [
                question.verdict_of(sample, _far(*look, even))
                for look in zip(one, whole, strict=True)
            ]
            said = next((verdict for verdict in told if verdict not in UNDECIDED), UNKNOWN)
            false += said == LEVEL if wrong == "balanced" else said not in (LEVEL, UNKNOWN)
        assert false <= 50


@pytest.mark.parametrize(
    ("command", "runs", "most"), [("compare: a", 60, 7), ("check", 200, 15), ("ladder", 20, 3)]
)
def test_false_claims_of_commands(command, runs, most):
    """5% of the runs, and chance on top; `python tests/simulated_looks.py` has 1,000 of each."""
    (name,) = [one for one in simulated_looks.STUDIES if one.startswith(command)]
    wrong, _ = simulated_looks.studied(name, runs)
    assert wrong <= most


def _far(won, n, even):
    shares = won / n
    errors = np.sqrt(shares * (1 - shares) / n)
    seats = [Share(*one, n) for one in zip(shares, errors, strict=True)]
    return Monotone(MaxDistance(seats, even), lambda off: off / even)


def test_it_goes_on_only_while_the_last_look_can_give_a_verdict():
    def one(verdict, needed=None):
        return Finding("", "", "", verdict=verdict, needed=needed, games=1000)

    assert are_settled([one(LEVEL), one(TILTED)], 1 / 4)
    assert not are_settled([one(LEVEL), one(NOT_TILTED, 3500)], 1 / 4)
    assert are_settled([one(NOT_TILTED, 13_000)], 1 / 4)
    assert are_settled([one(UNKNOWN)], 1 / 4)
    scale = QUESTIONS["turn_order"].scale
    borderline, vague = (
        replace(one(WATCH), scale=scale, measure=Estimate(0.1, error, 1000))
        for error in (0.01, 0.04)
    )
    assert are_settled([borderline], 1 / 4)
    assert not are_settled([vague], 1 / 4), "it may be tilted"


class TestCompare:
    @staticmethod
    def found(folder, handed, games=16_000, **more):
        return tm.Workshop(folder, jobs=1).compare(
            PLANTED, {"handed": handed, **more}, only=["turn_order"], until_sure=True, players=4,
            strategies=["plays"], games=games,
        )  # fmt: skip

    def test_a_large_change_is_told_by_the_first_look(self, tmp_path):
        found = self.found(tmp_path, 300)
        assert found.experiment.games == 1000
        assert "first player" in found.compared[0].top.claim
        (first, *_) = found.compared[0].who_wins
        assert first.tests == 4 * LOOKS

    def test_a_small_one_by_all_games(self, tmp_path):
        found = self.found(tmp_path, 8, games=3200, drawn=3)
        assert found.experiment.games == 3200
        assert not any(one.is_clear for one in found.compared[0].who_wins)

    def test_pairs_that_are_the_same_are_settled_at_once(self, tmp_path):
        assert self.found(tmp_path, 0, games=32_000).experiment.games == 2000


@pytest.mark.parametrize(("wanted", "state"), [("20% to 30%", "met"), ("35% to 60%", "missed")])
def test_targets_are_checked_until_all_are_told(tmp_path, wanted, state):
    file = tmp_path / "targets.toml"
    file.write_text(TARGETS.format(game=PLANTED, games=32_000, wanted=wanted), encoding="utf-8")
    shop = tm.Workshop(tmp_path / "runs", jobs=1)
    found = shop.check(file, until_sure=True)
    assert (found.state, found.balance.games) == (state, 2000)
    assert found.checked[0].claims == LOOKS
    assert shop.check(file).balance.games == 32_000


def test_bots_meet_until_the_stronger_is_known():
    words = {"players": 2, "changes": {"box.beats": 0, "box.value": [0, 2, 4]}}
    shop = tm.Workshop("runs", 1)
    soon, fixed = (shop.ladder("toy", (), sure, **words) for sure in (True, False))
    assert [one.strategy for one in soon.rungs] == [one.strategy for one in fixed.rungs]
    assert soon.looks == LOOKS
    assert sum(one.deals for one in soon.rungs) < sum(one.deals for one in fixed.rungs)
    assert soon.sentence.startswith("Strongest: greedy")


def test_a_report_plays_as_many_games_as_its_verdicts_need(tmp_path, monkeypatch):
    monkeypatch.setattr(report_run, "QUICK", Sizes(16_000, 0, 0))
    runner = Runner(tmp_path, 1)
    play = report_run.play_for_report
    tilted = play(runner, toy.TITLE.name, [2], True, True, changes={"box.bonus": [9, 0, 0, 0]})
    assert tilted.looks == LOOKS
    assert sum(run.games_done() for run in tilted.runs) < 16_000


def test_what_goes_with_until():
    words = "compare", "lost_cities", "--each", "removed", "--until", "sure"
    assert "--until goes with a version of your own" in tiltmeter(*words).stderr
    words = "ladder", "lost_cities", "--write", "--until", "sure"
    assert "leave --until out" in tiltmeter(*words).stderr

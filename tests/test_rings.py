"""What one does and another in its place: among rivals, in every seat of a table, or alone."""

import numpy as np
import pytest
import toy

import tiltmeter as tm
from analyses.experiments.experiment import Experiment
from analyses.lab.players.head_to_head import Among, MemberResults, TwoTables
from analyses.lab.players.tournament import Company, Ring, ring_for, table_for
from analyses.lab.players.tune import Tuning
from analyses.lab.players.yardsticks import POINTS
from reports.players import print_exploited, print_ladder
from simulator.errors import UserError
from tiltmeter.design import (
    Game,
    endings,
    finish,
    gain,
    gain_together,
    lose,
    next_player,
    numbered,
    roll,
)

Move = numbered("pull", "wait")
Ending = endings("rung", "silent")
bell = Game("bell", players=(1, 2, 3), moves=Move, endings=Ending, cooperative=True)


@bell.apply
def pull_once(game, rules, move):
    """All together need more than a roll; two points are given, so that two who pull win 4 of 6."""
    if move == Move.pull:
        gain_together(game, 1)
    next_player(game)
    if game.rounds == 1:
        if roll(game.table, 6) <= 2 + game.points[0, 0]:
            finish(game, Ending.rung)
        else:
            lose(game, Ending.silent)


@bell.strategy(weights={"pull": -1})
def ringer(game, rules, move, mind):
    """Pulls if its weight says so."""
    return mind.weights[0] if move == Move.pull else 0.0


heap = Game("heap", players=(1,), moves=Move)


@heap.apply
def pile_up(game, rules, move):
    """Nobody can lose: a pull is worth two points, and luck up to six."""
    gain(game, 0, roll(game.table, 6) + 2 * (move == Move.pull))
    next_player(game)
    if game.rounds == 3:
        finish(game)


@pytest.fixture
def plainly(monkeypatch, tmp_path):
    """Games of this page are too small to be worth machine code."""
    made = Experiment.match
    monkeypatch.setattr(Experiment, "match", lambda self, cell, _: made(self, cell, "python"))
    monkeypatch.chdir(tmp_path)


class TestRivals:
    def ring(self, players=2, **changes):
        return ring_for(table_for("toy", players=players, changes=changes), tm.Workshop().runner)

    def test_one_among_its_copies_wins_an_even_share_of_every_deal(self):
        ring = self.ring(3, **{"box.bonus": [9, 0, 0, 0]})
        (duel,) = ring.fight([("chooser", "chooser", range(5))])
        assert duel.place.shape == (5, 3, 3)
        assert duel.won == pytest.approx(np.full(5, 1 / 3))
        assert duel.won == pytest.approx(duel.par)
        assert not duel.lead.any()

    def test_the_share_is_the_one_that_can_be_computed(self):
        ring = self.ring(**{"box.beats": 0, "box.value": [0, 2, 4], "box.table": 1})
        (duel,) = ring.fight([("chooser:choice=1", "chooser:choice=0", range(4000))])
        low, high = duel.shown(100).one.interval()
        assert low < toy.chance_to_win(6, 2) < high
        assert duel.lead.mean() == pytest.approx(2, abs=0.2)

    def test_deals_are_the_same_however_they_are_cut(self):
        parts = (range(700), range(300), range(300, 700))
        whole, first, rest = self.ring().fight(
            [("chooser:choice=1", "random", part) for part in parts]
        )
        assert (whole.played.score == first.and_also(rest).played.score).all()

    def test_what_wins_as_much_in_every_deal_is_told_as_closely_as_what_plays_alike(self):
        """Points may lie between its games and the others': they sway no deal."""
        place = np.tile([[1, 2], [2, 1]], (750, 1, 1))
        score = np.tile([[30, 20], [20, 30]], (750, 1, 1))
        score[:20, 0, 0] += 5
        shown = Among(MemberResults(("deviant", "usual"), place, score)).shown(tests=600)
        assert shown.gain.value == 0
        assert -0.02 < shown.gain.interval().low < 0 < shown.gain.interval().high < 0.02


@pytest.mark.parametrize("tests", [1, 30])
def test_what_no_deal_showed_is_missed_by_so_many_no_oftener_than_an_interval_may(tests):
    """Either way: a part of deals as large as its end is missed in half of 5 in 100 samples."""
    score = np.linspace(0, 20, 400)[:, None, None]
    alike = MemberResults(("one",), np.ones((400, 1, 1)), score)
    low, high = TwoTables(POINTS, alike, alike).shown(tests).gain.interval()
    assert (1 - high / 20) ** 400 == pytest.approx(0.05 / 2 / tests, rel=0.1)
    assert low == -high


@pytest.mark.usefixtures("plainly")
class TestComrades:
    def ring(self, title="bell", players=2):
        return ring_for(table_for(title, players=players), tm.Workshop(jobs=1).runner)

    def test_both_fill_a_table_on_the_same_deals(self):
        (duel,) = self.ring().fight([("ringer:pull=1", "ringer", range(200))])
        assert duel.won.mean() == pytest.approx(4 / 6, abs=0.12)
        assert (duel.won >= duel.par).all(), "the same roll is met by more who pull"
        assert (duel.lead == 2).all()
        shown = duel.shown()
        assert shown.is_better
        assert shown.gain.value == pytest.approx(duel.won.mean() - duel.par.mean())
        assert shown.told.startswith(f"wins {100 * duel.won.mean():.0f}% of games instead of ")
        assert "fair" not in shown.told

    def test_nobody_plays_the_same_deals_twice(self):
        ring, deals = self.ring(), range(30)
        wanted = [("ringer:pull=1", "ringer", deals), ("random", "ringer", deals)]
        assert ring.games(wanted) == 3 * 30

    def test_who_never_came_out_otherwise_may_still_do_so_seldom(self):
        (duel,) = self.ring().fight([("ringer:pull=-2", "ringer", range(60))])
        low, high = duel.shown().gain.interval()
        assert -0.1 < low < 0 < high < 0.1

    def test_a_weight_that_helps_the_table_is_found(self):
        watch = Counts()
        asked = Tuning("ringer:pull=0", games=16, generations=3, confirm=200)
        (found,) = tm.Workshop("runs", 1, watch).tune("bell", asked, players=2)
        assert found.weights["pull"] > 0
        assert found.sentence.startswith("Better weights found: the tuned bot wins ")
        assert found.as_json()["gain_low"] > 0
        assert watch.played == watch.wanted

    def test_nobody_is_there_to_play_against(self):
        asked = Tuning("ringer", against=["random"])
        with pytest.raises(UserError, match="'against' has nobody to name"):
            tm.Workshop("runs", 1).tune("bell", asked)

    def test_what_does_better_is_told_in_games_won(self, capsys):
        found = tm.Workshop("runs", 1).exploit("bell", "ringer", players=2, games=12, single=True)
        assert found.winners
        assert found.is_robust is False
        print_exploited(found, tables=False)
        told = " ".join(capsys.readouterr().out.split())
        assert "each in every seat, on the same shuffles" in told
        assert "A single change gains more than 5.0 percentage points." in told
        assert "fair" not in told

    @pytest.mark.parametrize("players", [1, 3])
    def test_a_ladder_has_the_wins_of_each_table_and_no_ratings(self, players, capsys, monkeypatch):
        monkeypatch.setattr("analyses.lab.players.ladder.GAMES", 60)
        found = tm.Workshop("runs", 1).ladder("bell", (), players=players)
        assert found.rungs[0].strategy == "ringer", "who never pulls wins least"
        assert all(rung.deals == 60 for rung in found.rungs)
        low, high = found.reached(found.rungs[0]).interval()
        assert low < 2 / 6 < high
        print_ladder(found)
        told = capsys.readouterr().out
        assert told.startswith("Strongest: ")
        assert "Elo" not in told


@pytest.mark.usefixtures("plainly")
def test_who_cannot_lose_is_measured_by_points(capsys, monkeypatch):
    monkeypatch.setattr("analyses.lab.players.ladder.GAMES", 30)
    monkeypatch.setattr("analyses.lab.players.tournament.PROBE", 20)
    found = tm.Workshop("runs", 1).exploit("heap", "random", games=8, single=True)
    assert found.players == 1, "as many as it is for, if not two"
    with pytest.raises(UserError, match="heap is for 1 player, not 2"):
        table_for("heap", players=2)
    best = found.winners[0]
    assert best.shown.gain.value == pytest.approx(3, abs=0.6), "half of three pulls are two each"
    assert "scores" in best.shown.told
    assert best.as_json()["points"] == best.shown.one.value
    ladder = tm.Workshop("runs", 1).ladder("heap", ())
    assert ladder.rungs[0].strategy == "random"
    print_ladder(ladder)
    assert "scores" in capsys.readouterr().out


def test_rivals_are_measured_against_each_other_and_no_others():
    runner = tm.Workshop(jobs=1).runner
    assert type(ring_for(table_for("toy"), runner)) is Ring
    assert type(ring_for(table_for("bell"), runner)) is Company


class Counts:
    """A watcher."""

    played = 0

    def begun(self, games, done):
        self.wanted = games

    def advanced(self, games, told):
        self.played += games

    def ended(self): ...

"""Ladders: who stands above whom, and that the shipped ones are still true."""

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
import toy
from click.testing import CliRunner
from ours import OURS

import tiltmeter as tm
from analyses.experiments.pool import best_of, shipped
from analyses.lab.players import ladder_file
from analyses.lab.players.head_to_head import Among, MemberResults
from analyses.lab.players.ladder import MOST, Ladder, Rung, _rungs, search_deals
from analyses.lab.players.tournament import FEWEST, Ring, table_for
from analyses.lab.players.yardsticks import RIVALS
from analyses.statistics.estimate import Share, Unpaired
from analyses.statistics.ratings import ELO, rating_of
from reports.players import print_ladder
from simulator import sources
from simulator.titles import load_title
from strategies.seat import Seat
from tiltmeter.cli import main

HIGH_IS_GOOD = {"box.beats": 0, "box.value": [0, 2, 4]}
LOOK_AHEAD = ("search:", "learned:")
SAMPLE = 200  # deals of a shipped ladder that are played again


def climbed(rollouts=(), jobs=1, players=2, games=None):
    words = {"players": players, "changes": HIGH_IS_GOOD, "games": games}
    return tm.Workshop("runs", jobs).ladder("toy", rollouts, **words)


class TestLadder:
    def test_who_plays_better_stands_higher(self):
        found = climbed()
        assert [rung.strategy for rung in found.rungs] == ["chooser", "random", "greedy"]
        base, chance, greedy = found.rungs
        assert (base.rating, base.share, base.deals) == (0, 0.5, 0)
        assert found.rated(chance).interval().low > 0
        assert chance.rating < greedy.rating
        assert found.reached(chance).interval().low > 0.5
        assert found.sentence.startswith(f"Strongest: greedy, Elo {greedy.rating:.0f} (")
        assert found.sentence.endswith("; chooser has 0.")

    def test_a_default_bot_that_is_best_is_named_with_the_next(self):
        found = climbed()
        base, chance, _ = found.rungs
        weaker = replace(chance, rating=-40.0, rating_error=10.0)
        told = replace(found, rungs=(weaker, base)).sentence
        assert told.startswith("Strongest: chooser; next is random, Elo -40 (")
        hardly = replace(chance, rating=20.0, rating_error=50.0)
        told = replace(found, rungs=(base, hardly)).sentence
        assert told.startswith(
            "No bot is clearly stronger than chooser; the nearest is random, Elo"
        )

    def test_one_sits_among_several(self):
        found = climbed(players=3)
        assert found.reached(found.rungs[-1]).interval().low > 1 / 3

    def test_workers_change_nothing(self):
        assert climbed(jobs=1) == climbed(jobs=2)

    @pytest.mark.slow
    def test_longer_search_is_told_by_what_it_gains(self):
        found = climbed((16, 32), games=40)
        first, second = found.rungs[-2:]
        assert (first.strategy, second.strategy) == ("search:rollouts=16", "search:rollouts=32")
        assert first.gains is None
        assert second.gain == pytest.approx(second.share - first.share)
        assert first.deals == second.deals == 20

    def test_searches_share_a_budget_of_work(self):
        assert search_deals(10, 10, [1]) == MOST
        assert search_deals(10_000, 9_000, [800]) == FEWEST
        assert search_deals(100, 90, [100, 200]) > search_deals(100, 90, [100, 200, 400])

    def test_rollouts_rise(self):
        done = CliRunner().invoke(main, ["ladder", "toy", "--rollouts", "200,100"])
        assert done.exit_code == 2
        assert "takes rising numbers" in done.stderr

    def test_the_command(self):
        done = CliRunner().invoke(main, ["ladder", "toy", "--rollouts", "", "--json", "-j", "1"])
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout)["base"] == "chooser"
        told = CliRunner().invoke(main, ["ladder", "toy", "--rollouts", "", "--write", "-j", "1"])
        assert told.exit_code == 2
        assert "toy is not included with Tiltmeter" in told.stderr


def met(chance, rating, deals, players=2):
    """One of such a rating among others of 0, whose places are a Plackett-Luce draw."""
    drawn = chance.gumbel(size=(deals, players, players))
    drawn[:, :, 0] += rating / ELO
    place = players - drawn.argsort(axis=2).argsort(axis=2)
    return Among(MemberResults(("one", *["base"] * (players - 1)), place, place))


def rung_of(chance, rating, deals, players=2):
    """The ladder of one player and a base, and the rung of the one."""
    own = Share(1 / players, 0.0, 0)
    ring = SimpleNamespace(by=RIVALS, seatings=players, own=lambda duels: own)
    one, base = Seat("one"), Seat("base")
    duels = {(one, base, range(deals)): met(chance, rating, deals, players)}
    rungs = _rungs(ring, [one, base], base, duels)
    found = Ladder("toy", players, "base", 1, tuple(rungs))
    return found, next(rung for rung in rungs if rung.strategy == "one")


class TestRatings:
    @pytest.mark.parametrize(
        ("rating", "players"),
        [(-2500, 2), (-850, 2), (-760, 2), (-600, 2), (-500, 3), (-300, 2), (-60, 2), (700, 2)],
    )
    def test_an_interval_holds_the_rating_that_was_planted(self, rating, players):
        """Of who never wins in 100 deals, wins one in two, three, six or many, or hardly loses."""
        chance, held, runs = np.random.default_rng(4), 0, 120
        for _ in range(runs):
            found, rung = rung_of(chance, rating, 100, players)
            low, high = found.rated(rung).interval()
            held += low <= rating <= high
        assert held >= 0.93 * runs

    def test_the_rating_of_a_share_wins_that_share(self):
        for players in (2, 4):
            shares = met(np.random.default_rng(1), -200, 20_000, players).won
            assert rating_of(shares.mean(), players - 1) == pytest.approx(-200, abs=10)
        assert (rating_of(0, 1), rating_of(1, 1)) == (-np.inf, np.inf)

    def test_who_won_or_lost_nothing_has_only_a_bound(self, capsys):
        chance = np.random.default_rng(2)
        (never, low), (always, high) = (rung_of(chance, far, 1000) for far in (-9000, 9000))
        print_ladder(never)
        print_ladder(always)
        shown = capsys.readouterr().out
        assert "below -973" in shown
        assert "above 973" in shown
        told = never.as_json()["rungs"][0]
        assert told["rating_high"] == pytest.approx(-973, abs=1)
        assert not {"rating", "rating_low", "rating_error", "groups"} & {*told}
        assert np.isnan([low.rating, high.rating]).all()

    def test_many_wins_and_losses_are_rated_by_all_finishing_orders(self):
        found, rung = rung_of(np.random.default_rng(3), -100, 300)
        assert (found.rated(rung).value, found.rated(rung).error) == (
            rung.rating,
            rung.rating_error,
        )
        assert found.as_json()["rungs"][0]["rating_low"] < -100


def test_a_ladder_survives_its_file(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "STRATEGIES", tmp_path)
    (tmp_path / "toy").mkdir()
    rungs = (
        Rung("c", 10, 0.0, 0.0),
        Rung("a", 10, 0.25, 0.01, -50.0, 3.5, 20),
        Rung("b", 9, 0.5, 0.1, 2, 3, 20, 0.1, 0.2),
    )
    made = Ladder("toy", 2, "a", 1, rungs)
    file = ladder_file.write_ladder(made, "tiltmeter ladder toy")
    assert "\n# Made by: tiltmeter ladder toy\n" in file.read_text()
    assert str(ladder_file.read_ladder("toy")) == str(made)
    assert ladder_file.read_ladder("nothing") is None
    assert toy.TITLE.name == "toy"


@pytest.mark.parametrize("name", OURS)
def test_the_shipped_ladder_names_every_player(name):
    found, title = ladder_file.read_ladder(name), load_title(name)
    assert found is not None
    assert (found.title, found.base) == (name, best_of(title))
    names = [rung.strategy for rung in found.rungs]
    ranked = {one for one in names if not one.startswith(LOOK_AHEAD)}
    assert ranked == set(shipped(title)), f"`tiltmeter ladder {name} --write` makes it anew"
    assert all(any(one.startswith(bot) for one in names) for bot in LOOK_AHEAD)
    shown = CliRunner().invoke(main, ["strategies", name])
    assert all(one in shown.stdout for one in names)


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
def test_the_shipped_ladder_is_still_true(name):
    """On other deals; whoever changes a player makes it anew: tiltmeter ladder TITLE --write."""
    found = ladder_file.read_ladder(name)
    table = table_for(name, players=found.players, seed=found.seed + 1)
    plain = [one for one in found.rungs if one.deals and not one.strategy.startswith(LOOK_AHEAD)]
    wanted = [(Seat(rung.strategy), Seat(found.base), range(SAMPLE)) for rung in plain]
    duels = Ring(table, tm.Workshop(jobs=1).runner).fight(wanted)
    for rung, duel in zip(plain, duels, strict=True):
        low, high = Unpaired(found.reached(rung), duel.shown().one).interval(len(plain))
        assert low <= 0 <= high, rung.strategy

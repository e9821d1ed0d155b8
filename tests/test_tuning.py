"""Weights: found again where they were detuned, confirmed on other deals, kept in files."""

import json
import logging
import shlex
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import toy
from click.testing import CliRunner

import tiltmeter as tm
from analyses.experiments.experiment import experiment
from analyses.experiments.experiment_file import read_experiment
from analyses.lab.players.climbing import Climb, split
from analyses.lab.players.tune import Tuning
from analyses.lab.players.weights import Space, space_of
from simulator.errors import UserError
from simulator.kernel import kernel
from simulator.titles import load_title
from strategies.lost_cities.survey import WEIGHTS
from strategies.registry import seat, spelled_out, strategy, strategy_called
from strategies.seat import Seat
from strategies.weights_file import write_weights
from tiltmeter.cli import main, remarks

LOG = logging.getLogger("tiltmeter")
LOST = load_title("lost_cities")
HIGH_IS_GOOD = {"box.beats": 0, "box.value": [0, 2, 4]}
NOTHING_MATTERS = {"box.beats": 0, "box.value": [0, 0, 0]}
PUSHER = "pusher:temperature=1"
SHORT = Tuning(PUSHER, against=[], games=100, generations=8, confirm=1000)


@kernel
def pusher(game, rules, move, mind):
    """Likes high choices as much as its weight says."""
    return mind.weights[0] * move


@pytest.fixture(autouse=True)
def _known(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    strategy("toy", weights={"push": -1.0})(pusher)
    strategy("toy", name="bound", weights={"push": 1.0}, committed=["push"])(pusher)


def tuned(changes, asked=SHORT, jobs=1, watch=None, **more):
    return tm.Workshop("runs", jobs, watch).tune("toy", asked, changes=changes, **more)


class TestTuning:
    def test_a_detuned_weight_is_found_again(self):
        (found,) = tuned(HIGH_IS_GOOD, out="w.toml", command="tiltmeter tune")
        assert found.weights["push"] > 0
        assert found.is_better
        assert found.confirmed.one.interval().low > 0.5
        assert found.sentence.startswith("Better weights found: the tuned bot wins ")
        assert "against the old one; a fair share is 50%." in found.sentence
        words = tomllib.loads(Path("w.toml").read_text())
        assert (words["title"], words["strategy"]) == ("toy", "pusher")
        assert words["players"]["2"]["found"]["deals"] == 500
        again = spelled_out(toy.TITLE, "pusher@w.toml:temperature=1", 2)
        assert seat(toy.TITLE, again).mind.weights[0] == found.weights["push"]

    def test_where_nothing_matters_nothing_is_called_better_or_written(self):
        (found,) = tuned(NOTHING_MATTERS, out="w.toml")
        assert not found.is_better
        assert found.sentence.startswith("No better weights found: the tuned bot wins ")
        assert not Path("w.toml").exists()
        tuned(NOTHING_MATTERS, out="w.toml", keep=True)
        assert Path("w.toml").exists()

    def test_workers_change_nothing(self):
        assert tuned(HIGH_IS_GOOD, jobs=1) == tuned(HIGH_IS_GOOD, jobs=2)

    def test_every_number_of_players_has_its_own(self):
        few = Tuning(PUSHER, against=["random"], games=40, generations=2, confirm=40)
        found = tuned(HIGH_IS_GOOD, few, counts=[2, 3], out="w.toml", keep=True)
        assert [one.players for one in found] == [2, 3]
        assert spelled_out(toy.TITLE, "pusher@w.toml", 3).get("push")

    def test_a_style_keeps_what_it_is_committed_to(self):
        weights = {"push": -1.0, "vow": 7.0}
        strategy("toy", name="devout", doc="Vows.", weights=weights, committed=["vow"])(pusher)
        few = Tuning("devout", against=[], games=40, generations=2, confirm=40)
        (found,) = tuned(HIGH_IS_GOOD, few)
        assert found.weights["vow"] == 7
        assert found.weights["push"] != -1
        (found,) = tuned(HIGH_IS_GOOD, replace(few, weights=["vow"]))
        assert found.weights["vow"] != 7  # who names it means it

    def test_who_stops_has_what_was_found_confirmed(self, caplog):
        (found,) = tuned(HIGH_IS_GOOD, watch=Stops(after=40))
        assert 0 < found.generations < SHORT.generations
        assert found.confirmed.deals == 500
        assert "what was found so far is confirmed now" in caplog.text

    def test_a_quiet_command_hushes_nothing_that_comes_later(self, caplog):
        with remarks():
            LOG.setLevel(logging.ERROR)
            LOG.warning("Hushed")
        LOG.warning("Told")
        assert [record.getMessage() for record in caplog.records] == ["Told"]

    def test_the_watcher_is_told_of_every_game(self):
        watch = Stops()
        tuned(HIGH_IS_GOOD, watch=watch)
        assert watch.played == watch.wanted

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (["toy", "pusher", "--weights", "pull"], "Unknown weight of pusher"),
            (["toy", "random"], "has no weights"),
            (["toy", "bound"], "committed to all of its weights"),
            (["toy", "search"], "name that strategy instead"),
            (["toy", "pusher", "--generations", "0"], "--generations must be at least 1"),
            (["toy", "pusher", "--out", "no/w.toml"], "there is no folder no"),
        ],
    )
    def test_a_mistake_is_told_in_one_sentence(self, words, told):
        done = CliRunner().invoke(main, ["tune", *words])
        assert done.exit_code == 2
        assert told in done.stderr
        assert done.stderr.count("\n") == 1

    def test_the_command(self):
        words = "-n 40 --generations 2 --confirm 40 --against random --json -j 1 --keep"
        done = CliRunner().invoke(main, ["tune", "toy", PUSHER, *shlex.split(words)])
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout)[0]["generations"] == 2
        found = tomllib.loads(Path("toy-pusher.toml").read_text())["players"]["2"]["found"]
        assert found["command"].startswith("tiltmeter tune toy pusher:temperature=1 -n 40")


class Stops:
    """Counts games, and stops once after so many blocks."""

    def __init__(self, after=10**9):
        self.after, self.played = after, 0

    def begun(self, games, done):
        self.wanted = games

    def advanced(self, games, told):
        self.played += games
        self.after -= 1
        if self.after == 0:
            raise KeyboardInterrupt

    def ended(self): ...


class TestClimb:
    def test_half_of_the_deals_are_against_the_untuned(self):
        assert split(range(10, 20), 1) == [range(10, 20)]
        assert split(range(10, 30), 3) == [range(10, 20), range(20, 25), range(25, 30)]

    def test_no_deal_is_played_twice(self):
        plan = Climb(Space("x", {"a": 1.0}), ("x",), 100, 5, first=7)
        met = [deal for k in range(5) for _, part in plan.rungs(k) for deal in part]
        assert met == list(range(7, 507))
        assert plan.end == 507


class TestSpace:
    def test_weights_are_measured_by_their_size(self):
        space = Space(Seat.parse("x:a=1"), {"a": -4.0, "b": 0.0})
        assert space.start.tolist() == [-1, 0]
        assert str(space.seat_at(np.array([0.123456, 0.5]))) == "x:a=0.4938:b=0.5"

    def test_a_seat_keeps_its_other_settings(self):
        assert str(Seat.parse("x:a=1:never=y").setting({"a": "2.5"})) == "x:a=2.5:never=y"
        space = space_of(LOST, Seat.parse("allround:crowd=8"), 2, ["crowd", "lead"])
        tuned = strategy_called(LOST, "allround").tuned[2]["lead"]
        assert space.weights == {"crowd": 8.0, "lead": tuned}


class TestFiles:
    @pytest.fixture(autouse=True)
    def _file(self):
        found = {2: {"weights": {"crowd": 8.0}}, 4: {"weights": {"crowd": 2, "lead": 0.5}}}
        write_weights(Path("w.toml"), "lost_cities", "allround", found)

    def test_words_are_plain_behind_the_door(self):
        assert str(spelled_out(LOST, "allround@w.toml", 2)) == "allround:crowd=8"
        assert str(spelled_out(LOST, "allround@w.toml:crowd=1:never=refuse", 4)) == (
            "allround:crowd=1:lead=0.5:never=refuse"
        )
        based = "search:rollouts=9:base=allround@w.toml"
        assert str(spelled_out(LOST, based, 2)) == "search:crowd=8:rollouts=9:base=allround"
        assert seat(LOST, based, 2).mind.weights[[*WEIGHTS].index("crowd")] == 8
        made = experiment("lost_cities", strategies=["allround@w.toml", "greedy"])
        assert made.cells[0].label == "allround:crowd=8, greedy"
        plain = experiment("lost_cities", strategies=["allround:crowd=8", "greedy"])
        assert made.key == plain.key

    def test_a_file_lies_beside_the_experiment_that_names_it(self, tmp_path):
        Path("sub").mkdir()
        Path("w.toml").rename("sub/w.toml")
        text = 'title = "lost_cities"\nplayers = 2\nstrategies = "allround@w.toml"\n'
        Path("sub/e.toml").write_text(text)
        made = read_experiment(Path("sub/e.toml"))
        assert made.strategies == ("allround:crowd=8",)

    def test_other_numbers_of_players_stay_in_the_file(self):
        write_weights(Path("w.toml"), "lost_cities", "allround", {3: {"weights": {"crowd": 7.0}}})
        crowds = [spelled_out(LOST, "allround@w.toml", n).get("crowd") for n in (2, 3, 4)]
        assert crowds == ["8", "7", "2"]

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            ("allround@none.toml", "Cannot read none.toml"),
            ("greedy@w.toml", 'holds weights of allround; strategy = "greedy" is wanted'),
            ("allround@w.toml:crwod=1", "Did you mean 'crowd'"),
            ("allround@odd.toml", "Unknown weight of allround in odd.toml"),
            ("allround@text.toml", "must be a number"),
        ],
    )
    def test_a_wrong_file_is_told_in_one_sentence(self, words, told):
        write_weights(Path("odd.toml"), "lost_cities", "allround", {2: {"weights": {"crwod": 1}}})
        write_weights(Path("text.toml"), "lost_cities", "allround", {2: {"weights": {"lead": "x"}}})
        with pytest.raises(UserError) as caught:
            seat(LOST, words, 2)
        assert told in str(caught.value)
        assert "\n" not in str(caught.value)

    def test_a_number_of_players_or_a_title_it_is_not_for_is_refused(self):
        with pytest.raises(UserError, match="holds weights for 2 and 4 players, not for 3"):
            spelled_out(LOST, "allround@w.toml", 3)
        with pytest.raises(UserError, match="holds weights of lost_cities"):
            spelled_out(load_title("archeos"), "allround@w.toml", 2)

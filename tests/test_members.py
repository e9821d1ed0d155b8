"""What chance deals, and how its holders fare: the same deals again, and intervals that hold."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from analyses.experiments.openings import seed_of
from analyses.findings.finding import Table
from analyses.findings.holdings import Group, _without_twins, holdings
from analyses.findings.sample import sample_of
from analyses.lab.metrics import must_be_shown, read
from analyses.questions import QUESTIONS, ask
from analyses.questions.win_rates import _differences, _surely_moving
from analyses.statistics.estimate import Estimate
from analyses.statistics.holders import beside_seats, of_holders, with_less_without
from analyses.statistics.intervals import clustered, discoveries
from simulator import titles
from simulator.errors import UserError
from simulator.fields import each_player, number, openings, pile
from simulator.levers import Levers, Opening
from simulator.names import numbered
from tests import toy

POINTS = tuple(f"{k} points" for k in range(6))


def dealt_points(games):
    return games["points"][:, :, toy.Source.deal, None] == np.arange(6)


def a_rich_table(games):
    return games["points"][:, :, toy.Source.deal].sum(axis=1)[:, None] > 10


@pytest.fixture
def dealt(monkeypatch):
    opening = {
        "points": Opening(POINTS, dealt_points),
        "wealth": Opening(("riches",), a_rich_table),
    }
    title = replace(toy.TITLE, levers=Levers(opening=opening))
    monkeypatch.setitem(titles._guests, "toy", lambda: title)


def toy_sample(deals, seed=3, **values):
    """One strategy in all seats, each deal once more for every stream."""
    changes = {f"box.{name}": value for name, value in (toy.NEUTRAL | values).items()}
    components = toy.TITLE.components.with_changes(changes, "a test")
    rules = toy.make_rules(components, 4)
    rows = toy.play(rules, [["same"] * 4], deals, seed=seed, streams=("deal", "table", "whims"))
    return sample_of(rows, components, seed=seed)


def chance_to_win(points):
    """Of who is dealt so many: n of three others are dealt as much, the rest less."""
    below, tie = points / 6, 1 / 6
    return sum([1, 3, 3, 1][n] * tie**n * below ** (3 - n) / (n + 1) for n in range(4))


@pytest.mark.usefixtures("dealt")
class TestDealtOnceMore:
    def test_every_game_is_dealt_as_it_was_played(self):
        """Also those of other chances, whose deals are fresh ones."""
        sample = toy_sample(50, deal=6, table=6)
        rows = sample.rows.sort("game", "seat").collect()
        group = holdings(sample).groups[0]
        assert group.name == "points"
        held = group.held.reshape(-1, len(group.members)).argmax(axis=1)
        assert held.tolist() == rows["points_deal"].to_list()
        assert rows.filter(pl.col("same") == "table")["points_deal"].to_list() != (
            rows.filter(pl.col("same") == "all")["points_deal"].to_list()
        )

    def test_holders_win_as_often_as_arithmetic_says(self):
        (found,) = ask(toy_sample(4000, deal=6), ["win_rates"])
        table = {row["member"]: row for row in found.table.iter_rows(named=True)}
        for k, name in enumerate(POINTS):
            truth = chance_to_win(k)
            assert table[name]["low"] <= truth <= table[name]["high"]
            assert table[name]["points"] == pytest.approx((k - 2.5) * 3 / 4, abs=0.1)
        assert found.sentence.startswith("Players with 5 points win ")
        assert "With riches in play, a player scores" in found.sentence

    def test_one_of_them_has_a_metric_of_its_own(self):
        sample = toy_sample(4000, deal=6)
        names = [f"win:{name}" for name in POINTS]
        shown = read(sample, [*names, "win:Seat_2"])
        for k, name in enumerate(names):
            assert not shown[name].interval(len(names)).excludes(chance_to_win(k))
        seats = sample.rows.collect().group_by("seat").agg(pl.col("win").mean())
        assert shown["win:Seat_2"].value == pytest.approx(seats.filter(seat=2)["win"].item())

    def test_a_name_that_nobody_has_is_told_with_those_that_are(self):
        """What lies there for the whole table has no holder."""
        told = "Nothing is called 'riches'.* Known: seat 1, .*seat 4; points: 0 points, "
        with pytest.raises(UserError, match=told):
            read(toy_sample(40, deal=6), ["win:riches"])

    def test_what_nobody_was_dealt_is_not_known(self):
        shown = read(toy_sample(40, deal=2), ["win:1_points", "win:5_points"])
        assert list(shown) == ["win:1_points"]
        with pytest.raises(UserError, match=r"^'win:5_points' is not told by x=1: nobody has it"):
            must_be_shown(["length", "win:5_points"], shown, "x=1")

    def test_rows_without_their_seed_do_not_tell_who_held_it(self):
        rows_alone = replace(toy_sample(40, deal=6), seed=None)
        assert read(rows_alone, ["win:seat 1"])
        with pytest.raises(UserError, match="do not hold how the points were dealt"):
            read(rows_alone, ["win:5 points"])

    def test_without_its_seed_a_sample_tells_nothing_of_deals(self):
        sample = toy_sample(20, deal=6)
        assert QUESTIONS["win_rates"].is_asked(sample)
        assert QUESTIONS["win_rates"].is_asked(replace(sample, seed=None)), "it says why not"
        (found,) = ask(replace(sample, seed=None), ["win_rates"])
        assert not found.is_asked
        assert "These rows do not hold what was dealt" in found.sentence

    def test_what_comes_with_a_role_is_the_role(self):
        """Of one name for two things with the same holders, the first is asked."""
        held = np.random.default_rng(4).random((60, 2, 1)) < 0.5
        role = Group("role", ("banker", "thief"), np.concatenate([held, ~held], axis=2))
        coins = Group("coins", ("coins 16", "coins 9"), np.concatenate([held, held[::-1]], axis=2))
        told = [group.members for group in _without_twins([role, coins])]
        assert told == [("banker", "thief"), ("coins 9",)]

    @pytest.mark.parametrize(("games", "told"), [(60, ("lucky",)), (3, ("coins 12", "lucky"))])
    def test_what_follows_from_a_role_is_not_told_again(self, games, told):
        """All but the banker begin with 12 coins; a few games could show that by chance."""
        chance = np.random.default_rng(1)
        role = chance.permuted(np.tile(np.arange(3), (games, 1)), axis=1)[..., None] == np.arange(3)
        lucky = chance.random((games, 3, 1)) < 0.3
        coins = np.concatenate([~role[..., :1], lucky], axis=2)
        groups = (
            Group("role", ("banker", "thief", "clerk"), role),
            Group("", ("coins 12", "lucky"), coins, is_named=False),
        )
        assert [*_without_twins(groups)][1].members == told

    def test_the_side_that_several_roles_are_on_is_asked_beside_them(self):
        """It may be too strong though none of them surely is."""
        chance = np.random.default_rng(1)
        role = chance.permuted(np.tile(np.arange(3), (60, 1)), axis=1)[..., None] == np.arange(3)
        sides = np.concatenate([role[..., :1], ~role[..., :1]], axis=2)
        groups = (
            Group("role", ("wolf", "seer", "villager"), role),
            Group("side", ("wolves", "village"), sides),
        )
        assert [*_without_twins(groups)][1].members == ("village",), "wolves are the wolf"

    def test_what_a_seat_always_holds_is_not_asked(self):
        held = np.zeros((10, 2, 3), bool)
        held[:, 0, 0] = held[::2, 0, 1] = held[1::2, 1, 1] = True
        assert Group("all", ("first", "either", "none"), held).dealt.members == ("either",)

    def test_a_run_by_other_rules_has_no_deals(self):
        run = SimpleNamespace(title=toy.TITLE, settings={"rules": "others", "seed": 1})
        assert seed_of(run) is None


def test_holders_are_read_as_rows_are():
    chance = np.random.default_rng(1)
    held, win = chance.random((300, 3, 2)) < 0.3, chance.random((300, 3))
    deal = np.arange(300) // 4
    found = of_holders(win, held, deal)
    rows = pl.DataFrame({"deal": np.repeat(deal, 3), "win": win.reshape(-1)})
    for k in range(2):
        mine = rows.filter(pl.Series(held[:, :, k].reshape(-1))).with_columns(who=pl.lit("all"))
        (row,) = clustered(mine.lazy(), "who", pl.col("win")).iter_rows(named=True)
        assert found.mean[k] == pytest.approx(row["estimate"])
        assert found.error[k] == pytest.approx(row["error"])
        assert (found.deals[k], found.rows[k]) == (row["deals"], row["rows"])


def test_what_being_there_changes_lies_in_its_interval():
    """Games of a deal vary together, and so does what lies there for them."""
    chance, caught, false = np.random.default_rng(2), 0, 0
    for _ in range(400):
        deal = np.repeat(np.arange(60), 4)
        there = (chance.random((60, 2)) < 0.4)[deal]
        there ^= chance.random(there.shape) < 0.2
        luck = chance.normal(size=60)[deal] + chance.normal(size=240)
        found = with_less_without(luck + 2 * there[:, 0], there, deal)
        one, _ = found.estimates(Estimate)
        caught += one.interval().low <= 2 <= one.interval().high
        false += found.p[1] < 0.05
    assert 368 <= caught <= 392  # 380, and three standard errors
    assert false <= 33


def test_points_of_a_good_seat_are_not_credited_to_what_it_is_dealt():
    """The first of two has ten points more and nearly always holds it; it brings nothing."""
    chance, seat = np.random.default_rng(5), np.array([10.0, 0.0])
    means, errors = [], []
    for _ in range(300):
        held = chance.random((200, 2)) < (0.9, 0.1)
        points = seat + chance.normal(size=(200, 2))
        found = beside_seats(points, held[:, :, None], np.arange(200))
        means.append(found.mean[0])
        errors.append(found.error[0])
    assert np.mean(means) == pytest.approx(0, abs=0.01)
    assert np.mean(errors) == pytest.approx(np.std(means), rel=0.15)


def test_few_games_of_what_lies_there_hardly_ever_alarm():
    """Sixty members that change nothing, each there in two games of forty."""
    chance, alarms = np.random.default_rng(3), 0
    for _ in range(100):
        there = chance.random((40, 60)) < 0.05
        win = (chance.random(40) < 1 / 3).astype(float)
        p = with_less_without(win, there[:, there.any(axis=0)], np.arange(40)).p
        alarms += (discoveries(p) < 0.05).any()
    assert alarms <= 11


@pytest.mark.parametrize("skewed", [False, True])
def test_ten_games_alike_by_chance_are_no_difference(skewed):
    """Wins of one seat in six, or points of which a few are very many."""
    chance, alarms = np.random.default_rng(4), 0
    for _ in range(60):
        there = chance.random((1000, 8)) < 0.01
        points, wins = chance.exponential(size=1000) ** 2, chance.random(1000) < 1 / 6
        p = with_less_without(points if skewed else wins, there, np.arange(1000)).p
        alarms += (discoveries(p) < 0.05).any()
    assert alarms <= 8


def test_fields_of_a_guest_tell_what_players_begin_with():
    Suit, Land = numbered("hearts", "spades"), numbered("hills", "sea")
    told = openings(
        {
            "role": each_player(number(1, 3)),
            "hand": each_player(pile(3, names=Suit)),
            "pot": number(0, 9),
            "deck": pile(9, names=Suit),
            "land": number(1, 2, names=Land),
        }
    )
    assert [*told] == ["hand", "land", "role"]  # names come first
    assert told["role"].members == ("role 1", "role 2", "role 3")
    assert told["hand"].members[:3] == ("hearts", "spades", "hand 2")
    games = np.zeros(1, [("role", int, 2), ("hand", int, (2, 4)), ("land", int)])
    games["role"], games["hand"], games["land"] = [[3, 1]], [[[2, 1, 1, 0], [1, 0, 1, 1]]], 2
    assert told["land"].held(games).tolist() == [[False, True]]  # it lies there for all
    assert told["role"].held(games).tolist() == [[[0, 0, 1], [1, 0, 0]]]
    assert told["hand"].held(games)[0, :, :2].tolist() == [[0, 2], [1, 0]]


@pytest.mark.usefixtures("dealt")
def test_unequal_players_hide_who_or_what_is_too_strong():
    """Whoever plays better wins whatever is dealt, so even shares are no verdict on the game."""
    changes = {f"box.{name}": value for name, value in (toy.NEUTRAL | {"deal": 6}).items()}
    components = toy.TITLE.components.with_changes(changes, "a test")
    rules, words = toy.make_rules(components, 4), ["chooser:choice=-1", "random", "random", "same"]
    told = {}
    for line_up in ([words[3]] * 4, words):
        sample = sample_of(toy.play(rules, [line_up], 400, seed=3), components, seed=3)
        told[len(set(line_up))] = {one.name: one for one in ask(sample)}
    alike, unlike = told[1], told[3]
    for name in ("win_rates", "turn_order", "scores"):
        assert "No verdict" not in alike[name].sentence, name
        assert unlike[name].verdict == "inconclusive", name
        assert unlike[name].sentence.endswith("the same strategy in every seat."), name
        assert unlike[name].needed is None, name
    assert alike["win_rates"].verdict == "tilted"


def test_what_few_games_have_on_the_table_is_not_told_to_move_scores():
    """By intervals alone 38 of 100 such runs told of one, since eight games may be alike."""
    chance, games = np.random.default_rng(1), 400
    told = 0
    for _ in range(30):
        there = chance.random((games, 20)) < 0.02
        group = Group("events", tuple("abcdefghijklmnopqrst"), there).frequent
        table = _differences([group], chance.normal(50, 10, games), np.arange(games))
        told += _surely_moving(Table("scored", "", table)).height > 0
    assert told <= 3

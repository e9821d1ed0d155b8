"""Several groups of what chance deals: none hides another, and what mends one is seen."""

import re
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
import toy
from test_members import toy_sample

from analyses.experiments.experiment import experiment
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding, Table
from analyses.findings.holdings import Group, Holdings
from analyses.findings.standouts import surely_off
from analyses.lab.check.target_range import HOLDS, OUT, UNSURE
from analyses.lab.compare.compare import _answer
from analyses.lab.compare.robust import claims_of
from analyses.lab.compare.who_wins import shares_won, who_wins
from analyses.lab.metrics import read
from analyses.questions import win_rates as members
from analyses.statistics.estimate import Exactly, Simultaneous
from reports import charts
from reports.charts import win_rates as chart
from reports.look import Look
from reports.next_step import next_step
from simulator import titles
from simulator.errors import UserError
from simulator.fields import each_player, number, openings, pile
from simulator.levers import Levers, Opening
from simulator.names import numbered

ROLES, EVEN = ("heiress", "clerk", "broker", "captain", "porter"), 0.25
HAND = tuple(f"hand {k}" for k in range(1, 9))


def planted(chance, luck, bonus=0.0, worth=0.14):
    """Four seats with one of five roles and a card: the best of luck, card and heiress wins."""
    games = len(luck)
    role = chance.permuted(np.tile(np.arange(5), (games, 1)), axis=1)[:, :4]
    card = chance.integers(0, 8, (games, 4))
    score = luck + worth * card + bonus * (role == 0)
    win = (score == score.max(axis=1, keepdims=True)).astype(float)
    groups = (
        Group("hand", HAND, card[..., None] == np.arange(8), is_named=False),
        Group("role", ROLES, role[..., None] == np.arange(5)),
    )
    return Holdings(np.arange(games), win, score, groups)


def game(seed, games, bonus, luck=0):
    """Deals of a seed, played with luck of their own."""
    thrown = np.random.default_rng([seed, luck]).gumbel(size=(games, 4))
    return planted(np.random.default_rng(seed), thrown, bonus)


def found_in(games):
    every = members._members(games)
    shares = [Simultaneous(one.share, len(every)) for one in every]
    table = members._table(every, shares)
    claim, *details = members._told(table, games)
    return Finding(
        "win_rates",
        "Who?",
        claim,
        tuple(details),
        measure=members._measure(every),
        tables=(Table("win_rates", "", table, members.SHARES),),
        stands=members._stands(every, shares),
    )


def fared(base, other):
    """What compare tells of two versions whose holdings are known."""
    return who_wins(shares_won(base, EVEN), shares_won(other, EVEN), "a version")


class TestOneFinding:
    def test_cards_that_are_farther_from_even_hide_no_role(self):
        found = found_in(game(1, 6000, bonus=0.45))
        table = {row["member"]: row["estimate"] for row in found.table.iter_rows(named=True)}
        assert table["hand 8"] > table["heiress"] > 0.3
        assert found.sentence.startswith("Heiress wins ")
        assert ". Players with hand 8 win " in found.sentence
        assert ", with hand 1 " in found.sentence
        assert found.said.endswith("; a fair share is 25%."), "page one tells the role"
        assert found.table["group"].to_list() == ["role"] * 5 + ["hand"] * 8

    def test_the_verdict_is_that_of_the_farthest_of_all(self):
        found = found_in(game(1, 6000, bonus=0.45))
        far = (found.table["estimate"] - EVEN).abs().max() / EVEN
        assert found.measure.value == pytest.approx(far)

    def test_roles_that_are_even_leave_the_word_to_the_cards(self):
        """Many cards that are surely off make no role one."""
        told = [found_in(game(k, 1500, bonus=0.0)).sentence for k in range(40)]
        assert sum(any(name in one for name in ROLES) for one in told) <= 6  # 2, and three errors
        assert all("layers with hand " in one for one in told)

    def test_where_nothing_is_sure_the_farthest_is_named(self):
        luck = np.random.default_rng(5).gumbel(size=(300, 4))
        told = found_in(planted(np.random.default_rng(5), luck, worth=0.0)).sentence
        assert told.startswith(
            "Nothing that is dealt clearly wins more or less than a fair share of 25%."
        )


class TestTwoVersions:
    def test_the_fix_of_a_role_is_seen_beside_cards_that_stay(self):
        found = fared(game(3, 6000, bonus=0.6), game(3, 6000, bonus=0.0))
        role = found[0]
        assert (role.group, role.name) == ("role", "heiress")
        assert role.is_clear
        assert role.change.value < -0.05
        assert not role.after.won.interval(2).excludes(EVEN), "without a bonus it is like others"
        assert not any(one.is_clear for one in found if one.group == "hand")

    def test_the_answer_is_sure_of_the_role_and_names_no_card(self):
        one, two = game(3, 6000, bonus=0.6), game(3, 6000, bonus=0.0)
        answer = _answer(found_in(one), found_in(two), [], fared(one, two))
        assert re.match(r"win rates: (was \w+; )?heiress \d+ → \d+%", answer.sentence)
        assert "hand" not in answer.sentence
        assert answer.is_sure
        assert answer.change.value < -0.05

    def test_nobody_is_named_where_nothing_changes(self):
        one = game(3, 6000, bonus=0.6)
        answer = _answer(found_in(one), found_in(one), [], fared(one, one))
        assert not answer.is_sure
        assert "no win rate changes" in answer.sentence

    def test_who_is_far_by_chance_alone_hardly_ever_changes_clearly(self):
        """The farthest of thirteen is far by luck too, and comes back when luck is thrown anew."""
        alarms = sum(
            any(one.is_clear for one in fared(game(k, 400, 0.0), game(k, 400, 0.0, luck=1)))
            for k in range(40)
        )
        assert alarms <= 6  # 2 are expected at most, and three standard errors

    def test_who_is_not_dealt_in_both_is_not_followed(self):
        base = game(3, 2000, bonus=0.6)
        only = replace(base, groups=base.groups[:1])
        assert {one.name for one in fared(base, only)} == {*HAND}
        assert not fared(base, replace(base, groups=()))


class TestVariants:
    """What robust holds against others, and what a report asks again."""

    def states(self, *bonuses):
        """Of variants in which the heiress has another bonus; the cards are worth as much."""
        (claim,) = claims_of(toy_sample(40), [found_in(game(1, 6000, bonus=0.45))])
        assert claim.sides == {"heiress": 1, "captain": -1, "hand 8": 1, "hand 1": -1}
        assert claim.first == {"heiress", "hand 8"}
        found = [found_in(game(5, 6000, bonus)) for bonus in bonuses]
        return [claim.state(one.measure, one.stands, len(found)) for one in found]

    def test_cards_that_stay_confirm_no_role(self):
        assert self.states(0.45, 0.0, -0.6) == [HOLDS, UNSURE, OUT]

    def test_groups_in_which_nobody_is_sure_claim_nothing(self):
        (claim,) = claims_of(toy_sample(40), [found_in(game(1, 6000, bonus=0.0))])
        assert claim.sides == {"hand 8": 1, "hand 1": -1}
        assert not claim.first, "of one group both ends must be confirmed"


class TestChart:
    def rows(self, *found):
        """What stands on the left of the chart, from top to bottom, and its caption."""
        panels = {f"panel {k}": one for k, one in enumerate(found)}
        (drawing,) = charts.side_by_side(panels, Look(()))
        written = re.findall(r">([^<>]+)</text>", drawing.svg)
        names = {*ROLES, *HAND, "role", "hand"}
        return [one for one in written if one in names], drawing

    def test_groups_are_told_apart_those_with_names_first(self):
        rows, drawing = self.rows(*(found_in(game(k, 3000, bonus=0.45)) for k in (1, 2)))
        assert rows[:2] == ["role", "heiress"]
        assert {*rows[1:6]} == {*ROLES}
        assert rows[6:] == ["hand", *reversed(HAND)]
        assert "hand 8 wins most, hand 1 least" in drawing.alt
        assert "in the table" not in drawing.caption

    def test_a_sign_stands_where_the_text_calls_it_sure(self):
        """Beside cards far off q-values discover too easily, so they would mark even roles."""
        found = found_in(game(1, 3000, bonus=0.45))
        table = found.frame("win_rates").with_columns(q=pl.lit(0.0))
        sure = table.filter(surely_off(table))["estimate"]
        assert 0 < len(sure) < len(table)
        _, drawing = self.rows(replace(found, tables=(Table("win_rates", "", table),)))
        signed = re.findall(r">[+−] ([\d.]+) ?%</text>", drawing.svg)
        assert sorted(signed) == sorted(f"{100 * share:.1f}" for share in sure)

    def test_nobody_is_named_whose_interval_holds_an_even_share(self):
        """Whatever q-values say: a reader would see the sentence contradicted by its numbers."""
        found = found_in(game(1, 300, bonus=0.0))
        table = found.frame("win_rates").with_columns(q=pl.lit(0.0))
        near = table.with_columns(low=pl.col("even") - 0.01, high=pl.col("even") + 0.01)
        first, *_ = members._told(near, game(1, 300, bonus=0.0))
        assert first.startswith("Nothing that is dealt clearly")
        assert not surely_off(near).any()

    def test_one_group_needs_no_heading(self):
        games = game(1, 3000, bonus=0.45)
        rows, _ = self.rows(found_in(replace(games, groups=games.groups[1:])))
        assert rows[0] == "heiress"
        assert len(rows) == 5

    def test_of_many_each_group_has_its_ends(self, monkeypatch):
        monkeypatch.setattr(chart, "MANY", 9)
        rows, drawing = self.rows(found_in(game(1, 3000, bonus=0.45)))
        assert rows[6:] == ["hand", "hand 8", "hand 7", "hand 2", "hand 1"]
        assert drawing.caption.endswith(" 4 more are in the table.")
        monkeypatch.setattr(chart, "MANY", 4)
        rows, _ = self.rows(found_in(game(1, 3000, bonus=0.45)))
        assert len(rows) == 4, "where there is no room for the cards, only roles are drawn"
        assert rows[0] == "heiress"


def test_what_moves_a_table_is_told_where_its_interval_leaves_nothing_out():
    """Told without a sign, an interval around 0 would be folded into one that is sure."""
    rows = [
        ("roles", "heiress", 2.0, -0.1, 4.1, 90, 0.01),
        ("roles", "clerk", 1.0, 0.2, 1.8, 90, 0),
    ]
    columns = ["group", "member", *members.MORE, "games", "q"]
    table = Table("scored", "", pl.DataFrame(rows, columns, orient="row"))
    told = "With clerk in play, a player scores 1.0 points more (0.2–1.8)."
    assert members._table_told([table]) == [told]


def dealt_points(games):
    return games["points"][:, :, toy.Source.deal, None] == np.arange(100)


def test_a_wrong_name_is_told_what_chance_deals_in_ranges(monkeypatch):
    """Neither cards that no deal has, nor what every seat begins with."""
    numbers = tuple(f"points {k}" for k in range(100))
    opening = {
        "points": Opening(numbers, dealt_points, unnamed=100),
        "done": Opening(("done 0",), lambda games: dealt_points(games)[..., :1] >= 0, unnamed=1),
    }
    title = replace(toy.TITLE, levers=Levers(opening=opening))
    monkeypatch.setitem(titles._guests, "toy", lambda: title)
    with pytest.raises(UserError, match=r"Known: seat 1, .*seat 4; points: points 0 to 5\.$"):
        read(toy_sample(40, deal=6), ["win:heires"])
    assert not read(toy_sample(40, deal=6), ["win:points 7"]), "known, though nobody holds it"


def test_a_field_that_is_not_asked_is_left_out():
    Role = numbered(*ROLES)
    told = openings(
        {
            "hand": each_player(pile(8), asked=False),
            "role": each_player(number(0, 4, names=Role)),
            "coins": each_player(number(0, 3)),
        }
    )
    assert [*told] == ["role", "coins"]
    assert [one.unnamed for one in told.values()] == [0, 4]


class TestNextStep:
    @pytest.fixture
    def run(self, tmp_path):
        (run,) = Runner(tmp_path, 1).play([experiment("toy", players=2, games=20)])
        return run

    def about(self, run, *rows, **levers):
        columns = ["group", "member", "estimate", "low", "high", "even", "q"]
        frame = pl.DataFrame(rows, columns, orient="row")
        found = Finding("win_rates", "Who?", "So.", measure=Exactly(0.4),
                        tables=(Table("win_rates", "", frame),))  # fmt: skip
        title = replace(toy.TITLE, levers=Levers(**levers))
        return next_step(title, found, run)

    def test_the_number_that_carries_the_name_is_searched_for(self, run):
        words, command = self.about(run, ("role", "whim", 0.7, 0.6, 0.8, 0.5, 0.0))
        assert "whim wins a fair share" in words
        assert command == "tiltmeter sweep toy box.whim=0..2 --target win:whim=50.0% -p 2"

    def test_who_is_not_named_gets_no_remedy(self, run):
        """The clerk is in the table, but near even."""
        rows = [("hand", "hand 8", 0.7, 0.6, 0.8, 0.5, 0.0),
                ("role", "clerk", 0.51, 0.45, 0.57, 0.5, 0.7)]  # fmt: skip
        gone = {"clerk": {"box.deal": 0}, "hand": {"box.table": 0}}
        assert self.about(run, *rows, removals=gone)[1] == "tiltmeter advise toy -p 2"
        rows[1] = ("role", "clerk", 0.4, 0.35, 0.45, 0.5, 0.0)
        assert "--set box.deal=0" in self.about(run, *rows, removals=gone)[1]

    def test_an_option_nearer_to_its_peers_than_another_is_not_taken_away(self, run):
        """Nor one whose name is only a part of the farthest's."""
        gone = {"nap": {"box.deal": 0}, "napkin": {"box.table": 0}}
        title = replace(toy.TITLE, levers=Levers(removals=gone))

        def tried(*options):
            table = Table("apart", "", pl.DataFrame({"option": options}))
            return next_step(title, Finding("option_value", "?", "So.", tables=(table,)), run)[1]

        assert "--set box.table=0" in tried("napkin", "nap")
        assert "--set box.deal=0" in tried("nap", "napkin")
        assert "--each removed" in tried("haste", "nap")

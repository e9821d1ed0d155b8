"""A table that wins or loses together: which of its planted roles is too strong, and its power."""

import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import polars as pl
import pytest

from analyses.experiments.batch import frames
from analyses.experiments.experiment import experiment
from analyses.experiments.plan import QUICK, plan
from analyses.findings.finding import Table
from analyses.findings.holders import holders
from analyses.findings.holdings import Group, Holdings
from analyses.findings.sample import sample_of
from analyses.findings.tables_with import tables_with
from analyses.findings.verdicts import ENDS
from analyses.lab.check.target_range import target
from analyses.lab.compare.compare import compare
from analyses.lab.compare.robust import claims_of
from analyses.lab.metrics import must_fit, read
from analyses.lab.played import Played
from analyses.lab.search.judgements import judged, judgements_of
from analyses.questions import QUESTIONS, ask
from analyses.statistics.estimate import NewcombeDifference, Share
from reports.charts import win_rates as charts
from reports.look import Look
from reports.subjects import standing_out
from simulator import titles
from simulator.errors import UserError
from simulator.fields import each_player, number, pile
from simulator.game import Game, endings
from simulator.levers import Opening
from simulator.mechanisms import (
    draw,
    finish,
    has_power,
    lose,
    next_player,
    put_each,
    roll,
    shuffle,
)
from simulator.names import numbered
from simulator.titles import load_title

Role = numbered("seer", "smith", "cook", "idler")
Move = numbered("look", "rest")
Ending = endings("out", "lost")
roles = {"box": pile(4), "role": each_player(number(0, 3, names=Role))}
cave = Game(
    "cave",
    players=(1, 2, 3, 4),
    moves=Move,
    endings=Ending,
    cooperative=True,
    powers=Role,
    tallies=Role,
    fields=roles,
    components={"sight": {"value": 6, "about": "of ten that a seer wins", "min": 0, "max": 10}},
)


@cave.setup
def hand_out(game, rules):
    put_each(game.box, 0, 3)
    shuffle(game.deal, game.box)
    for seat in range(game.players):
        game.role[seat] = draw(game.box)
        game.tally[seat, game.role[seat]] = 1


@cave.apply
def look_out(game, rules, move):
    """A table with a seer wins six of ten games, another one three."""
    next_player(game)
    if game.player > 0:
        return
    chance = 3
    for seat in range(game.players):
        if game.role[seat] == Role.seer and has_power(game, seat, Role.seer):
            chance = rules.sight
    if roll(game.table, 10) <= chance:
        finish(game, Ending.out)
    else:
        lose(game, Ending.lost)


def played(players=2, games=3000, sight=6, **wanted):
    one = experiment(
        "cave", players=players, games=games, changes={"sight": sight}, strategies=["random"],
        **wanted,
    )  # fmt: skip
    rows = pl.concat(frames(one, jobs=1))
    return sample_of(rows, one.components, seed=one.seed)


@pytest.fixture(scope="module")
def two():
    return played()


@pytest.fixture(scope="module")
def found(two):
    (one,) = ask(two, ["win_rates"])
    return one


def brings(member):
    """Of two of four roles: what tables with it win less those without."""
    wins = {pair: 0.6 if 0 in pair else 0.3 for pair in combinations(range(4), 2)}
    with_it = [won for pair, won in wins.items() if member in pair]
    without = [won for pair, won in wins.items() if member not in pair]
    return np.mean(with_it) - np.mean(without)


# Members


def test_the_role_that_is_too_strong_is_named_with_what_it_brings(found):
    strongest, weakest = found.sentence.split(". ")
    told = "Tables win 60% of games with seer and 31% without (24–33 points apart)"
    assert strongest == told
    assert weakest.startswith("Tables win 39% of games with cook and 51% without (")
    assert found.verdict == "tilted"
    rows = {row["member"]: row for row in found.frame("win_rates").iter_rows(named=True)}
    for k, name in enumerate(("seer", "smith", "cook", "idler")):
        assert rows[name]["low"] <= brings(k) <= rows[name]["high"]
        assert found.stands[name].interval() == (rows[name]["low"], rows[name]["high"])
    columns = "group, member, with, without, difference, low, high, games, q"
    assert ", ".join(found.frame("win_rates").columns) == columns


def test_it_is_asked_by_itself_and_no_word_is_of_rivals(two, found):
    assert QUESTIONS["win_rates"].is_asked(two)
    said = " ".join([found.sentence, *found.notes, found.measured])
    assert not any(word in said for word in ("holder", "even", "rival", "Holder"))
    assert judgements_of(two, judged(two, is_mirror=True))["win_rates"].verdict == "tilted"


def test_one_player_alone_who_can_lose_is_asked_too():
    (one,) = ask(played(players=1), ["win_rates"])
    assert one.sentence.startswith("The player wins 58% of games with seer and 31% without (")


def test_what_every_table_has_is_left_out():
    all_four = played(players=4, games=400)
    (one,) = ask(all_four, ["win_rates"])
    assert not QUESTIONS["win_rates"].is_asked(all_four)
    assert one.sentence == "Every game begins with the same setup."
    assert one.notes[0].endswith("more than 99% of games have it: seer, smith, cook, idler.")


def test_roles_that_bring_nothing_cannot_be_told_apart():
    (one,) = ask(played(sight=3), ["win_rates"])
    assert one.sentence.startswith("Nothing that is dealt clearly changes the win rate. Farthest: ")


def test_a_table_that_never_loses_or_wins_says_so():
    for sight, told in ((0, "No game is won."), (10, "Every game is won.")):
        sample = played(games=60, sight=sight)
        role = sample.rows.filter(pl.col("tally_seer").max().over("game") == 1)
        (one,) = ask(replace(sample, rows=role), ["win_rates"])
        assert one.sentence == told
        assert one.verdict == "inconclusive"


def dealt(rng, games, chance):
    """Three of five roles at each table, the second of which brings something."""
    order = rng.permuted(np.tile(np.arange(5), (games, 1)), axis=1)[:, :3]
    held = order[:, :, None] == np.arange(5)
    won = rng.random(games) < np.where(held[:, :, 1].any(axis=1), *chance)
    win = np.repeat(won[:, None], 3, axis=1).astype(float)
    group = Group("role", tuple("abcde"), held)
    return tables_with(Holdings(np.arange(games), win, win, (group,)))


@pytest.mark.parametrize(("games", "chance"), [(200, 0.15), (200, 0.6), (2000, 0.15)])
def test_roles_that_bring_nothing_are_hardly_ever_out(games, chance):
    """In 400 runs of each at most 8 were."""
    rng, scale = np.random.default_rng(2), QUESTIONS["win_rates"].scale
    found = [dealt(rng, games, (chance, chance)).measure.interval() for _ in range(100)]
    assert sum(scale.verdict(*one) in ENDS for one in found) <= 5


@pytest.mark.parametrize(("games", "chance"), [(200, (0.24, 0.09)), (2000, (0.7, 0.5))])
def test_all_intervals_hold_planted_differences_together(games, chance):
    rng, (more, less), hits = np.random.default_rng(3), chance, 0
    other = (more - less) * (1 / 2 - 3 / 4)  # tables with it have the strong one less often
    for _ in range(100):
        stands = dealt(rng, games, chance).stands
        truth = {name: more - less if name == "b" else other for name in stands}
        ends = {name: one.interval() for name, one in stands.items()}
        hits += all(ends[name].low <= truth[name] <= ends[name].high for name in stands)
    assert hits >= 90


def test_games_that_were_all_lost_are_not_surely_worse():
    few = NewcombeDifference(Share(0.05, 0.01, 160), Share(0.0, 0.0, 40))
    assert few.interval().low < 0 < few.interval().high


# What reads it


def test_a_metric_names_what_tables_win_with_a_role(two):
    shown = read(two, ["win:seer"])
    of_game = two.rows.group_by("game").agg(pl.col("tally_seer").max(), pl.col("win").first())
    share = of_game.filter(pl.col("tally_seer") == 1).select(pl.col("win").mean()).collect().item()
    assert shown["win:seer"].value == pytest.approx(share)
    with pytest.raises(UserError, match="needs at least two players against each other"):
        must_fit("win:seat_1", 1, False)
    assert "seat 1" not in holders(two.known, two.box, 2)


def test_what_lies_on_the_table_has_no_holder_but_a_table_that_has_it(two, monkeypatch):
    title = load_title("cave")
    seen = Opening(("dawn",), lambda games: games["role"][:, :1] == Role.seer)
    with_dawn = replace(title, levers=replace(title.levers, opening={"sky": seen}))
    monkeypatch.setitem(titles._guests, "cave", lambda: with_dawn)
    two = replace(two, handed=with_dawn)
    low, high = read(two, ["win:dawn"])["win:dawn"].interval()
    assert low <= 0.6 <= high
    (one,) = ask(two, ["win_rates"])
    assert re.match(r"Tables win \d+% of games with dawn and \d+% without", one.sentence)
    assert QUESTIONS["win_rates"].fared(two)["dawn"].with_it == "tables with dawn win"


def test_a_comparison_follows_what_the_farthest_brings(two):
    (both,) = compare(Played("base", (), two), [Played("blind", (), played(sight=3))])
    lines = both.lines
    assert re.match(r"With blind: the table wins \d+ → \d+% of games", lines[0])
    assert lines[1].startswith("Games won with it minus without it: seer +28 → -1 points")
    (answer,) = [one for one in both.answers if one.name == "win_rates"]
    assert "seer +28 → -1 points" in answer.sentence
    assert "fair" not in answer.sentence


def test_a_claim_is_of_the_role_that_brings_most(two, found):
    (claim,) = claims_of(two, [found])
    assert claim.sides["seer"] == 1


def test_the_chart_draws_differences_around_nothing(found):
    rivals = found.frame("win_rates").select("group", "member", "low", "high", estimate="with",
                                           even=pl.lit(0.45))  # fmt: skip
    contest = replace(found, tables=(Table("win_rates", "", rivals),))
    one, other = charts.side_by_side({"2 players": found, "3 players": contest}, Look(()))
    assert "minus without it, in percentage points" in other.caption
    assert "A fair share is 45.0" in one.caption
    assert f"{100 * found.frame('win_rates')['difference'][0]:+.1f} *" in other.svg
    assert standing_out(found)[0]["member"] == "seer"


# Power


def test_a_power_is_taken_from_one_seat_and_the_table_wins_less():
    one = played(games=2400, design=["ablation"])
    (found,) = ask(one, ["option_value"])
    losses = {row["option"]: row for row in found.frame("losses").iter_rows(named=True)}
    assert losses["power-seer"]["low"] <= 0.3 <= losses["power-seer"]["high"]
    told = "'power seer' matters most: a table with one player barred from it wins"
    assert told in found.sentence
    assert found.measured.endswith("in percent of the win rate")


def test_it_is_planned_for_tables_and_not_for_one_player():
    forbids = {n: [c.forbids for e in plan("cave", [n], QUICK) for c in e.cells] for n in (1, 2)}
    assert "power-seer" in forbids[2]
    assert {*forbids[1]} == {""}
    assert QUICK.split(1000, load_title("cave"), 1, 2).forbidden == 0
    assert QUICK.split(1000, load_title("cave"), 2, 2).forbidden > 0
    alone = [c.forbids for e in plan("excavation", [1], QUICK) for c in e.cells]
    assert {*alone} == {""}
    target("option_value", "balanced").must_suit(1, 2, False)
    with pytest.raises(UserError, match="'option_value' needs at least two players"):
        target("option_value", "balanced").must_suit(1, 1, False)


def test_seats_and_leaders_are_no_matter_of_a_table(two):
    told = [one.sentence for one in ask(two, ["turn_order", "runaway_leader"])]
    assert told == ["All players win or lose together.", "A co-op game has no leader."]

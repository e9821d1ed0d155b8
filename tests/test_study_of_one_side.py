"""Studies of games that can be lost: what matters first is how many are won."""

import numpy as np
import pytest

import tiltmeter as tm
from analyses.lab.study.plan import plan_study
from analyses.lab.study.responses import ranking_of
from analyses.lab.study.study_run import play_study, studied
from reports.commands import command_of_study
from simulator.game import Game, endings
from simulator.mechanisms import finish, gain, gain_together, lose, next_player, roll
from simulator.names import numbered

Ending = endings("met", "short")
TARGET = {"target": {"value": 4, "about": "pips that win", "alternatives": [2, 6]}}
toll = Game(
    "toll", players=(1,), moves=numbered("roll"), endings=Ending, components=TARGET
)  # fmt: skip
ferry = Game(
    "ferry",
    players=(2,),
    moves=numbered("roll"),
    endings=Ending,
    components=TARGET,
    cooperative=True,
)
stroll = Game("stroll", players=(1,), moves=numbered("roll"), components=TARGET)


@toll.apply
def pay(game, rules, move):
    pips = roll(game.table, 6)
    gain(game, 0, pips)
    next_player(game)
    if pips >= rules.target:
        finish(game, Ending.met)
    else:
        lose(game, Ending.short)


@ferry.apply
def row(game, rules, move):
    pips = roll(game.table, 6)
    gain_together(game, pips)
    next_player(game)
    if pips >= rules.target:
        finish(game, Ending.met)
    else:
        lose(game, Ending.short)


@stroll.apply
def walk(game, rules, move):
    gain(game, 0, roll(game.table, rules.target))
    next_player(game)
    finish(game)


def study_of(title, path, games=300):
    plan = plan_study(title, "target", games=games).played_by("python")
    return play_study(plan, path, jobs=1)


@pytest.mark.parametrize("title", ["toll", "ferry"])
def test_games_won_lead_and_are_those_of_the_die(title, tmp_path):
    """By the same rolls a target of 2 is met in five of six games, one of 6 in one of six."""
    shown = studied(study_of(title, tmp_path))
    first = shown.findings[0]
    assert shown.main.name == first.name == "win_rate"
    ranked = first.frame("all")
    assert ranked["combination"].to_list() == ["target=2", "target=4", "target=6"]
    assert np.allclose(ranked["estimate"], [5 / 6, 1 / 2, 1 / 6], atol=0.07)
    assert (
        first.question
        == "What does a change of target do to the games that the player or the table wins?"
    )
    assert first.sentence.startswith("Games that the player or the table wins: ")
    assert "rival" not in first.sentence


def test_what_no_value_changes_has_no_largest_effect(tmp_path):
    found = {one.name: one for one in studied(study_of("toll", tmp_path, 40)).findings}
    score = found["mean_score"]
    assert score.sentence.endswith("In these games no value changes it.")
    assert "0.00" not in score.sentence


def test_who_cannot_lose_is_asked_for_points_first(tmp_path):
    study = study_of("stroll", tmp_path, 40)
    assert not study.can_be_lost
    assert ranking_of(study.asked(), "").name == "mean_score"
    assert ranking_of(study.asked(), "length").name == "length"


def test_a_budget_goes_where_games_won_are_undecided(tmp_path):
    ranking = tm.Ranking(top=1, budget=200)
    shop = tm.Workshop(tmp_path, jobs=1, engine="python")
    done = shop.study("toll", "target", tmp_path / "s", ranking=ranking, games=20)
    assert done.main.name == "win_rate"
    played = {one.parent.parent.name for one in (tmp_path / "s").rglob("round-*/*.parquet")}
    assert played == {"best-1-win_rate"}


def test_the_command_of_a_table_that_plays_together_asks_for_all(tmp_path):
    told = command_of_study(study_of("ferry", tmp_path, 10).settings)
    assert "--only" not in told

"""Real tables of one side, who win or lose together, or one player against a target."""

import math
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

from analyses.lab.playtest.playtest import _seen_told, beside
from analyses.lab.playtest.real_tables import SCHEMA, read_tables
from analyses.statistics.estimate import NewcombeDifference, Share
from analyses.statistics.intervals import clustered_mean
from simulator.game import Game, endings
from simulator.mechanisms import finish, gain, lose, next_player
from simulator.names import numbered
from simulator.titles import load_title
from tiltmeter.cli import main

DIVE = """
from tiltmeter.design import Game, any_of, draw, each_player, endings, finish, gain_together
from tiltmeter.design import lose, next_player, number, numbered, pile, put_each, shuffle

Ending, Role = endings("up", "drowned"), numbered("diver", "pilot", "cook")
fields = {"box": pile(3), "role": each_player(number(0, 2, names=Role))}
dive = Game(
    "dive", players=(1, 2), moves=numbered("on"), endings=Ending, fields=fields, cooperative=True
)


@dive.setup
def lay_out(game, rules):
    put_each(game.box, 0, 2)
    shuffle(game.deal, game.box)
    for seat in range(game.players):
        game.role[seat] = draw(game.box)


@dive.apply
def go_on(game, rules, move):
    gain_together(game, 1)
    next_player(game)
    if game.rounds == 1 and any_of(game.table, 4) == 0:
        lose(game, Ending.drowned)
    elif game.rounds == 1:
        finish(game, Ending.up)
"""

dive = Game("real_dive", players=(1, 2), moves=numbered("on"), cooperative=True)
race = Game(
    "real_race", players=(1, 2), moves=numbered("on"), endings=endings("up", "late")
)  # fmt: skip


@dive.apply
def go_on(game, rules, move):
    next_player(game)
    finish(game)


@race.apply
def run_on(game, rules, move):
    gain(game, game.player, 1)
    next_player(game)
    lose(game, 1)


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path / "tables.csv"


def read(file, text, title="real_dive"):
    file.write_text(text)
    return read_tables(file, load_title(title))


def test_all_have_won_and_a_win_is_not_shared(file):
    rows = read(file, "table,score,place\n1,9,1\n1,9,1\n2,3,2\n2,3,2\n")
    assert rows["win"].to_list() == [1.0, 1.0, 0.0, 0.0]


@pytest.mark.parametrize(
    "words", [("yes", "no"), ("1", "0"), ("True", "FALSE")], ids=lambda words: words[0]
)
def test_whether_a_table_won_is_enough(file, words):
    won, lost = words
    rows = read(file, f"table,won\n1,{won}\n1,\n2,{lost}\n2,{lost}\n")
    assert rows["win"].to_list() == [1.0, 1.0, 0.0, 0.0]
    assert rows["score"].is_null().all()
    assert read(file, "table,place\n1,1\n2,3\n", "real_race")["win"].to_list() == [1.0, 0.0]


def test_a_score_alone_does_not_say_who_won(file):
    assert read(file, "table,score\n1,9\n2,3\n", "real_race")["win"].is_null().all()


WRONG = {
    "table,won\n1,maybe\n": "line 2: won is yes or no, not 'maybe'.",
    "table,won\n1,yes\n1,no\n": "line 3: table 1 has won and lost; those who play together do",
    "table,won,place\n1,yes,2\n1,yes,2\n": "line 2: table 1 has won and lost;",
    "table,won\n1,\n1,\n": "line 2: neither a score nor whether table 1 has won is told.",
    "table,rounds\n1,3\n1,3\n": "has no column 'score'",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_bad_row_is_told(file, text):
    with pytest.raises(Exception, match=WRONG[text]):
        read(file, text)


def test_rivals_have_places(file):
    with pytest.raises(Exception, match="line 2: the column 'won' is for those who win or lose"):
        read(file, "table,won,score\n1,yes,3\n1,no,2\n", "real_race")
    with pytest.raises(Exception, match="line 2: the score '' is no number"):
        read(file, "table,place\n1,1\n1,2\n", "real_race")


def tables(chance, n, won):
    """Tables of two, of which so many win."""
    win = np.repeat(chance.random(n) < won, 2).astype(float)
    known = {"deal": np.repeat(np.arange(n), 2), "member": "cook", "win": win, "score": 5.0 + win}
    return pl.DataFrame(dict.fromkeys(SCHEMA) | known, SCHEMA)


def test_the_games_won_come_first_and_nothing_is_said_of_a_winner():
    chance = np.random.default_rng(1)
    found = beside(tables(chance, 20, 0.5), tables(chance, 500, 0.5), is_one_side=True)
    assert [one.name for one in found] == ["games won", "score of a player", "cook"]
    assert found[0].real.value == found[2].real.value  # all tables have a cook


def test_shares_of_few_games_are_told_apart_as_seldom_as_they_may():
    """The interval of the difference misses the true one in about 5 of 100."""
    chance = np.random.default_rng(2)
    for real, simulated, n in ((0.5, 0.5, 8), (0.9, 0.9, 25), (0.3, 0.6, 25)):
        missed = 0
        for _ in range(400):
            won = clustered_mean(np.arange(n), chance.random(n) < real)
            many = Share(chance.binomial(2000, simulated) / 2000, 0.0, 2000)
            missed += NewcombeDifference(many, Share.of(won)).interval().excludes(simulated - real)
        assert missed <= 0.075 * 400, (real, simulated, n)


def test_people_who_win_less_are_told_so(file):
    """Three of four simulated tables come up, and one of five real ones."""
    Path("dive.py").write_text(DIVE)
    rows = [f"{k},{'yes' if k % 5 == 0 else 'no'},{who}" for k in range(40)
            for who in ("cook", "pilot")]  # fmt: skip
    file.write_text("\n".join(["table,won,member", *rows]))
    words = ["playtest", "dive.py", "tables.csv", "-n", "400", "-j", "1", "--engine", "python"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    told = " ".join(done.stdout.split())
    assert told.startswith("Your players win 20% of 40 games, the bots 77%: clearly less.")
    assert "Your players win 20.0% (" in told
    assert "The bot greedy is stronger than your players by " in told
    assert "cook 20.0%" in told
    for word in ("winning score", "first score minus last", "scores", "by turn order"):
        assert word not in told


def test_so_few_games_that_none_could_differ_enough_say_so():
    assert _seen_told(1.788, is_share=True) == "so few games would show no difference"
    assert _seen_told(math.nan, is_share=True) == "so few games would show no difference"
    told = _seen_told(0.25, is_share=True)
    assert told == "25.0 percentage points or more would have shown"
    assert "178.8 points or more" in _seen_told(178.8, is_share=False)

"""Scores of real tables: how they are read, and what they say beside simulated ones."""

import json
import re
import shlex
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import toy
from click.testing import CliRunner
from test_readme import agrees

import tiltmeter as tm
from analyses.findings.holders import Holder
from analyses.findings.sample import sample_of
from analyses.lab.playtest import playtest
from analyses.lab.playtest.playtest import (
    RealAndSimulated,
    beside,
    could_be_drawn,
    simulated_tables,
)
from analyses.lab.playtest.real_tables import read_tables
from analyses.statistics.estimate import Share
from analyses.statistics.intervals import clustered_mean, discoveries
from simulator.titles import load_title
from tiltmeter.cli import main


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path / "tables.csv"


def test_a_file_is_read_as_games(file):
    file.write_text("\ufeffTable;Seat;Member;Score;Place\nA;1;gul;31,5;2\nA;2;Aquilla;31,5;1\n\n")
    rows = read_tables(file, load_title("excavation"))
    assert rows.rows() == [
        (0, 1, "Gul", 31.5, 0.0, *4 * [None]),
        (0, 2, "Aquilla", 31.5, 1.0, *4 * [None]),
    ]
    file.write_text("table,score,rounds\n1,5,3\n1,5,3\n2,1,4\n2,2,4\n7,1,\n7,1,\n7,1,\n")
    rows = read_tables(file, toy.TITLE, players=2)
    assert rows["win"].to_list() == [0.5, 0.5, 0.0, 1.0]
    assert rows["rounds"].to_list() == [3, 3, 4, 4]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tabel,score\n1,2\n", "Unknown column of tables.csv: 'tabel'. Did you mean 'table'?"),
        ("table,seat\n1,2\n", "tables.csv has no column 'score'; its first line names them."),
        ("table,score\n", "tables.csv holds no scores."),
        ("table,score\n1,3\n\n1,many\n", "tables.csv, line 4: the score 'many' is no number."),
        ("table,score\n1,3\n1,4,5\n", "tables.csv, line 3: 3 values for 2 columns."),
        ("table,score\n1,3\n,4\n", "tables.csv, line 3: a row says at which table it was."),
        ("table,score,seat\n1,3,1\n1,4,0\n", "line 3: the seat '0' is no number from 1 on."),
        ("table,score,seat\n1,3,1\n1,4,3\n", "line 3: seat 3 is none of 2."),
        ("table,score,seat\n1,3,2\n1,4,2\n", "line 3: seat 2 of table 1 is taken."),
        ("table,score,rounds\n1,3,2\n1,4,3\n", "line 3: table 1 has other rounds above."),
        ("table,score,place\n1,3,2\n1,4,\n", "line 3: either all of table 1 have a place or"),
        ("table,score,place\n1,3,2\n1,4,2\n", "line 2: nobody of table 1 has place 1."),
        ("table,score,member\n1,3,Red\n", "line 2: nothing is dealt in this game, so nobody"),
        ("table,score\n1,3\n", "line 2: table 1 has 1 row, one per player; toy is for 2 to 4."),
        (f"table,score,rounds\n1,3,{10**30}\n", "line 2: the rounds '100000000…' is too large."),
        (f"table,score\n1,{'x' * 200_000}\n", "tables.csv, line 2: field larger than field limit"),
        ("table,score\n1,3\n1,4\n2,1\n2,1\n2,1\n", "has tables of 2 and 3 players; choose with"),
    ],
)
def test_a_bad_row_is_told_with_its_line(file, text, told):
    file.write_text(text)
    done = CliRunner().invoke(main, ["playtest", "toy", "tables.csv"])
    assert done.exit_code == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def tables(chance, n, mean=0.0, shared=3.0):
    """Tables of three whose scores hang together: most of what they differ by is the table's."""
    score = mean + shared * chance.normal(size=(n, 1)) + chance.normal(size=(n, 3))
    win = score == score.max(axis=1, keepdims=True)
    return pl.DataFrame(
        {
            "deal": np.repeat(np.arange(n), 3),
            "seat": np.tile([1, 2, 3], n),
            "member": np.tile(["red", "green", "blue"], n),
            "score": score.round(1).ravel(),
            "win": win.ravel().astype(float),
            "rounds": np.repeat(chance.integers(4, 9, size=n), 3),
        }
    ).with_columns(bot=pl.lit(None, pl.String))


def test_tables_of_the_same_kind_are_seldom_told_apart_and_others_are(monkeypatch):
    monkeypatch.setattr(playtest, "DRAWN", 199)
    chance, missed, apart = np.random.default_rng(1), 0, 0
    simulated = tables(chance, 1000)
    for _ in range(20):
        real = tables(chance, 12)
        apart += could_be_drawn(real, simulated, 1) < 0.05
        missed += sum(one.change.interval().excludes(0) for one in beside(real, simulated))
    assert apart <= 4
    assert missed <= 0.1 * 20 * 10  # ten numbers each
    assert could_be_drawn(tables(chance, 12, mean=6.0), simulated, 1) < 0.01


def test_rows_of_bots_tell_who_won_and_nothing_else():
    chance = np.random.default_rng(3)
    real, simulated = tables(chance, 40), tables(chance, 500)
    with_bots = real.with_columns(
        bot=pl.when(pl.col("seat") > 1).then(pl.lit("greedy")),
        score=pl.when(pl.col("seat") > 1).then(100.0).otherwise(pl.col("score")),
    )
    found = {(one.table, one.name): one for one in beside(with_bots, simulated)}
    assert found["numbers", "score of a player"].real.value == pytest.approx(
        real.filter(seat=1)["score"].mean()
    )
    assert [name for table, name in found if table == "turn_order"] == ["1"]
    people = with_bots.filter(pl.col("bot").is_null())
    assert could_be_drawn(people, simulated, 1) > 0.05
    assert could_be_drawn(with_bots, simulated, 1) < 0.01


def test_a_file_of_bots_alone_is_refused(file):
    file.write_text("table,score,bot\n1,3,greedy\n1,4,greedy\n")
    done = CliRunner().invoke(main, ["playtest", "toy", "tables.csv"])
    assert "names a bot in every row, so there is nobody to compare." in done.stderr


def test_every_number_that_both_know_is_compared():
    chance = np.random.default_rng(2)
    real, simulated = tables(chance, 30), tables(chance, 500)
    names = [(one.table, one.name) for one in beside(real, simulated)]
    assert ("numbers", "rounds") in names
    assert {name for table, name in names if table == "win_rates"} == {"red", "green", "blue"}
    few = real.with_columns(seat=None, member=None, rounds=None)
    assert {one.table for one in beside(few, simulated)} == {"numbers"}


def test_who_never_won_at_few_tables_is_not_surely_worse():
    """All of four tables agree by chance; an interval without a width would be sure of it."""
    chance = np.random.default_rng(3)
    real, simulated = tables(chance, 4), tables(chance, 500)
    real = real.with_columns(win=(pl.col("seat") == 2).cast(pl.Float64))
    seats = {one.name: one for one in beside(real, simulated) if one.table == "turn_order"}
    assert seats["1"].real.error == 0
    assert seats["1"].p > 0.05


def test_a_seat_that_won_all_of_two_tables_is_hardly_ever_surely_different():
    """It happens at one in five pairs of tables of five players."""
    chance, alarms = np.random.default_rng(4), 0
    simulated = {str(seat): Share(0.2, 0.003, 20_000) for seat in range(1, 6)}
    for _ in range(400):
        won = np.eye(5)[chance.integers(0, 5, 2)]
        rows = [clustered_mean(np.arange(2), won[:, seat]) for seat in range(5)]
        p = [
            RealAndSimulated("turn_order", name, Share.of(row), simulated[name]).p
            for name, row in zip(simulated, rows, strict=True)
        ]
        alarms += (discoveries(p) < 0.05).any()
    assert alarms <= 0.07 * 400


def test_intervals_beside_each_other_say_what_the_sentence_says():
    """Real tables that lie closer together than simulated ones are no surer of their mean."""
    chance = np.random.default_rng(5)
    simulated = tables(chance, 1000)
    for mean in np.linspace(0, 3, 30):
        real = tables(chance, 25, mean, shared=1.0)
        score = next(one for one in beside(real, simulated) if one.name == "score of a player")
        lies_apart = score.shown.interval().low > score.simulated.interval().high
        assert lies_apart <= score.is_apart


ROLES = """
from tiltmeter.design import Game, draw, each_player, finish, gain, next_player, number
from tiltmeter.design import numbered, pile, put_each, shuffle

Role, Pet = numbered("king", "fool"), numbered("cat", "dog")
dealt = {
    "box": pile(2),
    "role": each_player(number(0, 1, names=Role)),
    "pet": each_player(number(0, 1, names=Pet)),
}
roles = Game("roles", players=(2,), moves=numbered("wait"), fields=dealt)


@roles.setup
def lay_out(game, rules):
    put_each(game.box, 0, 1)
    shuffle(game.deal, game.box)
    for seat in range(2):
        game.role[seat] = draw(game.box)
        game.pet[seat] = 1 - seat


@roles.apply
def wait(game, rules, move):
    gain(game, game.player, 1 if game.role[game.player] == Role.king else 0)
    next_player(game)
    if game.rounds == 1:
        finish(game)
"""


def test_a_member_that_players_come_by_later_is_told_as_not_compared(file):
    """Nobody begins with a hat: it is a known name, and no simulated row tells who has it."""
    hats = '"hat": each_player(pile(2, names=numbered("bowler", "crown"))),'
    Path("roles.py").write_text(ROLES.replace('    "box": pile(2),', f'    "box": pile(2),{hats}'))
    file.write_text("table,score,member\n1,3,Bowler\n1,2,fool\n2,1,crown\n2,4,king\n")
    words = ["playtest", "roles.py", "tables.csv", "-n", "20", "-j", "1", "--engine", "python"]
    told = " ".join(CliRunner().invoke(main, words).stdout.split())
    assert "Not compared: bowler, crown. No simulated game begins with them" in told
    file.write_text("table,score,member\n1,3,bowlr\n")
    told = CliRunner().invoke(main, words).stderr
    assert "Unknown role, faction or card 'bowlr'. Known: king, fool, cat, dog." in told


def test_what_lies_there_for_all_is_no_members_of_a_player(file):
    """A site of Archeos, for example; that is told before anything is played."""
    file.write_text("table,score,member\n1,30,Ur\n1,20,Ur\n")
    told = CliRunner().invoke(main, ["playtest", "archeos", "tables.csv"]).stderr
    assert "line 2: Unknown role, faction or card 'Ur'" in told


def test_what_was_dealt_in_a_game_of_ones_own_is_compared(file):
    """The king always wins, and who has the cat is seat 2."""
    Path("roles.py").write_text(ROLES)
    file.write_text("table,score,role\n1,3,King\n1,2,fool\n2,1,cat\n2,4,fool\n")
    words = ["playtest", "roles.py", "tables.csv", "-n", "200", "-j", "1", "--json"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    tables = {one["key"]: one["rows"] for one in json.loads(done.stdout)["finding"]["tables"]}
    found = {one["member"]: (one["real"], one["simulated"]) for one in tables["win_rates"]}
    assert found.keys() == {"king", "fool", "cat"}
    assert found["king"] == (1.0, 1.0)
    assert found["fool"] == (0.5, 0.0)
    assert found["cat"][1] == pytest.approx(0.5, abs=0.15)
    file.write_text("table,score,member\n1,3,kng\n")
    told = CliRunner().invoke(main, words).stderr
    assert "line 2: Unknown role, faction or card 'kng'. Did you mean 'king'?" in told
    assert "Known: king, fool, cat, dog." in told


def test_simulated_rows_say_who_held_what_by_a_tally(monkeypatch):
    known = {"Red": Holder("factions", 0, "choice"), "Green": Holder("factions", 1, "nothing")}
    monkeypatch.setattr(playtest, "holders", lambda *asked: known)
    frame = tm.simulate("toy", players=2, games=1, jobs=1, strategies=["random"])
    frame = frame.with_columns(tally_choice=pl.Series([0, 1]), tally_nothing=pl.Series([1, 1]))
    found = simulated_tables(sample_of(frame), ["Green", "Red"])
    assert found["member"].to_list() == [["Green"], ["Green", "Red"]]


def test_the_finding_says_who_is_stronger_and_no_more(file):
    rows = [f"{k // 2},{k % 2 + 1},{97 + k % 5}" for k in range(24)]
    file.write_text("\n".join(["table,seat,score", *rows]))
    words = ["playtest", "toy", "tables.csv", "-n", "600", "-j", "1"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    told = " ".join(done.stdout.split())
    assert told.startswith("Your players score ")
    assert " points less than the bots (" in told
    assert "and the first player wins " in told
    assert "A player at 12 real tables scores" in told
    assert "The bot chooser is stronger than your players by " in told
    assert "The real scores do not fit the simulated ones" in told
    found = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)["finding"]
    assert found["verdict"] == "tilted"
    assert [table["key"] for table in found["tables"]] == ["numbers", "turn_order"]


def test_scores_of_the_same_mean_that_lie_otherwise_are_told(file):
    """Half of the spread of these players, about their mean."""
    frame = tm.simulate("toy", players=2, games=300, jobs=1, strategies=["chooser"], seed=9)
    mean = frame["score"].mean()
    rows = [
        f"{row['deal']},{row['seat']},{mean + (row['score'] - mean) / 4:.1f}"
        for row in frame.iter_rows(named=True)
    ]
    file.write_text("\n".join(["table,seat,score", *rows]))
    done = CliRunner().invoke(main, ["playtest", "toy", "tables.csv", "-n", "600", "-j", "1"])
    told = " ".join(done.stdout.split())
    assert "ones (p = 0.001, by whole tables): their spread differs, though not clearly" in told
    assert "The average score shows no clear difference between chooser and your players" in told
    assert told.startswith("Your players score about as much as the bots")
    assert "first score minus last" in told.split("Also clearly different: ")[1].split(".")[0]


def test_the_page_shows_what_is_printed(file):
    docs = Path(__file__).parent.parent / "docs"
    page = (docs / "how-to" / "human-playtests.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```csv\n(.*?)```", page, re.DOTALL)
    (command, shown) = re.findall(r"```console\n\$ tiltmeter (.*?)\n(.*?)```", page, re.DOTALL)[-1]
    file.write_text(text)
    done = CliRunner().invoke(main, [*shlex.split(command), "-j", "1"])
    assert agrees(shown.rstrip("\n").split("\n"), done.stdout), done.stdout
    for figure in ("305.5", "257.8", "353.2", "370.6", "0.008"):
        assert figure in page
        assert figure in done.stdout

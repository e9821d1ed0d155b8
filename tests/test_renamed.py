"""Names of yesterday and words of the field: each is answered, wherever a name is taken."""

import json
import re

import polars as pl
import pytest
import toy
from click.testing import CliRunner
from playing import rewrite

from analyses import renamed
from analyses.findings.sample import sample_of
from analyses.lab.metrics import METRICS
from analyses.questions import QUESTIONS, ask
from tiltmeter.cli import main

pytestmark = pytest.mark.usefixtures("undrawn")
FEW = ("-n", "60", "-p", "2", "-s", "random", "-j", "1")
NOW = "; the old name works in this version only."


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(renamed, "_told", set())  # every remark is new
    return tmp_path


@pytest.fixture
def run():
    assert tiltmeter("simulate", "lost_cities", *FEW, "--out", "run").exit_code == 0
    return "run"


def tiltmeter(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def remarks(told):
    return [line for line in told.stderr.splitlines() if line.endswith(NOW)]


# Words of the field

ANSWERS = {
    "winrate": "'win_rates'",
    "win rate": "'turn_order'",
    "first player": "'first_player'",
    "first-player advantage": "'turn_order'",
    "snowball": "'runaway_leader'",
    "runaway": "'halfway_leader_wins'",
    "catch-up": "'comebacks'",
    "pick rate": "'choices'",
    "kingmaker": "Kingmaking is the question 'kingmaking'",
    "waiting": "the question 'downtime'",
    "elo": "'tiltmeter ladder GAME'",
    "Elo": "'tiltmeter ladder GAME'",
}


def answered(told, word):
    assert told.exit_code == 2, told.output
    errors = [line for line in told.stderr.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1, told.stderr
    return ANSWERS[word] in errors[0]


@pytest.mark.parametrize("word", ANSWERS)
def test_a_word_of_the_field_is_answered_as_a_command(word):
    assert answered(tiltmeter(word), word)


@pytest.mark.parametrize("word", ANSWERS)
def test_it_is_answered_as_a_question_and_as_a_metric(run, word):
    assert answered(tiltmeter("analyse", run, "--only", word), word)
    change = ("compare", "lost_cities", "--set", "bridges.bonus=40", *FEW)
    assert answered(tiltmeter(*change, "--only", word), word)
    sweep = ("sweep", "lost_cities", "bridges.bonus=0,20", *FEW)
    assert answered(tiltmeter(*sweep, "--only", word), word)
    search = ("sweep", "lost_cities", "bridges.bonus=0..20", *FEW)
    if word.isalpha():
        assert answered(tiltmeter(*search, "--target", f"{word}<5"), word)
    study = ("study", "lost_cities", "layouts", *FEW)
    assert answered(tiltmeter(*study, "--only", word), word)
    assert answered(tiltmeter(*study, "--by", word), word)


@pytest.mark.parametrize("word", ["winrate", "snowball", "kingmaker", "elo"])
def test_it_is_answered_in_files(folder, word):
    about = 'game = "lost_cities"\nplayers = 2\n'
    (folder / "targets.toml").write_text(f'{about}[bands]\n{word} = "<= 5%"\n')
    assert answered(tiltmeter("check", "targets.toml", "-n", 60), word)
    (folder / "e.toml").write_text(f"{about}games = 60\n[verdicts.{word}]\nborderline = 0.1\n")
    assert answered(tiltmeter("simulate", "--experiment", "e.toml"), word)


@pytest.mark.parametrize("word", ["kingmaking", "downtime"])
def test_a_word_that_is_a_question_is_asked_and_told_where_it_is_no_metric(run, word):
    assert f"tiltmeter analyse RUN --only {word}." in tiltmeter(word).stderr
    told = tiltmeter("analyse", run, "--only", word)
    assert told.exit_code == 0, told.output
    sweep = tiltmeter("sweep", "lost_cities", "bridges.bonus=0,20", *FEW, "--only", word)
    assert sweep.exit_code == 2
    assert f"is the question '{word}'" in sweep.stderr


@pytest.mark.parametrize("told", renamed.FIELD.values())
def test_answers_name_what_there_is(told):
    names = {*QUESTIONS, *METRICS, "tiltmeter ladder GAME", "win:NAME"}
    assert {*re.findall(r"'([^']+)'", told)} <= names


# Names of yesterday


@pytest.mark.parametrize("old", ["seats", "members", "ways", "decision", "options", "trust"])
def test_an_old_question_works_and_is_answered_with_the_new_one(run, old):
    told = tiltmeter("analyse", run, "--only", old, "--json")
    assert told.exit_code == 0, told.output
    new = renamed.RENAMED[old]
    assert [one["name"] for one in json.loads(told.stdout)] in ([new], [])
    assert remarks(told) == [f"'{old}' is now called '{new}'{NOW}"]


@pytest.mark.parametrize("old", ["seat_spread", "first_seat", "dead_turns", "comeback", "cut_off"])
def test_an_old_metric_works(old):
    told = tiltmeter("sweep", "lost_cities", "bridges.bonus=0,20", *FEW, "--only", old, "--json")
    assert told.exit_code == 0, told.output
    assert renamed.RENAMED[old] in told.stdout
    assert len(remarks(told)) == 1


def test_an_old_metric_works_as_a_target_and_in_a_study():
    search = ("sweep", "lost_cities", "bridges.bonus=0..20", *FEW)
    told = tiltmeter(*search, "--target", "decisiveness<99%")
    assert told.exit_code in (0, 1, 3), told.output
    assert remarks(told) == [f"'decisiveness' is now called 'halfway_leader_wins'{NOW}"]
    study = ("study", "lost_cities", "layouts", *FEW)
    told = tiltmeter(*study, "--only", "mean_score,dead_turns", "--by", "dead_turns")
    assert told.exit_code == 0, told.output
    assert remarks(told) == [f"'dead_turns' is now called 'forced_moves'{NOW}"]


@pytest.mark.parametrize("old", ["mirror", "leaning"])
def test_an_old_design_works(old):
    words = ("-n", 60, "-p", 2, "-s", "random,greedy", "-j", 1, "--design", old)
    told = tiltmeter("simulate", "lost_cities", *words, "--json")
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["design"] == [renamed.RENAMED[old]]
    assert len(remarks(told)) == 1


def test_old_names_work_in_files(folder):
    about = 'title = "lost_cities"\nplayers = 2\nstrategies = ["random"]\ngames = 60\n'
    (folder / "old.toml").write_text(f"{about}[verdicts.seats]\nwatch = 0.3\ntilted = 0.9\n")
    (folder / "new.toml").write_text(
        'game = "lost_cities"\nplayers = 2\nbots = ["random"]\ngames = 60\n'
        "[verdicts.turn_order]\nborderline = 0.3\ntilted = 0.9\n"
    )
    told = [tiltmeter("simulate", "--experiment", file) for file in ("old.toml", "new.toml")]
    assert [one.exit_code for one in told] == [0, 0], told[0].output
    assert "nothing to play" in told[1].stdout, "both say the same"
    assert [len(remarks(one)) for one in told] == [2, 0]
    renamed._told.clear()
    (folder / "targets.toml").write_text(
        'game = "lost_cities"\nplayers = 2\n[bands]\nseat_spread = "<= 99%"\nseats = "watch"\n'
    )
    told = tiltmeter("check", "targets.toml", "-n", 60, "-j", 1)
    assert told.exit_code in (0, 1, 3), told.output
    assert len(remarks(told)) == 4


def test_a_key_is_said_once(folder):
    (folder / "e.toml").write_text('game = "lost_cities"\ntitle = "archeos"\n')
    told = tiltmeter("simulate", "--experiment", "e.toml")
    assert told.exit_code == 2
    assert "'game' and 'title' say the same; keep one." in told.stderr


def test_thresholds_of_an_old_run_are_understood(folder):
    about = 'game = "lost_cities"\nplayers = 2\nbots = ["random"]\ngames = 60\n'
    (folder / "e.toml").write_text(f"{about}[verdicts.turn_order]\nborderline = 0.3\ntilted = 9\n")
    words = ("simulate", "--experiment", "e.toml", "--out", "run", "--quiet")
    assert tiltmeter(*words).exit_code == 0
    now = tiltmeter("analyse", "run", "--only", "turn_order", "--json")
    before = {"seats": {"watch": 0.3, "tilted": 9}}
    rewrite(folder / "run/manifest.json", lambda note: note["experiment"].update(thresholds=before))
    old = tiltmeter("analyse", "run", "--only", "turn_order", "--json")
    assert old.exit_code == 0, old.output
    assert old.stdout == now.stdout


def test_a_misspelt_old_name_is_answered_with_the_new_one(run):
    assert "Did you mean 'turn_order'?" in tiltmeter("analyse", run, "--only", "seat").stderr
    words = ("simulate", "lost_cities", *FEW, "--design", "miror")
    assert "Did you mean 'self-play'?" in tiltmeter(*words).stderr


@pytest.mark.parametrize(
    ("old", "new", "more"),
    [
        ("--components", "--parameters", ()),
        ("--base-components", "--base-parameters", ("--set", "circles.factor=3")),
    ],
)
def test_an_old_option_works_with_a_remark(folder, old, new, more):
    (folder / "mine.toml").write_text("[bridges]\nbonus = 40\n")
    words = ("compare", "lost_cities", *FEW, "--only", "length", *more)
    told = [tiltmeter(*words, *spelt) for spelt in ((old, "mine.toml"), (f"{old}=mine.toml",))]
    assert [one.exit_code for one in told] == [0, 0], told[0].output
    assert [remarks(one) for one in told] == [[f"'{old}' is now called '{new}'{NOW}"]] * 2
    assert remarks(tiltmeter(*words, new, "mine.toml")) == []
    assert remarks(tiltmeter(*words, old, "mine.toml", "--quiet")) == []


def test_bots_are_strategies():
    told = [tiltmeter("play", "lost_cities", flag, "greedy,random") for flag in ("-s", "--bots")]
    assert told[0].output == told[1].output
    assert "seat 1: the bot greedy" in told[0].output


def test_a_question_or_a_metric_is_no_command():
    assert "tiltmeter analyse RUN --only runaway_leader." in tiltmeter("runaway_leader").stderr
    assert "tiltmeter analyse RUN --only turn_order." in tiltmeter("seats").stderr
    assert "--only comebacks." in tiltmeter("comebacks").stderr


# Files where a game is expected


def test_simulate_plays_an_experiment_wherever_it_lies(folder):
    about = 'game = "lost_cities"\nplayers = 2\nbots = ["random"]\ngames = 60\n'
    (folder / "e.toml").write_text(about)
    ways = (["e.toml"], [folder / "e.toml"], ["--experiment", "e.toml"])
    told = [tiltmeter("simulate", *words, "--quiet") for words in ways]
    assert [one.exit_code for one in told] == [0, 0, 0], told[1].output
    assert len({one.stdout for one in told}) == 1, "all are one run"


@pytest.mark.parametrize("command", ["play", "study", "coach", "games"])
def test_an_experiment_for_a_game_is_answered_with_what_plays_it(folder, command):
    (folder / "e.toml").write_text('game = "lost_cities"\nplayers = 2\n')
    told = tiltmeter(command, folder / "e.toml")
    assert told.exit_code == 2
    assert f"'tiltmeter simulate --experiment {folder / 'e.toml'}' plays it." in told.stderr


def test_targets_for_a_game_are_answered_with_what_tests_them(folder):
    (folder / "t.toml").write_text('game = "lost_cities"\nplayers = 2\n[bands]\nmargin = "<= 9"\n')
    told = tiltmeter("simulate", "t.toml")
    assert told.exit_code == 2
    assert "'tiltmeter check t.toml' tests them." in told.stderr


@pytest.mark.parametrize("kind", [pl.String, pl.Enum(["over", "cut off"])])
def test_rows_of_before_are_read_with_the_ending_of_today(kind):
    rows = toy.play(toy.rules(), [["a", "b"]], 10)
    cut = pl.when(pl.col("deal") < 4).then(pl.lit("cut off")).otherwise(pl.lit("over"))
    old = rows.with_columns(ending=cut.cast(kind), place=pl.lit(1))
    endings = sample_of(old).rows.select(pl.col("ending").cast(pl.String)).collect()["ending"]
    assert {*endings} == {"over", "round limit"}
    (found,) = ask(sample_of(old), ["endings"])
    assert "hit the round limit" in found.sentence

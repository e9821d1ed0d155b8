"""Page one says how well the player asked plays, or which command tells it."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from analyses.experiments.run_folder import RunFolder
from analyses.lab.report.chapters import chapters_of
from reports.first_page import first_of
from simulator.titles import load_title
from tiltmeter.cli import main

KITES = Path(__file__).parents[1] / "examples/games/kites.py"
CLIMBER = '''
from simulator.games.lost_cities.moves import Move
from simulator.kernel import kernel
from strategies.registry import strategy


@strategy("lost_cities")
@kernel
def climber(game, rules, move, mind):
    """Takes the highest number; refuses only if it must."""
    return -5.0 if move in (Move.refuse, Move.decline) else float(move)
'''


@pytest.fixture
def first(tmp_path, monkeypatch):
    """Page one of runs of a game, one for each row of words."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(KITES, "kites.py")
    Path("climber.py").write_text(CLIMBER)

    def made(title, *runs):
        for k, words in enumerate(runs):
            words = ["simulate", title, "-p", "2", "-j", "1", "-q", "--out", f"run{k}", *words]
            told = CliRunner().invoke(main, words, catch_exceptions=False)
            assert told.exit_code == 0, told.output
        chapters = chapters_of([RunFolder(Path(f"run{k}")) for k in range(len(runs))])
        return first_of(load_title(title), chapters, len(runs))

    return made


def commands(page):
    return [step.command for step in page.steps]


def test_where_nobody_measured_it_the_command_is_told_that_does(first):
    page = first("kites.py", ["-n", "60"])
    assert "nobody has measured how strong the bot used here is" in " ".join(page.sure)
    assert commands(page)[-1] == "tiltmeter ladder kites.py -p 2"


def test_of_another_player_than_the_usual_one_it_is_told_what_beats_it(first):
    page = first("kites.py", ["-n", "200", "-s", "greedy", "--set", "clouds=60"])
    assert commands(page)[-1] == "tiltmeter exploit kites.py --set clouds=60 -p 2 -s greedy"


def test_a_player_of_a_file_of_ones_own_has_a_page_one_too(first):
    page = first("lost_cities", ["-n", "2000", "-s", "climber", "--code", "climber.py"])
    told = "tiltmeter exploit lost_cities -p 2 -s climber --code climber.py"
    assert commands(page)[-1] == told
    assert len(page.issues) > 0
    assert all("-s climber --code climber.py" in one for one in commands(page))


def test_where_a_player_that_searches_was_asked_its_answers_tell(first):
    searched = ["-n", "10", "-s", "search:rollouts=2"]
    page = first("kites.py", ["-n", "200"], searched)
    assert not [one for one in commands(page) if "ladder" in one]


def test_what_a_ladder_has_measured_is_told_by_its_figure(first):
    page = first("lost_cities", ["-n", "200"])
    assert "a look-ahead bot beats it in" in " ".join(page.sure)
    assert not [one for one in commands(page) if "ladder" in one]

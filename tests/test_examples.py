"""Every command works on a game that lies anywhere, and every example is sound."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from analyses.experiments.plan import Sizes
from analyses.lab import reporting
from tiltmeter.cli import main

GAMES = Path(__file__).parent.parent / "examples" / "games"
EXAMPLES = {file.stem: file for file in sorted(GAMES.glob("*.py"))}
TOLD = {"kites", "pig", "harvest"}  # played here and in tests/test_your_own_game.py
FEW = ("-p", "2", "-n", "40", "-j", "1")
REPORT = ("--quick", "-p", "2", "--only", "html", "-j", "1")
WORKS = (0, 1, 3)  # a budget or target may be missed, or these games cannot tell
SESSION = [  # every command of the README, with few games
    ("verify", "harvest.py"),
    ("games", "harvest.py"),
    ("strategies", "harvest.py"),
    ("play", "harvest.py", "-p", "2", "--explain"),
    ("simulate", "harvest.py", *FEW, "--out", "run"),
    ("analyse", "run", "-j", "1"),
    ("report", "harvest.py", *REPORT),
    ("compare", "harvest.py", "--set", "fair=5", *FEW),
    ("sweep", "harvest.py", "fair=0,3", *FEW),
    ("study", "harvest.py"),
    ("study", "harvest.py", "fair", *FEW),
    ("check", "budget.toml", "-j", "1"),
    ("tune", "harvest.py", "allround", *FEW, "--generations", "1", "--confirm", "40"),
    ("exploit", "harvest.py", "--single", *FEW),
    ("coach", "harvest.py", "-p", "2", "-n", "4", "--rollouts", "20", "-j", "1"),
    ("ladder", "harvest.py", "--rollouts", "20", *FEW),
    ("bench", "harvest.py", "-p", "2", "--seconds", "0.02"),
]
BUDGET = """title = "harvest.py"
players = 2
games = 40
[bands]
seats = "watch"
cut_off = "<= 1%"
"""


def tiltmeter(*words):
    told = CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)
    assert told.exit_code in WORKS, told.output
    assert told.stdout.strip()
    return told


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reporting, "QUICK", Sizes(30, 20, 20, 5))
    return tmp_path


@pytest.mark.slow
def test_every_command_works_on_a_game_that_lies_anywhere(folder):
    shutil.copy(EXAMPLES["harvest"], folder)
    (folder / "budget.toml").write_text(BUDGET)
    for words in SESSION:
        tiltmeter(*words)


def test_every_command_is_tried():
    assert {words[0] for words in SESSION} == {*main.commands} - {"new"}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(EXAMPLES.keys() - TOLD))
def test_an_example_is_sound(name, folder):
    told = tiltmeter("verify", EXAMPLES[name])
    assert told.exit_code == 0, told.stdout


@pytest.mark.slow
def test_a_game_that_all_win_or_lose_together_has_a_report(folder):
    tiltmeter("report", EXAMPLES["dyke"], *REPORT)
    assert (folder / "dyke-report" / "report.html").exists()

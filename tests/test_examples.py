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
VERIFIED = {"dyke", "harvest", "pig"}  # in their sessions
WORKS = (0, 1, 3)  # a budget or target may be missed, or these games cannot tell
FEW = "-p 2 -n 40 -j 1"
WITHOUT_A_GAME = {"new", "help", "completion"}
ASKED_ELSEWHERE = {"advise", "playtest"}  # of guests too: tests/test_advise.py, test_playtest.py
SHOWING = {  # commands of the README that show a game, with few games of {game}
    "verify": "{game}.py",
    "games": "{game}.py",
    "play": "{game}.py -p 2 --explain",
    "simulate": "{game}.py {few} --out run",
    "analyse": "run -j 1",
    "report": "{game}.py --quick -p 2 --only html -j 1",
    "compare": "{game}.py --set {path}={value} {few}",
    "check": "budget.toml -j 1",
}
TRYING = {  # those that try its rules and players
    "strategies": "{game}.py",
    "sweep": "{game}.py {path}={value},{other} {few}",
    "study": "{game}.py {path} {few}",
    "tune": "{game}.py {player} {few} --generations 1 --confirm 40",
    "exploit": "{game}.py --single {few}",
    "coach": "{game}.py -p 2 -n 4 --rollouts 20 -j 1",
    "ladder": "{game}.py --rollouts 20 {few}",
    "bench": "{game}.py -p 2 --seconds 0.02",
}
SESSIONS = {  # every command on three games and every game by half of them: all would take long
    "harvest": (SHOWING | TRYING, "allround", "fair", 0, 5),
    "dyke": (SHOWING, "foreman", "load", 2, 4),
    "pig": (SHOWING, "greedy", "goal", 50, 60),
    "kites": (TRYING, "steady", "clouds", 60, 80),
    "terraces": (TRYING, "climber", "full", 0, 10),
}
BUDGET = """title = "{game}.py"
players = 2
games = 40
[bands]
length = "<= 90"
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
@pytest.mark.parametrize("game", SESSIONS)
def test_commands_work_on_a_game_that_lies_anywhere(folder, game):
    commands, player, path, value, other = SESSIONS[game]
    said = dict(game=game, player=player, path=path, value=value, other=other, few=FEW)
    shutil.copy(EXAMPLES[game], folder)
    (folder / "budget.toml").write_text(BUDGET.format(game=game))
    for command, words in commands.items():
        tiltmeter(command, *words.format(**said).split())
    assert (folder / f"{game}-report" / "report.html").exists() == ("report" in commands)


def test_every_command_is_tried_and_every_example_tries_some():
    assert {*SHOWING, *TRYING} == {*main.commands} - WITHOUT_A_GAME - ASKED_ELSEWHERE
    assert {*SESSIONS} == {*EXAMPLES}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(EXAMPLES.keys() - VERIFIED))
def test_an_example_is_sound(name, folder):
    told = tiltmeter("verify", EXAMPLES[name])
    assert told.exit_code == 0, told.stdout

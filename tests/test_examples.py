"""Commands work on examples, wherever their files lie, and every example is sound."""

import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from analyses.experiments.plan import Sizes
from analyses.lab.report import report_run
from tiltmeter.cli import main

GAMES = Path(__file__).parent.parent / "examples" / "games"
EXAMPLES = {file.stem: file for file in sorted(GAMES.glob("*.py"))}
FEW = "-p {players} -n 40 -j 1"
FOR_ALL = {  # with few games of {game}; those before prepare what others read
    "verify": "{game}.py",
    "games": "{game}.py",
    "strategies": "{game}.py",
    "play": "{game}.py -p {players} --explain",
    "simulate": "{game}.py {few} --out run",
    "analyse": "run -j 1",
    "report": "{game}.py --quick -p {players} --only html -j 1",
    "playtest": "{game}.py tables.csv {few}",
}
FOR_SOME = {  # each for every other game: one where all are rivals, and one where they are not
    "new": "another",
    "cover": "{game}.py --seconds 0",
    "help": "verify",
    "completion": "bash",
    "compare": "{game}.py --set {path}={value} {few}",
    "sweep": "{game}.py {path}={value},{other} {few}",
    "study": "{game}.py {path} {few}",
    "advise": "{game}.py --only {path} -p {players} -n 400 -j 1",
    "check": "budget.toml -j 1",
    "tune": "{game}.py {player} {few} --generations 1 --confirm 40",
    "exploit": "{game}.py --single {few}",
    "coach": "{game}.py -p {players} -n 4 --rollouts 20 -j 1",
    "ladder": "{game}.py --rollouts 20 {few}",
    "learn": "{game}.py -p {players} --positions 8192 -j 1",
    "plan": "{game}.py length --see 10% -p {players} -j 1",
    "bench": "{game}.py -p {players} --seconds 0.02",
    "studio": "--help",  # it serves until it is stopped: tests of the studio do that
}
OURS = {  # players, a strategy, a component that has alternatives, and two values for it
    "dyke": (2, "foreman", "load", 2, 4),  # they win or lose together
    "terraces": (1, "climber", "full", 0, 10),  # one plays alone
    "harvest": (2, "allround", "fair", 0, 5),
    "kites": (2, "steady", "clouds", 60, 80),
    "pig": (2, "cautious", "goal", 50, 60),
}
TOLD = {"bench": "times python", "verify": "All checks pass."}
WORKS = (0, 1, 3)  # a budget or target may be missed, or these games cannot tell
BUDGET = """title = "{game}.py"
players = {players}
games = 40
[bands]
length = "<= 90"
round_limit = "<= 1%"
"""
SCORES = [(48, 31), (20, 50), (35, 30)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(report_run, "QUICK", Sizes(30, 20, 20, 5))
    return tmp_path


def tiltmeter(command, words):
    return CliRunner().invoke(main, [command, *shlex.split(words)], catch_exceptions=False)


def tables(players):
    rows = [
        f"{table},{seat},{scores[seat - 1]}"
        for table, scores in enumerate(SCORES, start=1)
        for seat in range(1, players + 1)
    ]
    return "\n".join(["table,seat,score", *rows, ""])


@pytest.mark.slow
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    "game", ["pig", *(pytest.param(one, marks=pytest.mark.long) for one in OURS if one != "pig")]
)
def test_commands_work_on_a_game_that_lies_anywhere(folder, game):
    """Outside of the package, and in one session, so that a game is compiled once."""
    players, player, path, value, other = OURS[game]
    said = dict(game=game, players=players, player=player, path=path, value=value, other=other)
    said["few"] = FEW.format(players=players)
    shutil.copy(EXAMPLES[game], folder)
    (folder / "budget.toml").write_text(BUDGET.format(game=game, players=players))
    (folder / "tables.csv").write_text(tables(players))
    first = [*OURS].index(game) % 2
    for command, words in (FOR_ALL | dict([*FOR_SOME.items()][first::2])).items():
        told = tiltmeter(command, words.format(**said))
        assert told.exit_code in (WORKS if command != "verify" else (0,)), told.output
        assert told.stdout.strip()
        assert TOLD.get(command, "") in told.stdout
    assert (folder / f"{game}-report" / "report.html").exists()


def test_no_command_and_no_example_is_left_out():
    assert {*FOR_ALL, *FOR_SOME} == {*main.commands}
    assert {*OURS} == {*EXAMPLES}

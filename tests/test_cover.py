"""`tiltmeter cover` names rules, branches, moves and endings that no game has reached."""

import json

import pytest
from click.testing import CliRunner

from analyses.lab.verify.cover import cover
from simulator.titles import load_title
from tiltmeter.cli import main

WALK = '''"""A walk."""

from tiltmeter.design import Game, endings, finish, gain, next_player, numbered, score

Move = numbered("step", "leap", "fly")
Ending = endings("far", "late")
walk = Game("walk", players=(2, 3), moves=Move, endings=Ending, components={"far": 6})


@walk.legal
def may(game, rules, move):
    return move != Move.fly


@walk.apply
def go(game, rules, move):
    """Onwards."""
    gain(game, game.player, 1 + move)
    if score(game, game.player) > 99:
        finish(game, Ending.late)
    if game.player >= 0:
        far(game, rules)
    next_player(game)


@walk.kernel
def far(game, rules):
    if score(game, game.player) >= rules.far:
        finish(game, Ending.far)


@walk.kernel
def rest(game):
    gain(game, 0, 1)


@walk.law("nobody goes back")
def forwards(game, rules):
    return score(game, 0) >= 0


@walk.strategy()
def slow(game, rules, move, mind):
    """Steps."""
    return 1.0 * (move == Move.step)
'''


@pytest.fixture
def walk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "walk.py").write_text(WALK)
    return cover(load_title("walk.py"), 0.5)


def test_what_no_game_reaches_is_named(walk):
    assert [(gap.first, gap.last, gap.what) for gap in walk.gaps] == [
        (20, 20, "in 'go', never reached"),
        (21, 21, "in 'go', the condition is always true"),
        (33, 34, "'rest' is never called"),
    ]
    assert walk.never_legal == ("fly",)
    assert walk.never_made == ("leap",)
    assert walk.never_ended == ("late",)
    assert set(walk.games) == {"random moves", "slow"}


def test_the_command_tells_it_and_an_included_game_is_refused(walk):
    told = CliRunner().invoke(main, ["cover", "walk.py", "--seconds", "0"])
    assert told.exit_code == 1
    assert "walk.py, lines 33 to 34: 'rest' is never called" in told.stdout
    assert "Moves that are never legal: fly." in told.stdout
    as_json = json.loads(
        CliRunner().invoke(main, ["cover", "walk.py", "--seconds", "0", "--json"]).stdout
    )
    assert as_json["never_ended"] == ["late"]
    assert CliRunner().invoke(main, ["cover", "lost_cities"]).exit_code == 2

"""Whose turn it is in a game of one's own: always somebody's, and some time everybody's."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from analyses.lab.verify.short_games import Deal
from analyses.lab.verify.turns import all_have_turns
from simulator.errors import UserError
from simulator.match import Failed, Match
from simulator.titles import load_title
from strategies.registry import line_up
from tiltmeter.cli import main

WALK = '''"""A walk: who has gone ten steps first has won."""

from tiltmeter.design import Game, finish, gain, next_player, numbered, score

Move = numbered("step", "leap")
walk = Game("walk", players=(2, 3, 4, 5), moves=Move)


@walk.setup
def begin(game, rules):
    game.player = 0


@walk.apply
def go(game, rules, move):
    gain(game, game.player, 1 + move)
    if score(game, game.player) >= 10:
        finish(game)
    next_player(game)
'''
NEXT = "    next_player(game)\n"
NOBODYS = "    game.player += 1 if game.rounds < 2 or game.player == 0 else 4\n"
WRAPPED = "    if game.player == game.players:\n        game.player = 0\n        game.rounds += 1\n"


@pytest.fixture
def walk(tmp_path, monkeypatch):
    """The game with one edit, at the table of an engine."""
    monkeypatch.chdir(tmp_path)

    def sit(engine, *edit):
        Path("walk.py").write_text(WALK.replace(*edit))
        title = load_title("walk.py")
        rules = title.rules_for(title.components, 2)
        return Match(title, rules, line_up(title, ["random"], 2), engine)

    return sit


@pytest.mark.parametrize("engine", ["python", "compiled"])
def test_a_turn_of_nobody_is_told_with_the_line_that_gave_it(walk, engine):
    match = walk(engine, NEXT, NOBODYS + WRAPPED)
    complaint = r"walk.py, line 19: game.player is 5; seats are 0 to 1"
    with pytest.raises(UserError if engine == "python" else Failed, match=complaint):
        match.play(1, 0, 5)


def test_a_helper_that_goes_on_from_nobody_is_told_where_it_is_called(walk):
    match = walk("python", NEXT, f"    game.player = 2\n{NEXT}")
    with pytest.raises(UserError, match=r"walk.py, line 20: game.player is 3; seats are 0 to 1"):
        match.play(1, 0, 1)


def test_the_first_turn_is_somebodys_too(walk):
    match = walk("python", "game.player = 0", "game.player = -1")
    with pytest.raises(UserError, match=r"walk.py, line 11: game.player is -1; seats are 0 to 1"):
        match.play(1, 0, 1)


def test_within_a_move_a_turn_may_be_nobodys(walk):
    games = [walk(engine, NEXT, "    game.player += 1\n" + WRAPPED).play(1, 0, 9)
             for engine in ("python", "compiled")]  # fmt: skip
    assert games[0].tobytes() == games[1].tobytes()
    assert (games[0]["place"].max(axis=1) > 1).all()


@pytest.mark.parametrize(
    "words", [["verify"], ["play", "-s", "random"], ["simulate", "--engine", "python"]]
)
def test_every_command_tells_it_in_a_sentence(walk, words):
    walk("python", NEXT, "    game.player = 2\n")
    command, *more = words
    told = CliRunner().invoke(main, [command, "walk.py", *more], catch_exceptions=False)
    assert told.exit_code > 0
    assert "walk.py, line 19: game.player is 2; seats are 0 to 1." in told.output


class TestEverybodyHasATurn:
    @pytest.fixture(autouse=True)
    def in_plain_python(self, monkeypatch):
        """So nothing is compiled, and fewer games are asked."""
        match = Deal.match
        monkeypatch.setattr(Deal, "match", lambda deal, engine: match(deal, "python"))

    def test_who_never_has_one_is_named(self, walk):
        title = walk("python", NEXT, "    game.rounds += 1\n").title
        found = all_have_turns(title)
        assert found.trouble.startswith("Seat 2 never has a turn in 3 games (seed 1, 2 players)")
        assert found.command == "tiltmeter play walk.py -p 2 -s random --seed 1 --game 0"

    def test_several_who_never_have_one(self, walk):
        title = walk("python", NEXT, "    game.player = (game.player + 1) % 2\n").title
        assert all_have_turns(title).trouble.startswith("Seat 3 never has a turn in 3 games (seed")
        only = replace(title, players=range(4, 5))
        assert all_have_turns(only).trouble.startswith("Seat 3 and seat 4 never have a turn in 3")

    def test_a_turn_in_one_game_of_several_is_enough(self, walk):
        seldom = "    game.player = 1 - game.player if roll(game.table, 3) == 1 else game.player\n"
        text = WALK.replace(NEXT, seldom).replace("(2, 3, 4, 5)", "(2,)")
        title = walk("python", WALK, text.replace("numbered,", "numbered, roll,")).title
        assert all_have_turns(title).holds

    def test_who_is_out_needs_none(self, walk):
        title = walk(
            "python", "    game.player = 0\n", "    game.out[game.players - 1] = 1\n"
        ).title
        assert all_have_turns(title).holds

    def test_of_a_team_one_may_act_for_all(self, walk):
        """The hounds are three seats, of which the first moves."""
        text = WALK.replace("players=(2, 3, 4, 5)", 'teams={"the fox": 1, "hounds": 3}')
        text = text.replace(NEXT, "    game.player = 1 - game.player\n")
        assert all_have_turns(walk("python", WALK, text).title).holds
        alone = text.replace("1 - game.player", "0")
        found = all_have_turns(walk("python", WALK, alone).title)
        assert found.trouble.startswith("Hounds never has a turn in 3 games (seed 1, 2 teams)")


def test_who_looks_ahead_finds_it_in_the_same_file(walk):
    walk("python", NEXT, "    game.player = 2\n")
    told = CliRunner().invoke(main, ["play", "walk.py", "-s", "greedy"], catch_exceptions=False)
    assert "walk.py: game.player is 2; seats are 0 to 1 ('tiltmeter verify' names" in told.output

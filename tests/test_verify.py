"""What is wrong with a game is told in a sentence, with a short game that shows it."""

import json

import pytest
from click.testing import CliRunner

from tiltmeter.cli import main

RACE = '''"""A race: walk a step, or run three and stumble now and then."""

from tiltmeter.design import Game, finish, gain, next_player, number, numbered, roll, score

Move = numbered("walk", "run")
race = Game(
    "race",
    players=(2,),
    moves=Move,
    fields={"stumbles": number(0, 90)},
    components={"goal": 12, "stride": {"value": 3, "alternatives": [4]}},
)


@race.apply
def go(game, rules, move):
    steps = 1
    if move == Move.run:
        stumbled = roll(game.table, 2) == 1
        game.stumbles += stumbled
        steps = 0 if stumbled else rules.stride
    gain(game, game.player, steps)
    if score(game, game.player) >= rules.goal:
        finish(game)
    next_player(game)


@race.strategy()
def runner(game, rules, move, mind):
    """Always runs."""
    return 1.0 * (move == Move.run)
'''
NEVER = "@race.legal\ndef may(game, rules, move):\n    return game.rounds < 2\n\n\n"
FINISH = "        finish(game)\n"
GAIN = "    gain(game, game.player, steps)\n"
BAD = {
    "no move is legal": (
        ("@race.apply", f"{NEVER}@race.apply"),
        ["race offers 0 legal moves in game 0, decision 5", "--seed 1 --game 0"],
    ),
    "it never ends": (
        (GAIN, ""),
        ["has no end within 2,000 decisions (max_moves)", "it comes back to where it was",
         "seat 1: 0 points", "tiltmeter play race.py -p 2 -s random --seed 1"],
    ),
    "a field out of range": (
        ("number(0, 90)", "number(0, 1)"),
        ["Not so: stumbles stays within 0 to 1. After decision", "stumbles 2", "--at "],
    ),
    "chance from elsewhere": (
        ("roll(game.table, 2) == 1", "random.random() < 0.5"),
        ["same seed gives another game", "chance that is not from game.deal or game.table"],
    ),
    "a lower score wins": (
        (FINISH, f"{FINISH}        game.place[0] = 1\n        game.place[1] = 2\n"),
        ["A lower score won. See decision", "tiltmeter play race.py -p 2 -s random"],
    ),
    "a component nobody reads": (
        ("else rules.stride", "else 3"),
        ["Other values of 'stride' change no game"],
    ),
    "a misspelt field": (
        ("game.stumbles +=", "game.stumbels +="),
        ["race.py, line 20: AttributeError", "stumbels"],
    ),
    "beyond the end": (
        ("game.player, steps)", "game.player + 7, steps)"),
        ["IndexError"],
    ),
    "a player that peeks": (
        ("1.0 * (move == Move.run)", "1.0 * (move == Move.run) * (game.table[0] % 2)"),
        ["Runner peeks. It reads what its seat cannot see."],
    ),
}  # fmt: skip


@pytest.fixture
def verified(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def verify(text, *words):
        (tmp_path / "race.py").write_text(f"import random\n{text}" if "random" in text else text)
        return CliRunner().invoke(main, ["verify", "race.py", *words], catch_exceptions=False)

    return verify


@pytest.mark.parametrize(("edit", "sentences"), BAD.values(), ids=BAD)
def test_a_bad_game_gets_a_sentence(verified, edit, sentences):
    assert edit[0] in RACE
    told = verified(RACE.replace(*edit))
    assert told.exit_code == 1
    for sentence in sentences:
        assert sentence in told.stdout
    assert "Traceback" not in told.output


def test_as_json(verified):
    told = verified(RACE.replace("game.stumbles +=", "game.stumbels +="), "--json")
    (plays,) = json.loads(told.stdout)
    assert not plays["holds"]
    assert plays["command"].startswith("tiltmeter play race.py")


def test_rules_that_cannot_be_compiled_hold_too(verified):
    told = verified(RACE.replace(GAIN, "    said = {0: 'x', move: [move]}\n" + GAIN))
    assert told.exit_code == 0, told.output
    assert "slow   the rules can be compiled\n       Line 22 of race.py cannot be" in told.stdout

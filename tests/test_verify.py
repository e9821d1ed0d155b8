"""What is wrong with a game is told in a sentence, with a short game that shows it."""

import json
import math
import re
import threading
from pathlib import Path

import hypothesis
import pytest
import toy
from click.testing import CliRunner
from hypothesis import strategies as st

from analyses.experiments.soundness import is_known_as_sound
from analyses.lab.verify import shrinking
from analyses.lab.verify.imagined import cards_can_be
from analyses.lab.verify.short_games import Deal, by_stopping, shortest, until_stopped
from analyses.lab.verify.shrinking import shrunk
from simulator import patience, user_files
from simulator.errors import Misuse
from simulator.titles import load_title
from tiltmeter.cli import main

RACE = '''"""A race: walk a step, or run three and stumble now and then."""

from tiltmeter.design import Game, finish, gain, lose, next_player, number, numbered, roll, score

Move = numbered("walk", "run")
race = Game(
    "race",
    players=(2,),
    moves=Move,
    fields={"stumbles": number(0, 90)},
    components={"goal": 12, "stride": {"value": 3, "alternatives": [4]}},
    max_moves=300,
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
WORTH = "@race.worth\ndef worth(game, rules, seat, source):\n    return game.stumbles\n\n\n"
TELL = "@race.tell_position\ndef where(game, rules):\n    return {}\n\n\n@race.strategy()"
TELL_MOVE = (
    "@race.tell_move\ndef told(game, rules, move):\n"
    '    return "goes on" if game.rounds else str(move)\n\n\n@race.strategy()'
)
LAW = '@race.law("nobody stands still")\ndef stands(game, rules):\n    return game.rounds < 1\n\n\n'
FINISH = "        finish(game)\n"
GO = "@race.apply\ndef go(game, rules, move):\n    steps = 1"
NEXT = "    next_player(game)\n"
GAIN = "    gain(game, game.player, steps)\n"
BAD = {
    "a helper that is given something else": (
        ("gain(game, game.player, steps)", "gain(game.player, steps, 0)"),
        ["gain takes (game, seat, points, source); what it is given here is of another"],
    ),
    "a field that has one for each player": (
        ("    steps = 1", "    steps = 1\n    game.out = 0"),
        ["'out' has several places: say which, as in game.out[seat]."],
    ),
    "no move is legal": (
        ("@race.apply", f"{NEVER}@race.apply"),
        ["race offers 0 legal moves in game 0, decision 5", "--seed 1 --game 0"],
    ),
    "it never ends": (
        (GAIN, ""),
        ["No move ends the game: in none of 100 games is finish called. Game 0 (seed 1, 2",
         "has no end within 300 decisions (max_moves)", "it comes back to where it was",
         "seat 1: 0 points", "tiltmeter play race.py -p 2 -s random --seed 1"],
    ),
    "points grow for ever": (
        (">= rules.goal", ">= 9999"),
        ["has no end within 300 decisions (max_moves); after decision 300 it stands like this"],
    ),
    "one game of many without an end": (
        (FINISH, "        if game.rounds < 5:\n            finish(game)\n"),
        ["wrong  games end within their bound\n       Game "],
    ),
    "an ending that never comes": (
        ('"race",', '"race", max_rounds=3, endings=numbered("won", "late", start=2),'),
        ["rounds, and there is room for 3. None of 100 games ends with 'late': is finish called",
         "If games are as long as they should be, say max_rounds="],
    ),
    "two moves told alike": (
        ("@race.strategy()", TELL_MOVE),
        ["Moves 0 and 1 read the same: 'goes on'. tell_move says a move in words, and of equal",
         "See decision 2 of game", "seat 1: "],
    ),
    "a field out of range": (
        ("number(0, 90)", "number(0, 1)"),
        ["Not so: stumbles stays within 0 to 1. After decision", "stumbles 2", "--at "],
    ),
    "chance from elsewhere": (
        ("roll(game.table, 2) == 1", "random.random() < 0.5"),
        ["same seed gives another game", "chance that is not from game.deal or game.table"],
    ),
    "chance of its own seed": (
        ("roll(game.table, 2) == 1", "bool(random.seed(3) is None) and random.random() < 0.3"),
        ["The python engine plays another game.", "chance that is not from game.deal"],
    ),
    "a lower score wins": (
        (FINISH, f"{FINISH}        game.place[0] = 1\n        game.place[1] = 2\n"),
        ["A lower score won. See decision", "tiltmeter play race.py -p 2 -s random"],
    ),
    "points that are not counted": (
        ("@race.strategy()", f"{WORTH}@race.strategy()"),
        ["gain has given points that worth does not: use one of them. See decision"],
    ),
    "a component nobody reads": (
        ("else rules.stride", "else 3"),
        ["Other values of 'stride' change no game"],
    ),
    "a misspelt field": (
        ("game.stumbles +=", "game.stumbels +="),
        ["race.py, line 21: Unknown field 'stumbels'. Did you mean 'stumbles'?",
         "Decision 1: seat 1 chooses run."],
    ),
    "a misspelt component": (
        ("rules.stride", "rules.strid"),
        ["race.py, line 22: Unknown parameter 'strid'. Did you mean 'stride'?"],
    ),
    "a misspelt name of several": (
        ("move == Move.run:", "move == Move.rum:"),
        ["race.py, line 19: Unknown name in Move: 'rum'. Did you mean 'run'?"],
    ),
    "a misspelt helper": (
        (GAIN, GAIN.replace("gain", "gian")),
        ["line 23: NameError: name 'gian' is not defined. Did you mean 'gain'?"],
    ),
    "beyond the end": (
        ("game.player, steps)", "game.player + 7, steps)"),
        ["race.py, line 23: 'points' has no place 7, 0: it has 2 by 1, counted from 0."],
    ),
    "before the beginning": (
        ("game.player, steps)", "game.player - 1, steps)"),
        ["race.py, line 23: 'points' has no place -1, 0: it has 2 by 1, counted from 0.",
         "Decision 1: seat 1"],
    ),
    "a division by zero": (
        (GAIN, f"    steps += 3 // (game.rounds - 3)\n{GAIN}"),
        ["race.py, line 23: this divides by zero; ask first", "Decision 7: seat 1"],
    ),
    "a law's division by zero": (
        ("@race.strategy()", LAW.replace("game.rounds < 1", "9 // (game.rounds - 3) < 9")
         + "@race.strategy()"),
        ["race.py, line 31: this divides by zero; ask first"],
    ),
    "a player's division by zero": (
        ("return 1.0 * (move == Move.run)", "return 1.0 / (game.rounds - 3)"),
        ["race.py, line 32: this divides by zero; ask first", "-s runner"],
    ),
    "a number asked for a place": (
        ("game.stumbles += stumbled", "game.stumbles[game.player] += stumbled"),
        ["race.py, line 21: 'stumbles' is one number and has no places; should it be each_player"],
    ),
    "a weight by its name": (
        ("return 1.0 * (move == Move.run)", 'return mind.weights["run"]'),
        ["race.py, line 32: a place in brackets is a whole number; weights have the numbers 0, 1"],
    ),
    "half a point": (
        ("game.player, steps)", "game.player, steps / 2)"),
        ["race.py, line 23: 'points' holds whole numbers, and"],
    ),
    "a loop that never ends": (
        (GAIN, f"    while steps < 3:\n        steps += 0\n{GAIN}"),
        ["race.py, line 23: 'go' is in a loop from here to line 24 that does not end"],
    ),
    "a player in such a loop": (
        ("    return 1.0 *", "    while move < 9:\n        move += 0\n    return 1.0 *"),
        ["race.py, line 32: 'runner' is in a loop", "-s runner"],
    ),
    "a worth that says more": (
        ("@race.apply", "@race.worth\ndef so_far(game, rules, seat, source):\n"
         "    return game.points[seat, source] + 1 + seat\n\n\n@race.apply"),
        ["Seat 1 ends game 0 (seed 7, 2 players) with a score of ", ", but worth says ",
         "Worth says other points of 'points' at the end of a game than it ends with."],
    ),
    "nothing returned": (
        ("@race.apply", NEVER.replace("return ", "") + "@race.apply"),
        ["line 16: 'may' returned None; under @….legal it must return True or False"],
    ),
    "nothing returned by a helper": (
        (GO, f"@race.kernel\ndef first(rules):\n    rules.goal\n\n\n{GO} + first(rules)"),
        ["race.py, line 23: 'first' returns nothing; is a return forgotten?"],
    ),
    "rounds that nobody counts": (
        (NEXT, "    game.player = 1 - game.player\n"),
        ["No round is ever completed, although game", "players) has", "game.rounds += 1"],
    ),
    "not all lose": (
        (FINISH, "        lose(game)\n"),
        ["Nobody won: if all win or lose together, say cooperative=True; if any number of players",
         "may win, winners='any'. See decision"],
    ),
    "not all gain": (
        ('"race",', '"race", cooperative=True,'),
        ["All win or lose together, but not with the same points (gain_together). See decision",
         "tiltmeter play race.py -p 2 -s random"],
    ),
    "a position that is no text": (
        ("@race.strategy()", TELL.format("[5]")),
        ["line 29: 'where' returned [5]; under @….tell_position it must return a text"],
    ),
    "a position that cannot be told": (
        ("@race.strategy()", TELL.format('f"stumbles {game.stumbels}"')),
        ["race.py, line 31: Unknown field 'stumbels'. Did you mean 'stumbles'?"],
    ),
    "who is out acts": (
        (NEXT, "    game.out[0] = game.rounds > 0\n    game.player = 1 - game.player\n"
         "    game.rounds += game.player == 0\n"),
        ["Not so: who is out has no more turns. After decision", "points | out"],
    ),
    "a player that peeks": (
        ("1.0 * (move == Move.run)", "1.0 * (move == Move.run) * (game.table[0] % 2)"),
        ["Runner peeks. It reads what its seat cannot see."],
    ),
}  # fmt: skip


SHORTEST = {  # of how many moves the game is that shows it
    "no move is legal": 4,
    "it never ends": 2,
    "a field out of range": 2,
    "chance from elsewhere": 1,
    "chance of its own seed": 1,
    "points that are not counted": 1,
    "a misspelt field": 1,
    "beyond the end": 1,
    "before the beginning": 1,
    "a division by zero": 7,
    "a loop that never ends": 1,
    "a player that peeks": 1,
}
FINDING = hypothesis.settings(max_examples=50, derandomize=True, database=None, deadline=None)
FROM_THE_DEAL = re.compile(
    r"it takes no more than:\n((?: {9}seat .*\n)+) {7}tiltmeter play race.py"
)


@pytest.fixture
def verified(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def verify(text, *words):
        (tmp_path / "race.py").write_text(f"import random\n{text}" if "random" in text else text)
        return CliRunner().invoke(main, ["verify", "race.py", *words], catch_exceptions=False)

    return verify


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_game_gets_a_sentence_and_a_short_game(verified, short_loops, bad):
    edit, sentences = BAD[bad]
    assert edit[0] in RACE
    told = verified(RACE.replace(*edit))
    assert told.exit_code == 1
    for sentence in sentences:
        assert sentence in told.stdout
    assert "Traceback" not in told.output
    if bad in SHORTEST:
        (moves,) = FROM_THE_DEAL.findall(told.stdout)
        assert len(moves.splitlines()) == SHORTEST[bad], moves


def test_a_component_that_is_too_short_is_named(verified):
    text = RACE.replace('"goal": 12', '"goal": 12, "hills": [0, 1]')
    told = verified(text.replace(GAIN, f"    steps -= rules.hills[game.rounds]\n{GAIN}"))
    assert "race.py, line 23: 'hills' has no place 2: it has 2, counted from 0." in told.stdout


def test_rounds_that_nobody_counts_are_told_before_what_follows_from_it(verified):
    text = RACE.replace(NEXT, "    game.player = 1 - game.player\n")
    told = verified(text.replace("number(0, 90)", "number(0, 1)")).stdout
    assert 0 < told.index("No round is ever completed") < told.index("Not so: stumbles stays")


def test_of_a_long_game_the_last_moves_are_told(verified):
    late = LAW.replace("game.rounds < 1", "game.n_moves < 11").replace("FINISH", "")
    told = verified(RACE.replace("@race.strategy()", f"{late}@race.strategy()")).stdout
    short = told.partition("it takes no more than 11 moves, the last of which are:\n")[2]
    moves = re.findall(r"^ {9}seat (\d) chooses", short, re.MULTILINE)
    assert moves == ["2", "1"] * 3 + ["2", "1"]


def test_a_law_is_told_where_a_game_has_several_of_something(verified):
    """Plain Python goes through the fields before it comes to the law."""
    fields = '"stumbles": number(0, 90), "track": several(3, number(0, 9))'
    text = RACE.replace("number, numbered", "number, numbered, several")
    text = text.replace('"stumbles": number(0, 90)', fields)
    told = verified(text.replace("@race.strategy()", f"{LAW}@race.strategy()"))
    assert "Not so: nobody stands still. After decision 2 of game 0" in told.stdout
    assert told.exit_code == 1
    (moves,) = FROM_THE_DEAL.findall(told.stdout)
    assert len(moves.splitlines()) == 2


PURSES = """@race.setup
def share_out(game, rules):
    for seat in range(game.players):
        game.purse[seat] = 5


"""
ALL_COINS = """@race.law("no coin is lost")
def coins(game, rules):
    return game.purse[0] + game.purse[1] + game.purse[2] == 15


"""


def with_purses(hidden, law=""):
    """The race of three with coins that change hands."""
    text = RACE.replace("players=(2,)", "players=(3,)").replace("gain, lose", "each_player, gain")
    purse = f'"purse": each_player(number(0, 100, hidden={hidden})), "stumbles"'
    text = text.replace('"stumbles"', purse).replace("@race.apply", f"{law}{PURSES}@race.apply")
    paid = "    if game.purse[game.player] > 0:\n        game.purse[game.player] -= 1\n"
    return text.replace(NEXT, f"{paid}        game.purse[2 - game.player] += 1\n{NEXT}")


def test_sums_that_cannot_be_are_a_hint(verified):
    told = verified(with_purses("True"))
    assert told.exit_code == 0
    assert "hint   what seats imagine can be\n       Of 'purse', seats imagine " in told.stdout
    assert 'but no game has more than 15. Hide it under a name (hidden="purse")' in told.stdout
    assert "ok     what seats imagine can be" in verified(with_purses('"purse"')).stdout


def test_a_law_that_imagined_numbers_break_is_named(verified):
    told = verified(with_purses("True", ALL_COINS))
    assert told.exit_code == 1
    assert "What a seat imagines (redeal) breaks the law: no coin is lost." in told.stdout
    assert 'hidden under a name, as in hidden="chips"; else write a redeal. See ' in told.stdout
    assert verified(with_purses('"purse"', ALL_COINS)).exit_code == 0


@pytest.mark.parametrize("told", ["a word", "several\nlines\nof\nwords"])
def test_a_position_may_be_told_in_any_words(verified, told):
    text = RACE.replace("@race.strategy()", TELL.format(f'{told!r} + f" {{game.stumbles}}"'))
    assert verified(text).exit_code == 0
    for words in ([], ["--at", "2"], ["--referee"]):
        shown = CliRunner().invoke(main, ["play", "race.py", *words], catch_exceptions=False)
        assert shown.exit_code == 0
        assert f"\n{told} " in shown.stdout
    assert "    the table now: " in shown.stdout


@pytest.fixture
def short_loops(monkeypatch):
    """A loop is endless sooner than for users."""
    monkeypatch.setattr(patience, "LINES", 20_000)


def test_as_json(verified):
    told = verified(RACE.replace("game.stumbles +=", "game.stumbels +="), "--json")
    (plays,) = json.loads(told.stdout)
    assert not plays["holds"]
    assert plays["command"].startswith("tiltmeter play race.py")


def test_rules_that_cannot_be_compiled_hold_too(verified):
    told = verified(RACE.replace(GAIN, "    said = {0: 'x', move: [move]}\n" + GAIN))
    assert told.exit_code == 0, told.output
    assert "slow   the rules can be compiled\n       Line 23 of race.py cannot be" in told.stdout


def test_a_sound_game_is_remembered_until_it_is_edited(verified):
    assert verified(RACE).exit_code == 0
    assert is_known_as_sound(load_title("race.py"))
    told = verified(RACE.replace("number(0, 90)", "number(0, 1)"))
    assert told.exit_code == 1
    assert not is_known_as_sound(load_title("race.py"))
    assert is_known_as_sound(toy.TITLE)


def test_who_plays_an_unverified_game_is_told_so(verified, tmp_path):
    (tmp_path / "race.py").write_text(RACE.replace("12", "11"))
    words = ["simulate", "race.py", "-n", "4", "-j", "1", "--engine", "python"]
    told = CliRunner().invoke(main, words, catch_exceptions=False)
    assert "Not verified: 'tiltmeter verify race.py'" in told.stderr


def test_a_game_is_shrunk_to_the_moves_that_matter():
    def shows(moves):
        """After the second 7, if there was a 3 before it."""
        at = [k for k, move in enumerate(moves, 1) if move == 7 and 3 in moves[:k]]
        return at[1] if len(at) > 1 else None

    moves = [1, 7, 2, 3, 5, 7, 7, 1, 2, 7, 3]
    assert shrunk(moves, shows) == [3, 7, 7]


def test_hypothesis_finds_no_shorter_game(tmp_path, monkeypatch):
    monkeypatch.setattr(shrinking, "SECONDS", math.inf)  # a slow machine gets as far
    file = tmp_path / "race.py"
    file.write_text(
        RACE.replace("number(0, 90)", "several(2, number(0, 9))")
        .replace("import Game", "import several, Game")
        .replace("game.stumbles +=", "game.stumbles[score(game, game.player) // 3] +=")
    )
    title = load_title(file)
    deal = Deal(title, title.components, 2, number=2)
    stopped, complaint = until_stopped(deal)
    assert isinstance(complaint, Misuse)
    shows = by_stopping(deal, str(user_files.told(complaint)))
    told = shortest(deal, stopped, shows)
    moves = st.lists(st.sampled_from([0, 1]), max_size=10)
    theirs = hypothesis.find(moves, lambda some: shows(some) == len(some), settings=FINDING)
    assert told.count("seat") <= len(theirs)


class TestPatience:
    def test_what_a_task_makes_is_handed_over(self):
        assert patience.patiently(lambda: 7) == 7
        with pytest.raises(ZeroDivisionError):
            patience.patiently(lambda: 1 / 0)

    def test_who_waits_long_is_told(self):
        told, go_on = [], threading.Event()

        def late():
            told.append("late")
            go_on.set()

        def work():
            while not go_on.is_set():
                pass

        patience.patiently(work, 0.01, late)
        assert told == ["late"]

    def test_who_waits_for_the_processor_is_not_late(self):
        told, go_on = [], threading.Event()
        threading.Timer(0.6, go_on.set).start()
        assert patience.patiently(go_on.wait, 0.2, lambda: told.append("late"))
        assert told == []


@pytest.mark.parametrize("game", ["six_nimmt", "no_thanks"])
def test_cards_may_stand_in_numbers_and_chips_are_no_cards(game):
    """A card is chosen secretly as a number; hidden chips are dealt anew beside hidden cards."""
    title = load_title(str(Path(__file__).parents[1] / "examples" / "shelf" / f"{game}.py"))
    assert cards_can_be(title).state == "ok"

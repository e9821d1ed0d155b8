"""Mistakes planted in a game of cards and a board: verify finds each, and shows it in a short game.

Those of turns, loops, points and misspelt names are in `test_verify.py`; together they are more
than thirty kinds.
"""

import re

import pytest
from click.testing import CliRunner

from simulator.errors import UserError
from simulator.titles import load_title
from tiltmeter.cli import main

HOARD = '''"""Hoard: lay gems on a board of four cells; who has most when the deck is empty wins."""

import numpy as np

from tiltmeter.design import (
    NONE, Game, card_at, choose_secretly, clear, count, deal, draw, each_player, endings, find,
    finish, gain, grid, highest, next_player, number, numbered, pile, places, put, put_each, roll,
    several, shuffle, spans, take, top,
)

Board = grid(2, 2)
WORTH = np.array([0, 1, 2, 3, 4, 5, 6, 7, 8])
Move = spans(lay=places(2), rest=1)
Ending = endings("deck_empty", "board_full")

hoard = Game(
    "hoard",
    players=(2,),
    moves=Move,
    endings=Ending,
    fields={
        "deck": pile(8, hidden="gems"),
        "hand": each_player(pile(2, hidden="gems")),
        "laid": pile(8),
        "board": several(Board, number(0, 2)),
        "rests": each_player(number(0, 9)),
    },
    components={"cards": {"value": 8, "alternatives": [6], "min": 5, "max": 8}},
    tie_breaks=["-rests"],
    max_moves=60,
)


@hoard.setup
def begin(game, rules):
    put_each(game.deck, 1, rules.cards)
    shuffle(game.deal, game.deck)
    for seat in range(game.players):
        deal(game.deck, game.hand[seat], 2)


@hoard.legal
def may(game, rules, move):
    if move == Move.rest:
        return count(game.hand[game.player]) == 0 or game.rests[game.player] < 2
    return move < count(game.hand[game.player])


@hoard.apply
def act(game, rules, move):
    seat = game.player
    if move == Move.rest:
        game.rests[seat] += 1
    else:
        card = take(game.hand[seat], move)
        put(game.laid, card)
        gain(game, seat, WORTH[card] // 4)
        game.board[card % Board.cells] = seat + 1
    if count(game.deck) > 0:
        refill(game, seat)
    over(game)
    next_player(game)


@hoard.kernel
def refill(game, seat):
    if count(game.hand[seat]) < 2:
        put(game.hand[seat], draw(game.deck))


@hoard.kernel
def over(game):
    full = True
    for cell in range(Board.cells):
        full = full and game.board[cell] > 0
    if full:
        finish(game, Ending.board_full)
    elif count(game.deck) == 0 or game.rests[0] + game.rests[1] > 3:
        finish(game, Ending.deck_empty)


@hoard.law("no gem is lost")
def all_gems(game, rules):
    n = count(game.deck) + count(game.laid)
    for seat in range(game.players):
        n += count(game.hand[seat])
    return n == rules.cards


@hoard.strategy()
def allround(game, rules, move, mind):
    """Lays the better gem."""
    return 0.0 if move == Move.rest else 1.0 * card_at(game.hand[game.player], move)
'''
LAW = HOARD[HOARD.index('@hoard.law("no gem') : HOARD.index("@hoard.strategy")]
REDEAL = """@hoard.redeal
def imagine(game, rules, seat, stream):
    {}


@hoard.strategy"""
TOLD = """@hoard.tell_move
def told(game, rules, move):
    return "rests" if move == Move.rest else "lays a gem"


@hoard.strategy"""
PUT = "        put(game.laid, card)\n"
TURN = "    over(game)\n    next_player(game)\n"
OVER = "elif count(game.deck) == 0 or game.rests[0] + game.rests[1] > 3:"
LAID = "        game.board[card % Board.cells] = seat + 1\n"
PLANTED = {
    "a bot that peeks at a rival's hand": (
        [("1.0 * card_at(game.hand[game.player], move)", "1.0 * top(game.hand[1 - game.player])"
          " * (move == 0)")],
        ["Allround peeks. It reads what its seat cannot see."],
    ),
    "a bot that peeks into the deck": (
        [("1.0 * card_at(game.hand[game.player], move)", "1.0 * (top(game.deck) > 4) * move")],
        ["Allround peeks. It reads what its seat cannot see."],
    ),
    "a legal move that hangs on a rival's hand": (
        [("    return move < count", "    if top(game.hand[1 - game.player]) == 5:\n"
          "        return move < min(1, count(game.hand[game.player]))\n    return move < count")],
        ["What a seat may do must not hang on what is hidden from it"],
    ),
    "chance from elsewhere": (
        [("WORTH[card] // 4", "np.random.randint(0, 3)")],
        ["chance that is not from game.deal or game.table"],
    ),
    "a card that is lost": (
        [(PUT, "        if card != 3:\n            put(game.laid, card)\n")],
        ["Not so: no gem is lost.", "it takes no more than"],
    ),
    "a card that is there twice": (
        [(PUT, PUT + "        if card == 2:\n            put(game.laid, card)\n")],
        ["Not so: no gem is lost.", "it takes no more than"],
    ),
    "hands that cannot be, by a law": (
        [("@hoard.strategy", REDEAL.format("clear(game.hand[1 - seat])"))],
        ["What a seat imagines (redeal) breaks the law: no gem is lost."],
    ),
    "hands that cannot be, without a law": (
        [("@hoard.strategy", REDEAL.format("game.hand[1 - seat, 1] = 9")), (LAW, "")],
        ["What a seat imagines (redeal) has other cards than the game: 9 too many."],
    ),
    "an ending that cannot come": (
        [("    if full:", "    if full and game.rests[0] > 7:")],
        ["ends with board full: is finish or lose called for it?"],
    ),
    "a step over the edge of the board": (
        [("card % Board.cells]", "card % Board.cells + 1]")],
        ["'board' has no place 4: it has 4, counted from 0.", "it takes no more than"],
    ),
    "a neighbour that is none": (
        [(LAID, LAID + "        game.board[Board.near[card % 4, 1] - 3] = 1\n")],
        ["'board' has no place -", "it takes no more than"],
    ),
    "a mark that is no piece": (
        [(LAID, "        game.board[card % Board.cells] += seat + 1\n")],
        ["Not so: board stays within 0 to 2.", "it takes no more than"],
    ),
    "a turn that is given away": (
        [(TURN, TURN + "    next_player(game)\n")],
        ["Seat 2 never has a turn in 20 games"],
    ),
    "a turn of nobody": (
        [(TURN, TURN + "    game.player += 1\n")],
        ["game.player is 2; seats are 0 to 1", "it takes no more than"],
    ),
    "a tie-break that is forgotten": (
        [(TURN, TURN + "    if game.ended and game.points[0, 0] == game.points[1, 0]:\n"
          "        game.place[0] = 1\n        game.place[1] = 1\n")],
        ["Tie-breaks say that others have won.", "it takes no more than"],
    ),
    "the winner of ties by seat": (
        [(TURN, TURN + "    if game.ended and game.points[0, 0] >= game.points[1, 0]:\n"
          "        game.place[0] = 1\n        game.place[1] = 2\n")],
        ["Tie-breaks say that others have won."],
    ),
    "a hand without a limit": (
        [("    if count(game.hand[seat]) < 2:\n    ", "")],
        ["'hand' has room for 2 cards and is full", "it takes no more than"],
    ),
    "a card from an empty deck": (
        [("    if count(game.deck) > 0:\n        refill", "    if True:\n        refill"),
         (OVER, OVER.replace("count(game.deck) == 0 or ", ""))],
        ["there is no card to put, since an empty pile gives NONE"],
    ),
    "a card that is not in the hand": (
        [("take(game.hand[seat], move)", "take(game.hand[seat], move + 1)")],
        ["no card lies at this place", "it takes no more than"],
    ),
    "a table that is too short": (
        [("6, 7, 8])", "6])")],
        ["line 57: IndexError"],
    ),
    "an alternative that breaks the rules": (
        [('"alternatives": [6]', '"alternatives": [5]'), ("n == rules.cards", "n > 5")],
        ["Not so: no gem is lost.", "--set cards=5"],
    ),
    "no move for an empty hand": (
        [("count(game.hand[game.player]) == 0 or ", ""),
         ("return move < count(game.hand[game.player])", "return move < 2 - game.rests[1]")],
        ["offers 0 legal moves", "it takes no more than"],
    ),
    "a bot that changes the game": (
        [('    """Lays the better gem."""', '    """Lays."""\n    game.rests[game.player] = 1')],
        ["Allround changes the game it looks at: rests."],
    ),
    "a bot that says nothing": (
        [('    """Lays the better gem."""\n', "")],
        ["needs a docstring: one line that says how it plays"],
    ),
    "a neighbour where there is none": (
        [(LAID, LAID + "        game.board[Board.step[card % 4, 0]] = 1\n")],
        ["'board' has no place -1: it has 4, counted from 0.", "it takes no more than"],
    ),
    "cards that are dealt twice": (
        [("    shuffle(game.deal", "    put_each(game.deck, 1, 2)\n    shuffle(game.deal")],
        ["'deck' has room for 8 cards and is full"],
    ),
    "two moves that read alike": (
        [("@hoard.strategy", TOLD)],
        ["Moves 0 and 1 read the same: 'lays a gem'.", "it takes no more than"],
    ),
    "a game without an end": (
        [("game.rests[seat] += 1", "game.rests[seat] = 1"),
         ("    if full:", "    if full and game.rests[0] > 1:"),
         (OVER, "elif game.rests[0] > 1:")],
        ["No move ends the game: in none of 100 games is finish called.", "has no end within 60"],
    ),
    "rounds that nobody counts": (
        [(TURN, "    over(game)\n    game.player = 1 - game.player\n")],
        ["No round is ever completed"],
    ),
    "a parameter without effect": (
        [("put_each(game.deck, 1, rules.cards)", "put_each(game.deck, 1, 8)"),
         ("== rules.cards", "== 8")],
        ["Other values of 'cards' change no game"],
    ),
}  # fmt: skip


def planted(name):
    text = HOARD
    for before, after in PLANTED[name][0]:
        assert before in text, before
        text = text.replace(before, after)
    return text


@pytest.fixture
def verified(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def verify(text):
        (tmp_path / "hoard.py").write_text(text)
        return CliRunner().invoke(main, ["verify", "hoard.py"], catch_exceptions=False)

    return verify


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_mistake_is_found(verified, name):
    told = verified(planted(name))
    for sentence in PLANTED[name][1]:
        assert sentence in told.output, told.output
    is_hint = "hint   " in told.output and "wrong  " not in told.output
    assert told.exit_code == (0 if is_hint else 2 if not told.stdout else 1)
    if "it takes no more than" in told.stdout:
        assert re.search(r"\n +seat [12] \w.*\n +tiltmeter play hoard\.py", told.stdout)


def test_there_are_thirty():
    assert len(PLANTED) == 30


def test_the_game_without_mistakes_has_none(verified):
    told = verified(HOARD)
    assert told.exit_code == 0, told.stdout
    assert not re.findall(r"^(?:hint|wrong|slow)", told.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("borders", "told"),
    [("(0, 1), (1, 1)", "are no two of 3 places"), ("(0, 1), (1, 0)", "are named twice"),
     ("(0, 1)", "c has no neighbour"), ("(0, 1), (2, 3)", "are no two of 3 places")],
)  # fmt: skip
def test_borders_that_cannot_be_are_refused(tmp_path, borders, told):
    file = tmp_path / "map.py"
    file.write_text(f'from tiltmeter.design import numbered, regions\nregions(numbered("a", "b",'
                    f' "c"), [{borders}])\n')  # fmt: skip
    with pytest.raises(UserError, match=told):
        load_title(file)

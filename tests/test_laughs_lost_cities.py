"""What people would laugh at in Lost Cities, and allround no longer does, on laid-out positions."""

import pytest

from simulator.games.lost_cities.moves import Move, pair
from simulator.games.lost_cities.table import BOXES, Colour
from simulator.match import Match
from simulator.testing import GameTable
from simulator.titles import load_title
from strategies.registry import line_up

TITLE = load_title("lost_cities")
OLD = "allround:exhaustion=2.85:eighth=0:seventh=0:cornered=999"  # as it was with two players


def laid_out(refusals, players):
    """Late in a game five columns are well on their way; the dice fit the sixth alone."""
    at = GameTable(TITLE, players)
    game = at.game
    for colour in range(Colour.purple):
        game.filled[:, colour], game.floor[:, colour] = 5, 8
        game.written[:, colour, :5] = 8
        game.points[:, colour] = at.rules.expedition[0, 5]
    game.rounds = 20
    game.refusals[0], game.points[0, -2] = refusals, at.rules.refusals[refusals]
    show(game, [3, 4, 4], [Colour.purple] * 3)
    return at


def show(game, numbers, colours):
    game.numbers[:3], game.colours[:3] = numbers, colours
    game.new_number[:3], game.new_colour[:3] = (1, numbers[1] != numbers[0], 0), (1, 0, 0)


def chosen(at, bot="allround"):
    match = Match(TITLE, at.rules, line_up(TITLE, [bot], at.game.players))
    return max(zip(match.ratings(at.game), match.moves(at.game), strict=True))[1]


@pytest.mark.parametrize("players", TITLE.players)
def test_the_last_column_is_opened_before_the_ninth_symbol(players):
    assert chosen(laid_out(BOXES - 1, players)) == pair(Colour.purple, 3)


@pytest.mark.parametrize("players", TITLE.players)
def test_and_before_the_eighth(players):
    assert chosen(laid_out(BOXES - 2, players)) == pair(Colour.purple, 3)


def test_it_stays_closed_while_there_are_symbols_left_and_where_they_are_free():
    assert chosen(laid_out(3, 2)) == Move.refuse
    assert chosen(laid_out(BOXES, 2)) == Move.refuse


def test_the_former_weights_say_what_it_did():
    assert chosen(laid_out(BOXES - 1, 2), OLD) == Move.refuse


def test_nobody_hatches_the_ninth_symbol_while_a_pair_fits():
    match = Match(TITLE, GameTable(TITLE, 2).rules, line_up(TITLE, ["allround"], 2))
    for number in range(20):
        for at in match.tell(4711, number):
            is_last = at.game.refusals[at.game.player] == BOXES - 1
            assert not (is_last and at.move == Move.refuse and at.moves[1:])

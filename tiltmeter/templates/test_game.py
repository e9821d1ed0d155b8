"""The rules of my_game, one test each: python -m pytest test_my_game.py"""

from my_game import SNAKE, Move, my_game

from simulator.testing import GameTable


def table(*cards):
    """A table of two at which these cards come next."""
    at = GameTable(my_game.title, players=2)
    for k, card in enumerate(reversed(cards)):
        at.game.deck[at.game.deck[0] - len(cards) + 1 + k] = card
    return at


def test_what_is_carried_home_counts():
    at = table(3, 4)
    at.play(Move.dig, Move.dig, Move.go_home)
    assert at.standing(0) == 7
    assert at.game.player == 1


def test_a_snake_takes_the_bag():
    at = table(5, SNAKE)
    at.play(Move.dig, Move.dig)
    assert at.standing(0) == 0
    assert at.game.player == 1


def test_nobody_goes_home_with_an_empty_bag():
    assert table(1).choices() == {Move.dig}

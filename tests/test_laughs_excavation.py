"""Excavation Earth's default bot does not do what people at a table would laugh at."""

from games.excavation_table import TITLE, Table, card

from simulator.games.excavation.table import Phase
from simulator.games.excavation.verbs import Move
from simulator.match import Match
from strategies.registry import line_up


def chosen(at):
    """What allround likes best here."""
    match = Match(TITLE, at.rules, line_up(TITLE, ["allround"], at.game.players), "python")
    rated = dict(zip(match.moves(at.game), match.ratings(at.game), strict=True))
    return max(rated, key=rated.__getitem__)


def last_round(*cards):
    """Seat 0 acts in round 3 with these cards; nothing is in store or on the black market."""
    at = Table()
    at.game.round_no = 3
    at.hold(*cards)
    at.show()
    at.lay()
    at.stand("O1", "R1", "Y1")
    return at


def test_nobody_moves_with_the_last_card_of_the_game():
    at = last_round("red 3")
    at.lay("red d")
    assert Move.move in at.choices()
    assert chosen(at) != Move.move


def test_nobody_moves_where_no_place_is_worth_going_to():
    assert chosen(last_round("move 0", "move 1")) == Move.pass_


def test_a_move_is_paid_with_the_smallest_card_that_serves():
    at = last_round("move 0", "move 1", "move 2", "red 3", "red 3")
    at.game.round_no = 2
    at.lay("red c")
    at.stand("O1", "P1", "R1")  # one step from it, three and one
    at.play(Move.move)
    assert at.game.phase == Phase.paying
    assert chosen(at) == Move.pay + card("move 1")

"""The default bot of Expéditions takes off arrows for what they bring."""

from games.test_expeditions import RED, TITLE, TRIANGLE, Table

from simulator.games.expeditions.moves import Move
from simulator.match import Match
from strategies.registry import line_up

PLAIN = "allround:arrow=0"  # to whom blue places are nothing, so that only goals count


def taking_off(at, bot):
    """What a bot likes the removal of the red expedition's last arrow."""
    match = Match(TITLE, at.rules, line_up(TITLE, [bot], 2), "python")
    rated = dict(zip(match.moves(at.game), match.ratings(at.game), strict=True))
    return rated[Move.remove + RED]


def after_a_loop():
    """Red has closed a loop at the start and goes on from Stonehenge."""
    at = Table(2)
    at.lead(RED, *TRIANGLE)
    at.restart(RED, "Stonehenge", "Newfoundland")
    at.play(Move.end_turn)
    return at


def test_a_loop_whose_arrow_takes_nothing_is_no_reason_to_take_one_off():
    at = after_a_loop()
    assert taking_off(at, f"{PLAIN}:bared=0") < taking_off(at, f"{PLAIN}:bared=99") - 1


def test_one_that_can_take_a_goal_is():
    at = after_a_loop()
    before = taking_off(at, f"{PLAIN}:bared=0")
    at.hold(int(at.game.player), "Newfoundland")
    assert taking_off(at, f"{PLAIN}:bared=0") > before + 1

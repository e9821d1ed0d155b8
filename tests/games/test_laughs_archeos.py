"""What people would laugh at in Archeos Society: an expedition of a single card has its price."""

from archeos_table import RED, TITLE, Table

from simulator.games.archeos.moves import Move
from simulator.games.archeos.table import FIRST_SIZE
from simulator.match import Match
from strategies.registry import line_up

FORMER = "allround:lone=0"


def ratings(at, bot):
    """By move."""
    match = Match(TITLE, at.rules, line_up(TITLE, [bot], at.game.players))
    return dict(zip(match.moves(at.game), match.ratings(at.game), strict=True))


def test_a_lone_leader_costs_more_than_it_did_and_two_cards_as_much():
    at = Table()
    at.hold(("guide", RED), ("student", RED), ("patron", RED + 1))
    now, former = ratings(at, "allround"), ratings(at, FORMER)
    pair_led = Move.by_colour + at.card("guide", RED)
    alone = Move.by_colour + at.card("patron", RED + 1)
    assert now[pair_led] == former[pair_led]
    assert now[alone] == former[alone] - 0.5


def test_a_mercenary_beside_the_leader_makes_two():
    at = Table(roles="botanist,doctor,guide,patron,mercenary,student")
    at.hold(("guide", RED), ("mercenary", RED + 1))
    now, former = ratings(at, "allround"), ratings(at, FORMER)
    led = Move.by_colour + at.card("guide", RED)
    assert now[led] == former[led]


def test_allround_sends_fewer_single_cards_than_it_did():
    assert singles("allround") < 0.7 * singles(FORMER)


def singles(bot, games=50):
    ends = Match(TITLE, Table(4).rules, line_up(TITLE, [bot], 4)).play(4711, 0, games)
    return ends["tally"][:, :4, FIRST_SIZE].sum()

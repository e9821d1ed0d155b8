"""A small game with hidden hands: lay a card, then drive; the highest card of a round scores.

Later rounds score more, so high cards are kept for them; and the boat gets further than the cart.
"""

from simulator import rng
from simulator.components import Components, Entry
from simulator.kernel import kernel, new, record
from simulator.levers import Levers
from simulator.names import numbered, spans, written
from simulator.places import rank
from simulator.titles import Title, add_title, common, offer
from simulator.words import Words
from strategies.registry import strategy

PLAYERS, CARDS, HAND = 2, 12, 4  # cards are numbered by their height; each round takes one
Source = numbered("cards", "road")
Tally = numbered("boats", "others")
Phase = numbered("lay", "drive")
Ending = numbered("running", "round_limit", "over")
Kind = numbered("low", "high", "boat", "cart", "rest")
Move = spans(lay=CARDS, boat=1, cart=1, rest=1)

NOBODY, LAID = PLAYERS, PLAYERS + 1  # instead of the seat that holds a card

Rules = record(prize=int)  # points for the highest card, times the round
Game = record(
    **common(PLAYERS, len(Source), len(Tally)),
    holder=(int, CARDS),  # of each card: a seat, NOBODY or LAID
    laid=(int, PLAYERS),  # in this round
)


def make_rules(components, players):
    made = new(Rules)
    made.prize = components["box.prize"]
    return made


@kernel
def setup(game, rules):
    for card in range(CARDS):
        game.holder[card] = card // HAND
    rng.shuffle(game.deal, game.holder, CARDS)


@kernel
def legal(game, rules, choices):
    n = 0
    if game.phase == Phase.drive:
        for move in range(Move.boat, Move.rest + 1):
            n = offer(choices, n, move)
        return n
    for card in range(CARDS):
        if game.holder[card] == game.player:
            n = offer(choices, n, card)
    return n


@kernel
def apply(game, rules, move):
    if game.phase == Phase.lay:
        game.holder[move], game.laid[game.player] = LAID, move
        game.phase = Phase.drive
        return
    if move != Move.rest:
        far = 2 if move == Move.boat else 0
        game.points[game.player, Source.road] += far + rng.below(game.table, 2)
    game.tally[game.player, Tally.boats if move == Move.boat else Tally.others] += 1
    game.phase, game.player = Phase.lay, 1 - game.player
    if game.player == 0:
        end_round(game, rules)


@kernel
def end_round(game, rules):
    game.rounds += 1
    winner = 0 if game.laid[0] > game.laid[1] else 1
    game.points[winner, Source.cards] += rules.prize * game.rounds
    if game.rounds == HAND:
        game.ended = Ending.over
        rank(game)


@kernel
def kinds(game, rules, move):
    if move >= Move.boat:
        return 1 << (Kind.boat + move - Move.boat)
    for card in range(move):
        if game.holder[card] == game.player:
            return 1 << Kind.high
    return 1 << Kind.low


@kernel
def redeal(game, rules, seat, stream):
    """Deals the other seat as many of the cards that this one does not see."""
    game.deal[0], game.table[0] = rng.draw(stream), rng.draw(stream)
    game.whim[1 - seat, 0] = rng.draw(stream)
    wanted, left = 0, 0
    for card in range(CARDS):
        if game.holder[card] == 1 - seat or game.holder[card] == NOBODY:
            wanted += game.holder[card] == 1 - seat
            left += 1
            game.holder[card] = NOBODY
    for card in range(CARDS):
        if game.holder[card] == NOBODY:
            if rng.below(stream, left) < wanted:
                game.holder[card] = 1 - seat
                wanted -= 1
            left -= 1


TITLE = Title(
    name="wagons",
    full_name="Caravan",
    about="Lay a card, then drive; the highest card of a round scores.",
    players=range(PLAYERS, PLAYERS + 1),
    components=Components({"box.prize": Entry("box.prize", 4, "rulebook", "for the first round")}),
    Rules=Rules,
    Game=Game,
    make_rules=make_rules,
    setup=setup,
    legal=legal,
    apply=apply,
    redeal=redeal,
    kinds=kinds,
    levers=Levers(kinds=written(Kind)),
    words=Words(
        sources=written(Source),
        tallies=written(Tally),
        phases=written(Phase),
        endings=written(Ending, " "),
    ),
    max_moves=2 * PLAYERS * HAND,
    max_rounds=HAND,
    max_choices=HAND,
)
add_title(TITLE)


@strategy("wagons")
@kernel
def allround(game, rules, move, mind):
    """Keeps high cards for later rounds, and takes the boat."""
    return -1.0 * move

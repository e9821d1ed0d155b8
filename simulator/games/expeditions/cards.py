"""Goals met, common goals taken and replaced, cards exchanged."""

from simulator.games.expeditions.table import (
    Source,
    Tally,
    Where,
    draw,
    is_held,
    is_key_of,
    put_under,
    take,
)
from simulator.kernel import kernel


@kernel
def visit(game, rules, place, takes_common):
    """An expedition points to a green place: its card is laid out if it is anybody's goal."""
    where = game.where[place]
    if where == Where.common:
        if takes_common:
            take_common(game, rules, place)
    elif is_held(where):
        meet(game, rules, where - Where.hand, place)


@kernel
def meet(game, rules, owner, card):
    """The owner lays the card out, whoever placed the arrow, and takes the token back."""
    drop(game, owner, card)
    game.where[card] = Where.laid + owner
    game.points[owner, Source.own] += rules.card_points
    game.points[owner, Source.unmet] -= rules.unmet_points
    if owner == game.player:
        game.tally[owner, Tally.goals_met] += 1
        game.gained = 1
    else:
        game.tally[owner, Tally.goals_met_by_rivals] += 1
    if is_key_of(game, owner, card):
        game.token[card] = 0
        game.tally[owner, Tally.keys] += 1
        game.points[owner, Source.keys] += rules.token_points
        game.points[owner, Source.keys_left] -= rules.left_points


@kernel
def drop(game, seat, card):
    """Takes a card out of a hand; the last one fills its place."""
    last = game.n_hand[seat] - 1
    for k in range(last):
        if game.hand[seat, k] == card:
            game.hand[seat, k] = game.hand[seat, last]
    game.n_hand[seat] = last


@kernel
def take_common(game, rules, card):
    """The active player lays it out; another is turned up while the deck lasts."""
    seat, k = game.player, 0
    while game.commons[k] != card:
        k += 1
    game.where[card] = Where.laid + seat
    game.points[seat, Source.commons] += rules.card_points
    game.tally[seat, Tally.commons] += 1
    game.gained = 1
    if game.n_deck > 0:
        game.commons[k] = draw(game)
        game.where[game.commons[k]] = Where.common
    else:
        game.n_commons -= 1
        game.commons[k] = game.commons[game.n_commons]


@kernel
def offer_cards(game, rules):
    """An exchange begins: the player looks at the top cards of the deck."""
    game.tally[game.player, Tally.exchanges] += 1
    game.n_offer = min(rules.exchange, game.n_deck)
    for k in range(game.n_offer):
        game.offer[k] = draw(game)
        game.where[game.offer[k]] = Where.offer


@kernel
def keep(game, kept):
    """One of the drawn cards is kept, or none (no card at all); the others go under the deck."""
    for k in range(game.n_offer):
        if game.offer[k] == kept:
            game.kept = 1 + kept
        else:
            put_under(game, game.offer[k])
    game.n_offer = 0


@kernel
def give(game, card):
    """The kept card joins the hand and another goes under the deck; its token, if any, stays."""
    seat = game.player
    drop(game, seat, card)
    put_under(game, card)
    take(game, seat, game.kept - 1)
    game.kept = 0
    if is_key_of(game, seat, card):
        game.orphan[card] = 1
        game.tally[seat, Tally.keys_given_away] += 1

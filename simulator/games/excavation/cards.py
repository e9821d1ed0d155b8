"""Action cards: a deck without order, because every card is drawn from a shuffled deck."""

from simulator import rng
from simulator.games.excavation.table import CARDS, MARKETS
from simulator.kernel import kernel

NO_CARD = -1


@kernel
def draw_card(game, stream):
    """A card of the deck, or of the discard pile if the deck is out; NO_CARD if both are."""
    if game.n_deck == 0:
        for k in range(game.n_discard):
            game.deck[k] = game.discard[k]
        game.n_deck, game.n_discard = game.n_discard, 0
        if game.n_deck == 0:
            return NO_CARD
    k = rng.below(stream, game.n_deck)
    card = game.deck[k]
    game.n_deck -= 1
    game.deck[k] = game.deck[game.n_deck]
    return card


@kernel
def can_draw(game):
    return game.n_deck + game.n_discard > 0


@kernel
def discard(game, card):
    game.discard[game.n_discard] = card
    game.n_discard += 1


@kernel
def change_hand(game, seat, card, by):
    """Gives (by 1) or takes (by -1) an Action card."""
    game.hand[seat, card] += by
    game.n_hand[seat] += by
    game.of_colour[seat, card // MARKETS] += by
    game.of_symbol[seat, card % MARKETS] += by


@kernel
def draw_to_hand(game, seat, stream):
    card = draw_card(game, stream)
    if card != NO_CARD:
        change_hand(game, seat, card, 1)


@kernel
def has_card(game, seat):
    return game.n_hand[seat] > 0 or game.tank[seat] > 0


@kernel
def colour_of(card):
    return card // MARKETS


@kernel
def symbol_of(card):
    """The market symbol of an Action card; none for a Movement card."""
    return card % MARKETS if card < CARDS else -1

"""Zu's 24 cards and how its three decks are made of them."""

from simulator import rng
from simulator.games.excavation.table import MARKETS, ZU_CARDS, ZU_LATER, Colour
from simulator.kernel import kernel
from simulator.names import spans

PAIRS = (
    (Colour.orange, Colour.green),
    (Colour.green, Colour.purple),
    (Colour.purple, Colour.red),
    (Colour.red, Colour.yellow),
    (Colour.yellow, Colour.orange),
)
ZuCard = spans(
    excavate=3,  # the most popular colour
    pair=len(PAIRS),  # excavate one of two colours
    command=MARKETS,
    sell=4,
    market=2,
    snipe=2,
    survey=2,
)
FROM_BEFORE = ZU_CARDS - ZU_LATER


@kernel
def prepare_decks(game):
    """Each type is shuffled by itself; then every round gets so many of each.

    Round 1: 3 Excavate, 2 Market, 1 Command, 1 Sell, 2 Snipe, 1 Survey. Round 2: 3, 0, 2, 1, 0, 1.
    Round 3: 2 Excavate, 3 Command, 2 Sell.
    """
    deck, later = game.zu_deck, game.zu_next
    for k in range(ZuCard.command):
        game.scratch[k] = k
    rng.shuffle(game.deal, game.scratch, ZuCard.command)
    for k in range(3):
        deck[k] = game.scratch[k]
        later[0, k] = game.scratch[3 + k]
    for k in range(2):
        later[1, k] = game.scratch[6 + k]
    for k in range(MARKETS):
        game.scratch[k] = ZuCard.command + k
    rng.shuffle(game.deal, game.scratch, MARKETS)
    deck[3] = game.scratch[0]
    for k in range(3):
        later[1, 2 + k] = game.scratch[3 + k]
        deck[4 + k] = (ZuCard.market, ZuCard.market + 1, ZuCard.sell)[k]
        deck[7 + k] = (ZuCard.snipe, ZuCard.snipe + 1, ZuCard.survey)[k]
    later[0, 3], later[0, 4] = game.scratch[1], game.scratch[2]
    later[0, 5], later[0, 6] = ZuCard.sell + 1, ZuCard.survey + 1
    later[1, 5], later[1, 6] = ZuCard.sell + 2, ZuCard.sell + 3
    game.n_zu_deck = ZU_CARDS
    for k in range(ZuCard.command):
        game.scratch[k] = 0


@kernel
def reveal(game):
    """Zu's next card goes to its discard pile; any of the deck, which is shuffled."""
    k = rng.below(game.table, game.n_zu_deck)
    card = game.zu_deck[k]
    game.n_zu_deck -= 1
    game.zu_deck[k] = game.zu_deck[game.n_zu_deck]
    game.zu_discard[game.n_zu_discard] = card
    game.n_zu_discard += 1
    return card


@kernel
def prepare_next_deck(game):
    """Three cards of the last round's discard pile join those of the new round."""
    for k in range(ZU_CARDS):
        game.zu_before[k] = game.zu_discard[k]
    rng.shuffle(game.table, game.zu_discard, game.n_zu_discard)
    for k in range(FROM_BEFORE):
        game.zu_deck[k] = game.zu_discard[k]
    for k in range(ZU_LATER):
        game.zu_deck[FROM_BEFORE + k] = game.zu_next[game.round_no - 2, k]
    game.n_zu_deck, game.n_zu_discard = ZU_CARDS, 0


@kernel
def redeal_decks(game, stream):
    """Hidden are which cards came back, and which Excavate and Command cards are still to come."""
    redeal_from_before(game, stream)
    for first, end in ((ZuCard.excavate, ZuCard.command), (ZuCard.command, ZuCard.sell)):
        n = exchange(game, first, end, 0)
        rng.reshuffle(stream, game.scratch, n)
        exchange(game, first, end, 1)
        for k in range(n):
            game.scratch[k] = 0


@kernel
def redeal_from_before(game, stream):
    """Those of the last round's cards that are still to come: any that were not played again."""
    n = 0
    for k in range(ZU_CARDS):
        if game.round_no > 1 and not is_played(game, game.zu_before[k]):
            game.scratch[n] = game.zu_before[k]
            n += 1
    rng.reshuffle(stream, game.scratch, n)
    drawn = 0
    for k in range(game.n_zu_deck):
        if is_from_before(game, game.zu_deck[k]):
            game.zu_deck[k] = game.scratch[drawn]
            drawn += 1
    for k in range(n):
        game.scratch[k] = 0


@kernel
def is_played(game, card):
    """In this round."""
    for k in range(game.n_zu_discard):
        if game.zu_discard[k] == card:
            return True
    return False


@kernel
def is_from_before(game, card):
    for k in range(ZU_CARDS):
        if game.round_no > 1 and game.zu_before[k] == card:
            return True
    return False


@kernel
def exchange(game, first, end, back):
    """Takes the new hidden cards from `first` to `end` to the scratch pad, or puts them back."""
    n = 0
    for k in range(game.n_zu_deck + 2 * ZU_LATER):
        if k < game.n_zu_deck:
            card = game.zu_deck[k]
        else:
            later = k - game.n_zu_deck
            if later // ZU_LATER < game.round_no - 1:
                continue
            card = game.zu_next[later // ZU_LATER, later % ZU_LATER]
        if first <= card < end and not is_from_before(game, card):
            if not back:
                game.scratch[n] = card
            elif k < game.n_zu_deck:
                game.zu_deck[k] = game.scratch[n]
            else:
                game.zu_next[later // ZU_LATER, later % ZU_LATER] = game.scratch[n]
            n += 1
    return n

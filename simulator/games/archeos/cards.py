"""The deck and the hands; what a seat cannot see of them, dealt anew."""

from simulator import rng
from simulator.games.archeos.table import CARDS, COLOURS, MONKEY, ROLES, SLOTS, Phase
from simulator.kernel import kernel


@kernel
def pop(game):
    game.n_deck -= 1
    return game.deck[game.n_deck]


@kernel
def hold(game, seat, card, n):
    """A hand gains n cards of a kind, or loses them if n is below zero."""
    slot = card // COLOURS
    if game.hand[seat, card] == 0:
        game.kinds[seat, game.n_kinds[seat]] = card
        game.n_kinds[seat] += 1
    game.hand[seat, card] += n
    if game.hand[seat, card] == 0:
        forget_kind(game, seat, card)
    game.n_hand[seat] += n
    game.n_role[seat, slot] += n
    game.n_colour[seat, card % COLOURS] += n * (slot != game.joker[seat])


@kernel
def forget_kind(game, seat, card):
    """The last kind of the list takes the place of the one that is gone."""
    k = 0
    while game.kinds[seat, k] != card:
        k += 1
    game.n_kinds[seat] -= 1
    game.kinds[seat, k] = game.kinds[seat, game.n_kinds[seat]]
    game.kinds[seat, game.n_kinds[seat]] = 0


@kernel
def empty_hand(game, seat):
    for k in range(game.n_kinds[seat]):
        game.kinds[seat, k] = 0
    game.n_hand[seat], game.n_kinds[seat] = 0, 0
    for card in range(CARDS):
        game.hand[seat, card] = 0
    for slot in range(SLOTS):
        game.n_role[seat, slot] = 0
    for colour in range(COLOURS):
        game.n_colour[seat, colour] = 0


@kernel
def redeal(game, rules, seat, stream):
    """What the seat to act cannot see: the other hands, the deck, and the draft's cards to come.

    Cards that rivals took face up are dealt anew too: nobody is asked to remember them.
    """
    game.table[0] = rng.draw(stream)
    game.deal[0] = rng.draw(stream)
    for other in range(game.players):
        if other != seat:
            game.whim[other, 0] = rng.draw(stream)
    if game.phase == Phase.pick_role:
        shuffle_tail(game, stream, SLOTS + game.n_drafted, ROLES)
    elif game.phase == Phase.pick_side:
        shuffle_tail(game, stream, game.n_drafted - SLOTS + 1, COLOURS)
    else:
        redeal_cards(game, seat, stream)


@kernel
def redeal_cards(game, seat, stream):
    """Deck and rival hands are dealt anew, with the monkeys still to come in the lower part."""
    n = 0
    for k in range(game.n_deck):
        if game.deck[k] != MONKEY:
            game.deck[n] = game.deck[k]
            n += 1
    for other in range(game.players):
        if other != seat:
            for card in range(CARDS):
                for _ in range(game.hand[other, card]):
                    game.deck[n] = card
                    n += 1
    rng.reshuffle(stream, game.deck, n)
    for other in range(game.players):
        if other != seat:
            held = game.n_hand[other]
            empty_hand(game, other)
            for _ in range(held):
                n -= 1
                hold(game, other, game.deck[n], 1)
    hide_monkeys(game, stream, n)


@kernel
def shuffle_tail(game, stream, first, n):
    """Puts the entries of the pile from `first` on, up to n, in a random order."""
    for k in range(first + 1, n):
        for at in range(k, first, -1):
            if game.pile[at - 1] > game.pile[at]:
                game.pile[at - 1], game.pile[at] = game.pile[at], game.pile[at - 1]
    for last in range(n - 1, first, -1):
        other = first + rng.below(stream, last - first + 1)
        game.pile[last], game.pile[other] = game.pile[other], game.pile[last]


@kernel
def hide_monkeys(game, stream, n):
    """Puts the monkeys still to come anywhere among the cards left of the lower part."""
    for k in range(game.n_deck - n):
        game.deck[n + k] = game.deck[k]
        game.deck[k] = MONKEY
    rng.shuffle(stream, game.deck, min(game.n_deck, game.n_lower))

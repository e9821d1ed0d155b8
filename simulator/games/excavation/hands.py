"""Hands: the redraw of a starting hand, the draft, paying with a card, and passing."""

from simulator import rng
from simulator.games.excavation.cards import change_hand, discard, draw_to_hand
from simulator.games.excavation.sell import sellable_markets
from simulator.games.excavation.start import pack_of, redrawable
from simulator.games.excavation.table import CARDS, COLOURS, MARKETS, MOVEMENT, Phase, Tally
from simulator.games.excavation.turns import begin_actions
from simulator.games.excavation.verbs import Kind, Move, offer_if
from simulator.kernel import kernel
from simulator.titles import offer

PICKS, ROUNDS_OF_DRAFT = 2, 3  # cards chosen at a time, and how often


@kernel
def legal_redraw(game, choices):
    """Cards of the many alike, one by one; or no more."""
    n, seat = offer(choices, 0, Move.done), game.player
    for card in range(game.first, CARDS):
        alike = game.redraw >> (card // MARKETS) & 1 | game.redraw >> (COLOURS + card % MARKETS) & 1
        n = offer_if(choices, n, Move.redraw + card, (game.hand[seat, card] > 0) & (alike > 0))
    return n


@kernel
def redraw(game, rules, move):
    """Discards a card, or draws as many as were discarded and asks the next seat."""
    if move != Move.done:
        game.first = move - Move.redraw
        change_hand(game, game.player, game.first, -1)
        discard(game, game.first)
        game.n_done += 1
        return
    for _ in range(game.n_done):
        draw_to_hand(game, game.player, game.table)
    game.n_done, game.first, game.redraw = 0, 0, 0
    while game.redraw == 0 and game.player < game.players - 1:
        game.player += 1
        game.redraw = redrawable(game, rules, game.player)
    if game.redraw == 0:
        begin_actions(game)


@kernel
def legal_pick(game, rules, choices):
    """Cards of the pack in a draft, of the hand when passing; the second not below the first."""
    n, seat, drafting = 0, game.player, game.phase == Phase.drafting
    pack = pack_of(game, seat) if drafting else 0
    last = game.n_left == 1
    after = game.n_pack if drafting else game.n_hand[seat]
    for card in range(CARDS):
        here = game.pack[pack, card] if drafting else game.hand[seat, card]
        if not drafting and game.n_done and card == game.first:
            here -= 1
        enough = last | (after > 1)
        n = offer_if(choices, n, Move.pick + card, (here > 0) & (card >= game.first) & enough)
        after -= here
    return n


@kernel
def pick(game, rules, move):
    """The draft: two cards to the hand, then the pack goes to the left."""
    seat, card = game.player, move - Move.pick
    game.pack[pack_of(game, seat), card] -= 1
    change_hand(game, seat, card, 1)
    game.first = card
    game.n_left -= 1
    if game.n_left > 0:
        return
    game.n_left, game.first = PICKS, 0
    if seat < game.players - 1:
        game.player += 1
        return
    game.player = 0
    game.n_pack -= PICKS
    game.draft += 1
    if rules.solo:
        drop_at_random(game, ROUNDS_OF_DRAFT - game.draft)
    if game.draft == ROUNDS_OF_DRAFT:
        drop_packs(game)
        begin_actions(game)


@kernel
def drop_at_random(game, n):
    """Against Zu two cards are set aside after the first choice and one after the second."""
    for _ in range(n):
        k, card = rng.below(game.table, game.n_pack), 0
        while k >= game.pack[0, card]:
            k -= game.pack[0, card]
            card += 1
        game.pack[0, card] -= 1
        game.n_pack -= 1
        discard(game, card)


@kernel
def drop_packs(game):
    """What nobody chose is discarded."""
    for seat in range(game.players):
        for card in range(CARDS):
            for _ in range(game.pack[seat, card]):
                discard(game, card)
            game.pack[seat, card] = 0
    game.draft, game.n_pack = 0, 0


@kernel
def legal_pay(game, choices):
    """Cards of the colour or symbol that the action needs; any card for a move or a sale."""
    n, seat, action = 0, game.player, game.action
    if action in (Kind.excavate, Kind.survey):
        for card in range(MARKETS * game.what, MARKETS * game.what + MARKETS):
            n = offer_if(choices, n, Move.pay + card, game.hand[seat, card] > 0)
        return n
    if action != Kind.move and action != Kind.sell:
        for colour in range(COLOURS):
            card = MARKETS * colour + game.what
            n = offer_if(choices, n, Move.pay + card, game.hand[seat, card] > 0)
        return n
    needs_symbol = action == Kind.sell and sellable_markets(game, seat, game.what, CARDS) == 0
    for card in range(CARDS):
        n = offer_if(choices, n, Move.pay + card, game.hand[seat, card] > 0)
    if needs_symbol:  # Aquilla without a trader sells only where its card does
        return keep_selling_cards(game, choices, n)
    for k in range(MOVEMENT):
        n = offer_if(choices, n, Move.pay + CARDS + k, game.tank[seat] >> k & 1)
    return n


@kernel
def keep_selling_cards(game, choices, n):
    kept = 0
    for k in range(n):
        move = choices.move[k]
        choices.move[kept] = move
        kept += sellable_markets(game, game.player, game.what, move - Move.pay) > 0
    return kept


@kernel
def only_payment(game):
    """The one card that can pay for the action, or -1 if there are several."""
    seat, action, only = game.player, game.action, -1
    by_colour = action in (Kind.excavate, Kind.survey)
    by_symbol = not by_colour and action not in (Kind.move, Kind.sell)
    if by_colour and game.of_colour[seat, game.what] == 1:
        for card in range(MARKETS * game.what, MARKETS * game.what + MARKETS):
            only = card if game.hand[seat, card] else only
    elif by_symbol and game.of_symbol[seat, game.what] == 1:
        for colour in range(COLOURS):
            card = MARKETS * colour + game.what
            only = card if game.hand[seat, card] else only
    return only


@kernel
def take_payment(game):
    """A Movement card stays with its owner until the next round; a survey uses the card itself."""
    seat, card = game.player, game.card
    if card >= CARDS:
        game.tank[seat] &= ~(1 << (card - CARDS))
        return
    change_hand(game, seat, card, -1)
    if game.action != Kind.survey:
        discard(game, card)


@kernel
def leave(game, rules):
    """Passes: Movement cards are set aside, and of the others two are kept."""
    seat = game.player
    game.passed[seat] = 1
    game.n_passed += 1
    game.tally[seat, Tally.passes] += 1
    game.n_left, game.n_done, game.first = rules.kept, 0, 0
    game.phase = Phase.leaving if game.n_hand[seat] > rules.kept else Phase.turn_over


@kernel
def keep_card(game, rules, move):
    """When the last card to keep is chosen, the rest of the hand is discarded."""
    card = move - Move.pick
    game.n_left -= 1
    game.n_done += 1
    if game.n_left > 0:
        game.first = card
        return
    drop_hand(game, game.first if rules.kept == 2 else CARDS, card)
    game.phase = Phase.turn_over


@kernel
def drop_hand(game, one, other):
    seat = game.player
    for card in range(CARDS):
        n = game.hand[seat, card] - (card == one) - (card == other)
        for _ in range(n):
            change_hand(game, seat, card, -1)
            discard(game, card)

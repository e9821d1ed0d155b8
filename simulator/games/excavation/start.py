"""How a game begins, and what a seat cannot see of it."""

from simulator import rng
from simulator.games.excavation.buyers import draw_buyer, fill_queues
from simulator.games.excavation.cards import change_hand, draw_card, draw_to_hand
from simulator.games.excavation.relics import change_reserve, change_site, draw_relic, put_under
from simulator.games.excavation.table import (
    CARDS,
    COLOURS,
    EXPLORERS,
    FACTIONS,
    MARKETS,
    MOVEMENT,
    OF_FACTION,
    POWERLESS,
    RELICS,
    ZU,
    Phase,
    Source,
    TurnOrder,
)
from simulator.games.excavation.verbs import POWER
from simulator.games.excavation.zu_deck import prepare_decks, redeal_decks
from simulator.kernel import kernel

FULL_TANK = (1 << MOVEMENT) - 1


@kernel
def setup(game, rules):
    game.sides = game.players + rules.solo
    game.round_no = 1
    choose_factions(game, rules)
    choose_order(game, rules)
    for side in range(game.sides):
        game.credits[side] = rules.credits[side]
        game.points[side, Source.start] = rules.credits[side]
        game.supply[side] = rules.crew[side]
    lay_out_relics(game, rules)
    for buyer in range(COLOURS + 1):
        game.buyers[buyer] = rules.buyers[buyer]
    for _ in range(2):  # shown before the queues are filled
        draw_buyer(game, rules, game.deal)
    fill_queues(game, rules, game.deal)
    for seat in range(game.players):
        game.tank[seat] = FULL_TANK
        game.explorer[seat, 0] = rules.market_place[0]
        game.explorer[seat, 1] = rules.market_place[3]
        game.explorer[seat, EXPLORERS - 1] = -1
    if rules.solo:
        prepare_decks(game)
    deal_cards(game, rules)


@kernel
def choose_factions(game, rules):
    for faction in range(FACTIONS):
        game.scratch[faction] = faction
    rng.shuffle(game.deal, game.scratch, FACTIONS)
    for seat in range(game.players):
        faction = game.scratch[seat] if rules.random_factions else rules.faction[seat]
        game.faction[seat] = faction
        game.tally[seat, OF_FACTION + faction] = 1
        has = rules.active[faction] and not game.never[seat] >> (POWER + faction) & 1
        game.power[seat] = faction if has else POWERLESS
    for faction in range(FACTIONS):
        game.scratch[faction] = 0


@kernel
def choose_order(game, rules):
    """Seats in turn, at random, or by initiative; Zu's own is not known, so a coin decides."""
    for side in range(game.sides):
        game.order[side] = side
    if rules.order != TurnOrder.seats or rules.solo:
        rng.shuffle(game.deal, game.order, game.sides)
    if rules.order != TurnOrder.initiative:
        return
    for one in range(game.sides - 1):
        for k in range(game.sides - 1 - one):
            first, second = game.order[k], game.order[k + 1]
            if initiative(game, rules, first) > initiative(game, rules, second):
                game.order[k], game.order[k + 1] = second, first


@kernel
def initiative(game, rules, side):
    return rules.initiative[FACTIONS if rules.solo and side == ZU else game.faction[side]]


@kernel
def lay_out_relics(game, rules):
    for relic in range(RELICS):
        change_reserve(game, relic, rules.copies[relic])
    for colour in range(COLOURS):
        for k in range(rules.on_sites + rules.on_black_market):
            relic = draw_relic(game, colour, game.deal)
            if k < rules.on_sites:
                change_site(game, rules, relic, 1)
            else:
                put_under(game, relic)


@kernel
def deal_cards(game, rules):
    """Hands, or packs to draft from, then the soil survey."""
    for card in range(CARDS):
        for _ in range(rules.card_copies):
            game.deck[game.n_deck] = card
            game.n_deck += 1
    if rules.opening_draft:
        deal_packs(game, rules.dealt, game.deal)
    else:
        for seat in range(game.players):
            for _ in range(rules.hand):
                draw_to_hand(game, seat, game.deal)
    game.n_survey = rules.survey
    for k in range(rules.survey):
        game.survey[k] = draw_card(game, game.deal)
    if not rules.opening_draft:
        game.phase = Phase.redrawing
        game.redraw = redrawable(game, rules, 0)


@kernel
def deal_packs(game, n, stream):
    """A pack of n cards each, to choose two from and pass on."""
    game.phase = Phase.drafting
    game.player, game.draft, game.n_left, game.first, game.n_pack = 0, 0, 2, 0, n
    for seat in range(game.players):
        for _ in range(n):
            game.pack[seat, draw_card(game, stream)] += 1


@kernel
def redrawable(game, rules, seat):
    """Colours and, above them, symbols of which the hand has many cards, as bits."""
    bits = 0
    for colour in range(COLOURS):
        bits |= (game.of_colour[seat, colour] >= rules.redraw_from) << colour
    for symbol in range(MARKETS):
        bits |= (game.of_symbol[seat, symbol] >= rules.redraw_from) << (COLOURS + symbol)
    return bits


@kernel
def redeal(game, rules, seat, stream):
    """What the seat to act cannot see: other hands, packs and the deck; Zu's cards to come.

    Relics of the reserve and buyer cards have no order before they are drawn.
    """
    game.table[0] = rng.draw(stream)
    game.deal[0] = rng.draw(stream)
    for other in range(game.players):
        if other != seat:
            game.whim[other, 0] = rng.draw(stream)
    mine = pack_of(game, seat)
    for other in range(game.players):
        for card in range(CARDS):
            if other != seat:
                for _ in range(game.hand[other, card]):
                    hide(game, card)
            if other != mine:
                for _ in range(game.pack[other, card]):
                    hide(game, card)
    rng.reshuffle(stream, game.deck, game.n_deck)
    for other in range(game.players):
        if other != seat:
            deal_hand_anew(game, other)
        if other != mine:
            deal_pack_anew(game, other)
    if rules.solo:
        redeal_decks(game, stream)


@kernel
def pack_of(game, seat):
    """Whose pack a seat looks at: packs are passed to the left after each choice."""
    return (seat - game.draft) % game.players


@kernel
def hide(game, card):
    game.deck[game.n_deck] = card
    game.n_deck += 1


@kernel
def deal_hand_anew(game, seat):
    n = game.n_hand[seat]
    for card in range(CARDS):
        if game.hand[seat, card]:
            change_hand(game, seat, card, -game.hand[seat, card])
    for _ in range(n):
        game.n_deck -= 1
        change_hand(game, seat, game.deck[game.n_deck], 1)


@kernel
def deal_pack_anew(game, seat):
    for card in range(CARDS):
        n, game.pack[seat, card] = game.pack[seat, card], 0
        game.scratch[seat] += n
    while game.scratch[seat] > 0:
        game.scratch[seat] -= 1
        game.n_deck -= 1
        game.pack[seat, game.deck[game.n_deck]] += 1

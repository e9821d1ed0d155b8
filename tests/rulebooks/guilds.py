"""Guilds: collect cards of a colour or of a role, play them, and climb in the master's colour."""

import numpy as np

from tiltmeter.design import (
    Game,
    card_at,
    count,
    deal,
    draw,
    each_player,
    find,
    finish,
    gain,
    holds,
    next_player,
    number,
    numbered,
    pile,
    put,
    several,
    shuffle,
    spans,
    take,
)

COLOURS, ROLES, COPIES = 5, 3, 3
KINDS = COLOURS * ROLES
CARDS = KINDS * COPIES
LIMIT = 8
Role = numbered("scout", "merchant", "scholar")
Card = numbered(*(f"{colour}_{role}" for colour in ("red", "green", "blue", "gold", "rose")
                  for role in ("scout", "merchant", "scholar")))  # fmt: skip
Move = spans(draw=1, take=Card, by_colour=Card, by_role=Card)
SIZES = np.array([0, 0, 1, 3, 5, 8])

guilds = Game(
    "guilds",
    players=(2, 3, 4),
    moves=Move,
    fields={
        "deck": pile(CARDS, hidden="cards", names=Card),
        "hand": each_player(pile(LIMIT, hidden="cards", names=Card), asked=False),
        "market": pile(CARDS, names=Card),
        "played": pile(CARDS, names=Card),
        "steps": each_player(several(COLOURS, number(0, CARDS))),
    },
    components={
        "hand_limit": {"value": 6, "about": "cards in hand", "min": 3, "max": LIMIT - 1,
                       "alternatives": [4]},
    },
    tie_breaks=["-hand"],
    max_rounds=400,
)  # fmt: skip


@guilds.setup
def begin(game, rules):
    for card in range(KINDS):
        for _ in range(COPIES):
            put(game.deck, card)
    shuffle(game.table, game.deck)
    for seat in range(game.players):
        deal(game.deck, game.hand[seat], 3)
    deal(game.deck, game.market, game.players)


@guilds.legal
def may(game, rules, move):
    hand = game.hand[game.player]
    if move >= Move.by_role:
        return holds(hand, move - Move.by_role)
    if move >= Move.by_colour:
        return holds(hand, move - Move.by_colour)
    if count(hand) >= rules.hand_limit:
        return False
    return count(game.deck) > 0 if move == Move.draw else holds(game.market, move - Move.take)


@guilds.apply
def act(game, rules, move):
    hand = game.hand[game.player]
    if move == Move.draw:
        put(hand, draw(game.deck))
    elif move < Move.by_colour:
        put(hand, take(game.market, find(game.market, move - Move.take)))
    else:
        play(game, game.player, move)
    if count(game.deck) == 0:
        climb(game)
        finish(game)
    next_player(game)


@guilds.kernel
def belongs(card, master, by_role):
    return card % ROLES == master % ROLES if by_role else card // ROLES == master // ROLES


@guilds.kernel
def play(game, seat, move):
    by_role = move >= Move.by_role
    master = move - Move.by_role if by_role else move - Move.by_colour
    hand, size = game.hand[seat], 0
    for k in range(count(hand) - 1, -1, -1):
        if belongs(card_at(hand, k), master, by_role):
            put(game.played, take(hand, k))
            size += 1
    if size > game.steps[seat, master // ROLES]:
        game.steps[seat, master // ROLES] += 1
    gain(game, seat, SIZES[min(size, 5)] + (1 if master % ROLES == Role.scholar else 0))
    if master % ROLES != Role.merchant:
        while count(hand) > 0:
            put(game.market, draw(hand))
    if master % ROLES == Role.scout and count(game.deck) > 0:
        put(hand, draw(game.deck))


@guilds.kernel
def climb(game):
    for colour in range(COLOURS):
        most, n = 0, 0
        for seat in range(game.players):
            steps = game.steps[seat, colour]
            n = 1 if steps > most else n + 1 if steps == most else n
            most = max(most, steps)
        for seat in range(game.players):
            if most > 0 and game.steps[seat, colour] == most:
                gain(game, seat, 4 if n == 1 else 2)


@guilds.law("no card is lost")
def all_cards(game, rules):
    n = count(game.deck) + count(game.market) + count(game.played)
    for seat in range(game.players):
        n += count(game.hand[seat])
    return n == CARDS


@guilds.strategy(weights={"enough": 3})
def allround(game, rules, move, mind):
    """Collects what it has most of, and plays guilds that are large enough."""
    hand = game.hand[game.player]
    if move >= Move.by_colour:
        by_role = move >= Move.by_role
        master = move - (Move.by_role if by_role else Move.by_colour)
        size = like(hand, master, by_role)
        return 10.0 * (size - mind.weights[0]) + (size > game.steps[game.player, master // ROLES])
    if move == Move.draw:
        return 1.0
    card = move - Move.take
    return 0.5 * max(like(hand, card, False), like(hand, card, True))


@guilds.kernel
def like(hand, master, by_role):
    n = 0
    for k in range(count(hand)):
        n += belongs(card_at(hand, k), master, by_role)
    return n

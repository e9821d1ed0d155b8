"""How a game and a season begin."""

from simulator import rng
from simulator.games.archeos.cards import hold, pop
from simulator.games.archeos.table import (
    AREA,
    BLANK,
    CARDS,
    COLOURS,
    FIRST_POWER,
    MONKEY,
    MONKEYS,
    ROLES,
    SLOTS,
    Choice,
    Phase,
    Role,
    Side,
    role_of,
)
from simulator.kernel import kernel


@kernel
def setup(game, rules):
    """Chooses roles and sides, or begins their draft, and then the first season."""
    for role in range(ROLES):
        game.pile[role] = role
        game.slot[role] = -1
    rng.shuffle(game.deal, game.pile, ROLES)
    if rules.choice_of_roles == Choice.draft:
        for k in range(SLOTS):
            game.offer[game.pile[k]] = 1
        game.phase = Phase.pick_role
        return
    for k in range(SLOTS):
        game.roles[k] = game.pile[k] if rules.choice_of_roles == Choice.random else rules.roles[k]
    choose_sides(game, rules)


@kernel
def choose_sides(game, rules):
    for k in range(SLOTS):
        if rules.active[game.roles[k]]:
            game.slot[game.roles[k]] = k
    give_effects(game, rules)
    for colour in range(COLOURS):
        game.side[colour] = rules.side[colour]
        game.pile[colour] = colour
    if rules.choice_of_sides == Choice.random:
        game.side[rng.below(game.deal, COLOURS)] = Side.advanced
    elif rules.choice_of_sides == Choice.draft:
        rng.shuffle(game.deal, game.pile, COLOURS)
        game.n_drafted = SLOTS
        game.phase = Phase.pick_side
        return
    begin_season(game, rules)


@kernel
def give_effects(game, rules):
    """What each role in play does for each hand: nothing if it is blank, or denied to the seat."""
    game.joker[AREA] = game.slot[Role.mercenary]
    for seat in range(game.players):
        game.joker[seat] = -1
        for k in range(SLOTS):
            role = game.roles[k]
            has = rules.active[role] and not game.never[seat] >> (FIRST_POWER + role) & 1
            game.effect[seat, k] = role if has else BLANK
            if has and role == Role.mercenary:
                game.joker[seat] = k


@kernel
def begin_season(game, rules):
    """A card each, the recruiting area, and the monkeys in the lower half of the deck."""
    game.season += 1
    game.monkeys, game.n_ur, game.n_professor = 0, 0, 0
    game.fresh = 1
    game.n_deck = 0
    for card in range(CARDS):
        for _ in range(rules.copies[role_of(game, card)]):
            game.deck[game.n_deck] = card
            game.n_deck += 1
    rng.shuffle(game.table, game.deck, game.n_deck)
    for seat in range(game.players):
        hold(game, seat, pop(game), 1)
    for _ in range(game.players + rules.area_extra):
        hold(game, AREA, pop(game), 1)
    put_monkeys(game, game.table)
    game.player = game.starter
    game.phase = Phase.turn


@kernel
def put_monkeys(game, stream):
    """Shuffles the monkeys into the lower half; the upper half stays on top."""
    lower = game.n_deck // 2
    for k in range(game.n_deck - 1, lower - 1, -1):
        game.deck[k + MONKEYS] = game.deck[k]
    for k in range(MONKEYS):
        game.deck[lower + k] = MONKEY
    game.n_lower = lower + MONKEYS
    game.n_deck += MONKEYS
    rng.shuffle(stream, game.deck, game.n_lower)

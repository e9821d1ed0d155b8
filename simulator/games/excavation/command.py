"""Command: a trader, and an envoy sent or recalled; a recalled one activates a command tile."""

from simulator.games.excavation.buyers import add_buyer, remove_buyer
from simulator.games.excavation.explore import begin_moving
from simulator.games.excavation.market import n_cubes, send_trader
from simulator.games.excavation.relics import can_sample, earn
from simulator.games.excavation.table import (
    ACTED,
    ADDING,
    BUYING,
    COLOURS,
    ENVOYS,
    GLYPHS,
    JUMPING,
    MARKETS,
    QUEUE,
    RELICS,
    REMOVING,
    SAMPLING,
    TILE_CREDITS,
    TRADING,
)
from simulator.games.excavation.verbs import (
    ADD,
    DONE,
    NOBODY,
    ORDER,
    RECALL,
    REMOVE,
    SAMPLE,
    SEND,
    TRADE,
    add,
)
from simulator.kernel import kernel

(
    CARDS_TILE,
    CREDITS_TILE,
    STEPS_TILE,
    TRADERS_TILE,
    ADD_TILE,
    REMOVE_TILE,
    RELIC_TILE,
    SAMPLE_TILE,
) = range(1, 9)


@kernel
def can_recall(game, rules, seat, market):
    centre = rules.centre[market]
    return game.tile[centre] > 0 and game.envoy[seat, centre] > 0


@kernel
def legal_order(game, rules, choices):
    """One or both steps, as far as cubes and guards reach; a recalled envoy is a cube again."""
    n, seat = 0, game.player
    cubes, recalls = n_cubes(game, seat), can_recall(game, rules, seat, game.what)
    for trader in range(2):
        choices.move[n] = ORDER + 3 * trader + NOBODY
        n += trader == 1 and cubes >= 1
        choices.move[n] = ORDER + 3 * trader + SEND
        n += cubes >= trader + 1
        choices.move[n] = ORDER + 3 * trader + RECALL
        n += recalls
    return n


@kernel
def order(game, rules, move):
    seat, market = game.player, game.what
    trader, envoy = (move - ORDER) // 3, (move - ORDER) % 3
    centre = rules.centre[market]
    game.phase = ACTED
    if envoy == SEND:
        game.supply[seat] -= 1
        game.envoy[seat, centre] += 1
        game.tally[seat, ENVOYS] += 1
    elif envoy == RECALL:
        game.supply[seat] += 1
        game.envoy[seat, centre] -= 1
        activate(game, rules, game.tile[centre])
    if trader:
        send_trader(game, seat, market)


@kernel
def activate(game, rules, tile):
    """White in round 2, yellow in round 3."""
    seat, side = game.player, game.round_no - 2
    game.n_done, game.first = 0, 0
    if tile == CARDS_TILE:
        game.n_draw = rules.tile_cards[side]
    elif tile == CREDITS_TILE:
        earn(game, seat, TILE_CREDITS, rules.tile_credits[side])
    elif tile == STEPS_TILE:
        begin_moving(game, rules.tile_steps[side])
        if side == 1:
            game.phase = JUMPING
    elif tile == TRADERS_TILE:
        game.n_left = rules.tile_traders[side]
        game.phase = TRADING
    elif tile == ADD_TILE:
        game.n_left = rules.tile_added[side]
        game.phase = ADDING
    elif tile == REMOVE_TILE:
        game.n_left = rules.tile_removed[side]
        game.phase = REMOVING
    elif tile == RELIC_TILE:
        game.phase = BUYING
    elif tile == SAMPLE_TILE:
        game.phase = SAMPLING


@kernel
def legal_tile(game, rules, choices):
    """Tiles 4, 5, 6 and 8, piece by piece, in the order of the board so that none counts twice."""
    n, seat = add(choices, 0, DONE), game.player
    if game.phase == TRADING:
        for market in range(game.first, MARKETS):
            choices.move[n] = TRADE + market
            n += n_cubes(game, seat) > 0
    elif game.phase == ADDING:
        for market in range(game.first, MARKETS):
            for colour in range(COLOURS):
                choices.move[n] = ADD + COLOURS * market + colour
                n += game.buyers[colour] > 0
    elif game.phase == REMOVING:
        for market in range(game.first, MARKETS):
            for position in range(game.n_queue[market]):
                n = add(choices, n, REMOVE + QUEUE * market + position)
    else:
        for relic in range(RELICS):
            choices.move[n] = SAMPLE + relic
            n += can_sample(game, seat, relic) and is_in_reach(game, seat, relic)
    return n


@kernel
def is_in_reach(game, seat, relic):
    """White: a relic in store. Yellow: any place of the gallery next to a guard."""
    if game.round_no == 2:
        return game.store[0, seat, relic] + game.store[1, seat, relic] > 0
    colour, glyph = relic // GLYPHS, relic % GLYPHS
    left = colour > 0 and game.gallery[seat, relic - GLYPHS]
    right = colour < COLOURS - 1 and game.gallery[seat, relic + GLYPHS]
    above = glyph > 0 and game.gallery[seat, relic - 1]
    below = glyph < GLYPHS - 1 and game.gallery[seat, relic + 1]
    return left or right or above or below


@kernel
def use_tile(game, move):
    """Which relic is sampled, for the caller to do it; -1: none."""
    game.n_left -= 1
    if move == DONE or move >= SAMPLE:
        game.phase = ACTED
        return move - SAMPLE if move >= SAMPLE else -1
    if game.phase == TRADING:
        game.first = move - TRADE + 1
        send_trader(game, game.player, move - TRADE)
    elif game.phase == ADDING:
        game.first = (move - ADD) // COLOURS
        add_buyer(game, game.first, (move - ADD) % COLOURS)
    else:
        game.first = (move - REMOVE) // QUEUE
        remove_buyer(game, game.first, (move - REMOVE) % QUEUE)
    if game.n_left == 0:
        game.phase = ACTED
    return -1

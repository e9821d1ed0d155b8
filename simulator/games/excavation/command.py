"""Command: a trader, and an envoy sent or recalled; a recalled one activates a command tile."""

from simulator.games.excavation.buyers import add_buyer, remove_buyer
from simulator.games.excavation.explore import begin_moving
from simulator.games.excavation.market import n_cubes, send_trader
from simulator.games.excavation.relics import NO_RELIC, can_sample, earn
from simulator.games.excavation.table import (
    COLOURS,
    GLYPHS,
    MARKETS,
    QUEUE,
    RELICS,
    Phase,
    Source,
    Store,
    Tally,
    Tile,
)
from simulator.games.excavation.verbs import Envoy, Move, offer_if
from simulator.kernel import kernel
from simulator.titles import offer


@kernel
def can_recall(game, rules, seat, market):
    centre = rules.centre[market]
    return (game.tile[centre] > 0) & (game.envoy[seat, centre] > 0)


@kernel
def legal_order(game, rules, choices):
    """One or both steps, as far as cubes and guards reach; a recalled envoy is a cube again."""
    n, seat = 0, game.player
    cubes, recalls = n_cubes(game, seat), can_recall(game, rules, seat, game.what)
    for trader in range(2):
        first = Move.order + len(Envoy) * trader
        n = offer_if(choices, n, first + Envoy.none, trader == 1 and cubes >= 1)
        n = offer_if(choices, n, first + Envoy.send, cubes >= trader + 1)
        n = offer_if(choices, n, first + Envoy.recall, recalls)
    return n


@kernel
def order(game, rules, move):
    seat, market = game.player, game.what
    trader, envoy = (move - Move.order) // len(Envoy), (move - Move.order) % len(Envoy)
    centre = rules.centre[market]
    game.phase = Phase.acted
    if envoy == Envoy.send:
        game.supply[seat] -= 1
        game.envoy[seat, centre] += 1
        game.tally[seat, Tally.envoys] += 1
    elif envoy == Envoy.recall:
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
    if tile == Tile.cards:
        game.n_draw = rules.tile_cards[side]
    elif tile == Tile.credits:
        earn(game, seat, Source.tiles, rules.tile_credits[side])
    elif tile == Tile.steps:
        begin_moving(game, rules.tile_steps[side])
        if side == 1:
            game.phase = Phase.jumping
    elif tile == Tile.traders:
        game.n_left = rules.tile_traders[side]
        game.phase = Phase.trading
    elif tile == Tile.added:
        game.n_left = rules.tile_added[side]
        game.phase = Phase.adding
    elif tile == Tile.removed:
        game.n_left = rules.tile_removed[side]
        game.phase = Phase.removing
    elif tile == Tile.relic:
        game.phase = Phase.buying
    elif tile == Tile.sample:
        game.phase = Phase.sampling


@kernel
def legal_tile(game, rules, choices):
    """Tiles 4, 5, 6 and 8, piece by piece, in the order of the board so that none counts twice."""
    n, seat = offer(choices, 0, Move.done), game.player
    if game.phase == Phase.trading:
        for market in range(game.first, MARKETS):
            n = offer_if(choices, n, Move.trade + market, n_cubes(game, seat) > 0)
    elif game.phase == Phase.adding:
        for market in range(game.first, MARKETS):
            for colour in range(COLOURS):
                move = Move.add + COLOURS * market + colour
                n = offer_if(choices, n, move, game.buyers[colour] > 0)
    elif game.phase == Phase.removing:
        for market in range(game.first, MARKETS):
            for position in range(game.n_queue[market]):
                n = offer(choices, n, Move.remove + QUEUE * market + position)
    else:
        for relic in range(RELICS):
            samples = can_sample(game, seat, relic) and is_in_reach(game, seat, relic)
            n = offer_if(choices, n, Move.sample + relic, samples)
    return n


@kernel
def is_in_reach(game, seat, relic):
    """White: a relic in store. Yellow: any place of the gallery next to a guard."""
    if game.round_no == 2:
        return game.store[Store.hold, seat, relic] + game.store[Store.hidden, seat, relic] > 0
    colour, glyph = relic // GLYPHS, relic % GLYPHS
    left = colour > 0 and game.gallery[seat, relic - GLYPHS]
    right = colour < COLOURS - 1 and game.gallery[seat, relic + GLYPHS]
    above = glyph > 0 and game.gallery[seat, relic - 1]
    below = glyph < GLYPHS - 1 and game.gallery[seat, relic + 1]
    return left or right or above or below


@kernel
def use_tile(game, move):
    """Which relic is sampled, for the caller to do it; NO_RELIC: none."""
    game.n_left -= 1
    if move == Move.done or move >= Move.sample:
        game.phase = Phase.acted
        return move - Move.sample if move >= Move.sample else NO_RELIC
    if game.phase == Phase.trading:
        game.first = move - Move.trade + 1
        send_trader(game, game.player, move - Move.trade)
    elif game.phase == Phase.adding:
        game.first = (move - Move.add) // COLOURS
        add_buyer(game, game.first, (move - Move.add) % COLOURS)
    else:
        game.first = (move - Move.remove) // QUEUE
        remove_buyer(game, game.first, (move - Move.remove) % QUEUE)
    if game.n_left == 0:
        game.phase = Phase.acted
    return NO_RELIC

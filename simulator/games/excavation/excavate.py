"""Excavate: up to two relics of one colour from two dig sites with explorers of one's own."""

from simulator.games.excavation.explore import stands_on
from simulator.games.excavation.relics import NO_RELIC, change_site, has_room, offer_relic
from simulator.games.excavation.table import EXPLORERS, GLYPHS, Faction, Phase, Store, Tally
from simulator.games.excavation.verbs import Move
from simulator.kernel import kernel
from simulator.titles import offer


@kernel
def diggable(game, rules, seat):
    """Colours of which an explorer stands on a relic, while the hold has room; as bits."""
    if not has_room(game, rules, Store.hold, seat):
        return 0
    bits = 0
    for explorer in range(EXPLORERS):
        place = game.explorer[seat, explorer]
        if game.lying[place] > 0:
            bits |= 1 << rules.region[place]
    return bits


@kernel
def can_dig(game, rules, relic):
    """A first relic where an explorer stands; a second from another site with an explorer.

    Kutu Kuti's one explorer also reaches a second relic of the same site or, as printed, of an
    adjacent one.
    Where either could come first, the second is not the lower one: no pair counts twice.
    """
    seat, place = game.player, rules.of_place[relic]
    if game.site[relic] == 0 or not has_room(game, rules, Store.hold, seat):
        return False
    stands = stands_on(game, seat, place)
    if game.n_done == 0:
        return stands
    before = rules.of_place[game.first]
    if game.power[seat] == Faction.kutu_kuti and rules.distance[before, place] <= rules.reach:
        return relic >= game.first or not stands
    return stands and place != before and relic > game.first


@kernel
def legal_dig(game, rules, choices):
    n = 0
    for relic in range(GLYPHS * game.what, GLYPHS * game.what + GLYPHS):
        if can_dig(game, rules, relic):
            n = offer_relic(game, choices, n, Move.dig + 2 * (relic % GLYPHS), relic)
    return offer(choices, n, Move.done) if game.n_done else n


@kernel
def dig(game, rules, move):
    """Takes the relic from its site; which one, for the caller to store. NO_RELIC: no more."""
    if move == Move.done:
        game.phase = Phase.acted
        return NO_RELIC
    relic = GLYPHS * game.what + (move - Move.dig) // 2
    change_site(game, rules, relic, -1)
    game.tally[game.player, Tally.dug] += 1
    game.n_done += 1
    game.first = relic
    if game.n_done == 2:
        game.phase = Phase.acted
    return relic


@kernel
def can_dig_more(game, rules):
    for relic in range(GLYPHS * game.what, GLYPHS * game.what + GLYPHS):
        if can_dig(game, rules, relic):
            return True
    return False

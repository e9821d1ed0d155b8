"""Relics: from the reserve to dig sites and black market, into holds, and their samples."""

from simulator import rng
from simulator.games.excavation.table import GLYPHS, PILE, Source, Store, Tally
from simulator.games.excavation.verbs import offer_if
from simulator.kernel import kernel
from simulator.titles import offer

NO_RELIC = -1


@kernel
def draw_relic(game, colour, stream):
    """The top of a shuffled pile of the reserve; NO_RELIC if it is empty."""
    if game.n_reserve[colour] == 0:
        return NO_RELIC
    k = rng.below(stream, game.n_reserve[colour])
    relic = GLYPHS * colour
    while k >= game.reserve[relic]:
        k -= game.reserve[relic]
        relic += 1
    change_reserve(game, relic, -1)
    return relic


@kernel
def change_reserve(game, relic, by):
    game.reserve[relic] += by
    game.n_reserve[relic // GLYPHS] += by


@kernel
def change_site(game, rules, relic, by):
    """Puts a relic on its dig site (by 1) or takes it from there (by -1)."""
    game.site[relic] += by
    game.lying[rules.of_place[relic]] += by


@kernel
def put_under(game, relic):
    """Face up under its pile of the black market."""
    colour = relic // GLYPHS
    game.black[colour, (game.black_top[colour] + game.n_black[colour]) & (PILE - 1)] = relic
    game.n_black[colour] += 1


@kernel
def visible(game, colour):
    """The relic on top of a pile of the black market, or NO_RELIC."""
    if game.n_black[colour] == 0:
        return NO_RELIC
    return game.black[colour, game.black_top[colour]]


@kernel
def take_visible(game, colour):
    game.black_top[colour] = (game.black_top[colour] + 1) & (PILE - 1)
    game.n_black[colour] -= 1


@kernel
def change_store(game, where, side, relic, by):
    """A relic comes into (by 1) or leaves (by -1) a hold or a hidden container."""
    game.store[where, side, relic] += by
    game.n_store[where, side] += by
    game.held[side, relic // GLYPHS] += by


@kernel
def has_room(game, rules, where, side):
    return game.n_store[where, side] < (rules.hold if where == Store.hold else rules.hidden)


@kernel
def n_relics(game, side):
    return game.n_store[Store.hold, side] + game.n_store[Store.hidden, side]


@kernel
def can_sample(game, side, relic):
    """Is its place in the gallery free, and a cube or another guard there to stand on it?"""
    return game.gallery[side, relic] == 0 and game.supply[side] + game.guards[side] > 0


@kernel
def offer_relic(game, choices, n, move, relic):
    """Writes a move that brings a relic, and if possible the one that takes its sample too."""
    n = offer(choices, n, move)
    return offer_if(choices, n, move + 1, can_sample(game, game.player, relic))


@kernel
def take_sample(game, side, relic):
    """A cube guards the sample; without one the supply falls below 0 until a guard is lifted."""
    game.gallery[side, relic] = 1
    game.guards[side] += 1
    game.supply[side] -= 1
    game.tally[side, Tally.samples] += 1


@kernel
def pay_for_relic(game, side, price):
    game.credits[side] -= price
    game.points[side, Source.costs] -= price
    game.tally[side, Tally.bought] += 1


@kernel
def earn(game, side, source, credits):
    game.credits[side] += credits
    game.points[side, source] += credits

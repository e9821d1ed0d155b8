"""What a player of Excavation Earth looks at once per decision: only what the decision needs."""

from simulator.games.excavation.table import COLOURS, EXPLORERS, GLYPHS, MARKETS, Phase
from simulator.games.excavation.verbs import Kind
from simulator.kernel import kernel
from strategies.excavation.actions import chooses_fuel, pays_by_tank
from strategies.excavation.bargains import weigh_bargains, weigh_deals
from strategies.excavation.places import weigh_digs, weigh_moves, weigh_places, weigh_surroundings
from strategies.excavation.weighing import (
    LAST,
    N,
    W,
    weigh_centres,
    weigh_colours,
    weigh_markets,
    weigh_popularity,
    weigh_sales,
    weigh_samples,
    weigh_stalls,
    weigh_time,
)


@kernel
def weigh(game, rules, mind):
    phase = game.phase
    if is_plain(game):
        return
    if is_about_cards(game) and not chooses_fuel(game):
        weigh_cards(game, mind)
        return
    about_relics = phase in (
        Phase.digging,
        Phase.giving,
        Phase.selling,
        Phase.buying,
        Phase.finding,
        Phase.keeping,
    )
    weigh_time(game, rules, mind)
    weigh_popularity(game, rules, mind)
    if not about_relics or game.round_no == LAST:
        weigh_sales(game, rules, mind)
    if phase not in (Phase.bargaining, Phase.ordering):
        weigh_colours(game, mind)
    if phase == Phase.giving:
        return
    if phase not in (Phase.selling, Phase.ordering, Phase.bargaining):
        weigh_samples(game, rules, mind)
    if not about_relics:
        weigh_stalls(game, mind)
    if phase in (Phase.acting, Phase.ordering, Phase.trading):
        weigh_markets(game, rules, mind)
    if phase == Phase.bargaining:
        weigh_bargains(game, rules, mind)
    if phase in (Phase.acting, Phase.selling, Phase.ordering, Phase.promoting):
        weigh_centres(game, rules, mind)
    fuels = chooses_fuel(game)
    moving = fuels or phase in (Phase.going, Phase.piloting, Phase.placing, Phase.jumping)
    if moving or phase == Phase.acting:
        weigh_deals(game, rules, mind)
    if moving or phase == Phase.acting:
        weigh_places(game, rules, mind)
    if fuels or phase in (Phase.acting, Phase.going):
        weigh_moves(game, rules, mind)
    if phase == Phase.going:
        if game.mover < EXPLORERS - 1:
            weigh_digs(game, rules, mind)
    elif moving and not fuels:
        weigh_surroundings(game, rules, mind)


@kernel
def is_plain(game):
    """Is it decided without a look: which tank pays, which relic is sold, which guard is missed?"""
    phase = game.phase
    if phase == Phase.paying:
        return pays_by_tank(game) and not chooses_fuel(game)
    return phase == Phase.lifting or (phase == Phase.giving and game.action == Kind.sell)


@kernel
def is_about_cards(game):
    """Is it only asked which cards are worth most?"""
    return game.phase in (
        Phase.paying,
        Phase.drafting,
        Phase.leaving,
        Phase.choosing,
        Phase.redrawing,
        Phase.replacing,
    )


@kernel
def weigh_cards(game, mind):
    """A card digs by its colour where relics lie, and sends a trader where few are.

    Cards that differ can do more, so those like others of the hand count for less.
    """
    notes, seat, weights = mind.notes, game.player, mind.weights
    for colour in range(COLOURS):
        lies = 0
        for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
            lies += game.site[relic]
        alike = weights[W.alike] * game.of_colour[seat, colour]
        notes[N.card + colour] = weights[W.lies] * lies - alike
    for market in range(MARKETS):
        manned = 0
        for side in range(game.players):
            manned += game.traders[side] >> market & 1
        twins = weights[W.twin] * game.of_symbol[seat, market]
        notes[N.card + COLOURS + market] = -twins - weights[W.manned] * manned

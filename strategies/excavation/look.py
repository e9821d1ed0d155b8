"""What a player of Excavation Earth looks at once per decision: only what the decision needs."""

from simulator.games.excavation.excavate import diggable
from simulator.games.excavation.table import COLOURS, EXPLORERS, GLYPHS, MARKETS, Phase
from simulator.games.excavation.verbs import Kind
from simulator.kernel import kernel
from strategies.excavation.actions import command_worth, is_only_tank, pays_by_tank
from strategies.excavation.bargains import weigh_bargains, weigh_deals
from strategies.excavation.places import weigh_moves, weigh_places
from strategies.excavation.weighing import (
    LAST,
    N,
    W,
    dig_worth,
    dug_worth,
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
    about_cards = phase in (
        Phase.drafting,
        Phase.leaving,
        Phase.choosing,
        Phase.redrawing,
        Phase.replacing,
    )
    if phase == Phase.paying:
        about_cards = not pays_by_tank(game)
    if about_cards or phase not in (Phase.selling, Phase.ordering, Phase.bargaining):
        weigh_samples(game, rules, mind)
    if not about_relics:
        weigh_stalls(game, mind)
    if about_cards or phase in (Phase.acting, Phase.ordering, Phase.trading):
        weigh_markets(game, rules, mind)
    if phase == Phase.bargaining:
        weigh_bargains(game, rules, mind)
    if about_cards or phase in (Phase.acting, Phase.selling, Phase.ordering, Phase.promoting):
        weigh_centres(game, rules, mind)
    moving = phase == Phase.paying and game.action == Kind.move
    moving |= phase in (Phase.going, Phase.piloting, Phase.placing, Phase.jumping)
    if moving or phase == Phase.acting:
        weigh_deals(game, rules, mind)
    if about_cards:
        weigh_digs(game, rules, mind)
        weigh_cards(game, rules, mind)
    if moving or phase == Phase.acting:
        weigh_places(game, rules, mind)
    if phase in (Phase.acting, Phase.paying, Phase.going) and (moving or phase == Phase.acting):
        weigh_moves(game, rules, mind)


@kernel
def is_plain(game):
    """Is it decided without a look: which tank pays, which relic is sold, which guard is missed?"""
    phase = game.phase
    if phase == Phase.paying:
        return is_only_tank(game)
    return phase == Phase.lifting or (phase == Phase.giving and game.action == Kind.sell)


@kernel
def weigh_digs(game, rules, mind):
    """Excavate actions, where an explorer stands on a relic."""
    seat = game.player
    placed = game.explorer[seat, EXPLORERS - 1] >= 0
    colours = diggable(game, rules, seat) if placed else 0
    for colour in range(COLOURS):
        mind.notes[N.dig + colour] = 0.0
        if colours >> colour & 1:
            mind.notes[N.dig + colour] = dig_worth(game, rules, colour, mind)


@kernel
def weigh_cards(game, rules, mind):
    """A card's colour digs, below an explorer or elsewhere; its symbol commands or bargains."""
    notes, seat, weights = mind.notes, game.player, mind.weights
    for colour in range(COLOURS):
        best = 0.0
        for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
            worth = dug_worth(relic, mind)
            best = max(best, worth if game.site[relic] else 0.0)
        if game.explorer[seat, EXPLORERS - 1] >= 0:
            best = max(weights[W.move] * best, notes[N.dig + colour])
        notes[N.card + colour] = best - weights[W.alike] * game.of_colour[seat, colour]
    stands = 0
    for explorer in range(EXPLORERS):
        if game.explorer[seat, explorer] >= 0:
            market = rules.market[game.explorer[seat, explorer]]
            stands |= 1 << market if market >= 0 else 0
    for market in range(MARKETS):
        best = command_worth(game, rules, market, mind)
        bargain = notes[N.market + market] + weights[W.guest]
        best = max(best, bargain) if stands >> market & 1 else best
        notes[N.card + COLOURS + market] = best - weights[W.alike] * game.of_symbol[seat, market]

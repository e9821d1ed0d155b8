"""Before rounds 2 and 3: tiles, queues, soil survey, turn order, draft, black market."""

from simulator import rng
from simulator.games.excavation.buyers import fill_queues
from simulator.games.excavation.cards import colour_of, discard, draw_card
from simulator.games.excavation.relics import (
    NO_RELIC,
    change_site,
    draw_relic,
    put_under,
    take_visible,
    visible,
)
from simulator.games.excavation.start import FULL_TANK, deal_packs
from simulator.games.excavation.table import CENTRES, COLOURS, MAX_PLAYERS, Tile
from simulator.games.excavation.zu_deck import prepare_next_deck
from simulator.kernel import kernel

FOUND_ON_SITES, FOUND = 2, 3  # relics that a card of the soil survey reveals


@kernel
def prepare(game, rules):
    if rules.tiles and game.round_no == 2:
        draw_tiles(game)
    fill_queues(game, rules, game.table)
    carry_out_survey(game, rules)
    change_order(game)
    for seat in range(game.players):
        game.tank[seat] = FULL_TANK
    deal_packs(game, rules.dealt + rules.solo, game.table)
    renew_black_market(game)
    if rules.solo:
        prepare_next_deck(game)


@kernel
def draw_tiles(game):
    """A different tile for each centre; in round 3 they lie there with their other side up."""
    for k in range(len(Tile)):
        game.scratch[k] = Tile[k]
    rng.shuffle(game.table, game.scratch, len(Tile))
    for centre in range(CENTRES):
        game.tile[centre] = game.scratch[centre]
    for k in range(len(Tile)):
        game.scratch[k] = 0


@kernel
def carry_out_survey(game, rules):
    """Each card brings two relics to the sites and one to the black market, then makes room."""
    for k in range(game.n_survey):
        for n in range(FOUND):
            relic = draw_relic(game, colour_of(game.survey[k]), game.table)
            if relic != NO_RELIC and n < FOUND_ON_SITES:
                change_site(game, rules, relic, 1)
            elif relic != NO_RELIC:
                put_under(game, relic)
        if game.survey_cube[k]:
            game.supply[game.survey_cube[k] - 1] += 1
        game.survey_cube[k] = 0
        discard(game, game.survey[k])
    game.n_survey = rules.survey if game.round_no == 2 else 0
    for k in range(game.n_survey):
        game.survey[k] = draw_card(game, game.table)


@kernel
def change_order(game):
    """Those with an initiative marker first, by its value; the others follow as before."""
    n = 0
    for value in range(1, MAX_PLAYERS + 1):
        for side in range(game.sides):
            if game.marker[side] == value:
                n = take_place(game, n, side)
    for k in range(game.sides):
        if game.marker[game.order[k]] == 0:
            n = take_place(game, n, game.order[k])
    for k in range(game.sides):
        game.order[k] = game.scratch[k]
        game.scratch[k] = 0
        game.marker[k] = 0
    game.n_markers = 0


@kernel
def take_place(game, n, side):
    game.scratch[n] = side
    return n + 1


@kernel
def renew_black_market(game):
    """Every visible relic goes under its pile."""
    for colour in range(COLOURS):
        relic = visible(game, colour)
        if relic != NO_RELIC:
            take_visible(game, colour)
            put_under(game, relic)

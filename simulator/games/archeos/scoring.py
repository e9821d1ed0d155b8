"""Points: sites, expeditions and roles at a season's end; museum, ties and places at the game's."""

from simulator.games.archeos.cards import empty_hand
from simulator.games.archeos.table import (
    AREA,
    CARDS,
    COLOURS,
    MAX_SIZE,
    TOKENS,
    Colour,
    Role,
    Source,
    is_advanced,
)
from simulator.kernel import kernel
from simulator.places import score


@kernel
def site_points(game, rules, seat, site):
    """What a board gives a seat at a season's end, without Rapa Nui's bonus."""
    space = game.space[seat, site]
    if is_advanced(game, site):
        if site == Colour.violet:
            return 0
        if site == Colour.yellow:
            space = min(space, game.second[seat])
        if site == Colour.blue and not is_alone(game, seat, site):
            return rules.shared_points[space]
    return rules.points[site, game.side[site], space]


@kernel
def is_alone(game, seat, site):
    for other in range(game.players):
        if other != seat and game.space[other, site] == game.space[seat, site]:
            return False
    return True


@kernel
def leads_rapa_nui(game, seat):
    """Nobody is farther; who still stands at the start leads nothing."""
    space = game.space[seat, Colour.green]
    has_begun = is_advanced(game, Colour.green) and space > 0
    return has_begun and space == farthest(game, Colour.green)


@kernel
def farthest(game, site):
    """The space of the foremost vehicle."""
    space = 0
    for seat in range(game.players):
        space = max(space, game.space[seat, site])
    return space


@kernel
def leads_linguists(game, seat):
    if game.slot[Role.linguist] < 0:
        return False
    for other in range(game.players):
        if game.linguist[other] > game.linguist[seat]:
            return False
    return True


@kernel
def n_expeditions(game, seat, size):
    """With so many cards, Mercenaries and the Photographer's extra card aside."""
    return game.sizes[seat, 0, size] + game.sizes[seat, 1, size]


@kernel
def expedition_points(game, rules, seat):
    """Mercenaries do not count any more; the Photographer's extra card is told apart."""
    points = 0
    for size in range(1, MAX_SIZE + 1):
        points += n_expeditions(game, seat, size) * rules.expedition[size]
    return points


@kernel
def photo_points(game, rules, seat):
    points = 0
    for size in range(1, MAX_SIZE + 1):
        points += game.sizes[seat, 1, size] * (rules.expedition[size + 1] - rules.expedition[size])
    return points


@kernel
def n_relics(game, seat):
    relics = 0
    for colour in range(COLOURS):
        relics += game.relic[seat, colour]
    return relics


@kernel
def worth(game, rules, seat, source):
    """Points scored, and what the season and the museum would give if the game ended now.

    A season that has just been scored gives nothing more until somebody has moved.
    """
    points = game.points[seat, source]
    if game.ended:
        return points
    if source == Source.museum:
        return points + rules.museum[n_relics(game, seat)]
    if game.season > 1 and game.fresh:
        return points
    if source < COLOURS:
        points += site_points(game, rules, seat, source)
        leads = source == Source.green and leads_rapa_nui(game, seat)
        return points + rules.rapa_nui_lead * leads
    if source == Source.expeditions:
        return points + game.laid[seat] - game.photos[seat]
    if source == Source.photographer:
        return points + game.photos[seat]
    if source == Source.botanist:
        return points + rules.botanist_season * (game.tile == 1 + seat)
    return points + rules.linguist_lead * leads_linguists(game, seat)


@kernel
def finish_season(game, rules):
    """Role effects, sites, expeditions, in this order; at the last season's end the museum."""
    for seat in range(game.players):
        if game.tile == 1 + seat:
            game.points[seat, Source.botanist] += rules.botanist_season
        if leads_linguists(game, seat):
            game.points[seat, Source.linguist] += rules.linguist_lead
        for site in range(COLOURS):
            game.points[seat, site] += site_points(game, rules, seat, site)
        game.points[seat, Source.expeditions] += expedition_points(game, rules, seat)
        game.points[seat, Source.photographer] += photo_points(game, rules, seat)
        if game.season == rules.seasons:
            game.points[seat, Source.museum] = rules.museum[n_relics(game, seat)]
    reward_rapa_nui(game, rules)
    clear_season(game, rules)


@kernel
def reward_rapa_nui(game, rules):
    front = farthest(game, Colour.green)
    if not is_advanced(game, Colour.green) or front == 0:
        return
    for seat in range(game.players):
        if game.space[seat, Colour.green] == front:
            game.points[seat, Colour.green] += rules.rapa_nui_lead
            game.space[seat, Colour.green] = 0


@kernel
def clear_season(game, rules):
    """Cards go back to the deck, tile and tokens to the table; vehicles stay where they are.

    The last season's expeditions stay for the tie-break.
    """
    game.tile, game.tile_size = 0, 0
    for value in range(1, TOKENS + 1):
        game.token[value] = 0
    empty_hand(game, AREA)
    for seat in range(game.players):
        empty_hand(game, seat)
        game.laid[seat], game.photos[seat] = 0, 0
        for card in range(CARDS):
            game.played[seat, card] = 0
        if game.season < rules.seasons:
            for size in range(MAX_SIZE + 1):
                game.sizes[seat, 0, size] = 0
                game.sizes[seat, 1, size] = 0


@kernel
def is_better(game, one, other):
    """More points; if equal, the largest expedition of the last season, then the next …"""
    difference = score(game, one) - score(game, other)
    if difference != 0:
        return difference > 0
    for size in range(MAX_SIZE, 0, -1):
        mine, theirs = n_expeditions(game, one, size), n_expeditions(game, other, size)
        if mine != theirs:
            return mine > theirs
    return False


@kernel
def rank(game):
    for seat in range(game.players):
        game.place[seat] = 1
        for other in range(game.players):
            if is_better(game, other, seat):
                game.place[seat] += 1

"""Points: sites, expeditions and roles at a season's end; museum, ties and places at the game's."""

from simulator.games.archeos.table import (
    ADVANCED,
    AREA,
    BLUE,
    BOTANIST_POINTS,
    CARDS,
    COLOURS,
    CURATOR,
    EXPEDITION_POINTS,
    GREEN,
    LINGUIST,
    LINGUIST_POINTS,
    MAX_SIZE,
    MUSEUM_POINTS,
    PHOTO_POINTS,
    TOKENS,
    VIOLET,
    YELLOW,
    empty_hand,
)
from simulator.kernel import kernel
from simulator.places import score


@kernel
def site_points(game, rules, seat, site):
    """What a board gives a seat at a season's end, without Rapa Nui's bonus."""
    side, space = game.side[site], game.space[seat, site]
    if side == ADVANCED:
        if site == VIOLET:
            return 0
        if site == YELLOW:
            space = min(space, game.second[seat])
        if site == BLUE and not is_alone(game, seat, site):
            return rules.shared_points[space]
    return rules.points[site, side, space]


@kernel
def is_alone(game, seat, site):
    for other in range(game.players):
        if other != seat and game.space[other, site] == game.space[seat, site]:
            return False
    return True


@kernel
def leads_rapa_nui(game, seat):
    """Nobody is farther; who still stands at the start leads nothing."""
    if game.side[GREEN] != ADVANCED or game.space[seat, GREEN] == 0:
        return False
    for other in range(game.players):
        if game.space[other, GREEN] > game.space[seat, GREEN]:
            return False
    return True


@kernel
def leads_linguists(game, seat):
    if game.slot[LINGUIST] < 0:
        return False
    for other in range(game.players):
        if game.linguist[other] > game.linguist[seat]:
            return False
    return True


@kernel
def expedition_points(game, rules, seat):
    """Mercenaries do not count any more; the Photographer's extra card is told apart."""
    points = 0
    for size in range(1, MAX_SIZE + 1):
        n = game.sizes[seat, 0, size] + game.sizes[seat, 1, size]
        points += n * rules.expedition[size]
    return points


@kernel
def photo_points(game, rules, seat):
    points = 0
    for size in range(1, MAX_SIZE + 1):
        points += game.sizes[seat, 1, size] * (rules.expedition[size + 1] - rules.expedition[size])
    return points


@kernel
def museum_points(game, rules, seat):
    relics = 0
    for colour in range(COLOURS):
        relics += game.relic[seat, colour]
    return rules.museum[relics]


@kernel
def standing(game, rules, seat):
    """Points scored, and what the season and the museum would give if the game ended now.

    A season that has just been scored gives nothing more until somebody has moved.
    """
    points = score(game, seat)
    if game.ended:
        return points
    if game.season > 1 and game.fresh:
        return points + museum_points(game, rules, seat)
    points += game.laid[seat]
    if game.slot[CURATOR] >= 0:
        points += museum_points(game, rules, seat)
    if game.tile == 1 + seat:
        points += rules.botanist_season
    if leads_linguists(game, seat):
        points += rules.linguist_lead
    if leads_rapa_nui(game, seat):
        points += rules.rapa_nui_lead
    for site in range(COLOURS):
        points += site_points(game, rules, seat, site)
    return points


@kernel
def worth(game, rules, seat):
    """Of the standing, what the source `game.watched` gives."""
    source = game.watched
    points = game.points[seat, source]
    if game.ended:
        return points
    if source == MUSEUM_POINTS:
        return points + museum_points(game, rules, seat)
    if game.season > 1 and game.fresh:
        return points
    if source == EXPEDITION_POINTS:
        return points + expedition_points(game, rules, seat)
    if source == PHOTO_POINTS:
        return points + photo_points(game, rules, seat)
    if source == BOTANIST_POINTS:
        return points + rules.botanist_season * (game.tile == 1 + seat)
    if source == LINGUIST_POINTS:
        return points + rules.linguist_lead * leads_linguists(game, seat)
    points += site_points(game, rules, seat, source)
    return points + rules.rapa_nui_lead * (source == GREEN and leads_rapa_nui(game, seat))


@kernel
def finish_season(game, rules):
    """Role effects, sites, expeditions, in this order; at the last season's end the museum."""
    for seat in range(game.players):
        if game.tile == 1 + seat:
            game.points[seat, BOTANIST_POINTS] += rules.botanist_season
        if leads_linguists(game, seat):
            game.points[seat, LINGUIST_POINTS] += rules.linguist_lead
        for site in range(COLOURS):
            game.points[seat, site] += site_points(game, rules, seat, site)
        game.points[seat, EXPEDITION_POINTS] += expedition_points(game, rules, seat)
        game.points[seat, PHOTO_POINTS] += photo_points(game, rules, seat)
        if game.season == rules.seasons:
            game.points[seat, MUSEUM_POINTS] = museum_points(game, rules, seat)
    reward_rapa_nui(game, rules)
    clear_season(game, rules)


@kernel
def reward_rapa_nui(game, rules):
    farthest = 0
    for seat in range(game.players):
        farthest = max(farthest, game.space[seat, GREEN])
    if game.side[GREEN] != ADVANCED or farthest == 0:
        return
    for seat in range(game.players):
        if game.space[seat, GREEN] == farthest:
            game.points[seat, GREEN] += rules.rapa_nui_lead
            game.space[seat, GREEN] = 0


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
        game.laid[seat] = 0
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
        mine = game.sizes[one, 0, size] + game.sizes[one, 1, size]
        theirs = game.sizes[other, 0, size] + game.sizes[other, 1, size]
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

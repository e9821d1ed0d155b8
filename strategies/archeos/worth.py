"""What steps, roles, expeditions and cards are worth to players of Archeos Society, in points."""

from simulator.games.archeos.expedition import best_token, step_size
from simulator.games.archeos.moves import Move, is_by_role, is_take, leader_of
from simulator.games.archeos.scoring import farthest, n_relics
from simulator.games.archeos.season import professor_sum
from simulator.games.archeos.table import (
    AREA,
    CARDS,
    COLOURS,
    MAX_SIZE,
    MONKEYS,
    TOKENS,
    Colour,
    Role,
    Side,
    effect_of,
    n_jokers,
)
from simulator.games.archeos.tracks import can_step
from simulator.kernel import kernel
from simulator.names import numbered

Note = numbered("time")  # how much of the season is left, 1 = plenty
CALM = 8.0  # draws per player: with more than that to come a season feels endless


@kernel
def survey(game, rules, mind):
    mind.notes[Note.time] = min(1.0, draws_left(game) / (CALM * game.players))


@kernel
def draws_left(game):
    """Cards expected before the third monkey, from what everybody sees: deck and monkeys."""
    hidden = MONKEYS - game.monkeys
    lower = min(game.n_deck, game.n_lower)
    return game.n_deck - lower + (lower + 1.0) * hidden / (hidden + 1.0)


@kernel
def seasons_left(game, rules):
    """Seasons whose end is still to come, this one included."""
    return rules.seasons - game.season + 1


@kernel
def step_worth(game, rules, seat, site):
    """Points of the next space beyond this one, at every season's end to come."""
    side, space = game.side[site], game.space[seat, site]
    if space >= rules.last[site, side]:
        return 0.0
    gain = float(rules.points[site, side, space + 1] - rules.points[site, side, space])
    worth = gain * seasons_left(game, rules) + 0.5
    if side == Side.compass:
        return worth
    return advanced_worth(game, rules, seat, site, space, gain, worth)


@kernel
def advanced_worth(game, rules, seat, site, space, gain, worth):
    """A step on an advanced side, with what the side gives besides."""
    if site == Colour.red:
        return worth + rules.draws[space]
    if site == Colour.green:
        return worth + (1.0 if space + 1 >= farthest(game, site) else 0.0)
    if site == Colour.yellow:
        return worth if space < game.second[seat] else 0.5 * worth
    if site == Colour.pink:
        larger, now = rules.caps[space + 1], rules.caps[space]
        return worth + 0.5 * (rules.expedition[larger] - rules.expedition[now])
    return gain if site == Colour.violet else worth


@kernel
def expedition_size(game, card, by_role):
    """Cards that could join this leader, Mercenaries too."""
    seat = game.player
    n = game.n_role[seat, card // COLOURS] if by_role else game.n_colour[seat, card % COLOURS]
    return n + n_jokers(game, seat)


@kernel
def role_worth(game, rules, seat, role, colour, size, mind):
    """What the leader's role adds, in points; cards are worth less when the season runs out."""
    if role == Role.botanist:
        return botanist_worth(game, rules, size, mind)
    if role == Role.photographer:
        real = min(MAX_SIZE, max(1, size - n_jokers(game, seat)))
        return float(rules.expedition[real + 1] - rules.expedition[real])
    if role == Role.patron:
        return mind.notes[Note.time] * min(size, rules.hand_limit)
    if role == Role.doctor:
        return mind.notes[Note.time] * min(size, game.n_hand[seat] - size)
    if role == Role.linguist:
        return linguist_worth(game, rules, seat, size)
    if role == Role.curator:
        return 0.0 if game.relic[seat, colour] else relic_worth(game, rules, seat)
    if role == Role.professor:
        return professor_worth(game, rules, seat, size)
    return 0.0


@kernel
def botanist_worth(game, rules, size, mind):
    """Its points now, and the tile's at the season's end if nobody takes it before."""
    if size < game.tile_size:
        return 0.0
    safe = min(1.0, 0.15 * size + 0.6 * (1.0 - mind.notes[Note.time]))
    return rules.botanist_points + safe * rules.botanist_season


@kernel
def linguist_worth(game, rules, seat, size):
    """A free step for each artefact on the way, and the lead on the track."""
    here, others = game.linguist[seat], 0
    there = min(here + size, rules.linguist_last)
    worth = 0.15 * (there - here)
    for space in range(here + 1, there + 1):
        worth += rules.artefacts[space] * best_free_step(game, rules, seat)
    for other in range(game.players):
        if other != seat:
            others = max(others, game.linguist[other])
    return worth + (0.5 * rules.linguist_lead if here < others <= there else 0.0)


@kernel
def relic_worth(game, rules, seat):
    """The next relic's points, and something for making those after it dearer."""
    relics = n_relics(game, seat)
    return rules.museum[relics + 1] - rules.museum[relics] + 0.5 * seasons_left(game, rules)


@kernel
def professor_worth(game, rules, seat, size):
    """A step for the highest sum of tokens, and no step back for others than the lowest."""
    token, mine, others = best_token(game, size), professor_sum(game, seat), 0
    for other in range(game.players):
        if other != seat:
            others = max(others, professor_sum(game, other))
    if token == 0 or mine + token < others:
        return 0.2 * token
    return 0.2 * token + 0.5 * best_free_step(game, rules, seat)


@kernel
def best_step(game, rules, seat, role, colour, size):
    """The most valuable step such an expedition could make."""
    if role == Role.student:
        return 0.0
    size = step_size(role, size)
    if role == Role.pilot:
        return best_pilot_step(game, rules, seat, size)
    if can_step(game, rules, seat, colour, False, size):
        return step_worth(game, rules, seat, colour)
    return 0.0


@kernel
def best_pilot_step(game, rules, seat, size):
    best = 0.0
    for site in range(COLOURS):
        if can_step(game, rules, seat, site, False, size):
            best = max(best, step_worth(game, rules, seat, site))
    return best


@kernel
def best_free_step(game, rules, seat):
    return best_pilot_step(game, rules, seat, MAX_SIZE)


@kernel
def expedition_worth(game, rules, mind, card, by_role):
    """Points of the expedition itself, the step and the role."""
    seat, role, colour = game.player, effect_of(game, card), card % COLOURS
    size = expedition_size(game, card, by_role)
    real = max(1, size - n_jokers(game, seat))
    worth = float(rules.expedition[min(real, MAX_SIZE)])
    worth += best_step(game, rules, seat, role, colour, size)
    return worth + role_worth(game, rules, seat, role, colour, size, mind)


@kernel
def lead_worth(game, rules, move, mind):
    return expedition_worth(game, rules, mind, leader_of(move), is_by_role(move))


@kernel
def lead_size(game, move):
    return expedition_size(game, leader_of(move), is_by_role(move))


@kernel
def is_left_out(move):
    return Move.leave_out <= move < Move.leave_out + CARDS


@kernel
def rate_others(game, rules, move, mind, taking, drawing):
    """Moves other than leading an expedition, with a weight for taking and one for drawing."""
    if is_take(move):
        return taking * fit(game, move - Move.take)
    if move == Move.draw:
        return drawing
    return rate_rest(game, rules, move, mind)


@kernel
def rate_rest(game, rules, move, mind):
    """Decisions that all players make alike: go, step where it pays, use what one has."""
    if move == Move.go:
        return 1.0
    if is_left_out(move):  # where some must stay behind, those that do not score
        return 0.5 if effect_of(game, move - Move.leave_out) == Role.mercenary else 0.0
    if Move.step <= move < Move.step + COLOURS:
        return 1.0 + step_worth(game, rules, game.player, move - Move.step)
    if move == Move.second_step:
        return 3.0 if game.second[game.player] < game.space[game.player, Colour.yellow] else 1.0
    if move in (Move.use_role, Move.dig):
        return 1.5
    if move == Move.cash_in:
        return cash_worth(game, rules, mind)
    if Move.keep <= move < Move.keep + CARDS:
        return 0.5 + fit(game, move - Move.keep)
    if Move.token < move <= Move.token + TOKENS:
        return float(move - Move.token)
    if Move.step_back <= move < Move.step_back + COLOURS:
        return -step_lost(game, rules, move - Move.step_back)
    if move == Move.second_back:
        return 0.0 if game.second[game.player] > game.space[game.player, Colour.yellow] else -3.0
    return 0.0


@kernel
def step_lost(game, rules, site):
    """Points of this space beyond the one before it."""
    side, space = game.side[site], game.space[game.player, site]
    return float(rules.points[site, side, space] - rules.points[site, side, space - 1])


@kernel
def cash_worth(game, rules, mind):
    """Cash in at Uluru when far enough, or when little time is left."""
    space = game.space[game.player, Colour.violet]
    late = game.season == rules.seasons and mind.notes[Note.time] < 0.5
    return 1.0 if space >= 3 or late else -1.0


@kernel
def fit(game, card):
    """How well a card goes with the hand, and a little with what lies in the recruiting area."""
    if effect_of(game, card) == Role.mercenary:
        return 2.0
    here = group(game, game.player, card)
    return here + 0.05 * group(game, AREA, card)


@kernel
def group(game, seat, card):
    """The larger of the groups a card would join in a hand, and a little of the other."""
    of_colour, of_role = game.n_colour[seat, card % COLOURS], game.n_role[seat, card // COLOURS]
    return max(of_colour, of_role) + 0.2 * min(of_colour, of_role)

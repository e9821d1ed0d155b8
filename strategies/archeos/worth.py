"""What turns, steps, sizes and roles are worth to players of Archeos Society, in points.

Noted once per decision: plans are made of it.
"""

from simulator.games.archeos.expedition import best_token
from simulator.games.archeos.scoring import farthest, n_relics
from simulator.games.archeos.season import professor_sum
from simulator.games.archeos.table import (
    COLOURS,
    MAX_SIZE,
    MONKEYS,
    SLOTS,
    Colour,
    Role,
    Side,
    n_jokers,
)
from simulator.kernel import kernel
from strategies.archeos.mind import HELP, MORE, NEED, POINTS, ROLE, STEP, TABLE, Note, W

NEVER = 99.0  # cards for a step that there is not
DISLIKE = 60.0  # what a style loses by an expedition against its commitment


@kernel
def note_season(game, rules, mind):
    """How much time is left, what a turn costs, and how likely the season ends in each turn."""
    notes, weights = mind.notes, mind.weights
    hidden, lower = MONKEYS - game.monkeys, min(game.n_deck, game.n_lower)
    upper = game.n_deck - lower
    a_round = game.players * weights[W.pace]
    turns = upper + (lower + 1.0) * hidden / (hidden + 1.0)
    time = min(1.0, turns / (a_round * weights[W.calm]))
    notes[Note.time] = time
    notes[Note.price] = weights[W.turn] * time
    notes[Note.gift] = weights[W.gift] * time
    notes[Note.jokers] = n_jokers(game, game.player)
    notes[Note.danger] = 0.0
    if 3.0 * a_round > upper:
        soon = min(1.0, (3.0 * a_round - upper) / (lower + 1.0))
        ends = soon
        for _ in range(1, hidden):
            ends *= soon
        notes[Note.danger] = weights[W.danger] * ends / 3.0


@kernel
def note_steps(game, rules, mind):
    """What the seat's next step on each site is worth, and how many cards it takes."""
    notes, seat, seasons, best = mind.notes, game.player, seasons_left(game, rules), 0.0
    further = mind.weights[W.further] * (seasons - 1.0 + notes[Note.time])
    for site in range(COLOURS):
        space, worth, need = game.space[seat, site], 0.0, NEVER
        if game.side[site] == Side.advanced:
            worth, need = advanced_step(game, rules, site, further, mind)
        elif space < rules.last[site, Side.compass]:
            now = rules.points[site, Side.compass, space]
            worth = (rules.points[site, Side.compass, space + 1] - now) * seasons + further
            need = rules.thresholds[site, Side.compass, space]
        notes[STEP + site], notes[NEED + site] = worth, need
        best = max(best, worth)
    notes[Note.free] = best


@kernel
def note_points(rules, mind):
    """Points of expeditions by size; a style may count some of them otherwise."""
    notes, most = mind.notes, mind.weights[W.most]
    for size in range(MAX_SIZE + MORE + 1):
        notes[POINTS + size] = rules.expedition[min(size, MAX_SIZE)]
    if most > 0.0:
        for size in range(int(most) + 1, MAX_SIZE + MORE + 1):
            notes[POINTS + size] = notes[POINTS + int(most)]
    for size in range(int(mind.weights[W.enough] * notes[Note.time])):
        notes[POINTS + size] -= DISLIKE


@kernel
def seasons_left(game, rules):
    """Seasons whose end is still to come, this one included."""
    return rules.seasons - game.season + 1


@kernel
def advanced_step(game, rules, site, further, mind):
    """The next step on an advanced side, with what the side gives besides, and its cards."""
    seat, space, seasons = game.player, game.space[game.player, site], seasons_left(game, rules)
    if site == Colour.yellow:
        space = min(space, game.second[seat])
    if space >= rules.last[site, Side.advanced]:
        return 0.0, NEVER
    points = rules.points[site, Side.advanced]
    gain, worth = float(points[space + 1] - points[space]), 0.0
    if site == Colour.red:
        drawn = mind.weights[W.card] * mind.notes[Note.time] * rules.draws[space]
        worth = gain * seasons + drawn
    elif site == Colour.green:  # who leads scores once more, and begins anew
        leads = space + 1 >= farthest(game, site)
        worth = gain + rules.rapa_nui_lead if leads else gain * seasons
    elif site == Colour.blue:
        shared = rules.shared_points[space + 1] - rules.shared_points[space]
        worth = 0.5 * (gain + shared) * seasons
    elif site == Colour.yellow:  # the rear one scores; of two that are level one must go ahead
        level = game.space[seat, site] == game.second[seat]
        worth = (0.4 * gain if level else gain) * seasons
    elif site == Colour.pink:
        larger, now = rules.caps[space + 1], rules.caps[space]
        worth = seasons * (gain + 0.5 * (rules.expedition[larger] - rules.expedition[now]))
    else:
        worth = gain
    return worth + further, float(rules.thresholds[site, Side.advanced, space])


@kernel
def note_roles(game, rules, mind):
    """What each role in play is worth to a leader, by the size of the expedition."""
    seat = game.player
    for slot in range(SLOTS):
        note_role(game, rules, mind, slot, game.effect[seat, slot])
    if mind.weights[W.devotion] != 0.0:
        for slot in range(SLOTS):
            if game.roles[slot] == int(mind.weights[W.role]):
                for size in range(TABLE):
                    mind.notes[ROLE + TABLE * slot + size] += mind.weights[W.devotion]


@kernel
def note_role(game, rules, mind, slot, role):
    """A line for most roles; for sizes that get nothing 0."""
    notes, weights, time = mind.notes, mind.weights, mind.notes[Note.time]
    base, slope, first, at = 0.0, 0.0, 1, ROLE + TABLE * slot
    notes[HELP + slot] = 0.0
    if role == Role.botanist:
        base = rules.botanist_points + 0.6 * (1.0 - time) * rules.botanist_season
        slope = weights[W.safe] * rules.botanist_season
        first = max(1, game.tile_size)
    elif role == Role.patron:
        slope = 0.0 if game.n_ur else weights[W.card] * time
    elif role == Role.doctor:
        slope = 0.0 if game.n_ur else weights[W.card] * time + notes[Note.gift]
    elif role == Role.guide:
        notes[HELP + slot] = 1.0
    elif role == Role.student or role == Role.pilot:
        notes[HELP + slot] = -NEVER
    elif role == Role.curator:
        base = relic_worth(game, rules, game.player, mind)
    if role == Role.photographer:
        for size in range(TABLE):
            notes[at + size] = rules.expedition[size + 1] - rules.expedition[size]
        return
    for size in range(TABLE):
        notes[at + size] = base + slope * size if size >= first else 0.0
    if role == Role.pilot:
        for size in range(1, TABLE):
            notes[at + size] = best_step(mind, size)
    elif role == Role.linguist:
        note_linguist(game, rules, mind, at)
    elif role == Role.professor:
        note_professor(game, mind, at)


@kernel
def note_linguist(game, rules, mind, at):
    """A free step for each artefact on the way, and the lead on the track."""
    here, others, worth = game.linguist[game.player], 0, 0.0
    for other in range(game.players):
        if other != game.player:
            others = max(others, game.linguist[other])
    for size in range(1, TABLE):
        space = here + size
        if space <= rules.linguist_last:
            artefact = mind.weights[W.artefact] * mind.notes[Note.free]
            worth += 0.15 + rules.artefacts[space] * artefact
            worth += 0.5 * rules.linguist_lead if space == max(others, here + 1) else 0.0
        mind.notes[at + size] = worth


@kernel
def relic_worth(game, rules, seat, mind):
    """The next relic's points, and something for making those after it dearer."""
    relics = n_relics(game, seat)
    if relics == COLOURS:
        return 0.0
    later = mind.weights[W.relic] * seasons_left(game, rules)
    return rules.museum[relics + 1] - rules.museum[relics] + later


@kernel
def note_professor(game, mind, at):
    """A step for the highest sum of tokens, and no step back for others than the lowest."""
    mine, others = professor_sum(game, game.player), 0
    for other in range(game.players):
        if other != game.player:
            others = max(others, professor_sum(game, other))
    for size in range(1, TABLE):
        token = best_token(game, size)
        wins = token > 0 and mine + token >= others
        mind.notes[at + size] = 0.2 * token + (0.5 * mind.notes[Note.free] if wins else 0.0)


@kernel
def best_step(mind, size):
    """The most valuable step on any site."""
    best = 0.0
    for site in range(COLOURS):
        if size >= mind.notes[NEED + site]:
            best = max(best, mind.notes[STEP + site])
    return best

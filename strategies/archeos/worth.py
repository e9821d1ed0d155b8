"""What steps, roles, expeditions and plans are worth to players of Archeos Society, in points.

A plan is a group of cards, of one colour or of one role, and some more cards to join it. Its worth
is that of the expedition it ends in, less the turns until then: a turn has a price, because it
could be spent on the next expedition. To lead is a plan that needs no more cards; to take a card
is to follow the best plan that it belongs to; to draw is to hope. So all that a turn offers is
rated on one scale.
"""

from simulator.games.archeos.expedition import best_token
from simulator.games.archeos.moves import Move, is_by_role, leader_of
from simulator.games.archeos.scoring import farthest, n_relics
from simulator.games.archeos.season import cap, professor_sum
from simulator.games.archeos.table import (
    AREA,
    CARDS,
    COLOURS,
    MAX_SIZE,
    MONKEYS,
    SLOTS,
    Colour,
    Phase,
    Role,
    Side,
    effect_of,
    n_jokers,
)
from simulator.kernel import kernel
from simulator.names import numbered

# Found by the matches of benchmarks/older.py against 6a101a6, mostly one weight changed at a time,
# seeds 5, 6 and 8, 2 and 4 players, first game and random roles and sites, tracks B at 4.
WEIGHTS = {
    "turn": 0.9,  # the price of a turn while the season is long
    "calm": 5.0,  # turns to come from which on a season feels endless
    "pace": 0.45,  # cards drawn in a turn, on average over the table
    "danger": 1.0,  # how much the season's end is feared
    "fetch": 4.5,  # turns until a card comes that is not in the recruiting area
    "rush": 0.1,  # further turns for each card there: others take some
    "hope": 0.23,  # the chance that a drawn card fits
    "gift": 0.45,  # a card given to rivals
    "card": 1.2,  # a card that the Doctor keeps or the Patron draws
    "further": 0.5,  # a step, for the steps after it
    "hard": 0.2,  # a free step, for each card that another would need there
    "joker": 0.5,  # a Mercenary in hand
    "safe": 0.15,  # the Botanist tile's chance to stay, for each card below it
    "artefact": 0.9,  # a Linguist's free step, as part of the best one
    "relic": 0.5,  # a relic, for those after it
    "flex": 0.05,  # a card, for each card of its two groups
}
# By `tiltmeter tune archeos allround -n 4000 --generations 80 --seed 7101` for each number of
# players; with three nothing better was found.
TUNED = {
    2: dict(
        turn=0.735,
        calm=4.61,
        pace=0.593,
        danger=0.883,
        fetch=5.95,
        rush=0.117,
        hope=0.19,
        gift=0.541,
        card=1.1,
        further=0.557,
        hard=0.181,
        joker=0.481,
        safe=0.16,
        artefact=0.884,
        relic=0.425,
        flex=0.0565,
    ),
    4: dict(
        turn=0.864,
        calm=5.47,
        pace=0.319,
        danger=1.26,
        fetch=5.54,
        rush=0.101,
        hope=0.159,
        gift=0.604,
        card=1.28,
        further=0.751,
        hard=0.163,
        joker=0.345,
        safe=0.125,
        artefact=1.07,
        relic=0.673,
        flex=0.0659,
    ),
    5: dict(
        turn=0.972,
        calm=6.78,
        pace=0.47,
        danger=1.31,
        fetch=4.36,
        rush=0.11,
        hope=0.2,
        gift=0.611,
        card=1.3,
        further=0.413,
        hard=0.179,
        joker=0.411,
        safe=0.135,
        artefact=0.858,
        relic=0.515,
        flex=0.0702,
    ),
    6: dict(
        turn=0.855,
        calm=3.89,
        pace=0.406,
        danger=0.854,
        fetch=4.65,
        rush=0.106,
        hope=0.18,
        gift=0.547,
        card=1.14,
        further=0.49,
        hard=0.131,
        joker=0.44,
        safe=0.155,
        artefact=0.761,
        relic=0.563,
        flex=0.0318,
    ),
}
# What a style commits to, nothing if 0
STYLE = {
    "enough": 0,  # expeditions of fewer cards are a loss while there is time
    "most": 0,  # cards beyond so many count nothing
    "role": 0,  # leaders of this role are worth more,
    "devotion": 0,  # by so much
}
W = numbered(*WEIGHTS, *STYLE)

MORE = 2  # cards that a plan may still want
GROUPS = COLOURS + SLOTS  # of one colour, of one role
TABLE = 8  # sizes by which roles differ, from 0
NOBODY = -1000.0  # the worth of a group without a leader
NEVER = 99.0  # cards for a step that there is not
DISLIKE = 6.0  # what a style loses by an expedition against its commitment

# What `survey` notes of the season and the hand
Note = numbered(
    "time",  # how much of the season is left, 1 = plenty
    "price",  # of a turn
    "danger",  # that the season ends, in each turn
    "gift",  # what a card given to rivals costs now
    "free",  # the best step
    "stay",  # the hand after a turn without a fitting card
    "draw",  # after a draw
    "jokers",  # in hand
)
STEP = len(Note)  # + site: what the next step is worth
NEED = STEP + COLOURS  # + site: the cards it takes
POINTS = NEED + COLOURS  # + size: the points of an expedition, as its player likes them
ROLE = POINTS + MAX_SIZE + MORE + 1  # + TABLE * slot + size: what a leader's role is worth
HELP = ROLE + TABLE * SLOTS  # cards that a role adds for the step
BEST = HELP + SLOTS  # + MORE * group + k: a plan that wants k + 1 cards, with its best leader
LEAD = BEST + MORE * GROUPS  # + move: an expedition led now


@kernel
def survey(game, rules, mind):
    """Notes what the ratings of this phase need; in a turn, all plans."""
    phase = game.phase
    if phase == Phase.keep or phase == Phase.members or phase == Phase.dig:
        return
    if phase == Phase.effects and effect_of(game, game.leader) != Role.pilot:
        return  # the one step that there may be is made in any case
    note_season(game, rules, mind)
    note_steps(game, rules, mind)
    if phase == Phase.turn or phase == Phase.extra or phase == Phase.ur:
        note_points(rules, mind)
        note_roles(game, rules, mind)
    if phase == Phase.turn:
        note_leaders(game, rules, mind)


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
def limit_of(game, role, site, rest):
    """The size up to which a leader's role counts: a Doctor keeps no more than there is."""
    if role == Role.curator and game.relic[game.player, site]:
        return 0
    return min(TABLE - 1, rest + TABLE * (role != Role.doctor))


@kernel
def leader_worth(game, mind, card, size, rest, second):
    """The step and the role of a leader of so many cards, Mercenaries too, with a rest in hand.

    `second` is what a Cartographer's further expedition would be worth.
    """
    notes, slot, site = mind.notes, card // COLOURS, card % COLOURS
    limit = limit_of(game, game.effect[game.player, slot], site, rest)
    steps = size + notes[HELP + slot] >= notes[NEED + site]
    worth = notes[ROLE + TABLE * slot + min(size, limit)]
    return worth + (notes[STEP + site] + second if steps else 0.0)


@kernel
def best_step(mind, size):
    """The most valuable step on any site."""
    best = 0.0
    for site in range(COLOURS):
        if size >= mind.notes[NEED + site]:
            best = max(best, mind.notes[STEP + site])
    return best


@kernel
def group_of(card, by_role):
    return COLOURS + card // COLOURS if by_role else card % COLOURS


@kernel
def n_in_group(game, seat, group):
    """Cards of a hand in a group, Mercenaries aside."""
    return game.n_colour[seat, group] if group < COLOURS else game.n_role[seat, group - COLOURS]


@kernel
def second_worth(game, mind, leader, by_role):
    """The best expedition of what stays in hand after a Cartographer's; 0 after any other's."""
    seat, best = game.player, 0.0
    if game.effect[seat, leader // COLOURS] != Role.cartographer:
        return 0.0
    for k in range(game.n_kinds[seat]):
        card = game.kinds[seat, k]
        slot, colour = card // COLOURS, card % COLOURS
        goes = slot == leader // COLOURS if by_role else colour == leader % COLOURS
        if goes or slot == game.joker[seat]:
            continue
        n, m = game.n_colour[seat, colour], game.n_role[seat, slot]
        if by_role:
            n -= game.hand[seat, leader // COLOURS * COLOURS + colour]
        else:
            m -= game.hand[seat, slot * COLOURS + leader % COLOURS]
        n = max(n, m)
        worth = mind.notes[POINTS + n] + mind.notes[Note.gift] * n
        best = max(best, worth + leader_worth(game, mind, card, n, 0, 0.0))
    return best


@kernel
def extra_worth(game, rules, mind, move):
    """An expedition when the rest of the hand goes in any case: a second one, or at Ur."""
    card, by_role, jokers = leader_of(move), is_by_role(move), int(mind.notes[Note.jokers])
    n = n_in_group(game, game.player, group_of(card, by_role))
    rest, most = game.n_hand[game.player] - n - jokers, cap(game, rules)
    second = second_worth(game, mind, card, by_role)
    led = leader_worth(game, mind, card, min(n + jokers, most), rest, second)
    return mind.notes[POINTS + min(n, most)] + led + mind.notes[Note.gift] * n


@kernel
def note_leaders(game, rules, mind):
    """Every expedition that could be led, each group's best leaders, and what waiting is worth."""
    seat, notes, jokers = game.player, mind.notes, n_jokers(game, game.player)
    stay, hope = 0.0, 0.0
    for k in range(BEST, LEAD):
        notes[k] = NOBODY
    for k in range(game.n_kinds[seat]):
        card = game.kinds[seat, k]
        slot = card // COLOURS
        if slot != game.joker[seat]:
            colour, role = card - COLOURS * slot, game.effect[seat, slot]
            later, better = note_leader(game, mind, card, slot, colour, role, jokers, False)
            stay, hope = max(stay, later), max(hope, better)
            if game.n_role[seat, slot] > game.hand[seat, card]:
                later, better = note_leader(game, mind, card, slot, colour, role, jokers, True)
                stay, hope = max(stay, later), max(hope, better)
    fits = mind.weights[W.hope] if game.n_hand[AREA] else 2.0 * mind.weights[W.hope]
    notes[Note.stay], notes[Note.draw] = stay, stay + fits * (hope - stay)


@kernel
def note_leader(game, mind, card, slot, colour, role, jokers, by_role):
    """A leader of a group, now and with one or two more cards.

    Answers what the plan is worth after a turn in vain, and after one that brought a card.
    """
    notes, weights, seat = mind.notes, mind.weights, game.player
    n = game.n_role[seat, slot] if by_role else game.n_colour[seat, colour]
    near = game.n_role[AREA, slot] if by_role else game.n_colour[AREA, colour]
    size, rest = n + jokers, game.n_hand[seat] - n - jokers
    step, given = notes[STEP + colour], notes[Note.gift] * rest
    if role == Role.cartographer:
        step += second_worth(game, mind, card, by_role)
    short = notes[NEED + colour] - notes[HELP + slot] - size
    table, limit = ROLE + TABLE * slot, limit_of(game, role, colour, rest)
    now = notes[table + min(size, limit)] + (step if short <= 0.0 else 0.0) - given
    one = notes[table + min(size + 1, limit)] + (step if short <= 1.0 else 0.0) - given
    two = notes[table + min(size + 2, limit)] + (step if short <= 2.0 else 0.0) - given
    now += notes[POINTS + n]
    one += notes[POINTS + n + 1]
    two += notes[POINTS + n + 2]
    for_one = 1.0 + (1.0 + weights[W.rush] if near > 0 else weights[W.fetch])
    danger, price = notes[Note.danger], notes[Note.price]
    later = max(after(now, 1.0, danger, price), after(one, for_one, danger, price))
    better = max(after(one, 1.0, danger, price), after(two, for_one, danger, price))
    at = BEST + MORE * (COLOURS + slot if by_role else colour)
    notes[LEAD + card + (CARDS if by_role else 0)] = now
    notes[at] = max(notes[at], one)
    notes[at + 1] = max(notes[at + 1], two)
    return later, better


@kernel
def after(worth, turns, danger, price):
    """An expedition's worth some turns before it goes, if the season lasts."""
    return worth * max(0.0, 1.0 - danger * turns) - price * turns


@kernel
def grown(game, mind, group, n, near, slot, colour, role):
    """The best plan of a group that a card from the area joins in this turn, and may lead."""
    notes, weights, at = mind.notes, mind.weights, BEST + MORE * group
    size = n + int(notes[Note.jokers])
    rest = game.n_hand[game.player] - size
    short = notes[NEED + colour] - notes[HELP + slot] - size
    table, limit = ROLE + TABLE * slot, limit_of(game, role, colour, rest)
    step, given = notes[STEP + colour], notes[Note.gift] * rest
    one = notes[table + min(size + 1, limit)] + (step if short <= 1.0 else 0.0)
    two = notes[table + min(size + 2, limit)] + (step if short <= 2.0 else 0.0)
    one = max(notes[POINTS + n + 1] + one - given, notes[at])
    two = max(notes[POINTS + n + 2] + two - given, notes[at + 1])
    for_two = 2.0 + weights[W.rush] if near > 1 else 1.0 + weights[W.fetch]
    danger, price = notes[Note.danger], notes[Note.price]
    return max(after(one, 1.0, danger, price), after(two, for_two, danger, price))


@kernel
def take_worth(game, rules, mind, card):
    """The best plan that a card from the recruiting area joins."""
    notes, slot, seat = mind.notes, card // COLOURS, game.player
    if slot == game.joker[seat]:
        return notes[Note.stay] + mind.weights[W.joker] * (0.5 + notes[Note.time])
    colour, role = card - COLOURS * slot, game.effect[seat, slot]
    n, near, best = game.n_colour[seat, colour], game.n_colour[AREA, colour], notes[Note.stay]
    alone = game.n_hand[seat] == 0
    if n + near > 1 or alone:
        best = max(best, grown(game, mind, colour, n, near, slot, colour, role))
    m, near = game.n_role[seat, slot], game.n_role[AREA, slot]
    if m + near > 1 and m > 0:
        best = max(best, grown(game, mind, COLOURS + slot, m, near, slot, colour, role))
    return best + mind.weights[W.flex] * (n + m)


@kernel
def rate_lead(game, rules, mind, move):
    if game.phase == Phase.turn:
        return mind.notes[LEAD + move - Move.by_colour]
    return extra_worth(game, rules, mind, move)

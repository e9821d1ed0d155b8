"""Players of Archeos Society. Ratings are in points unless a docstring says otherwise."""

from simulator.games.archeos.moves import (
    BACK,
    BY_COLOUR,
    BY_ROLE,
    CASH_IN,
    CHOOSE,
    DIG_CARD,
    DRAW,
    GO,
    KEEP_CARD,
    LEAVE_OUT,
    RETURN_HAND,
    SECOND_BACK,
    SECOND_STEP,
    STEP,
    TAKE_TOKEN,
    USE_ROLE,
)
from simulator.games.archeos.season import professor_sum
from simulator.games.archeos.table import (
    AREA,
    BOTANIST,
    CARTOGRAPHER,
    COLOURS,
    COMPASS,
    CURATOR,
    DOCTOR,
    GREEN,
    GUIDE,
    LINGUIST,
    MAX_SIZE,
    MERCENARY,
    MONKEYS,
    PATRON,
    PHOTOGRAPHER,
    PILOT,
    PINK,
    PROFESSOR,
    RED,
    ROLE_NAMES,
    STUDENT,
    TOKENS,
    VIOLET,
    YELLOW,
    effect_of,
    n_jokers,
    role_of,
)
from simulator.kernel import kernel
from strategies.registry import strategy

TIME = 0  # note: how much of the season is left, 1 = plenty
CALM = 8.0  # draws per player: with more than that to come a season feels endless


@kernel
def survey(game, rules, mind):
    mind.notes[TIME] = min(1.0, draws_left(game) / (CALM * game.players))


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
    return worth if side == COMPASS else advanced_worth(game, rules, seat, site, space, gain, worth)


@kernel
def advanced_worth(game, rules, seat, site, space, gain, worth):
    """A step on an advanced side, with what the side gives besides."""
    if site == RED:
        return worth + rules.draws[space]
    if site == GREEN:
        return worth + (1.0 if space + 1 >= farthest(game, site) else 0.0)
    if site == YELLOW:
        return worth if space < game.second[seat] else 0.5 * worth
    if site == PINK:
        larger, now = rules.caps[space + 1], rules.caps[space]
        return worth + 0.5 * (rules.expedition[larger] - rules.expedition[now])
    return gain if site == VIOLET else worth


@kernel
def farthest(game, site):
    farthest = 0
    for seat in range(game.players):
        farthest = max(farthest, game.space[seat, site])
    return farthest


@kernel
def can_advance(game, rules, seat, site, size):
    space, side = game.space[seat, site], game.side[site]
    return space < rules.last[site, side] and size >= rules.thresholds[site, side, space]


@kernel
def expedition_size(game, card, by_role):
    """Cards that could join this leader, Mercenaries too."""
    seat = game.player
    n = game.n_role[seat, card // COLOURS] if by_role else game.n_colour[seat, card % COLOURS]
    return n + n_jokers(game, seat)


@kernel
def role_worth(game, rules, seat, role, colour, size, mind):
    """What the leader's role adds, in points; cards are worth less when the season runs out."""
    if role == BOTANIST:
        return botanist_worth(game, rules, size, mind)
    if role == PHOTOGRAPHER:
        real = min(MAX_SIZE, max(1, size - n_jokers(game, seat)))
        return float(rules.expedition[real + 1] - rules.expedition[real])
    if role == PATRON:
        return mind.notes[TIME] * min(size, rules.hand_limit)
    if role == DOCTOR:
        return mind.notes[TIME] * min(size, game.n_hand[seat] - size)
    if role == LINGUIST:
        return linguist_worth(game, rules, seat, size)
    if role == CURATOR:
        return 0.0 if game.relic[seat, colour] else relic_worth(game, rules, seat)
    if role == PROFESSOR:
        return professor_worth(game, rules, seat, size)
    return 0.0


@kernel
def botanist_worth(game, rules, size, mind):
    """Its points now, and the tile's at the season's end if nobody takes it before."""
    if size < game.tile_size:
        return 0.0
    safe = min(1.0, 0.15 * size + 0.6 * (1.0 - mind.notes[TIME]))
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
    relics = 0
    for colour in range(COLOURS):
        relics += game.relic[seat, colour]
    return rules.museum[relics + 1] - rules.museum[relics] + 0.5 * seasons_left(game, rules)


@kernel
def professor_worth(game, rules, seat, size):
    """A step for the highest sum of tokens, and no step back for others than the lowest."""
    token = 0
    for value in range(1, min(size, TOKENS) + 1):
        token = value if game.token[value] == 0 else token
    mine, others = professor_sum(game, seat), 0
    for other in range(game.players):
        if other != seat:
            others = max(others, professor_sum(game, other))
    if token == 0 or mine + token < others:
        return 0.2 * token
    return 0.2 * token + 0.5 * best_free_step(game, rules, seat)


@kernel
def best_step(game, rules, seat, role, colour, size):
    """The most valuable step such an expedition could make."""
    if role == STUDENT:
        return 0.0
    if role == GUIDE:
        size += 1
    if role == PILOT:
        return best_pilot_step(game, rules, seat, size)
    if can_advance(game, rules, seat, colour, size):
        return step_worth(game, rules, seat, colour)
    return 0.0


@kernel
def best_pilot_step(game, rules, seat, size):
    best = 0.0
    for site in range(COLOURS):
        if can_advance(game, rules, seat, site, size):
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
def rate_rest(game, rules, move, mind):
    """Decisions that all players make alike: go, step where it pays, use what one has."""
    if move == GO:
        return 1.0
    if LEAVE_OUT <= move < STEP:  # where some must stay behind, those that do not score
        return 0.5 if effect_of(game, move - LEAVE_OUT) == MERCENARY else 0.0
    if STEP <= move < SECOND_STEP:
        return 1.0 + step_worth(game, rules, game.player, move - STEP)
    if move == SECOND_STEP:
        return 1.0 + (2.0 if game.second[game.player] < game.space[game.player, YELLOW] else 0.0)
    if move in (USE_ROLE, DIG_CARD):
        return 1.5
    if move == CASH_IN:
        return cash_worth(game, rules, mind)
    if KEEP_CARD <= move < TAKE_TOKEN:
        return 0.5 + fit(game, move - KEEP_CARD)
    if TAKE_TOKEN < move < RETURN_HAND:
        return float(move - TAKE_TOKEN)
    if BACK <= move < SECOND_BACK:
        site = move - BACK
        side, space = game.side[site], game.space[game.player, site]
        return -float(rules.points[site, side, space] - rules.points[site, side, space - 1])
    if move == SECOND_BACK:
        return 0.0 if game.second[game.player] > game.space[game.player, YELLOW] else -3.0
    return 0.0


@kernel
def cash_worth(game, rules, mind):
    """Cash in at Uluru when far enough, or when little time is left."""
    space = game.space[game.player, VIOLET]
    late = game.season == rules.seasons and mind.notes[TIME] < 0.5
    return 1.0 if space >= 3 or late else -1.0


@kernel
def fit(game, card):
    """How well a card goes with the hand, and a little with what lies in the recruiting area."""
    if effect_of(game, card) == MERCENARY:
        return 2.0
    here = group(game, game.player, card)
    return here + 0.05 * group(game, AREA, card)


@kernel
def group(game, seat, card):
    """The larger of the groups a card would join in a hand, and a little of the other."""
    of_colour, of_role = game.n_colour[seat, card % COLOURS], game.n_role[seat, card // COLOURS]
    return max(of_colour, of_role) + 0.2 * min(of_colour, of_role)


@kernel
def is_lead(move):
    return BY_COLOUR <= move < GO


@kernel
def lead_worth(game, rules, move, mind):
    by_role = move >= BY_ROLE
    return expedition_worth(game, rules, mind, move - (BY_ROLE if by_role else BY_COLOUR), by_role)


@kernel
def lead_size(game, move):
    by_role = move >= BY_ROLE
    return expedition_size(game, move - (BY_ROLE if by_role else BY_COLOUR), by_role)


@strategy("archeos", look=survey)
@kernel
def greedy(game, rules, move, mind):
    """Plays the expedition worth most as soon as one is worth anything; else takes what fits."""
    if is_lead(move):
        return lead_worth(game, rules, move, mind) - 1.0
    if move < DRAW:
        return 0.1 * fit(game, move)
    if move == DRAW:
        return 0.05
    return rate_rest(game, rules, move, mind)


@strategy("archeos", look=survey, weights={"enough": 6})
@kernel
def builder(game, rules, move, mind):
    """Few large expeditions: collects until one has `enough` cards, or the hand is full."""
    if is_lead(move):
        size = lead_size(game, move)
        full = game.n_hand[game.player] >= rules.hand_limit - 1
        ready = size >= mind.weights[0] or full or game.monkeys == MONKEYS - 1
        return lead_worth(game, rules, move, mind) + (10.0 if ready else -100.0)
    if move < DRAW:
        return fit(game, move)
    if move == DRAW:
        return 0.9
    return rate_rest(game, rules, move, mind)


@strategy("archeos", look=survey, weights={"step": 3})
@kernel
def rusher(game, rules, move, mind):
    """Many small expeditions, each for a step on a track; never waits for points."""
    if is_lead(move):
        by_role = move >= BY_ROLE
        card = move - (BY_ROLE if by_role else BY_COLOUR)
        size = expedition_size(game, card, by_role)
        step = best_step(game, rules, game.player, effect_of(game, card), card % COLOURS, size)
        return mind.weights[0] * step - 2.0
    if move < DRAW:
        return 0.1 * fit(game, move)
    if move == DRAW:
        return 0.15
    return rate_rest(game, rules, move, mind)


@strategy("archeos", look=survey, weights={"role": 0}, names={"role": ROLE_NAMES})
@kernel
def specialist(game, rules, move, mind):
    """Prefers cards and leaders of one role, as in specialist:role=curator."""
    wanted = int(mind.weights[0])
    if is_lead(move):
        card = move - (BY_ROLE if move >= BY_ROLE else BY_COLOUR)
        bonus = 4.0 if role_of(game, card) == wanted else 0.0
        return lead_worth(game, rules, move, mind) + bonus - 4.0
    if move < DRAW:
        return 0.1 * fit(game, move) + (2.0 if role_of(game, move) == wanted else 0.0)
    if move == DRAW:
        return 0.3
    if move == CHOOSE + wanted:
        return 1.0
    return rate_rest(game, rules, move, mind)


@strategy("archeos", look=survey, weights={"gift": 0.6, "patience": 3})
@kernel
def denier(game, rules, move, mind):
    """Weighs what it hands to rivals: every card returned to the recruiting area costs."""
    if is_lead(move):
        given = game.n_hand[game.player] - lead_size(game, move)
        return lead_worth(game, rules, move, mind) - mind.weights[0] * given - mind.weights[1]
    if move < DRAW:
        return 0.2 * fit(game, move)
    if move == DRAW:
        return 0.3
    return rate_rest(game, rules, move, mind)


GIFT, PATIENCE, TAKING, DRAWING, LATE_CARD, JOKER = range(6)


@strategy(
    "archeos",
    look=survey,
    weights={
        "gift": 0.5,
        "patience": 3.3,
        "taking": 1.45,
        "drawing": 1.0,
        "late_card": 0.1,
        "joker": 0.77,
    },
)
@kernel
def allround(game, rules, move, mind):
    """Plays when an expedition is worth more than waiting; waits less as the season runs out.

    In two-player matches it wins this share of 2,000 games against each of the others:
    random 100.0 %, greedy 97.6 %, builder 98.5 %, rusher 96.2 %, specialist 100.0 %, denier 89.8 %
    (tiltmeter simulate archeos -n 2000 -p 2 -s allround,denier). At tables with three different
    ones it wins 84 to 96 of 100 games (-p 4 -s allround,denier,rusher,greedy).
    """
    if is_lead(move):
        seat, time = game.player, mind.notes[TIME]
        worth = lead_worth(game, rules, move, mind) - mind.weights[PATIENCE] * time
        jokers = mind.weights[JOKER] * time * n_jokers(game, seat)
        return worth - jokers - mind.weights[GIFT] * (game.n_hand[seat] - lead_size(game, move))
    late = mind.weights[LATE_CARD] * (1.0 - mind.notes[TIME])
    if move < DRAW:
        return mind.weights[TAKING] * fit(game, move) - late
    if move == DRAW:
        return mind.weights[DRAWING] - late
    if LEAVE_OUT <= move < STEP and saves_joker(game, rules, move - LEAVE_OUT):
        return 1.0 + mind.weights[JOKER] * mind.notes[TIME]
    return rate_rest(game, rules, move, mind)


@kernel
def saves_joker(game, rules, card):
    """A Mercenary that the step can do without, and that will stay in hand if it does not go."""
    role, size = effect_of(game, game.leader), game.n_cards
    if effect_of(game, card) != MERCENARY or game.n_ur:
        return False
    left = game.n_hand[game.player] - size
    stays = (role == DOCTOR and left < size - 1) or (role == CARTOGRAPHER and can_lead_again(game))
    site = game.leader % COLOURS
    needed = can_advance(game, rules, game.player, site, size)
    return stays and (not needed or can_advance(game, rules, game.player, site, size - 1))


@kernel
def can_lead_again(game):
    """Is there a card that does not go and could lead?"""
    seat, jokers_going = game.player, 0
    for colour in range(COLOURS):
        jokers_going += game.member[COLOURS * game.joker[seat] + colour]
    return game.n_hand[seat] - n_jokers(game, seat) > game.n_cards - jokers_going

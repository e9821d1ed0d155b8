"""Players of Archeos Society. Ratings are in points unless a docstring says otherwise.

They look once per decision at what each card would lead: `survey` notes, for every colour and role,
how many cards of the hand could join, so that an expedition's worth is a few additions.
"""

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
    RETURN_HAND,
    SECOND_BACK,
    SECOND_STEP,
    STEP,
    TAKE_TOKEN,
    USE_ROLE,
)
from simulator.games.archeos.table import (
    ADVANCED,
    BOTANIST,
    COLOURS,
    CURATOR,
    DOCTOR,
    EFFECTS,
    EXTRA,
    FREE_STEP,
    GUIDE,
    KEEP,
    LINGUIST,
    MAX_SIZE,
    MERCENARY,
    MONKEYS,
    PATRON,
    PHOTOGRAPHER,
    PILOT,
    PROFESSOR,
    RED,
    ROLE_NAMES,
    SLOTS,
    STEP_UP,
    STUDENT,
    TURN,
    UR,
    VIOLET,
    YELLOW,
    role_of,
)
from simulator.kernel import kernel
from strategies.registry import strategy

OF_COLOUR, OF_ROLE, JOKERS = 0, 6, 12  # notes: cards of the hand by colour, by slot, Mercenaries
STEP_WORTH = 13  # notes: what a step on each site is worth, six of them


@kernel
def survey(game, rules, mind):
    """Counts the hand and values the next step on each site, as far as the decision needs them."""
    phase = game.phase
    if phase in (TURN, EXTRA, UR, KEEP):
        count_hand(game, mind)
    if phase in (TURN, EXTRA, UR, EFFECTS, FREE_STEP, STEP_UP):
        for site in range(COLOURS):
            mind.notes[STEP_WORTH + site] = step_worth(game, rules, game.player, site)


@kernel
def count_hand(game, mind):
    seat, jokers = game.player, game.slot[MERCENARY]
    mind.notes[JOKERS] = 0.0
    for colour in range(COLOURS):
        mind.notes[OF_COLOUR + colour] = 0.0
    for slot in range(SLOTS):
        n = 0
        for colour in range(COLOURS):
            n += game.hand[seat, COLOURS * slot + colour]
        mind.notes[OF_ROLE + slot] = n
        if slot == jokers:
            mind.notes[JOKERS] = n
            mind.notes[OF_ROLE + slot] = 0.0
        elif n:
            for colour in range(COLOURS):
                mind.notes[OF_COLOUR + colour] += game.hand[seat, COLOURS * slot + colour]


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
    if site == VIOLET and side == ADVANCED:
        return gain
    worth = gain * seasons_left(game, rules)
    if site == RED and side == ADVANCED:
        worth += rules.draws[space]
    return worth + 0.5


@kernel
def can_advance(game, rules, seat, site, size):
    space, side = game.space[seat, site], game.side[site]
    return space < rules.last[site, side] and size >= rules.thresholds[site, side, space]


@kernel
def expedition_size(game, mind, card, by_role):
    """Cards that could join this leader, Mercenaries too."""
    n = mind.notes[OF_ROLE + card // COLOURS] if by_role else mind.notes[OF_COLOUR + card % COLOURS]
    return int(n + mind.notes[JOKERS])


@kernel
def role_worth(game, rules, seat, role, colour, size, mind):
    """What the leader's role adds, in points."""
    if role == BOTANIST:
        return rules.botanist_points + 1.0 if size >= game.tile_size else 0.0
    if role == LINGUIST:
        return 0.6 * size
    if role == CURATOR:
        return 0.0 if game.relic[seat, colour] else 2.5
    if role == PHOTOGRAPHER:
        real = min(MAX_SIZE, max(1, size - int(mind.notes[JOKERS])))
        return float(rules.expedition[real + 1] - rules.expedition[real])
    if role == PATRON:
        return 0.8 * size
    if role == DOCTOR:
        return 0.8 * min(size, game.n_hand[seat] - size)
    if role == PROFESSOR:
        return 0.5 * size
    return 0.0


@kernel
def best_step(game, rules, seat, role, colour, size, mind):
    """The most valuable step such an expedition could make."""
    if role == STUDENT:
        return 0.0
    if role == GUIDE:
        size += 1
    best = 0.0
    for site in range(COLOURS):
        if (role == PILOT or site == colour) and can_advance(game, rules, seat, site, size):
            best = max(best, mind.notes[STEP_WORTH + site])
    return best


@kernel
def expedition_worth(game, rules, mind, card, by_role):
    """Points of the expedition itself, the step and the role."""
    seat, role, colour = game.player, role_of(game, card), card % COLOURS
    size = expedition_size(game, mind, card, by_role)
    real = max(1, size - int(mind.notes[JOKERS]))
    worth = float(rules.expedition[min(real, MAX_SIZE)])
    worth += best_step(game, rules, seat, role, colour, size, mind)
    return worth + role_worth(game, rules, seat, role, colour, size, mind)


@kernel
def rate_rest(game, rules, move, mind):
    """Decisions that all players make alike: go, step where it pays, use what one has."""
    if move == GO:
        return 1.0
    if STEP <= move < SECOND_STEP:
        return 1.0 + mind.notes[STEP_WORTH + move - STEP]
    if move == SECOND_STEP:
        return 1.0 + (2.0 if game.second[game.player] < game.space[game.player, YELLOW] else 0.0)
    if move in (USE_ROLE, DIG_CARD):
        return 1.5
    if move == CASH_IN:
        return cash_worth(game, rules)
    if KEEP_CARD <= move < TAKE_TOKEN:
        return 0.5 + fit(game, mind, move - KEEP_CARD)
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
def cash_worth(game, rules):
    """Cash in at Uluru when far enough, or when little time is left."""
    space = game.space[game.player, VIOLET]
    late = game.season == rules.seasons and game.monkeys > 0
    return 1.0 if space >= 3 or late else -1.0


@kernel
def fit(game, mind, card):
    """How well a card goes with the hand: the larger of its two groups."""
    if role_of(game, card) == MERCENARY:
        return 2.0
    return max(mind.notes[OF_COLOUR + card % COLOURS], mind.notes[OF_ROLE + card // COLOURS])


@kernel
def is_lead(move):
    return BY_COLOUR <= move < GO


@kernel
def lead_worth(game, rules, move, mind):
    by_role = move >= BY_ROLE
    return expedition_worth(game, rules, mind, move - (BY_ROLE if by_role else BY_COLOUR), by_role)


@kernel
def lead_size(game, move, mind):
    by_role = move >= BY_ROLE
    return expedition_size(game, mind, move - (BY_ROLE if by_role else BY_COLOUR), by_role)


@strategy("archeos", look=survey)
@kernel
def greedy(game, rules, move, mind):
    """Plays the expedition worth most as soon as one is worth anything; else takes what fits."""
    if is_lead(move):
        return lead_worth(game, rules, move, mind) - 1.0
    if move < DRAW:
        return 0.1 * fit(game, mind, move)
    if move == DRAW:
        return 0.05
    return rate_rest(game, rules, move, mind)


@strategy("archeos", look=survey, weights={"enough": 6})
@kernel
def builder(game, rules, move, mind):
    """Few large expeditions: collects until one has `enough` cards, or the hand is full."""
    if is_lead(move):
        size = lead_size(game, move, mind)
        full = game.n_hand[game.player] >= rules.hand_limit - 1
        ready = size >= mind.weights[0] or full or game.monkeys == MONKEYS - 1
        return lead_worth(game, rules, move, mind) + (10.0 if ready else -100.0)
    if move < DRAW:
        return fit(game, mind, move)
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
        size = expedition_size(game, mind, card, by_role)
        step = best_step(game, rules, game.player, role_of(game, card), card % COLOURS, size, mind)
        return mind.weights[0] * step - 2.0
    if move < DRAW:
        return 0.1 * fit(game, mind, move)
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
        return 0.1 * fit(game, mind, move) + (2.0 if role_of(game, move) == wanted else 0.0)
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
        given = game.n_hand[game.player] - lead_size(game, move, mind)
        return lead_worth(game, rules, move, mind) - mind.weights[0] * given - mind.weights[1]
    if move < DRAW:
        return 0.2 * fit(game, mind, move)
    if move == DRAW:
        return 0.3
    return rate_rest(game, rules, move, mind)


GIFT, PATIENCE, TAKING, DRAWING, HURRY, JOKER, LATE_CARD = range(7)


@strategy(
    "archeos",
    look=survey,
    weights={
        "gift": 0.49,
        "patience": 3.29,
        "taking": 1.07,
        "drawing": 0.42,
        "hurry": 0.49,
        "joker": 0.93,
        "late_card": 0.17,
    },
)
@kernel
def allround(game, rules, move, mind):
    """Plays when an expedition is worth more than waiting; waits less as monkeys come out.

    In two-player matches it wins this share of 2,000 games against each of the others:
    random 100.0 %, greedy 96.8 %, builder 97.4 %, rusher 95.2 %, specialist 100.0 %, denier 86.3 %
    (tiltmeter simulate archeos -n 2000 -p 2 -s allround,denier).
    """
    if is_lead(move):
        seat, size = game.player, lead_size(game, move, mind)
        worth = lead_worth(game, rules, move, mind)
        jokers_spent = mind.weights[JOKER] * mind.notes[JOKERS]
        wait = mind.weights[PATIENCE] - mind.weights[HURRY] * game.monkeys
        return worth - jokers_spent - mind.weights[GIFT] * (game.n_hand[seat] - size) - wait
    if move < DRAW:
        return mind.weights[TAKING] * fit(game, mind, move) - mind.weights[LATE_CARD] * game.monkeys
    if move == DRAW:
        return mind.weights[DRAWING] - mind.weights[LATE_CARD] * game.monkeys
    return rate_rest(game, rules, move, mind)

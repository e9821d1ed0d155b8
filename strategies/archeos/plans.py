"""What plans are worth to players of Archeos Society, in points: to lead, to take, to draw.

A plan is a group of cards, of one colour or of one role, and some more cards to join it. Its worth
is that of the expedition it ends in, less the turns until then: a turn has a price, because it
could be spent on the next expedition. To lead is a plan that needs no more cards; to take a card
is to follow the best plan that it belongs to; to draw is to hope. So all that a turn offers is
rated on one scale.
"""

from simulator.games.archeos.moves import Move, is_by_role, leader_of
from simulator.games.archeos.season import cap
from simulator.games.archeos.table import AREA, CARDS, COLOURS, Phase, Role, effect_of, n_jokers
from simulator.kernel import kernel
from strategies.archeos.mind import (
    BEST,
    HELP,
    LEAD,
    MORE,
    NEED,
    POINTS,
    ROLE,
    STEP,
    TABLE,
    Note,
    W,
)
from strategies.archeos.worth import note_points, note_roles, note_season, note_steps

NOBODY = -1000.0  # the worth of a group without a leader


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
    lone = weights[W.lone] if size == 1 else 0.0  # beyond its turn: it takes time from a larger one
    notes[LEAD + card + (CARDS if by_role else 0)] = now - lone
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

"""What a move of allround is worth: an arrow, a pause, a card, a key place.

An arrow is worth what its place gives, how the expedition then stands to goals, and what the next
arrow can take: the player's own if the turn goes on, a rival's if it does not.
"""

from simulator.games.expeditions.arrows import is_visited
from simulator.games.expeditions.board import CARDS, Place
from simulator.games.expeditions.table import COLOURS, EffectAt, Gives, Phase
from simulator.kernel import kernel
from strategies.expeditions.ahead import after, best_elsewhere, best_of_others, best_onward, reach
from strategies.expeditions.board_tables import PAID
from strategies.expeditions.goals import FAR, NEVER, goal_worth, to_start
from strategies.expeditions.notes import N
from strategies.expeditions.weights import W


@kernel
def arrow_worth(game, rules, mind, colour, arc):
    """Of an arrow, beyond how the expedition stands now; after a loop it turns up anywhere."""
    before = mind.notes[N.reach + colour] + mind.notes[N.paid]
    if game.phase == Phase.loop:
        before += bait_at(rules, mind, rules.tail[arc])
    if is_visited(game, colour, rules.head[arc]):
        return return_worth(game, rules, mind, colour, arc) - before
    return arrival_worth(game, rules, mind, colour, arc) - before


@kernel
def bait_at(rules, mind, base):
    """What a rival may get for taking a loop's arrow off, by the reading that gives its base's."""
    is_bait = rules.removal_effect_at == EffectAt.base and rules.gives[base] == Gives.arrow
    return mind.weights[W.bait] if is_bait else 0.0


@kernel
def arrival_worth(game, rules, mind, colour, arc):
    """What an arrow gives by leading to a new place, and what comes after it."""
    place = rules.head[arc]
    if game.n_arrows[colour] + 1 == rules.arrows:
        return last_worth(rules, mind, colour, place)
    best = best_onward(game, rules, mind, colour, arc, how_far_back(mind, place))
    worth = mind.notes[N.mine + place] + reach(mind, place)
    return worth + after(mind, rules.gives[place], best)


@kernel
def return_worth(game, rules, mind, colour, arc):
    """Of a loop; but the last arrow of a colour closes none."""
    place = rules.head[arc]
    if game.n_arrows[colour] + 1 == rules.arrows:
        return last_worth(rules, mind, colour, place)
    return mind.notes[N.mine + place] + mind.weights[W.loop] + mind.notes[N.restart + colour]


@kernel
def last_worth(rules, mind, colour, place):
    """Of the last arrow of a colour: the next one leads on another."""
    best = best_elsewhere(mind, colour, how_far_back(mind, place))
    return mind.notes[N.mine + place] + after(mind, rules.gives[place], best)


@kernel
def how_far_back(mind, place):
    """To read notes of green places: a rival's, if a rival comes next after an arrow there."""
    is_own = (place >= int(mind.notes[N.own])) & (place < int(mind.notes[N.own + 1]))
    return 0 if is_own else CARDS


@kernel
def pause_worth(game, mind):
    """Of a move without an arrow: the turn's own comes next, or a rival's.

    It is kept for later in the turn, but not by declining a blue one, beside which it comes anyway.
    """
    if game.main_done:
        return next_rival(mind, best_of_others(mind, N.loss, COLOURS))
    kept = mind.weights[W.arrow] if game.phase == Phase.turn else 0.0
    return kept + next_arrow(mind, best_of_others(mind, N.best, COLOURS))


@kernel
def next_arrow(mind, best):
    return mind.weights[W.go_on] + mind.weights[W.next] * best


@kernel
def next_rival(mind, best):
    return -mind.notes[N.rival_next] * best


@kernel
def exchange_worth(game, rules, mind):
    """New cards for the least promising one, where tickets are worth less than that."""
    better = mind.weights[W.fresh] * mind.notes[N.later] - mind.notes[N.cost]
    if better <= 0.0:
        return NEVER
    weakest = 1.0
    for k in range(game.n_hand[game.player]):
        weakest = min(weakest, promise_of(game, rules, game.hand[game.player, k]))
    return better - weakest + pause_worth(game, mind)


@kernel
def promise_of(game, rules, card):
    """Points an own card promises, from where the expeditions stand."""
    near = FAR
    for colour in range(COLOURS):
        if game.n_arrows[colour] < rules.arrows:
            near = min(near, arrows_to(rules, game.tip[colour], card))
    return goal_worth(game, rules, card) / (1.0 + near)


@kernel
def arrows_to(rules, place, goal):
    """Arrows from a place to a goal, as if no segment were used."""
    if rules.gives[Place.blue] == Gives.arrow:
        return int(PAID[place, goal])
    return int(rules.distance[place, goal])


@kernel
def mark_worth(rules, place):
    """The nearest key place: near ones are met in passing."""
    return -1.0 * to_start(rules, place)

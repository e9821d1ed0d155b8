"""What happens when a move is made, up to the next decision."""

from simulator.games.archeos.cards import hold
from simulator.games.archeos.expedition import (
    choose_member,
    dig,
    end_effects,
    go_alone,
    keep,
    lead,
    lead_or_pass,
    return_hand,
    use_effect,
)
from simulator.games.archeos.moves import Move, is_take
from simulator.games.archeos.season import ask_professor, ask_ur, draw, end_turn
from simulator.games.archeos.start import begin_season, choose_sides
from simulator.games.archeos.table import AREA, COLOURS, MONKEYS, ROLES, SLOTS, Phase, Tally
from simulator.games.archeos.tracks import cash_in, step, step_back
from simulator.kernel import kernel
from simulator.turns import next_seat


@kernel
def apply(game, rules, move):
    phase = game.phase
    game.fresh = 0
    if phase == Phase.turn:
        play_turn(game, rules, move)
    elif phase == Phase.members:
        choose_member(game, rules, move)
    elif phase == Phase.effects:
        use_effect(game, rules, move)
    elif phase == Phase.keep:
        keep(game, rules, move)
    elif phase == Phase.dig:
        dig(game, rules, move)
    elif phase in (Phase.extra, Phase.ur):
        lead_or_pass(game, rules, move)
    elif phase in (Phase.pick_role, Phase.pick_side):
        draft(game, rules, move)
    else:
        apply_small(game, rules, move)
    settle(game, rules)


@kernel
def apply_small(game, rules, move):
    """Phases that interrupt the effects of an expedition or the Professor's moves."""
    if game.phase == Phase.token:
        if move != Move.done:
            game.token[move - Move.token] = 1 + game.player
        game.phase = Phase.effects
    elif game.phase == Phase.free_step:
        game.n_free -= 1
        game.phase = Phase.effects
        if move == Move.done:
            game.n_free = 0
        else:
            step(game, rules, move, Phase.effects, False)
    elif game.phase == Phase.cash:
        if move == Move.cash_in:
            cash_in(game, rules)
        game.phase = game.back_to
    elif game.phase == Phase.step_up and move != Move.done:
        step(game, rules, move, Phase.step_up, False)
    elif game.phase == Phase.step_back and move != Move.done:
        step_back(game, move)


@kernel
def draft(game, rules, move):
    """Six roles in turn, each from six offered; then six boards, each drawn at random."""
    game.n_drafted += 1
    game.player = next_seat(game, game.player)
    if game.phase == Phase.pick_side:
        game.side[game.pile[game.n_drafted - SLOTS - 1]] = move - Move.choose_side
        if game.n_drafted == SLOTS + COLOURS:
            begin_season(game, rules)
        return
    role = move - Move.choose_role
    game.roles[game.n_drafted - 1] = role
    game.offer[role] = 0
    if game.n_drafted < SLOTS:
        game.offer[game.pile[SLOTS + game.n_drafted - 1]] = 1
    else:
        for other in range(ROLES):
            game.offer[other] = 0
        choose_sides(game, rules)


@kernel
def play_turn(game, rules, move):
    seat = game.player
    if is_take(move):
        card = move - Move.take
        hold(game, AREA, card, -1)
        game.tally[seat, Tally.taken] += 1
        hold(game, seat, card, 1)
        end_turn(game)
    elif move == Move.draw:
        draw(game, rules, 1 if game.n_hand[AREA] else 2)
        end_turn(game)
    elif move == Move.return_hand:
        return_hand(game)
        end_turn(game)
    else:
        lead(game, move)


@kernel
def settle(game, rules):
    """Plays on by itself until there is something to decide, or the game is over."""
    going = True
    while going and not game.ended:
        if game.monkeys == MONKEYS and game.n_ur == 0 and game.phase == Phase.turn:
            game.n_ur = 1
            game.phase = Phase.ur
            going = ask_ur(game, rules)
        elif game.phase == Phase.members:
            going = go_alone(game, rules)
        elif game.phase == Phase.effects:
            going = end_effects(game, rules)
        elif game.phase == Phase.step_up or game.phase == Phase.step_back:
            going = ask_professor(game, rules)
        else:
            going = False

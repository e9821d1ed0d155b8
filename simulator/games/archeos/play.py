"""What happens when a move is made, up to the next decision."""

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
from simulator.games.archeos.moves import (
    BACK,
    CASH_IN,
    CHOOSE,
    DONE,
    DRAW,
    RETURN_HAND,
    SECOND_BACK,
    SHOW_COMPASS,
    TAKE_TOKEN,
)
from simulator.games.archeos.season import ask_professor, ask_ur, draw, end_turn
from simulator.games.archeos.table import (
    ADVANCED,
    AREA,
    CASH,
    COLOURS,
    DIG,
    EFFECTS,
    EXTRA,
    FREE_STEP,
    KEEP,
    MEMBERS,
    MONKEYS,
    PICK_ROLE,
    PICK_SIDE,
    ROLES,
    SLOTS,
    STEP_BACK,
    STEP_UP,
    TAKEN,
    TOKEN,
    TURN,
    UR,
    VIOLET,
    begin_season,
    choose_sides,
    hold,
)
from simulator.games.archeos.tracks import step
from simulator.kernel import kernel
from simulator.turns import next_seat


@kernel
def apply(game, rules, move):
    phase = game.phase
    game.fresh = 0
    if phase == TURN:
        play_turn(game, rules, move)
    elif phase == MEMBERS:
        choose_member(game, rules, move)
    elif phase == EFFECTS:
        use_effect(game, rules, move)
    elif phase == KEEP:
        keep(game, rules, move)
    elif phase == DIG:
        dig(game, rules, move)
    elif phase in (EXTRA, UR):
        lead_or_pass(game, rules, move)
    elif phase in (PICK_ROLE, PICK_SIDE):
        draft(game, rules, move)
    else:
        apply_small(game, rules, move)
    settle(game, rules)


@kernel
def apply_small(game, rules, move):
    """Phases that interrupt the effects of an expedition or the Professor's moves."""
    seat = game.player
    if game.phase == TOKEN:
        if move != DONE:
            game.token[move - TAKE_TOKEN] = 1 + seat
        game.phase = EFFECTS
    elif game.phase == FREE_STEP:
        game.n_free -= 1
        game.phase = EFFECTS
        if move == DONE:
            game.n_free = 0
        else:
            step(game, rules, move, EFFECTS, False)
    elif game.phase == CASH:
        if move == CASH_IN:
            game.points[seat, VIOLET] += rules.points[VIOLET, ADVANCED, game.space[seat, VIOLET]]
            game.space[seat, VIOLET] = 0
        game.phase = game.back_to
    elif game.phase == STEP_UP and move != DONE:
        step(game, rules, move, STEP_UP, False)
    elif game.phase == STEP_BACK and move != DONE:
        if move == SECOND_BACK:
            game.second[seat] -= 1
        else:
            game.space[seat, move - BACK] -= 1


@kernel
def draft(game, rules, move):
    """Six roles in turn, each from six offered; then six boards, each drawn at random."""
    game.n_drafted += 1
    game.player = next_seat(game, game.player)
    if game.phase == PICK_SIDE:
        game.side[game.pile[game.n_drafted - SLOTS - 1]] = move - SHOW_COMPASS
        if game.n_drafted == SLOTS + COLOURS:
            begin_season(game, rules)
        return
    role = move - CHOOSE
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
    if move < DRAW:
        hold(game, AREA, move, -1)
        game.tally[seat, TAKEN] += 1
        hold(game, seat, move, 1)
        end_turn(game)
    elif move == DRAW:
        draw(game, rules, 1 if game.n_hand[AREA] else 2)
        end_turn(game)
    elif move == RETURN_HAND:
        return_hand(game)
        end_turn(game)
    else:
        lead(game, move)


@kernel
def settle(game, rules):
    """Plays on by itself until there is something to decide, or the game is over."""
    going = True
    while going and not game.ended:
        if game.monkeys == MONKEYS and game.n_ur == 0 and game.phase == TURN:
            game.n_ur = 1
            game.phase = UR
            going = ask_ur(game, rules)
        elif game.phase == MEMBERS:
            going = go_alone(game, rules)
        elif game.phase == EFFECTS:
            going = end_effects(game, rules)
        elif game.phase == STEP_UP or game.phase == STEP_BACK:
            going = ask_professor(game, rules)
        else:
            going = False

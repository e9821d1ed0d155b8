"""What a player may do and what then happens, from the draft to the last season's end.

A move is one int. Within a phase, `FIRST + n` names a card kind, a site, a role or a token.
"""

from simulator.games.archeos.scoring import finish_season, rank
from simulator.games.archeos.table import (
    ADVANCED,
    BOTANIST,
    BOTANIST_POINTS,
    CARDS,
    CARTOGRAPHER,
    CASH,
    COLOURS,
    CURATOR,
    DIG,
    DOCTOR,
    DRAWN,
    EFFECTS,
    EXTRA,
    FREE_STEP,
    GUIDE,
    KEEP,
    LINGUIST,
    MAX_SIZE,
    MEMBERS,
    MERCENARY,
    MONKEY,
    MONKEYS,
    PATRON,
    PHOTOGRAPHER,
    PICK_ROLE,
    PICK_SIDE,
    PILOT,
    PINK,
    PROFESSOR,
    RED,
    RETURNED,
    ROLES,
    SIZES,
    SLOTS,
    STEP_BACK,
    STEP_UP,
    STEPS,
    STUDENT,
    TAKEN,
    TOKEN,
    TOKENS,
    TURN,
    UR,
    VIOLET,
    YELLOW,
    begin_season,
    choose_sides,
    give,
    pop,
    role_of,
)
from simulator.kernel import kernel
from simulator.turns import next_seat

TAKE = 0  # + card: from the recruiting area
DRAW = 36
BY_COLOUR = 40  # + card: leads an expedition of its colour
BY_ROLE = 80  # + card: leads an expedition of its role
GO = 120
LEAVE_OUT = 130  # + card
STEP = 170  # + site
SECOND_STEP = 176  # the second vehicle of Ta-sekhet-ma'at
USE_ROLE = 180
DONE = 181  # no more, thank you
CASH_IN = 182
KEEP_CARD = 190  # + card
TAKE_TOKEN = 230  # + value
RETURN_HAND = 239
BACK = 240  # + site
SECOND_BACK = 246
CHOOSE = 250  # + role, in the draft
SHOW_COMPASS, SHOW_ADVANCED = 270, 271
DIG_CARD = 272

ALL_SEASONS = 2  # the only ending
ANY_SIZE = 99  # for steps that ask for no size

(
    K_TAKE,
    K_DRAW,
    K_BY_COLOUR,
    K_BY_ROLE,
    K_GO,
    K_LEAVE_OUT,
    K_STEP,
    K_USE_ROLE,
    K_DONE,
    K_CASH,
    K_KEEP,
    K_TOKEN,
    K_RETURN,
    K_BACK,
    K_CHOOSE,
    K_SIDE,
    K_DIG,
) = range(17)


@kernel
def kind(game, rules, move):
    if move < DRAW:
        return K_TAKE
    if move < BY_COLOUR:
        return K_DRAW
    if move < BY_ROLE:
        return K_BY_COLOUR
    if move < GO:
        return K_BY_ROLE
    if move < LEAVE_OUT:
        return K_GO
    if move < STEP:
        return K_LEAVE_OUT
    if move < USE_ROLE:
        return K_STEP
    if move < KEEP_CARD:
        return K_USE_ROLE + move - USE_ROLE
    if move < TAKE_TOKEN:
        return K_KEEP
    if move < RETURN_HAND:
        return K_TOKEN
    if move < BACK:
        return K_RETURN
    if move < CHOOSE:
        return K_BACK
    if move < SHOW_COMPASS:
        return K_CHOOSE
    return K_SIDE if move < DIG_CARD else K_DIG


# What is legal


@kernel
def add(choices, n, move):
    choices.move[n] = move
    return n + 1


@kernel
def legal(game, rules, choices):
    seat = game.player
    if game.phase == TURN:
        return legal_turn(game, rules, choices)
    if game.phase == MEMBERS:
        return legal_members(game, rules, choices)
    if game.phase == EFFECTS:
        return legal_effects(game, rules, choices)
    if game.phase == EXTRA or game.phase == UR:
        return add(choices, legal_leaders(game, choices, 0), DONE)
    if game.phase == KEEP:
        n = add(choices, 0, DONE)
        for card in range(game.kept, CARDS):
            if game.hand[seat, card] > game.keeping[card]:
                n = add(choices, n, KEEP_CARD + card)
        return n
    if game.phase == FREE_STEP or game.phase == STEP_UP:
        return add(choices, add_steps(game, rules, choices, 0, ANY_SIZE, -1), DONE)
    if game.phase == STEP_BACK:
        n = add_steps_back(game, choices, 0)
        return n if rules.professor_back_mandatory else add(choices, n, DONE)
    return legal_small(game, rules, choices)


@kernel
def legal_small(game, rules, choices):
    """Phases with a handful of moves."""
    n = 0
    if game.phase == TOKEN:
        for value in range(1, min(game.n_cards, TOKENS) + 1):
            if game.token[value] == 0:
                n = add(choices, n, TAKE_TOKEN + value)
        return add(choices, n, DONE)
    if game.phase == CASH:
        return add(choices, add(choices, 0, CASH_IN), DONE)
    if game.phase == DIG:
        return add(choices, add(choices, 0, DIG_CARD), DONE)
    if game.phase == PICK_SIDE:
        return add(choices, add(choices, 0, SHOW_COMPASS), SHOW_ADVANCED)
    for role in range(ROLES):
        if game.offer[role]:
            n = add(choices, n, CHOOSE + role)
    return n


@kernel
def legal_turn(game, rules, choices):
    """Acquire a card while there is room in the hand, or lead an expedition."""
    n, seat = 0, game.player
    if game.n_hand[seat] < rules.hand_limit:
        for card in range(CARDS):
            # Written in any case and counted if it is there: a branch would be a guess.
            choices.move[n] = TAKE + card
            n += game.area[card] > 0
        n = add(choices, n, DRAW)
    n = legal_leaders(game, choices, n)
    return n if n else add(choices, 0, RETURN_HAND)


@kernel
def legal_leaders(game, choices, n):
    """Any card but a Mercenary leads; by its role only where that differs from its colour."""
    seat = game.player
    for slot in range(SLOTS):
        if slot == game.slot[MERCENARY]:
            continue
        of_role = n_of_role(game, seat, slot)
        for card in range(COLOURS * slot, COLOURS * slot + (COLOURS if of_role else 0)):
            held = game.hand[seat, card]
            choices.move[n] = BY_COLOUR + card
            n += held > 0
            choices.move[n] = BY_ROLE + card
            n += (held > 0) & (of_role > held)
    return n


@kernel
def n_of_role(game, seat, slot):
    n = 0
    for colour in range(COLOURS):
        n += game.hand[seat, COLOURS * slot + colour]
    return n


@kernel
def cap(game, rules):
    """The largest expedition allowed: any during a season, as Ur says at its end."""
    return rules.caps[game.space[game.player, PINK]] if game.n_ur else MAX_SIZE


@kernel
def legal_members(game, rules, choices):
    """Go with the cards chosen so far, or leave one more out; too many must be left out."""
    n, fits = 0, game.n_cards <= cap(game, rules)
    if fits:
        n = add(choices, n, GO)
    for card in range(game.dropped if fits else 0, CARDS):
        if game.member[card] > (1 if card == game.leader else 0):
            n = add(choices, n, LEAVE_OUT + card)
    return n


@kernel
def can_step(game, rules, seat, site, second, size):
    """Is the expedition large enough for the next space, if there is one?"""
    space = game.second[seat] if second else game.space[seat, site]
    side = game.side[site]
    return space < rules.last[site, side] and size >= rules.thresholds[site, side, space]


@kernel
def has_second(game, site):
    return site == YELLOW and game.side[YELLOW] == ADVANCED


@kernel
def add_steps(game, rules, choices, n, size, only):
    """Steps on one site, or on any if `only` is -1."""
    seat = game.player
    for site in range(COLOURS):
        if only < 0 or site == only:
            if can_step(game, rules, seat, site, False, size):
                n = add(choices, n, STEP + site)
            differs = game.second[seat] != game.space[seat, site]
            if has_second(game, site) and differs and can_step(game, rules, seat, site, True, size):
                n = add(choices, n, SECOND_STEP)
    return n


@kernel
def add_steps_back(game, choices, n):
    seat = game.player
    for site in range(COLOURS):
        if game.space[seat, site] > 0:
            n = add(choices, n, BACK + site)
    differs = game.second[seat] != game.space[seat, YELLOW]
    if has_second(game, YELLOW) and differs and game.second[seat] > 0:
        n = add(choices, n, SECOND_BACK)
    return n


@kernel
def legal_effects(game, rules, choices):
    n, role = 0, role_of(game, game.leader)
    if not game.stepped and role != STUDENT:
        size = game.n_cards + (role == GUIDE)
        only = -1 if role == PILOT else game.leader % COLOURS
        n = add_steps(game, rules, choices, n, size, only)
    if not game.used and has_effect(game, rules, role):
        n = add(choices, n, USE_ROLE)
    return add(choices, n, DONE)


@kernel
def has_effect(game, rules, role):
    """Would using the leader's role now do anything?"""
    seat = game.player
    if role == BOTANIST:
        return game.n_cards >= game.tile_size
    if role == LINGUIST:
        return game.linguist[seat] < rules.linguist_last
    if role == CURATOR:
        return game.relic[seat, game.leader % COLOURS] == 0
    if role == PATRON:
        return game.n_ur == 0
    if role == PROFESSOR:
        for value in range(1, min(game.n_cards, TOKENS) + 1):
            if game.token[value] == 0:
                return True
    return False


# What happens


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
        game.area[move] -= 1
        game.n_area -= 1
        game.tally[seat, TAKEN] += 1
        give(game, seat, move)
        end_turn(game)
    elif move == DRAW:
        draw(game, rules, 1 if game.n_area else 2)
        end_turn(game)
    elif move == RETURN_HAND:
        return_hand(game)
        end_turn(game)
    else:
        lead(game, move)


@kernel
def draw(game, rules, n):
    """Draws up to n cards within the hand limit; the third monkey ends the season on the spot."""
    seat = game.player
    while n > 0 and game.n_hand[seat] < rules.hand_limit and game.monkeys < MONKEYS:
        card = pop(game)
        if card == MONKEY:
            game.monkeys += 1
            game.revealer = seat
        else:
            give(game, seat, card)
            game.tally[seat, DRAWN] += 1
            n -= 1


@kernel
def lead(game, move):
    """Begins an expedition with every matching card and all Mercenaries; some may be left out."""
    seat = game.player
    game.by_role = move >= BY_ROLE
    game.leader = move - BY_ROLE if game.by_role else move - BY_COLOUR
    game.extra = game.phase == EXTRA
    game.n_cards, game.dropped, game.stepped, game.used, game.advanced = 0, 0, 0, 0, 0
    for k in range(COLOURS):
        add_members(game, seat, member_card(game, k))
    if game.slot[MERCENARY] >= 0:
        for colour in range(COLOURS):
            add_members(game, seat, COLOURS * game.slot[MERCENARY] + colour)
    game.phase = MEMBERS


@kernel
def member_card(game, k):
    """The k-th kind of card that shares the leader's chosen trait."""
    if game.by_role:
        return game.leader - game.leader % COLOURS + k
    return COLOURS * k + game.leader % COLOURS


@kernel
def add_members(game, seat, card):
    """All cards of a kind, once: a Mercenary of the leader's colour matches twice."""
    game.n_cards += game.hand[seat, card] - game.member[card]
    game.member[card] = game.hand[seat, card]


@kernel
def choose_member(game, rules, move):
    if move == GO:
        set_out(game)
    else:
        game.dropped = move - LEAVE_OUT
        game.member[game.dropped] -= 1
        game.n_cards -= 1


@kernel
def set_out(game):
    """Lays the expedition out; it stays on the table until the season's end."""
    seat, role, mercenaries = game.player, role_of(game, game.leader), 0
    if game.slot[MERCENARY] >= 0:
        for card in range(COLOURS * game.slot[MERCENARY], COLOURS * (game.slot[MERCENARY] + 1)):
            mercenaries += lay_out(game, seat, card)
    for k in range(COLOURS):
        lay_out(game, seat, member_card(game, k))
    game.n_hand[seat] -= game.n_cards
    game.sizes[seat, 1 if role == PHOTOGRAPHER else 0, game.n_cards - mercenaries] += 1
    game.tally[seat, role] += 1
    game.tally[seat, SIZES + min(game.n_cards, 6) - 1] += 1
    game.phase = EFFECTS


@kernel
def lay_out(game, seat, card):
    """Moves the chosen cards of a kind from the hand to the table; how many."""
    n = game.member[card]
    game.hand[seat, card] -= n
    game.played[seat, card] += n
    game.member[card] = 0
    return n


@kernel
def use_effect(game, rules, move):
    if move == DONE:
        game.stepped, game.used = 1, 1
    elif move == USE_ROLE:
        game.used = 1
        use_role(game, rules, role_of(game, game.leader))
    else:
        game.stepped = 1
        step(game, rules, move, EFFECTS, True)


@kernel
def use_role(game, rules, role):
    seat = game.player
    if role == BOTANIST:
        game.points[seat, BOTANIST_POINTS] += rules.botanist_points
        game.tile, game.tile_size = 1 + seat, game.n_cards
    elif role == LINGUIST:
        for _ in range(game.n_cards):
            if game.linguist[seat] < rules.linguist_last:
                game.linguist[seat] += 1
                game.n_free += rules.artefacts[game.linguist[seat]]
    elif role == CURATOR:
        game.relic[seat, game.leader % COLOURS] = 1
    elif role == PATRON:
        game.n_patron = game.n_cards
    elif role == PROFESSOR:
        game.phase = TOKEN


@kernel
def step(game, rules, move, back_to, by_colour):
    """A vehicle advances one space; Chichén Itzá then gives cards, Uluru a choice."""
    seat = game.player
    game.phase = back_to
    game.advanced = 1
    game.tally[seat, STEPS] += 1
    if move == SECOND_STEP:
        game.second[seat] += 1
        return
    site = move - STEP
    if site == RED and game.side[RED] == ADVANCED and back_to == EFFECTS and game.n_ur == 0:
        game.n_dig += rules.draws[game.space[seat, RED]]
    game.space[seat, site] += 1
    if site == VIOLET and game.side[VIOLET] == ADVANCED and (rules.uluru_any_step or by_colour):
        game.back_to = back_to
        game.phase = CASH


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


@kernel
def go_alone(game, rules):
    """A leader without followers sets out at once."""
    if game.n_cards > 1:
        return False
    set_out(game)
    return True


@kernel
def end_effects(game, rules):
    """When no effect is left: free steps, another expedition, or the end of the plays."""
    role = role_of(game, game.leader)
    if game.n_free > 0:
        game.phase = FREE_STEP
        if can_step_anywhere(game, rules):
            return False
        game.n_free = 0
        game.phase = EFFECTS
    if has_open_effect(game, rules, role):
        return False
    chains = game.advanced and (rules.cartographer_chains or not game.extra)
    if role == CARTOGRAPHER and chains and can_lead(game):
        game.phase = EXTRA
        return False
    return end_plays(game, rules, role)


@kernel
def can_step_anywhere(game, rules):
    for site in range(COLOURS):
        if can_step(game, rules, game.player, site, False, ANY_SIZE):
            return True
    return has_second(game, YELLOW) and can_step(game, rules, game.player, YELLOW, True, ANY_SIZE)


@kernel
def has_open_effect(game, rules, role):
    seat = game.player
    if not game.used and has_effect(game, rules, role):
        return True
    if game.stepped or role == STUDENT:
        return False
    size = game.n_cards + (role == GUIDE)
    for site in range(COLOURS):
        if role == PILOT or site == game.leader % COLOURS:
            if can_step(game, rules, seat, site, False, size):
                return True
            if has_second(game, site) and can_step(game, rules, seat, site, True, size):
                return True
    return False


@kernel
def can_lead(game):
    for card in range(CARDS):
        if game.hand[game.player, card] and role_of(game, card) != MERCENARY:
            return True
    return False


@kernel
def lead_or_pass(game, rules, move):
    """An extra expedition, or one at the season's end; or none."""
    if move != DONE:
        lead(game, move)
    elif game.phase == EXTRA:
        game.phase = EFFECTS
        game.advanced = 0
    else:
        game.n_ur += 1
        ask_ur(game, rules)


@kernel
def end_plays(game, rules, role):
    """The rest of the hand goes to the recruiting area, but for what a Doctor keeps."""
    if game.n_ur:
        game.n_ur += 1
        game.phase = UR
        return ask_ur(game, rules)
    seat = game.player
    if role == DOCTOR and game.n_hand[seat] > 0:
        game.n_keep, game.kept = min(game.n_cards, game.n_hand[seat]), 0
        game.phase = KEEP
        return False
    return end_play(game, rules)


@kernel
def keep(game, rules, move):
    """The Doctor keeps cards one by one, up to the size of the expedition."""
    if move != DONE:
        game.kept = move - KEEP_CARD
        game.keeping[game.kept] += 1
        game.n_keep -= 1
    if move == DONE or game.n_keep == 0:
        end_play(game, rules)


@kernel
def return_hand(game):
    """All cards but those kept go to the recruiting area."""
    seat = game.player
    if game.n_hand[seat] == 0:
        return
    returned = 0
    for card in range(CARDS):
        n = game.hand[seat, card] - game.keeping[card]
        game.area[card] += n
        game.hand[seat, card] -= n
        game.keeping[card] = 0
        returned += n
    game.n_area += returned
    game.n_hand[seat] -= returned
    game.tally[seat, RETURNED] += returned


@kernel
def end_play(game, rules):
    """Returns the hand, then draws what the Patron gives; Chichén Itzá comes last."""
    return_hand(game)
    draw(game, rules, game.n_patron)
    game.n_patron = 0
    if game.n_dig > 0 and game.monkeys < MONKEYS and game.n_hand[game.player] < rules.hand_limit:
        game.phase = DIG
        return False
    end_turn(game)
    return True


@kernel
def dig(game, rules, move):
    game.n_dig -= 1
    if move == DIG_CARD:
        draw(game, rules, 1)
    full = game.n_hand[game.player] == rules.hand_limit
    if move == DONE or game.n_dig == 0 or full or game.monkeys == MONKEYS:
        end_turn(game)


@kernel
def end_turn(game):
    game.n_dig = 0
    game.phase = TURN
    game.player = next_seat(game, game.player)
    if game.monkeys < MONKEYS:  # the round in which a season ends is counted at its end
        game.rounds += game.player == game.starter


# The end of a season


@kernel
def ask_ur(game, rules):
    """Each player in turn, from the one who revealed the third monkey, may play an expedition."""
    while game.side[PINK] == ADVANCED and game.n_ur <= game.players:
        game.player = (game.revealer + game.n_ur - 1) % game.players
        if can_lead(game) and cap(game, rules) > 0:
            return False
        game.n_ur += 1
    game.n_professor = 0
    game.phase = STEP_UP
    return True


@kernel
def professor_sum(game, seat):
    total = 0
    for value in range(1, TOKENS + 1):
        total += value if game.token[value] == 1 + seat else 0
    return total


@kernel
def is_extreme(game, rules, seat, sign):
    """Has nobody a higher (sign 1) or lower (sign -1) sum of Professor tokens?"""
    mine, all_tied = professor_sum(game, seat), True
    for other in range(game.players):
        difference = sign * (professor_sum(game, other) - mine)
        if difference > 0:
            return False
        all_tied = all_tied and difference == 0
    return rules.professor_all_tied != 0 or not all_tied


@kernel
def ask_professor(game, rules):
    """First those with the highest sum advance a vehicle, then those with the lowest step back."""
    n = game.players
    while game.slot[PROFESSOR] >= 0 and game.n_professor < 2 * n:
        k = game.n_professor
        game.n_professor += 1
        game.player = (game.revealer + k) % n
        up = k < n
        game.phase = STEP_UP if up else STEP_BACK
        if is_extreme(game, rules, game.player, 1 if up else -1):
            if up and can_step_anywhere(game, rules):
                return False
            if not up and can_step_back(game):
                return False
    end_season(game, rules)
    return False


@kernel
def can_step_back(game):
    seat = game.player
    for site in range(COLOURS):
        if game.space[seat, site] > 0:
            return True
    return has_second(game, YELLOW) and game.second[seat] > 0


@kernel
def end_season(game, rules):
    finish_season(game, rules)
    game.starter = game.revealer
    game.rounds += 1
    if game.season < rules.seasons:
        begin_season(game, rules)
        return
    game.ended = ALL_SEASONS
    rank(game)

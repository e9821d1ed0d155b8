"""An expedition from its leader to the hand's return."""

from simulator.games.archeos.moves import (
    BY_COLOUR,
    BY_ROLE,
    DIG_CARD,
    DONE,
    GO,
    KEEP_CARD,
    LEAVE_OUT,
    USE_ROLE,
)
from simulator.games.archeos.season import ask_ur, can_lead, cap, draw, end_turn
from simulator.games.archeos.table import (
    AREA,
    BOTANIST,
    BOTANIST_POINTS,
    CARTOGRAPHER,
    COLOURS,
    CURATOR,
    DIG,
    DOCTOR,
    EFFECTS,
    EXTRA,
    FREE_STEP,
    GUIDE,
    KEEP,
    LINGUIST,
    MEMBERS,
    MONKEYS,
    PATRON,
    PHOTOGRAPHER,
    PILOT,
    PROFESSOR,
    RETURNED,
    SIZES,
    STUDENT,
    TOKEN,
    TOKENS,
    UR,
    effect_of,
    hold,
    role_of,
)
from simulator.games.archeos.tracks import can_step, can_step_anywhere, has_second, step
from simulator.kernel import kernel


@kernel
def lead(game, move):
    """Begins an expedition with every matching card and all Mercenaries; some may be left out."""
    seat = game.player
    game.by_role = move >= BY_ROLE
    game.leader = move - BY_ROLE if game.by_role else move - BY_COLOUR
    game.extra = game.phase == EXTRA
    game.n_cards, game.dropped, game.stepped, game.used, game.advanced = 0, 0, 0, 0, 0
    for k in range(game.n_kinds[seat]):
        card = game.kinds[seat, k]
        if is_member(game, card):
            game.member[card] = game.hand[seat, card]
            game.n_cards += game.hand[seat, card]
    game.phase = MEMBERS


@kernel
def is_member(game, card):
    """May this kind join? It shares the leader's chosen trait, or is a Mercenary."""
    same_role = card // COLOURS == game.leader // COLOURS
    same_colour = card % COLOURS == game.leader % COLOURS
    is_joker = card // COLOURS == game.joker[game.player]
    return (same_role if game.by_role else same_colour) or is_joker


@kernel
def choose_member(game, rules, move):
    if move == GO:
        set_out(game, rules)
    else:
        game.dropped = move - LEAVE_OUT
        game.member[game.dropped] -= 1
        game.n_cards -= 1


@kernel
def set_out(game, rules):
    """Lays the expedition out; it stays on the table until the season's end."""
    seat, mercenaries = game.player, 0
    photographed = effect_of(game, game.leader) == PHOTOGRAPHER
    for k in range(game.n_kinds[seat] - 1, -1, -1):  # backwards: a kind may drop out
        card = game.kinds[seat, k]
        n = game.member[card]
        if n:
            hold(game, seat, card, -n)
            game.played[seat, card] += n
            game.member[card] = 0
            mercenaries += n if card // COLOURS == game.joker[seat] else 0
    real = game.n_cards - mercenaries
    game.sizes[seat, 1 if photographed else 0, real] += 1
    game.laid[seat] += rules.expedition[real + photographed]
    game.tally[seat, role_of(game, game.leader)] += 1
    game.tally[seat, SIZES + min(game.n_cards, 6) - 1] += 1
    game.phase = EFFECTS


@kernel
def go_alone(game, rules):
    """A leader without followers sets out at once."""
    if game.n_cards > 1:
        return False
    set_out(game, rules)
    return True


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
def use_effect(game, rules, move):
    if move == DONE:
        game.stepped, game.used = 1, 1
    elif move == USE_ROLE:
        game.used = 1
        use_role(game, rules, effect_of(game, game.leader))
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
def end_effects(game, rules):
    """When no effect is left: free steps, another expedition, or the end of the plays."""
    role = effect_of(game, game.leader)
    if game.n_free > 0:
        game.phase = FREE_STEP
        if can_step_anywhere(game, rules):
            return False
        game.n_free = 0
        game.phase = EFFECTS
    if has_open_effect(game, rules, role):
        return False
    chains = game.advanced and (rules.cartographer_chains or not game.extra)
    if role == CARTOGRAPHER and chains and can_lead(game) and cap(game, rules) > 0:
        game.phase = EXTRA
        return False
    return end_plays(game, rules, role)


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
    for k in range(game.n_kinds[seat] - 1, -1, -1):  # backwards: a kind may drop out
        card = game.kinds[seat, k]
        n = game.hand[seat, card] - game.keeping[card]
        game.keeping[card] = 0
        if n:
            hold(game, AREA, card, n)
            hold(game, seat, card, -n)
            returned += n
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

"""An expedition from its leader to the hand's return."""

from simulator.games.archeos.cards import hold
from simulator.games.archeos.moves import Move, is_by_role, leader_of
from simulator.games.archeos.season import ask_ur, can_lead, cap, draw, end_turn
from simulator.games.archeos.table import (
    AREA,
    COLOURS,
    FIRST_LED,
    FIRST_SIZE,
    MONKEYS,
    SIZES,
    TOKENS,
    Phase,
    Role,
    Source,
    Tally,
    effect_of,
    role_of,
)
from simulator.games.archeos.tracks import can_step, can_step_anywhere, has_second, step
from simulator.kernel import kernel


@kernel
def lead(game, move):
    """Begins an expedition with every matching card and all Mercenaries; some may be left out."""
    seat = game.player
    game.by_role, game.leader = is_by_role(move), leader_of(move)
    game.extra = game.phase == Phase.extra
    game.n_cards, game.dropped, game.stepped, game.used, game.advanced = 0, 0, 0, 0, 0
    for k in range(game.n_kinds[seat]):
        card = game.kinds[seat, k]
        if is_member(game, card):
            game.member[card] = game.hand[seat, card]
            game.n_cards += game.hand[seat, card]
    game.phase = Phase.members


@kernel
def is_member(game, card):
    """May this kind join? It shares the leader's chosen trait, or is a Mercenary."""
    same_role = card // COLOURS == game.leader // COLOURS
    same_colour = card % COLOURS == game.leader % COLOURS
    is_joker = card // COLOURS == game.joker[game.player]
    return (same_role if game.by_role else same_colour) or is_joker


@kernel
def choose_member(game, rules, move):
    if move == Move.go:
        set_out(game, rules)
    else:
        game.dropped = move - Move.leave_out
        game.member[game.dropped] -= 1
        game.n_cards -= 1


@kernel
def set_out(game, rules):
    """Lays the expedition out; it stays on the table until the season's end."""
    seat, mercenaries = game.player, 0
    photographed = effect_of(game, game.leader) == Role.photographer
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
    game.photos[seat] += rules.expedition[real + photographed] - rules.expedition[real]
    game.tally[seat, FIRST_LED + role_of(game, game.leader)] += 1
    game.tally[seat, FIRST_SIZE + min(game.n_cards, SIZES) - 1] += 1
    game.phase = Phase.effects


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
    if role == Role.botanist:
        return game.n_cards >= game.tile_size
    if role == Role.linguist:
        return game.linguist[seat] < rules.linguist_last
    if role == Role.curator:
        return game.relic[seat, game.leader % COLOURS] == 0
    if role == Role.patron:
        return game.n_ur == 0
    return role == Role.professor and best_token(game, game.n_cards) > 0


@kernel
def best_token(game, size):
    """The highest Professor token that is free and not above the size; 0 = none."""
    for value in range(min(size, TOKENS), 0, -1):
        if game.token[value] == 0:
            return value
    return 0


@kernel
def step_size(role, size):
    """Cards that count for a leader's step: a Guide has one more."""
    return size + (role == Role.guide)


@kernel
def has_open_effect(game, rules, role):
    seat = game.player
    if not game.used and has_effect(game, rules, role):
        return True
    if game.stepped or role == Role.student:
        return False
    size = step_size(role, game.n_cards)
    for site in range(COLOURS):
        if role == Role.pilot or site == game.leader % COLOURS:
            if can_step(game, rules, seat, site, False, size):
                return True
            if has_second(game, site) and can_step(game, rules, seat, site, True, size):
                return True
    return False


@kernel
def use_effect(game, rules, move):
    if move == Move.done:
        game.stepped, game.used = 1, 1
    elif move == Move.use_role:
        game.used = 1
        use_role(game, rules, effect_of(game, game.leader))
    else:
        game.stepped = 1
        step(game, rules, move, Phase.effects, True)


@kernel
def use_role(game, rules, role):
    seat = game.player
    if role == Role.botanist:
        game.points[seat, Source.botanist] += rules.botanist_points
        game.tile, game.tile_size = 1 + seat, game.n_cards
    elif role == Role.linguist:
        for _ in range(game.n_cards):
            if game.linguist[seat] < rules.linguist_last:
                game.linguist[seat] += 1
                game.n_free += rules.artefacts[game.linguist[seat]]
    elif role == Role.curator:
        game.relic[seat, game.leader % COLOURS] = 1
    elif role == Role.patron:
        game.n_patron = game.n_cards
    elif role == Role.professor:
        game.phase = Phase.token


@kernel
def end_effects(game, rules):
    """When no effect is left: free steps, another expedition, or the end of the plays."""
    role = effect_of(game, game.leader)
    if game.n_free > 0:
        game.phase = Phase.free_step
        if can_step_anywhere(game, rules):
            return False
        game.n_free = 0
        game.phase = Phase.effects
    if has_open_effect(game, rules, role):
        return False
    chains = game.advanced and (rules.cartographer_chains or not game.extra)
    if role == Role.cartographer and chains and can_lead(game) and cap(game, rules) > 0:
        game.phase = Phase.extra
        return False
    return end_plays(game, rules, role)


@kernel
def lead_or_pass(game, rules, move):
    """An extra expedition, or one at the season's end; or none."""
    if move != Move.done:
        lead(game, move)
    elif game.phase == Phase.extra:
        game.phase = Phase.effects
        game.advanced = 0
    else:
        game.n_ur += 1
        ask_ur(game, rules)


@kernel
def end_plays(game, rules, role):
    """The rest of the hand goes to the recruiting area, but for what a Doctor keeps."""
    if game.n_ur:
        game.n_ur += 1
        game.phase = Phase.ur
        return ask_ur(game, rules)
    seat = game.player
    if role == Role.doctor and game.n_hand[seat] > 0:
        game.n_keep, game.kept = min(game.n_cards, game.n_hand[seat]), 0
        game.phase = Phase.keep
        return False
    return end_play(game, rules)


@kernel
def keep(game, rules, move):
    """The Doctor keeps cards one by one, up to the size of the expedition."""
    if move != Move.done:
        game.kept = move - Move.keep
        game.keeping[game.kept] += 1
        game.n_keep -= 1
    if move == Move.done or game.n_keep == 0:
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
    game.tally[seat, Tally.returned] += returned


@kernel
def end_play(game, rules):
    """Returns the hand, then draws what the Patron gives; Chichén Itzá comes last."""
    return_hand(game)
    draw(game, rules, game.n_patron)
    game.n_patron = 0
    if game.n_dig > 0 and game.monkeys < MONKEYS and game.n_hand[game.player] < rules.hand_limit:
        game.phase = Phase.dig
        return False
    end_turn(game)
    return True


@kernel
def dig(game, rules, move):
    game.n_dig -= 1
    if move == Move.dig:
        draw(game, rules, 1)
    full = game.n_hand[game.player] == rules.hand_limit
    if move == Move.done or game.n_dig == 0 or full or game.monkeys == MONKEYS:
        end_turn(game)

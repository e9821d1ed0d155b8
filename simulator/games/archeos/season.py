"""Drawing, the end of a turn, and the end of a season: Ur, the Professor, the next season."""

from simulator.games.archeos.cards import hold, pop
from simulator.games.archeos.scoring import finish_season, rank
from simulator.games.archeos.start import begin_season
from simulator.games.archeos.table import (
    MAX_SIZE,
    MONKEY,
    MONKEYS,
    TOKENS,
    Colour,
    Ending,
    Phase,
    Role,
    Tally,
    is_advanced,
    n_jokers,
)
from simulator.games.archeos.tracks import can_step_anywhere, can_step_back
from simulator.kernel import kernel
from simulator.turns import next_seat


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
            hold(game, seat, card, 1)
            game.tally[seat, Tally.drawn] += 1
            n -= 1


@kernel
def end_turn(game):
    game.n_dig = 0
    game.phase = Phase.turn
    game.player = next_seat(game, game.player)
    if game.monkeys < MONKEYS:  # the round in which a season ends is counted at its end
        game.rounds += game.player == game.starter


@kernel
def can_lead(game):
    return game.n_hand[game.player] > n_jokers(game, game.player)


@kernel
def cap(game, rules):
    """The largest expedition allowed: any during a season, as Ur says at its end."""
    return rules.caps[game.space[game.player, Colour.pink]] if game.n_ur else MAX_SIZE


@kernel
def ask_ur(game, rules):
    """Each player in turn, from the one who revealed the third monkey, may play an expedition."""
    while is_advanced(game, Colour.pink) and game.n_ur <= game.players:
        game.player = (game.revealer + game.n_ur - 1) % game.players
        if can_lead(game) and cap(game, rules) > 0:
            return False
        game.n_ur += 1
    game.n_professor = 0
    game.phase = Phase.step_up
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
    while game.slot[Role.professor] >= 0 and game.n_professor < 2 * n:
        k = game.n_professor
        game.n_professor += 1
        game.player = (game.revealer + k) % n
        up = k < n
        game.phase = Phase.step_up if up else Phase.step_back
        if is_extreme(game, rules, game.player, 1 if up else -1):
            if up and can_step_anywhere(game, rules):
                return False
            if not up and can_step_back(game):
                return False
    end_season(game, rules)
    return False


@kernel
def end_season(game, rules):
    finish_season(game, rules)
    game.starter = game.revealer
    game.rounds += 1
    if game.season < rules.seasons:
        begin_season(game, rules)
        return
    game.ended = Ending.all_seasons_played
    rank(game)

"""Werewolf without special roles: wolves eat at night, by day all vote until one side is left."""

from tiltmeter.design import (
    Game,
    any_of,
    deal,
    each_player,
    eliminate,
    endings,
    finish,
    gain,
    number,
    numbered,
    pile,
    put,
    seats,
    shuffle,
    spans,
    top,
)

MOST = 12
Role = numbered("villager", "wolf")
Phase = numbered("day", "night")
Move = spans(accuse=seats(MOST))
Ending = endings("wolves_are_dead", "wolves_are_as_many")

werewolf = Game(
    "werewolf",
    full_name="Werewolf",
    about="Find the wolves by votes before they have eaten the village.",
    players=(5, 6, 7, 8, 9, 10, 11, 12),
    moves=Move,
    phases=Phase,
    endings=Ending,
    winners="any",
    fields={
        "box": pile(MOST, hidden="roles"),
        "role": each_player(pile(1, hidden="roles", names=Role)),
        "bared": each_player(number(0, 2)),  # 1 + the role of whoever is out
        "votes": each_player(number(0, MOST)),
        "voted": each_player(number(0, 1)),
    },
    components={
        "wolves": {"value": 1, "about": "wolves", "min": 1, "max": 3, "alternatives": [2]},
    },
    max_rounds=30,
)


@werewolf.setup
def deal_roles(game, rules):
    for k in range(game.players):
        put(game.box, Role.wolf if k < rules.wolves else Role.villager)
    shuffle(game.deal, game.box)
    for seat in range(game.players):
        deal(game.box, game.role[seat], 1)


@werewolf.redeal
def imagine(game, rules, seat, stream):
    """The dead are known; wolves know each other; all others may be anything."""
    if top(game.role[seat]) == Role.wolf:
        return
    for other in range(game.players):
        if other != seat and not game.out[other]:
            deal(game.role[other], game.box, 1)
    shuffle(stream, game.box)
    for other in range(game.players):
        if other != seat and not game.out[other]:
            deal(game.box, game.role[other], 1)
    if game.phase == Phase.night:  # whoever acts now is a wolf
        must_be_wolf(game, seat)


@werewolf.kernel
def must_be_wolf(game, seat):
    actor = game.player
    for other in range(game.players):
        is_wolf = top(game.role[other]) == Role.wolf and other != seat and not game.out[other]
        if is_wolf and top(game.role[actor]) != Role.wolf:
            game.role[actor, 1], game.role[other, 1] = Role.wolf, Role.villager


@werewolf.legal
def may(game, rules, accused):
    if accused >= game.players or game.out[accused] or accused == game.player:
        return False
    return game.phase == Phase.day or top(game.role[accused]) != Role.wolf


@werewolf.apply
def act(game, rules, accused):
    if game.phase == Phase.night:
        kill(game, accused)
        game.phase = Phase.day
        game.rounds += 1
    else:
        game.votes[accused] += 1
        game.voted[game.player] = 1
        for seat in range(game.players):
            if not game.out[seat] and not game.voted[seat]:
                game.player = seat
                return
        lynch(game)
        game.phase = Phase.night
    if game.ended == 0:
        begin_phase(game)


@werewolf.kernel
def lynch(game):
    """The most votes; of several with as many, one at random."""
    most, ties, lynched = 0, 0, 0
    for seat in range(game.players):
        if game.votes[seat] > most:
            most, ties, lynched = game.votes[seat], 1, seat
        elif game.votes[seat] == most and most > 0:
            ties += 1
            lynched = seat if any_of(game.table, ties) == 0 else lynched
    for seat in range(game.players):
        game.votes[seat], game.voted[seat] = 0, 0
    kill(game, lynched)


@werewolf.kernel
def kill(game, seat):
    game.bared[seat] = 1 + top(game.role[seat])
    eliminate(game, seat)
    wolves, villagers = 0, 0
    for other in range(game.players):
        if not game.out[other]:
            wolves += top(game.role[other]) == Role.wolf
            villagers += top(game.role[other]) == Role.villager
    if wolves == 0:
        reward(game, Role.villager)
        finish(game, Ending.wolves_are_dead)
    elif wolves >= villagers:
        reward(game, Role.wolf)
        finish(game, Ending.wolves_are_as_many)


@werewolf.kernel
def reward(game, role):
    for seat in range(game.players):
        if top(game.role[seat]) == role:
            gain(game, seat, 1)


@werewolf.kernel
def begin_phase(game):
    """By day the first who is alive votes first; at night a wolf chooses."""
    for seat in range(game.players - 1, -1, -1):
        may_act = game.phase == Phase.day or top(game.role[seat]) == Role.wolf
        if may_act and not game.out[seat]:
            game.player = seat


@werewolf.strategy(weights={"follow": 1.0})
def allround(game, rules, accused, mind):
    """Votes with the others; a wolf never against a wolf."""
    seat = game.player
    is_wolf = top(game.role[seat]) == Role.wolf
    if is_wolf and game.phase == Phase.day and top(game.role[accused]) == Role.wolf:
        return -1.0
    return mind.weights[0] * game.votes[accused]

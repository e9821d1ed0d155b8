"""Hanabi: all see each other's cards but not their own, and build five fireworks by hints."""

from tiltmeter.design import (
    Game,
    any_of,
    card_at,
    choices,
    chosen,
    count,
    deal,
    draw,
    each_player,
    endings,
    finish,
    lose,
    next_player,
    number,
    numbered,
    pile,
    places,
    put,
    seats,
    several,
    shuffle,
    spans,
    take,
)

COLOURS, RANKS, SEATS, HAND = 5, 5, 5, 5
COPIES = (3, 2, 2, 2, 1)
ALL = 31  # a bit for each of five colours or ranks
Colour = numbered("white", "yellow", "green", "blue", "red")
TellColour = choices(to=seats(SEATS), colour=Colour)
TellRank = choices(to=seats(SEATS), rank=number(1, RANKS))
Move = spans(play=places(HAND), discard=places(HAND), tell=TellColour, count=TellRank)
Ending = endings("played_out", "three_mistakes")

hanabi = Game(
    "hanabi",
    full_name="Hanabi",
    about="Tell others what they hold, and play five colours from 1 to 5.",
    players=(2, 3, 4, 5),
    moves=Move,
    endings=Ending,
    cooperative=True,
    fields={
        "deck": pile(50),  # a card is colour * 5 + rank - 1
        "discards": pile(50),
        "hand": each_player(pile(HAND), asked=False),
        "colours": each_player(several(HAND, number(0, ALL))),  # bits that a card may still be of
        "ranks": each_player(several(HAND, number(0, ALL))),
        "built": several(COLOURS, number(0, RANKS)),
        "hints": number(0, 8),
        "mistakes": number(0, 3),
        "last_turns": number(0, SEATS + 1),  # once the deck is empty
    },
    components={
        "hints": {"value": 8, "about": "hint tokens", "min": 0, "max": 8, "alternatives": [6]},
        "target": {"value": 16, "about": "points that count as a win", "min": 1, "max": 25},
    },
    max_rounds=60,
)


@hanabi.setup
def begin(game, rules):
    for card in range(COLOURS * RANKS):
        for _ in range(COPIES[card % RANKS]):
            put(game.deck, card)
    shuffle(game.table, game.deck)
    game.hints = rules.hints
    for seat in range(game.players):
        deal(game.deck, game.hand[seat], hand_size(game))
        for k in range(HAND):
            game.colours[seat, k], game.ranks[seat, k] = ALL, ALL


@hanabi.kernel
def hand_size(game):
    return 5 if game.players < 4 else 4


@hanabi.kernel
def may_be(game, seat, k, card):
    """Whether a card agrees with what was told of the one at a place."""
    return game.colours[seat, k] >> card // RANKS & 1 and game.ranks[seat, k] >> card % RANKS & 1


@hanabi.redeal
def imagine(game, rules, seat, stream):
    """A seat's own cards change places with others that they may be too, some times over."""
    shuffle(stream, game.deck)
    hand, left = game.hand[seat], count(game.deck)
    for _ in range(3):
        for k in range(count(hand)):
            at = any_of(stream, left + count(hand))
            if at < left:
                if may_be(game, seat, k, game.deck[1 + at]):
                    hand[1 + k], game.deck[1 + at] = game.deck[1 + at], hand[1 + k]
            else:
                other = at - left
                one, two = hand[1 + k], hand[1 + other]
                if may_be(game, seat, k, two) and may_be(game, seat, other, one):
                    hand[1 + k], hand[1 + other] = two, one


@hanabi.kernel
def is_told(card, move):
    """Whether a card is of the colour or the rank that is told."""
    if move >= Move.count:
        return card % RANKS + 1 == chosen(move - Move.count, TellRank.rank)
    return card // RANKS == chosen(move - Move.tell, TellColour.colour)


@hanabi.kernel
def told_seat(move):
    if move >= Move.count:
        return chosen(move - Move.count, TellRank.to)
    return chosen(move - Move.tell, TellColour.to)


@hanabi.legal
def may(game, rules, move):
    if move < Move.tell:
        k = move % HAND
        is_held = k < count(game.hand[game.player])
        return is_held and (move < Move.discard or game.hints < rules.hints)
    seat = told_seat(move)
    if game.hints == 0 or seat >= game.players or seat == game.player:
        return False
    for k in range(count(game.hand[seat])):
        if is_told(card_at(game.hand[seat], k), move):
            return True
    return False


@hanabi.apply
def act(game, rules, move):
    if move >= Move.tell:
        game.hints -= 1
        tell(game, told_seat(move), move)
    elif move >= Move.discard:
        put(game.discards, leave(game, move - Move.discard))
        game.hints += 1
    else:
        build(game, rules, leave(game, move))
    if game.mistakes == 3:
        lose(game, Ending.three_mistakes)
    elif points(game) == COLOURS * RANKS:
        finish(game, Ending.played_out)
    elif game.last_turns == 1:
        end_by_points(game, rules)
    game.last_turns -= game.last_turns > 0
    next_player(game)


@hanabi.kernel
def end_by_points(game, rules):
    if points(game) >= rules.target:
        finish(game, Ending.played_out)
    else:
        lose(game, Ending.played_out)


@hanabi.kernel
def tell(game, seat, move):
    """What is told of some cards says of all others that they are not so."""
    for k in range(count(game.hand[seat])):
        yes = is_told(card_at(game.hand[seat], k), move)
        if move >= Move.count:
            bit = 1 << chosen(move - Move.count, TellRank.rank) - 1
            game.ranks[seat, k] &= bit if yes else ALL - bit
        else:
            bit = 1 << chosen(move - Move.tell, TellColour.colour)
            game.colours[seat, k] &= bit if yes else ALL - bit


@hanabi.kernel
def leave(game, place):
    """Takes a card from the hand, draws another, and forgets what was known of it."""
    seat = game.player
    card = take(game.hand[seat], place)
    for k in range(place, HAND - 1):
        game.colours[seat, k] = game.colours[seat, k + 1]
        game.ranks[seat, k] = game.ranks[seat, k + 1]
    at = count(game.hand[seat])
    for k in range(at, HAND):
        game.colours[seat, k], game.ranks[seat, k] = ALL, ALL
    if count(game.deck) > 0:
        put(game.hand[seat], draw(game.deck))
        if count(game.deck) == 0:
            game.last_turns = game.players + 1
    return card


@hanabi.kernel
def build(game, rules, card):
    colour, rank = card // RANKS, card % RANKS + 1
    if game.built[colour] != rank - 1:
        game.mistakes += 1
        put(game.discards, card)
        return
    game.built[colour] = rank
    if rank == RANKS and game.hints < rules.hints:
        game.hints += 1


@hanabi.kernel
def points(game):
    total = 0
    for colour in range(COLOURS):
        total += game.built[colour]
    return total


@hanabi.worth
def worth(game, rules, seat, source):
    return points(game)


@hanabi.law("all fifty cards are there")
def all_cards(game, rules):
    n = count(game.deck) + count(game.discards) + points(game)
    for seat in range(game.players):
        n += count(game.hand[seat])
    return n == 50


@hanabi.kernel
def fits(game, card):
    return game.built[card // RANKS] == card % RANKS


@hanabi.kernel
def surely_fits(game, seat, k):
    """Whether every card that this one may be can be played."""
    for card in range(COLOURS * RANKS):
        if may_be(game, seat, k, card) and not fits(game, card):
            return False
    return True


@hanabi.kernel
def surely_useless(game, seat, k):
    for card in range(COLOURS * RANKS):
        if may_be(game, seat, k, card) and card % RANKS >= game.built[card // RANKS]:
            return False
    return True


@hanabi.kernel
def narrows(game, seat, move):
    """How much a hint says: cards of use that it makes certain, then those that it names."""
    worth_telling = 0.0
    for k in range(count(game.hand[seat])):
        card = card_at(game.hand[seat], k)
        yes = is_told(card, move)
        if not yes or surely_fits(game, seat, k):
            continue
        if not fits(game, card):
            worth_telling += 0.1
            continue
        knows_rank = game.ranks[seat, k] == 1 << card % RANKS
        knows_colour = game.colours[seat, k] == 1 << card // RANKS
        other = knows_colour if move >= Move.count else knows_rank
        worth_telling += 3.0 if other else 1.0
    return worth_telling


@hanabi.strategy(weights={"hint": 1.0, "oldest": 0.1, "saves": 0.15})
def allround(game, rules, move, mind):
    """Plays what is sure, tells what can be played, and discards what is useless or old."""
    seat = game.player
    if move < Move.discard:
        return 10.0 if surely_fits(game, seat, move) else -10.0
    if move < Move.tell:
        k = move - Move.discard
        return 2.0 if surely_useless(game, seat, k) else 0.5 - mind.weights[1] * k
    told = narrows(game, told_seat(move), move)
    return mind.weights[0] * told - (0.5 if game.hints <= 1 else mind.weights[2])

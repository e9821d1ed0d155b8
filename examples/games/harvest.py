"""Harvest: pick a card, pass the hand on, and be the one with most of a crop."""

from tiltmeter.design import (
    NONE,
    Game,
    card_at,
    count,
    deal,
    draw,
    each_player,
    endings,
    find,
    finish,
    holds,
    next_player,
    number,
    numbered,
    pass_hands,
    pile,
    put,
    several,
    shuffle,
    take,
)

Crop = numbered("wheat", "maize", "beans", "grapes", "apples")
Source = numbered("sets", "fairs")
Ending = endings("harvest_home")
CROPS, COPIES, HAND = len(Crop), 8, 7

harvest = Game(
    "harvest",
    about="Everybody picks a card in secret, then hands go round; crops count by sets and fairs.",
    players=(2, 3, 4),
    moves=Crop,  # a move is the crop of the card that is picked
    sources=Source,
    endings=Ending,
    fields={
        "deck": pile(CROPS * COPIES, hidden="cards"),
        "hand": each_player(pile(HAND, hidden="cards", names=Crop)),
        "picked": each_player(pile(1, hidden="cards")),
        "barn": each_player(several(CROPS, number(0, HAND))),
    },
    components={
        "hand": {"value": 6, "about": "cards dealt to each player", "min": 2, "max": HAND},
        "square": {"value": 1, "about": "points for each pair within a crop", "alternatives": [2]},
        "fair": {"value": 3, "about": "points for most of a crop", "alternatives": [0, 5]},
    },
    max_rounds=HAND,
)


@harvest.setup
def deal_hands(game, rules):
    for crop in range(CROPS):
        for _ in range(COPIES):
            put(game.deck, crop)
    shuffle(game.deal, game.deck)
    for seat in range(game.players):
        deal(game.deck, game.hand[seat], rules.hand)


@harvest.legal
def may(game, rules, crop):
    return holds(game.hand[game.player], crop)


@harvest.apply
def pick(game, rules, crop):
    """The card lies face down until everybody has picked one."""
    hand, rounds = game.hand[game.player], game.rounds
    put(game.picked[game.player], take(hand, find(hand, crop)))
    next_player(game)
    if game.rounds > rounds:
        bring_in(game)


@harvest.kernel
def bring_in(game):
    for seat in range(game.players):
        game.barn[seat, draw(game.picked[seat])] += 1
    pass_hands(game.hand, game.players, 1)
    if count(game.hand[0]) == 0:
        finish(game, Ending.harvest_home)


@harvest.worth
def worth(game, rules, seat, source):
    """Sets: so many points for each pair of a crop. Fairs: for most of a crop, shared by none."""
    points = 0
    for crop in range(CROPS):
        n = game.barn[seat, crop]
        if source == Source.sets:
            points += rules.square * n * (n - 1) // 2
        elif has_most(game, seat, crop):
            points += rules.fair
    return points


@harvest.kernel
def has_most(game, seat, crop):
    for other in range(game.players):
        if other != seat and game.barn[other, crop] >= game.barn[seat, crop]:
            return False
    return game.barn[seat, crop] > 0


@harvest.law("no card is lost")
def all_cards_are_there(game, rules):
    cards = count(game.deck)
    for seat in range(game.players):
        cards += count(game.hand[seat]) + count(game.picked[seat])
        for crop in range(CROPS):
            cards += game.barn[seat, crop]
    return cards == CROPS * COPIES


@harvest.tell_move
def tell_move(game, rules, crop):
    return f"picks {Crop._fields[crop]}"


@harvest.strategy(weights={"more": 1, "denied": 0.5})
def allround(game, rules, move, mind):
    """Picks what it has most of, then what the next player has most of."""
    seat, after = game.player, (game.player + 1) % game.players
    return mind.weights[0] * game.barn[seat, move] + mind.weights[1] * game.barn[after, move]


@harvest.strategy()
def gleaner(game, rules, move, mind):
    """Picks what its hand holds most of, which will come round again least."""
    hand, n = game.hand[game.player], 0.0
    for k in range(count(hand)):
        n += card_at(hand, k) == move
    return n if find(hand, move) != NONE else 0.0

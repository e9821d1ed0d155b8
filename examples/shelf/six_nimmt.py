"""6 nimmt!: all play a card at once; whoever lays the sixth of a row takes the other five."""

from tiltmeter.design import (
    Game,
    card_at,
    choose_secretly,
    clear,
    count,
    deal,
    draw,
    each_player,
    finish,
    gain,
    number,
    pile,
    places,
    put,
    put_each,
    several,
    shuffle,
    spans,
    take,
    top,
)

CARDS, HAND, ROWS, FULL = 104, 10, 4, 5
Move = spans(play=places(HAND, "hand"))

six_nimmt = Game(
    "six_nimmt",
    full_name="6 nimmt!",
    about="Ten cards each, four rows; taken cards cost their bull heads, and the fewest win.",
    players=(2, 3, 4, 5, 6, 7, 8),
    moves=Move,
    fields={
        "deck": pile(CARDS, hidden="cards"),
        "row": several(ROWS, pile(FULL + 1)),
        "hand": each_player(pile(HAND, hidden="cards"), asked=False),
        "chosen": each_player(number(0, CARDS, hidden=True)),  # 0: none yet
    },
    components={"full": {"value": 5, "about": "cards that fill a row", "min": 3, "max": FULL}},
    max_rounds=HAND,
)


@six_nimmt.setup
def deal_hands(game, rules):
    put_each(game.deck, 1, CARDS)
    shuffle(game.deal, game.deck)
    for seat in range(game.players):
        deal(game.deck, game.hand[seat], HAND)
    for row in range(ROWS):
        put(game.row[row], draw(game.deck))


@six_nimmt.legal
def may(game, rules, place):
    return place < count(game.hand[game.player])


@six_nimmt.apply
def play(game, rules, place):
    card = take(game.hand[game.player], place)
    if not choose_secretly(game, game.chosen, card):
        return
    for _ in range(game.players):  # the lowest card is laid first
        seat = lowest_left(game)
        lay(game, rules, seat, game.chosen[seat])
        game.chosen[seat] = 0
    if count(game.hand[0]) == 0:
        finish(game)


@six_nimmt.kernel
def lowest_left(game):
    best = -1
    for seat in range(game.players):
        card = game.chosen[seat]
        if card > 0 and (best < 0 or card < game.chosen[best]):
            best = seat
    return best


@six_nimmt.kernel
def heads(card):
    if card == 55:
        return 7
    return 5 if card % 11 == 0 else 3 if card % 10 == 0 else 2 if card % 5 == 0 else 1


@six_nimmt.kernel
def heads_in(row):
    n = 0
    for k in range(count(row)):
        n += heads(card_at(row, k))
    return n


@six_nimmt.kernel
def row_for(game, card):
    """The row whose last card is the nearest below; -1 if all are higher."""
    best = -1
    for row in range(ROWS):
        last = top(game.row[row])
        if last < card and (best < 0 or last > top(game.row[best])):
            best = row
    return best


@six_nimmt.kernel
def cheapest(game):
    best = 0
    for row in range(1, ROWS):
        if heads_in(game.row[row]) < heads_in(game.row[best]):
            best = row
    return best


@six_nimmt.kernel
def lay(game, rules, seat, card):
    """A card that is lower than all rows takes one: here the cheapest."""
    row = row_for(game, card)
    is_low = row < 0
    if is_low:
        row = cheapest(game)
    if is_low or count(game.row[row]) >= rules.full:
        gain(game, seat, -heads_in(game.row[row]))
        clear(game.row[row])
    put(game.row[row], card)


@six_nimmt.redeal
def imagine(game, rules, seat, stream):
    """Others may hold, and may have chosen, any card that the seat has not seen."""
    for other in range(game.players):
        if other != seat:
            deal(game.hand[other], game.deck, HAND)
            if game.chosen[other] > 0:
                put(game.deck, game.chosen[other])
    shuffle(stream, game.deck)
    held = count(game.hand[seat]) + (game.chosen[seat] > 0)
    for other in range(game.players):
        if other != seat:
            if game.chosen[other] > 0:
                game.chosen[other] = draw(game.deck)
                deal(game.deck, game.hand[other], held - 1)
            else:
                deal(game.deck, game.hand[other], held)


@six_nimmt.law("no card is lost")
def all_are_there(game, rules):
    """Until the first row is taken."""
    cards, is_taken = count(game.deck), False
    for row in range(ROWS):
        cards += count(game.row[row])
    for seat in range(game.players):
        cards += count(game.hand[seat]) + (game.chosen[seat] > 0)
        is_taken = is_taken or game.points[seat, 0] < 0
    return is_taken or cards == CARDS


@six_nimmt.tell_move
def tell_move(game, rules, place):
    return f"plays the {card_at(game.hand[game.player], place)}"


@six_nimmt.strategy(weights={"gap": 1, "full": 8, "low": 3})
def allround(game, rules, place, mind):
    """Lays where few cards fit in between, and not as the last of a row."""
    card = card_at(game.hand[game.player], place)
    row = row_for(game, card)
    if row < 0:
        return -mind.weights[2] * heads_in(game.row[cheapest(game)]) - 0.01 * card
    gap, n = card - top(game.row[row]), count(game.row[row])
    if n >= rules.full:
        return -mind.weights[1] * heads_in(game.row[row])
    risk = gap / (rules.full + 1 - n)  # others may fill it before
    return -mind.weights[0] * risk

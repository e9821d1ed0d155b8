"""Coloretto: lay a card to a row or take a row; three colours count for you, all others against."""

from tiltmeter.design import (
    Game,
    card_at,
    clear,
    count,
    draw,
    each_player,
    finish,
    number,
    numbered,
    pile,
    put,
    several,
    shuffle,
    spans,
)

Card = numbered("red", "blue", "green", "yellow", "brown", "grey", "pink", "plus_two", "joker")
COLOURS, COPIES, PLUSES, JOKERS, MOST_ROWS, ROOM = 7, 9, 10, 3, 5, 3
Move = spans(lay=MOST_ROWS, take=MOST_ROWS)
Source = numbered("best_three", "others", "bonus")
LAST_CARDS = 15  # under which the last round begins
WORTH = (0, 1, 3, 6, 10, 15, 21)

coloretto = Game(
    "coloretto",
    about="Rows hold three cards; your three largest colours score, the others cost as much.",
    players=(3, 4, 5),
    moves=Move,
    sources=Source,
    fields={
        "deck": pile(80, hidden="cards"),
        "drawn": number(0, len(Card)),  # the card to be laid, from 1; 0: none is left
        "row": several(MOST_ROWS, pile(ROOM)),
        "is_taken": several(MOST_ROWS, number(0, 1)),
        "has_taken": each_player(number(0, 1)),
        "owned": each_player(several(len(Card), number(0, 12))),
        "is_last": number(0, 1),  # the deck runs out, so this round is the last one
    },
    components={
        "best": {"value": 3, "about": "colours that count for a player", "min": 1, "max": 7},
        "plus": {"value": 2, "about": "points of a bonus card", "alternatives": [3]},
    },
    max_rounds=40,
)


@coloretto.setup
def lay_out(game, rules):
    """Every player begins with a colour of one's own; with three, one colour stays out."""
    colours = COLOURS - (game.players == 3)
    for card in range(colours):
        for _ in range(COPIES - (card < game.players)):
            put(game.deck, card)
    for _ in range(PLUSES):
        put(game.deck, Card.plus_two)
    for _ in range(JOKERS):
        put(game.deck, Card.joker)
    shuffle(game.table, game.deck)
    for seat in range(game.players):
        game.owned[seat, seat] = 1


@coloretto.kernel
def is_open(game, row):
    return row < game.players and game.is_taken[row] == 0


@coloretto.legal
def may(game, rules, move):
    row = move % MOST_ROWS
    if not is_open(game, row):
        return False
    if game.drawn > 0:  # the drawn card must be laid
        return move < Move.take and count(game.row[row]) < ROOM
    if move >= Move.take:
        return count(game.row[row]) > 0
    return row == first_with_room(game) and count(game.deck) > 0


@coloretto.kernel
def first_with_room(game):
    """Laying begins by drawing, which is one move: it stands under the first row with room."""
    for row in range(game.players):
        if is_open(game, row) and count(game.row[row]) < ROOM:
            return row
    return -1


@coloretto.apply
def act(game, rules, move):
    row = move % MOST_ROWS
    if move >= Move.take:
        take_row(game, row)
    elif game.drawn == 0:
        game.drawn = 1 + draw(game.deck)
        game.is_last = max(game.is_last, count(game.deck) < LAST_CARDS)
        return
    else:
        put(game.row[row], game.drawn - 1)
        game.drawn = 0
    pass_on(game)


@coloretto.kernel
def take_row(game, row):
    for k in range(count(game.row[row])):
        game.owned[game.player, card_at(game.row[row], k)] += 1
    clear(game.row[row])
    game.is_taken[row], game.has_taken[game.player] = 1, 1


@coloretto.kernel
def pass_on(game):
    """To the next player without a row; if all have one, whoever took the last begins."""
    last = game.player
    for _ in range(game.players):
        game.player = (game.player + 1) % game.players
        if game.has_taken[game.player] == 0:
            return
    game.rounds += 1
    game.player = last
    for k in range(game.players):
        game.is_taken[k], game.has_taken[k] = 0, 0
    if game.is_last:
        finish(game)


@coloretto.worth
def worth(game, rules, seat, source):
    """Colours from the largest to the smallest; jokers join the first that have room."""
    if source == Source.bonus:
        return rules.plus * game.owned[seat, Card.plus_two]
    points, place, jokers = 0, 0, game.owned[seat, Card.joker]
    for size in range(COPIES, 0, -1):
        for colour in range(COLOURS):
            if game.owned[seat, colour] == size:
                joined = min(jokers, max(0, 6 - size))
                jokers -= joined
                points += counted(rules, source, place, WORTH[min(6, size + joined)])
                place += 1
    return points


@coloretto.kernel
def counted(rules, source, place, value):
    if place < rules.best:
        return value if source == Source.best_three else 0
    return -value if source == Source.others else 0


@coloretto.law("no card is lost")
def all_are_there(game, rules):
    colours = COLOURS - (game.players == 3)
    cards = count(game.deck) + (game.drawn > 0)
    for row in range(game.players):
        cards += count(game.row[row])
    for seat in range(game.players):
        for card in range(len(Card)):
            cards += game.owned[seat, card]
    return cards == colours * COPIES + PLUSES + JOKERS


@coloretto.tell_move
def tell_move(game, rules, move):
    if move >= Move.take:
        return f"takes row {move - Move.take + 1}"
    if game.drawn == 0:
        return "draws a card"
    return f"lays {Card._fields[game.drawn - 1].replace('_', ' ')} to row {move + 1}"


@coloretto.kernel
def gain_of(game, seat, card):
    """About what a card is worth to a seat: more of a large colour, less of a new one."""
    if card >= Card.plus_two:
        return 2.0 if card == Card.plus_two else 4.0
    own, larger = game.owned[seat, card], 0
    for colour in range(COLOURS):
        larger += game.owned[seat, colour] > own
    if larger >= 3:
        return -1.0 - own
    return 1.0 + own if own > 0 else 0.5 if larger < 2 else -0.5


@coloretto.kernel
def value_of(game, seat, row):
    total = 0.0
    for k in range(count(game.row[row])):
        total += gain_of(game, seat, card_at(game.row[row], k))
    return total


@coloretto.strategy(weights={"enough": 3.5, "spite": 0.5})
def allround(game, rules, move, mind):
    """Takes a row that is good enough; lays what suits it to the best row, else where it hurts."""
    seat, row = game.player, move % MOST_ROWS
    if game.drawn > 0:
        fit = gain_of(game, seat, game.drawn - 1)
        here = value_of(game, seat, row)
        return fit * here - mind.weights[1] * count(game.row[row]) * (fit < 0)
    if move >= Move.take:
        return value_of(game, seat, row)
    return mind.weights[0]

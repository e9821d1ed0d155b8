"""Love Letter: draw a card and play one of two; the last one in, or the highest card, wins."""

import numpy as np

from tiltmeter.design import (
    NONE,
    Game,
    choices,
    chosen,
    clear,
    count,
    deal,
    draw,
    each_player,
    eliminate,
    find,
    finish,
    gain,
    holds,
    next_player,
    number,
    numbered,
    pile,
    put,
    score,
    seats,
    several,
    shuffle,
    spans,
    still_in,
    swap,
    take,
    top,
)

SEATS = 4
Card = numbered("guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess")
COPIES = np.array([5, 2, 2, 2, 2, 1, 1, 1])
Guess = choices(at=seats(SEATS), naming=Card)  # a guard's
Aim = choices(with_=Card, at=seats(SEATS))
Move = spans(guess=Guess, aim=Aim, play=Card)  # play: what needs no rival, or finds none

love_letter = Game(
    "love_letter",
    full_name="Love Letter",
    about="Play one of two cards and knock rivals out; the highest card left wins the hand.",
    players=(2, 3, 4),
    moves=Move,
    fields={
        "deck": pile(16, names=Card),
        "aside": pile(1, names=Card),  # nobody sees it
        "shown": pile(3, names=Card),  # out of the hand, with two players
        "hand": each_player(pile(2, names=Card), asked=False),
        "laid": each_player(pile(16, names=Card)),
        "is_safe": each_player(number(0, 1)),
        "knows": each_player(several(SEATS, number(0, 8, told=False))),  # a rival's card + 1
    },
    components={
        "letters": {"value": [7, 5, 4], "about": "letters that win, with 2, 3 and 4 players"},
        "shown": {"value": 3, "about": "open cards that two players do without", "max": 3,
                  "alternatives": [0]},
    },
    max_rounds=400,
)  # fmt: skip


@love_letter.setup
def begin(game, rules):
    deal_hand(game, rules, 0)


@love_letter.kernel
def deal_hand(game, rules, first):
    clear(game.deck)
    clear(game.aside)
    clear(game.shown)
    for seat in range(game.players):
        game.out[seat], game.is_safe[seat] = 0, 0
        clear(game.hand[seat])
        clear(game.laid[seat])
        for other in range(SEATS):
            game.knows[seat, other] = 0
    for card in range(len(COPIES)):
        for _ in range(COPIES[card]):
            put(game.deck, card)
    shuffle(game.table, game.deck)
    deal(game.deck, game.aside, 1)
    if game.players == 2:
        deal(game.deck, game.shown, rules.shown)
    for seat in range(game.players):
        deal(game.deck, game.hand[seat], 1)
    game.player = first
    deal(game.deck, game.hand[first], 1)


@love_letter.redeal
def imagine(game, rules, seat, stream):
    """Shuffles the deck, the card aside and all hands, but for cards that the seat knows."""
    set_aside = count(game.aside)
    deal(game.aside, game.deck, set_aside)
    for other in range(game.players):
        if other != seat:
            n = count(game.hand[other])
            known = find(game.hand[other], game.knows[seat, other] - 1)
            for k in range(n - 1, -1, -1):
                if k != known:
                    put(game.deck, take(game.hand[other], k))
    shuffle(stream, game.deck)
    deal(game.deck, game.aside, set_aside)
    for other in range(game.players):
        if other != seat and not game.out[other]:
            held = 2 if other == game.player else 1
            deal(game.deck, game.hand[other], held - count(game.hand[other]))


@love_letter.kernel
def card_of(move):
    if move >= Move.play:
        return move - Move.play
    return chosen(move - Move.aim, Aim.with_) if move >= Move.aim else Card.guard


@love_letter.kernel
def target_of(move):
    if move >= Move.play:
        return NONE
    if move >= Move.aim:
        return chosen(move - Move.aim, Aim.at)
    return chosen(move - Move.guess, Guess.at)


@love_letter.kernel
def can_aim(game, seat, other):
    return (
        other < game.players and other != seat and not game.out[other] and not game.is_safe[other]
    )


@love_letter.kernel
def has_rival(game, seat):
    for other in range(game.players):
        if can_aim(game, seat, other):
            return True
    return False


@love_letter.legal
def may(game, rules, move):
    seat, card, target = game.player, card_of(move), target_of(move)
    hand = game.hand[seat]
    if not holds(hand, card):
        return False
    if holds(hand, Card.countess) and (card == Card.king or card == Card.prince):
        return False
    needs_rival = card <= Card.baron or card == Card.king
    if move >= Move.play:
        return card != Card.prince and not (needs_rival and has_rival(game, seat))
    if move < Move.aim:
        return can_aim(game, seat, target) and chosen(move, Guess.naming) != Card.guard
    if card == Card.prince and target == seat:
        return True
    return (
        card != Card.guard and (needs_rival or card == Card.prince) and can_aim(game, seat, target)
    )


@love_letter.apply
def play(game, rules, move):
    seat, card, target = game.player, card_of(move), target_of(move)
    lay(game, seat, card)
    if card == Card.handmaid:
        game.is_safe[seat] = 1
    elif card == Card.princess:
        knock_out(game, seat)
    elif target != NONE:
        strike(game, seat, card, target, move)
    if still_in(game) == 1 or count(game.deck) == 0:
        end_hand(game, rules)
        return
    next_player(game)
    game.is_safe[game.player] = 0
    put(game.hand[game.player], draw(game.deck))


@love_letter.kernel
def strike(game, seat, card, target, move):
    mine, theirs = top(game.hand[seat]), top(game.hand[target])
    if card == Card.guard:
        if theirs == chosen(move - Move.guess, Guess.naming):
            knock_out(game, target)
    elif card == Card.priest:
        game.knows[seat, target] = theirs + 1
    elif card == Card.baron:
        if mine != theirs:
            knock_out(game, seat if mine < theirs else target)
        else:
            game.knows[seat, target], game.knows[target, seat] = theirs + 1, mine + 1
    elif card == Card.prince:
        discard(game, target)
    elif card == Card.king:
        trade(game, seat, target)


@love_letter.kernel
def lay(game, seat, card):
    put(game.laid[seat], take(game.hand[seat], find(game.hand[seat], card)))
    for other in range(game.players):
        if game.knows[other, seat] == card + 1:
            game.knows[other, seat] = 0


@love_letter.kernel
def knock_out(game, seat):
    lay(game, seat, top(game.hand[seat]))
    eliminate(game, seat)


@love_letter.kernel
def discard(game, seat):
    """Whoever must discard draws anew, at last the card that lies aside."""
    card = top(game.hand[seat])
    if card == Card.princess:
        knock_out(game, seat)
        return
    lay(game, seat, card)
    put(game.hand[seat], draw(game.deck) if count(game.deck) > 0 else draw(game.aside))


@love_letter.kernel
def trade(game, seat, target):
    swap(game.hand[seat], game.hand[target])
    for other in range(game.players):
        one, two = game.knows[other, seat], game.knows[other, target]
        game.knows[other, seat], game.knows[other, target] = two, one
    game.knows[seat, target] = top(game.hand[target]) + 1
    game.knows[target, seat] = top(game.hand[seat]) + 1
    game.knows[seat, seat], game.knows[target, target] = 0, 0


@love_letter.kernel
def strength(game, seat):
    """The card that is held, then the sum of the cards that were laid."""
    if game.out[seat]:
        return -1
    total = 100 * top(game.hand[seat])
    for k in range(count(game.laid[seat])):
        total += game.laid[seat, 1 + k] + 1
    return total


@love_letter.kernel
def end_hand(game, rules):
    best, first, is_over = 0, NONE, False
    for seat in range(game.players):
        best = max(best, strength(game, seat))
    for seat in range(game.players):
        if strength(game, seat) == best:
            gain(game, seat, 1)
            first = seat if first == NONE else first
            is_over = is_over or score(game, seat) >= rules.letters[game.players - 2]
    if is_over:
        finish(game)
        return
    game.rounds += 1
    deal_hand(game, rules, first)


@love_letter.law("all sixteen cards are there")
def all_cards(game, rules):
    n = count(game.deck) + count(game.aside) + count(game.shown)
    for seat in range(game.players):
        n += count(game.hand[seat]) + count(game.laid[seat])
    return n == 16


@love_letter.kernel
def unseen(game, seat, card):
    """How many copies of a card a seat has not seen."""
    n = COPIES[card]
    for k in range(count(game.shown)):
        n -= game.shown[1 + k] == card
    for k in range(count(game.hand[seat])):
        n -= game.hand[seat, 1 + k] == card
    for other in range(game.players):
        for k in range(count(game.laid[other])):
            n -= game.laid[other, 1 + k] == card
    return n


@love_letter.strategy(weights={"keep_high": 1.0, "handmaid": 3.0, "sure": 20.0, "guess": 2.0})
def allround(game, rules, move, mind):
    """Keeps high cards, names what is most likely, and duels with a card that should win."""
    seat, card, target = game.player, card_of(move), target_of(move)
    hand = game.hand[seat]
    kept = hand[1] if hand[2] == card else hand[2]
    rating = mind.weights[0] * kept
    if card == Card.princess:
        return -100.0
    if card == Card.handmaid:
        return rating + mind.weights[1]
    if target == NONE:
        return rating
    known = game.knows[seat, target] - 1
    likely, below, all_of = 0, 0, 0
    for one in range(len(COPIES)):
        n = unseen(game, seat, one)
        all_of += n
        below += n if one < kept else 0
    if card == Card.guard:
        named = chosen(move - Move.guess, Guess.naming)
        if known != NONE:
            return rating + (mind.weights[2] if named == known else -1.0)
        likely = unseen(game, seat, named)
        return rating + mind.weights[3] * likely + 0.1 * named
    if card == Card.baron:
        if known != NONE:
            return rating + (mind.weights[2] if known < kept else -mind.weights[2])
        return rating + 6.0 * below / max(1, all_of) - 3.0
    if card == Card.prince:
        if target == seat:
            return rating - kept
        return rating + (mind.weights[2] if known == Card.princess else 1.0)
    if card == Card.king:
        return rating - kept + (known if known != NONE else 2)
    return rating + 1.0

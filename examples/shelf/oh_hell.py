"""Oh Hell: bid your tricks, then take exactly so many; hands shrink, then grow."""

from tiltmeter.design import (
    Game,
    card_at,
    clear,
    count,
    deal,
    each_player,
    finish,
    gain,
    number,
    numbered,
    pile,
    places,
    put_each,
    shuffle,
    spans,
    take,
    top,
)

SUITS, RANKS, MOST = 4, 13, 7
Card = numbered(*(f"{suit}_{rank}" for suit in ("clubs", "diamonds", "hearts", "spades")
                  for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen",
                               "king", "ace")))  # fmt: skip
Phase = numbered("bidding", "playing")
Move = spans(bid=MOST + 1, lay=places(MOST, "hand"))

oh_hell = Game(
    "oh_hell",
    full_name="Oh Hell",
    about="Bid your tricks and take exactly so many.",
    players=(3, 4, 5),
    moves=Move,
    phases=Phase,
    fields={
        "deck": pile(SUITS * RANKS, hidden="cards", names=Card),
        "trump": number(0, SUITS - 1),
        "hand": each_player(pile(MOST, hidden="cards", names=Card), asked=False),
        "laid": each_player(number(0, SUITS * RANKS)),  # 0: no card yet, else the card + 1
        "bid": each_player(number(0, MOST + 1)),  # 0: none yet, else the tricks + 1
        "tricks": each_player(number(0, MOST)),
        "leader": number(0, 4),
        "dealer": number(0, 4),
        "cards": number(0, MOST),  # of each hand
        "grows": number(0, 1),
    },
    components={
        "most": {"value": 5, "about": "cards of the first and the last hand", "min": 1,
                 "max": MOST, "alternatives": [3, 7]},
        "bonus": {"value": 10, "about": "points for taking what was bid", "min": 0},
        "hook": {"value": True, "about": "bids may not add up to the tricks",
                 "alternatives": [False]},
    },
    max_rounds=120,
)  # fmt: skip


@oh_hell.setup
def begin(game, rules):
    game.cards = rules.most
    game.dealer = game.players - 1
    deal_hands(game)


@oh_hell.kernel
def deal_hands(game):
    clear(game.deck)
    put_each(game.deck, 0, SUITS * RANKS - 1)
    shuffle(game.table, game.deck)
    for seat in range(game.players):
        clear(game.hand[seat])
        deal(game.deck, game.hand[seat], game.cards)
        game.bid[seat], game.tricks[seat] = 0, 0
    game.trump = top(game.deck) // RANKS
    game.leader = (game.dealer + 1) % game.players
    game.player, game.phase = game.leader, Phase.bidding


@oh_hell.kernel
def bids_so_far(game):
    total = 0
    for seat in range(game.players):
        total += max(0, game.bid[seat] - 1)
    return total


@oh_hell.legal
def may(game, rules, move):
    seat = game.player
    if game.phase == Phase.bidding:
        if move > game.cards:
            return False
        is_last = seat == game.dealer
        return not (rules.hook and is_last and bids_so_far(game) + move == game.cards)
    hand, k = game.hand[seat], move - Move.lay
    if k < 0 or k >= count(hand):
        return False
    led = game.laid[game.leader]
    return led == 0 or suit_of(card_at(hand, k)) == suit_of(led - 1) or not has(hand, led - 1)


@oh_hell.kernel
def suit_of(card):
    return card // RANKS


@oh_hell.kernel
def has(hand, led):
    """A card of the suit that was led."""
    for k in range(count(hand)):
        if suit_of(card_at(hand, k)) == suit_of(led):
            return True
    return False


@oh_hell.apply
def act(game, rules, move):
    seat = game.player
    game.player = (seat + 1) % game.players
    if game.phase == Phase.bidding:
        game.bid[seat] = move + 1
        if seat == game.dealer:
            game.player, game.phase = game.leader, Phase.playing
        return
    game.laid[seat] = 1 + take(game.hand[seat], move - Move.lay)
    if game.player == game.leader:  # everybody has laid a card
        end_trick(game, rules)


@oh_hell.kernel
def beats(game, one, other):
    """Whether a card beats another that was laid before it or led."""
    if suit_of(one) == suit_of(other):
        return one > other
    return suit_of(one) == game.trump


@oh_hell.kernel
def winner(game):
    best = game.leader
    for k in range(1, game.players):
        seat = (game.leader + k) % game.players
        if beats(game, game.laid[seat] - 1, game.laid[best] - 1):
            best = seat
    return best


@oh_hell.kernel
def end_trick(game, rules):
    game.leader = winner(game)
    game.tricks[game.leader] += 1
    game.player = game.leader
    game.rounds += 1
    for seat in range(game.players):
        game.laid[seat] = 0
    if count(game.hand[game.leader]) == 0:
        end_hand(game, rules)


@oh_hell.kernel
def end_hand(game, rules):
    for seat in range(game.players):
        gain(game, seat, game.tricks[seat])
        if game.tricks[seat] == game.bid[seat] - 1:
            gain(game, seat, rules.bonus)
    if game.cards == rules.most and (game.grows or rules.most == 1):
        finish(game)
        return
    if game.cards == 1:
        game.grows = 1
    game.cards += 1 if game.grows else -1
    game.dealer = (game.dealer + 1) % game.players
    deal_hands(game)


@oh_hell.kernel
def worth_of(game, card):
    """How likely a card takes a trick, in hundredths."""
    rank = card % RANKS
    if suit_of(card) == game.trump:
        return 40 + 5 * rank
    return 70 if rank == RANKS - 1 else 45 if rank == RANKS - 2 else 3 * rank


@oh_hell.strategy(weights={"timid": 0.85})
def allround(game, rules, move, mind):
    """Bids what its cards are worth; takes tricks as long as it needs them, then ducks."""
    seat = game.player
    hand = game.hand[seat]
    if game.phase == Phase.bidding:
        likely = 0.0
        for k in range(count(hand)):
            likely += worth_of(game, card_at(hand, k)) / 100
        return -abs(move - mind.weights[0] * likely)
    card = card_at(hand, move - Move.lay)
    needs = game.bid[seat] - 1 > game.tricks[seat]
    wins = True
    for other in range(game.players):
        if game.laid[other] > 0 and beats(game, game.laid[other] - 1, card):
            wins = False
    led = game.laid[game.leader]
    if led > 0 and suit_of(card) != suit_of(led - 1) and suit_of(card) != game.trump:
        wins = False
    value = worth_of(game, card) / 100
    if needs:
        return 2.0 + value if wins else -value
    return value if not wins else -1.0 - value

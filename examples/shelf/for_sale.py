"""For Sale: bid coins for houses, then sell the houses for cheques, all at once."""

from tiltmeter.design import (
    Game,
    card_at,
    choose_secretly,
    count,
    deal,
    draw,
    each_player,
    find,
    finish,
    number,
    numbered,
    pile,
    put,
    put_each,
    shuffle,
    spans,
    take,
)

HOUSES, COINS, CHEQUES = 30, 18, 15
Move = spans(raise_to=COINS + 1, pass_=1, sell=HOUSES + 1)
Phase = numbered("buying", "selling")
Source = numbered("cheques", "coins")
NOBODY = 0

for_sale = Game(
    "for_sale",
    full_name="For Sale",
    about="Whoever passes takes the cheapest house for half the bid; then houses become cheques.",
    players=(3, 4, 5, 6),
    moves=Move,
    phases=Phase,
    sources=Source,
    fields={
        "houses": pile(HOUSES, hidden="houses"),
        "cheques": pile(HOUSES, hidden="cheques"),
        "offer": pile(6),  # houses or cheques, the lowest first
        "unused": pile(12),  # which nobody has seen
        "coins": each_player(number(0, COINS)),  # all bids are seen, so all coins are known
        "bid": each_player(number(0, COINS)),
        "passed": each_player(number(0, 1)),
        "owned": each_player(pile(10), asked=False),
        "chosen": each_player(number(0, HOUSES, hidden=True)),
        "won": each_player(number(0, 150)),
    },
    components={
        "coins": {"value": [18, 18, 14, 14], "about": "coins with 3, 4, 5 and 6 players"},
        "half": {"value": True, "about": "whoever passes gets half of the bid back"},
    },
    max_rounds=150,
)


@for_sale.setup
def lay_out(game, rules):
    put_each(game.houses, 1, HOUSES)
    for value in range(CHEQUES + 1):
        if value != 1:  # two of each: 0, 2, 3 … 15
            put(game.cheques, value)
            put(game.cheques, value)
    shuffle(game.table, game.houses)
    shuffle(game.table, game.cheques)
    set_aside(game)
    for seat in range(game.players):
        game.coins[seat] = rules.coins[game.players - 3]
    offer_next(game, game.houses)


@for_sale.kernel
def set_aside(game):
    """With three players six houses and six cheques stay out, with four two of each."""
    rest = 6 if game.players == 3 else 2 if game.players == 4 else 0
    deal(game.houses, game.unused, rest)
    deal(game.cheques, game.unused, rest)


@for_sale.kernel
def offer_next(game, box):
    """As many as there are players, in rising order."""
    for _ in range(game.players):
        card = draw(box)
        put(game.offer, card)
        k = count(game.offer) - 1
        while k > 0 and card_at(game.offer, k - 1) > card:
            game.offer[1 + k], game.offer[k] = game.offer[k], game.offer[1 + k]
            k -= 1


@for_sale.kernel
def highest_bid(game):
    best = 0
    for seat in range(game.players):
        best = max(best, game.bid[seat])
    return best


@for_sale.legal
def may(game, rules, move):
    if game.phase == Phase.selling:
        is_sale = move > Move.sell
        return is_sale and find(game.owned[game.player], move - Move.sell) >= 0
    if move == Move.pass_:
        return True
    return move < Move.pass_ and highest_bid(game) < move <= game.coins[game.player]


@for_sale.apply
def act(game, rules, move):
    if game.phase == Phase.selling:
        sell(game, move - Move.sell)
    elif move == Move.pass_:
        give_up(game, rules)
    else:
        game.bid[game.player] = move
        to_next_bidder(game)


@for_sale.kernel
def to_next_bidder(game):
    for _ in range(game.players):
        game.player = (game.player + 1) % game.players
        if game.passed[game.player] == 0:
            return


@for_sale.kernel
def give_up(game, rules):
    """Takes the cheapest house and pays half of the bid, rounded up."""
    seat = game.player
    paid = (game.bid[seat] + 1) // 2 if rules.half else game.bid[seat]
    get_house(game, seat, paid)
    to_next_bidder(game)
    if count(game.offer) == 1:
        winner = game.player
        get_house(game, winner, game.bid[winner])
        close_auction(game, winner)


@for_sale.kernel
def get_house(game, seat, paid):
    game.coins[seat] -= paid
    game.bid[seat], game.passed[seat] = 0, 1
    put(game.owned[seat], take(game.offer, 0))


@for_sale.kernel
def close_auction(game, winner):
    game.rounds += 1
    for seat in range(game.players):
        game.passed[seat] = 0
    game.player = winner
    if count(game.houses) > 0:
        offer_next(game, game.houses)
    else:
        game.phase, game.player = Phase.selling, 0
        offer_next(game, game.cheques)


@for_sale.kernel
def sell(game, house):
    owned = game.owned[game.player]
    take(owned, find(owned, house))
    if not choose_secretly(game, game.chosen, house):
        return
    for _ in range(game.players):  # the lowest house gets the lowest cheque
        seat = lowest_house(game)
        game.won[seat] += take(game.offer, 0)
        game.chosen[seat] = 0
    if count(game.cheques) == 0:
        finish(game)
    else:
        offer_next(game, game.cheques)


@for_sale.kernel
def lowest_house(game):
    best = -1
    for seat in range(game.players):
        if game.chosen[seat] > 0 and (best < 0 or game.chosen[seat] < game.chosen[best]):
            best = seat
    return best


@for_sale.worth
def worth(game, rules, seat, source):
    return game.won[seat] if source == Source.cheques else game.coins[seat]


@for_sale.tie_break
def more_coins(game, rules, seat):
    return game.coins[seat]


@for_sale.redeal
def imagine(game, rules, seat, stream):
    """The boxes may lie otherwise; what others have bought, bid and sold before is known."""
    rest = count(game.unused) // 2
    deal(game.unused, game.cheques, rest)
    deal(game.unused, game.houses, rest)
    shuffle(stream, game.houses)
    shuffle(stream, game.cheques)
    deal(game.houses, game.unused, rest)
    deal(game.cheques, game.unused, rest)
    for other in range(game.players):
        if other != seat and game.chosen[other] > 0:
            owned = game.owned[other]
            put(owned, game.chosen[other])
            shuffle(stream, owned)
            game.chosen[other] = draw(owned)


@for_sale.tell_move
def tell_move(game, rules, move):
    if move > Move.sell:
        return f"sells house {move - Move.sell}"
    return "passes" if move == Move.pass_ else f"bids {move}"


@for_sale.strategy(weights={"price": 0.25, "spread": 1})
def allround(game, rules, move, mind):
    """Bids while the best house is worth it; sells high where cheques lie far apart."""
    n = count(game.offer)
    low, high = card_at(game.offer, 0), card_at(game.offer, n - 1)
    if game.phase == Phase.selling:
        is_worth = high - low >= mind.weights[1] * 8
        house = move - Move.sell
        return 1.0 * house if is_worth else -1.0 * house
    limit = mind.weights[0] * (high - low)
    if move == Move.pass_:
        return 0.5
    return 1.0 if move == highest_bid(game) + 1 and move <= limit else 0.0

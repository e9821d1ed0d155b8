"""Liar's dice: bid how many dice show a face, all cups together; or call the last bid a lie."""

from tiltmeter.design import (
    Game,
    each_player,
    eliminate,
    finish,
    gain,
    next_player,
    number,
    numbered,
    roll,
    several,
    spans,
)

DICE, SIDES, MOST = 5, 6, 20  # at most four cups of five dice
Move = spans(bid=MOST * SIDES, doubt=1)  # bid: (how many - 1) * SIDES + face - 1
Tally = numbered("doubted_rightly")

liars_dice = Game(
    "liars_dice",
    full_name="Liar's dice",
    about="Raise the bid or doubt it; whoever is wrong loses a die, and the last with dice wins.",
    players=(2, 3, 4),
    moves=Move,
    tallies=Tally,
    fields={
        "bid": number(0, MOST * SIDES),  # 0: none yet, else the move + 1
        "left": each_player(number(0, DICE)),
        "cup": each_player(several(SIDES, number(0, DICE))),  # dice by face
    },
    components={"dice": {"value": 5, "about": "dice of each player", "min": 1, "max": DICE,
                         "alternatives": [3]}},
    max_rounds=200,
)  # fmt: skip


@liars_dice.setup
def begin(game, rules):
    for seat in range(game.players):
        game.left[seat] = rules.dice
    shake(game)


@liars_dice.kernel
def shake(game):
    game.bid = 0
    for seat in range(game.players):
        fill(game.table, game.cup[seat], game.left[seat])


@liars_dice.kernel
def fill(stream, cup, dice):
    for face in range(SIDES):
        cup[face] = 0
    for _ in range(dice):
        cup[roll(stream, SIDES) - 1] += 1


@liars_dice.kernel
def in_play(game):
    n = 0
    for seat in range(game.players):
        n += game.left[seat]
    return n


@liars_dice.legal
def may(game, rules, move):
    if move == Move.doubt:
        return game.bid > 0
    return move >= game.bid and move // SIDES < in_play(game)


@liars_dice.apply
def act(game, rules, move):
    if move != Move.doubt:
        game.bid = move + 1
        next_player(game)
        return
    n, loser = 0, game.player
    for seat in range(game.players):
        n += game.cup[seat, (game.bid - 1) % SIDES]
    if n <= (game.bid - 1) // SIDES:  # a lie
        game.tally[game.player, Tally.doubted_rightly] += 1
        loser = before(game)
    lose_a_die(game, loser)


@liars_dice.kernel
def before(game):
    """Who has made the bid."""
    seat = game.player
    for _ in range(game.players):
        seat = (seat - 1) % game.players
        if not game.out[seat]:
            return seat
    return seat


@liars_dice.kernel
def lose_a_die(game, loser):
    """Whoever has lost a die begins; whoever has lost the last one is out."""
    game.left[loser] -= 1
    game.rounds += 1
    game.player = loser
    if game.left[loser] == 0:
        for seat in range(game.players):
            gain(game, seat, 0 if game.out[seat] or seat == loser else 1)
        if eliminate(game, loser) == 1:
            finish(game)
        next_player(game)
        game.rounds -= game.player <= loser and game.ended == 0
    shake(game)


@liars_dice.redeal
def imagine(game, rules, seat, stream):
    """Other cups may hold anything."""
    for other in range(game.players):
        if other != seat:
            fill(stream, game.cup[other], game.left[other])


@liars_dice.tell_move
def tell_move(game, rules, move):
    if move == Move.doubt:
        return "doubts it"
    return f"bids {move // SIDES + 1} × {move % SIDES + 1}"


@liars_dice.strategy(weights={"trust": 1.0, "bluff": 0.6})
def allround(game, rules, move, mind):
    """Bids what it has and a part of what others may have; doubts what is more than likely."""
    seat = game.player
    unseen = in_play(game) - game.left[seat]
    if move == Move.doubt:
        face, n = (game.bid - 1) % SIDES, (game.bid - 1) // SIDES + 1
        likely = game.cup[seat, face] + unseen / SIDES
        return n - likely - mind.weights[0]
    face, n = move % SIDES, move // SIDES + 1
    likely = game.cup[seat, face] + mind.weights[1] * unseen / SIDES
    return -abs(n - likely) + 0.2 * game.cup[seat, face] - (2.0 if n > likely + 1 else 0.0)

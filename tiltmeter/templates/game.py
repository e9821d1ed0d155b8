"""My game: dig for finds and carry them home before a snake takes what you have in the bag."""

from tiltmeter.design import (
    Game,
    count,
    draw,
    endings,
    finish,
    gain,
    next_player,
    number,
    numbered,
    pile,
    put,
    shuffle,
)

# What a player can do. In the functions below, Move.dig is 0 and Move.go_home is 1.
Move = numbered("dig", "go_home")
Ending = endings("deck_empty")
SNAKE = 0  # all other cards are finds, and worth their number

my_game = Game(
    "my_game",
    about="Dig for finds and carry them home before a snake takes them.",
    players=(2, 3, 4),
    moves=Move,
    endings=Ending,
    # What the game keeps in mind, beside points, seats and rounds, which every game has.
    fields={
        "deck": pile(60, hidden="cards"),  # nobody sees what lies in it
        "bag": number(0, 200),  # what the player to act has found in this turn
    },
    # Every number you may want to change: rules.snakes and so on.
    components={
        "snakes": {"value": 8, "about": "snakes in the deck", "alternatives": [6, 10]},
        "copies": {"value": 5, "about": "cards of each find", "min": 1, "max": 8},
        "finds": {"value": 6, "about": "the highest find", "min": 1, "max": 6},
    },
)


@my_game.setup
def deal_deck(game, rules):
    """Before the first move. Everything not set here is 0, and every pile is empty."""
    for find in range(1, rules.finds + 1):
        for _ in range(rules.copies):
            put(game.deck, find)
    for _ in range(rules.snakes):
        put(game.deck, SNAKE)
    shuffle(game.table, game.deck)  # game.deal is for what players hold before the first move


@my_game.legal
def may(game, rules, move):
    """Whether game.player may make a move; without this function every move is legal."""
    return move == Move.dig or game.bag > 0


@my_game.apply
def take_turn(game, rules, move):
    """What a move does, up to the next decision."""
    if move == Move.go_home:
        gain(game, game.player, game.bag)
        end_turn(game)
        return
    card = draw(game.deck)
    if card == SNAKE:
        end_turn(game)
    else:
        game.bag += card
    if count(game.deck) == 0:
        finish(game, Ending.deck_empty)


@my_game.kernel
def end_turn(game):
    """Functions that rules or players call stand under @my_game.kernel."""
    game.bag = 0
    next_player(game)


@my_game.strategy(weights={"enough": 8})
def careful(game, rules, move, mind):
    """Goes home when the bag holds `enough` points."""
    goes = game.bag >= mind.weights[0]
    return 1.0 if goes == (move == Move.go_home) else 0.0

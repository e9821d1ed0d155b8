"""How much slower a game of one file is than the same rules written by hand.

    python benchmarks/pig_by_hand.py

plays Pig as it stands in examples/games, then as a title would be written whose author knows the
contract: without counted moves and declared fields, its bounds unchecked as in titles of ours. Both
play the same games; told is the processor time of the first over that of the second.
"""

import time
from pathlib import Path

from simulator import machine_code, rng
from simulator.components import components_in
from simulator.kernel import kernel, new, record
from simulator.loop import Mind
from simulator.match import Match, Player
from simulator.names import numbered
from simulator.places import rank
from simulator.titles import Title, common, load_title, offer
from simulator.words import Words

PIG = Path(__file__).parent.parent / "examples" / "games" / "pig.py"
PLAYERS, GAMES, ROUNDS = 4, 4000, 7
HOLD_AT, OVER = 20.0, 2

machine_code.SHIPPED[__name__.partition(".")[0]] = Path(__file__).parent  # compiled as ours are

Move = numbered("roll", "hold")
Rules = record(goal=int, sides=int)
Game = record(**common(PLAYERS, 1, 1), pot=int)


def make_rules(components, players):
    made = new(Rules)
    made.goal, made.sides = components["goal"], components["sides"]
    return made


@kernel
def setup(game, rules):
    pass


@kernel
def legal(game, rules, choices):
    offer(choices, 0, Move.roll)
    return offer(choices, 1, Move.hold)


@kernel
def apply(game, rules, move):
    seat = game.player
    if move == Move.roll:
        rolled = 1 + rng.below(game.table, rules.sides)
        if rolled > 1:
            game.pot += rolled
            return
    else:
        game.points[seat, 0] += game.pot
    game.pot = 0
    game.player = seat + 1 if seat + 1 < game.players else 0
    game.rounds += game.player == 0
    if game.points[seat, 0] >= rules.goal:
        game.rounds += game.player > 0  # the round counts, though it is cut short
        game.ended = OVER
        rank(game)


@kernel
def look(game, rules, mind):
    pass


@kernel
def cautious(game, rules, move, mind):
    enough = min(mind.weights[0], rules.goal - game.points[game.player, 0])
    return 1.0 if (move == Move.hold) == (game.pot >= enough) else 0.0


BOX = {"goal": {"value": 100, "source": "rulebook"}, "sides": {"value": 6, "source": "rulebook"}}
BY_HAND = Title(
    name="pig_by_hand",
    full_name="Pig by hand",
    about="",
    players=range(2, PLAYERS + 1),
    components=components_in(BOX, "pig_by_hand"),
    Rules=Rules,
    Game=Game,
    make_rules=make_rules,
    setup=setup,
    legal=legal,
    apply=apply,
    words=Words(sources=("points",), tallies=("nothing",), endings=("running", "cut off", "over")),
    max_moves=2000,
    max_rounds=200,
    max_choices=2,
)


def table(title: Title, look, rate) -> Match:
    mind = new(Mind)
    mind.weights[0] = HOLD_AT
    rules = title.rules_for(title.components, PLAYERS)
    return Match(title, rules, [Player("cautious", look, rate, mind)] * PLAYERS)


def seconds(match: Match) -> float:
    started = time.process_time()
    match.play(1, 0, GAMES)
    return time.process_time() - started


def ratio() -> float:
    """Of the fastest of several rounds, which the two play in turns."""
    from strategies.registry import strategies_of

    guest = load_title(PIG)
    own = strategies_of(guest)["cautious"]
    both = table(guest, own.look, own.rate), table(BY_HAND, look, cautious)
    games = [one.play(1, 0, GAMES) for one in both]  # compiles them, too
    for name in ("points", "rounds", "place", "n_moves"):
        assert (games[0][name] == games[1][name]).all(), f"other games, by their {name}"
    rounds = [[seconds(one) for one in both] for _ in range(ROUNDS)]
    slow, fast = map(min, zip(*rounds, strict=True))
    return slow / fast


if __name__ == "__main__":
    print(f"A game of one file takes {ratio():.2f} times as long as its rules by hand.")

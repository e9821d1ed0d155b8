"""How often bots do what people at a table would laugh at, a player and game.

python benchmarks/laughs.py GAME [BOT...]

Every seat is the same bot. A game's habits are a generator over the decisions of one game, which
names a habit each time it sees it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import click

from simulator.games.excavation import table as dig
from simulator.games.excavation import verbs
from simulator.games.expeditions import moves as travel
from simulator.match import Decision, Match
from simulator.titles import load_title
from strategies.registry import line_up

LAST = 3  # round of Excavation Earth
Had = tuple[int, int, int]  # who acted, with how many points, tickets and arrows to lay


@click.command(help=__doc__)
@click.option("-p", "--players", type=int, default=2, show_default=True)
@click.option("-n", "--games", type=int, default=200, show_default=True)
@click.option("--seed", type=int, default=4711, show_default=True)
@click.argument("game")
@click.argument("bots", nargs=-1)
def main(game: str, bots: tuple[str, ...], players: int, games: int, seed: int) -> None:
    seen = {bot: counted(game, bot, players, games, seed) for bot in bots or ("allround",)}
    click.echo(f"| a player, of {players} | {' | '.join(seen)} |")
    click.echo(f"| --- |{' --- |' * len(seen)}")
    for habit in dict.fromkeys(habit for one in seen.values() for habit in sorted(one)):
        told = (f"{one[habit] / (games * players):.3f}" for one in seen.values())
        click.echo(f"| {habit} | {' | '.join(told)} |")


def counted(game: str, bot: str, players: int, games: int, seed: int) -> Counter[str]:
    title = load_title(game)
    rules = title.rules_for(title.components, players)
    match = Match(title, rules, line_up(title, [bot], players))
    return Counter(
        habit for number in range(games) for habit in HABITS[game](match, match.tell(seed, number))
    )


def excavation(match: Match, decisions: Iterable[Decision]) -> Iterator[str]:
    """Large Movement cards for short ways, sales in one market, moves without a step."""
    tank, paid = 0, 0
    game: Any = None
    for now in decisions:
        game, move, rules = now.game, now.move, match.rules
        if game.phase == dig.Phase.paying and game.action == verbs.Kind.move:
            tank = int(game.tank[game.player]) if move >= verbs.Move.pay + dig.CARDS else 0
            paid = move - verbs.Move.pay - dig.CARDS
        elif game.phase == dig.Phase.going and is_last_way(game, rules, move):
            yield from about_move(game, rules, move, tank, paid)
        elif game.phase == dig.Phase.selling:
            yield from about_sale(now, rules)
        elif is_last_pass(game, move) and any(is_outlet(one) for one in now.moves):
            yield "passes for good though it could sell or offload"
    for seat in range(game.players):
        yield from ["relic left at the end"] * int(game.n_store[:, seat].sum())


def is_last_pass(game: Any, move: int) -> bool:
    return bool(move == verbs.Move.pass_ and game.round_no == LAST)


def is_last_way(game: Any, rules: Any, move: int) -> bool:
    """Does this destination end the action?"""
    return game.mover == dig.EXPLORERS - 1 or way(game, rules, move) == game.fuel


def way(game: Any, rules: Any, move: int) -> int:
    return int(rules.distance[game.explorer[game.player, game.mover], move - verbs.Move.go])


def about_move(game: Any, rules: Any, move: int, tank: int, paid: int) -> Iterator[str]:
    steps = int(game.n_done) + way(game, rules, move)
    yield "Move"
    if steps == 0:
        yield f"Move without a step{' in round 3' if game.round_no == LAST else ''}"
    elif any(tank >> k & 1 and rules.fuel[dig.CARDS + k] >= steps for k in range(paid)):
        yield "Move with a larger Movement card than needed"


def about_sale(now: Decision, rules: Any) -> Iterator[str]:
    n, most = (
        rules.bits[move - verbs.Move.sale]
        for move in (now.move, max(now.moves, key=lambda one: rules.bits[one - verbs.Move.sale]))
    )
    yield f"sale in {n}"
    if n < most:
        yield "sale in fewer markets than it could"


def is_outlet(move: int) -> bool:
    return verbs.kind_of(move) in (verbs.Kind.sell, verbs.Kind.offload)


def expeditions(match: Match, decisions: Iterable[Decision]) -> Iterator[str]:
    """Arrows taken back or laid anew for nothing, goals out of reach that are not exchanged."""
    laid: dict[int, tuple[int, Had]] = {}  # by colour: own arrows of the turn, what was had before
    off: dict[int, tuple[int, Had]] = {}  # by colour: the same of the arrow taken off
    checks: list[tuple[str, Had]] = []
    turn: tuple[int, int] = (-1, -1)
    game: Any = None
    for now in decisions:
        game, move = now.game, now.move
        yield from (habit for habit, had in checks if not has_gained(game, had))
        checks.clear()
        if turn != (turn := (int(game.rounds), int(game.player))):
            laid, off = {}, {}
        if travel.is_arrow(move):
            yield "arrow"
            colour, arc = travel.colour_of(move), travel.arc_of(move)
            if colour in off and off[colour][0] == arc:
                yield "arrow taken off and laid again"
                checks.append(("arrow taken off and laid again for nothing", off[colour][1]))
            laid[colour] = (arc, had_by(game))
        elif travel.is_removal(move):
            yield "removal"
            colour = move - travel.Move.remove
            arc = int(game.stack[colour, game.n_arrows[colour] - 1])
            off[colour] = (arc, had_by(game))
            if colour in laid and laid[colour][0] == arc:
                yield "arrow laid and taken off"
                checks.append(("arrow laid and taken off for nothing", laid[colour][1]))
        elif move == travel.Move.exchange:
            yield "exchange"
    yield from about_end(game, match.rules)


def had_by(game: Any) -> Had:
    """Who acts, with how many points, tickets and arrows to lay."""
    seat = int(game.player)
    owed = int(game.n_bonus) + (game.main_done == 0) + int(game.paid) + (game.loop > 0)
    return seat, int(game.points[seat].sum()), int(game.tickets[seat]) + owed


def has_gained(game: Any, had: Had) -> bool:
    """More points, or more tickets and arrows to lay, than before; whose turn is over lays none."""
    seat, points, means = had
    now = had_by(game)[2] if int(game.player) == seat else int(game.tickets[seat])
    return int(game.points[seat].sum()) > points or now > means


def about_end(game: Any, rules: Any) -> Iterator[str]:
    for seat in range(game.players):
        cards = game.hand[seat, : game.n_hand[seat]]
        yield from ["goal left at the end"] * len(cards)
        yield from ["ticket left at the end"] * int(game.tickets[seat])
        if len(cards) and game.tickets[seat]:
            yield "ends with a ticket and a goal out of reach"


HABITS = {"excavation": excavation, "expeditions": expeditions}

if __name__ == "__main__":
    main()

"""How often bots do what people at a table would laugh at, counted in games replayed move by move.

    python benchmarks/laughs.py lost_cities allround learned:copies=4 -p 2 -n 100

Every seat is the same bot. A habit is told a player and game, and,
where there was occasion for it without its showing, how often there was.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import click

from simulator.games.archeos import moves as archeos_moves
from simulator.games.archeos import table as archeos_table
from simulator.games.excavation import table as dig
from simulator.games.excavation import verbs
from simulator.games.expeditions import moves as travel
from simulator.games.lost_cities import moves as lost_moves
from simulator.games.lost_cities import table as lost_table
from simulator.kernel import plain
from simulator.match import Decision, Match
from simulator.titles import load_title
from strategies.lost_cities import parts
from strategies.registry import line_up

Seen = Iterator[tuple[str, bool]]  # habits there was occasion for, and whether they showed
Habits = Callable[[Match, Iterable[Decision]], Seen]
Shown = dict[str, bool]  # the same, of one decision
HOPELESS = 100  # points behind
LARGE = 4  # cards of a set
SYMBOLS = {8: "hatches the ninth symbol", 7: "refuses at seven", 6: "refuses at six"}
LAST = 3  # round of Excavation Earth
Had = tuple[int, int, int]  # who acted, with how many points, tickets and arrows to lay


@click.command(help=__doc__)
@click.option("-p", "--players", type=int, default=2, show_default=True)
@click.option("-n", "--games", type=int, default=200, show_default=True)
@click.option("--seed", type=int, default=4711, show_default=True)
@click.argument("game", type=click.Choice(["archeos", "excavation", "expeditions", "lost_cities"]))
@click.argument("bots", nargs=-1)
def main(game: str, bots: tuple[str, ...], players: int, games: int, seed: int) -> None:
    seen = {bot: counted(game, bot, players, games, seed) for bot in bots or ("allround",)}
    click.echo(f"| a player, of {players} | {' | '.join(seen)} |")
    click.echo(f"| --- |{' --- |' * len(seen)}")
    for habit in dict.fromkeys(habit for _, of in seen.values() for habit in sorted(of)):
        told = (of_habit(shown[habit], of[habit], games * players) for shown, of in seen.values())
        click.echo(f"| {habit} | {' | '.join(told)} |")


def of_habit(shown: int, of: int, players: int) -> str:
    return f"{shown / players:.3f}" + (f" ({shown} of {of})" if shown < of else "")


def counted(
    game: str, bot: str, players: int, games: int, seed: int
) -> tuple[Counter[str], Counter[str]]:
    title = load_title(game)
    rules = title.rules_for(title.components, players)
    match = Match(title, rules, line_up(title, [bot], players))
    shown: Counter[str] = Counter()
    offered: Counter[str] = Counter()
    for number in range(games):
        for habit, seen in HABITS[game](match, match.tell(seed, number)):
            offered[habit] += 1
            shown[habit] += seen
    return shown, offered


def one_by_one(shown_by: Callable[[Any, Any, int, Sequence[int]], Shown]) -> Habits:
    """Habits that each decision shows by itself."""

    def habits(match: Match, decisions: Iterable[Decision]) -> Seen:
        for now in decisions:
            yield from shown_by(now.game, match.rules, now.move, now.moves).items()

    return habits


def every_time(named: Callable[[Match, Iterable[Decision]], Iterator[str]]) -> Habits:
    """Habits that are named whenever they show."""

    def habits(match: Match, decisions: Iterable[Decision]) -> Seen:
        for habit in named(match, decisions):
            yield habit, True

    return habits


def lost_cities(game: Any, rules: Any, move: int, legal: Sequence[int]) -> Shown:
    seat, Move = game.player, lost_moves.Move
    marks, passes = int(game.refusals[seat]), move in (Move.refuse, Move.decline)
    if game.phase == lost_table.Phase.pick and marks in SYMBOLS and legal[1:]:
        return {f"{SYMBOLS[marks]} though a pair fits": passes}
    if marks < lost_table.BOXES or not is_hopeless(game):
        return {}
    pays = max(plain(parts.gain)(game, rules, one) for one in legal) > 0
    return {f"exhausted and {HOPELESS} behind, leaves points": passes} if pays else {}


def is_hopeless(game: Any) -> bool:
    points = game.points.sum(axis=1)[: game.players]
    return bool(points[game.player] + HOPELESS <= points.max())


def archeos(game: Any, rules: Any, move: int, legal: Sequence[int]) -> Shown:
    Move, seat = archeos_moves.Move, game.player
    leads = archeos_moves.is_lead(move)
    shown = {"leads a single card": size_led(game, move) == 1} if leads else {}
    is_late = game.monkeys == archeos_table.MONKEYS - 1
    if game.phase != archeos_table.Phase.turn or not is_late:
        return shown
    if largest_set(game, seat) >= LARGE:
        shown["two monkeys out, collects on with a large set"] = not leads
    if legal[1:]:
        shown["two monkeys out, draws blind"] = move == Move.draw
    if move == Move.draw and game.deck[game.n_deck - 1] == archeos_table.MONKEY:
        sets = [largest_set(game, other) for other in range(game.players)]
        shown["throws a large set away as the season ends"] = max(sets) >= LARGE
    return shown


def largest_set(game: Any, seat: int) -> int:
    """Cards that one expedition could have, Mercenaries too."""
    jokers, slot = archeos_table.n_jokers(game, seat), int(game.joker[seat])
    roles = [int(n) for k, n in enumerate(game.n_role[seat]) if k != slot]
    most = max(*roles, *game.n_colour[seat].tolist())
    return most + jokers if most else 0


def size_led(game: Any, move: int) -> int:
    """Cards of an expedition before any is left out."""
    seat, card = game.player, archeos_moves.leader_of(move)
    slot, colour = divmod(card, archeos_table.COLOURS)
    by_role = archeos_moves.is_by_role(move)
    n = game.n_role[seat, slot] if by_role else game.n_colour[seat, colour]
    return int(n) + archeos_table.n_jokers(game, seat)


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


HABITS: dict[str, Habits] = {
    "archeos": one_by_one(archeos),
    "excavation": every_time(excavation),
    "expeditions": every_time(expeditions),
    "lost_cities": one_by_one(lost_cities),
}

if __name__ == "__main__":
    main()

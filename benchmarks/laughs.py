"""How often bots do what human players would laugh at, counted in games replayed move by move:

    python benchmarks/laughs.py lost_cities -b allround -b learned:copies=4 -p 2 -n 100

Each bot plays all seats. A function for each game says of a decision for which habits there was
occasion, and which of these the move showed.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import click

from simulator.games.archeos import moves as archeos_moves
from simulator.games.archeos import table as archeos_table
from simulator.games.lost_cities import moves as lost_moves
from simulator.games.lost_cities import table as lost_table
from simulator.kernel import plain
from simulator.match import Match
from simulator.titles import load_title
from strategies.lost_cities import parts
from strategies.registry import line_up

Shown = dict[str, bool]  # by the name of a habit that there was occasion for
HOPELESS = 100  # points behind
LARGE = 4  # cards of a set
SYMBOLS = {8: "hatches the ninth symbol", 7: "refuses at seven", 6: "refuses at six"}


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


HABITS: dict[str, Callable[[Any, Any, int, Sequence[int]], Shown]] = {
    "lost_cities": lost_cities,
    "archeos": archeos,
}
# What a player sees once or several times in a game is told for each of these.
SPANS = {"archeos": "seasons"}


@click.command(help=__doc__)
@click.argument("game", type=click.Choice([*HABITS]))
@click.option("-b", "--bot", "bots", multiple=True, default=["allround"])
@click.option("-p", "--players", default=2)
@click.option("-n", "--games", default=100)
@click.option("--seed", default=4711)
def main(game: str, bots: Sequence[str], players: int, games: int, seed: int) -> None:
    title = load_title(game)
    rules = title.rules_for(title.components, players)
    spans = int(rules[SPANS[game]]) if game in SPANS else 1
    for bot in bots:
        match = Match(title, rules, line_up(title, [bot], players))
        shown, offered = counted(match, HABITS[game], seed, games)
        share = games * players * spans
        click.echo(f"{game}, {players} players, {bot}: {share} player-{SPANS.get(game, 'games')}")
        for habit in sorted(offered):
            n, of = shown[habit], offered[habit]
            click.echo(f"  {habit:<50} {n / share:6.3f} each, {n} of {of} times ({n / of:.0%})")


def counted(match: Match, habits: Callable, seed: int, games: int) -> tuple[Counter, Counter]:
    shown: Counter = Counter()
    offered: Counter = Counter()
    for number in range(games):
        for at in match.tell(seed, number):
            for habit, seen in habits(at.game, match.rules, at.move, at.moves).items():
                offered[habit] += 1
                shown[habit] += seen
    return shown, offered


if __name__ == "__main__":
    main()

"""`tiltmeter play`: one game, told move by move."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from simulator.match import Decision, Match

CONSIDERED = 6  # alternatives shown by --explain


@click.command()
@click.argument("title")
@options.table
@click.option(
    "--game", "number", type=click.IntRange(min=0), default=0, help="Which game of the seed."
)
@click.option("--explain", is_flag=True, help="Show how each player rated its choices.")
@options.as_json
def play(title: str, number: int, explain: bool, as_json: bool, **words: Any) -> None:
    """One game, told move by move."""
    from simulator.errors import UserError

    experiment = options.as_experiment(title, games=number + 1, **words)
    if len(experiment.cells) > 1:
        raise UserError("One game has one line-up; give -s only once.")
    match = experiment.match(experiment.cells[0], "python")
    told = _without_traceback(match.tell(experiment.seed, number))
    if as_json:
        click.echo(json.dumps([_as_json(match, decision) for decision in told], indent=2))
        return
    seats = [match.line_up[match.who(seat, number)].name for seat in range(experiment.players)]
    click.echo(f"{match.title.full_name}, game {number} of seed {experiment.seed}")
    for seat, name in enumerate(seats):
        click.echo(f"  seat {seat + 1}: {name}")
    _tell(match, told, explain)


def _without_traceback(told: Iterator["Decision"]) -> Iterator["Decision"]:
    """An error in a player's own code becomes a sentence."""
    from strategies.registry import plug_in_error

    try:
        yield from told
    except Exception as error:
        raise plug_in_error(error) or error from None


def _tell(match: "Match", told: Any, explain: bool) -> None:
    words, rules, standing = match.title.words, match.rules, match.title.standing
    rounds, game = -1, None
    for decision in told:
        game = decision.game
        if game.rounds > rounds:
            if rounds >= 0:
                points = (f"{standing(game, rules, seat):4}" for seat in range(game.players))
                click.echo(f"  standings {' '.join(points)}")
            rounds = int(game.rounds)
            click.echo(f"\n{words.heading(game, rules)}")
        for deed in words.meanwhile(game, rules):
            click.echo(f"  {deed}")
        click.echo(f"  seat {game.player + 1} {words.move(game, rules, decision.move)}")
        if explain and decision.ratings:
            click.echo(_explained(match, decision))
    _tell_end(match, game)


def _explained(match: "Match", decision: "Decision") -> str:
    """The best alternatives with their ratings, the chosen one first among equals."""
    rated = zip(decision.ratings or [], decision.moves, strict=True)
    order = sorted(rated, key=lambda pair: (-pair[0], pair[1] != decision.move))
    lines = []
    for rating, move in order[:CONSIDERED]:
        sentence = match.title.words.move(decision.game, match.rules, move)
        lines.append(f"        {rating:8.2f}  {'→' if move == decision.move else ' '} {sentence}")
    if len(order) > CONSIDERED:
        lines.append(f"                  and {len(order) - CONSIDERED} more")
    return "\n".join(lines)


def _tell_end(match: "Match", game: Any) -> None:
    words = match.title.words
    click.echo(f"\nThe game ends after {game.rounds} rounds: {words.endings[game.ended]}.")
    click.echo(words.position(game, match.rules).partition("\n")[2])
    for seat in sorted(range(game.players), key=lambda s: game.place[s]):
        points = " ".join(f"{name} {game.points[seat, k]}" for k, name in enumerate(words.sources))
        click.echo(
            f"{game.place[seat]}. seat {seat + 1}: {game.points[seat].sum()} points ({points})"
        )


def _as_json(match: "Match", decision: "Decision") -> dict[str, Any]:
    words, game = match.title.words, decision.game
    ratings: list[Any] = decision.ratings or [None] * len(decision.moves)
    return {
        "round": int(game.rounds) + 1,
        "seat": int(game.player) + 1,
        "move": words.move(game, match.rules, decision.move),
        "choices": [
            {"move": words.move(game, match.rules, move), "rating": rating}
            for move, rating in zip(decision.moves, ratings, strict=True)
        ],
    }

"""What every strategy must pass: an importable list of checks, for plug-in authors too.

from pathlib import Path

from simulator.titles import load_title
from strategies.conformance import CHECKS
from strategies.registry import load_code

load_code(Path("my_strategies.py"))
for check in CHECKS:
    check(load_title("lost_cities"), "my_strategy")
"""

import math
from itertools import islice
from typing import Any

import numpy as np

from simulator import rng
from simulator.errors import must
from simulator.kernel import new, record
from simulator.match import Match
from simulator.titles import Title
from strategies.registry import Strategy, seat, strategy_called
from strategies.seat import Seat

GAMES = 3
DECISIONS = 4
NOTED = 1.5  # in notes that a strategy has not written


def is_documented(title: Title, name: str) -> None:
    about = _known(title, name).about
    must(about.endswith("."), f"{name} needs a docstring whose first line is a sentence")
    must(len(about) <= 120, f"the first sentence about {name} is longer than 120 signs")


def plays_to_the_end_and_repeats_itself(title: Title, name: str) -> None:
    for players in title.players:
        match = _match(title, name, players)
        games = match.play(2, 0, GAMES)
        must((games["ended"] > 0).all(), f"a game of {name} does not end")
        must(games.tobytes() == match.play(2, 0, GAMES).tobytes(), f"{name} is not deterministic")


def plays_the_same_in_every_engine(title: Title, name: str) -> None:
    """A whole game; of a search, which plain Python would take hours for, the first decisions."""
    players = title.players[0]
    if _known(title, name).based:
        told = [_match(title, name, players, engine).tell(3, 0) for engine in ("python", "mixed")]
        for plainly, mixed in islice(zip(*told, strict=True), DECISIONS):
            must(plainly.ratings == mixed.ratings, f"{name} rates otherwise in plain Python")
        return
    compiled = _match(title, name, players).play(3, 0, 1).tobytes()
    plainly = _match(title, name, players, "python").play(3, 0, 1).tobytes()
    must(
        plainly == compiled,
        f"{name} plays another game in plain Python: use whole numbers and + - * / on floats only",
    )


def rates_with_numbers_and_touches_nothing(title: Title, name: str) -> None:
    """Nor does it count on what an earlier decision noted: games would hang on those before."""
    players = title.players[0]
    match = _match(title, name, players, "mixed")
    game = match.dealt(4, 0)
    while game.ended == 0:
        before = _without_whims(game)
        decision = match.decision(game, 0)
        touched = _differing(before, _without_whims(game))
        must(not touched, f"{name} changes the game it looks at: {', '.join(touched)}")
        ratings = match.ratings(game)
        must(not any(map(math.isnan, ratings)), f"{name} rates a move as NaN")
        told = f"{name} reads notes that it has not written in the same decision"
        must(match.ratings(game, NOTED) == ratings, told)
        match.carry_out(game, decision.move)


def _without_whims(game: Any) -> np.ndarray:
    """A position without what a decision itself changes: ties drawn, and forced moves counted."""
    copy = np.zeros(1, game.dtype)
    copy[0] = game
    copy["whim"], copy["forced"] = 0, 0
    return copy


def _differing(one: np.ndarray, other: np.ndarray) -> list[str]:
    """The fields that have other values."""
    fields = one.dtype.names or ()
    return [name for name in fields if not np.array_equal(one[name], other[name])]


def cannot_peek(title: Title, name: str) -> None:
    """Its ratings stay the same when everything its seat cannot see is dealt anew."""
    stream = new(record(stream=rng.STREAM)).stream
    for players in {title.players[0], title.players[-1]}:
        match = _match(title, name, players, "mixed")
        for decision in match.tell(5, 0):
            if decision.ratings is None:
                continue  # nothing to choose
            hidden = decision.game.copy()
            title.redeal(hidden, match.rules, hidden.player, stream)
            must(match.ratings(hidden) == match.ratings(decision.game), f"{name} peeks")


def _known(title: Title, words: str) -> Strategy:
    return strategy_called(title, Seat.parse(words).name)


def _match(title: Title, name: str, players: int, engine: str = "compiled") -> Match:
    rules = title.rules_for(title.components, players)
    return Match(title, rules, [seat(title, name, players)] * players, engine)


CHECKS = (
    is_documented,
    rates_with_numbers_and_touches_nothing,
    cannot_peek,
    plays_to_the_end_and_repeats_itself,
    plays_the_same_in_every_engine,
)

"""The weights of a seat: what they are, and the same seat with others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from simulator.doors import setting
from simulator.errors import UserError, unknown
from simulator.titles import Title
from strategies import registry
from strategies.registry import Strategy, strategy_called
from strategies.seat import Seat
from strategies.weights_file import word_of

DIGITS = 4  # of a weight that is found: more would be noise


def strategy_of(title: Title, who: Seat) -> Strategy:
    """Of a seat; a search has settings, and the weights of another."""
    chosen = strategy_called(title, who.name)
    if chosen.based:
        raise UserError(f"{chosen.name} plays by another's weights; name that strategy instead.")
    return chosen


def weights_of(title: Title, who: Seat, players: int) -> dict[str, float]:
    """Every weight a seat plays with."""
    known = strategy_of(title, who).weights
    mind = registry.seat(title, who, players).mind
    return {name: float(value) for name, value in zip(known, mind.weights, strict=False)}


def free_weights(title: Title, who: Seat) -> list[str]:
    """What may vary of a seat that stays the style it is: numbers it is not committed to."""
    chosen = strategy_of(title, who)
    bound = {*chosen.names, *chosen.committed}
    free = [name for name in chosen.weights if name not in bound]
    if chosen.committed and not free:
        told = f"{setting('weights')} names those to tune all the same."
        raise UserError(f"{chosen.name} is committed to all of its weights; {told}")
    return free


@dataclass(frozen=True)
class Space:
    """The weights of a seat that may vary, each in units of its own size."""

    seat: Seat
    weights: Mapping[str, float]

    @property
    def units(self) -> np.ndarray:
        return np.array([abs(value) or 1.0 for value in self.weights.values()])

    @property
    def start(self) -> np.ndarray:
        return np.array(list(self.weights.values())) / self.units

    def at(self, point: np.ndarray) -> dict[str, float]:
        values = point * self.units
        return {
            name: float(f"{value:.{DIGITS}g}")
            for name, value in zip(self.weights, values, strict=True)
        }

    def seat_at(self, point: np.ndarray) -> Seat:
        return self.seat.setting({name: word_of(value) for name, value in self.at(point).items()})


def space_of(title: Title, who: Seat, players: int, only: Sequence[str] = ()) -> Space:
    """All weights of a seat that are numbers, or only these."""
    chosen = strategy_of(title, who)
    numbers = {
        name: value
        for name, value in weights_of(title, who, players).items()
        if name not in chosen.names
    }
    for name in only:
        if name not in numbers:
            raise unknown(f"weight of {chosen.name} that is a number:", name, numbers)
    if not numbers:
        raise UserError(f"{chosen.name} has no weights that are numbers, so there is none to tune.")
    return Space(who, {name: numbers[name] for name in only or numbers})

"""The weights of a seat: what they are, and the same seat with others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from simulator.doors import setting
from simulator.errors import UserError, unknown
from simulator.titles import Title
from strategies import registry
from strategies.registry import Strategy, strategy_called
from strategies.weights_file import word_of

DIGITS = 4  # of a weight that is found: more would be noise


def strategy_of(title: Title, words: str) -> Strategy:
    """Of a seat's words; a search has settings, and the weights of another."""
    chosen = strategy_called(title, words.split(":")[0].strip())
    if chosen.based:
        raise UserError(f"{chosen.name} plays by another's weights; name that strategy instead.")
    return chosen


def weights_of(title: Title, words: str, players: int) -> dict[str, float]:
    """Every weight a seat plays with."""
    known = strategy_of(title, words).weights
    mind = registry.seat(title, words, players).mind
    return {name: float(value) for name, value in zip(known, mind.weights, strict=False)}


def with_settings(words: str, settings: Mapping[str, str | float]) -> str:
    """The same seat, with these keys instead of or beside its own."""
    name, *said = words.split(":")
    pairs = dict(pair.split("=", 1) for pair in said) | {k: word_of(v) for k, v in settings.items()}
    return ":".join([name, *(f"{key}={text}" for key, text in pairs.items())])


def free_weights(title: Title, words: str) -> list[str]:
    """What may vary of a seat that stays the style it is: numbers it is not committed to."""
    chosen = strategy_of(title, words)
    bound = {*chosen.names, *chosen.committed}
    free = [name for name in chosen.weights if name not in bound]
    if chosen.committed and not free:
        told = f"{setting('weights')} names those to tune all the same."
        raise UserError(f"{chosen.name} is committed to all of its weights; {told}")
    return free


@dataclass(frozen=True)
class Space:
    """The weights of a seat that may vary, each in units of its own size."""

    words: str
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

    def words_at(self, point: np.ndarray) -> str:
        return with_settings(self.words, self.at(point))


def space_of(title: Title, words: str, players: int, only: Sequence[str] = ()) -> Space:
    """All weights of a seat that are numbers, or only these."""
    chosen = strategy_of(title, words)
    numbers = {
        name: value
        for name, value in weights_of(title, words, players).items()
        if name not in chosen.names
    }
    for name in only:
        if name not in numbers:
            raise unknown(f"weight of {chosen.name} that is a number:", name, numbers)
    if not numbers:
        raise UserError(f"{chosen.name} has no weights that are numbers, so there is none to tune.")
    return Space(words, {name: numbers[name] for name in only or numbers})

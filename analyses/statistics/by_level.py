"""How a finding goes with the skill of the players: a curve over levels, with a band, in one word.

Neighbouring levels lend each other strength: the curve is a random walk from level to level, and
how far it moves in a step is estimated with it. So a few games of experts are helped by many of
others, but a turn that the games show is not smoothed away. Curves are drawn from what the games
leave possible; a word is given only if nearly all of them deserve it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from analyses.statistics.intervals import LEVEL

HOLDS, GROWS, FADES, TURNS = "holds", "grows", "fades", "turns round"
BEGINNERS, EXPERTS = "only among beginners", "only among experts"
OPEN = "not settled"
WORDS = (HOLDS, GROWS, FADES, TURNS, BEGINNERS, EXPERTS, OPEN)
DRAWS = 2000
STEPS = np.geomspace(0.02, 5.0, 13)  # how far a curve may move in a level, in margins
COARSE = 2.0  # margins: an error so large tells nothing of its level but by the neighbours
WIDE = 20.0  # margins, or times the largest value seen: where a curve may begin


@dataclass(frozen=True)
class Curve:
    """A value by level that is nothing where all is balanced; what matters is a margin or more.

    Estimates of several levels are independent: they rest on games of their own.
    """

    levels: tuple[int, ...]
    value: np.ndarray
    error: np.ndarray
    margin: float
    tests: int = 1  # how many curves are told at once

    @cached_property
    def drawn(self) -> np.ndarray:
        """Curves that the games leave possible, [draw, level]."""
        at = np.asarray(self.levels, float)
        shared = np.minimum.outer(at - at[0], at - at[0])
        start = (WIDE * max(self.margin, float(np.abs(self.value).max()))) ** 2
        noise = np.diag(np.maximum(self.error, 1e-9 * self.margin) ** 2)
        fits, means, roots = [], [], []
        for step in STEPS * self.margin:
            prior = start + step**2 * shared
            whole = np.linalg.inv(prior + noise)
            fits.append(_log_density(self.value, prior + noise))
            means.append(prior @ whole @ self.value)
            left = prior - prior @ whole @ prior
            size, turn = np.linalg.eigh((left + left.T) / 2)
            roots.append(turn * np.sqrt(np.maximum(size, 0.0)))
        weight = np.exp(np.array(fits) - max(fits))
        return _mixed(weight / weight.sum(), means, roots, len(at))

    @property
    def middle(self) -> np.ndarray:
        """Of each level, with what its neighbours tell."""
        return self.drawn.mean(axis=0)

    def band(self, tests: float = 1) -> tuple[np.ndarray, np.ndarray]:
        """So wide that a whole curve lies within it, and as many curves at once."""
        middle, spread = self.middle, self.drawn.std(axis=0)
        spread = np.maximum(spread, 1e-12)
        farthest = (np.abs(self.drawn - middle) / spread).max(axis=1)
        reach = np.quantile(farthest, 1 - (1 - LEVEL) / max(tests, self.tests))
        return middle - reach * spread, middle + reach * spread

    @property
    def word(self) -> str:
        """What nearly all possible curves deserve."""
        return self._word_up_to(len(self.levels))

    def _word_up_to(self, last: int) -> str:
        """Of the first levels alone; what no games of a level tell, its neighbours do not."""
        if (self.error[:last] > COARSE * self.margin).any():
            return OPEN
        return _word(self.drawn[:, :last], self.margin, self._sure)

    @property
    def _sure(self) -> float:
        return 1 - (1 - LEVEL) / self.tests

    @cached_property
    def settled(self) -> tuple[str, int | None]:
        """The word; if there is none, that of the levels up to the last one that has one."""
        for last in range(len(self.levels), 1, -1):
            word = self._word_up_to(last)
            if word != OPEN:
                return word, self.levels[last - 1]
        return OPEN, None

    @property
    def is_balanced(self) -> bool:
        """Whether it matters at no level."""
        return bool((np.abs(self.drawn) < self.margin).all(axis=1).mean() >= self._sure)

    @property
    def matters(self) -> bool:
        """Whether it surely does at one level at least."""
        return bool((np.abs(self.drawn) >= self.margin).any(axis=1).mean() >= self._sure)

    @property
    def largest(self) -> float:
        return float(np.abs(self.middle).max())


def _log_density(value: np.ndarray, spread: np.ndarray) -> float:
    _, size = np.linalg.slogdet(spread)
    return float(-0.5 * (size + value @ np.linalg.solve(spread, value)))


def _mixed(
    weight: np.ndarray, means: Sequence[np.ndarray], roots: Sequence[np.ndarray], levels: int
) -> np.ndarray:
    """Draws from a mixture, the same ones each time."""
    stream = np.random.default_rng(1)
    which = np.searchsorted(weight.cumsum(), (np.arange(DRAWS) + 0.5) / DRAWS)
    which = np.minimum(which, len(weight) - 1)
    drawn = stream.normal(size=(DRAWS, levels))
    for k, (mean, root) in enumerate(zip(means, roots, strict=True)):
        drawn[which == k] = mean + drawn[which == k] @ root.T
    return drawn


def _word(drawn: np.ndarray, margin: float, sure: float) -> str:
    """The most telling word that is sure enough."""
    size = np.abs(drawn)
    matters, first, last = size >= margin, size[:, 0], size[:, -1]
    up, down = drawn >= margin, drawn <= -margin
    turns = up.any(axis=1) & down.any(axis=1)
    fades = (first >= margin) & (last <= first - margin)
    grows = (last >= margin) & (first <= last - margin)
    told = (
        (TURNS, turns),
        (BEGINNERS, fades & (last < margin) & ~turns),
        (EXPERTS, grows & (first < margin) & ~turns),
        (FADES, fades),
        (GROWS, grows & ~turns),
        (HOLDS, up.all(axis=1) | down.all(axis=1)),
        (HOLDS, ~matters.any(axis=1)),
    )
    return next((word for word, holds in told if holds.mean() >= sure), OPEN)


def of_several(curves: Sequence[Curve]) -> Curve:
    """The one that speaks for several, such as seats: one that turns, or else the largest."""
    turning = [one for one in curves if one.word == TURNS]
    return max(turning or curves, key=lambda one: one.largest)

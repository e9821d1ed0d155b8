"""A response of many combinations: effects, and single combinations freed from luck.

The highest of 924 means is high by luck too. So what a combination's members do to it, what their
pairs do beyond that, and what is left are each drawn towards nothing, the more so the less they
scatter beyond their noise (empirical Bayes); but nobody much farther than the others are.
"""

import functools
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from analyses.lab.study.effects import SMALL, Design
from analyses.statistics.order import ROUNDING, tied_ranks
from analyses.statistics.pooling import Estimates, reconciled
from analyses.statistics.readings import GROUPS

# Of a space: how much of it every combination keeps, its scatter at most, and by how much it
# usually draws each of them, as a variance.
Trust = tuple[np.ndarray, float, np.ndarray]

DOUBT = 3  # errors that a distance may be off, when helpings are dealt out


@dataclass(frozen=True)
class Response:
    """A number of every combination: its means, and the influences of groups of deals on them."""

    design: Design
    mean: np.ndarray  # [combination]
    influence: np.ndarray  # [group, combination]
    deals: int  # of the combination with the fewest
    looks: int = 1  # rounds of games, if where to play was chosen by what was seen
    even: float | None = None  # what it should be; then the nearest to it rank at one end

    @property
    def groups(self) -> int:
        return min(self.deals, GROUPS)

    @property
    def tests(self) -> int:
        """Look k may err with 5% / k(k + 1): together with 5%, however many there will be."""
        return self.looks * (self.looks + 1) if self.looks > 1 else 1

    @functools.cached_property
    def members(self) -> Estimates:
        return self._estimates(self.design.main, self.design.whole.main, 1)

    @functools.cached_property
    def pairs(self) -> Estimates:
        return self._estimates(self.design.together, self.design.whole.together, 2)

    @functools.cached_property
    def shapley(self) -> Estimates | None:
        weights, of_all = self.design.fair_shares, self.design.whole.fair_shares
        if weights is None or of_all is None:
            return None
        return self._estimates(weights, of_all, self.design.order)

    @functools.cached_property
    def average(self) -> Estimates:
        sizes = len(self.mean), len(self.design.population)
        played, of_all = (np.full((1, n), 1 / n) for n in sizes)
        return self._estimates(played, of_all, 0)

    @property
    def raw(self) -> Estimates:
        return self._of_deals(self.mean, self._noise(self.influence))

    def apart(self, from_one: int, others: list[int]) -> Estimates:
        """How far others lie from one of them, on the same shuffles; all hold together."""
        value = self.mean[others] - self.mean[from_one]
        noise = self._noise(self.influence[:, others] - self.influence[:, [from_one]])
        groups = np.full(len(others), float(self.groups))
        return Estimates(value, np.sqrt(noise), groups, self.tests * max(len(others), 1))

    @functools.cached_property
    def shrunk(self) -> Estimates:
        return self._shrunk(range(4))

    @functools.cached_property
    def above_average(self) -> Estimates:
        """How far each lies from the mean of all; what deals do to all of them cancels out."""
        return self._shrunk(range(1, 4))

    def beyond_typical(self, is_high: bool) -> np.ndarray:
        """Which lie clearly above the mean of all, or below; all of these claims hold together.

        Of hundreds some always lie far off by luck, and those look best that were drawn in least.
        """
        far = _together(self.above_average, len(self.mean))
        return far.low > ROUNDING if is_high else far.high < -ROUNDING

    def even_beyond_typical(self, even: float, is_near: bool) -> np.ndarray:
        """Which are clearly nearer to even than all of them are on average, or farther from it."""
        shown = _together(self.shrunk, len(self.mean) + 1)
        least, most = _distances(shown, even)
        if not is_near:
            return least > most.mean() + ROUNDING
        of_average, _ = _distances(_together(self.average, len(self.mean) + 1), even)
        return most < max(least.mean(), of_average[0]) - ROUNDING

    @functools.cached_property
    def surprise(self) -> Estimates:
        """How far each lies from what its members alone, without their pairs, make one expect."""
        return self._shrunk(range(2, 4))

    @functools.cached_property
    def predicted(self) -> Estimates:
        """Of combinations not played: they scatter around the model, as those did it is made of."""
        weights = self.design.predicting
        return self._around_model(weights, 1 + (weights**2).sum(axis=1), self.design.order)

    @functools.cached_property
    def _ranked(self) -> Estimates:
        """What combinations are ranked by."""
        if self.even is None:
            return self.above_average
        shown = self.shrunk
        return Estimates(np.abs(shown.value - self.even), shown.error, shown.groups, shown.tests)

    def undecided(self, top: int) -> list[int]:
        """Combinations that may or may not be among the top or bottom ones."""
        shown = self._ranked
        low, high = shown.low - ROUNDING, shown.high + ROUNDING
        is_open = [(low <= cut) & (cut <= high) for cut in self._cuts(top)]
        return np.flatnonzero(np.any(is_open, axis=0)).tolist() if is_open else []

    def helpings(self, top: int, had: np.ndarray) -> list[int]:
        """Whose games tell most about who is among the top or bottom ones, as many as there are
        combinations, the most wanting first; none if the ranking is decided.

        Optimal computing budget allocation for a subset (OCBA-m): shares grow with the noise of a
        combination's helping and fall with the square of its distance from the nearer cut. Both
        are known to some errors only; without them a lucky first look would starve it for good.
        """
        if not self.undecided(top):
            return []
        shown, noise = self._ranked, had * self.raw.error**2
        if not 0 < noise.mean() < np.inf:  # a single deal tells nothing of noise
            return list(range(len(had)))
        noise += noise.mean()  # where all of a few games ended alike, others need not
        far = np.min([np.abs(shown.value - cut) for cut in self._cuts(top)], axis=0)
        share = noise / (far**2 + (DOUBT * np.maximum(shown.error, SMALL)) ** 2)
        left, chosen = (had.sum() + len(had)) * share / share.sum() - had, []
        for _ in had:
            chosen.append(int(tied_ranks(-left).argmin()))
            left[chosen[-1]] -= 1
        return chosen

    def _cuts(self, top: int) -> np.ndarray:
        """Between the top ones and the others, and between those and the bottom ones."""
        ordered = np.sort(self._ranked.value)
        if len(ordered) <= top:
            return np.array([])
        return ordered[[-top - 1, top - 1]] / 2 + ordered[[-top, top]] / 2

    def _shrunk(self, spaces: Iterable[int]) -> Estimates:
        """What some spaces say of each combination, as far as they can be trusted."""
        weights, whole = np.zeros((2, len(self.mean), len(self.mean)))
        doubt, drawn = np.zeros((2, len(self.mean)))
        for number in spaces:
            space, (trust, scatter, usual) = self.design.spaces[number], self._trust[number]
            weights += trust[:, None] * space
            whole += space
            doubt += (1 - trust) ** 2 * scatter * space.diagonal()
            drawn += usual
        noise, own = (self._noise(self.influence @ of.T) for of in (weights, whole))
        shown = self._of_deals(weights @ self.mean, noise + doubt)
        if self.groups < 2:
            return shown
        return reconciled(shown, self._of_deals(whole @ self.mean, own), np.sqrt(drawn))

    @functools.cached_property
    def _trust(self) -> list[Trust]:
        whole = np.ones(len(self.mean)), 0.0, np.zeros(len(self.mean))
        return [whole, *map(self._trust_in, self.design.spaces[1:])]

    def _trust_in(self, space: np.ndarray) -> Trust:
        leverage = np.maximum(space.diagonal(), SMALL)
        size = int(np.rint(space.trace()))
        if size < 3:  # too few to tell scatter from noise
            return np.ones(len(self.mean)), 0.0, np.zeros(len(self.mean))
        noise = self._noise(self.influence @ space)
        scatter = max(0.0, float(((space @ self.mean) ** 2).sum() - noise.sum()) / size)
        # The scatter has an error of its own: an unlucky 0 should make no interval too narrow.
        at_most = scatter + (2 / size) ** 0.5 * (scatter + float(noise.sum()) / size)
        trust = scatter / np.maximum(scatter + noise / leverage, 1e-300)
        return trust, at_most, (1 - trust) * noise

    def scatter(self, order: int) -> tuple[float, float]:
        """The variance of what is measured around a model, and what of it the noise explains."""
        space, left = sum(self.design.spaces[order + 1 :]), self.design.left_over(order)
        if left < 1:
            return float("nan"), float("nan")
        noise = self._noise(self.influence @ space).sum()
        return float(((space @ self.mean) ** 2).sum()) / left, float(noise) / left

    def _noise(self, influence: np.ndarray) -> np.ndarray:
        """The variance that influences tell of; a single group of deals tells nothing."""
        if self.groups < 2:
            return np.full(influence.shape[1], np.inf)
        return self.groups / (self.groups - 1) * (influence**2).sum(axis=0)

    def _of_deals(self, value: np.ndarray, variance: np.ndarray) -> Estimates:
        """Numbers whose variance is known as surely as there are groups of deals."""
        groups = np.full(len(value), float(self.groups))
        return Estimates(value, np.sqrt(variance), groups, self.tests)

    def _estimates(self, weights: np.ndarray, of_all: np.ndarray, order: int) -> Estimates:
        """With the error of the deals, and of the combinations that were not played."""
        if self.design.unseen == 0:
            return self._of_deals(weights @ self.mean, self._noise(self.influence @ weights.T))
        return self._around_model(weights, self.design.away(weights, of_all), order)

    def _around_model(self, weights: np.ndarray, away: np.ndarray, order: int) -> Estimates:
        """Numbers that miss the truth by noise, and by `away` times the scatter around a model.

        The scatter that is measured holds its noise too, so only the noise beyond that is added:
        taken out of it, an unlucky scatter of a few combinations would be nothing, and surely so.
        How surely the sum is known follows from how surely both are (Satterthwaite, 1946).
        """
        noise = self._noise(self.influence @ weights.T)
        if self.groups < 2:
            return self._of_deals(weights @ self.mean, noise)
        seen, of_noise = self.scatter(order)
        scattered, beyond = seen * away, np.maximum(noise - of_noise * away, 0)
        share = scattered / np.maximum(scattered + beyond, SMALL**2)
        doubt = share**2 / max(self.design.left_over(order), 1)
        doubt += (1 - share) ** 2 / (self.groups - 1)
        error = np.sqrt(np.maximum(scattered + beyond, noise))
        return Estimates(weights @ self.mean, error, 1 + 1 / doubt, self.tests)


def _together(shown: Estimates, n: int) -> Estimates:
    """With intervals so wide that n of them hold together."""
    return Estimates(shown.value, shown.error, shown.groups, shown.tests * n)


def _distances(shown: Estimates, even: float) -> tuple[np.ndarray, np.ndarray]:
    """From even: how far each is at least, and at most."""
    ends = np.abs(np.stack([shown.low, shown.high]) - even)
    is_around = (shown.low <= even) & (even <= shown.high)
    return np.where(is_around, 0, ends.min(axis=0)), ends.max(axis=0)

"""Effects of members on a response: of each, of pairs, and their fair shares (Shapley values).

Every estimate here is a row of weights, one for each combination; weights @ means is the estimate,
and the same weights on the influences give its error. So one set of weights serves every response.
"""

import functools
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

MANY = 13  # members: of more, not every subset is looked at
SMALL = 1e-9  # below this, a number that should be zero is
ENOUGH = 10  # combinations beyond those that a model needs: fewer do not tell how far it is off


@dataclass(frozen=True, eq=False)
class Design:
    """Which members each combination has; only those that some have and others do not."""

    slots: tuple[tuple[str, ...], ...]
    population: np.ndarray  # [combination, member] of 0 and 1: all that could be played
    chosen: np.ndarray  # the rows of the population that are played

    @functools.cached_property
    def members(self) -> tuple[str, ...]:
        return tuple(itertools.chain.from_iterable(self.slots))

    @functools.cached_property
    def mirrored(self) -> tuple[str, ...]:
        """The second of each two that take each other's place: it does what the first undoes."""
        return tuple(slot[1] for slot in self.slots if len(slot) == 2)

    @functools.cached_property
    def present(self) -> np.ndarray:
        return self.population[self.chosen]

    @property
    def unseen(self) -> float:
        """The share of the population that is not played."""
        return 1 - len(self.chosen) / len(self.population)

    @functools.cached_property
    def whole(self) -> "Design":
        """The same members, with every combination of the population played."""
        everything = np.arange(len(self.population))
        return self if self.unseen == 0 else Design(self.slots, self.population, everything)

    def away(self, weights: np.ndarray, of_all: np.ndarray) -> np.ndarray:
        """How far an estimate's weights are from those that it would have of all combinations.

        Squared, so that times the variance of combinations around a model it is the variance of
        the estimate around what all of them would show.
        """
        missing = of_all.copy()
        missing[:, self.chosen] -= weights
        return (missing**2).sum(axis=1)

    @functools.cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """Members that can meet, and need not."""
        both = self.population.T @ self.population
        n = range(len(self.members))
        return [(i, j) for i, j in itertools.combinations(n, 2) if both[i, j] > 0]

    def others(self, member: int) -> list[int]:
        """Who can take a member's place; nobody if it is alone in its slot."""
        name = self.members[member]
        slot = next(slot for slot in self.slots if name in slot)
        return [self.members.index(other) for other in slot if other != name]

    def columns(self, order: int, rows: np.ndarray) -> np.ndarray:
        """What a model explains combinations by: 1, members (order 1), pairs (order 2)."""
        made = [np.ones((len(rows), 1))]
        if order >= 1:
            made.append(rows)
        if order >= 2:
            i, j = np.array(self.pairs, int).reshape(-1, 2).T
            made.append(rows[:, i] * rows[:, j])
        return np.hstack(made)

    @functools.cached_property
    def bases(self) -> list[np.ndarray]:
        """Of each order's model: orthogonal columns that span what it can say."""
        made = []
        for order in range(3):
            left, size, _ = np.linalg.svd(self.columns(order, self.present), full_matrices=False)
            made.append(left[:, size > SMALL * size[0]])
        return made

    @functools.cached_property
    def spaces(self) -> list[np.ndarray]:
        """Projections that together leave nothing out: on the mean of all, on what members do, on
        what pairs do beyond them, and on the rest."""
        fits = [basis @ basis.T for basis in self.bases]
        fits.append(np.eye(len(self.chosen)))
        made = [fits[0], *(after - before for before, after in itertools.pairwise(fits))]
        return [space if space.trace() > 0.5 else 0 * space for space in made]  # no rounding errors

    @functools.cached_property
    def main(self) -> np.ndarray:
        return main_effects(self)

    @functools.cached_property
    def together(self) -> np.ndarray:
        return pair_effects(self)

    @functools.cached_property
    def fair_shares(self) -> np.ndarray | None:
        return shapley(self)

    def left_over(self, order: int) -> int:
        """Combinations beyond those that a model needs."""
        return len(self.chosen) - self.bases[order].shape[1]

    @property
    def tells_pairs(self) -> bool:
        """Not if so few are left over that what three do together may pass for a pair's doing."""
        return self.unseen == 0 or self.left_over(2) >= ENOUGH

    @functools.cached_property
    def unplayed(self) -> np.ndarray:
        """The rows of the population that are not played."""
        return np.setdiff1d(np.arange(len(self.population)), self.chosen)

    @functools.cached_property
    def predicting(self) -> np.ndarray:
        """[combination not played, combination]: weights of what the model makes one expect.

        They are not known for one that has what no played combination tells of, as a new pair.
        """
        played = self.columns(self.order, self.present)
        wanted = self.columns(self.order, self.population[self.unplayed])
        weights = wanted @ np.linalg.pinv(played, rcond=SMALL)
        is_told = np.abs(weights @ played - wanted).max(axis=1, initial=0) < 1e-6
        return np.where(is_told[:, None], weights, np.nan)

    @functools.cached_property
    def order(self) -> int:
        """Of the model for combinations not played: it leaves as much to judge it by as it uses."""
        return 2 if self.left_over(2) >= self.bases[2].shape[1] else 1


def design_of(
    slots: Sequence[Sequence[str]], population: Sequence[Sequence[str]], chosen: Sequence[int]
) -> Design:
    """From sets of members; members that all or no played combinations have are left out."""
    members = list(itertools.chain.from_iterable(slots))
    has = np.array([[name in one for name in members] for one in population], float)
    played = has[list(chosen)]
    varies = (played.min(axis=0) < played.max(axis=0)).tolist()
    kept = dict(zip(members, varies, strict=True))
    left = [tuple(name for name in slot if kept[name]) for slot in slots]
    return Design(tuple(slot for slot in left if slot), has[:, varies], np.array(chosen, int))


def main_effects(design: Design) -> np.ndarray:
    """[member, combination]: a member instead of another of its slot, all the others being equal.

    In a full design that is the mean of the combinations with it minus that of those without.
    """
    centred = design.present - design.present.mean(axis=0)
    contrast = np.eye(len(design.members))
    for member in range(len(design.members)):
        others = design.others(member)
        contrast[member, others] = -1 / max(len(others), 1)
    return _estimable(contrast, centred)


def pair_effects(design: Design) -> np.ndarray:
    """[pair, combination]: what two members do together beyond what each does alone.

    The difference of differences y(ij) - y(kj) - y(il) + y(kl), averaged over who can take the
    places of i and j, in a model of members and pairs.
    """
    alone = design.bases[1]
    columns = design.columns(2, design.present)[:, 1 + len(design.members) :]
    beyond = columns - alone @ (alone.T @ columns)
    return _estimable(_differences(design), beyond)


def _differences(design: Design) -> np.ndarray:
    """[pair, pair]: the difference of differences, in terms of the pairs' coefficients."""
    number = {pair: k for k, pair in enumerate(design.pairs)}
    contrast = np.full((len(number), len(number)), np.nan)
    for row, (i, j) in enumerate(design.pairs):
        cases = [
            [(i, j, 1), (k, j, -1), (i, m, -1), (k, m, 1)]
            for k in design.others(i) or [-1]
            for m in design.others(j) or [-1]
            if k != j and m != i and (k != m or k == -1)
        ]
        cases = [case for case in cases if all(_meets(one, two, number) for one, two, _ in case)]
        if cases:
            contrast[row] = 0
        for one, two, sign in itertools.chain.from_iterable(cases):
            if min(one, two) >= 0:
                contrast[row, number[min(one, two), max(one, two)]] += sign / len(cases)
    return contrast


def _meets(one: int, two: int, known: dict[tuple[int, int], int]) -> bool:
    """Whether two members can be there at once; -1 stands for nobody, who can always."""
    return min(one, two) < 0 or (min(one, two), max(one, two)) in known


def _estimable(contrast: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Weights of contrasts of least-squares coefficients; nan where the design cannot tell."""
    if contrast.size == 0:
        return np.zeros((len(contrast), len(columns)))
    inverse = np.linalg.pinv(columns, rcond=SMALL)
    told = np.abs(contrast @ inverse @ columns - contrast).max(axis=1) < 1e-6
    return np.where(told[:, None], contrast @ inverse, np.nan)


def shapley(design: Design) -> np.ndarray | None:
    """[member, combination]: a member's fair share of what a combination brings.

    Members join in random order. A group of them is worth the mean response of the combinations
    that contain it or lie in it and come nearest to its size; a member's value is what its joining
    changes, on average. The values add up to everybody's worth minus nobody's. None if members are
    levels, too many, or take each other's place: of sets of one size it is the main effect again,
    times a number below 1.
    """
    n = len(design.members)
    is_free = all(len(slot) == 1 for slot in design.slots)
    if not 0 < n <= MANY or not is_free:
        return None
    bits = (np.arange(2**n)[:, None] >> np.arange(n) & 1).astype(float)
    worth = _worth(bits, design.population)
    values = np.empty((n, len(design.population)))
    for member in range(n):
        without = np.flatnonzero(bits[:, member] == 0)
        sizes = bits[without].sum(axis=1).astype(int)
        odds = np.array([1 / (n * math.comb(n - 1, size)) for size in range(n)])[sizes]
        values[member] = odds @ (worth[without + 2**member] - worth[without])
    return values @ _predictions(design)


def _worth(groups: np.ndarray, population: np.ndarray) -> np.ndarray:
    """[group, combination]: equal weights of the combinations that say what a group is worth."""
    common = groups @ population.T
    size, sizes = groups.sum(axis=1)[:, None], population.sum(axis=1)[None, :]
    comparable = (common == size) | (common == sizes)
    distance = np.where(comparable, np.abs(size - sizes), np.inf)
    nearest = distance == distance.min(axis=1, keepdims=True)
    return nearest / nearest.sum(axis=1, keepdims=True)


def _predictions(design: Design) -> np.ndarray:
    """[of the population, combination]: the means themselves, or the model's where not played."""
    if design.unseen == 0:
        made = np.zeros((len(design.population), len(design.chosen)))
        made[design.chosen, np.arange(len(design.chosen))] = 1
        return made
    fitted = np.linalg.pinv(design.columns(design.order, design.present), rcond=SMALL)
    return design.columns(design.order, design.population) @ fitted

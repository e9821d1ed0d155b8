"""Means over those who hold something, and what its being there changes; deals are the sample."""

from dataclasses import dataclass

import numpy as np

from analyses.statistics.estimate import NAN, Estimate, Share


@dataclass(frozen=True)
class Means:
    """Of several members: a mean with its error between deals, and what it rests on."""

    mean: np.ndarray
    error: np.ndarray
    deals: np.ndarray
    rows: np.ndarray

    def estimates(self, form: type[Estimate] = Estimate) -> list[Estimate]:
        every = zip(self.mean, self.error, self.deals, strict=True)
        return [form(float(mean), float(error), int(deals)) for mean, error, deals in every]

    @property
    def shares(self) -> list[Estimate]:
        return self.estimates(Share)


def of_holders(value: np.ndarray, held: np.ndarray, deal: np.ndarray) -> Means:
    """The mean of a value [game, seat] over the holders of each member [game, seat, member]."""
    total = np.einsum("gs,gsm->gm", value.astype(float), held.astype(float))
    return _mean(*_by_deal(deal, total, held.sum(axis=1)))


def with_less_without(value: np.ndarray, there: np.ndarray, deal: np.ndarray) -> Means:
    """How a value [game] differs where each member [game, member] is there from where it is not."""
    absent, value = 1 - there, value[:, None].astype(float)
    with_it = _by_deal(deal, value * there, there)
    without = _by_deal(deal, value * absent, absent)
    one, other = _mean(*with_it), _mean(*without)
    influence = _influence(one, *with_it) - _influence(other, *without)
    k = len(influence)
    error = np.sqrt((influence**2).sum(axis=0) * k / (k - 1)) if k > 1 else NAN * one.mean
    return Means(one.mean - other.mean, error, np.full(len(one.mean), k), one.rows)


def _by_deal(deal: np.ndarray, *values: np.ndarray) -> tuple[np.ndarray, ...]:
    """Sums over the games of each deal."""
    order = np.argsort(deal, kind="stable")
    first = np.flatnonzero(np.diff(deal[order], prepend=deal[order][0] - 1))
    return tuple(np.add.reduceat(one[order].astype(float), first, axis=0) for one in values)


def _mean(total: np.ndarray, n: np.ndarray) -> Means:
    whole, deals = n.sum(axis=0), (n > 0).sum(axis=0)
    mean = total.sum(axis=0) / np.where(whole > 0, whole, np.nan)
    spread = ((total - mean * n) ** 2).sum(axis=0)
    known = deals > 1
    factor = np.where(known, deals / np.where(known, deals - 1, 1), np.nan)
    return Means(mean, np.sqrt(spread * factor) / whole, deals, whole.astype(int))


def _influence(means: Means, total: np.ndarray, n: np.ndarray) -> np.ndarray:
    """Of each deal on each mean."""
    return (total - means.mean * n) / n.sum(axis=0)

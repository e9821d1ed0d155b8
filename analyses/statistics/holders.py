"""Means over those who hold something, and what its being there changes; deals are the sample."""

from dataclasses import dataclass

import numpy as np

from analyses.statistics.estimate import NAN, Estimate, Share
from analyses.statistics.intervals import between_deals, p_values

BANDS = 24  # of numbers held, at most
LEAST = 200  # seats that have a number, or the next ones with it
NO_WAY = 1e-10  # of the largest: members differ so little in this way that it is none


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


@dataclass(frozen=True)
class Tested(Means):
    """Differences held against none; `if_none` is the error if there is none.

    Where few games have a member, all of them may be lost: by their own spread that would be sure.
    """

    if_none: np.ndarray

    @property
    def p(self) -> np.ndarray:
        """That it makes no difference."""
        return p_values(self.mean, self.if_none, self.deals, 0.0)


def of_holders(value: np.ndarray, held: np.ndarray, deal: np.ndarray) -> Means:
    """The mean of a value [game, seat] over the holders of each member [game, seat, member]."""
    total = np.einsum("gs,gsm->gm", value.astype(float), held.astype(float))
    return _mean(*_by_deal(deal, total, held.sum(axis=1)))


def beside_seats(value: np.ndarray, held: np.ndarray, deal: np.ndarray) -> Means:
    """How far such a mean is from what those in the same seats have on average.

    Else a good seat would be credited to whatever it is dealt more often than others.
    """
    off = value - value.mean(axis=0)
    total = np.einsum("gs,gsm->gm", off, held.astype(float)) - off @ held.mean(axis=0)
    return _mean(*_by_deal(deal, total, held.sum(axis=1)))


def of_their_seats(value: np.ndarray, held: np.ndarray) -> np.ndarray:
    """What those in the seats of the holders of each member have on average."""
    seats = held.sum(axis=0)
    return value.mean(axis=0) @ seats / seats.sum(axis=0)


def beside_peers(value: np.ndarray, held: np.ndarray, deal: np.ndarray, peers: np.ndarray) -> Means:
    """How far such a mean is from that of their `peers`, who have the same number [game, seat].

    Whoever holds a kind of card at all mostly holds more cards: that is no merit of the kind.
    """
    usual, often = _by_peers(value, held, peers)
    total = np.einsum("gs,gsm->gm", value - usual[peers], held - often[peers])
    return _mean(*_by_deal(deal, total, held.sum(axis=1)))


def of_their_peers(value: np.ndarray, held: np.ndarray, peers: np.ndarray) -> np.ndarray:
    """What the peers of the holders of each member have on average."""
    usual, _ = _by_peers(value, held, peers)
    return np.einsum("gs,gsm->m", usual[peers], held.astype(float)) / held.sum(axis=(0, 1))


def peers_of(number: np.ndarray) -> np.ndarray:
    """A number [game, seat] for those who sit in the same seat and hold as many."""
    _, band = number_bands(number)
    return band * number.shape[1] + np.arange(number.shape[1])


def number_bands(number: np.ndarray) -> tuple[list[str], np.ndarray]:
    """The names of numbers held, '2' or '7–9', and which of them each [game, seat] has.

    Numbers that few have are put together with the next ones.
    """
    values, times = np.unique(number, return_counts=True)
    before = np.cumsum(times) - times
    _, first, band = np.unique(
        before // max(LEAST, 1 + times.sum() // BANDS), return_index=True, return_inverse=True
    )
    ends = zip(values[first], values[np.append(first[1:], len(values)) - 1], strict=True)
    names = [f"{low}" if low == high else f"{low}–{high}" for low, high in ends]
    return names, band[np.searchsorted(values, number)]


def _by_peers(
    value: np.ndarray, held: np.ndarray, peers: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Of all who are peers: the mean of a value, and how often they hold each member."""
    flat, n = peers.ravel(), int(peers.max()) + 1
    size = np.maximum(np.bincount(flat, minlength=n), 1)
    usual = np.bincount(flat, value.ravel().astype(float), n) / size
    members = held.reshape(-1, held.shape[2]).T
    often = [np.bincount(flat, one, n) / size for one in members]
    return usual, np.stack(often, axis=-1)


def with_and_without(value: np.ndarray, there: np.ndarray, deal: np.ndarray) -> tuple[Means, Means]:
    """The mean of a value [game] where each member [game, member] is there, and where it is not."""
    value, absent = value[:, None].astype(float), 1 - there
    one, other = (_mean(*_by_deal(deal, value * at, at)) for at in (there, absent))
    return one, other


def with_less_without(value: np.ndarray, there: np.ndarray, deal: np.ndarray) -> Tested:
    """How a value [game] differs where each member [game, member] is there from where it is not."""
    absent, value = 1 - there, value[:, None].astype(float)
    with_it = _by_deal(deal, value * there, there)
    without = _by_deal(deal, value * absent, absent)
    one, other = _mean(*with_it), _mean(*without)
    error = _error(_influence(one.mean, *with_it) - _influence(other.mean, *without))
    of_all = value.mean()
    if_none = _error(_influence(of_all, *with_it) - _influence(of_all, *without))
    if_alike = value.std() * np.sqrt(_inverse(there.sum(axis=0)) + _inverse(absent.sum(axis=0)))
    if_none = np.maximum(if_none, if_alike)
    deals = np.full(len(one.mean), len(with_it[0]))
    return Tested(one.mean - other.mean, error, deals, one.rows, if_none)


def brought(value: np.ndarray, held: np.ndarray) -> np.ndarray:
    """What its members [game, seat, member] bring each seat of a value [game, seat] on average.

    Fitted for all at once, beside what the seat itself brings, and shrunk by the part that chance
    explains: where they bring nothing, or there are too few games to tell, it is nothing.
    """
    if not held.any():
        return np.zeros(value.shape)
    there = (held - held.mean(axis=0)).reshape(-1, held.shape[2])
    above = (value - value.mean(axis=0)).ravel()
    sizes, ways = np.linalg.eigh(there.T @ there)
    ways = ways[:, sizes > NO_WAY * sizes[-1]]  # who has one of all roles has none of the others
    along = there @ (ways / np.sqrt(sizes[-ways.shape[1] :]))
    pull, n = above @ along, ways.shape[1]
    explained, left = pull @ pull, len(above) - value.shape[1] - n
    if left < n:
        return np.zeros(value.shape)
    by_chance = n * (above @ above - explained) / left
    part = 1 - by_chance / explained if explained > by_chance else 0.0
    return (part * along @ pull).reshape(value.shape)


def _inverse(n: np.ndarray) -> np.ndarray:
    """One over each; of nothing nothing is known."""
    return np.divide(1.0, n, out=np.full(len(n), NAN), where=n > 0)


def _error(influence: np.ndarray) -> np.ndarray:
    k = len(influence)
    spread = (influence**2).sum(axis=0)
    return np.sqrt(spread * k / (k - 1)) if k > 1 else NAN * spread


def _by_deal(deal: np.ndarray, *values: np.ndarray) -> tuple[np.ndarray, ...]:
    """Sums over the games of each deal."""
    order = np.argsort(deal, kind="stable")
    first = np.flatnonzero(np.diff(deal[order], prepend=deal[order][0] - 1))
    return tuple(np.add.reduceat(one[order].astype(float), first, axis=0) for one in values)


def _mean(total: np.ndarray, n: np.ndarray) -> Means:
    return Means(*between_deals(total, n), n.sum(axis=0).astype(int))


def _influence(mean: np.ndarray | float, total: np.ndarray, n: np.ndarray) -> np.ndarray:
    """Of each deal on each mean."""
    return (total - mean * n) / n.sum(axis=0)

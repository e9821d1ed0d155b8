"""What a whole differs by, part by part: the share of its variance that each part carries."""

import numpy as np

from analyses.statistics.estimate import Estimate, Ratio
from analyses.statistics.intervals import between_deals
from analyses.statistics.order import ROUNDING


def carried(amounts: np.ndarray, deal: np.ndarray, is_contest: bool) -> list[Ratio]:
    """Each part's share of what the whole differs by, of amounts[game, seat, part].

    Differences are those between the players of a game; where they do not compete, those between
    games. A part counts by its covariance with the whole, so that all shares add up to 1: what
    everyone has alike carries nothing, and what evens out what others bring carries less than that.
    """
    apart = _apart(amounts, is_contest)
    whole = apart.sum(axis=2)
    products = (apart * whole[..., None]).sum(axis=1)  # of each game
    squares = (whole**2).sum(axis=1)
    if not squares.any():
        return [Ratio(np.nan, Estimate(np.nan, np.nan, len(deal)))] * amounts.shape[2]
    return [_ratio(product, squares, deal) for product in products.T]


def paid_less(
    amounts: np.ndarray, is_contest: bool, part: int, limit: float
) -> tuple[float, float] | None:
    """What a part should pay, in tenths of today's, to carry no more than a limit; and its share.

    The amounts are as they are: nobody plays differently for it.
    """
    apart = _apart(amounts, is_contest)
    its = apart[..., part]
    rest = apart.sum(axis=2) - its
    for tenths in range(9, 0, -1):
        paid = tenths / 10 * its
        whole = paid + rest
        share = float((paid * whole).sum() / max((whole**2).sum(), ROUNDING))
        if share <= limit and whole.any():
            return tenths / 10, share
    return None


def _apart(amounts: np.ndarray, is_contest: bool) -> np.ndarray:
    """How far each amount is from what is usual: in its game, or in all games."""
    return amounts - amounts.mean(axis=1 if is_contest else (0, 1), keepdims=True)


def _ratio(part: np.ndarray, whole: np.ndarray, deal: np.ndarray) -> Ratio:
    """One sum over the other; made linear for its interval, deals being what varies."""
    share, usual = part.sum() / whole.sum(), whole.mean()
    linear = (part - share * whole) / usual + share
    _, which = np.unique(deal, return_inverse=True)
    mean, error, deals = between_deals(np.bincount(which, linear), np.bincount(which))
    return Ratio(float(share), Estimate(float(mean), float(error), int(deals)))

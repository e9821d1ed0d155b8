"""Games that end when somebody reaches a goal, played anew turn by turn, whoever leads.

How long such a game is tells how its players fared: one that goes on as another of its length did
is no race without memory. So whole games are made of rounds that others had, until it is reached.
"""

import numpy as np

from analyses.findings.standings import GAMES, Standings
from analyses.statistics.alike import alike, in_one
from analyses.statistics.holders import brought
from analyses.statistics.race import shared_wins, whole

NEARLY_ALL = 0.9  # games that end so: others were cut off
ENOUGH = 100  # games: of fewer, what was never seen says little


def goal_of(curves: Standings) -> int | None:
    """Points that nobody has before a last round, and somebody after it; None if it ends otherwise.

    Where all games are equally long nobody ends them. Games that were cut off may lack them. In a
    few games no high score comes early by chance, and where a last round pays out what the others
    do not, nobody has raced for it.
    """
    if len(curves.rounds) < ENOUGH or np.ptp(curves.rounds) == 0:
        return None
    best = curves.after(1.0).max(axis=1)
    there = best > max(curves.before_the_end().max(), 0)
    is_one = there.mean() >= NEARLY_ALL and not _pays_at_the_end(curves)
    return int(best[there].min()) if is_one else None


def _pays_at_the_end(curves: Standings) -> bool:
    """Whether a last round brings its best more than twice what any round before it does."""
    gains = np.diff(curves.points, axis=2, prepend=0).max(axis=1)
    left = curves.rounds[:, None] - np.arange(gains.shape[1])
    earlier = np.where(left > 1, gains, 0).max(axis=1)
    last = np.where(left == 1, gains, 0).max(axis=1)
    return bool(np.median(last) > 2 * np.median(earlier[curves.rounds > 1]))


def played_anew(curves: Standings, goal: int, dealt: np.ndarray) -> tuple[Standings, np.ndarray]:
    """Games of the same players, and what they were dealt; every round is that of another game.

    That game was dealt alike, if there is one. What differs brings its average in every round.
    """
    chance = np.random.default_rng(1)
    like = np.tile(np.arange(len(curves.rounds)), max(1, GAMES // len(curves.rounds)))
    by_round = curves.after(1.0) / np.maximum(curves.rounds, 1)[:, None]
    stratum, _ = alike(by_round, dealt, curves.deal, in_one(*curves.strategy.T))
    turns = _Turns(curves, stratum, brought(by_round, dealt), chance)
    now, rounds, after = np.zeros((len(like), curves.win.shape[1])), np.zeros(len(like), int), []
    for number in range(2 * int(curves.rounds.max())):
        playing = now.max(axis=1) < goal
        if not playing.any():
            break
        now[playing] = turns.play(now[playing], like[playing], number, goal)
        rounds += playing
        after.append(now.astype(np.int32))
    of_all = curves.place[like], shared_wins(now), curves.deal[like], curves.strategy[like]
    return Standings(np.stack(after, axis=2), rounds, *of_all), dealt[like]


class _Turns:
    """What seats gained in every round, for others to gain."""

    def __init__(
        self,
        curves: Standings,
        stratum: np.ndarray,
        kept: np.ndarray,
        chance: np.random.Generator,
    ) -> None:
        self.rounds, self.stratum, self.kept, self.chance = curves.rounds, stratum, kept, chance
        self.gains = np.diff(curves.points, axis=2, prepend=0) - kept[:, :, None]
        self.deepest = int(np.quantile(curves.rounds, NEARLY_ALL)) - 1  # few games have later ones
        self.last = _who_ended(curves)

    def play(self, now: np.ndarray, like: np.ndarray, number: int, goal: int) -> np.ndarray:
        """Standings after one more round; where turns are taken one by one it may end within."""
        at = min(number, self.deepest)
        if self.last is None:
            other = self._others(self.rounds > at, like)
            return whole(now + self.gains[other, :, at] + self.kept[like], self.chance)
        now = now.copy()
        for seat in range(now.shape[1]):
            had_turn = (self.rounds > at + 1) | ((self.rounds == at + 1) & (seat <= self.last))
            goes_on = now.max(axis=1) < goal
            other = self._others(had_turn, like)
            gained = now[:, seat] + self.gains[other, seat, at] + self.kept[like, seat]
            now[:, seat] = np.where(goes_on, whole(gained, self.chance), now[:, seat])
        return now

    def _others(self, among: np.ndarray, like: np.ndarray) -> np.ndarray:
        """By chance one of these games for each, of the same stratum if there is one."""
        pool = np.flatnonzero(among if among.any() else self.rounds > 0)
        pool = pool[np.argsort(self.stratum[pool], kind="stable")]
        theirs, mine = self.stratum[pool], self.stratum[like]
        ends = np.searchsorted(theirs, mine), np.searchsorted(theirs, mine, "right")
        first, end = np.where(ends[0] < ends[1], ends, [[0], [len(pool)]])
        return pool[(first + self.chance.random(len(like)) * (end - first)).astype(int)]


def _who_ended(curves: Standings) -> np.ndarray | None:
    """The seat that ended each game, if those who come after it have no turn any more.

    So it is if they gain and lose next to nothing in last rounds, and those before it do.
    """
    gains = np.abs(curves.after(1.0) - curves.before_the_end())
    ended = curves.after(1.0).argmax(axis=1)
    seat = np.arange(gains.shape[1])
    earlier, later = seat < ended[:, None], seat > ended[:, None]
    if not earlier.any() or not later.any():
        return None
    return ended if gains[later].mean() < (1 - NEARLY_ALL) * gains[earlier].mean() else None

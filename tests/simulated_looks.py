"""What `--until sure` says of games that are drawn by chance, at whichever look it stops.

    python tests/simulated_looks.py

prints how often it is wrong, and with how many of the games it stops. Every truth here is the one
in which a false claim is most likely: nothing differs, or what differs lies on a threshold.
"""

import sys
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from analyses.findings.sample import Sample
from analyses.findings.verdicts import LEVEL, UNDECIDED
from analyses.lab.check.balance_targets import CheckedTarget
from analyses.lab.check.target_range import UNSURE, TargetRange
from analyses.lab.compare.who_wins import _of_seats, who_wins
from analyses.lab.looks import LOOKS, SMALL, _is_told, sizes
from analyses.lab.metrics import MetricSums
from analyses.lab.players.head_to_head import Among, MemberResults
from analyses.lab.players.ladder import Ladder, _is_clear, _rungs, _until_sure
from analyses.lab.players.yardsticks import RIVALS
from analyses.questions import QUESTIONS
from analyses.statistics.estimate import MaxDistance, Monotone, Share
from strategies.seat import Seat

RUNS = 1000
GAMES = 60_000  # of a report, a comparison or a check
SEATS = 4
EVEN = 1 / SEATS
BOTS = tuple(map(Seat, ("ann", "bob", "cat", "dan", "eve")))
DEALS = 1000  # on which two bots meet


class Stopped(NamedTuple):
    """Whether a false claim was made, and which part of the games was played."""

    is_false: bool
    part: float


def report(stream, first, wrong):
    """The verdict on turn order, where the first of four players wins so often."""
    share = np.array([first, *[(1 - first) / (SEATS - 1)] * (SEATS - 1)])
    question, sample = QUESTIONS["turn_order"], Sample(None, looks=LOOKS)
    won, before = np.zeros(SEATS), 0
    for games in sizes(GAMES):
        won, before = won + stream.multinomial(games - before, share), games
        shares = won / games
        errors = np.sqrt(shares * (1 - shares) / games)
        seats = [Share(*one, games) for one in zip(shares, errors, strict=True)]
        far = Monotone(MaxDistance(seats, EVEN), lambda off: off / EVEN)
        verdict = question.verdict_of(sample, far)
        if verdict not in UNDECIDED:
            break
    is_level = verdict == LEVEL
    is_false = is_level if wrong == LEVEL else verdict not in (LEVEL, *UNDECIDED)
    return Stopped(is_false, games / GAMES)


def compare(stream, more, is_false):
    """Two versions on the same shuffles; in the other one the first player wins `more` often.

    Of ten games seven end alike but for that.
    """
    base = stream.integers(SEATS, size=GAMES)
    other = np.where(stream.random(GAMES) < 0.7, base, stream.integers(SEATS, size=GAMES))
    other[stream.random(GAMES) < more / (1 - EVEN)] = 0
    for games in sizes(GAMES):
        fared = who_wins(*(_rates(won[:games]) for won in (base, other)), "other", LOOKS)
        if _is_told(fared):
            break
    return Stopped(is_false(fared), games / GAMES)


def _rates(won):
    ones = (won[:, None] == np.arange(SEATS)) * 1.0
    parts = tuple(map(str, range(1, SEATS + 1)))
    sums = MetricSums("turn_order_spread", parts, ones, np.ones_like(ones), len(won), won)
    return _of_seats(replace(sums, units=np.arange(len(won))).reading, ())


def is_any_clear(fared):
    return any(one.is_clear for one in fared)


def is_none_larger(fared):
    return all(one.at_most <= SMALL for one in fared)


def check(stream):
    """Three targets whose truth lies on an edge of its range, so that nothing may be told."""
    target, rate, claims = TargetRange("first_player", 0.2, 0.3), 0.3, 3 * LOOKS
    won, before = np.zeros(3), 0
    for games in sizes(GAMES):
        won, before = won + stream.binomial(games - before, rate, 3), games
        shares = won / games
        errors = np.sqrt(shares * (1 - shares) / games)
        checked = [
            CheckedTarget(target, SEATS, Share(*one, games), games, claims)
            for one in zip(shares, errors, strict=True)
        ]
        told = [one.state != UNSURE for one in checked]
        if all(told):
            break
    return Stopped(any(told), games / GAMES)


@dataclass
class Chance:
    """A ring in which chance alone decides; of two, each wins half of the games."""

    stream: np.random.Generator
    by = RIVALS
    seatings = 2

    def own(self, duels):
        return Share(0.5, 0.0, 0)

    def fight(self, wanted):
        return [Among(self._met(*one)) for one in wanted]

    def _met(self, one, other, deals):
        first = self.stream.random((len(deals), 2)) < 0.5
        place = np.stack([np.where(first, 1, 2), np.where(first, 2, 1)], axis=2)
        return MemberResults((str(one), str(other)), place, -place)


def ladder(stream):
    """Five bots of which none is stronger: of no pair may it be clear, nor of the best."""
    ring, base = Chance(stream), BOTS[-1]
    wanted = [(a, b, range(DEALS)) for k, a in enumerate(BOTS) for b in BOTS[k + 1 :]]
    duels = _until_sure(ring, wanted)
    rungs = _rungs(ring, list(BOTS), base, dict(zip(wanted, duels, strict=True)))
    made = Ladder("none", 2, str(base), 1, tuple(rungs), RIVALS.name, LOOKS)
    is_false = any(_is_clear(one, len(wanted)) for one in duels) or "has 0" in made.sentence
    return Stopped(is_false, sum(len(one.won) for one in duels) / len(wanted) / DEALS)


STUDIES = {
    "report: a player 5% above a fair share is balanced": lambda s: report(s, 0.2625, LEVEL),
    "report: a fair turn order is not": lambda s: report(s, 0.25, ""),
    "compare: a win rate changes where none does": lambda s: compare(s, 0.0, is_any_clear),
    "compare: none changes by 2 points where one does": lambda s: compare(s, SMALL, is_none_larger),
    "check: a target is met or missed that lies on its edge": check,
    "ladder: one of five equal bots is stronger": ladder,
}


def studied(name, runs=RUNS):
    """How many of the runs are wrong, and which part of the games they take in the median."""
    stream = np.random.default_rng(1)
    found = [STUDIES[name](stream) for _ in range(runs)]
    return sum(one.is_false for one in found), float(np.median([one.part for one in found]))


if __name__ == "__main__":
    print("| false claim | in 1,000 runs | games played, median |\n| --- | --- | --- |")
    for name in sys.argv[1:] or STUDIES:
        wrong, part = studied(name)
        print(f"| {name} | {wrong} | {part:.0%} |", flush=True)

"""Is a game decided long before it is over?

That is so if whoever leads early wins nearly always, whether or not leads grow: a first turn that
outweighs all others is enough. What is judged is how much of a game is still to be played when the
leader becomes a favourite of four in five.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyses.experiments.experiment import CURVES
from analyses.findings.finding import Finding, Table, begun, whole_percent, whole_range
from analyses.findings.question import SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.findings.standings import Standings, standings
from analyses.findings.verdicts import LEVEL, TILTED, WATCH, Scale
from analyses.language import say
from analyses.questions.runaway_leader import no_leader
from analyses.statistics.estimate import NOTHING, Interval, Quantity, Share, in_figures
from analyses.statistics.intervals import clustered_mean
from analyses.statistics.order import ROUNDING

FAVOURITE, NEAR_CERTAIN = 0.8, 0.95  # of the games
PARTS = 20  # of a game: at the end of each it is asked who leads; of fewer rounds, of each round
TIED = 0.95  # of the games until the last round: points tell nothing of who is ahead
NO_LEAD = "Not known: nobody leads on points before the last round."
ONE_ROUND = "Not run: these games have one round, so nobody leads before they are over."


@dataclass(frozen=True)
class LeftToPlay:
    """The part of a game that is left when the leader wins a share of games for good."""

    times: Sequence[float]
    shares: Sequence[Quantity]  # of games that the leader wins, at each time
    mark: float = FAVOURITE

    @property
    def value(self) -> float:
        return self._after([one.value for one in self.shares])

    def interval(self, tests: float = 1) -> Interval:
        """Every time at which the leader may win just so many games (a test turned round)."""
        low, high = np.array([one.interval(tests) for one in self.shares]).T
        return Interval(self._after(low), self._after(high))

    def _after(self, shares: Sequence[float] | np.ndarray) -> float:
        """Nothing is left if the share is reached at the end only."""
        below = [time for time, share in zip(self.times, shares, strict=True) if share < self.mark]
        last = max(below, default=0.0)
        return 1 - next((time for time in self.times if time > last), 1.0)


def judge(sample: Sample) -> Quantity:
    curves = standings(sample.typical, sample.players)
    return NOTHING if _unasked(curves) else _left(curves)


def find(sample: Sample) -> Finding:
    if sample.sides == 1:
        return QUESTION.finding(sample, no_leader(sample))
    curves = standings(sample.typical, sample.players)
    if why := _unasked(curves):
        return QUESTION.finding(sample, why, is_asked=False)
    left = _left(curves)
    verdict = QUESTION.verdict_of(sample, left) if sample.mirrors else ""
    rows = [(time, *in_figures(one)) for time, one in zip(left.times, left.shares, strict=True)]
    columns = ("progress", "estimate", "low", "high")
    return QUESTION.finding(
        sample,
        _told(left, verdict),
        [_nearly_told(LeftToPlay(left.times, left.shares, NEAR_CERTAIN))],
        estimate=left,
        measure=left,
        unit="share",
        games=len(curves.rounds),
        tables=(
            Table(
                "by_time",
                "Win rate of the leader, by progress",
                pl.DataFrame(rows, schema=columns, orient="row"),
                columns,
            ),
        ),
        notes=(
            say(
                "{line_up}. Progress counts whole rounds that are over; the score is what it would"
                " be if the game ended then. Where several lead together, one of them is picked at"
                " random.",
                line_up=sample.typical_name,
            ),
        ),
    )


def _unasked(curves: Standings) -> str:
    """Why nobody can be said to lead before a game is over."""
    if (curves.rounds <= 1).all():
        return say(ONE_ROUND)
    tied = np.ptp(curves.before_the_end(), axis=1) == 0
    return say(NO_LEAD) if tied.mean() >= TIED else ""


def _left(curves: Standings) -> LeftToPlay:
    parts = min(PARTS, max(2, int(np.median(curves.rounds))))
    times = [k / parts for k in range(1, parts)]
    return LeftToPlay(times, [_leader_wins(curves, time) for time in times])


def _leader_wins(curves: Standings, progress: float) -> Share:
    """How often the leader wins, one of them by chance if several lead together."""
    over = np.floor(progress * curves.rounds + ROUNDING).astype(int)
    points = curves.points[np.arange(len(over)), :, np.maximum(over - 1, 0)]
    leads = (points == points.max(axis=1, keepdims=True)) | (over == 0)[:, None]
    won = (curves.win * leads).sum(axis=1) / leads.sum(axis=1)
    return Share.of(clustered_mean(curves.deal, won))


def _told(left: LeftToPlay, verdict: str) -> str:
    exact = (
        "the leader is an 80% favourite after {progress} of the game, with {left} still to play."
    )
    early = (
        "the leader is an 80% favourite after {progress} of the game, with {left} still to play"
        " ({ends})."
    )
    late = "the leader is an 80% favourite only at the end."
    shown = {"progress": 1 - left.value, "left": left.value}
    low, high = left.interval()
    told = say(
        late if not left.value else early if low < high else exact,
        **{name: whole_percent(share) for name, share in shown.items()},
        ends=whole_range(low, high),
    )
    if verdict not in (LEVEL, WATCH, TILTED):
        return begun(told)
    none = "Open until late"
    some = "Decided rather early"
    much = "Decided early"
    judged = say(none if verdict == LEVEL else some if verdict == WATCH else much)
    return say("{judged!s}: {told!s}", judged=judged, told=told)


def _nearly_told(left: LeftToPlay) -> str:
    early = "A 95% favourite leads after {progress} of the game."
    late = "A 95% favourite leads only at the end."
    return say(early if left.value else late, progress=whole_percent(1 - left.value))


QUESTION = Question(
    name="decided_early",
    place=52,
    heading="Decided early",
    question="Is the game decided long before it is over?",
    measure="part of the game left when the leader becomes an 80% favourite",
    # A race of equal rounds is there when a third is left with two players, a tenth with four
    scale=Scale(
        "part of the game still to play when the leader becomes an 80% favourite", 0.5, 0.75
    ),
    find=find,
    needs=(CURVES,),
    players=SEVERAL,
    judge=judge,
    of_equals=True,
)

"""Stopping when it is clear: a few looks at ever more games, whose claims all hold together.

Every interval is so wide that those of all looks hold together (Bonferroni), so it does not matter
at which of them one stops. What the last look could hardly tell either ends it as well.
"""

import logging
from collections.abc import Iterable, Sequence

from analyses.findings.finding import Finding
from analyses.findings.verdicts import UNDECIDED, WATCH
from analyses.lab.compare.compare import Compared
from analyses.lab.compare.who_wins import WinRateChange
from analyses.language import say
from analyses.statistics.estimate import FEW, games_that_tell

PARTS = (16, 4, 1)  # of the games, at each look
LOOKS = len(PARTS)
FUTILE = 3  # times the games, if so many are needed, the last look hardly gives a verdict
SMALL = 0.02  # of all games: a change of a win rate that need not be told from none

log = logging.getLogger("tiltmeter")


def sizes(games: int) -> list[int]:
    """Of each look; of few games there is one alone."""
    parts = [-(-games // part) for part in PARTS]
    return [size for size in parts if size >= FEW] or [games]


def tell(games: int, most: int) -> None:
    """Remarks that fewer games were played than allowed."""
    if games < most:
        log.info(say("Clear after {games:,} of {most:,} games.", games=games, most=most))


def are_settled(findings: Iterable[Finding], share: float) -> bool:
    """Whether all verdicts are given, or the last look would give no more; `share` was played."""
    return not any(_is_open(one, one.games / share) for one in findings if one.is_asked)


def _is_open(one: Finding, most: float) -> bool:
    """Whether so many games may well give a verdict that these do not."""
    needed = one.needed if one.verdict in UNDECIDED else _to_tell_tilted(one)
    return needed is not None and needed <= FUTILE * most


def _to_tell_tilted(one: Finding) -> int | None:
    """How many games tell whether it is tilted, of what is borderline at least."""
    shown, scale = one.measure.interval(), one.scale
    if one.verdict != WATCH or scale is None or shown.high < scale.tilted:
        return None
    return games_that_tell(shown.times_as_many(one.measure.value, [scale.tilted]), one.games)


def is_settled(compared: Compared) -> bool:
    """Whether it is clear what a version does to win rates, group by group; or to metrics."""
    if not compared.who_wins:
        return bool(compared.moves) and all(one.is_sure for _, one in compared.moves)
    groups = {one.group for one in compared.who_wins}
    return all(_is_told([one for one in compared.who_wins if one.group == g]) for g in groups)


def _is_told(fared: Sequence[WinRateChange]) -> bool:
    """Somebody's win rate clearly changes, or nobody's by more than is SMALL."""
    return any(one.is_clear for one in fared) or all(one.at_most <= SMALL for one in fared)

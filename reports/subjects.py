"""What a finding is about, in the words of a headline: 'Kutu Kuti is too strong'."""

import math
from collections.abc import Callable
from typing import Any

from analyses.findings.finding import Finding, begun
from analyses.findings.standouts import standouts
from analyses.findings.verdicts import TILTED
from analyses.language import say, spoken, word
from analyses.statistics.order import farthest_by, ordered

EARLY = 4  # players from whom on several may go early


def phrase(finding: Finding) -> str:
    """A clause without its full stop, to stand in a list or, with a capital, as a heading."""
    tell = PHRASES.get(finding.name)
    return tell(finding) if tell else say("{topic} is off", topic=word(finding.name, "question"))


def heading(finding: Finding) -> str:
    return begun(phrase(finding))


def fine(name: str) -> str:
    """What is well about the game where a question's verdict is balanced."""
    return say(FINE[name]) if name in FINE else word(name, "question")


def standing_out(finding: Finding) -> list[dict[str, Any]]:
    """Those that the sentence names, of each group the farthest from a fair share first."""
    groups = standouts(finding.frame("win_rates")) if finding.has("win_rates") else []
    return [row for ends in groups for row in ordered(ends, lambda row: -abs(row["above"]))]


def _is_far(finding: Finding) -> bool:
    return finding.verdict == TILTED


def _turn_order(finding: Finding) -> str:
    shares, seat = finding.frame("shares"), seat_meant(finding)
    if not _has_ends(finding):
        row = shares.row(seat - 1, named=True)
        often = "player {seat} wins too often"
        seldom = "player {seat} wins too seldom"
        return say(often if row["estimate"] > row["even"] else seldom, seat=seat)
    is_late = seat > 1
    next_best = shares["estimate"][-2 if is_late else 1]
    many = len(shares) >= EARLY and next_best > shares["even"][0]
    return say(GOING[is_late, many, _is_far(finding)])


def seat_meant(finding: Finding) -> int:
    """The favoured end of the turn order; where neither is, who lies farthest from fair."""
    shares = finding.frame("shares")
    if _has_ends(finding):
        return len(shares) if finding.frame("trend")["estimate"][0] > 0 else 1
    rows = shares.iter_rows(named=True)
    return int(farthest_by(rows, lambda row: row["estimate"] - row["even"])["seat"])


def _has_ends(finding: Finding) -> bool:
    """Whether win rates clearly rise or fall along the turn order, which teams do not have."""
    if spoken().teams or not finding.has("trend"):
        return False
    _, low, high = finding.frame("trend").row(0)[:3]
    return bool(low > 0 or high < 0)


def _win_rates(finding: Finding) -> str:
    if not (rows := standing_out(finding)):
        return say("win rates differ too much")
    row = farthest_by(rows, lambda row: row["above"])
    strong = "{member} is too strong" if _is_far(finding) else "{member} is somewhat strong"
    weak = "{member} is too weak" if _is_far(finding) else "{member} is somewhat weak"
    return say(strong if row["above"] > 0 else weak, member=row["member"])


def _option_value(finding: Finding) -> str:
    if not finding.has("apart"):
        return say("options are worth too unequally")
    row = finding.frame("apart").row(0, named=True)
    strong = (
        "{option} is too strong an option" if _is_far(finding) else "{option} is a strong option"
    )
    weak = "{option} is too weak an option" if _is_far(finding) else "{option} is a weak option"
    return say(strong if row["estimate"] > 0 else weak, option=row["option"])


def _curves(finding: Finding) -> str:
    sources = finding.frame("sources")
    if "estimate" not in sources.columns:
        return say("one source makes most of the score gap")
    row = farthest_by(list(sources.iter_rows(named=True)), lambda row: row["estimate"] or 0.0)
    return say("most of the score gap comes from {source}", source=row["source"])


def _hardness(finding: Finding) -> str:
    won = finding.estimate.value
    return say(HARD[finding.name, math.isfinite(won) and won > 0.5, _is_far(finding)])


def _fixed(finding: Finding) -> str:
    return say(SAID[finding.name, _is_far(finding)])


GOING = {  # whether going late helps, many players, and whether too much
    (False, False, False): "going first helps",
    (False, False, True): "going first helps too much",
    (False, True, False): "going early helps",
    (False, True, True): "going early helps too much",
    (True, False, False): "going last helps",
    (True, False, True): "going last helps too much",
    (True, True, False): "going late helps",
    (True, True, True): "going late helps too much",
}
SAID = {  # whether too much
    ("viable_strategies", True): "too few strategies are viable",
    ("viable_strategies", False): "few strategies are viable",
    ("runaway_leader", True): "the leader runs away",
    ("runaway_leader", False): "leads tend to grow",
    ("decided_early", True): "games are decided long before they end",
    ("decided_early", False): "games are decided rather early",
    ("kingmaking", True): "players who have lost choose the winner",
    ("kingmaking", False): "players who have lost sway who wins",
    ("scores", True): "wins are one-sided",
    ("scores", False): "wins are rather one-sided",
    ("luck", True): "luck decides too much",
    ("luck", False): "luck decides a lot",
    ("length", True): "some games take far longer than others",
    ("length", False): "some games take longer than others",
    ("endings", True): "too many games hit the round limit",
    ("endings", False): "some games hit the round limit",
    ("choices", True): "too many moves are forced",
    ("choices", False): "many moves are forced",
}
HARD = {  # whether easy, and whether too much
    ("solo", False, True): "the solo game is too hard",
    ("solo", False, False): "the solo game is rather hard",
    ("solo", True, True): "the solo game is too easy",
    ("solo", True, False): "the solo game is rather easy",
    ("coop", False, True): "the game is too hard",
    ("coop", False, False): "the game is rather hard",
    ("coop", True, True): "the game is too easy",
    ("coop", True, False): "the game is rather easy",
}
PHRASES: dict[str, Callable[[Finding], str]] = {
    "turn_order": _turn_order,
    "win_rates": _win_rates,
    "option_value": _option_value,
    "curves": _curves,
    **dict.fromkeys((name for name, _ in SAID), _fixed),
    **dict.fromkeys((name for name, _, _ in HARD), _hardness),
}
FINE = {
    "turn_order": "no first-player advantage",
    "win_rates": "fair win rates",
    "option_value": "no option far above or below its peers",
    "curves": "no single source decides the score",
    "viable_strategies": "several viable strategies",
    "runaway_leader": "no runaway leader",
    "decided_early": "games stay open for long",
    "kingmaking": "little kingmaking",
    "scores": "close finishes",
    "luck": "room for skill despite luck",
    "length": "steady game length",
    "endings": "games end by themselves",
    "choices": "few forced moves",
    "solo": "a fair solo challenge",
    "coop": "a fair challenge",
}

"""What a finding is about, in the words of a headline: 'Kutu Kuti is too strong'."""

import math
from collections.abc import Callable
from typing import Any

from analyses.findings.finding import Finding
from analyses.findings.standouts import standouts
from analyses.findings.verdicts import TILTED
from analyses.language import say, spoken, word
from analyses.statistics.order import farthest_by, ordered
from reports.model import first_up

EARLY = 4  # players from whom on several may go early


def phrase(finding: Finding) -> str:
    """A clause without its full stop, to stand in a list or, with a capital, as a heading."""
    tell = PHRASES.get(finding.name)
    return tell(finding) if tell else say("{topic} is off", topic=word(finding.name, "question"))


def heading(finding: Finding) -> str:
    return first_up(phrase(finding))


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
    shares = finding.frame("shares")
    if spoken().teams or not finding.has("trend"):
        return _one_of_them(finding)
    rise, low, high = finding.frame("trend").row(0)[:3]
    if not (low > 0 or high < 0):
        return _one_of_them(finding)
    next_best = shares["estimate"][-2 if rise > 0 else 1]
    many = len(shares) >= EARLY and next_best > shares["even"][0]
    return say(GOING[rise > 0, many, _is_far(finding)])


def _one_of_them(finding: Finding) -> str:
    """Where neither going first nor going last is what helps."""
    shares = finding.frame("shares")
    rows = list(shares.iter_rows(named=True))
    far = farthest_by(rows, lambda row: row["estimate"] - row["even"])
    often = "player {seat} wins too often"
    seldom = "player {seat} wins too seldom"
    return say(often if far["estimate"] > far["even"] else seldom, seat=far["seat"])


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


def _solo(finding: Finding) -> str:
    return say("the solo game is too easy" if _is_easy(finding) else "the solo game is too hard")


def _coop(finding: Finding) -> str:
    return say("the game is too easy" if _is_easy(finding) else "the game is too hard")


def _is_easy(finding: Finding) -> bool:
    return math.isfinite(finding.estimate.value) and finding.estimate.value > 0.5


def _fixed(finding: Finding) -> str:
    return say(SAID[finding.name])


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
SAID = {
    "viable_strategies": "too few strategies are viable",
    "runaway_leader": "the leader runs away",
    "scores": "wins are one-sided",
    "luck": "luck decides too much",
    "length": "some games take far longer than others",
    "endings": "games hit the round limit",
    "choices": "too many moves are forced",
}
PHRASES: dict[str, Callable[[Finding], str]] = {
    "turn_order": _turn_order,
    "win_rates": _win_rates,
    "option_value": _option_value,
    "curves": _curves,
    **dict.fromkeys(SAID, _fixed),
    "solo": _solo,
    "coop": _coop,
}
FINE = {
    "turn_order": "no first-player advantage",
    "win_rates": "fair win rates",
    "option_value": "no option far above or below its peers",
    "curves": "no single source decides the score",
    "viable_strategies": "several viable strategies",
    "runaway_leader": "no runaway leader",
    "scores": "close finishes",
    "luck": "luck leaves room for skill",
    "length": "steady game length",
    "endings": "games end by themselves",
    "choices": "few forced moves",
    "solo": "a fair solo challenge",
    "coop": "a fair challenge",
}

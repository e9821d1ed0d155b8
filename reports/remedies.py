"""What to try about an issue, in the words of the table: points to give, a value to change."""

from collections.abc import Sequence
from typing import Any

from analyses.findings.finding import Finding, begun, signed
from analyses.findings.verdicts import Scale
from analyses.lab.chapters import Chapter
from analyses.language import figure, percent_sign, say, word
from reports.model import SLASH
from reports.next_step import easing_switch, number_of
from reports.verdicts import Gravest
from simulator.components import Entry
from simulator.titles import Title
from simulator.versions import Version


def remedy(title: Title, one: Gravest, found: Sequence[tuple[Chapter, Finding]]) -> str:
    """A sentence or two, from all that was found of the issue."""
    if one.finding.name == "turn_order":
        return " ".join(filter(None, (_handicap(one.scale, *each) for each in found)))
    if switch := easing_switch(title, one.finding):
        return _switched(title, one.finding, switch)
    if numbered := number_of(title, one.finding):
        return _changed(numbered[1])
    return say("Search for the smallest change that fixes it: see “What to run next”.")


def _handicap(scale: Scale | None, chapter: Chapter, finding: Finding) -> str:
    """The points that level the seats; or that no handicap does, if they still are tilted."""
    if not finding.has("handicap") or not any(finding.frame("handicap")["points"]):
        return ""
    frame = finding.frame("handicap")
    wins = SLASH.join(figure(100 * share, ".0f") for share in frame["wins then"])
    levels = (
        "With {players}, adjust final scores by {points} points in turn order. By calculation, win"
        " rates are then {wins}."
    )
    helps = (
        "With {players}, no handicap is enough: with {points} points in turn order, win rates are"
        " {wins}. Change a rule: see “What to run next”."
    )
    off = max(abs(len(frame) * share - 1) for share in frame["wins then"])
    return say(
        helps if scale and off > scale.tilted else levels,
        players=chapter.name,
        points=SLASH.join(signed(points) if points else "0" for points in frame["points"]),
        wins=wins + percent_sign(),
    )


def _switched(title: Title, finding: Finding, switch: Version) -> str:
    """What the nearest to a fair match of the simulated switches does."""
    more = finding.frame("switches").filter(switch=switch.name)["estimate"][0]
    easier = "Make {rival} easier ({about}): in simulated games the bot then wins {share}."
    harder = "Make {rival} harder ({about}): in simulated games the bot then wins {share}."
    return say(
        easier if more > 0 else harder,
        rival=title.levers.rival.name if title.levers.rival else "",
        about=switch.about,
        share=figure(min(1.0, max(0.0, finding.estimate.value + more)), ".0%"),
    )


def _changed(entry: Entry) -> str:
    """To its alternative, if it has one; what a value means may follow a semicolon."""
    about, _, meaning = word(entry.about).replace("\u00a0;", ";").partition("; ")
    if not entry.alternatives:
        told = "{about!s}: change it (now {now}). “What to run next” finds a fair value."
        return say(told, about=begun(about), now=_value(entry.value))
    then = entry.alternatives[0]
    told = "{about!s}: change it from {now} to {then}. Not tested yet: see “What to run next”."
    meant = meaning.removeprefix(f"{then}: ") if meaning.startswith(f"{then}: ") else ""
    shown = f"{_value(then)} ({meant})" if meant else _value(then)
    return say(told, about=begun(about), now=_value(entry.value), then=shown)


def _value(value: Any) -> str:
    return figure(value, "g") if isinstance(value, int | float) else str(value)

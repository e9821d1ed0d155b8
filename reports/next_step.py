"""What to try next about a finding, and the command that asks on: advice comes in here."""

import re
import shlex
from collections.abc import Mapping
from typing import Any

import polars as pl

from analyses.experiments.pool import best_of
from analyses.experiments.run_folder import RunFolder
from analyses.findings.finding import Finding
from analyses.findings.names import bot_named, named
from analyses.lab.metrics import WIN
from analyses.lab.players.deviations import player_of
from analyses.lab.search.judgements import MIRROR
from analyses.language import say
from analyses.questions import QUESTIONS
from analyses.statistics.order import sort_rows
from reports.subjects import standing_out
from simulator.components import Entry, as_settings
from simulator.titles import Title, spoken
from simulator.versions import Version
from strategies.seat import Seat

NextStep = tuple[str, str]  # in words, and a command that runs as it stands


def next_step(title: Title, finding: Finding, run: RunFolder) -> NextStep:
    """What the finding names comes first, then any part of the game, then its players."""
    return (
        _numbered(title, finding, run)
        or _without(title, finding, run)
        or _switched(title, finding, run)
        or _advised(title, finding, run)
        or _without_each(title, run)
        or _coached(title, run)
    )


def _numbered(title: Title, finding: Finding, run: RunFolder) -> NextStep | None:
    """Searched for a fair share."""
    if (found := number_of(title, finding)) is None:
        return None
    row, entry = found
    words = say("Find the value at which {member} wins a fair share", member=row["member"])
    low, high = _ends(entry) or (0, 0)
    target = f"{WIN}{row['member']}={100 * row['even']:.1f}%"
    others = {name: value for name, value in _changes(run).items() if name != entry.path}
    asked = [f"{entry.path}={low}..{high}", "--target", target]
    return words, _command("sweep", title, run, *asked, *_flags("--set", others))


def number_of(title: Title, finding: Finding) -> tuple[dict[str, Any], Entry] | None:
    """A number that carries the name of who stands out, with their row.

    Those who play together have no fair share to search for.
    """
    entries = sorted(title.components.entries.values(), key=lambda one: len(_words(one.path)))
    for row in standing_out(finding):
        for entry in entries:
            if "even" in row and _ends(entry) and carries(entry.path, row["member"]):
                return row, entry
    return None


def _ends(entry: Entry) -> tuple[int, int] | None:
    """Between which a whole number may be searched: its limits, or from nothing to the double."""
    if type(entry.value) is not int or entry.allowed:
        return None
    others = [value for value in entry.alternatives if type(value) is int]
    low = min(0, entry.value, *others) if entry.min is None else int(entry.min)
    high = max(2 * entry.value, *others, low + 1) if entry.max is None else int(entry.max)
    return (low, high) if low < high else None


def carries(path: str, member: str) -> bool:
    """Whether a value is called after a member: heiress, roles.heiress, heiress_points."""
    of, name = (f" {' '.join(_words(one))} " for one in (path, member))
    return name in of


def _without(title: Title, finding: Finding, run: RunFolder) -> NextStep | None:
    """A member or option that stands out can be left out, if the title can do without it."""
    members = [_slug(row["member"].partition(" (")[0]) for row in standing_out(finding)]
    parts = {_slug(part): part for part in title.levers.removals}
    found = [parts[name] for name in members if name in parts]
    found += [parts[slug] for slug in sorted(parts, key=len)[::-1] if slug in _farthest(finding)]
    if not found:
        return None
    words = say("Play without {part}", part=named(found[0], title.levers))
    return words, _compare(title, title.levers.removals[found[0]], run)


def _farthest(finding: Finding) -> str:
    """The option that the sentence names: of others the finding says nothing."""
    return _slug(finding.frame("apart")["option"][0]) if finding.has("apart") else ""


def _switched(title: Title, finding: Finding, run: RunFolder) -> NextStep | None:
    """The switch that brings solo wins nearest to one half."""
    if (switch := easing_switch(title, finding)) is None:
        return None
    words = say("Play solo with another rule: {about}", about=switch.about)
    return words, _compare(title, switch.changes, run)


def easing_switch(title: Title, finding: Finding) -> Version | None:
    rival = title.levers.rival
    if rival is None or not finding.has("switches"):
        return None
    wins, switches = finding.estimate.value, finding.frame("switches")
    chosen = sort_rows(switches, (pl.col("estimate") + wins - 0.5).abs())["switch"][0]
    return next(one for one in rival.switches if one.name == chosen)


def _advised(title: Title, finding: Finding, run: RunFolder) -> NextStep | None:
    """Which numbers of the box move what is out, and which of the smallest changes mend it.

    What needs other tables than those of one strategy is not searched for. Of one side the command
    would choose the best player, so who was asked is named.
    """
    asked = QUESTIONS.get(finding.name)
    if not title.components.entries or (asked and asked.design != MIRROR):
        return None
    words = say("Search for the smallest change that fixes it")
    who, is_one_side = player_of(run), title.sides(run.settings["players"]) == 1
    asked_one = ["-s", str(who)] if is_one_side and who == Seat(best_of(title)) else []
    return words, _command("advise", title, run, *_flags("--set", _changes(run)), *asked_one)


def _without_each(title: Title, run: RunFolder) -> NextStep | None:
    if not title.levers.removals:
        return None
    words = say("Find the part of the game that causes it: play without each in turn")
    base = _flags("--base-set", _changes(run))
    return words, _command("compare", title, run, "--each", "removed", *base)


def _coached(title: Title, run: RunFolder) -> NextStep:
    words = say("Find the choices that the bots make badly: they may be to blame, not the rules")
    return words, _command("coach", title, run, *_flags("--set", _changes(run)))


def asked_again(title: Title, style: str, run: RunFolder) -> NextStep:
    """By a report whose reference player is another one."""
    words = say("Run the report again with the bot {style}", style=style)
    told = ["tiltmeter", "report", spoken(title.name), "-s", style, *_code(run)]
    return words, shlex.join([*told, *_flags("--set", _changes(run))])


def measuring(title: Title, run: RunFolder) -> str:
    """The command that says how well the player asked plays; a ladder is the usual one's."""
    changes = _flags("--set", _changes(run))
    if player_of(run) == Seat(best_of(title)):
        return _command("ladder", title, run, *changes)
    return _command("exploit", title, run, *changes)


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W_]+", name.lower())


def _slug(name: str) -> str:
    return "".join(_words(name))


def _compare(title: Title, changes: Mapping[str, Any], run: RunFolder) -> str:
    base = _flags("--base-set", _changes(run))
    return _command("compare", title, run, *_flags("--set", changes), *base)


def _changes(run: RunFolder) -> Mapping[str, Any]:
    """What the version played differs by from the box."""
    return run.settings["changes"]


def _flags(flag: str, changes: Mapping[str, Any]) -> list[str]:
    return [word for change in as_settings(changes) for word in (flag, change)]


def _command(verb: str, title: Title, run: RunFolder, *words: str) -> str:
    """Of the same players, where they are not the usual ones."""
    who = player_of(run)
    players = ["-p", str(run.settings["players"])]
    players += ["-s", bot_named(str(who))] if who and who != Seat(best_of(title)) else []
    return shlex.join(["tiltmeter", verb, spoken(title.name), *words, *players, *_code(run)])


def _code(run: RunFolder) -> list[str]:
    return [word for file in run.settings["code"] for word in ("--code", file)]

"""What to try next about a finding, and the command that asks on: advice comes in here."""

import re
import shlex
from collections.abc import Mapping
from typing import Any

import polars as pl

from analyses.experiments.pool import best_of
from analyses.experiments.run_folder import RunFolder
from analyses.findings.finding import Finding
from analyses.findings.names import named
from analyses.lab.deviations import player_of
from analyses.lab.lights import MIRROR
from analyses.language import say
from analyses.questions import QUESTIONS
from simulator.components import as_settings
from simulator.titles import Title, spoken

Step = tuple[str, str]  # in words, and a command that runs as it stands


def next_step(title: Title, finding: Finding, run: RunFolder) -> Step:
    """What the finding names comes first, then any part of the game, then its players."""
    return (
        _without(title, finding, run)
        or _switched(title, finding, run)
        or _advised(title, finding, run)
        or _without_each(title, run)
        or _coached(title, run)
    )


def _without(title: Title, finding: Finding, run: RunFolder) -> Step | None:
    """A member or option far from the others can be left out, if the title can do without it."""
    for key, column in (("members", "member"), ("apart", "option")):
        if not finding.has(key):
            continue
        for name in finding.frame(key)[column]:
            for part, changes in title.levers.removals.items():
                if _slug(part) in _slug(name):
                    words = say(
                        "See what the game is without {part}.", part=named(part, title.levers)
                    )
                    return words, _compare(title, changes, run)
    return None


def _switched(title: Title, finding: Finding, run: RunFolder) -> Step | None:
    """The switch of a rival that brings wins nearest to one half."""
    rival = title.levers.rival
    if rival is None or not finding.has("switches"):
        return None
    wins, switches = finding.estimate.value, finding.frame("switches")
    chosen = switches.sort((pl.col("estimate") + wins - 0.5).abs())["switch"][0]
    changes = next(one.changes for one in rival.switches if one.name == chosen)
    return say("See whether {switch} makes it a match.", switch=chosen), _compare(
        title, changes, run
    )


def _advised(title: Title, finding: Finding, run: RunFolder) -> Step | None:
    """Which numbers of the box move what is out, and which of the smallest changes mend it.

    What needs other tables than those of one strategy is not searched for.
    """
    asked = QUESTIONS.get(finding.name)
    if not title.components.entries or (asked and asked.design != MIRROR):
        return None
    words = say("Ask which change of the box would mend it.")
    return words, _command("advise", title, run, *_flags("--set", _changes(run)))


def _without_each(title: Title, run: RunFolder) -> Step | None:
    if not title.levers.removals:
        return None
    words = say("See which part of the game makes it so: play without each in turn.")
    base = _flags("--base-set", _changes(run))
    return words, _command("compare", title, run, "--each", "removed", *base)


def _coached(title: Title, run: RunFolder) -> Step:
    words = say("See which choices the players make badly: they may be to blame, not the rules.")
    return words, _command("coach", title, run, *_flags("--set", _changes(run)))


def asked_again(title: Title, style: str, run: RunFolder) -> Step:
    """By a report whose reference player is another one."""
    words = say("Ask again with {style} in its place.", style=style)
    told = ["tiltmeter", "report", spoken(title.name), "-s", style, *_code(run)]
    return words, shlex.join([*told, *_flags("--set", _changes(run))])


def _slug(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.lower())


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
    who = player_of(run.experiment)
    players = ["-p", str(run.settings["players"])]
    players += ["-s", who] if who not in ("", best_of(title)) else []
    return shlex.join(["tiltmeter", verb, spoken(title.name), *words, *players, *_code(run)])


def _code(run: RunFolder) -> list[str]:
    return [word for file in run.settings["code"] for word in ("--code", file)]

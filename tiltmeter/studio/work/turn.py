"""Turning a number: who wins now, look by look, in one version or several beside each other."""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from analyses.findings.finding import Finding
from analyses.lab.compare.compare import Compared
from analyses.lab.compare.compare_run import Comparison
from analyses.lab.compare.differences import Difference
from analyses.lab.compare.who_wins import WinRateChange
from analyses.lab.metrics import METRICS
from analyses.language import say, word
from analyses.questions import QUESTIONS
from analyses.statistics.readings import UNEVEN
from simulator.components import Components
from simulator.titles import Title
from simulator.versions import Version
from tiltmeter.studio.work.asked import changes_of, wanted
from tiltmeter.studio.work.tables import put_experiment
from tiltmeter.workshop import Workshop

GAMES = 32_000  # of each version at most; the first look is at 2,000 of them
FEW = 16_000  # games that one worker plays in less time than several need to begin
ASKED = ("turn_order", "win_rates", "coop", "solo")  # what tells who wins, where it applies
VERSIONS = Path("versions")  # in the studio's folder, what the command of a page compares
BARS = 12  # members of a group that have a bar; more are in the report


def looks(
    shop: Workshop,
    game: str,
    versions: Sequence[str],
    games: int = GAMES,
    **asked: Any,
) -> Iterator[dict[str, Any]]:
    """What each look shows; each version is the table with one or more changes, `a=1;b=2`."""
    title, base = shop.title(game), wanted(shop, game, games=games, **asked)
    players = shop.players(game, base.get("players"))
    shop.runner = replace(shop.runner, jobs=1 if games <= FEW else None)
    changes = asked.get("changes", ())
    called = names(shop, game, versions, changes)
    made = [
        Version(name, _changes(shop, game, changes, one))
        for name, one in zip(called, versions, strict=True)
    ]
    only = questions(title, players)
    for found in shop.watch_compare(game, *made, only=only, **base):
        yield _shown(found, games)


def names(
    shop: Workshop, game: str, versions: Sequence[str], changes: Sequence[str] = (), **_: Any
) -> list[str]:
    """Versions in words; where all of them turn one number, its name stands above them."""
    box = shop.title(game).components.with_changes(changes_of(shop, game, changes))
    made = [_changes(shop, game, changes, one) for one in versions]
    is_one = len({path for one in made for path in one}) == 1
    return [
        "; ".join(_turned(box, path, value, is_one) for path, value in one.items()) for one in made
    ]


def _turned(box: Components, path: str, value: Any, is_short: bool) -> str:
    """'20 instead of 40', of what."""
    told = say("{new!s} instead of {old!s}", new=_plain(value), old=_plain(box[path]))
    about = word(box.entry(path).about) or path
    return told if is_short else say("{name}: {words}", name=about, words=told)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def questions(title: Title, players: int) -> list[str]:
    """What this game is asked."""
    sides = title.sides(players)
    return [name for name in ASKED if QUESTIONS[name].is_for(sides, players)]


def command(
    shop: Workshop, game: str, versions: Sequence[str], games: int = GAMES, **asked: Any
) -> list[str]:
    """What does the same at the command line; several versions are kept as experiment files."""
    base = wanted(shop, game, **asked)
    players = shop.players(game, base.get("players"))
    rest = ["--only", ",".join(questions(shop.title(game), players)), "--until", "sure"]
    if asked.get("players") is None:
        asked = {**asked, "players": players}
    files = []
    for one in ["", *versions]:
        changes = [*asked.get("changes", ()), *split(one)]
        files.append(put_experiment(shop, VERSIONS, game, **{**asked, "changes": changes}))
    return ["compare", *map(str, files), "-n", str(games), *rest]


def split(version: str) -> list[str]:
    return [one for one in version.split(";") if one]


def _changes(shop: Workshop, game: str, base: Sequence[str], version: str) -> dict[str, Any]:
    """What differs from the base."""
    before = changes_of(shop, game, base)
    both = changes_of(shop, game, [*base, *split(version)])
    return {path: value for path, value in both.items() if before.get(path) != value}


def _shown(found: Comparison, most: int) -> dict[str, Any]:
    fared = [one for compared in found.compared for one in compared.who_wins]
    return {
        "games": found.experiment.games, "most": most,
        "lines": [list(compared.lines) for compared in found.compared],
        "versions": [one.name for one in found.versions],
        "groups": [*_groups(fared, [one.name for one in found.versions])],
        "verdicts": [*_verdicts(found)],
        "runs": [str(run.path) for run in found.runs],
    }  # fmt: skip


def _groups(fared: Sequence[WinRateChange], versions: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Each group with its members: before, and after in every version."""
    grouped = sorted(fared, key=lambda one: one.group)
    for group, its in groupby(grouped, lambda one: one.group):
        members: dict[str, dict[str, WinRateChange]] = {}
        for one in its:
            members.setdefault(one.name, {})[one.version] = one
        rows = [_row(name, [of[v] for v in versions if v in of]) for name, of in members.items()]
        rows.sort(key=lambda row: row["order"])
        yield {"name": word(group), "rows": rows[:BARS], "more": len(rows[BARS:])}


def _row(name: str, fared: Sequence[WinRateChange]) -> dict[str, Any]:
    first = fared[0]
    number = name.rpartition(" ")[2]
    return {
        "name": word(name), "adds": first.before.adds,
        "fair": None if math.isnan(first.fair) else first.fair,
        "before": first.before.won.value,
        "order": (0, int(number)) if number.isdecimal() else (1, -first.size),
        "after": [_after(one) for one in fared],
    }  # fmt: skip


def _after(one: WinRateChange) -> dict[str, Any]:
    """The new rate, and the ends of the interval of its change."""
    low, high = one.interval
    ends = (low, high) if math.isfinite(low + high) else (None, None)
    return {
        "value": one.after.won.value, "change": one.change.value,
        "low": ends[0], "high": ends[1], "is_clear": one.is_clear,
    }  # fmt: skip


def _verdicts(found: Comparison) -> Iterator[dict[str, Any]]:
    """Of every version, what is said of each question."""
    for one, compared in zip(found.versions, found.compared, strict=True):
        yield {
            "version": one.name,
            "answers": [_verdict(a, compared) for a in compared.answers if is_told(a)],
        }


def is_told(answer: Finding) -> bool:
    """Whether both versions have an answer: where nobody is dealt anything, nobody holds it."""
    return not math.isnan(answer.estimate.value)


def _verdict(answer: Finding, compared: Compared) -> dict[str, Any]:
    before, after = answer.frame("versions")["verdict"]
    return {
        "question": answer.question, "verdict": answer.verdict,
        "word": word(answer.verdict, "verdict"), "sentence": answer.sentence,
        "is_as_before": before == after, "fairness": fairness(answer.name, compared.moves),
    }  # fmt: skip


def fairness(question: str, moves: Sequence[tuple[str, Difference]]) -> str:
    """Whether all win rates of a question together come nearer to a fair share."""
    metrics = [one for _, one in moves if METRICS[one.metric].question == question]
    index = next((one for one in metrics if METRICS[one.metric].shape == UNEVEN), None)
    if index is None:
        return ""
    if not index.is_sure:
        return say("These games do not tell whether it becomes fairer.")
    is_fairer = index.change.value < 0
    return say("It becomes fairer.") if is_fairer else say("It becomes less fair.")

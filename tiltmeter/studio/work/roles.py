"""Role sets, and whatever else a game's factors are: what is known of one, and of each swap."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from analyses.experiments.experiment import experiment
from analyses.findings.names import named
from analyses.lab.compare.compare_run import Comparison
from analyses.lab.compare.differences import Difference, label
from analyses.lab.metrics import METRICS
from analyses.lab.study.folder import StudyFolder
from analyses.lab.study.responses import Asked as Response
from analyses.lab.study.responses import ranking_of
from analyses.lab.study.study import Study, end_of
from analyses.language import word
from simulator.components import as_settings
from simulator.errors import UserError
from simulator.factors import Factor
from simulator.results import put
from simulator.titles import Title
from simulator.versions import Version
from tiltmeter.studio.work.asked import wanted
from tiltmeter.workshop import Workshop

KEPT = Path("studio-known")  # what swaps have shown, by the table that they were played at
GAMES = 2000  # of a set, and of each with one swapped
SHOWN = 8  # metrics of a set
BEST = 10  # sets of a ranking


@dataclass(frozen=True)
class Chosen:
    """A set of a factor's members, at a table."""

    title: Title
    factor: Factor
    version: Version  # the combination that was ticked
    players: int

    @property
    def is_cast(self) -> bool:
        """Whether its members are those that the game can swap one by one."""
        cast = self.title.levers.cast
        return cast is not None and [*self.version.changes] == [cast.path]

    @property
    def neighbours(self) -> list[Version]:
        """All that differ from it in one member."""
        mine = {*self.version.members}
        size = max(len(self.version.members), 1)
        return [
            one for one in self.factor.combinations
            if one is not self.version and _is_near(mine, {*one.members}, size)
        ]  # fmt: skip


def _is_near(mine: set[str], other: set[str], size: int) -> bool:
    more, less = len(other - mine), len(mine - other)
    return more <= 1 and less <= 1 and more + less > 0


def factors(
    shop: Workshop, game: str, players: int | None = None, changes: Sequence[str] = (), **_: Any
) -> list[dict[str, Any]]:
    """What can be ticked: cards in slots, and which set the table has now."""
    title, n = shop.title(game), shop.players(game, players)
    box = title.components.with_changes(wanted(shop, game, changes=changes).get("changes", {}))
    found = []
    for factor in shop.factors(game, n).values():
        now = next(
            (one for one in factor.combinations if one.of(box).digest() == box.digest()), None
        )
        sizes = {len(one.members) for one in factor.combinations}
        found.append({
            "name": factor.name, "label": word(factor.name), "about": word(factor.about),
            "member": word(factor.member), "count": len(factor.combinations),
            "slots": [[[one, named(one, title.levers)] for one in slot] for slot in factor.slots],
            "is_set": len(factor.slots) == 1 or all(len(slot) == 1 for slot in factor.slots),
            "size": min(sizes) if len(sizes) == 1 else None,
            "now": list(now.members) if now else [],
        })  # fmt: skip
    return found


def known(
    shop: Workshop, game: str, factor: str, members: Sequence[str], by: str = "", **asked: Any
) -> dict[str, Any] | None:
    """What studies and swaps that were played before say of this very set; None: nothing yet."""
    chosen, base = _chosen(shop, game, factor, members, asked), wanted(shop, game, **asked)
    told = _from_studies(shop, chosen, base, by) or _from_swaps(chosen, base, by)
    if told is None:
        return None
    return {**told, "changes": as_settings(chosen.version.changes)}


def command(
    shop: Workshop, game: str, factor: str, members: Sequence[str], **asked: Any
) -> list[str]:
    """What plays the set, and what lies one swap from it."""
    from tiltmeter.studio.asked import Asked, options_for

    chosen = _chosen(shop, game, factor, members, asked)
    table = Asked(
        game, chosen.players, tuple(asked.get("seats", ())), tuple(asked.get("changes", ())),
        asked.get("seed", 1),
    )  # fmt: skip
    if not chosen.is_cast:
        return table.command("study", factor, "-n", str(GAMES))
    own = options_for(as_settings(chosen.version.changes), base=True)
    return table.command("compare", *own, "--each", "swapped", "-n", str(GAMES), base=True)


def play(
    shop: Workshop, game: str, factor: str, members: Sequence[str], by: str = "", **asked: Any
) -> Iterator[dict[str, Any]]:
    """Plays it, then says what is known; what was played before is not played again."""
    chosen, base = _chosen(shop, game, factor, members, asked), wanted(shop, game, **asked)
    base["players"], base["games"] = chosen.players, GAMES
    if chosen.is_cast:
        base["changes"] = {**base.get("changes", {}), **chosen.version.changes}
        _keep(chosen, shop.compare_each(game, "swapped", **base))
    else:
        shop.study(game, factor, **base)
    told = known(shop, game, factor, members, by, **asked)
    if told is not None:
        yield told


def _chosen(shop: Workshop, game: str, factor: str, members: Sequence[str], asked: Any) -> Chosen:
    title, players = shop.title(game), shop.players(game, asked.get("players"))
    all_of_them = shop.factors(game, players)
    if factor not in all_of_them:
        raise UserError(f"There is no '{factor}' to choose in {title.full_name}.")
    one = all_of_them[factor]
    found = [made for made in one.combinations if {*made.members} == {*members}]
    if not found:
        raise UserError(f"These do not make a set of {title.full_name}: {', '.join(members)}.")
    return Chosen(title, one, found[0], players)


def _from_studies(shop: Workshop, chosen: Chosen, base: Any, by: str) -> dict[str, Any] | None:
    """The largest study that has played this very set."""
    about = chosen.title, chosen.factor.name, chosen.players
    for study in _studies(shop, *about, base):
        if _place(study, chosen.version) is not None:
            return _told(study, chosen, by)
    return None


def _studies(shop: Workshop, title: Title, factor: str, players: int, base: Any) -> list[Study]:
    """Those of this very table, the one with most sets first, and of them that with most games."""
    box = title.components.with_changes(base.get("changes", {}))
    like = {
        "title": title.name, "players": players, "factor": factor, "components": box.digest()
    }  # fmt: skip
    found = []
    for file in sorted(shop.folder.with_name("studies").glob("*/study.json")):
        with suppress(UserError):  # of another form, or damaged
            folder = StudyFolder(file.parent)
            is_like = all(folder.settings[key] == value for key, value in like.items())
            if is_like and folder.first_pass.n_done() > 1:
                found.append(Study(folder.path))
    return sorted(found, key=lambda one: (-len(one.numbers), -int(one.games.sum())))


def ranked(
    shop: Workshop, game: str, factor: str, players: int | None = None, by: str = "", **asked: Any
) -> dict[str, Any] | None:
    """The sets that a study has played, the best first; None: no study of them yet."""
    title, n = shop.title(game), shop.players(game, players)
    found = _studies(shop, title, factor, n, wanted(shop, game, **asked))
    return _ranked(found[0], by) if found else None


def _ranked(study: Study, by: str) -> dict[str, Any]:
    offered = {one.name: one for one in study.asked()}
    first = ranking_of([*offered.values()], by if by in offered else "")
    rows = [*study.ranked(first).iter_rows(named=True)]
    return {
        "best": [_set(study, row) for row in rows[:BEST]], "by": first.name, "unit": first.unit,
        "end": word(end_of(first, best=True)),
        "offered": [[name, label(name)] for name in offered], "about": word(first.about),
        "sets": len(rows), "games": int(study.games.max()), "source": str(study.folder.path),
        "is_apart": study.has_ranking(first),
    }  # fmt: skip


def _set(study: Study, row: dict[str, Any]) -> dict[str, Any]:
    """A set of a ranking, as it is ticked and as it is read."""
    told = row["combination"]
    members = [] if told == "none" else told.split(", ")
    return {
        "members": members, "called": ", ".join(map(study.name_of, members)) or word("none"),
        "value": row["estimate"], "low": _or_none(row["low"]), "high": _or_none(row["high"]),
    }  # fmt: skip


def _or_none(value: float) -> float | None:
    return value if np.isfinite(value) else None


def _place(study: Study, version: Version) -> int | None:
    """Where a combination stands among those that are finished."""
    label = ", ".join(version.members) or "none"
    return study.labels.index(label) if label in study.labels else None


def _told(study: Study, chosen: Chosen, by: str) -> dict[str, Any]:
    asked = {one.name: one for one in study.asked()}
    by = by if by in asked else next(iter(asked))
    at = _place(study, chosen.version)
    assert at is not None
    metrics = [_metric(study, one, at) for one in [*asked.values()][:SHOWN]]
    near = [(one, k) for one in chosen.neighbours if (k := _place(study, one)) is not None]
    response = study.response(by)
    apart = response.apart(at, [k for _, k in near])
    swaps = [
        {
            "name": swap_named(chosen, one), "value": float(response.mean[k]),
            **_change(float(apart.value[j]), float(apart.low[j]), float(apart.high[j])),
            "changes": as_settings(one.changes),
        }
        for j, (one, k) in enumerate(near)
    ]  # fmt: skip
    return _answer(metrics, swaps, by, asked[by].unit, [*asked], str(study.folder.path))


def _metric(study: Study, asked: Response, at: int) -> dict[str, Any]:
    row = study.combinations(asked.name).row(at, named=True)
    ends = [_or_none(row[key]) for key in ("low", "high")]
    about = {"name": label(asked.name), "about": word(asked.about), "unit": asked.unit}
    return {**about, "value": row["estimate"], "low": ends[0], "high": ends[1]}


def swap_named(chosen: Chosen, other: Version) -> dict[str, str]:
    """Who goes, and who comes."""
    mine, its = chosen.version.members, other.members
    levers = chosen.title.levers
    out = ", ".join(named(one, levers) for one in mine if one not in its)
    into = ", ".join(named(one, levers) for one in its if one not in mine)
    return {"out": out, "in": into}


def _change(value: float, low: float, high: float) -> dict[str, Any]:
    is_known = bool(np.isfinite(low + high))
    return {
        "change": value, "low": low if is_known else None, "high": high if is_known else None,
        "is_clear": is_known and (low > 0 or high < 0),
    }  # fmt: skip


def _answer(
    metrics: Sequence[Any], swaps: Sequence[Any], by: str, unit: str, offered: Sequence[str],
    source: str,
) -> dict[str, Any]:  # fmt: skip
    """The swaps that change most come first."""
    ranked = sorted(swaps, key=lambda one: (-abs(one["change"]), one["name"]["out"]))
    return {
        "metrics": list(metrics), "swaps": ranked, "by": by, "unit": unit,
        "offered": [[name, label(name)] for name in offered], "source": source,
    }  # fmt: skip


# What swaps have shown


def _file(chosen: Chosen, base: Any) -> Path:
    """By the key of the very experiment, which names rules, bots and every value."""
    words = {**base, "players": chosen.players, "games": GAMES}
    words["changes"] = {**base.get("changes", {}), **chosen.version.changes}
    return KEPT / f"{experiment(chosen.title, **words).key}.json"


def _keep(chosen: Chosen, found: Comparison) -> None:
    path = next(iter(chosen.version.changes))
    members = {one.name: one.runs[0].settings["changes"][path] for one in found.versions}
    moves = [
        {"members": members[version].split(","), "metric": one.metric, **_plain(one)}
        for version, one in found.compared[0].moves
    ]
    put(KEPT / f"{found.experiment.key}.json", json.dumps({"moves": moves}).encode())


def _plain(one: Difference) -> dict[str, float]:
    low, high = one.change.interval()
    least, most = one.base.interval()
    return {
        "base": one.base.value, "base_low": least, "base_high": most,
        "change": one.change.value, "low": low, "high": high, "is_clear": one.is_sure,
    }  # fmt: skip


def _from_swaps(chosen: Chosen, base: Any, by: str) -> dict[str, Any] | None:
    if not chosen.is_cast or not (file := _file(chosen, base)).is_file():
        return None
    moves = json.loads(file.read_text(encoding="utf-8"))["moves"]
    offered = list(dict.fromkeys(one["metric"] for one in moves))
    by = by if by in offered else offered[0]
    first = {one["metric"]: one for one in reversed(moves)}
    metrics = [
        {
            "name": label(name), "about": word(METRICS[name].about), "unit": METRICS[name].unit,
            "value": first[name]["base"], "low": first[name]["base_low"],
            "high": first[name]["base_high"],
        }
        for name in offered[:SHOWN]
    ]  # fmt: skip
    versions = {frozenset(one.members): one for one in chosen.neighbours}
    swaps = [
        {
            "name": swap_named(chosen, version),
            "value": one["base"] + one["change"],
            **{key: one[key] for key in ("change", "low", "high", "is_clear")},
            "changes": as_settings(version.changes),
        }
        for one in moves
        if one["metric"] == by and (version := versions.get(frozenset(one["members"])))
    ]
    return _answer(metrics, swaps, by, METRICS[by].unit, offered, "runs")

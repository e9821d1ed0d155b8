"""Role sets, and whatever else a game's factors are: what is known of one, and of each swap."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from analyses.experiments.experiment import experiment
from analyses.findings.names import named
from analyses.lab.compare.compare_run import Comparison
from analyses.lab.compare.differences import FIRST, Difference, label
from analyses.lab.metrics import METRICS
from analyses.lab.study.folder import StudyFolder
from analyses.lab.study.responses import EVEN, RANKING, ranking_of
from analyses.lab.study.responses import Asked as Response
from analyses.lab.study.study import Study, end_of
from analyses.language import say, word
from simulator.components import Components, as_settings
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
LOWEST = "-"  # before a metric's name: its lowest values come first
BALANCE = (  # what sets are ranked by, unless said: the first of them that tells them apart
    *RANKING, "first_player", "halfway_leader_wins", "dominant_strategy",
)  # fmt: skip

PLAIN = {  # of what METRICS describe as statisticians do
    "win_rate_imbalance": "0% if roles, factions or cards all win as often as is fair; more if not",
    "turn_order_imbalance": "0% if all places in the turn order win equally often; more if not",
    "length_p95": "only 5 of 100 games take more rounds",
}


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
        now = _now(factor, box)
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


def _now(factor: Factor, box: Components) -> Version | None:
    """The combination that a table has."""
    return next((one for one in factor.combinations if one.of(box).digest() == box.digest()), None)


def known(
    shop: Workshop, game: str, factor: str, members: Sequence[str], by: str = "", **asked: Any
) -> dict[str, Any] | None:
    """What studies and swaps that were played before say of this very set; None: nothing yet.

    Of several the one with most games of the set tells of it, and the one that has played all of
    its swaps of these.
    """
    chosen, base = _chosen(shop, game, factor, members, asked), wanted(shop, game, **asked)
    found = [
        *_from_swaps(chosen, base, by), *_from_studies(shop, chosen, base, by),
        *_from_swaps_into_it(chosen, base, by),
    ]  # fmt: skip
    if not found:
        return None
    most = max(found, key=lambda one: one["games"])
    swaps = max(found, key=lambda one: (one["is_whole"], one["games"]))
    own = {key: most[key] for key in ("metrics", "source", "games")}
    about = {"swaps_source": swaps["source"], "swaps_games": swaps["games"]}
    return {**swaps, **own, **about, "changes": as_settings(chosen.version.changes)}


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


def task(shop: Workshop, game: str, factor: str, members: Sequence[str], **asked: Any) -> Any:
    """How many sets a button plays, and how many games of each."""
    chosen = _chosen(shop, game, factor, members, asked)
    near = {frozenset(one.members) for one in chosen.neighbours}
    sets = 1 + len(near) if chosen.is_cast else len(chosen.factor.combinations)
    return {"sets": sets, "each": GAMES}


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


def _from_studies(shop: Workshop, chosen: Chosen, base: Any, by: str) -> list[dict[str, Any]]:
    """The study that has played this very set most often."""
    about = chosen.title, chosen.factor.name, chosen.players
    found = [
        (one, k) for one in _studies(shop, *about, base)
        if (k := _place(one, chosen.version)) is not None
    ]  # fmt: skip
    most = max(found, key=lambda one: one[0].games[one[1]], default=None)
    return [_told(most[0], chosen, by)] if most else []


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
    """The sets that a study tells from a typical one, the best first; None: no study of them."""
    title, n = shop.title(game), shop.players(game, players)
    base = wanted(shop, game, **asked)
    found = _studies(shop, title, factor, n, base)
    if not found:
        return None
    box = title.components.with_changes(base.get("changes", {}))
    return _ranked(found[0], by, _now(shop.factors(game, n)[factor], box))


def _ranked(study: Study, by: str, now: Version | None) -> dict[str, Any]:
    """By a metric, or by its lowest values: no end of a game's length is the better one."""
    offered = {one.name: one for one in study.asked()}
    name, is_best = by.removeprefix(LOWEST), not by.startswith(LOWEST)
    first = offered[name] if name in offered else _telling(study, offered)
    rows = study.leading(first, is_best)
    at = None if now is None else _place(study, now)
    return {
        "best": [_set(study, row) for row in rows.head(BEST).iter_rows(named=True)],
        "own": None if at is None else _metric(study, first, at),
        "by": first.name if is_best else f"{LOWEST}{first.name}", "named": label(first.name),
        "unit": first.unit, "end": word(end_of(first, is_best)),
        "about": _plainly(first.name, first.about),
        "end_is": "best" if first.aim else "highest" if is_best else "lowest",
        "fair": study.even if first.aim == EVEN else None,
        "fairest": [label(one) for one in RANKING if one in offered],
        "offered": [pair for one in offered.values() for pair in _ends(one)],
        "sets": len(study.numbers), "told": len(rows), "games": (games := int(study.games.max())),
        "mixed": max(study.settings["games"] - games, 0) if study.settings["mixed"] else 0,
        "source": str(study.folder.path),
    }  # fmt: skip


def _ends(one: Response) -> list[tuple[str, str]]:
    """What a metric is offered as: its better end, or both."""
    if one.aim:
        return [(one.name, label(one.name))]
    return [
        (f"{before}{one.name}", say("{name}, {end}", name=label(one.name), end=word(end)))
        for before, end in (("", "highest"), (LOWEST, "lowest"))
    ]


def _telling(study: Study, offered: Mapping[str, Response]) -> Response:
    """The first measure of balance that tells sets apart, or the usual one."""
    fit = [offered[name] for name in BALANCE if name in offered]
    usual = ranking_of([*offered.values()], "")
    return next((one for one in fit if study.has_ranking(one)), usual)


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
    offered = {one.name: one for one in study.asked()}
    asked = {name: offered[name] for name in in_order(offered)}
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
    told = _answer(metrics, swaps, by, asked[by].unit, [*asked], str(study.folder.path))
    return {**told, "games": int(study.games[at])}


def _metric(study: Study, asked: Response, at: int) -> dict[str, Any]:
    row = study.combinations(asked.name).row(at, named=True)
    ends = [_or_none(row[key]) for key in ("low", "high")]
    told = _plainly(asked.name, asked.about)
    about = {"name": label(asked.name), "about": told, "unit": asked.unit}
    return {**about, "value": row["estimate"], "low": ends[0], "high": ends[1]}


def in_order(metrics: Iterable[str]) -> list[str]:
    """What is asked first comes first: who wins, then how games go; the rest as they came."""
    places = {name: k for k, name in enumerate(FIRST)}
    return sorted(metrics, key=lambda name: places.get(name, len(FIRST)))


def _plainly(metric: str, about: str) -> str:
    """What it measures, without the words of statisticians."""
    return word(PLAIN.get(metric, about))


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
        "games": GAMES, "is_whole": True,
    }  # fmt: skip


# What swaps have shown


def _file(chosen: Chosen, version: Version, base: Any) -> Path:
    """By the key of the very experiment, which names rules, bots and every value."""
    words = {**base, "players": chosen.players, "games": GAMES}
    words["changes"] = {**base.get("changes", {}), **version.changes}
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
    from_, to = one.other.interval()
    return {
        "base": one.base.value, "base_low": least, "base_high": most,
        "other_low": from_, "other_high": to,
        "change": one.change.value, "low": low, "high": high, "is_clear": one.is_sure,
    }  # fmt: skip


def _moves(file: Path) -> list[dict[str, Any]]:
    return json.loads(file.read_text(encoding="utf-8"))["moves"] if file.is_file() else []


def _from_swaps(chosen: Chosen, base: Any, by: str) -> list[dict[str, Any]]:
    """Where this set was played with each that differs in one."""
    moves = _moves(_file(chosen, chosen.version, base)) if chosen.is_cast else []
    if not moves:
        return []
    first: dict[str, Any] = {}
    for name in in_order({one["metric"]: None for one in moves}):
        first[name] = next(one for one in moves if one["metric"] == name)
    values = [(name, one["base"], one["base_low"], one["base_high"]) for name, one in first.items()]
    versions = {frozenset(one.members): one for one in chosen.neighbours}
    by = by if by in first else next(iter(first))
    swaps = [
        _swap(chosen, version, one["base"] + one["change"], one) for one in moves
        if one["metric"] == by and (version := versions.get(frozenset(one["members"])))
    ]  # fmt: skip
    return [_answer([*map(_value, values[:SHOWN])], swaps, by, METRICS[by].unit, [*first], "runs")]


def _from_swaps_into_it(chosen: Chosen, base: Any, by: str) -> list[dict[str, Any]]:
    """Where this set was played as a swap of another one: what it does, and the way back."""
    if not chosen.is_cast or not any(KEPT.glob("*.json")):
        return []
    found, mine = [], {*chosen.version.members}
    for other in chosen.neighbours:
        moves = _moves(_file(chosen, other, base))
        here = {one["metric"]: one for one in moves if {*one["members"]} == mine}
        if here:
            ordered = {name: here[name] for name in in_order(here)}
            found.append(_swapped_in(chosen, other, ordered, by))
    return found[:1]


def _swapped_in(chosen: Chosen, other: Version, here: Any, by: str) -> dict[str, Any]:
    values = [
        (name, one["base"] + one["change"], one.get("other_low"), one.get("other_high"))
        for name, one in here.items()
    ]  # fmt: skip
    by = by if by in here else next(iter(here))
    back = here[by]
    turned = {
        "change": -back["change"], "low": -back["high"], "high": -back["low"],
        "is_clear": back["is_clear"],
    }  # fmt: skip
    swaps = [_swap(chosen, other, back["base"], turned)]
    told = _answer([*map(_value, values[:SHOWN])], swaps, by, METRICS[by].unit, [*here], "runs")
    return {**told, "is_whole": False}


def _value(told: tuple[str, float, float | None, float | None]) -> dict[str, Any]:
    """A metric of a set."""
    name, value, low, high = told
    about = {"name": label(name), "unit": METRICS[name].unit}
    about["about"] = _plainly(name, METRICS[name].about)
    return {**about, "value": value, "low": low, "high": high}


def _swap(chosen: Chosen, version: Version, value: float, one: Any) -> dict[str, Any]:
    return {
        "name": swap_named(chosen, version), "value": value,
        **{key: one[key] for key in ("change", "low", "high", "is_clear")},
        "changes": as_settings(version.changes),
    }  # fmt: skip

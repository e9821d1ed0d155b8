"""A study: what each member, each pair and each combination of a factor does to every response.

study = Study(Path("studies/archeos-roles-4p-…"))
study.members("mean_score"), study.pairs("mean_score"), study.combinations("mean_score")
"""

import functools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy import special

from analyses.findings.assumed import assumed_values
from analyses.findings.names import named
from analyses.lab.metrics import METRICS, WON, MetricSums
from analyses.lab.study.effects import Design, design_of
from analyses.lab.study.folder import StudyFolder, helpings, sums_by_part
from analyses.lab.study.levels import levelled
from analyses.lab.study.plan import varied
from analyses.lab.study.responses import EVEN, LOW, Asked, asked_for, responses_for
from analyses.lab.study.shrinkage import Estimates, Response
from analyses.statistics.estimate import in_figures
from analyses.statistics.imbalance import imbalance
from analyses.statistics.intervals import SURE, discoveries, p_values, share_interval
from analyses.statistics.order import by_distance, farthest_by, most_by, sort_rows
from analyses.statistics.readings import GROUPS
from simulator.errors import UserError
from simulator.titles import Title, factors_of, load_title

TOP = 10
BROKEN = 0.15  # of an even share off it, typically: what makes a seat tilted
SPREADS = {
    "win_rate_imbalance": "win_rate_spread",
    "turn_order_imbalance": "turn_order_spread",
}  # whose sums tell


class Study:
    """The results in a study's folder; with `by` also those of the rounds ranked by it."""

    def __init__(self, path: Path, by: str = "", top: int = TOP, rounds: int | None = None) -> None:
        self.folder = StudyFolder(path)
        frames = [self.folder.first_pass.frame()]
        while by and (rounds is None or len(frames) <= rounds):
            frames.append(self.folder.round(by, top, len(frames)).frame())
            if frames[-1].is_empty():
                frames.pop()
                break
        self.rows, self.looks = pl.concat(frames), len(frames)
        self.top = top
        self._responses: dict[str, Response] = {}
        self.numbers = sorted(frames[0]["combination"].unique().to_list())
        if len(self.numbers) < 2:
            raise UserError(f"{path} holds no two finished combinations; run the same study again.")

    @property
    def settings(self) -> dict[str, Any]:
        return self.folder.settings

    @functools.cached_property
    def labels(self) -> list[str]:
        """Of the combinations that are finished."""
        return [", ".join(self._members_of(k)) or "none" for k in self.numbers]

    def name_of(self, member: str) -> str:
        """As people say it: Dal Harrai, not dal_harrai."""
        return named(member, self.title.levers)

    @functools.cached_property
    def title(self) -> Title:
        return load_title(self.settings["title"])

    def _members_of(self, number: int) -> list[str]:
        return self.settings["population"][self.settings["chosen"][number]]

    @functools.cached_property
    def design(self) -> Design:
        chosen = [self.settings["chosen"][number] for number in self.numbers]
        return design_of(self.settings["slots"], self.settings["population"], chosen)

    @property
    def sides(self) -> int:
        """How many compete for the win."""
        return self.title.sides(self.settings["players"])

    @functools.cached_property
    def assumed(self) -> tuple[str, ...]:
        """The assumed values among those that its combinations vary, if the title still has it."""
        title, players = self.title, self.settings["players"]
        factor = factors_of(title, players).get(self.settings["factor"])
        box = title.components.with_changes(self.settings["changes"])
        return assumed_values(box, title.levers, varied(factor) if factor else ())

    def asked(self, only: Sequence[str] = (), more: Sequence[str] = ()) -> list[Asked]:
        """The responses that were played for; games won first, if games can be lost."""
        asked = asked_for(self.sides, only, more, self.has_members)
        asked = [one for one in asked if self.settings["mixed"] or not METRICS[one.metric].is_mixed]
        return sorted(asked, key=lambda one: self.can_be_lost and one.name != WON)

    @functools.cached_property
    def can_be_lost(self) -> bool:
        """Whether several win or lose as one, or a player alone has lost a game."""
        if self.sides > 1 or self.settings["players"] > 1:
            return self.sides == 1
        return any(won.sum() < games.sum() for won, games, _ in self._parts(WON).values())

    @functools.cached_property
    def has_members(self) -> bool:
        """Whether it is known who held which of the title's members."""
        return bool(self._parts(SPREADS["win_rate_imbalance"]))

    @functools.cached_property
    def games(self) -> np.ndarray:
        """Of each combination, in its mirrors; what all responses but dominance rest on."""
        return self._parts("mean_score")[""][2]

    def response(self, name: str) -> Response:
        if name not in self._responses:
            self._responses[name] = self._read(name)
        return self._responses[name]

    def _read(self, name: str) -> Response:
        asked = responses_for(self.sides, self.has_members)[name]
        if asked.metric in SPREADS:
            return self._uneven(SPREADS[asked.metric])
        parts = self._parts(asked.metric)
        part = asked.part if asked.part in parts else most_by(parts, lambda p: _share(parts[p]))
        total, weight, deals = parts[part]
        reading = MetricSums(asked.metric, (), total.T, weight.T, int(deals.min())).reading
        read = self.design, reading.mean, reading.influence, reading.deals, self.looks
        return Response(*read, even=self.even if asked.aim == EVEN else None)

    def _uneven(self, metric: str) -> Response:
        """How far the parts of a metric are from even, in every combination."""
        parts = self._parts(metric).values()
        total, weight = (np.stack([one[k] for one in parts], axis=1) for k in (0, 1))
        deals = np.max([one[2] for one in parts], axis=0)
        value, influence = imbalance(total, weight, self.even)
        return Response(self.design, value, influence, int(deals.min()), self.looks)

    @property
    def even(self) -> float:
        return 1 / self.settings["players"]

    def win_shares(self, metric: str) -> pl.DataFrame:
        """Of every seat or member over all combinations; all intervals hold together."""
        parts = self._parts(metric)
        total, weight = (np.stack([one[k].sum(axis=0) for one in parts.values()]) for k in (0, 1))
        deals = min(int(one[2].max()) for one in parts.values())
        reading = MetricSums(metric, tuple(parts), total.T, weight.T, deals).reading
        several = len(parts) * self.response("mean_score").tests
        spread = (reading.influence**2).sum(axis=0)
        low, high = reading.intervals(reading.mean, spread, reading.seen, several)
        error = np.sqrt(spread)
        q = discoveries(p_values(reading.mean, error, min(deals, GROUPS), self.even))
        q = np.where(np.isfinite(high - low), q, np.nan)  # of a single deal nothing is sure
        columns = {"part": list(parts), "estimate": reading.mean, "low": low, "high": high}
        frame = pl.DataFrame(
            {**columns, "even": self.even, "rows": weight.sum(axis=1).astype(int), "q": q}
        )
        return sort_rows(frame, -pl.col("estimate"))

    def broken(self, name: str) -> pl.DataFrame:
        """Combinations that are surely more uneven than BROKEN, the worst first, and by whom.

        Which is the worst chance chooses among all of them, so intervals hold together.
        """
        shown = self.response(name).shrunk
        over = (shown.value - BROKEN**2) / np.maximum(shown.error, 1e-300)
        p = shown.tests * special.stdtr(np.maximum(shown.groups - 1, 1), -over)
        surely = discoveries(np.minimum(p, 1)) < SURE
        metric, parts = SPREADS[name], self._parts(SPREADS[name])
        rows = []
        for k in np.flatnonzero(surely & (over > 0)):
            seen = {part: one for part, one in parts.items() if one[1][k].any()}
            total, weight = (np.stack([one[j][k] for one in seen.values()]) for j in (0, 1))
            sums = MetricSums(metric, tuple(seen), total.T, weight.T, int(shown.groups[k]))
            off = {part: sums.reading.part(part).value - self.even for part in seen}
            far = sums.reading.part(farthest_by(off, off.__getitem__))
            figures = in_figures(far, len(seen) * len(self.numbers) * shown.tests)
            rows.append((self.labels[k], float(shown.value[k]), far.parts[0], *figures))
        columns = ["combination", "imbalance", "who", "estimate", "low", "high"]
        schema = dict.fromkeys(columns, pl.Float64) | {"combination": pl.String, "who": pl.String}
        return sort_rows(pl.DataFrame(rows, schema, orient="row"), -pl.col("imbalance"))

    def best_strategy(self) -> str:
        """Of the mixed tables, over all combinations."""
        parts = self._parts("dominant_strategy")
        return most_by(parts, lambda part: _share(parts[part]))

    def members(self, name: str) -> pl.DataFrame:
        """What each member is worth, the largest first."""
        shown, design = self.response(name), self.design
        columns = {
            "member": design.members,
            "combinations": design.present.sum(axis=0).astype(int),
            **_columns(shown.members, "effect"),
        }
        if shown.shapley is not None:
            columns |= _columns(shown.shapley, "shapley", "shapley_", with_q=False)
        return sort_rows(pl.DataFrame(columns), -pl.col("effect"))

    def pairs(self, name: str) -> pl.DataFrame:
        """What two members do together beyond each alone, the largest first; only what is known."""
        shown, names = self.response(name).pairs, self.design.members
        columns = {
            "first": [names[i] for i, _ in self.design.pairs],
            "second": [names[j] for _, j in self.design.pairs],
            **_columns(shown, "effect"),
        }
        frame = pl.DataFrame(columns, schema_overrides={"first": pl.String, "second": pl.String})
        known = frame.filter(pl.col("effect").is_not_nan())
        if not self.design.tells_pairs:
            known = known.with_columns(q=pl.lit(math.nan))
        return sort_rows(known, *by_distance(pl.col("effect")))

    def combinations(self, name: str) -> pl.DataFrame:
        """Every combination: as measured, freed from luck, and how unusual for its members."""
        shown = self.response(name)
        strange = shown.surprise
        bounds = responses_for(self.sides, self.has_members)[name].bounds
        columns = {
            "combination": self.labels,
            "games": self.games,
            "measured": np.clip(shown.mean, *bounds),
            **self._values(name),
            **_columns(strange, "surprise", "surprise_"),
            "oddity": np.abs(strange.value) / np.maximum(strange.error, 1e-300),
        }
        return pl.DataFrame(columns)

    def predicted(self, name: str) -> pl.DataFrame:
        """Combinations that were not played, as members and pairs of the others make one expect.

        Only those that the model can tell of, which are the same for every response.
        """
        population, rows = self.settings["population"], self.design.unplayed
        columns = _columns(self.response(name).predicted, "estimate", with_q=False)
        bounds = responses_for(self.sides, self.has_members)[name].bounds
        columns = {key: np.clip(of, *bounds) for key, of in columns.items()}
        labels = [", ".join(population[row]) or "none" for row in rows]
        frame = pl.DataFrame(
            {"combination": labels, "row": rows, **columns},
            schema_overrides={"combination": pl.String},
        )
        return frame.filter(np.isfinite(self.design.predicting).all(axis=1))

    def _values(self, name: str) -> dict[str, np.ndarray]:
        """Freed from luck; shares stay shares, and what was never seen is not surely never."""
        shown = self.response(name)
        columns = _columns(shown.shrunk, "estimate", with_q=False)
        asked = responses_for(self.sides, self.has_members)[name]
        if not asked.is_within_one:
            return {key: np.clip(of, *asked.bounds) for key, of in columns.items()}
        raw = shown.raw
        least, most = share_interval(raw.value, raw.error, np.full(len(raw.value), shown.deals))
        columns["low"] = np.where(raw.error > 0, columns["low"], np.fmin(least, columns["low"]))
        columns["high"] = np.where(raw.error > 0, columns["high"], np.fmax(most, columns["high"]))
        return {key: np.clip(of, 0, 1) for key, of in columns.items()}

    def ranked(self, asked: Asked) -> pl.DataFrame:
        """The combinations, the best first, or the highest if no end is better."""
        key = pl.col("estimate")
        if asked.aim == EVEN:
            key = (key - 1 / self.settings["players"]).abs()
        return sort_rows(self.combinations(asked.name), -key if asked.aim == "" else key)

    def undecided(self, name: str, top: int) -> list[int]:
        return [self.numbers[k] for k in self.response(name).undecided(top)]

    def leading(self, asked: Asked, best: bool = True) -> pl.DataFrame:
        """Those that are clearly better than a typical one, the best first; or worse, by `best`."""
        shown = self.response(asked.name)
        if asked.aim == EVEN:
            is_told = shown.even_beyond_typical(self.even, best)
        else:
            is_told = shown.beyond_typical((asked.aim == "") == best)
        told = [self.labels[k] for k in np.flatnonzero(is_told)]
        ranked = self.ranked(asked) if best else self.ranked(asked).reverse()
        return ranked.filter(pl.col("combination").is_in(told))

    def has_ranking(self, asked: Asked) -> bool:
        """Whether any combination is clearly better than a typical one."""
        return not self.leading(asked).is_empty()

    def helpings(self, name: str, top: int) -> list[tuple[int, int]]:
        """A round of games for the ranking: combinations, and how many helpings each had before."""
        had, wanted = self.batches(), []
        chosen = self.response(name).helpings(top, np.array([had[k] for k in self.numbers]))
        for number in (self.numbers[k] for k in chosen):
            wanted.append((number, had[number]))
            had[number] += 1
        return wanted

    def batches(self) -> dict[int, int]:
        """How often each combination has been played."""
        return dict(helpings(self.rows).value_counts().iter_rows())

    def _parts(self, metric: str) -> dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Of every part totals and weights [combination, group], and how many deals show it."""
        found = sums_by_part(self.rows, metric, len(self.settings["chosen"]))
        return {
            part: (*self._levelled(total[self.numbers], weight[self.numbers]), deals[self.numbers])
            for part, (total, weight, deals) in found.items()
        }

    def _levelled(self, total: np.ndarray, weight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """By shuffles of their own, if the study has any."""
        return levelled(total, weight) if self.settings.get("own_shuffles") else (total, weight)


def _share(counted: tuple[np.ndarray, np.ndarray, np.ndarray]) -> float:
    total, weight, _ = counted
    return float((total.sum(axis=1) / np.maximum(weight.sum(axis=1), 1e-300)).mean())


def _columns(
    shown: Estimates, name: str, prefix: str = "", with_q: bool = True
) -> dict[str, np.ndarray]:
    columns = {name: shown.value, f"{prefix}low": shown.low, f"{prefix}high": shown.high}
    if with_q:
        columns["q"] = shown.q
    return {name: np.where(np.isfinite(of), of, np.nan) for name, of in columns.items()}


def are_apart(ranked: pl.DataFrame) -> bool:
    """Whether anything does; else all combinations are told as their mean, and none is best."""
    values = ranked["estimate"].to_numpy()
    return len(values) > 1 and not np.allclose(values, values[0], rtol=1e-9, atol=1e-12)


def end_of(asked: Asked, best: bool) -> str:
    """What the ends of a ranking are called."""
    if asked.aim == "":
        return "highest" if best else "lowest"
    far = {LOW: ("lowest", "highest"), EVEN: ("nearest to fair", "farthest from fair")}[asked.aim]
    return f"best ({far[0]})" if best else f"worst ({far[1]})"

"""How many games, and how many minutes, show an effect of a given size.

A few games are played to see how much a metric scatters and how fast games are. An effect so large
is then clear, with intervals that hold together, in SEEN of all runs.
"""

import math
import time
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any

import numpy as np
import polars as pl

from analyses.experiments.batch import frames
from analyses.experiments.experiment import Experiment
from analyses.experiments.runner import Runner
from analyses.experiments.soundness import try_out
from analyses.findings.sample import Sample, sample_of
from analyses.lab.metrics import (
    METRICS,
    WIN,
    has_members_for,
    is_metric,
    metric_named,
    must_be_held,
    must_be_shown,
    must_fit,
    read,
)
from analyses.language import count, figure, is_singular, say, word
from analyses.questions import QUESTIONS
from analyses.renamed import current_names, not_found
from analyses.statistics.estimate import FEW, Z_BOTH, round_figure
from analyses.statistics.intervals import LEVEL, SEEN
from analyses.statistics.readings import LARGEST, TAIL, Reading
from analyses.statistics.shares import share_of
from simulator.doors import setting
from simulator.errors import UserError

GAMES = 4_000  # that are measured
BY_PARTS = ("turn_order", "win_rates")  # questions of which each win rate is looked at
FIRST, LONGEST = 200, 5.0  # games that warm up; seconds that the others take at most
NORMAL = NormalDist()


@dataclass(frozen=True)
class Scatter:
    """How much what is to be seen scatters in some games."""

    what: str  # in words
    unit: str
    error: float  # of the one that scatters most
    several: int = 1  # whose intervals hold together

    def times(self, effect: float) -> float:
        """How many times the games make the effect clear in SEEN of all runs."""
        clear = NORMAL.inv_cdf(1 - (1 - LEVEL) / 2 / self.several)
        return ((clear + NORMAL.inv_cdf(SEEN)) * self.error / effect) ** 2


@dataclass(frozen=True)
class SampleSize:
    """The games that show an effect, of one version and of two that are compared."""

    experiment: Experiment  # of the games that were measured
    name: str  # of the metric or question
    scatter: Scatter
    effect: float  # a share, or in the unit of the metric
    rate: float  # games a second
    workers: int

    @property
    def games(self) -> int:
        return self._rounded(self.scatter.times(self.effect))

    @property
    def games_each(self) -> int:
        """Of each of two versions, if the same shuffles did not help at all."""
        return self._rounded(2 * self.scatter.times(self.effect))

    def _rounded(self, times: float) -> int:
        return round_figure(max(FEW, times * self.experiment.games))

    @property
    def sentences(self) -> list[str]:
        one = self.experiment
        alone = (
            "About {games:,} games ({time!s}) show an effect of {effect!s} in four of five runs."
        )
        both = (
            "To compare two versions, play at most about {games:,} games of each ({time!s}); the"
            " same shuffles help."
        )
        how = count(
            self.workers,
            "Measured on {games:,} games: {rate:,} games per second with {n} worker.",
            "Measured on {games:,} games: {rate:,} games per second with {n} workers.",
            games=one.games,
            rate=round_figure(self.rate),
        )
        return [
            say("Effect on: {what!s}.", what=self.scatter.what),
            say(alone, games=self.games, time=self._time(self.games), effect=self._effect),
            say(both, games=self.games_each, time=self._time(2 * self.games_each)),
            how,
        ]

    @property
    def _effect(self) -> str:
        if self.scatter.unit == "share":
            return say("{points:g} percentage points", points=100 * self.effect)
        number, unit = f"{self.effect:g}", self.scatter.unit
        return f"{figure(self.effect, 'g')} {word(unit[:-1] if is_singular(number) else unit)}"

    def minutes(self, games: int) -> float:
        return games / self.rate / 60

    def _time(self, games: int) -> str:
        minutes = math.ceil(self.minutes(games))
        if minutes <= 1:
            return say("less than a minute")
        if minutes < 120:
            return count(minutes, "about {n} minute", "about {n} minutes")
        hours = math.ceil(minutes / 60)
        return count(hours, "about {n} hour", "about {n} hours")

    def as_json(self) -> dict[str, Any]:
        one = self.experiment
        return {
            "game": one.title.name,
            "players": one.players,
            "of": self.name,
            "what": self.scatter.what,
            "unit": self.scatter.unit,
            "see": self.effect,
            "games": self.games,
            "minutes": round(self.minutes(self.games), 3),
            "compare": {
                "games_each": self.games_each,
                "minutes": round(self.minutes(2 * self.games_each), 3),
            },
            "games_per_second": round(self.rate, 1),
            "workers": self.workers,
            "measured_games": one.games,
            "sentences": self.sentences,
        }


def sample_size(runner: Runner, one: Experiment, name: str, see: str | float) -> SampleSize:
    """Of a metric, or of what a question is about; `see` is 2% or, in points or rounds, 1.5."""
    (name,) = current_names([name])
    metric = _metric_of(name, one)
    effect = effect_of(see, metric)
    try_out(one.title, one.components, one.players, one.seed)
    rows, rate = _played(runner, one)
    sample = sample_of(rows, one.components, one.thresholds, one.seed, one.title)
    scatter = _scatter(sample, name, metric, effect)
    played = replace(one, games=sample.games)
    return SampleSize(played, name, scatter, effect, rate, runner.workers)


def _metric_of(name: str, one: Experiment) -> str:
    """The metric itself, or the one nearest to a question; refused where no game tells it."""
    if name in QUESTIONS and not QUESTIONS[name].metric:
        raise UserError(f"No metric measures '{name}'; name a metric that shows what you look for.")
    if name not in QUESTIONS and not is_metric(name):
        raise not_found("metric or question", name, (*METRICS, f"{WIN}NAME", *QUESTIONS))
    metric = QUESTIONS[name].metric if name in QUESTIONS else name
    must_fit(metric, one.sides, False, has_members_for(metric, one))
    must_be_held([metric], one)
    return metric


def effect_of(see: str | float, metric: str) -> float:
    """A share as 2%, or 0.02; of other units a number."""
    unit, flag = metric_named(metric).unit, setting("see")
    try:
        effect = share_of(see) if unit == "share" and isinstance(see, str) else float(see)
    except ValueError:
        as_in = "2%" if unit == "share" else f"1.5, in {unit}"
        raise UserError(f"{flag} is the size of an effect, as in {as_in}; not '{see}'.") from None
    if not 0 < effect < math.inf or (unit == "share" and effect >= 1):
        raise UserError(f"{flag} must be above 0%, and below 100%; {see} is not.")
    return effect


def _played(runner: Runner, one: Experiment) -> tuple[pl.DataFrame, float]:
    """Some games, as many as a few seconds allow, and how many a second are played."""
    means: dict[str, Any] = {"jobs": runner.workers, "engine": runner.engine}
    first = min(FIRST, one.games)
    for _ in range(2):  # the first time machine code is made
        begun = time.perf_counter()
        rows = pl.concat(frames(replace(one, games=first), **means))
        seconds = time.perf_counter() - begun
    more = min(one.games, int(first * LONGEST / seconds))
    if more > first:
        begun = time.perf_counter()
        rows = pl.concat(frames(replace(one, games=more), **means))
        seconds = time.perf_counter() - begun
    return rows, max(first, more) / seconds


def _scatter(sample: Sample, name: str, metric: str, effect: float) -> Scatter:
    """Of a question that is about several win rates, of each of them; else of the metric."""
    known, shown = metric_named(metric), read(sample, [metric])
    must_be_shown([metric], shown, "these games")
    if metric not in shown:
        raise UserError(f"Too few games to tell how much '{metric}' scatters.")
    reading, what = shown[metric], known.about
    if name in BY_PARTS:
        reading, what = replace(reading, shape=LARGEST), QUESTIONS[name].measure
    error, several = _error(reading), 1 if reading.shape == TAIL else reading.together
    if not error > 0 and known.unit != "share":
        raise UserError(f"'{metric}' is the same in all {sample.games:,} games that were played.")
    rare = math.sqrt(effect * (1 - effect) / reading.deals) if known.unit == "share" else 0.0
    return Scatter(say(what), known.unit, max(error, rare if not error > 0 else 0.0), several)


def _error(reading: Reading) -> float:
    """The standard error of the part, or of the pair of parts, that scatters most."""
    if reading.shape == TAIL:
        low, high = reading.interval()
        return (high - low) / 2 / Z_BOTH
    _, spread, seen = reading.contrasts()
    return float(np.sqrt(spread * seen / np.maximum(seen - 1, 1)).max())

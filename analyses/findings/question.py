"""A question: all that the house needs to know of one file of `analyses/questions`."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from analyses.experiments.designs import DESIGNS
from analyses.experiments.experiment import CURVES, ROWS, SUMS
from analyses.findings.finding import Finding
from analyses.findings.sample import MIXED, TYPICAL, Sample
from analyses.findings.verdicts import FACT, UNDECIDED, Scale
from analyses.statistics.estimate import NOTHING, Quantity, games_that_tell

ANY, SEVERAL, ALONE = range(1, 100), range(2, 100), range(1, 2)  # numbers of players
KEPT = (SUMS, ROWS, CURVES)
DESCRIPTION = Scale("nothing: it describes", math.inf, math.inf)  # has no verdict


def always(sample: Sample) -> bool:
    return True


@dataclass(frozen=True)
class Question:
    """Asked of a sample, answered by a finding."""

    name: str  # the file's, as in --only
    place: int  # in the order in which questions are asked and shown
    heading: str
    question: str
    measure: str  # what the figure of its card shows
    find: Callable[[Sample], Finding]
    scale: Scale = DESCRIPTION  # of its verdict
    players: range = ANY  # numbers of players that it is asked of; who play together are one
    judged: range | None = None  # those that get a verdict, if not all of them do
    fits: Callable[[Sample], bool] = always  # what else a sample must have
    is_about_game: bool = True  # or about the sample; then no budget can ask for its verdict
    reads: tuple[str, ...] = (TYPICAL,)  # the parts of a sample that its verdict rests on
    design: str = "mirror"  # that plays what it reads
    needs: tuple[str, ...] = (ROWS, CURVES)  # any of these, kept of the games
    gauge: str = ""  # the one nearest to what its verdict measures
    judge: Callable[[Sample], Quantity] | None = None  # the measure alone, if that is cheaper

    def __post_init__(self) -> None:
        """A mistake here would show late, far from its file."""
        self._must(isinstance(self.players, range), "players", "ANY, SEVERAL or ALONE")
        self._must({*self.reads} <= {TYPICAL, MIXED}, "reads", "TYPICAL, MIXED or both")
        self._must({*self.needs} <= {*KEPT}, "needs", f"some of {', '.join(KEPT)}")
        self._must(self.design in DESIGNS, "design", f"one of {', '.join(DESIGNS)}")

    def _must(self, holds: bool, what: str, wanted: str) -> None:
        if not holds:
            raise ValueError(f"The {what} of the question '{self.name}' must be {wanted}.")

    @property
    def is_judged(self) -> bool:
        return self.scale is not DESCRIPTION

    @property
    def players_judged(self) -> range:
        return self.players if self.judged is None else self.judged

    def is_asked(self, sample: Sample) -> bool:
        return sample.sides in self.players and self.fits(sample)

    def scale_for(self, sample: Sample) -> Scale:
        """With the thresholds that the games were played with."""
        return self.scale.changed(self.name, sample.thresholds.get(self.name, {}))

    def answer(self, sample: Sample) -> Finding:
        """What it finds, or that too little of the games was kept."""
        if sample.keeps in self.needs:
            return self.find(sample)
        looks = "every single game" if ROWS in self.needs else "standings after every round"
        told = f"Not asked: it looks at {looks}; simulate with --keep {self.needs[0]}."
        return self.finding(sample, told, is_asked=False)

    def measured(self, sample: Sample) -> Quantity:
        """What its verdict is of."""
        return self.judge(sample) if self.judge else self.find(sample).measure

    def finding(
        self,
        sample: Sample,
        sentence: str,
        *,
        measure: Quantity = NOTHING,
        verdict: str = "",
        games: int | None = None,
        **more: Any,
    ) -> Finding:
        """An answer; its verdict is that of the measure unless another one is called for."""
        scale, shown = self.scale_for(sample), measure.interval()
        games = sample.games if games is None else games
        said = verdict or (scale.verdict(*shown) if self.is_judged else FACT)
        times = shown.times_as_many(measure.value, (scale.watch, scale.tilted))
        is_open = said in UNDECIDED and math.isfinite(shown.high - shown.low) and not scale.unit
        return Finding(
            self.name,
            self.question,
            sentence,
            measure=measure,
            games=games,
            verdict=said,
            needed=games_that_tell(times, games) if is_open else None,
            **more,
        )

    def not_asked(self, sample: Sample) -> Finding:
        told = f"Not asked: simulate with --design {self.design}."
        return self.finding(sample, told, is_asked=False)


def players_needed(players: range) -> str:
    return (
        "one player, or a table that wins together"
        if players == ALONE
        else "at least two players against each other"
    )

"""A question: all that others need to know of one file of `analyses/questions`."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from analyses.experiments.designs import DESIGNS
from analyses.experiments.experiment import CURVES, ROWS, SUMS
from analyses.findings.finding import Finding
from analyses.findings.sample import MIXED, TYPICAL, Sample
from analyses.findings.verdicts import FACT, LEVEL, UNDECIDED, UNKNOWN, Scale
from analyses.findings.win_rate import WinRates
from analyses.language import figure, say
from analyses.statistics.estimate import (
    FEW,
    NEVER,
    NOTHING,
    Quantity,
    Simultaneous,
    games_that_tell,
    round_figure,
    times_to_show_balance,
)
from analyses.statistics.order import ROUNDING
from simulator.doors import call
from simulator.errors import UserError
from simulator.levers import Levers

ANY, SEVERAL, ALONE = range(1, 100), range(2, 100), range(1, 2)  # numbers of players
KEPT = (SUMS, ROWS, CURVES)
DESCRIPTION = Scale("nothing: it describes", math.inf, math.inf)  # has no verdict
UNEQUAL = (
    "No verdict: the better bot hides the rest. Simulate with the same strategy in every seat."
)


def always(sample: Sample) -> bool:
    return True


@dataclass(frozen=True)
class Question:
    """Asked of a sample, answered by a finding."""

    name: str  # the file's, as in --only
    place: int  # in the order in which questions are asked and shown
    heading: str
    question: str
    measure: str  # what its estimate is
    find: Callable[[Sample], Finding]
    scale: Scale = DESCRIPTION  # of its verdict
    is_distance: bool = False  # what it measures is nothing where all is balanced
    rules_out: str = ""  # by a balanced verdict; {games} in 100 of a fair share, {most} in percent
    of_one_side: str = ""  # what the scale measures where all who play are one side, if it differs
    players: range = ANY  # numbers of players that it is asked of; who play together are one
    seats: range = ANY  # numbers of players at the table, together or not
    judged: range | None = None  # those that get a verdict, if not all of them do
    fits: Callable[[Sample], bool] = always  # what else a sample must have
    is_about_game: bool = True  # or about the sample; then no budget can ask for its verdict
    reads: tuple[str, ...] = (TYPICAL,)  # the parts of a sample that its verdict rests on
    design: str = "self-play"  # that plays what it reads
    meets_chance: bool = False  # beside it, games of one who moves at random are read
    needs: tuple[str, ...] = (ROWS, CURVES)  # any of these, kept of the games
    metric: str = ""  # the one nearest to what its verdict measures
    of_cut_off: bool = False  # asked too where every game had to be cut off
    of_equals: bool = False  # its verdict needs one strategy in every seat
    is_played_on: bool = False  # it plays games again, so reports ask it, or who names it
    judge: Callable[[Sample], Quantity] | None = None  # the measure alone, if that is cheaper
    rates: Callable[[Sample], WinRates] | None = None  # whose farthest its measure is
    by_title: Callable[[Levers], str] | None = None  # the heading by what a title calls its groups
    settings: Mapping[str, float] = field(default_factory=dict)  # a user's, beside the thresholds

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

    def is_for(self, sides: int, players: int) -> bool:
        """Whether it is asked of so many who compete at a table of so many."""
        return sides in self.players and players in self.seats

    def measured_of(self, sides: int) -> str:
        """What its verdict measures where so many compete."""
        return self.of_one_side if sides == 1 and self.of_one_side else self.scale.measure

    def judges(self, sample: Sample) -> bool:
        """Or it describes, always or where as many play as here."""
        is_for = sample.sides in self.players_judged and sample.players in self.seats
        return self.is_judged and is_for

    def is_asked(self, sample: Sample) -> bool:
        return self.is_for(sample.sides, sample.players) and self.fits(sample)

    def heading_for(self, levers: Levers) -> str:
        """In the words of a title, where these say more: 'Faction win rates'."""
        return (self.by_title(levers) if self.by_title else "") or say(self.heading)

    def scale_for(self, sample: Sample) -> Scale:
        """With the thresholds that the games were played with."""
        return self.scale_with(sample.thresholds.get(self.name, {}))

    def scale_with(self, told: Mapping[str, float]) -> Scale:
        """With a user's thresholds; its other settings must be numbers above 0."""
        for key in self.settings.keys() & told.keys():
            if isinstance(told[key], bool) or not isinstance(told[key], int | float):
                raise UserError(f"{self.name}.{key} must be a number, not {told[key]!r}.")
            if not told[key] > 0:
                raise UserError(f"{self.name}.{key} must be above 0; {told[key]} is not.")
        ends = {key: value for key, value in told.items() if key not in self.settings}
        return self.scale.changed(self.name, ends)

    def setting(self, sample: Sample, name: str) -> float:
        """A user's, or the usual one."""
        return float(sample.thresholds.get(self.name, {}).get(name, self.settings[name]))

    def answer(self, sample: Sample) -> Finding:
        """What it finds, or that too little of the games was kept, or that none ends."""
        if self._has_no_winners(sample):
            told = say("Not run: every game hit the round limit, so nobody wins.")
            return self.finding(sample, told, is_asked=False)
        if sample.keeps in self.needs:
            return self.find(sample)
        games = "Not run: it needs every single game ({call!s})."
        curves = "Not run: it needs the scores after every round ({call!s})."
        is_of_rows = ROWS in self.needs
        how = call("simulate", kept=ROWS if is_of_rows else CURVES)
        told = say(games if is_of_rows else curves, call=how)
        return self.finding(sample, told, is_asked=False)

    def _has_no_winners(self, sample: Sample) -> bool:
        return not self.of_cut_off and bool(sample.endless.intersection(self.reads))

    def _is_hidden(self, sample: Sample) -> bool:
        """Whether who is the better player hides what the question is about."""
        return self.of_equals and sample.sides > 1 and not sample.mirrors

    def measured(self, sample: Sample) -> Quantity:
        """What its verdict is of."""
        if self._has_no_winners(sample) or self._is_hidden(sample):
            return NOTHING
        return self.judge(sample) if self.judge else self.find(sample).measure

    def fared(self, sample: Sample) -> WinRates:
        """How each fares, where its measure is of the farthest of several."""
        if self.rates is None or self._has_no_winners(sample) or self._is_hidden(sample):
            return {}
        return self.rates(sample)

    def finding(
        self,
        sample: Sample,
        claim: str,
        details: Sequence[str] = (),
        *,
        measure: Quantity = NOTHING,
        verdict: str = "",
        games: int | None = None,
        is_asked: bool = True,
        **more: Any,
    ) -> Finding:
        """An answer; its verdict is that of the measure unless another one is called for."""
        if self._is_hidden(sample) and math.isfinite(measure.value):
            measure, verdict, details = NOTHING, UNKNOWN, (*details, say(UNEQUAL))
        scale, once, measure = self.scale_for(sample), measure, self._at_any_look(sample, measure)
        shown = measure.interval()
        games = sample.games if games is None else games
        is_judged = self.judges(sample) or not is_asked
        said = verdict or (scale.verdict(*shown) if is_judged else FACT)
        is_open = said in UNDECIDED and math.isfinite(shown.high - shown.low) and not scale.unit
        needed, is_if_balanced = None, False
        if is_open:
            needed, is_if_balanced = self._needed(once, scale, games, sample.looks)
        return Finding(
            self.name,
            say(self.question),
            claim,
            tuple(filter(None, details)),
            measure=measure,
            games=games,
            verdict=said,
            needed=needed,
            is_if_balanced=is_if_balanced,
            ruled_out=self._ruled_out(sample, shown.high) if said == LEVEL else "",
            is_asked=is_asked,
            measured=self.measured_of(sample.sides),
            scale=scale if self.judges(sample) else None,
            **more,
        )

    def verdict_of(self, sample: Sample, measure: Quantity) -> str:
        """What its measure says of a sample."""
        shown = self._at_any_look(sample, measure).interval()
        return self.scale_for(sample).verdict(*shown)

    @staticmethod
    def _at_any_look(sample: Sample, measure: Quantity) -> Quantity:
        """With an interval that holds at every look that was taken."""
        is_once = sample.looks == 1 or not math.isfinite(measure.value)
        return measure if is_once else Simultaneous(measure, sample.looks)

    def _needed(
        self, measure: Quantity, scale: Scale, games: int, looks: int
    ) -> tuple[int | None, bool]:
        """So many games decide it, and whether they do if it is balanced.

        As many as show what is balanced to be so, whatever these games have seen; where they were
        enough for that, those that tell on which side of a threshold the measure lies.
        """
        if self.is_distance and games >= FEW:
            times = times_to_show_balance(measure, scale.borderline, looks)
            if 1 < times < NEVER:
                return round_figure(times * games), True
        shown = measure.interval(looks)
        times = shown.times_as_many(measure.value, (scale.borderline, scale.tilted))
        return games_that_tell(times, games), False

    def _ruled_out(self, sample: Sample, most: float) -> str:
        """What a balanced verdict leaves no room for, in games of 100 where it is about games."""
        scale = self.scale
        if scale.unit or not self.is_about_game or not math.isfinite(most):
            return ""
        percent, games = (_at_most(100 * most * part) for part in (1.0, sample.even))
        if self.rules_out and not (sample.sides == 1 and self.of_one_side):
            return say(self.rules_out, games=games, most=percent)
        measure = say(self.measured_of(sample.sides))
        return say("Ruled out: more than {most}% ({measure}).", most=percent, measure=measure)

    def not_asked(self, sample: Sample) -> Finding:
        how = call("simulate", design=[self.design])
        told = "Not run: it needs games of the design {design!s} ({call!s})."
        return self.finding(sample, say(told, design=self.design, call=how), is_asked=False)


def _at_most(number: float) -> str:
    """With one decimal, rounded up."""
    return figure(math.ceil(10 * number - ROUNDING) / 10, ".1f")


def players_needed(players: range) -> str:
    if players == ALONE:
        return "one player, or a co-op table"
    many = "three" if players.start > SEVERAL.start else "two"
    return f"at least {many} players against each other"

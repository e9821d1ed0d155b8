"""Are there several viable strategies? One bot with a style, alone among strong bots.

What a style wins there says whether the game bears it: it is viable if it wins four fifths of an
even share. The player that stands for the game is a way too: among its like it wins an even share,
so which of several equal styles stands for the game makes no difference to how many there are.

A pool must not decide this. Who plays as another one does, under another name or with a setting
that changes nothing, is not counted again. Who wins less than half an even share plays badly rather
than otherwise, and is no evidence that the game has few ways. And where a style beats the player
that stands for the game, its tables are not tables of strong players. Where random moves do as well
as that player, nothing that one does matters, and every style is viable for no reason.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from analyses.experiments.pool import CHANCE
from analyses.findings.chart import Chart
from analyses.findings.finding import (
    Finding,
    Table,
    begun,
    listed,
    whole_percent,
    whole_range,
)
from analyses.findings.meetings import is_chance_worse, reference
from analyses.findings.names import bot_called, number_word
from analyses.findings.question import SEVERAL, Question
from analyses.findings.sample import MIXED, TYPICAL, Sample
from analyses.findings.verdicts import Scale
from analyses.language import say
from analyses.statistics.estimate import (
    NOTHING,
    Interval,
    Largest,
    Monotone,
    Quantity,
    Share,
    in_figures,
)
from analyses.statistics.intervals import clustered
from analyses.statistics.order import least_by, most_by, sort_rows
from strategies.seat import Seat

VIABLE, WEAK, BEATEN = 0.8, 0.5, 1.25  # of an even share
ALIKE = 0.75  # of games that end in the same scores: hardly another way to play
ENOUGH = 3  # ways to win
COUNTED, SAME, BAD = "yes", "plays like another", "plays badly"
SHARES = ("estimate", "low", "high", "even", "alike")
CHART = Chart(  # who plays as another is left out, and who plays badly is pale
    "Win rate of one bot of each style among strong bots, with simultaneous 95% CIs."
    " Dotted: four fifths of a fair share, from which a style is viable. Pale: plays"
    " too badly to count.",
    by=("style", "dose"),
    fair="even",
    lines=(VIABLE,),
    like="bot",
    shown=pl.col("counted") != SAME,
    pale=pl.col("counted") != COUNTED,
)


def find(sample: Sample) -> Finding:
    one = reference(sample) if sample.mirrors and sample.sides > 1 else ""
    styles = _styles(sample, one) if one else []
    is_played = one and sample.mixed and CHANCE in sample.seats  # but no liking changes a game
    if not styles and not is_played:
        return QUESTION.not_asked(sample)
    others = _others(styles)
    strong = [style for style in others if style.worth.interval(len(others)).high >= WEAK]
    several = max(1, sum(len(style.doses) for style in others))
    beaten = [style for style in strong if style.at_least(several) > BEATEN]
    ways = Ways([style.worth for style in strong])
    is_as_good = is_chance_worse(sample) is False
    is_told = len(strong) + 1 >= ENOUGH and not beaten and not is_as_good
    told = _told(one, strong, beaten, several) if others else [_alone_told(one)]
    told = [_as_good_told(one)] if is_as_good and not beaten else told
    return QUESTION.finding(
        sample,
        told[0],
        told[1:],
        estimate=ways if is_told else NOTHING,
        measure=TooFewWays(ways) if is_told else NOTHING,
        unit="strategies",
        games=sum(dose.games for style in styles for dose in style.doses),
        tables=(
            Table(
                "styles",
                say("Win rate alone at tables of {player}", player=one),
                _table(styles, _counted(others, strong), several),
                SHARES,
                CHART,
            ),
        ),
        notes=(
            say(
                "Each bot alone at tables of {player}, in every seating. A strategy is viable if it"
                " wins at least {viable:.0%} of a fair share; {player} itself is one. All intervals"
                " are simultaneous 95% CIs.",
                player=one,
                viable=VIABLE,
            ),
            *_left_out_told(one, styles, others, strong),
        ),
    )


@dataclass(frozen=True)
class Dose:
    """One style, in one dose: what it wins, and how its games end."""

    name: str
    dose: float | None
    share: Share
    even: float
    games: int
    ends: pl.DataFrame  # deal, at, end: where it sat, and a number for all scores
    alike: float  # share of its games that end as if the reference player had sat there

    @property
    def worth(self) -> Monotone:
        """In even shares."""
        return Monotone(self.share, lambda share: share / self.even)


@dataclass(frozen=True)
class WayToPlay:
    """A way to play, in one dose or several; the best of them tells what it is worth."""

    name: str
    called: str  # in a sentence
    doses: tuple[Dose, ...]

    @property
    def worth(self) -> Quantity:
        return Largest([one.worth for one in self.doses])

    def at_least(self, several: int) -> float:
        """What it is surely worth, if as many doses are told at once."""
        return max(one.worth.interval(several).low for one in self.doses)


@dataclass(frozen=True)
class Ways:
    """How many ways to win there are: one, and the styles that are viable."""

    styles: Sequence[Quantity]  # worth in even shares

    @property
    def value(self) -> float:
        return 1.0 + sum(one.value >= VIABLE for one in self.styles)

    def interval(self, tests: float = 1) -> Interval:
        """Those that surely are, and those that can be."""
        ends = [one.interval(tests * len(self.styles)) for one in self.styles]
        surely, perhaps = (sum(end[k] >= VIABLE for end in ends) for k in (0, 1))
        return Interval(1.0 + surely, 1.0 + perhaps)


@dataclass(frozen=True)
class TooFewWays:
    """How many ways there are too few."""

    ways: Ways

    @property
    def value(self) -> float:
        return max(0.0, ENOUGH - self.ways.value)

    def interval(self, tests: float = 1) -> Interval:
        few, many = self.ways.interval(tests)
        return Interval(max(0.0, ENOUGH - many), max(0.0, ENOUGH - few))


def _styles(sample: Sample, one: str) -> list[WayToPlay]:
    """Everyone but chance who sits alone at a table of the reference player."""
    rows = sample.some(sample.of(*sample.mixed)).with_columns(pl.col("strategy").cast(pl.String))
    is_other = pl.col("strategy") != one
    at_its_table = rows.filter(
        (is_other.sum().over("game") == 1) & (pl.col("strategy") != CHANCE).all().over("game")
    )
    ends = _ends(at_its_table, is_other)
    among_itself = sample.some(sample.of(sample.mirrors[0]))
    mirror = _ends(among_itself, pl.col("seat") == 1).drop("who", "at")
    shares = clustered(at_its_table.filter(is_other), "strategy", pl.col("win"))
    by_name = {row["strategy"]: row for row in shares.iter_rows(named=True)}
    found: dict[str, list[Dose]] = {}
    for strategy in (name for name in sample.seats if name in by_name):
        row, its = by_name[strategy], ends.filter(pl.col("who") == strategy).drop("who")
        name, dose = _dose(sample.seats[strategy])
        share, alike = Share.of(row), _alike(its, mirror, ("deal",))
        played = Dose(name, dose, share, sample.even, row["rows"], its, alike)
        found.setdefault(name, []).append(played)
    called = {name: bot_called(name, sample.levers) for name in found}
    return [WayToPlay(name, called[name], tuple(doses)) for name, doses in found.items()]


def _dose(one: Seat) -> tuple[str, float | None]:
    """A liking and how strong it is: 'greedy:likes=dig*2' is 'greedy:likes=dig', twice."""
    style = one if one.dose is None else one.setting({"likes": one.likes[0][0]})
    return str(style), one.dose


def _ends(rows: pl.LazyFrame, is_it: pl.Expr) -> pl.DataFrame:
    """Of every game its deal, who sat where, and all scores as one number."""
    games = rows.group_by("game").agg(
        pl.col("deal").first(),
        who=pl.col("strategy").filter(is_it).first(),
        at=pl.col("seat").filter(is_it).first(),
        end=pl.col("score").sort_by("seat"),
    )
    return games.select("deal", "who", "at", pl.col("end").hash()).collect(engine="streaming")


def _alike(one: pl.DataFrame, other: pl.DataFrame, on: Sequence[str]) -> float:
    """The share of games on the same deals that end in the same scores."""
    pairs = one.join(other, on=list(on), suffix="_other")
    return float((pairs["end"] == pairs["end_other"]).sum() / max(len(pairs), 1))


def _others(styles: Sequence[WayToPlay]) -> list[WayToPlay]:
    """Styles that play otherwise than the reference player, and than those before them."""
    kept: list[WayToPlay] = []
    for style in styles:
        doses = [
            dose
            for dose in style.doses
            if dose.alike < ALIKE
            and all(
                _alike(dose.ends, known.ends, ("deal", "at")) < ALIKE
                for before in kept
                for known in before.doses
            )
        ]
        if doses:
            kept.append(replace(style, doses=tuple(doses)))
    return kept


def _counted(
    others: Sequence[WayToPlay], strong: Sequence[WayToPlay]
) -> dict[tuple[Any, ...], str]:
    """By style and dose, whether it counts; who plays as another one is not among them."""
    good = {style.name for style in strong}
    return {
        (one.name, one.dose): COUNTED if one.name in good else BAD
        for style in others
        for one in style.doses
    }


def _table(
    styles: Sequence[WayToPlay], counted: dict[tuple[Any, ...], str], several: int
) -> pl.DataFrame:
    """Every style in every dose, the best first; so many play otherwise than those before them."""
    rows = [
        (
            *(one.name, one.dose, *in_figures(one.share, several), one.even, one.games, one.alike),
            counted.get((one.name, one.dose), SAME),
        )
        for style in styles
        for one in style.doses
    ]
    schema = {"style": pl.String, "dose": pl.Float64, **dict.fromkeys(SHARES[:4], pl.Float64)}
    schema |= {"games": pl.Int64, "alike": pl.Float64, "counted": pl.String}
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    frame = frame if frame["dose"].is_not_null().any() else frame.drop("dose")
    return sort_rows(frame, -pl.col("estimate"), "style")


def stronger(finding: Finding) -> dict[str, Any] | None:
    """The style that beats the player that stands for the game, if there is one: its row."""
    if not finding.has("styles"):
        return None
    surely = finding.frame("styles").filter(pl.col("low") > BEATEN * pl.col("even"))
    return surely.row(0, named=True) if len(surely) else None


def _as_good_told(one: str) -> str:
    as_good = (
        "Random moves do as well as {player}, so viable strategies say nothing of the game here."
    )
    return say(as_good, player=one)


def _alone_told(one: str) -> str:
    return say(
        "No bot plays differently from {player}, so viable strategies cannot be counted.",
        player=one,
    )


def _told(
    one: str, strong: Sequence[WayToPlay], beaten: Sequence[WayToPlay], several: int
) -> list[str]:
    if beaten:
        best = most_by(beaten, lambda style: style.worth.value)
        beats = "{style} beats the default bot {player} at its own tables: {wins}."
        return [
            say(beats, style=best.called, player=one, wins=_wins(best, several)),
            say("Run again with {style} as the default bot.", style=best.called),
        ]
    if len(strong) + 1 < ENOUGH:
        none = "No other bot plays well enough to count viable strategies besides {player}."
        few = (
            "Only {style} plays well enough besides {player}: too few bots to count viable"
            " strategies."
        )
        return [say(few if strong else none, player=one, style=strong[0].called if strong else "")]
    sure = [style for style in strong if style.worth.interval(len(strong)).low >= VIABLE]
    costly = least_by(strong, lambda style: style.worth.value)
    most = say(
        "The weakest counted is {style}: {wins}.", style=costly.called, wins=_wins(costly, several)
    )
    can = [style for style in strong if style.worth.interval(len(strong)).high >= VIABLE]
    return [_sure_told(one, sure, can), *([most] if costly.worth.value < 1 else [])]


def _sure_told(one: str, sure: Sequence[WayToPlay], can: Sequence[WayToPlay]) -> str:
    """How many there are: those that clearly are viable, and those that may be."""
    least = "At least {n!s} viable strategies: {styles!s}."
    only_one = "Only one viable strategy: {styles!s}."
    only = "Only {n!s} viable strategies: {styles!s}."
    between = "{n!s} to {most!s} viable strategies: {styles!s} for sure, {others!s} perhaps."
    few, many = len(sure) + 1, len(can) + 1
    none_but = only_one if few == 1 else only
    others = [style.called for style in can if style not in sure]
    told = say(
        least if few >= ENOUGH else none_but if few == many else between,
        n=number_word(few),
        most=number_word(many),
        styles=listed([one, *(style.called for style in sure)]),
        others=listed(others),
    )
    return begun(told)


def _wins(style: WayToPlay, several: int) -> str:
    best = most_by(style.doses, lambda dose: dose.share.value)
    low, high = best.share.interval(several)
    return say(
        "it wins {share} of games ({ends}; a fair share is {even})",
        share=whole_percent(best.share.value),
        ends=whole_range(low, high),
        even=whole_percent(best.even),
    )


def _left_out_told(
    one: str, styles: Sequence[WayToPlay], others: Sequence[WayToPlay], strong: Sequence[WayToPlay]
) -> tuple[str, ...]:
    kept, good = {style.name for style in others}, {style.name for style in strong}
    same = [style.called for style in styles if style.name not in kept]
    weak = [style.called for style in others if style.name not in good]
    told = []
    if same:
        told.append(
            say(
                "Not counted, because they play like {player} or another bot: {styles}.",
                player=one,
                styles=", ".join(same),
            )
        )
    if weak:
        told.append(
            say(
                "Not counted, because they win less than half a fair share, which is bad play:"
                " {styles}.",
                styles=", ".join(weak),
            )
        )
    return tuple(told)


QUESTION = Question(
    name="viable_strategies",
    place=10,
    heading="Viable strategies",
    question="Are there several viable strategies, or does one dominate?",
    measure="viable strategies",
    scale=Scale("viable strategies short of three", 0.5, 1.5, unit="strategies"),
    find=find,
    players=SEVERAL,
    reads=(TYPICAL, MIXED),
    design="one-vs-field",
)

"""A base and other versions of a game on the same deals: what each changes, and how surely."""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from analyses.findings.assumed import assumed_values
from analyses.findings.finding import Finding, Table
from analyses.findings.names import named
from analyses.findings.sample import Sample
from analyses.findings.verdicts import contradict
from analyses.lab.differences import SURE, Difference, differences, from_to, in_words, label, moved
from analyses.lab.gauges import GAUGES, WON
from analyses.lab.moved_members import Moved, moved_members
from analyses.lab.played import Measured, Played
from analyses.lab.versions import differing
from analyses.language import count, say, word
from analyses.questions import QUESTIONS
from analyses.statistics.estimate import Apart, Quantity, in_figures
from analyses.statistics.intervals import discoveries
from analyses.statistics.order import by_distance, farthest_by, most_by, ordered, sort_rows
from analyses.statistics.readings import SPREAD, UNEVEN

TOLD = 3  # gauges in the sentence on top; the rest is in the tables
ENOUGH = 3  # times narrower: from here on pairing is worth the name
SHARES = ("base", "variant", "difference", "low", "high")


@dataclass(frozen=True)
class Compared:
    """A version beside the base: what moves, and every question asked of both."""

    top: Finding
    answers: tuple[Finding, ...] = ()


def compare(base: Played, others: Sequence[Played], only: Sequence[str] = ()) -> list[Compared]:
    """For each version a finding on top with every gauge, then one per question, or `only` these.

    Changed verdicts come first, then sure differences, then the rest; but where games can be lost,
    whether they are won is told before all else.
    """
    asked, who = base.findings(only), _who_plays(base.sample)
    found = []
    first, *rest = (one.measured().about(only) for one in (base, *others))
    moves = differences(first, rest)
    for other, gauges in zip(others, moves, strict=True):
        answers = [
            _answer(one, two, gauges, moved_members(one, two, base, other), who)
            for one, two in zip(asked, other.findings(only), strict=True)
        ]
        answers.sort(key=lambda one: (not one.is_of_wins, not one.is_changed, not one.is_sure))
        told = tuple(answer.as_finding(other.name) for answer in answers)
        found.append(Compared(_top(base, other, gauges, answers), told))
    return found


def each(base: Measured, others: Sequence[Measured], games: int) -> Finding:
    """Many versions at once: what moves surely in any of them, the clearest first."""
    moves = [
        (other.name, one)
        for other, gauges in zip(others, differences(base, others), strict=True)
        for one in gauges
    ]
    moves = ordered(
        moves, lambda move: (not move[1].is_sure, not _is_of_wins(move[1]), -move[1].clarity)
    )
    return Finding(
        name="compare",
        question=say("What does each version change?"),
        sentence=_clearest(moves, [other.name for other in others]),
        games=games,
        tables=_not_empty(
            _version_table("others", [move for move in moves if move[1].unit != "share"]),
            _version_table("shares", [move for move in moves if move[1].unit == "share"]),
        ),
        notes=(
            say(
                "q below {sure:g}: surely a difference, among all gauges of all versions.",
                sure=SURE,
            ),
        ),
    )


def _clearest(moves: Sequence[tuple[str, Difference]], versions: Sequence[str]) -> str:
    sure = [(name, one) for name, one in moves if one.is_sure]
    silent = [name for name in versions if not _moves(name, moves)]
    if not sure:
        return say("No gauge moves surely.")
    won = [move for move in sure if _is_of_wins(move[1])]
    shown = [say("{version}: {told}", version=name, told=one.told) for name, one in won or sure]
    text = "Clearest in games won: {moves}." if won else "Clearest: {moves}."
    told = say(text, moves=say("; ").join(shown[:TOLD]))
    if not silent:
        return told
    return f"{told} {say('Nothing moves surely: {versions}.', versions=', '.join(silent))}"


def _moves(version: str, moves: Sequence[tuple[str, Difference]]) -> bool:
    return any(name == version and one.is_sure for name, one in moves)


def _version_table(key: str, moves: Sequence[tuple[str, Difference]]) -> Table:
    rows = [
        (version, one.gauge, one.base.value, one.other.value, *in_figures(one.change), one.q)
        for version, one in moves
    ]
    words = {"version": pl.String, "gauge": pl.String}
    schema = dict.fromkeys(["version", "gauge", *SHARES, "q"], pl.Float64) | words
    return _table(key, pl.DataFrame(rows, schema, orient="row"))


def _table(key: str, frame: pl.DataFrame) -> Table:
    """Shares are apart from the other gauges."""
    if key == "shares":
        return Table(key, "Shares", frame, SHARES)
    return Table(key, "Other gauges", frame)


def _not_empty(*tables: Table) -> tuple[Table, ...]:
    """Some questions have gauges of one kind only, or none."""
    return tuple(table for table in tables if len(table.frame))


@dataclass(frozen=True)
class Answer:
    """One question asked of both."""

    base: Finding
    other: Finding
    gauge: str  # that its difference is read off; "" if the findings' own estimates have to do
    change: Quantity
    is_sure: bool
    figures: tuple[float, float]
    parts: pl.DataFrame | None = None  # of the gauge, each before and after
    members: Sequence[Moved] = ()  # the farthest of each group, where no gauge tells of them
    who: str = ""  # whose games the gauge is of, if the question is of the best of several

    @property
    def is_changed(self) -> bool:
        return contradict(self.base.verdict, self.other.verdict)

    @property
    def is_of_wins(self) -> bool:
        """Whether it asks how often the game, or its rival, is beaten."""
        return QUESTIONS[self.base.name].gauge == WON

    @property
    def unit(self) -> str:
        return GAUGES[self.gauge].unit if self.gauge else self.other.unit

    @property
    def verdicts(self) -> str:
        """'the verdict on seats goes from level to watch'."""
        told = (
            "the verdict on {topic} goes from {before} to {after}"
            if self.is_sure
            else "the verdict on {topic} goes from {before} to {after}, though the difference is"
            " not sure"
        )
        before, after = (word(one.verdict, "verdict") for one in (self.base, self.other))
        return say(told, topic=self.topic, before=before, after=after)

    @property
    def topic(self) -> str:
        return word(self.base.name, "question")

    @property
    def sentence(self) -> str:
        clauses = [self._told()]
        if self.base.verdict != self.other.verdict:
            clauses.insert(0, say("was {verdict}", verdict=word(self.base.verdict, "verdict")))
        return say("{topic}: {told}.", topic=self.topic, told=say("; ").join(clauses))

    def _told(self) -> str:
        if self.change.value != self.change.value:
            return say("not asked of both")
        if self.members:
            members = say("; ").join(one.told for one in self.members)
            if self.members[0].is_together:
                return members
            return say("farthest from an even share: {members}", members=members)
        figures, moves = self._named(from_to(*self.figures, self.unit)), self._moves
        if self.gauge in ("", self.base.name):
            told = "{figures}, {moves}" if self.is_sure else "{figures}, no sure difference"
            return say(told, figures=figures, moves=moves)
        told = (
            "{gauge} {figures}, {moves}"
            if self.is_sure
            else "{gauge} {figures}, no sure difference"
        )
        gauge = _won_with(self.who) if self.who else in_words(self.gauge)
        return say(told, gauge=gauge, figures=figures, moves=moves)

    @property
    def _moves(self) -> str:
        return moved(self.change, self.unit)

    def _named(self, figures: str) -> str:
        """With what they are of, where no gauge says it: a bare share could be of anything."""
        if self.gauge or self.unit != "share":
            return figures
        name, scale = self.base.name, QUESTIONS[self.base.name].scale
        named, measure = _best, say(QUESTIONS[name].measure)
        if self.base.stands:
            named, measure = _farthest, say(self.base.measured or scale.measure)
        who = say(", then ").join(dict.fromkeys(map(named, (self.base, self.other))))
        text = "{measure} ({who}) {figures}" if who else "{measure} {figures}"
        return say(text, measure=measure, who=who, figures=figures)

    def as_finding(self, version: str) -> Finding:
        return Finding(
            name=self.base.name,
            question=self.base.question,
            sentence=self.sentence,
            estimate=self.change,
            unit=self.unit,
            games=self.other.games,
            verdict=self.other.verdict,
            tables=(self._table(version), *self._part_tables()),
            assumed=self.base.assumed,
            notes=(
                say("Base: {sentence}", sentence=self.base.sentence),
                say("Variant: {sentence}", sentence=self.other.sentence),
            ),
        )

    def _table(self, version: str) -> Table:
        both = [("base", self.base), (version, self.other)]
        rows = [
            (name, word(one.verdict, "verdict"), *in_figures(one.estimate), one.games)
            for name, one in both
        ]
        columns = ["version", "verdict", "estimate", "low", "high", "games"]
        shares = tuple(columns[2:-1]) if self.other.unit == "share" else ()
        name = self.base.name
        told = say("Each by itself: {measure}", measure=say(QUESTIONS[name].measure))
        return Table("versions", told, pl.DataFrame(rows, columns, orient="row"), shares)

    def _part_tables(self) -> tuple[Table, ...]:
        if self.parts is None:
            return ()
        name = say("{gauge}: before and after", gauge=label(self.gauge))
        return (Table("parts", name, self.parts, SHARES),)


def _answer(
    one: Finding,
    two: Finding,
    gauges: Sequence[Difference],
    members: Sequence[Moved] = (),
    who: str = "",  # plays the games of the gauges
) -> Answer:
    """Paired through a gauge or by members; else as if nothing were paired."""
    gauge = _nearest(one.name, gauges)
    best = who if gauge is None and {_best(one), _best(two)} == {who} else ""
    if best:
        gauge = next((one for one in gauges if one.gauge == WON), None)
    if gauge is not None:
        figures = seen(gauge.base.value, gauge.gauge), seen(gauge.other.value, gauge.gauge)
        parts = part_changes(one.name, gauges)
        return Answer(one, two, gauge.gauge, gauge.change, gauge.is_sure, figures, parts, who=best)
    before, after = _of_both(one, two)
    change, figures = Apart(after, before), (before.value, after.value)
    if members:
        told = max(members, key=lambda moved: moved.is_sure)  # the first that is sure, or of all
        return Answer(one, two, "", told.change, told.is_sure, figures, members=members)
    return Answer(one, two, "", change, change.interval().excludes(0), figures)


def _of_both(one: Finding, two: Finding) -> tuple[Quantity, Quantity]:
    """What is shown; but where each names the farthest, who may be another, how far that is."""
    if one.stands and two.stands:
        return one.measure, two.measure
    return one.estimate, two.estimate


def _farthest(finding: Finding) -> str:
    """Who stands farthest from even."""
    stands = finding.stands
    return farthest_by(stands, lambda name: stands[name].value) if stands else "–"


def _best(finding: Finding) -> str:
    """Who wins most of the games that can be lost; "" where nobody can lose."""
    return finding.frame("wins").item(0, 0) if finding.has("wins") else ""


def seen(value: float, gauge: str) -> float:
    """An imbalance may come out below nothing by chance; nobody is told so."""
    return max(value, 0.0) if GAUGES[gauge].shape == UNEVEN else value


def part_changes(question: str, gauges: Sequence[Difference]) -> pl.DataFrame | None:
    """Each seat or member before and after, paired by deal; all intervals hold together."""
    shapes = {one.gauge: GAUGES[one.gauge] for one in gauges}
    spreads = [
        (one.base, one.other)
        for one in gauges
        if shapes[one.gauge].question == question and shapes[one.gauge].shape == SPREAD
    ]
    if not spreads:
        return None
    base, other = spreads[0]
    names = [name for name in base.parts if name in other.parts]
    pairs = [(base.part(name), other.part(name)) for name in names]
    q = discoveries([after.chance_of(before) for before, after in pairs])
    rows = [
        (name, before.value, after.value, *in_figures(after.minus(before), len(names)), float(sure))
        for name, (before, after), sure in zip(names, pairs, q, strict=True)
    ]
    schema = {"part": pl.String, **dict.fromkeys((*SHARES, "q"), pl.Float64)}
    frame = pl.DataFrame(rows, schema, orient="row")
    return sort_rows(frame, *by_distance(pl.col("difference")))


def _nearest(question: str, gauges: Sequence[Difference]) -> Difference | None:
    """Nearest to what the verdict measures; else the first of those that name the question.

    Of seats and members their imbalance: a spread between extremes, which chance chooses, hardly
    ever moves surely.
    """
    named = [one for one in gauges if GAUGES[one.gauge].question == question]
    uneven = [one for one in named if GAUGES[one.gauge].shape == UNEVEN]
    nearest = [one for one in named if one.gauge == QUESTIONS[question].gauge]
    return next(iter(uneven + nearest + named), None)


def _top(base: Played, other: Played, gauges: list[Difference], answers: list[Answer]) -> Finding:
    won, who = [one for one in gauges if _is_of_wins(one)], _who_plays(base.sample)
    clear = ordered(gauges, lambda one: (not _is_of_wins(one), not one.is_sure, -one.clarity))
    changed = [answer.verdicts for answer in answers if answer.is_changed]
    changed, why = changed or [_unchanged_told(answers)], no_effect_told(base, other)
    movers = _movers(clear, won) if gauges else []  # of some questions there is none
    clauses = [*_won_told(won, who), *changed, *_member_moved(answers), *movers]
    told = why or say("; ").join(clauses)
    notes = (pairing_told(base, other, gauges), *_asked_told(won, who))
    return Finding(
        name="compare",
        question=say("What does {version} change?", version=other.name),
        sentence=say("With {version}, {told}.", version=other.name, told=told),
        games=base.sample.games,
        tables=_not_empty(
            _gauge_table("shares", [one for one in clear if one.unit == "share"]),
            _gauge_table("others", [one for one in clear if one.unit != "share"]),
        ),
        notes=() if why else notes,
        assumed=_assumed(base.sample, other.sample),
    )


def _assumed(base: Sample, other: Sample) -> tuple[str, ...]:
    """Among what differs, in either version: what a user has set there is the user's own."""
    one, two = base.box, other.box
    if one is None or two is None:
        return ()
    paths = [*differing(one, two)]
    found = [name for box in (one, two) for name in assumed_values(box, base.levers, paths)]
    return tuple(dict.fromkeys(found))


def _is_of_wins(one: Difference) -> bool:
    """Whether it is about games won, where some are lost."""
    return one.gauge == WON and min(one.base.value, one.other.value) < 1


def _who_plays(sample: Sample) -> str:
    """Those whose games gauges of one side are read off."""
    if sample.mirrors:
        return sample.mirrors[0].partition(" ×")[0]
    return sample.mixed[0] if len(sample.mixed) == 1 else sample.typical_name


def _won_told(won: Sequence[Difference], who: str) -> list[str]:
    """Games won, sure or not: who can lose asks for nothing before it."""
    gauge, told = _won_with(who), []
    for one in won:
        figures = from_to(one.base.value, one.other.value, one.unit)
        text = (
            "{gauge} {figures}, {moves}" if one.is_sure else "{gauge} {figures}, no sure difference"
        )
        told.append(say(text, gauge=gauge, figures=figures, moves=moved(one.change, one.unit)))
    return told


def _won_with(who: str) -> str:
    return say("the share of games won with {who}", who=who)


def _asked_told(won: Sequence[Difference], who: str) -> list[str]:
    """Whose games are behind the tables, since a question may be of others."""
    return [say("Gauges are read off the games of {who}.", who=who)] if won else []


def no_effect_told(base: Played, other: Played) -> str:
    """Why a change does nothing at all, if it is one and every game is the same."""
    one, two, cast = base.sample.box, other.sample.box, base.sample.levers.cast
    paths = [*differing(one, two)] if one is not None and two is not None else []
    if not paths or not _is_same(base.sample, other.sample):
        return ""
    present = cast.in_play(two) if cast and two is not None else None
    absent = [
        named(name, base.sample.levers)
        for name in (cast.members if cast and present is not None else ())
        if name not in (present or ()) and any(name in path.split(".") for path in paths)
    ]
    if absent:
        return count(
            len(absent),
            "every game is the same, for {members} is not in play",
            "every game is the same, for {members} are not in play",
            members=say(" and ").join(absent),
        )
    return say("every game is the same: in this setup nothing that these players do depends on it")


def _is_same(one: Sample, other: Sample) -> bool:
    seen = pl.col("deal", "score", "win", "decisions", "rounds")
    frames = (sample.rows.sort("game", "seat").select(seen).collect() for sample in (one, other))
    base, version = frames
    return base.equals(version)


def _member_moved(answers: Sequence[Answer]) -> list[str]:
    """Of those farthest from even the first that surely moves: a change is often made for it."""
    sure = [one.told for answer in answers for one in answer.members if one.is_sure]
    return sure[:1]


def _unchanged_told(answers: Sequence[Answer]) -> str:
    """What games cannot decide of one version may be so in both."""
    is_same = all(one.base.verdict == one.other.verdict for one in answers)
    return say("no verdict changes" if is_same else "no verdict surely changes")


def _movers(ordered: Sequence[Difference], told: Sequence[Difference]) -> list[str]:
    """Those that move surely, beside any that were told before."""
    sure = [one for one in ordered if one.is_sure and not _is_of_wins(one)]
    room = TOLD - len(told)
    more = len(sure) - room
    if more > 0:
        rest = count(more, "{n} more moves surely", "{n} more move surely")
    else:
        is_first = not sure and not any(one.is_sure for one in told)
        rest = say("no gauge moves surely" if is_first else "no other gauge moves surely")
    return [*(one.told for one in sure[:room]), rest]


def _gauge_table(key: str, gauges: Sequence[Difference]) -> Table:
    rows = [
        (one.gauge, one.base.value, one.other.value, *in_figures(one.change), one.q, one.gain)
        for one in gauges
    ]
    schema = dict.fromkeys(["gauge", *SHARES, "q", "gain"], pl.Float64) | {"gauge": pl.String}
    return _table(key, pl.DataFrame(rows, schema, orient="row"))


def pairing_told(base: Played, other: Played, gauges: Sequence[Difference]) -> str:
    """How much narrower the same deals make the intervals; if not much, why."""
    gains = {one.gauge: one.gain for one in gauges if one.gain == one.gain}
    same = 100 * same_play(base, other)
    if not gains:
        return say("Players do the same in {same:.0f}% of the games.", same=same)
    best = most_by(gains, gains.__getitem__)
    gain = say(
        "Gain: how many times narrower an interval is than on deals of its own; at most {gain:.1f}"
        " ({gauge}). q below {sure:g}: surely a difference.",
        gain=gains[best],
        gauge=label(best),
        sure=SURE,
    )
    alike = (
        "Players do the same in {same:.0f}% of the games; where they do not, a game goes its own"
        " way and its deal tells little of the other."
        if gains[best] < ENOUGH
        else "Players do the same in {same:.0f}% of the games."
    )
    return f"{gain} {say(alike, same=same)}"


def same_play(base: Played, other: Played) -> float:
    """The share of deals that both play alike, as far as decisions and tallies show."""
    seen = pl.col("deal", "decisions", "forced", "rounds", "^tally_.*$")
    one, two = (
        played.sample.typical.sort("game", "seat").select(seen).collect()
        for played in (base, other)
    )
    if one["deal"].to_list() != two["deal"].to_list():
        return float("nan")
    same = (one == two).to_numpy().all(axis=1)  # per game and seat
    return float(same.reshape(-1, base.sample.players).all(axis=1).mean())

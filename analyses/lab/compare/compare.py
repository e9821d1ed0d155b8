"""A base and other versions of a game on the same shuffles: who wins, and what else changes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from analyses.findings.assumed import assumed_values
from analyses.findings.chart import Chart
from analyses.findings.finding import Finding, Table, begun
from analyses.findings.meetings import reference
from analyses.findings.names import named
from analyses.findings.sample import Sample
from analyses.findings.verdicts import LEVEL, NOT_TILTED, TILTED, WATCH, contradict
from analyses.lab.compare import who_wins as winners
from analyses.lab.compare.differences import (
    SURE,
    Difference,
    differences,
    from_to,
    in_words,
    label,
    moved,
    rank,
)
from analyses.lab.compare.versions import differing
from analyses.lab.compare.who_wins import (
    OF_QUESTION,
    TABLE,
    TURN_ORDER,
    WinRateChange,
    rates,
    who_wins,
)
from analyses.lab.metrics import METRICS, WON
from analyses.lab.played import Measured, Played
from analyses.language import count, say, word
from analyses.questions import QUESTIONS
from analyses.statistics.estimate import Quantity, Unpaired, in_figures
from analyses.statistics.order import farthest_by, most_by, ordered
from analyses.statistics.readings import UNEVEN

TOLD = 3  # metrics in the sentences on top, and versions of many; the rest is in the tables
ENOUGH = 3  # times narrower: from here on pairing is worth the name
SHARES = ("base", "variant", "difference", "low", "high")
CHART = Chart(
    "Differences from the base in percentage points, with 95% CIs; pale: no clear difference",
    by=("version", "metric"),
    figures=("difference", "low", "high"),
    pale=pl.col("q") >= SURE,
    axis="difference",
    is_wide=True,
)
IN_PERCENT = CHART.with_(  # points, rounds and decisions on one scale; a base of 0 has none
    caption="Other metrics: the difference in percent of the base, with 95% CIs; pale: no clear"
    " difference",
    figures=tuple(pl.col(name) / pl.col("base").abs() for name in SHARES[2:]),
    shown=pl.col("base") != 0,
    axis="difference in percent of the base",
)
ORDER = (LEVEL, NOT_TILTED, WATCH, TILTED)  # of verdicts, from good to bad


@dataclass(frozen=True)
class Compared:
    """A version and the base: who wins in both, what changes, and every question asked of both."""

    top: Finding
    answers: tuple[Finding, ...] = ()
    lines: tuple[str, ...] = ()  # of the sentence on top: who wins, what is better, what is worse
    who_wins: tuple[WinRateChange, ...] = ()
    moves: tuple[tuple[str, Difference], ...] = ()  # of every metric, by the name of the version


def compare(
    base: Played, others: Sequence[Played], only: Sequence[str] = (), looks: int = 1
) -> list[Compared]:
    """For each version a finding on top with who wins, then one per question, or `only` these.

    Changed verdicts come first, then clear differences, then the rest; but where games can be lost,
    whether they are won is told before all else. What is clear holds at all of so many looks.
    """
    asked, who = base.findings(only), _who_plays(base.sample)
    found = []
    first, *rest = (one.measured().about(only) for one in (base, *others))
    before, moves = rates(base, only), differences(first, rest, looks)
    for other, metrics in zip(others, moves, strict=True):
        fared = who_wins(before, rates(other, only), other.name, looks * len(others))
        answers = [
            _answer(one, two, metrics, fared, who)
            for one, two in zip(asked, other.findings(only), strict=True)
        ]
        answers.sort(key=lambda one: (not one.is_of_wins, not one.is_changed, not one.is_sure))
        told = tuple(answer.as_finding(other.name) for answer in answers)
        lines = _lines(base, other, metrics, answers, fared)
        top = _top(base, other, metrics, lines, fared)
        moved_here = tuple((other.name, one) for one in metrics)
        found.append(Compared(top, told, tuple(lines), tuple(fared), moved_here))
    return found


def each(
    base: Measured,
    others: Sequence[Measured],
    games: int,
    fared: Sequence[Sequence[WinRateChange]] = (),  # of each version
) -> Compared:
    """Many versions at once: in which win rates change most, then the clearest of all metrics."""
    moves = [
        (other.name, one)
        for other, metrics in zip(others, differences(base, others), strict=True)
        for one in metrics
    ]
    moves = ordered(moves, lambda move: (not move[1].is_sure, -move[1].clarity))
    everyone = ordered(
        [one for many in fared for one in many], lambda one: (not one.is_clear, -one.size)
    )
    lines = [*_each_told(fared), _clearest(moves)]
    if silent := _unchanged([one.name for one in others], moves, everyone):
        lines.append(say("No clear change: {versions}.", versions=", ".join(silent)))
    top = Finding(
        name="compare",
        question=say("What does each version change?"),
        claim=lines[0],
        details=tuple(lines[1:]),
        games=games,
        tables=_not_empty(
            *([winners.table_of(everyone, by_version=True)] if everyone else []),
            _version_table("others", [move for move in moves if move[1].unit != "share"]),
            _version_table("shares", [move for move in moves if move[1].unit == "share"]),
        ),
        notes=(
            say(
                "q below {sure:g}: a clear difference, among all metrics of all versions.",
                sure=SURE,
            ),
        ),
    )
    return Compared(top, (), tuple(lines), tuple(everyone), tuple(moves))


def _each_told(fared: Sequence[Sequence[WinRateChange]]) -> list[str]:
    """The versions in which win rates change most, each with its clear changes."""
    clear = [many for many in fared if any(one.is_clear for one in many)]
    if not any(fared):
        return []
    if not clear:
        everyone = [one for many in fared for one in many]
        limits = winners.limits_told(everyone)
        return [say("No win rate clearly changes: {limits}.", limits=limits)]
    largest = ordered(clear, lambda many: -max(one.size for one in many if one.is_clear))
    shown = [
        say("{version}: {told}", version=many[0].version, told=winners.told(many))
        for many in largest[:TOLD]
    ]
    return [say("Largest changes of win rates: {moves}.", moves=say("; ").join(shown))]


def _clearest(moves: Sequence[tuple[str, Difference]]) -> str:
    """Of metrics other than win rates, which are told before."""
    sure = [(name, one) for name, one in moves if one.is_sure and not _is_of_rates(one)]
    if not sure:
        return say("No other metric clearly changes.")
    shown = [say("{version}: {told}", version=name, told=one.told) for name, one in sure[:TOLD]]
    return say("Clearest of the other metrics: {moves}.", moves=say("; ").join(shown))


def _unchanged(
    versions: Sequence[str], moves: Sequence[tuple[str, Difference]], fared: Sequence[WinRateChange]
) -> list[str]:
    changed = {name for name, one in moves if one.is_sure}
    changed |= {one.version for one in fared if one.is_clear}
    return [name for name in versions if name not in changed]


def _version_table(key: str, moves: Sequence[tuple[str, Difference]]) -> Table:
    rows = [
        (version, one.metric, one.base.value, one.other.value, *in_figures(one.change), one.q)
        for version, one in moves
    ]
    words = {"version": pl.String, "metric": pl.String}
    schema = dict.fromkeys(["version", "metric", *SHARES, "q"], pl.Float64) | words
    return _table(key, pl.DataFrame(rows, schema, orient="row"))


def _table(key: str, frame: pl.DataFrame) -> Table:
    """Percentages are apart from the other metrics."""
    if key == "shares":
        return Table(key, "Metrics in percent", frame, SHARES, CHART)
    return Table(key, "Other metrics", frame, (), IN_PERCENT)


def _not_empty(*tables: Table) -> tuple[Table, ...]:
    """Some questions have metrics of one kind only, or none."""
    return tuple(table for table in tables if len(table.frame))


@dataclass(frozen=True)
class Answer:
    """One question asked of both."""

    base: Finding
    other: Finding
    metric: str  # that its difference is read off; "" if the findings' own estimates have to do
    change: Quantity
    is_sure: bool
    figures: tuple[float, float]
    fared: Sequence[WinRateChange] = ()  # who wins, where the question is about that
    index: Difference | None = None  # how uneven win rates are, as one number
    who: str = ""  # whose games the metric is of, if the question is of the best of several

    @property
    def is_changed(self) -> bool:
        return contradict(self.base.verdict, self.other.verdict)

    @property
    def is_of_wins(self) -> bool:
        """Whether it asks how often the game, or its rival, is beaten."""
        return QUESTIONS[self.base.name].metric == WON

    @property
    def unit(self) -> str:
        return METRICS[self.metric].unit if self.metric else self.other.unit

    @property
    def is_better(self) -> bool:
        """By its verdict."""
        before, after = (ORDER.index(one.verdict) for one in (self.base, self.other))
        return after < before

    @property
    def is_judged(self) -> bool:
        """Whether both verdicts are on the scale."""
        return {self.base.verdict, self.other.verdict} <= {*ORDER}

    @property
    def verdicts(self) -> str:
        """'turn order goes from tilted to balanced'."""
        before, after = (word(one.verdict, "verdict") for one in (self.base, self.other))
        told = "{topic} goes from {before} to {after}"
        return say(told, topic=self.topic, before=before, after=after)

    @property
    def nearer(self) -> int:
        """Whether all together clearly come nearer to a fair share, -1, or go away from it, 1."""
        if self.index is None or not self.index.is_sure:
            return 0
        return 1 if self.index.change.value > 0 else -1

    @property
    def evenness(self) -> str:
        """'win rates come closer to a fair share, though still tilted'."""
        told = (
            "{topic} comes closer to fair, but stays {verdict}"
            if self.nearer < 0
            else "{topic} moves farther from fair, but stays {verdict}"
        )
        return say(told, topic=self.topic, verdict=word(self.other.verdict, "verdict"))

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
        if self.fared:
            return winners.told(self.fared)
        if self.change.value != self.change.value:
            return say("not answered for both")
        figures, moves = self._named(from_to(*self.figures, self.unit)), self._moves
        if self.metric in ("", self.base.name):
            told = "{figures}, {moves}" if self.is_sure else "{figures}, no clear difference"
            return say(told, figures=figures, moves=moves)
        told = (
            "{metric} {figures}, {moves}"
            if self.is_sure
            else "{metric} {figures}, no clear difference"
        )
        metric = _won_with(self.who) if self.who else in_words(self.metric)
        return say(told, metric=metric, figures=figures, moves=moves)

    @property
    def _moves(self) -> str:
        return moved(self.change, self.unit)

    def _named(self, figures: str) -> str:
        """With what they are of, where no metric says it: a bare share could be of anything."""
        if self.metric or self.unit != "share":
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
            claim=self.sentence,
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
        return (winners.table_of(self.fared),) if self.fared else ()


def _answer(
    one: Finding,
    two: Finding,
    metrics: Sequence[Difference],
    fared: Sequence[WinRateChange] = (),
    who: str = "",  # plays the games of the metrics
) -> Answer:
    """Paired through who wins, or through a metric; else as if nothing were paired."""
    mine = _about(one.name, fared)
    if mine:
        return _of_winners(one, two, mine, metrics)
    metric = _nearest(one.name, metrics)
    best = who if metric is None and {_best(one), _best(two)} == {who} else ""
    if best:
        metric = next((one for one in metrics if one.metric == WON), None)
    if metric is not None:
        figures = seen(metric.base.value, metric.metric), seen(metric.other.value, metric.metric)
        return Answer(one, two, metric.metric, metric.change, metric.is_sure, figures, who=best)
    before, after = _of_both(one, two)
    change, figures = Unpaired(after, before), (before.value, after.value)
    return Answer(one, two, "", change, change.interval().excludes(0), figures)


def _about(question: str, fared: Sequence[WinRateChange]) -> list[WinRateChange]:
    """Those whose win rates a question is about."""
    if question == "win_rates":
        return [one for one in fared if one.group not in (TURN_ORDER, TABLE)]
    is_of_seats = OF_QUESTION.get(question) == TURN_ORDER
    return [one for one in fared if is_of_seats and one.group == TURN_ORDER]


def _of_winners(
    one: Finding, two: Finding, fared: Sequence[WinRateChange], metrics: Sequence[Difference]
) -> Answer:
    """By each of them: an index over all stays the same where the best and the worst swap."""
    first, is_sure = fared[0], any(each.is_clear for each in fared)
    index = next((each for each in metrics if _is_index(each, one.name)), None)
    figures = first.before.won.value, first.after.won.value
    return Answer(one, two, "", first.change, is_sure, figures, fared, index)


def _is_index(one: Difference, question: str) -> bool:
    metric = METRICS[one.metric]
    return metric.question == question and metric.shape == UNEVEN


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


def seen(value: float, metric: str) -> float:
    """An imbalance may come out below nothing by chance; nobody is told so."""
    return max(value, 0.0) if METRICS[metric].shape == UNEVEN else value


def _nearest(question: str, metrics: Sequence[Difference]) -> Difference | None:
    """Nearest to what the verdict measures; else the first of those that name the question."""
    named = [one for one in metrics if METRICS[one.metric].question == question]
    nearest = [one for one in named if one.metric == QUESTIONS[question].metric]
    return next(iter(nearest + named), None)


def _lines(
    base: Played,
    other: Played,
    metrics: Sequence[Difference],
    answers: Sequence[Answer],
    fared: Sequence[WinRateChange],
) -> list[str]:
    """Who wins, what is better, what is worse, what else changes; a sentence each."""
    with_it = {"version": other.name}
    if why := no_effect_told(base, other):
        return [say("With {version}, {told}.", told=why, **with_it)]
    verdicts, movers = _verdicts_told(answers), _movers(metrics)
    if fared:
        won = [one for one in fared if one.group == TABLE]
        rest = [one for one in fared if one.group != TABLE]
        first = _won_told(won[0], _who_plays(base.sample)) if won else winners.told(rest)
        is_clear = (won or rest)[0].is_clear
        told = "With {version}: {told}." if is_clear else "With {version}, {told}."
        more = [_added_told(rest)] if won and any(one.is_clear for one in rest) else []
        ends = winners.ends_told(rest)
        return [say(told, told=first, **with_it), *more, *ends, *verdicts, *movers]
    sure = [one.told for one in _moving(metrics)[:TOLD]]
    none = say("no metric clearly changes") if metrics else _unchanged_told(answers)
    first = say("With {version}, {told}.", told=say("; ").join(sure) or none, **with_it)
    return [first, *(movers[1:] if sure else []), *(verdicts if metrics else verdicts[:-1])]


def _won_told(one: WinRateChange, who: str) -> str:
    """What a table wins; who can lose asks for nothing before it."""
    shown = {"table": one.name, "figures": one.figures, "who": who}
    if one.is_clear:
        return say("{table} wins {figures} of games ({who})", **shown)
    if not math.isfinite(one.at_most):
        return say("{table} wins {figures} of games ({who}), too few to tell", **shown)
    return count(
        winners.points(one.at_most),
        "{table} wins {figures} of games ({who}), no clear change (at most {n} point)",
        "{table} wins {figures} of games ({who}), no clear change (at most {n} points)",
        **shown,
    )


def _added_told(fared: Sequence[WinRateChange]) -> str:
    """What having something adds to what a table wins."""
    return say("Games won with it minus without it: {told}.", told=winners.told(fared))


def _verdicts_told(answers: Sequence[Answer]) -> list[str]:
    """What got better and what got worse, a sentence each."""
    judged = [one for one in answers if one.is_judged]
    changed = [one for one in judged if one.is_changed and one.is_sure]
    moved = [one for one in judged if not one.is_changed and one.nearer]
    better = [one.verdicts for one in changed if one.is_better]
    worse = [one.verdicts for one in changed if not one.is_better]
    better += [one.evenness for one in moved if one.nearer < 0]
    worse += [one.evenness for one in moved if one.nearer > 0]
    told = [
        *([say("Better: {what}.", what=say("; ").join(better))] if better else []),
        *([say("Worse: {what}.", what=say("; ").join(worse))] if worse else []),
    ]
    return told if changed else [*told, f"{begun(_unchanged_told(answers))}."]


def _unchanged_told(answers: Sequence[Answer]) -> str:
    """What games cannot decide of one version may be so in both."""
    is_same = all(one.base.verdict == one.other.verdict for one in answers)
    return say("no verdict changes" if is_same else "no verdict clearly changes")


def _top(
    base: Played,
    other: Played,
    metrics: Sequence[Difference],
    lines: Sequence[str],
    fared: Sequence[WinRateChange],
) -> Finding:
    clear = ordered(metrics, lambda one: (not one.is_sure, -one.clarity))
    is_same = bool(no_effect_told(base, other))
    notes = (pairing_told(base, other, metrics), *_holds_told(fared), *_asked_told(base.sample))
    return Finding(
        name="compare",
        question=say("What does {version} change?", version=other.name),
        claim=lines[0],
        details=tuple(lines[1:]),
        games=base.sample.games,
        tables=_not_empty(
            *([winners.table_of(fared)] if fared else []),
            _metric_table("shares", [one for one in clear if one.unit == "share"]),
            _metric_table("others", [one for one in clear if one.unit != "share"]),
        ),
        notes=() if is_same else notes,
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


def _is_of_rates(one: Difference) -> bool:
    """Whether who wins tells of it already."""
    return one.metric == WON or METRICS[one.metric].question in ("turn_order", "win_rates")


def _who_plays(sample: Sample) -> str:
    """Those whose games metrics of one side are read off."""
    if sample.mirrors:
        return reference(sample)
    return sample.mixed[0] if len(sample.mixed) == 1 else sample.typical_name


def _won_with(who: str) -> str:
    return say("the win rate of {who}", who=who)


def _holds_told(fared: Sequence[WinRateChange]) -> list[str]:
    if not fared:
        return []
    return [say("The intervals of all win rates hold together in 95 of 100 comparisons.")]


def _asked_told(sample: Sample) -> list[str]:
    """Whose games are behind the tables of one side, since a question may be of others."""
    if sample.sides > 1:
        return []
    return [say("Metrics are read off the games of {who}.", who=_who_plays(sample))]


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
    return say("every game is the same: in this setup nothing that these bots do depends on it")


def _is_same(one: Sample, other: Sample) -> bool:
    seen = pl.col("deal", "score", "win", "decisions", "rounds")
    frames = (sample.rows.sort("game", "seat").select(seen).collect() for sample in (one, other))
    base, version = frames
    return base.equals(version)


def _movers(metrics: Sequence[Difference]) -> list[str]:
    """The metrics that clearly change, other than win rates."""
    sure = _moving(metrics)
    if not sure:
        return [say("No other metric clearly changes.")] if metrics else []
    more, shown = len(sure) - TOLD, say("; ").join(one.told for one in sure[:TOLD])
    rest = count(more, "{n} more metric clearly changes.", "{n} more metrics clearly change.")
    return [say("Also: {moves}.", moves=shown), *([rest] if more > 0 else [])]


def _moving(metrics: Sequence[Difference]) -> list[Difference]:
    sure = [one for one in metrics if one.is_sure and not _is_of_rates(one)]
    return ordered(sure, lambda one: (rank(one.metric), -one.clarity))


def _metric_table(key: str, metrics: Sequence[Difference]) -> Table:
    rows = [
        (one.metric, one.base.value, one.other.value, *in_figures(one.change), one.q, one.gain**2)
        for one in metrics
    ]
    schema = dict.fromkeys(["metric", *SHARES, "q", "variance reduction"], pl.Float64) | {
        "metric": pl.String
    }
    return _table(key, pl.DataFrame(rows, schema, orient="row"))


def pairing_told(base: Played, other: Played, metrics: Sequence[Difference]) -> str:
    """How much narrower the same shuffles make the intervals; if not much, why."""
    gains = {one.metric: one.gain for one in metrics if one.gain == one.gain}
    same = 100 * same_play(base, other)
    if not gains:
        return say("The bots do the same in {same:.0f}% of games.", same=same)
    best = most_by(gains, gains.__getitem__)
    gain = say(
        "Variance reduction: how many times fewer games the same shuffles need; at most"
        " ×{gain:.1f} ({metric}). A difference is clear if q is below {sure:g}.",
        gain=gains[best] ** 2,
        metric=label(best),
        sure=SURE,
    )
    alike = (
        "The bots do the same in {same:.0f}% of games; the others go their own way, so the same"
        " shuffles help little."
        if gains[best] < ENOUGH
        else "The bots do the same in {same:.0f}% of games."
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

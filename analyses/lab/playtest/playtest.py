"""Real tables beside simulated ones: do people score as the bots do, and win where they win?

Tables are the sample, not rows: those who sit together share a game. Where all are one side, it
comes first how many games they win.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analyses.experiments.experiment import Experiment
from analyses.findings.finding import (
    Finding,
    Table,
    listed,
    number_range,
    percent_told,
    whole_percent,
)
from analyses.findings.holders import holder, holders
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.lab.playtest.real_tables import SCHEMA
from analyses.lab.search.judgements import person
from analyses.language import count, figure, say, word, words_of
from analyses.statistics.estimate import Estimate, NewcombeDifference, Quantity, Share, in_figures
from analyses.statistics.intervals import (
    SURE,
    clustered,
    detectable,
    discoveries,
    p_values,
    share_p_value,
)

DRAWN = 999  # times as many simulated tables as there are real ones
SCALE = Scale(
    "how far real scores are from simulated ones, over the standard deviation of a score",
    0.25,
    0.75,
)
WINS = Scale("how far the share of games won is from that of simulated ones", 0.1, 0.3)
WON, SCORE = "games won", "score of a player"
OF_ONE_SIDE, OF_RIVALS = (SCORE,), (SCORE, "winning score", "first score minus last")
KEYS = {"seat": "turn_order", "member": "win_rates"}  # the table of each column
FIRST = {key: column for column, key in KEYS.items()}  # the first column of each table
NOT_PLAYED = ("member", "bot", "rating", "level")  # columns of people's tables alone
REAL, SIMULATED = ("real", "low", "high"), ("simulated", "from", "to")


def simulated_tables(sample: Sample, members: Sequence[str] = ()) -> pl.DataFrame:
    """The rows of a sample, as those of real tables are, with what each holds of some members."""
    of_games = {name: kind for name, kind in SCHEMA.items() if name not in NOT_PLAYED}
    rows = sample.typical.with_columns(deal=pl.col("game")).select(
        pl.col(name).cast(kind) for name, kind in of_games.items()
    )
    held = [_held(sample, name) for name in members]
    columns = [pl.when(pl.Series(one)).then(pl.lit(name))
               for one, name in zip(held, members, strict=True)]  # fmt: skip
    table = rows.collect().sort("deal", "seat")
    listed = pl.concat_list(columns).list.drop_nulls() if columns else pl.lit(None)
    of_people = {name: pl.lit(None, SCHEMA[name]) for name in NOT_PLAYED if name != "member"}
    return table.with_columns(member=listed, **of_people)


def _held(sample: Sample, member: str) -> np.ndarray:
    """Whether a row holds it, by game and seat."""
    assert sample.known is not None
    assert sample.box is not None
    known = holders(sample.known, sample.box, sample.players, sample.seed or 0)
    return holder(member, known).of(sample, sample.typical).ravel()


@dataclass(frozen=True)
class RealAndSimulated:
    """One number at real and at simulated tables."""

    table: str  # the one that shows it
    name: str
    real: Estimate
    simulated: Estimate

    @property
    def shown(self) -> Estimate:
        """The real number, no surer than the change; a share knows what few tables may hide."""
        return self.real if isinstance(self.real, Share) else self._as_spread

    @property
    def _as_spread(self) -> Estimate:
        """The real number; few tables that happen to agree differ as simulated ones do."""
        usual = self.simulated.error * math.sqrt(self.simulated.deals / self.real.deals)
        if self.real.error > usual:
            return self.real
        return Estimate(self.real.value, usual, self.simulated.deals)

    @property
    def change(self) -> Quantity:
        """Simulated less real."""
        if isinstance(self.real, Share):
            return NewcombeDifference(self.simulated, self.real)
        return self.difference

    @property
    def difference(self) -> Estimate:
        """The change, by its spread."""
        real, simulated = self._as_spread, self.simulated
        error = math.hypot(real.error, simulated.error)
        return Estimate(simulated.value - real.value, error, real.deals)

    @property
    def is_apart(self) -> bool:
        return self.change.interval().excludes(0)

    @property
    def p(self) -> float:
        """Of a share at least what as many throws of dice would give."""
        change = self.difference
        by_spread = float(p_values(change.value, change.error, change.deals, 0.0))
        if not isinstance(self.real, Share):
            return by_spread
        by_count = share_p_value(self.real.value, self.real.deals, self.simulated.value)
        return max(by_spread, by_count)


def beside(
    real: pl.DataFrame, simulated: pl.DataFrame, is_one_side: bool = False
) -> list[RealAndSimulated]:  # fmt: skip
    """Every number that both show."""
    there = {(table, name): number for table, name, number in _numbers(simulated, is_one_side)}
    return [
        RealAndSimulated(table, name, number, there[table, name])
        for table, name, number in _numbers(real, is_one_side)
        if (table, name) in there
    ]


def _numbers(rows: pl.DataFrame, is_one_side: bool) -> Iterator[tuple[str, str, Estimate]]:
    score, people = pl.col("score"), pl.col("bot").is_null()
    tables = rows.group_by("deal").agg(
        pl.col("rounds").first(),
        **{WON: pl.col("win").first(), SCORE: score.filter(people).mean()},
        **{"winning score": score.max()},
        **{"first score minus last": score.max() - score.min()},
    )
    if is_one_side:
        for row in _means(tables, WON):
            yield "won", WON, Share.of(row)
    for name in (*(OF_ONE_SIDE if is_one_side else OF_RIVALS), "rounds"):
        for row in _means(tables, name):
            yield "numbers", name, Estimate.of(row)
    for column in ("seat", "member"):
        own = rows.filter(people)
        each = own.explode(column) if rows.schema[column] == pl.List else own
        found = clustered(each.lazy().drop_nulls([column, "win"]), column, pl.col("win"))
        for row in found.iter_rows(named=True):
            yield KEYS[column], str(row[column]), Share.of(row)


def _means(tables: pl.DataFrame, name: str) -> Iterator[dict[str, Any]]:
    """One, over the tables that know it, or none."""
    known = tables.drop_nulls(name).lazy().with_columns(who=pl.lit(name))
    return clustered(known, "who", pl.col(name)).iter_rows(named=True)


def could_be_drawn(real: pl.DataFrame, simulated: pl.DataFrame, seed: int) -> float:
    """How often as many simulated tables lie as far from all of them as the real ones do.

    The distance is the largest between the shares of scores up to any height (Kolmogorov and
    Smirnov); whole tables are drawn, so that those who sit together stay together.
    """
    scores = simulated["score"].to_numpy().reshape(simulated["deal"].n_unique(), -1)
    heights, sits = np.unique(np.concatenate([real["score"], scores.ravel()])), _sits(real, scores)
    whole = _below(scores.ravel(), heights)

    def distance(own: np.ndarray) -> float:
        return float(np.abs(_below(own, heights) - whole).max())

    chance = np.random.default_rng(seed)
    drawn = [distance(scores[chance.integers(len(scores), size=len(sits))][sits])
             for _ in range(DRAWN)]  # fmt: skip
    as_far = sum(one >= distance(real["score"].to_numpy()) - 1e-12 for one in drawn)
    return (1 + as_far) / (1 + DRAWN)


def _below(scores: np.ndarray, heights: np.ndarray) -> np.ndarray:
    """The share of scores up to each height."""
    return np.searchsorted(np.sort(scores), heights, side="right") / len(scores)


def _sits(real: pl.DataFrame, scores: np.ndarray) -> np.ndarray:
    """Whether a row tells of a seat, [table, seat]; where no seat is told, of as many."""
    sits = np.zeros((real["deal"].n_unique(), scores.shape[1]), bool)
    for k, (_, table) in enumerate(real.group_by("deal", maintain_order=True)):
        known = table["seat"].drop_nulls() - 1
        sits[k, known.to_list() if len(known) == len(table) else slice(len(table))] = True
    return sits


def finding_of(
    real: pl.DataFrame,
    simulated: pl.DataFrame,
    one: Experiment,
    file: str,
    others: Sequence[float] = (),
) -> Finding:
    """How people compare with bots; `others` are p-values of what else the same sheet is asked."""
    is_one_side = one.sides == 1
    numbers = beside(real, simulated, is_one_side)
    scored = real.drop_nulls("score").filter(pl.col("bot").is_null())
    q = q_values([number.p for number in numbers], others)
    chance = could_be_drawn(scored, simulated, one.seed) if len(scored) else None
    lead, players = numbers[0], listed(one.strategies)
    scale, far = _measured(lead, simulated)
    low, high = far.interval()
    question = say("Do your players score as the bots do?")
    if lead.name == WON:
        question = say("Do your players win as often as the bots?")
    headline, *more = _headline(numbers, q)
    behind = (*more, *_told_of(numbers, players, chance), *_differing_told(numbers, q, chance))
    return Finding(
        name="playtest",
        question=question,
        claim=headline,
        details=behind,
        estimate=lead.change,
        measure=far,
        unit="share" if lead.name == WON else "points",
        games=lead.real.deals,
        verdict=scale.verdict(_least(low, high), max(abs(low), abs(high))),
        tables=tuple(_tables(numbers, q, is_one_side)),
        notes=(
            say(
                "{file!s} compared with {games} of {bots!s}, seed {seed}. Balanced: {measure}, at"
                " most {limit!s}. q below {sure:g}: clearly different, among all that are"
                " compared.",
                file=file,
                games=count(one.games, "{n:,} simulated game", "{n:,} simulated games"),
                bots=players,
                seed=one.seed,
                measure=scale.measure,
                limit=scale.written(scale.borderline),
                sure=SURE,
            ),
            *_not_compared(real, simulated, numbers, is_one_side),
        ),
    )


def q_values(p: Sequence[float], others: Sequence[float]) -> list[float]:
    """Of the first ones, by all that are asked: so two findings of one sheet agree."""
    return [float(one) for one in discoveries([*p, *others])][: len(p)]


def _measured(lead: RealAndSimulated, simulated: pl.DataFrame) -> tuple[Scale, Quantity]:
    """What the verdict is of."""
    if lead.name == WON:
        return WINS, lead.change
    width, change = float(np.std(simulated["score"].to_numpy())) or math.nan, lead.difference
    return SCALE, Estimate(change.value / width, change.error / width, change.deals)


def _least(low: float, high: float) -> float:
    """The smallest distance from 0 within an interval."""
    return 0.0 if low <= 0 <= high else min(abs(low), abs(high))


def _headline(numbers: Sequence[RealAndSimulated], q: Sequence[float]) -> list[str]:
    """Who scores or wins more, how the first player fares, and whether that contradicts."""
    lead = numbers[0]
    if lead.name == WON:
        return [_wins_headline(lead)]
    first = next((one for one in numbers if (one.table, one.name) == (KEYS["seat"], "1")), None)
    told = _score_headline(lead)
    if first:
        told = say("{told!s}, and {more!s}", told=told, more=_first_headline(first))
    wins = [(one, q) for one, q in zip(numbers, q, strict=True) if one.table in KEYS.values()]
    if not wins:
        return [f"{told}."]
    odd = [_who(one) for one, q in wins if q < SURE]
    if not odd:
        return [say("{told!s}: no clear contradiction.", told=told)]
    return [f"{told}.", say("Clearly different win rates: {who!s}.", who=listed(odd))]


def _first_headline(first: RealAndSimulated) -> str:
    real, simulated = (whole_percent(one.value) for one in (first.real, first.simulated))
    return say(
        "the first player wins {share} of {games} (simulated {simulated})",
        share=real,
        games=_games(first.real.deals),
        simulated=simulated,
    )


def _games(n: int) -> str:
    return count(n, "{n:,} game", "{n:,} games")


def _who(one: RealAndSimulated) -> str:
    return person(f"seat {one.name}") if one.table == KEYS["seat"] else word(one.name)


def _score_headline(score: RealAndSimulated) -> str:
    real, simulated = score.shown.value, score.simulated.value
    if not score.is_apart:
        told = "Your players score about as much as the bots ({real:.1f} and {simulated:.1f})"
        return say(told, real=real, simulated=simulated)
    low, high = sorted(abs(end) for end in score.change.interval())
    told = "Your players score {size:.1f} points more than the bots ({ends})"
    if score.change.value > 0:
        told = "Your players score {size:.1f} points less than the bots ({ends})"
    return say(told, size=abs(score.change.value), ends=number_range(low, high))


def _wins_headline(won: RealAndSimulated) -> str:
    real, simulated = (whole_percent(one.value) for one in (won.real, won.simulated))
    told = "Your players win {real} of {games}, the bots {simulated}: no clear difference."
    if won.is_apart and won.change.value > 0:
        told = "Your players win {real} of {games}, the bots {simulated}: clearly less."
    elif won.is_apart:
        told = "Your players win {real} of {games}, the bots {simulated}: clearly more."
    return say(told, real=real, games=_games(won.real.deals), simulated=simulated)


def _told_of(
    numbers: Sequence[RealAndSimulated], players: str, chance: float | None
) -> Iterator[str]:
    """Wins of one side, and scores, as far as either is known; who is stronger by the first."""
    score = next((one for one in numbers if one.name == SCORE), None)
    if numbers[0].name == WON:
        yield _wins_told(numbers[0], players)
        yield _trust_told(numbers[0], players)
    if score and chance is not None:
        yield _scores_told(score)
        yield _drawn_told(chance, score.is_apart)
    if score is numbers[0]:
        yield _trust_told(score, players)


def _wins_told(won: RealAndSimulated, players: str) -> str:
    return say(
        "Your players win {real} of {games}, {bots!s} {simulated} of the simulated ones.",
        real=percent_told(won.real),
        games=count(won.real.deals, "{n:,} real game", "{n:,} real games"),
        bots=players,
        simulated=percent_told(won.simulated),
    )


def _scores_told(score: RealAndSimulated) -> str:
    real, simulated = (_told(one) for one in (score.shown, score.simulated))
    return count(
        score.real.deals,
        "A player at {n:,} real table scores {real}, in simulated games {simulated}.",
        "A player at {n:,} real tables scores {real}, in simulated games {simulated}.",
        real=real,
        simulated=simulated,
    )


def _told(number: Quantity) -> str:
    value, low, high = in_figures(number)
    return f"{figure(value, '.1f')} ({number_range(low, high)})"


def _drawn_told(chance: float, is_apart: bool) -> str:
    """Scores of the same mean may lie otherwise; and a mean may tell what single scores hide."""
    is_fit = chance >= SURE
    told = "The real scores fit the simulated ones (p = {p:.3f}, by whole tables)."
    if is_fit and is_apart:
        told = (
            "The real scores fit the simulated ones (p = {p:.3f}, by whole tables), but their"
            " average differs."
        )
    elif is_apart:
        told = "The real scores do not fit the simulated ones (p = {p:.3f}, by whole tables)."
    elif not is_fit:
        told = (
            "The real scores do not fit the simulated ones (p = {p:.3f}, by whole tables): their"
            " spread differs, though not clearly their average."
        )
    return say(told, p=chance)


def _trust_told(lead: RealAndSimulated, players: str) -> str:
    """Who is stronger, and nothing beyond that."""
    is_won, change = lead.name == WON, lead.change
    if not lead.is_apart:
        told = (
            "The average score shows no clear difference between {bots!s} and your players;"
            " {seen!s}."
        )
        if is_won:
            told = (
                "The win rate shows no clear difference between {bots!s} and your players;"
                " {seen!s}."
            )
        least = detectable(lead.difference.error, lead.difference.deals)
        return say(told, bots=players, seen=_seen_told(least, is_won))
    told = (
        "The bot {bots!s} is weaker than your players by {size!s} ({ends!s}). Findings hold first"
        " for players of its strength."
    )
    if change.value > 0:
        told = (
            "The bot {bots!s} is stronger than your players by {size!s} ({ends!s}). Findings hold"
            " first for players of its strength."
        )
    low, high = sorted(abs(end) * (100 if is_won else 1) for end in change.interval())
    size, ends = _size(abs(change.value), is_won), number_range(low, high)
    return say(told, bots=players, size=size, ends=ends)


def _seen_told(least: float, is_share: bool) -> str:
    """No two shares differ by 100 points or more."""
    if is_share and not least < 1:
        return say("so few games would show no difference")
    return say("{size!s} or more would have shown", size=_size(least, is_share))


def _size(change: float, is_share: bool) -> str:
    if is_share:
        return say("{points:.1f} percentage points", points=100 * change)
    return say("{points:.1f} points", points=change)


def _differing_told(
    numbers: Sequence[RealAndSimulated], q: Sequence[float], chance: float | None
) -> Iterator[str]:
    """What else clearly differs, beside what was told first."""
    (lead, *others), (_, *its) = numbers, q
    shown = zip(others, its, strict=True)
    sure = [word(one.name) for one, q in shown if one.table == "numbers" and q < SURE]
    is_more = lead.is_apart or (chance is not None and chance < SURE)
    if sure:
        told = "Clearly different: {numbers!s}."
        if is_more:
            told = "Also clearly different: {numbers!s}."
        yield say(told, numbers=listed(sure))


def _not_compared(
    real: pl.DataFrame,
    simulated: pl.DataFrame,
    numbers: Sequence[RealAndSimulated],
    is_one_side: bool,
) -> Iterator[str]:
    """What the file tells, or could, and nothing was made of."""
    if is_one_side and numbers[0].name != WON and simulated["win"].min() != 1:
        yield say(
            "The file does not say whether games were won; add a column 'won' with yes or no to"
            " compare that."
        )
    compared = {one.name for one in numbers if one.table == "win_rates"}
    left = [name for name in real["member"].drop_nulls().unique().sort() if name not in compared]
    if left and real["win"].is_null().all():
        yield say(
            "Roles, factions and cards are compared by games won, which the file does not hold."
        )
    elif left:
        yield say(
            "Not compared: {members!s}. No simulated game begins with them in a player's hands,"
            " and what players come by later is not kept.",
            members=words_of(left),
        )


def _tables(
    numbers: Sequence[RealAndSimulated], q: Sequence[float], is_one_side: bool
) -> Iterator[Table]:
    """Scores and lengths; then who wins, by seat and by what is held, as far as it is known."""
    of_members = "Win rates by role, faction or card"
    if is_one_side:
        of_members = "Games won with each role, faction or card"
    headings = {"won": "Games won", "numbers": "Scores"}
    headings |= {"turn_order": "Win rates by turn order", "win_rates": of_members}
    for key, heading in headings.items():
        rows = [
            (one.name, *in_figures(one.shown), *in_figures(one.simulated), one.real.deals, sure)
            for one, sure in zip(numbers, q, strict=True)
            if one.table == key
        ]
        first = FIRST.get(key, "number")
        columns = [first, *REAL, *SIMULATED, "tables", "q"]
        shares = () if key == "numbers" else (*REAL, *SIMULATED)
        if rows:
            yield Table(key, heading, pl.DataFrame(rows, columns, orient="row"), shares)

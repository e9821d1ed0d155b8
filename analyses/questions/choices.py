"""Forced moves, unused options, and what winners use."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from analyses.experiments.experiment import SUMS
from analyses.experiments.sums import asked, columns_of
from analyses.findings.finding import (
    Finding,
    Table,
    in_a_row,
    percent,
    percent_range,
    whole_percent,
    whole_range,
)
from analyses.findings.question import KEPT, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import say, words_of
from analyses.statistics.counts import Counts, counts_of, is_counted
from analyses.statistics.estimate import NAN, Estimate, Share, in_figures
from analyses.statistics.intervals import SURE, clustered, discoveries, p_values
from analyses.statistics.order import sort_rows
from simulator.doors import setting

RARE = 0.5  # of the players: what fewer have
CORRELATION = (
    "Options may be unseen because this setup leaves them out."
    " What winners use more is a correlation, not a cause: leaders may have more to spend."
    " The sentence names the clear difference that is largest compared with the spread among"
    " players. The value of an option is measured by games without it ({setting!s})."
)
A_ROUND = "A round is as many decisions as an average round has: the last one may be shorter."
SMALL = 0.005  # so much more or less reads 0.00
FEW_PERCENT = 0.1  # below which a decimal tells something
FEW = 4  # unused options that a claim names


def find(sample: Sample) -> Finding:
    rows = sample.some(sample.typical)
    forced = _forced(rows)
    is_alone = sample.sides == 1
    is_uneven = is_alone and _is_uneven(sample)
    seats = sample.players if is_alone and sample.keeps == SUMS else 1  # counted one by one
    counted = sample.teams or is_uneven or seats > 1
    is_told = not (sample.keeps == SUMS and counted)  # counts do not tell
    is_timed = is_uneven and is_told
    table = tallies(
        _of_tables(rows) if is_alone and not is_counted(rows) else rows,
        1 if is_alone or sample.any_may_win else sample.players,
        _not_in_play(sample),
        _not_chosen(sample),
        bool(sample.teams) and is_told,
        sample.players if is_timed else 0,
    )
    if is_uneven and not is_told:
        table = table.with_columns(**dict.fromkeys(("winners more", "from", "to"), NAN), q=1.0)
    unused = table.filter(seats * pl.col("used by") < 0.01)["option"].to_list()
    dead = [_forced_told(forced), _unused_told(unused)]
    claimed = 2 if len(unused) <= FEW else 1  # sentences of them
    note = say(CORRELATION, setting=setting("design", ["ablation"]))
    return QUESTION.finding(
        sample,
        in_a_row(*dead[:claimed]),
        [*dead[claimed:], _winners_told(table, is_alone, is_uneven) if is_told else ""],
        estimate=forced,
        measure=forced,
        unit="share",
        tables=(_of_games(table, seats) if seats > 1 else _shown(table, is_timed),),
        notes=(
            say("{line_up}. {note}", line_up=sample.typical_name, note=note),
            *([say(A_ROUND)] if is_timed else ()),
        ),
    )


def _shown(table: pl.DataFrame, is_timed: bool) -> Table:
    named = "Choices per round, and what games won have more of"
    called = named if is_timed else "Choices, and what winners use"
    return Table("choices", called, table, ("used by",))


def _of_games(table: pl.DataFrame, seats: int) -> Table:
    """Where seats of one side are counted one by one: only means add up to those of games."""
    means = table.select("option", mean=seats * pl.col("mean"))
    return Table("choices", "Choices in a game, of all players together", means)


def _is_uneven(sample: Sample) -> bool:
    """Whether games differ in length: the long ones have more of everything."""
    rounds = sample.once("rounds").select(pl.col("rounds").n_unique())
    return rounds.collect(engine="streaming").item() > 1


def _of_tables(rows: pl.LazyFrame) -> pl.LazyFrame:
    """A row of each game, with what all seats of a side have together."""
    alike = [one for one in ("win", "rounds", "decisions") if one in rows.collect_schema()]
    together = rows.group_by("deal", "game", maintain_order=True)
    return together.agg(pl.col(alike).first(), pl.selectors.starts_with("tally_").sum())


def _a_round(rows: pl.LazyFrame, value: pl.Expr) -> pl.Expr:
    """Of as many decisions as a round has on average: the last round of a game may be cut short."""
    sums = rows.select(pl.col("rounds", "decisions").cast(pl.Float64).sum())
    rounds, decisions = sums.collect(engine="streaming").row(0)
    return value / (pl.col("decisions") * (rounds / decisions))


def _forced_told(forced: Share) -> str:
    is_small = forced.value < FEW_PERCENT
    written = percent if is_small else whole_percent
    return say(
        "Forced moves are {share} of all decisions ({ends}).",
        share=written(forced.value),
        ends=(percent_range if is_small else whole_range)(*forced.interval()),
    )


def _unused_told(unused: Sequence[str]) -> str:
    return say("Hardly ever used: {options}.", options=words_of(unused)) if unused else ""


def _forced(rows: pl.LazyFrame) -> Share:
    """Decisions with one legal move, as a share of all."""
    decisions = asked(rows, "forced") if is_counted(rows) else _by_game(rows)
    table = clustered(decisions.with_columns(who=pl.lit("all")), "who", pl.col("forced"))
    return Share.of(table.row(0, named=True))


def _by_game(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Forced decisions as a share of a game's; a ratio, made linear for its interval."""
    games = rows.group_by("deal", "game", maintain_order=True).agg(
        pl.col("forced").sum(), pl.col("decisions").first()
    )
    sums = games.select(pl.col("forced", "decisions").mean()).collect(engine="streaming")
    forced, decisions = sums.row(0)
    share = forced / decisions
    spread = (pl.col("forced") - share * pl.col("decisions")) / decisions + share
    return games.with_columns(forced=spread)


def _not_in_play(sample: Sample) -> tuple[str, ...]:
    """The members of a title's cast that the setup leaves out; none where chance deals them."""
    cast, box = sample.levers.cast, sample.box
    present = cast.in_play(box) if cast and box else None
    if cast is None or present is None:
        return ()
    return tuple(member for member in cast.members if member not in present)


def _not_chosen(sample: Sample) -> list[str]:
    """Tallies of what seats are dealt or have power by, and of a rival's score (`solo`)."""
    dealt, rival = sample.levers.dealt.values(), sample.levers.rival
    held = [tally for members in dealt for tally in members.values()]
    held += sample.levers.holders.values()
    return [*held, rival.tally] if rival else held


def tallies(
    rows: pl.LazyFrame,
    players: int,
    absent: Sequence[str] = (),
    unlisted: Sequence[str] = (),
    by_team: bool = False,
    a_round: int = 0,
) -> pl.DataFrame:
    """Each tally: how often, how far from that (the standard deviation of what players have), by
    how many, and how much more of it winners have than others.

    Of one player, or of all who win together, games won are held against games lost. Tallies that
    are named after who is `absent` are left out, and those that are `unlisted`. Where teams
    play, what winners have more of is told beside what their team usually has. Where games of one
    side differ in length, `a_round` of them is compared, which says how many seats it has. What
    none has more than one of, as a role, must then be more in a whole game too: it is there from
    the start, and in short games that is more of a round.
    """
    shown = []
    without, others = tuple(f"_{one}" for one in absent), {f"tally_{one}" for one in unlisted}
    known = (one for one in columns_of(rows, "tally_") if one not in others)
    for name in (one for one in known if not one.endswith(without)):
        value, its = pl.col(name), asked(rows, name).with_columns(who=pl.lit("all"))
        if by_team:
            its = its.with_columns(beside=value - value.mean().over("seat"))
        whole = _compared(its, name, pl.col("beside") if by_team else value, players)
        if a_round:
            its = its.with_columns(_a_round(its, value).alias(name))
        seen, more, p = _compared(its, name, value, players) if a_round else whole
        if a_round and whole[0].values[-1] <= a_round:
            p = max(p, whole[2]) if more.value * whole[1].value > 0 else 1.0
        used = float(seen.times[seen.values > 0].sum() / seen.n)
        option = name.removeprefix("tally_").replace("_", " ")
        spread = seen.deviation or 0.0
        shown.append((option, seen.mean, spread, used, *in_figures(more), p))
    columns = ("mean", "spread", "used by", "winners more", "from", "to", "q")
    schema = {"option": pl.String, **dict.fromkeys(columns, pl.Float64)}
    table = pl.DataFrame(shown, schema=schema, orient="row")
    return table.with_columns(q=pl.Series(discoveries(table["q"]), dtype=pl.Float64))


def _compared(
    its: pl.LazyFrame, name: str, told: pl.Expr, players: int
) -> tuple[Counts, Estimate, float]:
    """What is seen of a tally, how much more of it winners have, and if that may be chance."""
    seen = counts_of(its, name, "who")["all"]
    more = _won_less_lost(its, told) if players == 1 else _winners_more(its, told, players)
    error = np.maximum(more.error, _if_nothing(its, seen, players))
    return seen, more, float(p_values([more.value], [error], [more.deals], 0.0)[0])


def _winners_more(rows: pl.LazyFrame, value: pl.Expr, players: int) -> Estimate:
    """A row's part in "winner minus the mean of the others" adds up to that over a game."""
    more = value * (pl.col("win") - 1 / players) * players * players / (players - 1)
    return Estimate.of(clustered(rows, "who", more).row(0, named=True))


def _won_less_lost(rows: pl.LazyFrame, value: pl.Expr) -> Estimate:
    """Nobody is there to be compared with but those who lost against the same rival.

    A row's part in the difference of the two means, made linear for its interval.
    """
    won = pl.col("win") > 0
    means = clustered(rows.with_columns(won=won), "won", value)
    if len(means) < 2:
        return Estimate(0.0, NAN, means["deals"][0])
    (without, lost), (with_it, gained) = means.select("estimate", "rows").rows()
    n = lost + gained
    part = pl.when(won).then((value - with_it) * n / gained)
    less = part.otherwise((without - value) * n / lost) + with_it - without
    return Estimate.of(clustered(rows, "who", less).row(0, named=True))


def _if_nothing(rows: pl.LazyFrame, seen: Counts, players: int) -> float:
    """The error of the difference if whoever has something wins as often as others.

    Where few have it, that hardly any of them won may be chance: their own spread, by which all
    lost alike, would make it sure. Of what most have, rivals' own spread tells enough.
    """
    deviation, used = seen.deviation or 0.0, seen.times[seen.values > 0].sum() / seen.n
    if players > 1:
        return deviation * players / ((players - 1) * seen.n) ** 0.5 if used < RARE else 0.0
    won = clustered(rows.with_columns(won=pl.col("win") > 0), "won", pl.col("win"))
    return deviation * float((1 / won["rows"]).sum()) ** 0.5


def surely_more(table: pl.DataFrame) -> pl.DataFrame:
    """With `telling`, how much winners surely have more or less of each option, in its spreads.

    Of what few have a little more is much beside the mean, and tells little of who wins.
    """
    is_sure = (pl.col("q") < SURE) & (pl.col("winners more").abs() >= SMALL)
    telling = (pl.col("winners more") / pl.col("spread")).abs()
    return table.with_columns(telling=pl.when(is_sure & (pl.col("spread") > 0)).then(telling))


def _winners_told(table: pl.DataFrame, is_alone: bool, is_uneven: bool = False) -> str:
    sure = surely_more(table).drop_nulls("telling")
    if not len(sure):
        lost = "Games won do not clearly have more of anything than games lost."
        return say(
            lost if is_alone else "Winners do not clearly have more of anything than others."
        )
    most = sort_rows(sure, -pl.col("telling"), -pl.col("winners more")).row(0, named=True)
    more = "Winners have {size:.2f} more of '{option}' than others."
    less = "Winners have {size:.2f} less of '{option}' than others."
    if is_alone:
        more = "Games won have {size:.2f} more of '{option}' than games lost."
        less = "Games won have {size:.2f} less of '{option}' than games lost."
    if is_uneven:
        more = "Games won have {size:.2f} more of '{option}' per round than games lost."
        less = "Games won have {size:.2f} less of '{option}' per round than games lost."
    told = more if most["winners more"] > 0 else less
    return say(told, size=abs(most["winners more"]), option=most["option"])


QUESTION = Question(
    name="choices",
    place=90,
    heading="Choices",
    question="Are there forced moves or unused options, and what do winners use?",
    measure="forced moves among all decisions",
    scale=Scale("forced moves, in percent of decisions", 0.25, 0.5),
    find=find,
    rules_out="Ruled out: more than {most} forced moves in 100 decisions.",
    needs=KEPT,
    metric="forced_moves",
)

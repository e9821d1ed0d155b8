"""Dead turns, unused options, and what winners use."""

from collections.abc import Sequence

import polars as pl

from analyses.findings.finding import Finding, Table, percent, percent_range
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import say, words_of
from analyses.statistics.estimate import NAN, Estimate, Share, in_figures
from analyses.statistics.holders import with_less_without
from analyses.statistics.intervals import clustered, discoveries, p_values

CORRELATION = (
    "Options may be unseen because this setup leaves them out."
    " What winners use more is a correlation, not a cause: who is ahead may have more to spend."
    " Forbidding an option (never=…) measures what it is worth."
)


def find(sample: Sample) -> Finding:
    rows = sample.some(sample.typical)
    forced = _forced(rows)
    is_alone = sample.sides == 1
    table = tallies(rows, 1 if is_alone else sample.players, _not_in_play(sample))
    unused = table.filter(pl.col("used by") < 0.01)["option"].to_list()
    told = " " + say("Hardly ever seen: {options}.", options=words_of(unused)) if unused else ""
    return QUESTION.finding(
        sample,
        say(
            "{share} of the decisions ({ends}) leave no choice.{told}{winners_told}",
            share=percent(forced.value),
            ends=percent_range(*forced.interval()),
            told=told,
            winners_told=_winners_told(table, is_alone),
        ),
        estimate=forced,
        measure=forced,
        unit="share",
        tables=(Table("options", "Options, and what winners use", table, ("used by",)),),
        notes=(say("{line_up}. {note}", line_up=sample.typical_name, note=say(CORRELATION)),),
    )


def _forced(rows: pl.LazyFrame) -> Share:
    """Decisions with one legal move, as a share of all; a ratio, made linear for its interval."""
    games = rows.group_by("deal", "game").agg(pl.col("forced").sum(), pl.col("decisions").first())
    sums = games.select(pl.col("forced", "decisions").mean()).collect(engine="streaming")
    forced, decisions = sums.row(0)
    share = forced / decisions
    spread = (pl.col("forced") - share * pl.col("decisions")) / decisions + share
    linear = clustered(games.with_columns(who=pl.lit("all")), "who", spread)
    return Share.of(linear.row(0, named=True))


def _not_in_play(sample: Sample) -> tuple[str, ...]:
    """The members of a title's cast that the setup leaves out; none where chance deals them."""
    cast, box = sample.levers.cast, sample.box
    present = cast.in_play(box) if cast and box else None
    if cast is None or present is None:
        return ()
    return tuple(member for member in cast.members if member not in present)


def tallies(rows: pl.LazyFrame, players: int, absent: Sequence[str] = ()) -> pl.DataFrame:
    """Each tally: how often, by how many, and how much more of it winners have than others.

    Of one player, or of all who win together, games won are held against games lost. Tallies that
    are named after who is `absent` are left out.
    """
    shown = []
    without = tuple(f"_{member}" for member in absent)
    names = [name for name in rows.collect_schema().names() if name.startswith("tally_")]
    for name in (name for name in names if not name.endswith(without)):
        value = pl.col(name)
        usage = rows.select(mean=value.mean(), used=(value > 0).mean()).collect(engine="streaming")
        mean, used = usage.row(0)
        more = _won_less_lost(rows, value) if players == 1 else _winners_more(rows, value, players)
        p = p_values([more.value], [more.error], [more.deals], 0.0)[0]
        option = name.removeprefix("tally_").replace("_", " ")
        shown.append((option, mean, used, *in_figures(more), float(p)))
    columns = ("mean", "used by", "winners more", "from", "to", "q")
    schema = {"option": pl.String, **dict.fromkeys(columns, pl.Float64)}
    table = pl.DataFrame(shown, schema=schema, orient="row")
    return table.with_columns(q=pl.Series(discoveries(table["q"]), dtype=pl.Float64))


def _winners_more(rows: pl.LazyFrame, value: pl.Expr, players: int) -> Estimate:
    """A row's part in "winner minus the mean of the others" adds up to that over a game."""
    more = value * (pl.col("win") - 1 / players) * players * players / (players - 1)
    return Estimate.of(
        clustered(rows.with_columns(who=pl.lit("all")), "who", more).row(0, named=True)
    )


def _won_less_lost(rows: pl.LazyFrame, value: pl.Expr) -> Estimate:
    """Nobody is there to be compared with but those who lost against the same rival."""
    games = rows.group_by("game").agg(
        pl.col("deal").first(), won=pl.col("win").mean() > 0, value=value.mean()
    )
    table = games.collect(engine="streaming")
    if table["won"].n_unique() < 2:
        return Estimate(0.0, NAN, len(table))
    columns = (table[name].to_numpy() for name in ("value", "won", "deal"))
    count, won, deal = columns
    (found,) = with_less_without(count, won[:, None], deal).estimates()
    return found


def _winners_told(table: pl.DataFrame, is_alone: bool) -> str:
    sure = table.filter((pl.col("q") < 0.05) & (pl.col("mean") > 0)).with_columns(
        relative=pl.col("winners more") / pl.col("mean")
    )
    if not len(sure):
        lost = "Games won have nothing more than games lost."
        return " " + say(lost if is_alone else "Winners have nothing more than others.")
    most = sure.sort(pl.col("relative").abs(), descending=True).row(0, named=True)
    more = "Winners have {size:.2f} more of '{option}' than others."
    less = "Winners have {size:.2f} less of '{option}' than others."
    if is_alone:
        more = "Games won have {size:.2f} more of '{option}' than games lost."
        less = "Games won have {size:.2f} less of '{option}' than games lost."
    told = more if most["winners more"] > 0 else less
    return " " + say(told, size=abs(most["winners more"]), option=most["option"])


QUESTION = Question(
    name="options",
    place=90,
    heading="Options",
    question="Are there dead turns or unused options, and what do winners use?",
    measure="decisions that leave no choice",
    scale=Scale("share of decisions that leave no choice", 0.25, 0.5),
    find=find,
    gauge="dead_turns",
)

"""Dead turns, unused options, and what winners use."""

from collections.abc import Sequence

import polars as pl

from analyses.findings.finding import Finding, Table, percent, percent_range
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import say, words_of
from analyses.statistics.estimate import Estimate, Share, in_figures
from analyses.statistics.intervals import clustered, discoveries, p_values

CORRELATION = (
    "Options may be unseen because this setup leaves them out."
    " What winners use more is a correlation, not a cause: who is ahead may have more to spend."
    " Forbidding an option (never=…) measures what it is worth."
)


def find(sample: Sample) -> Finding:
    rows = sample.some(sample.typical)
    forced = _forced(rows)
    table = tallies(rows, sample.players, _not_in_play(sample))
    unused = table.filter(pl.col("used by") < 0.01)["option"].to_list()
    told = " " + say("Hardly ever seen: {options}.", options=words_of(unused)) if unused else ""
    return QUESTION.finding(
        sample,
        say(
            "{share} of the decisions ({ends}) leave no choice.{told}{winners_told}",
            share=percent(forced.value),
            ends=percent_range(*forced.interval()),
            told=told,
            winners_told=_winners_told(table),
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

    Tallies that are named after who is `absent` are left out.
    """
    shown = []
    without = tuple(f"_{member}" for member in absent)
    names = [name for name in rows.collect_schema().names() if name.startswith("tally_")]
    for name in (name for name in names if not name.endswith(without)):
        value = pl.col(name)
        usage = rows.select(mean=value.mean(), used=(value > 0).mean()).collect(engine="streaming")
        mean, used = usage.row(0)
        # A row's part in "winner minus the mean of the others": it adds up to that over a game.
        more = value * (pl.col("win") - 1 / players) * players * players / max(players - 1, 1)
        row = clustered(rows.with_columns(who=pl.lit("all")), "who", more).row(0, named=True)
        p = p_values([row["estimate"]], [row["error"]], [row["deals"]], 0.0)[0]
        option = name.removeprefix("tally_").replace("_", " ")
        shown.append((option, mean, used, *in_figures(Estimate.of(row)), float(p)))
    columns = ["option", "mean", "used by", "winners more", "from", "to", "q"]
    table = pl.DataFrame(shown, schema=columns, orient="row", infer_schema_length=None)
    return table.with_columns(q=pl.Series(discoveries(table["q"]), dtype=pl.Float64))


def _winners_told(table: pl.DataFrame) -> str:
    sure = table.filter((pl.col("q") < 0.05) & (pl.col("mean") > 0)).with_columns(
        relative=pl.col("winners more") / pl.col("mean")
    )
    if not len(sure):
        return " " + say("Winners use nothing more than others.")
    most = sure.sort(pl.col("relative").abs(), descending=True).row(0, named=True)
    more = "Winners have {size:.2f} more of '{option}' than others."
    less = "Winners have {size:.2f} less of '{option}' than others."
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

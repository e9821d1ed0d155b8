"""Dead turns, unused options, and what winners use."""

from collections.abc import Sequence

import polars as pl

from analyses.experiments.sums import asked, columns_of
from analyses.findings.finding import Finding, Table, percent, percent_range
from analyses.findings.question import KEPT, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.statistics.counts import counts_of, is_counted
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
    told = f" Hardly ever seen: {', '.join(unused)}." if unused else ""
    return QUESTION.finding(
        sample,
        f"{percent(forced.value)} of the decisions"
        f" ({percent_range(*forced.interval())}) leave no choice.{told}"
        f"{_winners_told(table)}",
        estimate=forced,
        measure=forced,
        unit="share",
        tables=(Table("options", "Options, and what winners use", table, ("used by",)),),
        notes=(f"{sample.typical_name}. {CORRELATION}",),
    )


def _forced(rows: pl.LazyFrame) -> Share:
    """Decisions with one legal move, as a share of all."""
    decisions = asked(rows, "forced") if is_counted(rows) else _by_game(rows)
    table = clustered(decisions.with_columns(who=pl.lit("all")), "who", pl.col("forced"))
    return Share.of(table.row(0, named=True))


def _by_game(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Forced decisions as a share of a game's; a ratio, made linear for its interval."""
    games = rows.group_by("deal", "game").agg(pl.col("forced").sum(), pl.col("decisions").first())
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


def tallies(rows: pl.LazyFrame, players: int, absent: Sequence[str] = ()) -> pl.DataFrame:
    """Each tally: how often, by how many, and how much more of it winners have than others.

    Tallies that are named after who is `absent` are left out.
    """
    shown = []
    without = tuple(f"_{member}" for member in absent)
    names = [name for name in columns_of(rows, "tally_") if not name.endswith(without)]
    for name in names:
        value, its = pl.col(name), asked(rows, name).with_columns(who=pl.lit("all"))
        seen = counts_of(its, name, "who")["all"]
        used = float(seen.times[seen.values > 0].sum() / seen.n)
        # A row's part in "winner minus the mean of the others": it adds up to that over a game.
        more = value * (pl.col("win") - 1 / players) * players * players / max(players - 1, 1)
        row = clustered(its, "who", more).row(0, named=True)
        p = p_values([row["estimate"]], [row["error"]], [row["deals"]], 0.0)[0]
        option = name.removeprefix("tally_").replace("_", " ")
        shown.append((option, seen.mean, used, *in_figures(Estimate.of(row)), float(p)))
    columns = ["option", "mean", "used by", "winners more", "from", "to", "q"]
    table = pl.DataFrame(shown, schema=columns, orient="row", infer_schema_length=None)
    return table.with_columns(q=pl.Series(discoveries(table["q"]), dtype=pl.Float64))


def _winners_told(table: pl.DataFrame) -> str:
    sure = table.filter((pl.col("q") < 0.05) & (pl.col("mean") > 0)).with_columns(
        relative=pl.col("winners more") / pl.col("mean")
    )
    if not len(sure):
        return " Winners use nothing more than others."
    most = sure.sort(pl.col("relative").abs(), descending=True).row(0, named=True)
    side = "more" if most["winners more"] > 0 else "less"
    return (
        f" Winners have {abs(most['winners more']):.2f} {side} of '{most['option']}' than others."
    )


QUESTION = Question(
    name="options",
    place=90,
    heading="Options",
    question="Are there dead turns or unused options, and what do winners use?",
    measure="decisions that leave no choice",
    scale=Scale("share of decisions that leave no choice", 0.25, 0.5),
    find=find,
    needs=KEPT,
    gauge="dead_turns",
)

"""How long does a player wait for the others?

Counted are choices: decisions with more than one legal move, since forced moves take no thought.
"""

import functools

import numpy as np
import polars as pl

from analyses.experiments.openings import Deals
from analyses.findings.finding import Finding, Table, number_range, whole_percent
from analyses.findings.played_on import bot_of, deals_of, match_of
from analyses.findings.question import SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.language import say
from analyses.questions.length import QUESTION as LENGTH
from analyses.statistics.estimate import Estimate
from analyses.statistics.intervals import clustered_mean

GAMES = 6  # they are stepped through slowly, and have hundreds of waits
KEPT = 8  # samples whose answer is remembered
NOT_RUN = "Not run: it steps through games again, which needs the bot and the rules that played."
NOBODY = "Nobody waits: no player has two choices in a game."


def find(sample: Sample) -> Finding:
    deals = deals_of(sample) if is_for(sample) else None
    waits = _waits(deals, bot_of(sample)) if deals else None
    if waits is None:
        return QUESTION.finding(sample, say(NOT_RUN), is_asked=False)
    if not len(waits):
        return QUESTION.finding(sample, say(NOBODY))
    seconds = LENGTH.setting(sample, "seconds")
    mean = Estimate.of(clustered_mean(waits["game"].to_numpy(), waits["choices"].to_numpy()))
    others = 1 - 1 / sample.players
    long = float(waits["choices"].quantile(0.95, "nearest") or 0)
    return QUESTION.finding(
        sample,
        say(
            "Between two own choices a player waits for {mean:.1f} choices of others ({ends}),"
            " about {seconds:.0f} seconds.",
            mean=mean.value,
            ends=number_range(*mean.interval()),
            seconds=mean.value * seconds,
        ),
        [
            say(
                "One wait in twenty lasts {long:.0f} choices or more, about {seconds:.0f} seconds.",
                long=long,
                seconds=long * seconds,
            ),
            say("In all, {share} of choices are those of others.", share=whole_percent(others)),
        ],
        estimate=mean,
        unit="decisions",
        games=GAMES,
        tables=(_table(waits),),
        notes=(
            say(
                "Games of {line_up}, stepped through again: {games}. Forced moves take no time, and"
                " choices that players make at once count one after the other. Seconds assume"
                " {seconds:g} for each choice.",
                line_up=sample.typical_name,
                games=GAMES,
                seconds=seconds,
            ),
        ),
    )


def is_for(sample: Sample) -> bool:
    """Teams take the place of players in rows, and not at the table."""
    return not sample.teams


@functools.lru_cache(KEPT)
def _waits(deals: Deals, bot: str) -> pl.DataFrame | None:
    """How many choices of others lie between two of a player's own; None of a bot not here."""
    match = match_of(deals, bot)
    if match is None:
        return None
    rows = []
    for number in range(GAMES):
        seats = [
            int(one.game.player) for one in match.tell(deals.seed, number) if len(one.moves) > 1
        ]
        rows += [(number, *wait) for wait in between(seats)]
    return pl.DataFrame(rows, schema=["game", "seat", "choices"], orient="row").cast(pl.Int64)


def between(seats: list[int]) -> list[tuple[int, int]]:
    """Of whose choices a game is made: each seat from 1, and its waits between them."""
    at = {seat: np.flatnonzero(np.array(seats) == seat) for seat in sorted({*seats})}
    return [(seat + 1, int(gap) - 1) for seat, its in at.items() for gap in np.diff(its) if gap > 1]


def _table(waits: pl.DataFrame) -> Table:
    by_seat = waits.group_by("seat").agg(
        pl.col("choices").mean().alias("mean"),
        pl.col("choices").quantile(0.95, "nearest").alias("p95"),
        pl.col("choices").max().alias("longest"),
        waits=pl.len(),
    )
    return Table("waits", "Choices of others between two own ones", by_seat.sort("seat"))


QUESTION = Question(
    name="downtime",
    place=65,
    heading="Downtime",
    question="How long does a player wait for the others?",
    measure="choices of others between two own ones",
    find=find,
    seats=SEVERAL,
    fits=is_for,
    is_played_on=True,
)

"""Who or what is too strong? The win share of those who were dealt it.

The deal decides who holds what, so a difference between holders is caused by what they hold, and
costs no games of its own.
"""

from collections.abc import Iterator, Mapping

import polars as pl

from analyses.experiments.experiment import SUMS
from analyses.experiments.sums import asked
from analyses.findings.finding import Finding, Table, percent, percent_told
from analyses.findings.question import KEPT, SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.statistics.estimate import (
    NAN,
    Estimate,
    Farthest,
    Rising,
    Share,
    Together,
    in_figures,
)
from analyses.statistics.intervals import clustered, discoveries, p_values

SURE = 0.05  # a q-value below this is a discovery
SHARES = ("estimate", "low", "high", "even")


def find(sample: Sample) -> Finding:
    rows, even = sample.typical, sample.even
    held = dict(_held(rows, sample))
    if not held:
        return QUESTION.finding(sample, "Every seat holds the same in all games.")
    shares = {name: Together(Share.of(row), len(held)) for name, row in held.items()}
    far = max(shares, key=lambda name: abs(shares[name].value - even))
    points = {} if sample.keeps == SUMS else _points(rows, sample)
    table = _table(held, shares, points, even)
    return QUESTION.finding(
        sample,
        _told(table, shares, far, even),
        estimate=shares[far],
        measure=Rising(
            Farthest([Share.of(row) for row in held.values()], even), lambda far: far / even
        ),
        unit="share",
        games=sum(row["rows"] for row in held.values()) // sample.players,
        tables=(Table("members", "Win share and points of holders", table, SHARES),),
        notes=(
            f"{sample.typical_name}: one strategy plays every seat and the deal says who holds"
            " what, so the difference is what they hold. Points are those above the mean of all."
            " All intervals hold together; q below 0.05: surely not even.",
        ),
    )


def _holders(sample: Sample) -> Iterator[tuple[str, str]]:
    """Each member with what its holders have counted."""
    for members in sample.levers.dealt.values():
        for name, tally in members.items():
            yield name, f"tally_{tally}"


def _held(rows: pl.LazyFrame, sample: Sample) -> Iterator[tuple[str, dict]]:
    """The win share of each member's holders; none of a member that all or none hold."""
    for name, tally in _holders(sample):
        rows_of_it = asked(rows, tally).with_columns(holds=pl.col(tally) > 0)
        found = clustered(rows_of_it, "holds", pl.col("win"))
        if len(found) == 2:
            yield name, found.filter(pl.col("holds")).row(0, named=True)


def _points(rows: pl.LazyFrame, sample: Sample) -> Mapping[str, Estimate]:
    """What holders score above the mean of their table."""
    above = pl.col("score") - pl.col("score").mean().over("game")
    beside = rows.select("game", "deal", "score", "^tally_.*$").with_columns(above=above)
    points = {}
    for name, tally in _holders(sample):
        holders = beside.filter(pl.col(tally) > 0).with_columns(who=pl.lit(name))
        found = clustered(holders, "who", pl.col("above"))
        if len(found):
            points[name] = Estimate.of(found.row(0, named=True))
    return points


def _table(
    held: Mapping[str, dict], shares: Mapping[str, Together], points: Mapping[str, Estimate],
    even: float,
) -> pl.DataFrame:  # fmt: skip
    """The strongest first."""
    q = discoveries(
        [p_values(row["estimate"], row["error"], row["deals"], even) for row in held.values()]
    )
    rows = [
        (name, *in_figures(shares[name]), even, *_figures(points, name), row["rows"], float(sure))
        for (name, row), sure in zip(held.items(), q, strict=True)
    ]
    columns = ["member", *SHARES, "points", "from", "to", "rows", "q"]
    table = pl.DataFrame(rows, schema=columns, orient="row", infer_schema_length=None)
    return table.sort("estimate", descending=True)


def _figures(points: Mapping[str, Estimate], name: str) -> tuple[float, ...]:
    """None where single games were not kept."""
    return in_figures(points[name]) if name in points else (NAN, NAN, NAN)


def _told(
    table: pl.DataFrame, shares: Mapping[str, Together], far: str, even: float
) -> str:  # fmt: skip
    """The strongest and the weakest, where they surely are."""
    sure = table.filter(pl.col("q") < SURE)
    if not len(sure):
        return (
            f"Nobody who holds anything can be told from an even share of {percent(even)};"
            f" {far} is farthest: {percent_told(shares[far])}."
        )
    best, worst = sure["member"][0], sure["member"][-1]
    told = []
    if shares[best].value > even:
        told.append(f"Holders of {best} win {percent_told(shares[best])}")
    if shares[worst].value < even:
        told.append(f"{'those' if told else 'Holders'} of {worst} {percent_told(shares[worst])}")
    return f"{', '.join(told)} where {percent(even)} is even."


def _fits(sample: Sample) -> bool:
    return bool(sample.levers.dealt)


QUESTION = Question(
    name="members",
    place=5,
    heading="Members",
    question="Who or what is too strong?",
    measure="games won by the holders farthest from even",
    scale=Scale("how far the holders of something win off their even share, over it", 0.1, 0.3),
    find=find,
    players=SEVERAL,
    needs=KEPT,
    fits=_fits,
)

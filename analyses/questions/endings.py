"""How does it end?"""

import polars as pl

from analyses.findings.finding import Finding, Table, percent, percent_range
from analyses.findings.sample import Sample
from analyses.statistics.intervals import clustered, share_interval, with_interval

SHARES = ("estimate", "low", "high")


def find(sample: Sample) -> Finding:
    once = sample.plain.filter(pl.col("seat") == 1)
    seen = once.select(pl.col("ending").cast(pl.String).unique()).collect(engine="streaming")
    endings = {*seen.to_series(), sample.cut_off}
    table = pl.concat([_row(once, ending) for ending in sorted(endings)])
    table = table.sort("estimate", descending=True)
    most = table.row(0, named=True)
    cut = table.filter(pl.col("ending") == sample.cut_off).row(0, named=True)
    told = f" {percent(cut['estimate'])} had to be cut off." if cut["estimate"] else ""
    return Finding(
        name="endings",
        question="How does it end?",
        sentence=(
            f"{percent(most['estimate'])} of the games ({percent_range(most['low'], most['high'])})"
            f" end with '{most['ending']}'.{told}"
        ),
        estimate=most["estimate"],
        low=most["low"],
        high=most["high"],
        unit="share",
        games=sample.games,
        verdict=sample.scales["endings"].verdict(cut["low"], cut["high"]),
        tables=(Table("Endings", table.select("ending", "estimate", "low", "high"), SHARES),),
        notes=("Never-ending games are cut off at a bound; no finished game reaches it.",),
    )


def _row(once: pl.LazyFrame, ending: str) -> pl.DataFrame:
    is_it = pl.col("ending").cast(pl.String) == ending
    told = once.with_columns(ending=pl.lit(ending), is_it=is_it)
    return with_interval(clustered(told, "ending", pl.col("is_it")), share_interval)

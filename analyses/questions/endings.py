"""How does it end?"""

import polars as pl

from analyses.findings.finding import Finding, Table, percent, percent_range
from analyses.findings.question import KEPT, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import say
from analyses.statistics.estimate import Share
from analyses.statistics.intervals import clustered, share_interval, with_interval

SHARES = ("estimate", "low", "high")
ENDLESS = "Every game had to be cut off: none comes to an end, so nobody wins and no more is asked."


def find(sample: Sample) -> Finding:
    once = sample.once("ending")
    seen = once.select(pl.col("ending").cast(pl.String).unique()).collect(engine="streaming")
    endings = {*seen.to_series(), sample.cut_off}
    table = pl.concat([_row(once, ending) for ending in sorted(endings)])
    table = table.sort("estimate", descending=True)
    shares = {row["ending"]: Share.of(row) for row in table.iter_rows(named=True)}
    (ending, most), cut = next(iter(shares.items())), shares[sample.cut_off]
    return QUESTION.finding(
        sample,
        say(ENDLESS) if cut.value == 1 else _told(ending, most, cut),
        estimate=most,
        measure=cut,
        unit="share",
        tables=(
            Table("endings", "Endings", table.select("ending", "estimate", "low", "high"), SHARES),
        ),
        notes=(
            say(
                "Games of {line_up}. Never-ending ones are cut off at a bound; no finished game"
                " reaches it.",
                line_up=sample.typical_name,
            ),
        ),
    )


def _told(ending: str, most: Share, cut: Share) -> str:
    told = " " + say("{share} had to be cut off.", share=percent(cut.value)) if cut.value else ""
    return say(
        "{share} of the games ({ends}) end with '{ending}'.{told}",
        share=percent(most.value),
        ends=percent_range(*most.interval()),
        ending=ending,
        told=told,
    )


def _row(once: pl.LazyFrame, ending: str) -> pl.DataFrame:
    is_it = pl.col("ending").cast(pl.String) == ending
    told = once.with_columns(ending=pl.lit(ending), is_it=is_it)
    return with_interval(clustered(told, "ending", pl.col("is_it")), share_interval)


QUESTION = Question(
    name="endings",
    place=70,
    heading="Endings",
    question="How does it end?",
    measure="games with the most frequent ending",
    scale=Scale("share of games that had to be cut off", 0.02, 0.05),
    find=find,
    needs=KEPT,
    of_cut_off=True,
    gauge="cut_off",
)

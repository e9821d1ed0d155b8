"""How does it end, and how could it that it never does?"""

import math
from collections.abc import Mapping, Sequence

import polars as pl

from analyses.findings.finding import Finding, Table, percent, percent_range
from analyses.findings.question import KEPT, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import figure, say, words_of
from analyses.statistics.estimate import Share
from analyses.statistics.intervals import clustered, share_interval, with_interval
from simulator.titles import CUT_OFF

SHARES = ("estimate", "low", "high")
ENDLESS = "Every game had to be cut off: none comes to an end, so nobody wins and no more is asked."


def find(sample: Sample) -> Finding:
    once = sample.once("ending")
    seen = once.select(pl.col("ending").cast(pl.String).unique()).collect(engine="streaming")
    endings = {*seen.to_series(), sample.cut_off, *_declared(sample)}
    table = pl.concat([_row(once, ending) for ending in sorted(endings)])
    table = table.sort("estimate", descending=True, maintain_order=True)
    shares = {row["ending"]: Share.of(row) for row in table.iter_rows(named=True)}
    (ending, most), cut = next(iter(shares.items())), shares[sample.cut_off]
    never = [name for name in _declared(sample) if not shares[name].value]
    told = f"{_told(ending, most, cut)}{_never_told(never, shares, table['rows'][0])}"
    return QUESTION.finding(
        sample,
        say(ENDLESS) if cut.value == 1 else told,
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


def _declared(sample: Sample) -> list[str]:
    """The endings that games with so many players can have: a rival has its own."""
    if sample.words is None:
        return []
    declared, rival = sample.words.endings[CUT_OFF + 1 :], sample.levers.rival
    against = rival.endings if rival else ()
    return [one for one in declared if not against or (one in against) == (sample.players == 1)]


def _never_told(never: Sequence[str], shares: Mapping[str, Share], games: int) -> str:
    """What the rules name and no game has shown; how seldom it must be holds for all of them."""
    if not never:
        return ""
    most = max(shares[name].interval(len(never)).high for name in never)
    return " " + say(
        "Never seen in {games:,} games, so in less than {most} of all: {endings}.",
        games=games,
        most=_rounded_up(most),
        endings=words_of(never),
    )


def _rounded_up(share: float) -> str:
    """A small share in percent, to one figure that is not 0."""
    digits = max(0, -math.floor(math.log10(100 * share)))
    up = math.ceil(round(100 * share * 10**digits, 6)) / 10**digits
    return f"{figure(up, f'.{digits}f')} %"


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

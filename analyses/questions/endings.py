"""How do games end, and do all of them?"""

import math
from collections.abc import Mapping, Sequence

import polars as pl

from analyses.experiments.experiment import SUMS
from analyses.findings.chart import Chart
from analyses.findings.finding import (
    Finding,
    Table,
    in_a_row,
    percent,
    whole_percent,
    whole_range,
)
from analyses.findings.question import KEPT, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import figure, percent_sign, say, words_of
from analyses.statistics.estimate import Share
from analyses.statistics.intervals import clustered, share_interval, with_interval
from analyses.statistics.order import sort_rows
from simulator.titles import CUT_OFF

SHARES = ("estimate", "low", "high")
CHART = Chart("How games end, with 95% CIs", by=("ending",), marks="bars")
ONLY = 0.99  # of the games: the others are in the table
HALF = pl.col("rounds").quantile(0.5, "higher")  # so many rounds suffice for half of the games
NAMED = 3  # ways to win, and ways to lose, at most
ENDLESS = "Every game hit the round limit: none ends by itself, so nobody wins."
LIMIT = "round limit"  # what an unfinished game is shown to end by


def find(sample: Sample) -> Finding:
    once = sample.once("ending")
    seen = once.select(pl.col("ending").cast(pl.String).unique()).collect(engine="streaming")
    endings = {*seen.to_series(), sample.cut_off, *_declared(sample)}
    table = pl.concat([_row(once, ending) for ending in sorted(endings)])
    table = sort_rows(table, -pl.col("estimate"))
    shares = {row["ending"]: Share.of(row) for row in table.iter_rows(named=True)}
    most, cut = next(iter(shares.values())), shares[sample.cut_off]
    never = [name for name in _declared(sample) if not shares[name].value]
    results = _results(sample, once)
    named = {LIMIT if name == sample.cut_off else name: share for name, share in shares.items()}
    told = [_frequent_told(named)] if results is None else _results_told(results)
    told = [say(ENDLESS)] if cut.value == 1 else [*told, _cut_off_told(cut)]
    claimed = 1 if results is None else len(told)  # sentences of them
    shown = table.select("ending", *SHARES)
    return QUESTION.finding(
        sample,
        in_a_row(*told[:claimed]),
        [
            *told[claimed:],
            _never_told(never, shares, table["rows"][0]) if cut.value < 1 else "",
        ],
        estimate=most,
        measure=cut,
        unit="share",
        tables=(
            Table(
                "endings",
                "How games end",
                _named(shown if results is None else _with_results(shown, once), sample),
                SHARES if results is None else (*SHARES, "won"),
                CHART if len(table) > 1 and most.value <= ONLY else None,
            ),
        ),
        notes=(
            say(
                "Games of {line_up}. A game that does not end by itself stops at the round limit,"
                " which no finished game reaches.",
                line_up=sample.typical_name,
            ),
        ),
    )


def _named(table: pl.DataFrame, sample: Sample) -> pl.DataFrame:
    """With the round limit by its name."""
    return table.with_columns(pl.col("ending").replace({sample.cut_off: LIMIT}))


def _results(sample: Sample, once: pl.LazyFrame) -> pl.DataFrame | None:
    """Of a side alone that has lost some games: by each ending, those it won and those it lost.

    Counted games do not say it.
    """
    if sample.sides > 1 or sample.keeps == SUMS:
        return None
    games = once.select(pl.col("ending").cast(pl.String), "rounds", won=pl.col("win") > 0)
    share = pl.len() / once.select(pl.len()).collect(engine="streaming").item()
    seen = games.group_by("ending", "won").agg(share.alias("share"), HALF)
    table = seen.collect(engine="streaming").filter(pl.col("ending") != sample.cut_off)
    if table["won"].all():
        return None
    return sort_rows(table, -pl.col("share"), "ending", "won")


def _with_results(table: pl.DataFrame, once: pl.LazyFrame) -> pl.DataFrame:
    """With the share of an ending's games that were won, and within how many rounds half end."""
    ending = pl.col("ending").cast(pl.String)
    found = once.group_by(ending).agg((pl.col("win") > 0).mean().alias("won"), HALF)
    return table.join(
        found.collect(engine="streaming"), on="ending", how="left", maintain_order="left"
    )


def _results_told(results: pl.DataFrame) -> list[str]:
    """How games are won and how they are lost."""
    won, lost = (_ways_told(results.filter(won=is_won), results) for is_won in (True, False))
    first = say("Won: {ways}.", ways=won) if won else say("No game is won.")
    return [first, say("Lost: {ways}.", ways=lost)]


def _ways_told(ways: pl.DataFrame, results: pl.DataFrame) -> str:
    """The most frequent ones; when half of them are over, where games differ in it."""
    plain = "{share} by '{ending}'"
    half = "{share} by '{ending}' (half of them within {rounds:.0f} rounds)"
    differ = results["rounds"].n_unique() > 1
    return ", ".join(
        say(half if differ else plain, share=whole_percent(share), ending=ending, rounds=rounds)
        for ending, _, share, rounds in ways.head(NAMED).iter_rows()
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
    return say(
        "Never seen in {games:,} games, so rarer than {most}: {endings}.",
        games=games,
        most=_rounded_up(most),
        endings=words_of(never),
    )


def _rounded_up(share: float) -> str:
    """A small share in percent, to one figure that is not 0."""
    digits = max(0, -math.floor(math.log10(100 * share)))
    up = math.ceil(round(100 * share * 10**digits, 6)) / 10**digits
    return figure(up, f".{digits}f") + percent_sign()


def _cut_off_told(cut: Share) -> str:
    told = "{share} of games hit the round limit."
    return say(told, share=percent(cut.value)) if cut.value else ""


def _frequent_told(shares: Mapping[str, Share]) -> str:
    """The most frequent ending; the second too where it may be the first as well."""
    (ending, most), (other, second), *_ = [*shares.items(), ("", Share(0.0, 0.0, 1))]
    alone = "{share} of games end with '{ending}' ({ends})."
    both = (
        "{share} of games end with '{ending}' ({ends}) and {other_share} with '{other}'"
        " ({other_ends})."
    )
    is_told = second.value and second.interval().high >= most.interval().low
    return say(
        both if is_told else alone,
        share=whole_percent(most.value),
        ends=whole_range(*most.interval()),
        ending=ending,
        other_share=whole_percent(second.value),
        other_ends=whole_range(*second.interval()),
        other=other,
    )


def _row(once: pl.LazyFrame, ending: str) -> pl.DataFrame:
    is_it = pl.col("ending").cast(pl.String) == ending
    told = once.with_columns(ending=pl.lit(ending), is_it=is_it)
    return with_interval(clustered(told, "ending", pl.col("is_it")), share_interval)


QUESTION = Question(
    name="endings",
    place=70,
    heading="How games end",
    question="How do games end, and do all of them?",
    measure="games with the most frequent ending",
    scale=Scale("games that hit the round limit", 0.02, 0.05),
    find=find,
    rules_out="Ruled out: more than {most} games in 100 that hit the round limit.",
    needs=KEPT,
    of_cut_off=True,
    metric="round_limit",
)

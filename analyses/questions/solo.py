"""How hard is the automa? Every bot against it, and every switch of its difficulty.

A switch is judged like a rule change: the same shuffles with and without it, played by the same
bot.
"""

from collections.abc import Mapping
from dataclasses import replace

import polars as pl

from analyses.experiments.sums import columns_of
from analyses.findings.chart import Chart
from analyses.findings.finding import Finding, Table, signed, whole_percent, whole_range
from analyses.findings.names import number_word
from analyses.findings.question import ALONE, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.findings.win_rate import WinRate, WinRates
from analyses.language import say
from analyses.statistics.estimate import (
    Estimate,
    MaxDistance,
    Monotone,
    Share,
    Simultaneous,
    in_figures,
)
from analyses.statistics.intervals import (
    clustered,
    discoveries,
    p_values,
    share_interval,
    with_interval,
)
from analyses.statistics.order import end_rows, sort_rows
from simulator.levers import Rival

SHARES = ("estimate", "low", "high")
CHART = Chart("Solo win rate of each bot, with 95% CIs", by=("strategy",), marks="bars", like="bot")
EVEN = 0.5  # games won
QUANTILES = (5, 25, 50, 75, 95)


def rates(sample: Sample) -> WinRates:
    """The best strategy alone, where there is a rival."""
    rival = _rival(sample) if sample.players == 1 else None
    if rival is None:
        return {}
    table = _against(sample, rival.tally)
    best = table.row(0, named=True)
    share = Simultaneous(Share.of(best), len(table))
    return {best["strategy"]: WinRate(share, EVEN, Monotone(share, lambda won: won - EVEN))}


def find(sample: Sample) -> Finding:
    rival = _rival(sample) if sample.players == 1 else None
    if rival is None:
        told = say("Not run: these are no solo games against an automa.")
        return QUESTION.finding(sample, told)
    name, tally = rival.name, rival.tally
    table = _against(sample, tally)
    best = table.row(0, named=True)
    share = Simultaneous(Share.of(best), len(table))  # chance may have chosen it
    shown = table.drop("error", "deals").rename({tally: say("{rival}'s score", rival=name)})
    return QUESTION.finding(
        sample,
        _won_told(best, share, len(table), name),
        [_half_told(best)],
        estimate=share,
        measure=MaxDistance([share], EVEN),
        unit="share",
        tables=(
            Table(
                "wins",
                say("Win rates against {rival}, and margins", rival=name),
                shown,
                SHARES,
                CHART,
            ),
        ),
        notes=(
            say(
                "The margin is the player's score minus that of {rival}; below 0, {rival} leads.",
                rival=name,
            ),
        ),
    )


def _won_told(best: dict, share: Simultaneous, several: int, rival: str) -> str:
    of_several = (
        "The best of {n!s} bots ({who}) wins {share} of solo games against {rival} ({ends})."
    )
    one = "The {who} bot wins {share} of solo games against {rival} ({ends})."
    return say(
        of_several if several > 1 else one,
        n=number_word(several),
        who=best["strategy"],
        rival=rival,
        share=whole_percent(share.value),
        ends=whole_range(*share.interval()),
    )


def _half_told(best: dict) -> str:
    half = "Half of these games end between {p25!s} and {p75!s} points."
    low, high = (signed(round(best[name])) for name in ("p25", "p75"))
    return say(half, p25=low, p75=high)


def has_rival(sample: Sample) -> bool:
    return _rival(sample) is not None


def _rival(sample: Sample) -> Rival | None:
    """Of the title, if it has one and its score was counted."""
    rival = sample.levers.rival
    return rival if rival and columns_of(sample.rows, f"tally_{rival.tally}") else None


def _against(sample: Sample, tally: str) -> pl.DataFrame:
    margin = pl.col("score") - pl.col(f"tally_{tally}")
    rows = sample.plain.with_columns(pl.col("strategy").cast(pl.String), margin=margin)
    wins = with_interval(clustered(rows, "strategy", pl.col("win")), share_interval)
    spread = rows.group_by("strategy").agg(
        pl.col("margin").mean(),
        *(pl.col("margin").quantile(q / 100, "nearest").alias(f"p{q}") for q in QUANTILES),
        pl.col(f"tally_{tally}").mean().alias(tally),
    )
    table = wins.join(spread.collect(engine="streaming"), on="strategy")
    quantiles = [f"p{q}" for q in QUANTILES]
    columns = ["strategy", *SHARES, "margin", *quantiles, tally, "error", "deals"]
    return sort_rows(table, -pl.col("estimate"), "strategy").select(columns)


def with_switches(
    finding: Finding, sample: Sample, switched: Mapping[str, pl.LazyFrame]
) -> Finding:
    """The finding with what each switch changes, the easiest first."""
    rival = _rival(sample)
    if rival is None or not switched or not sample.mirrors:
        return finding
    meanings = {switch.name: switch.about for switch in rival.switches}
    changes = [
        (word, meanings[word], *_change(sample, rows, rival.tally))
        for word, rows in switched.items()
    ]
    columns = ["switch", say("{rival} has", rival=rival.name), *SHARES, "margin", "from", "to", "q"]
    table = pl.DataFrame(changes, schema=columns, orient="row", infer_schema_length=None)
    table = table.with_columns(q=pl.Series(discoveries(table["q"])))
    table = sort_rows(table, -pl.col("estimate"))
    easy, hard = end_rows(table, "estimate")
    told = say(
        "The switch '{easy}' makes it easiest ({easier:+.1f} points of win rate), '{hard}' hardest"
        " ({harder:+.1f}).",
        easy=meanings[easy["switch"]],
        easier=100 * easy["estimate"],
        hard=meanings[hard["switch"]],
        harder=100 * hard["estimate"],
    )
    note = say(
        "Switches: {line_up} on the same shuffles with and without each; q below 0.05 is a clear"
        " difference.",
        line_up=sample.typical_name,
    )
    return replace(
        finding,
        details=(*finding.details, told),
        tables=(*finding.tables, Table("switches", "What each switch changes", table, SHARES)),
        notes=(*finding.notes, note),
    )


def _change(sample: Sample, rows: pl.LazyFrame, tally: str) -> tuple[float, ...]:
    """Games won and margin with the switch less those without, and p of no difference."""
    line_up = rows.filter(pl.col("line_up").cast(pl.String) == sample.mirrors[0])
    without, with_it = _per_deal(sample.of(sample.mirrors[0]), tally), _per_deal(line_up, tally)
    pairs = without.join(with_it, on="deal", suffix="_with").lazy().with_columns(who=pl.lit("all"))
    win = clustered(pairs, "who", pl.col("win_with") - pl.col("win"))
    margin = clustered(pairs, "who", pl.col("margin_with") - pl.col("margin"))
    p = p_values(win["estimate"], win["error"], win["deals"], 0.0)[0]
    means = (Estimate.of(table.row(0, named=True)) for table in (win, margin))
    return (*(figure for mean in means for figure in in_figures(mean)), float(p))


def _per_deal(rows: pl.LazyFrame, tally: str) -> pl.DataFrame:
    margin = pl.col("score") - pl.col(f"tally_{tally}")
    means = rows.group_by("deal").agg(
        pl.col("win").cast(pl.Float64).mean(), margin=margin.cast(pl.Float64).mean()
    )
    return means.collect(engine="streaming")


QUESTION = Question(
    name="solo",
    place=110,
    heading="Solo win rate",
    question="How hard is the automa?",
    measure="win rate of the best bot against the automa",
    scale=Scale(
        "distance of the best bot's win rate from 50%, in percentage points",
        0.2,
        0.4,
        in_points=True,
    ),
    find=find,
    rules_out="Ruled out: a win rate more than {most} games in 100 from 50%.",
    players=ALONE,
    fits=has_rival,
    metric="win_rate",
    rates=rates,
)

"""How often is the game beaten? By one player with a target, or by a co-op table."""

import polars as pl

from analyses.experiments.sums import asked
from analyses.findings.chart import Chart
from analyses.findings.finding import Finding, Table, whole_percent, whole_range
from analyses.findings.names import number_word
from analyses.findings.question import ALONE, KEPT, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.findings.win_rate import WinRate, WinRates
from analyses.language import say
from analyses.questions.solo import has_rival
from analyses.statistics.counts import counts_of
from analyses.statistics.estimate import MaxDistance, Monotone, Quantity, Share, Simultaneous
from analyses.statistics.intervals import clustered, share_interval, with_interval
from analyses.statistics.order import sort_rows

SHARES = ("estimate", "low", "high")
OF_BOTS = "Win rate with the same bot in every seat, with 95% CIs"
OF_LINE_UPS = "Win rate of each line-up at its own tables, with 95% CIs"
CHART = Chart(OF_BOTS, by=("strategy", "line_up"), marks="bars", like="bot")
AIM = "aim"  # the share of games that are to be won
QUARTERS = (25, 50, 75)  # of the scores, in per cent


def rates(sample: Sample) -> WinRates:
    """The best strategy alone, or line-up."""
    if sample.sides > 1:
        return {}
    table, aim = _by(_who(sample), sample), QUESTION.setting(sample, AIM)
    best = table.row(0, named=True)
    share = Simultaneous(Share.of(best), len(table))
    return {best[_who(sample)]: WinRate(share, aim, Monotone(share, lambda won: won - aim))}


def find(sample: Sample) -> Finding:
    if sample.sides > 1:
        told = say("Not run: here players win against each other, not against the game.")
        return QUESTION.finding(sample, told)
    table = _by(_who(sample), sample)
    best = table.row(0, named=True)
    share = Simultaneous(Share.of(best), len(table))  # chance may have chosen it
    return QUESTION.finding(
        sample,
        _won_told(best, share, len(table), sample),
        [_half_told(best)],
        estimate=share,
        measure=MaxDistance([share], QUESTION.setting(sample, AIM)),
        unit="share",
        tables=(
            Table(
                "wins",
                "Win rate of each bot",
                table.drop("error", "deals"),
                SHARES,
                CHART.with_(caption=OF_BOTS if sample.mirrors else OF_LINE_UPS),
            ),
        ),
    )


def _won_told(best: dict, share: Quantity, several: int, sample: Sample) -> str:
    solo = "The {who} bot wins {share} of solo games ({ends})."
    coop = "A table of {who} bots wins {share} of co-op games ({ends})."
    best_solo = "The best of {n!s} bots ({who}) wins {share} of solo games ({ends})."
    best_coop = "The best of {n!s} bots ({who}) wins {share} of co-op games ({ends})."
    mixed = "A table of {who} wins {share} of co-op games ({ends})."
    alone = solo if sample.players == 1 else coop
    of_several = best_solo if sample.players == 1 else best_coop
    told = (of_several if several > 1 else alone) if sample.mirrors else mixed
    return say(
        told,
        share=whole_percent(share.value),
        ends=whole_range(*share.interval()),
        who=best[_who(sample)],
        n=number_word(several),
    )


def _half_told(best: dict) -> str:
    half = "Half of these games end between {low:.0f} and {high:.0f} points."
    return say(half, low=best["p25"], high=best["p75"])


def _who(sample: Sample) -> str:
    """What games are won with: where several strategies sit at a table, all of them."""
    return "strategy" if sample.mirrors else "line_up"


def _by(who: str, sample: Sample) -> pl.DataFrame:
    """How often each strategy in every seat wins, or each line-up of several; the best first.

    Of the first all games are asked that other questions are, so that one report has one share.
    """
    rows = pl.concat([sample.typical, sample.of(*sample.mirrors[1:])])
    rows = rows.with_columns(pl.col(who).cast(pl.String))
    won = clustered(asked(rows, "win"), who, pl.col("win"))
    points = [
        (name, *(seen.quantile(q / 100) for q in QUARTERS))
        for name, seen in counts_of(asked(rows, "score"), "score", who).items()
    ]
    columns = [who, *(f"p{q}" for q in QUARTERS)]
    quarters = pl.DataFrame(points, schema=columns, orient="row")
    table = with_interval(won, share_interval).join(quarters, on=who)
    shown = [who, *SHARES, *columns[1:], "error", "deals"]
    return sort_rows(table, -pl.col("estimate"), who).select(shown)


def can_be_lost(sample: Sample) -> bool:
    """All win or lose together, or a player alone has lost at least once; not against a rival."""
    if has_rival(sample):
        return False
    if sample.known is not None and sample.known.is_cooperative:
        return True
    return sample.plain.select(pl.col("win").min()).collect(engine="streaming").item() < 1


QUESTION = Question(
    name="coop",
    place=105,
    heading="Co-op win rate",
    question="How often is the game beaten?",
    measure="win rate of the best bot",
    scale=Scale(
        "distance of the best bot's win rate from its target, in percentage points",
        0.2,
        0.4,
        in_points=True,
    ),
    find=find,
    rules_out="Ruled out: a win rate more than {most} games in 100 from its target.",
    players=ALONE,
    fits=can_be_lost,
    needs=KEPT,
    metric="win_rate",
    rates=rates,
    settings={AIM: 0.5},
)

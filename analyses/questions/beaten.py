"""How often is the game beaten? By one player with a target, or by all who play together."""

import polars as pl

from analyses.experiments.sums import asked
from analyses.findings.fares import Fare, Fares
from analyses.findings.finding import Finding, Table, percent, percent_range
from analyses.findings.question import ALONE, KEPT, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import say
from analyses.questions.solo import has_rival
from analyses.statistics.counts import counts_of
from analyses.statistics.estimate import Farthest, Quantity, Rising, Share, Together
from analyses.statistics.intervals import clustered, share_interval, with_interval
from simulator.titles import load_title, title_names

SHARES = ("estimate", "low", "high")
AIM = "aim"  # the share of games that are to be won
QUARTERS = (25, 50, 75)  # of the scores, in per cent


def fares(sample: Sample) -> Fares:
    """The best strategy alone."""
    if sample.sides > 1:
        return {}
    table = _by_strategy(sample)
    best, aim = table.row(0, named=True), QUESTION.setting(sample, AIM)
    share = Together(Share.of(best), len(table))
    return {best["strategy"]: Fare(share, aim, Rising(share, lambda won: won - aim))}


def find(sample: Sample) -> Finding:
    if sample.sides > 1:
        told = say("Not asked: here players win against each other, not against the game.")
        return QUESTION.finding(sample, told)
    table = _by_strategy(sample)
    best = table.row(0, named=True)
    share = Together(Share.of(best), len(table))  # chance may have chosen it
    return QUESTION.finding(
        sample,
        _told(best, share, sample.players),
        estimate=share,
        measure=Farthest([share], QUESTION.setting(sample, AIM)),
        unit="share",
        tables=(Table("wins", "Games won", table.drop("error", "deals"), SHARES),),
    )


def _told(best: dict, share: Quantity, players: int) -> str:
    alone = (
        "The player wins {share} of the games ({ends}) with {strategy}; half of them end between"
        " {low:.0f} and {high:.0f} points."
    )
    together = (
        "The table wins {share} of the games ({ends}) with {strategy}; half of them end between"
        " {low:.0f} and {high:.0f} points."
    )
    return say(
        alone if players == 1 else together,
        share=percent(share.value),
        ends=percent_range(*share.interval()),
        strategy=best["strategy"],
        low=best["p25"],
        high=best["p75"],
    )


def _by_strategy(sample: Sample) -> pl.DataFrame:
    """One strategy in every seat: how often it wins, the best first, and its points."""
    rows = sample.of(*sample.mirrors) if sample.mirrors else sample.plain
    rows = rows.with_columns(pl.col("strategy").cast(pl.String))
    won = clustered(asked(rows, "win"), "strategy", pl.col("win"))
    points = [
        (name, *(seen.quantile(q / 100) for q in QUARTERS))
        for name, seen in counts_of(asked(rows, "score"), "score", "strategy").items()
    ]
    columns = ["strategy", *(f"p{q}" for q in QUARTERS)]
    quarters = pl.DataFrame(points, schema=columns, orient="row")
    table = with_interval(won, share_interval).join(quarters, on="strategy")
    shown = ["strategy", *SHARES, *columns[1:], "error", "deals"]
    return table.sort("estimate", descending=True).select(shown)


def can_be_lost(sample: Sample) -> bool:
    """All win or lose together, or a player alone has lost at least once; not against a rival."""
    if has_rival(sample):
        return False
    if sample.title in title_names() and load_title(sample.title).is_cooperative:
        return True
    return sample.plain.select(pl.col("win").min()).collect(engine="streaming").item() < 1


QUESTION = Question(
    name="beaten",
    place=105,
    heading="Beating the game",
    question="How often is the game beaten?",
    measure="games won by the best strategy",
    scale=Scale(
        "how far the best strategy's wins over the game are from one half, or another aim", 0.2, 0.4
    ),
    find=find,
    players=ALONE,
    fits=can_be_lost,
    needs=KEPT,
    gauge="games_won",
    fares=fares,
    settings={AIM: 0.5},
)

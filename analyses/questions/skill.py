"""Does better play win? How often the better of two bots does, in one game and in a match.

That skill shows is no fault of a game, nor that it hides: this describes, and has no verdict.
"""

import numpy as np
import polars as pl

from analyses.experiments.designs import PUSHES
from analyses.experiments.experiment import ROWS, SUMS
from analyses.experiments.pool import CHANCE
from analyses.findings.finding import (
    Finding,
    Table,
    listed,
    percent,
    percent_range,
    whole_percent,
    whole_range,
)
from analyses.findings.meetings import is_chance_worse, meetings, reference
from analyses.findings.question import KEPT, SEVERAL, Question
from analyses.findings.sample import MIXED, Sample
from analyses.language import say, word
from analyses.statistics.estimate import (
    NOTHING,
    Lowest,
    Monotone,
    Quantity,
    Share,
    in_figures,
)
from analyses.statistics.holders import of_holders, with_less_without
from analyses.statistics.intervals import SURE, discoveries, seen
from analyses.statistics.order import end_rows, least_by, most_by, sort_rows
from analyses.statistics.ratings import games_to_tell, match_share
from simulator.doors import call

CHOSEN = (
    "Chance helps to choose the closest pair and makes it look closer than it is. The sentence"
    " corrects part of that, the table does not."
)
NEIGHBOURS_KEPT = "The effect of who plays next needs every single game ({call!s})."
ENDS = ("estimate", "low", "high")
NEIGHBOURS = {
    **{"strategy": pl.String, "before": pl.String},
    **dict.fromkeys(ENDS, pl.Float64),
    **{"rows": pl.Int64, "q": pl.Float64},
}
SHARES = (*ENDS, "match", "match from", "match to")


def find(sample: Sample) -> Finding:
    met = meetings(sample) if sample.mixed else {}
    if not met:
        return QUESTION.not_asked(sample)
    one = reference(sample)
    rivals = [name for name in met if name != CHANCE and not _is_stubborn(sample, name)]
    rivals = rivals or list(met)
    equals, rest = _nearest(met, rivals)
    nearest = least_by(rest or equals, lambda name: _better(met[name]).value)
    share = Lowest([_better(met[name]) for name in rest or equals], len(rivals))
    told = [_equals_told(one, equals)] if equals else []
    chance = _beside_chance_told(sample, one, met) if rivals != [CHANCE] else []
    told += [] if not rest or (equals and chance) else _told(one, nearest, met[nearest], share)
    told += chance
    beside = neighbours(sample)
    told += filter(None, [neighbours_told(beside)])
    even = Share(0.5, met[nearest].error, met[nearest].deals)
    is_known = is_chance_worse(sample) is not False
    return QUESTION.finding(
        sample,
        told[0],
        told[1:],
        estimate=(Lowest([even], len(rivals)) if equals else share) if is_known else NOTHING,
        unit="share",
        power=seen(say("the rate of finishing ahead"), met[nearest].error, met[nearest].deals),
        tables=(
            Table("pairs", "The better of two bots", _table(one, met), SHARES),
            *neighbours_table(beside),
        ),
        notes=(
            say(
                "{player} and each other bot at the tables where both sit, in every seating. To"
                " finish ahead is to have the better place; a tie counts half. A match is the best"
                " of seven games. Games to tell apart: a sample of that size shows the better bot"
                " in four cases of five.",
                player=one,
            ),
            *([say(CHOSEN)] * (len(rest) > 1)),
            *([say(NEIGHBOURS_KEPT, call=call("simulate", kept=ROWS))] * (sample.keeps == SUMS)),
        ),
    )


def _is_stubborn(sample: Sample, name: str) -> bool:
    """Whether a bot takes an option that others shun, which is no way to play well."""
    dose = sample.seats[name].dose
    return dose is not None and dose >= PUSHES[0]


def _nearest(met: dict[str, Share], rivals: list[str]) -> tuple[list[str], list[str]]:
    """Those who cannot be told from the reference player, and of the others those in question.

    Whoever beats it is the best, and it the next best; of several the strongest is told.
    """
    ends = {name: met[name].interval(len(rivals)) for name in rivals}
    if stronger := [name for name in rivals if ends[name].high < 0.5]:
        return [], [least_by(stronger, lambda name: met[name].value)]
    equals = [name for name in rivals if ends[name].low <= 0.5]
    return equals, [name for name in rivals if name not in equals]


def _equals_told(one: str, equals: list[str]) -> str:
    return say(
        "{players!s} are too close to tell apart.",
        players=listed([word(who) for who in (one, *equals)]),
    )


def _beside_chance_told(sample: Sample, one: str, met: dict[str, Share]) -> list[str]:
    """How much better than random moves the reference player is, if they meet."""
    if CHANCE not in met:
        return []
    if is_chance_worse(sample):
        return [_chance_told(one, met[CHANCE])]
    told = "Skill cannot be measured: the {player} bot does no better than random moves ({ends})."
    return [say(told, player=one, ends=whole_range(*met[CHANCE].interval()))]


def _better(ahead: Share) -> Share:
    """The share of whoever of the two is ahead more often."""
    return Share(max(ahead.value, 1 - ahead.value), ahead.error, ahead.deals)


def _match(better: Quantity) -> Monotone:
    return Monotone(better, match_share)


def _table(one: str, met: dict[str, Share]) -> pl.DataFrame:
    rows = []
    for name, ahead in met.items():
        pair = (one, name) if ahead.value >= 0.5 else (name, one)
        better = _better(ahead)
        games = games_to_tell(better.value)
        rows.append((*pair, *in_figures(better), *in_figures(_match(better)), games))
    columns = ["better", "other", *SHARES, "games to tell apart"]
    frame = pl.DataFrame(rows, schema=columns, orient="row", infer_schema_length=None)
    return sort_rows(frame, "estimate", "other")


def _told(one: str, other: str, ahead: Share, better: Lowest) -> list[str]:
    """Chance may have chosen who is nearest among so many."""
    who, whom = (one, other) if ahead.value >= 0.5 else (other, one)
    low, high = better.interval()
    ahead_told = (
        "The {who} bot finishes ahead of {whom} in {wins} of games ({ends}) and wins {matches} of"
        " best-of-seven matches."
    )
    told_apart = "About {games:,.0f} games tell them apart."
    said = say(
        ahead_told,
        who=who,
        whom=whom,
        wins=whole_percent(better.value),
        ends=whole_range(low, high),
        matches=whole_percent(_match(better).value),
    )
    return [said, say(told_apart, games=games_to_tell(better.value))]


def _chance_told(one: str, ahead: Share) -> str:
    told = "The {player} bot finishes ahead of random moves in {wins} of games ({ends})."
    ends = whole_range(*ahead.interval())
    return say(told, player=one, wins=whole_percent(ahead.value), ends=ends)


def neighbours(sample: Sample) -> pl.DataFrame:
    """The win rate of each strategy before each other one; all intervals hold together.

    q below SURE: it surely wins more, or less, there than before others. Counted games do not tell.
    """
    if sample.keeps == SUMS:
        return pl.DataFrame(schema=NEIGHBOURS)
    rows = sample.some(sample.of(*sample.mixed)).with_columns(pl.col("strategy").cast(pl.String))
    several = rows.filter(pl.col("strategy").n_unique().over("game") > 2)
    table = several.select("game", "seat", "deal", "win", "strategy").sort("game", "seat").collect()
    players, found, p = sample.players, [], []
    who, win, deal = (table[name].to_numpy() for name in ("strategy", "win", "deal"))
    after = np.roll(who.reshape(-1, players), -1, axis=1).ravel()
    for name in dict.fromkeys(who):
        mine = who == name
        others = sorted({*after[mine]})
        if len(others) < 2:
            continue
        before = after[mine][:, None] == np.array(others)
        shares = of_holders(win[mine][:, None], before[:, None], deal[mine])
        more = with_less_without(win[mine], before, deal[mine])
        p += more.p.tolist()
        found += [
            (name, other, share, int(n))
            for other, share, n in zip(others, shares.estimates(Share), shares.rows, strict=True)
        ]
    made = [
        (name, other, *in_figures(share, len(found)), n, float(q))
        for (name, other, share, n), q in zip(found, discoveries(p), strict=True)
    ]
    return pl.DataFrame(made, NEIGHBOURS, orient="row")


def neighbours_told(table: pl.DataFrame) -> str:
    """Of the player to whom it makes the largest sure difference who plays next."""
    sure = table.filter(pl.col("q") < SURE)["strategy"].unique(maintain_order=True)
    its = {name: table.filter(pl.col("strategy") == name) for name in sure}
    if not its:
        return ""
    name = most_by(its, lambda one: np.ptp(its[one]["estimate"].to_numpy()))
    best, worst = end_rows(its[name], "estimate")
    return say(
        "The next player matters: {player} wins {more} before {one} ({more_ends}) and {less} before"
        " {other} ({less_ends}).",
        player=name,
        more=percent(best["estimate"]),
        one=best["before"],
        more_ends=percent_range(best["low"], best["high"]),
        less=percent(worst["estimate"]),
        other=worst["before"],
        less_ends=percent_range(worst["low"], worst["high"]),
    )


def neighbours_table(table: pl.DataFrame) -> tuple[Table, ...]:
    return (Table("neighbours", "Win rate by who plays next", table, ENDS),) * (len(table) > 0)


QUESTION = Question(
    name="skill",
    place=15,
    heading="Skill",
    question="Does better play win?",
    measure="games in which the best bot finishes ahead of the next best",
    find=find,
    players=SEVERAL,
    reads=(MIXED,),
    design="one-vs-field",
    needs=KEPT,
    metric="dominant_strategy",
)

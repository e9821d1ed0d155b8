"""Does better play win? How often the better of two bots does, in one game and in a match.

That skill shows is no fault of a game, nor that it hides: this describes, and has no verdict.
"""

import polars as pl

from analyses.experiments.experiment import ROWS, SUMS
from analyses.experiments.pool import CHANCE
from analyses.findings.finding import Finding, Table, listed, whole_percent, whole_range
from analyses.findings.meetings import meetings, reference
from analyses.findings.neighbours import neighbours, neighbours_table, neighbours_told
from analyses.findings.question import KEPT, SEVERAL, Question
from analyses.findings.sample import MIXED, Sample
from analyses.language import say
from analyses.statistics.estimate import Lowest, Monotone, Quantity, Share, in_figures
from analyses.statistics.intervals import seen
from analyses.statistics.matches import games_to_tell, match_share
from analyses.statistics.order import least_by, sort_rows
from simulator.doors import call

CHOSEN = (
    "Chance helps to choose the closest pair and makes it look closer than it is. The sentence"
    " corrects part of that, the table does not."
)
NEIGHBOURS_KEPT = "The effect of who plays next needs every single game ({call!s})."
SHARES = ("estimate", "low", "high", "match", "match from", "match to")


def find(sample: Sample) -> Finding:
    met = meetings(sample) if sample.mixed else {}
    if not met:
        return QUESTION.not_asked(sample)
    one = reference(sample)
    rivals = [name for name in met if name != CHANCE] or list(met)
    equals = [name for name in rivals if _better(met[name]).interval(len(rivals)).low <= 0.5]
    better = {name: _better(met[name]) for name in rivals if name not in equals or rivals == equals}
    nearest = least_by(better, lambda name: better[name].value)
    share = Lowest([*better.values()], len(rivals))
    told = _told(one, nearest, met[nearest], share)
    if nearest != CHANCE and CHANCE in met:
        told.append(_chance_told(one, met[CHANCE]))
    if equals and nearest not in equals:
        told.append(
            say(
                "{player} and {others!s} are too close to tell apart.",
                player=one,
                others=listed(equals),
            )
        )
    beside = neighbours(sample)
    told += filter(None, [neighbours_told(beside)])
    return QUESTION.finding(
        sample,
        told[0],
        told[1:],
        estimate=share,
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
            *([say(CHOSEN)] * (len(better) > 1)),
            *([say(NEIGHBOURS_KEPT, call=call("simulate", kept=ROWS))] * (sample.keeps == SUMS)),
        ),
    )


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
    if low <= 0.5:
        told = "{player} and {others!s} are too close to tell apart."
        return [say(told, player=one, others=other)]
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

"""Does better play win? How often the better of two players does, in one game and in a match.

That skill shows is no fault of a game, nor that it hides: this describes, and has no verdict.
"""

import polars as pl

from analyses.experiments.experiment import SUMS
from analyses.experiments.pool import CHANCE
from analyses.findings.finding import Finding, Table
from analyses.findings.meetings import meetings, reference
from analyses.findings.neighbours import neighbours, neighbours_table, neighbours_told
from analyses.findings.question import KEPT, SEVERAL, Question
from analyses.findings.sample import MIXED, Sample
from analyses.language import say
from analyses.statistics.estimate import Lowest, Quantity, Rising, Share, in_figures
from analyses.statistics.intervals import seen
from analyses.statistics.matches import games_to_tell, match_share
from analyses.statistics.order import least_by, sort_rows

CHOSEN = (
    "Chance has a say in who is nearest, and makes it seem nearer than it is: the sentence allows"
    " for part of that, the table for nothing."
)
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
    told = [_told(one, nearest, met[nearest], share)]
    if nearest != CHANCE and CHANCE in met:
        told.append(_chance_told(one, met[CHANCE]))
    if equals and nearest not in equals:
        told.append(
            say(
                "These games cannot tell {player} from {others}.",
                player=one,
                others=", ".join(equals),
            )
        )
    beside = neighbours(sample)
    told += filter(None, [neighbours_told(beside)])
    return QUESTION.finding(
        sample,
        " ".join(told),
        estimate=share,
        unit="share",
        power=seen(say("how often one ends ahead"), met[nearest].error, met[nearest].deals),
        tables=(
            Table("pairs", "The better of two players", _table(one, met), SHARES),
            *neighbours_table(beside),
        ),
        notes=(
            say(
                "{player} with each other player at the tables where both sit, every seating in"
                " turn; to be ahead is to have the better place, and a tie counts half. A match"
                " is won by four games of seven. So many games 'tell apart': four samples in five"
                " as large would show who is better.",
                player=one,
            ),
            *([say(CHOSEN)] * (len(better) > 1)),
            *([say("Who plays next needs every game (--keep games).")] * (sample.keeps == SUMS)),
        ),
    )


def _better(ahead: Share) -> Share:
    """The share of whoever of the two is ahead more often."""
    return Share(max(ahead.value, 1 - ahead.value), ahead.error, ahead.deals)


def _match(better: Quantity) -> Rising:
    return Rising(better, match_share)


def _table(one: str, met: dict[str, Share]) -> pl.DataFrame:
    rows = []
    for name, ahead in met.items():
        pair = (one, name) if ahead.value >= 0.5 else (name, one)
        better = _better(ahead)
        games = games_to_tell(better.value)
        rows.append((*pair, *in_figures(better), *in_figures(_match(better)), games))
    columns = ["better", "other", *SHARES, "games that tell apart"]
    frame = pl.DataFrame(rows, schema=columns, orient="row", infer_schema_length=None)
    return sort_rows(frame, "estimate", "other")


def _told(one: str, other: str, ahead: Share, better: Lowest) -> str:
    """Chance may have chosen who is nearest among so many."""
    who, whom = (one, other) if ahead.value >= 0.5 else (other, one)
    low, high = better.interval()
    if low <= 0.5:
        return say("These games cannot tell {player} from {others}.", player=one, others=other)
    return say(
        "{who} is ahead of {whom} in {wins:.0f} of 100 single games ({low:.0f} to {high:.0f}) and"
        " wins {matches:.0f} of 100 matches of seven; {games:,.0f} games would tell them apart.",
        who=who,
        whom=whom,
        wins=100 * better.value,
        low=100 * low,
        high=100 * high,
        matches=100 * _match(better).value,
        games=games_to_tell(better.value),
    )


def _chance_told(one: str, ahead: Share) -> str:
    low, high = ahead.interval()
    return say(
        "{player} is ahead of random moves in {wins:.0f} ({low:.0f} to {high:.0f}).",
        player=one,
        wins=100 * ahead.value,
        low=100 * low,
        high=100 * high,
    )


QUESTION = Question(
    name="skill",
    place=15,
    heading="Skill",
    question="Does better play win?",
    measure="games in which the best is ahead of the next best",
    find=find,
    players=SEVERAL,
    reads=(MIXED,),
    design="one-vs-field",
    needs=KEPT,
    gauge="dominant_strategy",
)

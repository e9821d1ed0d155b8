"""Aims: whom a search follows of a judgement, or all that its verdict measures.

The farthest of several hides what the others do, and what is true of one of them shows in fewer
games. So whoever is surely out is followed alone.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from analyses.findings.question import ALONE
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Thresholds
from analyses.findings.win_rate import farthest_off
from analyses.lab.search.judgements import HalfSamples, Judgement, weighed
from analyses.questions import QUESTIONS
from analyses.questions import scales as scales_of
from analyses.statistics.estimate import NOTHING, MaxDistance, Quantity
from analyses.statistics.order import tied_ranks

FOLLOWED = 3  # of a judgement


@dataclass(frozen=True)
class Aim:
    """A judgement, and who of it is to come nearer to even; nobody: what its verdict measures."""

    judgement: str
    who: str = ""


def aims_of(judgement: Judgement, thresholds: Thresholds) -> list[Aim]:
    """The farthest, and others who surely are out as well; two sides of one coin count once."""
    rates = judgement.rates
    if not rates or QUESTIONS[judgement.question].players == ALONE:
        return [Aim(judgement.question)]
    watch, distinct = scales_of(thresholds)[judgement.question].borderline, dict[int, str]()
    off = {name: MaxDistance([rates[name].off]) for name in farthest_off(rates)}
    for rank, name in zip(tied_ranks([one.value for one in off.values()]), off, strict=True):
        if not distinct or off[name].interval(len(rates)).low >= watch:
            distinct.setdefault(rank, name)
    return [Aim(judgement.question, name) for name in distinct.values()][:FOLLOWED]


def measures(aims: Iterable[Aim], sample: Sample) -> dict[Aim, Quantity]:
    """How far off each is; nothing is known of who is in no game."""
    by_judgement: dict[str, list[Aim]] = {}
    for aim in aims:
        by_judgement.setdefault(aim.judgement, []).append(aim)
    return {
        aim: one for name, of in by_judgement.items() for aim, one in _of(name, of, sample).items()
    }


def _of(name: str, aims: Iterable[Aim], sample: Sample) -> Mapping[Aim, Quantity]:
    question = QUESTIONS[name]
    found = {aim: question.measured(sample) for aim in aims if not aim.who}
    if followed := [aim for aim in aims if aim.who]:
        rates = question.fared(sample)
        for aim in followed:
            one = rates.get(aim.who)
            found[aim] = NOTHING if one is None else MaxDistance([one.off])
    return found


def weighed_aims(aims: Iterable[Aim], sample: Sample) -> dict[Aim, HalfSamples]:
    """Each in all games, and in halves of them."""
    asked = list(aims)
    return weighed(lambda part: measures(asked, part), sample)

"""The verdict page: a card per question, and the whole in a few sentences."""

import math
from collections.abc import Sequence

from analyses.experiments.run_folder import RunFolder
from analyses.findings.finding import Finding
from analyses.findings.verdicts import LEVEL, NOT_TILTED, TILTED, UNKNOWN, WATCH
from analyses.lab.chapters import Chapter
from analyses.questions import QUESTIONS
from analyses.statistics.estimate import in_figures
from reports.look import GRAVITY, gravest
from reports.model import Card, Line, unbroken
from simulator.titles import load_title

CLAIMS = 4  # of what tilts, told in full on top


def heading_of(name: str) -> str:
    return QUESTIONS[name].heading if name in QUESTIONS else name.capitalize()


def questions_of(chapters: Sequence[Chapter]) -> list[str]:
    """Every question that some number of players was asked, in their order, others after them."""
    asked = [finding.name for chapter in chapters for finding in chapter.findings]
    return list(dict.fromkeys([*(name for name in QUESTIONS if name in asked), *asked]))


def cards_of(chapters: Sequence[Chapter]) -> list[Card]:
    """The gravest first; those of one verdict in the order of the questions."""
    cards = [_card(name, chapters) for name in questions_of(chapters)]
    return sorted(cards, key=lambda card: GRAVITY.index(card.verdict))


def _card(name: str, chapters: Sequence[Chapter]) -> Card:
    """The gravest verdict speaks for all."""
    found = [(chapter, one) for chapter in chapters if (one := chapter.finding(name))]
    verdict = gravest([finding.verdict for _, finding in found])
    chapter, told = next((c, one) for c, one in found if one.verdict == verdict)
    where = "" if len(found) == 1 else f"{chapter.name}: "
    return Card(
        anchor=name,
        heading=heading_of(name),
        measure=QUESTIONS[name].measure if name in QUESTIONS else "",
        verdict=verdict,
        sentence=unbroken(f"{where}{told.sentence}"),
        lines=tuple(_line(chapter, finding) for chapter, finding in found),
    )


def _line(chapter: Chapter, finding: Finding) -> Line:
    value, low, high = in_figures(finding.estimate)
    known = math.isfinite(value)
    bounded = known and math.isfinite(low) and low < high
    is_share = finding.unit == "share"
    unit = " %" if is_share else ""

    def words(value: float) -> str:
        return f"{100 * value:.1f}" if is_share else f"{value:.1f}"

    return Line(
        name=chapter.name,
        anchor=f"{finding.name}-{chapter.players}",
        verdict=finding.verdict,
        figure=unbroken(f"{words(value)}{unit}") if known else "–",
        interval=f"{words(low)} to {words(high)}" if bounded else "",
        sample=f"{finding.games:,} games",
    )


def summary_of(name: str, chapters: Sequence[Chapter], strategies: int) -> tuple[str, ...]:
    """The verdict page in a few sentences: what was played, what tilts, and the rest by name."""
    games = sum(chapter.games for chapter in chapters)
    counts = _listed([str(chapter.players) for chapter in chapters])
    who = "1 strategy" if strategies == 1 else f"{strategies} strategies"
    players = "player" if counts == "1" else "players"
    told = [f"{games:,} games of {name} with {counts} {players}, played by {who}."]
    told += _in_play(chapters[0].runs[0])
    told += [_claim(card) for card in cards_of(chapters) if card.verdict == TILTED][:CLAIMS]
    for verdict, words in (
        (TILTED, "The game tilts here"),
        (WATCH, "Worth watching"),
        (NOT_TILTED, "Not tilted"),
        (LEVEL, "Level"),
        (UNKNOWN, "Too few games to say, or not asked"),
    ):
        if topics := _topics(chapters, verdict):
            told.append(f"{words}: {_listed(topics)}.")
    return tuple(told)


def _in_play(run: RunFolder) -> list[str]:
    """Who of a cast is at the table: what is said holds for them."""
    cast = load_title(run.settings["title"]).levers.cast
    members = cast.in_play(run.components) if cast else None
    if not cast or not members or len(members) == len(cast.members):
        return []
    return [f"In play: {_listed([name.replace('_', ' ') for name in members])}."]


def _claim(card: Card) -> str:
    return f"{card.heading}, {card.sentence[0].lower()}{card.sentence[1:]}"


def _topics(chapters: Sequence[Chapter], verdict: str) -> list[str]:
    """The questions with this verdict, and for how many players where not for all."""
    topics = []
    for name in questions_of(chapters):
        asked = [(c.players, one.verdict) for c in chapters if (one := c.finding(name))]
        where = [str(players) for players, given in asked if given == verdict]
        topic = heading_of(name).lower()
        if len(where) == len(asked):
            topics.append(topic)
        elif where:
            topics.append(f"{topic} (with {_listed(where)})")
    return topics


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"

"""Page one, which decides: what tilts and how surely, what to try, what is fine, what is open."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from analyses.experiments.pool import is_search
from analyses.findings.finding import Finding, percent, percent_range
from analyses.findings.verdicts import DEPENDS, LEVEL, TILTED, UNDECIDED, UNKNOWN, WATCH, Scale
from analyses.lab.chapters import Chapter
from analyses.lab.deviations import player_of
from analyses.language import count, say, word
from analyses.questions import QUESTIONS, scales
from analyses.questions.confidence import is_beaten, is_unbeaten
from analyses.questions.viable_strategies import stronger
from analyses.statistics.estimate import FEW
from analyses.statistics.order import ordered
from reports.look import GRAVITY
from reports.model import Claim, Figure, First, unbroken
from reports.next_step import asked_again, measuring, next_step
from reports.tilt import tilt_chart
from reports.verdicts import (
    Gravest,
    found_by,
    gravest_of,
    heading_of,
    listed,
    questions_of,
    topic_of,
)
from simulator.titles import Title

CLAIMS = 5  # at most: who reads more than five decides nothing
KEPT = 2  # figures that a change should leave as they are


def first_of(title: Title, chapters: Sequence[Chapter], strategies: int) -> First:
    asked = [name for name in questions_of(chapters) if _is_about_game(name)]
    claims = [_claim(title, one, chapters) for one in _gravest(asked, chapters)]
    overturned = _overturned(title, chapters)
    drawn = tilt_chart([(name, found_by(name, chapters)) for name in asked], _scales(chapters))
    return First(
        scope=unbroken(" ".join(_scope(title, chapters, strategies))),
        heading=_heading(title, [*overturned, *claims], asked, chapters),
        claims=(*overturned, *claims)[:CLAIMS],
        lines=tuple(
            (say(name), unbroken(words))
            for name, tell in (UNTIL_ASKED_AGAIN if overturned else LINES).items()
            if (words := tell(title, asked, chapters))
        ),
        figure=Figure("cover-chart", drawn) if drawn else None,
    )


def _heading(
    title: Title, claims: Sequence[Claim], asked: Sequence[str], chapters: Sequence[Chapter]
) -> str:
    """That nothing is the matter is said only where that is known of all that was asked."""
    if claims:
        return say("What to look at first")
    if any(tell(title, asked, chapters) for tell in (_undecided, _depends, _provisional)):
        return say("Nothing surely tilts or is worth watching, but not all is decided")
    return say("Nothing tilts, and nothing is worth watching")


def _is_about_game(name: str) -> bool:
    return name not in QUESTIONS or QUESTIONS[name].is_about_game


def _scales(chapters: Sequence[Chapter]) -> dict[str, Scale]:
    return scales(chapters[0].runs[0].settings["thresholds"])


def _scope(title: Title, chapters: Sequence[Chapter], strategies: int) -> Iterator[str]:
    """What was played, with whom in play, by how strong players, and how sure the box is."""
    games = sum(chapter.games for chapter in chapters)
    counts = listed([str(chapter.players) for chapter in chapters])
    yield say(
        "{games:,} games of {title} with {players}, played by {strategies}.",
        games=games,
        title=title.full_name,
        players=say("1 player") if counts == "1" else say("{counts} players", counts=counts),
        strategies=count(strategies, "{n} strategy", "{n} strategies"),
    )
    if members := _in_play(title, chapters):
        yield say("In play: {members}.", members=listed(members)) + _sets_played(chapters)
    yield from _strength(title, chapters)
    trust = chapters[0].finding("confidence")
    if trust is not None and trust.has("origins") and len(trust.frame("origins")):
        unsourced, of = len(trust.frame("unsourced")), trust.frame("origins")["components"].sum()
        if unsourced:
            yield say("{n} of {of} numbers of the box have no source.", n=unsourced, of=of)


def _strength(title: Title, chapters: Sequence[Chapter]) -> Iterator[str]:
    """How much better than the player asked one could play, or which command tells it."""
    trust, first = chapters[0].finding("confidence"), chapters[0].runs[0]
    is_asked_again = _was_search_asked(chapters)
    if trust is None or not trust.is_asked:
        return
    if math.isfinite(trust.estimate.value):
        yield say(
            "A player that searches beats the one asked in {share} of two-player games.",
            share=percent(trust.estimate.value),
        )
        if not is_asked_again:
            yield say("No claim below was asked of that one; a report without --quick does.")
    elif trust.has("search"):
        yield trust.said
    elif not is_asked_again and (who := player_of(first)) and not _overturned(title, chapters):
        yield say(
            "How well {who} plays was not asked; '{command}' tells.",
            who=who,
            command=measuring(title, first),
        )


def _sets_played(chapters: Sequence[Chapter]) -> str:
    """How many other casts were played, where chance dealt them too."""
    games = sum(run.games_done() for one in chapters for run in one.by_chance)
    found = [one.finding("win_rates") for one in chapters if one.by_chance]
    sets = {name for one in found if one and one.has("sets") for name in one.frame("sets")["set"]}
    if not sets:
        return ""
    return " " + say(
        "Members are judged by {games:,} games with {sets:,} sets that chance dealt.",
        games=games,
        sets=len(sets),
    )


def _in_play(title: Title, chapters: Sequence[Chapter]) -> list[str]:
    """Who of a cast is at the table, if not all of it: what is said holds for them."""
    cast = title.levers.cast
    members = cast.in_play(chapters[0].runs[0].components) if cast else None
    if not cast or not members or len(members) == len(cast.members):
        return []
    return [word(name.replace("_", " ")) for name in members]


def _gravest(asked: Sequence[str], chapters: Sequence[Chapter]) -> list[Gravest]:
    """What tilts or is worth watching, by how far it does."""
    every = [gravest_of(name, chapters) for name in asked]
    grave = [one for one in every if one.finding.verdict in (TILTED, WATCH)]
    return ordered(grave, lambda one: (GRAVITY.index(one.finding.verdict), -one.far))


def _overturned(title: Title, chapters: Sequence[Chapter]) -> tuple[Claim, ...]:
    """That another player beats the one asked, which makes all else a claim about that one."""
    for chapter, finding in found_by("viable_strategies", chapters):
        if row := stronger(finding):
            words, command = asked_again(title, row["style"], chapter.runs[0])
            claim = say(
                "{style} beats the player that all lights are about: alone at its tables it wins"
                " {share} of the games ({ends}) where {even} is even ({chapter}). They say little"
                " of the game until they are asked of {style}.",
                style=row["style"],
                share=percent(row["estimate"]),
                ends=percent_range(row["low"], row["high"]),
                even=percent(row["even"]),
                chapter=chapter.name,
            )
            heading = say("Players")
            return (
                Claim("viable_strategies", heading, WATCH, unbroken(claim), "", words, command),
            )
    return ()


def _claim(title: Title, one: Gravest, chapters: Sequence[Chapter]) -> Claim:
    words, command = next_step(title, one.finding, one.chapter.runs[0])
    return Claim(
        anchor=one.finding.name,
        heading=heading_of(one.finding.name),
        verdict=one.finding.verdict,
        sentence=one.claim,
        sure=unbroken(f"{_sure(one)} {_by_better(one, chapters)}".strip()),
        advice=words,
        command=command,
    )


def _by_better(one: Gravest, chapters: Sequence[Chapter]) -> str:
    """Whether it is the game's or the player's, where one that searches was asked."""
    if one.finding.is_confirmed:
        return say("A player that searches shows the same.")
    is_open = _was_search_asked(chapters) and _is_doubtful(one, chapters)
    return say("Not shown by a better player yet.") if is_open else ""


def _was_search_asked(chapters: Sequence[Chapter]) -> bool:
    return any(is_search(who) for chapter in chapters for who in chapter.by_others)


def _sure(one: Gravest) -> str:
    """The measure's whole interval beside the thresholds, and where else it is so."""
    scale, (low, high) = one.scale, one.finding.measure.interval()
    others = [count for count in one.counts if count != str(one.chapter.players)]
    also = say("The same verdict with {counts} players.", counts=listed(others)) if others else ""
    if scale is None:
        return also
    ends = dict.fromkeys(_written(scale, end) for end in (low, high))
    measure = say(one.measured)
    told = say(
        "{measure}: {ends} (95% interval; watch from {watch}, tilted from {tilted});"
        " {games:,} games.",
        measure=f"{measure[0].upper()}{measure[1:]}",
        ends=say("{low} to {high}", low=next(iter(ends)), high=list(ends)[-1])
        if len(ends) > 1
        else next(iter(ends)),
        watch=scale.written(scale.borderline),
        tilted=scale.written(scale.tilted),
        games=one.finding.games,
    )
    return f"{told} {also}".strip()


def _topics(asked: Sequence[str], chapters: Sequence[Chapter], verdict: str) -> list[Gravest]:
    return [
        gravest_of(name, chapters, verdict)
        for name in asked
        if any(one.verdict == verdict for _, one in found_by(name, chapters))
    ]


def _level(asked: Sequence[str], chapters: Sequence[Chapter], is_tested: bool) -> list[Gravest]:
    """What is level, where a stronger player has tested it; or where none has."""
    told = []
    for name in asked:
        found = found_by(name, chapters)
        level = [c for c, one in found if one.verdict == LEVEL and _is_tested(c, one) == is_tested]
        if level:
            told.append(replace(gravest_of(name, level, LEVEL), asked=len(found)))
    return told


def _is_tested(chapter: Chapter, finding: Finding) -> bool:
    """By a search that did not contradict it, or that does not beat the player asked at all."""
    return finding.is_retested or is_unbeaten(chapter.finding("confidence"))


def _fine(title: Title, asked: Sequence[str], chapters: Sequence[Chapter]) -> str:
    level = [one.topic for one in _level(asked, chapters, is_tested=True)]
    return f"{listed(level)}." if level else ""


def _provisional(title: Title, asked: Sequence[str], chapters: Sequence[Chapter]) -> str:
    """What is level and may be so of this player only: no reason to keep it, nor to change it."""
    level = [one.topic for one in _level(asked, chapters, is_tested=False)]
    told = "no tilt seen in {topics}. A stronger bot has not tested this."
    return say(told, topics=listed(level)) if level else ""


def _undecided(title: Title, asked: Sequence[str], chapters: Sequence[Chapter]) -> str:
    """With how many games would tell, where any number does; what does not apply is not told."""
    told, few, edge, silent = list[str](), list[str](), list[str](), list[str]()
    for name in asked:
        found = found_by(name, chapters)
        if counts := [str(c.players) for c, one in found if _is_silent(one)]:
            silent.append(topic_of(name, counts, len(found)))
        doubted = [one for one in found if one[1].verdict in UNDECIDED and one[1].is_measured]
        needed = {str(c.players): one.needed for c, one in doubted if one.needed}
        if needed:
            topic = topic_of(name, tuple(needed), len(found))
            games = max(needed.values())
            told.append(say("{topic}, about {needed:,} games", topic=topic, needed=games))
        for topics, is_few in ((few, True), (edge, False)):
            those = [c for c, one in doubted if not one.needed and (one.games < FEW) == is_few]
            if those:
                topics.append(topic_of(name, [str(c.players) for c in those], len(found)))
    if few:
        told.append(say("too few games to say how many would tell: {topics}", topics=listed(few)))
    if edge:
        told.append(say("on the edge, whatever the games: {topics}", topics=listed(edge)))
    if silent:
        told.append(say("no verdict from these games: {topics}", topics=listed(silent)))
    return f"{say('; ').join(told)}." if told else ""


def _is_silent(finding: Finding) -> bool:
    """Whether it shows a figure and judges nothing: too few games, or players who hide the rest."""
    is_shown = math.isfinite(finding.estimate.value)
    return finding.verdict == UNKNOWN and is_shown and not finding.is_measured


def _depends(title: Title, asked: Sequence[str], chapters: Sequence[Chapter]) -> str:
    """What better players show otherwise, so that it is no claim about the game."""
    told = [one.claim for one in _topics(asked, chapters, DEPENDS)]
    return " ".join(told)


def _unasked(title: Title, asked: Sequence[str], chapters: Sequence[Chapter]) -> str:
    """What games of another design would tell."""
    told = []
    for name in asked:
        found = found_by(name, chapters)
        if counts := [str(c.players) for c, one in found if not one.is_asked]:
            told.append(topic_of(name, counts, len(found)))
    return f"{listed(told)}." if told else ""


def _change(title: Title, asked: Sequence[str], chapters: Sequence[Chapter]) -> str:
    """What tilts whoever plays; what only a beaten player shows has to be asked again first."""
    tilted = _topics(asked, chapters, TILTED)
    sure = [one.topic for one in tilted if not _is_doubtful(one, chapters)]
    doubtful = [one.topic for one in tilted if _is_doubtful(one, chapters)]
    watched = [one.topic for one in _topics(asked, chapters, WATCH)]
    told = [f"{listed(sure)}." if sure else say("nothing these games ask for.")]
    if doubtful:
        told.append(say("To ask of better players first: {topics}.", topics=listed(doubtful)))
    if watched:
        told.append(say("To look at again: {topics}.", topics=listed(watched)))
    return " ".join(told)


def _is_doubtful(one: Gravest, chapters: Sequence[Chapter]) -> bool:
    """Whether a better player is known, and a search has not shown the same."""
    found = [finding for _, finding in found_by(one.finding.name, chapters)]
    beaten = any(is_beaten(chapter.finding("confidence")) for chapter in chapters)
    return beaten and not any(one.is_confirmed for one in found)


def _nothing_yet(title: Title, asked: Sequence[str], chapters: Sequence[Chapter]) -> str:
    return say("nothing before this is asked of the stronger player.")


def _keep(title: Title, asked: Sequence[str], chapters: Sequence[Chapter]) -> str:
    """What is level, which a change should not spoil, and by how much it is.

    Not what is so near its threshold that both are written alike.
    """
    told = [
        say(
            "{topic}: {measure}, at most {most} (watch from {watch})",
            topic=one.topic,
            measure=say(one.measured),
            most=most,
            watch=one.scale.written(one.scale.borderline),
        )
        for one in _level(asked, chapters, is_tested=True)
        if one.scale and one.finding.name in QUESTIONS and QUESTIONS[one.finding.name].gauge
        if (most := _most(one)) != one.scale.written(one.scale.borderline)
    ]
    return f"{say('; ').join(told[:KEPT])}." if told else ""


def _most(one: Gravest) -> str:
    return _written(one.scale, max(0.0, one.finding.measure.interval().high)) if one.scale else ""


def _written(scale: Scale, value: float) -> str:
    return scale.written(round(value, 1 if scale.unit else 2))


def _not_claimed(title: Title, asked: Sequence[str], chapters: Sequence[Chapter]) -> str:
    """Whom and what these games did not ask."""
    played = {chapter.players for chapter in chapters}
    others = [str(count) for count in title.players if count not in played]
    told = [say("what people would do, whom strategies only stand for")]
    trust = chapters[0].finding("confidence")
    if trust is not None and trust.verdict != LEVEL:
        told.append(say("what stronger players would show"))
    if others:
        told.append(say("anything with {counts} players", counts=listed(others)))
    if members := _in_play(title, chapters):
        absent = len(title.levers.cast.members) - len(members)  # type: ignore[union-attr]
        told.append(say("anything of the {absent} not in play", absent=absent))
    unknown = [heading_of(name).lower() for name in asked if _is_unknown(name, chapters)]
    if unknown:
        told.append(say("what could not be decided of {topics}", topics=listed(unknown)))
    return f"{say('; ').join(told)}."


def _is_unknown(name: str, chapters: Sequence[Chapter]) -> bool:
    found = [one for _, one in found_by(name, chapters)]
    return all(one.verdict == UNKNOWN for one in found) and any(one.is_measured for one in found)


Tell = Callable[[Title, Sequence[str], Sequence[Chapter]], str]
LINES: dict[str, Tell] = {
    "Fine": _fine,
    "Provisional": _provisional,
    "Depends on the players": _depends,
    "Not decided": _undecided,
    "Not asked": _unasked,
    "Change": _change,
    "Keep": _keep,
    "Not claimed": _not_claimed,
}
UNTIL_ASKED_AGAIN: dict[str, Tell] = {
    "Not decided": _undecided,
    "Not asked": _unasked,
    "Change": _nothing_yet,
    "Not claimed": _not_claimed,
}

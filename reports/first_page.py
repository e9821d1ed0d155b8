"""Page one, which decides: what to fix, what to try, what works, what is open, and how sure."""

import math
from collections.abc import Iterator, Sequence
from functools import partial

from analyses.experiments.pool import CHANCE, GREEDY, best_of, looks_ahead
from analyses.experiments.purposes import GAME
from analyses.findings.finding import Finding, listed
from analyses.findings.verdicts import DEPENDS, LEVEL, TILTED, UNDECIDED, WATCH, Scale
from analyses.lab.players.deviations import player_of
from analyses.lab.report.chapters import Chapter
from analyses.lab.report.for_whom import NotTested, not_tested
from analyses.language import count, figure, say, word
from analyses.questions import QUESTIONS, scales
from analyses.questions.confidence import is_beaten, is_unbeaten
from analyses.questions.viable_strategies import stronger
from reports.issues import MOST, gravest_first, is_firm, issue_of
from reports.model import Figure, First, Issue, Step, unbroken
from reports.next_step import asked_again, measuring
from reports.subjects import fine, phrase
from reports.tilt import tilt_chart
from reports.verdicts import Gravest, found_by, gravest_of, heading_of, questions_of
from simulator.titles import Title
from strategies.levels import NAMES, REGULAR
from strategies.seat import Seat

Chapters = Sequence[Chapter]
MOST_GAMES = 1_000_000  # that anybody plays to settle one question
FAR = 0.95  # of games won by a look-ahead bot: the default bot hardly stands for people
NEARLY_ALL = 0.995  # of games, which a whole percent would call all
IN_FIGURES = ("turn_order", "win_rates", "scores", "length")
FIX = {
    1: "One thing to fix: {issues}.",
    2: "Two things to fix: {issues}.",
    3: "Three things to fix: {issues}.",
}
LIKELY = {
    1: "One likely problem, to be confirmed by a stronger bot: {issues}.",
    2: "Two likely problems, to be confirmed by a stronger bot: {issues}.",
    3: "Three likely problems, to be confirmed by a stronger bot: {issues}.",
}


def first_of(title: Title, chapters: Chapters, strategies: int) -> First:
    asked = [name for name in questions_of(chapters) if _is_about_game(name)]
    grave, overturned = gravest_first(asked, chapters), _overturned(title, chapters)
    shown = grave[: MOST - len(overturned)]
    drawn = tilt_chart([(name, found_by(name, chapters)) for name in asked], _scales(chapters))
    return First(
        headline=unbroken(_headline(shown, overturned, _calm(asked, chapters))),
        issues=(*overturned, *(issue_of(title, one, chapters) for one in shown)),
        lines=tuple(
            (name, unbroken(words))
            for name, words in _lines(asked, chapters, shown, grave[len(shown) :])
            if words
        ),
        sure=tuple(unbroken(told) for told in _sure(title, chapters, strategies, shown)),
        figure=Figure("cover-chart", drawn) if drawn else None,
        more=_measuring(title, chapters),
    )


def _measuring(title: Title, chapters: Chapters) -> tuple[Step, ...]:
    """How to find out how strong the bot is, where nobody knows."""
    trust, first = chapters[0].finding("confidence"), chapters[0].runs[0]
    is_known = trust is None or trust.is_measured or trust.has("search")
    if is_known or chapters[0].level or _was_searched(chapters) or not player_of(first):
        return ()
    words = say("Measure how strong the bot is")
    return (Step(heading_of("confidence"), words, measuring(title, first)),)


def _was_searched(chapters: Chapters) -> bool:
    return any(looks_ahead(who) for chapter in chapters for who in chapter.by_others)


def _is_about_game(name: str) -> bool:
    return name not in QUESTIONS or QUESTIONS[name].is_about_game


def _scales(chapters: Chapters) -> dict[str, Scale]:
    return scales(chapters[0].runs[0].settings["thresholds"])


def _headline(shown: Sequence[Gravest], overturned: Sequence[Issue], calm: str) -> str:
    """One sentence to read aloud; what has not been tested by a stronger bot says so."""
    tilted = [one for one in shown if one.finding.verdict == TILTED]
    firm = [phrase(one.finding) for one in tilted if _is_firm(one)]
    likely = [phrase(one.finding) for one in tilted if not _is_firm(one)]
    watched = [phrase(one.finding) for one in shown if one.finding.verdict == WATCH]
    if overturned:
        return say("Run this report again with a better bot before you decide anything.")
    if firm:
        return say(FIX[len(firm)], issues=listed(firm))
    if likely:
        return say(LIKELY[len(likely)], issues=listed(likely))
    if watched:
        known = "No serious imbalance found. Worth a look: {issues}."
        so_far = "No serious imbalance found so far. Worth a look: {issues}."
        return say(known if all(map(_is_firm, shown)) else so_far, issues=listed(watched))
    return calm


def _is_firm(one: Gravest) -> bool:
    return is_firm(one.chapter, one.finding)


def _calm(asked: Sequence[str], chapters: Chapters) -> str:
    """Where nothing is the matter: whether something may still come out otherwise, and why."""
    if _undecided(asked, chapters) or _depends(asked, chapters):
        return say("No imbalance found so far, but not everything is settled.")
    if _fine(asked, chapters, is_firm_there=False):
        return say("No imbalance found so far, to be confirmed by a stronger bot.")
    return say("No imbalance found.")


def _overturned(title: Title, chapters: Chapters) -> tuple[Issue, ...]:
    """That another bot beats the one that played, which makes all else a claim about that one.

    Where a level of skill was asked for, nobody better is meant.
    """
    if chapters[0].level is not None:
        return ()
    for chapter, finding in found_by("viable_strategies", chapters):
        if row := stronger(finding):
            words, command = asked_again(title, row["style"], chapter.runs[0])
            told = say(
                "{players}: the bot {style} wins {share} of games against it; a fair share is"
                " {fair}. The findings below say little about the game until they are re-tested.",
                players=chapter.name,
                style=row["style"],
                share=figure(row["estimate"], ".0%"),
                fair=figure(row["even"], ".0%"),
            )
            heading = say("The bot {style} beats the one that played", style=row["style"])
            step = Step(heading_of("viable_strategies"), words, command)
            remedy = say("run the report again with {style}.", style=row["style"])
            return (
                Issue(
                    "viable_strategies", heading, WATCH, True, unbroken(told), remedy, None, step
                ),
            )
    return ()


def _lines(
    asked: Sequence[str], chapters: Chapters, shown: Sequence[Gravest], others: Sequence[Gravest]
) -> Iterator[tuple[str, str]]:
    if not shown:
        yield say("In figures"), _figures(asked, chapters)
    yield say("Also"), _also(others)
    yield say("Working well"), _fine(asked, chapters, is_firm_there=True)
    yield say("Working well, provisional"), _fine(asked, chapters, is_firm_there=False)
    yield say("Depends on skill"), _depends(asked, chapters)
    yield say("Not settled"), _undecided(asked, chapters)


def _figures(asked: Sequence[str], chapters: Chapters) -> str:
    """Who wins, by how much, and how long it takes, where there is no issue to tell it of."""
    told = [gravest_of(name, chapters).claim for name in asked if name in IN_FIGURES]
    return " ".join(told)


def _also(others: Sequence[Gravest]) -> str:
    """What is tilted or borderline too, and has no card."""
    told = [
        say(
            "{issue} ({verdict})",
            issue=phrase(one.finding),
            verdict=word(one.finding.verdict, "verdict"),
        )
        for one in others
    ]
    return _sentence(told)


def _sentence(told: Sequence[str]) -> str:
    return f"{listed(told)}." if told else ""


def _fine(asked: Sequence[str], chapters: Chapters, is_firm_there: bool) -> str:
    """What is balanced, where a stronger bot has confirmed it; or where none has."""
    told: dict[str, list[str]] = {"": []}
    for name in asked:
        found = [(c, one) for c, one in found_by(name, chapters) if not _stands_in(c, one)]
        level = [c for c, one in found if one.verdict == LEVEL and is_firm(c, one) == is_firm_there]
        if level:
            players = "" if len(level) == len(found) else _players(level)
            told.setdefault(players, []).append(fine(name))
    everywhere, *some = told.items()
    alone = [_with_players(those[0], players) for players, those in some if len(those) == 1]
    groups = [
        say("With {players}: {topics}.", players=players, topics=listed(those))
        for players, those in some
        if len(those) > 1
    ]
    return " ".join(filter(None, (_sentence([*everywhere[1], *alone]), *groups)))


def _with_players(words: str, players: str) -> str:
    return say("{topic} (with {players})", topic=words, players=players)


def _players(chapters: Chapters) -> str:
    """'2, 4 and 6 players'."""
    counts = listed([str(chapter.players) for chapter in chapters])
    return say("1 player") if counts == "1" else say("{counts} players", counts=counts)


def _stands_in(chapter: Chapter, finding: Finding) -> bool:
    """Whether it is balanced only among bots that know nothing of the game."""
    who = player_of(chapter.runs[0])
    is_stranger = who is not None and who.name in (CHANCE, GREEDY)
    return finding.verdict == LEVEL and is_stranger and not is_firm(chapter, finding)


def _depends(asked: Sequence[str], chapters: Chapters) -> str:
    """What a stronger bot shows otherwise, so that it is no claim about the game."""
    told = [
        gravest_of(name, chapters, DEPENDS).claim
        for name in asked
        if any(one.verdict == DEPENDS for _, one in found_by(name, chapters))
    ]
    return " ".join(told)


def _undecided(asked: Sequence[str], chapters: Chapters) -> str:
    """With how many games settle it, where any number does; what does not apply is not told."""
    told = []
    for name in asked:
        found = found_by(name, chapters)
        if those := [(c, one) for c, one in found if _is_undecided(one)]:
            told.append(_open_told(name, those, chapters))
    told += _among_stand_ins(asked, chapters)
    return f"{say('; ').join(told)}." if told else ""


def _among_stand_ins(asked: Sequence[str], chapters: Chapters) -> list[str]:
    """What is balanced among bots that know nothing of the game, in one go."""
    found = [(name, *each) for name in asked for each in found_by(name, chapters)]
    those = [(name, chapter) for name, chapter, one in found if _stands_in(chapter, one)]
    if not those:
        return []
    topics = dict.fromkeys(heading_of(name).lower() for name, _ in those)
    bot = player_of(those[0][1].runs[0])
    told = "{topics} (balanced among {bot} bots, which know nothing of this game)"
    return [say(told, topics=listed([*topics]), bot=str(bot))]


def _topic(name: str, chapters: Chapters) -> str:
    """In the game's words; of which things they are, where it has none for them."""
    told = heading_of(name, chapters).lower()
    is_bare = name == "win_rates" and told == heading_of(name).lower()
    return say("win rates of what is dealt") if is_bare else told


def _open_told(name: str, those: Sequence[tuple[Chapter, Finding]], chapters: Chapters) -> str:
    of = len(found_by(name, chapters))
    topic, players = _topic(name, chapters), _players([chapter for chapter, _ in those])
    needed = max((one.needed for _, one in those if one.needed), default=None)
    is_of_others = name in QUESTIONS and QUESTIONS[name].is_played_on  # not of the report's games
    if needed is None or is_of_others:
        return topic if len(those) == of else _with_players(topic, players)
    whole = "{topic} (about {needed:,} games would settle it)"
    part = "{topic} (with {players}; about {needed:,} games would settle it)"
    if any(one.is_if_balanced for _, one in those if one.needed == needed):
        whole = "{topic} (if balanced, about {needed:,} games show it)"
        part = "{topic} (with {players}; if balanced, about {needed:,} games show it)"
    if needed > MOST_GAMES:
        whole = "{topic} (too near a limit to settle)"
        part = "{topic} (with {players}; too near a limit to settle)"
    told = whole if len(those) == of else part
    return say(told, topic=topic, players=players, needed=needed)


def _is_undecided(finding: Finding) -> bool:
    """Inconclusive, or a figure that was not judged."""
    is_shown = finding.is_measured or math.isfinite(finding.estimate.value)
    return finding.is_asked and finding.verdict in UNDECIDED and is_shown


def _sure(
    title: Title, chapters: Chapters, strategies: int, shown: Sequence[Gravest]
) -> Iterator[str]:
    """What was played, by how strong bots, with which assumptions, and what was not tested."""
    yield say(
        "{games:,} games with {players}, by {bots}.",
        games=sum(chapter.games for chapter in chapters),
        players=_players(chapters),
        bots=count(strategies, "{n} bot", "{n} bots"),
    )
    yield from _strength(chapters, shown)
    yield from _not_tested(title, chapters)
    if members := _in_play(title, chapters):
        yield say("In play: {members}.", members=listed(members)) + _sets_played(title, chapters)
    yield from _assumed(chapters)
    yield say("No human playtests.")
    if untested := _untested(title, chapters):
        yield say("Not tested: {what}.", what=listed(untested))


def _strength(chapters: Chapters, shown: Sequence[Gravest]) -> Iterator[str]:
    """How much better one could play, and what that means for the findings above."""
    if told := _meant_for(chapters):
        yield told
        return
    trust = chapters[0].finding("confidence")
    if trust is None or not trust.is_asked:
        return
    won = trust.estimate.value
    if math.isfinite(won):
        yield _strength_told(trust, won)
    elif trust.has("search"):
        yield trust.said
    else:
        yield say(
            "Provisional: nobody has measured how strong the bot used here is. Run the full report"
            " before you decide."
        )
        return
    yield from _retested(chapters, shown)


def _meant_for(chapters: Chapters) -> str:
    """Where a report judges by one level of skill, that says all."""
    level = chapters[0].level
    if level is None:
        return ""
    if level not in NAMES:
        return say(
            "The findings are for players at level {level} of 9: such bots played.", level=level
        )
    told = "The findings are for players at level {level} of 9 ({who}): such bots played."
    return say(told, level=level, who=word(NAMES[level], "skill"))


def _strength_told(trust: Finding, won: float) -> str:
    weak = "The bot used here is weak: a look-ahead bot beats it in {share} of two-player games."
    poor = "The bot used here is far too weak: a look-ahead bot beats it in {share} of its games."
    strong = "The bot used here is strong: a look-ahead bot wins only {share} of two-player games."
    always = "The bot used here is far too weak: a look-ahead bot beats it in nearly all games."
    if won >= NEARLY_ALL:
        return say(always)
    told = poor if won > FAR else weak if is_beaten(trust) else strong
    return say(told, share=figure(won, ".0%"))


def _retested(chapters: Chapters, shown: Sequence[Gravest]) -> Iterator[str]:
    """By a look-ahead bot, issue by issue."""
    if all(is_unbeaten(chapter.finding("confidence")) for chapter in chapters):
        return
    if not _was_searched(chapters):
        if tested := [one for one in chapters if max(one.by_level, default=0) > REGULAR]:
            yield from _retested_at_levels(chapters, tested)
            return
        yield say(
            "Provisional: no stronger bot has re-tested these findings. Run the full report before"
            " you decide."
        )
        return
    confirmed = [str(n) for n, one in enumerate(shown, 1) if one.finding.is_confirmed]
    open_ones = [str(n) for n, one in enumerate(shown, 1) if not one.finding.is_confirmed]
    if confirmed:
        yield say("The look-ahead bot agrees on {issues}.", issues=listed(confirmed))
    if open_ones:
        yield say("It has not confirmed {issues}, so that is provisional.",
                  issues=listed(open_ones))  # fmt: skip


def _retested_at_levels(chapters: Chapters, tested: Chapters) -> Iterator[str]:
    yield say(
        "With {players}, bots up to level {level} have re-tested these findings.",
        players=_players(tested),
        level=min(max(one.by_level) for one in tested),
    )
    if others := [one for one in chapters if one not in tested]:
        told = "With {players}, no stronger bot has: run the full report before you decide."
        yield say(told, players=_players(others))


def _not_tested(title: Title, chapters: Chapters) -> Iterator[str]:
    """Which stronger levels were left out, and why: no bot is known, or there was no time."""
    full = "A full report tests stronger bots too, up to level {level} with {players}."
    slow = "With {players}, games of stronger bots take too long to test."
    left: dict[NotTested, list[Chapter]] = {}
    for chapter in filter(partial(_is_by_level, title), chapters):
        if above := not_tested(title, chapter.players, max([*chapter.by_level, REGULAR])):
            left.setdefault(above, []).append(chapter)
    for above, those in left.items():
        players = _players(those)
        if above.for_full:
            yield say(full, level=above.for_full, players=players)
        if above.too_slow:
            yield say(slow, players=players)
    if any(above.highest for above in left):
        yield say("Experts may play otherwise: no stronger bot is known.")


def _is_by_level(title: Title, chapter: Chapter) -> bool:
    """Whether its games were planned, by the default bot: then levels are of use."""
    run = chapter.runs[0]
    return run.purpose.kind == GAME and player_of(run) == Seat(best_of(title))


def _assumed(chapters: Chapters) -> Iterator[str]:
    trust = chapters[0].finding("confidence")
    if trust is None or not trust.has("origins") or not len(trust.frame("origins")):
        return
    n, of = len(trust.frame("unsourced")), trust.frame("origins")["values"].sum()
    if n:
        yield say("{n} of {of} game values are assumptions; no source confirms them.", n=n, of=of)


def _sets_played(title: Title, chapters: Chapters) -> str:
    """How many other casts were played, where chance dealt them too."""
    games = sum(run.games_done() for one in chapters for run in one.by_chance)
    found = [one.finding("win_rates") for one in chapters if one.by_chance]
    sets = {name for one in found if one and one.has("sets") for name in one.frame("sets")["set"]}
    if not sets:
        return ""
    told = "Win rates come from {games:,} other games, with sets drawn from all {n}."
    return " " + say(told, games=games, n=len(title.levers.cast.members))  # type: ignore[union-attr]


def _in_play(title: Title, chapters: Chapters) -> list[str]:
    """Who of a cast is at the table, if not all of it: what is said holds for them."""
    cast = title.levers.cast
    members = cast.in_play(chapters[0].runs[0].components) if cast else None
    if not cast or not members or len(members) == len(cast.members):
        return []
    return [word(name.replace("_", " ")) for name in members]


def _untested(title: Title, chapters: Chapters) -> list[str]:
    played = {chapter.players for chapter in chapters}
    counts = [str(count) for count in title.players if count not in played]
    told = []
    if counts:
        told.append(say("{counts} players", counts=listed(counts)))
    if members := _in_play(title, chapters):
        absent = len(title.levers.cast.members) - len(members)  # type: ignore[union-attr]
        others = "sets with the {absent} others"
        if _sets_played(title, chapters):
            others = "sets with the {absent} others (but for their win rates)"
        told.append(say(others, absent=absent))
    unasked = [
        heading_of(name).lower()
        for name in questions_of(chapters)
        if any(not one.is_asked for _, one in found_by(name, chapters))
    ]
    return [*told, *unasked]

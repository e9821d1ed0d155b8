"""Every claim of a report asked again of other players: of weak ones, and of one that searches.

Weak players show how much a claim owes to good play. What a stronger player contradicts is no claim
about the game: it depends on the players.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment
from analyses.experiments.pool import LEARNED, learned_from, looks_ahead, searching
from analyses.experiments.purposes import PLAYER, Purpose
from analyses.experiments.run_folder import RunFolder
from analyses.findings.finding import Finding, Table
from analyses.findings.sample import Sample
from analyses.findings.verdicts import DEPENDS
from analyses.lab.check.target_range import HOLDS, OUT
from analyses.lab.compare.robust import Claim, claims_of
from analyses.lab.players.deviations import player_of
from analyses.language import count, say, word
from analyses.questions import QUESTIONS, ask
from analyses.questions.confidence import with_search
from strategies import learned, registry
from strategies.net_file import brief
from strategies.search import S
from strategies.seat import Seat

GAMES = 150  # of the player that searches, at most
MORE_GAMES = 600  # of one that has learned
LEAF = 10  # moves take as long as asking a net once
FEWEST = 30  # fewer contradict nothing
ROLLOUTS = 100  # for a decision
MOVES = 600_000_000  # of all rollouts together: some minutes
SAME, OTHERWISE, OPEN = "confirmed", "contradicted", "inconclusive"
WORDS = {HOLDS: SAME, OUT: OTHERWISE}
KEY = "players"  # of the table


@dataclass(frozen=True)
class Again:
    """What the games of another player say of each claim, and the sentence in which they do."""

    by: Seat
    games: int
    says: Mapping[str, str]  # by question, of those that its games answer
    told: Mapping[str, str]

    @property
    def is_stronger(self) -> bool:
        return looks_ahead(self.by)


def searched(one: Experiment, run: RunFolder) -> list[Experiment]:
    """The game that was played, by a player that looks ahead; none where that takes too long."""
    first = player_of(one)
    who = _stronger(one, first) if first else None
    if not (first and who):
        return []
    if one.match(Cell((first,) * one.players), "compiled").engine != "compiled":
        return []
    most = MORE_GAMES if who.name == LEARNED else GAMES
    games = min(most, int(MOVES / _moves_played_on(one, who, run)))
    mirror = Cell((who,) * one.players)
    other = replace(one, cells=(mirror,), games=games, purpose=Purpose(PLAYER, str(who)))
    return [other] if games >= FEWEST else []


def _stronger(one: Experiment, first: Seat) -> Seat | None:
    """One that has learned these very rules from the first; or one that searches."""
    bots = [] if one.components.changes() else learned_from(one.title, first, one.players)
    if bots:
        return registry.spelled_out(one.title, bots[-1], one.players)
    return searching(one.title, first, ROLLOUTS)


def _moves_played_on(one: Experiment, who: Seat, run: RunFolder) -> float:
    """Of a game: each decision is played on to the end, or as far as who looks ahead does."""
    means = run.frame().head(10_000).select(pl.col("decisions", "rounds").mean()).collect()
    ((decisions, rounds),) = means.iter_rows()
    settings = registry.seat(one.title, who, one.players).mind.settings
    if who.name == LEARNED:
        turns = settings[learned.S.turns] * decisions / rounds + LEAF
        return decisions * settings[learned.S.candidates] * settings[learned.S.copies] * turns
    ahead = decisions / 2  # on average
    if settings[S.horizon] > 0:
        ahead = min(ahead, decisions * settings[S.horizon] / rounds)
    return ROLLOUTS * decisions * ahead


def with_others(
    found: Sequence[Finding], sample: Sample, others: Mapping[Seat, Sample], left_out: Sequence[str]
) -> list[Finding]:
    """The findings as others see them; those left out rest on games that others did not play."""
    asked = [one for one in found if _is_claim(one) and one.name not in left_out]
    claims = claims_of(sample, asked)
    n = len(others)
    again = [_again(by, other, claims, n) for by, other in others.items()] if claims else []
    return [
        _trusted(_beside_search(one, sample, others), claims, again)
        if one.name == "confidence" and one.is_asked
        else _seen_by(one, again)
        for one in found
    ]


def _is_claim(finding: Finding) -> bool:
    question = QUESTIONS.get(finding.name)
    return question is not None and question.is_judged and question.is_about_game


def _again(by: Seat, sample: Sample, claims: Sequence[Claim], n: int) -> Again:
    """With intervals that hold together over all n who are asked."""
    of = {claim.zone.name: claim for claim in claims}
    theirs = {one.name: one for one in ask(sample, [*of]) if math.isfinite(one.measure.value)}
    says = {
        name: WORDS.get(of[name].state(one.measure, one.stands, n), OPEN)
        for name, one in theirs.items()
    }
    return Again(by, sample.games, says, {name: theirs[name].said for name in says})


def _seen_by(finding: Finding, again: Sequence[Again]) -> Finding:
    """No claim about the game if a stronger player shows otherwise."""
    for one in again:
        if not one.is_stronger or finding.name not in one.says:
            continue
        if one.says[finding.name] == OTHERWISE:
            told = say(
                "The look-ahead bot {by!s} contradicts it in {games}: {theirs}",
                games=count(one.games, "{n:,} game", "{n:,} games"),
                by=brief(one.by),
                theirs=one.told[finding.name],
            )
            details = (*finding.details, told)
            return replace(finding, verdict=DEPENDS, needed=None, details=details, objection=told)
        return replace(finding, is_confirmed=one.says[finding.name] == SAME)
    return finding


def _beside_search(finding: Finding, sample: Sample, others: Mapping[Seat, Sample]) -> Finding:
    """Of one side the games of who searches tell how much better one could play."""
    who = next((one for one in others if looks_ahead(one)), None)
    if sample.sides > 1 or who is None:
        return finding
    return with_search(finding, sample, brief(who), others[who])


def _trusted(finding: Finding, claims: Sequence[Claim], again: Sequence[Again]) -> Finding:
    """What others say of the claims belongs to how far all this can be trusted."""
    if not again:
        return finding
    details = (*finding.details, *map(_told, again))
    return replace(finding, details=details, tables=(*finding.tables, _table(claims, again)))


def _told(one: Again) -> str:
    said = list(one.says.values())
    return say(
        "The bot {by!s} re-tested {n} findings in {games:,} games: {same} confirmed, {otherwise}"
        " contradicted, {open} inconclusive.",
        n=len(said),
        games=one.games,
        by=brief(one.by),
        same=said.count(SAME),
        otherwise=said.count(OTHERWISE),
        open=said.count(OPEN),
    )


def _table(claims: Sequence[Claim], again: Sequence[Again]) -> Table:
    names = [one.zone.name for one in claims]
    rows = {
        "finding": [say(QUESTIONS[name].heading) for name in names],
        "as it is": [word(one.says, "verdict") for one in claims],
        **{brief(other.by): [other.says.get(name, "–") for name in names] for other in again},
    }
    return Table(KEY, "Findings re-tested with other bots", pl.DataFrame(rows))

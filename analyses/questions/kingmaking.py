"""Can a player who has lost decide which of the others wins?

Late decisions of some games are laid out once more. Where the player to move hardly ever wins, some
legal moves are played on many times, each time with what that player cannot see dealt anew. Half of
these rollouts choose the move that helps one opponent most and the one that helps it least; the
other half measures by how much. So where moves make no difference, chance does not make one.
"""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analyses.experiments.openings import Deals
from analyses.experiments.positions import Rollouts
from analyses.findings.finding import Finding, Table, number_range, whole_percent
from analyses.findings.played_on import bot_of, deals_of, match_of
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import LEVEL, TILTED, WATCH, Scale
from analyses.language import figure, say
from analyses.statistics.estimate import (
    NOTHING,
    Estimate,
    Exactly,
    Monotone,
    Quantity,
    Share,
    Unpaired,
)
from analyses.statistics.intervals import clustered_mean

GAMES, PER_GAME = 40, 3  # games, and decisions of each
LATE = 2 / 3  # of a game: decisions after it
HOPELESS = 0.05  # a player whose own chance is below it
MOVES = 6  # that are tried at a decision
FIRST_LOOK, COPIES = 4, 40  # rollouts of a move by each half: to see who is hopeless, to measure
LISTED = 20  # shifts, the largest ones
KEPT = 8  # samples whose answer is remembered: a report asks several times
ENOUGH = 30  # decisions without a hopeless player, to say that there is none
NOT_RUN = "Not run: it plays on from these games, which needs the bot and the rules that played."


@dataclass(frozen=True)
class Swing:
    """What a hopeless player's choice at a decision does to the opponent it moves most."""

    game: int
    move: int  # how many were made before
    seat: int
    own: float  # chance of winning
    opponent: int
    most: float  # that opponent's win rate after the move that helps it most
    least: float  # and least
    other_way: float  # the difference, with the halves exchanged

    @property
    def shift(self) -> float:
        return (self.most - self.least + self.other_way) / 2

    @property
    def alone(self) -> Unpaired:
        """By one half only. Moves share their copies, so one may win just where another loses."""
        return Unpaired(*(_share(one) for one in (self.most, self.least)))


def _at_least_nothing(shift: float) -> float:
    """Noise aside it is no less: one move helps more than another, or none does."""
    return max(0.0, shift)


def _share(rate: float) -> Share:
    return Share(rate, float(np.sqrt(rate * (1 - rate) / COPIES)), COPIES)


@dataclass(frozen=True)
class Looked:
    """Late decisions of some games, and those that hopeless players made."""

    decisions: int
    swings: tuple[Swing, ...]

    @property
    def mean(self) -> Quantity:
        if not self.swings:
            return Exactly(0.0) if self.decisions >= ENOUGH else NOTHING
        games, shifts = np.array([(one.game, one.shift) for one in self.swings]).T
        return Monotone(Estimate.of(clustered_mean(games, shifts)), _at_least_nothing)

    @property
    def clear(self) -> list[Swing]:
        """Those beyond noise, all together, the largest first."""
        n = len(self.swings)
        found = [one for one in self.swings if one.alone.interval(n).low > 0]
        return sorted(found, key=lambda one: -one.alone.value)


def judge(sample: Sample) -> Quantity:
    looked = _looked_at(sample)
    return looked.mean if looked else NOTHING


def find(sample: Sample) -> Finding:
    looked = _looked_at(sample)
    if looked is None:
        return QUESTION.finding(sample, say(NOT_RUN), is_asked=False)
    mean = looked.mean
    return QUESTION.finding(
        sample,
        _told(looked, QUESTION.verdict_of(sample, mean)),
        _details(looked) if looked.swings else [],
        estimate=mean,
        measure=mean,
        unit="share",
        games=int(QUESTION.setting(sample, "games")),
        tables=(_table(looked.swings),) if looked.swings else (),
        notes=(
            say(
                "{line_up}. Decisions are from the last third of {games:.0f} games. At each one, up"
                " to {moves} legal moves are played on {copies} times, with hidden cards and later"
                " chance drawn anew. The shift is between the moves that help an opponent most and"
                " least; one half of these games chooses the moves, the other half measures. Set"
                " games under [verdicts.kingmaking] of an experiment file.",
                line_up=sample.typical_name,
                games=QUESTION.setting(sample, "games"),
                moves=MOVES,
                copies=2 * COPIES,
            ),
        ),
    )


def _looked_at(sample: Sample) -> Looked | None:
    """None where the games cannot be played on."""
    deals, bot = deals_of(sample), bot_of(sample)
    if deals is None or not is_for(sample):
        return None
    return _look(deals, bot, int(QUESTION.setting(sample, "games")))


def is_for(sample: Sample) -> bool:
    """Teams win together, so nobody among them is a third."""
    return sample.sides >= 3 and not sample.teams


@functools.lru_cache(KEPT)
def _look(deals: Deals, bot: str, games: int) -> Looked | None:
    match = match_of(deals, bot)
    if match is None:
        return None
    table, chance = Rollouts(match, deals.seed), np.random.default_rng(deals.seed)
    decisions, swings = 0, []
    for number, move, game in _late(table, games, chance):
        moves = _some(match.moves(game), chance)
        if len(moves) > 1:
            decisions += 1
            swing = _swing(table, game, moves)
            swings += [Swing(number, move, *swing)] if swing else []
    return Looked(decisions, tuple(swings))


def _late(
    table: Rollouts, games: int, chance: np.random.Generator
) -> Iterator[tuple[int, int, Any]]:
    """Some late positions of each game: its number, how many moves were made, and the position."""
    for number, length in enumerate(table.match.play(table.seed, 0, games)["n_moves"]):
        late = np.arange(max(1, int(LATE * length)), length)
        for move in np.sort(chance.permutation(late)[:PER_GAME]):
            yield number, int(move), table.position(number, int(move))


def _some(moves: Sequence[int], chance: np.random.Generator) -> list[int]:
    return [moves[k] for k in np.sort(chance.permutation(len(moves))[:MOVES])]


def _swing(table: Rollouts, game: Any, moves: Sequence[int]) -> tuple[Any, ...] | None:
    """None if the player to move has a chance, or no two moves without one."""
    seat = int(game.player)
    for copies, salt in ((FIRST_LOOK, 1), (COPIES, 2)):
        wins = table.wins(game, moves, copies, salt)
        own = float(wins[:, :, seat].mean())
        if own >= HOPELESS:
            return None
    others = np.delete(np.arange(wins.shape[2]), seat)
    wins = wins[:, wins[:, :, seat].mean(axis=0) < 2 * HOPELESS]  # no move that may win after all
    if wins.shape[1] < 2:
        return None
    who, most, least = _measured(wins[0], wins[1], others)
    _, more, less = _measured(wins[1], wins[0], others)
    return seat + 1, own, who + 1, most, least, more - less


def _measured(
    chosen_by: np.ndarray, measured_by: np.ndarray, others: np.ndarray
) -> tuple[int, float, float]:
    """The opponent that moves most by one half [move, seat], and its two win rates by the other."""
    rates = chosen_by[:, others]
    k = int(np.ptp(rates, axis=0).argmax())
    who, ends = int(others[k]), (rates[:, k].argmax(), rates[:, k].argmin())
    most, least = (float(measured_by[end, who]) for end in ends)
    return who, most, least


def _told(looked: Looked, verdict: str) -> str:
    if not looked.swings:
        none = "No kingmaking: in {n} late decisions nobody had a chance of winning below 5%."
        few = "Only {n} late decisions were found, none by a player with a chance below 5%."
        return say(none if looked.decisions >= ENOUGH else few, n=looked.decisions)
    open_ = (
        "A player who can no longer win moves an opponent's win rate by {points} percentage points"
        " ({ends})."
    )
    little = (
        "Little kingmaking: a player who can no longer win moves an opponent's win rate by {points}"
        " percentage points ({ends})."
    )
    some = (
        "Some kingmaking: a player who can no longer win moves an opponent's win rate by {points}"
        " percentage points ({ends})."
    )
    much = (
        "Kingmaking: a player who can no longer win moves an opponent's win rate by {points}"
        " percentage points ({ends})."
    )
    low, high = looked.mean.interval()
    return say(
        much if verdict == TILTED else some if verdict == WATCH else little if verdict == LEVEL
        else open_,
        points=figure(100 * looked.mean.value, ".0f"),
        ends=number_range(100 * low, 100 * high, ".0f"),
    )  # fmt: skip


def _details(looked: Looked) -> list[str]:
    often = say(
        "Such players make {share} of late decisions.",
        share=whole_percent(len(looked.swings) / looked.decisions),
    )
    if not looked.clear:
        return [often, say("No single choice of theirs shifts it beyond noise.")]
    largest = looked.clear[0]
    told = "The largest clear shift of a single choice is {points:.0f} percentage points."
    return [often, say(told, points=100 * largest.alone.value)]


def _table(swings: Sequence[Swing]) -> Table:
    rows = [
        (one.game + 1, one.move + 1, one.seat, one.own, one.opponent, one.shift)
        for one in sorted(swings, key=lambda one: -one.shift)[:LISTED]
    ]
    columns = ["game", "decision", "player", "own win rate", "opponent", "shift"]
    frame = pl.DataFrame(rows, schema=columns, orient="row")
    return Table("shifts", "Choices of players who can no longer win", frame, (columns[3], "shift"))


QUESTION = Question(
    name="kingmaking",
    place=54,
    heading="Kingmaking",
    question="Can a player who has lost decide who wins?",
    measure="shift of an opponent's win rate by a player who can no longer win",
    scale=Scale(
        "shift of an opponent's win rate by a player who can no longer win, in percentage points",
        0.1,
        0.25,
        in_points=True,
    ),
    find=find,
    players=range(3, 100),
    fits=is_for,
    judge=judge,
    of_equals=True,
    is_played_on=True,
    settings={"games": GAMES},
)

"""What a coach says of a strategy: where it gives away most, and the positions that show it."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from analyses.experiments.experiment import Experiment
from analyses.experiments.folders import provenance
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding, number_range
from analyses.findings.names import called
from analyses.lab.players.examine import Examination, Examined, examine
from analyses.lab.players.regret import ledger_of, tables_of
from analyses.language import count, figure, say
from analyses.statistics.estimate import Quantity, in_figures
from analyses.statistics.order import ordered
from simulator.components import as_settings
from simulator.match import Match
from simulator.titles import spoken

CHOICES, ROLLOUTS = 600, 1000  # unless said otherwise
WORST = 12  # positions told
NAMED = 3  # kinds in the sentence


@dataclass(frozen=True)
class Blunder:
    """A position in which the strategy gave away much, told."""

    number: int  # of the game
    decision: int
    seat: int
    heading: str
    position: str
    did: str
    better: str
    won: Quantity
    lead: Quantity
    tests: int  # it is one of the worst of so many
    command: str  # that tells the game from there

    @property
    def cost(self) -> str:
        """By how much the better move was better."""
        share, reach = _give_or_take(self.won, self.tests)
        points, their_reach = _give_or_take(self.lead, self.tests)
        return say(
            "{share:.1f} ± {reach:.1f} points of win chance and {points:.1f} ± {off:.1f} score"
            " points",
            share=100 * share,
            reach=100 * reach,
            points=points,
            off=their_reach,
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.number,
            "decision": self.decision,
            "seat": self.seat,
            "heading": self.heading,
            "position": self.position,
            "did": self.did,
            "better": self.better,
            "won": in_figures(self.won, self.tests),
            "points": in_figures(self.lead, self.tests),
            "command": self.command,
        }


def _give_or_take(quantity: Quantity, tests: int) -> tuple[float, float]:
    value, low, high = in_figures(quantity, tests)
    return value, (high - low) / 2


@dataclass(frozen=True)
class Coached:
    """A strategy's weaknesses, by kinds of moves and in single positions."""

    experiment: Experiment
    examination: Examination
    finding: Finding
    worst: tuple[Blunder, ...]
    provenance: Mapping[str, Any]  # when it was begun, and what it was made with

    @property
    def strategy(self) -> str:
        return self.experiment.strategies[0]

    @property
    def sample(self) -> str:
        """What all figures rest on."""
        of = self.examination
        return count(
            len(of.examined),
            "{n:,} choice of {choices:,} in {games} of {players}, seed {seed}, {rollouts:,}"
            " rollouts each",
            "{n:,} choices of {choices:,} in {games} of {players}, seed {seed}, {rollouts:,}"
            " rollouts each",
            choices=of.choices,
            games=count(of.games, "{n:,} game", "{n:,} games"),
            players=count(self.experiment.players, "{n} player", "{n} players"),
            seed=self.experiment.seed,
            rollouts=of.rollouts,
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.experiment.title.name,
            "players": self.experiment.players,
            "strategy": self.strategy,
            "seed": self.experiment.seed,
            "changes": self.experiment.components.changes(),
            "games": self.examination.games,
            "choices": self.examination.choices,
            "examined": len(self.examination.examined),
            "rollouts": self.examination.rollouts,
            "findings": [self.finding.as_json()],
            "worst": [one.as_json() for one in self.worst],
        }


def coach(runner: Runner, one: Experiment, choices: int, rollouts: int) -> Coached:
    """Plays, examines and says where the strategy gives away most."""
    made = provenance()
    examination = examine(runner, one, choices, rollouts)
    finding = finding_of(one.strategies[0], examination)
    return Coached(one, examination, finding, worst_of(one, examination), made)


def finding_of(strategy: str, examination: Examination) -> Finding:
    ledger, tables = ledger_of(examination), tables_of(examination)
    won, lead = ledger.given_away(), ledger.per_game(ledger.lead)
    told = _sentences(strategy, examination, won, lead, tables[0].frame)
    return Finding(
        name="coach",
        question=say("Where does {strategy} give away most?", strategy=strategy),
        claim=told[0],
        details=tuple(told[1:]),
        estimate=won,
        unit="share",
        games=examination.games,
        tables=tuple(tables),
        notes=(
            say(
                "A move counts as better if it leads by more than chance explains. Fresh copies of"
                " the position then measure by how much. Smaller mistakes go unseen, and an even"
                " better move may exist."
            ),
            say(
                "Each choice is changed alone, and the bot plays on. Fixing all of them need not"
                " bring the sum."
            ),
        ),
    )


def _sentences(
    strategy: str, of: Examination, won: Quantity, lead: Quantity, kinds: pl.DataFrame
) -> list[str]:
    """Where it gives away most; then how much in all, and how often."""
    sure = [] if won.interval().low <= 0 else kinds.filter(pl.col("low") > 0).head(NAMED).to_dicts()
    return [*_by_kind(strategy, of, sure), _in_sum(strategy, of, won, lead), _how_often(of)]


def _by_kind(strategy: str, of: Examination, sure: Sequence[Mapping[str, Any]]) -> list[str]:
    """The kinds of moves that clearly cost something; nothing if none does."""
    levers = of.match.title.levers
    if not sure:
        return []
    worst, *others = sure
    most = say(
        "The bot {strategy!s} gives away most with {kind}: {size:.1f} points of win chance a"
        " game ({ends}).",
        strategy=strategy,
        kind=called(worst["kind"], levers),
        size=100 * worst["given away"],
        ends=number_range(100 * worst["low"], 100 * worst["high"]),
    )
    if not others:
        return [most]
    rest = [f"{called(one['kind'], levers)} ({_points(one['given away'])})" for one in others]
    return [most, say("Next: {kinds!s}.", kinds=", ".join(rest))]


def _points(share: float) -> str:
    return figure(100 * share, ".1f")


def _in_sum(strategy: str, of: Examination, won: Quantity, lead: Quantity) -> str:
    """What rollouts see is a part of what is given away, so it is told as the least of it."""
    value, low, high = in_figures(won)
    wins = {"won": 100 * value, "wins": number_range(100 * low, 100 * high)}
    if low <= 0 and any(one.is_confirmed for one in of.examined):
        return say(
            "The bot {strategy!s} makes mistakes, but these choices are too few to say what they"
            " cost: {won:.1f} points of win chance a game ({wins}).",
            strategy=strategy,
            **wins,
        )
    if low <= 0:
        return say(
            "These rollouts show no clear mistake of the bot {strategy!s}.", strategy=strategy
        )
    return say(
        "In all, the bot {strategy!s} gives away at least {won:.1f} points of win chance ({wins})"
        " and {lead:.1f} score points ({points}) per player and game.",
        strategy=strategy,
        **wins,
        lead=lead.value,
        points=number_range(*lead.interval()),
    )


def _how_often(of: Examination) -> str:
    return say(
        "A better move was confirmed in {better:,} of {examined:,} choices; a player has"
        " {choices:.1f} a game.",
        better=sum(one.is_confirmed for one in of.examined),
        examined=len(of.examined),
        choices=of.choices / of.games / len(of.match.line_up),
    )


def worst_of(one: Experiment, examination: Examination) -> tuple[Blunder, ...]:
    """Those choices that surely gave away most, with the commands that tell them."""

    def told(examined: Examined) -> Blunder:
        command = command_of(one, examined.draw.number, examined.decision)
        return told_of(examination.match, examined, len(examination.examined), command)

    return worst_among(examination.examined, told)


def worst_among(
    examined: Sequence[Examined], told: Callable[[Examined], Blunder]
) -> tuple[Blunder, ...]:
    """Those choices that surely gave away most, given that they are the worst of many."""

    def surely(one: Examined) -> float:
        return one.won.interval(len(examined)).low

    sure = [one for one in examined if surely(one) > 0]
    return tuple(told(one) for one in ordered(sure, lambda one: -surely(one))[:WORST])


def told_of(match: Match, examined: Examined, tests: int, command: str) -> Blunder:
    words, game = match.title.words, examined.game
    did, better = (words.move(game, match.rules, one) for one in (examined.own, examined.better))
    return Blunder(
        number=examined.draw.number,
        decision=examined.decision,
        seat=int(game.player) + 1,
        heading=words.heading(game, match.rules),
        position=words.position(game, match.rules),
        did=did,
        better=better,
        won=examined.won,
        lead=examined.lead,
        tests=tests,
        command=command,
    )


def command_of(one: Experiment, number: int, decision: int) -> str:
    """The command that tells a game from a decision on."""
    words = ["tiltmeter", "play", spoken(one.title.name), "-p", str(one.players)]
    words += ["-s", one.strategies[0], "--seed", str(one.seed)]
    words += ["--game", str(number), "--at", str(decision)]
    words += [word for file in one.code for word in ("--code", from_here(file))]
    changes = as_settings(one.components.changes())
    return shlex.join([*words, *(word for change in changes for word in ("--set", change))])


def from_here(file: Path) -> str:
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)

"""What games show that are played once more: points by source, and three of them as stories.

A typical game, a comeback, and one that a tilt decided. They are games of the run, so
`tiltmeter play` tells each of them move by move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from analyses.experiments.experiment import CURVES
from analyses.experiments.replay import Replay
from analyses.findings.finding import Finding, Table, whole_percent
from analyses.findings.sample import Sample
from analyses.findings.standings import Standings, standings
from analyses.findings.verdicts import TILTED, WATCH
from analyses.language import say
from analyses.statistics.order import most_by, sort_rows, tied_ranks

SHOWN = 95  # per cent of the games are over at the last round shown
GAMES = 2_000  # enough to choose three from
QUESTION = "How does a game go?"
TYPICAL, COMEBACK = "a typical game", "a comeback"
BY_SEAT, BY_SOURCE = "turn order decides", "one source decides"


@dataclass(frozen=True)
class Chosen:
    """A game by its place among the curves, and what makes it worth telling."""

    kind: str
    game: int
    told: str
    low: int | None = None  # the round, from 0, in which the winner is farthest behind


def stories_of(sample: Sample, findings: Sequence[Finding]) -> Finding | None:
    """Nothing of games that nobody wins against another, have a single round or kept no curve."""
    if sample.sides < 2 or not sample.mirrors or sample.endless or sample.keeps != CURVES:
        return None
    rows = sample.some(sample.of(sample.mirrors[0]), GAMES)
    curves = standings(rows, sample.players)
    won = _won(curves)
    if not len(won) or curves.rounds.max() < 2:
        return None
    chosen = [_typical(curves, won), _comeback(curves, won), *_tilt(curves, won, rows, findings)]
    return Finding(
        name="stories",
        question=say(QUESTION),
        claim=chosen[0].told,
        details=tuple(one.told for one in chosen[1:]),
        games=len(curves.rounds),
        verdict="",
        tables=(_list(curves, chosen), *(_curve(curves, one) for one in chosen)),
        notes=(
            say(
                "Chosen among {games:,} games of {line_up}. The score after a round is the score if"
                " the game ended then.",
                games=len(curves.rounds),
                line_up=sample.typical_name,
            ),
        ),
    )


def _won(curves: Standings) -> np.ndarray:
    """Games that one player wins, by points where there are such: a tie broken tells little."""
    won = np.nonzero((curves.place == 1).sum(axis=1) == 1)[0]
    by_points = won[[bool(_behind(curves, int(game))[-1] < 0) for game in won]]
    return by_points if len(by_points) else won


def _winner(curves: Standings, game: int) -> int:
    return int(curves.place[game].argmin())


def _behind(curves: Standings, game: int) -> np.ndarray:
    """How far the later winner is behind the best of the others, after every round."""
    points = curves.points[game, :, : curves.rounds[game]]
    others = np.delete(points, _winner(curves, game), axis=0)
    return others.max(axis=0) - points[_winner(curves, game)]


def _leads_from(curves: Standings, game: int) -> int:
    """The round, from 0, from whose end on the winner is never behind again."""
    behind = np.nonzero(_behind(curves, game) >= 0)[0]
    return min(int(behind[-1]) + 1 if len(behind) else 0, int(curves.rounds[game]) - 1)


def _typical(curves: Standings, won: np.ndarray) -> Chosen:
    """The nearest to the median in length, in the winner's lead, and in when it is taken."""
    facts = np.array([
        (curves.rounds[game], -_behind(curves, game)[-1], _leads_from(curves, game))
        for game in won
    ], float)  # fmt: skip
    middle = np.median(facts, axis=0)
    spread = np.abs(facts - middle).mean(axis=0)
    far = np.abs(facts - middle) / np.where(spread > 0, spread, 1)
    game = int(won[tied_ranks(far.sum(axis=1)).argmin()])
    return Chosen(
        TYPICAL,
        game,
        say(
            "Game {deal} is typical: player {seat} takes the lead for good in round {round} of"
            " {rounds} and wins by {lead}.",
            **_facts(curves, game),
        ),
    )


def _comeback(curves: Standings, won: np.ndarray) -> Chosen:
    """The winner that was farthest behind, once a quarter of the game was over."""
    late = {int(game): _behind(curves, game)[int(curves.rounds[game]) // 4 :] for game in won}
    game = max(late, key=lambda one: late[one].max())
    low = int(late[game].argmax()) + int(curves.rounds[game]) // 4
    told = say(
        "Game {deal} is the greatest comeback: player {seat} is {behind} points behind after round"
        " {low}, leads for good from round {round} of {rounds} and wins by {lead}.",
        behind=int(late[game].max()),
        low=low + 1,
        **_facts(curves, game),
    )
    return Chosen(COMEBACK, game, told, low)


def _facts(curves: Standings, game: int) -> dict[str, int]:
    return {
        "deal": int(curves.deal[game]),
        "seat": _winner(curves, game) + 1,
        "round": _leads_from(curves, game) + 1,
        "rounds": int(curves.rounds[game]),
        "lead": -int(_behind(curves, game)[-1]),
    }


def _tilt(
    curves: Standings, won: np.ndarray, rows: pl.LazyFrame, findings: Sequence[Finding]
) -> Iterator[Chosen]:
    """By a seat if one is favoured, else by the source that scores differ most by."""
    found = {one.name: one for one in findings}
    seats = found.get("turn_order")
    if seats is not None and seats.verdict in (TILTED, WATCH):
        yield from _by_seat(curves, won, seats.frame("shares"))
    elif "curves" in found and len(found["curves"].frame("sources")) > 1:
        yield from _by_source(curves, won, rows, found["curves"].frame("sources"))


def _by_seat(curves: Standings, won: np.ndarray, shares: pl.DataFrame) -> Iterator[Chosen]:
    """The closest game that the favoured seat wins."""
    best = sort_rows(shares, -pl.col("estimate")).row(0, named=True)
    its = [int(game) for game in won if _winner(curves, game) + 1 == best["seat"]]
    if its:
        game = min(its, key=lambda one: -int(_behind(curves, one)[-1]))
        told = say(
            "Turn order decides game {deal}: player {seat}, who wins {share} of games, finishes"
            " {lead} ahead.",
            share=whole_percent(best["estimate"]),
            **_facts(curves, game),
        )
        yield Chosen(BY_SEAT, game, told)


def _by_source(
    curves: Standings, won: np.ndarray, rows: pl.LazyFrame, sources: pl.DataFrame
) -> Iterator[Chosen]:
    """The game whose winner owes most to the source, and would not have won without it."""
    source = sort_rows(sources, -pl.col("estimate"), "source")["source"][0]
    column = f"points_{source.replace(' ', '_')}"
    frame = rows.select("game", "seat", "score", column).collect(engine="streaming")
    frame = frame.sort("game", "seat")
    shape = len(curves.rounds), -1
    score, part = (frame[name].to_numpy().reshape(shape) for name in ("score", column))
    without = score - part
    lost = [int(game) for game in won if without[game].max() > without[game][_winner(curves, game)]]
    if lost:
        game = most_by(lost, lambda one: part[one][_winner(curves, one)] - part[one].mean())
        told = say(
            "'{source}' decides game {deal}: player {seat} wins by {lead} with {points} points from"
            " it; without them, player {other} would win.",
            source=source,
            points=int(part[game][_winner(curves, game)]),
            other=int(without[game].argmax()) + 1,
            **_facts(curves, game),
        )
        yield Chosen(BY_SOURCE, game, told)


def _list(curves: Standings, chosen: Sequence[Chosen]) -> Table:
    rows = []
    for one in chosen:
        facts, low = _facts(curves, one.game), None if one.low is None else one.low + 1
        who = str(curves.strategy[one.game, 0])
        rows.append((one.kind, who, facts["deal"], facts["seat"], facts["round"], low))
    names = ("story", "strategy", "deal", "seat", "leads from", "low")
    schema = {name: pl.String if name in names[:2] else pl.Int64 for name in names}
    return Table("list", "Three games", pl.DataFrame(rows, schema=schema, orient="row"))


def _curve(curves: Standings, chosen: Chosen) -> Table:
    points = curves.points[chosen.game, :, : curves.rounds[chosen.game]]
    columns = {"round": np.arange(1, points.shape[1] + 1)}
    columns |= {f"seat {seat}": points[seat - 1] for seat in range(1, len(points) + 1)}
    return Table(chosen.kind, chosen.kind, pl.DataFrame(columns))


def stages(replay: Replay) -> pl.DataFrame:
    """Tidy: round, source, mean points of a player, and the share of games that got so far."""
    names = replay.match.title.words.sources
    points = replay.follow(replay.match.title.worth, range(len(names))).mean(axis=(1, 3))
    shown = max(1, int(np.percentile(replay.rounds, SHOWN)))
    frames = [
        pl.DataFrame(
            {
                "round": np.arange(1, shown + 1),
                "source": [name.replace("_", " ")] * shown,
                "points": mean[:shown],
                "games running": replay.runs_on()[:shown],
            }
        )
        for name, mean in zip(names, points, strict=True)
    ]
    return pl.concat(frames)


def with_stages(curves: Finding, replay: Replay) -> Finding:
    """The finding on curves with one more table, a row per round."""
    frame = stages(replay)
    wide = frame.pivot("source", index=["round", "games running"], values="points")
    note = say(
        "Points by source after each round: the first {games:,} games of {line_up}, replayed. Each"
        " counts as if it ended there; a finished game keeps its last points.",
        games=replay.games,
        line_up=replay.cell.label,
    )
    table = Table("by_round", "Points by source after each round", wide, ("games running",))
    return replace(curves, tables=(*curves.tables, table), notes=(*curves.notes, note))

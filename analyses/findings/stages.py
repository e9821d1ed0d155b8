"""Points by source after every round: what scores are made of while a game goes on."""

from dataclasses import replace

import numpy as np
import polars as pl

from analyses.experiments.replay import Replay
from analyses.findings.finding import Finding, Table
from analyses.language import say

SHOWN = 95  # per cent of the games are over at the last round shown


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

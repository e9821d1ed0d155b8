"""The sheet: how many players fill each box, circle, artefact and bridge."""

import numpy as np
import polars as pl

from analyses.experiments.replay import Replay
from analyses.findings.finding import Finding, Table, percent
from analyses.findings.sample import Sample
from analyses.language import say
from simulator.games.lost_cities.table import BOXES, COLOURS, Box, Colour
from simulator.names import written

QUESTION = "How far is the sheet filled, and what do winners fill more of?"
SIGNS = ("", *written(Box)[1:])  # a plain box has none
EXPEDITIONS = written(Colour)
COLUMNS = (*EXPEDITIONS, "artefacts", "dice symbols")
SHARES = ("players", "winners")


def view(sample: Sample, replay: Replay | None) -> Finding | None:
    if replay is None:
        return None
    boxes, marks = _boxes(replay), _marks(replay)
    filled = boxes.filter(pl.col("column").is_in(EXPEDITIONS))
    share, top = filled["players"].to_numpy().mean(), filled.filter(pl.col("box") == BOXES)
    return Finding(
        name="view",
        question=say(QUESTION),
        claim=say(
            "A player fills {share} of the 54 boxes, and the last box of an expedition in"
            " {last} of cases.",
            share=percent(share),
            last=percent(top["players"].to_numpy().mean()),
        ),
        games=replay.games,
        verdict="",
        tables=(
            Table("boxes", "Boxes filled when the game is over", boxes, SHARES),
            Table("marks", "Circles, tops and bridges", marks, tuple(marks.columns[1:])),
        ),
        notes=(
            say(
                "The first {games:,} games of {line_up}, replayed. Winners are those of place"
                " 1. A bridge's bonus is for those who cross it first.",
                games=replay.games,
                line_up=replay.cell.label,
            ),
        ),
    )


def _heights(replay: Replay) -> np.ndarray:
    """Boxes filled, [player, column], of every sheet of every game."""
    games, players = replay.ends, replay.players
    right = np.stack([games["artefacts"], games["refusals"]], axis=2)
    return np.concatenate([games["filled"], right], axis=2)[:, :players].reshape(-1, len(COLUMNS))


def _won(replay: Replay) -> np.ndarray:
    return (replay.ends["place"][:, : replay.players] == 1).reshape(-1)


def _boxes(replay: Replay) -> pl.DataFrame:
    heights, won, sheet = _heights(replay), _won(replay), replay.ends["sheet"]
    is_fixed = (sheet == sheet[0]).all()
    rows = []
    for c, column in enumerate(COLUMNS):
        for box in range(BOXES):
            full = heights[:, c] > box
            sign = SIGNS[sheet[0, c, box]] if is_fixed and c < COLOURS else ""
            rows.append((column, box + 1, sign, full.mean(), full[won].mean()))
    return pl.DataFrame(rows, schema=["column", "box", "sign", *SHARES], orient="row")


def _marks(replay: Replay) -> pl.DataFrame:
    """By bridge; the two right-hand columns have neither circle nor top."""
    games, players = replay.ends, replay.players
    heights, mark = _heights(replay), int(replay.match.rules.bridge_mark)
    circle = games["circle"][:, :players].mean(axis=(0, 1))
    top = games["top"][:, :players].mean(axis=(0, 1))
    bonus = games["bonus"][:, :players].mean(axis=(0, 1))
    crossed = (heights >= mark).mean(axis=0)
    nothing = [None] * 2
    return pl.DataFrame(
        {
            "column": COLUMNS,
            "circle": [*circle, *nothing],
            "top": [*top, *nothing],
            "bridge crossed": crossed,
            "bonus": bonus,
        }
    )

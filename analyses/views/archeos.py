"""The six boards: where vehicles stand when the game is over."""

import numpy as np
import polars as pl

from analyses.experiments.replay import Replay
from analyses.findings.finding import Finding, Table
from analyses.findings.sample import Sample
from analyses.language import say
from analyses.statistics.order import end_rows
from simulator.games.archeos.table import COLOURS, Colour, Side
from simulator.games.archeos.words import SITES
from simulator.names import written

QUESTION = "What do the tracks offer, and how far do players get on them?"
SHARES = ("vehicles", "winners")
SCHEMA = {
    "board": pl.String,
    "side": pl.String,
    "site": pl.String,
    "space": pl.Int64,
    "needs": pl.Int64,
    "points": pl.Int64,
    "vehicles": pl.Float64,
    "winners": pl.Float64,
    "seats": pl.Int64,
}


def view(sample: Sample, replay: Replay | None) -> Finding | None:
    if replay is None:
        return None
    tracks = pl.concat([_track(replay, k, side) for k in range(COLOURS) for side in Side])
    claim, last = _told(tracks)
    return Finding(
        name="view",
        question=say(QUESTION),
        claim=claim,
        details=(last,),
        games=replay.games,
        verdict="",
        tables=(Table("tracks", "Where vehicles end", tracks, SHARES),),
        notes=(
            say(
                "The first {games:,} games of {line_up}, replayed; shares of the players who had"
                " this side of the board. Players who cash in at Uluru or lead on Rapa Nui go back"
                " to the start, and end there. Needs: the smallest expedition that steps there.",
                games=replay.games,
                line_up=replay.cell.label,
            ),
        ),
    )


def _track(replay: Replay, board: int, side: int) -> pl.DataFrame:
    """A row per space; shares of all and of winning seats, none if the side was never played."""
    games, rules, players = replay.ends, replay.match.rules, replay.players
    played = games["side"][:, board] == side
    space = games["space"][played, :players, board].reshape(-1)
    if board == Colour.yellow and side == Side.advanced:  # both vehicles count, each by itself
        second = games["second"][played, :players].reshape(-1)
        space = np.concatenate([space, second])
    won = (games["place"][played, :players] == 1).reshape(-1)
    won = np.tile(won, len(space) // max(1, len(won)))
    rows = []
    for k in range(int(rules.last[board, side]) + 1):
        needs = int(rules.thresholds[board, side, k - 1]) if k else None
        here = space == k
        shares = (_share(here), _share(here[won]))
        points = int(rules.points[board, side, k])
        place = (written(Colour)[board], written(Side)[side], SITES[board][side], k)
        rows.append((*place, needs, points, *shares, int(played.sum()) * players))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _share(which: np.ndarray) -> float | None:
    return float(which.mean()) if len(which) else None


def _told(tracks: pl.DataFrame) -> tuple[str, str]:
    """How far vehicles get, as a part of the track, and how many to its end."""
    part = (pl.col("space") * pl.col("vehicles")).sum() / pl.col("space").max()
    played = tracks.filter(pl.col("vehicles").is_not_null())
    sites = played.group_by("site", maintain_order=True).agg(
        far=part, last=pl.col("vehicles").last()
    )
    far, near = end_rows(sites, "far")
    told = say(
        "Vehicles get farthest at {far_site}, {far:.0f}% of the track on average, and least"
        " far at {near_site}, {near:.0f}%.",
        far_site=far["site"],
        far=100 * far["far"],
        near_site=near["site"],
        near=100 * near["far"],
    )
    share = 100 * float(sites["last"].to_numpy().mean())
    return told, say("{last:.1f}% of them reach the last space of a track.", last=share)

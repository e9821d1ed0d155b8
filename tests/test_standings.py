"""Scoring curves as arrays, worked out by hand."""

import polars as pl

from analyses.findings.sample import sample_of
from analyses.findings.standings import standings
from analyses.questions.curves import find


def rows(curves, rounds):
    """One game per pair of curves, two seats each."""
    n = len(curves)
    return pl.DataFrame(
        {
            "title": ["none"] * n,
            "game": [k // 2 for k in range(n)],
            "deal": [k // 2 for k in range(n)],
            "line_up": ["a ×2"] * n,
            "same": ["all"] * n,
            "forbids": [""] * n,
            "seat": [1 + k % 2 for k in range(n)],
            "strategy": ["a"] * n,
            "score": [curve[-1] for curve in curves],
            "place": [1 + k % 2 for k in range(n)],
            "win": [1.0 - k % 2 for k in range(n)],
            "rounds": [r for r in rounds for _ in range(2)],
            "points_all": [curve[-1] for curve in curves],
            "curve": curves,
        }
    )


def test_after_a_games_last_round_its_standing_stays():
    made = standings(rows([[1, 4], [2, 3], [5, 6, 9], [0, 1, 8]], [2, 3]).lazy(), 2)
    assert made.points.tolist() == [[[1, 4, 4], [2, 3, 3]], [[5, 6, 9], [0, 1, 8]]]
    assert made.rounds.tolist() == [2, 3]
    assert made.after(0.5).tolist() == [[1, 2], [6, 1]]
    assert made.after(1.0).tolist() == [[4, 3], [9, 8]]


def test_a_curve_shorter_than_the_rounds_ends_with_the_final_standing():
    """A record has room for so many rounds; its last entry is always the latest standing."""
    frame = rows([[1, 4, 30], [2, 3, 20]], [90])
    made = standings(frame.lazy(), 2)
    assert made.rounds.tolist() == [3], "as many as the curve holds"
    assert made.after(1.0).tolist() == [[30, 20]]
    assert made.after(0.0).tolist() == [[1, 2]]
    finding = find(sample_of(frame))
    by_seat = next(t.frame for t in finding.tables if t.name.endswith("by seat"))
    assert by_seat["round"].to_list() == [1, 2, 3, 1, 2, 3]
    assert by_seat["mean"].to_list() == [1, 4, 30, 2, 3, 20]


def test_alone_games_won_and_lost_stand_apart():
    frame = rows([[1, 4], [2, 3]], [2]).with_columns(
        game=pl.Series([0, 1]), deal=pl.Series([0, 1]), seat=pl.lit(1), rounds=pl.lit(2)
    )
    by_place = next(t.frame for t in find(sample_of(frame)).tables if t.key == "by_place")
    assert by_place["group"].unique(maintain_order=True).to_list() == ["games won", "games lost"]

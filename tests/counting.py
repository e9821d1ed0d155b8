"""What is counted, by polars and row by row: the truth that counts by kernels are held against."""

import polars as pl

from analyses.experiments.sums import ABOUT, ALWAYS, CELL, GROUPS, VALUE, added
from analyses.statistics.counts import TIMES


def count(rows, players):
    """The rows of whole games, counted."""
    rows = rows.with_columns(pl.col("deal") % GROUPS)
    own = [name for name in rows.columns if name.startswith(("points_", "tally_"))]
    no_choice = rows["forced"].to_numpy().reshape(-1, players).sum(axis=1)
    games = rows.gather_every(players).with_columns(
        no_choice=pl.Series(no_choice),
        choices=pl.col("decisions") - no_choice,
        lead=lead(rows, players),
    )
    found = {"win": rows.select(*CELL, "deal", "seat", "strategy", "place", "win")}
    found |= {name: of(rows, name, "win") for name in own}
    found["score"] = of(rows, "score", "strategy", "win")
    found |= {name: of(games, name) for name in ("rounds", "decisions", "choices", "lead")}
    found["ending"] = games.select(*CELL, "deal", "ending")
    found["ahead"] = pairs(rows, players)
    if "curve" in rows.columns:
        found["curve"] = of_curves(rows)
    counted = [its.group_by(its.columns).len(TIMES).with_columns(pl.lit(about).alias(ABOUT))
               for about, its in found.items()]  # fmt: skip
    for value, times in ((1, pl.col("no_choice")), (0, pl.col("choices"))):
        its = games.group_by(*CELL, "deal").agg(times.sum().alias(TIMES)).filter(pl.col(TIMES) > 0)
        counted.append(its.with_columns(pl.lit("forced").alias(ABOUT), pl.lit(value).alias(VALUE)))
    kinds = {ABOUT: pl.Enum([*ALWAYS, *own])}
    kinds |= {name: rows.schema[name] for name in (*CELL, "deal", "seat", "strategy", "place")}
    kinds |= {"win": pl.Float64, "ending": rows.schema["ending"], "other": rows.schema["strategy"]}
    kinds |= {"round": pl.Int32, "is_last": pl.Boolean, VALUE: pl.Int64, TIMES: pl.Int64}
    told = [its.cast({name: kinds[name] for name in its.columns}) for its in counted]
    return added([pl.concat([pl.DataFrame(schema=kinds), *told], how="diagonal")])


def of(rows, name, *beside):
    return rows.select(*CELL, "deal", *beside, pl.col(name).alias(VALUE))


def lead(rows, players):
    best = rows["score"].to_numpy().reshape(-1, players).copy()
    best.sort(axis=1)
    return pl.Series(best[:, -1] - best[:, -min(2, players)])


def pairs(rows, players):
    """Two different strategies at one table: 2 if the one is ahead of the other, 1 if level."""
    game = pl.int_range(pl.len()) // players
    theirs = rows.select(game=game, other="strategy", theirs="place")
    both = (
        rows.with_columns(game=game)
        .join(theirs, on="game")
        .filter(pl.col("strategy") != pl.col("other"))
    )
    ahead = 1 + (pl.col("theirs") - pl.col("place")).sign()
    return both.select(*CELL, "deal", "strategy", "other", ahead.alias(VALUE))


def of_curves(rows):
    drawn = rows.with_columns(round=pl.int_ranges(1, pl.col("curve").list.len() + 1))
    drawn = drawn.filter(pl.col("curve").list.len() > 0).with_columns(
        last=pl.col("round").list.len()
    )
    drawn = drawn.explode("curve", "round").with_columns(
        is_last=pl.col("round") == pl.col("last"), deal=0
    )
    return of(drawn, "curve", "seat", "strategy", "place", "round", "is_last")

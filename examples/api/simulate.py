"""A batch of games: `tiltmeter simulate lost_cities -n 600 --design self-play,round-robin …`."""

import polars as pl

import tiltmeter as tm

shop = tm.Workshop("runs", jobs=1)
done = shop.simulate(
    "lost_cities",
    games=600,
    players=2,
    strategies=["allround", "greedy", "cautious"],
    design=["self-play", "round-robin"],
    changes={"bridges.bonus": 40, "setup.layout": "random"},  # --set and --setup
)
print(done.run.path, done.played)  # the same call finds its run again and plays nothing

# One row per game and seat, as a lazy polars frame.
by_strategy = done.frame.group_by("strategy").agg(pl.col("score").mean()).sort("score")
print(by_strategy.collect())

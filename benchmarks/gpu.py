"""The same games by the compiled engine and on a GPU: do they differ, and how fast are they?

python benchmarks/gpu.py lost_cities -n 100k
python benchmarks/gpu.py lost_cities -p 2 -s search:rollouts=400 -n 8192 --compare 16
"""

import os
import time
from concurrent.futures import ThreadPoolExecutor

import click
import numpy as np

from simulator.match import Match
from simulator.titles import load_title
from strategies.registry import line_up
from tiltmeter.options import Count

SEED = 7
BLOCK = 64  # games of a worker at a time


@click.command()
@click.argument("name")
@click.option("-p", "--players", type=int, default=4, show_default=True)
@click.option("-s", "--strategies", default="allround", show_default=True)
@click.option("-n", "--games", type=Count(), default="100k", show_default=True)
@click.option("--compare", type=Count(), help="So many of them on this machine; default: all.")
def main(name: str, players: int, strategies: str, games: int, compare: int | None) -> None:
    title, n = load_title(name), compare or games
    seated = line_up(title, strategies.split(","), players)
    rules = title.rules_for(title.components, players)
    compiled, cuda = (Match(title, rules, seated, engine) for engine in ("compiled", "cuda"))
    cuda.play(SEED, 0, 1)  # compiled by now
    started = time.perf_counter()
    played = cuda.play(SEED, 0, games)
    rate = games / (time.perf_counter() - started)
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        blocks = workers.map(
            lambda first: compiled.play(SEED, first, min(BLOCK, n - first)), range(0, n, BLOCK)
        )
        expected = np.concatenate(list(blocks))
    one_core = _one_core(compiled, min(n, BLOCK))
    differ = sum(
        one.tobytes() != other.tobytes() for one, other in zip(played[:n], expected, strict=True)
    )
    click.echo(f"{name}, {players} players, {strategies}: {differ} of {n:,} games differ")
    click.echo(
        f"  {rate:,.1f} games/s with all rows copied back, {rate / one_core:,.0f} times one core"
    )


def _one_core(match: Match, n: int) -> float:
    started = time.process_time()
    match.play(SEED, 0, n)
    return n / (time.process_time() - started)


if __name__ == "__main__":
    main()

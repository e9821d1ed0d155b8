"""The same games by the compiled engine and on a GPU: do they differ, and how fast are they?

python benchmarks/gpu.py lost_cities -n 100k
python benchmarks/gpu.py lost_cities -p 2 -s search:rollouts=400 -n 8192 --compare 16
"""

import os
import time
from concurrent.futures import ThreadPoolExecutor

import click

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
    cuda.leaving_rows().play(SEED, 0, games)
    middle = time.perf_counter()
    played = cuda.play(SEED, 0, games)
    alone, copied = games / (middle - started), games / (time.perf_counter() - middle)

    def differing(first: int) -> int:
        expected = compiled.play(SEED, first, min(BLOCK, n - first))
        same = played[first : first + len(expected)]
        return sum(a.tobytes() != b.tobytes() for a, b in zip(expected, same, strict=True))

    with ThreadPoolExecutor(os.cpu_count()) as workers:
        differ = sum(workers.map(differing, range(0, n, BLOCK)))
    one_core = _one_core(compiled, min(n, BLOCK))
    click.echo(f"{name}, {players} players, {strategies}: {differ} of {n:,} games differ")
    for rate, where in ((alone, "left on the GPU"), (copied, "copied back")):
        click.echo(f"  {rate:,.1f} games/s, rows {where}: {rate / one_core:,.0f} times one core")


def _one_core(match: Match, n: int) -> float:
    started = time.process_time()
    match.play(SEED, 0, n)
    return n / (time.process_time() - started)


if __name__ == "__main__":
    main()

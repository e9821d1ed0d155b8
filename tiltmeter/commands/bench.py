"""`tiltmeter bench`: games per second, per engine."""

import json
import time
from collections.abc import Callable
from typing import Any

import click

from tiltmeter import options

ROUNDS = 5  # measurements of each engine, taken in turns; the best counts


@click.command()
@click.argument("title", required=False)
@click.option("-p", "--players", type=int, default=4, show_default=True)
@click.option("-s", "--strategies", default="allround", show_default=True)
@click.option("--seconds", type=float, default=1.0, show_default=True, help="Time per measurement.")
@options.as_json
def bench(title: str | None, players: int, strategies: str, seconds: float, as_json: bool) -> None:
    """Games per second: plain Python, one core compiled, two workers compiled."""
    from simulator.titles import title_names

    measured = {
        name: _measure(name, players, strategies, seconds) for name in ([title] if title else title_names())
    }
    if as_json:
        click.echo(json.dumps(measured, indent=2))
        return
    for name, speed in measured.items():
        click.echo(f"{name}, {players} players, {strategies} in every seat" if "," not in strategies else f"{name}, {strategies}")
        click.echo(f"  python engine        {speed['python']:12,.1f} games/s")
        click.echo(f"  compiled, 1 worker   {speed['compiled']:12,.0f} games/s   {speed['ratio']:,.0f} times python")
        click.echo(f"  compiled, 2 workers  {speed['two_workers']:12,.0f} games/s   {speed['scaling']:.2f} times one")


def _measure(title: str, players: int, strategies: str, seconds: float) -> dict[str, float]:
    from joblib import Parallel, delayed

    experiment = options.as_experiment(title, players=players, strategies=strategies)
    compiled = experiment.match("compiled", options.say)
    plain = experiment.match("python")
    block = _block_size(lambda n: compiled.play(1, 0, n), seconds)

    def together(n: int) -> None:
        Parallel(n_jobs=2, backend="threading")(delayed(compiled.play)(1, k * n // 8, n // 8) for k in range(8))

    def rate(work: Callable[[int], Any], n: int) -> float:
        started = time.perf_counter()
        work(n)
        return n / (time.perf_counter() - started)

    together(block)
    slow = _block_size(lambda n: plain.play(1, 0, n), seconds)
    rounds = [
        (rate(lambda n: compiled.play(1, 0, n), block), rate(together, block), rate(lambda n: plain.play(1, 0, n), slow))
        for _ in range(ROUNDS)
    ]
    one, two, python = (max(column) for column in zip(*rounds, strict=True))
    return {
        "python": python,
        "compiled": one,
        "two_workers": two,
        "ratio": one / python,
        "scaling": two / one,
    }


def _block_size(work: Callable[[int], Any], seconds: float) -> int:
    """How many games fill about this time; the trial also warms up."""
    n = 1
    while True:
        started = time.perf_counter()
        work(n)
        taken = time.perf_counter() - started
        if taken > seconds / 8:
            return max(8, int(n * seconds / taken) // 8 * 8)
        n *= 4

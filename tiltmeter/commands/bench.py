"""`tiltmeter bench`: games per second, per engine."""

import json
import math
import time
from collections.abc import Callable

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
        name: _measure(name, players, strategies, seconds)
        for name in ([title] if title else title_names())
    }
    if as_json:
        click.echo(json.dumps(measured, indent=2))
        return
    for name, speed in measured.items():
        seats = strategies if "," in strategies else f"{strategies} in every seat"
        click.echo(f"{name}, {players} players, {seats}")
        _line("python engine", speed["python"], "")
        _line("compiled, 1 worker", speed["compiled"], f"{speed['ratio']:,.0f} times python")
        _line("compiled, 2 workers", speed["two_workers"], f"{speed['scaling']:.2f} times one")


def _line(what: str, rate: float, remark: str) -> None:
    click.echo(f"  {what:20} {rate:12,.1f} games/s   {remark}".rstrip())


def _measure(title: str, players: int, strategies: str, seconds: float) -> dict[str, float]:
    from joblib import Parallel, delayed

    from analyses.experiments.batch import BLOCK

    block = BLOCK["compiled"]
    experiment = options.as_experiment(title, players=players, strategies=[strategies], games=1)
    compiled = experiment.match(experiment.cells[0], "compiled", options.say)
    plain = experiment.match(experiment.cells[0], "python")

    def one(n: int) -> None:
        for first in range(0, n, block):
            compiled.play(1, first, block)

    def two(n: int) -> None:
        Parallel(n_jobs=2, backend="threading")(
            delayed(compiled.play)(1, first, block) for first in range(0, n, block)
        )

    def slow(n: int) -> None:
        plain.play(1, 0, n)

    two(2 * block)
    pairs = math.ceil(_rate(one, 2 * block) * seconds / (2 * block))
    games = {
        one: 2 * block * pairs,
        two: 2 * block * pairs,
        slow: math.ceil(_rate(slow, 1) * seconds),
    }
    best = dict.fromkeys(games, 0.0)
    for _ in range(ROUNDS):
        for work, n in games.items():
            best[work] = max(best[work], _rate(work, n))
    return {
        "python": best[slow],
        "compiled": best[one],
        "two_workers": best[two],
        "ratio": best[one] / best[slow],
        "scaling": best[two] / best[one],
    }


def _rate(work: Callable[[int], None], n: int) -> float:
    started = time.perf_counter()
    work(n)
    return n / (time.perf_counter() - started)

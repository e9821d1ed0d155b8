"""`tiltmeter bench`: games per second, per engine."""

from typing import Any

import click

from tiltmeter import options
from tiltmeter.workshop import Workshop


@click.command()
@options.title_or_all
@options.players("Players; default: 4, or as many as the title is for.")
@options.strategies("One for every seat, or one per seat; default: allround.")
@click.option("--seconds", type=float, default=1.0, show_default=True, help="Time per measurement.")
@click.option("--engine", default="compiled", help="cuda measures an NVIDIA GPU too.")
@options.code
@options.as_json
def bench(title: str | None, seconds: float, engine: str, as_json: bool, **words: Any) -> None:
    """Games per second: plain Python, one core compiled, two workers compiled."""
    shop = Workshop()
    names = [title] if title else [known.name for known in shop.titles()]
    measured = {
        one: shop.bench(one, seconds, engine, **options.wanted(one, words)) for one in names
    }
    if as_json:
        options.echo_json({name: speed.as_json() for name, speed in measured.items()})
        return
    for name, speed in measured.items():
        seats = list(dict.fromkeys(speed.line_up))
        who = f"{seats[0]} in every seat" if len(seats) == 1 else ",".join(speed.line_up)
        click.echo(f"{name}, {len(speed.line_up)} players, {who}")
        _line("python engine", speed.python, "")
        _line("compiled, 1 worker", speed.compiled, f"{speed.ratio:,.0f} times python")
        _line("compiled, 2 workers", speed.two_workers, f"{speed.scaling:.2f} times one")
        if speed.cuda:
            _line("cuda, rows copied", speed.cuda, _times(speed.cuda / speed.compiled))
            _line("cuda, rows left", speed.cuda_alone, _times(speed.cuda_alone / speed.compiled))


def _times(ratio: float) -> str:
    return f"{ratio:,.0f} times one core"


def _line(what: str, rate: float, remark: str) -> None:
    click.echo(f"  {what:20} {rate:12,.1f} games/s   {remark}".rstrip())

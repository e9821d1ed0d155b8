"""`tiltmeter bench`: games and decisions per second, per engine."""

from typing import TYPE_CHECKING, Any

import click

from simulator.words import counted
from tiltmeter import options
from tiltmeter.workshop import Workshop

if TYPE_CHECKING:
    from analyses.experiments.bench import Speed


@click.command()
@options.title_or_all
@options.players("Number of players; default: 4, or as many as the game allows.")
@options.strategies("One bot for every seat, or one per seat; default: allround.")
@click.option("--seconds", type=float, default=1.0, show_default=True, help="Time per measurement.")
@click.option("--engine", default="compiled", help="With cuda, measure an NVIDIA GPU too.")
@options.code
@options.as_json
def bench(title: str | None, seconds: float, engine: str, as_json: bool, **words: Any) -> None:
    """Measure games per second: plain Python, one core and two.

    Also measures decisions per second, the memory of a game, and the time to a first game.
    """
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
        click.echo(f"{name}, {counted(len(speed.line_up), 'player')}, {who}")
        _line("python engine", speed, speed.python, "")
        _line("compiled, 1 worker", speed, speed.compiled, f"{speed.ratio:,.0f} times python")
        _line("compiled, 2 workers", speed, speed.two_workers, f"{speed.scaling:.2f} times one")
        if speed.cuda:
            for what, rate in (("copied", speed.cuda), ("left", speed.cuda_alone)):
                _line(f"cuda, rows {what}", speed, rate, _times(rate / speed.compiled))
        size, start = f"{speed.bytes_per_game:,} bytes a game", f"{speed.startup:.1f} s to start"
        click.echo(f"  {speed.decisions:.1f} decisions and {size}; {start}")


def _times(ratio: float) -> str:
    return f"{ratio:,.0f} times one core"


def _line(what: str, speed: "Speed", rate: float, remark: str) -> None:
    made = f"{rate * speed.decisions:14,.0f} decisions/s"
    click.echo(f"  {what:20} {rate:12,.1f} games/s {made}   {remark}".rstrip())

"""`tiltmeter bench`: games per second, per engine."""

from typing import Any

import click

from tiltmeter import options
from tiltmeter.workshop import Workshop


@click.command()
@click.argument("title", required=False)
@click.option("-p", "--players", type=int, default=4, show_default=True)
@click.option("-s", "--strategies", default="allround", show_default=True)
@click.option("--seconds", type=float, default=1.0, show_default=True, help="Time per measurement.")
@options.code
@options.as_json
def bench(title: str | None, seconds: float, as_json: bool, **words: Any) -> None:
    """Games per second: plain Python, one core compiled, two workers compiled."""
    shop, names = Workshop(), words["strategies"]
    players = {"players": words["players"], "strategies": options.words_of(names)}
    measured = {
        one: shop.bench(one, seconds, code=words["code"], **players).as_json()
        for one in ([title] if title else [known.name for known in shop.titles()])
    }
    if as_json:
        options.echo_json(measured)
        return
    for name, speed in measured.items():
        seats = names if "," in names else f"{names} in every seat"
        click.echo(f"{name}, {words['players']} players, {seats}")
        _line("python engine", speed["python"], "")
        _line("compiled, 1 worker", speed["compiled"], f"{speed['ratio']:,.0f} times python")
        _line("compiled, 2 workers", speed["two_workers"], f"{speed['scaling']:.2f} times one")


def _line(what: str, rate: float, remark: str) -> None:
    click.echo(f"  {what:20} {rate:12,.1f} games/s   {remark}".rstrip())

"""`tiltmeter strategies`: who can play, and which weights they take."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tiltmeter import options

if TYPE_CHECKING:
    from strategies.registry import Strategy


@click.command()
@click.argument("title", required=False)
@options.code
@options.as_json
def strategies(title: str | None, code: tuple[Path, ...], as_json: bool) -> None:
    """Who can play a title, how, and with which weights."""
    from rich.markup import escape
    from rich.table import Table

    from reports.terminal import console
    from simulator.titles import load_title, title_names
    from strategies.registry import SETTINGS, load_code, strategies_of

    for file in code:
        load_code(file)
    found = {
        name: strategies_of(load_title(name)) for name in ([title] if title else title_names())
    }
    if as_json:
        described = {
            name: {s.name: {"about": s.about, "weights": dict(s.weights)} for s in players.values()}
            for name, players in found.items()
        }
        click.echo(
            json.dumps(described[title] if title else described, indent=2, ensure_ascii=False)
        )
        return
    out = console()
    for name, players in found.items():
        shown = Table(
            title=f"[bold]{name}[/bold]", title_justify="left", box=None, padding=(0, 2, 0, 0)
        )
        for heading in ("strategy", "how it plays", "weights"):
            shown.add_column(heading, header_style="dim", overflow="fold")
        for one in players.values():
            weights = " ".join(f"{key}={_value(one, key)}" for key in one.weights)
            shown.add_row(one.name, escape(one.about), weights)
        out.print(shown)
    out.print("\nEvery strategy also takes:")
    for key, meaning in SETTINGS.items():
        out.print(f"  {key:12} {meaning}")
    out.print("\nWrite name:key=value, as in allround:temperature=5 or greedy:never=refuse.")


def _value(one: "Strategy", key: str) -> str:
    named = one.names.get(key)
    return f"{one.weights[key]:g}" if named is None else named[int(one.weights[key])]

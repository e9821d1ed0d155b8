"""`tiltmeter games`: the titles, and what can be changed in one."""

import json
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options

if TYPE_CHECKING:
    from simulator.components import Entry
    from simulator.titles import Title


@click.command()
@click.argument("title", required=False)
@options.as_json
def games(title: str | None, as_json: bool) -> None:
    """The titles; one title's players, setup options, components and where they come from."""
    from simulator.titles import load_title, title_names

    shown = [load_title(name) for name in ([title] if title else title_names())]
    if as_json:
        found = [_describe(one) for one in shown]
        click.echo(json.dumps(found[0] if title else found, indent=2, ensure_ascii=False))
    elif title:
        _print_title(shown[0])
    else:
        for one in shown:
            click.echo(f"{one.name:14}{one.players[0]}-{one.players[-1]} players  {one.full_name}")
        click.echo("\ntiltmeter games TITLE shows what can be set up and changed.")


def _describe(title: "Title") -> dict[str, Any]:
    entries = title.components.entries
    return {
        "title": title.name,
        "full_name": title.full_name,
        "about": title.about,
        "players": list(title.players),
        "kinds_of_moves": list(title.levers.kinds),
        "endings": list(title.words.endings),
        "components": {path: _entry(entry) for path, entry in entries.items()},
    }


def _entry(entry: "Entry") -> dict[str, Any]:
    described = {key: value for key, value in vars(entry).items() if value not in (None, (), "")}
    return {
        key: list(v) if isinstance(v, tuple) else v for key, v in described.items() if key != "path"
    }


def _print_title(title: "Title") -> None:
    from rich.markup import escape

    from reports.terminal import console
    from simulator.components import SOURCES

    out = console()
    entries = title.components.entries.values()
    few, many = title.players[0], title.players[-1]
    out.print(f"[bold]{escape(title.full_name)}[/bold] ({few} to {many} players)")
    out.print(escape(title.about))
    out.print("\n[bold]Setup[/bold], with --setup key=value")
    out.print(_table([e for e in entries if e.path.startswith("setup.")], strip="setup."))
    out.print("\n[bold]Components[/bold], with --set path=value or --components FILE;")
    out.print("path\\[3]=value changes the third value of a list")
    out.print(_table([e for e in entries if not e.path.startswith("setup.")]))
    out.print("\n[bold]Kinds of moves[/bold], for never=kind: " + ", ".join(title.levers.kinds))
    used = {entry.source for entry in entries}
    out.print("\n[bold]Where values come from[/bold]")
    for source, meaning in SOURCES.items():
        if source in used:
            paths = [e.path for e in entries if e.source == source]
            out.print(f"  {source:14} {len(paths):3}  {meaning}")
    _print_reconstructed(out, list(entries))


def _print_reconstructed(out: Any, entries: list["Entry"]) -> None:
    """What no source shows, with the reason told once."""
    from rich.markup import escape

    by_note: dict[str, list[str]] = {}
    for entry in entries:
        if entry.source == "reconstructed":
            by_note.setdefault(entry.note, []).append(entry.path)
    for note, paths in by_note.items():
        out.print(f"\n[bold]Reconstructed:[/bold] {', '.join(paths)}")
        out.print(f"  {escape(note)}")


def _table(entries: list["Entry"], strip: str = "") -> Any:
    from rich.markup import escape
    from rich.table import Table

    shown = Table(box=None, padding=(0, 2, 0, 2), header_style="dim")
    for heading in ("path", "value", "also", "source", "what it is"):
        shown.add_column(heading, overflow="fold")
    for entry in entries:
        values = (_brief(entry.value), " ".join(map(_brief, entry.alternatives)))
        shown.add_row(
            *map(escape, (entry.path.removeprefix(strip), *values, entry.source, entry.about))
        )
    return shown


def _brief(value: Any) -> str:
    """Lists of texts or lists take a line each."""
    if isinstance(value, list) and not isinstance(value[0], int):
        return "\n".join(map(_brief, value))
    if isinstance(value, list):
        return " ".join(map(str, value))
    return json.dumps(value) if isinstance(value, bool) else str(value)

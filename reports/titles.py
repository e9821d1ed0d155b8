"""A game in the terminal: what can be set up and changed in it, and where its values come from."""

import json
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape

from reports.console import console
from reports.model import grid_of_texts
from reports.terminal import print_grid
from simulator.components import CALLED, SETUP, SOURCES, Entry
from simulator.titles import Title


def described(title: Title) -> dict[str, Any]:
    """The same in plain values."""
    return {
        "game": title.name,
        "full_name": title.full_name,
        "about": title.about,
        "players": list(title.players),
        **({"teams": list(title.teams)} if title.teams else {}),
        "kinds_of_moves": list(title.levers.kinds),
        "endings": list(title.words.endings),
        "parameters": {path: _plain(entry) for path, entry in title.components.entries.items()},
    }


def _plain(entry: Entry) -> dict[str, Any]:
    said = {key: value for key, value in vars(entry).items() if value not in (None, (), "")}
    del said["path"]
    return {key: list(v) if isinstance(v, tuple) else v for key, v in said.items()}


def print_title(title: Title) -> None:
    out, entries = console(), list(title.components.entries.values())
    few, many = title.players[0], title.players[-1]
    told = ", ".join(title.teams) or f"{few} to {many} players"
    out.print(f"[bold]{escape(title.full_name)}[/bold] ({escape(told)})")
    out.print(escape(title.about))
    if of_setup := [e for e in entries if e.path.startswith(SETUP)]:
        out.print("\n[bold]Setup[/bold], with --setup key=value")
        _print_entries(of_setup, strip=SETUP)
    out.print("\n[bold]Parameters[/bold], with --set path=value or --parameters FILE;")
    out.print("path\\[3]=value changes the third value of a list")
    _print_entries([e for e in entries if not e.path.startswith(SETUP)])
    out.print("\n[bold]Kinds of moves[/bold], for never=kind: " + ", ".join(title.levers.kinds))
    _print_sources(out, entries)
    _print_assumed(out, entries)


def _print_sources(out: Console, entries: Sequence[Entry]) -> None:
    out.print("\n[bold]Where values come from[/bold]")
    for source, meaning in SOURCES.items():
        n = sum(entry.source == source for entry in entries)
        if n:
            out.print(f"  {CALLED.get(source, source):14} {n:3}  {meaning}")


def _print_assumed(out: Console, entries: Sequence[Entry]) -> None:
    """What no source gives, with the reason told once."""
    by_note: dict[str, list[str]] = {}
    for entry in entries:
        if entry.source == "reconstructed":
            by_note.setdefault(entry.note, []).append(entry.path)
    for note, paths in by_note.items():
        out.print(f"\n[bold]Assumed:[/bold] {', '.join(paths)}")
        out.print(f"  {escape(note)}")


def _print_entries(entries: Sequence[Entry], strip: str = "") -> None:
    rows = (
        (
            entry.path.removeprefix(strip),
            _brief(entry.value),
            " ".join(map(_brief, entry.alternatives)),
            CALLED.get(entry.source, entry.source),
            entry.about,
        )
        for entry in entries
    )
    print_grid(grid_of_texts(("path", "value", "also", "source", "what it is"), rows))


def _brief(value: Any) -> str:
    """Lists of texts or lists take a line each."""
    if isinstance(value, list) and not isinstance(value[0], int):
        return "\n".join(map(_brief, value))
    if isinstance(value, list):
        return " ".join(map(str, value))
    return json.dumps(value) if isinstance(value, bool) else str(value)

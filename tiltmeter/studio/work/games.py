"""Which games there are, and what one of them lets its users choose and change."""

from collections.abc import Sequence
from typing import Any

from analyses.experiments.pool import best_of
from analyses.language import word
from simulator.components import SETUP, SOURCES, Components, Entry
from strategies.registry import strategies_of
from tiltmeter.studio.work.asked import changes_of
from tiltmeter.workshop import Workshop


def listed(shop: Workshop) -> list[dict[str, Any]]:
    """The included games."""
    return [{"game": one.name, "name": one.full_name, "about": one.about} for one in shop.titles()]


def described(
    shop: Workshop,
    game: str,
    players: int | None = None,
    seats: Sequence[str] = (),
    changes: Sequence[str] = (),
    seed: int = 1,
) -> dict[str, Any]:
    """A game as forms: its numbers of players, bots, choices at setup and parameters."""
    title = shop.title(game)
    box = title.components.with_changes(changes_of(shop, game, changes))
    entries = [_form_of(one, title.components) for one in box.entries.values()]
    return {
        "game": game, "name": title.full_name, "about": title.about, "party": title.party,
        "counts": [*title.players], "players": shop.players(game, players),
        "default": best_of(title),
        "bots": [{"name": name, "about": one.about} for name, one in strategies_of(title).items()],
        "setup": [one for one in entries if one["path"].startswith(SETUP)],
        "parameters": [one for one in entries if not one["path"].startswith(SETUP)],
    }  # fmt: skip


def _form_of(entry: Entry, printed: Components) -> dict[str, Any]:
    """A parameter with its value, what is allowed, and where the value comes from."""
    before = printed.entry(entry.path)
    return {
        "path": entry.path, "about": word(entry.about), "value": entry.value,
        "printed": before.value, "source": before.source, "told": word(SOURCES[before.source]),
        "is_assumed": before.is_assumed, "is_changed": entry.value != before.value,
        "min": entry.min, "max": entry.max, "allowed": list(entry.allowed),
        "alternatives": list(entry.alternatives), "note": entry.note,
        "slider": _slider(before),
    }  # fmt: skip


def _slider(entry: Entry) -> tuple[float, float, float] | None:
    """From where to where a number can be turned, and by how much: its limits, or twice as far."""
    value = entry.value
    if isinstance(value, bool) or not isinstance(value, int | float) or entry.allowed:
        return None
    others = [one for one in entry.alternatives if isinstance(one, int | float)]
    far = max([2 * abs(value), *map(abs, others), 5])
    low = entry.min if entry.min is not None else min([0, -far if value < 0 else 0, *others])
    high = entry.max if entry.max is not None else far
    step = 1 if isinstance(value, int) else (high - low) / 100 or 1
    return (low, high, step) if low < high else None

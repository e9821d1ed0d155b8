"""Which games there are, and what one of them lets its users choose and change."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from analyses.experiments.experiment import experiment
from analyses.experiments.offered import removals
from analyses.experiments.plan import counts_of
from analyses.experiments.pool import best_of
from analyses.language import figure, say, word
from simulator import user_files
from simulator.components import SETUP, SOURCES, Components, Entry, as_settings
from simulator.titles import Title, shipped_names
from strategies.levels import LEVEL, NAMES, as_level, read_levels, shipped_file
from strategies.registry import Strategy, strategies_of
from tiltmeter.studio.work.asked import changes_of, wanted
from tiltmeter.workshop import Workshop


def listed(shop: Workshop) -> list[dict[str, Any]]:
    """The included and installed games; one that was opened here is listed by its file."""
    names = {*shipped_names(), *user_files.announced()}
    return [
        {"game": one.name, "name": one.full_name, "about": one.about}
        for one in shop.titles() if one.name in names
    ]  # fmt: skip


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
    n, bots = shop.players(game, players), strategies_of(title).items()
    cards = _cards(shop, game, n)
    entries = [_form_of(one, title.components, cards) for one in box.entries.values()]
    return {
        "game": game, "name": title.full_name, "about": word(title.about), "party": title.party,
        "counts": [*title.players], "players": n, "default": best_of(title),
        "reported": counts_of(title),
        "bots": [{"name": name, "about": _told(one, n)} for name, one in bots if name != LEVEL],
        "levels": (levels := _levels(title, n)),
        "seeks_levels": not levels and shipped_file(title) is None,
        "setup": [one for one in entries if one["path"].startswith(SETUP)],
        "parameters": [one for one in entries if not one["path"].startswith(SETUP)],
    }  # fmt: skip


def presets(
    shop: Workshop,
    game: str,
    players: int | None = None,
    changes: Sequence[str] = (),
    **_: Any,
) -> list[dict[str, Any]]:
    """Versions that the game itself offers: this table without one of its parts."""
    words = wanted(shop, game, shop.players(game, players), changes=changes, games=1)
    return [
        {"name": one.name.replace("_", " "), "changes": as_settings(one.changes)}
        for one in removals(experiment(shop.title(game), **words))
    ]


def _told(bot: Strategy, players: int) -> str:
    """How a bot plays; its weights as the numbers that they are at this table."""
    weights = {**bot.weights, **bot.tuned.get(players, {})}

    def number(found: re.Match[str]) -> str:
        return figure(weights[found[1]], "g") if found[1] in weights else found[1]

    return re.sub(r"`(\w+)`", number, word(bot.about))


def _levels(title: Title, players: int) -> list[dict[str, str]]:
    """Bots by their level of skill, where the levels were found: finding them takes minutes."""
    known = read_levels(title, players) or {}
    return [{"name": str(as_level(one)), "about": _called(one)} for one in known]


def _called(level: int) -> str:
    """'level 3, casual'."""
    told = say("level {n}", n=level)
    return f"{told}, {word(NAMES[level], 'skill')}" if level in NAMES else told


def _cards(shop: Workshop, game: str, players: int) -> dict[str, str]:
    """Choices at setup whose members can be ticked, with the factor that does so."""
    found = shop.factors(game, players).values()
    return {path: one.name for one in found for path in one.combinations[0].changes}


def _form_of(entry: Entry, printed: Components, cards: Mapping[str, str]) -> dict[str, Any]:
    """A parameter with its value, what is allowed, and where the value comes from."""
    before = printed.entry(entry.path)
    named = word(entry.path)  # a game may name what its author's hint describes
    choices = _choices(entry, before, entry.path in cards)
    return {
        "path": entry.path, "about": named if named != entry.path else _about(entry),
        "value": entry.value, "choices": choices, "cards": cards.get(entry.path, ""),
        "printed_as": dict(choices).get(before.value) if choices else before.value,
        "printed": before.value, "source": before.source, "told": word(SOURCES[before.source]),
        "is_assumed": before.is_assumed, "is_changed": entry.value != before.value,
        "min": entry.min, "max": entry.max, "allowed": list(entry.allowed),
        "alternatives": list(entry.alternatives), "note": entry.note,
        "slider": _slider(before),
    }  # fmt: skip


def _about(entry: Entry) -> str:
    """In the words of its form, where a switch is set to yes or no."""
    told = word(entry.about)
    is_switch = isinstance(entry.value, bool)
    return re.sub(r"\bfalse:", "no:", re.sub(r"\btrue:", "yes:", told)) if is_switch else told


def _choices(entry: Entry, before: Entry, is_ticked: bool) -> list[tuple[str, str]]:
    """Words to choose from, with what people read; none where anything may be typed."""
    known = entry.allowed or entry.alternatives
    if not isinstance(entry.value, str) or not (known or is_ticked):
        return []
    values = dict.fromkeys([before.value, *map(str, known), entry.value])
    return [(one, _read(entry.path, one)) for one in values]


def _read(path: str, value: str) -> str:
    """As the game calls this choice, or 'first game' of `first-game`."""
    whole = f"{path}={value}"
    if (named := word(whole)) != whole:
        return named
    said = (word(one.strip()).replace("-", " ").replace("_", " ") for one in value.split(","))
    return ", ".join(said)


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

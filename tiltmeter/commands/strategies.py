"""`tiltmeter strategies`: the bots of a game, and which weights they take."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltmeter import options
from tiltmeter.workshop import Workshop

if TYPE_CHECKING:
    from strategies.registry import Strategy


@click.command()
@options.title_or_all
@options.code
@options.as_json
def strategies(title: str | None, code: tuple[Path, ...], as_json: bool) -> None:
    """List the bots of a game, how they play, and their weights.

    \b
    tiltmeter strategies lost_cities
    tiltmeter play lost_cities -s allround,greedy:never=refuse
    """
    shop = Workshop()
    names = [title] if title else [one.name for one in shop.titles()]
    found = {name: shop.strategies(name, code) for name in names}
    if as_json:
        described = {name: _describe(players) for name, players in found.items()}
        options.echo_json(described[title] if title else described)
    else:
        _print(found, shop.title(title).levers.kinds if title else ())
        if title and (shipped := shop.shipped_ladder(title)) is not None:
            from reports.players import print_ladder

            click.echo()
            print_ladder(shipped)


def _describe(players: "Mapping[str, Strategy]") -> dict[str, Any]:
    known = players.values()
    return {one.name: {"about": one.about, "weights": dict(one.weights)} for one in known}


def _print(found: "Mapping[str, Mapping[str, Strategy]]", kinds: Sequence[str]) -> None:
    from reports.console import console
    from strategies.registry import SETTINGS

    out = console()
    for name, players in found.items():
        _print_bots(name, players)
    out.print(
        "\nA style keeps the weights that define it, so tuning leaves them alone. The weights above"
        " are the usual ones; most numbers of players have tuned ones, in tuned.csv of the game."
    )
    out.print("\nEvery bot also takes:")
    for key, meaning in SETTINGS.items():
        out.print(f"  {key:12} {meaning}")
    if kinds:
        out.print(f"\nKinds of moves, and powers: {', '.join(kinds)}.")
    out.print("\nWrite name:key=value, as in allround:temperature=5 or greedy:never=refuse.")


def _print_bots(name: str, players: "Mapping[str, Strategy]") -> None:
    from reports.console import console
    from reports.model import grid_of_texts
    from reports.terminal import print_grid
    from strategies.registry import BEST

    console().print(f"[bold]Bots of {name}[/bold]")
    rows = ((one.name, one.about, _told(one, players.get(BEST))) for one in players.values())
    print_grid(grid_of_texts(("bot", "how it plays", "weights"), rows))


def _told(one: "Strategy", best: "Strategy | None") -> str:
    """Its weights; of a style, which shares those of the best, what makes it another."""
    from strategies.registry import usual_of

    if best is None or one is best:
        return _spelled(one, one.weights)
    if one.based:
        return _spelled(one, usual_of(one, best))
    if not {*one.weights} >= {*best.weights}:
        return _spelled(one, one.weights)
    held = {key: one.weights[key] for key in one.committed}
    rest = {key: w for key, w in one.weights.items() if key not in held}
    other = {key: w for key, w in rest.items() if w != best.weights.get(key)}
    parts = [f"keeps {_spelled(one, held)}"] if held else []
    if held and (alone := _tuned_by_itself(one, best)):
        return "; ".join([*parts, f"else tuned by itself for {_listed(alone)} players"])
    parts += [
        f"{'else ' * bool(held)}as {best.name}" + " but " * bool(other) + _spelled(one, other)
    ]
    return "; ".join(parts)


def _tuned_by_itself(one: "Strategy", best: "Strategy") -> list[int]:
    """The numbers of players at which it has other weights than the best, beside what it is."""
    found = []
    for players, weights in sorted(one.tuned.items()):
        usual = {**best.weights, **best.tuned.get(players, {})}
        if any(w != usual.get(key) for key, w in weights.items() if key not in one.committed):
            found.append(players)
    return found


def _listed(numbers: list[int]) -> str:
    first, last = numbers[0], numbers[-1]
    if numbers == list(range(first, last + 1)) and len(numbers) > 2:
        return f"{first} to {last}"
    return " and ".join(map(str, numbers))


def _spelled(one: "Strategy", weights: "Mapping[str, float]") -> str:
    return " ".join(f"{key}={_value(one, key, value)}" for key, value in weights.items())


def _value(one: "Strategy", key: str, value: float) -> str:
    named = one.names.get(key)
    return f"{value:g}" if named is None else named[int(value)]

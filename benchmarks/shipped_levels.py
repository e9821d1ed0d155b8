"""Levels above 5 that learned bots reach, found and tested again where nets have changed.

    python benchmarks/shipped_levels.py expeditions:2 excavation:3
    python benchmarks/shipped_levels.py

The second prints what ships. A level goes to the fastest learned bot that reaches it; those that
none reaches stay with the search they had, and that is tested if nobody has done it. What is found
is kept beside the bots.
"""

from collections.abc import Iterator
from dataclasses import replace

import click

from analyses.experiments.pool import best_of, learned_from
from analyses.experiments.runner import Runner
from analyses.lab.players.calibrate import BEYOND, FRESH, Arena, seat_of
from analyses.lab.players.tournament import ring_for, table_for
from simulator.files import sealed_toml, write_whole
from simulator.titles import Title, load_title, shipped_names
from strategies.levels import LEVELS, REGULAR, STEP, Level, read_file, shipped_file, text_of
from strategies.seat import Seat

SEARCHED = 800  # games of a level that searches
MADE_BY = "duels as `tiltmeter ladder GAME --levels` has; above 5 benchmarks/shipped_levels.py"


@click.command(help=__doc__)
@click.option("--games", type=int, default=1200, show_default=True, help="Of each share tried.")
@click.option("--fresh", type=int, default=2400, show_default=True, help="That test a level.")
@click.option("--jobs", type=int, default=1, show_default=True)
@click.argument("chosen", nargs=-1)
def main(games: int, fresh: int, jobs: int, chosen: tuple[str, ...]) -> None:
    for one in chosen:
        name, players = one.split(":")
        _keep(load_title(name), int(players), games, fresh, Runner(jobs=jobs))
    if not chosen:
        _print_all()


def _print_all() -> None:
    """Elo against the default bot, with half of its interval."""
    others = [level for level in LEVELS if level != REGULAR]
    click.echo(f"| game | players | {' | '.join(map(str, others))} |")
    click.echo(f"| --- | --- |{' --- |' * len(others)}")
    for name in shipped_names():
        for players, known in read_file(shipped_file(load_title(name))).items():
            told = (_told(known[level]) if level in known else "–" for level in others)
            click.echo(f"| `{name}` | {players} | {' | '.join(told)} |")


def _told(one: Level) -> str:
    if not one.games:
        return "*sought*"
    return f"{one.elo:.0f} ± {(one.high - one.low) / 2:.0f}".replace("-", "−")


def _keep(title: Title, players: int, games: int, tested: int, runner: Runner) -> None:
    table, best = table_for(title, players=players), Seat(best_of(title))
    fresh = Arena(ring_for(replace(table, seed=table.seed + FRESH), runner), best, tested)
    known = dict(read_file(shipped_file(title)))
    levels = {n: one for n, one in known[players].items() if "learned" not in one.by}
    for level, one in _reached(Arena(ring_for(table, runner), best, games), title, players):
        levels[level] = one
    for level in range(REGULAR + 1, LEVELS[-1] + 1):
        if level in levels and not levels[level].games:
            levels[level] = _tested(fresh, levels[level])
            click.echo(f"{title.name} {players}: {levels[level]}")
    known[players] = levels
    told = {n: [one for one in its.values() if one.level != REGULAR] for n, its in known.items()}
    write_whole(shipped_file(title), sealed_toml(text_of(told, MADE_BY)).encode())


def _reached(arena: Arena, title: Title, players: int) -> Iterator[tuple[int, Level]]:
    bots = [str(one) for one in learned_from(title, arena.best, players)]
    for level in range(REGULAR + 1, LEVELS[-1] + 1):
        target = float(STEP * (level - REGULAR))
        while bots and abs(arena.curve(bots[0]).at(1.0)) < target - BEYOND:
            bots.pop(0)
        if not bots:
            return
        yield level, Level(level, arena.curve(bots[0]).share_for(target), bots[0])


def _tested(fresh: Arena, one: Level) -> Level:
    """With its Elo on shuffles that did not choose its share."""
    if "search" in one.by:
        fresh = replace(fresh, games=SEARCHED)
    found = fresh.elo(seat_of(one))
    low, high = found.interval()
    games = found.deals * fresh.ring.seatings
    return replace(one, elo=found.value, low=low, high=high, games=games)


if __name__ == "__main__":
    main()

"""The nets that ship: learned for every number of players, several at once, then joined.

    python benchmarks/shipped_nets.py learn --jobs 16 --into nets
    python benchmarks/shipped_nets.py join nets
    python benchmarks/shipped_nets.py again --jobs 16
    python benchmarks/shipped_nets.py leaf --jobs 16 excavation:2 expeditions:2
    python benchmarks/shipped_nets.py table
    python benchmarks/shipped_nets.py speeds --deals 300 lost_cities/learned:copies=2

`learn` goes on where it stopped: what is in the folder is not learned again. `join` puts nets that
are clearly better than their base beside the bots of each game, where they win more than those
there, and prints what was left out. `again` tests those that ship once more, on other shuffles:
after a change of their base. `leaf` finds with what settings a search asks its net. `table`
prints what those that ship win, `speeds` how fast some bots are.
"""

import itertools
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import click

from analyses.experiments.pool import best_of
from analyses.experiments.runner import Runner
from analyses.lab.players.learn import CONFIRM
from analyses.lab.players.tournament import ring_for, table_for
from simulator.match import Match
from simulator.sources import strategies_home
from simulator.titles import Title, load_title, shipped_names
from strategies.net import Net, load, save
from strategies.net_file import AS_LEAF, shipped_file
from strategies.registry import line_up
from strategies.seat import Seat

MILLIONS = {  # of positions, by players: more where games are short or are asked for most
    "archeos": {2: 16, 4: 10},
    "excavation": {1: 8, 2: 10, 3: 5},
    "expeditions": {2: 10, 4: 10},
    "lost_cities": {2: 24, 3: 8, 4: 12, 5: 8},
}
USUAL = 6  # elsewhere
UNSEEN = 1000  # the first shuffle that no `learn` has used
LEAF_BOT, LEAF_RIVAL = "search:leaf=shipped:rollouts=200", "search:rollouts=300"
TURNS = (1, 2, 4, 6)
CAUTIONS = (1.0, 2.0)
COPIES = {"archeos": (16,)}  # where fewer gain nothing; elsewhere 1, 4 and 16


@click.group(help=__doc__)
def main() -> None:
    pass


@main.command()
@click.option("--jobs", type=int, default=2)
@click.option("--into", type=click.Path(path_type=Path), default=Path("nets"))
@click.option("--minutes", type=float, help="No net is begun after so many.")
@click.argument("chosen", nargs=-1)
def learn(jobs: int, into: Path, minutes: float | None, chosen: tuple[str, ...]) -> None:
    """Learn nets: all, or those CHOSEN as in 'excavation:4 lost_cities:3'."""
    into.mkdir(parents=True, exist_ok=True)
    every = [f"{name}:{n}" for name in _slowest_first() for n in load_title(name).players]
    left = [one for one in chosen or every if not _file(into, one).is_file()]
    until = None if minutes is None else time.monotonic() + 60 * minutes
    with ThreadPoolExecutor(jobs) as pool:
        for told in pool.map(lambda one: _learn(one, into, until), left):
            click.echo(told)


def _slowest_first() -> list[str]:
    order = ("excavation", "archeos", "expeditions", "lost_cities")
    return sorted(shipped_names(), key=lambda name: order.index(name) if name in order else 0)


def _file(into: Path, one: str) -> Path:
    return into / f"{one.replace(':', '_')}.net"


def _learn(one: str, into: Path, until: float | None) -> str:
    if until is not None and time.monotonic() > until:
        return f"{one}: no time left"
    name, players = one.split(":")
    positions = 1_000_000 * MILLIONS.get(name, {}).get(int(players), USUAL)
    command = ["learn", name, "-p", players, "--positions", str(positions)]
    for copies in COPIES.get(name, (1, 4, 16)):
        command += ["--copies", str(copies)]
    began = time.monotonic()
    told = [sys.executable, "-m", "tiltmeter", *command, "--jobs", "1", "--quiet"]
    done = subprocess.run([*told, "--out", str(_file(into, one))], capture_output=True, text=True)
    said = (done.stdout or done.stderr).strip().splitlines() or ["nothing said"]
    return f"{one} ({time.monotonic() - began:.0f} s): {said[0 if done.stdout else -1]}"


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True))
def join(folder: Path) -> None:
    """Ship what is better."""
    for name in shipped_names():
        title = load_title(name)
        there = shipped_file(title)
        nets = dict(load(there)) if there else {}
        for file in sorted(folder.glob(f"{name}_*.net")):
            for players, net in load(file).items():
                why = _why_not(net, nets.get(players), best_of(title))
                if not why:
                    nets[players] = net
                click.echo(f"{name} with {players}: {why or 'shipped'}, {_told(net)}")
        if nets:
            save(
                dict(sorted(nets.items())), Path(strategies_home(name)[1]).with_name("learned.net")
            )


def _why_not(net: Net, other: Net | None, base: str) -> str:
    if net.about["base"] != base or net.about["changes"]:
        return "of another base or other rules"
    if net.about["duels"][str(net.about["copies"])]["gain_low"] <= 0:
        return "not clearly better than its base"
    if other and _best(other)["gain"] >= _best(net)["gain"]:
        return "no better than the one that ships"
    return ""


def _best(net: Net) -> dict[str, float]:
    return max(net.about["duels"].values(), key=lambda one: one["gain"])


@main.command()
@click.option("--jobs", type=int, default=2)
@click.argument("chosen", nargs=-1)
def again(jobs: int, chosen: tuple[str, ...]) -> None:
    """Test those that ship: all, or those CHOSEN."""
    for title, players, net in _shipped(chosen):
        at = table_for(title, players=players)
        deals = range(UNSEEN, UNSEEN + -(-2 * CONFIRM // max(2, at.sides)))
        paces = [*net.about["settings"]]
        wanted = [
            (Seat("learned", (("copies", n),)), Seat(net.about["base"]), deals) for n in paces
        ]
        found = ring_for(at, Runner(jobs=jobs)).fight(wanted)
        duels = {n: one.shown().as_json() for n, one in zip(paces, found, strict=True)}
        _keep(title, players, duels=duels)


@main.command()
@click.option("--jobs", type=int, default=2)
@click.option("--deals", type=int, default=60, show_default=True)
@click.argument("chosen", nargs=-1)
def leaf(jobs: int, deals: int, chosen: tuple[str, ...]) -> None:
    """Find with what settings a search asks its net: of all, or those CHOSEN."""
    for title, players, net in _shipped(chosen):
        ring = ring_for(table_for(title, players=players), Runner(jobs=jobs))
        nears = ({}, _near(net))
        ways = [
            {"turns": n, "caution": caution, **near}
            for n, caution, near in itertools.product(TURNS, CAUTIONS, nears)
        ]
        rival, met = Seat.parse(LEAF_RIVAL), range(UNSEEN, UNSEEN + deals)
        found = ring.fight([(_asking(way), rival, met) for way in ways])
        gains = [float(one.shown().gain.value) for one in found]
        _keep(title, players, **{AS_LEAF: ways[gains.index(max(gains))]})


def _near(net: Net) -> dict[str, float]:
    """What keeps to moves that its base rates near its own, as the bot of most copies does."""
    many = net.about["settings"][max(net.about["settings"], key=int)]
    return {name: many[name] for name in ("candidates", "within")}


def _asking(way: dict[str, float]) -> Seat:
    return Seat.parse(":".join([LEAF_BOT, *(f"{name}={value}" for name, value in way.items())]))


@main.command()
def table() -> None:
    """What the learned bots win against their base, where they clearly win more."""
    paces = ("1", "4", "16")
    click.echo(f"| game | players | instead of | {' | '.join(paces)} |")
    click.echo(f"| --- | --- | --- |{' --- |' * len(paces)}")
    for title, players, net in _shipped(()):
        duels = net.about["duels"]
        won = [_won(duels[copies]) if copies in duels else "–" for copies in paces]
        fair = next(iter(duels.values()))
        fair = fair.get("even", fair.get("instead_of"))
        click.echo(f"| `{title.name}` | {players} | {fair:.0%} | {' | '.join(won)} |")


def _won(duel: dict[str, float]) -> str:
    return f"{duel['share']:.0%}" if duel["gain_low"] > 0 else "–"


@main.command()
@click.option("--seconds", type=float, default=3.0, show_default=True, help="For each figure.")
@click.option("--deals", type=int, default=0, help="Of a duel beside it; 0: none.")
@click.argument("seats", nargs=-1)
def speeds(seconds: float, deals: int, seats: tuple[str, ...]) -> None:
    """Games a second of SEATS as in 'archeos/search:rollouts=100', alone against their base."""
    for one in seats:
        name, word = one.split("/")
        title = load_title(name)
        rate = _games_a_second(title, 2, word, seconds)
        click.echo(f"{one}: {rate:,.0f} games/s{_duel(title, word, deals) if deals else ''}")


def _duel(title: Title, word: str, deals: int) -> str:
    ring = ring_for(table_for(title, players=2), Runner())
    met = range(UNSEEN, UNSEEN + deals)
    (found,) = ring.fight([(Seat.parse(word), Seat(best_of(title)), met)])
    duel = found.shown().as_json()
    return f", wins {duel['share']:.1%} ({duel['low']:.1%} to {duel['high']:.1%})"


def _shipped(chosen: Sequence[str]) -> Iterator[tuple[Title, int, Net]]:
    """Those that come with the games, by names as in 'excavation:4'; all, if none are named."""
    for name in shipped_names():
        title = load_title(name)
        for players, net in load(shipped_file(title)).items():
            if not chosen or f"{name}:{players}" in chosen:
                yield title, players, net


def _keep(title: Title, players: int, **known: Any) -> None:
    """Notes beside a net what was found of it."""
    file = shipped_file(title)
    nets = load(file)
    net = nets[players]
    nets[players] = Net(net.arrays, {**net.about, **known})
    save(nets, file)
    click.echo(f"{title.name}:{players} {known}")


def _games_a_second(title: Title, players: int, word: str, seconds: float) -> float:
    """Of one bot among its base, in processor time."""
    words = [word, *[best_of(title)] * (players - 1)]
    seated = line_up(title, words, players)
    match = Match(title, title.rules_for(title.components, players), seated)
    match.play(1, 0, 1)
    played, games, began = 0, players, time.process_time()
    while time.process_time() < began + seconds:
        before = time.process_time()
        match.play(1, played, games)
        played += games
        if time.process_time() < before + seconds / 16:
            games *= 2  # a call takes half a millisecond by itself
    return played / (time.process_time() - began)


def _told(net: Net) -> str:
    duels = sorted(net.about["duels"].items(), key=lambda one: int(one[0]))
    return ", ".join(f"{copies} copies {one['share']:.1%}" for copies, one in duels)


if __name__ == "__main__":
    main()

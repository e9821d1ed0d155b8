"""Files of learned bots, as `learned:net=FILE` names them.

A seat's words, spelled out, hold the digest of its net and every setting, so that a run is known by
what played it: `learned:net=mine.net@1a2b3c4d5e6f:candidates=4:copies=1:turns=1:edge=0.1`.
"""

import functools
from dataclasses import replace
from pathlib import Path

from simulator.errors import UserError
from simulator.titles import Title
from strategies.net import Net, load
from strategies.seat import MARK, Seat

NET = "net"


def spelled(who: Seat, title: Title, players: int) -> Seat:
    """With its net's digest, its base, and all settings that nobody said."""
    net = net_of(who, title, players)
    said = who.said
    file, _, _ = said.pop(NET).partition(MARK)
    known, copies = net.about["settings"], said.get("copies", str(net.about["copies"]))
    nearest = min(known, key=lambda n: abs(int(n) - _number(copies)))
    told = {NET: f"{file}{MARK}{net.digest}", "base": net.about["base"], "copies": copies}
    usual = {key: str(value) for key, value in known[nearest].items()}
    return replace(who, settings=tuple({**told, **usual, **said}.items()))


def _number(text: str) -> float:
    """What is no number is refused where the seat is taken."""
    try:
        return float(text)
    except ValueError:
        return 0.0


def net_of(who: Seat, title: Title, players: int) -> Net:
    """The net that a seat names, if it is of this title and number of players."""
    file, _, digest = who.get(NET).partition(MARK)
    if not file:
        raise UserError(
            f"'{who}' needs a file, as in learned:net=mine.net: 'tiltmeter learn' makes it."
        )
    path = Path(file)
    nets = _nets(path, path.stat().st_mtime_ns if path.is_file() else 0)
    game = next(iter(nets.values())).about["title"]
    if game != title.name:
        raise UserError(f"{file} has learned {game}, not {title.name}.")
    players = players or min(nets)  # nobody has said yet how many play
    if players not in nets:
        known = ", ".join(map(str, nets))
        raise UserError(f"{file} has learned to play with {known} players, not with {players}.")
    if digest and nets[players].digest != digest:
        raise UserError(f"{file} has been learned anew since: it is no longer {digest}.")
    return nets[players]


@functools.cache
def _nets(file: Path, _: int) -> dict[int, Net]:
    return load(file)

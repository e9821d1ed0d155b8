"""Files of learned bots, as `learned:net=FILE` and `search:leaf=FILE` name them.

A seat's words, spelled out, hold the digest of its net and every setting, so that a run is known by
what played it: `learned:net=mine.net@1a2b3c4d5e6f:candidates=4:copies=1:turns=1:edge=0.1`.
Nets that come with a title lie beside its bots; `net=shipped` names them, and so does `learned`.
`net=kept` is that of a game of one's own by which its levels of skill were found, in the cache.
"""

import functools
from dataclasses import replace
from pathlib import Path

from simulator.errors import UserError
from simulator.results import put
from simulator.sources import strategies_home
from simulator.titles import Title, shipped_names
from strategies import levels
from strategies.net import Net, load
from strategies.seat import MARK, Seat

NET, LEAF = "net", "leaf"  # the settings that name a file
AS_LEAF = "as_leaf"  # of a net: with what settings a search asks it, where they were tried
SHIPPED, KEPT = "shipped", "kept"


def asked_by(who: Seat) -> str:
    """The setting by which a seat names its net; none: it asks no net."""
    return NET if who.name == "learned" else LEAF if who.get(LEAF) else ""


def spelled(who: Seat, title: Title, players: int) -> Seat:
    """With its net's digest, its base, and what it was found to play best with."""
    net, key, said = net_of(who, title, players), asked_by(who), who.said
    file, _, _ = said.pop(key, SHIPPED).partition(MARK)
    told = {key: f"{file}{MARK}{net.digest}", "base": net.about["base"]}
    known = net.about["settings"]
    copies = said.get("copies", str(net.about["copies"]))
    nearest = min(known, key=lambda n: abs(int(n) - _number(copies)))
    usual = {name: str(value) for name, value in known[nearest].items()}
    if key == LEAF:
        tried = net.about.get(AS_LEAF, {"turns": known[max(known, key=int)]["turns"]})
        usual = {name: str(value) for name, value in tried.items()}
    else:
        told["copies"] = copies
    return replace(who, settings=tuple({**told, **usual, **said}.items()))


def brief(who: Seat) -> str:
    """As a person would write it: 'learned:copies=4'; what its net says for itself is left out."""
    if who.name != "learned":
        return str(who)
    file = who.get(NET).partition(MARK)[0]
    net = () if file in ("", SHIPPED) else ((NET, file),)
    return str(replace(who, settings=(*net, ("copies", who.get("copies")))))


def _number(text: str) -> float:
    """What is no number is refused where the seat is taken."""
    try:
        return float(text)
    except ValueError:
        return 0.0


def net_of(who: Seat, title: Title, players: int) -> Net:
    """The net that a seat names, if it is of this title and number of players."""
    file, _, digest = (who.get(asked_by(who)) or SHIPPED).partition(MARK)
    path = {SHIPPED: shipped_file, KEPT: kept_file}.get(file, lambda title: Path(file))(title)
    if path is None:
        raise UserError(
            f"'{who}' needs a file, as in learned:net=mine.net: 'tiltmeter learn' makes it."
        )
    nets = _nets(path, path.stat().st_mtime_ns if path.is_file() else 0)
    game = next(iter(nets.values())).about["title"]
    if game != title.name:
        raise UserError(f"{file} has learned {game}, not {title.name}.")
    players = players or min(nets)  # nobody has said yet how many play
    if players not in nets:
        known, what = ", ".join(map(str, nets)), f"The net of {game}" if file == SHIPPED else file
        raise UserError(f"{what} has learned to play with {known} players, not with {players}.")
    if digest and nets[players].digest != digest:
        raise UserError(f"{file} has been learned anew since: it is no longer {digest}.")
    return nets[players]


def shipped_file(title: Title) -> Path | None:
    """Where the nets lie that come with a title; none came with a guest's."""
    if title.name not in shipped_names():
        return None
    file = Path(strategies_home(title.name)[1]).with_name("learned.net")
    return file if file.is_file() else None


def kept_file(title: Title) -> Path | None:
    """Where the nets of a game of one's own lie that its levels are made of, if there are any."""
    file = _beside_levels(title)
    return file if file.is_file() else None


def _beside_levels(title: Title) -> Path:
    return levels.kept_file(title).with_suffix(".net")


def keep_net(title: Title, file: Path, base: str) -> Path:
    """Copies nets of a game of one's own to where its levels are kept."""
    if title.name in shipped_names():
        raise UserError(f"The levels of {title.name} rest on the nets that come with it.")
    nets = _nets(file, file.stat().st_mtime_ns if file.is_file() else 0)
    for net in nets.values():
        game, bot = net.about["title"], net.about["base"]
        if game != title.name:
            raise UserError(f"{file} has learned {game}, not {title.name}.")
        if bot != base:
            raise UserError(
                f"{file} has learned from {bot}; levels need one that has learned"
                f" from {base}, the default bot."
            )
    return put(_beside_levels(title), file.read_bytes())


def known_net(title: Title, players: int) -> tuple[str, Net] | None:
    """The net that comes with a title for so many players, or is kept: its name and itself."""
    for name, file in ((SHIPPED, shipped_file(title)), (KEPT, kept_file(title))):
        if file and players in (nets := _nets(file, file.stat().st_mtime_ns)):
            return name, nets[players]
    return None


def shipped_net(title: Title, players: int) -> Net | None:
    """The net that comes with a title for so many players, if one does."""
    name, net = known_net(title, players) or ("", None)
    return net if name == SHIPPED else None


@functools.cache
def _nets(file: Path, _: int) -> dict[int, Net]:
    return load(file)

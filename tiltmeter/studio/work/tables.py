"""Tables as files: an experiment file in and out, and a sheet of parameters, parameters.csv."""

import csv
import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from analyses.experiments.experiment_file import KINDS, read_words
from analyses.language import say
from simulator.components import SETUP, as_settings
from simulator.errors import UserError
from simulator.results import put
from tiltmeter.studio.work.asked import PERSON, changes_of
from tiltmeter.workshop import Workshop

COLUMNS = ("path", "value", "published", "about", "source", "min", "max")
NAMES_PROGRAMS = ("code",)  # what a file that somebody sends may not ask for


def put_experiment(
    shop: Workshop,
    folder: str | Path,
    game: str,
    players: int | None = None,
    seats: Sequence[str] = (),
    changes: Sequence[str] = (),
    seed: int = 1,
    name: str = "",
) -> Path:
    """A table as a file that simulate and compare take; without a name it is called by itself."""
    text = experiment_text(shop, game, players, seats, changes, seed)
    title = shop.title(game).name
    called = name or f"{title}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    return put(Path(folder) / f"{called}.toml", text.encode())


def experiment_text(
    shop: Workshop,
    game: str,
    players: int | None = None,
    seats: Sequence[str] = (),
    changes: Sequence[str] = (),
    seed: int = 1,
) -> str:
    """In the words of experiment files."""
    told: dict[str, Any] = {"game": _place(game)}
    if players is not None:
        told["players"] = players
    bots = [one for one in seats if one != PERSON]
    if bots:
        told["bots"] = bots
    if seed != 1:
        told["seed"] = seed
    lines = [f"{key} = {_toml(value)}" for key, value in told.items()]
    by_path = changes_of(shop, game, changes)
    setup = {path.removeprefix(SETUP): v for path, v in by_path.items() if path.startswith(SETUP)}
    rest = {path: v for path, v in by_path.items() if not path.startswith(SETUP)}
    for heading, values in (("setup", setup), ("set", rest)):
        if values:
            lines += ["", f"[{heading}]", *(f"{_toml(k)} = {_toml(v)}" for k, v in values.items())]
    return "\n".join(lines) + "\n"


def read_experiment(shop: Workshop, name: str, game: str = "") -> dict[str, Any]:
    """A file of the folder as a table: game, players, seats, changes, seed."""
    file = Path("tables") / name
    words = read_words(file, KINDS)
    if odd := [key for key in NAMES_PROGRAMS if key in words]:
        text = "{file!s} names programs ('{key!s}'), which the studio does not run; simulate does."
        raise UserError(say(text, file=str(file), key=odd[0]))
    flat = {f"{SETUP}{key}": value for key, value in _flat(words.get("setup", {})).items()}
    changes = as_settings({**_flat(words.get("set", {})), **flat})
    bots = words.get("strategies", [])
    bots = [bots] if isinstance(bots, str) else [one for one in bots if isinstance(one, str)]
    return {
        "game": words.get("title", ""), "players": words.get("players"), "seats": bots,
        "changes": changes, "seed": words.get("seed", 1),
    }  # fmt: skip


def sheet(shop: Workshop, game: str, changes: Sequence[str] = (), **_: Any) -> str:
    """All parameters as a sheet, with the values of this table."""
    printed = shop.title(game).components
    box = printed.with_changes(changes_of(shop, game, changes))
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for path, entry in box.entries.items():
        before = printed.entry(path)
        ends = ["" if end is None else end for end in (entry.min, entry.max)]
        row = [path, _cell(entry.value), _cell(before.value), entry.about, before.source, *ends]
        writer.writerow(row)
    return out.getvalue()


def read_sheet(shop: Workshop, game: str, text: str, **_: Any) -> list[str]:
    """The changes that a sheet asks for: what differs from the published values."""
    rows = csv.DictReader(io.StringIO(text.lstrip("\ufeff")))
    if not {"path", "value"} <= {*(rows.fieldnames or ())}:
        raise UserError(
            say(
                "This is no sheet of parameters: it lacks the columns 'path' and 'value'. Get one"
                " by 'Take the sheet along'."
            )
        )
    printed = shop.title(game).components
    words = []
    for row in rows:
        path, value = (row["path"] or "").strip(), (row["value"] or "").strip()
        if path and value != _cell(printed.entry(path).value):
            words.append(f"{path}={value}")
    found = changes_of(shop, game, words)
    return as_settings({path: v for path, v in found.items() if v != printed[path]})


def _place(game: str) -> str:
    """Seen from the folder of tables, one level down."""
    return f"../{game}" if game.endswith(".py") and not Path(game).is_absolute() else game


def _cell(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _toml(value: Any) -> str:
    """Texts, whole numbers, fractions and lists are written as in JSON."""
    return json.dumps(value, ensure_ascii=False)


def _flat(table: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in table.items():
        path = f"{before}{key}"
        flat |= _flat(value, f"{path}.") if isinstance(value, dict) else {path: value}
    return flat

"""Weights that were found by tuning, in a table beside the players of a title.

`tuned.csv` has a row for each strategy and number of players: how its weights were found, and what
they are. A field is empty where the strategy has no such weight, or its usual one.
"""

import csv
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

TABLE = "tuned.csv"

Tuned = Mapping[int, Mapping[str, float]]  # weights by number of players


def tuned_beside(file: str) -> Mapping[str, Tuned]:
    """By strategy, from the table in the folder of a file."""
    found: dict[str, dict[int, dict[str, float]]] = defaultdict(dict)
    with Path(file).with_name(TABLE).open(newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            name, players = row.pop("strategy"), int(row.pop("players"))
            row.pop("found")
            found[name][players] = {key: float(text) for key, text in row.items() if text}
    return dict(found)

"""Scores of real tables and simulated ones: `tiltmeter playtest lost_cities tables.csv`."""

from pathlib import Path

import tiltmeter as tm

SCORES = [(262, 301), (344, 318), (287, 240), (352, 371)]  # of four tables, invented
rows = [
    f"{k},{seat},{score}" for k, pair in enumerate(SCORES) for seat, score in enumerate(pair, 1)
]
Path("tables.csv").write_text("\n".join(["table,seat,score", *rows]), encoding="utf-8")

shop = tm.Workshop("runs", jobs=1)
found = shop.playtest("lost_cities", "tables.csv", games=200).finding
print(found.verdict, found.sentence)
print(found.frame("numbers"))

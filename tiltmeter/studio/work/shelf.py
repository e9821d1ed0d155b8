"""What the folder holds: runs, studies and reports, the newest first."""

import html
import re
import time
from pathlib import Path
from typing import Any

from analyses.experiments.run_folder import RunFolder
from analyses.lab.study.folder import StudyFolder
from analyses.language import count, word
from simulator.errors import UserError
from simulator.titles import shipped_names
from tiltmeter.workshop import Workshop

MOST = 200  # of a kind
HEAD = 100_000  # signs of a page, among which its title is
KINDS = {"runs": ("*/manifest.json", RunFolder), "studies": ("*/study.json", StudyFolder)}


def found(shop: Workshop, sought: str = "") -> dict[str, list[dict[str, Any]]]:
    """All whose name or content has every word that is sought."""
    kept = {kind: _folders(shop, kind, sought) for kind in KINDS}
    return {"reports": _reports(sought), **kept}


def _called(shop: Workshop, name: str) -> str:
    """An included game by its full name."""
    return shop.title(name).full_name if name in shipped_names() else name


def _titled(file: Path) -> str:
    """What a page calls itself, or its folder's name."""
    with open(file, encoding="utf-8", errors="replace") as page:
        found = re.search(r"<title>([^<]*)", page.read(HEAD))
    return html.unescape(found[1]) if found else file.parent.name


def _reports(sought: str) -> list[dict[str, Any]]:
    files = [*Path().glob("reports/*/report.html"), *Path().glob("*-report/report.html")]
    return [
        {
            "name": name, "when": _when(file),
            "files": [
                (file.parent / name).as_posix()
                for name in ("report.html", "report.pdf", "appendix.pdf")
                if (file.parent / name).is_file()
            ],
        }
        for file in _newest(files)
        if _fits(sought, file.parent.name, name := _titled(file))
    ]  # fmt: skip


def _folders(shop: Workshop, kind: str, sought: str) -> list[dict[str, Any]]:
    """A folder that is damaged is told by its name alone."""
    pattern, form = KINDS[kind]
    rows = []
    for file in _newest([*Path(kind).glob(pattern)]):
        row: dict[str, Any] = {"name": file.parent.name, "when": _when(file), "about": ""}
        try:
            folder: Any = form(file.parent)
            settings = folder.settings
            row["about"] = " · ".join([
                _called(shop, str(settings["title"])),
                count(settings["players"], "{n} player", "{n} players"),
                *([word(str(settings["factor"]))] if "factor" in settings else []),
                *(f"{path}={value}" for path, value in settings["changes"].items()),
            ])  # fmt: skip
            done, wanted = folder.done_and_wanted()
            row |= {"done": done, "wanted": wanted}
        except UserError:
            row |= {"done": 0, "wanted": 0}
        if _fits(sought, row["name"], row["about"]):
            rows.append(row)
        if len(rows) >= MOST:
            break
    return rows


def _newest(files: list[Path]) -> list[Path]:
    return sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)


def _fits(sought: str, *texts: str) -> bool:
    everything = " ".join(texts).lower()
    return all(word.lower() in everything for word in sought.split())


def _when(file: Path) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(file.stat().st_mtime))

"""What the rooms of the house may not do, beyond the import contracts of pyproject.toml."""

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
ASKING = {"ask", "findings_of"}  # of analyses.questions
PLAYING = ("replay", "batch", "simulation", "runner", "match", "occurrence", "soundness")

CHECKING = ("simulator/conformance.py", "simulator/testing.py", "strategies/conformance.py")
HEAVY = {"polars", "numba", "scipy", "matplotlib", "numpy", "joblib", "rich"}


def imports_of(folder):
    """Every (file, module, name) that is imported, at the top or within a function."""
    for file in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                yield from ((file, node.module, alias.name) for alias in node.names)
            elif isinstance(node, ast.Import):
                yield from ((file, alias.name, "") for alias in node.names)


def test_reports_are_handed_findings_and_neither_ask_nor_play():
    seen = list(imports_of("reports"))
    assert len({file for file, _, _ in seen}) > 30
    asks = [one for one in seen if one[1].startswith("analyses.questions") and one[2] in ASKING]
    plays = [one for one in seen if one[1].split(".")[-1] in PLAYING or one[2] in PLAYING]
    assert asks == plays == []


def test_what_checks_a_game_checks_it_without_assert_statements():
    """Under `python -O` they say nothing, and every game would be found sound."""
    for file in CHECKING:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        assert not any(isinstance(node, ast.Assert) for node in ast.walk(tree)), file


def test_the_command_line_is_quick_because_heavy_imports_wait():
    assert not imported_by("--help") & (HEAVY | {"analyses", "reports", "strategies"})
    assert not imported_by("games") & {"polars", "matplotlib", "joblib"}
    assert not imported_by("games", "lost_cities") & {"matplotlib", "joblib"}


def imported_by(*words):
    """Every package that a command imports, by Python's own list."""
    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "tiltmeter", *words],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = re.findall(r"^import time:.*\| +([\w.]+)$", told.stderr, re.MULTILINE)
    assert "click" in lines
    return {name.partition(".")[0] for name in lines}

"""A wheel built from the tree holds all it needs, and plays from any folder."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*command, **options):
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_whatever_the_packages_import_is_declared():
    """So the wheel plays in an empty environment; optional libraries are asked for first, by
    whoever imports a file that needs an extra.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    known, ours = packages_distributions(), {*PACKAGES, *sys.stdlib_module_names}
    for package in PACKAGES:
        for file in set((ROOT / package).rglob("*.py")) - set(TEMPLATES.iterdir()):
            extra = project["optional-dependencies"].get(NEEDS_EXTRA.get(file, ""), [])
            declared = {re.split("[>;]", one)[0] for one in [*project["dependencies"], *extra]}
            for name in imported(ast.parse(file.read_text(encoding="utf-8"))) - ours:
                assert {one.lower() for one in known[name]} & declared, f"{file} imports {name}"


PACKAGES = ("simulator", "strategies", "analyses", "reports", "tiltmeter")
TEMPLATES = ROOT / "tiltmeter" / "templates"  # become files of a user's own
NEEDS_EXTRA = {
    ROOT / "tiltmeter" / "training.py": "rl",
    **dict.fromkeys((ROOT / "tiltmeter" / "studio").rglob("*.py"), "studio"),
}


def imported(tree):
    """The first parts of the names that a file imports."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {one.name.partition(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module.partition(".")[0])
    return names


@pytest.mark.slow
def test_a_wheel_plays_from_any_folder(tmp_path):
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path / "dist", ROOT)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    site, away = tmp_path / "site", tmp_path / "elsewhere"
    run(*pip, "install", "--quiet", "--no-compile", "--no-deps", "--target", site, wheel)
    away.mkdir()
    alone = os.environ | {"PYTHONPATH": str(site)}
    tiltmeter = (sys.executable, site / "bin" / "tiltmeter")
    told = "import simulator; print(simulator.__file__)"
    where = run(sys.executable, "-c", told, cwd=away, env=alone)
    assert str(site) in where, "the tree was imported instead of the wheel"
    files = {file.relative_to(ROOT) for package in PACKAGES for file in data_of(ROOT / package)}
    assert files == {file.relative_to(site) for one in PACKAGES for file in data_of(site / one)}
    assert all((site / package / "py.typed").is_file() for package in PACKAGES)
    assert_it_says_who_it_is(site)
    assert_types_are_seen(away, alone)
    assert_what_hides_a_part_is_named(away, alone)
    assert "Lost Cities" in run(*tiltmeter, "games", cwd=away, env=alone)
    by_chance = ("lost_cities", "-s", "random")
    slowly = ("-n", "6", "-p", "3", "--engine", "python")  # no machine code to wait for
    assert "6 games" in run(*tiltmeter, "simulate", *by_chance, *slowly, cwd=away, env=alone)
    (made,) = (away / "runs").iterdir()
    told = run(*tiltmeter, "report", made, "--quiet", "--only", "pdf", cwd=away, env=alone)
    assert "report.pdf" in told
    assert (made / "report.pdf").read_bytes().startswith(b"%PDF")


def assert_it_says_who_it_is(site):
    (known,) = site.glob("tiltmeter-*.dist-info")
    license = (known / "licenses" / "LICENSE").read_text(encoding="utf-8")
    assert license.startswith("MIT License\n\nCopyright (c) 2026 The Tiltmeter authors\n")
    told = (known / "METADATA").read_text(encoding="utf-8").splitlines()
    assert {"License-Expression: MIT", "Author: The Tiltmeter authors"} <= {*told}
    assert "Classifier: Typing :: Typed" in told


def assert_what_hides_a_part_is_named(folder, environment):
    mine = folder / "strategies.py"
    mine.touch()
    command = [sys.executable, "-c", "import tiltmeter"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.stderr.endswith(f"{mine} hides a part of Tiltmeter; rename it.\n")
    mine.unlink()


HEAVY = "polars.*,numpy.*,numba.*,scipy.*,pandas.*,matplotlib.*,gymnasium.*,pettingzoo.*"


def assert_types_are_seen(folder, environment):
    """By a user's type checker: it finds the one mistake of a script."""
    mine, settings = folder / "mine.py", folder / "mypy.ini"
    mine.write_text("import tiltmeter as tm\n\nn: int = tm.__version__\ntm.titles()\n")
    quick = f"[mypy-{HEAVY}]\nfollow_imports = skip\n"
    settings.write_text(f"[mypy]\nfollow_imports = silent\n{quick}")
    words = ("-m", "mypy", "--config-file", settings, "--cache-dir", folder / "cache", mine)
    command = [sys.executable, *map(str, words)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert re.findall(r"mine\.py:(\d): error: (.*?) \(", done.stdout) == [
        ("3", "Incompatible types in assignment")
    ]


def data_of(package):
    """Its files that are no code: boxes, words, templates."""
    return (one for one in package.rglob("*.*") if one.suffix not in (".py", ".pyc"))

"""A user's own file that hides a part of Tiltmeter is named at once, in one sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tiltmeter.cli import main
from tiltmeter.hidden import PARTS

ROOT = Path(__file__).parent.parent
MINE = "raise SystemExit('it was run')"


def run(folder, *words, **more):
    """Python in a user's folder, which it looks for modules in first."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), **more},
        capture_output=True,
        text=True,
    )


def last_line(done):
    assert done.returncode == 1
    assert "During handling" not in done.stderr
    assert "direct cause" not in done.stderr
    return done.stderr.splitlines()[-1]


def sentence(place):
    return f"tiltmeter.hidden.HiddenPart: {place} hides a part of Tiltmeter; rename it."


@pytest.mark.parametrize("part", PARTS)
def test_a_file_of_that_name_beside_a_script_is_named_and_not_run(tmp_path, part):
    mine = tmp_path / f"{part}.py"
    mine.write_text(MINE)
    (tmp_path / "my.py").write_text("import tiltmeter")
    assert last_line(run(tmp_path, "my.py")) == sentence(mine)


def test_so_is_a_package(tmp_path):
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "__init__.py").write_text(MINE)
    assert last_line(run(tmp_path, "-c", "import tiltmeter")) == sentence(tmp_path / "reports")


def test_so_is_the_script_itself(tmp_path):
    (tmp_path / "strategies.py").write_text("from tiltmeter.design import Game")
    assert last_line(run(tmp_path, "strategies.py")) == sentence(tmp_path / "strategies.py")


def test_so_is_a_module_that_was_imported_before_wherever_it_lay(tmp_path):
    elsewhere = tmp_path / "lib" / "analyses.py"
    elsewhere.parent.mkdir()
    elsewhere.touch()
    first = "import sys; sys.path.insert(0, 'lib'); import analyses; sys.path.pop(0)"
    told = last_line(run(tmp_path, "-c", f"{first}; import tiltmeter"))
    assert told == sentence(elsewhere)


def test_a_module_without_a_file_is_named_too(tmp_path):
    first = "import sys, types; sys.modules['reports'] = types.ModuleType('reports')"
    told = last_line(run(tmp_path, "-c", f"{first}; import tiltmeter"))
    assert told == sentence("A module called 'reports' that was imported earlier")


def test_the_error_is_an_import_error_that_names_the_part(tmp_path):
    (tmp_path / "simulator.py").touch()
    code = "try:\n    import tiltmeter\nexcept ImportError as error:\n    print(error.name)"
    assert run(tmp_path, "-c", code).stdout == "simulator\n"


def test_by_python_m_it_is_told_as_well(tmp_path):
    (tmp_path / "strategies.py").touch()
    assert last_line(run(tmp_path, "-m", "tiltmeter", "games")) == sentence(
        tmp_path / "strategies.py"
    )


def test_a_folder_of_files_that_are_no_code_hides_nothing(tmp_path):
    """As reports of earlier games, where Tiltmeter is on a plain path."""
    for part in PARTS:
        (tmp_path / part).mkdir()
    done = run(tmp_path, "-c", "import tiltmeter, reports; print(reports.__file__)")
    assert done.stdout.strip() == str(ROOT / "reports" / "__init__.py"), done.stderr


def test_the_same_files_by_another_path_are_ours(tmp_path):
    (tmp_path / "link").symlink_to(ROOT, target_is_directory=True)
    first = "import sys, strategies; sys.path.insert(0, 'link')"
    done = run(tmp_path, "-c", f"{first}; import tiltmeter; print(tiltmeter.__file__)")
    assert done.stdout.strip() == str(tmp_path / "link" / "tiltmeter" / "__init__.py"), done.stderr


BOT = '''
from simulator.kernel import kernel
from strategies.registry import strategy


@strategy("lost_cities")
@kernel
def mine(game, rules, move, mind):
    """Likes some moves."""
    return 1.0 * (move % 7)
'''


def test_a_plug_in_may_be_called_as_it_likes(tmp_path, monkeypatch):
    """The command looks for modules where it is installed, not where its user's files lie."""
    monkeypatch.chdir(tmp_path)
    Path("strategies.py").write_text(BOT)
    Path("reports.py").write_text(MINE)
    words = ["play", "lost_cities", "-s", "mine,random", "--code", "strategies.py"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output

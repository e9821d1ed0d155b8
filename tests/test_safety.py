"""docs/safety.md: every promise in it has a test, and what needs no other file is tested here."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
PROMISED = (HERE.parent / "docs" / "safety.md").read_text(encoding="utf-8")
CONNECTING = {"socket", "ssl", "urllib", "http", "ftplib", "smtplib", "requests", "httpx"}
CONNECTING |= {"asyncio", "xmlrpc", "webbrowser", "telnetlib", "urllib3", "aiohttp", "socketserver"}
PACKAGES = ("simulator", "strategies", "analyses", "reports", "tiltmeter")


def promises():
    """The tests of each, by its sentence."""
    rows = re.findall(r"^\| (.+\.) \| (`test_.+`) \|$", PROMISED, re.MULTILINE)
    return {sentence: re.findall(r"`(test_\w+)`", tests) for sentence, tests in rows}


def test_every_promise_has_a_test():
    known = {
        node.name
        for file in HERE.rglob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }
    assert len(promises()) >= 15
    for sentence, tests in promises().items():
        assert tests, sentence
        assert {*tests} <= known, sentence


def imported(file):
    """The names of packages that a file imports, at any depth."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


def test_nothing_here_opens_a_connection():
    files = [file for name in PACKAGES for file in (HERE.parent / name).rglob("*.py")]
    assert len(files) > 200
    connecting = [file for file in files if CONNECTING & {*imported(file)}]
    studio, command = (
        HERE.parent / "tiltmeter" / name for name in ("studio", "commands/studio.py")
    )
    listening = [one for one in connecting if one == command or one.is_relative_to(studio)]
    assert [file.name for file in connecting if file not in listening] == ["cluster.py"]
    assert {"door.py", "server.py", "studio.py"} <= {file.name for file in listening}
    for file in listening:  # it waits to be asked, on this machine
        text = file.read_text("utf-8")
        assert not re.search(r"connect\(|open_connection|create_connection|urlopen", text), file

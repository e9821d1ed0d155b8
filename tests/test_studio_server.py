"""The studio as a process: it begins, plays, and one Ctrl-C ends all of it; and in a browser."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from http.client import HTTPConnection
from importlib.metadata import distribution
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, build_opener

import pytest
from browser import CHROMIUM, MISSING
from click.testing import CliRunner
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from test_page import AUDIT, CONTRAST
from waiting import wait_until

from tiltmeter.cli import main

PIG = Path(__file__).parents[1] / "examples" / "games" / "pig.py"
PATIENCE = 300  # seconds, of which a studio that hangs would want more


class Studio:
    """A studio of its own, at the address that it prints."""

    def __init__(self, folder, *words):
        self.folder = folder
        self.said = tempfile.TemporaryFile("w+")  # noqa: SIM115  a pipe that nobody reads fills up
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tiltmeter", "studio", "--no-browser", *words],
            cwd=folder, env={**os.environ, "PYTHONPATH": str(PIG.parents[2])}, text=True,
            stdout=subprocess.PIPE, stderr=self.said, start_new_session=True,
        )  # fmt: skip
        line = self.process.stdout.readline()
        self.address = line.split()[-1]
        self.port = int(re.search(r"http://127\.0\.0\.1:(\d+)/\?token=[\w-]{32}$", self.address)[1])

    def _asked(self, path, body=None):
        """What a page of its own asks; the address that it leads to, and its text."""
        self.key = getattr(self, "key", None) or self.cookie()
        told = {
            "Cookie": self.key, "Sec-Fetch-Site": "same-origin",
            "Origin": f"http://127.0.0.1:{self.port}",
            "Content-Type": "application/x-www-form-urlencoded",
        }  # fmt: skip
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as line:
            line.request("GET" if body is None else "POST", path, body, told)
            answer = line.getresponse()
            text = answer.read().decode()
        assert answer.status in (200, 303), text
        return answer.headers.get("Location"), text

    def get(self, path):
        return self._asked(path)[1]

    def post(self, path, **fields):
        return self._asked(path, urlencode(fields, doseq=True))[0]

    def stream(self, path):
        """An open stream, as a tab has one: its socket and the first of what it brings."""
        cookie = self.cookie()
        tab = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        tab.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {cookie}\r\n"
            "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\n\r\n".encode()
        )
        told = b""
        while b"event: " not in told:
            told += tab.recv(4096)
        return tab, told

    def cookie(self):
        opener = build_opener()
        opener.handlers = [one for one in opener.handlers if "Redirect" not in type(one).__name__]
        opener.process_response.clear()
        with opener.open(Request(self.address), timeout=PATIENCE) as answer:
            assert answer.status == 303
            return answer.headers["Set-Cookie"].partition(";")[0]

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)
        out, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, self.errors()

    def errors(self):
        """What it and its children have written where errors are told."""
        self.said.seek(0)
        return self.said.read()

    def end(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.communicate()
        self.said.close()


@pytest.fixture
def studio(tmp_path):
    shutil.copy(PIG, tmp_path)
    made = Studio(tmp_path, "pig.py")
    yield made
    made.end()


def test_one_ctrl_c_ends_it_with_streams_open_and_keeps_what_was_played(studio):
    """uvicorn alone would wait for the streams until it is asked a second time."""
    tabs = [studio.stream(f"/turn/looks?game=pig.py&version=goal%3D{k}") for k in (70, 80)]
    assert all(b"text/event-stream" in told for _, told in tabs)
    until = time.monotonic() + PATIENCE
    while not list(studio.folder.glob("runs/*/manifest.json")) and time.monotonic() < until:
        time.sleep(0.05)
    status, _, err = studio.interrupt()
    assert status == 128 + signal.SIGINT
    assert "Traceback" not in err
    assert "Error" not in err
    for tab, _ in tabs:
        tab.close()
    (one, *_) = sorted(studio.folder.glob("runs/*"))
    told = CliRunner().invoke(main, ["verify", str(one)])
    assert "damaged" not in told.output


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="only Unix has such a signal")
def test_killed_in_the_middle_of_a_run_it_loses_nothing_and_leaves_nobody_behind(studio):
    """A command, a page's look and a person's game: all of it is there for the next studio."""
    asked = {"game": "pig.py", "players": 2, "seat": ["person", "random"]}
    table = studio.post("/play/begin", **asked)
    path, _, query = table.partition("?")
    studio.post(f"{path}/move?{query}", number=1, made=0)
    studio.post("/roles/study", game="pig.py", factor="goal", players=2)
    tab, _ = studio.stream("/turn/looks?game=pig.py&version=goal%3D70")
    job = studio.folder / "studio-jobs" / "0001"
    wait_until(lambda: list(studio.folder.glob("runs/*/manifest.json")))
    wait_until(lambda: (job / "progress.json").exists())
    studio.end()
    tab.close()
    wait_until(lambda: not alive_in(studio.folder))
    assert (job / "status").read_text() in ("143", "0")
    (file,) = studio.folder.glob("plays/pig-*.json")
    assert json.loads(file.read_text())["moves"]
    kept = [*studio.folder.glob("runs/*"), *studio.folder.glob("studies/*")]
    for one in kept:
        told = CliRunner().invoke(main, ["verify", str(one)])
        assert "damaged" not in told.output
    again = Studio(studio.folder, "pig.py")
    try:
        assert file.stem in again.get("/play?game=pig.py")
        assert "Go on with it" in again.get("/jobs/0001") or (job / "status").read_text() == "0"
    finally:
        again.end()


def alive_in(folder):
    """Processes that work there, as Linux tells it; elsewhere none are known."""
    found = []
    for one in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            if one.readlink() == folder and b"tiltmeter" in (one.parent / "cmdline").read_bytes():
                found.append(one)
    return found


def test_it_adds_at_most_eight_packages():
    """All that its extra brings, less what the toolkit needs anyway."""
    is_new = needed_by("tiltmeter", "studio") - needed_by("tiltmeter")
    assert {"starlette", "uvicorn"} <= is_new
    assert len(is_new) <= 8


def needed_by(name, extra=""):
    """The packages of a package, and theirs."""
    found, waiting = set(), [(name, extra)]
    while waiting:
        name, extra = waiting.pop()
        for line in distribution(name).requires or ():
            one = Requirement(line)
            its = canonicalize_name(one.name)
            if its not in found and (one.marker is None or one.marker.evaluate({"extra": extra})):
                found.add(its)
                waiting.append((its, ""))
    return found


def test_it_listens_on_this_machine_alone(studio):
    """Nobody else's address reaches it."""
    elsewhere = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)}
    for address in elsewhere - {"127.0.0.1", "::1", "127.0.1.1"}:
        with pytest.raises(OSError, match=r"refused|unreachable|timed out"):
            socket.create_connection((address, studio.port), 2)
    taken = CliRunner().invoke(main, ["studio", "--no-browser", "--port", str(studio.port)])
    assert (taken.exit_code, "is taken" in taken.stderr) == (2, True)


HEAVY = {"numba", "numpy", "polars", "scipy", "matplotlib"}  # what games and drawings need
VISIT = """
import sys, tempfile
from pathlib import Path
from studio_visitor import visit

async def story(visitor):
    for path in ("/", "/turn", "/roles", "/play", "/watch", "/reports", "/drawn/table.js"):
        assert (await visitor.get(path, game="lost_cities")).status == 200

visit(Path(tempfile.mkdtemp()), story)
print(*sys.modules)
"""


def test_the_server_loads_no_game_so_that_it_is_there_at_once(tmp_path):
    """Its children do, while it answers: all of it together took four times as long."""
    ran = subprocess.run(
        [sys.executable, "-c", VISIT], cwd=Path(__file__).parent, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(PIG.parents[2])},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    loaded = {*ran.stdout.split()}
    assert "tiltmeter.studio.server" in loaded
    assert loaded & HEAVY == set()


FIRST = """
import sys
from tiltmeter.studio import child
from tiltmeter.studio.work import games
from tiltmeter.workshop import Workshop
shop = Workshop(sys.argv[1])
games.listed(shop), games.described(shop, "archeos"), games.presets(shop, "archeos")
print(*sys.modules)
"""


def test_what_the_first_page_asks_loads_no_statistics(tmp_path):
    """They take as long to load as all that it needs."""
    ran = subprocess.run(
        [sys.executable, "-c", FIRST, tmp_path], capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(PIG.parents[2])}, cwd=tmp_path,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    loaded = {*ran.stdout.split()}
    assert "simulator.games.archeos" in loaded
    assert loaded & {"polars", "scipy.special", "matplotlib"} == set()


def test_without_its_packages_one_sentence_says_what_to_install(monkeypatch):
    for name in [name for name in sys.modules if name.startswith("tiltmeter.studio")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    told = CliRunner().invoke(main, ["studio", "--no-browser"])
    assert told.exit_code == 2
    assert told.stderr == (
        "error: The studio needs two packages: pip install 'tiltmeter[studio]'.\n"
    )


@pytest.mark.skipif(CHROMIUM is None or bool(MISSING), reason=MISSING)
def test_a_new_user_opens_a_game_turns_a_number_and_reads_who_wins_now(studio):
    """By the keyboard where it is a step of the work, on a phone's width, waiting for states."""
    from playwright.sync_api import sync_playwright

    def is_fine(tab):
        assert tab.evaluate(AUDIT) == []
        assert tab.evaluate(CONTRAST) == []
        assert tab.evaluate("document.documentElement.scrollWidth") <= 390

    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            context = chromium.new_context(viewport={"width": 390, "height": 844})
            context.route(lambda url: "127.0.0.1" not in url, lambda route: route.abort())
            tab = context.new_page()
            faults = []
            tab.on("pageerror", lambda error: faults.append(str(error)))
            tab.goto(studio.address)
            assert "token" not in tab.url
            tab.get_by_role("heading", name="Pig").or_(
                tab.get_by_role("button", name="Open it")
            ).wait_for()
            if tab.get_by_role("button", name="Open it").count():
                is_fine(tab)
                tab.get_by_role("button", name="Open it").press("Enter")
            is_fine(tab)
            tab.locator('[name="value:goal"]').fill("60")
            assert "changed" in tab.locator(
                ".entry", has=tab.locator('[id="at-goal"]')
            ).get_attribute("class")
            tab.get_by_role("button", name="Use this table").press("Enter")
            tab.get_by_text("1 change.").wait_for()
            tab.get_by_role("link", name="Turn a number").press("Enter")
            tab.locator("#value").press("End")
            tab.locator("#turn[data-state=settled]").wait_for(timeout=PATIENCE * 1000)
            assert int(tab.locator(".look").get_attribute("data-games")) >= 2000
            assert tab.locator("#look .claim").count() == 1
            assert "tiltmeter compare" in tab.locator("#command code").text_content()
            is_fine(tab)
            tab.get_by_role("link", name="Reports").press("Enter")
            tab.get_by_role("button", name="Write the report").wait_for()
            is_fine(tab)
            tab.go_back()
            tab.locator("#again").wait_for()
            studio.interrupt()
            tab.locator("#again").press("Enter")
            tab.locator("#gone").wait_for()
            assert (
                "Start it again with: tiltmeter studio pig.py" in tab.locator("#gone").inner_text()
            )
            assert faults == []
        finally:
            chromium.close()

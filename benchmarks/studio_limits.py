"""How soon the studio answers, whether it grows, and how soon it ends.

python benchmarks/studio_limits.py [MINUTES]
python benchmarks/studio_limits.py install

A script uses it as a person would, in a fresh folder: it goes through the pages, turns numbers and
plays whole games. Each minute tells the memory of the studio and of its children. Before, the
studio plays more than 200,000 games while pages are asked for and moves are made; at the end one
Ctrl-C is sent while a stream is open. `install` makes a new environment instead, installs the
studio there from this folder, and tells how long it takes to the first move.
"""

import http.client
import itertools
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

HERE = Path(__file__).parent.parent
GAMES = HERE / "examples" / "games"
PAGES = ("/", "/turn", "/roles", "/reports", "/play", "/static/studio.css")
GAME = {"game": "pig.py"}
SECONDS_OF_A_MOVE = 0.05  # of thought: nobody plays without a pause


class User:
    """Whoever has the key; each request is a connection of its own, as of a new tab."""

    def __init__(self, address):
        self.port = int(re.search(r":(\d+)/", address)[1])
        answer = self._asked("GET", address[address.index("/", 8) :], {})
        self.key = answer.headers["Set-Cookie"].partition(";")[0]
        self.seconds = []

    def _asked(self, method, path, fields, body=None):
        told = {
            "Host": f"127.0.0.1:{self.port}", "Origin": f"http://127.0.0.1:{self.port}",
            "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", **fields,
        }  # fmt: skip
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        connection.request(method, path, body, told)
        return connection.getresponse()

    def get(self, path, **query):
        begun = time.perf_counter()
        answer = self._asked("GET", f"{path}?{urlencode(query)}", {"Cookie": self.key})
        text = answer.read().decode()
        self.seconds.append((time.perf_counter() - begun, path))
        assert answer.status == 200, (path, answer.status, text[:300])
        return text

    def post(self, path, **fields):
        form = {"Cookie": self.key, "Content-Type": "application/x-www-form-urlencoded"}
        begun = time.perf_counter()
        answer = self._asked("POST", path, form, urlencode(fields, doseq=True))
        self.seconds.append((time.perf_counter() - begun, path))
        return answer.headers.get("Location"), answer.read().decode()

    def stream(self, path, **query):
        """The events of a stream, by name, as they come."""
        answer = self._asked("GET", f"{path}?{urlencode(query)}", {"Cookie": self.key})
        assert answer.status == 200, path
        for line in answer:
            if line.startswith(b"event: "):
                yield line[7:].decode().strip()

    def turns(self, goal, looks):
        begun = time.perf_counter()
        seen = (event for event in self.stream("/turn/looks", **GAME, version=f"goal={goal}"))
        first = None
        for event in itertools.islice((one for one in seen if one == "look"), looks):
            first = first or time.perf_counter() - begun
            assert event
        return first

    def plays(self, game=GAME, moves=1000):
        """A whole game against a bot, or its first moves, always by the first one offered."""
        place, _ = self.post("/play/begin", **game, players=2, seat=["person", "random"])
        path, _, query = place.partition("?")
        state = json.loads(self.get(f"{path}/state?{query}"))
        for _ in range(moves):
            if state["isOver"]:
                return
            _, told = self.post(f"{path}/move?{query}", number=1, made=state["made"])
            state = json.loads(told)
            time.sleep(SECONDS_OF_A_MOVE)


def memory(pid):
    """Megabytes in use by a process and by its children."""

    def of(one):
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{one}/status").read_text())
        return int(found[1]) / 1024 if found else 0

    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return of(pid), sum(map(of, children))


def while_playing(user):
    """What is slow while every role set of Archeos Society is played, as a page's button does."""
    place, _ = user.post("/roles/study", game="archeos", players=4, factor="roles")
    user.seconds.clear()
    for _ in range(20):
        for path in PAGES:
            user.get(path, **GAME)
        user.plays(moves=4)
    job = place.partition("?")[0]
    is_playing = "/stop" in user.get(job)
    user.post(f"{job}/stop")
    return is_playing, sorted(user.seconds, reverse=True)


def begun_in(folder, python=sys.executable, game="pig.py"):
    """A studio, and whoever has its address."""
    studio = subprocess.Popen(
        [python, "-m", "tiltmeter", "studio", game, "--no-browser"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    return studio, User(studio.stdout.readline().split()[-1])


def first_page():
    """Seconds from the command to the whole page of an included game, in a folder of its own."""
    begun = time.perf_counter()
    studio, user = begun_in(tempfile.mkdtemp(), game="archeos")
    user.get("/")
    took = time.perf_counter() - begun
    studio.send_signal(signal.SIGINT)
    studio.communicate()
    return took


def install():
    """From nothing to a move: an environment, the studio in it, a game and its first move."""
    folder = Path(tempfile.mkdtemp())
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    source = shutil.copytree(
        HERE, folder / "source", ignore=shutil.ignore_patterns(".*", "*.egg-info", "build")
    )
    told = {**os.environ, "TILTMETER_CACHE": str(folder / "cache")}
    begun = time.perf_counter()
    subprocess.run([python, "-m", "pip", "install", "-q", f"{source}[studio]"], check=True)
    installed = time.perf_counter()
    print(f"pip install '.[studio]': {installed - begun:.1f} s")
    os.environ.update(told)
    studio, user = begun_in(folder, python, "lost_cities")
    user.plays({"game": "lost_cities"}, moves=1)
    ended = time.perf_counter()
    print(f"from there to the first move of a game: {ended - installed:.1f} s, with compilation")
    print(f"together: {ended - begun:.1f} s")
    studio.send_signal(signal.SIGINT)
    studio.communicate()


def main(minutes):
    print("first page after", ", ".join(f"{first_page():.2f}" for _ in range(5)), "s")
    folder = Path(tempfile.mkdtemp())
    shutil.copy(GAMES / "pig.py", folder)
    studio, user = begun_in(folder)
    user.post("/open", **GAME, back="/")
    user.get("/", **GAME)
    print(f"first figures of a slider: {user.turns(70, 1):.1f} s, "
          f"then {user.turns(80, 1):.2f} s and {user.turns(90, 1):.2f} s")  # fmt: skip
    user.seconds.clear()
    for path in PAGES:
        user.get(path, **GAME)
    user.plays(moves=1)
    print(f"first visit of each page: at most {1000 * max(user.seconds)[0]:.0f} ms")
    is_playing, slowest = while_playing(user)
    told = (f"{1000 * took:.0f} ms for {path.partition('?')[0]}" for took, path in slowest[:3])
    print(f"{len(slowest)} pages and moves while games are played ({is_playing}): half within "
          f"{1000 * statistics.median(took for took, _ in slowest):.0f} ms, longest "
          f"{', '.join(told)}", flush=True)  # fmt: skip
    until = time.monotonic() + 60 * minutes
    asked, minute, goals = 0, 0.0, itertools.cycle(range(30, 200))
    while time.monotonic() < until:
        for path in PAGES:
            user.get(path, **GAME)
        user.turns(next(goals), 2)
        user.plays()
        asked += 1
        if time.monotonic() >= minute:
            minute = time.monotonic() + 60
            own, others = memory(studio.pid)
            print(f"round {asked}: {own:.0f} MB, children {others:.0f} MB", flush=True)
    stream = user.stream("/turn/looks", **GAME, version="goal=123")
    next(stream)
    begun = time.perf_counter()
    studio.send_signal(signal.SIGINT)
    _, told = studio.communicate()
    print(f"ended {time.perf_counter() - begun:.1f} s after Ctrl-C with a stream open,"
          f" {'with' if 'Traceback' in told else 'without'} a traceback")  # fmt: skip


if __name__ == "__main__":
    if sys.argv[1:] == ["install"]:
        install()
    else:
        main(float(sys.argv[1]) if len(sys.argv) > 1 else 2)

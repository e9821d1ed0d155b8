"""How soon the studio answers, whether it grows, and how soon it ends.

python benchmarks/studio_limits.py [MINUTES]

A script uses it as a person would, in a fresh folder: it goes through the pages, turns numbers and
plays whole games. Each minute tells the memory of the studio and of its children. Before, 200,000
games are played while pages are asked for; at the end one Ctrl-C is sent while a stream is open.
"""

import http.client
import itertools
import json
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

GAMES = Path(__file__).parent.parent / "examples" / "games"
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
        self.seconds.append(time.perf_counter() - begun)
        assert answer.status == 200, (path, answer.status, text[:300])
        return text

    def post(self, path, **fields):
        form = {"Cookie": self.key, "Content-Type": "application/x-www-form-urlencoded"}
        answer = self._asked("POST", path, form, urlencode(fields, doseq=True))
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

    def plays(self):
        """A whole game against a bot, always by the first move."""
        place, _ = self.post("/play/begin", **GAME, players=2, seat=["person", "random"])
        path, _, query = place.partition("?")
        state = json.loads(self.get(f"{path}/state"))
        while not state["isOver"]:
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
    """How long pages take while a command plays 200,000 games."""
    words = ["simulate", "pig.py", "-p", "2", "-s", "search:rollouts=20", "-n", "200000", "--quiet"]
    playing = subprocess.Popen([sys.executable, "-m", "tiltmeter", *words, "--out", "runs/long"],
                               cwd=user.folder, stderr=subprocess.DEVNULL)  # fmt: skip
    user.seconds.clear()
    for path in PAGES * 20:
        user.get(path, **GAME)
    is_playing = playing.poll() is None
    playing.send_signal(signal.SIGINT)
    playing.wait()
    return is_playing, statistics.median(user.seconds), max(user.seconds)


def main(minutes):
    folder = Path(tempfile.mkdtemp())
    shutil.copy(GAMES / "pig.py", folder)
    begun = time.perf_counter()
    studio = subprocess.Popen(
        [sys.executable, "-m", "tiltmeter", "studio", "pig.py", "--no-browser"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    user = User(studio.stdout.readline().split()[-1])
    user.folder = folder
    user.post("/open", **GAME, back="/")
    user.get("/", **GAME)
    print(f"first page after {time.perf_counter() - begun:.1f} s")
    print(f"first figures of a slider: {user.turns(70, 1):.1f} s, "
          f"then {user.turns(80, 1):.2f} s and {user.turns(90, 1):.2f} s")  # fmt: skip
    is_playing, middle, longest = while_playing(user)
    print(f"pages while 200,000 games are played ({is_playing}): median {1000 * middle:.0f} ms,"
          f" longest {1000 * longest:.0f} ms")  # fmt: skip
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
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2)

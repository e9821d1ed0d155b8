"""Command lines at random: no traceback, no error that exits with 0, no file where none was asked.

    python tests/test_fuzz_commands.py 2000 [SEED]

plays as many and tells how they end. Lines are drawn from what click knows of every command, so new
options join by themselves: values that suit, values of other options, and values that suit nobody.
"""

import filecmp
import os
import random
import shlex
import shutil
import signal
import sys
import traceback
from collections import Counter
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import checked_kernels  # noqa: F401  before Numba is imported
import click
import pytest
from click.testing import CliRunner
from conftest import forgetting

from reports.canvas import Canvas
from simulator.cache_folder import PLACE, cache_root
from tiltmeter.cli import main

GAME = '''"""Toss a coin, or take one point."""

from tiltmeter.design import Game, finish, gain, next_player, numbered, roll

Move = numbered("toss", "take")
BOX = {"prize": {"value": 2, "alternatives": [1, 3]}, "rounds": {"value": 3, "max": 9}}
coin = Game("coin", players=(1, 2), moves=Move, components=BOX)


@coin.apply
def play(game, rules, move):
    gain(game, game.player, rules.prize * (roll(game.table, 2) - 1) if move == Move.toss else 1)
    next_player(game)
    if game.rounds == rules.rounds:
        finish(game)


@coin.strategy(weights={"daring": 1.0})
def bold(game, rules, move, mind):
    """Tosses if it dares."""
    return mind.weights[0] * (move == Move.toss)


@coin.strategy()
def timid(game, rules, move, mind):
    """Always takes."""
    return 1.0 * (move == Move.take)
'''
PLUG_IN = '''from strategies.registry import strategy


@strategy("coin")
def odd(game, rules, move, mind):
    """Takes the first."""
    return -1.0 * move
'''
FILES = {
    "coin.py": GAME,
    "plug.py": PLUG_IN,
    "budget.toml": 'title = "coin.py"\nplayers = 2\ngames = 40\n[bands]\nlength = "<= 9"\n',
    "experiment.toml": 'title = "coin.py"\nplayers = 2\ngames = 8\n[set]\nprize = 3\n',
    "overlay.toml": "prize = 1\n",
    "weights.toml": 'title = "coin"\nstrategy = "bold"\n[players.2.weights]\ndaring = 2.0\n',
    "tables.csv": "table,seat,score\n1,1,3\n1,2,2\n2,1,4\n2,2,1\n3,1,2\n3,2,3\n",
    "broken.toml": "[bands",
    "broken.py": "def (",
    "empty": "",
    "bytes": "\udcff\udcfe",
    "list.json": "[1]",
    "folder/manifest.json": "{}",
}
SMALL = "-p 2 -n 8 -j 1"
READY = (
    "simulate coin.py -p 2 -n 8 -j 1 --out run",
    "study coin.py prize -p 2 -n 4 -j 1 --out study",
)

# What every line of a command begins with, so that it is soon over; the last word counts.
BEGINNINGS = {
    "advise": (f"coin.py {SMALL}", f"experiment.toml {SMALL}"),
    "analyse": ("run", "run --only turn_order", "run --json"),
    "bench": ("coin.py --seconds 0.01",),
    "check": ("budget.toml -j 1", "budget.toml -n 8 -j 1"),
    "coach": ("coin.py -p 2 -n 8 --rollouts 16 -j 1",),
    "compare": (f"coin.py --set prize=3 {SMALL}", f"coin.py --parameters overlay.toml {SMALL}",
                f"coin.py --set prize=3 --base-set rounds=2 {SMALL}",
                f"experiment.toml experiment.toml {SMALL}"),
    "completion": ("bash", "zsh", "fish"),
    "cover": ("coin.py --seconds 0",),
    "exploit": (f"coin.py --single {SMALL}",),
    "games": ("", "coin.py", "lost_cities"),
    "help": ("", "play"),
    "ladder": (f"coin.py --rollouts 1 {SMALL}",),
    "learn": ("coin.py --positions 8192 -q",),
    "new": ("hut", "--guide"),
    "plan": ("coin.py turn_order --see 2% -p 2 -j 1", "coin.py margin --see 1 -p 2 -j 1 --json"),
    "play": ("coin.py", "coin.py -p 2 -s bold,timid", "lost_cities", "coin.py -p 2 --seat 1"),
    "playtest": (f"coin.py tables.csv {SMALL}",),
    "report": ("run", "run study", "run --only html"),
    "simulate": (f"coin.py {SMALL}", "--experiment experiment.toml -j 1", f"coin.py {SMALL} -q"),
    "strategies": ("coin.py", "lost_cities"),
    "study": (f"coin.py prize {SMALL}", "coin.py"),
    "sweep": (f"coin.py prize=1,2 {SMALL}", f"coin.py prize=1..3 rounds=2,3 {SMALL}"),
    "tune": (f"coin.py bold --generations 1 --confirm 8 {SMALL}",),
    "verify": ("run", "coin.py"),
}  # fmt: skip
SERVES = {"studio"}  # up to Ctrl-C: tests/test_studio_server.py
SLOW = {"bench", "ladder", "learn", "report"}  # which come less often
SUITABLE = {
    "against": ["bold", "timid,bold", ""],
    "around": ["prize=1", "3"],
    "at": ["1", "2"],
    "author": ["A. Author", "<b>me</b>"],
    "backend": ["auto", "threading"],
    "base_changes": ["prize=1", "rounds=2"],
    "base_overlay": ["overlay.toml"],
    "budget": ["8"],
    "by": ["bold", "length", "search:rollouts=1"],
    "by_games": ["8"],
    "changes": ["prize=1", "rounds=2", "prize=3"],
    "choices": ["8", "12"],
    "code": ["plug.py"],
    "command": [*main.commands],
    "confirm": ["8"],
    "counts": ["2", "1"],
    "cover_title": ["Coin", "{title}"],
    "design": ["self-play", "round-robin", "one-vs-field", "luck", "focus"],
    "each": ["removed", "swapped"],
    "engine": ["compiled", "python", "auto"],
    "export": ["out"],
    "file": ["budget.toml", "experiment.toml", "tables.csv"],
    "games": ["1", "2", "9", "1e1"],
    "junit": ["junit.xml"],
    "keep": ["prize", "rounds"],
    "kept": ["curves", "games", "sums"],
    "language": ["en", "fr"],
    "number": ["0", "3"],
    "only": ["turn_order", "length", "html", "prize", "luck,confidence", "mean_score"],
    "out": ["out", "run", "new/er", "weights.toml"],
    "overlay": ["overlay.toml"],
    "players": ["1", "2"],
    "report_to": ["out"],
    "rollouts": ["16", "1,2", "20"],
    "sample": ["2", "3"],
    "seconds": ["0.01"],
    "seed": ["0", "1", "7"],
    "strategies": ["bold", "timid", "bold,timid", "bold:daring=2", "random", "bold@weights.toml"],
    "strategy": ["bold", "timid", "bold:daring=0.5"],
    "target": ["length<9", "mean_score=2", "turn_order_spread<1%"],
    "top": ["1", "3"],
    "until": ["20%", "0.3"],
    "weights": ["daring"],
}
NUMBERS = ["0", "-1", "1.5", "nan", "inf", "1e400", "-1e9", "٣", "1_0", "k", "0x10", "10%", "2,3"]
WORDS = ["", " ", "nobody", "=", "a=", "=b", "prize=", "prize=x", "prize=1e99", "a.b.c=1", ",", ";"]
WORDS += ["bold:", "bold:daring=", "bold:nothing=1", "bold@", "@", ":", "a:b:c", "prize=1..", "%s"]
WORDS += [
    "{0}",
    "é∞𝔘",
    "\u202etxet",
    "a\nb",
    "x" * 300,
    "'\"",
    "[bold]",
    "--",
    "-",
    "-x",
    "\x1b[31m",
]
PLACES = ["nowhere", "nowhere/at/all", "folder", "empty", "bytes", "list.json", ".", "..", "/", "~"]
PLACES += ["/proc/x", "broken.toml", "broken.py", "coin.py/x", "x" * 300 + ".toml", *FILES]
HUGE = ["1e30", str(10**18), str(2**63), "1e9"]  # what takes for ever is stopped
WRITTEN = ("out", "report_to", "export", "junit")  # options that say where to
EXITS = (0, 1, 2, 3, 130, 141)  # 3: these games cannot tell
PATIENCE = 20  # seconds for a line, where some take for ever


def line_of(rng, huge=False):
    """A command's words."""
    if rng.random() < 0.02:
        return [rng.choice([*WORDS, *PLACES])]
    names = [name for name in BEGINNINGS if name not in SLOW or rng.random() < 0.3]
    name = rng.choice(names)
    words = [name, *shlex.split(rng.choice(BEGINNINGS[name]))]
    if rng.random() < 0.15 and len(words) > 1:
        words[rng.randrange(1, len(words))] = _odd(rng, huge)
    given = [one for one in main.commands[name].params if isinstance(one, click.Option)]
    for one in rng.choices(given, k=rng.choice([0, 0, 1, 1, 2, 3])) if given else ():
        words += _said(one, rng, huge)
    if rng.random() < 0.05:
        words.append(_odd(rng, huge))
    return words


def _said(option, rng, huge):
    """An option with its value, which suits it or not, or is missing."""
    flag = rng.choice([*option.opts, *option.secondary_opts])
    if option.is_flag or rng.random() < 0.02:
        return [flag]
    if rng.random() < 0.7:
        return [flag, _suitable(option, rng)]
    is_number = not isinstance(option.type, click.Path | click.types.StringParamType)
    numbers = NUMBERS + HUGE * huge
    return [flag, rng.choice(numbers) if is_number else _odd(rng, huge)]


def _suitable(option, rng):
    if option.name in SUITABLE:
        return rng.choice(SUITABLE[option.name])
    if isinstance(option.type, click.Path):
        return rng.choice([*FILES])
    return rng.choice(["1", "2", "bold"])


def _odd(rng, huge):
    others = [value for values in SUITABLE.values() for value in values]
    return rng.choice(rng.choice([NUMBERS, WORDS, PLACES, others, *([HUGE] if huge else [])]))


class World:
    """A folder with all that lines speak of, laid out again after each."""

    def __init__(self, root):
        self.home, self.desk, self.fresh = root / "home", root / "desk", root / "fresh"
        self.cache = str(cache_root())
        for folder in (self.home, self.desk):
            folder.mkdir()
        for name, text in FILES.items():
            (self.desk / name).parent.mkdir(exist_ok=True)
            (self.desk / name).write_text(text, encoding="utf-8", errors="surrogateescape")

    def prepare(self):
        for words in READY:
            told = self.run(shlex.split(words))
            assert told.exit_code == 0, told.output
        shutil.rmtree(self.desk / "runs", ignore_errors=True)
        shutil.copytree(self.desk, self.fresh)

    def run(self, words, patience=0):
        """One line, in the folder; stopped as by Ctrl-C if it takes too long."""
        before, there = dict(os.environ), Path.cwd()
        os.environ |= {"HOME": str(self.home), PLACE: self.cache}
        os.chdir(self.desk)
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.alarm(patience)
        try:
            return CliRunner().invoke(main, words)
        finally:
            signal.alarm(0)
            os.chdir(there)
            os.environ.clear()
            os.environ.update(before)

    def trouble(self, words, told):
        """What is wrong with how a line ended; nothing if all is well."""
        strayed = [one for one in self.changed() if not _is_asked_for(one, words)]
        if told.exception is not None and not isinstance(told.exception, SystemExit):
            return "".join(traceback.format_exception(told.exception))
        if told.exit_code not in EXITS or "Traceback" in told.output:
            return f"exit {told.exit_code}: {told.output[-2000:]}"
        is_error = [line for line in told.stderr.splitlines() if line.startswith("error:")]
        if (told.exit_code == 2) != bool(is_error) and "Usage:" not in told.output:
            return f"exit {told.exit_code}, errors {is_error}"
        return f"strayed: {strayed}" if strayed else ""

    def changed(self):
        """Files that are not as they were laid out, by their paths in the folder."""
        strange = [str(one) for one in self.home.rglob("*") if one.is_file()]
        return [*strange, *_differences(filecmp.dircmp(self.fresh, self.desk), Path())]

    def tidy(self):
        if self.changed():
            for folder in (self.desk, self.home):
                shutil.rmtree(folder)
            self.home.mkdir()
            shutil.copytree(self.fresh, self.desk)


def _differences(compared, path):
    names = [*compared.left_only, *compared.right_only, *compared.diff_files, *compared.funny_files]
    found = [str(path / name) for name in names if name != "__pycache__"]
    for name, inside in compared.subdirs.items():
        found += _differences(inside, path / name)
    return found


def _is_asked_for(place, words):
    """Whether a line says that it writes there, or its command always does."""
    name, told = words[0], ["runs", "studies", "coin-report"]
    if name == "report":
        told += words[1:]  # beside the run itself, unless it is told where
    if name == "new":
        told += [f"{before}{word}.py" for word in words for before in ("", "test_")]
    if name == "learn":
        told += ["coin.net", "coin.net.2p.part", "coin.net.trial"]
    if name == "tune":
        told += ["coin-bold.toml", "coin-timid.toml"]
    known = main.commands[name].params if name in main.commands else ()
    flags = {flag for one in known if one.name in WRITTEN for flag in one.opts}
    told += [word for flag, word in pairwise(words) if flag in flags]
    paths, there = [*map(Path, told)], Path(place)
    return any(there == one or one in there.parents or there in one.parents for one in paths)


def quick():
    """Charts stay empty, and no browser opens."""
    made = patch.multiple(Canvas, _svg=lambda canvas: '<svg viewBox="0 0 1 1"></svg>')
    return made, patch("click.launch", lambda place: 0)


def tried(world, words, patience=0):
    empty, unseen = quick()
    with empty, unseen:
        told = world.run(words, patience)
    trouble = world.trouble(words, told)
    world.tidy()
    return told.exit_code, trouble


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    made = World(tmp_path_factory.mktemp("world"))
    with forgetting():  # other tests have games of the same name
        made.prepare()
    return made


def test_every_command_has_a_line_to_begin_with():
    assert {*BEGINNINGS} | SERVES == {*main.commands}


@pytest.mark.parametrize("number", range(60))
def test_a_line_at_random_is_done_or_told_why_not(world, number):
    words = line_of(random.Random(f"1-{number}"))
    _, trouble = tried(world, words)
    assert not trouble, f"{shlex.join(words)}\n{trouble}"


def play(lines, seed):
    ends, wrong = Counter(), []
    with TemporaryDirectory() as root:
        world = World(Path(root))
        world.prepare()
        for number in range(lines):
            words = line_of(random.Random(f"{seed}-{number}"), huge=True)
            code, trouble = tried(world, words, PATIENCE)
            ends[words[0] if words[0] in main.commands else "none", code] += 1
            if trouble:
                wrong.append(number)
                print(f"\n{number}: {shlex.join(words)}\n{trouble}", flush=True)
    tell(ends)
    print(f"{lines} lines, {len(wrong)} wrong: {wrong}")


def tell(ends):
    """A row for each command, a column for each way it ended."""
    commands, codes = sorted({name for name, _ in ends}), sorted({code for _, code in ends})
    print(f"{'exit':12}", *(f"{code:6}" for code in codes))
    for name in commands:
        print(f"{name:12}", *(f"{ends[name, code]:6}" for code in codes))
    sums = [sum(ends[name, code] for name in commands) for code in codes]
    print(f"{'all':12}", *(f"{one:6}" for one in sums))
    past = sum(n for (_, code), n in ends.items() if code != 2)
    print(f"{past / sum(sums):.0%} came past the door")


if __name__ == "__main__":
    play(int(sys.argv[1]), int((sys.argv[2:] or [1])[0]))

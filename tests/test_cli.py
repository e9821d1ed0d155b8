"""Every command as a newcomer would try it: right, wrong, piped and interrupted."""

import json
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.shell_completion import get_completion_class
from click.testing import CliRunner
from waiting import wait_until

from simulator.errors import did_you_mean
from tiltmeter import options
from tiltmeter.cli import main

pytestmark = pytest.mark.usefixtures("undrawn")

QUICK = ["-n", "40", "-p", "2", "-s", "random", "--jobs", "1"]


def tiltmeter(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def shell(*words, **options):
    command = [sys.executable, "-m", "tiltmeter", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", [None, *main.commands])
def test_every_command_has_help(name):
    told = tiltmeter(*([name] if name else []), "--help")
    assert told.exit_code == 0
    assert "Usage:" in told.output


@pytest.mark.parametrize("name", [None, *main.commands])
def test_help_fits_into_80_columns_and_is_not_cut(name):
    told = tiltmeter(*([name] if name else []), "--help").output.splitlines()
    assert [line for line in told if len(line) > 80] == []
    assert [line for line in told if line.endswith("...") and not line.startswith("Usage")] == []


PRIVATE = (  # words that only whoever wrote the program would use
    *(r"titles?", r"components?", r"gauges?", r"bands?", r"deals?", r"even share", r"win shares?"),
    *(r"the box", r"surely", r"line-ups?", r"budgets?", r"lights?", r"beside", r"mend", r"TITLE"),
)
MEANT = ("--budget", "--cover-title", "Title on the cover", "[bands]")  # an option, a cover, a key


@pytest.mark.parametrize("name", [None, *main.commands])
def test_help_has_the_words_of_the_field(name):
    told = tiltmeter(*([name] if name else []), "--help").output
    for one in MEANT:
        told = told.replace(one, "")
    assert re.findall(rf"\b(?:{'|'.join(PRIVATE)})\b", told) == []


@pytest.mark.parametrize("name", [None, *main.commands])
def test_sentences_of_help_are_short(name):
    command = main.commands[name] if name else main
    text = re.sub(r"\n *\x08\n(?:.+\n?)*", "\n", command.help or "")  # without its examples
    for sentence in re.split(r"[.:;?](?:\s|$)|\n\n", text):
        assert len(sentence.split()) <= 22, sentence


GROUPS = {
    "Start": ["new", "verify", "cover", "play", "studio", "games"],
    "Balance": ["report", "compare", "sweep", "advise", "check", "study", "playtest", "plan"],
    "Bots": ["strategies", "coach", "learn", "tune", "exploit", "ladder"],
    "Data": ["simulate", "analyse"],
    "Other": ["bench", "completion", "help"],
}


def test_commands_are_listed_in_groups_each_with_a_whole_sentence():
    _, *parts = re.split(r"\n(?=\w+:\n)", tiltmeter("--help").output)
    listed = {part.partition(":")[0]: part.splitlines()[1:] for part in parts}
    assert listed.pop("Options")
    found = {group: [line.split()[0] for line in lines if line] for group, lines in listed.items()}
    assert found == GROUPS
    assert sorted(main.commands) == sorted(name for names in GROUPS.values() for name in names)
    assert all(line.endswith(".") for lines in listed.values() for line in lines if line)


ASKED = """
import sys
from click.testing import CliRunner
from tiltmeter.cli import main
for name in ([], *([name] for name in main.commands)):
    assert CliRunner().invoke(main, [*name, "--help"]).exit_code == 0
print(*sys.modules)
"""


def test_help_answers_at_once():
    """Of all that the package needs it loads `click` alone; the others take seconds."""
    told = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
    needed = {re.match(r"[\w-]+", name)[0] for name in told["project"]["dependencies"]}
    done = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, check=True)
    assert needed & {*done.stdout.split()} == {"click"}


class TestGames:
    def test_the_titles(self):
        assert "lost_cities" in tiltmeter("games").output
        assert "with --setup key=value" in tiltmeter("games", "lost_cities").output
        assert "Setup" not in tiltmeter("games", "examples/games/pig.py").output

    def test_one_title(self):
        told = tiltmeter("games", "lost_cities").output
        for word in ("layout", "bridges.bonus", "reconstructed", "rulings.second_zero", "refuse"):
            assert word in told
        assert "Parameters, with --set path=value or --parameters FILE" in told
        assert "Assumed: " in told, "what no source gives"
        assert "omponents" not in told

    def test_json(self):
        told = json.loads(tiltmeter("games", "lost_cities", "--json").output)
        assert told["parameters"]["bridges.bonus"]["source"] == "rulebook"
        assert {one["game"] for one in json.loads(tiltmeter("games", "--json").output)} >= {
            "archeos"
        }


class TestStrategies:
    def test_who_can_play(self):
        told = tiltmeter("strategies", "lost_cities").output
        for name in ("allround", "greedy", "cautious", "doubler", "refuser", "random", "never"):
            assert name in told
        assert "lost_cities" in tiltmeter("strategies").output
        assert "Bots of excavation" in tiltmeter("strategies", "excavation").output

    @pytest.mark.parametrize(
        ("title", "kinds"), [("lost_cities", "arrow-top, decline"), ("archeos", "power-guide")]
    )
    def test_kinds_of_moves_and_powers_are_listed(self, title, kinds):
        assert kinds in " ".join(tiltmeter("strategies", title).output.split())

    def test_a_style_is_told_by_what_makes_it_one(self):
        told = " ".join(tiltmeter("strategies", "lost_cities").output.split())
        assert "keeps pride=12 dread=200 seventh=0 eighth=0;" in told
        assert "else as allround" in told
        assert told.count("length=") == 1, "what all share is said once"

    def test_json(self):
        told = json.loads(tiltmeter("strategies", "lost_cities", "--json").output)
        assert told["greedy"]["weights"] == {"step": 0.1}


class TestPlay:
    def test_a_game_is_told(self):
        told = tiltmeter("play", "lost_cities", "-p", 2, "--seed", 4).output
        assert "Turn 1: seat 1 rolls" in told
        assert "The game ends after" in told

    def test_the_same_seed_tells_the_same_game_and_another_another(self):
        one, same, other = (
            tiltmeter("play", "lost_cities", "--seed", seed).output for seed in (1, 1, 2)
        )
        assert one == same != other

    def test_explain_shows_the_alternatives_and_marks_the_choice(self):
        told = tiltmeter("play", "lost_cities", "--explain").output
        assert "→" in told
        assert "Each number is the bot's own rating of a choice: higher is better." in told
        chosen = [line for line in told.splitlines() if "→" in line]
        assert all(line.split()[0].lstrip("-").replace(".", "").isdigit() for line in chosen)

    def test_json(self):
        told = json.loads(tiltmeter("play", "lost_cities", "--json").output)
        assert {"round", "seat", "move", "choices", "standings"} <= set(told["moves"][0])
        assert [one["points"] for one in told["result"]] == [
            sum(one["sources"].values()) for one in told["result"]
        ]
        assert {one["place"] for one in told["result"]} == {1, 2}
        later = json.loads(tiltmeter("play", "lost_cities", "--json", "--at", 3).output)
        assert later[0] == told["moves"][2]

    def test_it_tells_a_game_of_a_batch(self, folder):
        """Game 3 of a simulated line-up is the game that `play --game 3` tells."""
        import polars as pl

        words = ["-p", 2, "-s", "greedy,random", "--seed", 9]
        tiltmeter("simulate", "lost_cities", "-n", 4, *words, "--out", "run", "--jobs", 1)
        rows = pl.read_parquet("run/*.parquet").filter(pl.col("game") == 3)
        told = tiltmeter("play", "lost_cities", *words, "--game", 3).output
        for row in rows.iter_rows(named=True):
            assert f"seat {row['seat']}: the bot {row['strategy']}" in told
            assert f"{row['place']}. seat {row['seat']}: {row['score']} points" in told


class TestSimulateAndAnalyse:
    def test_a_batch_and_its_findings(self, folder):
        told = tiltmeter("simulate", "lost_cities", *QUICK, "--out", "run")
        assert told.exit_code == 0, told.output
        assert "40 games" in told.output
        found = tiltmeter("analyse", "run")
        assert found.exit_code == 0
        for question in (
            "Are there several viable strategies",
            "Does going first or last help",
            "How high",
            "How long",
            "end",
        ):
            assert question in found.output

    def test_the_same_command_finds_its_run_again(self, folder):
        tiltmeter("simulate", "lost_cities", *QUICK)
        assert "nothing to play" in tiltmeter("simulate", "lost_cities", *QUICK).output

    def test_quiet_prints_the_folder_alone(self, folder):
        told = tiltmeter("simulate", "lost_cities", *QUICK, "--out", "run", "--quiet")
        assert told.output == "run\n"

    def test_json(self, folder):
        told = json.loads(tiltmeter("simulate", "lost_cities", *QUICK, "--json").stdout)
        assert told["experiment"]["games"] == 40
        assert {finding["name"] for finding in told["findings"]} >= {"turn_order", "scores"}
        found = json.loads(
            tiltmeter("analyse", told["run"], "--json", "--only", "turn_order").stdout
        )
        assert [finding["name"] for finding in found] == ["turn_order"]

    def test_jobs_and_engine_leave_no_trace_in_the_data(self, folder):
        from pathlib import Path

        words = ["lost_cities", "-n", 30, "-s", "allround,greedy,random"]
        for out, more in {
            "a": ["--jobs", 1],
            "b": ["--jobs", 2],
            "c": ["--engine", "python"],
        }.items():
            assert tiltmeter("simulate", *words, "--out", out, *more).exit_code == 0
        bytes_of = [next(Path(out).glob("*.parquet")).read_bytes() for out in "abc"]
        assert bytes_of[0] == bytes_of[1] == bytes_of[2]

    def test_setup_and_components_arrive(self, folder):
        words = ["--setup", "layout=random", "--setup", "arrows=3", "--set", "bridges.bonus=0"]
        tiltmeter("simulate", "lost_cities", *QUICK, *words, "--out", "run")
        told = tiltmeter("analyse", "run").output
        assert 'setup.layout = "random"' in told
        assert "bridges.bonus = 0" in told

    def test_a_plug_in_numba_cannot_compile_plays_with_a_note_that_names_the_line(self, folder):
        (folder / "mine.py").write_text(
            "from strategies.registry import strategy\n"
            "@strategy('lost_cities')\n"
            "def wordy(game, rules, move, mind):\n"
            "    '''Counts letters.'''\n"
            "    names = {'a': 'x', 1: move}\n"
            "    return float(len(str(names)))\n"
        )
        words = ["-s", "wordy,random", "--code", "mine.py", "-j", "1"]
        told = shell("simulate", "lost_cities", *QUICK, *words)
        assert told.returncode == 0, told.stderr
        assert "line 5 of mine.py cannot be compiled" in told.stderr


WRONG = {
    "unknown title": (["simulate", "lost_citis"], "Did you mean 'lost_cities'"),
    "unknown command": (["simulat", "lost_cities"], "Did you mean 'simulate'"),
    "no title": (["simulate"], "Name a game"),
    "two line-ups": (["play", "lost_cities", "-s", "greedy", "-s", "random"], "give -s only once"),
    "no share": (["simulate", "lost_cities", "--until", "soon"], "write 0.5% or 0.005"),
    "peek alone": (["simulate", "lost_cities", "--peek"], "say --until 0.5% too"),
    "no number": (["simulate", "lost_cities", "-p", "two"], "'two' is not a valid integer"),
    "players twice": (
        ["sweep", "lost_cities", "bridges.bonus=0,20", "-p", "2", "-p", "4"],
        "sweep takes one number of players; run the command once for each number.",
    ),
    "players listed": (
        ["compare", "lost_cities", "--set", "bridges.bonus=1", "-p", "2,4"],
        "compare takes one number of players; run the command once for each number.",
    ),
    "report players twice": (
        ["report", "lost_cities", "-p", "2", "-p", "4"],
        "report takes -p once: numbers of players, as in 2,4",
    ),
    "a question for a command": (
        ["option_value", "lost_cities"],
        "tiltmeter analyse RUN --only option_value.",
    ),
    "unknown option": (["simulate", "lost_cities", "--sede", "1"], "'--seed'"),
    "unknown strategy": (["simulate", "lost_cities", "-s", "alround"], "Did you mean 'allround'"),
    "unknown weight": (["simulate", "lost_cities", "-s", "greedy:stp=1"], "Did you mean 'step'"),
    "unknown setup key": (
        ["simulate", "lost_cities", "--setup", "layot=x"],
        "Did you mean 'layout'",
    ),
    "unknown setup value": (
        ["play", "lost_cities", "--setup", "layout=x"],
        "reconstructed, random",
    ),
    "unknown component": (
        ["play", "lost_cities", "--set", "bridge=1"],
        "Unknown parameter 'bridge'",
    ),
    "player count": (["simulate", "lost_cities", "-p", "9"], "2 to 5 players, not 9"),
    "line-up length": (
        ["simulate", "lost_cities", "-p", "4", "-s", "random,greedy"],
        "2 bots",
    ),
    "overlay missing": (["play", "lost_cities", "--parameters", "no.toml"], "Cannot read no.toml"),
    "overlay key": (["play", "lost_cities", "--parameters", "key.toml"], "'bridges.bonsu'"),
    "overlay shape": (["play", "lost_cities", "--parameters", "shape.toml"], "a list of 9"),
    "overlay syntax": (["play", "lost_cities", "--parameters", "broken.toml"], "not valid TOML"),
    "plug-in missing": (["play", "lost_cities", "--code", "no.py"], "Cannot read no.py"),
    "plug-in syntax": (["simulate", "lost_cities", "--code", "broken.py"], "broken.py, line 1"),
    "plug-in NaN": (
        ["simulate", "lost_cities", "--code", "nan.py", "-s", "nan"],
        "not a number (NaN)",
    ),
    "plug-in accident": (
        ["simulate", "lost_cities", "--code", "six.py", "-s", "six", "--jobs", "1"],
        "line 5: KeyE",
    ),
    "plug-in told": (["play", "lost_cities", "--code", "six.py", "-s", "six"], "line 5: KeyError"),
    "foreign folder": (["simulate", "lost_cities", "--out", "."], "not a run of tiltmeter"),
    "unwritable folder": (["simulate", "lost_cities", "--out", "/proc/x/y"], "Cannot write to"),
    "no run": (["analyse", "nowhere"], "is not a run"),
    "a game instead of a run": (
        ["analyse", "./pig.py"],
        "'tiltmeter simulate pig.py' plays the game",
    ),
    "a title instead of a run": (
        ["analyse", "archeos"],
        "'tiltmeter simulate archeos' plays the game",
    ),
    "unknown question": (["analyse", "run", "--only", "seat"], "Did you mean 'turn_order'"),
    "games": (["simulate", "lost_cities", "-n", "0"], "at least 1"),
    "games of a search": (["ladder", "lost_cities", "-n", "0"], "at least 1, not 0"),
    "a sign that ends every path": (["analyse", "a\0b"], r"'a\x00b' is no text in UTF-8"),
    "too long a path": (["play", "a" * 300 + ".py"], "File name too long"),
    "too many games": (["simulate", "lost_cities", "-n", "1e30"], "'1e30' is more than 1e15"),
    "workers": (["simulate", "lost_cities", "-j", str(2**63)], "is not in the range x<=1000"),
    "seconds": (["bench", "lost_cities", "--seconds", "nan"], "must be more than 0, not nan"),
    "seed": (["simulate", "lost_cities", "--seed", "-4"], "seed must lie"),
    "engine": (["simulate", "lost_cities", "--engine", "compield"], "Did you mean 'compiled'"),
    "no gpu": (["simulate", "lost_cities", "--engine", "cuda"], "--engine cuda needs"),
    "engine of what is played": (["analyse", "run", "--engine", "cda"], "Did you mean 'cuda'"),
    "no gpu to compare": (
        ["compare", "lost_cities", "--set", "bridges.bonus=25", "--engine", "cuda"],
        "--engine cuda needs",
    ),
    "study without a gpu": (
        ["study", "lost_cities", "boxes", "--engine", "cuda"],
        "--engine cuda needs",
    ),
    "backend": (["simulate", "lost_cities", "--backend", "thread"], "Did you mean 'threading'"),
    "report of no title": (["report", "archeo"], "Did you mean 'archeos'"),
    "report of no run": (["report", "./nowhere"], "is not a run"),
    "report of two titles": (["report", "run", "nowhere"], "nowhere is not a run"),
    "report players": (["report", "archeos", "-p", "two"], "'two' is none"),
    "report player count": (["report", "archeos", "-p", "9"], "2 to 6 players, not 9"),
    "report format": (["report", "archeos", "--only", "docx"], "Unknown format 'docx'"),
    "report folder": (["report", "archeos", "--quick", "--out", "/proc/x"], "Cannot write to"),
    "jobs": (["simulate", "lost_cities", "--jobs", "0"], "--jobs must be at least 1"),
}


def test_what_may_be_said_twice_is(folder):
    words = ["--set", "bridges.bonus=1", "--set", "circles.factor=1", "-q", "-q"]
    told = tiltmeter("play", "lost_cities", "-s", "random", *words[:4])
    assert told.exit_code == 0, told.output
    assert tiltmeter("simulate", "lost_cities", *QUICK, *words).exit_code == 0


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_told_in_one_sentence_with_exit_code_2(folder, case):
    (folder / "key.toml").write_text("[bridges]\nbonsu = 1\n")
    (folder / "shape.toml").write_text("[ladders]\nexpedition = [1]\n")
    (folder / "broken.toml").write_text("[bridges")
    (folder / "broken.py").write_text("def (")
    (folder / "nan.py").write_text(
        "from strategies.registry import strategy\n"
        "@strategy('lost_cities')\n"
        "def nan(game, rules, move, mind):\n"
        "    '''Not a number.'''\n"
        "    return float('nan')\n"
    )
    (folder / "six.py").write_text(
        "from strategies.registry import strategy\n"
        "@strategy('lost_cities')\n"
        "def six(game, rules, move, mind):\n"
        "    '''Looks up what is not there.'''\n"
        "    return {}['x']\n"
    )
    if case in ("unknown question", "report of two titles"):
        tiltmeter("simulate", "lost_cities", *QUICK, "--out", "run")
    words, expected = WRONG[case]
    told = tiltmeter(*words)
    assert told.exit_code == 2, told.output
    assert expected in told.stderr
    remarks = ("Note: ", "Compiling ")
    errors = [line for line in told.stderr.splitlines() if not line.startswith(remarks)]
    assert len(errors) == 1, told.stderr
    assert errors[0].startswith("error: ")
    assert "Traceback" not in told.output


NEARLY = {
    "a budget": (["check", "budgt.toml"], "budget.toml"),
    "a file of parameters": (["play", "lost_cities", "--parameters", "budgt.toml"], "budget.toml"),
    "a file for a game": (["simulate", "budgt.toml"], "budget.toml"),
    "real tables": (["playtest", "lost_cities", "tabels.csv"], "tables.csv"),
    "strategies of one's own": (["play", "lost_cities", "--code", "mne.py"], "mine.py"),
    "a run": (["analyse", "runs/2p-1a2b3c4"], "runs/2p-1a2b3c4d"),
    "a run to report": (["report", "runs/2p-1a2b3c4"], "runs/2p-1a2b3c4d"),
    "a run to verify": (["verify", "runs/2p-1a2b3c4"], "runs/2p-1a2b3c4d"),
}


@pytest.mark.parametrize("case", NEARLY)
def test_a_misspelt_file_or_folder_is_answered_with_the_nearest(folder, case):
    for name in ("budget.toml", "tables.csv", "mine.py", "runs/2p-1a2b3c4d/manifest.json"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")
    words, meant = NEARLY[case]
    told = tiltmeter(*words)
    assert told.exit_code == 2, told.output
    assert told.stderr.endswith(f" Did you mean {meant}?\n")


@pytest.mark.usefixtures("as_in_a_terminal")
def test_ctrl_c_keeps_what_was_played_and_the_same_command_goes_on(folder):
    words = ["simulate", "lost_cities", "-n", "40000000", "-p", "2", "-s", "random", "--out", "run"]
    running = subprocess.Popen(
        [sys.executable, "-m", "tiltmeter", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    manifest = folder / "run" / "manifest.json"

    def is_noted():  # a part counts once it is
        return manifest.exists() and "part-" in manifest.read_text()

    wait_until(is_noted, lambda: running.poll() is not None)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate()
    assert running.returncode == 130, told
    assert "the same command goes on" in told
    assert "Traceback" not in told
    from analyses.experiments.run_folder import RunFolder

    kept = RunFolder(folder / "run").games_done()
    assert 0 < kept < 40_000_000
    assert "unfinished" in shell("analyse", "run").stdout


def test_a_closed_pipe_is_no_accident(folder):
    tiltmeter("simulate", "lost_cities", *QUICK, "--out", "run")
    command = f"{sys.executable} -m tiltmeter analyse run | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", ["games lost_cities", "games lost_cities --json", "--help"])
def test_a_closed_pipe_is_no_verdict(words):
    """Nor is it a mistake: whoever reads no further has seen enough."""
    command = [sys.executable, "-m", "tiltmeter", *words.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        started.stdout.close()
        assert started.stderr.read() == b""
    assert started.returncode == 128 + signal.SIGPIPE


@pytest.mark.long
def test_bench_measures_every_engine():
    told = json.loads(tiltmeter("bench", "lost_cities", "--seconds", "0.05", "--json").output)
    assert told["lost_cities"]["decisions"] > 20
    assert told["lost_cities"]["bytes_per_game"] > 100
    assert told["lost_cities"]["startup"] > 0
    speed = told["lost_cities"]
    assert speed["ratio"] > 1000
    assert speed["compiled"] > speed["python"] > 0


@pytest.mark.parametrize(
    ("text", "count"),
    [("2000", 2_000), ("10k", 10_000), ("1e6", 1_000_000), ("1,500", 1_500), ("2.5K", 2_500)],
)
def test_counts_are_written_as_people_do(text, count):
    assert options.Count().convert(text, None, None) == count


@pytest.mark.parametrize("text", ["10q", "1.5", "k", "", "nan", "1e400"])
def test_what_is_no_count_is_told(text):
    told = tiltmeter("simulate", "lost_cities", "-n", text)
    assert told.exit_code == 2
    assert f"'{text}' is no whole number, as in 2000, 10k or 1e6." in told.output


def test_help_is_a_word_too():
    assert tiltmeter("help", "report").output == tiltmeter("report", "--help").output
    assert tiltmeter("help").output == tiltmeter("--help").output
    assert "Did you mean 'report'?" in tiltmeter("help", "repot").output


@pytest.mark.parametrize(
    ("before", "typed", "offered"),
    [
        (["compare"], "exc", ["excavation", "exc"]),  # or a file
        (["sweep", "lost_cities"], "bridges.b", ["bridges.bonus="]),
        (["compare", "lost_cities", "--set"], "bridges.m", ["bridges.mark="]),
        (["simulate", "lost_cities", "--setup"], "la", ["layout="]),
        (["play", "lost_cities", "-s"], "allround,gr", ["allround,greedy"]),
        (["play", "lost_cites", "-s"], "allround,gr", []),
    ],
)
def test_a_shell_completes_titles_paths_and_strategies(before, typed, offered):
    shell = get_completion_class("bash")(main, {}, options.PROGRAM, options.COMPLETE)
    assert [item.value for item in shell.get_completions(before, typed)] == offered
    script = tiltmeter("completion", "bash").output
    assert f"{options.COMPLETE}=bash_complete" in script


def test_a_misspelt_option_is_answered_with_the_nearest_alone():
    told = CliRunner().invoke(main, ["compare", "lost_cities", "--langage", "fr"])
    assert told.exit_code == 2
    assert told.stderr == "error: No such option '--langage'. Did you mean '--language'?\n"


@pytest.mark.parametrize(
    ("typed", "meant"), [("archos", "archeos"), ("lost", "lost_cities"), ("chess", ""), ("", "")]
)
def test_only_a_name_that_is_near_is_suggested(typed, meant):
    known = ["archeos", "excavation", "expeditions", "lost_cities"]
    assert did_you_mean(typed, known) == (f" Did you mean '{meant}'?" if meant else "")

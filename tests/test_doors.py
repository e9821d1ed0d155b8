"""What a user lacks is named as a flag at the command line, as an argument in Python."""

import re
import threading

import pytest
from click.testing import CliRunner

import tiltmeter as tm
from simulator.doors import by_door, by_flags, call, setting
from tiltmeter.cli import main

FEW = {"players": 2, "games": 20, "strategies": ["random"]}
FLAG = re.compile(r"(?<![\w-])--?[a-z][\w-]*")


def test_a_setting_and_a_call_have_two_forms():
    def said():
        return [
            setting("by_games"),
            setting("kept", "games"),
            setting("design", ["luck", "focus"]),
            call("simulate", strategies=["a", "b"], kept="sums"),
            by_door("typed", "in Python"),
        ]

    assert said() == [
        "'by_games'",
        "kept='games'",
        "design=['luck', 'focus']",
        "simulate(…, strategies=['a', 'b'], kept='sums')",
        "in Python",
    ]
    with by_flags():
        assert said() == [
            "--by-games",
            "--keep games",
            "--design luck,focus",
            "simulate -s a,b --keep sums",
            "typed",
        ]
    assert setting("by_games") == "'by_games'"


def test_threads_of_a_command_speak_as_it_does():
    said = []
    with by_flags():
        one = threading.Thread(target=lambda: said.append(setting("jobs")))
        one.start()
        one.join()
    assert said == ["--jobs"]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return tm.Workshop(tmp_path_factory.mktemp("runs"), 1).simulate("lost_cities", **FEW).run


def test_a_question_without_its_games_names_the_argument(run):
    frame = tm.simulate("lost_cities", jobs=1, **FEW)
    skill, luck = tm.analyse(frame, ["skill", "luck"])
    assert "(simulate(…, design=['luck']))." in str(luck)
    for finding in (luck, skill, *tm.Workshop(run.path.parent).analyse(run).findings):
        assert FLAG.findall(finding.sentence) == [], finding.name
        assert FLAG.findall(" ".join(finding.notes)) == [], finding.name


def test_the_same_question_names_the_flag_at_the_command_line(run):
    done = CliRunner().invoke(main, ["analyse", str(run.path), "--only", "luck", "--json"])
    assert "(simulate --design luck)." in done.stdout
    assert "simulate(…" not in done.stdout


MISTAKES = {  # in Python, and at the command line
    "until": (
        lambda shop: shop.simulate("lost_cities", until=7.0),
        "'until' is a share between 0 and 1, as in 0.005; 7.0 is not.",
        ["simulate", "lost_cities", "--until", "700%"],
        "--until is a share between 0 and 1, as in 0.5%; 7.0 is not.",
    ),
    "peek": (
        lambda shop: shop.simulate("lost_cities", peek=True),
        "'peek' says how 'until' stops; say until=0.005 too.",
        ["simulate", "lost_cities", "--peek"],
        "--peek says how --until stops; say --until 0.5% too.",
    ),
    "change": (
        lambda shop: shop.compare("lost_cities"),
        "Name a change, as in {'path': value};",
        ["compare", "lost_cities"],
        "Name a change, as in --set path=value;",
    ),
    "rollouts": (
        lambda shop: shop.ladder("lost_cities", [3, 2]),
        "'rollouts' takes rising numbers, as in [100, 200, 400].",
        ["ladder", "lost_cities", "--rollouts", "3,2"],
        "--rollouts takes rising numbers, as in 100,200,400.",
    ),
    "code": (
        lambda shop: shop.simulate("lost_cities", strategies=["nobody"]),
        "code=[FILE] loads bots of your own.",
        ["simulate", "lost_cities", "-s", "nobody"],
        "--code FILE loads bots of your own.",
    ),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_told_in_the_words_of_the_door(tmp_path, monkeypatch, what):
    monkeypatch.chdir(tmp_path)
    make, in_python, words, typed = MISTAKES[what]
    with pytest.raises(tm.UserError, match=re.escape(in_python)):
        make(tm.Workshop("runs", 1))
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2
    assert typed in done.stderr

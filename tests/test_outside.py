"""Titles from anywhere: a file, a folder, an installed package; found again, and told if wrong."""

import logging
import pickle
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from analyses.experiments.batch import frames
from analyses.experiments.experiment import experiment
from analyses.experiments.run_folder import RunFolder
from simulator import machine_code, titles, user_files
from simulator.errors import UserError
from simulator.match import Failed
from simulator.titles import load_title, spoken, title_names
from strategies import registry
from strategies.registry import strategies_of
from tiltmeter.beginning import begin

COIN = '''"""Toss a coin, or take one point."""

from tiltmeter.design import Game, finish, gain, next_player, numbered, roll

Move = numbered("toss", "take")
coin = Game("coin", players=(1, 2), moves=Move, components={"prize": 2, "rounds": 3})


@coin.apply
def play(game, rules, move):
    won = rules.prize * (roll(game.table, 2) - 1) if move == Move.toss else 1
    gain(game, game.player, won)
    next_player(game)
    if game.rounds == rules.rounds:
        finish(game)


@coin.strategy()
def timid(game, rules, move, mind):
    """Always takes."""
    return 1.0 * (move == Move.take)
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def coin(folder):
    file = folder / "coin.py"
    file.write_text(COIN)
    return file


def forget():
    """As in another session."""
    titles._guests.clear()
    titles._names.clear()
    for known in [one for one in registry._registry if one[0] == "coin"]:
        del registry._registry[known]


def test_a_title_is_named_by_its_file_and_then_known_by_its_name(coin):
    title = load_title("coin.py")
    assert title.name == "coin"
    assert title.home == coin.resolve()
    assert load_title("./coin.py") is load_title(coin) is load_title("coin") is title
    assert "coin" in title_names()
    assert spoken("coin") == "coin.py"


def test_its_own_strategies_come_with_it(coin):
    assert {*strategies_of(load_title(coin))} == {
        "greedy",
        "learned",
        "level",
        "random",
        "search",
        "timid",
    }


def test_an_edited_file_is_read_again_and_has_other_runs_and_machine_code(coin):
    before = experiment("coin.py", games=1).key
    code = machine_code.machine_code_of(load_title("coin").apply.py_func)
    coin.write_text(COIN.replace("else 1\n", "else 2\n"))
    assert experiment("coin.py", games=1).key != before
    assert machine_code.machine_code_of(load_title("coin").apply.py_func) != code


def test_where_a_file_lies_has_no_influence_on_a_run_nor_on_its_machine_code(coin):
    before, code = experiment("coin.py", games=1).key, load_title(coin).apply._cache.cache_path
    (coin.parent / "elsewhere").mkdir()
    moved = coin.rename(coin.parent / "elsewhere" / "coin.py")
    forget()
    assert experiment(moved, games=1).key == before
    assert load_title(moved).apply._cache.cache_path == code


def test_a_run_finds_its_title_again(coin, monkeypatch):
    one = experiment("coin.py", games=4, players=2)
    path = coin.parent / "run"
    RunFolder.for_experiment(path, one)
    forget()
    monkeypatch.chdir("/")
    assert RunFolder(path).components["prize"] == 2
    assert titles.place_of("coin") == str(coin.resolve())


def test_a_title_travels_by_its_name_and_a_guest_by_its_place_too(coin):
    shipped = load_title("archeos")
    assert pickle.loads(pickle.dumps(shipped)) is shipped
    sent = pickle.dumps(experiment("coin.py", games=4, players=2))
    forget()
    assert pickle.loads(sent).title.name == "coin"
    forget()
    coin.unlink()
    with pytest.raises(UserError, match="Unknown game 'coin'"):
        pickle.loads(sent)


def test_a_run_of_a_title_that_is_gone_can_still_be_opened(coin):
    path = coin.parent / "run"
    RunFolder.for_experiment(path, experiment("coin.py", games=4))
    forget()
    coin.unlink()
    assert RunFolder(path).settings["title"] == "coin"


def test_shipped_titles_leave_no_place_in_a_manifest(tmp_path):
    folder = RunFolder.for_experiment(tmp_path / "run", experiment("archeos", games=4))
    assert "place" not in folder.manifest


def test_a_game_of_several_files_is_a_folder(folder):
    home = folder / "purse"
    home.mkdir()
    (home / "__init__.py").write_text("from .rules import purse\n")
    (home / "components.toml").write_text('[prize]\nvalue = 5\nsource = "rulebook"\n')
    text = COIN.replace('{"prize": 2, "rounds": 3}', 'Path(__file__).parent / "components.toml"')
    text = text.replace("coin", "purse").replace("rules.rounds", "2")
    (home / "rules.py").write_text(f"from pathlib import Path\n\n{text}")
    title = load_title("purse")
    assert title.home == home.resolve()
    assert title.components["prize"] == 5
    key = experiment("purse", games=1).key
    with (home / "rules.py").open("a") as file:
        file.write("# a remark\n")
    assert experiment(Path("purse"), games=1).key != key


def test_an_installed_package_announces_a_title(folder, monkeypatch):
    text = COIN.replace('"coin"', '"announced"')
    (folder / "announced_coin.py").write_text(text)
    monkeypatch.syspath_prepend(folder)
    point = EntryPoint("announced", "announced_coin:coin", user_files.GROUP)
    monkeypatch.setattr(user_files, "announced", lambda: {"announced": point})
    assert "announced" in title_names()
    assert load_title("announced").home == folder.resolve() / "announced_coin.py"
    assert machine_code.is_kept(load_title("announced").apply.py_func)


def test_a_package_that_announces_a_title_by_the_old_group_is_read_with_a_remark(
    folder, monkeypatch, caplog
):
    text = COIN.replace('"coin"', '"announced_before"')
    (folder / "announced_before.py").write_text(text)
    monkeypatch.syspath_prepend(folder)
    old = EntryPoint("announced_before", "announced_before:coin", user_files.OLD_GROUP)
    new = EntryPoint("both", "new:game", user_files.GROUP)
    points = {user_files.OLD_GROUP: [old, replace_group(new)], user_files.GROUP: [new]}
    monkeypatch.setattr(user_files, "entry_points", lambda group: points[group])
    found = user_files.announced.__wrapped__()
    assert found == {"announced_before": old, "both": new}
    with caplog.at_level("WARNING", "tiltmeter"):
        user_files.import_announced(found["announced_before"])
    (remark,) = caplog.messages
    assert "'tiltmeter.titles', which is now called 'tiltmeter.games'" in remark


def replace_group(point):
    return EntryPoint(point.name, "old:game", user_files.OLD_GROUP)


def test_an_announced_title_that_cannot_be_imported_is_told(monkeypatch):
    point = EntryPoint("gone", "not_there_at_all:game", user_files.GROUP)
    monkeypatch.setattr(user_files, "announced", lambda: {"gone": point})
    with pytest.raises(UserError, match="installed game 'gone' cannot be loaded: No module"):
        load_title("gone")


def test_the_same_name_at_two_places_is_refused(coin):
    load_title(coin)
    other = coin.parent / "other.py"
    other.write_text(COIN)
    with pytest.raises(UserError, match=r"other.py and .*coin.py are both called 'coin'"):
        load_title(other)


NOT_COMPILED = COIN.replace("    gain(", "    said = {0: 'x', move: [move]}\n    gain(")


def test_rules_that_cannot_be_compiled_are_played_in_plain_python_and_the_line_is_named(
    coin, caplog, monkeypatch
):
    rows = next(frames(experiment("coin.py", players=2, games=3), engine="python", jobs=1))
    coin.write_text(NOT_COMPILED)
    monkeypatch.setattr(logging.getLogger("tiltmeter"), "propagate", True)
    with caplog.at_level(logging.INFO, logger="tiltmeter"):
        slow = next(frames(experiment("coin.py", players=2, games=3), jobs=1, backend="threading"))
    assert slow.drop("title").equals(rows.drop("title"))
    assert "line 12 of coin.py cannot be compiled, so its rules are played in plain" in caplog.text


KEYWORD = r"line 6: Unknown keyword of Game\(…\) 'player'. Did you mean 'players'\?"
NO_VALUE = "coin: 'prize' has no 'value'; it has about."
MISTAKES = {
    "no file": ("none.py", "", "There is no game at none.py"),
    "a misspelt file": ("coins.py", COIN, r"There is no game at coins.py: .* mean coin.py\?"),
    "no suffix": ("./coin", COIN, "did you mean coin.py"),
    "a name instead of a file": ("coin", COIN, "Did you mean the file coin.py"),
    "not Python": ("coin.toml", COIN, "There is no game at|Unknown game"),
    "a folder of nothing": (".", COIN, "it has no __init__.py"),
    "a syntax error": ("coin.py", COIN.replace("move):", "move)"), "line 10: expected ':'"),
    "a word of Python asked for": (
        "coin.py",
        COIN + "\nMove.pass\n",
        "line 23: 'pass' is a word of Python .* 'pass_' inst",
    ),
    "a word of Python in spans": (
        "coin.py",
        COIN + "\nspans(raise=2)\n",
        "line 23: 'raise' is a word of Python .* 'raise_'",
    ),
    "a word of Python among names": (
        "coin.py",
        COIN + "\nnumbered('raise', 'pass')\n",
        "line 23: 'raise' is a word of Python",
    ),
    "an error": ("coin.py", COIN + "\n[][0]\n", "line 23: IndexError"),
    "no game": ("coin.py", "x = 1\n", "makes no game; a file makes one"),
    "two games": ("coin.py", COIN + "Game('two', players=(2,), moves=Move)\n", "coin, two"),
    "a misspelt keyword": ("coin.py", COIN.replace("players=", "player="), KEYWORD),
    "a misspelt decorator": ("coin.py", COIN.replace("@coin.apply", "@coin.aply"), "'apply'"),
    "a keyword left out": ("coin.py", COIN.replace("moves=Move, ", ""), "argument: 'moves'"),
    "no value": ("coin.py", COIN.replace('"prize": 2', '"prize": {"about": "x"}'), NO_VALUE),
    "a shipped name": ("coin.py", COIN.replace('"coin"', '"archeos"'), "already a game called"),
}


@pytest.mark.parametrize(("word", "text", "told"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_in_one_sentence(folder, word, text, told):
    if text:
        (folder / "coin.py").write_text(text)
    with pytest.raises(UserError, match=told):
        load_title(word)


STOPPED = {  # what a game of 6 points does, and what is told of it
    "game.row[score(game, 0)] = 1": "'row' has no place 6: it has 6",
    "game.row[5 - score(game, 0)] = 1": "'row' has no place -1: it has 6",
    "game.row[0] = 6 // (6 - score(game, 0))": "this divides by zero",
}


@pytest.mark.parametrize("line", STOPPED)
def test_what_stops_a_compiled_game_is_told_with_its_line(coin, line):
    text = COIN.replace("import Game", "import Game, number, score, several")
    text = text.replace('"rounds": 3}', '"rounds": 3}, fields={"row": several(6, number(0, 9))}')
    coin.write_text(text.replace("    next_player", f"    {line}\n    next_player"))
    made = experiment("coin.py", players=1, games=1, strategies=["random"])
    match = made.match(made.cells[0], "compiled")
    with pytest.raises(Failed, match=f"line 13: {STOPPED[line]}") as failed:
        match.play(1, 0, 2000)
    n = len(failed.value.finished)
    assert f"This is in game {n} of seed 1." in str(failed.value)
    assert (failed.value.finished == match.play(1, 0, n)).all()


def test_a_word_of_python_names_no_game(folder):
    with pytest.raises(UserError, match="'class' is a word of Python itself"):
        begin("class", folder)
    assert not [*folder.iterdir()]


def test_a_file_with_the_name_of_a_module_is_refused(folder):
    (folder / "numpy.py").write_text(COIN)
    with pytest.raises(UserError, match="Python has a module 'numpy' already"):
        load_title("numpy.py")


def test_a_folder_with_the_name_of_a_game_is_no_module(coin, folder):
    """As a report that was written into coin/."""
    (folder / "coin").mkdir()
    (folder / "coin" / "report.html").write_text("")
    assert load_title("coin.py").name == "coin"

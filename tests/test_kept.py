"""What is kept: told if it was harmed, written by one at a time, and never an order to anybody."""

import importlib.util
import inspect
import json
import logging
import os
import py_compile
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import click
import polars as pl
import pytest
from click.testing import CliRunner
from ours import OURS
from playing import rewrite, simulate
from test_outside import COIN, forget
from test_runs import content, trial
from test_study import bytes_of, small

from analyses.experiments import batch, folders, run_folder
from analyses.experiments.experiment import experiment
from analyses.experiments.run_folder import RunFolder
from analyses.lab.players import deviations
from analyses.lab.study.folder import StudyFolder
from analyses.lab.study.study import Study
from analyses.lab.study.study_run import play_study
from analyses.lab.verify.kept import verify_kept
from simulator import files, machine_code, titles, user_files
from simulator.errors import UserError
from strategies.weights_file import weights_in, write_weights
from tiltmeter import options
from tiltmeter.cli import main

HARMED = "is damaged|is missing|was edited|holds more|not valid JSON|another version"


def tiltmeter(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def is_a_sentence(told):
    """Refused, and in one line."""
    assert told.exit_code in (1, 2), (told.output, told.exception)
    assert isinstance(told.exception, SystemExit), told.exception
    assert "Traceback" not in told.output


def trouble_of(path):
    return [one.what for one in verify_kept(path) if not one.holds]


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run_folder, "PART", 256)
    monkeypatch.setitem(batch.BLOCK, "compiled", 100)
    return simulate(trial(), tmp_path / "run", jobs=1)


@pytest.fixture
def study(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("analyses.lab.study.folder.PART", 3)
    play_study(small(sample=10), tmp_path / "study", jobs=1)
    return tmp_path / "study"


class TestStudies:
    def test_two_at_once_play_what_one_plays(self, study, tmp_path, caplog):
        """The first is held up in the midst of a part; the second waits for it."""
        whole, goes_on, begun = bytes_of(study), threading.Event(), threading.Event()

        def hold(plan, result):
            begun.set()
            goes_on.wait()

        def play(**more):
            play_study(small(sample=10), tmp_path / "two", jobs=1, **more)

        first = threading.Thread(target=play, kwargs={"watch": hold})
        second = threading.Thread(target=play)
        first.start()
        while first.is_alive() and not begun.wait(0.01):
            pass
        second.start()
        while second.is_alive() and "Waiting for another tiltmeter" not in caplog.text:
            second.join(0.01)
        goes_on.set()
        first.join()
        second.join()
        assert bytes_of(tmp_path / "two") == whole
        assert not trouble_of(tmp_path / "two")

    def test_no_flipped_bit_is_read_as_another_number(self, study):
        part = study / "part-0002.parquet"
        sound = part.read_bytes()
        for k in range(0, 8 * len(sound), len(sound) // 5):
            harmed = bytearray(sound)
            harmed[k // 8] ^= 1 << k % 8
            part.write_bytes(harmed)
            with pytest.raises(UserError, match=r"part-0002.parquet is damaged"):
                Study(study)
        assert trouble_of(study) == [str(part)]
        play_study(small(sample=10), study, jobs=1)
        assert part.read_bytes() == sound
        assert not trouble_of(study)

    def test_a_part_with_more_than_it_should_hold_is_refused_and_played_again(self, study):
        whole, folder = bytes_of(study), StudyFolder(study)
        parts = [pl.read_parquet(study / f"part-000{k}.parquet") for k in (0, 1)]
        with (study / "part-0000.parquet").open("wb") as file:
            pl.concat(parts).write_parquet(file)
        folder.write_part("part-0000.parquet", (study / "part-0000.parquet").read_bytes(), 6)
        assert trouble_of(study) == [str(study / "part-0000.parquet")]
        play_study(small(sample=10), study, jobs=1)
        assert bytes_of(study) == whole

    def test_the_command_verifies_a_study(self, study):
        told = tiltmeter("verify", study).stdout
        assert told.startswith("All checks pass.\n")
        assert told.endswith(f"{study}: 10 combinations\n")
        (study / "part-0003.parquet").unlink()
        told = tiltmeter("verify", study)
        assert told.exit_code == 1
        assert "It is missing; the study that made it plays its games again." in told.stdout


class TestManifests:
    @pytest.mark.parametrize(
        ("path", "value"),
        [
            (("experiment", "seed"), 99),
            (("experiment", "changes"), {"bridges.bonus": 40}),
            (("experiment", "cells"), [[["random"] * 4, "all", ""]]),
            (("enough",), 300),
            (("parts", "part-000000000512.parquet", "games"), 80),
            (("begun",), "2020-01-01"),
        ],
    )
    def test_what_was_edited_is_told(self, run, path, value):
        values = json.loads(run.file.read_text())
        place = values
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        run.file.write_text(json.dumps(values))
        for words in (("verify", "run"), ("analyse", "run")):
            told = tiltmeter(*words)
            is_a_sentence(told)
            assert "was edited since it was written" in told.output

    def test_settings_that_do_not_fit_their_key_are_told_without_a_seal(self, run):
        values = json.loads(run.file.read_text())
        del values["seal"]
        run.file.write_text(json.dumps(values))
        assert RunFolder(run.path).is_complete(), "as it was written before there were seals"
        values["experiment"]["seed"] = 99
        run.file.write_text(json.dumps(values))
        with pytest.raises(UserError, match="was edited"):
            RunFolder(run.path)

    def test_every_missing_key_and_every_other_kind_of_value_is_a_sentence(self, run):
        sound = run.file.read_text()
        for place in places_of(json.loads(sound)):
            for other in (GONE, None, -1, True, "", "x", [], {}, [[]], {"x": 1}):
                run.file.write_text(sound)
                rewrite(run.file, lambda values, at=place, now=other: put(values, at, now))
                try:
                    opened = RunFolder(run.path)
                    opened.components, opened.cells, opened.damage(), opened.line_ups
                except UserError:
                    pass
        for text in ("{}", "[]", "null", '{"format": 3, "experiment": 5}'):
            run.file.write_text(text)
            for words in (("verify", "run"), ("analyse", "run"), ("report", "run")):
                is_a_sentence(tiltmeter(*words))
            again = "simulate", "lost_cities", "-n", 600, "-s", ",".join(trial().strategies)
            is_a_sentence(tiltmeter(*again, "--out", "run"))

    @pytest.mark.parametrize(
        "name", ["../precious.txt", "../../precious.txt", "/precious", "part-1.parquet", "sub/../x"]
    )
    def test_no_part_is_named_outside_the_folder(self, run, name):
        precious = run.path.parent / "precious.txt"
        precious.write_text("…")
        entry = {"games": 1, "sha256": "0" * 64}
        rewrite(run.file, lambda values: values["parts"].update({name: entry}))
        with pytest.raises(UserError, match="'parts' is not what belongs there"):
            simulate(trial(), run.path, jobs=1)
        assert precious.read_text() == "…"

    def test_a_next_part_outside_the_folder_is_not_believed(self, run):
        (run.path.parent / "x").write_bytes(b"x")
        entry = {"games": 1, "sha256": files.checksum(b"x")}
        note = {"parts": {"../x": entry}}
        note["seal"] = files.seal_of(note)
        (run.path / folders.NEXT).write_text(json.dumps(note))
        assert RunFolder(run.path).written == run.written

    def test_links_are_no_parts_and_lead_nowhere(self, run):
        """What they lead to is neither believed nor written."""
        before, part = content(run.path), run.parts[1]
        elsewhere = part.rename(run.path.parent / "mine.parquet")
        kept = elsewhere.read_bytes()
        part.symlink_to(elsewhere)
        assert trouble_of(run.path) == [str(part)]
        simulate(trial(), run.path, jobs=1)
        assert content(run.path) == before
        assert not part.is_symlink()
        assert elsewhere.read_bytes() == kept

    def test_nothing_is_written_through_a_link_in_a_study(self, study, tmp_path):
        (tmp_path / "elsewhere").mkdir()
        (study / "best-3-mean_score").symlink_to(tmp_path / "elsewhere")
        with pytest.raises(UserError, match="leads out of"):
            play_study(small(sample=10), study, jobs=1, by="mean_score", top=3, budget=300)
        assert not [*(tmp_path / "elsewhere").iterdir()]

    def test_the_folder_of_a_study_made_but_not_yet_written_is_taken_up(self, tmp_path):
        (tmp_path / "study").mkdir()
        (tmp_path / "study" / ".study.json.0123abcd").write_text('{"form')
        assert play_study(small(sample=4), tmp_path / "study", jobs=1).numbers
        assert not [*(tmp_path / "study").glob(".*")]

    def test_rows_are_put_down_while_a_part_grows(self, tmp_path, monkeypatch):
        """After every block here; after some seconds otherwise."""
        monkeypatch.setattr(run_folder, "PAUSE", -1)
        monkeypatch.setitem(batch.BLOCK, "compiled", 100)
        seen, kept = [], []

        def watch(games):
            seen.append(games)
            kept.append(RunFolder(tmp_path / "run").games_done())

        simulate(trial(), tmp_path / "run", jobs=1, watch=watch)
        assert kept == [sum(seen[: k + 1]) for k in range(len(seen))]
        assert len(seen) == 6

    def test_helpings_are_put_down_while_a_part_grows(self, tmp_path, monkeypatch):
        monkeypatch.setattr("analyses.lab.study.folder.PAUSE", -1)
        kept = []

        def watch(plan, result):
            kept.append(StudyFolder(tmp_path / "s").first_pass.n_done())

        play_study(small(sample=5), tmp_path / "s", jobs=1, watch=watch)
        assert kept == [1, 2, 3, 4, 5]


GONE = object()
HANGS = 1800  # seconds


def places_of(values, path=()):
    """All places in nested values."""
    for key, value in values.items() if isinstance(values, dict) else ():
        yield (*path, key)
        yield from places_of(value, (*path, key))


def put(values, path, value):
    for key in path[:-1]:
        values = values[key]
    if value is GONE:
        del values[path[-1]]
    else:
        values[path[-1]] = value


EVIL = "from pathlib import Path\nPath('ran').touch()\n"


class TestPrograms:
    """A manifest may name a program; nobody runs it who has not done so before."""

    @pytest.fixture
    def guest(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("TILTMETER_CACHE", str(tmp_path / "cache"))
        monkeypatch.setattr(machine_code, "_machine_code_of", lambda *_: tmp_path)
        (tmp_path / "coin.py").write_text(COIN)
        simulate(experiment("coin.py", games=4, players=2), tmp_path / "run", jobs=1)
        forget()
        return tmp_path / "run"

    def test_a_game_that_was_run_before_is_found_again_and_told(self, guest, caplog):
        caplog.set_level(logging.INFO, "tiltmeter")
        assert RunFolder(guest).components["prize"] == 2
        assert f"Running {guest.parent / 'coin.py'}, the game of {guest}." in caplog.text

    def test_a_game_that_was_edited_is_not_run(self, guest):
        (guest.parent / "coin.py").write_text(COIN + EVIL)
        with pytest.raises(UserError, match="has changed since"):
            RunFolder(guest)
        assert not (guest.parent / "ran").exists()

    def test_a_game_that_its_user_never_ran_is_not_run(self, guest, monkeypatch):
        """As of a folder that somebody else has sent, with its game beside it."""
        shutil.rmtree(guest.parent / "cache")
        told = tiltmeter("analyse", guest)
        is_a_sentence(told)
        assert "which you have never run yourself" in told.stderr
        assert titles.place_of("coin") == ""
        assert not trouble_of(guest), "parts can be checked all the same"

    def test_a_copy_of_a_game_that_was_run_is_another_file(self, guest):
        (guest.parent / "copy").mkdir()
        other = shutil.copy(guest.parent / "coin.py", guest.parent / "copy" / "coin.py")
        rewrite(guest / "manifest.json", lambda values: values.update(place=str(other)))
        with pytest.raises(UserError, match="never run yourself"):
            RunFolder(guest)

    def test_what_python_would_import_too_is_of_the_game(self, guest, tmp_path):
        """From behind a link to a folder, and what was compiled before."""
        game = tmp_path / "game"
        (game / "sub").mkdir(parents=True)
        (game / "__init__.py").write_text("from . import sub, helper\n")
        (tmp_path / "elsewhere").mkdir()
        (game / "linked").symlink_to(tmp_path / "elsewhere")
        (tmp_path / "elsewhere" / "again").symlink_to(game)
        states = {user_files.state_of(game / "__init__.py")}
        for file in (
            tmp_path / "elsewhere" / "rules.py",
            game / "sub" / "rules.so",
            game / "a.pyc",
        ):
            file.write_text(EVIL)
            states.add(user_files.state_of(game / "__init__.py"))
        assert len(states) == 4

    def test_no_bytecode_beside_a_game_is_run(self, guest, tmp_path):
        (tmp_path / "evil.py").write_text(EVIL)
        beside = importlib.util.cache_from_source(str(tmp_path / "coin.py"))
        how = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(tmp_path / "evil.py"), beside, invalidation_mode=how)
        assert RunFolder(guest).components["prize"] == 2
        assert not (tmp_path / "ran").exists()

    @pytest.mark.parametrize("title", ["evil", "evil.py", "run/evil.py", "./evil"])
    @pytest.mark.parametrize("place", ["", "evil.py", "run/evil.py", "{here}/run/evil.py"])
    def test_no_command_runs_what_a_folder_brings(self, run, title, place):
        here = run.path.parent
        for file in (
            here / "evil.py",
            run.path / "evil.py",
            run.path / "__init__.py",
            here / "evil" / "__init__.py",
        ):
            file.parent.mkdir(exist_ok=True)
            file.write_text(EVIL)

        def forge(values):
            values["experiment"]["title"] = title
            values["place"] = place.format(here=here)
            values["place_sha256"] = files.checksum(b"")

        rewrite(run.file, forge)
        for words in (["verify", "run"], ["analyse", "run"], ["report", "run"]):
            tiltmeter(*words)
        assert not (here / "ran").exists()

    def test_a_shipped_title_imports_nothing_from_the_folder(self, tmp_path):
        """Not even from where one stands: the folder's files are no modules."""
        run = simulate(trial(8), tmp_path / "run", jobs=1)
        for name in ("simulator", "polars", "lost_cities", "strategies", "numpy", "json"):
            (run.path / f"{name}.py").write_text(EVIL)
        for words in (["verify", "."], ["analyse", ".", "--only", "length"]):
            command = [Path(sys.executable).with_name("tiltmeter"), *words]
            done = subprocess.run(command, cwd=run.path, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
        assert not (run.path / "ran").exists()

    def test_the_tab_key_runs_no_file_that_its_user_has_not_run(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("TILTMETER_CACHE", str(tmp_path / "cache"))
        (tmp_path / "coin.py").write_text(COIN + EVIL)
        context = click.Context(click.Command("report"))
        context.args = ["coin.py"]
        assert options.complete_path(context, click.Option(["--set"]), "") == []
        assert not (tmp_path / "ran").exists()
        titles.load_title("coin.py")
        found = [one.value for one in options.complete_path(context, click.Option(["--set"]), "p")]
        assert found == ["prize="]

    def test_a_manifest_does_not_tell_who_its_user_is(self, tmp_path, monkeypatch):
        home = tmp_path / "home" / "alice"
        home.mkdir(parents=True)
        monkeypatch.setenv("HOME", str(home))
        monkeypatch.chdir(home)
        (home / "coin.py").write_text(COIN)
        run = RunFolder.for_experiment(home / "run", experiment("coin.py", games=4))
        assert run.manifest["place"] == str(Path("~") / "coin.py")
        assert "alice" not in run.file.read_text()
        forget()
        assert RunFolder(home / "run").components["prize"] == 2


class TestStrangers:
    """Folders that somebody made to do harm, with keys and seals that fit."""

    @pytest.mark.parametrize("name", ["manifest.json", folders.NEXT, "part-000000000256.parquet"])
    def test_nobody_waits_for_a_pipe(self, run, name):
        """It would take for ever; an alarm, far from what any load takes, ends the test then."""
        (run.path / name).unlink(missing_ok=True)
        os.mkfifo(run.path / name)
        before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail("it waits"))
        signal.alarm(HANGS)
        try:
            told = tiltmeter("analyse", "run", "--only", "length")
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, before)
        if name == folders.NEXT:
            assert told.exit_code == 0
        else:
            is_a_sentence(told)

    def test_no_manifest_is_read_through_a_link(self, run):
        run.file.rename(run.path.parent / "mine.json")
        run.file.symlink_to(run.path.parent / "mine.json")
        told = tiltmeter("analyse", "run")
        is_a_sentence(told)
        assert "manifest.json: it is a link." in told.stderr
        assert trouble_of(run.path) == [str(run.file)]

    def test_nothing_is_removed_through_a_link_in_a_study(self, study, tmp_path):
        play_study(small(sample=10), study, jobs=1, by="mean_score", top=3, budget=300)
        shutil.copytree(study, tmp_path / "mine")
        before = bytes_of(tmp_path / "mine")
        rounds = study / "best-3-mean_score" / "round-001"
        shutil.rmtree(rounds)
        rounds.symlink_to(tmp_path / "mine")
        with pytest.raises(UserError, match="leads out of"):
            play_study(small(sample=10), study, jobs=1, by="mean_score", top=3, budget=300)
        assert bytes_of(tmp_path / "mine") == before
        with pytest.raises(UserError, match="leads out of"):
            Study(study, by="mean_score", top=3)

    def test_more_games_are_not_played_through_a_link(self, run, tmp_path):
        (tmp_path / "elsewhere").mkdir()
        (run.path / "robust").symlink_to(tmp_path / "elsewhere")
        told = tiltmeter("analyse", "run", "--robust", "-n", 8, "--only", "turn_order")
        is_a_sentence(told)
        assert "leads out of run" in told.stderr
        assert not [*(tmp_path / "elsewhere").iterdir()]

    def test_a_note_of_the_next_part_with_another_number_is_not_believed(self, run):
        name = run.parts[-1].name
        entry = run.written[name] | {"games": run.written[name]["games"] + 8}
        (run.path / folders.NEXT).write_text(json.dumps({"parts": {name: entry}}))
        assert RunFolder(run.path).written == run.written
        note = {"parts": {name: run.written[name]}}
        note["seal"] = files.seal_of(note)
        note["parts"][name] = entry
        (run.path / folders.NEXT).write_text(json.dumps(note))
        assert RunFolder(run.path).written == run.written

    @pytest.mark.parametrize("name", ["ru[n]", "r*n", "file:x"])
    def test_a_folder_is_read_by_its_name_letter_by_letter(self, run, name):
        """As a pattern it would mean the other folder, whose games are others."""
        mine = run.path.parent / name
        simulate(trial(60), mine, jobs=1)
        assert RunFolder(Path(name)).frame().collect().height == 60 * trial().players

    def test_folders_deep_in_each_other_are_walked(self, run):
        """Deeper than calls may lie in each other; fewer of those may here than usual."""
        (run.path / Path(*["d"] * 300)).mkdir(parents=True)
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(len(inspect.stack()) + 200)
        try:
            assert not trouble_of(run.path)
            (run.path / "d").rename("d")
            assert not trouble_of(Path("d"))
        finally:
            sys.setrecursionlimit(before)
            shutil.rmtree("d", ignore_errors=True)  # whoever tidies up may walk it, call in call

    def test_a_program_beside_runs_is_not_run(self, run, tmp_path, monkeypatch):
        monkeypatch.setenv("TILTMETER_CACHE", str(tmp_path / "cache"))
        (tmp_path / "pack").mkdir()
        (tmp_path / "pack" / "__init__.py").write_text(EVIL)
        run.path.rename(tmp_path / "pack" / "run")
        told = tiltmeter("verify", "pack")
        is_a_sentence(told)
        assert "holds a program, __init__.py, next to games that were played" in told.stderr
        assert tiltmeter("verify", "pack/run").exit_code == 0
        (tmp_path / "pack" / "manifest.json").symlink_to("nowhere")
        is_a_sentence(tiltmeter("verify", "pack"))
        assert not (tmp_path / "ran").exists()

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("cells", []),
            ("cells", [[[], "all", ""]]),
            ("cells", [[["random"], "all", ""]]),
            ("cells", [[["random"] * 4, "none", ""]]),
            ("cells", [[["allround@/etc/passwd"] * 4, "all", ""]]),
            ("cells", [[["\ud800"] * 4, "all", ""]]),
            ("cells", [[["\x1b[2J"] * 4, "all", ""]]),
            ("players", 2**62),
            ("changes", {"bridges.bonus": json.loads("[" * 500 + "]" * 500)}),
            ("keep", "sums"),
        ],
    )
    def test_odd_settings_are_told(self, run, key, value):
        rewrite(run.file, lambda values: values["experiment"].update({key: value}))
        is_a_sentence(tiltmeter("analyse", "run"))

    def test_parts_that_are_no_games_are_told(self, run):
        part = run.parts[0]
        rows = pl.read_parquet(part)
        for other in (b"no table", rows.with_columns(seat=pl.lit(None, pl.Int8))):
            if isinstance(other, pl.DataFrame):
                other.write_parquet(part)
            else:
                part.write_bytes(other)
            total = {part.name: {"games": 256, "sha256": files.checksum(part.read_bytes())}}
            rewrite(run.file, lambda values, now=total: values.update(parts=now))
            for one in run.parts[1:]:
                one.unlink()
            is_a_sentence(tiltmeter("analyse", "run"))

    @pytest.mark.parametrize("key", ["chosen", "population", "slots"])
    def test_a_study_of_other_members_is_told(self, study, key):
        rewrite(study / "study.json", lambda values: values["study"].update({key: []}))
        with pytest.raises(UserError, match=r"not those of its factor|was not asked for"):
            Study(study)

    def test_parts_of_a_study_that_are_none_are_told(self, study):
        part = study / "part-0000.parquet"
        rows = pl.read_parquet(part)
        for other in (rows.drop("deals"), rows.with_columns(-pl.col("combination") - 1)):
            other.write_parquet(part)
            now = files.checksum(part.read_bytes())
            rewrite(study / "study.json", lambda v, n=now: v["parts"][part.name].update(sha256=n))
            with pytest.raises(UserError, match="holds what was not asked for"):
                Study(study)

    def test_a_run_that_is_being_played_is_not_damaged(self, run):
        """Its last part has grown between a look at the manifest and one at the part."""
        opened, last = RunFolder(run.path), run.parts[-1].name
        opened.manifest["parts"][last] = {"games": 8, "sha256": "0" * 64}
        assert opened.damage() == {}

    def test_a_part_that_grows_is_read_at_once(self, run):
        """What is asked of its rows later is asked of the same ones."""
        values = json.loads(run.file.read_text())
        rewrite(run.file, lambda values: values["experiment"].update(games=900))
        opened = RunFolder(run.path)
        rows = opened.frame()
        run.parts[-1].write_bytes(b"another part")
        assert rows.collect().height == sum(
            part["games"] * trial().players for part in values["parts"].values()
        )


@pytest.mark.parametrize(
    "text",
    ["9" * 400, "9" * 5000, "1979-05-27", "[" * 5000 + "]" * 5000, "nan"],
    ids=["large", "larger", "date", "deep", "nan"],
)
def test_odd_weights_are_told(tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    head = 'seal = "x"\ntitle = "lost_cities"\nstrategy = "allround"\n[players.2.weights]\n'
    (tmp_path / "w.toml").write_text(f"{head}crowd = {text}")
    is_a_sentence(tiltmeter("verify", "w.toml"))
    is_a_sentence(tiltmeter("play", "lost_cities", "-p", 2, "-s", "allround@w.toml"))


@pytest.mark.parametrize("line", ["code = [1]", "design = [[]]", "strategies = [[[]]]"])
def test_odd_lists_of_an_experiment_are_told(tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.toml").write_text(f'title = "lost_cities"\n{line}')
    told = tiltmeter("simulate", "e.toml", "--out", "run")
    is_a_sentence(told)
    assert "is a list of texts" in told.stderr


class TestFiles:
    def test_weights_that_were_edited_are_told(self, tmp_path, caplog):
        file = tmp_path / "w.toml"
        entry = {"weights": {"patience": 2.5}, "found": {"command": "…"}}
        write_weights(file, "lost_cities", "allround", {2: entry})
        assert not trouble_of(file)
        file.write_text(file.read_text().replace("2.5", "3.5"))
        assert trouble_of(file) == [str(file)]
        assert weights_in(file, "lost_cities", "allround", 2) == {"patience": "3.5"}
        assert "was edited since it was written" in caplog.text

    def test_two_who_write_weights_lose_none(self, tmp_path):
        file = tmp_path / "w.toml"
        them = [
            threading.Thread(
                target=write_weights,
                args=(file, "lost_cities", "allround", {n: {"weights": {"patience": n}}}),
            )
            for n in range(2, 12)
        ]
        for one in them:
            one.start()
        for one in them:
            one.join()
        known = [weights_in(file, "lost_cities", "allround", n) for n in range(2, 12)]
        assert known == [{"patience": str(n)} for n in range(2, 12)]

    @pytest.mark.parametrize("title", OURS)
    def test_shipped_ladders_are_as_they_were_written(self, title):
        assert not trouble_of(titles.sources.ladder_file(title))

    def test_deviations_that_were_harmed_are_found_anew(self, tmp_path):
        file = tmp_path / "deviations" / "one.json"
        deviations._keep(file, {"share": 0.25})
        assert deviations.read_deviations(file) == {"share": 0.25}
        assert not trouble_of(tmp_path)
        file.write_text(file.read_text().replace("0.25", "0.35"))
        assert deviations.read_deviations(file) is None
        assert trouble_of(tmp_path) == [str(file)]

    def test_a_folder_of_several_is_verified_as_a_whole(self, run, study):
        run.parts[0].unlink()
        assert trouble_of(run.path.parent)[0] == str(run.path / "part-000000000000.parquet")
        assert any(str(study) in one.what for one in verify_kept(run.path.parent))

"""The library's front door: every script of examples/api runs, and plug-ins play in every verb."""

import html
import json
import logging
import re
import runpy
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pytest

import tiltmeter as tm
from analyses.experiments import batch, runner
from analyses.experiments.experiment import experiment
from analyses.experiments.progress import Stopped
from analyses.lab.report import report_run
from strategies.seat import Seat

pytestmark = pytest.mark.usefixtures("undrawn")

SCRIPTS = sorted((Path(__file__).parent.parent / "examples" / "api").glob("*.py"))
COMPILED = {"learn"}  # for half a minute
VERBS = (
    "play", "simulate", "analyse", "compare", "sweep", "study", "check", "report", "coach",
    "learn", "tune", "exploit", "ladder", "verify", "cover", "advise", "playtest", "plan", "sit",
    "review",
)  # fmt: skip
MINE = """
from simulator.kernel import kernel
from strategies.registry import strategy


@strategy("lost_cities")
@kernel
def mine(game, rules, move, mind):
    '''Likes some moves.'''
    return 1.0 * (move % 7)
"""
FEW = {"players": 2, "games": 28}


@pytest.fixture
def shop(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(MINE)
    return tm.Workshop("runs", jobs=1)


def test_every_verb_has_a_script():
    assert set(VERBS) <= {script.stem for script in SCRIPTS}
    assert all(callable(getattr(tm.Workshop, verb)) for verb in VERBS)


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(one, marks=pytest.mark.long if one.stem in COMPILED else (), id=one.stem)
        for one in SCRIPTS
    ],
)
def test_the_script_of_a_verb_runs(script, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    log = logging.getLogger("tiltmeter")
    level = log.level
    try:
        runpy.run_path(str(script))
    finally:
        log.setLevel(level)
    assert capsys.readouterr().out


def strategies_in(runs):
    return {
        one.name for run in runs for cell in run.cells for one in cell.line_up if not cell.forbids
    }


OWN = {"strategies": ["mine"], "code": ["mine.py"], **FEW}


class TestPlugIns:
    """A strategy of one's own stands for the game in every verb, those shipped beside it."""

    def test_compare(self, shop):
        found = shop.compare("lost_cities", {"bridges.bonus": 40}, **OWN)
        assert len(found.base.runs) == 3
        assert found.base.runs[0].cells[0].label == "mine ×2"
        assert {"mine", "allround", "greedy", "random"} <= strategies_in(found.runs)

    def test_named_tables_are_played_and_no_others(self, shop):
        words = {**OWN, "strategies": ["mine", "greedy"]}
        found = shop.compare("lost_cities", {"bridges.bonus": 40}, **words)
        assert [run.cells[0].label for run in found.runs] == ["mine, greedy"] * 2
        swept = shop.sweep(
            "lost_cities", {"bridges.bonus": [0, 40]}, ["dominant_strategy"], **words
        )
        assert strategies_in(swept.runs) == {"mine", "greedy"}
        alone = shop.compare("lost_cities", {"bridges.bonus": 40}, design=["self-play"], **OWN)
        assert strategies_in(alone.runs) == {"mine"}

    def test_sweep(self, shop):
        found = shop.sweep("lost_cities", {"bridges.bonus": [0, 40]}, ["dominant_strategy"], **OWN)
        assert [len(run.cells) for run in found.runs] == [1, 15, 1, 15]

    def test_study(self, shop):
        done = shop.study("lost_cities", "layouts", **OWN)
        assert done.study.settings["code"].keys() == {"mine.py"}
        parts = done.study.rows.filter(done.study.rows["metric"] == "dominant_strategy")["part"]
        assert {"mine", "allround"} <= set(parts)
        two = {**OWN, "strategies": ["mine", "greedy"]}
        rows = shop.study("lost_cities", "layouts", **two).study.rows
        assert set(rows.filter(rows["metric"] == "dominant_strategy")["part"]) == {"mine", "greedy"}

    def test_a_study_takes_designs_of_plain_games(self, shop):
        words = {**OWN, "strategies": ["mine", "greedy"]}
        rows = shop.study("lost_cities", "layouts", design=["focus"], **words).study.rows
        assert set(rows.filter(rows["metric"] == "dominant_strategy")["part"]) == {"mine", "greedy"}
        with pytest.raises(tm.UserError, match="self-play, round-robin, one-vs-field, focus"):
            shop.study("lost_cities", "layouts", design=["luck"], **words)

    def test_check(self, shop):
        head = "title = 'lost_cities'\nplayers = 2\ngames = 28\nstrategies = 'mine'\n"
        Path("b.toml").write_text(f"{head}code = 'mine.py'\n[bands]\nlength = '<= 999'\n")
        found = shop.check("b.toml")
        assert strategies_in(found.runs) == {"mine"}

    def test_report_of_a_title(self, shop, monkeypatch):
        from analyses.experiments.plan import Sizes

        monkeypatch.setattr("analyses.lab.report.report_run.QUICK", Sizes(28, 28, 28))
        words = {key: OWN[key] for key in ("strategies", "code")}
        made = shop.report("lost_cities", counts=[2], quick=True, only="html", **words)
        text = re.sub("<[^>]*>", "", made.files[0].read_text())
        assert "--code mine.py" in text
        assert "-s mine" in text

    def test_a_plug_in_joins_no_pool_unless_it_is_named(self, shop):
        shop.strategies("lost_cities", ["mine.py"])
        found = shop.sweep("lost_cities", {"bridges.bonus": [0, 40]}, ["dominant_strategy"], **FEW)
        assert "mine" not in strategies_in(found.runs)


class Watch:
    """Notes what it is told, and stops after so many blocks."""

    def __init__(self, blocks=10**9):
        self.blocks, self.told = blocks, []

    def begun(self, games, done):
        self.told.append(("begun", games, done))

    def advanced(self, games, told):
        self.told.append(("advanced", games, told))
        self.blocks -= 1
        if self.blocks == 0:
            raise KeyboardInterrupt

    def ended(self):
        self.told.append(("ended",))


class TestWatching:
    def test_games_are_begun_advance_and_end(self, shop):
        watch = Watch()
        tm.Workshop("runs", 1, watch).simulate("lost_cities", **FEW)
        first, *blocks, last = watch.told
        assert first == ("begun", 28, 0)
        assert sum(games for _, games, _ in blocks) == 28
        assert blocks[-1][2].startswith("seat ")
        assert last == ("ended",)

    def test_all_runs_of_a_call_are_watched_as_one(self, shop):
        for kept in (0, 56):
            watch = Watch()
            tm.Workshop("runs", 1, watch).compare("lost_cities", {"bridges.bonus": 4}, **FEW)
            assert [one for one in watch.told if one[0] == "begun"] == [("begun", 56, kept)]
            assert sum(one[1] for one in watch.told if one[0] == "advanced") == 56 - kept
            assert watch.told[-1] == ("ended",)

    @pytest.mark.parametrize(
        ("verb", "what", "kept"),
        [
            ("simulate", [], r"\d+ of 100 games are kept in runs/lost_cities-2p-"),
            ("compare", [{"bridges.bonus": 4}], "the games so far are kept in runs; the same"),
            ("study", ["layouts", "s"], "100 of 300 games are kept in s; the same"),
        ],
    )
    def test_who_stops_is_told_what_is_kept(self, shop, monkeypatch, verb, what, kept):
        monkeypatch.setitem(batch.BLOCK, "compiled", 10)
        watch = Watch(blocks=1)
        with pytest.raises(Stopped, match=kept):
            getattr(tm.Workshop("runs", 1, watch), verb)("lost_cities", *what, players=2, games=100)
        assert watch.told[-1] == ("ended",)

    def test_who_stops_a_report_before_its_first_game_is_told_the_same(self, shop, monkeypatch):
        monkeypatch.setattr(report_run, "plan", interrupted)
        with pytest.raises(Stopped, match=r"the games so far are kept in there; the same"):
            tm.Workshop("runs").report("lost_cities", out="there")


def interrupted(*_, **__):
    raise KeyboardInterrupt


def test_remarks_are_logged_and_those_that_matter_warn(shop, caplog):
    with caplog.at_level(logging.INFO, "tiltmeter"):
        shop.compare("lost_cities", {"bridges.bonus": 20}, **FEW)
    levels = {record.getMessage().split()[0]: record.levelname for record in caplog.records}
    assert levels["Run"] == "INFO"
    assert levels["Note:"] == "WARNING"


def test_a_workshop_plays_all_its_runs_by_its_engine(shop, monkeypatch):
    played = []
    monkeypatch.setattr(runner, "play_missing", lambda one, run, watch, **how: played.append(how))
    plain = tm.Workshop("plain", jobs=1, engine="python").runner
    plain.play([experiment("lost_cities", **FEW)])
    plain.simulate(experiment("lost_cities", **FEW))
    assert [how["engine"] for how in played] == ["python", "python"]
    with pytest.raises(tm.UserError, match=r"engine 'pyhton'\. Did you mean 'python'"):
        tm.Workshop(engine="pyhton")


def test_a_budget_of_workers_is_refused_in_a_sentence():
    with pytest.raises(tm.UserError, match="'jobs' must be at least 1, not 0"):
        tm.Workshop(jobs=0).simulate("lost_cities", **FEW)


def test_the_front_door_shows_its_public_names_and_no_others():
    shown = dir(tm)
    assert shown == sorted(tm.__all__)
    assert {"Workshop", "Version", "player", "Ranking", "Tuning", "Cover", "UserError"} < {*shown}
    assert not {"Any", "LATER", "Mapping", "require_parts"} & {*shown}
    given = {}
    exec("from tiltmeter import *", given)
    assert {*shown} <= {*given}
    with pytest.raises(AttributeError, match="has no attribute 'simulat'"):
        tm.simulat  # noqa: B018


def test_it_says_its_version_or_that_it_is_not_installed(monkeypatch):
    assert tm.__version__ == metadata.version("tiltmeter")
    monkeypatch.setattr(metadata, "version", not_installed)
    assert tm.__version__ == "0+unknown"


def not_installed(name):
    raise metadata.PackageNotFoundError(name)


class TestFrames:
    """What was found, as tables of polars and pandas, and in a notebook."""

    def test_an_analysis_has_a_row_per_finding(self, shop):
        run = shop.simulate("lost_cities", **FEW)
        found = shop.analyse(run, ["luck", "choices"])
        luck, forced = found.frame().to_dicts()
        (_, one) = found.findings
        assert (forced["name"], forced["players"], forced["unit"]) == ("choices", 2, "share")
        assert (forced["verdict"], forced["games"]) == (one.verdict, 28)
        assert forced["low"] < forced["estimate"] < forced["high"]
        assert (forced["borderline"], forced["tilted"]) == (one.scale.borderline, one.scale.tilted)
        assert forced["measure"] == one.measure.value
        assert luck["verdict"] == "inconclusive"
        assert luck["estimate"] is luck["borderline"] is luck["unit"] is None
        assert found.to_pandas()["estimate"].tolist()[1] == forced["estimate"]

    def test_a_comparison_has_questions_win_rates_and_metrics(self, shop):
        found = shop.compare("lost_cities", {"bridges.bonus": 40}, only=["turn_order"], **FEW)
        frame = found.frame()
        assert frame["version"].unique().to_list() == [found.versions[0].name]
        rows = {(row["kind"], row["name"]): row for row in frame.to_dicts()}
        assert rows["question", "turn_order"]["verdict"] == found.findings[1].verdict
        first, metric = rows["win rate", "player 1"], rows["metric", "first_player"]
        for row in (first, metric):
            assert row["estimate"] == pytest.approx(row["variant"] - row["base"])
            assert (row["players"], row["unit"], row["verdict"]) == (2, "share", None)
        assert first["base"] == metric["base"]
        assert 0 <= metric["q"] <= 1
        assert found.to_pandas().shape == frame.shape

    def test_versions_that_are_compared_at_once_are_told_apart(self, shop):
        found = shop.compare_each("lost_cities", "removed", only=["length"], **FEW)
        frame = found.frame()
        assert {*frame["version"]} == {one.name for one in found.versions}
        assert {*frame["kind"]} == {"metric"}

    def test_a_notebook_shows_sentences_and_no_markup_of_others(self, shop):
        found = shop.analyse(shop.simulate("lost_cities", **FEW), ["length"])
        (one,) = found.answers
        shown = found._repr_html_()
        assert shown.count("<tr>") == 2
        assert one.sentence in html.unescape(shown)
        strange = replace(found, answers=(replace(one, claim="<script>alert(1)</script>"),))
        assert "<script>" not in strange._repr_html_()
        assert "&lt;script&gt;" in strange._repr_html_()

    def test_a_finding_is_its_sentence_and_says_that_it_has_no_table(self, shop):
        (luck,) = shop.analyse(shop.simulate("lost_cities", **FEW), ["luck"]).findings
        assert str(luck) == f"{luck}" == luck.sentence
        with pytest.raises(LookupError, match=r"'luck' has no table: Not run"):
            luck.table  # noqa: B018


@pytest.mark.parametrize("name", ["simulate", "play", "compare", "sweep", "study", "report"])
def test_every_command_that_plays_takes_strategies_designs_and_code(name):
    from tiltmeter.cli import main

    known = {option for one in main.commands[name].params for option in one.opts}
    assert {"--strategies", "--design", "--code", "--set", "--setup", "--parameters"} <= known


def test_a_strategy_of_ones_own_by_flags(shop):
    from click.testing import CliRunner

    from tiltmeter.cli import main

    words = ["-p", "2", "-n", "28", "-s", "mine", "--code", "mine.py", "-j", "1", "--json"]
    swept = CliRunner().invoke(main, ["sweep", "lost_cities", "bridges.bonus=0,40", *words])
    assert swept.exit_code == 0, swept.output
    rows = json.loads(swept.stdout)["findings"]
    assert {finding["name"] for finding in rows} >= {"sweep", "dominant_strategy", "length"}
    told = CliRunner().invoke(main, ["study", "lost_cities", "layouts", *words])
    assert told.exit_code == 0, told.output
    wrong = CliRunner().invoke(main, ["compare", "lost_cities", "--set", "bridges.bonus=4", *words,
                                      "-s", "mine,greedy", "--design", "rond-robin"])  # fmt: skip
    assert wrong.exit_code == 2
    assert wrong.stderr.count("\n") == 1


def test_a_title_without_allround_is_stood_for_by_its_first_strategy(monkeypatch):
    """Its own before those of every title, whatever their names; without any, not by chance."""
    from analyses.experiments.pool import best_of, pool_of
    from simulator import titles
    from strategies.registry import strategies_of, strategy

    known = titles.load_title("lost_cities")
    assert best_of(known) == "allround"
    assert pool_of(known, Seat("greedy"))[:2] == [Seat("greedy"), Seat("allround")]
    nobody = replace(known, name="nobody")
    assert pool_of(nobody) == [Seat(best_of(nobody))] == [Seat("greedy")]
    monkeypatch.setitem(titles._guests, "nobody", lambda: nobody)
    rate = strategies_of(known)["cautious"].rate
    for name in ("random", "zealous", "later"):
        strategy("nobody", name=name, doc="Plays in some way.")(rate)
    assert best_of(nobody) == "later"
    assert pool_of(nobody) == [Seat("later"), Seat("greedy"), Seat("zealous")]


def test_tables_of_the_latest_experiments_stay_laid_and_no_more(shop):
    for seed in range(batch.KEPT + 3):
        tm.simulate("lost_cities", players=2, games=2, strategies=["random"], seed=seed, jobs=1)
    assert len(batch._tables) == batch.KEPT

"""A question is one file and its chart another: whoever adds both has added all of it."""

import importlib
import json
import re
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner
from test_findings import frame_of_games
from test_reference import metrics_page

import analyses.questions
import reports.charts
from analyses.experiments.plan import QUICK, plan
from analyses.findings.chart import Chart
from analyses.findings.finding import Finding, Table
from analyses.findings.sample import sample_of
from analyses.findings.together import sample_of_runs
from analyses.lab.check.target_range import target
from analyses.lab.metrics import METRICS
from analyses.questions import QUESTIONS, ask, check_thresholds, found
from reports import charts
from reports.look import Look
from simulator.errors import UserError
from tiltmeter.cli import main

QUESTION_FILE = '''
"""How many decisions does a game take?"""

import polars as pl

from analyses.findings.finding import Table
from analyses.findings.question import Question
from analyses.findings.verdicts import Scale
from analyses.statistics.estimate import Estimate
from analyses.statistics.intervals import clustered


def find(sample):
    once = sample.typical.filter(pl.col("seat") == 1).with_columns(who=pl.lit("all"))
    mean = Estimate.of(clustered(once, "who", pl.col("decisions")).row(0, named=True))
    return QUESTION.finding(
        sample,
        "Games ask for patience.",
        estimate=mean,
        measure=mean,
        unit="decisions",
        tables=(Table("mean", "Decisions", pl.DataFrame({"decisions": [mean.value]})),),
    )


QUESTION = Question(
    name="patience",
    place=65,
    heading="Patience of players",
    question="How many decisions does a game take?",
    measure="decisions made by all",
    scale=Scale("decisions of a whole game", 500, 900, unit="decisions"),
    find=find,
)
'''
CHART_FILE = '''
"""How many decisions a game takes."""

from reports.charts.shapes import rows_canvas


def side_by_side(found, look):
    canvas = rows_canvas(1, found=found)
    for finding in canvas.over(found):
        (bar,) = canvas.axes.barh(0, finding.frame("mean")["decisions"][0])
        canvas.tip(bar, "decisions")
    return [canvas.drawing("Decisions of a game as a bar", "A bar chart of all decisions.")]
'''


def tiltmeter(*words):
    told = CliRunner().invoke(main, [str(word) for word in words])
    assert told.exit_code in (0, 3), told.output
    return told.stdout


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("runs") / "run"
    words = ["-n", 400, "-p", 2, "-s", "allround,greedy", "--out", out, "--quiet"]
    tiltmeter("simulate", "lost_cities", "--design", "self-play,round-robin,luck,ablation", *words)
    return out


@pytest.fixture
def patience(tmp_path, monkeypatch):
    """A question with a chart, as two files; nothing else in the house knows of them."""
    for package, text in ((analyses.questions, QUESTION_FILE), (reports.charts, CHART_FILE)):
        folder = tmp_path / package.__name__
        folder.mkdir()
        (folder / "patience.py").write_text(text, encoding="utf-8")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
        monkeypatch.delitem(sys.modules, f"{package.__name__}.patience", raising=False)
    importlib.invalidate_caches()
    before = dict(QUESTIONS)
    now = found()
    QUESTIONS.clear()
    QUESTIONS.update(now)
    yield QUESTIONS["patience"]
    QUESTIONS.clear()
    QUESTIONS.update(before)
    for package in (analyses.questions, reports.charts):
        sys.modules.pop(f"{package.__name__}.patience", None)
        vars(package).pop("patience", None)


class TestANewQuestion:
    def test_it_is_asked_in_its_place(self, patience, run):
        names = [one["name"] for one in json.loads(tiltmeter("analyse", run, "--json"))]
        assert names[names.index("patience") - 1 : names.index("patience") + 2] == [
            "length",
            "patience",
            "endings",
        ]
        assert "Games ask for patience." in tiltmeter("analyse", run, "--only", "patience")

    def test_a_budget_can_ask_for_its_verdict(self, patience, tmp_path):
        budget = tmp_path / "budget.toml"
        head = 'title = "lost_cities"\nplayers = 2\ngames = 60\nstrategies = ["allround"]\n'
        budget.write_text(f'{head}[targets]\npatience = "balanced"\n', encoding="utf-8")
        told = json.loads(tiltmeter("check", budget, "--out", tmp_path / "runs", "--json"))
        (target,) = told["targets"]
        assert (target["target"], target["verdict"], target["state"]) == (
            "patience",
            "balanced",
            "met",
        )
        assert "decisions, target balanced (at most 500 decisions)" in target["sentence"]

    def test_it_is_graded(self, patience, run):
        words = ["analyse", run, "--only", "patience", "--robust", "-n", 40, "--json", "--quiet"]
        *_, robust = json.loads(tiltmeter(*words))
        (row,) = robust["tables"][0]["rows"]
        assert (row["finding"], row["as it is"], row["grade"]) == (
            "patience",
            "balanced",
            "holds in all",
        )

    def test_it_has_a_card_a_section_a_chart_and_its_thresholds_in_the_report(
        self, patience, run, tmp_path
    ):
        tiltmeter("report", run, "--only", "html", "--out", tmp_path, "--quiet")
        text = (tmp_path / "report.html").read_text(encoding="utf-8")
        for words in (
            "Patience of players",
            "How many decisions does a game take?",
            "Decisions of a game as a bar",
            "decisions of a whole game",
            "900 decisions",
        ):
            assert words in text, words

    def test_it_is_in_the_table_of_the_docs_and_has_thresholds(self, patience):
        assert "| `patience` | How many decisions does a game take? |" in metrics_page()
        check_thresholds({"patience": {"borderline": 1}})


def test_the_page_has_every_metric_with_a_band_that_can_be_asked():
    rows = re.findall(r"^\| `(\S+)` \| .* \| `(.*)` \|$", metrics_page(), re.MULTILINE)
    targets = {name: tomllib.loads(line) for name, line in rows if " = " in line}
    assert set(targets) == {*METRICS, "win:NAME"}
    for name, words in targets.items():
        ((metric, wanted),) = words.items()
        assert metric == name or name == "win:NAME"
        assert target(metric, wanted).name == metric


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_report_plays_what_every_question_needs(players):
    """By the designs that the plan asks for, each cell told by what is special about it."""
    title = "excavation" if players == 1 else "lost_cities"
    cells = {cell for one in plan(title, [players], QUICK) for cell in one.cells}
    played = {"self-play"} if any(len(set(cell.line_up)) == 1 for cell in cells) else set()
    played |= {"luck"} if any(cell.same != "all" for cell in cells) else set()
    played |= {"ablation"} if any(cell.forbids for cell in cells) else set()
    plain = [cell for cell in cells if not cell.forbids]
    played |= {"one-vs-field"} if any(len(set(cell.line_up)) > 1 for cell in plain) else set()
    for one in QUESTIONS.values():
        is_judged = players in one.players_judged and players in one.seats
        assert not is_judged or one.design in played, one.name


def test_a_table_that_is_not_there_is_an_error_that_names_those_that_are():
    with pytest.raises(LookupError, match="'turn_order' has no table 'shares'; it has none"):
        Finding("turn_order", "?", "Told.").frame("shares")


def test_every_table_that_a_chart_looks_for_is_one_that_a_sample_gives(run, monkeypatch):
    """A key that nobody has would drop its chart in silence."""
    from analyses.experiments.run_folder import RunFolder

    asked, given = set(), set()

    def has(finding, key):
        asked.add((finding.name, key))
        return key in {table.key for table in finding.tables}

    monkeypatch.setattr(Finding, "has", has)
    whole = sample_of_runs([RunFolder(run)])
    alone = sample_of(whole.typical)
    for finding in [*ask(whole), *ask(alone)]:
        given |= {(finding.name, table.key) for table in finding.tables}
        charts.side_by_side({"": finding}, Look(()))
    assert len(asked) > 1
    elsewhere = {("curves", "by_round")}  # of a replay
    assert asked - given == elsewhere


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ({"players": 2}, "ANY, SEVERAL or ALONE"),
        ({"reads": ("typical",)}, "TYPICAL, MIXED or both"),
        ({"design": "mirrors"}, "one of self-play, round-robin"),
    ],
)
def test_a_mistake_in_a_question_is_told_where_it_is_made(field, told):
    with pytest.raises(ValueError, match=f"of the question 'turn_order' must be {told}"):
        replace(QUESTIONS["turn_order"], **field)


@pytest.mark.parametrize(
    "wrong",
    [
        {"by": ("seta",)},
        {"figures": ("share", "low", "hihg")},
        {"shown": pl.col("gmaes") > 3},
    ],
)
def test_a_misspelt_column_of_a_chart_is_told_where_the_table_is_made(wrong):
    frame = pl.DataFrame({"seat": [1], "share": [0.5], "low": [0.4], "high": [0.6], "games": [9]})
    chart = Chart("Win rates", by=("seat", "version"), figures=("share", "low", "high"))
    assert Table("seats", "By seat", frame, chart=chart).chart == chart
    with pytest.raises(ValueError, match=r"reads (seta|hihg|gmaes); its columns are"):
        Table("seats", "By seat", frame, chart=replace(chart, **wrong))


def test_a_question_has_the_name_of_its_file(monkeypatch):
    hidden = replace(QUESTIONS["turn_order"], name="scores")
    monkeypatch.setattr(analyses.questions.turn_order, "QUESTION", hidden)
    with pytest.raises(ValueError, match=r"turn_order\.py calls its question 'scores'"):
        found()


def test_a_text_in_place_of_a_list_is_refused(run):
    from analyses.experiments.run_folder import RunFolder

    with pytest.raises(UserError, match=r"takes a list, as in \['turn_order'\]"):
        ask(sample_of_runs([RunFolder(run)]), "turn_order")


def test_every_chart_is_a_question_s_or_the_lab_s():
    """A chart under another name would never be drawn."""
    lab = {"balance_targets", "levels", "robust", "stories", "study", "sweep", "target"}
    parts = {"rows", "shapes", "sources"}
    files = {file.stem for file in Path(reports.charts.__file__).parent.glob("[!_]*.py")}
    assert files <= {*QUESTIONS} | lab | parts


class TestSettings:
    """What a question asks of a user beside its thresholds."""

    def test_minutes_are_choices_times_seconds(self):
        frame = frame_of_games()
        (found,) = ask(sample_of(frame, thresholds={"length": {"seconds": 30}}), ["length"])
        choices = frame.group_by("game").agg(
            (pl.col("decisions").first() - pl.col("forced").sum()) / 2
        )
        row = found.table.row(2, named=True)
        assert row["measure"] == "minutes"
        assert row["estimate"] == pytest.approx(choices["decisions"].mean())
        assert found.sentence.startswith("A game takes 2.3 rounds, about 6 minutes.")
        assert "Minutes assume 30 seconds for each decision" in found.notes[0]

    @pytest.mark.parametrize(
        ("seconds", "told"), [(0.1, "less than a minute."), (1e4, " minutes.")]
    )
    def test_short_games_take_less_than_a_minute(self, seconds, told):
        thresholds = {"length": {"seconds": seconds}}
        (found,) = ask(sample_of(frame_of_games(), thresholds=thresholds), ["length"])
        assert found.said.endswith(told)

    @pytest.mark.parametrize(
        ("told", "why"),
        [
            ({"seconds": 0}, "length.seconds must be above 0; 0 is not"),
            ({"seconds": "ten"}, "length.seconds must be a number, not 'ten'"),
            ({"second": 3}, "Unknown threshold of 'length': 'second'"),
        ],
    )
    def test_mistakes_are_told(self, told, why):
        with pytest.raises(UserError, match=why):
            check_thresholds({"length": told})

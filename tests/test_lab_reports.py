"""Results of the lab as reports: a study, a comparison, a sweep, a budget, grades."""

import json
import re
import shlex
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest
from ours import OURS
from playing import rewrite
from pypdf import PdfReader
from test_reports import pdf, sayings, simulate, solid, text_of_html, text_of_pdf, tiltmeter

import analyses.lab.study.folder
import reports.pdf
from analyses.experiments.plan import Sizes
from analyses.findings.finding import Table
from analyses.lab.study.plan import GAMES, REPORTED, plan_study, telling_study
from analyses.lab.study.study import Study
from analyses.lab.study.study_run import studied
from analyses.language import speaking_of
from reports.canvas import WIDE
from reports.charts import balance_targets
from reports.charts.shapes import rows_canvas
from reports.commands import command_of_study
from reports.html import render
from reports.lab import study_page
from reports.model import LEAST, as_read, grid_of
from reports.slim import slim
from simulator.titles import load_title

BOXES = ["study", "lost_cities", "boxes", "-p", 2, "-n", 40, "--jobs", 1]
SMALL = ["-p", 2, "-n", 120, "--jobs", 1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="module")
def study(folder):
    told = tiltmeter(*BOXES, "--out", folder / "study", "-q")
    assert told.exit_code == 0, told.output
    return Study(folder / "study")


@pytest.fixture(scope="module")
def page(study):
    return study_page(studied(study), "tiltmeter study lost_cities boxes")


@pytest.fixture(scope="module")
def as_html(page):
    return render(page)


@pytest.fixture(scope="module")
def in_pdf(page):
    return text_of_pdf(pdf(page)) + text_of_pdf(pdf(page, reports.pdf.APPENDIX))


class TestStudy:
    def test_both_files_say_the_same(self, page, as_html, in_pdf):
        said = [solid(words) for words in sayings(page)]
        assert len(said) > 150
        in_html = text_of_html(as_html)
        assert [words for words in said if words not in in_html] == []
        assert [words for words in said if words not in in_pdf] == []

    def test_every_combination_is_in_the_page_and_on_paper(self, study, page, as_html, in_pdf):
        (explorer,) = [part.explorer for part in page.sections[0].parts if part.explorer]
        assert len(explorer.grid.rows) == len(study.numbers) == 16
        shown = study.combinations("mean_score")
        estimates = dict(shown.select("combination", "estimate").iter_rows())
        assert [one.name for one in studied(study).asked[:2]] == [
            "turn_order_imbalance",
            "mean_score",
        ]
        for row in explorer.grid.rows:
            assert row[2].text.startswith(f"{estimates[row[0].text]:.2f} ± ")
        assert len(re.findall("<tr data-has", as_html)) == 16
        for row in explorer.grid.rows:
            assert solid("".join(cell.text for cell in row)) in in_pdf

    def test_rows_know_their_members(self, study, page):
        explorer = page.sections[0].parts[0].explorer
        names = [name for name, _ in explorer.members]
        for row, has in zip(explorer.grid.rows, explorer.has, strict=True):
            assert row[0].text == ", ".join(names[k] for k in has)
        assert explorer.size == 2

    def test_every_member_has_a_part_with_its_effects(self, study, page, as_html):
        parts = {part.heading: part for part in page.sections[1].more}
        assert set(parts) == set(study.design.members)
        for row in study.members("mean_score").iter_rows(named=True):
            effects = parts[row["member"]].grids[0]
            assert effects.rows[1][1].text == f"{row['effect']:z,.2f}"
            assert len(effects.rows) == len(study.asked())
        anchors = {anchor for _, anchor in page.sections[0].parts[0].explorer.members}
        assert anchors == {part.anchor for part in page.sections[1].more}
        assert all(f'id="{anchor}"' in as_html for anchor in anchors)

    def test_sure_pairs_have_a_sign_in_the_heat_map(self):
        import polars as pl

        from analyses.findings.finding import Finding, Table
        from analyses.lab.study.findings import CHART
        from reports import charts
        from reports.look import Look

        names = ["ada", "<b>", "cy", "dan"]
        members = pl.DataFrame(
            {"member": names, "effect": [2.0, 1.0, 0.0, -1.0], "low": [1.0] * 4, "high": [3.0] * 4,
             "q": [0.01, 0.2, 0.9, 0.01]}
        )  # fmt: skip
        pairs = pl.DataFrame(
            {"first": ["ada", "ada", "<b>"], "second": ["<b>", "cy", "dan"],
             "effect": [1.0, -1.0, 0.1], "low": [0.5, -2.0, -1.0], "high": [2.0, -0.5, 1.0],
             "q": [0.01, 0.01, 0.8]}
        )  # fmt: skip
        tables = (Table("effects", "Members", members, (), CHART), Table("pairs", "Pairs", pairs))
        drawn = charts.draw(Finding("x", "?", "Told.", tables=tables), Look(()), "study")
        assert len(drawn) == 2
        svg = drawn[1].svg
        assert len(re.findall(r">\+<", svg)) == len(re.findall(">−<", svg)) == 2  # both halves
        assert svg.count("ada with &lt;b&gt;: 1.00 (0.50–2.00)") == 2

    def test_names_are_shown_not_run(self, study, folder):
        strange = folder / "strange"
        strange.mkdir()
        for file in study.folder.path.iterdir():
            text = file.read_bytes()
            if file.name == "study.json":
                text = text.replace(b"arrows 1", b"<script>alert(1)</script> #x $y$")
            (strange / file.name).write_bytes(text)
        rewrite(strange / "study.json", lambda values: None)
        shown = Study(strange)
        shown = studied(shown, shown.asked(["mean_score"]))
        made = study_page(shown, "tiltmeter study <i>x</i>")
        text = render(made)
        assert len(re.findall("<script", text)) == 1
        name = solid("<script>alert(1)</script> #x $y$")
        assert name in text_of_html(text)
        assert name in text_of_pdf(pdf(made, reports.pdf.FULL))

    def test_every_link_leads_somewhere_and_no_name_is_twice(self, as_html):
        names = re.findall(r'\bid="([^"]*)"', as_html)
        assert len(names) == len(set(names))
        assert set(re.findall(r'href="#([^"]*)"', as_html)) <= set(names)

    @pytest.mark.parametrize(
        "words",
        [
            {},
            {"sample": 7, "seed": 3, "changes": {"bridges.bonus": 40}},
            {"around": ["arrows 2"], "mixed": False},
            {"strategies": ["greedy"]},
            {"strategies": ["greedy", "refuser", "random"], "design": ["round-robin"]},
        ],
    )
    def test_the_command_of_a_study_plays_it_again(self, words, tmp_path):
        plan = plan_study("lost_cities", "boxes", players=2, games=4, **words)
        program, *typed = shlex.split(command_of_study(plan.settings()))
        assert program == "tiltmeter"
        told = tiltmeter(*typed, "--out", tmp_path / "s", "--jobs", 1, "-q")
        assert told.exit_code == 0, told.output
        assert analyses.lab.study.folder.StudyFolder(tmp_path / "s").manifest["key"] == plan.key


def both(folder):
    """What the page and the papers of a folder say."""
    text = (folder / "report.html").read_text()
    papers = sorted(folder.glob("*.pdf"), reverse=True)  # the report, then its appendix
    return text_of_html(text), "".join(text_of_pdf(PdfReader(file)) for file in papers)


COMMANDS = {
    "study": ([*BOXES, "--only", "mean_score,length"], "Study of the boxes"),
    "compare": (["compare", "lost_cities", "--set", "bridges.bonus=40", *SMALL], "Comparison"),
    "sweep": (["sweep", "lost_cities", "bridges.bonus=0,40", *SMALL], "Sweep"),
    "sweep of two": (
        ["sweep", "lost_cities", "bridges.bonus=0,40", "setup.layout=random,heritage", *SMALL,
         "--only", "mean_score"],
        "Sweep",
    ),
    "target": (
        ["sweep", "lost_cities", "bridges.bonus=0..40:20", *SMALL, "--target", "mean_score>100"],
        "Target search",
    ),
}  # fmt: skip


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("name", COMMANDS)
def test_report_writes_both_files_with_the_numbers_of_the_terminal(name, folder, monkeypatch):
    monkeypatch.chdir(folder)
    words, kind = COMMANDS[name]
    told = tiltmeter(*words, "--report", "r", "--json")
    assert told.exit_code == 0, told.output
    in_html, in_pdf = both(folder / "r")
    for text in (in_html, in_pdf):
        assert solid(kind).lower() in text.lower()
        assert solid("Lost Cities: Roll & Write") in text
        assert solid(shlex.join(["tiltmeter", *map(str, words)])) in text
        for finding in json.loads(told.stdout)["findings"]:
            assert solid(finding["sentence"])[1:] in text  # the page begins with a capital
            for note in finding["notes"]:
                assert solid(note) in text
        assert (solid("played by allround ×2.") in text) == (words[0] == "sweep")
    assert "digestofthegamevalues" in in_html


def test_a_budget_and_its_grades_as_a_report(folder, monkeypatch):
    monkeypatch.chdir(folder)
    Path("b.toml").write_text(
        'title = "lost_cities"\nplayers = 2\ngames = 300\n[targets]\n'
        'mean_score = "1 to 2"\nseat_spread = "<= 90%"\nendings = "balanced"\n'
    )
    told = tiltmeter("check", "b.toml", "--robust", "--report", "c", "-j", 1)
    assert told.exit_code == 1, told.output
    assert "Written: c/report.pdf" in told.stderr
    in_html, in_pdf = both(folder / "c")
    for text in (in_html, in_pdf):
        assert solid("Mean score with 2 players is missed") in text
        assert solid("Do the findings hold with other values") in text
        assert solid("= confirmed, ≠ contradicted") in text
    svg = (folder / "c" / "report.html").read_text()
    assert "mean score: missed, " in svg
    assert "gap between the best and the worst seat: met, " in svg
    assert re.search(r"<title>mean score, [^<]*: confirmed</title>", svg)


@pytest.mark.usefixtures("undrawn")
def test_grades_of_a_run_as_a_report(folder, monkeypatch):
    monkeypatch.chdir(folder)
    simulate("run", "lost_cities", "-n", 300, "-p", 2)
    told = tiltmeter("analyse", "run", "--robust", "-n", 100, "--report", "a", "-j", 1, "-q")
    assert told.exit_code == 0, told.output
    in_html, in_pdf = both(folder / "a")
    for text in (in_html, in_pdf):
        assert solid("Robustness") in text
        assert solid("How to repeat every number") in text
        assert solid("Bots") in text


@pytest.mark.usefixtures("undrawn")
class TestReport:
    def test_studies_among_the_subjects(self, study, folder):
        run = simulate(folder / "run2", "lost_cities", "-n", 60, "-p", 2)
        words = ["report", run.path, study.folder.path, "--only", "html", "-q"]
        told = tiltmeter(*words, "--out", folder / "with")
        assert told.exit_code == 0, told.output
        text = text_of_html((folder / "with" / "report.html").read_text())
        assert solid("Boxes, one by one") in text
        assert solid(command_of_study(study.settings)) in text
        assert text.rindex(solid("Boxes, one by one")) > text.index(solid("How sure is this"))

    def test_a_study_alone_or_of_another_title_is_refused(self, study, folder):
        told = tiltmeter("report", study.folder.path)
        assert told.exit_code == 2
        assert "needs a run as well as its studies" in told.output

    def test_a_title_has_a_short_study_of_its_own(self, tmp_path, monkeypatch):
        """Only which studies are shown; how is told above."""
        shown = []

        def page_of(chapters, cover_title, author, studies):
            shown.append([one.study.settings["factor"] for one in studies])
            return SimpleNamespace(summary=())

        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr("reports.page.page_of", page_of)
        monkeypatch.setattr("analyses.lab.report.report_run.chapters_of", lambda *_: [])
        monkeypatch.setattr(
            "analyses.lab.report.report_run._by_search", lambda experiments, runs: []
        )
        monkeypatch.setattr(
            "analyses.lab.report.report_run._deviations", lambda runner, experiments: {}
        )
        monkeypatch.setattr("reports.files.write", lambda *_: [])
        for name in ("THOROUGH", "QUICK"):
            monkeypatch.setattr(f"analyses.lab.report.report_run.{name}", Sizes(8, 8, 8, 8))
        monkeypatch.setattr("analyses.lab.study.plan.REPORTED", 90)
        words = ["report", "lost_cities", "-p", 2, "--jobs", 1]
        for more in (["--quick"], [], ["--quick"], ["--quick", "--set", "bridges.bonus=40"]):
            told = tiltmeter(*words, *more)
            assert told.exit_code == 0, told.output
        before, played, kept, of_another_game = shown
        assert before == of_another_game == []
        assert played == kept == ["layouts"]

    @pytest.mark.parametrize("name", OURS)
    def test_the_study_of_a_report_is_short(self, name):
        title = load_title(name)
        for players in title.players:
            plan = telling_study(name, players=players)
            assert 100 <= plan.games <= GAMES
            assert plan.games * len(plan.chosen) <= REPORTED


class TestSlim:
    def test_names_that_are_used_stay_and_bare_groups_go(self):
        svg = (
            '<svg>\n<g id="a">\n<g id="tip" class="tip"><path id="m" d="M 1 2 \nL 3 4 \nz"/></g>\n'
            '<g id="b"/>\n<use href="#m" style="fill: none; stroke: red"/>\n</g>\n'
            '<text transform="rotate(-0 1 2)">0%</text></svg>'
        )
        assert slim(svg) == (
            '<svg><g class="tip"><path id="m" d="M1 2L3 4z"/></g>'
            '<use href="#m" style="fill:none;stroke:red"/><text>0%</text></svg>'
        )


class TestCells:
    """A cell carries its number beside its text."""

    def grid(self, shares=(), **columns):
        return grid_of(Table("t", "t", pl.DataFrame(columns), shares), "a")

    def column(self, grid):
        return [(row[0].text, row[0].order, row[0].is_plain) for row in grid.rows]

    def test_a_text_that_begins_with_its_number_tells_how_to_sort_it(self):
        assert self.column(self.grid(games=[1234, None])) == [
            ("1,234", 1234.0, True),
            ("–", LEAST, True),
        ]
        share = self.grid(("share",), share=[0.123456])
        assert self.column(share) == [("12.3%", 0.123456, True)]
        assert self.column(self.grid(q=[0.2, 0.0004])) == [
            ("0.200", 0.2, True),
            ("<0.001", 0.0004, False),
        ]

    def test_a_team_in_the_place_of_a_number_does_not(self):
        with speaking_of(("Foxes", "Hares")):
            ((text, order, is_plain),) = self.column(self.grid(seat=[2]))
        assert (text, order, is_plain) == ("Hares", 2.0, False)

    def test_an_interval_shows_as_many_decimals_as_its_longer_end(self):
        ((one,),) = as_read(self.grid(low=[0.05], high=[12.25])).rows
        assert (one.text, one.order, one.ends) == ("0.050–12.250", 0.05, ("0.050", "12.2"))

    def test_of_an_interval_in_percent_both_ends_are_shares(self):
        ((one,),) = as_read(self.grid(("low", "high"), low=[0.1], high=[0.25])).rows
        assert (one.text, one.order, one.is_plain) == ("10.0–25.0%", 0.1, True)

    def test_an_interval_without_a_lower_end_does_not_begin_with_a_number(self):
        ((one,), (none,)) = as_read(self.grid(low=[None, None], high=[2.5, None])).rows
        assert (one.text, one.order, one.is_plain) == ("– … 2.50", LEAST, False)
        assert (none.text, none.order, none.is_plain) == ("–", LEAST, True)


def test_a_verdict_has_no_dot_in_the_middle_of_its_interval():
    """Nothing is told of it but the interval; its mark stands beside its words."""
    schema = ["metric", "players", "value", "low", "high", "at least", "at most", "state"]
    rows = [
        ("verdict on endings", 2, None, 0.0, 0.1, None, 0.02, "inconclusive"),
        ("first player", 2, 0.6, 0.4, 0.7, 0.2, 0.9, "met"),
    ]
    canvases = []
    for row in rows:
        canvases.append(rows_canvas(1, WIDE))
        balance_targets._band(canvases[-1], 0, dict(zip(schema, row, strict=True)), True)
    marked = [
        [line.get_xdata()[0] for line in canvas.axes.lines if line.get_marker() in "oDs"]
        for canvas in canvases
    ]
    assert marked == [[balance_targets.BESIDE], [pytest.approx(0.2 + 0.6 * 4 / 7)]]

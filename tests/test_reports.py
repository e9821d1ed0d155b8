"""Reports: page and PDFs say the same, all of it, and nothing else."""

import base64
import csv
import hashlib
import html
import io
import json
import math
import re
import shlex
import unicodedata
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree
from zipfile import ZipFile

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner
from matplotlib.image import imread
from ours import OURS
from playing import rewrite

import reports.pdf
from analyses.experiments.experiment import experiment
from analyses.experiments.plan import QUICK, Sizes, counts_of, plan
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding, Table
from analyses.findings.together import rows_of, sample_of_runs
from analyses.lab.report.chapters import chapters_of
from analyses.questions import ask
from analyses.statistics.estimate import Exactly
from reports import charts
from reports.canvas import LONGEST, short
from reports.cells import day_told
from reports.commands import command_of
from reports.export import csv_of, export
from reports.html import render as render_html
from reports.look import GRAVITY, LIGHTS, Look, gravest
from reports.model import LEAST, Column, Grid, GridCell, as_read, part_of
from reports.page import page_of, told_once
from reports.verdicts import cards_of
from reports.xlsx import workbook
from simulator.errors import UserError
from simulator.files import checksum
from simulator.titles import load_title
from strategies.seat import Seat
from tiltmeter.cli import main

STRANGE = {
    "greedy": "<script>alert('run')</script>",
    "cautious": '"&amp; #set text(red) $x$ *bold* _it_ \\ [a](b) #{1+1}',
}


def tiltmeter(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def simulate(out, title, *words):
    told = tiltmeter("simulate", title, *words, "--out", out, "--quiet")
    assert told.exit_code == 0, told.output
    return RunFolder(Path(out))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    words = ["-n", 900, "-p", 3, "-s", "allround,greedy,cautious"]
    words += ["--design", "self-play,round-robin,luck,ablation"]
    words += ["--set", "bridges.bonus=25"]
    return simulate(tmp_path_factory.mktemp("runs") / "run", "lost_cities", *words)


@pytest.fixture(scope="module")
def strange(run, tmp_path_factory):
    """The run again, with strategies that have names no strategy should have."""
    folder = tmp_path_factory.mktemp("runs") / "strange"
    folder.mkdir()
    text = (run.path / "manifest.json").read_text()
    for name, other in STRANGE.items():
        text = text.replace(json.dumps(name), json.dumps(other))
    (folder / "manifest.json").write_text(text)
    rewrite(folder / "manifest.json", lambda values: None)
    rows = pl.concat([pl.read_parquet(part) for part in run.parts])
    for column in ("strategy", "line_up"):
        words = rows[column].cast(pl.String)
        for name, other in STRANGE.items():
            words = words.str.replace_all(name, other, literal=True)
        rows = rows.with_columns(words.alias(column))
    part = folder / "part-000000000000.parquet"
    rows.write_parquet(part)
    made = RunFolder(folder)
    made.note(parts={part.name: {"games": run.games_done(), "sha256": checksum(part.read_bytes())}})
    return made


def page_from(*runs, **words):
    return page_of(chapters_of(runs), **words)


@pytest.fixture(scope="module")
def chapters(run):
    return chapters_of([run])


@pytest.fixture(scope="module")
def page(chapters):
    return page_of(chapters, author="A. Designer")


@pytest.fixture(scope="module")
def as_html(page):
    return render_html(page)


@pytest.fixture(scope="module")
def as_pdf(page):
    return pdf(page)


@pytest.fixture(scope="module")
def appendix(page):
    return pdf(page, reports.pdf.APPENDIX)


def pdf(page, which=reports.pdf.REPORT):
    from pypdf import PdfReader

    return PdfReader(io.BytesIO(reports.pdf.render(page, which)))


def solid(text):
    """Letters without the spaces and line ends that a file format may add."""
    return re.sub(r"[\s\u200b\u00ad]+", "", unicodedata.normalize("NFKC", text))


def text_of_pdf(reader):
    """All pages without what stands at the top and bottom of each."""
    lines = [page.extract_text().splitlines() for page in reader.pages]
    return solid("".join("".join(told[k > 0 : -1]) for k, told in enumerate(lines)))


def test_page_one_names_the_gravest_first(page):
    assert not [told for told in page.first.sure if "In play" in told]
    names_the_gravest_first(page)


@pytest.mark.xdist_group("crowded")
def test_page_one_says_who_is_in_play_and_names_the_gravest_first(crowded):
    assert [told for told in crowded.first.sure if told.startswith("In play: botanist, doctor")]
    names_the_gravest_first(crowded)


def names_the_gravest_first(page):
    gravity = [GRAVITY.index(card.verdict) for card in page.cards]
    assert gravity == sorted(gravity)
    issues = page.first.issues
    assert issues or "tilted" not in {card.verdict for card in page.cards}
    grave = {c.anchor for c in page.cards if c.verdict in ("tilted", "borderline")} - {"confidence"}
    assert len(issues) <= 3
    assert {one.anchor for one in issues} <= grave
    assert [c.verdict for c in issues] == sorted((c.verdict for c in issues), key=GRAVITY.index)
    assert page.summary == page.first.told


def test_lines_of_a_command_end_between_its_words(page):
    """Whoever copies it from paper would miss that a hyphen belongs to it."""
    first = page.first
    issue = first.issues[0]
    step = replace(issue.step, command=f"tiltmeter sweep{' --target' * 40}")
    issues = (replace(issue, step=step),)
    short = replace(page, first=replace(first, issues=issues), sections=(), cards=())
    lines = pdf(short).pages[1].extract_text().splitlines()
    told = [word for line in lines if "--target" in line for word in line.split()]
    assert told.count("--target") == 40
    assert not [line for line in lines if line.startswith(("target", "-target"))]


@pytest.mark.usefixtures("undrawn")
def test_a_stronger_player_comes_before_all_lights(tmp_path):
    words = ["-n", 400, "-p", 2, "-s", "greedy", "-s", "greedy,allround"]
    page = page_from(simulate(tmp_path / "weak", "lost_cities", *words))
    issue = page.first.issues[0]
    assert issue.heading == "The bot allround beats the one that played"
    assert issue.step.command == "tiltmeter report lost_cities -s allround"
    assert page.first.headline.startswith("Run this report again with a better bot")


def chapter(players, *findings):
    known = {one.name: one for one in findings}
    runs = [SimpleNamespace(settings={"thresholds": {}}, title=load_title("lost_cities"))]
    name = f"{players} players"
    return SimpleNamespace(
        players=players, name=name, finding=known.get, findings=findings, runs=runs
    )


def test_all_verdicts_hold_those_that_were_not_asked_but_none_that_has_no_meaning():
    shown = cards_of(
        [
            chapter(
                4,
                Finding("viable_strategies", "?", "Not asked.", is_asked=False),
                Finding("option_value", "?", "There is nothing to do without."),
                Finding("length", "?", "Long.", verdict="balanced", estimate=Exactly(20)),
            )
        ]
    )
    assert [(card.anchor, card.verdict, card.lines[0].figure) for card in shown] == [
        ("viable_strategies", "inconclusive", "not run"),
        ("length", "balanced", "20.0"),
    ]


def test_what_to_try_is_a_command_that_can_be_typed(page):
    """Down to the number of games, which is asked last."""
    commands = [shlex.split(step.command) for step in page.first.steps]
    assert commands
    for program, verb, *words in commands:
        assert program == "tiltmeter"
        told = tiltmeter(verb, *words, "-n", 0)
        assert told.exit_code == 2
        assert "not 0" in told.output, told.output


class Words(HTMLParser):
    """What a reader of the page sees."""

    def __init__(self, text):
        super().__init__()
        self.parts, self.silent = [], 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.silent += tag in ("script", "style", "svg")

    def handle_endtag(self, tag):
        self.silent -= tag in ("script", "style", "svg")

    def handle_data(self, data):
        if not self.silent:
            self.parts.append(data)


def text_of_html(text):
    return solid("".join(Words(text).parts))


def sayings(page, longest=math.inf):
    """Every sentence and figure that the page must hold; PDFs leave out the longest tables."""
    yield from (page.title, page.author, day_told(page.date))
    yield from page.summary if page.first is None else sayings_of_page_one(page.first)
    for card in page.cards:
        yield from (card.heading, card.measure)
        yield from (f"{LIGHTS[x.verdict].sign}{x.figure}{x.interval}" for x in card.lines)
    for section in page.sections:
        yield from (section.heading, section.question, section.conclusion)
        yield from (f"{line.sentence}{line.sample}" for line in section.lines)
        yield from (figure.drawing.caption for figure in section.figures)
        for part in (*section.parts, *section.more):
            yield from (part.sentence, *part.notes, *part.code)
            yield from (figure.drawing.caption for figure in part.figures)
            for grid in part.grids:
                yield grid.name
                rows = as_read(grid).rows if len(grid.rows) <= longest else ()
                yield from ("".join(cell.text for cell in row) for row in rows)


def sayings_of_page_one(first):
    yield from (first.headline, *first.sure)
    for one in first.issues:
        yield from (one.heading, one.sentence, one.remedy)
    for step in first.steps:
        yield from (step.words, step.command)
    yield from (words for _, words in first.lines)


def test_page_and_pdfs_say_the_same(page, as_html, as_pdf, appendix):
    in_html, in_pdf = text_of_html(as_html), text_of_pdf(as_pdf) + text_of_pdf(appendix)
    said = [solid(words) for words in sayings(page)]
    assert len(said) > 400
    assert [words for words in said if unworded(words) not in unworded(in_html)] == []
    on_paper = [solid(words) for words in sayings(page, reports.pdf.PAPER)]
    assert 400 < len(on_paper) < len(said)
    assert [words for words in on_paper if words not in in_pdf] == []


def unworded(text):
    """Without the word beside a sign, which is for screen readers."""
    for verdict, light in LIGHTS.items():
        text = text.replace(f"{light.sign}{solid(verdict)}", light.sign)
    return text


def test_in_full_nothing_is_left_to_an_appendix(page):
    def tables(which):
        sections = reports.pdf.data_of(page, which)["sections"]
        return [one["name"] for part in sections for x in part["parts"] for one in x["tables"]]

    short, left_out, full = (tables(which) for which in ("report", "appendix", "full"))
    assert min(len(short), len(left_out)) > 0
    long = [grid.name for grid in page.grids if len(grid.rows) > reports.pdf.PAPER]
    assert long
    assert sorted(full) == sorted(short + left_out + long)


def sentences(text):
    return re.split(r"(?<=\.) ", text)


def test_every_finding_is_there(run, page, as_html):
    findings = ask(sample_of_runs([run]))
    text = text_of_html(as_html)
    for finding in findings:
        for words in (finding.question, *sentences(finding.sentence), finding.power):
            assert solid(words) in text
        for words in (*finding.notes, *(table.name for table in finding.tables)):
            assert solid(words) in text
    assert {card.anchor for card in page.cards} == {finding.name for finding in findings}


def test_every_figure_of_every_table_is_in_the_page(run, page):
    """The longest tables too, which the report leaves to its appendix."""
    grids = {
        (section.anchor, grid.name): grid
        for section in page.sections
        for part in (*section.parts, *section.more)
        for grid in part.grids
    }
    for finding in ask(sample_of_runs([run])):
        for table in finding.tables:
            assert len(grids[finding.name, table.name].rows) == len(table.frame)


def test_the_same_run_gives_the_same_bytes(run, as_html):
    again = page_from(run, author="A. Designer")
    assert render_html(again) == as_html
    assert reports.pdf.render(again) == reports.pdf.render(again)


def test_nothing_is_loaded_from_anywhere(as_html):
    assert "//" not in re.sub(r"<script>.*</script>|/\*.*?\*/", "", as_html, flags=re.DOTALL)
    assert not re.search(r"\bsrc=|@import|<link(?! rel=\"icon\" href=\"data:,\")", as_html)
    assert all(
        target.startswith(("#", "data:,")) for target in re.findall(r'\bhref="([^"]*)"', as_html)
    )
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", as_html))


def test_every_link_of_the_page_leads_somewhere_and_no_name_is_twice(as_html):
    names = re.findall(r'\bid="([^"]*)"', as_html)
    assert len(names) == len(set(names))
    assert set(re.findall(r'href="#([^"]*)"', as_html)) <= set(names)


def test_a_strategy_called_script_is_shown_not_run(strange):
    page = page_from(strange, cover_title="<b>Cover</b> #x", author="<i>A</i> $y$")
    text = render_html(page)
    assert len(re.findall("<script", text)) == 1
    assert "<b>Cover" not in text
    shown = text_of_html(text)
    printed = text_of_pdf(pdf(page))
    for name in (*STRANGE.values(), "<b>Cover</b> #x", "<i>A</i> $y$"):
        assert solid(name) in shown
        assert solid(name) in printed


def test_names_with_signs_are_drawn_as_they_are(strange):
    (finding,) = ask(sample_of_runs([strange]), ["viable_strategies"])
    names = tuple(finding.table["style"])
    svg = charts.side_by_side({"": finding}, Look(names))[0].svg
    for name in STRANGE.values():
        assert html.escape(short(name), quote=False) in svg
        assert f"<title>{html.escape(name, quote=False)}:" in svg


def test_the_pdf_is_a_proper_document(page, as_pdf):
    assert as_pdf.metadata.title == f"{page.title}: balance report"
    assert as_pdf.metadata.author == "A. Designer"
    assert str(as_pdf.trailer["/Root"]["/Lang"]).startswith("en")
    marks = [mark.title for mark in as_pdf.outline if not isinstance(mark, list)]
    told = [section.heading for section in page.sections]
    assert marks == ["Verdicts", *told[:-1]]
    assert told[-1] == "How to repeat every number"  # which the appendix tells
    last = len(as_pdf.pages)
    assert f"{last} / {last}" in as_pdf.pages[-1].extract_text()
    assert "/Image" not in {
        str(thing.get_object().get("/Subtype"))
        for sheet in as_pdf.pages
        for thing in sheet["/Resources"].get("/XObject", {}).values()
    }, "charts are drawings, not pixels"


def test_three_numbers_of_players_fill_a_dozen_sheets(run):
    """Nine parts in ten of the report are the same for all titles: what fits here fits there."""
    (chapter,) = chapters_of([run])
    several = [replace(chapter, players=players) for players in (2, 3, 4)]
    sheets = reports.pdf.render(page_of(several), format="png", ppi=30)
    assert len(sheets) <= 12
    filled = [share_filled(sheet) for sheet in sheets]
    assert min(filled[1:-1]) >= 0.6  # page one stands for itself


def share_filled(sheet):
    """How far down something stands between the header and the footer."""
    dark = imread(io.BytesIO(sheet))[..., :3].min(axis=2) < 0.95
    top, bottom = (round(part * len(dark)) for part in (18 / 297, 280 / 297))
    rows = np.flatnonzero(dark[top:bottom].any(axis=1))
    return (rows[-1] + 1) / (bottom - top)


@pytest.mark.xdist_group("crowded")
def test_nothing_leaves_the_paper_with_six_players_and_twelve_long_names(crowded):
    outside = []
    for number, sheet in enumerate(pdf(crowded).pages, 1):
        width, height = float(sheet.mediabox.width), float(sheet.mediabox.height)

        def look(text, _, matrix, __, ___, number=number, width=width, height=height):
            if text.strip() and not (0 <= matrix[4] <= width and 0 <= matrix[5] <= height):
                outside.append((number, text))

        sheet.extract_text(visitor_text=look)
    assert outside == []
    assert len(render_html(crowded)) < 3_000_000


def test_what_is_not_known_is_drawn_without_complaint(tmp_path):
    """Two games: no interval, no rating, no halves."""
    run = simulate(tmp_path / "run", "lost_cities", "-n", 2, "-p", 2, "-s", "allround,greedy")
    page = page_from(run)
    assert "–" in text_of_html(render_html(page))
    assert len(pdf(page).pages) > 3


def test_a_question_without_charts_has_its_tables(run):
    frame = pl.DataFrame({"role": ["pilot"], "effect": [0.25]})
    finding = Finding(
        "roles", "Which role?", "None.", tables=(Table("roles", "Roles", frame, ("effect",)),)
    )
    assert charts.side_by_side({"": finding}, Look(())) == []


@pytest.mark.parametrize(("rounds", "shown"), [(10, [8, 9, 10, 11, 12]), (1, [1, 2, 3])])
def test_games_that_all_take_as_long_are_drawn_over_whole_rounds(rounds, shown):
    games = pl.DataFrame({"from round": [rounds], "to round": [rounds], "share": [1.0]})
    length = pl.DataFrame({"median": [rounds], "p95": [rounds]})
    tables = Table("games", "Games", games), Table("length", "Length", length)
    found = {"": Finding("length", "?", "Told.", tables=tables)}
    (drawn,) = charts.side_by_side(found, Look(()))
    labels = re.findall(r">([\d.]+)<", drawn.svg)
    assert [float(label) for label in labels] == shown


def test_charts_have_words_for_those_who_cannot_see_them(page):
    figures = [figure for section in page.sections for figure in section.figures]
    assert len(figures) >= 12
    for figure in (page.first.figure, *figures):
        assert len(figure.drawing.alt) > 20
        assert figure.drawing.caption
        assert "tip0" in figure.drawing.svg, f"{figure.anchor}: nothing to hover over"


@pytest.mark.parametrize("name", OURS)
def test_the_plan_covers_the_player_counts_and_shares_deals(name):
    title = load_title(name)
    counts = counts_of(title)
    assert {title.players[0], title.players[-1]} <= set(counts) <= set(title.players)
    chosen = plan(name, sizes=QUICK)
    assert {one.players for one in chosen} == set(counts)
    assert len({one.seed for one in chosen}) == 1
    with_chance = [cell for one in chosen for cell in one.cells if Seat("random") in cell.line_up]
    assert with_chance
    assert all(cell.line_up.count(Seat("random")) == 1 < len(cell.line_up) for cell in with_chance)


def test_what_is_the_same_for_all_numbers_of_players_is_shown_once():
    def part(players, won):
        tables = (
            Table("box", "Box", pl.DataFrame({"source": ["rulebook"], "values": [9]})),
            Table("wins", "Wins", pl.DataFrame({"share": [won]})),
        )
        finding = Finding("confidence", "?", "Told.", tables=tables, notes=("A note.",))
        return part_of(f"trust-{players}", f"{players} players", finding, [], "balanced")

    first, second = told_once([part(2, 0.5), part(4, 0.25)])
    assert [grid.name for grid in first.grids] == ["Box", "Wins"]
    assert [grid.name for grid in second.grids] == ["Wins"]
    assert first.notes == ("A note.",)
    assert second.notes == ("The same as with 2 players: 'Box'.",)


def test_the_pictures_of_the_title_are_in_the_page(run, page):
    shown = next(section for section in page.sections if section.anchor == "pictures")
    assert shown.heading == "The sheet"
    assert shown.parts[0].figures
    assert len(shown.more[0].grids[0].rows) == 72
    curves = next(section for section in page.sections if section.anchor == "curves")
    captions = [figure.drawing.caption for figure in curves.figures]
    assert any("after each round" in caption for caption in captions)


class TestTogether:
    def test_a_cell_that_two_runs_have_counts_once(self, tmp_path):
        words = ["-p", 2, "-s", "allround,greedy"]
        one = simulate(tmp_path / "a", "lost_cities", "-n", 80, "-p", 2, "--design", "luck")
        two = simulate(
            tmp_path / "b", "lost_cities", "-n", 40, *words, "--design", "self-play,round-robin"
        )
        rows = rows_of([two, one]).collect()
        cells = rows.group_by("line_up", "same").agg(pl.col("game").n_unique())
        assert {(line_up, same): n for line_up, same, n in cells.iter_rows()} == {
            ("allround ×2", "all"): 20,
            ("allround ×2", "deal"): 20,
            ("allround ×2", "table"): 20,
            ("allround ×2", "whims"): 20,
            ("greedy ×2", "all"): 10,
            ("allround, greedy", "all"): 20,
        }
        assert rows["game"].n_unique() * 2 == len(rows)

    def test_runs_of_other_deals_are_refused(self, tmp_path):
        runs = [
            simulate(tmp_path / str(s), "lost_cities", "-n", 4, "-p", 2, "--seed", s)
            for s in (1, 2)
        ]
        with pytest.raises(UserError, match="cannot be read together: other seed"):
            rows_of(runs)


@pytest.mark.parametrize(
    "words",
    [
        ["-s", "allround,greedy", "--design", "self-play,round-robin"],
        ["-s", "allround", "--design", "luck", "--set", "bridges.bonus=25"],
        ["-s", "greedy", "--design", "ablation,encouraged"],
        ["-s", "greedy,random", "--design", "self-play", "--keep", "games"],
        ["-s", "greedy", "--keep", "sums"],
        ["-s", "greedy", "-s", "greedy:never=circle,greedy"],
        ["-s", "greedy,random", "--setup", "layout=random", "--seed", 7],
        ["-s", "greedy,random", "-s", "allround"],
    ],
)
def test_the_command_of_a_run_plays_it_again(tmp_path, words):
    run = simulate(tmp_path / "a", "lost_cities", "-n", 12, "-p", 2, *words)
    program, verb, *rest = shlex.split(command_of(run))
    assert (program, verb) == ("tiltmeter", "simulate")
    told = tiltmeter(verb, *rest, "--out", tmp_path / "b", "--quiet")
    assert told.exit_code == 0, told.output
    again = RunFolder(tmp_path / "b")
    assert again.manifest["key"] == run.manifest["key"]
    assert again.parts[0].read_bytes() == run.parts[0].read_bytes()


def test_a_run_whose_design_nobody_noted_is_told_by_its_line_ups_or_not_at_all(tmp_path):
    words = ["-n", 12, "-p", 2, "-s", "greedy,random"]
    told = {}
    for design in ("round-robin", "self-play,ablation", "luck", "encouraged"):
        run = simulate(tmp_path / design, "lost_cities", *words, "--design", design)
        assert command_of(run).endswith(f" --design {design}")
        run.note(design=[])
        told[design] = command_of(run)
    assert told["luck"] == told["encouraged"] == ""
    assert told["round-robin"].endswith(" -s greedy,random")
    again = tiltmeter(*shlex.split(told["self-play,ablation"])[1:], "--out", tmp_path / "b")
    assert again.exit_code == 0
    run = RunFolder(tmp_path / "self-play,ablation")
    assert RunFolder(tmp_path / "b").manifest["key"] == run.manifest["key"]


def test_a_page_is_made_without_laying_a_table(chapters, monkeypatch):
    monkeypatch.setattr("analyses.experiments.occurrence._tried", {})
    monkeypatch.setattr("simulator.match.Match.__init__", None)
    assert page_of(chapters).first


@pytest.mark.usefixtures("undrawn")
class TestCommand:
    @pytest.fixture(autouse=True)
    def small(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr("analyses.lab.report.report_run.QUICK", Sizes(40, 40, 40, 40))

    def test_a_title(self):
        told = tiltmeter("report", "lost_cities", "--quick", "-p", 2, "--only", "html", "--jobs", 1)
        assert told.exit_code == 0, told.output
        assert "4,520 games with 2 players, by " in told.stdout  # those of levels too
        assert Path("lost_cities-report/report.html").exists()
        assert not Path("lost_cities-report/report.pdf").exists()
        assert len(list(Path("lost_cities-report/runs").iterdir())) == 5

    def test_in_another_language_nothing_is_played_again(self, monkeypatch):
        words = ["report", "lost_cities", "--quick", "-p", 2, "--only", "html", "--jobs", 1]
        assert tiltmeter(*words).exit_code == 0
        monkeypatch.setattr("analyses.experiments.simulation.played", None)
        told = tiltmeter(*words, "--language", "fr")
        assert told.exit_code == 0, told.output
        assert '<html lang="fr">' in Path("lost_cities-report/report.html").read_text()
        told = " ".join(tiltmeter("report", "--help").output.split())
        assert "a report in another --language plays none again" in told

    def test_alone_every_switch_of_the_rival(self):
        told = tiltmeter("report", "excavation", "--quick", "-p", 1, "--only", "html", "--jobs", 1)
        assert told.exit_code == 0, told.output
        assert "480 games with 1 player, by " in told.stdout
        text = text_of_html(Path("excavation-report/report.html").read_text())
        assert solid("How hard is the automa?") in text
        for word in (switch.name for switch in load_title("excavation").levers.rival.switches):
            assert text.count(solid(word)) >= 2, "in the table and in the command to repeat it"

    def test_an_existing_run(self, run, tmp_path, monkeypatch):
        shown = []
        monkeypatch.setattr("click.launch", shown.append)
        words = ["--out", tmp_path / "out", "--cover-title", "Season 2", "--author", "Ada"]
        told = tiltmeter("report", run.path, *words, "--open", "--quiet")
        assert told.exit_code == 0, told.output
        assert shown == [f"{tmp_path}/out/report.html"]
        assert told.output.split() == [
            f"{tmp_path}/out/{name}" for name in ("report.html", "report.pdf", "appendix.pdf")
        ]
        text = (tmp_path / "out" / "report.html").read_text()
        assert "Season 2" in text
        assert "Ada" in text
        assert "bridges.bonus=25" in text

    def test_an_interrupted_report_goes_on(self, monkeypatch):
        from tiltmeter.progress import Screen

        def stop(self, games, told):
            raise KeyboardInterrupt

        words = ["report", "lost_cities", "--quick", "-p", 2, "--only", "html", "--jobs", 1]
        with monkeypatch.context() as patch:
            patch.setattr(Screen, "advanced", stop)
            told = tiltmeter(*words)
            assert told.exit_code == 130
            assert "the same command goes on" in told.stderr
        assert not Path("lost_cities-report/report.html").exists()
        told = tiltmeter(*words)
        assert told.exit_code == 0, told.output
        assert "4,520 games with" in told.stdout

    def test_a_report_that_fails_leaves_runs_and_the_old_report(self, monkeypatch):
        words = ["report", "lost_cities", "--quick", "-p", 2, "--only", "html", "--jobs", 1]
        assert tiltmeter(*words).exit_code == 0
        before = Path("lost_cities-report/report.html").read_bytes()

        def full(*_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("simulator.files.os.replace", full)
        told = tiltmeter(*words)
        assert told.exit_code == 2
        assert "No space left on device; the games are kept" in told.stderr
        assert Path("lost_cities-report/report.html").read_bytes() == before
        assert sorted(p.name for p in Path("lost_cities-report").iterdir()) == [
            "report.html",
            "runs",
        ]


def test_the_gravest_verdict_stands_for_all():
    assert gravest(["balanced", "borderline", "inconclusive"]) == "borderline"
    assert gravest(["balanced", "inconclusive"]) == "inconclusive"
    assert gravest(["tilted", "borderline"]) == "tilted"


@pytest.mark.parametrize(("title", "players"), [("archeos", 4), ("excavation", 3)])
def test_two_games_make_a_report_too(title, players, tmp_path):
    """What hardly anything was played of has no fair share to be compared with."""
    (run,) = Runner(tmp_path).play([experiment(title, players=players, games=2)])
    told = page_of(chapters_of([run]))
    assert "win_rates" in {section.anchor for section in told.sections}
    assert "nan" not in re.findall(r"[a-z]+", render_html(told).split("<main")[1])


def test_long_names_keep_both_ends():
    assert len(short("x" * 80)) <= LONGEST
    assert short("a" * LONGEST + "1") != short("a" * LONGEST + "2")


def test_a_workbook_has_a_sheet_for_every_table_with_its_figures(page):
    grids = list(page.grids)
    assert workbook(grids) == workbook(grids)
    with ZipFile(io.BytesIO(workbook(grids))) as parts:
        book = ElementTree.fromstring(parts.read("xl/workbook.xml"))
        sheets = [parts.read(f"xl/worksheets/sheet{n}.xml") for n in range(1, len(grids) + 1)]
        listed = set(re.findall(r'PartName="/([^"]*)"', parts.read("[Content_Types].xml").decode()))
        assert listed | {"[Content_Types].xml"} <= {*parts.namelist()}
    names = [sheet.get("name") for sheet in book.iter() if sheet.tag.endswith("}sheet")]
    assert len(set(names)) == len(names) == len(grids)
    assert max(map(len, names)) <= 31
    for grid, sheet in zip(grids, sheets, strict=True):
        name, heads, *rows = (
            ["".join(cell.itertext()) for cell in row]
            for row in ElementTree.fromstring(sheet).iter()
            if row.tag.endswith("}row")
        )
        assert (name, heads) == ([grid.name], [column.heading for column in grid.columns])
        assert len(rows) == len(grid.rows)
        for shown, row in zip(rows, grid.rows, strict=True):
            for text, cell in zip(shown, row, strict=True):
                is_text = isinstance(cell.order, str)
                assert text == cell.text if is_text else text == _number(cell.order)


def test_every_table_and_chart_is_a_file_of_its_own(page, tmp_path):
    few = replace(page, sections=page.sections[:2])
    names = {file.name for file in export(few, tmp_path)}
    assert names == {file.name for file in tmp_path.iterdir()}
    wanted = {f"{grid.anchor}.csv" for grid in few.grids}
    wanted |= {f"{one.anchor}.{kind}" for one in few.figures for kind in ("svg", "png")}
    assert len(wanted) > 6
    assert names == {*wanted, "tables.xlsx", "page-one.png"}
    grid = next(iter(few.grids))
    head, *rows = (tmp_path / f"{grid.anchor}.csv").read_text(encoding="utf-8").splitlines()
    assert head == ",".join(column.heading for column in grid.columns)
    assert len(rows) == len(grid.rows)
    for name in names:
        assert name[-3:] != "png" or (tmp_path / name).read_bytes().startswith(b"\x89PNG")


def test_no_text_of_a_csv_file_is_a_formula():
    texts = ["=cmd|'/C calc'!A0", "+1", "-2", "@SUM(1)", "\t=x", "\r\n=x", "a=b", "5-6"]
    rows = tuple((GridCell(text, text), GridCell("−3.5", -3.5)) for text in texts)
    grid = Grid("t", "Table", (Column("=name", False), Column("value", True)), rows)
    head, *lines = csv.reader(io.StringIO(csv_of(grid).decode(), newline=""))
    assert head == ["'=name", "value"]
    assert [line[0] for line in lines] == [
        *(f"'{text.strip()}" for text in texts[:6]),
        "a=b",
        "5-6",
    ]
    assert {line[1] for line in lines} == {"-3.5"}, "numbers stay numbers"


def test_a_browser_is_told_to_run_the_script_of_the_page_and_nothing_else(page):
    shown = render_html(page)
    (script,) = re.findall(r"<script>(.*?)</script>", shown, re.DOTALL)
    known = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="(.*?)">', shown)
    rules = dict(rule.strip().split(" ", 1) for rule in html.unescape(policy).split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == f"'sha256-{known}'"
    assert not re.search(r"\bon\w+=|javascript:", shown.replace(script, "")), (
        "handlers would not run"
    )
    assert shown.index("Content-Security-Policy") < shown.index("<style>")


def _number(order):
    return "" if order == LEAST else f"{float(order):.7g}"

"""Colours that can be told apart, figures that no line strikes, tables as people read them."""

import itertools
import re
from datetime import date
from io import BytesIO
from pathlib import Path

import polars as pl
import pytest
from pypdf import PdfReader

from analyses.findings.finding import Finding, Table
from analyses.language import figure, read_language, speaking, word
from analyses.questions import endings, turn_order
from reports import charts, html, pdf
from reports.charts.shapes import _beside
from reports.export import csv_of
from reports.look import (
    BESIDE,
    DARK,
    DIVERGING,
    HUES,
    LIGHT,
    LIGHTS,
    NAMED,
    PAPER,
    REST,
    SHARES,
    Look,
    between,
    contrast,
    ink_on,
    mixed,
    source_styles,
)
from reports.model import First, Issue, Page, Step, as_read, grid_of
from simulator.titles import load_title

CSS = Path(html.__file__).parent / "templates" / "report.css"
ENOUGH = 4.5  # WCAG AA, for small text
LOOK = Look(("a", "b"))


class TestContrast:
    def test_it_is_that_of_the_guidelines(self):
        assert contrast("#000000", "#ffffff") == pytest.approx(21)
        assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
        assert contrast("#123456", "#123456") == 1

    @pytest.mark.parametrize("colours", [SHARES, DIVERGING])
    def test_figures_can_be_read_on_every_tile(self, colours):
        for k in range(101):
            ground = between(colours, k / 100)
            assert contrast(DARK, ground) >= ENOUGH, "and in one ink all over"
            assert ink_on(ground) == DARK

    def test_tiles_run_from_the_first_colour_to_the_last(self):
        assert (between(SHARES, -1), between(SHARES, 2)) == (SHARES[0], SHARES[-1])
        assert between(DIVERGING, 0.5) == DIVERGING[1]

    def test_figures_can_be_read_on_the_boards(self):
        for hue in NAMED.values():
            assert contrast(DARK, mixed(hue, LIGHT, 0.7)) >= ENOUGH

    def test_figures_can_be_read_on_the_bars(self):
        for colour in {*HUES, *NAMED.values(), *BESIDE, REST}:
            assert contrast(ink_on(colour), colour) >= ENOUGH

    def test_verdicts_can_be_read_on_paper(self):
        for light in LIGHTS.values():
            assert contrast(light.colour, PAPER) >= ENOUGH

    @pytest.mark.parametrize("theme", [0, 1, 2])
    def test_words_can_be_read_on_every_ground_of_the_page(self, theme):
        """Light, dark by choice, dark by the system."""
        blocks = re.findall(r"--paper:.*?\}", CSS.read_text(encoding="utf-8"), re.DOTALL)
        inks = dict(re.findall(r"--([\w-]+): (#\w{6})", blocks[theme]))
        for ink, ground in itertools.product(("ink", "faint", "link"), ("paper", "panel")):
            assert contrast(inks[ink], inks[ground]) >= ENOUGH, (ink, ground)
        for verdict in ("level", "watch", "tilted", "unknown"):
            assert contrast(inks[verdict], inks[f"{verdict}-wash"]) >= ENOUGH, verdict
            assert contrast(inks[verdict], inks["paper"]) >= ENOUGH, verdict


def test_colours_of_sources_are_different_ones():
    for names in (["museum", "red", "photos", "blue", "majorities"], list("abcde")):
        colours = source_styles(names)
        assert list(colours) == names
        assert len({*colours.values(), REST}) == len(names) + 1


class TestFigures:
    """Where the figure of a mark stands, given lines that cross its row."""

    def test_right_of_its_interval_where_nothing_is_in_the_way(self):
        assert _beside((0.2, 0.3), [0.9], 0.2, 0.0) == (0.3, "left")
        assert _beside((0.6, 0.7), [0.5], 0.2, 0.0) == (0.7, "left")

    def test_left_of_it_where_a_line_would_strike_it(self):
        assert _beside((0.4, 0.45), [0.5], 0.2, 0.0) == (0.4, "right")

    def test_beyond_the_line_where_there_is_no_room_on_the_left(self):
        assert _beside((0.1, 0.45), [0.5], 0.2, 0.0) == (0.5, "left")
        assert _beside((0.4, 0.45), [0.3, 0.5], 0.2, 0.0) == (0.5, "left")
        assert _beside((0.1, 0.45), [0.5, 0.6], 0.2, 0.0) == (0.6, "left")


def shares(players):
    seats = list(range(1, players + 1))
    even = 1 / players
    frame = pl.DataFrame({"seat": seats, "estimate": [even + 0.02 - 0.01 * k for k in seats]})
    frame = frame.with_columns(
        low=pl.col("estimate") - 0.01, high=pl.col("estimate") + 0.01, even=pl.lit(even)
    )
    table = Table("shares", "Win rates", frame, turn_order.SHARES, turn_order.CHART)
    return Finding("turn_order", "?", "Told.", tables=(table,))


def test_axes_beside_a_fair_share_are_in_percent():
    (drawing,) = charts.side_by_side({"2 players": shares(2), "4 players": shares(4)}, LOOK)
    words = re.findall(r"<text[^>]*>([^<]*)</text>", drawing.svg)
    assert not [text for text in words if "×" in text]
    assert [text for text in words if text.startswith("fair share ")] == [
        f"fair share {share}" for share in (words_of(0.5), words_of(0.25))
    ]


def words_of(share):
    return figure(share, ".0%")


def test_an_ending_that_all_games_have_needs_no_chart():
    def ended(share):
        frame = pl.DataFrame({"ending": ["full", "cut off"], "estimate": [share, 1 - share]})
        frame = frame.with_columns(low=pl.col("estimate"), high=pl.col("estimate"))
        chart = endings.CHART if share <= endings.ONLY else None
        return Finding(
            "endings", "?", "Told.", tables=(Table("endings", "Endings", frame, (), chart),)
        )

    assert charts.side_by_side({"2 players": ended(0.995)}, LOOK) == []
    assert len(charts.side_by_side({"2 players": ended(0.995), "3": ended(0.8)}, LOOK)) == 1


def test_only_the_largest_sources_have_a_colour_of_their_own():
    frame = pl.DataFrame(
        {
            "source": [f"source {k}" for k in range(9)],
            "points": [9.0 - k for k in range(9)],
            "winners": [9.0 - k for k in range(9)],
        }
    )
    finding = Finding("curves", "?", "Told.", tables=(Table("sources", "Sources", frame),))
    (drawing,) = charts.side_by_side({"2 players": finding}, LOOK)
    assert "2 players everyone, other sources: 10.0 points" in drawing.svg
    assert "2 players everyone, source 4: 5.0 points" in drawing.svg
    assert "source 5" not in drawing.svg
    assert "hatch" not in drawing.svg


class TestTables:
    FRAME = pl.DataFrame(
        {
            "member": ["Kutu Kuti", "Gul"],
            "estimate": [0.46904, 0.19],
            "low": [0.448, 0.17],
            "high": [0.4902, None],
            "points": [131.25, 99.5],
            "from": [-2.5, 98.0],
            "to": [133.0, 101.0],
            "q": [0.0, 0.0421],
        }
    )
    TABLE = Table("win_rates", "Win rates", FRAME, ("estimate", "low", "high"))

    def test_both_ends_of_an_interval_are_read_in_one_column(self):
        grid = as_read(grid_of(self.TABLE, "x"))
        heads = [column.heading for column in grid.columns]
        assert heads == ["member", "share", "95% CI", "points", "95% CI", "q-value"]
        first, second = ([cell.text for cell in row] for row in grid.rows)
        assert re.fullmatch(r"44\.8\D+49\.0 ?%", first[2])
        assert re.fullmatch(r"-2\.5\D+133\.0", first[4])
        assert (first[1].replace(" ", ""), first[3], first[5]) == ("46.9%", "131.2", "<0.001")
        assert (second[2].replace(" ", ""), second[5]) == ("17.0%…–", "0.042")

    def test_intervals_are_sorted_by_where_they_begin(self):
        grid = as_read(grid_of(self.TABLE, "x"))
        assert [row[2].order for row in grid.rows] == [0.448, 0.17]

    def test_files_keep_a_column_for_each_end(self):
        head, first, second = csv_of(grid_of(self.TABLE, "x")).decode().splitlines()
        assert head == "member,share,95% from,to,points,from,to,q-value"
        assert first.startswith("Kutu Kuti,0.46904,0.448,0.4902,131.25,-2.5,133,0")
        assert second.split(",")[3] == ""

    def test_whole_numbers_have_no_decimals(self):
        frame = pl.DataFrame({"p5": [39.0, 40.0], "small": [0.012, 0.034], "large": [10.5, 1.0]})
        grid = grid_of(Table("x", "x", frame), "x")
        assert [cell.text for cell in grid.rows[0]] == ["39", "0.012", "10.5"]


def test_what_records_count_is_said_in_words():
    with speaking(read_language("en", load_title("archeos").home)):
        assert word("led patron") == "led by the Patron"
        assert word("size 6") == "expeditions of size 6"
    assert word("led patron") == "led patron"


class TestCommands:
    def test_no_option_in_prose_ends_a_line_at_its_hyphen(self):
        told = html.whole("Drop --quick <b>, or take -p 4; well-known things break.")
        assert '<span class="whole">--quick</span> &lt;b&gt;' in told
        assert '<span class="whole">-p 4</span>' in told
        assert "well-known" in told

    def test_words_of_a_command_stay_whole_unless_they_are_longer_than_a_line(self):
        told = html.typed("tiltmeter simulate x --set a.b=1 -s " + "a," * 30)
        assert '<span class="whole">--set</span> <span class="whole">a.b=1</span>' in told
        assert f"</span> {'a,' * 30}" in told
        assert re.sub("<[^>]*>", "", told) == "tiltmeter simulate x --set a.b=1 -s " + "a," * 30


def first_pages(words):
    """Page one with three issues of so many words, and what page two begins with."""
    step = Step("Turn order", "Search for the smallest change that fixes it", "tiltmeter advise x")
    text = " ".join(["word"] * words)
    issue = Issue("turn_order", "Going first helps", "tilted", True, text, text, None, step)
    lines = tuple((name, text) for name in ("Also", "Working well", "Not settled"))
    first = First("One thing to fix.", (issue,) * 3, (*lines, ("Last", "the end")), (text,), None)
    page = Page("Kites", "Balance report", "", date(2026, 11, 19), (), (), (), first)
    sheets = PdfReader(BytesIO(pdf.render(page))).pages
    return [sheet.extract_text() for sheet in sheets]


@pytest.mark.parametrize("words", [10, 50, 75])
def test_all_of_page_one_is_on_page_one(words):
    one, two = first_pages(words)
    assert one.count("word") == 10 * words
    assert "the end" in one
    assert "What to run next" in two


def test_what_no_page_holds_goes_on_on_the_next_one():
    assert "the end" in first_pages(400)[-2]


@pytest.fixture(scope="module")
def papers(crowded):
    return {
        which: [
            sheet.extract_text() for sheet in PdfReader(BytesIO(pdf.render(crowded, which))).pages
        ]
        for which in (pdf.REPORT, pdf.APPENDIX)
    }


@pytest.mark.slow
@pytest.mark.xdist_group("crowded")
class TestPaper:
    def test_words_in_capitals_can_be_found(self, papers):
        assert "BALANCE REPORT" in papers[pdf.REPORT][0]

    def test_a_heading_is_on_the_page_of_what_it_heads(self, papers, crowded):
        ends = [sheet.rstrip().rpartition("\n")[2] for sheet in papers[pdf.REPORT]]
        for section in crowded.sections:
            assert not any(end.endswith((section.heading, section.question)) for end in ends)

    def test_what_is_too_long_for_paper_is_named_instead(self, papers):
        text = " ".join(" ".join(papers[pdf.APPENDIX]).split())
        assert "In report.html and the tables of --export:" in text
        assert len(papers[pdf.APPENDIX]) <= 25

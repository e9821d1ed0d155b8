"""The HTML report in a real browser: Debian's chromium, driven by playwright."""

import shutil
from itertools import pairwise

import polars as pl
import pytest
from click.testing import CliRunner

from analyses.findings import Finding, Table
from analyses.run_folder import RunFolder
from reports.chapters import Chapter, chapters_of
from reports.html import render
from reports.page import page_of
from tiltmeter.cli import main

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")

ROLES = 924


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A report with six players, twelve strategies with long names, and a table of 924 rows."""
    folder = tmp_path_factory.mktemp("page")
    names = ",".join(f"allround:gift=0.{k}1:patience=3.{k}5:drawing=1.0{k}" for k in range(12))
    words = ["simulate", "archeos", "-n", "1700", "-p", "6", "-s", names, "--quiet"]
    words += ["--design", "mirror,round-robin,luck", "--out", str(folder / "run")]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0, told.output
    (chapter,) = chapters_of([RunFolder(folder / "run")])
    roles = pl.DataFrame(
        {
            "roles": [
                f"botanist, linguist, doctor, pilot, curator, role {k}" for k in range(ROLES)
            ],
            "effect": [((k * 37) % ROLES) / ROLES - 0.5 for k in range(ROLES)],
            "q": [k / ROLES for k in range(ROLES)],
        }
    )
    finding = Finding(
        "roles", "Which roles?", "None.", tables=(Table("Roles", roles, ("effect",)),)
    )
    chapter = Chapter(chapter.players, chapter.runs, (*chapter.findings, finding))
    (folder / "report.html").write_text(render(page_of([chapter])), encoding="utf-8")
    return folder / "report.html"


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def visit(browser, file):
    """Opens the page as some device would, and fails on any complaint or request."""
    contexts, complaints, requests = [], [], []

    def opened(width=1280, height=900, **device):
        context = browser.new_context(viewport={"width": width, "height": height}, **device)
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda said: complaints.append(said.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda request: requests.append(request.url))
        tab.goto(file.as_uri())
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
    assert {url for url in requests if not url.startswith("data:")} <= {file.as_uri()}


def column(tab, table, number):
    cells = f"#{table} tbody tr:not([hidden]) td:nth-child({number})"
    return tab.eval_on_selector_all(cells, "cells => cells.map(cell => cell.textContent)")


def wider_than(tab, width):
    """What sticks out of the page to the right, unless it can be scrolled in its own frame."""
    return tab.evaluate(
        """width => [...document.querySelectorAll("body *")].filter(one =>
             one.getBoundingClientRect().right > width + 0.5
             && !one.closest(".scroll, .canvas, .skip, .unseen, caption, pre"))
           .map(one => `${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`)""",
        width,
    )


def test_sorting_by_numbers_and_by_words(visit):
    tab = visit()
    table = "strategies-6-table-1"
    heads = tab.locator(f"#{table} th button")
    heads.nth(1).click()
    shares = [float(text.removesuffix(" %")) for text in column(tab, table, 2)]
    assert shares == sorted(shares, reverse=True)
    assert tab.locator(f"#{table} th").nth(1).get_attribute("aria-sort") == "descending"
    heads.nth(1).click()
    shares = [float(text.removesuffix(" %")) for text in column(tab, table, 2)]
    assert shares == sorted(shares)
    assert len(set(shares)) > 3
    assert tab.locator(f"#{table} th[aria-sort]").count() == 1
    tab.locator("#trust-6-table-3 th button").nth(0).focus()
    tab.keyboard.press("Enter")
    words = column(tab, "trust-6-table-3", 1)
    assert words == sorted(words)
    assert len(words) > 3


def test_filtering_keeps_the_rows_with_every_word(visit):
    tab = visit()
    table = "strategies-6-table-1"
    tab.locator(f"#{table} input").fill("gift=0.21 allround")
    assert [name[:13] for name in column(tab, table, 1)] == ["allround:gift"]
    assert tab.locator(f"#{table} .count").text_content() == "1 of 12 rows"
    tab.locator(f"#{table} input").fill("")
    assert len(column(tab, table, 1)) == 12


@pytest.mark.timing
def test_a_table_of_924_rows_answers_in_under_a_second(visit, file):
    tab = visit()
    ready = []
    for _ in range(3):
        tab.goto(f"{file.as_uri()}#roles-6-table-1")
        tab.reload()
        tab.locator("#roles-6-table-1 input").wait_for(state="visible")
        ready.append(
            tab.evaluate("performance.getEntriesByType('navigation')[0].domInteractive") / 1000
        )
    assert min(ready) < 1
    seconds = tab.evaluate(
        """() => { const start = performance.now();
             document.querySelectorAll("#roles-6-table-1 th button")[1].click();
             const input = document.querySelector("#roles-6-table-1 input");
             input.value = "curator 923"; input.dispatchEvent(new Event("input"));
             document.body.getBoundingClientRect();
             return (performance.now() - start) / 1000 }"""
    )
    assert seconds < 1
    assert len(column(tab, "roles-6-table-1", 1)) == 1


def test_dark_mode_follows_the_system_and_the_button(visit):
    def paper(tab):
        return tab.evaluate("getComputedStyle(document.body).backgroundColor")

    def ink(tab):
        return tab.evaluate("getComputedStyle(document.querySelector('figure text')).fill")

    light, dark = visit(color_scheme="light"), visit(color_scheme="dark")
    assert paper(light) == "rgb(253, 253, 254)"
    assert paper(dark) == "rgb(20, 24, 29)"
    assert ink(light) == "rgb(27, 31, 36)"
    assert ink(dark) == "rgb(232, 235, 238)"
    dark.locator("#theme").click()
    assert paper(dark) == paper(light)
    light.locator("#theme").click()
    assert paper(light) == "rgb(20, 24, 29)"


def test_a_phone_of_360_pixels_shows_all_without_overflow(visit):
    tab = visit(360, 740)
    tab.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert wider_than(tab, 360) == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360


def test_a4_paper_holds_all(visit, tmp_path):
    """At the width A4 leaves between the margins, nothing sticks out, tables included."""
    from pypdf import PdfReader

    width = round((210 - 28) / 25.4 * 96)
    tab = visit(width, 1000)
    tab.emulate_media(media="print")
    tab.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    out = tab.evaluate(
        """width => [...document.querySelectorAll("main *")].filter(one =>
             one.getBoundingClientRect().right > width + 1 && !one.closest("svg, .unseen, caption"))
           .map(one => `${one.tagName} ${one.closest("[id]").id}`)""",
        width,
    )
    assert out == []
    tab.pdf(path=tmp_path / "printed.pdf", prefer_css_page_size=True)
    sheets = PdfReader(tmp_path / "printed.pdf").pages
    assert round(float(sheets[0].mediabox.width)) in (595, 596)
    assert "Verdicts" in sheets[0].extract_text()


def test_the_contents_follow(visit):
    tab = visit()
    assert tab.locator("nav a[aria-current]").text_content().startswith("Verdicts")
    tab.evaluate("document.getElementById('luck').scrollIntoView({behavior: 'instant'})")
    tab.wait_for_function("document.querySelector('nav a[aria-current]').hash === '#luck'")
    assert tab.locator("nav a[aria-current]").count() == 1


def test_charts_have_values_to_hover_over_and_words_for_screen_readers(visit):
    tab = visit()
    assert tab.locator("figure svg[role=img][aria-label]").count() == tab.locator("figure").count()
    assert tab.locator("#strategies-6-chart-1 .tip title").count() == 12
    unnamed = "input:not(label input), button:empty, img:not([alt])"
    assert tab.locator(unnamed).count() == 0
    levels = tab.eval_on_selector_all("h1, h2, h3", "all => all.map(one => +one.tagName[1])")
    assert levels[0] == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


def test_text_can_be_told_from_its_ground(visit):
    """WCAG AA: a contrast of 4.5 for every kind of small text, light and dark."""
    for scheme in ("light", "dark"):
        tab = visit(color_scheme=scheme)
        poor = tab.evaluate(CONTRAST)
        assert poor == [], scheme


CONTRAST = """() => {
  const rgb = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const ground = one => {
    for (; one; one = one.parentElement) {
      const colour = rgb(getComputedStyle(one).backgroundColor);
      if (colour.length && colour[3] !== 0) return colour;
    }
  };
  const poor = new Set();
  for (const one of document.querySelectorAll(
      "p, td, th button, caption, .light, .dot, nav a, figcaption, summary, small, h1, h2, h3, code"
    )) {
    const a = light(rgb(getComputedStyle(one).color)), b = light(ground(one));
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) poor.add(`${one.tagName}.${one.className} ${contrast.toFixed(1)}`);
  }
  return [...poor];
}"""

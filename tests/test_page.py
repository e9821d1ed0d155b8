"""The HTML report in a real browser: Debian's chromium, driven by playwright."""

import re

import pytest
from browser import CHROMIUM, MISSING
from waiting import HANG

from reports.html import render

pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=MISSING),
    pytest.mark.slow,
    pytest.mark.xdist_group("crowded"),
]

SETS = 924
ROLES = "study-1-roles-all"


@pytest.fixture(scope="module")
def file(crowded, tmp_path_factory):
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(render(crowded), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        opened = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=1000 * HANG
        )
        yield opened
        opened.close()


@pytest.fixture
def visit(browser, file):
    """Opens the page as some device would, and fails on any complaint or request."""
    contexts, complaints, requests = [], [], []

    def opened(width=1280, height=900, **device):
        context = browser.new_context(viewport={"width": width, "height": height}, **device)
        context.set_default_timeout(1000 * HANG)
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
    assert {url for url in requests if not url.startswith(("data:", "blob:"))} <= {file.as_uri()}


def column(tab, table, number):
    cells = f"#{table} tbody tr:not([hidden]) td:nth-child({number})"
    return tab.eval_on_selector_all(cells, "cells => cells.map(cell => cell.textContent)")


def wider_than(tab, width):
    """What sticks out of the page to the right, unless it can be scrolled in its own frame."""
    return tab.evaluate(
        """width => [...document.querySelectorAll("body *")].filter(one =>
             one.getBoundingClientRect().right > width + 0.5
             && !one.closest(".scroll, .skip, .unseen, caption, pre"))
           .map(one => `${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`)""",
        width,
    )


def unfolded(tab, name):
    """As a link to something folded shows it."""
    tab.evaluate("name => { location.hash = name }", name)
    tab.wait_for_function("name => document.getElementById(name).checkVisibility()", arg=name)
    return name


def test_sorting_by_numbers_and_by_words(visit):
    tab = visit()
    table = unfolded(tab, "viable_strategies-6-table-1")
    heads = tab.locator(f"#{table} th button")
    heads.nth(1).click()
    shares = [float(text.rstrip(" %")) for text in column(tab, table, 2)]
    assert shares == sorted(shares, reverse=True)
    assert tab.locator(f"#{table} th").nth(1).get_attribute("aria-sort") == "descending"
    heads.nth(1).click()
    shares = [float(text.rstrip(" %")) for text in column(tab, table, 2)]
    assert shares == sorted(shares)
    assert len(set(shares)) > 1  # so that no order is both
    assert tab.locator(f"#{table} th[aria-sort]").count() == 1
    unfolded(tab, "confidence-6-table-3")
    tab.locator("#confidence-6-table-3 th button").nth(0).focus()
    tab.keyboard.press("Enter")
    words = column(tab, "confidence-6-table-3", 1)
    assert words == sorted(words)
    assert len(words) > 3


def test_filtering_keeps_the_rows_with_every_word(visit):
    tab = visit()
    table = unfolded(tab, "viable_strategies-6-table-1")
    tab.locator(f"#{table} input").fill("gift=0.21 allround")
    assert [name[:13] for name in column(tab, table, 1)] == ["allround:gift"]
    assert tab.locator(f"#{table} .count").text_content() == "1 of 11 rows"
    tab.locator(f"#{table} input").fill("")
    assert len(column(tab, table, 1)) == 11


def meter(tab):
    """Tells what a page has taken so far: layouts, and processor time, whatever else runs."""
    session = tab.context.new_cdp_session(tab)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def taken():
        found = session.send("Performance.getMetrics")["metrics"]
        return {one["name"]: one["value"] for one in found}

    return taken


def test_the_924_role_sets_answer_sooner_than_the_page_opens(visit, file):
    assert file.stat().st_size < 3_000_000
    tab = visit()
    taken = meter(tab)
    tab.goto(f"{file.as_uri()}#{ROLES}")
    tab.reload()
    tab.locator(f"#{ROLES} input").wait_for(state="visible")
    opened = taken()
    assert opened["ScriptDuration"] < opened["TaskDuration"] / 2  # most is the browser's own
    tab.evaluate(
        """table => {
             const grid = document.getElementById(table), explorer = grid.closest(".explorer");
             explorer.querySelectorAll("input[type=checkbox]")[2].click();
             grid.querySelectorAll("th button")[1].click();
             const input = grid.querySelector(".filter input");
             input.value = "curator student"; input.dispatchEvent(new Event("input"));
             document.body.getBoundingClientRect() }""",
        ROLES,
    )
    answered = taken()
    assert answered["TaskDuration"] - opened["TaskDuration"] < opened["TaskDuration"]
    assert answered["LayoutCount"] - opened["LayoutCount"] <= 3  # one for each of these acts
    assert len(column(tab, ROLES, 1)) == 84


class TestExplorer:
    """Which sets contain the ticked roles, as readers find it."""

    def tick(self, tab, *names):
        for name in names:
            tab.get_by_role("checkbox", name=name, exact=True).check()

    def said(self, tab):
        return tab.locator(".explorer .live").text_content()

    def test_ticking_two_roles_leaves_the_sets_that_contain_both(self, visit):
        tab = visit()
        everything = column(tab, ROLES, 1)
        assert len(set(everything)) == SETS
        assert self.said(tab).startswith("924 of 924 combinations.")
        self.tick(tab, "botanist", "linguist")
        shown = column(tab, ROLES, 1)
        wanted = [one for one in everything if {"botanist", "linguist"} <= set(one.split(", "))]
        assert shown == wanted
        assert self.said(tab).startswith("210 of 924 combinations with botanist and linguist.")
        tab.locator(".explorer .clear").click()
        assert len(column(tab, ROLES, 1)) == SETS
        assert tab.evaluate("document.activeElement.type") == "checkbox"

    def test_the_line_sums_up_what_is_shown(self, visit):
        tab = visit()
        self.tick(tab, "botanist", "linguist", "doctor", "pilot")
        names = column(tab, ROLES, 1)
        scores = [float(text.partition(" ")[0]) for text in column(tab, ROLES, 2)]
        assert len(scores) == 28
        assert abs(float(re.search(r"mean score ([\d.]+)", self.said(tab))[1])
                   - sum(scores) / 28) < 0.011  # fmt: skip
        best, worst = (names[scores.index(end(scores))] for end in (max, min))
        assert f"By mean score, highest: {best} (" in self.said(tab)
        assert f"lowest: {worst} (" in self.said(tab)
        tab.locator(".explorer select").select_option(label="score spread")
        spreads = [float(text.partition(" ")[0]) for text in column(tab, ROLES, 3)]
        assert spreads == sorted(spreads, reverse=True)
        names = column(tab, ROLES, 1)
        assert f"By score spread, best (lowest): {names[-1]} (" in self.said(tab)

    def test_a_seventh_role_is_refused_and_the_page_says_why(self, visit):
        tab = visit()
        boxes = tab.locator(".explorer input[type=checkbox]")
        for k in range(6):
            boxes.nth(k).check()
        assert len(column(tab, ROLES, 1)) == 1
        assert [boxes.nth(k).is_disabled() for k in range(12)] == [False] * 6 + [True] * 6
        why = tab.locator(".explorer .why")
        assert "untick one role to tick another" in why.text_content()
        assert tab.locator("fieldset").get_attribute("aria-describedby") == why.get_attribute("id")
        boxes.nth(0).uncheck()
        assert not boxes.nth(11).is_disabled()
        assert len(column(tab, ROLES, 1)) == 7

    def test_by_keyboard_and_with_the_filter(self, visit):
        tab = visit()
        tab.locator(".explorer input[type=checkbox]").first.focus()
        tab.keyboard.press("Space")
        assert "462 of 924 combinations with botanist." in self.said(tab)
        tab.locator(f"#{ROLES} .filter input").fill("linguist")
        assert len(column(tab, ROLES, 1)) == 210
        assert self.said(tab).startswith("210 of 924")
        assert tab.locator(f"#{ROLES} .count").text_content() == "210 of 924 rows"

    def test_every_role_leads_to_its_own_part(self, visit):
        tab = visit()
        tab.get_by_role("link", name="About linguist").click()
        part = tab.locator(tab.evaluate("location.hash"))
        assert part.locator("h3").text_content().startswith("linguist")

    def test_without_scripts_the_table_is_there(self, visit):
        tab = visit(java_script_enabled=False)
        assert tab.locator(f"#{ROLES} tbody tr").count() == SETS
        assert tab.locator(f"#{ROLES} tbody tr").first.is_visible()
        assert not tab.locator(".explorer .controls").is_visible()

    def test_on_paper_the_first_rows_and_no_boxes(self, visit):
        tab = visit()
        tab.emulate_media(media="print")
        shown = """table => [...document.querySelectorAll(`#${table} tbody tr`)]
                   .filter(row => row.getClientRects().length).length"""
        assert tab.evaluate(shown, ROLES) == 24
        assert not tab.locator(".explorer fieldset").is_visible()
        assert tab.locator(".explorer .paper").is_visible()

    def test_pairs_have_values_to_hover_over(self, visit):
        tab = visit()
        tips = tab.locator("#study-1-roles-length-chart-2 .tip title")
        assert tips.count() == 12 * 11
        assert " with " in tips.first.text_content()


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
    frames = tab.locator("figure .canvas:visible")
    assert frames.count() == tab.locator("figure").count()
    cut = frames.evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerHTML)"
    )
    assert cut == []
    small = tab.evaluate(
        """() => [...document.querySelectorAll("figure text")].filter(one => one.checkVisibility())
             .map(one => [one.getBoundingClientRect(), one.closest("svg").getBoundingClientRect()])
             .filter(([text, chart]) => text.right > chart.right + 1 || text.left < chart.left - 1)
             .length"""
    )
    assert small == 0


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
    assert "How sure?" in sheets[0].extract_text()
    assert len(sheets) <= 22
    assert not tab.locator(".more").first.is_visible()


PLACE = """name => {
  const top = document.getElementById(name).getBoundingClientRect().top;
  const rest = document.documentElement.scrollHeight - innerHeight - scrollY;
  return [top, scrollY, rest] }"""


def is_in_place(tab, name):
    """At the top of the window, or as near to it as the page's ends allow."""
    tab.wait_for_function("name => location.hash === '#' + name", arg=name)
    tab.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    top, above, below = tab.evaluate(PLACE, name)
    return abs(top - 16) < 2 or (top > 16 and below < 2) or above == 0


def test_tables_and_charts_can_be_taken_along(visit):
    tab = visit()
    table = unfolded(tab, "viable_strategies-6-table-1")
    for kind, buttons in (("details.grid", ["Copy", "CSV"]), ("figure", ["SVG", "PNG"])):
        taken = tab.locator(f"{kind} .take").evaluate_all(
            "all => all.map(one => [...one.children].map(button => button.textContent))"
        )
        assert taken == [buttons] * tab.locator(kind).count()
    tab.locator(f"#{table} .filter input").fill("gift=0.21")
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="CSV: Win rate alone at tables").click()
    head, row = saved.value.path().read_text(encoding="utf-8").splitlines()
    assert head.startswith("style,")
    assert row.startswith("allround:gift=0.21")
    tab.locator(f"#{table} tbody tr:not([hidden]) td").first.evaluate(
        "cell => cell.textContent = '=1+1'"
    )
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="CSV: Win rate alone at tables").click()
    _, row = saved.value.path().read_text(encoding="utf-8").splitlines()
    assert row.startswith("'=1+1,"), "a spreadsheet would reckon it out"
    for kind, begin in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with tab.expect_download() as saved:
            tab.locator("#viable_strategies-chart-1").get_by_role("button", name=kind).click()
        assert saved.value.suggested_filename == f"viable_strategies-chart-1.{kind.lower()}"
        content = saved.value.path().read_bytes()
        assert content.startswith(begin)
        assert b"var(--" not in content


def test_every_link_lands_where_it_points(visit, file):
    """With ordinary motion; and so do the back button and a link from elsewhere."""
    tab = visit(reduced_motion="no-preference")
    names = tab.evaluate(
        """() => [...new Set([...document.querySelectorAll("main a:not(.anchor), nav a")]
             .map(link => link.hash.slice(1)))]"""
    )
    assert len(names) > 30
    missed = []
    for name in names:
        tab.evaluate("name => document.querySelector(`a[href='#${name}']`).click()", name)
        if not is_in_place(tab, name):
            missed.append(name)
    assert missed == []
    tab.go_back()
    assert is_in_place(tab, names[-2])
    elsewhere = visit()
    elsewhere.goto(f"{file.as_uri()}#repeat-6")
    assert is_in_place(elsewhere, "repeat-6")


def test_the_contents_follow(visit):
    tab = visit()
    assert tab.locator("nav a[aria-current]").text_content().startswith("Verdicts")
    tab.evaluate("document.getElementById('luck').scrollIntoView()")
    tab.wait_for_function("document.querySelector('nav a[aria-current]').hash === '#luck'")
    assert tab.locator("nav a[aria-current]").count() == 1


def test_charts_have_values_to_hover_over_and_words_for_screen_readers(visit):
    tab = visit()
    charts = tab.locator("figure .canvas:not(.narrow) svg[role=img][aria-label]")
    assert charts.count() == tab.locator("figure").count()
    told = tab.locator("#viable_strategies-chart-1 .canvas:not(.narrow) .tip title")
    assert told.count() > 1
    assert all("a fair share is 16.7%" in one for one in told.all_text_contents())


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_bars_those_who_hear_the_page_or_use_its_keys(visit, scheme, width):
    """What axe-core calls serious or critical, rule by rule, with everything unfolded."""
    tab = visit(width, color_scheme=scheme)
    tab.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert tab.evaluate(AUDIT) == []
    assert tab.evaluate(CONTRAST) == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_what_would_bar_them_is_found(visit):
    tab = visit()
    tab.evaluate(
        """() => { document.querySelector("h2").remove(); document.title = "";
             document.querySelector("button").textContent = "";
             document.querySelector(".question").style.color = "#999";
             document.querySelector("figure text").style.fill = "#bbb";
             document.querySelector("main").id = "cover" }"""
    )
    broken = {fault.partition(":")[0] for fault in tab.evaluate(AUDIT)}
    assert {"button-name", "document-title", "duplicate-id", "skip-link"} <= broken
    poor = " ".join(tab.evaluate(CONTRAST))
    assert "P.question" in poor
    assert "text" in poor


@pytest.mark.parametrize("width", [360, 1280])
def test_whoever_uses_the_keys_sees_where_they_are(visit, width):
    tab = visit(width)
    seen = []
    for _ in range(14):
        tab.keyboard.press("Tab")
        seen.append(
            tab.evaluate(
                """() => { const one = document.activeElement, look = getComputedStyle(one);
                     return [one.outerHTML.slice(0, 60), look.outlineStyle, look.outlineWidth] }"""
            )
        )
    assert len({tag for tag, *_ in seen}) > 10
    assert [tag for tag, line, wide in seen if line == "none" or wide == "0px"] == []


class TestPhone:
    def test_findings_come_before_the_contents(self, visit):
        tab = visit(360, 740)
        assert not tab.locator("nav ol").is_visible()
        assert tab.locator("nav").bounding_box()["height"] < 120
        tab.locator("nav summary").click()
        assert tab.locator("nav ol").is_visible()
        tab.locator("nav ol a").nth(2).click()
        assert not tab.locator("nav ol").is_visible()

    def test_verdicts_keep_their_intervals_and_no_figure_is_parted(self, visit):
        tab = visit(360, 740)
        told = tab.locator(".verdicts td small:not(:empty)")
        assert told.count() > 5
        assert all(told.nth(k).is_visible() for k in range(told.count()))
        parted = tab.locator(".verdicts .whole").evaluate_all(
            "all => all.filter(one => one.offsetHeight > 28).map(one => one.textContent)"
        )
        assert parted == []

    def test_the_contents_are_there_without_scripts(self, visit):
        assert visit(360, 740, java_script_enabled=False).locator("nav ol").is_visible()


def test_on_a_desk_the_contents_are_open_and_columns_that_decide_are_seen(visit):
    tab = visit()
    assert tab.locator("nav ol").is_visible()
    tab.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    hidden = tab.evaluate(
        """() => [...document.querySelectorAll(".grid th")].filter(one =>
             /q-value|95%/.test(one.textContent))
           .map(one => [one.getBoundingClientRect(), one.closest(".scroll").getBoundingClientRect(),
             one.closest(".grid").id])
           .filter(([head, frame]) => head.right > frame.right + 1).map(([, , name]) => name)"""
    )
    assert hidden == []


def test_what_can_be_scrolled_has_a_shadow(visit):
    tab = visit(360, 740)
    shades = tab.locator(".scroll").first.evaluate(
        "one => getComputedStyle(one).backgroundAttachment"
    )
    assert shades == "local, local, scroll, scroll"


def test_commands_can_be_copied_and_no_option_is_parted(visit):
    tab = visit(360, 740)
    tab.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    commands = tab.locator("code.command")
    assert commands.count() > 0
    assert tab.locator("pre + .take button").count() == tab.locator("pre").count()
    parted = tab.locator("code.command .whole, p .whole").evaluate_all(
        "all => all.filter(one => one.getClientRects().length > 1).map(one => one.textContent)"
    )
    assert parted == []
    button = tab.locator("pre + .take button").first
    button.click()
    assert button.text_content() == "Copied"
    assert tab.locator("pre").first.text_content().strip() in button.get_attribute("aria-label")


AUDIT = """() => {
  const faults = [], all = pattern => [...document.querySelectorAll(pattern)];
  const fault = (rule, one) => faults.push(`${rule}: ${one ? one.outerHTML.slice(0, 80) : ""}`);
  const must = (rule, ones, holds) => ones.forEach(one => holds(one) || fault(rule, one));
  const text = id => (document.getElementById(id) || {}).textContent || "";
  const name = one => (one.getAttribute("aria-label") || text(one.getAttribute("aria-labelledby"))
    || (one.labels && [...one.labels].map(label => label.textContent).join(" "))
    || one.textContent || one.title || "").trim();
  if (!document.documentElement.lang) fault("html-has-lang");
  if (!document.title.trim()) fault("document-title");
  must("button-name", all("button"), name);
  must("link-name", all("a[href]"), name);
  must("label", all("input:not([type=hidden]), select, textarea"), name);
  must("summary-name", all("summary"), name);
  must("aria-name", all("nav, [role=region], [role=group], fieldset"), one => name(one));
  must("svg-img-alt", all("svg[role=img]"), one => one.getAttribute("aria-label"));
  must("image-alt", all("img"), one => one.hasAttribute("alt"));
  must("region", all("body > *:not(script)"),
    one => one.matches("nav, main, header, footer, .skip"));
  if (all("main").length !== 1) fault("landmark-one-main");
  if (all("h1").length !== 1) fault("page-has-heading-one");
  const levels = all("h1, h2, h3, h4").map(one => +one.tagName[1]);
  levels.forEach((level, k) => { if (level - (levels[k - 1] || 0) > 1) fault("heading-order"); });
  must("empty-heading", all("h1, h2, h3, h4"), name);
  const ids = all("[id]").map(one => one.id);
  if (new Set(ids).size < ids.length) fault("duplicate-id");
  for (const refers of ["aria-labelledby", "aria-describedby", "aria-controls"])
    must("aria-valid-attr-value", all(`[${refers}]`),
      one => one.getAttribute(refers).split(" ").every(id => document.getElementById(id)));
  must("skip-link", all(".skip"), one => document.getElementById(one.hash.slice(1)));
  must("tabindex", all("[tabindex]"), one => one.tabIndex <= 0);
  must("nested-interactive", all("button, a[href], summary, label"),
    one => !one.querySelector("button, a[href], select") || one.matches("label"));
  must("list", all("ul, ol"), one => [...one.children].every(item => item.matches("li")));
  must("listitem", all("li"), one => one.parentElement.matches("ul, ol"));
  must("definition-list", all("dl > *"),
    one => one.matches("dt, dd, div:has(dt):has(dd)"));
  must("td-has-header", all("table"), one => one.querySelector("th[scope]"));
  must("scope-attr-valid", all("th"), one => ["col", "row"].includes(one.scope));
  must("scrollable-region-focusable", all("body *").filter(one =>
      one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX)),
    one => one.tabIndex >= 0 || one.querySelector("button, a, input"));
  must("aria-hidden-focus", all("[aria-hidden=true]"),
    one => !one.querySelector("button, a, input"));
  if (/user-scalable=no|maximum-scale/.test(document.querySelector("meta[name=viewport]").content))
    fault("meta-viewport");
  return faults;
}"""


# WCAG AA: 4.5 for every visible text, 3 for a large one; a chart's text lies on its shapes.
CONTRAST = """() => {
  const rgb = text => {
    const [r, g, b, a = 1] = (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
    return [r, g, b, a];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((v, k) => a * v + (1 - a) * below[k]);
  const light = colour => colour.slice(0, 3).map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const ratio = (one, other) => {
    const [a, b] = [light(one), light(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const grounds = new Map();
  const ground = one => {
    if (!one) return [255, 255, 255];
    if (!grounds.has(one)) {
      const own = rgb(getComputedStyle(one).backgroundColor);
      grounds.set(one, own[3] === 1 ? own.slice(0, 3) : over(own, ground(one.parentElement)));
    }
    return grounds.get(one);
  };
  const opacity = one => {
    let all = 1;
    for (; one; one = one.parentElement) all *= getComputedStyle(one).opacity;
    return all;
  };
  const below = text => {
    const box = text.getBoundingClientRect(), svg = text.closest("svg");
    const at = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const shapes = at.slice(at.indexOf(text) + 1)
      .filter(one => svg.contains(one) && one !== svg && !one.matches("text"));
    return shapes.reverse().reduce((under, one) => {
      const look = getComputedStyle(one), [r, g, b, a] = rgb(look.fill);
      return look.fill === "none" ? under
        : over([r, g, b, a * look.fillOpacity * opacity(one)], under);
    }, ground(svg));
  };
  const poor = new Set();
  const judge = (one, [r, g, b, a], under, look) => {
    const size = parseFloat(look.fontSize), bold = look.fontWeight >= 600;
    const least = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
    const found = ratio(over([r, g, b, a * opacity(one)], under), under);
    const name = `${one.tagName}.${one.className.baseVal ?? one.className}`;
    if (found < least) poor.add(`${name} ${found.toFixed(1)} ${one.textContent.slice(0, 30)}`);
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement, look = getComputedStyle(one);
    if (!walk.currentNode.data.trim()) continue;
    if (one.closest("script, svg, .unseen, .skip, caption")) continue;
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    judge(one, rgb(look.color), ground(one), look);
  }
  for (const svg of document.querySelectorAll("figure svg")) {
    if (!svg.checkVisibility()) continue;
    svg.scrollIntoView({ block: "start" });
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBoundingClientRect(), look = getComputedStyle(text);
      if (box.bottom > innerHeight || box.top < 0) text.scrollIntoView({ block: "center" });
      judge(text, rgb(look.fill), below(text), look);
    }
  }
  return [...poor];
}"""

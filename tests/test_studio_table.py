"""Playing and watching in a real browser, with mouse and keys; every step waits for a state."""

import re
import shutil
from pathlib import Path

import pytest
from browser import CHROMIUM, MISSING
from test_page import AUDIT, CONTRAST
from test_studio_server import Studio
from waiting import HANG

PIG = Path(__file__).parents[1] / "examples" / "games" / "pig.py"
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(MISSING), reason=MISSING)]
CHOICE, OVER = "#play[data-state=choice]:not([aria-busy])", "#play[data-state=over]"
LONGEST = 400  # moves of a person in a game


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("studio")


@pytest.fixture(scope="module")
def address(folder):
    """Of a studio of its own."""
    shutil.copy(PIG, folder / "pig.py")
    shutil.copy(PIG.with_name("kites.py"), folder / "kites.py")
    studio = Studio(folder, "pig.py")
    yield studio.address
    print(studio.errors())
    studio.end()


@pytest.fixture(scope="module")
def chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        opened = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=1000 * HANG
        )
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def entered(chromium, address):
    """What a browser keeps once the first address was opened there."""
    context = chromium.new_context()
    tab = context.new_page()
    tab.set_default_timeout(1000 * HANG)
    tab.goto(address)
    yield context.storage_state()
    context.close()


@pytest.fixture
def visit(chromium, address, entered):
    """Opens pages of one width; whatever a browser complains of fails the test."""
    complaints, contexts = [], []

    def opened(path, width=1280):
        size = {"width": width, "height": 900}
        contexts.append(chromium.new_context(viewport=size, storage_state=entered))
        tab = contexts[-1].new_page()
        tab.set_default_timeout(1000 * HANG)
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("console", lambda said: said.type == "error" and complaints.append(
            f"{said.text} {said.location}"))  # fmt: skip
        tab.goto(address.partition("/?")[0] + path)
        if tab.locator("form[action='/open'] button").count():  # another game of one's own
            with tab.expect_navigation():
                tab.click("form[action='/open'] button")
            complaints.clear()  # that it is not opened yet is an answer of its own
        return tab

    opened.complaints = complaints
    yield opened
    for one in contexts:
        for tab in one.pages:  # told where a test fails
            print(tab.url, tab.inner_text("body"), sep="\n")
        one.close()
    assert [one for one in complaints if "favicon" not in one] == []


def faults_of(tab):
    """What bars readers; fields that nobody sees need no label, and a page's head is a landmark."""
    fine = ('label: <input type="hidden"', "region: <header", "region: <footer")
    found = [*tab.evaluate(AUDIT), *tab.evaluate(CONTRAST)]
    return [one for one in found if not one.startswith(fine)]


def made(tab):
    return int(tab.get_attribute("#play", "data-made"))


def settle(tab):
    """A turned number: whatever stops it is told, and nothing was refused."""
    tab.wait_for_selector("#turn[data-state=settled]")
    assert tab.locator(".refused").all_inner_texts() == []


def play_to_the_end(tab, choose):
    """By a function that makes one move."""
    for _ in range(LONGEST):
        tab.wait_for_selector(f"{CHOICE}, {OVER}")
        if tab.locator(OVER).count():
            return
        before = made(tab)
        choose(tab)
        tab.wait_for_selector(f"#play:not([data-made='{before}']):not([aria-busy])")
    raise AssertionError("the game has not ended")


def first_move(tab):
    tab.click("#moves button >> nth=0")


def by_number(tab):
    tab.keyboard.press("2")
    tab.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("game", "bot", "width"), [("pig.py", "cautious", 1280), ("lost_cities", "random", 390)]
)
def test_a_whole_game_against_a_bot(visit, game, bot, width):
    tab = visit(f"/play?game={game}&players=2&seat=person&seat={bot}", width)
    tab.click("#begin")
    play_to_the_end(tab, first_move)
    assert tab.inner_text("#result").startswith("The game ends after")
    assert tab.get_attribute("#review", "href").endswith(f"seat={bot}")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert faults_of(tab) == []
    tab.click("text=Watch it again")
    tab.wait_for_selector("#watch[data-stills]")
    tab.keyboard.press("End")
    assert tab.is_visible("#result")


def test_with_the_keyboard_alone(visit):
    tab = visit("/play?game=pig.py&players=2&seat=person&seat=random&seed=7")
    tab.focus("#begin")
    tab.keyboard.press("Enter")
    tab.wait_for_selector(CHOICE)
    assert tab.evaluate("document.activeElement.dataset.number") == "1"
    assert faults_of(tab) == []
    before = made(tab)
    by_number(tab)
    tab.wait_for_selector(f"#play:not([data-made='{before}']):not([aria-busy])")
    tab.keyboard.press("u")
    tab.wait_for_selector(f"#play[data-made='{before}']:not([aria-busy])")
    tab.keyboard.press("?")
    tab.wait_for_selector(f"#play[data-rated='{before}']")
    assert tab.locator("#moves .rating").count() == tab.locator("#moves button").count()
    tab.keyboard.press("?")
    play_to_the_end(tab, by_number)


def test_fast_typing_on_a_phone_with_the_bots_opinions_up_to_the_end(visit):
    tab = visit("/play?game=kites.py&players=3&seat=person&seed=3", 390)
    tab.click("#begin")
    tab.wait_for_selector(CHOICE)
    assert tab.locator("#table .place h3 small").all_inner_texts() == ["0 points"] * 3
    tab.keyboard.press("?")
    tab.wait_for_selector("#play[data-rated]")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    for key in ("1", "Enter", "1", "Enter", "2", "Enter"):
        tab.keyboard.press(key)
    third = "#log li:has-text('seat 1 chooses') >> nth=2"
    tab.wait_for_selector(third, state="attached")
    for _ in range(LONGEST):
        tab.wait_for_selector(f"{CHOICE}, {OVER}")
        if tab.locator(OVER).count():
            break
        number = 1 + (
            int(re.search(r"line (\d+)", tab.inner_text("#table").replace("\n", " "))[1]) > 15
        )
        before = made(tab)
        tab.keyboard.type(f"{number}\n")
        tab.wait_for_selector(f"#play:not([data-made='{before}']):not([aria-busy])")
        assert tab.inner_text("#refused") == ""
    assert re.fullmatch(r"You won\.|Seat [23] won\.", tab.inner_text("#turn"))
    assert tab.inner_text("#refused") == ""
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390


def test_sets_that_were_ticked_are_gone_back_to_and_playing_them_can_be_stopped(visit):
    tab = visit("/roles?game=archeos&players=4")
    unknown = "#known [data-state=unknown]"
    for k in range(6):
        tab.check(f".card input >> nth={k}")
    tab.wait_for_selector(unknown)
    assert "37 sets, 2,000 games of each: 74,000 games in all" in tab.inner_text("#known")
    tab.wait_for_selector("#known [data-minutes][data-state=told]")
    assert re.search(r"all\. (About \d+|A minute).* on this machine\.", tab.inner_text("#known"))
    before = tab.locator(".card input:checked").evaluate_all("all => all.map(one => one.value)")
    tab.uncheck(".card input >> nth=0")
    tab.check(".card input >> nth=6")
    tab.wait_for_selector(unknown)
    tab.go_back()
    tab.wait_for_selector(f".card input[value={before[0]}]:checked")
    after = tab.locator(".card input:checked").evaluate_all("all => all.map(one => one.value)")
    assert after == before
    tab.wait_for_selector(unknown)
    tab.click("[data-play-it]")
    tab.click("#stop")
    tab.wait_for_selector("#playing", state="hidden")
    assert tab.is_enabled("[data-play-it]")
    assert tab.inner_text("#progress") == ""


def test_versions_are_compared_and_the_comparison_is_read_as_a_report(visit):
    tab = visit("/turn?game=pig.py&players=2&path=goal", 390)
    tab.locator("#value").fill("60")
    settle(tab)
    tab.click("#keep")
    tab.wait_for_selector(".kept input:checked")
    tab.locator("#value").fill("80")
    both = ".look thead th:nth-child(4)"  # who, before, and two versions
    tab.wait_for_selector(both)
    settle(tab)
    assert tab.locator(both).all_inner_texts() == ["60 instead of 100"]
    assert tab.locator("#look .claim").count() == 2
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults_of(tab) == []
    tab.click("#report")
    tab.wait_for_selector("h1 .tag.done")
    assert tab.inner_text("h1").startswith("Comparison of Pig")
    tab.click("a.button.main")
    tab.wait_for_selector("main h1")
    assert "Pig" in tab.inner_text("h1")


def test_the_best_set_is_found_and_handed_over_as_a_file(visit):
    """As by somebody who asks which set is best: one button, a ranking, and a PDF."""
    tab = visit("/roles?game=pig.py&players=2&factor=goal")
    tab.click("text=Play every set")
    tab.wait_for_selector("h1 .tag.done")
    assert faults_of(tab) == []
    with tab.expect_download() as taken:
        tab.click("a[href*='report.pdf?download']")
    assert Path(taken.value.path()).read_bytes().startswith(b"%PDF")
    tab.click("text=See the best sets")
    tab.wait_for_selector("#ranked [data-state=known]")
    held = []
    tab.route("**/roles/ranked?*", lambda asked: held.append(asked))
    tab.select_option("#rank-by", "length")
    tab.wait_for_selector("#ranked.earlier .looking")
    held[0].continue_()
    tab.wait_for_selector("#ranked:not(.earlier)")
    tab.click(".ranked tbody tr [data-tick]")
    tab.wait_for_selector("#known [data-state=known] .swaps")
    swap = tab.locator("[data-in] >> nth=0")
    wanted = swap.get_attribute("data-in")
    swap.click()
    tab.wait_for_selector(f".card:has-text('{wanted}') input:checked")
    tab.wait_for_selector("#known [data-state=known] .swaps")
    assert faults_of(tab) == []


def test_two_tabs_do_not_disturb_each_other(visit):
    one = visit("/turn?game=pig.py&players=2&path=goal")
    other = one.context.new_page()
    other.goto(
        one.url.partition("/turn")[0] + "/play?game=lost_cities&players=2&seat=person&seat=random"
    )
    other.set_default_timeout(1000 * HANG)
    one.locator("#value").fill("70")
    other.click("#begin")
    other.wait_for_selector(CHOICE)
    first_move(other)
    other.wait_for_selector("#play:not([data-made='0']):not([aria-busy])")
    settle(one)
    assert one.locator("#look .claim").count() == 1
    assert "goal" in one.locator("#turn").get_attribute("data-path")
    other.reload()
    other.wait_for_selector(f"{CHOICE}, {OVER}")
    assert made(other) > 0


def test_a_value_that_is_refused_is_told_at_its_field_and_nothing_is_lost(visit):
    tab = visit("/?game=lost_cities&players=3")
    tab.wait_for_selector("#table[data-state=ready]")
    address = tab.url
    tab.evaluate("document.querySelectorAll('#table details').forEach(one => { one.open = true; })")
    tab.fill("[name='value:bridges.bonus']", "7")
    assert tab.inner_text("#changes").startswith("Not used yet")
    tab.fill("[name='value:ladders.expedition']", "[1,2]")
    tab.click("#table .sticky button")
    entry = tab.locator(".entry", has=tab.locator("[name='value:ladders.expedition']"))
    entry.locator(".refused").wait_for()
    told, label = entry.locator(".refused").inner_text(), entry.locator("label").inner_text()
    assert f"“{label}”" in told
    assert "ladders.expedition" not in told
    assert tab.input_value("[name='value:bridges.bonus']") == "7"
    assert tab.url == address
    visit.complaints.clear()  # the browser tells of every answer that is a refusal
    tab.fill("[name='value:ladders.expedition']", tab.get_attribute(
        "[name='value:ladders.expedition']", "data-printed"))  # fmt: skip
    tab.click("#table .sticky button")
    tab.wait_for_url("**bridges.bonus**")


def test_what_is_done_is_said_on_the_page(visit):
    tab = visit("/roles?game=archeos&players=4")
    tab.wait_for_selector("#ranked [data-state=unknown]")
    for k in range(7):
        tab.locator(f".card input >> nth={k}").check()
    tab.get_by_text("One too many: untick one.").wait_for()
    tab.locator(".card input >> nth=7").check()
    tab.get_by_text("2 too many: untick 2.").wait_for()
    tab = visit("/play?game=archeos&players=4")
    tab.select_option("#players", "2")
    tab.wait_for_selector("#seat-3", state="hidden")
    assert tab.is_visible("#seat-2")
    tab = visit("/turn?game=pig.py&path=goal&value=60")
    settle(tab)
    assert tab.is_visible(".look")
    tab.click("form.language button")
    tab.wait_for_selector("html[lang=fr] #turn")
    assert tab.input_value("#value") == "60"


CUT = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const isCut = (one) => {
    pen.font = getComputedStyle(one).font;
    const wide = pen.measureText(one.selectedOptions[0].text).width;
    return wide > one.clientWidth - 40 && !one.parentElement.querySelector(".whole")
      && !one.dataset.goto;  // its whole name stands above the slider
  };
  return [...document.querySelectorAll("select")].filter((one) => one.offsetWidth && isCut(one))
    .map((one) => one.outerHTML.slice(0, 80));
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_no_list_cuts_what_is_chosen(visit, width):
    """Or the whole of it stands below."""
    six = "setup.roles=botanist,doctor,guide,patron,photographer,student"
    for path in (f"/?game=archeos&players=4&set={six}", "/play?game=archeos&players=4"):
        tab = visit(path, width)
        tab.wait_for_selector("#players")
        tab.wait_for_function("document.readyState === 'complete'")
        assert tab.evaluate(CUT) == []
        if path.startswith("/?"):
            whole = tab.locator(".entry:has([name='value:setup.roles']) .whole")
            assert "photographer" in whole.inner_text().lower()
            tab.select_option("[name='value:setup.roles']", index=0)
            whole.wait_for(state="detached")
        assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_a_game_is_found_in_a_long_list(visit, folder):
    for k in range(8):
        (folder / f"draft_{k}.py").write_text("")
    tab = visit("/?game=lost_cities")
    tab.wait_for_selector("#table[data-state=ready]")
    tab.fill("#seek", "DRAFT 5")
    assert tab.locator("#game option").all_inner_texts() == ["draft_5.py"]
    tab.fill("#seek", "nothing like it")
    assert tab.evaluate("document.getElementById('seek').validationMessage").startswith("No game")
    tab.fill("#seek", "")
    assert tab.input_value("#game") == "lost_cities"
    assert tab.locator("#game option").count() > 12
    tab.fill("#seek", "cheo")
    tab.press("#seek", "Enter")
    tab.wait_for_url("**game=archeos*")
    assert faults_of(tab) == []


def test_a_sheet_that_was_changed_in_a_spreadsheet_is_read_again(visit, tmp_path):
    tab = visit("/?game=pig.py&players=2")
    tab.wait_for_selector("#table[data-state=ready]")
    with tab.expect_download() as taken:
        tab.click("#sheet a[download]")
    sheet = Path(taken.value.path()).read_text(encoding="utf-8")
    row = next(line for line in sheet.splitlines() if line.startswith("goal,"))
    changed = tmp_path / "parameters.csv"
    changed.write_text(sheet.replace(row, row.replace("100", "60", 1)), encoding="utf-8")
    tab.set_input_files("#file", changed)
    tab.wait_for_url("**set=goal%3D60")
    assert tab.input_value("[name='value:goal']") == "60"
    assert tab.inner_text("#changes") == "1 change."


def test_one_jumps_to_lead_changes_and_to_blunders(visit):
    tab = visit("/watch?game=lost_cities&players=2&seat=random&seat=random")
    tab.wait_for_selector("#watch[data-stills]")
    leads = tab.evaluate("document.getElementById('watch').dataset.film")
    found = tab.evaluate("address => fetch(address).then(one => one.json())", leads)["leads"]
    for at in found[:3]:
        tab.keyboard.press("l")
        assert tab.inner_text("#which").startswith(f"{at} of ")
    tab.click("#seek")
    first = tab.locator("#blunders [data-go] >> nth=0")
    first.wait_for()
    at = first.get_attribute("data-go")
    first.click()
    assert tab.inner_text("#which").startswith(f"{at} of ")
    assert faults_of(tab) == []


def test_a_connection_that_breaks_off_is_told(visit):
    tab = visit("/turn?game=pig.py&path=goal")
    tab.route("**/turn/looks?*", lambda asked: asked.abort())
    tab.locator("#value").fill("60")
    tab.get_by_text("The connection has broken off.").wait_for()
    visit.complaints.clear()  # the browser tells of it too


def test_no_bar_covers_what_has_the_focus(visit):
    tab = visit("/?game=archeos&players=4")
    under = """() => {
      const [one, bar] = [document.activeElement, document.querySelector(".sticky")];
      const [its, covered] = [one.getBoundingClientRect(), bar.getBoundingClientRect()];
      const isUnder = its.bottom > covered.top + 1 && its.top < covered.bottom - 1;
      return isUnder && !bar.contains(one) ? one.outerHTML : "";
    }"""
    tab.focus("#game")
    for _ in range(LONGEST):
        tab.keyboard.press("Tab")
        assert tab.evaluate(under) == ""
        if tab.evaluate("document.querySelector('.sticky').contains(document.activeElement)"):
            return
    raise AssertionError("the bar was not reached")


def test_a_reload_goes_on(visit):
    tab = visit("/play?game=pig.py&players=2&seat=person&seat=random&seed=8")
    tab.click("#begin")
    tab.wait_for_selector(CHOICE)
    before = made(tab)
    first_move(tab)
    tab.wait_for_selector(f"#play:not([data-made='{before}']):not([aria-busy])")
    after = made(tab), tab.inner_text("#table"), tab.inner_text("#moves")
    tab.reload()
    tab.wait_for_selector(CHOICE)
    assert (made(tab), tab.inner_text("#table"), tab.inner_text("#moves")) == after


def test_two_people_at_one_screen(visit):
    tab = visit("/play?game=pig.py&players=2&seat=person&seat=person&seed=9")
    tab.click("#begin")
    tab.wait_for_selector("#play[data-state=handover]")
    assert not tab.is_visible("#game")
    tab.keyboard.press("Enter")
    tab.wait_for_selector(CHOICE)
    assert tab.inner_text("#turn") == "Seat 1, your move"


@pytest.mark.parametrize(("game", "width"), [("lost_cities", 1280), ("pig.py", 390)])
def test_a_game_is_watched_and_taken_over(visit, game, width):
    tab = visit(f"/watch?game={game}&players=2", width)
    tab.wait_for_selector("#watch[data-stills]")
    last = int(tab.get_attribute("#watch", "data-stills")) - 1
    for key, at in (("ArrowRight", 1), ("End", last), ("Home", 0), ("ArrowRight", 1)):
        tab.keyboard.press(key)
        assert tab.inner_text("#which") == f"{at} of {last}"
        assert tab.is_visible("#result") == (at == last)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    tab.click("#ask")
    tab.wait_for_selector("#watch[data-asked='0']")
    assert tab.locator("#opinion .made").count() == 1
    tab.wait_for_selector("#watch[data-looked='0']")
    assert "look-ahead bot" in tab.inner_text("#ahead")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert faults_of(tab) == []
    tab.click("#take-over")
    tab.wait_for_selector(CHOICE)
    assert re.search(r"/play/\w+-\w+-\d-at-1-1-0", tab.url)
    assert made(tab) >= 1

"""A game as a page of its own: every move, nothing from elsewhere, and text that stays text."""

import html
import json
import re
from pathlib import Path

import pytest
from browser import CHROMIUM, MISSING
from click.testing import CliRunner
from waiting import HANG

import tiltmeter as tm
from analyses.experiments.film import film_of, lead_changes
from reports.game_page import as_data, look_of_tables, render_game
from reports.pieces import TEMPLATES
from tiltmeter.cli import main

HARVEST = Path(__file__).parents[1] / "examples" / "games" / "harvest.py"


GO = """at => {
  const slider = document.getElementById("at");
  slider.value = at;
  slider.dispatchEvent(new Event("input"));
}"""  # as a hand moves it


def film(name, **words):
    return film_of(tm.Workshop().play(name, **words))


def data_in(page):
    return json.loads(re.search(r'id="film">(.*?)</script>', page, re.S)[1])


def test_the_lead_changes_where_another_one_leads_alone():
    assert lead_changes([(0, 0), (1, 0), (1, 1), (1, 2), (3, 2), (4, 2)]) == [3, 4]
    assert lead_changes([(0,), (4,)]) == []


@pytest.mark.parametrize("name", ["lost_cities", "expeditions"])
def test_there_is_a_still_after_every_move(name):
    story = tm.Workshop().play(name, players=2)
    told, shown = story.told(), film_of(story)
    assert [one.move for one in shown.stills[1:]] == [one["move"] for one in told["moves"]]
    assert [one.seat for one in shown.stills[1:]] == [one["seat"] for one in told["moves"]]
    assert [one.parts for one in shown.stills[:-1]] == [one["position"] for one in told["moves"]]
    assert shown.stills[-1].parts == told["position"]
    assert list(shown.stills[-1].standings) == [one["points"] for one in told["result"]]


def test_the_caption_of_a_move_that_ends_a_turn_tells_the_next_roll_too():
    """The table under it shows the dice of that roll already."""
    shown = film("lost_cities", players=2)
    rolled = [
        k for k, one in enumerate(shown.stills) if one.events[-1:] and "rolls" in one.events[-1]
    ]
    assert len(rolled) > 10
    for k in rolled:
        assert shown.stills[k].events[-1] == shown.stills[k + 1].heading
        numbers = [one for one in shown.stills[k].pieces if one.name == "number dice"]
        assert f"rolls {' '.join(numbers[0].values)} and" in shown.stills[k].events[-1]
    assert not any("rolls" in one for one in shown.stills[-1].events)


def test_sheets_and_colours_are_drawn_in_the_readers_language():
    """A legend says what the signs mean; each colour keeps its paint."""
    shop = tm.Workshop()
    shown = film_of(shop.play("lost_cities", players=2))
    with shop.speaking("fr", "lost_cities", [2]):
        drawn, look = shown.as_json()["pieces"], look_of_tables()
    (sheet, *_) = [one for one in drawn if one["name"] == "feuille"]
    assert sheet["labels"] == ["rouge", "orange", "jaune", "verte", "bleue", "violette"]
    assert sheet["cells"] == ["◆ artefact", "↑ accélération", "×2 compte double"]
    assert {*sheet["labels"]} <= look["colours"].keys()
    assert look["colours"]["verte"] == look["colours"]["green"]


def test_a_map_names_its_places_in_the_readers_language():
    shop = tm.Workshop()
    with shop.speaking("fr", "expeditions", [2]):
        shown = film_of(shop.play("expeditions", players=2))
    names = {name for name, *_ in shown.places}
    assert {"Athènes", "Forêt amazonienne", "le départ", "bleu 1"} <= names


def test_what_a_map_is_called_and_what_lies_on_it_is_told_in_the_readers_language():
    """No word of it stands in the script alone: all of its own are handed to it."""
    script = (TEMPLATES / "table.js").read_text(encoding="utf-8")
    with tm.Workshop().speaking("fr", "expeditions", [2]):
        spoken = look_of_tables()["spoken"]
    for key in spoken:
        assert re.search(rf"\b{key}: \"([^\"]*)\"", script)[1] != spoken[key]
    assert spoken["map"].startswith("{n} lieux")
    labels = re.findall(r'"aria-label", ([^;]*)\);', script)
    assert len(labels) > 4
    assert [one for one in labels if re.search(r"`|: \"|[a-z] [a-z]", one)] == []


def test_a_game_of_ones_own_is_drawn_from_its_fields():
    first = film(HARVEST, players=2).stills[0]
    kinds = {(one.name, one.seat): one.kind for one in first.pieces}
    assert kinds["deck", 0] == "stack"
    assert kinds["hand", 1] == kinds["picked", 2] == "cards"
    assert kinds["barn", 2] == "row"
    assert {len(one.values) for one in first.pieces if one.name == "hand"} == {6}


def test_the_page_needs_nothing_else_and_its_text_is_no_markup(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bad = HARVEST.read_text().replace('f"picks', 'f"</script><img src=//x.y>picks')
    Path("harvest.py").write_text(bad)
    page = render_game(film("harvest.py", players=2))
    assert data_in(page)["stills"][1]["move"].startswith("</script><img")
    assert page.count("<script") == page.count("</script>") == 2
    assert "<img" not in page
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert "default-src 'none'" in html.unescape(page)
    assert json.loads(as_data({"a": "<\u2028"}))["a"] == "< "


def test_the_command_writes_it_for_bots_and_for_a_kept_game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["play", str(HARVEST), "-p", "2"]
    done = CliRunner().invoke(main, [*words, "--html", "bots.html"])
    assert "Wrote bots.html." in done.stderr
    played = CliRunner().invoke(main, [*words, "--seat", "1", "--html", "own.html"], "1\n" * 9)
    assert "Wrote own.html." in played.stderr
    assert data_in(Path("own.html").read_text())["seats"][0] == "seat 1: a person"
    (kept,) = Path("plays").glob("*.json")
    CliRunner().invoke(main, [*words[:2], "--record", str(kept), "--html", "again.html"])
    assert Path("again.html").read_text() == Path("own.html").read_text()
    refused = CliRunner().invoke(main, [*words, "--html", "plays"])
    assert refused.exit_code == 2


@pytest.mark.slow
@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize(("name", "width"), [(HARVEST, 1280), ("lost_cities", 390)])
def test_one_steps_through_it_with_the_keys(tmp_path, name, width):
    from playwright.sync_api import sync_playwright

    file, complaints, requests = tmp_path / "game.html", [], []
    shown = film(name, players=3)
    file.write_text(render_game(shown), encoding="utf-8")
    with sync_playwright() as driver:
        opened = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=1000 * HANG
        )
        tab = opened.new_page(viewport={"width": width, "height": 900})
        tab.set_default_timeout(1000 * HANG)
        tab.on("console", lambda said: complaints.append(said.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda request: requests.append(request.url))
        tab.goto(file.as_uri())
        last = len(shown.stills) - 1
        for key, at in (("ArrowRight", 1), ("End", last), ("ArrowRight", last), ("Home", 0)):
            tab.keyboard.press(key)
            assert tab.inner_text("#which") == f"{at} of {last}"
            assert tab.is_visible("#result") == (at == last)
        slider, knob = tab.locator("#at").bounding_box(), 16
        for at in (0, last // 2, last):
            tab.evaluate(GO, at)
            middle = slider["x"] + knob / 2 + (slider["width"] - knob) * at / last
            cursor = tab.evaluate("document.getElementById('cursor').getBoundingClientRect().x")
            assert cursor == pytest.approx(middle, abs=2)
        high = max(max(one.standings) for one in shown.stills)
        assert tab.inner_text(".plot .high") == f"{high} points"
        tab.keyboard.press("Home")
        tab.keyboard.press("l")
        assert tab.inner_text("#which") == f"{shown.lead_changes[0]} of {last}"
        tab.click("#forward")
        still = shown.stills[shown.lead_changes[0] + 1]
        assert tab.inner_text("#told").endswith(f"seat {still.seat} {still.move}")
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        opened.close()
    assert complaints == []
    assert requests == [file.as_uri()]


@pytest.mark.slow
@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_every_form_of_a_colour_has_its_paint(tmp_path):
    """In French cards and relics are feminine: verte, violette."""
    from playwright.sync_api import sync_playwright

    file, shop = tmp_path / "game.html", tm.Workshop()
    with shop.speaking("fr", "excavation", [2]):
        shown = render_game(film_of(shop.play("excavation", players=2)))
        file.write_text(shown, encoding="utf-8")
        look = look_of_tables()["colours"]
    with sync_playwright() as driver:
        opened = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=1000 * HANG
        )
        tab = opened.new_page()
        tab.set_default_timeout(1000 * HANG)
        tab.goto(file.as_uri())
        told = tab.evaluate(
            """() => [...document.querySelectorAll(".card:has(.swatch)")].map((card) =>
            [card.textContent, card.querySelector(".swatch").style.background])"""
        )
    paints = {text.split()[0]: paint for text, paint in told}
    assert {"verte", "violette"} <= paints.keys()
    for form, name in (("verte", "green"), ("violette", "purple")):
        red, green, blue = (int(look[name][k : k + 2], 16) for k in (1, 3, 5))
        assert paints[form] == f"rgb({red}, {green}, {blue})"

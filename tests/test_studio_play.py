"""Playing and watching in the studio, without a browser: what its pages are sent."""

import asyncio
import json
import re
import shutil
from pathlib import Path

import pytest
from studio_visitor import OWN, Visitor, events_in

import tiltmeter as tm
from analyses.experiments.experiment import experiment
from analyses.lab.sitting import sitting
from analyses.lab.sitting.view import view_of

GAMES = Path(__file__).parents[1] / "examples" / "games"
HARVEST = {"game": "harvest.py", "players": 2, "seat": ["person", "random"]}


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    """One visitor for all tests here, whose children are warm."""
    folder = tmp_path_factory.mktemp("studio")
    for name in ("harvest.py", "pig.py", "pig.fr.toml", "kites.py"):
        shutil.copy(GAMES / name, folder / name)
    with asyncio.Runner() as runner:
        visitor = Visitor(folder, game="harvest.py")
        runner.run(visitor.enter())
        visitor.do = runner.run
        for name in ("harvest.py", "pig.py", "kites.py"):
            runner.run(visitor.post("/open", game=name, back="/"))
        try:
            yield visitor
        finally:
            runner.run(visitor.studio.closed())


@pytest.fixture
def get(studio):
    return lambda path, **query: studio.do(studio.get(path, **query))


@pytest.fixture
def post(studio):
    return lambda path, **fields: studio.do(studio.post(path, **fields))


class AtTable:
    """One game, as the script of its page plays it."""

    def __init__(self, get, post, **asked):
        begun = post("/play/begin", **asked)
        assert begun.status == 303, begun.text
        self.address = begun.headers["location"]
        self.path, _, self.query = self.address.partition("?")
        self.name = self.path.rpartition("/")[2]
        self.get, self.post = get, post

    def state(self, **more):
        query = "".join(f"&{key}={value}" for key, value in more.items())
        return json.loads(self.get(f"{self.path}/state?{self.query}{query}").text)

    def send(self, what, **fields):
        return json.loads(self.post(f"{self.path}/{what}?{self.query}", **fields).text)

    def play(self, state):
        while not state["isOver"]:
            state = self.send("move", number=1, made=state["made"])
        return state


@pytest.fixture
def sit(get, post):
    return lambda **asked: AtTable(get, post, **asked)


def test_a_page_is_sent_what_the_seat_may_see_and_no_more(studio, sit, get):
    table = sit(**HARVEST, seed=2)
    state = table.state()
    file = studio.studio.folder / "plays" / f"{table.name}.json"
    same = tm.Workshop().sit(
        GAMES / "harvest.py", 1, players=2, strategies=["random"], seed=2, out=file.parent
    )
    assert same.record.name == table.name
    assert state == json.loads(json.dumps(view_of(same)))
    hands = {one["seat"]: one["values"] for one in state["pieces"] if one["name"] == "hand"}
    assert set(hands[2]) == {"?"}
    page = get(table.address)
    assert page.status == 200
    assert "pieces" not in page.text


def test_a_whole_game_is_a_row_a_record_and_a_review(studio, sit, get):
    table = sit(**HARVEST, seed=3)
    over = table.play(table.state())
    first = [one for one in over["result"] if one.startswith("1. ")]
    assert over["won"] == {True: "You won.", False: "Seat 2 won."}["seat 1" in first[0]]
    assert len(over["result"]) == 3  # how it ended, and every seat once
    assert over["moves"] == []
    hands = [one for one in over["pieces"] if one["name"] == "hand"]
    assert all("?" not in one.get("values", []) for one in hands)
    rows = (studio.studio.folder / "plays" / "harvest-tables.csv").read_text().splitlines()
    assert [row.rpartition(",")[2] for row in rows if table.name[8:] in row] == ["", "random"]
    kept = get("/play", game="harvest.py").text
    assert f"record={table.name}" in kept
    film = json.loads(get("/watch/film", game="harvest.py", record=table.name).text)
    assert len(film["stills"]) == over["made"] + 1
    shared = get("/watch/game.html", game="harvest.py", record=table.name)
    assert "attachment" in shared.headers["content-disposition"]
    assert "FILM(JSON.parse" in shared.text


def test_the_log_says_what_chance_did_and_the_page_who_has_how_many_points(sit):
    table = sit(game="kites.py", players=3, seat=["person", "steady", "steady"], seed=2)
    state = table.state()
    after = table.send("move", number=1, made=state["made"])
    assert after["log"][0]["lines"] == ["seat 1 chooses let out; line 10"]
    assert after["news"][:1] == after["log"][0]["lines"]
    assert after["standings"] == ["0", "0", "0"]
    dice = sit(game="pig.py", players=2, seat=["person", "random"], seed=2)
    rolled = dice.send("move", number=1, made=dice.state()["made"])
    assert re.match(r"seat 1 chooses roll(; pot \d+)?$", rolled["log"][0]["lines"][0])


def test_where_all_lies_open_no_move_is_a_secret(sit):
    """A kite without a line may land or fly and fall: both lead to the same position."""
    table = sit(game="kites.py", players=3, seat=["person", "steady", "steady"], seed=2)
    state = table.state()
    for number in (1, 1, 1, 2):
        state = table.send("move", number=number, made=state["made"])
    told = [line for one in state["log"] for line in one["lines"]]
    assert "seat 2 chooses let out; line 0" in told or "seat 2 chooses let out" in told
    assert not any("cannot see" in line for line in told)


def test_whoever_only_reads_a_game_writes_nothing(tmp_path, monkeypatch):
    """A look ahead begins at one move, and is not to bring it back when another was made."""
    asked = {"players": 2, "strategies": ["random"], "seed": 4}
    table = tm.Workshop().sit(GAMES / "harvest.py", 1, out=tmp_path, **asked)
    before, file = sitting.read_record(table.file), table.file
    table.choose(1)
    after = file.read_bytes()
    monkeypatch.setattr(sitting, "read_record", lambda file: before)
    one = experiment(table.title, players=2, strategies=[["random", "random"]], games=1, seed=4)
    reader = sitting.go_on(one, file)
    assert reader.record == before
    assert file.read_bytes() == after


@pytest.mark.slow
def test_a_review_comes_while_one_waits(sit, get):
    table = sit(**HARVEST, seed=5)
    table.play(table.state())
    assert "/reviewed" in get(f"{table.path}/review?{table.query}").text
    found = events_in(get(f"{table.path}/reviewed?{table.query}"))
    assert found[-1] == ("end", "")
    assert any(name == "found" and "Seat 1 had" in text for name, text in found)


def test_a_game_without_names_for_its_end_is_told_to_have_ended_and_no_more(studio, sit):
    table = sit(game="pig.py", players=2, seat=["person", "random"], seed=21)
    ended = table.play(table.state())["result"][0]
    assert re.fullmatch(r"The game ends after \d+ rounds?\.", ended)
    french = InFrench(studio)
    state = json.loads(french.get(f"{table.path}/state?{table.query}").text)
    assert re.fullmatch(r"La partie finit après \d+ tours? de table\.", state["result"][0])


def test_undo_and_a_second_window(sit):
    table = sit(**HARVEST, seed=4)
    first = table.state()
    after = table.send("move", number=1, made=first["made"])
    late = table.send("move", number=1, made=first["made"])
    assert "has gone on in another window" in late["refused"]
    back = table.send("undo", made=after["made"])
    assert {**back, "undone": 0} == first
    assert "no move to take back" in table.send("undo", made=back["made"])["refused"]
    assert "There is no move 99" in table.send("move", number=99, made=back["made"])["refused"]
    assert "is no whole number" in table.post(f"{table.path}/move?{table.query}", number="x").text


def test_another_child_goes_on_with_the_game(studio, sit):
    table = sit(**HARVEST, seed=6)
    after = table.send("move", number=1, made=table.state()["made"])
    children = [one.process for one in studio.studio.workers.idle]
    for one in studio.studio.workers.idle:
        one.end()  # as when one dies; `workers.end` would close the studio
    studio.do(asyncio.wait_for(asyncio.gather(*(one.wait() for one in children)), None))
    assert table.state() == after


def test_two_people_never_see_each_others_screen(sit):
    table = sit(game="harvest.py", players=2, seat=["person", "person"], seed=1)
    assert table.state() == {"ready": 1, "made": 0}
    first = table.state(who=1)
    assert first["seat"] == 1
    passed = table.send("move", number=1, made=0, who=1)
    assert passed == {"ready": 2, "made": 1}
    second = table.state(who=2)
    hands = {one["seat"]: one["values"] for one in second["pieces"] if one["name"] == "hand"}
    assert "?" not in hands[2]
    assert table.state(who=1) == passed


class InFrench:
    """A visitor who has chosen French."""

    def __init__(self, studio):
        self.studio, self.cookie = studio, f"{studio.cookie}; language=fr"

    def get(self, path, **query):
        return self.studio.do(self.studio.get(path, {"cookie": self.cookie}, **query))

    def post(self, path, **fields):
        headers = {**OWN, "cookie": self.cookie}
        return self.studio.do(self.studio.post(path, headers, **fields))


@pytest.mark.parametrize(
    ("game", "first", "told"),
    [
        ("pig.py", "Tour de table 1", r"siège 1 choisit «.lancer.»(.; cagnotte \d+)?"),
        (
            "lost_cities", "Tour 1\u00a0: siège 1 lance",
            r"siège 1 écrit \d+ dans la colonne \w+, case 1",
        ),
    ],
)  # fmt: skip
def test_moves_are_told_in_the_language_of_the_page(studio, game, first, told):
    french = InFrench(studio)
    french.post("/open", game=game, back="/")
    asked = {"game": game, "players": 2, "seed": 2}
    table = AtTable(french.get, french.post, **asked, seat=["person", "random"])
    state = table.state()
    assert state["heading"].startswith(first)
    for _ in range(4):
        state = table.send("move", number=1, made=state["made"])
    lines = [line for one in state["log"] for line in (*one["lines"], one["heading"])]
    assert re.fullmatch(told, lines[0])
    film = json.loads(french.get("/watch/film", **asked, seat=["random", "random"]).text)
    page = french.get("/watch/game.html", **asked, seat=["random", "random"]).text
    shown = [*lines, *state["moves"], *texts_in(state["parts"]), *film["result"]]
    for still in film["stills"]:
        shown += [still["heading"], still["move"], *still["events"], *texts_in(still["parts"])]
    assert [one for one in shown if ENGLISH.search(one)] == []
    assert '<html lang="fr">' in page
    drawn = re.sub("<(script|style).*?</(script|style)>", "", page, flags=re.DOTALL)
    assert not ENGLISH.search(re.sub("<[^>]*>", "", drawn))


def texts_in(parts):
    return [one for its in parts.values() for one in its]


ENGLISH = re.compile(r"\b(rolls?|writes?|chooses?|refuses|to act|the|Round|Turn|now|none)\b")


@pytest.mark.slow
def test_a_game_goes_on_in_another_language(studio, get, post):
    """What was told already is told anew."""
    table = AtTable(get, post, game="pig.py", players=2, seat=["person", "random"], seed=12)
    english = table.send("move", number=1, made=table.state()["made"])
    assert english["log"][0]["lines"][0].startswith("seat 1 chooses roll")
    french = InFrench(studio).get(f"{table.path}/state?{table.query}")
    assert json.loads(french.text)["log"][0]["lines"][0].startswith("siège 1 choisit")


def test_what_the_bots_think_of_every_move(sit):
    table = sit(game="pig.py", players=2, seat=["person", "random"], seed=1)
    state, query = table.state(), f"{table.query}&made=0"
    told = json.loads(table.get(f"{table.path}/advice?{query}&looks=0").text)
    (default, other) = told["opinions"]
    assert (default["bot"], other["bot"]) == ("cautious", "random")
    assert sorted(one["number"] for one in default["moves"]) == [1, 2]
    assert [one["told"] for one in default["moves"]] == state["moves"]
    assert {key for one in default["moves"] for key in one} == {"number", "told", "rating"}
    assert (told["ahead"], told["looks"]) == (None, False)


def test_whoever_moves_before_the_bots_have_answered_makes_no_mistake(sit):
    """Browsers write refusals on the console, and this is none."""
    table = sit(game="pig.py", players=2, seat=["person", "random"], seed=3)
    state = table.state()
    table.send("move", number=1, made=state["made"])
    answer = table.get(f"{table.path}/advice?{table.query}&made={state['made']}&looks=1")
    assert answer.status == 200
    assert [*json.loads(answer.text)] == ["gone"]
    refused = table.send("move", number=1, made=state["made"])
    assert "gone on in another window" in refused["refused"]


def test_a_watched_game_is_taken_over(sit, get, post):
    asked = "game=harvest.py&players=3&number=1"
    film = json.loads(get(f"/watch/film?{asked}").text)
    assert film["stills"][3]["seat"] > 0
    taken = post(f"/watch/take?{asked}", at=3, take=2)
    assert taken.status == 303
    path, _, query = taken.headers["location"].partition("?")
    state = json.loads(get(f"{path}/state?{query}").text)
    assert (state["seat"], state["made"] >= 3) == (2, True)
    assert [one["lines"][0] for one in state["log"][:3] if one["seat"] == 2] == [
        f"seat 2 {one['move']}" for one in film["stills"][1:4] if one["seat"] == 2
    ]


def test_every_move_of_a_watched_choice_is_rated_with_the_one_that_was_made(sit, get):
    """Of a game of bots, and of one of people that nobody has rated."""
    table = sit(game="pig.py", players=2, seat=["person", "random"], seed=9)
    table.play(table.state())
    for about in ({"seat": ["random", "random"]}, {"record": table.name}):
        about = {"game": "pig.py", "players": 2, **about}
        still = json.loads(get("/watch/film", **about).text)["stills"][1]
        told = json.loads(get("/watch/advice", **about, at=0, looks=0).text)
        moves = told["opinions"][0]["moves"]
        assert sorted(one["number"] for one in moves) == [1, 2]
        assert [one["told"] for one in moves if one["number"] == told["made"]] == [still["move"]]
    refused = get("/watch/advice", **about, at=9999, looks=0)
    assert (refused.status, "has no move 9999" in refused.text) == (400, True)


@pytest.mark.parametrize("name", ["..%2Fharvest", ".hidden", "none-1-0", "a b"])
def test_names_of_games_lead_nowhere_else(get, name):
    answer = get(f"/play/{name}/state", game="harvest.py")
    assert answer.status in (400, 404)
    assert "Traceback" not in answer.text


def test_scripts_that_draw_are_those_of_single_pages(get):
    assert "const TABLE" in get("/drawn/table.js").text
    assert get("/drawn/report.css").status == 404
    assert "colours" in json.loads(get("/drawn/look.json", game="harvest.py").text)
    page = get("/watch", game="harvest.py").text
    assert not re.search(r"<script(?![^>]*src=)|<style|style=|onclick", page)

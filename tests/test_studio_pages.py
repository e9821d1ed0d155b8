"""What the studio's pages do: with a game of one file, from the first question to a report."""

import asyncio
import csv
import html
import io
import json
import logging
import os
import re
import shutil
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from pypdf import PdfReader
from studio_visitor import Visitor, events_in

from analyses.language import read_language, speaking
from tiltmeter.cli import main
from tiltmeter.studio import child
from tiltmeter.studio.asked import Asked
from tiltmeter.studio.errors import Broken
from tiltmeter.studio.events import events
from tiltmeter.studio.job import Noted
from tiltmeter.studio.jobs import Job
from tiltmeter.studio.manners import LEFT, WATCHED
from tiltmeter.studio.render import STATIC, fragment
from tiltmeter.studio.studio import Studio
from tiltmeter.studio.work.turn import fairness
from tiltmeter.studio.workers import Workers

ENGLISH = r"\b(?:the|of|and|is|are|was|with|you|your|this|each|games|players|move|seat)\b"
PIG = Path(__file__).parents[1] / "examples" / "games" / "pig.py"


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    """One visitor for all tests here, whose children are warm; pig.py was opened."""
    folder = tmp_path_factory.mktemp("studio")
    shutil.copy(PIG, folder / "pig.py")
    with asyncio.Runner() as runner:
        visitor = Visitor(folder, game="pig.py")
        runner.run(visitor.enter())
        visitor.do = runner.run
        visitor.first = runner.run(visitor.get("/"))
        visitor.opened = runner.run(visitor.post("/open", game="pig.py", back="/"))
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


def commands_in(page):
    return [html.unescape(one).split()[1:] for one in re.findall(r'data-copy="([^"]*)"', page)]


def test_a_game_of_ones_own_is_said_to_be_a_program_before_it_is_run(studio, get):
    assert studio.first.status == 403
    assert "A game file is a program." in studio.first.text
    assert (studio.opened.status, studio.opened.headers["location"]) == (303, "/")
    assert get("/").status == 200


class TestTable:
    def test_forms_are_made_of_what_the_game_declares(self, get):
        page = get("/", game="archeos", players=3).text
        assert re.search(r'name="value:[\w.]+"[^>]*min="\d+"[^>]*max="\d+"', page)
        assert '<span class="tag assumed">assumed</span>' in page
        assert "stated in the rulebook" in page
        assert page.count('data-seat="') == 6
        assert page.count(" disabled>") == 3

    def test_choices_at_setup_are_chosen_and_read_in_the_words_of_the_game(self, get, post):
        page = get("/", game="archeos", players=4).text
        roles = re.search(r'<select id="at-setup.roles".*?</select>', page, re.DOTALL)[0]
        assert "those of the first game</option>" in roles
        assert 'name="value:setup.roles"' in roles
        assert '<input id="at-setup.' not in page
        six = "setup.roles=botanist,doctor,guide,patron,photographer,student"
        page = get("/", game="archeos", players=4, set=six).text
        assert "botanist, doctor, guide, patron, photographer, student</option>" in page.lower()
        assert "it was those of the first game." in page
        assert "<code>setup" not in page

    def test_a_form_becomes_an_address_with_nothing_but_the_changes(self, post, get):
        fields = {"game": "pig.py", "players": "2", "seat": ["person", "random"]}
        laid = post("/table", **fields, **{"value:goal": "50", "value:no.such": "1"})
        address = laid.headers["location"]
        assert (laid.status, address) == (
            303, "/?game=pig.py&players=2&seat=person&seat=random&set=goal%3D50",
        )  # fmt: skip
        page = get(address).text
        assert "1 change." in page
        assert "Changed; it was" in page
        told = commands_in(page)
        assert told[0] == [
            "play",
            "pig.py",
            "-p",
            "2",
            "-s",
            "random",
            "--set",
            "goal=50",
            "--seat",
            "1",
        ]

    def test_versions_without_a_part_are_ready_made(self, get):
        page = get("/", game="lost_cities", set="bridges.mark=8").text
        links = {
            name: html.unescape(address)
            for address, name in re.findall(
                'class="button" href="([^"]*)">(without [^<]*)</a>', page
            )
        }
        assert "without artefacts" in links
        changed = get(links["without artefacts"]).text
        assert "2 changes." in changed
        assert "without artefacts" not in changed
        seats = {"players": 3, "seat": ["person", "random", "greedy"]}
        assert "without circles" in get("/", game="lost_cities", **seats).text
        assert 'id="presets"' not in get("/", game="pig.py").text

    def test_a_mistake_is_one_sentence_in_the_words_of_the_game(self, post):
        refused = post("/table", game="pig.py", **{"value:goal": "many"})
        assert refused.status == 400
        assert "must be a whole number" in html.unescape(refused.text)
        nobody = post("/table", game="pig.py", seat=["nobody", "random"])
        assert "There is no bot called nobody." in nobody.text

    def test_a_table_is_saved_and_loaded_as_an_experiment_file(self, studio, post, get):
        words = {"game": "pig.py", "players": "3", "seat": ["random", "greedy", "random"]}
        saved = post("/table/save", name="mine <b>", **words)
        assert saved.status == 400
        kept = post("/table/save", name="My table", set="goal=60", **words)
        assert kept.status == 303
        there = studio.do(studio.get(kept.headers["location"].partition("#")[0])).text
        assert "Saved as My table." in there
        assert "Saved as" not in get("/", game="pig.py", saved="no such").text
        for path in ("/", "/play", "/watch", "/roles", "/turn", "/reports"):
            page = get(path, game="lost_cities").text
            links = re.findall('href="([^"]*)">My table</a>', page)
            assert links
            loaded = studio.do(studio.get(html.unescape(links[0])))
            assert loaded.headers["location"] == Asked(
                "pig.py", 3, tuple(words["seat"]), ("goal=60",)
            ).to(path)
        there = get("/table/load", name="My table", to="//elsewhere").headers["location"]
        assert there.startswith("/?")
        loaded = get("/table/load", name="My table").headers["location"]
        asked = Asked("pig.py", 3, ("random", "greedy", "random"), ("goal=60",))
        assert loaded == asked.to("/")
        file = studio.studio.folder / "tables" / "My table.toml"
        with pytest.raises(SystemExit) as ended:
            main(["simulate", "--experiment", str(file), "-n", "4", "-q", "--out",
                  str(studio.studio.folder / "runs" / "mine")])  # fmt: skip
        assert ended.value.code == 0

    def test_a_file_that_names_programs_is_not_loaded(self, studio, get):
        (studio.studio.folder / "tables" / "odd.toml").write_text('game = "pig"\ncode = ["x.py"]\n')
        assert "which the studio does not run" in get("/table/load", name="odd").text
        (studio.studio.folder / "tables" / "out.toml").write_text('game = "/elsewhere/x.py"\n')
        assert get("/table/load", name="out").status == 403

    def test_the_sheet_goes_out_and_comes_in(self, get, post):
        sheet = get("/parameters.csv", game="pig.py", set="goal=60")
        assert sheet.headers["content-disposition"].endswith('"parameters.csv"')
        rows = list(csv.DictReader(io.StringIO(sheet.text)))
        goal = next(row for row in rows if row["path"] == "goal")
        assert (goal["value"], goal["published"]) == ("60", "100")
        back = post("/parameters.csv", game="pig.py", text="\ufeff" + sheet.text)
        assert back.headers["location"] == "/?game=pig.py&set=goal%3D60"
        odd = post("/parameters.csv", game="pig.py", text="a,b\n1,2\n")
        assert "columns &#39;path&#39; and &#39;value&#39;" in odd.text
        assert "Get one by &#39;Take the sheet along&#39;" in odd.text

    def test_a_switch_is_told_by_the_words_of_its_choices(self, get):
        page = get("/", game="lost_cities").text
        assert '<option value="false">No</option>' in page
        assert "no: they are plain boxes" in page
        assert "false: " not in page

    def test_what_the_rulebook_leaves_open_looks_unlike_what_it_states(self, get):
        page = get("/", game="lost_cities").text
        tags = dict(re.findall(r'class="tag (\w+)">([^<]+)<', page)[::-1])
        assert "silent or unclear" in tags["ruling"]
        assert "silent" not in tags["published"]

    def test_what_bots_do_is_told_with_their_own_numbers_in_the_readers_language(self, studio, get):
        told = html.unescape(get("/", game="archeos", players=4).text)
        assert "Few large expeditions: with less than 4 cards" in told
        assert "`" not in told
        speaking = {"cookie": f"{studio.cookie}; language=fr"}
        page = html.unescape(studio.do(studio.get("/", speaking, game="archeos", players=4)).text)
        assert "Peu d’expéditions, mais grandes : à moins de 4 cartes" in page.replace("\xa0", " ")
        tips = re.findall('title="([^"]*)"', page)
        assert "Dans les commandes : cards.copies" in [one.replace("\xa0", " ") for one in tips]
        assert [one for one in tips if re.search(ENGLISH, one)] == []

    def test_values_of_the_setup_are_french_words_in_french(self, studio, get):
        speaking = {"cookie": f"{studio.cookie}; language=fr"}
        page = studio.do(studio.get("/", speaking, game="excavation")).text
        chosen = dict(re.findall(r'<option value="(\w+)"[^>]*>([^<]*)<', page))
        assert (chosen["fixed"], chosen["rotated"], chosen["seats"]) == (
            "fixe", "tournée", "le siège 1",
        )  # fmt: skip

    @pytest.mark.parametrize(
        ("path", "said"),
        [("/parameters.csv", {"text": "a,b\n1,2\n"}), ("/table/save", {"name": "/"})],
    )
    def test_a_refusal_leads_back_to_the_table_that_it_was_asked_for(self, post, path, said):
        asked = Asked("lost_cities", 3, (), ("bridges.mark=8",))
        refused = post(path, game="lost_cities", players=3, set="bridges.mark=8", **said)
        assert refused.status == 400
        assert f'<a href="{html.escape(asked.to("/"))}">Back to the table</a>' in refused.text

    def test_names_from_outside_are_escaped(self, studio, get):
        (studio.studio.folder / "x<img src=y>.py").write_text("")
        for path in ("/", "/reports"):
            page = get(path, q="<script>alert(1)</script>", seat="<img src=y>").text
            assert "<img" not in page
            assert "<script>" not in page
        assert "x&lt;img src=y&gt;.py" in page or "x&lt;img src=y&gt;.py" in get("/").text

    def test_a_game_that_was_opened_is_listed_once_by_its_file(self, get):
        page = get("/").text
        chosen = re.search(r'<select id="game".*?</select>', page, re.DOTALL)[0]
        assert re.findall('value="(pig[^"]*)"', chosen) == ["pig.py"]

    def test_values_that_are_no_words_are_attributes_that_scripts_can_read(self):
        words = {"members": ["a", 'b "c"'], "called": "a", "value": 0.5, "low": None, "high": None}
        told = {
            "best": [words], "by": "x", "unit": "share", "end": "", "offered": [], "about": "",
            "sets": 1, "games": 1, "source": "", "told": 1, "mixed": 0, "named": "x",
            "own": None, "end_is": "best", "fair": None, "fairest": [],
        }  # fmt: skip
        page = fragment(
            "en", "roles_ranked.html.jinja", told=told, factor="x", command=["study"],
            asked=Asked("x"),
        )  # fmt: skip
        ticked = re.search('data-tick="([^"]*)"', page)[1]
        assert json.loads(html.unescape(ticked)) == words["members"]
        for file in (STATIC.parent / "templates").iterdir():
            assert "tojson" not in file.read_text(encoding="utf-8"), "its quotes are not escaped"

    def test_every_page_can_say_that_the_studio_has_ended(self, get):
        gone = re.search('data-gone="([^"]*)"', get("/").text)[1]
        assert html.unescape(gone).endswith("Start it again with: tiltmeter studio pig.py")


class TestTurn:
    def test_who_wins_now_settles_look_by_look(self, studio, get):
        answer = get("/turn/looks", game="pig.py", version=["goal=40", "goal=80"])
        found = events_in(answer)
        looks = [text for name, text in found if name == "look"]
        assert "With 40 instead of 100" in looks[0]
        assert "goal=" not in "".join(looks)
        games = [int(re.search(r'data-games="(\d+)"', text)[1]) for text in looks]
        assert games[0] == 2000
        assert games == sorted(set(games))
        assert looks[-1].count('class="claim"') == 2
        assert 'class="ci"' in looks[-1]
        assert 'class="fair"' in looks[-1]
        assert re.search(r"Still [a-z, -]+, as before\.|turn order: was", looks[-1])
        assert re.search("It becomes (less )?fair|whether it becomes fairer", looks[-1])
        assert found[-1] == ("end", "")
        command = commands_in(next(text for name, text in found if name == "command"))[0]
        assert command[0] == "compare"
        assert len([w for w in command if w.endswith(".toml")]) == 3
        before = sorted(one.name for one in (studio.studio.folder / "runs").iterdir())
        studio.do(_run(studio, command))
        assert sorted(one.name for one in (studio.studio.folder / "runs").iterdir()) == before

    def test_whether_it_becomes_fairer_is_said(self):
        def moved(value, is_sure):
            change = SimpleNamespace(value=value)
            return "", SimpleNamespace(
                metric="turn_order_imbalance", change=change, is_sure=is_sure
            )

        assert fairness("turn_order", [moved(-0.1, True)]) == "It becomes fairer."
        assert fairness("turn_order", [moved(0.1, True)]) == "It becomes less fair."
        assert "do not tell" in fairness("turn_order", [moved(-0.1, False)])
        assert fairness("length", [moved(-0.1, True)]) == ""

    def test_a_reload_finds_the_slider_where_it_was(self, get):
        moved = get("/turn?game=pig.py&path=goal&value=60").text
        assert re.search('id="value"[^>]* value="60"', moved)
        assert 'data-start="100"' in moved
        assert "Printed: 100 (" in moved
        for odd in ("x", "nan", "-1e9"):
            page = get(f"/turn?game=pig.py&path=goal&value={odd}").text
            assert re.search('id="value"[^>]* value="100"', page)
        back = html.unescape(re.search('name="back" value="([^"]*)"', moved)[1])
        assert back == "/turn?game=pig.py&path=goal&value=60"

    def test_versions_of_several_numbers_are_told_in_the_words_of_the_game(self, get):
        kept = ["cards.area_extra=3", "cards.area_extra=4;cards.copies=1"]
        page = get("/turn", game="archeos", players=4, version=kept).text
        told = re.findall('name="version"[^>]*> ([^<]*)<', page)
        assert [one.count(" instead of ") for one in told] == [1, 2]
        assert "cards of each role and colour: 1 instead of 2" in told[1]
        assert "=" not in "".join(told)
        assert "(cards." not in page

    def test_what_cannot_be_played_is_a_sentence_in_the_stream(self, get):
        found = dict(events_in(get("/turn/looks", game="pig.py", version="goal=many")))
        assert "must be a whole number" in html.unescape(found["refused"])
        assert "end" in found

    def test_no_remark_is_left_of_another_comparison(self, monkeypatch):
        out, told = io.StringIO(), None

        def answered(shop, request, out, interrupts):
            told.begun(10, 0)
            told.emit(logging.makeLogRecord({"msg": "Clear after 8,000 games."}))
            told.advanced(10, "")
            return {"answer": None}

        told = child.Told(out)
        monkeypatch.setattr(child, "_answered", answered)
        child.serve(None, ["{}", "{}"], told, None)
        remarks = [one.get("remark") for one in map(json.loads, out.getvalue().splitlines())]
        assert remarks == ["", "Clear after 8,000 games.", None] * 2


def _back(one):
    """How far a child steps back for others."""
    return os.getpriority(os.PRIO_PROCESS, one.process.pid)


async def _run(studio, words):
    """The command that a page has shown, as it would be typed."""
    job = studio.studio.jobs.begin(words)
    return await _over(studio, job.number)


async def _over(studio, number):
    until = time.monotonic() + 900
    while (job := studio.studio.jobs.job(number)).is_alive and time.monotonic() < until:
        await asyncio.sleep(0.05)
    assert job.state == "done", job.remarks
    return job


class TestWork:
    def test_whoever_leaves_stops_the_work_and_the_child_serves_the_next(self, studio):
        async def story():
            workers = studio.studio.workers
            words = {"game": "pig.py", "versions": ["goal=41"], "games": 10_000_000}
            lines = workers.lines("turn.looks", words)
            assert "games" in await anext(lines)
            busy = next(iter(workers.busy))
            await lines.aclose()
            while busy in workers.busy:
                await asyncio.sleep(0.02)
            assert busy.is_alive
            assert busy in workers.idle
            return await workers.ask("games.listed", {})

        assert "archeos" in [one["game"] for one in studio.do(story())]

    def test_a_child_that_dies_is_told_and_replaced(self, studio):
        async def story():
            workers = studio.studio.workers
            words = {"game": "pig.py", "versions": ["goal=42"], "games": 10_000_000}
            lines = workers.lines("turn.looks", words)
            await anext(lines)
            next(iter(workers.busy)).end()
            with pytest.raises(Broken, match="what was played is kept"):
                async for _ in lines:
                    pass
            return await workers.ask("games.listed", {})

        assert studio.do(story())

    @pytest.mark.parametrize("hanging", [1, 3])
    def test_a_child_that_does_not_come_up_is_replaced(self, tmp_path, monkeypatch, hanging):
        class Child:
            is_alive, is_at_work, near, steps = True, False, "", 0

            def __init__(self, hangs):
                self.hangs, self.is_ended = hangs, False

            async def line(self):
                if self.hangs:
                    await asyncio.Event().wait()

            def end(self):
                self.is_ended = True

        children = [Child(k < hanging) for k in range(4)]
        coming = iter(children)

        async def process(steps):
            return next(coming)

        async def story():
            workers = Workers(tmp_path)
            monkeypatch.setattr(workers, "_process", process)
            return await workers._ready("", 0)

        monkeypatch.setattr("tiltmeter.studio.workers.COMING", 0.01)
        if hanging < 3:
            assert asyncio.run(story()) is children[hanging]
        else:
            with pytest.raises(Broken, match="does not start"):
                asyncio.run(story())
        assert [one.is_ended for one in children] == [k < hanging for k in range(4)]

    @pytest.mark.skipif(not hasattr(os, "getpriority"), reason="only Unix knows such an order")
    def test_what_takes_longer_gives_way_to_what_a_page_waits_for(self, studio):
        async def story():
            await studio.get("/", game="pig.py")
            workers = studio.studio.workers
            words = {"game": "pig.py", "versions": ["goal=44"], "games": 10_000_000}
            lines = workers.lines("turn.looks", words)
            await anext(lines)
            found = {_back(one) for one in workers.busy}, {_back(one) for one in workers.idle}
            await lines.aclose()
            return found

        watched, waited_for = studio.do(story())
        assert watched == {min(os.getpriority(os.PRIO_PROCESS, 0) + WATCHED, 19)}
        assert os.getpriority(os.PRIO_PROCESS, 0) in waited_for

    def test_two_tabs_do_not_wait_for_each_other(self, studio):
        """One plays on and on; the other gets its page."""

        async def story():
            workers = studio.studio.workers
            words = {"game": "pig.py", "versions": ["goal=43"], "games": 10_000_000}
            lines = workers.lines("turn.looks", words, near="pig.py")
            await anext(lines)
            page = await studio.get("/", game="pig.py", players=4)
            is_still_at_work = any(one.is_at_work for one in workers.busy)
            await lines.aclose()
            return page.status, is_still_at_work

        assert studio.do(story()) == (200, True)


def test_a_stream_that_is_cut_because_the_studio_closes_says_so(tmp_path):
    async def slowly():
        yield "progress", "one"
        await asyncio.Event().wait()

    async def story():
        closing = Studio(tmp_path)
        request = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(studio=closing)))
        told = []
        async for text in events(request, slowly()).body_iterator:
            told.append(text)
            closing.is_closing.set()
        return told

    assert asyncio.run(story())[-1] == "event: gone\ndata: \n\n"


class TestJobs:
    def test_a_page_tells_what_is_left_and_no_bar_stands_still(self, tmp_path, monkeypatch):
        clock = SimpleNamespace(now=1000.0)
        clock.monotonic = lambda: clock.now
        monkeypatch.setattr("tiltmeter.studio.job.time", clock)
        noted, job = Noted(tmp_path, ""), Job("0001", tmp_path, is_alive=True)
        noted.begun(1000, 400)
        assert job.minutes_left is None
        clock.now += 60
        noted.advanced(200, "")
        assert job.minutes_left == 2  # 200 in a minute, 400 to go
        page = fragment("en", "job_told.html.jinja", job=job)
        assert "about 2 minutes left here" in page
        assert "It begins" not in page
        noted.advanced(400, "")
        (tmp_path / "err.txt").write_text("Analysing 1,000 games …\n")
        page = fragment("en", "job_told.html.jinja", job=job)
        assert "Analysing 1,000 games …" in page
        assert "<progress" not in page

    def test_a_command_is_called_by_what_it_does_in_the_readers_language(self, tmp_path):
        words = {"words": ["report", "pig.py", "-p", "2"], "name": "Pig"}
        (tmp_path / "job.json").write_text(json.dumps(words))
        job = Job("0001", tmp_path, is_alive=False)
        assert job.name == "Report of Pig, 2 players"
        with speaking(read_language("fr")):
            assert job.name == "Rapport sur Pig, 2 joueurs"

    def test_a_command_is_found_again_searched_and_gone_on_with(self, studio, get):
        job = studio.studio.jobs.begin(["simulate", "pig.py", "-n", "1e9", "--keep", "sums"])
        same = studio.studio.jobs.begin(["simulate", "pig.py", "-n", "1e9", "--keep", "sums"])
        assert same.number == job.number
        until = time.monotonic() + 600
        while not job.progress.get("done") and time.monotonic() < until:
            time.sleep(0.05)
        page = get(f"/jobs/{job.number}").text
        assert 'class="tag running"' in page
        assert "<progress" in page
        assert "simulate pig.py" in get("/reports", q="simulate").text
        if hasattr(os, "getpriority"):
            steps = os.getpriority(os.PRIO_PROCESS, studio.studio.jobs.running[job.number].pid)
            assert steps == min(os.getpriority(os.PRIO_PROCESS, 0) + LEFT, 19)
        studio.do(studio.post(f"/jobs/{job.number}/stop"))
        stopping = get(f"/jobs/{job.number}").text
        assert 'class="tag stopping">stopping<' in stopping or "Go on with it" in stopping
        assert "Stopping …" in stopping or "Go on with it" in stopping
        studio.studio.jobs.running[job.number].wait(600)
        stopped = studio.studio.jobs.job(job.number)
        assert stopped.state == "stopped", (stopped.remarks, stopped.printed)
        assert "are kept" in stopped.remarks
        assert "Go on with it" in get(f"/jobs/{job.number}").text
        assert get("/jobs/9999").status == 404

    def test_a_finished_command_opens_its_own_table_whatever_was_chosen_since(self, studio, get):
        own = Asked("archeos", 4, (), ("cards.copies=1",))
        job = studio.studio.jobs.begin(["study", "archeos", "no-such"], "Archeos", own.query)
        studio.studio.jobs.running[job.number].wait(600)
        (job.folder / "status").write_text("0")
        page = get(f"/jobs/{job.number}", game="lost_cities", players=2).text
        address = html.escape(own.to("/roles", factor="no-such"))
        assert f'href="{address}#best"' in page
        assert re.findall('(?:href|action)="[^"]*lost_cities', page) == []

    def test_the_numbers_of_players_of_a_report_are_said_before_it_is_begun(self, get):
        assert "Players: 2, 4, 6." in get("/reports", game="archeos").text
        assert "Players: 5." in get("/reports", game="archeos", players=5).text

    def test_one_button_writes_a_report_and_the_list_finds_it(self, studio, post, get):
        begun = post("/reports", game="pig.py", players=2, kind="--quick")
        number = re.search(r"/jobs/(\d+)", begun.headers["location"])[1]
        assert commands_in(get(f"/jobs/{number}").text)[0][:2] == ["report", "pig.py"]
        studio.do(_over(studio, number))
        page = get(f"/jobs/{number}").text
        (place,) = re.findall(r'"/files/(reports/pig-\w+)/report.html"', page)
        assert "report.pdf" in page
        assert "<h1>Report of Pig, 2 players" in page
        assert 'target="_blank" rel="noopener">Read it</a>' in page
        assert page.index(">Read it</a>") < page.index(">PDF to hand over</a>")
        assert get(f"/files/{place}/report.pdf").body.startswith(b"%PDF")
        folder = studio.studio.folder
        told = "".join(read_all(folder / place))
        assert "Pig" in told
        for kept in (str(folder), str(PIG.parents[2]), PIG.read_text("utf-8")[:200]):
            assert kept not in told
        found = get("/reports", q="pig").text
        assert f"/files/{place}/report.html" in found
        assert "<strong>Pig: balance report</strong>" in found
        assert "/files/" not in get("/reports", q="chess").text


def read_all(folder):
    """Whatever a reader of a report could find; the games it rests on are a run of their own."""
    for file in folder.rglob("*"):
        if file.suffix == ".pdf":
            pages = PdfReader(file)
            yield from (page.extract_text() for page in pages.pages)
            yield str(pages.metadata)
        elif file.suffix in (".html", ".svg", ".csv"):
            yield file.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ["/", "/play", "/watch", "/roles", "/turn", "/reports"])
def test_each_page_is_in_french_up_to_the_last_word(studio, get, path):
    """No text of ours is on it in English; what a sheet, a log or a bot is called is data."""
    before = studio.cookie
    studio.cookie = f"{before}; language=fr"
    try:
        page = get(path, game="lost_cities", players=2, set="bridges.bonus=40").text
        page = page.replace(str(studio.studio.folder), "")  # called as pytest likes
    finally:
        studio.cookie = before
    page = page.replace(str(studio.studio.folder), "")
    data = r"<(?:script|style|code|option|dt|dd)\b.*?</(?:script|style|code|option|dt|dd)>"
    read = re.sub(r"<[^>]*>", "\n", re.sub(data, "", page, flags=re.DOTALL))
    told = {html.unescape(one).strip() for one in read.split("\n")} - {"", "English", "Lost Cities"}
    english = [one for one in told if re.search(ENGLISH, re.sub(r"/\S+", "", one))]  # but paths
    assert len(told) > 15
    assert english == []
    labels = re.findall(
        r'(?:aria-label|data-(?:gone|wait|turn|ready|copied|ahead))="([^"]*)"', page
    )
    assert [one for one in labels if re.search(ENGLISH, html.unescape(one))] == []


def test_pages_speak_french(studio, get, post):
    chosen = post("/language", to="fr", back="/")
    assert chosen.headers["set-cookie"].startswith("language=fr")
    before = studio.cookie
    studio.cookie = f"{before}; language=fr"
    try:
        page = get("/", game="archeos").text
        refused = get("/jobs/9999").text
    finally:
        studio.cookie = before
    assert '<html lang="fr">' in page
    assert "Joueurs" in page
    assert "Skip to the page" not in page
    assert "There is no such command" not in refused

"""Who may use the studio: this machine, this browser, this page, this folder."""

import asyncio
import re

import pytest
from starlette.routing import Mount, Route
from studio_visitor import HOST, OWN, Visitor, visit

from tiltmeter.studio.gate import HEADERS, LARGEST
from tiltmeter.studio.pages import routes
from tiltmeter.studio.render import TEMPLATES
from tiltmeter.studio.server import create_app
from tiltmeter.studio.studio import Studio

FILL = {"name": "pig-1-0", "number": "0001", "place": "report.html", "path": "studio.css"}


def every_route(folder):
    """Each path with each of its methods, its fields filled in."""
    for route in create_app(Studio(folder)).routes:
        if isinstance(route, Mount):
            yield "GET", f"{route.path}/studio.css"
            continue
        assert isinstance(route, Route)
        path = re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: FILL[found[1]], route.path)
        for method in route.methods:
            yield method, path


def test_nothing_is_told_without_the_token(tmp_path):
    """The walk finds all routes, and would see a page if one were given out."""
    walked = list(every_route(tmp_path))
    assert {path for _, path in walked} >= {"/", "/turn/looks", "/roles", "/reports", "/open"}
    assert len(walked) >= len(routes())

    async def story(visitor):
        known, visitor.cookie = visitor.cookie, ""
        for method, path in walked:
            for cookie in ("", "tiltmeter-8000=wrong", known.replace("8000", "8001")):
                visitor.cookie = cookie
                answer = await visitor.ask(method, path, OWN)
                assert answer.status == 403, (method, path, cookie)
                assert "token" in answer.text or method == "HEAD"
                assert "<html" not in answer.text
        visitor.cookie = known
        return await visitor.get("/static/studio.css")

    assert visit(tmp_path, story).status == 200


def test_the_token_buys_a_strict_cookie_and_leaves_the_address(tmp_path):
    async def story():
        visitor = Visitor(tmp_path)
        answer = await visitor.get("/turn", game="pig.py", token=visitor.studio.token)
        assert (answer.status, answer.headers["location"]) == (303, "/turn?game=pig.py")
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert visitor.studio.token not in cookie
        assert (await visitor.get("/", token="guessed")).status == 403
        elsewhere = await visitor.get("//evil.example/", token=visitor.studio.token)
        assert elsewhere.headers["location"] == "/evil.example/"

    asyncio.run(story())


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "192.168.0.7:8000", ""]
)
def test_a_foreign_name_is_refused_though_it_points_here(tmp_path, host):
    async def story(visitor):
        first = await visitor.get("/", {"host": host}, token=visitor.studio.token)
        later = await visitor.get("/static/studio.css", {"host": host})
        return first.status, later.status

    assert visit(tmp_path, story) == (421, 421)


@pytest.mark.parametrize("host", ["localhost:8000", "[::1]:8000", "LOCALHOST", HOST])
def test_this_machine_is_let_in_by_each_of_its_names(tmp_path, host):
    async def story(visitor):
        return (await visitor.get("/static/studio.css", {"host": host})).status

    assert visit(tmp_path, story) == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": "http://127.0.0.1:9000"},
        {"sec-fetch-site": "same-origin", "origin": "http://127.0.0.1:9000"},
        {"sec-fetch-site": "none"},
        {"origin": "null"},
        {"origin": "http://evil.example"},
    ],
)
def test_what_changes_anything_is_asked_by_our_own_pages_only(tmp_path, headers):
    async def story(visitor):
        paths = {path for method, path in every_route(tmp_path) if method == "POST"}
        assert len(paths) > 4
        return {(await visitor.post(path, headers)).status for path in paths}

    assert visit(tmp_path, story) == {403}


def test_another_page_cannot_make_the_studio_play(tmp_path):
    """Streams are asked for by GET; browsers send the cookie to all ports of a machine."""

    async def story(visitor):
        for site in ("same-site", "cross-site"):
            headers = {"sec-fetch-site": site, "sec-fetch-mode": "cors"}
            answer = await visitor.get("/turn/looks", headers, game="archeos")
            assert answer.status == 403
        headers = {"sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors"}
        assert (await visitor.get("/static/studio.css", headers)).status == 403
        opened = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
        return (await visitor.get("/static/studio.css", opened)).status

    assert visit(tmp_path, story) == 200


def test_every_answer_says_what_a_page_may_do(tmp_path):
    async def story(visitor):
        for path in ("/static/studio.css", "/nowhere", "/files/no.html"):
            answer = await visitor.get(path)
            assert {**answer.headers, **HEADERS} == answer.headers
        visitor.cookie = ""
        return (await visitor.get("/")).headers["content-security-policy"]

    policy = visit(tmp_path, story)
    assert policy.startswith("default-src 'self';")
    assert "unsafe" not in policy


def test_no_web_socket_is_opened(tmp_path):
    """Browsers ask no policy and no cookie rule of one before it is open."""

    async def story(visitor):
        sent = []

        async def send(message):
            sent.append(message)

        await visitor.app({"type": "websocket", "path": "/", "headers": []}, None, send)
        return sent

    assert visit(tmp_path, story) == [{"type": "websocket.close", "code": 1008}]


def test_no_template_holds_a_script_or_a_style_of_its_own():
    """Nor what would be fetched from elsewhere."""
    for file in TEMPLATES.glob("*.jinja"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*\bsrc=\"/(?:static|drawn)/)", text), file
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|https?://|\|\s*safe", text), file


def test_what_is_too_large_is_refused_with_a_sentence(tmp_path):
    async def story(visitor):
        told = {**OWN, "content-length": str(LARGEST + 1)}
        first = await visitor.ask("POST", "/parameters.csv", told)
        parts = [b"x" * (LARGEST // 2)] * 3  # whatever the header says
        second = await visitor.ask("POST", "/parameters.csv", OWN, parts=parts)
        return [(one.status, one.text) for one in (first, second)]

    told = "This is too large: the studio reads files of up to 2,000 kB.\n"
    assert visit(tmp_path, story) == [(413, told)] * 2


OUTSIDE = (
    "../secret.html", "/../secret.html", "reports/../../secret.html", "%2e%2e/secret.html",
    "link/secret.html", "link.html", "reports\\..\\..\\secret.html", "/etc/hostname",
    "a\0b.html", ".hidden/report.html", "game.py", "studio-jobs/0001/job.json",
)  # fmt: skip


@pytest.mark.parametrize("place", OUTSIDE)
def test_no_file_is_read_outside_the_folder_nor_any_but_reports(tmp_path, place):
    folder = tmp_path / "inside"
    (folder / ".hidden").mkdir(parents=True)
    (folder / "reports").mkdir()
    for file in (tmp_path / "secret.html", folder / ".hidden" / "report.html", folder / "game.py"):
        file.write_text("secret")
    (folder / "link").symlink_to(tmp_path)
    (folder / "link.html").symlink_to(tmp_path / "secret.html")
    (folder / "reports" / "fine.html").write_text("fine")

    async def story(visitor):
        fine = await visitor.get("/files/reports/fine.html")
        assert (fine.status, fine.text) == (200, "fine")
        assert "sandbox" in fine.headers["content-security-policy"]
        assert "allow-same-origin" not in fine.headers["content-security-policy"]
        return await visitor.get(f"/files/{place}")

    answer = visit(folder, story)
    assert answer.status in (403, 404)
    assert "secret" not in answer.text.replace("secret.html", "")


@pytest.mark.parametrize("name", ["../out", "/elsewhere/out", "a/b", "..", "", "a\0b"])
def test_no_table_is_written_or_read_outside_the_folder(tmp_path, name):
    folder = tmp_path / "inside"
    folder.mkdir()

    async def story(visitor):
        saved = await visitor.post("/table/save", game="archeos", name=name)
        loaded = await visitor.get("/table/load", name=name)
        return saved.status, loaded.status

    saved, loaded = visit(folder, story)
    assert saved in (400, 403)
    assert loaded in (403, 404)
    assert [one.name for one in tmp_path.rglob("*.toml")] == []


@pytest.mark.parametrize("game", ["../mine.py", "/etc/mine.py", "sub/../../mine.py", "mine/"])
def test_no_game_is_opened_outside_the_folder(tmp_path, game):
    (tmp_path / "mine.py").write_text("raise SystemExit('it ran')")
    folder = tmp_path / "inside"
    folder.mkdir()

    async def story(visitor):
        page = await visitor.get("/", game=game)
        opened = await visitor.post("/open", game=game, back="/")
        return page, opened

    page, opened = visit(folder, story)
    assert (page.status, opened.status) == (403, 403)
    assert "its own folder" in page.text


def test_whoever_opens_a_game_is_sent_back_to_this_server(tmp_path):
    (tmp_path / "mine.py").write_text("")

    async def story(visitor):
        found = []
        for back in (
            "//evil.example/x",
            "https://evil.example/x?a=1",
            "/\\evil.example",
            "/turn?a=1",
        ):
            answer = await visitor.post("/open", game="mine.py", back=back)
            found.append(answer.headers["location"])
        return found

    assert visit(tmp_path, story) == ["/x", "/x?a=1", "/evil.example", "/turn?a=1"]

"""Reports: one button for HTML and PDF, and what was played and written before, with search."""

import asyncio
import hashlib
import json
import mimetypes
from collections.abc import AsyncGenerator
from pathlib import Path
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from analyses.language import say
from tiltmeter.studio.asked import Asked
from tiltmeter.studio.errors import Refused
from tiltmeter.studio.events import Event, events
from tiltmeter.studio.jobs import Job
from tiltmeter.studio.pages.page import Page, form_of
from tiltmeter.studio.render import fragment, render
from tiltmeter.studio.studio import ask, asked_in, asked_of, language_of, studio_of

PAGE = Page("/reports", "Reports")
WRITTEN = ("report.html", "report.pdf", "appendix.pdf")  # the one to read comes first
OFTEN = 0.3  # seconds between two looks at a job
SHOWN = (".html", ".pdf", ".csv", ".xlsx", ".svg", ".png")  # files of reports that are handed out
# A report runs its own script, by its own policy; it has an origin of its own, and no cookie.
BOXED = (
    "sandbox allow-scripts allow-downloads allow-popups; default-src 'none';"
    " script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'"
)


async def page(request: Request) -> Response:
    """The button, what runs, and all that was played and written before."""
    asked, studio = asked_in(request), studio_of(request)
    sought = request.query_params.get("q", "")[:100]
    told = await ask(request, "games.described", asked.game, **asked.words)
    found = await ask(request, "shelf.found", sought=sought)
    jobs = [one for one in studio.jobs.all() if _fits(one, sought)][:50]
    return render(
        request, "reports.html.jinja", told=told, sought=sought, found=found, jobs=jobs,
        kinds=kinds(),
    )  # fmt: skip


def kinds() -> list[tuple[str, str]]:
    """Of reports: the option, and what it means."""
    return [
        ("--quick", say("Quick: a minute or so, provisional")),
        ("", say("Full: re-tested by a look-ahead bot, which takes several minutes")),
    ]


def _fits(job: Job, sought: str) -> bool:
    told = f"{job.name} {' '.join(job.words)}".lower()
    return all(word.lower() in told for word in sought.split())


async def begin(request: Request) -> Response:
    """The very command that the page shows, as a process of its own."""
    fields = await form_of(request)
    asked, said = asked_of(request, fields), dict(fields)
    more = ["--quick"] if said.get("kind") == "--quick" else []
    return await written(request, asked, asked.command("report", *more), "--out")


async def written(
    request: Request, asked: Asked, words: list[str], option: str = "--report"
) -> Response:
    """A command that writes a report, begun: each in a folder of its own, so that all are kept."""
    told = await ask(request, "games.described", asked.game, **asked.words)  # or a mistake
    language = language_of(request)
    words = [*words, *(["--language", language] if language != "en" else [])]
    digest = hashlib.sha256(json.dumps(words).encode()).hexdigest()[:6]
    place = f"reports/{Path(asked.game).stem}-{digest}"
    job = studio_of(request).jobs.begin([*words, option, place], told["name"], asked.query)
    return RedirectResponse(asked.to(f"/jobs/{job.number}"), 303)


# Jobs


async def job_page(request: Request) -> Response:
    """About the table that the command was begun at, whatever was chosen since."""
    job = studio_of(request).jobs.job(request.path_params["number"])
    asked = asked_of(request, parse_qsl(job.about)) if job.about else asked_in(request)
    return render(request, "job.html.jinja", asked=asked, job=job, files=_files(request, job))


def _files(request: Request, job: Job) -> list[str]:
    """What a report's command has written."""
    words = job.words
    where = "--out" if words[:1] == ["report"] else "--report"
    if where not in words[:-1]:
        return []
    folder = studio_of(request).within(words[words.index(where) + 1])
    return [
        (folder / name).relative_to(studio_of(request).folder).as_posix()
        for name in WRITTEN if (folder / name).is_file()
    ]  # fmt: skip


async def job_stream(request: Request) -> Response:
    return events(request, _followed(request))


async def _followed(request: Request) -> AsyncGenerator[Event, None]:
    """How it comes along, up to its end; a reload finds it again."""
    jobs, number = studio_of(request).jobs, request.path_params["number"]
    language, last = language_of(request), ""
    while (job := jobs.job(number)).is_alive:
        told = fragment(language, "job_told.html.jinja", job=job)
        if told != last:
            last = told
            yield "progress", told
        await asyncio.sleep(OFTEN)
    yield "over", ""


async def stop(request: Request) -> Response:
    jobs, number = studio_of(request).jobs, request.path_params["number"]
    jobs.stop(number)
    return RedirectResponse(asked_in(request).to(f"/jobs/{number}"), 303)


async def again(request: Request) -> Response:
    """The same command, which goes on with what was played."""
    jobs = studio_of(request).jobs
    before = jobs.job(request.path_params["number"])
    job = jobs.begin(before.words, str(before.told.get("name", "")), before.about)
    return RedirectResponse(asked_in(request).to(f"/jobs/{job.number}"), 303)


# Files


async def file(request: Request) -> Response:
    """A report of the folder; it is shown in a box of its own."""
    place = request.path_params["place"]
    path = studio_of(request).within(*Path(place).parts)
    parts = path.relative_to(studio_of(request).folder).parts
    if path.suffix not in SHOWN or not path.is_file() or any(one.startswith(".") for one in parts):
        raise Refused(say("There is no report called {name!s}.", name=place[:80]), 404)
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    headers = {"content-security-policy": BOXED}
    if "download" in request.query_params:
        headers["content-disposition"] = f'attachment; filename="{path.name}"'
    return FileResponse(path, media_type=kind, headers=headers)


ROUTES = [
    Route("/reports", page),
    Route("/reports", begin, methods=["POST"]),
    Route("/jobs/{number}", job_page),
    Route("/jobs/{number}/stream", job_stream),
    Route("/jobs/{number}/stop", stop, methods=["POST"]),
    Route("/jobs/{number}/again", again, methods=["POST"]),
    Route("/files/{place:path}", file),
]

"""Writes a page to disk, each file whole or not at all."""

from pathlib import Path

from reports.model import Page
from simulator.errors import unknown
from simulator.results import put


def write(
    page: Page, folder: Path, only: str = "", full: bool = False, kept: str = "."
) -> list[Path]:
    """report.html, and report.pdf with its appendix unless in full; or `only` one format.

    Whoever cannot have them is told why, and what is `kept`.
    """
    return [
        put(folder / name, content, kept)
        for kind, render in FORMATS.items()
        if only in ("", kind)
        for name, content in render(page, full).items()
    ]


def must_be_format(name: str) -> None:
    if name and name not in FORMATS:
        raise unknown("format", name, FORMATS)


def _html(page: Page, full: bool) -> dict[str, bytes]:
    from reports.html import render

    return {"report.html": render(page).encode()}


def _pdf(page: Page, full: bool) -> dict[str, bytes]:
    from reports import pdf

    if full or not pdf.has_appendix(page):
        return {"report.pdf": pdf.render(page, pdf.FULL)}
    return {"report.pdf": pdf.render(page), "appendix.pdf": pdf.render(page, pdf.APPENDIX)}


FORMATS = {"html": _html, "pdf": _pdf}

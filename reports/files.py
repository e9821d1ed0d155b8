"""Writes a page to disk, each file whole or not at all."""

from pathlib import Path

from reports.model import Page
from simulator.errors import UserError, unknown
from simulator.files import write_whole

FORMATS = ("html", "pdf")


def write(page: Page, folder: Path, only: str = "") -> list[Path]:
    """report.html and report.pdf, or `only` one of them."""
    return [_write(page, folder / f"report.{name}", name) for name in FORMATS if only in ("", name)]


def must_be_format(name: str) -> None:
    if name and name not in FORMATS:
        raise unknown("format", name, FORMATS)


def _write(page: Page, file: Path, name: str) -> Path:
    if name == "html":
        from reports.html import render as render_html

        content = render_html(page).encode()
    else:
        from reports.pdf import render as render_pdf

        content = render_pdf(page)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, content)
    except OSError as error:
        raise UserError(f"Cannot write {file}: {error.strerror}; the games are kept.") from None
    return file

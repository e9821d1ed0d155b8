"""A page as one HTML file that needs nothing else: no network, no other file."""

import base64
import hashlib
import re

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from analyses.language import count, say, speaking, word
from reports.cells import day_told
from reports.look import FAINT, GRID, INK, LIGHTS, PAPER
from reports.model import Figure, Page, as_read, counts_of
from reports.pieces import TEMPLATES, text_of
from reports.slim import slim

SCRIPT = (  # what the script says, with fields that it fills
    "{shown} of {rows} rows",
    "{n} of {of} combinations.",
    "{n} of {of} combinations with {members}.",
    "{others} and {last}",
    "On average: {means}.",
    "By {response}, {best}: {first}; {worst}: {last}.",
    "A combination has {size} of them: untick one {member} to tick another.",
    "Grey ones are in no combination with those ticked.",
    "Tick up to {size}.",
    "Copy",
    "Copied",
    "{button}: {what}",
)
OPTION = re.compile(r"((?<!\w)--?[a-z][\w-]*(?:[ =]\d[\w.,]*)?)")  # with a number that it is given
LONG = 36  # letters: about what a line of a phone holds
INKS = {INK: "var(--ink)", FAINT: "var(--faint)", GRID: "var(--grid)", PAPER: "var(--paper)"}


def render(page: Page) -> str:
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters |= {
        "zip": zip,
        "as_read": as_read,
        "whole": whole,
        "typed": typed,
        "slug": slug,
    }
    script = text_of("report.js")
    with speaking(page.language):
        return templates.get_template("report.html.jinja").render(
            page=page,
            day=day_told(page.date),
            counts=counts_of(page),
            lights=LIGHTS,
            inline=inline,
            say=say,
            count=count,
            word=word,
            style=text_of("report.css"),
            script=script,
            policy=policy(script),
            words={text: word(text) for text in SCRIPT},
        )


def slug(verdict: str) -> str:
    """A verdict as the name of a style."""
    return re.sub(r"\W+", "-", verdict)


def whole(text: str) -> Markup:
    """Prose in which no option of a command ends a line at its hyphen."""
    parts = OPTION.split(text)
    return Markup("").join(
        _unbroken(part) if k % 2 else escape(part) for k, part in enumerate(parts)
    )


def typed(text: str) -> Markup:
    """Commands, whose lines end between words; what is longer than a line may break."""
    words = re.split(r"(\s+)", text)
    return Markup("").join(
        _unbroken(word) if word.strip() and len(word) < LONG else escape(word) for word in words
    )


def _unbroken(text: str) -> Markup:
    return Markup('<span class="whole">{}</span>').format(text)


def policy(script: str) -> str:
    """What a browser is to let the page do: run its own script, and ask nobody for anything.

    Charts have styles at their marks, and are pictures while they are made into PNGs.
    """
    known = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    ours = f"script-src 'sha256-{known}'; style-src 'unsafe-inline'; img-src data:"
    return f"default-src 'none'; {ours}; base-uri 'none'; form-action 'none'"


def inline(figure: Figure, is_narrow: bool = False) -> Markup:
    """A chart as part of the page: its own names, the page's inks, words for screen readers."""
    drawing, anchor = figure.drawing, f"{figure.anchor}{'-narrow' * is_narrow}"
    svg = drawing.narrow if is_narrow else drawing.svg
    svg = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>", "", svg, flags=re.DOTALL)
    svg = slim(svg)
    svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{anchor}-", svg)
    svg = svg.replace("xlink:href", "href")
    svg = re.sub(r"font-family:'DejaVu Sans'[^;\"]*;?", "", svg)  # the page has its own
    for colour, ink in INKS.items():
        svg = svg.replace(colour, ink)
    box = re.search(r'viewBox="[^"]*"', svg)
    assert box is not None
    opening = f'<svg {box.group()} role="img" aria-label="{escape(drawing.alt)}">'
    return Markup(re.sub(r"<svg[^>]*>", lambda _: opening, svg, count=1))

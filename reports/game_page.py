"""A game as one HTML file: the table after every move, to be stepped through without a server."""

import json

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from analyses.experiments.film import Film
from reports.html import policy
from reports.look import NAMED, STEPS
from reports.pieces import TEMPLATES, text_of


def render_game(film: Film) -> str:
    """The page; all that it shows is data in it, never markup."""
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    script = text_of("table.js") + text_of("game.js") + Markup(BEGIN)
    return templates.get_template("game.html.jinja").render(
        film=film,
        data=as_data({**film.as_json(), **LOOK}),
        style=_style(),
        script=script,
        policy=policy(script),
    )


def _style() -> str:
    """Inks and letters of reports, then what draws tables."""
    inks = text_of("report.css").split("\n\nnav", 1)[0]
    return Markup("\n").join([inks, text_of("table.css"), text_of("game.css")])


BEGIN = 'FILM(JSON.parse(document.getElementById("film").textContent));\n'
LOOK = {"colours": NAMED, "hues": STEPS}  # what drawings of tables are handed


def as_data(values: object) -> Markup:
    """JSON within a page: no text of it can end the element that it stands in."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("\u2028", " ").replace("\u2029", " "))

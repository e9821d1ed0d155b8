"""A game as one HTML file: the table after every move, to be stepped through without a server."""

import json
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from analyses.experiments.film import Film
from analyses.language import say, spoken, word
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
        data=as_data({**film.as_json(), **look_of_tables(), "words": _words()}),
        language=spoken().code,
        say=say,
        style=_style(),
        script=script,
        policy=policy(script),
    )


def _style() -> str:
    """Inks and letters of reports, then what draws tables."""
    inks = text_of("report.css").split("\n\nnav", 1)[0]
    return Markup("\n").join([inks, text_of("table.css"), text_of("game.css")])


BEGIN = 'FILM(JSON.parse(document.getElementById("film").textContent));\n'


def _words() -> dict[str, str]:
    """What the scripts say; numbers take the place of fields there."""
    return {
        "start": say("Before the first move"), "which": word("{at} of {last}"),
        "mover": word("seat {seat}"), "stands": word("seat {seat} on {space}"),
        "standings": say("Standings after every move"), "points": say("points"),
        "cards": say("cards"), "none": say("none"), "hidden": say("hidden"),
        "table": say("the table"),
    }  # fmt: skip


def look_of_tables() -> dict[str, Any]:
    """What drawings of tables are handed; colours by their names in the reader's language too."""
    named = {word(name): colour for name, colour in NAMED.items()}
    return {"colours": {**NAMED, **named}, "hues": STEPS, "spoken": _spoken_of_tables()}


def _spoken_of_tables() -> dict[str, str]:
    """What is told of a drawing to those who hear it, or point at a part of it."""
    return {
        "named": word("{name}: {words}"),
        "map": word("{n} places; the lists next to it name what lies there"),
        "held": word("held by {who}"), "token": word("a token of {who}"),
        "goal": word("a common goal"),
    }  # fmt: skip


def as_data(values: object) -> Markup:
    """JSON within a page: no text of it can end the element that it stands in."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("\u2028", " ").replace("\u2029", " "))

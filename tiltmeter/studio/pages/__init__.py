"""The pages, one module each: its routes (`ROUTES`) and its place among the others (`PAGE`)."""

from starlette.routing import Route

from tiltmeter.studio.pages import opening, play, reports, roles, table, turn, watch
from tiltmeter.studio.pages.page import Page

MODULES = (table, play, watch, roles, turn, reports, opening)  # in the order of the menu
PAGES: list[Page] = [one.PAGE for one in MODULES if one.PAGE is not None]


def routes() -> list[Route]:
    return [route for one in MODULES for route in one.ROUTES]

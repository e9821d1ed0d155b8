"""The pictures of docs/studio.md: `python tests/studio_pictures.py` draws them by a real studio."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from browser import CHROMIUM
from playwright.sync_api import sync_playwright
from test_studio_server import PATIENCE, Studio

PLACE = Path(__file__).parents[1] / "docs" / "studio"
SHOWN = {
    "table": "/?game=archeos&players=4&set=setup.tracks%3DB",
    "turn": "/turn?game=lost_cities&path=bridges.bonus&version=bridges.bonus%3D41",
}


def draw(folder):
    studio = Studio(folder)
    base = studio.address.partition("/?")[0]
    try:
        with sync_playwright() as driver:
            chromium = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            tab = chromium.new_page(viewport={"width": 1100, "height": 860})
            tab.goto(studio.address)
            for name, path in SHOWN.items():
                tab.goto(base + path)
                if name == "turn":
                    settled = "#turn[data-state=settled]"
                    tab.locator(settled).wait_for(timeout=5 * PATIENCE * 1000)
                PLACE.mkdir(exist_ok=True)
                tab.screenshot(path=PLACE / f"{name}.png")
            chromium.close()
    finally:
        studio.end()


if __name__ == "__main__":
    with TemporaryDirectory() as place:
        draw(Path(place))
    sys.exit(0)

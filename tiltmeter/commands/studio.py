"""`tiltmeter studio`: the toolkit's work in the browser, on this machine."""

import webbrowser
from pathlib import Path

import click

from tiltmeter import options


@click.command()
@options.title_or_all
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=".",
    help="Keep everything here, and read nothing from elsewhere; default: where you stand.",
)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Default: any free one.")
@click.option("--no-browser", is_flag=True, help="Print the address, and open no browser.")
@options.language
def studio(title: str | None, folder: Path, port: int, no_browser: bool, language: str) -> None:
    """Work with a game in your browser, on this machine only.

    Set the table, choose roles, turn a number and see who wins now, write a report. The address
    that is printed holds a key: whoever has it can use your studio. Ctrl-C ends it; the games that
    were played are kept.

    \b
    tiltmeter studio
    tiltmeter studio my_game.py
    """
    from analyses.language import must_be_language
    from simulator.results import must_take
    from tiltmeter.studio.beginning import serve
    from tiltmeter.studio.door import must_have_packages, opened

    must_be_language(language)
    must_take(folder)
    must_have_packages()
    folder.mkdir(parents=True, exist_ok=True)
    door = opened(port)
    with door.listening:
        click.echo(f"The studio is open at {door.address}\nCtrl-C ends it; all games are kept.")
        if not no_browser:
            webbrowser.open(door.address)
        serve(door, folder, _as_typed(title, folder) if title else "", language)


def _as_typed(title: str, folder: Path) -> str:
    """A game of one's own by where it lies, which other processes can find."""
    from simulator.titles import place_of

    place = place_of(title)
    is_inside = place and Path(place).parent == folder.resolve()
    return Path(place).name if is_inside else place or title

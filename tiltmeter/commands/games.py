"""`tiltmeter games`: the games, and what can be changed in one."""

import click

from tiltmeter import options
from tiltmeter.workshop import Workshop


@click.command()
@options.title_or_all
@options.as_json
def games(title: str | None, as_json: bool) -> None:
    """List the games, or what one game lets you change.

    With GAME: its numbers of players, setups and parameters, and the source of each value.
    """
    from simulator.titles import party_of

    shop = Workshop()
    shown = [shop.title(title)] if title else shop.titles()
    if as_json:
        from reports.titles import described

        found = [described(one) for one in shown]
        options.echo_json(found[0] if title else found)
    elif title:
        from reports.titles import print_title

        print_title(shown[0])
    else:
        for one in shown:
            span = f"{one.players[0]}-{one.players[-1]} {party_of(one.name)}s"
            click.echo(f"{one.name:14}{span}  {one.full_name}")
        click.echo("\ntiltmeter games GAME shows what can be set up and changed.")

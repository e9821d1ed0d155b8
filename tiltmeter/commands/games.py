"""`tiltmeter games`: the titles, and what can be changed in one."""

import click

from tiltmeter import options
from tiltmeter.workshop import Workshop


@click.command()
@options.title_or_all
@options.as_json
def games(title: str | None, as_json: bool) -> None:
    """The titles; one title's players, setup options, components and where they come from."""
    from reports.titles import described, print_title
    from simulator.titles import party_of

    shop = Workshop()
    shown = [shop.title(title)] if title else shop.titles()
    if as_json:
        found = [described(one) for one in shown]
        options.echo_json(found[0] if title else found)
    elif title:
        print_title(shown[0])
    else:
        for one in shown:
            span = f"{one.players[0]}-{one.players[-1]} {party_of(one.name)}s"
            click.echo(f"{one.name:14}{span}  {one.full_name}")
        click.echo("\ntiltmeter games TITLE shows what can be set up and changed.")

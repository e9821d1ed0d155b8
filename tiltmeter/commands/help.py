"""`tiltmeter help`: the same as --help, for those who type it as a word."""

import click


@click.command("help")
@click.argument("command", metavar="[COMMAND]", required=False)
@click.pass_context
def help_(context: click.Context, command: str | None) -> None:
    """Show all commands, or the help of one."""
    door = context.parent
    assert door is not None
    if command is None:
        click.echo(door.get_help())
        return
    asked = door.command.get_command(door, command)  # type: ignore[attr-defined]
    with click.Context(asked, parent=door, info_name=command) as inside:
        click.echo(asked.get_help(inside))

"""`tiltmeter completion`: lets a shell complete commands, games, parameters and bots."""

import click
from click.shell_completion import get_completion_class

from tiltmeter import options

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", metavar="SHELL")
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a completion script for bash, zsh or fish.

    The Tab key then completes commands, games, parameters and bots.

    \b
    eval "$(tiltmeter completion bash)"      in ~/.bashrc
    eval "$(tiltmeter completion zsh)"       in ~/.zshrc
    tiltmeter completion fish | source       in config.fish
    """
    from simulator.errors import unknown

    if shell not in SHELLS:
        raise unknown("shell", shell, SHELLS)
    made = get_completion_class(shell)
    assert made is not None
    assert context.parent is not None
    click.echo(made(context.parent.command, {}, options.PROGRAM, options.COMPLETE).source())

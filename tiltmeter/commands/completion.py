"""`tiltmeter completion`: what a shell needs to complete commands, titles, paths and strategies."""

import click
from click.shell_completion import get_completion_class

from tiltmeter import options

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell")
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """A script for a SHELL: bash, zsh or fish.

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

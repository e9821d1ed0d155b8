"""The command line's front door: one file per command, and one way to tell a mistake."""

import gc
import logging
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from typing import Any

import click

from simulator.doors import by_flags
from simulator.errors import UserError
from simulator.interrupts import as_ctrl_c
from tiltmeter import options
from tiltmeter.commands.advise import advise
from tiltmeter.commands.analyse import analyse
from tiltmeter.commands.bench import bench
from tiltmeter.commands.check import check
from tiltmeter.commands.coach import coach
from tiltmeter.commands.compare import compare
from tiltmeter.commands.completion import completion
from tiltmeter.commands.cover import cover
from tiltmeter.commands.exploit import exploit
from tiltmeter.commands.games import games
from tiltmeter.commands.help import help_
from tiltmeter.commands.ladder import ladder
from tiltmeter.commands.learn import learn
from tiltmeter.commands.new import new
from tiltmeter.commands.plan import plan
from tiltmeter.commands.play import play
from tiltmeter.commands.playtest import playtest
from tiltmeter.commands.report import report
from tiltmeter.commands.simulate import simulate
from tiltmeter.commands.strategies import strategies
from tiltmeter.commands.studio import studio
from tiltmeter.commands.study import study
from tiltmeter.commands.sweep import sweep
from tiltmeter.commands.tune import tune
from tiltmeter.commands.verify import verify

# Its threads wait for each other longer than they work, on matrices as small as ours. Read by NumPy
# when it is imported, by a command.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
SELDOM = 50_000  # new objects between two looks for garbage, an eighth of the time of compiling


class Remarks(logging.Handler):
    """Writes what is logged beside the result."""

    def emit(self, record: logging.LogRecord) -> None:
        click.echo(self.format(record), err=True)


@contextmanager
def remarks() -> Iterator[None]:
    """As long as a command runs; --quiet lets fewer of them through."""
    log, handler = logging.getLogger("tiltmeter"), Remarks()
    before = log.level, log.propagate
    log.setLevel(logging.INFO)
    log.propagate = False
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(before[0])  # not by hand: it remembers what was let through
        log.propagate = before[1]


@contextmanager
def past_click() -> Iterator[None]:
    """Who reads no further, as `head`, is no error: by its number click would exit with 1, which
    is a verdict of ours.
    """
    try:
        yield
    except BrokenPipeError:
        raise BrokenPipeError from None


class Cli(click.Group):
    """Tells a user's mistake in one sentence and exits with 2.

    Who is stopped by a signal, or by a closed pipe, exits as shells say it: 128 and its number.
    """

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        command = super().get_command(context, name)
        if command is None:
            raise self._no_command(name)
        return command

    def _no_command(self, name: str) -> UserError:
        """Many type the name of a question or a metric that they read in a report."""
        from analyses.lab.metrics import METRICS
        from analyses.questions import QUESTIONS
        from analyses.renamed import RENAMED, not_found

        name = RENAMED.get(name, name)
        if name in QUESTIONS:
            told = f"'{name}' is a question, not a command"
            return UserError(f"{told}: tiltmeter analyse RUN --only {name}.")
        if name in METRICS:
            told = f"'{name}' is a metric, not a command"
            return UserError(f"{told}: tiltmeter sweep GAME PATH=VALUE,... --only {name}.")
        return not_found("command", name, self.commands)

    def resolve_command(
        self, context: click.Context, words: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(context, words)
        if command is not None and not context.resilient_parsing:
            options.must_be_said_once(context, command, rest)
        return name, command, rest

    def list_commands(self, context: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """In groups, each with its whole first sentence."""
        for heading, commands in GROUPS.items():
            with formatter.section(heading):
                rows = [(str(one.name), options.first_sentence(one.help or "")) for one in commands]
                formatter.write_dl([(f"{name:10}", told) for name, told in rows])

    def make_context(
        self, info_name: str | None, args: list[str], *more: Any, **extra: Any
    ) -> click.Context:
        """Remembers what was typed, for a report that says how to repeat it."""
        options.must_be_text(args)
        args = options.by_new_names(args, is_told=not extra.get("resilient_parsing"))
        typed = list(args)
        with past_click():
            context = super().make_context(info_name, args, *more, **extra)
        context.meta[options.TYPED] = typed
        return context

    def invoke(self, context: click.Context) -> Any:
        with past_click():
            return super().invoke(context)

    def main(self, *arguments: Any, **extra: Any) -> Any:
        gc.set_threshold(SELDOM)
        with as_ctrl_c() as came:
            self._main(came, *arguments, **extra)

    def _main(self, came: Sequence[int], *arguments: Any, **extra: Any) -> None:
        try:
            with remarks(), by_flags():
                ours = {"standalone_mode": False, "complete_var": options.COMPLETE}
                result = super().main(*arguments, **(extra | ours))
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(2)
        except (UserError, click.ClickException) as error:
            click.echo(f"error: {_mistake(error)}", err=True)
            sys.exit(2)
        except (KeyboardInterrupt, click.Abort) as error:
            with suppress(OSError):  # of a terminal that was closed
                click.echo(_stopped(error), err=True)
            sys.exit(128 + (came[0] if came else signal.SIGINT))
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(141)
        except MemoryError:
            click.echo("error: There is not enough memory for so much at once.", err=True)
            sys.exit(2)
        except OSError as error:  # whatever the system refuses, and nobody could say better
            place = f"{error.filename}: " if error.filename else ""
            click.echo(f"error: {place}{error.strerror or error}.", err=True)
            sys.exit(2)
        sys.exit(result if isinstance(result, int) else 0)


def _mistake(error: UserError | click.ClickException) -> str:
    """In one sentence; of options only the nearest is offered, though click names several."""
    if not isinstance(error, click.ClickException):
        return str(error)
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        near = get_close_matches(error.option_name, error.possibilities, n=1, cutoff=0)
        return f"No such option '{error.option_name}'. Did you mean '{near[0]}'?"
    return error.format_message()


def _stopped(error: BaseException) -> str:
    """What is kept, if whoever was stopped said so; click hides its reason behind its own."""
    return str(error.__cause__ or error) or "Stopped."


HELP = {"help_option_names": ["-h", "--help"]}


@click.group(cls=Cli, context_settings={**HELP, "max_content_width": 100})
@click.version_option(package_name="tiltmeter", message="tiltmeter %(version)s")
def main() -> None:
    """Play a board game thousands of times and report what is unbalanced.

    \b
    tiltmeter report archeos --quick         what is unbalanced?
    tiltmeter play lost_cities --explain     how does a game play out?
    tiltmeter help compare                   how is a command used?
    """


GROUPS = {
    "Start": (new, verify, cover, play, studio, games),
    "Balance": (report, compare, sweep, advise, check, study, playtest, plan),
    "Bots": (strategies, coach, learn, tune, exploit, ladder),
    "Data": (simulate, analyse),
    "Other": (bench, completion, help_),
}
for group in GROUPS.values():
    for command in group:
        command.context_settings.update(HELP)  # also where one is called without the program
        main.add_command(command)

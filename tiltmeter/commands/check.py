"""`tiltmeter check`: does a game keep its balance budget?"""

from pathlib import Path
from typing import Any

import click

from tiltmeter import options

EXIT_CODES = {"met": 0, "missed": 1, "inconclusive": 3}  # 2 is a mistake


def _show_example(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from analyses.lab.budget_file import EXAMPLE

        click.echo(EXAMPLE, nl=False)
        context.exit()


@click.command()
@click.argument("file", metavar="BUDGET.TOML", type=options.FILE)
@click.option(
    "--example",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_example,
    help="Print a budget to begin with.",
)
@options.games("Games of each table, instead of the budget's.")
@click.option(
    "--robust",
    is_flag=True,
    help="Grade each band: does it hold under other readings of the box and with other strategies?",
)
@options.by
@click.option("--junit", type=options.FILE_TO_WRITE, help="Write a JUnit file too, for CI servers.")
@options.runs_folder
@options.report
@options.language
@options.engine
@options.output
def check(file: Path, out: Path, report_to: Path | None, junit: Path | None, **words: Any) -> int:
    """Does a game keep its balance budget?

    A budget is a TOML file: a title, the numbers of players, and bands such as

    \b
        [targets]
        turn_order_spread = "<= 5%"
        "win:Doctor" = "20% to 30%"

    They are about gauges, win:NAME among them for one seat or member alone, or about verdicts;
    docs/questions.md lists both.
    Exit code 0: every band holds. 1: something is out. 3: nothing is out, but the games cannot tell
    of all, or a band that holds is unsupported. 2: a mistake. Games once played are found again.
    """
    from analyses.lab.budget_file import read_budget
    from reports.answers import print_checked
    from reports.junit import write_junit

    shop = options.workshop(words, out)
    how = {key: words[key] for key in ("robust", "games", "by", "by_games")}
    budget = read_budget(file, how.pop("games"))
    options.speak(shop, words, budget.title)
    found = shop.check(budget, **how)
    if words["as_json"]:
        options.echo_json(found.as_json())
    else:
        print_checked(found, tables=not words["quiet"])
    options.write_report(shop, found, report_to)
    if junit:
        write_junit(found.checked, found.budget.title, junit)
    return EXIT_CODES[found.supported_state]

"""Results of the lab in the terminal: a comparison, a sweep, a study, a checked budget."""

from dataclasses import replace

from rich.markup import escape

from analyses.findings.finding import Finding, begun
from analyses.lab.check.check_run import Checkup
from analyses.lab.compare.compare_levels import LevelComparison
from analyses.lab.compare.compare_run import Comparison
from analyses.lab.compare.differences import SURE
from analyses.lab.players.coach import Blunder, Coached
from analyses.lab.players.review import Reviewed
from analyses.lab.playtest.playtest_run import Playtest
from analyses.lab.search.advise import Advice, Advised
from analyses.lab.search.advise_levels import LevelAdvised
from analyses.lab.search.axes import Axis
from analyses.lab.search.sweep_levels import LevelSweep
from analyses.lab.search.sweep_run import Swept
from analyses.lab.study.study_run import Studied
from analyses.language import say, word, words_of
from reports.console import console
from reports.headlines import compared_told, levels_told, swept_told, table_told
from reports.terminal import print_assumed, print_behind, print_findings, spark
from simulator.words import seat_name

SHOWN, LONGEST = 12, 400  # values of an axis in its line; rows of a sweep's table


def print_comparison(found: Comparison, tables: bool) -> None:
    """Of each version who wins, what is better and worse, the questions, then the tables."""
    out = console()
    for one in found.compared:
        for line in one.lines:
            out.print(line, markup=False)
        out.print(f"\n[dim]{escape(compared_told(found))}[/dim]\n")
        if one.answers:
            print_findings(one.answers, tables)
            out.print()
        print_behind(one.top)
    print_assumed(found.findings)


def print_levels_compared(found: LevelComparison, tables: bool) -> None:
    """Whom a change helps and harms, then level by level."""
    out = console()
    for line in found.lines:
        out.print(line, markup=False)
    out.print(f"\n{levels_told(found)}", style="dim", markup=False)
    if tables:
        print_behind(found.finding, None)


def print_level_sweep(found: LevelSweep, tables: bool) -> None:
    """Which values suit every level, or how levels differ."""
    out = console()
    for line in found.lines:
        out.print(line, markup=False)
    if tables:
        print_behind(found.finding, LONGEST)


def print_level_advice(found: LevelAdvised) -> None:
    """The change that suits every level, then what each would have alone."""
    out = console()
    first, *others = found.lines
    out.print(first, markup=False, style="bold")
    for line in others:
        out.print(line, markup=False)


def print_advice(found: Advised, tables: bool) -> None:
    """What to change, why, and each change with its effects and the command that shows it."""
    out, one = console(), found.experiment
    out.print(found.answer, markup=False, style="bold")
    for line in found.more:
        out.print(line, markup=False)
    for k, advice in enumerate(found.advice, 1):
        _print_advice(k, advice)
    if found.elsewhere:
        out.print(f"\n{found.elsewhere}", markup=False, soft_wrap=True)
    out.print()
    behind = replace(found.finding, verdict="")  # what is inconclusive was said
    print_behind(behind if tables else replace(behind, tables=()))
    told = say(
        "{table!s} of each confirmed change, seeds {first} to {last}.",
        table=table_told(one.title.name, one.players, one.games),
        first=one.seed,
        last=one.seed + 2,
    )
    out.print(told, markup=False, style="dim")
    print_assumed([found.finding])


def _print_advice(k: int, advice: Advice) -> None:
    out = console()
    told = say("{change!s}: {does!s}", change=advice.name, does=advice.state)
    out.print(f"\n{k}. {told}", markup=False)
    for line in (*advice.told, advice.retuned.told, advice.side_effects, advice.marked):
        if line:
            out.print(f"   {line}", markup=False)
    out.print(f"   {advice.command}", markup=False, soft_wrap=True)
    if advice.goes_on:
        out.print(f"   {advice.goes_on}", markup=False, soft_wrap=True)


def print_sweep(found: Swept, tables: bool) -> None:
    """The answer, then a line and, if wanted, a table for every curve."""
    out = console()
    out.print(found.top.sentence, markup=False)
    out.print(f"\n[dim]{escape(swept_told(found))}[/dim]")
    for axis in found.axes:
        out.print(f"[dim]  {escape(axis.path)}: {escape(_values(axis))}[/dim]")
    out.print()
    print_behind(found.top, LONGEST)
    for finding in found.curves:
        if tables or _is_moving(finding) or finding.name in found.asked:
            shapes = " ".join(spark(finding.table, axis.path) for axis in found.axes)
            out.print(f"{shapes}  {finding.sentence}", markup=False)
        if tables:
            print_behind(finding, LONGEST)
            out.print()
    print_assumed(found.findings)


def print_playtest(found: Playtest) -> None:
    """How real tables compare with simulated ones, then every table; then where people stand."""
    for one in (found.finding, found.skill):
        if one is not None:
            console().print(f"{one.sentence}\n", markup=False)
            print_behind(one, longest=None)


def print_checked(found: Checkup, tables: bool) -> None:
    """Which targets are missed, then all of them, then how robust that is."""
    out = console()
    for line in found.lines:
        out.print(line, markup=False)
    if tables:
        out.print()
        print_behind(found.finding, None)
    print_findings(found.grades, tables=tables, longest=None)


def print_coached(found: Coached, tables: bool) -> None:
    """Where it gives away most, then the worst positions."""
    out, top = console(), found.finding
    out.print(f"{top.sentence}\n", markup=False)
    print_behind(top if tables else replace(top, tables=top.tables[:1]))
    out.print(f"{found.experiment.title}: {found.sample}.", markup=False, style="dim")
    if found.worst:
        out.print(f"\n{say('The worst positions')}", style="bold")
    for k, one in enumerate(found.worst, 1):
        _print_blunder(k, one)
    if not tables and len(top.tables) > 1:
        keys = words_of(table.key for table in top.tables[1:])
        told = say("--tables shows more tables, by {keys!s}.", keys=keys)
        out.print(f"\n{told}", markup=False)


def print_reviewed(found: Reviewed) -> None:
    """What people gave away, then the moves that cost most."""
    out = console()
    for sentence in found.sentences:
        out.print(sentence, markup=False)
    sample = say(
        "{rollouts:,} rollouts of each choice, by the bot {bot!s}", rollouts=found.rollouts,
        bot=found.bot,
    )  # fmt: skip
    out.print(f"{sample}.", markup=False, style="dim")
    for k, one in enumerate(found.worst, 1):
        _print_blunder(k, one)


def _print_blunder(k: int, one: Blunder) -> None:
    out = console()
    out.print(f"\n{k}. {one.heading}", markup=False)
    for line in one.position.split("\n"):
        out.print(f"   {line}", markup=False, style="dim", soft_wrap=True)
    did = say("{name!s}: {who!s}", name=seat_name(one.seat), who=one.did)
    out.print(f"   {did}", markup=False, soft_wrap=True)
    better = say("better by {cost!s}: {move!s}", cost=one.cost, move=one.better)
    out.print(f"   {better}", markup=False, soft_wrap=True)
    out.print(f"   {one.command}", markup=False, soft_wrap=True)


def print_study(done: Studied, tables: bool) -> None:
    """What was asked, then each response, then tables; that of all combinations is for --json."""
    out = console()
    out.print(done.headline, markup=False, style="bold")
    for finding in done.findings:
        name = begun(word(finding.name.replace("_", " ")))
        out.print(f"\n[bold]{escape(name)}:[/bold] {escape(finding.sentence)}")
    shown = [finding for finding in done.findings if tables or finding.name == done.main.name]
    print_findings([replace(one, tables=one.tables[:-1], claim="", details=()) for one in shown])
    if not tables:
        out.print(say("--tables shows the tables of every metric, --json all combinations."))
    print_assumed(done.findings)


def _values(axis: Axis) -> str:
    marked = [f"{word} (base)" if k == axis.at else word for k, word in enumerate(axis.words)]
    if len(marked) <= SHOWN:
        return ", ".join(marked)
    first, last = axis.words[0], axis.words[-1]
    return say("{first!s} to {last!s}, {n:,} values", first=first, last=last, n=len(marked))


def _is_moving(finding: Finding) -> bool:
    return bool((finding.table["q"] < SURE).any())

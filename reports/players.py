"""Tuned, exploited and compared bots in the terminal."""

from collections.abc import Sequence

from analyses.experiments.experiment import players_told
from analyses.findings.finding import number_range, percent
from analyses.lab.players.calibrate import Calibrated
from analyses.lab.players.exploit import Exploited, Tried
from analyses.lab.players.ladder import Ladder, Rung, bot_told, elo_told
from analyses.lab.players.learn import Learned
from analyses.lab.players.tune import Tuned
from analyses.language import figure, say, word
from analyses.statistics.estimate import Estimate, Quantity, in_figures
from reports.console import console
from reports.model import grid_of_texts
from reports.terminal import print_grid
from simulator.titles import load_title


def print_tuned(found: Sequence[Tuned]) -> None:
    """What the match at the end shows, and the weights, where they moved."""
    out = console()
    for one in found:
        out.print(one.sentence, markup=False)
        out.print(f"  {one.after}", markup=False, soft_wrap=True)


def print_learned(found: Sequence[Learned], file: str) -> None:
    """How strong each bot is, at every pace, and how it is seated."""
    out = console()
    for one in found:
        out.print(one.sentence, markup=False)
        headings = ("copies", *next(iter(one.shown.values())).by.columns)
        rows = ((str(copies), *duel.by.row(duel)) for copies, duel in one.shown.items())
        print_grid(grid_of_texts(headings, rows))
        if one.as_base:
            out.print(one.as_base, markup=False)
    out.print(say("Use it with -s learned:net={file!s}", file=file), markup=False)


def print_exploited(found: Exploited, tables: bool) -> None:
    """What beats it; as a table all that was confirmed, or all that was tried."""
    out = console()
    first, *others = found.sentences
    out.print(first, markup=False, style="bold")
    for sentence in others:
        out.print(sentence, markup=False)
    told = (*found.confirmed, *_dropped(found)) if tables else found.confirmed
    rows = ((one.change.told, *found.by.row(one.shown), _clearly_better(one)) for one in told)
    print_grid(grid_of_texts(("change", *found.by.columns, "clearly better"), rows))
    if found.climbed:
        command = say("All weights re-tuned: {bot!s}", bot=str(found.climbed.change.seat))
        out.print(command, markup=False, soft_wrap=True)


def _clearly_better(one: Tried) -> str:
    """On fresh shuffles; what was far behind before is not tested again."""
    if not one.is_confirmed:
        return word("not re-tested")
    return word("yes" if one.shown.is_better else "no")


def _dropped(found: Exploited) -> list[Tried]:
    return [one for one in found.single if not one.is_confirmed]


def print_ladder(found: Ladder) -> None:
    """Who is strongest, a row per bot, then what each doubling of a search gains."""
    out, by = console(), found.by
    out.print(found.sentence, markup=False, style="bold")
    where = say(
        "{title!s}, {players}, seed {seed}: {seated!s}.",
        title=found.title,
        players=players_told(load_title(found.title), found.players),
        seed=found.seed,
        seated=by.tables(found.base, found.even),
    )
    out.print(where, markup=False)
    rating = ("Elo", "95% CI") if by.has_rivals else ()
    headings = ("bot", by.columns[0], "95% CI", *rating, "shuffles")
    print_grid(grid_of_texts(headings, (_row(found, rung) for rung in found.rungs)))
    for rung in found.rungs:
        if rung.gains is not None:
            out.print(_gained(found, bot_told(rung.strategy), rung.gains), markup=False)


def print_levels(found: Calibrated) -> None:
    """Which levels there are, and how strong each was found to be."""
    console().print(found.sentence, markup=False, style="bold")
    headings = ("level", "bot", "decisions", "Elo", "95% CI", "above the level below", "games")
    rows = []
    for one in found.levels:
        step = found.steps.get(one.level)
        elo = figure(one.elo, ".0f"), number_range(one.low, one.high, ".0f")
        above = "" if step is None else elo_told(step)[0]
        told = str(one.level), found.bot_told(one), percent(one.share)
        rows.append((*told, *elo, above, figure(one.games, ",")))
    print_grid(grid_of_texts(headings, rows))


def _gained(found: Ladder, bot: str, gains: Estimate) -> str:
    """A search that never came out otherwise is not clearly as good."""
    if gains.error == gains.value == 0:
        told = "{bot!s} came out as the search before it in all of {n:,} shuffles."
        return say(told, bot=bot, n=gains.deals)
    value, low, high = in_figures(gains)
    reached = found.by.reached(f"{found.by.figure(value)} ({found.by.ends(low, high)})")
    return say("{bot!s} {does!s} more than the search before it.", bot=bot, does=reached)


def _row(found: Ladder, rung: Rung) -> list[str]:
    value, low, high = in_figures(found.reached(rung))
    if not rung.deals:
        return [rung.strategy, found.by.figure(value), word("by design"), "0", "", ""]
    return [
        rung.strategy,
        found.by.figure(value),
        found.by.ends(low, high),
        *(_rating(found.rated(rung)) if found.by.has_rivals else []),
        figure(rung.deals, ","),
    ]


def _rating(rated: Quantity) -> list[str]:
    value, ends = elo_told(rated)
    return [value, ends.strip("()")]

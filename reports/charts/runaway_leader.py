"""Does a leader run away: how often the leader wins, by time and by lead."""

from typing import Any

import polars as pl

from analyses.findings.finding import Finding, number_range
from analyses.language import figure, say
from reports.canvas import Canvas, Drawing
from reports.charts.shapes import Found, panels, percent_axis, tile, told
from reports.look import FAINT, HUES, INK, Look

TIMES = (0.1, 0.3, 0.5, 0.7, 0.9)  # of a game: those named along an axis


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    made = (_by_time(found), _by_lead(found))
    return [drawing for drawing in made if drawing]


def _by_time(found: Found) -> Drawing:
    canvas = panels(found, 1.5)
    for finding in canvas.over(found):
        _draw_time(canvas, finding)
        _mark_race(canvas, finding)
    axes = next(iter(canvas.panels.values()))
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.04)
    percent_axis(axes.xaxis)
    percent_axis(axes.yaxis)
    axes.set_ylabel(say("the leader wins"))
    return canvas.drawing(
        say(
            "How often the leader wins, by how far the game is. Dashed: {most:.0%} and"
            " {nearly:.0%}. Diamond: the leader at halfway under the no-snowball baseline",
            most=0.8,
            nearly=0.95,
        ),
        say(
            "Line chart. {told}.",
            told=say("; ").join((_half_way(words, one) for words, one in found.items())),
        ),
    )


def _draw_time(canvas: Canvas, finding: Finding) -> None:
    frame = finding.frame("by_time").filter(pl.col("estimate").is_not_nan())
    axes = canvas.axes
    x, y = frame["progress"], frame["estimate"]
    axes.fill_between(x, frame["low"], frame["high"], color=HUES[0], alpha=0.2, lw=0)
    axes.plot(x, y, color=HUES[0])
    for row in frame.iter_rows(named=True):
        (dot,) = axes.plot(row["progress"], row["estimate"], "o", color=HUES[0], ms=4, mec=INK)
        dot.set_markeredgewidth(0.5)
        share = told(row["estimate"], row["low"], row["high"], is_share=True)
        canvas.tip(
            dot,
            say(
                "After {progress:.0%} of the game the leader wins {share}",
                progress=row["progress"],
                share=share,
            ),
        )
    for mark in (0.8, 0.95):
        axes.axhline(mark, color=FAINT, lw=0.8, ls=(0, (3, 2)))
    axes.grid(axis="y")
    axes.set_xlabel(say("of the game played"))


def _mark_race(canvas: Canvas, finding: Finding) -> None:
    """What the leader at halfway would win if the rest were decided anew."""
    race, times = finding.frame("race")["estimate"][1], finding.frame("by_time")["progress"]
    (mark,) = canvas.axes.plot(
        times.filter(times >= 0.5).min(), race, "D", color=HUES[1], ms=5, mec=INK
    )
    canvas.tip(mark, say("Halfway, no-snowball baseline: {race:.1%}", race=race))


def _half_way(words: str, finding: Finding) -> str:
    half, race = finding.frame("race")["estimate"][:2]
    with_words = say("{players}: ", players=words) if words else ""
    if half != half:
        return say("{where}nobody leads at halfway", where=with_words)
    return say(
        "{where}the leader at halfway wins {half:.0%}, the no-snowball baseline is {race:.0%}",
        where=with_words,
        half=half,
        race=race,
    )


def _tile(canvas: Canvas, progress: float, k: int, row: dict) -> None:
    """One lead at one time: how often it wins."""
    lead = say("{range} points", range=number_range(row["lead from"], row["to"], ".0f"))
    share = told(row["estimate"], row["low"], row["high"], is_share=True)
    tip = say(
        "After {progress:.0%} with a lead of {lead}: the leader wins {share}",
        progress=progress,
        lead=lead,
        share=share,
    )
    ink = tile(canvas, (progress - 0.05, k), (0.1, 1), row["estimate"], tip)
    centred: Any = {"color": ink, "ha": "center", "va": "center"}
    canvas.axes.text(progress, k + 0.5, f"{100 * row['estimate']:.0f}", fontsize=6, **centred)


def _by_lead(found: Found) -> Drawing | None:
    """Nothing of games in which nobody ever leads."""
    led = {words: _led(finding) for words, finding in found.items()}
    shown = {words: frame for words, frame in led.items() if len(frame)}
    if not shown:
        return None
    canvas = panels(shown, 1.35)
    top = 0
    for frame in canvas.over(shown):
        for (progress,), rows in frame.group_by("progress", maintain_order=True):
            for k, row in enumerate(rows.iter_rows(named=True)):
                _tile(canvas, progress, k, row)
            top = max(top, len(rows))
        canvas.axes.spines[:].set_visible(False)
        canvas.axes.tick_params(length=0)
        canvas.axes.set_xlabel(say("of the game played"))
    axes = next(iter(canvas.panels.values()))
    axes.set_xlim(0.04, 0.96)
    axes.set_ylim(0, top)
    axes.set_yticks([])
    axes.set_xticks(TIMES, [figure(step, ".0%") for step in TIMES])
    axes.set_ylabel(say("small lead → large"))
    return canvas.drawing(
        say(
            "Win rate of the leader in percent, by how far the game is and by the size of the lead"
            " among all leads at that time"
        ),
        say(
            "Heat map of the leader's wins in {n} panels; all figures stand in the tables.",
            n=len(shown),
        ),
    )


def _led(finding: Finding) -> pl.DataFrame:
    return finding.frame("by_lead").filter(pl.col("estimate").is_not_nan())

"""The end of a report: what the verdicts mean in numbers, and how to repeat every figure."""

from collections.abc import Sequence

from analyses.run_folder import RunFolder
from analyses.verdicts import SCALES, with_thresholds
from reports.chapters import Chapter
from reports.commands import command_of
from reports.model import Cell, Column, Grid, Part, Section
from reports.verdict_page import heading_of


def thresholds_section(run: RunFolder) -> Section:
    """What the verdicts mean, in numbers."""
    scales = with_thresholds(SCALES, run.settings["thresholds"])
    columns = (
        Column("question", False),
        Column("what is measured", False),
        Column("watch from", True),
        Column("tilted from", True),
    )
    rows = tuple(
        (
            Cell(heading_of(name), name),
            Cell(scale.measure, scale.measure),
            Cell(f"{100 * scale.watch:g} %", scale.watch),
            Cell(f"{100 * scale.tilted:g} %", scale.tilted),
        )
        for name, scale in scales.items()
    )
    part = Part(
        anchor="verdicts-scale",
        heading="The scale",
        sentence=(
            "A verdict is given by the whole 95 % interval of the measure: level if it lies below"
            " the first threshold, tilted if above the second, unknown if it spans both."
        ),
        grids=(Grid("verdicts-table-1", "Thresholds", columns, rows),),
        notes=("An experiment file may override each threshold.",),
    )
    return Section("verdicts", "What the verdicts mean", "From which number on?", (part,))


def repeat_section(chapters: Sequence[Chapter]) -> Section:
    """Everything needed to get the same numbers again."""
    parts = []
    for chapter in chapters:
        runs = chapter.runs
        parts.append(
            Part(
                anchor=f"repeat-{chapter.players}",
                heading=chapter.name,
                sentence=f"{chapter.games:,} games; each command plays one run again,"
                " bit for bit the same.",
                code=tuple(command_of(run) for run in (*runs, *chapter.switched.values())),
                grids=(_provenance(chapter, f"repeat-{chapter.players}-table-1"),),
            )
        )
    return Section(
        "repeat", "How to repeat every number", "Which command, seed, versions?", tuple(parts)
    )


def _provenance(chapter: Chapter, anchor: str) -> Grid:
    names = [run.path.name for run in chapter.runs]
    columns = (Column("setting", False), *(Column(name, False) for name in names))
    facts: list[tuple[str, list[str]]] = [
        ("games", [f"{run.games_done():,}" for run in chapter.runs]),
        ("line-ups", [f"{len(run.cells):,}" for run in chapter.runs]),
    ]
    for key, words in (
        ("seed", "seed"),
        ("components", "digest of the components"),
        ("rules", "digest of the rules"),
        ("strategy_sources", "digest of the strategies"),
    ):
        facts.append((words, [str(run.settings[key]) for run in chapter.runs]))
    for key in chapter.runs[0].manifest["made_with"]:
        facts.append((key, [str(run.manifest["made_with"].get(key)) for run in chapter.runs]))
    facts.append(("key of the run", [run.manifest["key"] for run in chapter.runs]))
    rows = tuple(
        (Cell(fact, fact), *(Cell(value, value) for value in values)) for fact, values in facts
    )
    return Grid(anchor, "Settings and versions", columns, rows)

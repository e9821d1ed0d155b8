"""The end of a report: what its words mean, and how to repeat every figure."""

from collections.abc import Sequence

from analyses.experiments.run_folder import RunFolder
from analyses.findings.verdicts import Scale
from analyses.lab.players.coach import Coached
from analyses.lab.report.chapters import Chapter
from analyses.lab.study.study import Study
from analyses.language import count, figure, say, spoken, word
from analyses.questions import QUESTIONS, scales
from reports.commands import command_of, command_of_study
from reports.look import LIGHTS
from reports.model import Column, Grid, GridCell, Section, SectionPart
from reports.verdicts import heading_of
from simulator.titles import sides_of

DIGESTS = {
    "seed": "seed",
    "components": "digest of the game values",
    "rules": "digest of the rules",
    "strategy_sources": "digest of the bots",
}


FAIR = "fair share"  # one side has none
GLOSSARY = {
    "win rate": "the games won; a tie counts in parts",
    FAIR: "what everyone would win if nothing made a difference: 25% with four players",
    "percentage points": "the difference of two rates: from 25% to 30% it is five points",
    "95% CI": "the range that contains the true figure in 95 of 100 such samples",
    "clearly": "the whole CI says so, widened for how many things are compared at once",
    "q-value": "of all differences below 0.05, at most one in twenty is chance",
    "same shuffles": "the same cards, dice and setup, so that versions can be compared",
    "bot": "a program that plays; the default bot plays unless a section says otherwise",
}


def words_section(runs: Sequence[RunFolder], asked: Sequence[str]) -> Section:
    """What verdicts of the questions asked mean in numbers, and the few words a reader may not
    know.
    """
    return Section(
        "verdicts",
        say("What the words mean"),
        say("Which words does this report use?"),
        (_glossary(),),
        more=(_scale(runs, asked),),
    )


def _scale(runs: Sequence[RunFolder], asked: Sequence[str]) -> SectionPart:
    columns = (
        Column(say("question"), False),
        Column(say("what is measured"), False),
        Column(say("borderline from"), True),
        Column(say("tilted from"), True),
    )
    settings = runs[0].settings
    sides = sides_of(settings["title"], max(run.settings["players"] for run in runs))
    measured = {name: question.measured_of(sides) for name, question in QUESTIONS.items()}
    rows = tuple(
        (
            GridCell(heading_of(name), name),
            GridCell(say(measured[name]), measured[name]),
            _limit(scale, scale.borderline),
            _limit(scale, scale.tilted),
        )
        for name, scale in scales(settings["thresholds"]).items()
        if name in asked
    )
    return SectionPart(
        anchor="verdicts-scale",
        heading=say("Limits"),
        sentence=(
            say(
                "The whole 95% CI decides. Below the first limit it is balanced, above it"
                " borderline, above the second tilted. A CI that spans a limit is inconclusive. An"
                " experiment file may set other limits."
            )
        ),
        grids=(Grid("verdicts-table-1", say("Limits of each verdict"), columns, rows),),
    )


def _limit(scale: Scale, value: float) -> GridCell:
    """Percentage points have a hundred times the value in their text."""
    return GridCell(scale.written(value), value, is_plain=not scale.in_points)


def _glossary() -> SectionPart:
    """One side has no fair share."""
    lights = {f"{one.sign} {word(name, 'verdict')}": one.meaning for name, one in LIGHTS.items()}
    told = {name: what for name, what in GLOSSARY.items() if name != FAIR or not spoken().is_alone}
    words = _facts_grid("verdicts-table-2", say("Words"), lights | told, ("word", "what it means"))
    return SectionPart(anchor="verdicts-words", heading=say("Words"), grids=(words,))


def repeat_section(chapters: Sequence[Chapter], studies: Sequence[Study] = ()) -> Section:
    """Everything needed to get the same numbers again."""
    runs = [run for one in chapters for run in one.all_runs]
    games = sum(chapter.games for chapter in chapters)
    commands = SectionPart(
        anchor="repeat-commands",
        heading=say("The commands"),
        sentence=say("{games:,} games. Each command repeats one run exactly.", games=games),
        code=("\n".join(filter(None, map(command_of, runs))),),
    )
    facts = [
        SectionPart(
            anchor=f"repeat-{chapter.players}",
            heading=chapter.name,
            grids=(_provenance(chapter, f"repeat-{chapter.players}-table-1"),),
        )
        for chapter in chapters
    ]
    played = [_study_part(study, f"repeat-study-{k}") for k, study in enumerate(studies, 1)]
    return _repeat(played, [commands, *facts])


def command_section(command: str, grids: Sequence[Grid]) -> Section:
    """Of a single command: itself, and what it rested on."""
    sentence = say(
        "The same command gives the same numbers; games already played are not played again."
    )
    return _repeat(
        [
            SectionPart(
                "repeat-command", say("The command"), sentence, code=(command,), grids=tuple(grids)
            )
        ]
    )


def _repeat(parts: Sequence[SectionPart], more: Sequence[SectionPart] = ()) -> Section:
    heading, question = say("How to repeat every number"), say("Which command, seed, versions?")
    return Section("repeat", heading, question, tuple(parts), more=tuple(more))


def _study_part(study: Study, anchor: str) -> SectionPart:
    settings = study.settings
    return SectionPart(
        anchor=anchor,
        heading=count(
            settings["players"],
            "Study of the {factor} with {n} player",
            "Study of the {factor} with {n} players",
            factor=settings["factor"],
        ),
        sentence=say("This command repeats the study exactly."),
        code=(command_of_study(settings),),
        grids=(study_grid(study, f"{anchor}-table-1"),),
    )


def study_grid(study: Study, anchor: str) -> Grid:
    settings, manifest = study.settings, study.folder.manifest
    facts = {
        "combinations": figure(len(study.numbers), ","),
        "games of each": figure(settings["games"], ","),
        **{words: str(settings[key]) for key, words in DIGESTS.items()},
        **{key: str(value) for key, value in manifest["made_with"].items()},
        "key of the study": manifest["key"],
    }
    return _facts_grid(anchor, say("Settings and versions"), facts)


def coach_grid(coached: Coached) -> Grid:
    settings = coached.experiment.settings()
    facts = {
        "sample": coached.sample,
        **{words: str(settings[key]) for key, words in DIGESTS.items()},
        **{key: str(value) for key, value in coached.provenance["made_with"].items()},
    }
    return _facts_grid("repeat-table-1", say("Settings and versions"), facts)


def runs_grids(runs: Sequence[RunFolder], anchor: str) -> tuple[Grid, ...]:
    """A line per run, and the versions that all of them were made with."""
    columns = ("run", "games", "seed", "digest of the game values", "changes")
    once = {run.path: run for run in runs}.values()
    rows = tuple(tuple(GridCell(text, text) for text in _run_facts(run)) for run in once)
    first = runs[0]
    facts = {DIGESTS[key]: str(first.settings[key]) for key in ("rules", "strategy_sources")}
    facts |= {key: str(value) for key, value in first.manifest["made_with"].items()}
    return (
        Grid(
            f"{anchor}-table-1",
            say("Runs"),
            tuple(Column(word(name), False) for name in columns),
            rows,
        ),
        _facts_grid(f"{anchor}-table-2", say("Versions"), facts),
    )


def _run_facts(run: RunFolder) -> tuple[str, ...]:
    settings = run.settings
    changes = [f"{path}={value}" for path, value in settings["changes"].items()]
    numbers = figure(run.games_done(), ","), str(settings["seed"])
    return run.path.name, *numbers, settings["components"], ", ".join(changes) or word("none")


def _facts_grid(
    anchor: str, name: str, facts: dict[str, str], heads: tuple[str, str] = ("setting", "value")
) -> Grid:
    told = ((word(fact), word(value)) for fact, value in facts.items())
    rows = tuple((GridCell(fact, fact), GridCell(value, value)) for fact, value in told)
    return Grid(anchor, name, tuple(Column(word(head), False) for head in heads), rows)


def _provenance(chapter: Chapter, anchor: str) -> Grid:
    names = [run.path.name for run in chapter.runs]
    columns = (Column(say("setting"), False), *(Column(name, False) for name in names))
    facts: list[tuple[str, list[str]]] = [
        ("games", [figure(run.games_done(), ",") for run in chapter.runs]),
        ("line-ups", [figure(len(run.cells), ",") for run in chapter.runs]),
    ]
    for key, words in DIGESTS.items():
        facts.append((words, [str(run.settings[key]) for run in chapter.runs]))
    for key in chapter.runs[0].manifest["made_with"]:
        facts.append((key, [str(run.manifest["made_with"].get(key)) for run in chapter.runs]))
    facts.append(("key of the run", [run.manifest["key"] for run in chapter.runs]))
    rows = tuple(
        (GridCell(word(fact), fact), *(GridCell(value, value) for value in values))
        for fact, values in facts
    )
    return Grid(anchor, say("Settings and versions"), columns, rows)

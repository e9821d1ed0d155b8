"""A study as sections: every response, every combination, every member."""

from collections.abc import Sequence
from dataclasses import replace

from analyses.findings.finding import Finding
from analyses.lab.compare.differences import label
from analyses.lab.study.responses import Asked
from analyses.lab.study.study import Study
from analyses.lab.study.study_run import Studied
from analyses.language import count, say, word
from reports import charts
from reports.explorer import explorer_of, grid_of_all
from reports.look import Look
from reports.members import member_parts
from reports.model import Section, SectionPart, part_of

NO_LOOK = Look(())
EXPLORED = ("all", "predicted")  # tables of combinations, played or not
HELP = (
    "Figures are corrected for luck; ± is the longer side of a 95% CI. In the page, tick boxes to"
    " see the combinations that have all you ticked. ≈: predicted, not played; its interval allows"
    " for what single effects and pairs do not explain."
)


def sections_of_all(studies: Sequence[Studied]) -> list[Section]:
    """Of several studies; two of the same factor are told apart by their numbers."""
    return [
        section
        for k, one in enumerate(studies, 1)
        for section in study_sections(one, f"study-{k}-{one.study.settings['factor']}")
    ]


def study_sections(one: Studied, anchor: str = "") -> list[Section]:
    """What the members do to each response, the main one first, then each member."""
    settings = one.study.settings
    anchor = anchor or f"study-{settings['factor']}"
    factor = word(settings["factor"]).capitalize()
    seats = count(settings["players"], "{n} player", "{n} players")
    found = {finding.name: finding for finding in one.findings}
    main, *others = (found[asked.name] for asked in one.asked)
    rest = (replace(finding, assumed=()) for finding in others)  # it is said once
    return [
        Section(
            anchor,
            say("{factor} with {players}", factor=factor, players=seats),
            say(
                "What does each {member} do to the game, alone and with others?",
                member=settings["member"],
            ),
            (_all(one.study, one.asked, anchor), _response(main, anchor)),
            more=tuple(_response(finding, anchor) for finding in rest),
        ),
        Section(
            f"{anchor}-members",
            say("{factor}, one by one", factor=factor),
            say("What is there to know of a single {member}?", member=settings["member"]),
            more=tuple(member_parts(one.study, one.asked, one.main, anchor)),
        ),
    ]


def _all(study: Study, asked: Sequence[Asked], anchor: str) -> SectionPart:
    explorer = explorer_of(study, asked, anchor)
    return SectionPart(
        anchor=f"{anchor}-explorer",
        heading=say("All combinations"),
        sentence=summary_of(study),
        explorer=explorer,
        grids=() if explorer else (grid_of_all(study, asked, f"{anchor}-all"),),
        notes=(say(HELP),),
    )


def summary_of(study: Study) -> str:
    settings, n, of = study.settings, len(study.numbers), len(study.design.population)
    some = "{n} of {of} combinations of {factor}: {games:,} games, mostly on the same shuffles."
    every = "All {n} combinations of {factor}: {games:,} games, mostly on the same shuffles."
    games = sum(study.batches().values()) * settings["games"]
    told = say(some if n < of else every, n=n, of=of, factor=settings["factor"], games=games)
    if not settings["mixed"]:
        return told
    return f"{told} {say('About half of them are at tables of several bots.')}"


def _response(finding: Finding, anchor: str) -> SectionPart:
    """All its tables but those of every combination, which the explorer shows."""
    drawings = charts.draw(finding, NO_LOOK, "study")
    shown = replace(finding, tables=tuple(one for one in finding.tables if one.key not in EXPLORED))
    name = label(finding.name)
    return part_of(f"{anchor}-{finding.name}", name[0].upper() + name[1:], shown, drawings, "")

"""Reports of everything: of a game, of runs and studies, of what any verb returned."""

from dataclasses import dataclass
from pathlib import Path

from analyses.experiments.progress import stoppable
from analyses.lab.check.check_run import Checkup
from analyses.lab.compare.compare_run import Comparison
from analyses.lab.players.coach import Coached
from analyses.lab.report.analysis import Analysis
from analyses.lab.report.chapters import chapters_of
from analyses.lab.report.report_run import Material
from analyses.lab.search.sweep_run import Swept
from analyses.lab.study.study_run import Studied
from analyses.language import say
from reports import files, lab, page
from reports.handed_on import handed_on
from reports.model import Page

Result = Analysis | Checkup | Coached | Comparison | Studied | Swept


@dataclass(frozen=True)
class Cover:
    title: str = ""  # none: the game's name
    author: str = ""


@dataclass(frozen=True)
class Report:
    page: Page
    files: list[Path]


def write_material(material: Material, cover: Cover, out: Path, only: str, full: bool) -> Report:
    with stoppable(lambda: say("all games are kept")):
        made = page.page_of(material.chapters, cover.title, cover.author, material.studies)
        made = handed_on(made)
        return Report(made, files.write(made, out, only, full, "; the games are kept."))


def write_result(result: Result, out: Path, only: str, command: str) -> Report:
    made = handed_on(page_for(result, command))
    return Report(made, files.write(made, out, only))


def page_for(result: Result, command: str) -> Page:
    """What a verb returned, as a page; of a run it is the whole report, with its grades."""
    match result:
        case Comparison():
            return lab.compare_page(result, command)
        case Coached():
            return lab.coach_page(result, command)
        case Swept():
            return lab.sweep_page(result, command)
        case Checkup():
            return lab.check_page(result, command)
        case Studied():
            return lab.study_page(result, command)
        case Analysis():
            more = [lab.robust_section(result.grades)] if result.grades else []
            return page.page_of(chapters_of([result.run]), more=more)

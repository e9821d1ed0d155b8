"""Every question in a table: `python -m reports.questions_page` writes docs/questions.md."""

from pathlib import Path

from analyses.findings.question import ALONE, SEVERAL, Question
from analyses.questions import QUESTIONS

TOP = """\
# Questions

What `tiltmeter analyse` asks, and from which number on a verdict is *watch* or *tilted*; an
experiment file may override both. This page is made of the files of `analyses/questions` by
`python -m reports.questions_page`.

"""
HEADINGS = (
    "name",
    "question",
    "its verdict measures",
    "watch from",
    "tilted from",
    "asked of",
    "design that plays it",
)


def page() -> str:
    rows = [HEADINGS, ("---",) * len(HEADINGS), *map(_cells, QUESTIONS.values())]
    return TOP + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _cells(one: Question) -> tuple[str, ...]:
    scale = one.scale
    ends = (scale.watch, scale.tilted) if one.is_judged else ()
    thresholds = tuple(map(scale.written, ends)) or ("–", "–")
    return f"`{one.name}`", one.question, scale.measure, *thresholds, _players(one), one.design


def _players(one: Question) -> str:
    return {ALONE: "one player, or all together", SEVERAL: "two players and more"}.get(
        one.players, "all games"
    )


if __name__ == "__main__":
    Path("docs/questions.md").write_text(page(), encoding="utf-8")

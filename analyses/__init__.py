"""From experiments to findings: plays games in bulk and answers one question per file."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from analyses.findings.finding import Finding
    from analyses.findings.sample import Sample
    from simulator.components import Components

QUESTIONS = (
    "strategies",
    "seats",
    "scores",
    "curves",
    "decision",
    "length",
    "endings",
    "luck",
    "options",
    "power",
    "solo",
    "trust",
)


def run(
    frame: "pl.DataFrame | pl.LazyFrame",
    only: Sequence[str] = (),
    *,
    components: "Components | None" = None,
    thresholds: Mapping[str, Mapping[str, float]] | None = None,
) -> "list[Finding]":
    """Asks every question that fits, or `only` these, of a frame with one row per game and seat."""
    from analyses.findings.sample import sample_of

    return ask(sample_of(frame, components, thresholds), only)


def ask(sample: "Sample", only: Sequence[str] = ()) -> "list[Finding]":
    """Asks every question that fits, or `only` these."""
    from importlib import import_module

    from simulator.errors import unknown

    for name in only:
        if name not in QUESTIONS:
            raise unknown("question", name, QUESTIONS)
    asked = [
        import_module(f"analyses.questions.{name}")
        for name in QUESTIONS
        if not only or name in only
    ]
    fitting = [m for m in asked if only or getattr(m, "is_asked", lambda _: True)(sample)]
    return [module.find(sample) for module in fitting]

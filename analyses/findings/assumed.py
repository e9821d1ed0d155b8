"""Assumed values: which of what is varied or ranked no source gives. Every command asks here."""

from collections.abc import Iterable, Sequence

from analyses.findings.finding import Finding, Table
from analyses.findings.sample import Sample
from analyses.language import say, word
from simulator.components import Components
from simulator.levers import Levers, Values

NAMED = 3  # in a line; the others are counted
RANKED = ("group", "option", "member")  # columns of what a table ranks


def assumed_values(box: Components, levers: Levers, names: Iterable[str]) -> tuple[str, ...]:
    """The assumed values behind these paths, groups, options and members, as people call them.

    A value that a user has changed is the user's own; one that never names a source is no guess.
    """
    found = [
        _behind(box, levers.rests_on[name]) if name in levers.rests_on else _own(box, name)
        for name in names
    ]
    return tuple(dict.fromkeys(filter(None, found)))


def _own(box: Components, path: str) -> str:
    """A component, or a place in its list."""
    entry = box.entries.get(path.partition("[")[0])
    return entry.path if entry is not None and entry.is_assumed else ""


def _behind(box: Components, values: Values) -> str:
    """With how many of them are assumed, where not all are."""
    under = tuple(f"{path}." for path in values.paths)
    entries = [one for path, one in box.entries.items() if f"{path}.".startswith(under)]
    n, what = sum(entry.is_assumed for entry in entries), word(values.name)
    if 0 < n < len(entries):
        return say("{what!s} ({n} of {of})", what=what, n=n, of=len(entries))
    return what if n else ""


def assumed_in(sample: Sample, tables: Iterable[Table]) -> tuple[str, ...]:
    """The assumed values behind all that some tables rank."""
    names = [
        name
        for table in tables
        for column in RANKED
        if column in table.frame.columns
        for name in table.frame[column].unique(maintain_order=True)
    ]
    return assumed_values(sample.box, sample.levers, names) if sample.box else ()


def assumed_told(findings: Iterable[Finding]) -> str:
    """One line for all of them; nothing where nothing is assumed."""
    names = list(dict.fromkeys(name for one in findings for name in one.assumed))
    if not names:
        return ""
    told = "Assumed values: {values!s}. No source gives them, so check them before you act on this."
    return say(told, values=_listed(names))


def _listed(names: Sequence[str]) -> str:
    some, more = ", ".join(names[:NAMED]), len(names) - NAMED
    return say("{some!s} and {n} more", some=some, n=more) if more > 0 else some

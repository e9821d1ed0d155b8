"""What a study shows, as sentences and tables: one finding per response."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from analyses.findings import Finding, Table, number_range, percent_range
from analyses.responses import Asked
from analyses.study import Study, end_of

SURE = 0.05  # largest q-value of what is called a discovery
SHOWN = 10  # combinations in each of the tables of extremes


def study_findings(study: Study, asked: Sequence[Asked]) -> list[Finding]:
    return [_finding(study, one) for one in asked]


def _finding(study: Study, asked: Asked) -> Finding:
    members = study.members(asked.name)
    average = study.response(asked.name).average
    largest = members.sort(pl.col("effect").abs(), descending=True, nulls_last=True).row(
        0, named=True
    )
    return Finding(
        asked.name,
        f"What do the {study.settings['factor']} do to the {asked.about}?",
        " ".join(
            filter(
                None,
                (
                    _average(asked, average.value[0], average.low[0], average.high[0], study),
                    _members(asked, members, study),
                    _pairs(asked, study.pairs(asked.name)),
                    _unusual(asked, study.combinations(asked.name)),
                ),
            )
        ),
        largest["effect"],
        largest["low"],
        largest["high"],
        asked.unit,
        int(study.games.sum()),
        verdict="",
        tables=_tables(study, asked, members),
        notes=_notes(study, asked),
    )


def _average(asked: Asked, value: float, low: float, high: float, study: Study) -> str:
    shown = f"{_amount(asked, value)} ({_range(asked, low, high)})"
    about = asked.about[0].upper() + asked.about[1:]
    return f"{about}: {shown} on average over {len(study.numbers)} combinations."


def _members(asked: Asked, members: pl.DataFrame, study: Study) -> str:
    """Who raises it most, who lowers it most, and how many surely do either."""
    what, n = study.settings["member"], len(members)
    if members["effect"].is_nan().all():
        return f"There are too few combinations to tell one {what} from another."
    sure = members.filter(pl.col("q") < SURE)
    if sure.is_empty():
        row = members.sort(pl.col("effect").abs(), descending=True).row(0, named=True)
        return f"No {what} surely changes it; the largest effect seen is that of {_told(asked, row)}."
    up, down = sure.filter(pl.col("effect") > 0), sure.filter(pl.col("effect") < 0)
    ends = []
    if len(up):
        ends.append(f"{up['member'][0]} raises it {_by(asked, up.row(0, named=True))}")
    if len(down):
        ends.append(f"{down['member'][-1]} lowers it {_by(asked, down.row(-1, named=True))}")
    most = " most" if len(sure) > len(ends) else ""
    return f"{' and '.join(ends)}{most and ', the most'}; {len(sure)} of {n} surely change it."


def _pairs(asked: Asked, pairs: pl.DataFrame) -> str:
    sure = pairs.filter(pl.col("q") < SURE)
    if pairs.is_empty():
        return ""
    if sure.is_empty():
        return f"None of {len(pairs)} pairs surely does more or less than its two members alone."
    row = sure.row(0, named=True)
    more = "more" if row["effect"] > 0 else "less"
    least = f"{row['first']} with {row['second']} brings {_size(asked, row)} {more} than both alone"
    return f"{least}, the most of {len(sure)} pairs that surely matter."


def _unusual(asked: Asked, combinations: pl.DataFrame) -> str:
    sure = combinations.filter(pl.col("q") < SURE)
    if sure.is_empty():
        return ""
    return f"{len(sure)} combinations are surely not what their members alone make one expect."


def _told(asked: Asked, row: dict) -> str:
    sign = "+" if row["effect"] > 0 else "-"
    return f"{row['member']}, {sign}{_amount(asked, abs(row['effect']))} ({_ends(asked, row)})"


def _by(asked: Asked, row: dict) -> str:
    return f"by {_size(asked, row)}"


def _size(asked: Asked, row: dict) -> str:
    """How large, without the sign, which the verb says."""
    low, high = sorted((abs(row["low"]), abs(row["high"])))
    return f"{_amount(asked, abs(row['effect']))} ({_range(asked, low, high)})"


def _ends(asked: Asked, row: dict) -> str:
    return _range(asked, row["low"], row["high"])


def _range(asked: Asked, low: float, high: float) -> str:
    return percent_range(low, high) if asked.is_share else number_range(low, high, ".2f")


def _amount(asked: Asked, value: float) -> str:
    return f"{100 * value:.1f} %" if asked.is_share else f"{value:.2f}"


EFFECT = ("effect", "low", "high", "shapley", "shapley_low", "shapley_high")
VALUE = ("measured", "estimate", "low", "high", "surprise", "surprise_low", "surprise_high")


def _tables(study: Study, asked: Asked, members: pl.DataFrame) -> tuple[Table, ...]:
    ranked, pairs = study.ranked(asked), study.pairs(asked.name)
    short = ("combination", "games", "measured", "estimate", "low", "high")
    odd = ("combination", "estimate", "surprise", "surprise_low", "surprise_high", "q")
    tables = [("members", members, EFFECT)]
    if len(pairs):
        tables.append(("pairs", pairs, EFFECT))
    n = min(SHOWN, len(ranked) // 2)
    tables.append((end_of(asked, True), ranked.head(n).select(short), VALUE))
    tables.append((end_of(asked, False), ranked.reverse().head(n).select(short), VALUE))
    if np.abs(ranked["surprise"]).max() > 0:
        strange = ranked.sort("oddity", descending=True).head(n).select(odd)
        tables.append(("most unusual for their members", strange, VALUE))
    tables.append(("all combinations", ranked.drop("oddity"), VALUE))
    return tuple(
        Table(name, frame, tuple(c for c in frame.columns if c in shares) if asked.is_share else ())
        for name, frame, shares in tables
    )


def _notes(study: Study, asked: Asked) -> tuple[str, ...]:
    notes = []
    if asked.name == "dominance":
        notes.append(f"The strategy that is best over all combinations is {study.best_strategy()}.")
    if study.design.unseen > 0:
        played, of = len(study.numbers), len(study.design.population)
        notes.append(
            f"{played} of {of} combinations were played; intervals allow for the others."
        )
    if study.looks > 1:
        notes.append(f"Intervals are wide enough for {study.looks} looks at the ranking.")
    return tuple(notes)

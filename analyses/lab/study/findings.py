"""What a study shows, as sentences and tables: one finding per response."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from analyses.findings.finding import Finding, Table, number_range, percent, percent_range
from analyses.lab.study.responses import Asked
from analyses.lab.study.study import BROKEN, SPREADS, SURE, Study, end_of

SHOWN = 10  # combinations in each of the tables of extremes


def study_findings(study: Study, asked: Sequence[Asked]) -> list[Finding]:
    return [_finding(study, one) for one in asked]


def _finding(study: Study, asked: Asked) -> Finding:
    members, pairs = study.members(asked.name), study.pairs(asked.name)
    sentences = (
        _average(asked, study),
        _broken(asked, study),
        _members(asked, members, study),
        _pairs(asked, pairs),
        _unusual(study.combinations(asked.name)),
    )
    largest = members.sort(pl.col("effect").abs(), descending=True, nulls_last=True)
    at = study.design.members.index(largest["member"][0])
    return Finding(
        asked.name,
        f"What do the {study.settings['factor']} do to the {asked.about}?",
        " ".join(sentence for sentence in sentences if sentence),
        estimate=study.response(asked.name).members.one(at),
        unit=asked.unit,
        games=int(study.games.sum()),
        verdict="",
        tables=_tables(study, asked, members, pairs),
        notes=_notes(study, asked),
    )


def _average(asked: Asked, study: Study) -> str:
    shown = study.response(asked.name).average
    value, low, high = shown.value[0], shown.low[0], shown.high[0]
    if asked.is_share:
        told = f"{percent(value)} ({percent_range(max(low, 0.0), min(high, 1.0))})"
    else:
        told = f"{value:.2f} ({number_range(low, high, '.2f')})"
    about = asked.about[0].upper() + asked.about[1:]
    if asked.name == "dominance":
        about = f"Win share of {study.best_strategy()}, the best strategy, at mixed tables"
    return f"{about}: {told} on average over {len(study.numbers)} combinations."


def _broken(asked: Asked, study: Study) -> str:
    """Which combinations are uneven, and by whom."""
    if asked.gauge not in SPREADS:
        return ""
    broken, n = study.broken(asked.name), len(study.numbers)
    limit = f"typically {100 * BROKEN:.0f} % of an even share or more off it"
    if broken.is_empty():
        return f"None of {n} combinations is surely broken, {limit}."
    worst = broken.row(0, named=True)
    share = f"{percent(worst['estimate'])} ({percent_range(worst['low'], worst['high'])})"
    return (
        f"{len(broken)} of {n} combinations are surely broken, {limit}; worst is"
        f" {worst['combination']}, where {worst['who']} wins {share}, even {percent(study.even)}."
    )


def _members(asked: Asked, members: pl.DataFrame, study: Study) -> str:
    """Who raises it most, who lowers it most, and how many surely do either."""
    what, n = study.settings["member"], len(members)
    if members["effect"].is_nan().all():
        return f"There are too few combinations to tell one {what} from another."
    sure = members.filter(pl.col("q") < SURE)
    if sure.is_empty():
        row = members.sort(pl.col("effect").abs(), descending=True).row(0, named=True)
        return (
            f"No {what} surely changes it; the largest effect seen is that of {_told(asked, row)}."
        )
    up, down = sure.filter(pl.col("effect") > 0), sure.filter(pl.col("effect") < 0)
    ends = []
    if len(up):
        ends.append(f"{up['member'][0]} raises it most, by {_size(asked, up.row(0, named=True))}")
    if len(down):
        last = down.row(-1, named=True)
        ends.append(f"{last['member']} lowers it most, by {_size(asked, last)}")
    change = "changes" if len(sure) == 1 else "change"
    return f"{', '.join(ends)}; {len(sure)} of {n} surely {change} it."


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


def _unusual(combinations: pl.DataFrame) -> str:
    sure = combinations.filter(pl.col("q") < SURE)
    if sure.is_empty():
        return ""
    return f"{len(sure)} combinations are surely not what their members alone make one expect."


def _told(asked: Asked, row: dict[str, Any]) -> str:
    sign = "+" if row["effect"] > 0 else "-"
    return (
        f"{row['member']}, {sign}{_difference(asked, abs(row['effect']), row['low'], row['high'])}"
    )


def _size(asked: Asked, row: dict[str, Any]) -> str:
    """How large, without the sign, which the verb says."""
    low, high = sorted((abs(row["low"]), abs(row["high"])))
    return _difference(asked, abs(row["effect"]), low, high)


def _difference(asked: Asked, value: float, low: float, high: float) -> str:
    if asked.is_share:
        ends = number_range(100 * low, 100 * high, ".2f")
        return f"{100 * value:.2f} percentage points ({ends})"
    return f"{value:.2f} ({number_range(low, high, '.2f')})"


EFFECT = ("effect", "low", "high", "shapley", "shapley_low", "shapley_high")
SHARE = ("estimate", "low", "high", "even")
VALUE = ("measured", "estimate", "low", "high", "surprise", "surprise_low", "surprise_high")


def _tables(
    study: Study, asked: Asked, members: pl.DataFrame, pairs: pl.DataFrame
) -> tuple[Table, ...]:
    ranked = study.ranked(asked)
    short = ("combination", "games", "measured", "estimate", "low", "high")
    odd = ("combination", "estimate", "surprise", "surprise_low", "surprise_high", "q")
    tables: list[tuple[str, str, pl.DataFrame, tuple[str, ...]]] = [
        ("members", f"{study.settings['factor']}: each instead of another", members, EFFECT)
    ]
    if asked.gauge in SPREADS:
        shares = study.win_shares(SPREADS[asked.gauge])
        tables.append(("shares", "Win shares over all combinations", shares, SHARE))
        if len(broken := study.broken(asked.name)):
            tables.append(("broken", "Surely broken, and by whom", broken, (*SHARE, "imbalance")))
    if (pairs["q"] < SURE).any():
        tables.append(("pairs", "pairs: what two bring beyond each alone", pairs, EFFECT))
    n = min(SHOWN, len(ranked) // 2)
    tables.append(("best", end_of(asked, True), ranked.head(n).select(short), VALUE))
    tables.append(("worst", end_of(asked, False), ranked.reverse().head(n).select(short), VALUE))
    strange = ranked.filter(pl.col("q") < SURE).sort("oddity", descending=True).head(n).select(odd)
    if len(strange):
        tables.append(("unusual", "most unusual for their members", strange, VALUE))
    predicted = study.predicted(asked.name) if study.design.unseen > 0 else pl.DataFrame()
    if len(predicted):
        tables.append(("predicted", "not played, only predicted", predicted, VALUE))
    tables.append(("all", "all combinations", ranked.drop("oddity"), VALUE))
    return tuple(
        Table(key, name, frame, tuple(c for c in frame.columns if asked.is_share and c in shares))
        for key, name, frame, shares in tables
    )


def _notes(study: Study, asked: Asked) -> tuple[str, ...]:
    notes = []
    if still := len(study.undecided(asked.name, study.top)):
        notes.append(
            f"{still} combinations may or may not belong to the {study.top} highest or lowest;"
            f" --by {asked.name} --budget GAMES plays on there."
        )
    if study.design.unseen > 0:
        played, of = len(study.numbers), len(study.design.population)
        notes.append(
            f"{played} of {of} combinations were played; intervals allow for the others. What was"
            " not played is predicted by members and pairs, in a table of its own."
        )
    if study.looks > 1:
        notes.append(f"Intervals are wide enough for {study.looks} looks at the ranking.")
    return tuple(notes)

"""What a study shows, as sentences and tables: one finding per response."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from analyses.findings.chart import Chart
from analyses.findings.finding import (
    Finding,
    Table,
    begun,
    in_a_row,
    number_range,
    percent,
    percent_range,
    whole_percent,
    whole_range,
)
from analyses.findings.names import player_told
from analyses.lab.compare.differences import label
from analyses.lab.study.effects import ENOUGH
from analyses.lab.study.responses import Asked
from analyses.lab.study.study import BROKEN, SPREADS, SURE, Study, are_apart, end_of
from analyses.language import count, figure, say, word
from analyses.statistics.order import by_distance, end_rows, sort_rows
from simulator.doors import by_door

SHOWN = 10  # combinations in each of the tables of extremes
NOTHING = 1e-9  # what adding up floats leaves of an effect that is none


def study_findings(study: Study, asked: Sequence[Asked]) -> list[Finding]:
    return [_finding(study, one) for one in asked]


def _finding(study: Study, asked: Asked) -> Finding:
    members, pairs = study.members(asked.name), study.pairs(asked.name)
    sentences = (
        *(_uneven(study, asked) if asked.metric in SPREADS else ()),
        _average(asked, study),
        _members(asked, members, study),
        _pairs(asked, pairs, study),
        _unusual(study.combinations(asked.name)),
    )
    claim, *details = filter(None, sentences)
    largest = sort_rows(members, *by_distance(pl.col("effect")))
    at = study.design.members.index(largest["member"][0])
    return Finding(
        asked.name,
        say(
            "What does a change of {factor} do to the {about}?",
            factor=study.settings["factor"],
            about=asked.about,
        ),
        claim,
        tuple(details),
        estimate=study.response(asked.name).members.one(at),
        unit=asked.unit,
        games=int(study.games.sum()),
        verdict="",
        tables=_tables(study, asked, members, pairs),
        notes=_notes(study, asked),
        assumed=study.assumed,
    )


def headline(study: Study, asked: Asked) -> str:
    """What was asked, answered: who wins most and least, or what moves a response most."""
    if asked.metric not in SPREADS:
        told = _members(asked, study.members(asked.name), study)
        return begun(say("{response}: {told!s}", response=label(asked.name), told=told))
    return in_a_row(*_uneven(study, asked))


def _uneven(study: Study, asked: Asked) -> tuple[str, str]:
    """Who wins most and least, and in which combinations that is too much."""
    return _strongest(study, asked), _broken(asked, study)


def _strongest(study: Study, asked: Asked) -> str:
    """Who wins most and who least over all combinations, where that is clear."""
    shares = study.win_shares(SPREADS[asked.metric])
    sure, even = shares.filter(pl.col("q") < SURE), whole_percent(study.even)
    if sure.is_empty():
        return say("Nobody clearly wins more or less than a fair share of {even}.", even=even)
    best, worst = end_rows(sure, "estimate")
    told = []
    if best["estimate"] > study.even:
        told.append(
            say("{who} wins most, {share}", who=player_told(best["part"]), share=_wins(best))
        )
    if worst["estimate"] < study.even:
        told.append(
            say("{who} wins least, {share}", who=player_told(worst["part"]), share=_wins(worst))
        )
    return begun(say("{told!s}; a fair share is {even}.", told=", ".join(told), even=even))


def _wins(row: dict[str, Any]) -> str:
    """'47% (45–49%)'."""
    return f"{whole_percent(row['estimate'])} ({whole_range(row['low'], row['high'])})"


def _average(asked: Asked, study: Study) -> str:
    shown = study.response(asked.name).average
    value, low, high = shown.value[0], shown.low[0], shown.high[0]
    if asked.is_share:  # an imbalance may come out below nothing by chance, and be above one
        low, high = max(low, 0.0), min(high, 1.0) if asked.is_within_one else high
        told = f"{percent(max(value, 0.0))} ({percent_range(low, high)})"
    else:
        told = f"{figure(value, '.2f')} ({number_range(low, high, '.2f')})"
    about = word(asked.about)[0].upper() + word(asked.about)[1:]
    if asked.name == "dominant_strategy":
        about = say(
            "Win rate of {strategy}, the best bot, at mixed tables",
            strategy=study.best_strategy(),
        )
    return say(
        "{about}: {told} over {n} combinations.",
        about=about,
        told=told,
        n=len(study.numbers),
    )


def _broken(asked: Asked, study: Study) -> str:
    """Which combinations are uneven, and by whom."""
    if asked.metric not in SPREADS:
        return ""
    broken, n = study.broken(asked.name), len(study.numbers)
    if broken.is_empty():
        return say("None of {n} combinations is clearly unbalanced.", n=n)
    worst = broken.row(0, named=True)
    one = "{n} of {of} combinations is clearly unbalanced: {worst}, where {who} wins {share}."
    many = (
        "{n} of {of} combinations are clearly unbalanced; in the worst, {worst}, {who} wins"
        " {share}."
    )
    return count(
        len(broken),
        one,
        many,
        of=n,
        worst=", ".join(map(study.name_of, worst["combination"].split(", "))),
        who=player_told(worst["who"]),
        share=_wins(worst),
    )


def _members(asked: Asked, members: pl.DataFrame, study: Study) -> str:
    """Who raises it most, who lowers it most, and how many surely do either."""
    what = study.settings["member"]
    if members["effect"].is_nan().all():
        return say("There are too few combinations to tell one {member} from another.", member=what)
    sure = members.filter(pl.col("q") < SURE)
    if np.allclose(members.select("effect", "low", "high").to_numpy(), 0, atol=NOTHING):
        return say(
            "In these games no {member} changes it.",
            member=what,
        )
    if sure.is_empty():
        row = sort_rows(members, *by_distance(pl.col("effect"))).row(0, named=True)
        return say(
            "No {member} clearly changes it; the largest effect seen is {told}.",
            member=what,
            told=_told(asked, row, study),
        )
    up, down = sure.filter(pl.col("effect") > 0), sure.filter(pl.col("effect") < 0)
    ends = []
    if len(up):
        first = up.row(0, named=True)
        most = "{member} raises it most, by {size}"
        ends.append(_end(most, asked, first, study))
    if len(down):
        _, last = end_rows(down, "effect")
        least = "{member} lowers it most, by {size}"
        ends.append(_end(least, asked, last, study))
    one = "{ends}. {n} of {of} clearly changes it."
    many = "{ends}. {n} of {of} clearly change it."
    told = [row for row in sure["member"] if row not in study.design.mirrored]
    n = len(members) - len(study.design.mirrored)
    return count(len(told), one, many, ends="; ".join(ends), of=n)


def _end(text: str, asked: Asked, row: dict[str, Any], study: Study) -> str:
    return say(text, member=study.name_of(row["member"]), size=_size(asked, row))


def _pairs(asked: Asked, pairs: pl.DataFrame, study: Study) -> str:
    sure = pairs.filter(pl.col("q") < SURE)
    if pairs.is_empty():
        return ""
    if not study.design.tells_pairs:
        return say(
            "Too few combinations to tell what pairs do: {left} are left over, and {enough} are"
            " needed.",
            left=max(study.design.left_over(2), 0),
            enough=ENOUGH,
        )
    if sure.is_empty():
        return say(
            "None of {n} pairs clearly does more or less than its two parts alone.", n=len(pairs)
        )
    row = sure.row(0, named=True)
    first, second = (study.name_of(row[key]) for key in ("first", "second"))
    more = "{first} with {second} brings {size} more than both alone."
    less = "{first} with {second} brings {size} less than both alone."
    told = say(
        more if row["effect"] > 0 else less, first=first, second=second, size=_size(asked, row)
    )
    only = "No other pair clearly matters."
    matter = only if len(sure) == 1 else "It is the strongest of {n} pairs that clearly matter."
    return f"{told} {say(matter, n=len(sure))}"


def _unusual(combinations: pl.DataFrame) -> str:
    sure = combinations.filter(pl.col("q") < SURE)
    if sure.is_empty():
        return ""
    return count(
        len(sure),
        "{n} combination clearly does more or less than the sum of its parts.",
        "{n} combinations clearly do more or less than the sum of their parts.",
    )


def _told(asked: Asked, row: dict[str, Any], study: Study) -> str:
    size = _difference(asked, abs(row["effect"]), row["low"], row["high"])
    sign = "" if _shown(asked, row["effect"]) == 0 else "+" if row["effect"] > 0 else "-"
    return f"{word(study.name_of(row['member']))}, {sign}{size}"


def _size(asked: Asked, row: dict[str, Any]) -> str:
    """How large, without the sign, which the verb says."""
    low, high = sorted((abs(row["low"]), abs(row["high"])))
    return _difference(asked, abs(row["effect"]), low, high)


def _difference(asked: Asked, value: float, low: float, high: float) -> str:
    value, low, high = (_shown(asked, one) for one in (value, low, high))
    ends = number_range(low, high, ".2f")
    if asked.is_share:
        return say("{value:.2f} percentage points ({ends})", value=value, ends=ends)
    return f"{figure(value, '.2f')} ({ends})"


def _shown(asked: Asked, value: float) -> float:
    """In percentage points or its own unit, with two digits; what they round to 0 has no sign."""
    return round(100 * value if asked.is_share else value, 2) + 0.0


CHART = Chart(
    "Effect of each instead of another, all else equal, with 95% CIs. Pale: no clear effect",
    by=("member",),
    figures=("effect", "low", "high"),
    shown=pl.col("effect").is_not_nan(),
    pale=~(pl.col("q") < SURE).fill_null(value=False),
    axis="effect instead of another",
)
EFFECT = ("effect", "low", "high", "shapley", "shapley_low", "shapley_high")
SHARE = ("estimate", "low", "high", "even")
VALUE = ("measured", "estimate", "low", "high", "surprise", "surprise_low", "surprise_high")


def _tables(
    study: Study, asked: Asked, members: pl.DataFrame, pairs: pl.DataFrame
) -> tuple[Table, ...]:
    ranked, factor = study.ranked(asked), study.settings["factor"]
    short = ("combination", "games", "measured", "estimate", "low", "high")
    odd = ("combination", "estimate", "surprise", "surprise_low", "surprise_high", "q")
    tables: list[tuple[str, str, pl.DataFrame, tuple[str, ...]]] = [
        ("effects", say("{factor}: each instead of another", factor=factor), members, EFFECT)
    ]
    if asked.metric in SPREADS:
        shares = study.win_shares(SPREADS[asked.metric])
        tables.append(("shares", "Win rates over all combinations", shares, SHARE))
        if len(broken := study.broken(asked.name)):
            tables.append(
                ("broken", "Clearly unbalanced, and by whom", broken, (*SHARE, "imbalance"))
            )
    if (pairs["q"] < SURE).any():
        tables.append(("pairs", "pairs: what two bring beyond each alone", pairs, EFFECT))
    n = min(SHOWN, len(ranked) // 2)
    for key, is_best in (("best", True), ("worst", False)):
        if len(told := study.leading(asked, is_best)):
            tables.append((key, end_of(asked, is_best), told.head(n).select(short), VALUE))
    strange = sort_rows(ranked.filter(pl.col("q") < SURE), -pl.col("oddity")).head(n).select(odd)
    if len(strange):
        tables.append(("unusual", "farthest from the sum of their parts", strange, VALUE))
    predicted = study.predicted(asked.name).drop("row")
    if len(predicted):
        tables.append(("predicted", "≈ not played, only predicted", predicted, VALUE))
    tables.append(("all", "all combinations", ranked.drop("oddity"), VALUE))
    return tuple(
        Table(
            key,
            name,
            frame,
            tuple(c for c in frame.columns if asked.is_share and c in shares),
            CHART.with_(is_share=asked.is_share) if key == "effects" else None,
        )
        for key, name, frame, shares in tables
    )


def _notes(study: Study, asked: Asked) -> tuple[str, ...]:
    notes = []
    if not are_apart(study.ranked(asked)):
        notes.append(
            say(
                "These games show no difference between combinations, so all are shown at their"
                " average."
            )
        )
    elif (still := len(study.undecided(asked.name, study.top))) or not study.has_ranking(asked):
        some = (
            "{n} combinations may or may not be in the top or bottom {top}. To settle it, play"
            " more games there: {setting!s}."
        )
        every = (
            "No combination clearly stands out from a typical one, so none is listed as best. To"
            " settle it, play more games there: {setting!s}."
        )
        notes.append(
            say(
                some if study.has_ranking(asked) else every,
                n=still,
                top=study.top,
                setting=by_door(
                    f"--by {asked.name} --budget GAMES", f"Ranking(by={asked.name!r}, budget=…)"
                ),
            )
        )
    if study.design.unseen > 0:
        played, of = len(study.numbers), len(study.design.population)
        notes.append(
            say(
                "{played} of {of} combinations were played, and intervals allow for the rest."
                " Unplayed ones are predicted from single effects and pairs, and marked ≈.",
                played=played,
                of=of,
            )
        )
    if study.looks > 1:
        notes.append(say("Intervals allow for {looks} looks at the ranking.", looks=study.looks))
    if asked.metric in SPREADS:
        notes.append(
            say(
                "A combination is unbalanced if win rates are typically {limit:.0f}% or more off a"
                " fair share.",
                limit=100 * BROKEN,
            )
        )
    return tuple(notes)

"""Names that have changed, and words of the field that people look for: each gets its answer."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from simulator.errors import UserError, unknown

if TYPE_CHECKING:
    import polars as pl

RENAMED = {  # an old name works in this version, and is answered with the new one
    # questions
    "beaten": "coop",
    "decision": "runaway_leader",
    "members": "win_rates",
    "options": "choices",
    "power": "option_value",
    "seats": "turn_order",
    "trust": "confidence",
    "ways": "viable_strategies",
    # metrics
    "comeback": "comebacks",
    "cut_off": "round_limit",
    "dead_turns": "forced_moves",
    "decisiveness": "halfway_leader_wins",
    "dominance": "dominant_strategy",
    "first_seat": "first_player",
    "games_won": "win_rate",
    "member_imbalance": "win_rate_imbalance",
    "member_spread": "win_rate_spread",
    "seat_imbalance": "turn_order_imbalance",
    "seat_spread": "turn_order_spread",
    "seat_trend": "turn_order_trend",
    # verdicts
    "level": "balanced",
    "watch": "borderline",
    # in a file of targets
    "bands": "targets",
    # designs
    "leaning": "one-vs-field",
    "mirror": "self-play",
    "restricted": "ablation",
}
ENDINGS = {"cut off": "round limit"}  # in rows that older versions have written
FIELD = {  # as it is typed, without its blanks and hyphens
    "winrate": "Win rates are the questions 'win_rates' (by faction, role or card) and"
    " 'turn_order', the metric 'win:NAME' of one of them, and 'win_rate' of a game that a table"
    " wins or loses",
    "firstplayer": "First-player advantage is the question 'turn_order' and the metric"
    " 'first_player'",
    "firstplayeradvantage": "First-player advantage is the question 'turn_order' and the metric"
    " 'first_player'",
    "runaway": "A runaway leader is the question 'runaway_leader' and the metric"
    " 'halfway_leader_wins'",
    "snowball": "Snowballing is the question 'runaway_leader' and the metric 'halfway_leader_wins'",
    "catchup": "Catch-up is told by the question 'runaway_leader', next to the no-snowball"
    " baseline, and by the metric 'comebacks'",
    "pickrate": "Pick rates are in the question 'choices'",
    "elo": "Ratings of bots come from 'tiltmeter ladder GAME'; the question 'skill' compares bots",
    "kingmaking": "Kingmaking is the question 'kingmaking', for three players and more",
    "kingmaker": "Kingmaking is the question 'kingmaking', for three players and more",
    "downtime": "Downtime is the question 'downtime'",
    "waiting": "Waiting for others is the question 'downtime'",
}
_told = set[str]()


def current(name: str) -> str:
    """What a name is called now; an old one is answered with the new one, once."""
    if name not in RENAMED:
        return name
    if name not in _told:
        _told.add(name)
        told = "'%s' is now called '%s'; the old name works in this version only."
        logging.getLogger("tiltmeter").warning(told, name, RENAMED[name])
    return RENAMED[name]


def not_found(what: str, name: str, known: Iterable[str]) -> UserError:
    """The error for a name that nothing has: where the field's word has an answer, that answer.

    A misspelt old name is answered with the new one.
    """
    names = list(known)
    told = unknown(what, name, names)
    old = {before: now for before, now in RENAMED.items() if now in names}
    near = get_close_matches(name, [*names, *old], n=1, cutoff=0.5)
    if near and near[0] in old:
        first, _, rest = str(told).rpartition(" Known: ")
        first = first.partition(" Did you mean ")[0]
        told = UserError(f"{first} Did you mean '{old[near[0]]}'? Known: {rest}")
    return field_word(name) or told


def field_word(name: str) -> UserError | None:
    """The answer to a word of the field, if it is one."""
    told = FIELD.get("".join(letter for letter in name.lower() if letter.isalpha()))
    return UserError(f"{told}.") if told else None


def current_names(names: Sequence[str]) -> tuple[str, ...]:
    if isinstance(names, str):
        raise UserError(f"'only' takes a list, as in ['{names}'], not a text.")
    return tuple(map(current, names))


def with_current_endings(rows: "pl.LazyFrame") -> "pl.LazyFrame":
    """Rows whose endings are called as they are today; those of today stay as they are."""
    import polars as pl

    kind = rows.collect_schema().get("ending")
    if kind is None or (isinstance(kind, pl.Enum) and not {*kind.categories} & {*ENDINGS}):
        return rows
    return rows.with_columns(pl.col("ending").cast(pl.String).replace(ENDINGS))


def current_thresholds(told: Mapping[str, Any]) -> dict[str, Any]:
    """A user's thresholds, by the names of today."""
    return {
        current(name): {current(key): end for key, end in ends.items()}
        if isinstance(ends, Mapping)
        else ends
        for name, ends in told.items()
    }

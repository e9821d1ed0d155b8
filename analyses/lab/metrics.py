"""Metrics: the numbers a designer steers by, in studies, comparisons, sweeps and targets."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl

from analyses.experiments.experiment import Experiment
from analyses.findings.holders import Holder, holder, holders, members_of, tallied
from analyses.findings.question import ALONE, ANY, SEVERAL, players_needed
from analyses.findings.sample import Sample
from analyses.language import say, spoken
from analyses.questions import QUESTIONS
from analyses.renamed import not_found
from analyses.statistics.imbalance import imbalance
from analyses.statistics.readings import GROUPS, LARGEST, MEAN, SPREAD, TAIL, UNEVEN, Reading
from simulator.doors import by_door
from simulator.errors import UserError

WON = "win_rate"  # what comes first where games can be lost
WIN = "win:"  # before the name of a seat, role or card, whose win rate it is


@dataclass(frozen=True)
class Games:
    """Finished games as arrays: one row per game, one column per seat where seats matter."""

    deal: np.ndarray
    score: np.ndarray  # [game, seat]
    win: np.ndarray  # [game, seat]
    half: np.ndarray  # [game, seat], the standing half-way
    strategy: np.ndarray  # [game, seat], by name
    rounds: np.ndarray
    decisions: np.ndarray
    forced: np.ndarray  # decisions with one legal move
    cut: np.ndarray  # whether the game had to be cut off
    held: Mapping[str, np.ndarray] = field(default_factory=dict)  # [game, seat], by member
    named: Mapping[str, np.ndarray] = field(default_factory=dict)  # likewise, by metrics that name

    @property
    def leader(self) -> np.ndarray:
        """Who led alone half-way, [game, seat]; nobody where several did, or in one round."""
        led = self.half == self.half.max(axis=1, keepdims=True)
        return led & (led.sum(axis=1, keepdims=True) == 1) & self.goes_on[:, None]

    @property
    def goes_on(self) -> np.ndarray:
        """Which games are not over half-way: those of more than one round."""
        return self.rounds > 1


# Of each part of a metric: a value and a weight per game. Its mean is all values over all weights.
Parts = dict[str, tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Metric:
    about: str
    unit: str  # "share" (0 to 1), "points", "rounds" or "decisions"
    question: str  # the finding that tells more
    parts: Callable[[Games], Parts]
    shape: str = MEAN
    players: range = SEVERAL  # numbers of players that it is for
    is_mixed: bool = False  # read off tables of several strategies
    is_signed: bool = False  # may be negative
    is_of_members: bool = False  # for titles that deal some to seats
    same_with: int = 0  # so many players, with whom it is what another metric tells too


def _each(value: np.ndarray) -> Parts:
    return {"": (value, np.ones(len(value)))}


def _first(games: Games) -> Parts:
    return _each(games.win[:, 0])


def _seats(games: Games) -> Parts:
    return {f"seat {k + 1}": _each(win)[""] for k, win in enumerate(games.win.T)}


def _members(games: Games) -> Parts:
    """Of members that somebody holds."""
    return {name: _won_by(at, games) for name, at in games.held.items() if at.any()}


def _won_by(at: np.ndarray, games: Games) -> tuple[np.ndarray, np.ndarray]:
    return (games.win * at).sum(axis=1), at.sum(axis=1)


def _trend(games: Games) -> Parts:
    seats = games.win.shape[1]
    away = np.arange(seats) - (seats - 1) / 2
    return _each(games.win @ away * (seats - 1) / (away**2).sum())


def _strategies(games: Games) -> Parts:
    """Of players who are the only one of their strategy, unless some strategy never is."""
    seated = {str(name): games.strategy == name for name in np.unique(games.strategy)}
    alone = {name: at & (at.sum(axis=1, keepdims=True) == 1) for name, at in seated.items()}
    counted = alone if all(at.any() for at in alone.values()) else seated
    return {name: _won_by(at, games) for name, at in counted.items()}


def _lengths(games: Games) -> Parts:
    return {str(n): _each(games.rounds == n)[""] for n in np.unique(games.rounds)}


def _margin(games: Games) -> Parts:
    ordered = np.sort(games.score, axis=1)
    return _each(ordered[:, -1] - ordered[:, -2])


def _half_time(games: Games) -> Parts:
    leader = games.leader
    return {"": _won_by(leader, games)}


def _comeback(games: Games) -> Parts:
    last = (games.half == games.half.min(axis=1, keepdims=True)) & (games.half < _best(games.half))
    return {"": ((games.win * last).sum(axis=1) * games.goes_on, games.goes_on * 1.0)}


def _best(standing: np.ndarray) -> np.ndarray:
    return standing.max(axis=1, keepdims=True)


METRICS = {
    "mean_score": Metric(
        "points of a player, on average", "points", "scores", lambda g: _each(g.score.mean(axis=1)),
        players=ANY,
    ),
    "winning_score": Metric(
        "points of the winner", "points", "scores", lambda g: _each(g.score.max(axis=1))
    ),
    "score_spread": Metric(
        "points between the first and the last player", "points", "scores",
        lambda g: _each(np.ptp(g.score, axis=1)),
        same_with=2,  # the margin
    ),
    "margin": Metric(
        "points between the winner and the second player", "points", "scores", _margin
    ),
    "win_rate_spread": Metric(
        "highest win rate of a role, faction or card minus the lowest",
        "share", "win_rates", _members, SPREAD, is_of_members=True,
    ),
    "win_rate_imbalance": Metric(
        "how far win rates of roles, factions or cards lie from a fair share: mean square, relative"
        " to it",
        "share", "win_rates", _members, UNEVEN, is_signed=True, is_of_members=True,
    ),
    "turn_order_imbalance": Metric(
        "how far win rates along the turn order lie from a fair share: mean square, relative to it",
        "share", "turn_order", _seats, UNEVEN, is_signed=True,
    ),
    "turn_order_spread": Metric(
        "win rate of the best seat minus that of the worst", "share", "turn_order", _seats, SPREAD
    ),
    "turn_order_trend": Metric(
        "win rate of the last player minus that of the first, by a straight line through all seats",
        "share", "turn_order", _trend, is_signed=True,
    ),
    "first_player": Metric("win rate of the player who begins", "share", "turn_order", _first),
    WON: Metric(
        "games that the player or the table wins", "share", "solo", _first, players=ALONE
    ),
    "dominant_strategy": Metric(
        "win rate of the best strategy at tables of several strategies",
        "share", "skill", _strategies, LARGEST, is_mixed=True,
    ),
    "halfway_leader_wins": Metric(
        "games that the leader at halfway wins", "share", "runaway_leader", _half_time
    ),
    "comebacks": Metric(
        "games won by a player who was last at halfway",
        "share", "runaway_leader", _comeback,
    ),
    "length": Metric(
        "rounds of a game, on average", "rounds", "length", lambda g: _each(g.rounds), players=ANY
    ),
    "length_p95": Metric(
        "rounds within which 95 of 100 games end", "rounds", "length", _lengths, TAIL, ANY
    ),
    "decisions": Metric(
        "decisions of all players in a game", "decisions", "length",
        lambda g: _each(g.decisions), players=ANY,
    ),
    "forced_moves": Metric(
        "decisions with only one legal move", "share", "choices",
        lambda g: {"": (g.forced, g.decisions)}, players=ANY,
    ),
    "round_limit": Metric(
        "games stopped by the round limit", "share", "endings", lambda g: _each(g.cut), players=ANY
    ),
}  # fmt: skip


def metrics_of(questions: Collection[str], names: Iterable[str] = tuple(METRICS)) -> list[str]:
    """Those that belong to a question, or are the nearest to its verdict; or all."""
    nearest = {QUESTIONS[name].metric for name in questions}
    return [
        name
        for name in names
        if not questions or metric_named(name).question in questions or name in nearest
    ]


def is_metric(name: str) -> bool:
    return name in METRICS or bool(member_of(name))


def member_of(name: str) -> str:
    """The seat or member that a metric names, as in win:seat_2; "" if it names none."""
    return name.removeprefix(WIN).replace("_", " ").strip() if name.startswith(WIN) else ""


def metric_named(name: str) -> Metric:
    """One of GAUGES, or the win share of a seat or member alone."""
    if not (member := member_of(name)):
        return METRICS[name]

    def parts(games: Games) -> Parts:
        """None if nobody ever holds it."""
        at = games.named[name]
        return {"": _won_by(at, games)} if at.any() else {}

    is_seat = member.casefold().startswith("seat") or member.casefold() in {
        team.casefold() for team in spoken().teams
    }
    told = "games won by {member}" if is_seat else "games won by the player with {member}"
    question = "turn_order" if is_seat else "win_rates"
    sides = SEVERAL if is_seat else ANY  # those who play together win whatever the seat
    return Metric(say(told, member=member), "share", question, parts, players=sides)


def must_be_metric(name: str) -> None:
    if not is_metric(name):
        raise not_found("metric", name, (*METRICS, f"{WIN}NAME"))


def fits(name: str, sides: int, is_mixed: bool, is_dealt: bool = False) -> bool:
    """Whether a run in which so many compete, with or without mixed tables, answers a metric.

    Of members only if some are dealt to seats.
    """
    metric = metric_named(name)
    is_answered = (is_mixed or not metric.is_mixed) and (is_dealt or not metric.is_of_members)
    return sides in metric.players and is_answered


def is_own(name: str, sides: int) -> bool:
    """Whether a metric is read without being named: it tells what no other one does."""
    return not member_of(name) and metric_named(name).same_with != sides


def must_fit(name: str, sides: int, is_mixed: bool, is_dealt: bool = False) -> None:
    must_be_metric(name)
    if not fits(name, sides, is_mixed, is_dealt):
        raise UserError(f"The metric '{name}' needs {needed(name, is_dealt)}.")


def needed(name: str, is_dealt: bool) -> str:
    """What a metric cannot do without."""
    metric = metric_named(name)
    if metric.is_of_members and not is_dealt:
        return "something with a name that the game deals to players, such as factions"
    return "tables of several strategies" if metric.is_mixed else players_needed(metric.players)


def read(sample: Sample, names: Sequence[str] = ()) -> dict[str, Reading]:
    """What these metrics, or all that the sample can answer, show; each thing is told once."""
    asked, dealt = (sample.sides, bool(sample.mixed)), sample.levers.dealt
    members = members_in(sample, names)
    for name in names:
        must_fit(name, *asked, bool(members))
    usual = [name for name in METRICS if is_own(name, sample.sides)]
    chosen = names or [name for name in usual if fits(name, *asked, bool(dealt))]
    tables = {}
    for is_mixed in {metric_named(name).is_mixed for name in chosen}:
        rows = sample.of(*sample.mixed) if is_mixed else sample.typical
        tables[is_mixed] = games_of(rows, sample.players, sample.cut_off, tallies_of(dealt))
    if members and not dealt:
        held = {name: one.of(sample, sample.typical) for name, one in members.items()}
        tables[False] = replace(tables[False], held=held)
    if naming := [name for name in chosen if member_of(name)]:
        tables[False] = replace(tables[False], named=_named(sample, naming))
    shown = {name: reading(name, tables[metric_named(name).is_mixed]) for name in chosen}
    return {name: one for name, one in shown.items() if one.is_known}


def members_in(sample: Sample, names: Sequence[str]) -> dict[str, Holder]:
    """Who is dealt to seats in these games; nobody if no metric of members is named."""
    if not any(map(is_of_members, names)):
        return {}
    if sample.known is None or sample.box is None:
        return tallied(sample.levers)
    return members_of(sample.known, sample.box, sample.players, sample.seed or 0)


def has_members_for(name: str, one: Experiment) -> bool:
    """Whether a metric is of members, and an experiment deals some."""
    return is_of_members(name) and bool(
        members_of(one.title, one.components, one.players, one.seed)
    )


def is_of_members(name: str) -> bool:
    return is_metric(name) and metric_named(name).is_of_members


def _named(sample: Sample, names: Sequence[str]) -> dict[str, np.ndarray]:
    """Who holds what metrics name, [game, seat]."""
    if sample.known is None or sample.box is None:
        raise UserError(f"The metric '{names[0]}' needs a game that is known.")
    known = holders(sample.known, sample.box, sample.players, sample.seed or 0)
    held = {name: holder(member_of(name), known).of(sample, sample.typical) for name in names}
    return held if sample.sides > 1 else {name: _once(at) for name, at in held.items()}


def _once(held: np.ndarray) -> np.ndarray:
    """Whether a table has it, told of its first seat: those who play together win as one."""
    first = np.zeros(held.shape, bool)
    first[:, 0] = held.any(axis=1)
    return first


def must_be_held(names: Sequence[str], one: Experiment) -> None:
    """Refuses metrics that name a seat or member which the experiment does not have."""
    if naming := [name for name in names if member_of(name)]:
        known = holders(one.title, one.components, one.players, one.seed)
        for name in naming:
            holder(member_of(name), known)


def must_be_shown(names: Sequence[str], shown: Collection[str], where: str) -> None:
    """Refuses metrics that name what nobody held in games that were played."""
    for name in names:
        if member_of(name) and name not in shown:
            raise UserError(
                f"'{name}' is not told by {where}: nobody has it there. 'tiltmeter games' lists the"
                f" choices of {by_door('--setup', 'setup')} that may put it into play."
            )


def reading(name: str, games: Games) -> Reading:
    """One metric on some games, deal by deal."""
    units, unit = np.unique(games.deal, return_inverse=True)
    return _added(name, games, unit, units, len(units)).reading


def sums(name: str, games: Games) -> "MetricSums":
    """One metric on some games, added up by groups of deals, so that more can be added."""
    deals = len(np.unique(games.deal))
    return _added(name, games, games.deal % GROUPS, np.arange(GROUPS), deals)


def _added(
    name: str, games: Games, unit: np.ndarray, units: np.ndarray, deals: int
) -> "MetricSums":
    parts = metric_named(name).parts(games)
    total, weight = (
        np.array([np.bincount(unit, of[k], len(units)) for of in parts.values()])
        .reshape(len(parts), len(units))
        .T
        for k in (0, 1)
    )
    return MetricSums(name, tuple(parts), total, weight, deals, units)


@dataclass(frozen=True)
class MetricSums:
    """What a metric adds up of each deal, or group of deals."""

    metric: str
    parts: tuple[str, ...]
    total: np.ndarray  # [unit, part]
    weight: np.ndarray  # [unit, part]
    deals: int
    units: np.ndarray = field(default_factory=lambda: np.arange(GROUPS))

    @property
    def reading(self) -> Reading:
        metric, whole = metric_named(self.metric), np.maximum(self.weight.sum(axis=0), 1e-300)
        if metric.shape == UNEVEN:
            return self._uneven()
        mean = self.total.sum(axis=0) / whole
        influence = (self.total - mean * self.weight) / whole
        is_share = metric.unit == "share" and not metric.is_signed
        seen = np.minimum((self.weight > 0).sum(axis=0), self.deals)
        return Reading(
            metric.shape, is_share, self.parts, mean, influence, self.deals, self.units, seen
        )

    def _uneven(self) -> Reading:
        """All parts as one number."""
        even = self.total.sum() / max(self.weight.sum(), 1e-300) or np.nan  # if nobody wins
        value, influence = imbalance(self.total.T[None], self.weight.T[None], even)
        seen = np.array([min(self.weight.any(axis=1).sum(), self.deals)])
        return Reading(MEAN, False, ("",), value, influence, self.deals, self.units, seen)


def tallies_of(dealt: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Members of all groups, and the tallies of their holders."""
    return {name: tally for members in dealt.values() for name, tally in members.items()}


def games_of(
    rows: pl.LazyFrame,
    players: int,
    cut_off: str,
    members: Mapping[str, str],  # by name: the tally of who holds them
) -> Games:
    held = {name: f"tally_{tally}" for name, tally in members.items()}
    rounds = pl.col("curve").list.len()
    middle = (rounds.cast(pl.Int64) + 1) // 2 - 1
    half = pl.col("curve").list.get(middle, null_on_oob=True).fill_null(0)  # cut off in round 1
    columns = (
        "game",
        "seat",
        "deal",
        "score",
        "win",
        "rounds",
        "decisions",
        "forced",
        *held.values(),
    )
    words = pl.col("strategy", "ending").cast(pl.String)
    table = rows.select(*columns, words, half=half).collect(engine="streaming").sort("game", "seat")

    def by_seat(name: str) -> np.ndarray:
        return table[name].to_numpy().reshape(-1, players)

    def once(name: str) -> np.ndarray:
        return by_seat(name)[:, 0]

    return Games(
        deal=once("deal"),
        score=by_seat("score"),
        win=by_seat("win"),
        half=by_seat("half"),
        strategy=by_seat("strategy"),
        rounds=once("rounds"),
        decisions=once("decisions"),
        forced=by_seat("forced").sum(axis=1),
        cut=once("ending") == cut_off,
        held={name: by_seat(column) > 0 for name, column in held.items()},
    )

"""What is each option worth? The same shuffles, with the option forbidden to one player.

Win rates of those who used an option are a correlation; what a player loses without it is caused
by its absence (restricted play, after Jaffe and others, 2012). The other way round, one player
takes the option more often than it would. What surely gains by that, or by doing without, says that
this player chooses badly, and nothing of the game: `confidence` tells it, and it is not judged
here. What surely costs, and is of no use to who may choose, is never worth taking.

That nobody can do without a game's verbs is no fault of the game. So only options that compete with
each other are judged (`peers` among the `groups` of a title's levers: which role leads, which
ticket is used): is one of them worth far more, or far less, than the others of its group?
"""

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analyses.experiments.designs import ALWAYS
from analyses.findings.assumed import assumed_in
from analyses.findings.finding import Finding, Table, begun, number_range
from analyses.findings.meetings import is_chance_worse, reference
from analyses.findings.names import called
from analyses.findings.question import SEVERAL, Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import Scale
from analyses.language import say
from analyses.statistics.estimate import (
    NAN,
    NOTHING,
    Estimate,
    MaxDistance,
    Monotone,
    Quantity,
    Simultaneous,
    in_figures,
)
from analyses.statistics.intervals import SURE, by_deal, discoveries, p_values
from analyses.statistics.order import most_by, ordered, sort_rows
from simulator.levers import Levers

SHARES = ("estimate", "low", "high")
HARDLY = 0.001  # of seats that use an option: it can be spared
DOMINATED_NOTE = (
    "Never worth taking: an option that the default bot does not use, or wins more without. It"
    " costs wins even where it is taken as seldom as a liking for it allows."
)
GAINS_NOTE = (
    "Taken more often: the bot rates such a move higher by so many times (dose) the range of its"
    " ratings. The dose is chosen on half of the shuffles and measured on the other half."
)
NO_PEERS = (
    "No verdict: an option is compared with others of its group, and this game names no groups."
)


def find(sample: Sample) -> Finding:
    levers, kinds, gains = sample.levers, forbidden(sample), gained(sample)
    if not sample.mirrors or (not kinds and gains.is_empty()):
        return QUESTION.not_asked(sample)
    played = {kind: _by_deal(sample, kind, levers) for kind in kinds}
    deals = {kind: lost for kind, lost in played.items() if _is_used(lost)}
    losses, worthless = _losses(deals, levers), dominated(sample, played)
    faults = {kind for kind in harmful(losses) if kind not in levers.powers}
    apart = _apart({kind: lost for kind, lost in deals.items() if kind not in faults}, levers)
    tables = [Table("losses", "Win rate and points lost without an option", losses, SHARES)]
    if len(gains):
        tables.append(Table("gains", "Win rate gained by taking it more often", gains, SHARES))
    if len(worthless):
        tables.append(
            Table("dominated", "Win rate lost by taking what is never worth it", worthless, SHARES)
        )
    if apart:
        shares = (*SHARES, "alone", "peers")
        tables.append(
            Table("apart", "Options compared with their group", _apart_table(apart), shares)
        )
    told = [
        *_apart_told(apart, levers),
        *_dominated_told(worthless, levers),
        *(_needed_told(losses, levers, sample.sides) if kinds else ()),
        *_gains_told(gains, levers),
    ]
    return QUESTION.finding(
        sample,
        told[0],
        told[1:],
        estimate=_distance(apart),
        measure=_farthest(apart, _even(sample)),
        unit="share",
        stands={one.option: Simultaneous(one.more, len(apart)) for one in apart},
        tables=tuple(tables),
        assumed=assumed_in(sample, tables),
        notes=(
            say(
                "{line_up}, one of them without the option, on the same shuffles. A forced move is"
                " made all the same. All intervals of a table are simultaneous 95% CIs; q below"
                " 0.05 is a clear difference.",
                line_up=sample.typical_name,
            ),
            *(say(NO_PEERS) for _ in range(not apart)),
            *(say(GAINS_NOTE) for _ in range(len(gains) > 0)),
            *(say(DOMINATED_NOTE) for _ in range(len(worthless) > 0)),
            *_held_told(deals, levers),
            *_unused_told(played, deals, levers),
            *_absent_told(played, levers),
        ),
    )


def forbidden(sample: Sample) -> list[str]:
    """The kinds of options that a player had to do without."""
    its = sample.cells_with(lambda one: one.never).filter(pl.col("forbids") != "")
    return list(dict.fromkeys(its["forbids"].cast(pl.String)))


def lost_without(sample: Sample) -> pl.DataFrame:
    """What each option is worth to a player who must do without."""
    played = {kind: _by_deal(sample, kind, sample.levers) for kind in forbidden(sample)}
    return _losses({kind: lost for kind, lost in played.items() if _is_used(lost)}, sample.levers)


def harmful(losses: pl.DataFrame, sure: float = SURE) -> list[str]:
    """Options whose absence surely helps."""
    return losses.filter((pl.col("high") < 0) & (pl.col("q") < sure))["option"].to_list()


def gained(sample: Sample) -> pl.DataFrame:
    """What a player gains by taking an option more often, by the dose that seemed best.

    One half of the deals chooses the dose, the other half tells what it gains. Games that are the
    same as without any liking tell nothing, and are left out.
    """
    schema = {"group": pl.String, "option": pl.String, "dose": pl.Float64}
    schema |= dict.fromkeys((*SHARES, "q"), pl.Float64)
    liked = _liked(sample)
    if not liked or not sample.mirrors:
        return pl.DataFrame(schema=schema)
    groups, rows = _groups(sample.levers), []
    for kind, doses in liked.items():
        has = _may_use(sample, kind)
        free = _means(sample.of(sample.mirrors[0]).filter(has))
        more = {dose: _more(sample, name, has, free) for dose, name in doses.items()}
        used = {dose: gain for dose, gain in more.items() if _is_used(gain)}
        if used:
            chooses, tells = pl.col("deal") % 2 == 0, pl.col("deal") % 2 == 1
            wins = {dose: _mean(gain.filter(chooses)["win"].to_numpy()).value
                    for dose, gain in used.items()}  # fmt: skip
            best = most_by(wins, wins.__getitem__)
            gain = used[best].filter(tells)["win"].to_numpy()
            rows.append(
                (groups.get(kind, ""), kind, best, _wider(gain, _imagined(gain, _even(sample))))
            )
    p = [float(p_values(gain.value, gain.error, gain.deals, 0.0)) for *_, gain in rows]
    table = [
        (*words, *in_figures(gain, len(rows)), float(q))
        for (*words, gain), q in zip(rows, discoveries(p), strict=True)
    ]
    return sort_rows(pl.DataFrame(table, schema, orient="row"), -pl.col("estimate"))


def dominated(sample: Sample, played: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Options that are never worth taking, the worst first: what each costs if always taken.

    To take one always is mostly bad, as good as it may be at times. So it must also cost where it
    is pushed just enough to be taken, and a player who may choose must not use it, or wins less.
    """
    schema = {"option": pl.String, "dose": pl.Float64, **dict.fromkeys(SHARES, pl.Float64)}
    liked = _liked(sample) if sample.mirrors else {}
    rows, several = [], max(1, sum(map(len, liked.values())))
    if is_chance_worse(sample) is False:  # whoever plays so badly shows nothing of options
        liked = {}
    for kind, doses in liked.items():
        if kind in sample.levers.powers or not _is_spare(sample, kind, played):
            continue
        has = _may_use(sample, kind)
        free = _means(sample.of(sample.mirrors[0]).filter(has))
        more = {dose: _more(sample, name, has, free) for dose, name in doses.items()}
        gains = {
            dose: _wider(gain["win"].to_numpy(), _imagined(gain["win"].to_numpy(), _even(sample)))
            for dose, gain in more.items()
            if _is_used(gain)
        }
        if gains and all(gain.interval(several).high < 0 for gain in gains.values()):
            rows.append((kind, max(gains), *in_figures(gains[max(gains)], several)))
    return sort_rows(pl.DataFrame(rows, schema, orient="row"), "estimate")


def _is_spare(sample: Sample, kind: str, played: Mapping[str, pl.DataFrame]) -> bool:
    """Whether a player does not use an option, or wins more without it."""
    if kind in played:
        lost = played[kind]
        share = _wider(lost["win"].to_numpy(), _unseen(lost))
        return not _is_used(lost) or share.interval(len(played)).high < 0
    rows, tally = sample.of(sample.mirrors[0]), f"tally_{kind}"
    if tally not in rows.collect_schema():
        return False
    used = (pl.col(tally) > 0).mean()
    return bool(rows.select(used).collect(engine="streaming").item() < HARDLY)


def _liked(sample: Sample) -> dict[str, dict[float, str]]:
    """Players with a liking for one kind of option, by the kind and the dose."""
    found: dict[str, dict[float, str]] = {}
    first = sample.seats[reference(sample)] if sample.mirrors else None
    for label, one in sample.seats.items():
        if one.dose is not None and one.without("likes") == first:
            found.setdefault(one.likes[0][0], {})[one.dose] = label
    return found


def _more(sample: Sample, name: str, has: pl.Expr, free: pl.DataFrame) -> pl.DataFrame:
    """What a player with a liking wins and scores more, deal by deal."""
    liking = _means(sample.rows.filter((pl.col("strategy").cast(pl.String) == name) & has))
    pairs = liking.join(free, on="deal", suffix="_free")
    return pairs.select("deal", *(pl.col(k) - pl.col(f"{k}_free") for k in ("win", "score")))


def _wider(values: np.ndarray, unseen: float) -> Estimate:
    """A mean with a variance that the sample does not show."""
    mean = _mean(values)
    return Estimate(mean.value, math.hypot(mean.error, math.sqrt(unseen)), mean.deals)


def _by_deal(sample: Sample, kind: str, levers: Levers) -> pl.DataFrame:
    """What the player without an option wins and scores less, deal by deal.

    Of a power that only some seats have, or an option of one team, only their rows count.
    """
    holder = levers.holders.get(kind)
    has = _may_use(sample, kind) if holder is None else pl.col(f"tally_{holder}") > 0
    lacking = sample.labels_of(lambda one: one.never == kind)
    is_lacking = pl.col("strategy").cast(pl.String).is_in(lacking)
    without = (pl.col("forbids").cast(pl.String) == kind) & is_lacking
    free = _means(sample.of(sample.mirrors[0]).filter(has))
    pairs = free.join(_means(sample.rows.filter(without & has)), on="deal", suffix="_without")
    return pairs.select(
        "deal",
        "win_without",
        win=pl.col("win") - pl.col("win_without"),
        score=pl.col("score") - pl.col("score_without"),
    )


def _may_use(sample: Sample, kind: str) -> pl.Expr:
    """All seats; of teams those that ever do, for a dragon may have other moves than heroes."""
    tally, rows = f"tally_{kind}", sample.of(sample.mirrors[0])
    if not sample.teams or tally not in rows.collect_schema():
        return pl.lit(True)
    users = rows.filter(pl.col(tally) > 0).select(pl.col("seat").unique()).collect()
    return pl.col("seat").is_in(users["seat"].to_list())


def _is_used(lost: pl.DataFrame) -> bool:
    """Games that are the same without an option tell nothing of its worth.

    The last deal may be unfinished, so it differs anyway.
    """
    whole = lost.filter(pl.col("deal") < pl.col("deal").max())
    return whole.is_empty() or bool((whole.select("win", "score").to_numpy() != 0).any())


def _means(rows: pl.LazyFrame) -> pl.DataFrame:
    sums = by_deal(rows, pl.col("win"), pl.col("score"))
    return sums.select("deal", pl.col("win", "score") / pl.col("n"))


def _mean(values: np.ndarray) -> Estimate:
    """Of independent deals."""
    mean = float(np.mean(values)) if len(values) else NAN
    error = float(np.std(values, ddof=1)) / len(values) ** 0.5 if len(values) > 1 else NAN
    return Estimate(mean, error, len(values))


def _groups(levers: Levers) -> dict[str, str]:
    return {kind: name for name, kinds in levers.groups.items() for kind in kinds}


def _unseen(lost: pl.DataFrame) -> float:
    """The variance that a share near 0 or 1 hides: who never won in the sample may yet win.

    By how much Agresti and Coull's variance, of two games won and two lost more, exceeds the usual.
    """
    n, share = len(lost), float(lost["win_without"].to_numpy().mean()) if len(lost) else 0.0
    imagined = (share * n + 2) / (n + 4)
    hidden = max(0.0, imagined * (1 - imagined) / (n + 4) - share * (1 - share) / max(n, 1))
    return hidden + _imagined(lost["win"].to_numpy(), share)


def _imagined(differences: np.ndarray, share: float) -> float:
    """The variance that is hidden where few deals differ, or none: of two more each way.

    They differ as much as those that do; where none was seen, by all that a deal can bring.
    """
    seen = differences[differences != 0]
    size = float((seen**2).mean()) if len(seen) else max(share, 1 - share) ** 2
    return 4 * size / max(len(differences), 1) ** 2


def _losses(deals: dict[str, pl.DataFrame], levers: Levers) -> pl.DataFrame:
    groups, rows = _groups(levers), []
    for kind, lost in deals.items():
        share = _wider(lost["win"].to_numpy(), _unseen(lost))
        points = _mean(lost["score"].to_numpy())
        p = float(p_values(share.value, share.error, share.deals, 0.0))
        figures = (*in_figures(share, len(deals)), *in_figures(points, len(deals)))
        rows.append((groups.get(kind, ""), kind, *figures, p))
    schema: dict[str, Any] = {"group": pl.String, "option": pl.String}
    schema |= dict.fromkeys((*SHARES, "points", "from", "to", "q"), pl.Float64)
    table = pl.DataFrame(rows, schema, orient="row")
    table = table.with_columns(q=pl.Series(discoveries(table["q"]), dtype=pl.Float64))
    return sort_rows(table, -pl.col("estimate"))


@dataclass(frozen=True)
class AmongPeers:
    """An option among its peers."""

    group: str
    option: str
    more: Estimate  # its worth less the mean of the others'
    alone: float
    peers: float


def _apart(deals: dict[str, pl.DataFrame], levers: Levers) -> list[AmongPeers]:
    """Every option that has peers, the farthest from them first."""
    found = []
    for name in levers.peers:
        kinds = [kind for kind in levers.groups[name] if kind in deals]
        if len(kinds) > 1:
            found += _beside_peers(name, {kind: deals[kind] for kind in kinds})
    return ordered(found, lambda one: -abs(one.more.value), lambda one: -one.more.value)


def _beside_peers(group: str, deals: dict[str, pl.DataFrame]) -> list[AmongPeers]:
    """Each option's worth less the mean of the others', with its error between deals.

    Options share their deals, though not all of them where only some seats have a power; so each
    deal's part in the difference is summed up, and deals are what varies.
    """
    numbers = np.unique(np.concatenate([lost["deal"].to_numpy() for lost in deals.values()]))
    means = np.array([lost["win"].mean() for lost in deals.values()], float)
    parts = np.zeros((len(deals), len(numbers)))
    for k, lost in enumerate(deals.values()):
        at = np.searchsorted(numbers, lost["deal"].to_numpy())
        parts[k, at] = (lost["win"].to_numpy() - means[k]) / max(len(lost), 1)
    n, unseen = len(numbers), np.array([_unseen(lost) for lost in deals.values()])
    found = []
    for k, kind in enumerate(deals):
        others = np.arange(len(deals)) != k
        part = parts[k] - parts[others].mean(axis=0)
        hidden = unseen[k] + unseen[others].sum() / others.sum() ** 2
        error = float(np.sqrt((part**2).sum() * n / (n - 1) + hidden)) if n > 1 else NAN
        peers = float(means[others].mean())
        more = Estimate(float(means[k] - peers), error, n)
        found.append(AmongPeers(group, kind, more, float(means[k]), peers))
    return found


def _apart_table(apart: Sequence[AmongPeers]) -> pl.DataFrame:
    """The intervals hold together for all options that are judged."""
    rows = [
        (one.group, one.option, *in_figures(one.more, len(apart)), one.alone, one.peers)
        for one in apart
    ]
    columns = ["group", "option", *SHARES, "alone", "peers"]
    return pl.DataFrame(rows, schema=columns, orient="row", infer_schema_length=None)


def _distance(apart: Sequence[AmongPeers]) -> Quantity:
    """Without a sign: in two versions of a game the farthest may be a strong and a weak option."""
    if not apart:
        return NOTHING
    far = apart[0].more
    return Simultaneous(Estimate(abs(far.value), far.error, far.deals), len(apart))


def _even(sample: Sample) -> float:
    """What everybody wins on average: all who play together, or each of those who compete."""
    if sample.sides > 1:
        return sample.even
    return sample.of(*sample.mirrors[:1]).select(pl.col("win").mean()).collect().item()


def _farthest(apart: Sequence[AmongPeers], even: float) -> Quantity:
    """The largest distance of an option from its peers, over what everybody wins."""
    if not apart or not even:
        return NOTHING
    return Monotone(MaxDistance([one.more for one in apart]), lambda distance: distance / even)


def _apart_told(apart: Sequence[AmongPeers], levers: Levers) -> list[str]:
    """The option farthest from its peers; of other groups too, where it surely is."""
    if not apart:
        return []
    far, several = apart[0], len(apart)
    low, high = far.more.interval(several)
    is_clear = low > 0 or high < 0
    more = (
        "{option} is the strongest of the {group}: it is worth {size:.0f} percentage"
        " points of win rate more than the others on average ({between})."
    )
    less = (
        "{option} is the weakest of the {group}: it is worth {size:.0f} percentage"
        " points of win rate less than the others on average ({between})."
    )
    alike = (
        "The {group} are worth about the same: {option} is farthest, {size:.1f} points of win rate"
        " off the others ({between})."
    )
    least, most = sorted([abs(low), abs(high)]) if is_clear else (low, high)
    told = say(
        (more if far.more.value > 0 else less) if is_clear else alike,
        group=_group_told(far.group, levers),
        option=called(far.option, levers),
        size=100 * abs(far.more.value),
        between=number_range(100 * least, 100 * most, ".0f" if is_clear else ".1f"),
    )
    told = begun(told)
    farthest = {one.group: one for one in reversed(apart) if one.group != far.group}
    others = [_also_told(one, several, levers) for one in reversed(farthest.values())]
    return [told, *filter(None, others)]


def _also_told(far: AmongPeers, several: int, levers: Levers) -> str:
    low, high = far.more.interval(several)
    if low <= 0 <= high:
        return ""
    more = "{option} is the strongest of the {group}: {size:.1f} points more ({between})."
    less = "{option} is the weakest of the {group}: {size:.1f} points less ({between})."
    told = say(
        more if far.more.value > 0 else less,
        group=_group_told(far.group, levers),
        option=called(far.option, levers),
        size=100 * abs(far.more.value),
        between=_points_range(*sorted([abs(low), abs(high)])),
    )
    return begun(told)


def _group_told(name: str, levers: Levers) -> str:
    """Moves of a guest go by what all of them do."""
    if all(kind.startswith(f"{name}_") for kind in levers.groups[name]):
        return say("'{name}' moves", name=name.replace("_", " "))
    return name


def _points_range(low: float, high: float) -> str:
    return number_range(100 * low, 100 * high)


def _needed_told(losses: pl.DataFrame, levers: Levers, sides: int) -> list[str]:
    """The option that is missed most, and those whose absence surely helps."""
    if losses.is_empty():
        return [say("The default bot uses none of the options.")]
    most, worse = losses.row(0, named=True), harmful(losses)
    told = [_most_needed_told(most, levers) if sides > 1 else _missed_told(most, levers)]
    declined = [called(kind, levers) for kind in worse if kind not in levers.powers]
    borne = [called(kind, levers) for kind in worse if kind in levers.powers]
    if declined:
        misused = "The default bot wins more without these, so they are not judged: {options!s}."
        told.append(say(misused, options=", ".join(declined)))
    if borne:
        harm = "Hurts its owner, who cannot decline it: {options!s}."
        told.append(say(harm, options=", ".join(borne)))
    return told


def _most_needed_told(most: dict[str, Any], levers: Levers) -> str:
    """Of the option that is missed most; nothing is needed that one surely does as well without."""
    if not most["low"] > 0:
        return say("No option is clearly needed: a player barred from one may win as often.")
    less = (
        "'{option}' matters most: a player barred from it wins {share:.0f} points less often"
        " ({ends}) and scores {points:.1f} less."
    )
    more = (
        "'{option}' matters most: a player barred from it wins {share:.0f} points less often"
        " ({ends}), but scores {points:.1f} more."
    )
    return say(
        less if most["points"] >= 0 else more,
        option=called(most["option"], levers),
        share=100 * most["estimate"],
        ends=number_range(100 * most["low"], 100 * most["high"], ".0f"),
        points=abs(most["points"]),
    )


def _missed_told(most: dict[str, Any], levers: Levers) -> str:
    """The same of a table that plays together: one seat does without, and all win less."""
    if not most["low"] > 0:
        none = (
            "No option is clearly needed: a table with one player barred from it may win as often."
        )
        return say(none)
    return say(
        "'{option}' matters most: a table with one player barred from it wins {share:.0f} points"
        " less often ({ends}).",
        option=called(most["option"], levers),
        share=100 * most["estimate"],
        ends=number_range(100 * most["low"], 100 * most["high"], ".0f"),
    )


def _gains_told(gains: pl.DataFrame, levers: Levers) -> list[str]:
    """Where taking an option more often surely gains."""
    better = underused(gains)
    if gains.is_empty():
        return []
    if not better:
        return [say("Taking an option more often gains nothing clear.")]
    row = gains.row(by_predicate=pl.col("option") == better[0], named=True)
    told = say(
        "The default bot wins {size:.1f} points more often if it takes '{option}' more ({ends}).",
        option=called(better[0], levers),
        size=100 * row["estimate"],
        ends=_points_range(row["low"], row["high"]),
    )
    return [told]


def _dominated_told(worthless: pl.DataFrame, levers: Levers) -> list[str]:
    """The worst with its size, the others by their names."""
    if worthless.is_empty():
        return []
    row = worthless.row(0, named=True)
    always = (
        "Never worth taking: '{option}'. A player who always takes it wins {size:.0f} points less"
        " often ({ends})."
    )
    often = (
        "Never worth taking: '{option}'. A player who takes it more often wins {size:.0f} points"
        " less often ({ends})."
    )
    told = say(
        always if row["dose"] >= ALWAYS else often,
        option=called(row["option"], levers),
        size=-100 * row["estimate"],
        ends=number_range(-100 * row["high"], -100 * row["low"], ".0f"),
    )
    others = [called(kind, levers) for kind in worthless["option"][1:]]
    more = "Never worth taking either: {options!s}."
    return [told, *([say(more, options=", ".join(others))] if others else [])]


def underused(gains: pl.DataFrame, sure: float = SURE) -> list[str]:
    """Options that a player should surely take more often, the one that gains most first."""
    return gains.filter((pl.col("low") > 0) & (pl.col("q") < sure))["option"].to_list()


def _held_told(deals: dict[str, pl.DataFrame], levers: Levers) -> tuple[str, ...]:
    held = [called(kind, levers) for kind in levers.holders if kind in deals]
    return (
        (say("Only players who have it are counted for {options}.", options=", ".join(held)),)
        if held
        else ()
    )


def _unused_told(played: Iterable[str], used: Container[str], levers: Levers) -> tuple[str, ...]:
    unused = [called(kind, levers) for kind in played if kind not in used]
    if not unused:
        return ()
    return (
        say(
            "Not used by the default bot, whose games are the same without: {options}.",
            options=", ".join(unused),
        ),
    )


def _absent_told(deals: dict[str, pl.DataFrame], levers: Levers) -> tuple[str, ...]:
    every = (kind for kinds in levers.groups.values() for kind in kinds)
    absent = [called(kind, levers) for kind in every if kind not in deals]
    if not absent:
        return ()
    return (
        say(
            "Not run, because not chosen or without effect in this setup: {options}.",
            options=", ".join(absent),
        ),
    )


def _fits(sample: Sample) -> bool:
    """Those who play together are asked where they have options by name."""
    return sample.sides > 1 or bool(sample.levers.groups)


QUESTION = Question(
    name="option_value",
    place=100,
    heading="Value of each option",
    question="What is each option worth, compared with others of its group?",
    measure="win rate that the option farthest from its group adds, more or less than the others",
    scale=Scale("largest distance from the option's group, in percent of a fair share", 0.2, 0.5),
    of_one_side="largest distance from the option's group, in percent of the win rate",
    find=find,
    is_distance=True,
    rules_out=(
        "Ruled out: an option that wins {games} games in 100 more, or fewer, than its group."
    ),
    seats=SEVERAL,
    fits=_fits,
    design="ablation",
)

"""How much is luck? What the deal decides before the first move, and how often better play wins.

The luck design plays a deal again with other chances. What two such games of a deal have in common
beyond their seats, their covariance, is how far players' chances to win lie from each other once
the cards are dealt; a single game's noise is in none of it, however few games a deal has.
"""

import math
from dataclasses import replace

import numpy as np
import polars as pl

from analyses.experiments.designs import ALL, KEEPS
from analyses.experiments.pool import CHANCE
from analyses.findings.chart import Chart
from analyses.findings.finding import (
    Finding,
    Table,
    in_a_row,
    number_range,
    whole_percent,
    whole_range,
)
from analyses.findings.meetings import meetings, outdone_by, reference, wins_beside
from analyses.findings.question import Question
from analyses.findings.sample import Sample
from analyses.findings.verdicts import FACT, UNKNOWN, Scale
from analyses.language import say
from analyses.questions.confidence import search_share
from analyses.statistics.estimate import (
    NAN,
    NOTHING,
    Estimate,
    Exactly,
    Largest,
    LowerBounded,
    Monotone,
    Quantity,
    Share,
    UpperBounded,
    in_figures,
)
from analyses.statistics.intervals import HANDFUL
from simulator.doors import call

SHARES = ("estimate", "low", "high")
CHART = Chart(
    "How much of the result luck decides, of all that it could, with 95% CIs",
    by=("source",),
    marks="bars",
)
Cells = dict[str, np.ndarray]  # results [deal, seat], plain and with each one stream kept
MUCH = 0.05  # of the differences between scores, or of luck in play: less is not worth a sentence
DEALT, LEFT = "setup luck", "in-game luck"
AT_MOST = "That is luck at most: a stronger bot is known, and better play leaves less to chance."
ONLY_DEAL = (
    "In-game luck was not run: it needs a strong bot and random moves at one table ({call!s})."
)


def find(sample: Sample) -> Finding:
    have = set(sample.cells["same"].cast(pl.String))
    if not set(KEEPS) <= have:
        return QUESTION.not_asked(sample)
    label = sample.cells.filter(pl.col("same") != ALL)["line_up"].cast(pl.String)[0]
    wins, scores = (_by_cell(sample, label, what) for what in ("win", "score"))
    if sample.sides == 1:
        return _alone(sample, label, wins, scores)
    if not np.ptp(np.concatenate([*wins.values()]), axis=0).any():
        return _no_luck(sample, len(wins[ALL]))
    if _is_without_chance(wins, scores):
        return _no_chance(sample, len(wins[ALL]))
    distance, chance = distance_of(wins[ALL], wins["deal"]), float(wins[ALL].mean())
    parts: dict[str, Quantity] = {DEALT: _of_farthest(distance, chance)}
    left, better = _beside_chance(sample, parts[DEALT])
    parts |= {LEFT: left} if left else {}
    rows = [(source, *in_figures(part)) for source, part in parts.items()]
    table = pl.DataFrame(rows, schema=["source", *SHARES], orient="row")
    largest = Largest(list(parts.values()))
    is_half_asked = left is None and sample.sides > 1
    told = _distance_told(distance, chance)
    is_later = left is not None and left.value > parts[DEALT].value  # most luck is in play
    found = QUESTION.finding(
        sample,
        better if is_later else told,
        [] if is_later else [better or _only_deal()],
        opening=told if is_later else "",
        estimate=largest,
        measure=LowerBounded(largest, most=1.0) if is_half_asked else largest,
        unit="share",
        tables=(
            Table("parts", "Setup luck and in-game luck", table, SHARES, CHART),
            Table("score", "Where score differences come from", _score_table(scores), SHARES),
        ),
        notes=(
            say(
                "{line_up}: equal players. Setup luck is how far the starting deal moves a player's"
                " chance to win from that of the seat, in percent of the farthest it could; a deck"
                " that is shuffled with the hands is part of it. In-game luck is twice the share of"
                " games in which random moves finish ahead of a strong bot. Where it is clearly"
                " lower, only games that one of the two wins count.",
                line_up=label,
            ),
        ),
    )
    return replace(found, needed=None) if is_half_asked else found  # more of them tell no more


def _alone(sample: Sample, label: str, wins: Cells, scores: Cells) -> Finding:
    """Of one side nobody is there to be ahead of: what the deal decides, and what scores owe to it.

    Where no deal is surely better than another there may be none, and nothing to call level.
    """
    distance, chance = distance_of(wins[ALL], wins["deal"]), float(wins[ALL].mean())
    by_score = _score_table(scores)
    dealt = _of_farthest(distance, chance) if 0 < chance < 1 else NOTHING
    is_better = dealt.interval().low > 0
    told = [_deal_told(distance, chance)] if 0 < chance < 1 else []
    told.insert(len(told) if is_better else 0, _scores_told(by_score))
    parts = pl.DataFrame([(DEALT, *in_figures(dealt))], schema=["source", *SHARES], orient="row")
    is_unknown = QUESTION.scale_for(sample).verdict(*dealt.interval()) == UNKNOWN
    return QUESTION.finding(
        sample,
        told[0],
        told[1:],
        estimate=dealt,
        measure=dealt,
        verdict="" if is_better or (is_unknown and 0 < chance < 1) else FACT,
        unit="share",
        tables=(
            Table("parts", "Setup luck and in-game luck", parts, SHARES, CHART),
            Table("score", "Where score differences come from", by_score, SHARES),
        ),
        notes=(
            say(
                "{line_up}. Setup luck is how far the starting deal moves the chance to win from"
                " its mean, in percent of the farthest it could; a deck that is shuffled with the"
                " hands is part of it. Of the score, each part is what it causes by itself.",
                line_up=label,
            ),
        ),
    )


def _deal_told(distance: Monotone, chance: float) -> str:
    value, low, high = (100 * figure for figure in in_figures(distance))
    if low > 0:
        return say(
            "Setup luck: the starting deal moves the win rate of {chance} by {value:.0f} points up"
            " or down ({ends}).",
            chance=whole_percent(chance),
            value=value,
            ends=number_range(low, high, ".0f"),
        )
    return say("The starting deal makes no clear difference ({most}).", most=_at_most(high))


def _scores_told(by_score: pl.DataFrame) -> str:
    """What chance during the game, and the deal, bring about of the differences between scores."""
    parts = {source: figures for source, *figures in by_score.iter_rows()}
    if not any(share for share, *_ in parts.values()):
        return say("All games end with the same score.")
    (table, *ends), (deal, *deal_ends) = parts["table"], parts["deal"]
    alone = (
        "In-game luck causes {table} of score differences ({ends}), the starting deal {deal}"
        " ({deal_ends})."
    )
    joined = (
        "In-game luck alone causes {table} of score differences ({ends}), the starting deal alone"
        " {deal} ({deal_ends}); both together cause the rest."
    )
    rest = 1 - sum(share for share, *_ in parts.values())
    return say(
        joined if rest > MUCH else alone,
        table=whole_percent(table),
        ends=whole_range(*ends),
        deal=whole_percent(deal),
        deal_ends=whole_range(*deal_ends),
    )


def _no_luck(sample: Sample, deals: int) -> Finding:
    """As surely as so many deals can say."""
    told = say("No luck: between equal players every game ends alike.")
    nothing = Share(0.0, 0.0, deals)
    return QUESTION.finding(sample, told, estimate=nothing, measure=nothing, unit="share")


def _is_without_chance(wins: Cells, scores: Cells) -> bool:
    """Whether other shuffles and dice change no game: bots that do as they did end as they did."""
    return len(wins[ALL]) >= HANDFUL and all(
        np.array_equal(of[ALL], of["whims"]) for of in (wins, scores)
    )


def _no_chance(sample: Sample, deals: int) -> Finding:
    """What differs between such games is what bots choose where moves are as good."""
    told = say("No chance in this game: other shuffles and dice change nothing.")
    nothing = Share(0.0, 0.0, deals)
    return QUESTION.finding(sample, told, estimate=nothing, measure=nothing, unit="share")


def distance_of(one: np.ndarray, other: np.ndarray) -> Monotone:
    """How far a deal typically takes a chance to win from that of the seat, in win share.

    `one[deal, seat]` and `other` are the wins of two games of each deal with other chances.
    """
    n = len(one)
    product = ((one - one.mean(axis=0)) * (other - other.mean(axis=0))).mean(axis=1)
    product *= n / max(n - 1, 1)  # the means are made of the same games
    error = float(product.std(ddof=1)) / math.sqrt(n) if n > 1 else NAN
    square = Estimate(float(product.mean()), error, n)
    return Monotone(square, lambda square: math.sqrt(max(square, 0.0)))


def _of_farthest(distance: Quantity, chance: float) -> Monotone:
    """Where the deal decides everything a chance is 0 or 1: so far from its mean, no farther."""
    farthest = math.sqrt(chance * (1 - chance))
    return Monotone(distance, lambda far: min(far / farthest, 1.0))


def _beside_chance(sample: Sample, dealt: Quantity) -> tuple[Quantity | None, str]:
    """What is left to chance beside the strongest player known, and how often it does better.

    Who does no better than random moves cannot play, or nobody can: then it is not known. But
    where choices change no score of the plain games, luck is all there is.
    """
    if not sample.mixed or CHANCE not in meetings(sample):
        return None, ""
    one, ahead = _strongest(sample)
    if ahead.interval().low <= 0.5 and not _is_without_choice(sample):
        return None, _no_better_told(one, ahead)
    left, told = _left_behind(sample, one, ahead, dealt)
    if not _is_outdone(sample, one):
        return left, told
    return at_most(left), in_a_row(told, say(AT_MOST)) if left.value > MUCH else told


def _left_behind(sample: Sample, one: str, ahead: Share, dealt: Quantity) -> tuple[Quantity, str]:
    """How far random moves keep up with a player, and how often it does better, in words.

    Places say it. Where these leave more to chance than the deal decides, wins are asked too: who
    plays well may win most games though places behind the winner are anybody's. Until it is sure
    that they leave less, it may be either.
    """
    left, told = _left_to_chance(ahead), _better_told(one, ahead)
    won = wins_beside(sample, one).get(CHANCE)  # others may win every game
    if left.value <= dealt.value or won is None:
        return left, told
    if won.interval().low > ahead.interval().high:
        return _left_to_chance(won), _won_told(one, won)
    return UpperBounded(left, _left_to_chance(won)), told


def _strongest(sample: Sample) -> tuple[str, Share]:
    """The reference player, or whoever clearly leaves random moves farther behind."""
    one = reference(sample)
    mine = meetings(sample)[CHANCE]
    met = {name: _other(share) for name, share in meetings(sample, CHANCE).items() if name != one}
    found = one, mine
    for name, share in met.items():
        if share.interval(len(met)).low > max(mine.interval().high, found[1].value):
            found = name, share
    return found


def _other(share: Share) -> Share:
    return Share(1 - share.value, share.error, share.deals)


def _is_outdone(sample: Sample, one: str) -> bool:
    """Whether somebody is known to play better than this one: a look-ahead bot, or another style.

    Who meets random moves in the place of the reference player is better than that one.
    """
    if one != reference(sample):
        return False
    search = search_share(sample)
    return (search is not None and search.interval().low > 0.5) or bool(outdone_by(sample))


def _is_without_choice(sample: Sample) -> bool:
    """Whether random moves at a table change no score of games on the same shuffles."""
    columns = ("deal", "seat", "score")
    is_chance = pl.col("strategy").cast(pl.String) == CHANCE
    beside = sample.some(sample.of(*sample.mixed)).filter(is_chance.any().over("game"))
    among_itself = sample.some(sample.of(sample.mirrors[0])).select(*columns)
    both = beside.select(*columns).join(among_itself, on=["deal", "seat"], suffix="_own")
    is_same = (pl.col("score") == pl.col("score_own")).all() & (pl.len() > 0)
    return bool(both.select(is_same).collect(engine="streaming").item())


def at_most(left: Quantity) -> Quantity:
    """Better players leave less to chance, perhaps nothing."""
    return UpperBounded(left, Exactly(0.0))


def with_stronger(finding: Finding) -> Finding:
    """In-game luck where a stronger bot than that of the finding turns out to be known."""
    measure, told = finding.measure, say(AT_MOST)
    if not isinstance(measure, Largest) or len(measure.of) < 2 or told in finding.sentence:
        return finding
    dealt, left = measure.of
    if left.value <= MUCH:
        return finding
    less = Largest([dealt, at_most(left)])
    verdict = finding.scale.verdict(*less.interval()) if finding.scale else finding.verdict
    details = (*finding.details, told)
    return replace(finding, measure=less, verdict=verdict, details=details, needed=None)


def _left_to_chance(ahead: Share) -> Monotone:
    """How far even random moves keep up with the strong player who is ahead so often."""
    return Monotone(_other(ahead), lambda share: min(2 * share, 1.0))


def _only_deal() -> str:
    how = call("simulate", strategies=["NAME", "random"], design=["luck", "one-vs-field"])
    return say(ONLY_DEAL, call=how)


def _distance_told(distance: Monotone, chance: float) -> str:
    value, low, high = (100 * figure for figure in in_figures(distance))
    if low <= 0:
        return say("The starting deal gives nobody a clear edge ({most}).", most=_at_most(high))
    return say(
        "Setup luck: the starting deal moves a player's win rate of {chance} by {value:.0f} points"
        " up or down ({ends}).",
        chance=whole_percent(chance),
        value=value,
        ends=number_range(low, high, ".0f"),
    )


def _at_most(high: float) -> str:
    if not math.isfinite(high):
        return say("too few games to say how much")
    return say("{high:.0f} points of win rate at most", high=high)


def _no_better_told(one: str, ahead: Share) -> str:
    no_better = (
        "In-game luck is unknown: the {player} bot does no better than random moves, ahead in"
        " {ahead} of games ({ends})."
    )
    ends = whole_range(*ahead.interval())
    return say(no_better, player=one, ahead=whole_percent(ahead.value), ends=ends)


def _better_told(one: str, ahead: Share) -> str:
    told = (
        "In-game luck: the {player} bot finishes ahead of random moves in {ahead} of games"
        " ({ends})."
    )
    ends = whole_range(*ahead.interval())
    return say(told, player=one, ahead=whole_percent(ahead.value), ends=ends)


def _won_told(one: str, won: Share) -> str:
    told = (
        "In-game luck: the {player} bot wins {won} of the games that it or random moves win"
        " ({ends})."
    )
    ends = whole_range(*won.interval())
    return say(told, player=one, won=whole_percent(won.value), ends=ends)


def _by_cell(sample: Sample, label: str, what: str) -> Cells:
    """Results [deal, seat] of the plain games, and with each one stream kept."""
    rows = sample.rows.filter(
        (pl.col("line_up").cast(pl.String) == label) & (pl.col("forbids") == "")
    )
    value = pl.col(what).cast(pl.Float64)
    tall = rows.select("deal", "seat", same=pl.format("same {}", pl.col("same")), y=value)
    wide = tall.collect(engine="streaming").pivot("same", index=["deal", "seat"], values="y")
    whole = wide.drop_nulls().sort("deal", "seat")
    n = whole["deal"].n_unique()
    return {same: whole[f"same {same}"].to_numpy().reshape(n, -1) for same in (ALL, *KEEPS)}


def _score_table(scores: Cells) -> pl.DataFrame:
    """Which part of the score's variance each source brings about by itself."""
    plain = scores[ALL]
    means = plain.mean(axis=0)
    squares = (plain - plain.mean()) ** 2
    variance = squares.mean()
    rows: list[tuple] = []
    for stream in KEEPS:
        other = scores[stream] - scores[stream].mean(axis=0)
        product = ((plain - means) * other).mean(axis=1)
        part = _ratio(product, squares.mean(axis=1), variance)
        rows.append((stream, *(max(figure, 0.0) for figure in in_figures(part))))
    seat = float(means.var() / variance) if variance else 0.0
    rows.append(("the seat", seat, NAN, NAN))
    return pl.DataFrame(rows, schema=["source", *SHARES], orient="row")


def _ratio(product: np.ndarray, squares: np.ndarray, variance: float) -> Estimate:
    """A covariance over a variance, with the error of the ratio between deals."""
    if not variance:
        return Estimate(0.0, 0.0, len(product))
    share = product.mean() / variance
    spread = (product - share * squares) / variance
    error = spread.std(ddof=1) / np.sqrt(len(spread)) if len(spread) > 1 else NAN
    return Estimate(float(share), float(error), len(spread))


QUESTION = Question(
    name="luck",
    place=80,
    heading="Luck and skill",
    question="How much is luck: in the setup, and during the game?",
    measure="larger of setup luck and in-game luck",
    scale=Scale("larger of setup luck and in-game luck, of all that luck could decide", 0.4, 0.6),
    of_one_side="setup luck, of all that luck could decide",
    find=find,
    design="luck",
    meets_chance=True,
)

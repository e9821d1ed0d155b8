"""A player of any title that thinks ahead: it plays promising moves to the end and compares.

At each decision `look` asks a base strategy for its ratings, and takes its best moves as
candidates. A rollout deals anew what the seat cannot see, makes a candidate's move and lets the
base play every seat to the end. All candidates are tried on the same re-dealt copies, so that what
differs between them is the move, not the luck. After each of several rounds the worse half drops
out (sequential halving), and all of them if not one is ahead of the base's own move.

Among many noisy means the highest is mostly noise. So each candidate is compared with the move that
the base itself would make, copy by copy, and its rating is a lower bound: the mean difference less
`caution` standard errors. The base's own move rates 0, and is made unless another is surely better.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulator.kernel import kernel, plain, record, room
from simulator.loop import HAIR, MAX_NOTES, Mind, meet
from simulator.names import numbered
from simulator.titles import Title
from strategies.net import Net
from strategies.playing_on import (
    MARGIN,
    base_of_title,
    best_first,
    deal_anew,
    leaf_of,
    of_title,
    outcome,
    play_on,
    rated_by_base,
    rated_near,
    seed_of,
    swap,
)

Mean = tuple[float, float]  # and its standard error

SETTINGS = dict(
    rollouts=1000, caution=2.0, candidates=16, horizon=0, margin=MARGIN, confirm=0, turns=1,
    within=0.0,
)  # fmt: skip
ABOUT = dict(
    rollouts="how many per decision, all candidates together",
    caution="by how many standard errors a move must beat the base's",
    candidates="how many moves are tried at most, those the base rates highest",
    horizon="after how many rounds rollouts end, by the score; 0: with the game",
    margin="what a lead counts beside the win itself, which counts 1",
    confirm="copies on which the best move is compared once more, for the coach",
    turns="with a leaf: after how many of its own turns the net is asked",
    within="by how much lower than its own the base may rate them; 0: by any",
)
S = numbered(*SETTINGS)
HEAD = 7  # notes: how many candidates, and what was confirmed; then their moves, then their ratings
MOST = (MAX_NOTES - HEAD) // 2  # candidates that fit into the notes
TRIED = MOST + 1  # and once more, the one that is confirmed
NOT_TRIED = -2.0  # below every rating of a candidate
COPIES = 4  # of a position, for a look one move ahead
ASKED = 2  # `mind.asked` from here on: others are held against this move, not the base's own
FEWEST = 8  # rollouts of a candidate before its error says anything


# Of a candidate: rollouts, sums of its differences to the base's move, and of their squares.
Sums = record(n=float, value=float, won=float, lead=float, value_2=float, won_2=float, lead_2=float)
Trial = record(copies=float, leads=float, won=float, lead=float)  # how the base did on a copy


@kernel
def rate(game, rules, move, mind):
    """What the look ahead noted: how much better than the base's own move this one surely is."""
    for k in range(int(mind.notes[0])):
        if mind.notes[HEAD + k] == move:
            return mind.notes[HEAD + MOST + k]
    return NOT_TRIED


@kernel
def candidates(moves, n, settings):
    """Brings the highest ratings behind the first move, which stays; how many are tried.

    No more than the rollouts suffice for.
    """
    most, rollouts = min(n, int(settings[S.candidates]), MOST), settings[S.rollouts]
    while most > 2 and FEWEST * most * halvings_of(most, rollouts) > rollouts:
        most -= 1
    best_first(moves, n, most)
    return rated_near(moves, most, settings[S.within])


@kernel
def place_of(moves, n, move):
    """Where a move is among n of them; the first, if it is not."""
    for k in range(n):
        if moves.move[k] == move:
            return k
    return 0


@kernel
def halvings_of(n, rollouts):
    """How often the others of n candidates can be halved until one is left, and once more.

    Twice, if the rollouts suffice, so that a lone one can be given up half way.
    """
    halvings = 2 if 2 * FEWEST * n <= rollouts else 1
    while (n - 1) >> halvings:
        halvings += 1
    return halvings


@kernel
def deal_up_to(n, dealt, rows, game, rules, seat, redeal, stream):
    """Deals the first row anew until it is copy n of the game; how many copies there have been.

    Every lane deals all of them, whichever it plays: their chances are one stream.
    """
    for _ in range(dealt, n):
        rows[0] = game
        deal_anew(rows[0], rules, seat, redeal, stream)
    return max(dealt, n)


@kernel
def tell(mind, result):
    """Writes how a lane's rollout ended where all lanes can read it."""
    mind.board[2 * mind.lane], mind.board[2 * mind.lane + 1] = result


@kernel
def told_by(mind, lane):
    return mind.board[2 * lane], mind.board[2 * lane + 1]


@kernel
def compare(trial, sums, is_base, won, lead, margin):
    """Adds the difference of a rollout to the base's on the same copy, which comes first."""
    if is_base:
        trial.copies += 1.0
        trial.leads += abs(lead)
        trial.won, trial.lead = won, lead
    usual = trial.leads / trial.copies + HAIR  # what a large lead is
    value = won - trial.won
    value += margin * (lead / (abs(lead) + usual) - trial.lead / (abs(trial.lead) + usual))
    add(sums, value, won - trial.won, lead - trial.lead)


@kernel
def add(sums, value, won, lead):
    """Counts, sums and sums of squares, from which means and their errors follow."""
    sums.n += 1.0
    sums.value += value
    sums.won += won
    sums.lead += lead
    sums.value_2 += value * value
    sums.won_2 += won * won
    sums.lead_2 += lead * lead


@kernel
def error_of(n, total, squares):
    """The standard error of a mean."""
    mean = total / n
    return math.sqrt(max(0.0, squares / n - mean * mean) / max(1.0, n - 1.0))


@kernel
def beyond(sums, errors):
    """A candidate's mean difference to the base's move, and some standard errors more."""
    return sums.value / sums.n + errors * error_of(sums.n, sums.value, sums.value_2)


@kernel
def keep_better(sums, order, alive):
    """Sorts the candidates after the base's by their mean; how many are tried on: half of them.

    None, if not one has been better than the base's move so far: it must be so by `caution`
    standard errors in the end, and the copies left will hardly bring it there.
    """
    for k in range(1, alive):
        at = k
        while at > 1 and beyond(sums[order[at]], 0.0) > beyond(sums[order[at - 1]], 0.0):
            order[at], order[at - 1] = order[at - 1], order[at]
            at -= 1
    is_hope = alive > 1 and beyond(sums[order[1]], 0.0) > 0.0
    return 1 + max(1, (alive - 1) // 2) if is_hope else 0


@kernel
def keep_best(sums, order, n, caution):
    """Puts the candidate that is surely best beside the base's move; how many are left: 2 or none.

    On fresh copies one that only seemed better would on average be worse.
    """
    best, surely = 0, HAIR  # as good is not better
    for k in range(1, n):
        if beyond(sums[k], -caution) > surely:
            best, surely = k, beyond(sums[k], -caution)
    order[1] = best
    return 2 if best else 0


@kernel
def copies_for(settings, halvings, alive):
    """How many copies the candidates left are tried on before they are halved."""
    return max(FEWEST, int(settings[S.rollouts]) // (halvings * max(1, alive)))


@kernel
def write_down(mind, moves, n, sums, best):
    """Notes each candidate's rating, and how the one that was confirmed did (see `found`)."""
    notes, confirmed = mind.notes, sums[MOST]
    notes[0], notes[1], notes[2] = n, moves[best], confirmed.n
    notes[3], notes[4], notes[5] = confirmed.won, confirmed.won_2, confirmed.lead
    notes[6] = confirmed.lead_2
    for k in range(n):
        notes[HEAD + k] = moves[k]
        surely = beyond(sums[k], -mind.settings[S.caution]) - HAIR  # as good is not better
        notes[HEAD + MOST + k] = surely if k else 0.0


def look_one_move_ahead(game, rules, mind):
    """Makes every legal move on a few re-dealt copies, and notes by how much it leads then."""
    rows, lists, stream = room(1, Game), room(1, Choices), room(1, np.uint64)
    n, seat = min(legal(game, rules, lists[0]), MOST), np.int64(game.player)
    mind.notes[0] = n
    for k in range(n):
        mind.notes[HEAD + k], mind.notes[HEAD + MOST + k] = lists[0].move[k], 0.0
        stream[0] = seed_of(game)
        for _ in range(COPIES):
            rows[0] = game
            deal_anew(rows[0], rules, seat, redeal, stream)
            apply(rows[0], rules, lists[0].move[k])
            mind.notes[HEAD + MOST + k] += (
                outcome(rows[0], rules, seat, worth, together)[1] / COPIES
            )


def to_the_end(game, rules, move, mind, choices, seat, settings, memory):
    """Plays a move on, to the end or the horizon; a seat's share of the win and its lead."""
    until = game.rounds + int(settings[S.horizon]) if settings[S.horizon] > 0.0 else 1 << 30
    base = (legal, apply, kinds, base_look, base_rate_all)
    play_on(game, rules, move, mind, base, choices, until, bound)
    return outcome(game, rules, seat, worth, together)


def to_the_net(game, rules, move, mind, choices, seat, settings, memory):
    """Plays a move on for some turns of the seat; what the net says it has then."""
    return ahead(game, rules, move, mind, choices, seat, int(settings[S.turns]), memory), 0.0


def look(game, rules, mind):
    """Tries the base's best moves and notes how much better than its own each surely is.

    Whoever has made another move can ask for that one instead of the base's (`ASKED`).
    Where it shall `confirm`, the best of them is compared with the base's move on fresh copies: the
    best of many looks better than it is.
    """
    rows, lists, minds = room(2, Game), room(2, Choices), room(1, Mind)
    sums, trial = room(TRIED, Sums), room(1, Trial)
    order, stream = room(MOST, np.int64), room(1, np.uint64)
    memory = room(REMEMBERED, np.int32)
    seat, settings, moves, lanes = np.int64(game.player), mind.settings, lists[0], 1 + mind.beside
    for k in range(MOST):
        order[k] = k
    base = (legal, apply, kinds, base_look, base_rate_all)
    n = rated_by_base(game, rules, mind, rows, minds[0], moves, base)
    if mind.asked >= ASKED:
        swap(moves, 0, place_of(moves, n, mind.asked - ASKED))
    n = candidates(moves, n, settings)
    alive, halvings, stream[0] = n, halvings_of(n, settings[S.rollouts]), seed_of(game)
    for stage in range(halvings + 1):
        copies = copies_for(settings, halvings, alive)
        if stage == halvings:
            alive, copies = keep_best(sums, order, n, settings[S.caution]), int(settings[S.confirm])
        rollouts, dealt = copies * alive, 0
        for first in range(0, rollouts, lanes):
            own = first + mind.lane
            if own < rollouts:
                dealt = deal_up_to(own // alive + 1, dealt, rows, game, rules, seat, redeal, stream)
                rows[1] = rows[0]
                move = moves.move[order[own % alive]]
                if stage < halvings:
                    ended = roll(rows[1], rules, move, minds[0], lists[1], seat, settings, memory)
                else:
                    ended = to_end(rows[1], rules, move, minds[0], lists[1], seat, settings, memory)
                tell(mind, ended)
            meet()
            for k in range(min(lanes, rollouts - first)):
                at, (won, lead) = (first + k) % alive, told_by(mind, k)
                tried = MOST if stage == halvings and at else order[at]
                compare(trial[0], sums[tried], at == 0, won, lead, settings[S.margin])
            meet()
        deal_up_to(copies if alive else 0, dealt, rows, game, rules, seat, redeal, stream)
        if stage < halvings:
            alive = keep_better(sums, order, alive)
    write_down(mind, moves.move, n, sums, order[1] if alive else 0)


Game = Choices = legal = apply = kinds = redeal = worth = base_look = base_rate_all = None
roll = to_end = ahead = None
REMEMBERED = 1
bound = together = 0  # these of a title, a base and a net, where functions become kernels


def looking(title: Title, base_look: Any, base_rate: Any, net: Net | None = None) -> Any:
    """The kernel that searches a title's decisions by the ratings of a base.

    With a net rollouts end early; but what is confirmed is played to the end.
    """
    base = base_of_title(title, base_look, base_rate)
    to_end = roll = of_title(to_the_end, title, **base)
    if net is None:
        return of_title(look, title, roll=roll, to_end=to_end, **base)
    roll = of_title(to_the_net, title, ahead=leaf_of(title, net, base))
    remembered = net.memory(title)
    return of_title(look, title, roll=roll, to_end=to_end, REMEMBERED=remembered, **base)


@dataclass(frozen=True)
class Found:
    """Of a decision: the base's own move, a surely better one, and how it did on fresh copies."""

    own: int
    better: int
    copies: int  # 0: nothing better was seen
    won: Mean  # how much more of the win it brings
    lead: Mean  # how many points more it leads by


def found(mind: Any) -> Found:
    """What a search with `confirm` noted at a decision."""
    _, better, n, won, won_2, lead, lead_2, own = mind.notes[: HEAD + 1].tolist()
    return Found(int(own), int(better), int(n), _mean(n, won, won_2), _mean(n, lead, lead_2))


def _mean(n: float, total: float, squares: float) -> Mean:
    return (total / n, float(plain(error_of)(n, total, squares))) if n else (0.0, 0.0)


def looking_one_move_ahead(title: Title) -> Any:
    return of_title(look_one_move_ahead, title)

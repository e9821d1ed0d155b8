"""A game so small that its truths can be computed: everyone makes one choice, then luck decides.

A seat's score is 100, the points of its choice, its seat's bonus, and one whole number from each
stream: the deal, the table and its own whims, each below the size that the rules give.
"""

from types import SimpleNamespace

import numpy as np
import polars as pl

from analyses.experiments.designs import Cell
from analyses.experiments.frames import frame_of
from simulator import rng
from simulator.kernel import kernel, new, record
from simulator.match import Match, Mind, Player
from simulator.places import rank
from simulator.titles import Title, common

PLAYERS, CHOICES = 4, 3
DEAL_POINTS, TABLE_POINTS, WHIM_POINTS, OTHER_POINTS = range(4)

Rules = record(
    deal=int,
    table=int,
    whim=int,
    bonus=(int, PLAYERS),  # by seat
    value=(int, CHOICES),  # of each choice
    beats=int,  # points for a choice that beats one of the next seat's: 1 beats 0, 2 beats 1 …
)
Game = record(**common(PLAYERS, 4, 2, 8), chosen=(int, PLAYERS))
OVER = 2


@kernel
def setup(game, rules):
    for seat in range(game.players):
        game.points[seat, DEAL_POINTS] = rng.below(game.deal, rules.deal)


@kernel
def legal(game, rules, choices):
    for k in range(CHOICES):
        choices.move[k] = k
    return CHOICES


@kernel
def apply(game, rules, move):
    seat = game.player
    game.chosen[seat] = move
    game.tally[seat, 0] = move
    game.points[seat, TABLE_POINTS] = rng.below(game.table, rules.table)
    game.points[seat, WHIM_POINTS] = rng.below(game.whim[seat], rules.whim)
    game.player += 1
    if game.player < game.players:
        return
    game.player = 0
    for one in range(game.players):
        game.points[one, OTHER_POINTS] = 100 + rules.value[game.chosen[one]] + rules.bonus[one]
        for other in range(game.players):
            if (game.chosen[one] - game.chosen[other]) % CHOICES == 1:
                game.points[one, OTHER_POINTS] += rules.beats
    game.rounds = 1
    game.ended = OVER
    rank(game)


@kernel
def kinds(game, rules, move):
    return 1


@kernel
def standing(game, rules, seat):
    total = 0
    for source in range(4):
        total += game.points[seat, source]
    return total


WORDS = SimpleNamespace(
    SOURCES=("deal", "table", "whims", "rest"),
    TALLIES=("choice", "nothing"),
    ENDINGS=("running", "cut off", "over"),
    KINDS=("choose",),
    LAWS=(),
)
TOY = Title(
    name="toy",
    full_name="Toy",
    about="One choice each.",
    players=range(2, PLAYERS + 1),
    Rules=Rules,
    Game=Game,
    make_rules=None,
    setup=setup,
    legal=legal,
    apply=apply,
    kinds=kinds,
    standing=standing,
    redeal=None,
    check=None,
    words=WORDS,
    max_moves=10,
)


def rules(**values):
    made = new(Rules)
    made.deal = made.table = made.whim = 1
    for name, value in values.items():
        made[name] = value
    return made


@kernel
def look(game, rules, mind):
    pass


@kernel
def rate(game, rules, move, mind):
    """Weight 0 is the choice; -1 chooses by whim."""
    return 1.0 if move == mind.weights[0] else 0.0


def player(name, choice):
    mind = new(Mind)
    mind.weights[0] = choice
    return Player(name, look, rate, mind)


def play(by, line_ups, deals, *, choices=None, seed=1, streams=()):
    """The rows of some line-ups on the same deals; `choices` says what each strategy chooses."""
    choices = choices or {name: 0 for line_up in line_ups for name in line_up}
    cells = [Cell(tuple(line_up)) for line_up in line_ups]
    cells += [Cell(tuple(line_ups[0]), same) for same in streams]
    names = tuple(dict.fromkeys(name for cell in cells for name in cell.line_up))
    per_deal = sum(cell.rotations for cell in cells)
    experiment = SimpleNamespace(
        title="toy", cells=cells, strategies=names, games_per_deal=per_deal
    )
    frames, offset = [], 0
    for cell in cells:
        match = Match(TOY, by, [player(name, choices[name]) for name in cell.line_up])
        games = match.play(seed, 0, deals * cell.rotations, cell.fresh)
        frames.append(frame_of(games, match, 0, experiment, cell, offset))
        offset += cell.rotations
    return pl.concat(frames).sort("game", maintain_order=True)


def chance_to_win(size, ahead):
    """The exact win share against one rival when both add a number below `size`."""
    mine, theirs = np.meshgrid(np.arange(size) + ahead, np.arange(size))
    return float(((mine > theirs) + 0.5 * (mine == theirs)).mean())

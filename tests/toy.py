"""A game so small that its truths can be computed: everyone makes one choice, then luck decides.

A seat's score is 100, the points of its choice, its seat's bonus, and one whole number from each
stream: the deal, the table and its own whims, each below the size that the rules give.
"""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import polars as pl

from analyses.experiments.designs import Cell
from analyses.experiments.frames import Block, frame_of
from analyses.experiments.play import DealsToPlay
from simulator import rng
from simulator.components import Components, Entry
from simulator.kernel import kernel, new, record
from simulator.match import Match
from simulator.names import numbered, written
from simulator.places import rank
from simulator.titles import Title, add_title, common, offer
from simulator.words import Words
from strategies import registry
from strategies.registry import strategy
from strategies.seat import Seat

PLAYERS, CHOICES = 4, 3
Source = numbered("deal", "table", "whims", "rest")
Tally = numbered("choice", "nothing")
Ending = numbered("running", "round_limit", "over")

Rules = record(
    deal=int,
    table=int,
    whim=int,
    bonus=(int, PLAYERS),  # by seat
    value=(int, CHOICES),  # of each choice
    beats=int,  # points for a choice that beats one of the next seat's: 1 beats 0, 2 beats 1 …
)
Game = record(**common(PLAYERS, len(Source), len(Tally)), chosen=(int, PLAYERS))
PRINTED = {"deal": 6, "table": 6, "whim": 1, "bonus": [0] * PLAYERS, "value": [0, 1, 2], "beats": 2}
NEUTRAL = {"deal": 1, "table": 1, "whim": 1, "bonus": [0] * PLAYERS, "value": [0] * 3, "beats": 0}


def make_rules(components, players):
    made = new(Rules)
    for name in PRINTED:
        made[name] = components[f"box.{name}"]
    return made


@kernel
def setup(game, rules):
    for seat in range(game.players):
        game.points[seat, Source.deal] = rng.below(game.deal, rules.deal)


@kernel
def legal(game, rules, choices):
    for k in range(CHOICES):
        offer(choices, k, k)
    return CHOICES


@kernel
def apply(game, rules, move):
    seat = game.player
    game.chosen[seat] = move
    game.tally[seat, Tally.choice] = move
    game.points[seat, Source.table] = rng.below(game.table, rules.table)
    game.points[seat, Source.whims] = rng.below(game.whim[seat], rules.whim)
    game.player += 1
    if game.player < game.players:
        return
    game.player = 0
    for one in range(game.players):
        game.points[one, Source.rest] = 100 + rules.value[game.chosen[one]] + rules.bonus[one]
        for other in range(game.players):
            if (game.chosen[one] - game.chosen[other]) % CHOICES == 1:
                game.points[one, Source.rest] += rules.beats
    game.rounds = 1
    game.ended = Ending.over
    rank(game)


TITLE = Title(
    name="toy",
    full_name="Toy",
    about="One choice each, then luck decides.",
    players=range(2, PLAYERS + 1),
    components=Components(
        {
            f"box.{name}": Entry(f"box.{name}", value, "rulebook", f"the toy's {name}")
            for name, value in PRINTED.items()
        }
    ),
    Rules=Rules,
    Game=Game,
    make_rules=make_rules,
    setup=setup,
    legal=legal,
    apply=apply,
    words=Words(sources=written(Source), tallies=written(Tally), endings=written(Ending, " ")),
    max_moves=PLAYERS,
    max_rounds=8,
    max_choices=CHOICES,
)
add_title(TITLE)


def rules(**values):
    """Of a game in which nothing happens but what these values say."""
    changes = {f"box.{name}": value for name, value in (NEUTRAL | values).items()}
    return make_rules(TITLE.components.with_changes(changes, "a test"), PLAYERS)


WEIGHTS = dict(choice=0.0)
W = numbered(*WEIGHTS)


@strategy("toy", weights=WEIGHTS)
@kernel
def chooser(game, rules, move, mind):
    """Always makes the choice that its weight names; -1 chooses by whim."""
    return 1.0 if move == mind.weights[W.choice] else 0.0


def player(name, choice):
    return replace(registry.seat(TITLE, f"chooser:choice={choice}"), name=name)


def play(by, line_ups, deals, *, choices=None, seed=1, streams=()):
    """The rows of some line-ups on the same deals; `choices` says what each strategy chooses."""
    choices = choices or {name: 0 for line_up in line_ups for name in line_up}
    seated = [tuple(map(Seat, line_up)) for line_up in line_ups]
    cells = [*map(Cell, seated), *(Cell(seated[0], same) for same in streams)]
    seats = tuple(dict.fromkeys(one for cell in cells for one in cell.line_up))
    per_deal = sum(cell.rotations for cell in cells)
    experiment = SimpleNamespace(
        title=TITLE,
        cells=cells,
        seats=seats,
        strategies=[*map(str, seats)],
        games_per_deal=per_deal,
        keep="curves",
    )
    frames, offset = [], 0
    for cell in cells:
        match = Match(TITLE, by, [player(one.name, choices[one.name]) for one in cell.line_up])
        played = DealsToPlay(match, seed, range(deals), cell.fresh).play()
        frames.append(frame_of(Block(played, experiment, cell, offset)))
        offset += cell.rotations
    return pl.concat(frames).sort("game", maintain_order=True)


def chance_to_win(size, ahead):
    """The exact win share against one rival when both add a number below `size`."""
    mine, theirs = np.meshgrid(np.arange(size) + ahead, np.arange(size))
    return float(((mine > theirs) + 0.5 * (mine == theirs)).mean())

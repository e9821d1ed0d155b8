"""What lies on the table: the rules' numbers, the sheets, the dice, and how a game begins."""

import numpy as np

from simulator import rng
from simulator.components import Components
from simulator.errors import UserError
from simulator.kernel import kernel, new, record
from simulator.titles import common

MAX_PLAYERS = 5
COLOURS = 6  # expeditions: red, orange, yellow, green, blue, purple
BOXES = 9  # of an expedition, artefacts and dice symbols of the right-hand columns
NUMBERS = 10  # faces of a number die, 0 to 9
MAX_DICE = 6  # of each sort
BRIDGES = 8
# Whoever is not exhausted writes or hatches in every turn: 54 boxes, 6 circles, 6 tops, 9 symbols.
LONGEST = COLOURS * (BOXES + 2) + BOXES
ARTEFACT_BRIDGE, DICE_BRIDGE = 6, 7  # bridges 0 to 5 are the expeditions'

PLAIN, ARROW, ARTEFACT = range(3)  # kinds of boxes
RECONSTRUCTED, RANDOM, HERITAGE = range(3)  # layouts
PATHS, STEPS = 5, 5  # of the parent game

LONE_CIRCLE, CLOSED = -1, 99  # floors of an expedition: only its circle is ticked; it takes nothing

PICK, ACCELERATE = range(2)  # phases: take a pair of dice or refuse; use an arrow or decline it

SOURCES = 9  # of points: the six expeditions, then
ARTEFACT_POINTS, REFUSAL_POINTS, BRIDGE_POINTS = 6, 7, 8

TALLIES = 9  # what players did, counted
(
    DICE_BOXES,
    ARROW_BOXES,
    CIRCLES,
    DICE_TOPS,
    ARROW_TOPS,
    DECLINED_ARROWS,
    REFUSALS,
    CROSSINGS,
    BONUSES,
) = range(TALLIES)

Rules = record(
    number_dice=int,
    colour_dice=int,
    zero_counts=int,
    expedition=(int, (2, BOXES + 1)),  # points by circle ticked or not, and boxes written
    artefacts=(int, BOXES + 1),  # points by artefacts hatched
    refusals=(int, BOXES + 1),  # points by dice symbols hatched
    circles=int,  # 0: there are none, a 0 opens an expedition as a 10
    circle_factor=int,
    bridge_bonus=int,
    bridge_mark=int,
    first_number=int,  # what an arrow writes into an empty expedition
    second_zero=int,  # 1: a 0 on a lone circle writes a 10
    arrow_any_column=int,
    arrow_into_circle=int,
    arrow_optional=int,
    bridges_shared=int,
    layout=int,  # RECONSTRUCTED, RANDOM or HERITAGE
    arrows_active=int,  # 0: boxes with an arrow are plain
    arrows=int,  # per column of a random layout
    column_artefacts=int,  # per column of a random layout
    sheet=(int, (COLOURS, BOXES)),  # the reconstructed layout
    steps=(int, (PATHS, STEPS)),  # the parent game's special boxes, counted from 0
)

Game = record(
    **common(MAX_PLAYERS, SOURCES, TALLIES, LONGEST),
    sheet=(int, (COLOURS, BOXES)),  # kind of each box, the same for all players
    order=(int, BOXES),  # boxes in random order, while a random sheet is dealt
    numbers=(int, MAX_DICE),  # number dice in the middle of the table, the first n_numbers
    colours=(int, MAX_DICE),  # colour dice likewise
    new_number=(int, MAX_DICE),  # 1: no number die before this one shows the same
    new_colour=(int, MAX_DICE),
    n_numbers=int,
    n_colours=int,
    roller=int,  # the seat that rolled: the active player
    n_chosen=int,  # how many have had their choice this turn
    arrow_column=int,  # where the arrow stands that is to be used
    written=(int, (MAX_PLAYERS, COLOURS, BOXES)),  # 1 to 10, 0 = empty
    filled=(int, (MAX_PLAYERS, COLOURS)),  # boxes written
    floor=(int, (MAX_PLAYERS, COLOURS)),  # the smallest number it takes next, LONE_CIRCLE or CLOSED
    circle=(int, (MAX_PLAYERS, COLOURS)),  # 1: double circle ticked
    top=(int, (MAX_PLAYERS, COLOURS)),  # 1: artefact above box 9 ticked
    artefacts=(int, MAX_PLAYERS),  # hatched
    refusals=(int, MAX_PLAYERS),  # dice symbols hatched; 9 = exhausted
    n_exhausted=int,  # players with nine dice symbols hatched
    n_crossed=int,  # bridges crossed by anybody
    crossed=(int, BRIDGES),  # the turn, from 1, in which somebody first crossed it; 0 = not yet
    bonus=(int, (MAX_PLAYERS, BRIDGES)),  # 1: this seat has the bridge's bonus
)


SWITCHES = (
    "second_zero",
    "arrow_any_column",
    "arrow_into_circle",
    "arrow_optional",
    "bridges_shared",
)


def make_rules(components: Components, players: int) -> np.record:
    rules = new(Rules)
    rules.number_dice = components["dice.numbers"]
    rules.colour_dice = components["dice.colours"]
    rules.zero_counts = components["dice.zero_counts"]
    rules.circles = components["circles.active"]
    rules.circle_factor = components["circles.factor"]
    rules.expedition[0] = [0, *components["ladders.expedition"]]
    rules.expedition[1] = [components["circles.alone"], *components["ladders.expedition"]]
    rules.expedition[1] *= rules.circle_factor
    rules.artefacts[:] = [components["rulings.no_artefact"], *components["ladders.artefacts"]]
    rules.refusals[:] = [components["rulings.no_refusal"], *components["ladders.refusals"]]
    rules.bridge_bonus = components["bridges.bonus"]
    rules.bridge_mark = components["bridges.mark"]
    rules.first_number = components["arrows.first_number"]
    rules.arrows_active = components["arrows.active"]
    for switch in SWITCHES:
        rules[switch] = components[f"rulings.{switch}"]
    rules.layout = ("reconstructed", "random", "heritage").index(components["setup.layout"])
    rules.arrows = components["setup.arrows"]
    rules.column_artefacts = components["setup.artefacts"]
    if rules.layout == RECONSTRUCTED:
        for path in ("setup.arrows", "setup.artefacts"):
            if components.entry(path).source == "changed":
                raise UserError(f"'{path}' needs layout=random or layout=heritage beside it.")
    if rules.layout == HERITAGE and rules.arrows + rules.column_artefacts > STEPS:
        raise UserError(
            f"layout=heritage has {STEPS} special boxes a column; setup.arrows={rules.arrows} and"
            f" setup.artefacts={rules.column_artefacts} need more."
        )
    rules.sheet[:] = [_boxes(column) for column in components["layouts.reconstructed"]]
    for path in components["layouts.heritage_steps"]:
        if len(set(path)) < STEPS:
            raise UserError(
                f"A path of layouts.heritage_steps has {STEPS} different boxes; {path} has not."
            )
    rules.steps[:] = np.array(components["layouts.heritage_steps"]) - 1
    return rules


def _boxes(column: str) -> list[int]:
    if len(column) != BOXES or not set(column) <= set(".AV"):
        raise UserError(
            f"A column of layouts.reconstructed is {BOXES} of the signs . A V; '{column}' is not."
        )
    return [".AV".index(sign) for sign in column]


@kernel
def setup(game, rules):
    """Everybody takes the same sheet; seat 0 rolls first."""
    for colour in range(COLOURS):
        if rules.layout == RANDOM:
            deal_random_column(game, rules, colour)
        elif rules.layout == HERITAGE:
            deal_heritage_column(game, rules, colour)
        else:
            for box in range(BOXES):
                game.sheet[colour, box] = rules.sheet[colour, box]
        if not rules.arrows_active:
            erase_arrows(game.sheet[colour])
    for seat in range(game.players):
        game.points[seat, ARTEFACT_POINTS] = rules.artefacts[0]
        game.points[seat, REFUSAL_POINTS] = rules.refusals[0]
    roll(game, rules)


@kernel
def erase_arrows(column):
    for box in range(BOXES):
        column[box] = PLAIN if column[box] == ARROW else column[box]


@kernel
def roll(game, rules):
    game.n_numbers = rules.number_dice
    game.n_colours = rules.colour_dice
    for die in range(rules.number_dice):
        game.numbers[die] = rng.below(game.table, NUMBERS)
    for die in range(rules.colour_dice):
        game.colours[die] = rng.below(game.table, COLOURS)
    mark_new_faces(game)


@kernel
def mark_new_faces(game):
    """Equal dice are one choice: notes which dice are the first to show their face."""
    for die in range(game.n_numbers):
        game.new_number[die] = is_first(game.numbers, die)
    for die in range(game.n_colours):
        game.new_colour[die] = is_first(game.colours, die)


@kernel
def is_first(dice, die):
    for other in range(die):
        if dice[other] == dice[die]:
            return False
    return True


@kernel
def deal_random_column(game, rules, colour):
    """Any column that looks like the real sheet, each equally likely."""
    for box in range(BOXES):
        game.order[box] = box
    rng.shuffle(game.deal, game.order, BOXES)
    lay_out(game, rules, colour, BOXES)
    while not looks_real(game.sheet[colour]):
        rng.shuffle(game.deal, game.order, BOXES)
        lay_out(game, rules, colour, BOXES)


@kernel
def deal_heritage_column(game, rules, colour):
    """Arrows and artefacts at random on the special boxes of one of the parent game's paths."""
    path = rng.below(game.deal, PATHS)
    for step in range(STEPS):
        game.order[step] = rules.steps[path, step]
    rng.shuffle(game.deal, game.order, STEPS)
    lay_out(game, rules, colour, STEPS)


@kernel
def lay_out(game, rules, colour, n):
    """Arrows on the first boxes of `game.order`, then artefacts; the rest of its n stays plain."""
    for k in range(n):
        if k < rules.arrows:
            game.sheet[colour, game.order[k]] = ARROW
        elif k < rules.arrows + rules.column_artefacts:
            game.sheet[colour, game.order[k]] = ARTEFACT
        else:
            game.sheet[colour, game.order[k]] = PLAIN


@kernel
def looks_real(column):
    """No arrow on box 1 or 9, at most two in a row, no artefact right above an arrow."""
    if column[0] == ARROW or column[BOXES - 1] == ARROW:
        return False
    for box in range(1, BOXES):
        if column[box] == ARTEFACT and column[box - 1] == ARROW:
            return False
        if (
            box > 1
            and column[box] == ARROW
            and column[box - 1] == ARROW
            and column[box - 2] == ARROW
        ):
            return False
    return True


@kernel
def redeal(game, rules, seat, stream):
    """All sheets and dice lie open: only the rolls to come are hidden, and the others' whims."""
    game.table[0] = rng.draw(stream)
    game.deal[0] = rng.draw(stream)
    for other in range(game.players):
        if other != seat:
            game.whim[other, 0] = rng.draw(stream)

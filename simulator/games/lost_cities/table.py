"""What lies on the table: the rules' numbers, the sheets, the dice, and how a game begins."""

import numpy as np

from simulator import rng
from simulator.components import Components
from simulator.errors import UserError
from simulator.kernel import kernel, new, record, small
from simulator.names import numbered, written
from simulator.titles import common

MAX_PLAYERS = 5
BOXES = 9  # of an expedition, artefacts and dice symbols of the right-hand columns
NUMBERS = 10  # faces of a number die, 0 to 9
MAX_DICE = 6  # of each sort
PATHS, STEPS = 5, 5  # of the parent game
LONE_CIRCLE, CLOSED = -1, 99  # floors of an expedition: only its circle is ticked; it takes nothing

Colour = numbered("red", "orange", "yellow", "green", "blue", "purple")  # the six expeditions
Bridge = numbered(*written(Colour), "artefact", "dice")
Box = numbered("plain", "arrow", "artefact")  # what is printed on it
SIGNS = ".AV"  # the same in components.toml
Layout = numbered("reconstructed", "random", "heritage")
Phase = numbered(
    "pick",  # take a pair of dice or refuse
    "accelerate",  # use an arrow or decline it
)
Source = numbered(*written(Colour), "artefacts", "refusals", "bridges")
Tally = numbered(
    "dice_boxes",
    "arrow_boxes",
    "circles",
    "dice_tops",
    "arrow_tops",
    "declined_arrows",
    "refusals",
    "crossings",
    "bridge_bonuses",
)
Ending = numbered("running", "round_limit", "all_exhausted", "all_bridges_crossed", "both_at_once")

COLOURS, BRIDGES = len(Colour), len(Bridge)
# Whoever is not exhausted writes or hatches in every turn: 54 boxes, 6 circles, 6 tops, 9 symbols.
LONGEST = COLOURS * (BOXES + 2) + BOXES

# Numbers and switches (1: on) that the rules take from the components as they are
COPIED = dict(
    number_dice="dice.numbers",
    colour_dice="dice.colours",
    zero_counts="dice.zero_counts",
    circles="circles.active",  # 0: there are none, a 0 opens an expedition as a 10
    circle_factor="circles.factor",
    bridge_bonus="bridges.bonus",
    bridge_mark="bridges.mark",
    first_number="arrows.first_number",  # what an arrow writes into an empty expedition
    second_zero="rulings.second_zero",  # 1: a 0 on a lone circle writes a 10
    arrow_any_column="rulings.arrow_any_column",
    arrow_into_circle="rulings.arrow_into_circle",
    arrow_optional="rulings.arrow_optional",
    bridges_shared="rulings.bridges_shared",
    arrows_active="arrows.active",  # 0: boxes with an arrow are plain
    arrows="setup.arrows",  # per column of a random layout
    column_artefacts="setup.artefacts",  # likewise
)

Rules = record(
    **dict.fromkeys(COPIED, int),
    expedition=(int, (2, BOXES + 1)),  # points by circle ticked or not, and boxes written
    box_points=(float, (2, BOXES)),  # what each box adds to that
    artefacts=(int, BOXES + 1),  # points by artefacts hatched
    refusals=(int, BOXES + 1),  # points by dice symbols hatched
    layout=int,  # of Layout
    sheet=(int, (COLOURS, BOXES)),  # the reconstructed one
    steps=(int, (PATHS, STEPS)),  # the parent game's special boxes, counted from 0
)

Game = record(
    **common(MAX_PLAYERS, len(Source), len(Tally)),
    sheet=(small, (COLOURS, BOXES)),  # of Box, the same for all players
    order=(small, BOXES),  # boxes in random order, while a random sheet is dealt
    numbers=(small, MAX_DICE),  # number dice in the middle of the table, the first n_numbers
    colours=(small, MAX_DICE),  # colour dice likewise
    new_number=(small, MAX_DICE),  # 1: no number die before this one shows the same
    new_colour=(small, MAX_DICE),
    n_numbers=int,
    n_colours=int,
    roller=int,  # the seat that rolled: the active player
    n_chosen=int,  # how many have had their choice this turn
    arrow_column=int,  # where the arrow stands that is to be used
    written=(small, (MAX_PLAYERS, COLOURS, BOXES)),  # 1 to 10, 0 = empty
    filled=(small, (MAX_PLAYERS, COLOURS)),  # boxes written
    floor=(small, (MAX_PLAYERS, COLOURS)),  # the least number it takes next, LONE_CIRCLE or CLOSED
    circle=(small, (MAX_PLAYERS, COLOURS)),  # 1: double circle ticked
    top=(small, (MAX_PLAYERS, COLOURS)),  # 1: artefact above box 9 ticked
    artefacts=(small, MAX_PLAYERS),  # hatched
    refusals=(small, MAX_PLAYERS),  # dice symbols hatched; 9 = exhausted
    n_exhausted=int,  # players with nine dice symbols hatched
    n_crossed=int,  # bridges crossed by anybody
    crossed=(int, BRIDGES),  # the turn, from 1, in which somebody first crossed it; 0 = not yet
    bonus=(small, (MAX_PLAYERS, BRIDGES)),  # 1: this seat has the bridge's bonus
)


def make_rules(components: Components, players: int) -> np.record:
    rules = new(Rules)
    for field, path in COPIED.items():
        rules[field] = components[path]
    rules.layout = getattr(Layout, components["setup.layout"])
    _must_have_room(components, rules)
    ladder = components["ladders.expedition"]
    rules.expedition[0] = [0, *ladder]
    rules.expedition[1] = [components["circles.alone"], *ladder]
    rules.expedition[1] *= rules.circle_factor
    rules.box_points[:] = np.diff(rules.expedition)
    rules.artefacts[:] = [components["rulings.no_artefact"], *components["ladders.artefacts"]]
    rules.refusals[:] = [components["rulings.no_refusal"], *components["ladders.refusals"]]
    rules.sheet[:] = [_boxes(column) for column in components["layouts.reconstructed"]]
    rules.steps[:] = [_steps(path) for path in components["layouts.heritage_steps"]]
    return rules


def _must_have_room(components: Components, rules: np.record) -> None:
    """Refuses counts of special boxes that a layout would ignore or has no room for."""
    if rules.layout == Layout.reconstructed:
        for path in ("setup.arrows", "setup.artefacts"):
            if components.entry(path).source == "changed":
                raise UserError(f"'{path}' needs layout=random or layout=heritage too.")
    if rules.layout == Layout.heritage and rules.arrows + rules.column_artefacts > STEPS:
        raise UserError(
            f"layout=heritage has {STEPS} special boxes a column; setup.arrows={rules.arrows} and"
            f" setup.artefacts={rules.column_artefacts} need more."
        )


def _boxes(column: str) -> list[int]:
    if len(column) != BOXES or not set(column) <= set(SIGNS):
        raise UserError(
            f"A column of layouts.reconstructed is {BOXES} of the signs . A V; '{column}' is not."
        )
    return [SIGNS.index(sign) for sign in column]


def _steps(path: list[int]) -> list[int]:
    if len(set(path)) < STEPS:
        raise UserError(
            f"A path of layouts.heritage_steps has {STEPS} different boxes; {path} has not."
        )
    return [box - 1 for box in path]


@kernel
def setup(game, rules):
    """Everybody takes the same sheet; seat 0 rolls first."""
    for colour in range(COLOURS):
        if rules.layout == Layout.random:
            deal_random_column(game, rules, colour)
        elif rules.layout == Layout.heritage:
            deal_heritage_column(game, rules, colour)
        else:
            for box in range(BOXES):
                game.sheet[colour, box] = rules.sheet[colour, box]
        if not rules.arrows_active:
            erase_arrows(game.sheet[colour])
    for seat in range(game.players):
        game.points[seat, Source.artefacts] = rules.artefacts[0]
        game.points[seat, Source.refusals] = rules.refusals[0]
    roll(game, rules)


@kernel
def erase_arrows(column):
    for box in range(BOXES):
        column[box] = Box.plain if column[box] == Box.arrow else column[box]


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
    mark_first(game.numbers, game.new_number, game.n_numbers)
    mark_first(game.colours, game.new_colour, game.n_colours)


@kernel
def mark_first(dice, marks, n):
    seen = 0  # bit k set: a die shows k
    for die in range(n):
        face = 1 << int(dice[die])
        marks[die] = (seen & face) == 0
        seen |= face


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
            game.sheet[colour, game.order[k]] = Box.arrow
        elif k < rules.arrows + rules.column_artefacts:
            game.sheet[colour, game.order[k]] = Box.artefact
        else:
            game.sheet[colour, game.order[k]] = Box.plain


@kernel
def looks_real(column):
    """No arrow on box 1 or 9, at most two in a row, no artefact right above an arrow."""
    if column[0] == Box.arrow or column[BOXES - 1] == Box.arrow:
        return False
    for box in range(1, BOXES):
        if column[box] == Box.artefact and column[box - 1] == Box.arrow:
            return False
        if (
            box > 1
            and column[box] == Box.arrow
            and column[box - 1] == Box.arrow
            and column[box - 2] == Box.arrow
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

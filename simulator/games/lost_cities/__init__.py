"""Lost Cities: Roll & Write, by the rules of rules.md."""

from dataclasses import replace
from pathlib import Path

from simulator.components import read_components
from simulator.games.lost_cities.laws import check
from simulator.games.lost_cities.levers import LEVERS
from simulator.games.lost_cities.moves import apply, kinds, legal
from simulator.games.lost_cities.pieces import pieces
from simulator.games.lost_cities.table import (
    BOXES,
    COLOURS,
    LONGEST,
    MAX_DICE,
    MAX_PLAYERS,
    Game,
    Rules,
    make_rules,
    redeal,
    setup,
)
from simulator.games.lost_cities.words import WORDS
from simulator.titles import Title

TITLE = Title(
    name="lost_cities",
    full_name="Lost Cities: Roll & Write",
    about="Six expeditions on a sheet, filled from shared dice: start low, cross bridges first.",
    players=range(2, MAX_PLAYERS + 1),
    components=read_components(Path(__file__).parent / "components.toml"),
    Rules=Rules,
    Game=Game,
    make_rules=make_rules,
    setup=setup,
    legal=legal,
    apply=apply,
    kinds=kinds,
    redeal=redeal,
    check=check,
    words=replace(WORDS, pieces=pieces),
    levers=LEVERS,
    max_moves=MAX_PLAYERS * (LONGEST + COLOURS * BOXES),  # a choice a turn, and one for each arrow
    max_rounds=LONGEST,
    max_choices=MAX_DICE * MAX_DICE + 1,  # every pair of dice, and to refuse; an arrow has fewer
)

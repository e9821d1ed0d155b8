"""Lost Cities: Roll & Write, by the rules of rules.md."""

from simulator.games.lost_cities import words
from simulator.games.lost_cities.laws import check
from simulator.games.lost_cities.moves import apply, kinds, legal
from simulator.games.lost_cities.scoring import standing
from simulator.games.lost_cities.table import (
    BOXES,
    COLOURS,
    LONGEST,
    MAX_PLAYERS,
    Game,
    Rules,
    make_rules,
    redeal,
    setup,
)
from simulator.titles import Title

TITLE = Title(
    name="lost_cities",
    full_name="Lost Cities: Roll & Write",
    about="Six expeditions on a sheet, filled from shared dice: start low, cross bridges first.",
    players=range(2, MAX_PLAYERS + 1),
    Rules=Rules,
    Game=Game,
    make_rules=make_rules,
    setup=setup,
    legal=legal,
    apply=apply,
    kinds=kinds,
    standing=standing,
    redeal=redeal,
    check=check,
    words=words,
    max_moves=MAX_PLAYERS * (LONGEST + COLOURS * BOXES),  # a choice a turn, and one for each arrow
)

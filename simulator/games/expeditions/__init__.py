"""Expéditions – Autour du Monde, by the rules of rules.md."""

from simulator.games.expeditions import words
from simulator.games.expeditions.laws import check
from simulator.games.expeditions.moves import apply, kinds, legal
from simulator.games.expeditions.scoring import standing
from simulator.games.expeditions.table import MAX_PLAYERS, Game, Rules, make_rules, redeal, setup
from simulator.titles import Title

TITLE = Title(
    name="expeditions",
    full_name="Expéditions – Autour du Monde",
    about="Three expeditions led by all players across 122 places, to goals mostly kept secret.",
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
    max_moves=10_000,
)

"""Expéditions – Autour du Monde, by the rules of rules.md."""

from dataclasses import replace
from pathlib import Path

from simulator.components import read_components
from simulator.games.expeditions.choices import legal, most_choices
from simulator.games.expeditions.laws import check
from simulator.games.expeditions.levers import LEVERS
from simulator.games.expeditions.moves import kinds
from simulator.games.expeditions.pieces import PLACES, ROUTES, pieces
from simulator.games.expeditions.play import apply
from simulator.games.expeditions.table import (
    LONGEST,
    MAX_PLAYERS,
    Game,
    Rules,
    make_rules,
    redeal,
    setup,
)
from simulator.games.expeditions.words import WORDS
from simulator.titles import Title

TITLE = Title(
    name="expeditions",
    full_name="Expéditions – Autour du Monde",
    about="Three expeditions led by all players across 122 places, to goals mostly kept secret.",
    players=range(2, MAX_PLAYERS + 1),
    components=read_components(Path(__file__).parent / "components.toml"),
    Rules=Rules,
    Game=Game,
    make_rules=make_rules,
    setup=setup,
    legal=legal,
    apply=apply,
    words=replace(WORDS, pieces=pieces, places=PLACES, routes=ROUTES),
    max_moves=10_000,
    max_rounds=LONGEST,
    max_choices=most_choices(),
    levers=LEVERS,
    kinds=kinds,
    redeal=redeal,
    check=check,
)

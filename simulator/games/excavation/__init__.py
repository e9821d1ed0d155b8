"""Excavation Earth, by the rules of rules.md."""

from dataclasses import replace
from pathlib import Path

from simulator.components import read_components
from simulator.games.excavation.box import make_rules
from simulator.games.excavation.figures import figure
from simulator.games.excavation.laws import check
from simulator.games.excavation.levers import LEVERS
from simulator.games.excavation.moves import apply, legal
from simulator.games.excavation.pieces import pieces
from simulator.games.excavation.scoring import worth
from simulator.games.excavation.start import redeal, setup
from simulator.games.excavation.table import EXPLORERS, MAX_PLAYERS, PLACES, ROUNDS, Game, Rules
from simulator.games.excavation.verbs import kinds
from simulator.games.excavation.words import WORDS
from simulator.titles import Title

TITLE = Title(
    name="excavation",
    full_name="Excavation Earth",
    about="Explorers dig relics, traders sell them where buyers wait; alone against the rival Zu.",
    players=range(1, MAX_PLAYERS + 1),
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
    max_moves=4_000,
    max_rounds=ROUNDS,
    # Tile 3 lets an explorer jump to any free place, or none; no other decision has more than 41
    # choices. One more is written, not counted, by `offer_if`.
    max_choices=1 + EXPLORERS * (PLACES - EXPLORERS) + 1,
    worth=worth,
    figure=figure,
)

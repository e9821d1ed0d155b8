"""Excavation Earth, by the rules of rules.md."""

from simulator.games.excavation import words
from simulator.games.excavation.box import make_rules
from simulator.games.excavation.figures import figure
from simulator.games.excavation.laws import check
from simulator.games.excavation.moves import apply, legal
from simulator.games.excavation.scoring import standing, worth
from simulator.games.excavation.start import redeal, setup
from simulator.games.excavation.table import MAX_PLAYERS, Game, Rules
from simulator.games.excavation.verbs import kinds
from simulator.titles import Title

TITLE = Title(
    name="excavation",
    full_name="Excavation Earth",
    about="Explorers dig relics, traders sell them where buyers wait; alone against the rival Zu.",
    players=range(1, MAX_PLAYERS + 1),
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
    max_moves=4_000,
    worth=worth,
    figure=figure,
)

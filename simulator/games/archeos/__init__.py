"""Archeos Society, by the rules of rules.md."""

from simulator.games.archeos import words
from simulator.games.archeos.choices import legal
from simulator.games.archeos.laws import check
from simulator.games.archeos.moves import kinds
from simulator.games.archeos.play import apply
from simulator.games.archeos.scoring import standing, worth
from simulator.games.archeos.table import MAX_PLAYERS, Game, Rules, make_rules, redeal, setup
from simulator.titles import Title

TITLE = Title(
    name="archeos",
    full_name="Archeos Society",
    about="Expeditions of one colour or one role; their leaders advance on six sites and act.",
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
    max_moves=20_000,
    worth=worth,
)

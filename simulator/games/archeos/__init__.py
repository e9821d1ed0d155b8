"""Archeos Society, by the rules of rules.md."""

from dataclasses import replace
from pathlib import Path

from simulator.components import read_components
from simulator.games.archeos.box import make_rules
from simulator.games.archeos.cards import redeal
from simulator.games.archeos.choices import legal
from simulator.games.archeos.laws import check
from simulator.games.archeos.levers import LEVERS
from simulator.games.archeos.moves import kinds
from simulator.games.archeos.pieces import pieces
from simulator.games.archeos.play import apply
from simulator.games.archeos.scoring import worth
from simulator.games.archeos.start import setup
from simulator.games.archeos.table import CARDS, MAX_HAND, MAX_PLAYERS, ROUNDS, Game, Rules
from simulator.games.archeos.words import WORDS
from simulator.titles import Title

TITLE = Title(
    name="archeos",
    full_name="Archeos Society",
    about="Expeditions of one colour or one role; their leaders advance on six sites and act.",
    players=range(2, MAX_PLAYERS + 1),
    components=read_components(Path(__file__).parent / "components.toml"),
    Rules=Rules,
    Game=Game,
    make_rules=make_rules,
    setup=setup,
    legal=legal,
    apply=apply,
    words=replace(WORDS, pieces=pieces),
    max_moves=20_000,
    max_rounds=ROUNDS,
    # In a turn with room in the hand: take a card of any kind, draw, or lead with any card of the
    # hand, by its colour or by its role.
    max_choices=CARDS + 1 + 2 * (MAX_HAND - 1),
    levers=LEVERS,
    worth=worth,
    kinds=kinds,
    redeal=redeal,
    check=check,
)

"""Lost Cities under arbitrary numbers, sheets and colours: what must hold whatever they are."""

from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.conformance import soak
from simulator.games.lost_cities import moves, table
from simulator.games.lost_cities.moves import Move
from simulator.games.lost_cities.table import COLOURS, NUMBERS
from simulator.kernel import new, plain
from simulator.loop import begin
from simulator.names import span_of
from simulator.titles import load_title

TITLE = load_title("lost_cities")
COLUMN = st.text(alphabet=".AV", min_size=9, max_size=9)


@st.composite
def components(draw):
    """Any numbers the component file allows, on any sheet."""
    changed = TITLE.components
    for path, entry in changed.entries.items():
        if entry.allowed and draw(st.booleans()):
            changed = changed.with_value(path, draw(st.sampled_from(entry.allowed)), "hypothesis")
        elif isinstance(entry.value, bool):
            changed = changed.with_value(path, draw(st.booleans()), "hypothesis")
        elif isinstance(entry.value, int) and not path.startswith("setup."):
            low, high = entry.min or -50, entry.max or 50
            changed = changed.with_value(path, draw(st.integers(int(low), int(high))), "hypothesis")
    if changed["setup.layout"] != "reconstructed":
        for path in ("setup.arrows", "setup.artefacts"):
            changed = changed.with_value(path, draw(st.integers(0, 2)), "hypothesis")
    sheet = draw(st.lists(COLUMN, min_size=6, max_size=6))
    return changed.with_value("layouts.reconstructed", sheet, "hypothesis")


@settings(max_examples=60)
@given(chosen=components(), players=st.sampled_from(TITLE.players), seed=st.integers(0, 2**31))
def test_laws_hold_after_every_move_whatever_the_box_says(chosen, players, seed):
    games = soak(TITLE, chosen, players, seed, 20)
    assert (games["rounds"] <= table.LONGEST).all()


@given(colour=st.integers(0, 5), number=st.integers(0, 9))
def test_a_pair_and_its_move_are_inverse(colour, number):
    move = plain(moves.pair)(colour, number)
    assert (plain(moves.column_of)(move), plain(moves.number_of)(move)) == (colour, number)
    assert move < Move.refuse


@given(colour=st.integers(0, 5))
def test_an_arrow_and_its_move_are_inverse(colour):
    assert plain(moves.column_of)(Move.arrow + colour) == colour
    assert Move.refuse < Move.arrow + colour < Move.decline


@settings(max_examples=15)
@given(order=st.permutations(range(COLOURS)), seed=st.integers(0, 1000))
def test_colours_are_interchangeable(order, seed):
    """A game with its colours renamed, on the renamed sheet, gives the same scores."""
    rules = TITLE.rules_for(TITLE.components, 3)
    game, renamed = new(TITLE.Game), new(TITLE.Game)
    for one in (game, renamed):
        plain(begin)(one, 3, seed, 0)
        plain(table.setup)(one, rules)
    for colour in range(COLOURS):
        renamed.sheet[order[colour]] = game.sheet[colour]
    for k in range(40):
        renamed.colours[:] = [order[colour] for colour in game.colours]
        choices = new(TITLE.Choices)
        n = plain(moves.legal)(game, rules, choices)
        move = int(choices.move[(seed + 7 * k) % n])
        for one, named in ((game, move), (renamed, rename(move, order))):
            if not one.ended:
                plain(moves.apply)(one, rules, named)
        for seat in range(3):
            assert TITLE.standing(game, rules, seat) == TITLE.standing(renamed, rules, seat)


def rename(move, order):
    span, place = span_of(Move, move)
    if span == "take":
        return plain(moves.pair)(order[place // NUMBERS], place % NUMBERS)
    if span == "arrow":
        return Move.arrow + order[place]
    return move

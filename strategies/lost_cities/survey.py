"""What allround sees before it rates its moves.

It weighs each expedition once per decision and notes, per column, what its next box is worth and
what each skipped number costs; a move is then two or three additions.
"""

from simulator.games.lost_cities.table import BOXES, COLOURS, Box, Phase
from simulator.kernel import kernel
from simulator.names import numbered, spans
from strategies.lost_cities.parts import artefact_gain, refusal_gain

WEIGHTS = dict(
    box_1=9.33,  # what each box is worth while the game is young
    box_2=10.41,
    box_3=10,
    box_4=11,
    box_5=11,
    box_6=10.71,
    box_7=6.43,
    box_8=5.83,
    box_9=6.13,
    step=1.86,
    reach=0.3,
    arrow=3.7,
    artefact=4.39,
    refusal=-0.02,
    exhaustion=60,
    circle=40.4,
    circle_fade=1.62,
    bridge=10.33,
    late_from=30,
    late_pace=0.03,
)
W = numbered(*WEIGHTS)
N = spans(
    box=COLOURS,  # what the next box of each column is worth
    step=COLOURS,  # and what each skipped number costs there
    refuse=1,
    circle=1,
    printed=len(Box),  # by kind of box, plain ones nothing
)


@kernel
def blend(late, now, young):
    """Between what something is worth at once and what it promises."""
    return young + late * (now - young)


@kernel
def lateness(game, mind):
    """0 while the game is young, 1 when only points at once still count."""
    late = (game.rounds - mind.weights[W.late_from]) * mind.weights[W.late_pace]
    return min(1.0, max(0.0, late))


@kernel
def artefact_worth(game, rules, mind, late):
    if game.artefacts[game.player] == BOXES:
        return 0.0
    return blend(late, artefact_gain(game, rules, game.player), mind.weights[W.artefact])


@kernel
def refusal_worth(game, rules, mind, late):
    marks = game.refusals[game.player]
    if marks >= BOXES - 1:
        return -mind.weights[W.exhaustion] if marks == BOXES - 1 else 0.0
    return blend(late, refusal_gain(game, rules, game.player), mind.weights[W.refusal])


@kernel
def note_column(game, rules, mind, column, late):
    """Its next box: a rung of the ladder, what is printed on it, a bridge still to be won."""
    seat = game.player
    boxes, circle = game.filled[seat, column], game.circle[seat, column]
    if boxes == BOXES:
        mind.notes[N.box + column] = mind.notes[N.printed + Box.artefact]
        mind.notes[N.step + column] = 0.0
        return
    factor = 1 + circle * (rules.circle_factor - 1)
    worth = mind.weights[W.box_1 + boxes] * factor
    if late > 0.0:
        now = rules.expedition[circle, boxes + 1] - rules.expedition[circle, boxes]
        worth = blend(late, now, worth)
    if boxes + 1 == rules.bridge_mark and can_win_bridge(game, column):
        worth += mind.weights[W.bridge]
    mind.notes[N.box + column] = worth + mind.notes[N.printed + game.sheet[column, boxes]]
    mind.notes[N.step + column] = mind.weights[W.step] * factor


@kernel
def can_win_bridge(game, bridge):
    return game.crossed[bridge] == 0 or game.crossed[bridge] == game.rounds + 1


@kernel
def weigh_columns(game, rules, mind):
    late = lateness(game, mind)
    mind.notes[N.printed + Box.arrow] = mind.weights[W.arrow]
    mind.notes[N.printed + Box.artefact] = artefact_worth(game, rules, mind, late)
    any_column = game.phase == Phase.accelerate
    for k in range(COLOURS if any_column else game.n_colours):
        note_column(game, rules, mind, k if any_column else game.colours[k], late)
    mind.notes[N.refuse] = refusal_worth(game, rules, mind, late)
    mind.notes[N.circle] = mind.weights[W.circle] - mind.weights[W.circle_fade] * game.rounds

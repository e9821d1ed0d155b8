"""What allround notes once per decision, and where."""

from simulator.games.expeditions.board import CARDS, PLACES
from simulator.games.expeditions.table import COLOURS, Gives
from simulator.names import spans
from strategies.expeditions.board_tables import WORDS

N = spans(
    theirs=CARDS,  # what an arrow to each green place gives a rival,
    mine=PLACES,  # and what one to each place gives the player
    removal=COLOURS,  # what each removal is worth
    best=COLOURS,  # the best that the player's next arrow can take from each tip,
    loss=COLOURS,  # and a rival's
    other_best=COLOURS,  # the highest of these of the two other colours
    other_loss=COLOURS,
    reach=COLOURS,  # how each tip stands to goals
    restart=COLOURS,  # what goals beside an expedition add to its loops
    ticket=1,  # the worth of a ticket gained,
    cost=1,  # and of one used,
    paid=1,  # if the arrow to be placed is a ticket's
    later=1,  # how promises count: not in one's last turn
    rival_next=1,  # the share that counts of what a rival's arrow takes
    own=2,  # the next arrow is the player's after one to places from here on, and up to here
    after=3 * len(Gives),  # how that counts, by what the place gives: see `how_it_counts`
    signs=2 * WORDS,  # which places have own goals ahead,
    rival_signs=WORDS,  # and which have rivals' key places
)

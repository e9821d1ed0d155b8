"""What players of Archeos Society have in mind: weights, and what is noted once per decision."""

from simulator.games.archeos.table import COLOURS, MAX_SIZE, SLOTS
from simulator.names import numbered

# Found by the matches of benchmarks/older.py against 6a101a6, mostly one weight changed at a time,
# seeds 5, 6 and 8, 2 and 4 players, first game and random roles and sites, tracks B at 4.
# With three players tuning found nothing better; for others see tuned.csv.
WEIGHTS = {
    "turn": 0.9,  # the price of a turn while the season is long
    "calm": 5.0,  # turns to come from which on a season feels endless
    "pace": 0.45,  # cards drawn in a turn, on average over the table
    "danger": 1.0,  # how much the season's end is feared
    "fetch": 4.5,  # turns until a card comes that is not in the recruiting area
    "rush": 0.1,  # further turns for each card there: others take some
    "hope": 0.23,  # the chance that a drawn card fits
    "gift": 0.45,  # a card given to rivals
    "card": 1.2,  # a card that the Doctor keeps or the Patron draws
    "further": 0.5,  # a step, for the steps after it
    "hard": 0.2,  # a free step, for each card that another would need there
    "joker": 0.5,  # a Mercenary in hand
    "safe": 0.15,  # the Botanist tile's chance to stay, for each card below it
    "artefact": 0.9,  # a Linguist's free step, as part of the best one
    "relic": 0.5,  # a relic, for those after it
    "flex": 0.05,  # a card, for each card of its two groups
    "lone": 0.5,  # what an expedition of a single card costs besides; 20: there are none
}
# What a style commits to, nothing if 0
STYLE = {
    "enough": 0,  # expeditions of fewer cards are a loss while there is time
    "most": 0,  # cards beyond so many count nothing
    "role": 0,  # leaders of this role are worth more,
    "devotion": 0,  # by so much
}
W = numbered(*WEIGHTS, *STYLE)

MORE = 2  # cards that a plan may still want
GROUPS = COLOURS + SLOTS  # of one colour, of one role
TABLE = 8  # sizes by which roles differ, from 0

# What `survey` notes of the season and the hand
Note = numbered(
    "time",  # how much of the season is left, 1 = plenty
    "price",  # of a turn
    "danger",  # that the season ends, in each turn
    "gift",  # what a card given to rivals costs now
    "free",  # the best step
    "stay",  # the hand after a turn without a fitting card
    "draw",  # after a draw
    "jokers",  # in hand
)
STEP = len(Note)  # + site: what the next step is worth
NEED = STEP + COLOURS  # + site: the cards it takes
POINTS = NEED + COLOURS  # + size: the points of an expedition, as its player likes them
ROLE = POINTS + MAX_SIZE + MORE + 1  # + TABLE * slot + size: what a leader's role is worth
HELP = ROLE + TABLE * SLOTS  # cards that a role adds for the step
BEST = HELP + SLOTS  # + MORE * group + k: a plan that wants k + 1 cards, with its best leader
LEAD = BEST + MORE * GROUPS  # + move: an expedition led now

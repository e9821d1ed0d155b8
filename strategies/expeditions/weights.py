"""What allround weighs, in points: its weights, and how they were found."""

from simulator.names import numbered

WEIGHTS = dict(
    card=1.45,  # an own goal met,
    key=0.639,  # by how much more at an own key place,
    common=1.42,  # and a common goal
    gift=1.02,  # a rival's key place met, shared by all rivals
    finale=1.25,  # the last card, if it wins; against it, if it does not
    ticket=1.76,  # what one is worth,
    first=0.632,  # by how much more if there is no other,
    ticket_late=1.58,  # and by how much less when a hand is empty, or no arrow is left
    arrow=1.08,  # another arrow of the turn, and a blue place, which gives one
    loop=1.08,  # a loop, which gives one from any visited place,
    loop_ahead=0.843,  # and one that the next arrow can close,
    loop_own=0.552,  # by how much more if its arrow can lead to an own goal,
    loop_common=0.514,  # and to a common one
    go_on=-0.434,  # a turn that goes on without a ticket,
    next=0.533,  # and the share that counts of the best its next arrow takes
    ticket_next=0.665,  # likewise of a ticket's arrow, beyond what the ticket is worth
    rival_next=0.199,  # likewise of a rival's next arrow, against the end of the turn
    near=0.407,  # an own goal one arrow ahead of an expedition,
    far=0.148,  # and two
    rival_near=0.186,  # against a rival's key place one arrow ahead,
    rival_far=0.136,  # and two
    undo=0.127,  # what speaks against a removal
    fresh=0.454,  # cards drawn in an exchange, against the promise of the least promising one
    finish=99.0,  # tickets are kept until a hand has only so many cards
)
# Those above are for four players. Found by CMA-ES, one such player among those of commit a0c2435:
# `tiltmeter tune expeditions allround -p P -n 4000 --generations G --seed S`, for two to six with
# G and S 70 and 2601, 60 and 2602, 55 and 2603, 50 and 2604, 50 and 2605. Confirmed on other deals
# (docs/players.md).
TUNED = {
    2: {
        "card": 2.02,
        "key": 0.311,
        "common": 2.57,
        "gift": 1.39,
        "finale": 2.11,
        "ticket": 3.08,
        "first": 0.957,
        "ticket_late": 2.79,
        "arrow": 1.6,
        "loop": 1.75,
        "loop_ahead": 1.33,
        "loop_own": 0.602,
        "loop_common": 0.789,
        "go_on": -1.22,
        "next": 0.59,
        "ticket_next": 0.647,
        "rival_next": 0.413,
        "near": 0.601,
        "far": 0.221,
        "rival_near": 0.466,
        "rival_far": 0.259,
        "undo": 0.0998,
        "fresh": 0.52,
    },
    3: {
        "card": 1.6,
        "key": 0.623,
        "common": 1.77,
        "gift": 1.28,
        "finale": 0.916,
        "ticket": 2.06,
        "first": 0.766,
        "ticket_late": 1.72,
        "arrow": 1.19,
        "loop": 1.39,
        "loop_ahead": 1.44,
        "loop_own": 0.436,
        "loop_common": 0.425,
        "go_on": -0.423,
        "next": 0.453,
        "ticket_next": 0.621,
        "rival_next": 0.201,
        "near": 0.42,
        "far": 0.128,
        "rival_near": 0.206,
        "rival_far": 0.11,
        "undo": 0.0884,
        "fresh": 0.749,
    },
    5: {
        "card": 1.71,
        "key": 0.556,
        "common": 1.6,
        "gift": 1.63,
        "finale": 1.12,
        "ticket": 1.85,
        "first": 0.66,
        "ticket_late": 1.57,
        "arrow": 1.12,
        "loop": 1.19,
        "loop_ahead": 1.36,
        "loop_own": 0.483,
        "loop_common": 0.519,
        "go_on": -0.394,
        "next": 0.444,
        "ticket_next": 0.631,
        "rival_next": 0.0964,
        "near": 0.524,
        "far": 0.206,
        "rival_near": 0.212,
        "rival_far": 0.153,
        "undo": 0.113,
        "fresh": 0.62,
    },
    6: {
        "card": 1.59,
        "key": 0.666,
        "common": 1.66,
        "gift": 1.3,
        "finale": 1.14,
        "ticket": 1.82,
        "first": 0.801,
        "ticket_late": 1.76,
        "arrow": 1.06,
        "loop": 1.23,
        "loop_ahead": 1.38,
        "loop_own": 0.531,
        "loop_common": 0.251,
        "go_on": -0.402,
        "next": 0.486,
        "ticket_next": 0.639,
        "rival_next": 0.152,
        "near": 0.444,
        "far": 0.217,
        "rival_near": 0.226,
        "rival_far": 0.106,
        "undo": 0.0883,
        "fresh": 0.675,
    },
}
W = numbered(*WEIGHTS)

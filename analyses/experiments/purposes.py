"""Why a run is played: what a plan wants to learn by it. Kept in its manifest, no part of its key.

It holds beside the first run of the plan, which is of the game itself.
"""

from typing import NamedTuple

GAME = "game"  # the default player in every seat, which tells of the game itself
RIVALS = "rivals"  # others at its tables, or in its place where all are one side
FORBIDDEN = "forbidden"  # an option is forbidden to one player
ENCOURAGED = "encouraged"  # one player takes an option more often
DEALT = "dealt"  # chance deals the cast that the printed game chooses
SWITCH = "switch"  # of the difficulty of the rival of the rules
EQUALS = "equals"  # more games of the best against itself, for turn order alone
PLAYER = "player"  # another player in every seat, who is asked what the first one shows
LEVEL = "level"  # players of another level of skill in every seat
KINDS = (GAME, RIVALS, FORBIDDEN, ENCOURAGED, DEALT, SWITCH, EQUALS, PLAYER, LEVEL)


class Purpose(NamedTuple):
    kind: str = ""  # one of KINDS; nothing if nobody has planned the run
    of: str = ""  # the name of the switch or of the player, or the level

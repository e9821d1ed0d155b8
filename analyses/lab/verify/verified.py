"""What was checked of a game, and what is wrong with it."""

import re
from dataclasses import dataclass
from typing import Any

from analyses.language import say, word

WRONG = "wrong"
CAN_BE_READ = "the file can be read"
PLACE = re.compile(r"(\S+\.py), line (\d+)|line (\d+) of (\S+\.py)", re.IGNORECASE)
MOVE = re.compile(r" {2}seat (\d+) (.*)")
SHORT_GAME = "From the deal of game"  # what its moves are told after
EXPECTED = {  # by check, for whoever mends the game; those of bots by the end of their name
    CAN_BE_READ: "The file runs and declares a game with moves, fields and a function for apply.",
    "games are played without a mistake": "Every line of the rules works in every position: places"
    " exist, piles have room, each decision has a legal move.",
    "games end within their bound": "Every game calls finish or lose, within max_moves decisions"
    " and max_rounds rounds.",
    "no game goes on for ever": "Every loop of the rules ends.",
    "same seed same game": "All chance comes from game.deal or game.table.",
    "everybody has a turn": "Each seat that is still in comes to act.",
    "rounds are counted": "next_player is called, or the rules count game.rounds themselves.",
    "laws hold after every move": "Fields keep their declared range, and every law of the game is"
    " true after every move.",
    "the rules can be compiled": "Rules use whole numbers, tuples, loops and kernels; no text, no"
    " lists, no dictionaries.",
    "a game can be lost": "Some games of random players call lose.",
    "engines agree bit for bit": "Rules depend on the game and the parameters alone.",
    "game does not depend on its batch": "Rules keep nothing outside the fields of the game.",
    "scores places and curves agree": "The most points win; all who win together have the same"
    " points, and tie-breaks decide between equals; somebody wins, unless winners='any'.",
    "sources add up to the standing": "worth gives the same points at the end as during the game.",
    "moves are distinct and have a kind": "Each legal move is offered once.",
    "words never fail": "Every legal move of a decision reads otherwise.",
    "redeal changes only what is hidden": "Legal moves and laws are the same however hidden things"
    " lie; what seats imagine is a position that could be.",
    "what seats imagine can be": "Hidden numbers are imagined with a sum that some game has.",
    "the cards that seats imagine are there": "A redeal puts the same cards elsewhere.",
    "every ending comes": "Some game ends in each declared way.",
    "points that are gained count": "Points come from gain or from worth, never from both.",
    "every parameter matters": "Another value of each parameter changes some game.",
    "is documented": "The bot has a docstring.",
    "cannot peek": "The bot rates moves by what its own seat can see.",
    "plays the same in every engine": "The bot reckons with numbers alone.",
    "rates with numbers and touches nothing": "The bot returns a number and changes no field.",
    "plays to the end and repeats itself": "The bot plays whole games, the same ones each time.",
}


@dataclass(frozen=True)
class Verified:
    """What was checked, and what is wrong with it, or only slow or worth a hint, if anything."""

    what: str
    trouble: str = ""
    command: str = ""  # that shows it
    mark: str = WRONG  # of the trouble
    bot: str = ""  # that the check is about, if it is about one

    @property
    def holds(self) -> bool:
        return self.state != WRONG

    @property
    def state(self) -> str:
        return self.mark if self.trouble else "ok"

    @property
    def told(self) -> str:
        """What was checked, in the language that is spoken."""
        if not self.bot:
            return word(self.what)
        return say("{bot!s} {check}", bot=self.bot, check=self.what.removeprefix(f"{self.bot} "))

    @property
    def expected(self) -> str:
        """What should be so, for whoever mends the game."""
        what = self.what.removeprefix(f"{self.bot} ")
        return EXPECTED.get(what, f"{what[:1].upper()}{what[1:]}.")

    def as_json(self) -> dict[str, Any]:
        """With a failure's place, position and shortest game taken apart."""
        file, line = place_in(self.trouble)
        before, _, after = self.trouble.partition(SHORT_GAME)
        moves = [{"seat": int(seat), "move": move} for seat, move in MOVE.findall(after)]
        return {
            "check": self.what,
            "holds": self.holds,
            "state": self.state,
            "trouble": self.trouble,
            "expected": self.expected if self.trouble else "",
            "file": file,
            "line": line,
            "position": [one[2:] for one in before.splitlines() if one.startswith("  ")],
            "moves": moves,
            "command": self.command,
        }


def place_in(trouble: str) -> tuple[str, int | None]:
    """The file and the line that a sentence names first."""
    found = PLACE.search(trouble)
    if found is None:
        return "", None
    return found[1] or found[4], int(found[2] or found[3])


def sentence(text: str) -> str:
    """What an assertion says, without what pytest adds."""
    first = text.split("\n")[0]
    return first[:1].upper() + first[1:] + ("" if first.endswith(".") else ".")

"""What was checked of a game, and what is wrong with it."""

from dataclasses import dataclass
from typing import Any

from analyses.language import say, word

WRONG = "wrong"


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

    def as_json(self) -> dict[str, Any]:
        return {"check": self.what, "holds": self.holds, "trouble": self.trouble,
                "command": self.command}  # fmt: skip


def sentence(text: str) -> str:
    """What an assertion says, without what pytest adds."""
    first = text.split("\n")[0]
    return first[:1].upper() + first[1:] + ("" if first.endswith(".") else ".")

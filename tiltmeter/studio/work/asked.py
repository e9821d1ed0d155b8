"""A table that a page asks for, in the workshop's words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from simulator.components import SETUP
from tiltmeter.workshop import Workshop

if TYPE_CHECKING:
    from analyses.experiments.experiment import RunOptions

PERSON = "person"


def changes_of(shop: Workshop, game: str, words: Sequence[str]) -> dict[str, Any]:
    """Changes by path, of words as commands take them: path=value, or setup.key=value."""
    box = shop.title(game).components
    setup = [one.removeprefix(SETUP) for one in words if one.startswith(SETUP)]
    found = box.parse([one for one in words if not one.startswith(SETUP)])
    return found | box.with_changes(found).parse(setup, SETUP)


def wanted(
    shop: Workshop,
    game: str,
    players: int | None = None,
    seats: Sequence[str] = (),
    changes: Sequence[str] = (),
    seed: int = 1,
    **more: Any,
) -> "RunOptions":
    """What a page asks for, as all verbs of the workshop take it."""
    made: Any = {"seed": seed, **more}
    if players is not None:
        made["players"] = players
    if bots := [one for one in seats if one != PERSON]:
        made["strategies"] = [bots]
    if changes:
        made["changes"] = changes_of(shop, game, changes)
    return made

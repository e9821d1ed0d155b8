"""How a studio begins: a child loads games while the server is loaded, each on its own core."""

import asyncio
from pathlib import Path

from tiltmeter.studio.door import Door
from tiltmeter.studio.workers import Workers


def serve(door: Door, folder: Path, game: str, language: str) -> None:
    """Until somebody stops it; without a game its pages begin with the first one."""
    asyncio.run(_served(door, folder, game, language))


async def _served(door: Door, folder: Path, game: str, language: str) -> None:
    workers = Workers(folder.resolve())
    await workers.begin()
    from tiltmeter.studio.server import server_of
    from tiltmeter.studio.studio import FIRST, Studio

    studio = Studio(folder, game or FIRST, language, door.token, workers)
    await server_of(studio).serve([door.listening])

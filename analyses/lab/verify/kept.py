"""Is what is kept as it was written? Runs, studies, weights, ladders; nothing of them is run."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from analyses.experiments.folders import Folder
from analyses.experiments.run_folder import RunFolder
from analyses.lab.players.deviations import read_deviations
from analyses.lab.study.folder import StudyFolder
from analyses.lab.verify.verified import Verified
from analyses.language import say
from simulator import trust, user_files
from simulator.errors import UserError
from simulator.files import SEAL, is_broken, read_toml

KINDS: tuple[type[Folder], ...] = (RunFolder, StudyFolder)


def is_kept(path: Path) -> bool:
    """Whether it is, or holds, something that tiltmeter has written."""
    return path.suffix == ".toml" or any(True for _ in _within(path))


def verify_kept(path: Path) -> Iterator[Verified]:
    """A folder or file, or all that lie in a folder."""
    if path.suffix == ".toml":
        yield _sealed(path)
        return
    for kind, place in _within(path):
        if kind is None:
            yield _deviations(place)
        else:
            yield from _folder(kind, place)


def _within(path: Path) -> Iterator[tuple[type[Folder] | None, Path]]:
    """What lies at a path or below it, by kind; none: what single changes of a bot win."""
    waiting = [path] if path.is_dir() else []
    while waiting:  # not by calls, of which few can lie in each other
        here = waiting.pop()
        kinds = [kind for kind in KINDS if os.path.lexists(here / kind.manifest_name)]
        if kinds:
            yield kinds[0], here
            continue
        inside = sorted(here.iterdir())
        for one in inside:
            if here.name == "deviations" and one.suffix == ".json" and not one.is_dir():
                yield None, one
        waiting += [one for one in reversed(inside) if _is_walked(one)]


def _is_walked(place: Path) -> bool:
    return place.is_dir() and not place.is_symlink() and not place.name.startswith(".")


def must_be_meant(path: Path) -> None:
    """Refuses a program beside games that were played, unless its user has run it before."""
    if user_files.is_folder_of_a_game(path) and not trust.is_asked_for(path) and is_kept(path):
        raise UserError(
            f"{path} holds a program, {user_files.INSIDE}, next to games that were played; name a"
            f" folder in it. If you trust the program, 'tiltmeter games {path}' runs it."
        )


def _folder(kind: type[Folder], path: Path) -> Iterator[Verified]:
    """Its manifest, every part, and whether none is missing."""
    try:
        folder: Any = kind(path, with_game=False)
    except UserError as error:
        yield Verified(str(path / kind.manifest_name), str(error))
        return
    yield Verified(str(folder.file))
    wrong = folder.damage()
    for name in sorted({*folder.written, *wrong}):
        again = f"It {wrong.get(name)}; the {folder.verb} that made it plays its games again."
        yield Verified(str(path / name), again if name in wrong else "")
    done, wanted = folder.done_and_wanted()
    text = "Only {n:,} of them are here; the {command!s} that made it goes on."
    rest = say(text, n=done, command=folder.verb)
    yield Verified(f"{path}: {wanted:,} {folder.counted}", rest if done < wanted else "")


def _deviations(file: Path) -> Verified:
    told = say("It is damaged; the report that made it plays its games again.")
    return Verified(str(file), "" if read_deviations(file) else told)


def _sealed(file: Path) -> Verified:
    values = read_toml(file)
    if SEAL not in values:
        raise UserError(f"{file} has no seal, so nobody can say whether it is as it was written.")
    told = say("It was edited since it was written, so what was found with it may not hold.")
    return Verified(str(file), told if is_broken(values) else "")

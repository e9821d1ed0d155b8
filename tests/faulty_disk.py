"""A disk that fails, tears and forgets. It takes the place of `os` in `simulator.files`.

Every change is a step, and something goes wrong at one of them:

- full: this step and all later ones fail, as on a full disk;
- fails: this step alone does;
- dies: the process ends before the step, as by kill -9;
- tears: it ends in the midst of the step;
- forgets: the power fails, and of what was not synced any part is lost, in any order;
- killed: the real process ends before the step, by kill -9.
"""

import errno
import os
import random
import shutil
import signal
from dataclasses import dataclass
from pathlib import Path

FAULTS = ("full", "fails", "dies", "tears", "forgets")


class Dead(BaseException):
    """The process is gone: nothing reaches the disk any more."""


@dataclass
class Change:
    kind: str  # create, write, replace, unlink, mkdir
    path: Path
    to: Path | None = None
    data: bytes = b""
    is_durable: bool = False


class Disk:
    """Everything below a folder goes through it; other calls are those of `os`."""

    def __init__(self, root, fault="", at=0, seed=0):
        self.root, self.fault, self.at = Path(root), fault, at
        self.steps, self.is_dead = 0, False
        self.chance = random.Random(seed)
        self.changes, self.handles = [], {}
        self.before = {one: one.read_bytes() if one.is_file() else None for one in _below(root)}

    def __getattr__(self, name):
        return getattr(os, name)

    def open(self, path, flags, mode=0o777):
        if flags & os.O_CREAT:
            return self._create(Path(path), flags, mode)
        handle = os.open(path, flags, mode)
        self.handles[handle] = Path(path)
        return handle

    def _create(self, path, flags, mode):
        self._step()
        handle = os.open(path, flags, mode)
        self.handles[handle] = path
        self.changes.append(Change("create", path))
        return handle

    def write(self, handle, data):
        if self._step(tears=True):
            data = data[: len(data) // 2]
        os.write(handle, data)
        self.changes.append(Change("write", self.handles[handle], data=bytes(data)))
        self._end_if_torn()
        return len(data)

    def fsync(self, handle):
        """Of a file its content, of a folder the names in it."""
        self._step()
        place = self.handles[handle]
        for one in self.changes:
            if place.is_dir():
                its = one.kind != "write" and place in (one.path.parent, one.to and one.to.parent)
            else:
                its = one.kind == "write" and one.path == place
            one.is_durable |= bool(its)

    def replace(self, path, to):
        self._step()
        os.replace(path, to)
        self.changes.append(Change("replace", Path(path), Path(to)))

    def unlink(self, path):
        self._step()
        os.unlink(path)
        self.changes.append(Change("unlink", Path(path)))

    def mkdir(self, path):
        self._step()
        os.mkdir(path)
        self.changes.append(Change("mkdir", Path(path)))

    def _step(self, tears=False):
        """Whether what follows is to be torn."""
        if self.is_dead:
            raise Dead
        self.steps += 1
        if self.fault == "full" and self.steps >= self.at > 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if self.steps != self.at:
            return False
        if self.fault == "fails":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if self.fault == "tears" and tears:
            return True
        if self.fault == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        self.is_dead = True
        raise Dead

    def _end_if_torn(self):
        if self.fault == "tears" and self.steps == self.at:
            self.is_dead = True
            raise Dead

    def after_the_power_cut(self):
        """What is found on the disk: all that is durable, and of the rest whatever chance keeps."""
        state = dict(self.before)
        for one in self.changes:
            if one.is_durable or self.chance.random() < 0.5:
                _replay(state, one)
            elif one.kind == "write" and one.path in state and self.chance.random() < 0.5:
                _replay(state, Change("write", one.path, data=one.data[: len(one.data) // 2]))
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir(parents=True)
        for path in sorted(state):
            if state[path] is None:
                path.mkdir(parents=True, exist_ok=True)
            elif path.parent.is_dir():
                path.write_bytes(state[path])


def _replay(state, one):
    if one.kind == "mkdir":
        state[one.path] = None
    elif one.kind == "create":
        state[one.path] = b""
    elif one.path not in state:
        return  # it came after something that was forgotten
    elif one.kind == "write":
        state[one.path] += one.data
    elif one.kind == "replace":
        state[one.to] = state.pop(one.path)
    else:
        del state[one.path]


def _below(root):
    return [*Path(root).rglob("*")] if Path(root).is_dir() else []

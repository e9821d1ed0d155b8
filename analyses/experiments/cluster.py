"""Games on other machines: how a cluster is joined, and what travels with a task.

A worker has tiltmeter installed. Plug-ins and a guest's title travel with every task, and so do the
digests of all that has an influence on the games: a worker that would play others is refused.
"""

import functools
import importlib
import importlib.util
import logging
import os
import pickle
import socket
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyses.experiments.digests import key_of
from analyses.experiments.experiment import Experiment
from simulator.doors import setting
from simulator.errors import UserError
from simulator.sources import files_below
from simulator.titles import load_title
from simulator.user_files import READ

CLUSTERS = {"dask": "distributed", "ray": "ray"}  # backends, and the packages they need
WAIT = 10  # seconds for an answer
START = {
    "dask": "'dask scheduler' starts one, and 'dask worker ADDRESS' its workers",
    "ray": "'ray start --head' starts one, and 'ray start --address ADDRESS' its workers",
}
CALLED = {"rules": "rules", "strategy_sources": "strategies", "code": "plug-in files"}

_opened: dict[str, Experiment] = {}
_opening = threading.Lock()


@dataclass(frozen=True)
class RemoteTask:
    """An experiment with the files that it needs, and its settings where it was made."""

    experiment: bytes  # pickled: a guest's title is there once its files are
    settings: Mapping[str, Any]
    files: Mapping[str, bytes]  # by their paths below one folder
    place: str  # of a guest's title among them
    process: tuple[str, int]  # that made it

    def opened(self) -> Experiment:
        """The experiment as a worker can play it, once per process."""
        with _opening:
            key = key_of(self.settings)
            if key not in _opened:
                is_mine = self.process == _process()
                _opened[key] = pickle.loads(self.experiment) if is_mine else self._unpacked()
            return _opened[key]

    def _unpacked(self) -> Experiment:
        home = _home()
        for name, content in self.files.items():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_bytes(content)
        if self.place:
            load_title(home / self.place)
        sent: Experiment = pickle.loads(self.experiment)
        mine = replace(
            sent,
            code=tuple(home / "code" / file.name for file in sent.code),
            place=str(home / self.place) if self.place else "",
        )
        self._must_be_same(mine.settings())
        return mine

    def _must_be_same(self, here: Mapping[str, Any]) -> None:
        if other := [name for name in self.settings if here.get(name) != self.settings[name]]:
            what = ", ".join(CALLED.get(name, name) for name in other)
            host, process = _process()
            raise UserError(
                f"The worker {host} (process {process}) was refused: it has other {what} than this"
                " machine, and would play other games; install the same tiltmeter there and start"
                " it anew."
            )


def packed(experiment: Experiment) -> RemoteTask:
    files = {f"code/{file.name}": file.read_bytes() for file in experiment.code}
    place = Path(experiment.place)
    if experiment.place:
        inside = [place] if place.is_file() else files_below(place, READ)
        files |= {
            f"title/{one.relative_to(place.parent).as_posix()}": one.read_bytes() for one in inside
        }
    title = f"title/{place.name}" if experiment.place else ""
    return RemoteTask(pickle.dumps(experiment), experiment.settings(), files, title, _process())


def _process() -> tuple[str, int]:
    return socket.gethostname(), os.getpid()


@functools.cache
def _home() -> Path:
    """A folder of this process, gone with the machine's other temporary ones."""
    return Path(tempfile.mkdtemp(prefix="tiltmeter-"))


def must_have_package(backend: str) -> None:
    if backend in CLUSTERS and importlib.util.find_spec(CLUSTERS[backend]) is None:
        raise UserError(
            f"{setting('backend', backend)} needs the extra 'cluster': install tiltmeter[cluster]."
        )


def connect(backend: str, address: str) -> None:
    """Joins the cluster at an address, or the one that its own settings name, or starts one."""
    if address and backend not in CLUSTERS:
        named = " or ".join(setting("backend", one) for one in CLUSTERS)
        raise UserError(f"An address is of a cluster; say {named} too.")
    if backend not in CLUSTERS:
        return
    try:
        (_join_dask if backend == "dask" else _join_ray)(address)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        where = f" at {address}" if address else ""
        told = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise UserError(
            f"No {backend.title()} cluster answers{where} ({told.rstrip('.')}); {START[backend]}."
        ) from None


def _join_dask(address: str) -> None:
    distributed = importlib.import_module("distributed")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = distributed.get_client()
    except ValueError:
        client = distributed.Client(address or None, timeout=WAIT)
    try:
        client.wait_for_workers(1, timeout=WAIT)
    except TimeoutError:
        raise OSError("it has no workers") from None
    for worker, found in client.run(importlib.util.find_spec, "analyses").items():
        if found is None:
            raise UserError(
                f"The worker {worker} has no tiltmeter; install it there as it is here."
            )


def _join_ray(address: str) -> None:
    ray = importlib.import_module("ray")
    if address not in ("", "auto"):
        _knock(address.removeprefix("ray://"))
    if not ray.is_initialized():
        ray.init(address=address or None, log_to_driver=False, logging_level=logging.ERROR)
    importlib.import_module("ray.util.joblib").register_ray()


def _knock(address: str) -> None:
    """Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    socket.create_connection((host, int(port)), WAIT).close()

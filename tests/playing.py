"""An experiment played into a folder by a runner, as users play it; and a folder that is forged."""

import json

from analyses.experiments.digests import key_of
from analyses.experiments.progress import Silence
from analyses.experiments.runner import Runner
from simulator.files import seal_of


class Watched(Silence):
    def __init__(self, watch):
        self.watch = watch

    def advanced(self, games, told):
        self.watch(games)


def simulate(experiment, path, watch=lambda games: None, jobs=None, **means):
    """Its run; `watch` is told of the games of every block."""
    return Runner(jobs=jobs, progress=Watched(watch)).simulate(experiment, path, **means).run


def rewrite(file, change):
    """A manifest as somebody would forge it, key and seal included."""
    values = json.loads(file.read_text())
    change(values)
    for about in ("experiment", "study"):
        if isinstance(values.get(about), dict):
            values["key"] = key_of(values[about])
    values["seal"] = seal_of(values)
    file.write_text(json.dumps(values))

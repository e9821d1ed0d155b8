"""An experiment played into a folder by a runner, as users play it; a test may watch."""

from analyses.experiments.progress import Silence
from analyses.experiments.runner import Runner


class Watched(Silence):
    def __init__(self, watch):
        self.watch = watch

    def advanced(self, games, told):
        self.watch(games)


def simulate(experiment, path, watch=lambda games: None, jobs=None, **means):
    """Its run; `watch` is told of the games of every block."""
    return Runner(jobs=jobs, progress=Watched(watch)).simulate(experiment, path, **means).run

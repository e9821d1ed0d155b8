"""The first deals of a run once more: what no row keeps is read off the games themselves."""

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyses.experiments.designs import ALL, Cell
from analyses.experiments.digests import digests
from analyses.experiments.play import DealsToPlay
from analyses.experiments.run_folder import RunFolder
from simulator.errors import UserError
from simulator.match import Match
from strategies import registry

DEALS = 300  # about a second for all sources of points, and steady curves


@dataclass(frozen=True)
class Replay:
    """Games of a run's typical line-up, played again bit for bit."""

    match: Match
    cell: Cell
    seed: int
    deals: int = DEALS

    @property
    def games(self) -> int:
        return self.deals * self.match.rotations

    @property
    def players(self) -> int:
        return len(self.match.line_up)

    @functools.cached_property
    def ends(self) -> np.ndarray:
        """The games as they lie on the table when they are over."""
        return DealsToPlay(self.match, self.seed, range(self.deals)).play().ends

    @property
    def rounds(self) -> np.ndarray:
        """Of each game, as far as a curve has room for them."""
        return np.minimum(self.ends["rounds"], self.ends["curve"].shape[1])

    def follow(self, figure: Any, which: Iterable[int]) -> np.ndarray:
        """Figures by their numbers, [figure, game, round, seat]; a game's last value stays."""
        last = self.rounds[:, None] - 1
        at = np.minimum(np.arange(last.max() + 1), last)
        game = np.arange(self.games)[:, None]
        curves = (
            self.match.follow(figure, k, self.seed, 0, self.games)["curve"][game, at] for k in which
        )
        return np.stack([curve[:, :, : self.players] for curve in curves])

    def runs_on(self) -> np.ndarray:
        """The share of games that have got as far as each round."""
        reached = np.arange(1, self.rounds.max() + 1) <= self.rounds[:, None]
        return reached.mean(axis=0)


def replay_of(run: RunFolder, deals: int = DEALS) -> Replay | None:
    """None if these rules or strategies are no longer those that played, or sat in many orders."""
    settings = run.settings
    title, cell = run.title, typical_cell(run)
    if len(cell.orders) > 1 or any(settings[what] != now for what, now in digests(title).items()):
        return None
    try:
        seated = registry.line_up(title, cell.line_up, settings["players"])
    except UserError:  # a plug-in's strategy, which the run folder does not hold
        return None
    match = Match(title, title.rules_for(run.components, settings["players"]), seated)
    least = settings["games"] // sum(one.rotations for one in run.cells)
    return Replay(match, cell, settings["seed"], max(1, min(deals, least)))


def typical_cell(run: RunFolder) -> Cell:
    """The first table of one strategy, or the first one of all."""
    plain = [cell for cell in run.cells if cell.same == ALL and not cell.forbids]
    mirrors = [cell for cell in plain if len(set(cell.line_up)) == 1]
    return (mirrors or plain or run.cells)[0]

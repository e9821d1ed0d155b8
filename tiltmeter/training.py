"""Any game as a PettingZoo environment, for agents that are trained elsewhere (extra `rl`).

An action is the place of a move in the list of legal moves, for that is what every game has; which
moves they are says `moves`. A seat sees the table while it is to act; what is hidden from it is 0.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from analyses.experiments.experiment import must_be_seed
from simulator.errors import UserError, unknown
from simulator.kernel import NotCompiled, declare, new, plain
from simulator.loop import advance, begin
from simulator.match import kernel_types
from simulator.titles import CUT_OFF, Title
from simulator.versions import Changes
from strategies.sight import Eyes

NONE = -1  # instead of a move
REWARDS = {
    "wins": "1 for a win, shared by those who tie for it",
    "points": "the final score",
}


class Environment(AECEnv):
    """Games of a seed, one after the other; `reset(options={"game": 7})` takes a certain one.

    Game k is dealt like `tiltmeter play --seed S --game k` of one strategy in all seats.
    """

    def __init__(
        self, title: Title, players: int | None, seed: int, changes: Changes, reward: str
    ) -> None:
        if reward not in REWARDS:
            raise unknown("reward", reward, REWARDS)
        must_be_seed(seed)
        players = title.players[0] if players is None else players
        self.title, self.eyes, self.reward = title, Eyes(title), reward
        self.rules = title.rules_for(title.components.with_changes(changes), players)
        self._setup, self._legal, self._apply = _rules_of(title)
        self._seed, self._number = seed, NONE
        self.metadata = {"name": title.name, "render_modes": ["ansi"]}
        self.render_mode = "ansi"
        self.seating = title.seating(self.rules, players)
        self.possible_agents = [f"seat_{seat}" for seat in range(1, len(self.seating) + 1)]
        self.observation_spaces = {agent: self._seen_space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(title.max_choices) for agent in self.possible_agents
        }

    def _seen_space(self) -> spaces.Dict:
        least, most = np.iinfo(np.int64).min, np.iinfo(np.int64).max
        choices = (self.title.max_choices,)
        return spaces.Dict(
            observation=spaces.Box(least, most, (self.eyes.size,), np.int64),
            action_mask=spaces.Box(0, 1, choices, np.int8),
            moves=spaces.Box(NONE, most, choices, np.int64),
        )

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The next game, or the first of a seed."""
        if seed is not None:
            must_be_seed(seed)
            self._seed, self._number = seed, NONE
        self._number = (options or {}).get("game", self._number + 1)
        self.game = new(self.title.Game)
        plain(begin)(self.game, len(self.possible_agents), self._seed, self._number)
        self._setup(self.game, self.rules)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        """Whose turn it is, and what it may do."""
        self.agent_selection = self.possible_agents[self.game.player]
        choices, most = new(self.title.Choices), self.title.max_choices
        n = self._legal(self.game, self.rules, choices)
        if not 1 <= n <= most:
            raise UserError(
                f"{self.title.name} offers {n} legal moves; a decision has 1 to {most}."
            )
        self._moves = choices.move[:n].tolist()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        row = np.zeros(self.eyes.size, np.int64)
        mask = np.zeros(self.title.max_choices, np.int8)
        moves = np.full(self.title.max_choices, NONE, np.int64)
        if agent == self.possible_agents[self.game.player] and not self.game.ended:
            row, n = self.eyes.row(self.game, self.rules), len(self._moves)
            mask[:n], moves[:n] = 1, self._moves
        return {"observation": row, "action_mask": mask, "moves": moves}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self._moves):
            last = len(self._moves) - 1
            raise UserError(f"Action {action} is not legal: {agent} has the actions 0 to {last}.")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        move = self._moves[action]
        plain(advance)(self.game, self.rules, self._apply, move, self.title.max_moves)
        if self.game.ended:
            self._end()
        else:
            self._ask()
        self._accumulate_rewards()

    def _end(self) -> None:
        """A game cut off at its bound has no places."""
        is_cut_off = bool(self.game.ended == CUT_OFF)
        self.terminations = dict.fromkeys(self.agents, not is_cut_off)
        self.truncations = dict.fromkeys(self.agents, is_cut_off)
        seats = len(self.possible_agents)
        won = self.game.place[:seats] == 1
        winners = {side for side, has_won in zip(self.seating, won, strict=True) if has_won}
        paid = won / (max(1, len(winners)) if self.title.shares_wins else 1)
        if self.reward == "points":
            paid = self.game.points[:seats].sum(axis=1)
        self.rewards = dict(zip(self.agents, paid.astype(float).tolist(), strict=True))

    def render(self) -> str:
        """The whole table in words, hidden things too."""
        return self.title.words.position(self.game, self.rules)

    def close(self) -> None:
        """Nothing is open; PettingZoo asks for it beside `render`."""


def _rules_of(title: Title) -> list[Any]:
    """Compiled, or plain where that cannot be done."""
    types, names = kernel_types(title), ("setup", "legal", "apply")
    try:
        return [declare(getattr(title, name), *types[name]) for name in names]
    except NotCompiled:
        return [plain(getattr(title, name)) for name in names]

"""An agent trained outside Tiltmeter: it learns in an environment and then plays as a bot."""

import numpy as np

import tiltmeter as tm

rng = np.random.default_rng(1)
worth = np.zeros(1000)  # of each move of Lost Cities, whatever the position
seen = np.zeros(1000)

env = tm.environment("lost_cities", players=2, seed=1)
for _ in range(30):
    env.reset()  # the next game of the seed
    made = {agent: [] for agent in env.agents}
    for agent in env.agent_iter():
        observation, reward, is_over, is_cut_off, _ = env.last()
        if is_over or is_cut_off:
            for move in made[agent]:
                seen[move] += 1
                worth[move] += (reward - worth[move]) / seen[move]
            env.step(None)
            continue
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        made[agent].append(observation["moves"][action])
        env.step(action)


def trained(sight, moves):
    """Makes the move that was in most games won."""
    return max(moves, key=lambda move: worth[move])


name = tm.player(trained, "lost_cities")
frame = tm.simulate("lost_cities", strategies=[name, "random"], players=2, games=100, seed=2)
(skill,) = tm.analyse(frame, ["skill"])
print(skill.sentence)

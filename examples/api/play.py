"""One game, told move by move: `tiltmeter play lost_cities -s allround,greedy --seed 7`."""

import tiltmeter as tm

shop = tm.Workshop()
story = shop.play("lost_cities", strategies=["allround", "greedy"], seed=7)
print(story.seats)
print(story)  # the whole game; story.lines(explain=True) shows the alternatives too

# Every decision as plain values: who moved, what else could have been done, and how it was rated.
first = story.moves()[0]
best = max(first["choices"], key=lambda choice: choice["rating"])
print(f"seat {first['seat']} {first['move']}; the best of {len(first['choices'])}: {best['move']}")

"""How many games show an effect: `tiltmeter plan lost_cities turn_order --see 2% -p 2`."""

import tiltmeter as tm

shop = tm.Workshop("runs", jobs=1)
found = shop.plan("lost_cities", "turn_order", "2%", players=2, games=400)
print(*found.sentences, sep="\n")
print(found.games, "games;", found.games_each, "of each version that is compared")

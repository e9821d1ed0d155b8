"""A stronger bot for any game: `tiltmeter learn lost_cities --out mine.net`."""

import tiltmeter as tm

shop = tm.Workshop("runs", jobs=1)
few = tm.Learning(positions=20_000, paces=(1,))
(found,) = shop.learn("lost_cities", "mine.net", players=2, asked=few)
print(found.sentence)

# The file is named wherever a bot is.
bots = ["learned:net=mine.net", "allround"]
run = shop.simulate("lost_cities", players=2, games=20, strategies=bots)
print(run.frame.group_by("strategy").mean().select("strategy", "win").collect())

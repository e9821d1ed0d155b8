"""What a person gave away: `tiltmeter coach lost_cities --record FILE`."""

import tiltmeter as tm

shop = tm.Workshop(jobs=1)
table = shop.sit("lost_cities", 1, players=2, out="plays")
while not table.is_over:
    table.choose(1)  # always the first move of the list
print(*table.result(), sep="\n")

found = shop.review("lost_cities", table.file, rollouts=40)
print(*found.sentences, sep="\n")
for one in found.worst:
    print(one.heading, one.did, "->", one.better, one.cost)

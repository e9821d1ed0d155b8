"""Rule changes and the published game: `tiltmeter compare lost_cities --set bridges.bonus=40`."""

import tiltmeter as tm

shop = tm.Workshop("runs", jobs=1)
found = shop.compare(
    "lost_cities",
    {"bridges.bonus": 40},  # a version is a mapping of changes,
    tm.Version("no bridges", {"bridges.bonus": 0}),  # or has a name of its own
    players=2,
    games=140,
)
for one in found.compared:
    print(one.top.sentence)
    for answer in one.answers:  # every question asked of both, changed verdicts first
        print("  ", answer.sentence)

# Each part of the game removed in turn, by the metrics alone: --each removed.
print(shop.compare_each("lost_cities", "removed", players=2, games=40).compared[0].top.sentence)

# At several levels of skill: --levels 3,5. Whom does the change help?
change = {"bridges.bonus": 40}
print(shop.compare_levels("lost_cities", change, [3, 5], ["length"], players=2, games=100).lines)

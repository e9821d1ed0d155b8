"""A parameter over a range of values: `tiltmeter sweep lost_cities bridges.bonus=0,20,40`."""

import tiltmeter as tm

shop = tm.Workshop("runs", jobs=1)
curves = shop.sweep("lost_cities", {"bridges.bonus": [0, 20, 40]}, players=2, games=100)
print(curves.top.sentence)
for curve in curves.curves:
    print(curve.name, curve.table["estimate"].to_list())

# Or the value that brings a metric to a target: bridges.bonus=0..60:20 --target 'mean_score>100'.
values = {"bridges.bonus": range(0, 61, 20)}
found = shop.sweep("lost_cities", values, target="mean_score>100", players=2, games=100)
print(found.top.verdict, found.top.sentence)

"""Every combination of a factor: `tiltmeter study lost_cities boxes -p 2 -n 40`."""

import tiltmeter as tm

shop = tm.Workshop("runs", jobs=1)
for name, factor in shop.factors("lost_cities", players=2).items():
    print(name, len(factor.combinations), factor.about)

done = shop.study(
    "lost_cities",
    "boxes",
    players=2,
    games=40,
    ranking=tm.Ranking(only=("mean_score", "length"), by="length"),
)
for finding in done.findings:
    print(finding.sentence)
print(done.study.members("length"))  # frames: members, pairs, combinations
print(done.path)

"""Findings of a run: `tiltmeter analyse RUN --only turn_order,length`, and `--robust`."""

import tiltmeter as tm

shop = tm.Workshop("runs", jobs=1)
run = shop.simulate("lost_cities", games=400, players=2)
for finding in shop.analyse(run, ["turn_order", "length"]).findings:
    print(finding.verdict, finding.sentence)
    print(finding.table)  # a polars frame; finding.as_json() has plain values

# Re-tested with other assumed values and other bots.
robust = shop.analyse(run, ["length"], robust=True, games=100)
print(robust.grades[0].sentence)

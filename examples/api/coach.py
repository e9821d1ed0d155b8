"""The moves by which a bot loses most: `tiltmeter coach lost_cities -p 2`."""

import tiltmeter as tm

shop = tm.Workshop("runs", jobs=1)
found = shop.coach("lost_cities", players=2, choices=40, rollouts=100)
print(found.finding.sentence)
print(found.finding.frame("kind"))
for blunder in found.worst:
    print(blunder.did, "better:", blunder.better, blunder.cost, blunder.command)

# Its own words: who plays is said as everywhere, strategies=["mine"], code=["mine.py"].
print(found.sample)

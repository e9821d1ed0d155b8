"""The smallest changes that fix every issue: `tiltmeter advise lost_cities -p 2 --only bridges`."""

import tiltmeter as tm

shop = tm.Workshop("runs", jobs=1)
found = shop.advise("lost_cities", only=["bridges"], players=2, games=600)
print(found.verdict, found.sentence)
for judgement in found.out:
    print(
        judgement.question, judgement.verdict, judgement.measure.value, judgement.measure.interval()
    )
for advice in found.advice:  # the best first, each as fresh deals show it
    print(advice.name, advice.state)
    print("\n".join([*advice.told, advice.side_effects, advice.command]))

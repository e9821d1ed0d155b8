"""Who waits is told: an object with begun, advanced and ended watches, remarks are logged."""

import logging

import tiltmeter as tm


class Dots:
    """Any three methods of these names will do."""

    def begun(self, games: int, done: int) -> None:
        print(f"{done} of {games}", end="")

    def advanced(self, games: int, told: str) -> None:
        print(f" .. {games} more, {told}", end="")

    def ended(self) -> None:
        print()


logging.basicConfig(format="%(message)s")
logging.getLogger("tiltmeter").setLevel(logging.INFO)  # the default says only what matters
shop = tm.Workshop("runs", jobs=1, watch=Dots())
shop.simulate("lost_cities", games=300, players=2)

# What there is to play, and who can play it.
for title in shop.titles():
    print(title.name, title.players, list(shop.strategies(title.name)))
print(shop.title("lost_cities").components.entry("bridges.bonus"))
try:
    shop.simulate("lost_cities", strategies=["alround"])
except tm.UserError as error:
    print(error)  # every mistake is one sentence

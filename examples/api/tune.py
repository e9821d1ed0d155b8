"""Better weights for a bot: `tiltmeter tune lost_cities allround:arrow=0 --weights arrow`."""

import tiltmeter as tm

shop = tm.Workshop("runs", jobs=1)
asked = tm.Tuning(
    "allround:arrow=0", weights=["arrow"], against=[], games=40, generations=3, confirm=200
)
(found,) = shop.tune("lost_cities", asked, "better.toml", keep=True)
print(found.sentence)

# The file is named wherever a bot is.
run = shop.simulate("lost_cities", players=2, games=100, strategies=["allround@better.toml"])
print(run.frame.select("score").mean().collect().item())

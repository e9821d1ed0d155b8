"""How strong each bot of a game is: `tiltmeter ladder lost_cities --rollouts ''`."""

import tiltmeter as tm

shop = tm.Workshop("runs", jobs=1)
found = shop.ladder("lost_cities", rollouts=())  # with (100, 200) searches stand on it too
for rung in found.rungs:
    print(rung.strategy, rung.share, found.rated(rung).interval())

"""Our four titles, which have more than every title must, and a search that need not be good."""

OURS = ("archeos", "excavation", "expeditions", "lost_cities")
FEW = ":rollouts=16:candidates=2:horizon=1"

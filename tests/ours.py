"""The four titles that have more than every title must."""

OURS = ("archeos", "excavation", "expeditions", "lost_cities")

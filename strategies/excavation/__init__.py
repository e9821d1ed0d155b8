"""Players of Excavation Earth."""

"""Studies: every combination of a factor, and what its members do."""

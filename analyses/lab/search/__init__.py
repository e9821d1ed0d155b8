"""The search for a better game: one number to its target, several along axes, or advice."""

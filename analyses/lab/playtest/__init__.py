"""Games of people beside simulated ones."""

"""Heuristic players: the registry, what every title has, and one file per title."""

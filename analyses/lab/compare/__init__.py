"""Versions of a game beside each other: who wins now, and what else changes."""

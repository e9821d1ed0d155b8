"""Findings for people: so far in the terminal."""

"""Estimates and their error bars; nothing here knows of games."""

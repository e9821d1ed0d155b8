"""Findings for people: in the terminal, as an HTML page, as a PDF."""

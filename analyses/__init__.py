"""From experiments to findings: plays games in bulk and answers one question per file."""

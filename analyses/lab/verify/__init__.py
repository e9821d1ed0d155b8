"""Whether a game is sound: each failure with a short game that shows it."""

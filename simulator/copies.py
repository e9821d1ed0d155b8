"""How the lines of copies are told from those that somebody wrote."""

COPIED = 1_000_000  # added to the lines of a copy, which are not those of its file

"""Balance targets, and whether a game keeps to them."""

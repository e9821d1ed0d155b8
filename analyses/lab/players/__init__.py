"""How well bots play: tuning, exploiting, ratings, and a coach."""

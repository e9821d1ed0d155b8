"""A person takes a seat: what is shown, what is kept, what bots would do, and how it is told."""

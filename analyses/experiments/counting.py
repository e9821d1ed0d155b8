"""How many there are of something, in words."""


def counted(n: int, what: str) -> str:
    """'1 game', '2,000 games'."""
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"

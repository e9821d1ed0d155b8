"""What a page answers when it cannot do what it was asked for: one sentence."""


class Refused(Exception):
    """A user's mistake, told in a sentence."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.sentence, self.status = sentence, status


class Unopened(Refused):
    """A game of one's own that nobody has opened yet: it is a program, which is said first."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} is a program that was not opened yet.", 403)
        self.game = game


class Broken(Refused):
    """The work ended in an error that is no user's mistake; the terminal has the rest of it."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, 500)

"""Shares as people write them: 0.5% or 0.005."""

from simulator.errors import UserError


def share_of(text: str | float) -> float:
    words = str(text).strip()
    number, unit = (words[:-1], 0.01) if words.endswith("%") else (words, 1.0)
    try:
        return float(number) * unit
    except ValueError:
        raise UserError(f"'{text}' is no share; write 0.5% or 0.005.") from None

"""Games of a sample once more, for questions that look at single decisions or play on from them."""

import polars as pl

from analyses.experiments.openings import Deals
from analyses.findings.sample import PLAIN, Sample
from simulator.errors import UserError
from simulator.match import Match
from strategies import registry
from strategies.seat import Seat


def bot_of(sample: Sample) -> str:
    """Who plays every seat of the typical games; "" where nobody does."""
    if not sample.mirrors:
        return ""
    is_it = pl.col("line_up").cast(pl.String) == sample.mirrors[0]
    return str(sample.cells.filter(is_it & PLAIN)["strategy"][0][0])


def deals_of(sample: Sample) -> Deals | None:
    """The deals of its games; None where rows alone do not say which they are."""
    if sample.known is None or sample.box is None or sample.seed is None:
        return None
    return Deals(sample.known, sample.box, sample.players, sample.seed)


def match_of(deals: Deals, bot: str) -> Match | None:
    """Ready to play such games; None of a bot that is not here, or that takes its time."""
    try:
        if not bot or registry.strategy_called(deals.title, Seat.parse(bot).name).based:
            return None
        seated = registry.line_up(deals.title, [bot], deals.players)
    except UserError:  # a plug-in's, which rows do not hold
        return None
    rules = deals.title.rules_for(deals.components, deals.players)
    match = Match(deals.title, rules, seated)
    return match if match.engine == "compiled" else None

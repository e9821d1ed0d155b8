"""The markets turn by turn: what is popular, who waits where, what a sale brings."""

import numpy as np
import polars as pl

from analyses.experiments.replay import Replay
from analyses.findings.finding import Finding, Table
from analyses.findings.sample import Sample
from analyses.language import say
from simulator.games.excavation.figures import FIGURES, Figure
from simulator.games.excavation.table import Source, Tally

QUESTION = "What is popular, who waits in the markets, and what does a sale bring?"
AFTER_TURNS = (  # tables of figures: key, name, and how the figures begin
    ("popularity", "Popularity by turn", "popularity of "),
    ("queues", "Buyers in the markets by turn", "buyers in "),
    ("demand", "Buyers for a colour by turn", "buyers for "),
)
PAYS = {
    "popularity": Source.popularity,
    "buyers": Source.buyers,
    "several markets": Source.several_markets,
}


def view(sample: Sample, replay: Replay | None) -> Finding | None:
    if replay is None:
        return None
    figures = replay.follow(replay.match.title.figure, range(len(FIGURES)))
    shown = max(1, int(np.median(replay.rounds)))  # while half of the games run
    sales = _sales(replay, figures, shown)
    stays = _stays(figures[: Figure.waiting, :, :, 0], replay.rounds)
    brings = sum(sales["sales"] * sales["credits per sale"].fill_null(0)) / sales["sales"].sum()
    return Finding(
        name="view",
        question=say(QUESTION),
        claim=say("A sale brings {credits:.1f} credits on average.", credits=brings),
        details=(
            say(
                "The most popular colour is still the most popular one turn later in {stays:.0f}%"
                " of turns.",
                stays=100 * stays,
            ),
        ),
        games=replay.games,
        verdict="",
        tables=(
            *(_after_turns(replay, figures[:, :, :shown, 0], *one) for one in AFTER_TURNS),
            Table("sales", "Sales and prices by turn", sales),
            _rounds(replay),
        ),
        notes=(
            say(
                "The first {games:,} games of {line_up}, replayed, as long as half of them still"
                " run; a turn is one of the whole table. Popularity: the credits it adds to"
                " a sale. Prices are those of relics bought on the black market or in a survey,"
                " relics found for nothing included.",
                games=replay.games,
                line_up=replay.cell.label,
            ),
        ),
    )


def _running(replay: Replay) -> np.ndarray:
    """[game, turn]: has the game got as far?"""
    return np.arange(1, replay.rounds.max() + 1) <= replay.rounds[:, None]


def _after_turns(replay: Replay, figures: np.ndarray, key: str, name: str, prefix: str) -> Table:
    """What lies on the table after each turn, in the games that go on."""
    shown = figures.shape[2]
    running = _running(replay)[:, :shown]
    columns: dict[str, np.ndarray] = {"turn": np.arange(1, shown + 1)}
    for k, figure in enumerate(FIGURES):
        if figure.startswith(prefix):
            values = figures[k]
            columns[figure.removeprefix(prefix)] = (values * running).sum(axis=0) / running.sum(
                axis=0
            )
    return Table(key, name, pl.DataFrame(columns))


def _stays(popularity: np.ndarray, rounds: np.ndarray) -> float:
    """How often one colour that pays most is still one of those a turn later."""
    top = popularity == popularity.max(axis=0)
    alike = (top[:, :, 1:] & top[:, :, :-1]).any(axis=0)
    inside = np.arange(2, popularity.shape[2] + 1) <= rounds[:, None]
    return float(alike[inside].mean()) if inside.any() else float("nan")


def _sales(replay: Replay, figures: np.ndarray, shown: int) -> pl.DataFrame:
    """What a player sells and buys in each turn, and for how much."""
    followed = replay.follow(replay.match.title.worth, (*PAYS.values(), Source.costs))
    *pays, costs = (_gained(one) for one in followed)
    sales, sold, offloaded, bought = (_gained(one) for one in figures[Figure.counted :])
    running = _running(replay)[:, :, None]

    def total(values: np.ndarray) -> np.ndarray:
        return (values * running).sum(axis=(0, 2))[:shown].astype(float)

    seats = running.sum(axis=(0, 2))[:shown] * replay.players
    n_sales, n_bought = total(sales), total(bought)
    parts = {name: _ratio(total(pay), n_sales) for name, pay in zip(PAYS, pays, strict=True)}
    frame = pl.DataFrame(
        {
            "turn": np.arange(1, shown + 1),
            "sales": n_sales / seats,
            "relics sold": total(sold) / seats,
            "offloaded": total(offloaded) / seats,
            "bought": n_bought / seats,
            "price paid": _ratio(-total(costs), n_bought),
            "credits per sale": sum(parts.values()),
            **parts,
        }
    )
    return frame.fill_nan(None)


def _gained(curve: np.ndarray) -> np.ndarray:
    """[game, turn, seat]: what each turn added."""
    return np.diff(curve, axis=1, prepend=0)


def _ratio(amount: np.ndarray, n: np.ndarray) -> np.ndarray:
    return np.divide(amount, n, out=np.full(len(n), np.nan), where=n > 0)


def _rounds(replay: Replay) -> Table:
    rounds = [Tally.turns_in_round_1, Tally.turns_in_round_2, Tally.turns_in_round_3]
    turns = replay.ends["tally"][:, 0, rounds].mean(axis=0)
    columns = {"round": [1, 2, 3], "turns": turns, "ends after turn": turns.cumsum()}
    return Table("rounds", "Turns of a round", pl.DataFrame(columns))

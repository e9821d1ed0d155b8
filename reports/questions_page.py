"""Every question and metric in tables: `python -m reports.questions_page` writes docs/questions.md.

Every metric must have an example of a target range here: without one there is no page.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from analyses.findings.question import ALONE, SEVERAL, Question
from analyses.lab.gauges import GAUGES, WIN, Gauge
from analyses.questions import QUESTIONS
from analyses.questions.solo import has_rival

TOP = """\
# Questions and metrics

`tiltmeter analyse` answers these questions. A verdict is *borderline* or *tilted* from the numbers
in the table on. An experiment file may override both: `turn_order = { borderline = 0.02 }` under
`[verdicts]`. For co-op and solo games it may also say which win rate you want:
`coop = { aim = 0.3 }`. The [metrics](#metrics), which `check` and `sweep` use, follow below.
`python -m reports.questions_page` makes this page from the code.

In co-op and solo games all players form one side. There `win_rates` compares the win rate with a
role and without it, and `scores` tells no winning margin. `luck` tells what the shuffle decides,
`choices` what games won have more of, and `endings` how games are won and lost. `confidence`, in a
report without `--quick`, tells how many games a look-ahead bot wins. Questions that need a rival
are left out.

"""
GAUGES_TOP = """
## Metrics

Metrics are numbers to steer by. For `tiltmeter check` you give a target range for each; the
examples are lines under `[bands]`. `tiltmeter sweep GAME PATH=VALUES --only margin,length` draws
them over the values of a parameter. `--target 'turn_order_spread<5%'` finds the value that brings
one there (also `>` and `=`). `tiltmeter compare` tells which of them change, all but `win:NAME`.
`tiltmeter study --only` takes those that are means, and the win rate of a seat as `seat_2`. Write
a share as 5% or 0.05.

"""
GAUGES_END = f"""
- **`{WIN}NAME`** is the win rate of one seat, faction, role or card: `{WIN}seat 2` in every game,
  `{WIN}Kutu Kuti` for a faction of Excavation. It also takes whatever chance deals to a player
  before the first move. That is the role of the first card in Archeos (`{WIN}Doctor`), a goal in
  Expéditions (`{WIN}Tikal`), or a card or number of `each_player` in a game of your own
  (`{WIN}wheat` of harvest.py). Capitals do not matter in the name; a low line is a space. If
  several players hold it, the metric is their mean, and each counts once. In co-op games it is the
  win rate of tables that have it (`{WIN}scientist`). `{WIN}seat 1` is `first_player`. A wrong name
  is answered with the right ones. Compare two versions by it with
  `tiltmeter sweep archeos cards.hand_limit=8,10 --only {WIN}Doctor --tables`.
- **`win_rate_spread` and `win_rate_imbalance`** compare what a game counts for each player, such as
  the factions of Excavation. The question `win_rates` covers everything that chance deals. It names
  the highest and lowest of up to three groups, the farthest from fair first; its verdict is that of
  the farthest of all. In a game of your own, `each_player(…, asked=False)` leaves a field out. In
  co-op and solo games the verdict compares the win rate with something and without it.
- **Options** in a co-op game are banned for one player: `option_value` tells how much less the
  table wins then.
- **An imbalance** is 0 if all win alike, 1% if each is a tenth of a fair share off, 4% if each is a
  fifth off. A spread is the gap between the extremes, so it comes out too high in few games.
  Compare versions by the imbalance.
"""
EXAMPLES = {
    "mean_score": "200 to 600",
    "winning_score": ">= 80",
    "score_spread": "<= 60",
    "margin": "<= 25",
    "win_rate_spread": "<= 10%",
    "win_rate_imbalance": "<= 4%",
    "turn_order_imbalance": "<= 1%",
    "turn_order_spread": "<= 5%",
    "turn_order_trend": "-3% to 3%",
    "first_player": "48% to 52%",
    "win_rate": "30% to 60%",
    "dominant_strategy": "<= 60%",
    "halfway_leader_wins": "<= 75%",
    "comebacks": ">= 10%",
    "length": "8 to 14",
    "length_p95": "<= 20",
    "decisions": "<= 150",
    "forced_moves": "<= 20%",
    "round_limit": "<= 1%",
}  # fmt: skip
HEADINGS = (
    "name",
    "question",
    "its verdict measures",
    "borderline from",
    "tilted from",
    "asked of",
    "design that plays it",
)
GAUGE_HEADINGS = ("metric", "what it measures", "unit", "asked of", "question", "example target")
NAMED = (
    f"`{WIN}NAME`",
    "win rate of one seat, faction, role or card",
    "share",
    "all games; a seat's: two sides and more",
    "`win_rates`, `turn_order`",
    f'`"{WIN}Doctor" = "20% to 30%"`',
)


def page() -> str:
    questions = _table(HEADINGS, map(_cells, QUESTIONS.values()))
    gauges = [*(_gauge_cells(name, one) for name, one in GAUGES.items()), NAMED]
    return f"{TOP}{questions}{GAUGES_TOP}{_table(GAUGE_HEADINGS, gauges)}{GAUGES_END}"


def _table(headings: Sequence[str], cells: Iterable[Sequence[str]]) -> str:
    rows = [headings, ("---",) * len(headings), *cells]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _gauge_cells(name: str, one: Gauge) -> tuple[str, ...]:
    needs = ", factions or the like" if one.is_of_members else ""
    needs += ", several bots" if one.is_mixed else ""
    example = f'`{name} = "{EXAMPLES[name]}"`'
    asked = ", ".join(f"`{one}`" for one in _questions_of(name))
    return f"`{name}`", one.about, one.unit, _players(one) + needs, asked, example


def _questions_of(gauge: str) -> list[str]:
    """The one it is read for, and those that are steered by it."""
    steered = [one.name for one in QUESTIONS.values() if one.gauge == gauge]
    return steered or [GAUGES[gauge].question]


def _cells(one: Question) -> tuple[str, ...]:
    scale = one.scale
    ends = (scale.borderline, scale.tilted) if one.is_judged else ()
    thresholds = tuple(map(scale.written, ends)) or ("–", "–")
    together = f"; together: {one.of_one_side}" if one.of_one_side else ""
    measure = f"{scale.measure}{together}"
    return f"`{one.name}`", one.question, measure, *thresholds, _asked_of(one), one.design


def _asked_of(one: Question) -> str:
    """Of whom, and of whom only described; a rival has one player against it."""
    if one.fits is has_rival:
        return "one player against a rival"
    if one.seats == SEVERAL:
        return "two players and more, together too"
    is_less = one.is_judged and one.players_judged != one.players
    return f"{_players(one)}; one side has no verdict" if is_less else _players(one)


def _players(one: Question | Gauge) -> str:
    return {ALONE: "one side", SEVERAL: "two sides and more"}.get(one.players, "all games")


if __name__ == "__main__":
    Path("docs/questions.md").write_text(page(), encoding="utf-8")

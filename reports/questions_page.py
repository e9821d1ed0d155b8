"""Every question and gauge in tables: `python -m reports.questions_page` writes docs/questions.md.

Every gauge must have an example of a band here: without one there is no page.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from analyses.findings.question import ALONE, SEVERAL, Question
from analyses.lab.gauges import GAUGES, WIN, Gauge
from analyses.questions import QUESTIONS
from analyses.questions.solo import has_rival

TOP = """\
# Questions

What `tiltmeter analyse` asks, and from which number on a verdict is *watch* or *tilted*; an
experiment file may override both, with `seats = { watch = 0.02 }` under `[verdicts]`, and say there
what share of its games one side is to win: `beaten = { aim = 0.3 }`. The numbers that `check` and
`sweep` steer by come [after them](#gauges). This page is made of the files of `analyses/questions`
and of `analyses/lab/gauges.py` by `python -m reports.questions_page`.

Who win or lose together are one side: a player alone, or a whole table. Of one side `members` asks
what a table wins with something and without it, `scores` tells no lead, `luck` what the deal
decides and what scores owe to chance, `options` what games won have more of than games lost,
`endings` how games are won and how they are lost, and `trust`, in a report without `--quick`, how
many games a search wins; nothing is asked that needs a rival.

"""
GAUGES_TOP = """
## Gauges

Numbers to steer by. In a budget for `tiltmeter check` a band says where one must lie: the examples
are lines under `[bands]`. `tiltmeter sweep GAME PATH=VALUES --only margin,length` draws them
over a rule number, `--target 'turn_order_spread<5%'` finds the number that brings one there (also
`>` and `=`), and `tiltmeter compare` tells which of them move, all but `win:NAME`.
`tiltmeter study --only` takes those that are means, and a seat's win share as `seat_2`. A share is
written 5% or 0.05.

"""
GAUGES_END = f"""
- **One seat or member alone** is `{WIN}` and its name: `{WIN}seat 2` in every title,
  `{WIN}Kutu Kuti` of Excavation's factions, and whatever chance deals to a player before the first
  move: a role of the first card in Archeos (`{WIN}Doctor`), a goal in Expéditions (`{WIN}Tikal`), a
  card or number of `each_player` in a game of your own (`{WIN}wheat` of harvest.py). Capitals do
  not matter in the name; a low line is a space. If several hold it, it is the mean of them, each
  counted once however many copies it holds; where nearly all do, it cannot be far from even.
  Where all win or lose together it is what tables win that have it (`{WIN}scientist`).
  `win:seat 1` is `first_player`. A wrong name is answered with those that chance deals. Two
  versions are compared by it with
  `tiltmeter sweep archeos cards.hand_limit=8,10 --only {WIN}Doctor --tables`.
- **Members** of the two gauges that compare them are those that a title counts in its games, as the
  factions of Excavation; the question `members` asks of all that chance deals. Its sentence tells
  group by group who wins most and least, up to three groups: those with names before plain numbers,
  the farthest from even first; its verdict is that of the farthest of all. `tiltmeter compare`
  follows the farthest of each group by the same deals. In a game of your own
  `each_player(…, asked=False)` leaves a field out. Those who win or lose together, and one player
  alone who can lose, are asked what they win with each and what without it, and the verdict is of
  the farthest difference over all games that are won.
- **Options** of those who play together are forbidden to one of them: `power` says how much less
  the table wins then, and its verdict is over what the table wins.
- **An imbalance** is 0 if all win alike, 1 % if each is a tenth of an even share off it, 4 % if
  each is a fifth off. A spread lies between extremes, which chance chooses: in few games it comes
  out too high, and it moves surely only if it moves far. So versions are better compared by the
  imbalance.
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
    "watch from",
    "tilted from",
    "asked of",
    "design that plays it",
)
GAUGE_HEADINGS = ("gauge", "what it measures", "unit", "asked of", "question", "a band of it")
NAMED = (
    f"`{WIN}NAME`",
    "games won by who is dealt it, or by a seat",
    "share",
    "all games; a seat's: two sides and more",
    "`members`, `seats`",
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
    needs = ", members dealt to seats" if one.is_of_members else ""
    needs += ", several strategies" if one.is_mixed else ""
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

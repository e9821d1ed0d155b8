"""The references in docs, made of the program itself: `make reference` writes them anew.

docs/commands.md is the help of every command, as it is printed. docs/metrics.md has every question
and metric with its limits; ABOUT and EXAMPLES add what only people can say of them.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click
import pytest

from analyses.findings.question import ALONE, SEVERAL
from analyses.lab.metrics import METRICS, WIN
from analyses.questions import QUESTIONS
from analyses.questions.solo import has_rival
from analyses.renamed import RENAMED
from tiltmeter.cli import main

DOCS = Path(__file__).parent.parent / "docs"
WIDTH = 98
MADE = "This page is made by `make reference`; edit `tests/test_reference.py` or the code instead."

GROUPS = {
    "Start": ("new", "verify", "cover", "play", "studio", "games"),
    "Balance": ("report", "compare", "sweep", "advise", "check", "study", "playtest", "plan"),
    "Bots": ("strategies", "coach", "learn", "tune", "exploit", "ladder"),
    "Data": ("simulate", "analyse"),
    "Other": ("bench", "completion", "help"),
}
COMMANDS_TOP = f"""\
# Commands

Every command with its options, as `tiltmeter help COMMAND` prints it. {MADE}

- `GAME` is an included game, such as `lost_cities`, or your own file, such as `my_game.py`.
- Numbers of games may be written `10k` or `1e6`.
- A typo is answered with the nearest name, and exit code 2.
- The same command gives the same figures. `--seed 2` gives other shuffles.
- After Ctrl-C, the games played so far are kept, and the same command continues. `coach`,
  `exploit` and `ladder` start again; `tune` confirms what it has found so far.

See also [how-to pages](index.md#how-to) by task,
[line-ups and settings of bots](how-to/many-games.md)
and the [glossary](glossary.md).
"""
ABOUT = {  # of each question: what the field calls it, what is measured, an example, what to do
    "win_rates": (
        "faction, role or card win rates",
        "how far a faction's win rate lies from its fair share, as a part of that share. A fair"
        " share is what players in the same seats win, holding as many cards. In co-op"
        " and solo games it is the win rate with a role compared with the rate without it",
        "Kutu Kuti wins 47% of four-player games (45–49%) and Aquilla 14%; a fair share is 25%.",
        "find the cause and compare a fix: [tame a faction](how-to/tame-a-faction.md)",
    ),
    "viable_strategies": (
        "viable strategies, dominant strategy",
        "how many of three viable strategies are missing. A style is viable if it wins four fifths"
        " of a fair share against the default bot; styles that play alike count once. It is"
        " inconclusive where random moves do as well",
        "At least three viable strategies: all-round, denier and rusher.",
        "make the losing styles cheaper, or the winning one dearer; then `compare`",
    ),
    "skill": (
        "skill, Elo",
        "how often the best bot finishes ahead of the next best, in one game and in a"
        " best-of-seven; equals count as half",
        "The default bot finishes ahead of the next best in 60% of games.",
        "",
    ),
    "turn_order": (
        "first-player advantage",
        "how far a seat's win rate lies from its fair share, as a part of that share. The answer"
        " includes a handicap in points that would even it out",
        "Going first helps: players win 40, 34 and 26% in turn order.",
        "use the handicap, or [another fix](how-to/first-player-advantage.md)",
    ),
    "scores": (
        "scores, winning margin",
        "the median winning margin, as a part of the median distance from first to last. Limits"
        " are above what unrelated scores give: 43% with three players, 30% with four, 20% with"
        " six. With two players, or two values of the score, there is no verdict",
        "The median winning margin is 14 points. That is 31% of the gap between first and last"
        " place (30–32%); it would be 30% if scores were unrelated.",
        "lower the largest single rewards, or add small ones that everybody gets",
    ),
    "curves": (
        "scoring curves, where points come from",
        "how much of the score gap between players comes from one source",
        "Expeditions decide who scores more: 74% of the score gap between players.",
        "only act if other sources should matter; then move their values with `sweep`",
    ),
    "runaway_leader": (
        "runaway leader, snowball, catch-up, comebacks",
        "how much more often the halfway leader wins than in the no-snowball baseline",
        "Leading at halfway wins 61% of games, less than the no-snowball baseline (65%).",
        "weaken rewards that produce further rewards, or let trailing players catch up",
    ),
    "decided_early": (
        "decided early, lead safety",
        "how much of the game is still to play when the leader becomes an 80% favourite. Two equal"
        " players get there when a third is left, four when a tenth is left",
        "Decided early: the leader is an 80% favourite after 12% of the game, with 88% still to"
        " play.",
        "pay less in the first rounds and more in the last ones, or end games sooner",
    ),
    "kingmaking": (
        "kingmaking",
        "by how much a player whose own chance is below 5% can move an opponent's win rate, in late"
        " decisions. Rollouts with the default bot play up to six legal moves on; half of them"
        " choose the moves and the other half measures",
        "Kingmaking: a player who can no longer win moves an opponent's win rate by 31 percentage"
        " points (24–38).",
        "keep late scores hidden, or give players who are behind something of their own to play"
        " for",
    ),
    "length": (
        "game length",
        "how much longer than the median one game in twenty takes",
        "A game takes 63 rounds; at ten seconds a choice that is 73 minutes.",
        "add an end condition, or a limit of rounds",
    ),
    "downtime": (
        "downtime",
        "how many choices of others lie between two own ones, and how many seconds that is at ten"
        " seconds a choice. Forced moves take no time; choices made at once count one after the"
        " other",
        "Between two own choices a player waits for 5.1 choices of others (4.9–5.3), about 51"
        " seconds.",
        "",
    ),
    "endings": (
        "end conditions",
        "how many games reach the round limit without an end",
        "85% of games end when the deck is empty.",
        "add an end that always comes; `verify` shows a game that never ends",
    ),
    "luck": (
        "luck and skill, setup luck, input and output randomness",
        "how far the setup moves a player's chance to win, or how often random moves keep up with"
        " the default bot, whichever is more",
        "The starting cards give nobody a clear edge.",
        "let players draft or choose what is dealt, or make rewards of chance smaller",
    ),
    "choices": (
        "choices, pick rates, forced moves",
        "how many decisions leave only one legal move. Tables show who uses what, and what winners"
        " use more",
        "3% of decisions are forced moves.",
        "merge forced steps, or give a second option where there is none",
    ),
    "option_value": (
        "value of each option, ablation",
        "how far an option's value lies from the others of its group, as a part of a fair share."
        " The value is the win rate that a player loses without it",
        "Student is the weakest leader: worth 13 percentage points of win rate less than average.",
        "move the option's cost or reward with `sweep`; check that bots use it well",
    ),
    "coop": (
        "co-op or solo win rate against a target",
        "how far the best bot's win rate lies from one half, or from your own aim",
        "The table wins 60% of games.",
        "[tune the difficulty](how-to/solo-difficulty.md)",
    ),
    "solo": (
        "solo win rate against an automa",
        "how far the best bot's win rate against the automa lies from one half",
        "The best of six bots wins 16% of solo games.",
        "[tune the difficulty](how-to/solo-difficulty.md); test it with the look-ahead bot first",
    ),
    "confidence": (
        "confidence, strength of the bots",
        "how often the look-ahead bot beats the bot behind the report, in two-player games. It"
        " also counts assumed values",
        "A look-ahead bot beats the bot used here in 96% of two-player games.",
        "run the report without `--quick`, or [improve the bot](bots.md)",
    ),
}
METRICS_TOP = f"""\
# Questions and metrics

Questions give verdicts; metrics are numbers to steer by. {MADE}

## Questions

Choose some with `--only turn_order,length`. A verdict uses the whole 95% CI:
[the six verdicts](reading-a-report.md#the-six-verdicts), [why these limits](methods.md). An
experiment file can override the limits under `[verdicts]`: `turn_order = {{ borderline = 0.02 }}`.

Reports of 1,000 games or more ask `kingmaking` and `downtime`, which play games again.
`analyse` asks them by name.

In solo and co-op games all players form one side. There a role's strength is the win rate with the
role minus the rate without it. Margins and leads are not reported.

"""
METRICS_SECTION = """
## Metrics

- `tiltmeter check` takes them as [balance targets](how-to/balance-in-ci.md), like the examples
  below.
- `tiltmeter sweep GAME PATH=VALUES --only margin,length` draws them over a parameter.
- `--target 'turn_order_spread<5%'` finds the value that reaches a target; `>` and `=` work too.
- `tiltmeter compare` lists which of them clearly change.
- `tiltmeter study --only` takes those that are means, and a seat's win rate as `seat_2`.

A rate is written 5% or 0.05.

"""
METRICS_END = f"""
**One seat, faction or card** is `{WIN}` and its name: `{WIN}seat 2`, `{WIN}Kutu Kuti`,
`{WIN}Doctor`, `{WIN}wheat`. It works for whatever chance hands to a player before the first move;
in your own game that is whatever `each_player` declares. Capitals do not matter, and an underscore
is a space. In co-op games it is the win rate of tables that have it. A wrong name is answered with
the right ones. To compare versions by it:
`tiltmeter sweep archeos cards.hand_limit=8,10 --only {WIN}Doctor --tables`.

**A spread or an imbalance?** A spread lies between extremes, and chance chooses those. In few games
it comes out too high. An imbalance is 0 if all win alike, 1% if each is a tenth of a fair share off
it, and 4% if each is a fifth off. Compare versions by the imbalance.
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
}
NAMED = (
    f"`{WIN}NAME`",
    "win rate of one seat, or of whoever is dealt it",
    "rate",
    "all games; a seat: two sides and more",
    "`win_rates`, `turn_order`",
    f'`"{WIN}Doctor" = "20% to 30%"`',
)


def commands_page():
    parts = [COMMANDS_TOP]
    for heading, names in GROUPS.items():
        parts.append(f"\n## {heading}\n")
        parts += [f"\n### {name}\n\n```text\n{help_of(name)}\n```\n" for name in names]
    return "".join(parts)


def help_of(name):
    """As the terminal shows it, however wide this one is."""
    top = click.Context(main, info_name="tiltmeter", **main.context_settings)
    size = {"terminal_width": WIDTH, "max_content_width": WIDTH}
    context = click.Context(main.commands[name], info_name=name, parent=top, **size)
    lines = context.get_help().rstrip().splitlines()
    return "\n".join(line.rstrip() for line in lines)


def metrics_page():
    questions = "".join(map(_question, QUESTIONS.values()))
    overview = _table(
        ("question", "asks", "borderline from", "tilted from", "for"),
        (
            (f"`{one.name}`", one.question, *_limits(one), _asked_of(one))
            for one in QUESTIONS.values()
        ),
    )
    metrics = [*(_metric(name, one) for name, one in METRICS.items()), NAMED]
    headings = ("metric", "what it measures", "unit", "for", "question", "example target")
    table = _table(headings, metrics)
    return f"{METRICS_TOP}{overview}{questions}{METRICS_SECTION}{table}{METRICS_END}"


def _question(one):
    called, measured, example, action = ABOUT.get(one.name, ("", one.scale.measure, "", ""))
    limits = _limits(one)
    lines = [
        f"In the field: {called}." if called else "",
        f"Measures {measured}." if measured else "",
        f"Borderline from {limits[0]}, tilted from {limits[1]}." if one.is_judged else "No limits.",
        f"Played by `--design {one.design}`.",
        f'Example: "{example}"' if example else "",
        f"If it is tilted: {action}." if action else "",
    ]
    points = "".join(f"- {line}\n" for line in lines if line)
    return f"\n### {one.heading} (`{one.name}`)\n\n{points}"


def _limits(one):
    ends = (one.scale.borderline, one.scale.tilted) if one.is_judged else ()
    return tuple(map(one.scale.written, ends)) or ("–", "–")


def _asked_of(one):
    if one.fits is has_rival:
        return "one player against an automa"
    if one.seats == SEVERAL:
        return "two players and more, co-op too"
    if not one.is_judged or one.players_judged == one.players:
        return _players(one)
    least = "one side" if one.players_judged == SEVERAL else "fewer than three"
    return f"{_players(one)} (no verdict for {least})"


def _players(one):
    if one.players.start > SEVERAL.start:
        return "three sides and more"
    return {ALONE: "solo and co-op games", SEVERAL: "two sides and more"}.get(
        one.players, "all games"
    )


def _metric(name, one):
    needs = ", dealt factions or cards" if one.is_of_members else ""
    needs += ", several bots" if one.is_mixed else ""
    steered = [other.name for other in QUESTIONS.values() if other.metric == name]
    asked = ", ".join(f"`{other}`" for other in steered or [one.question])
    unit = "rate" if one.unit == "share" else one.unit
    return f"`{name}`", one.about, unit, _players(one) + needs, asked, _example(name)


def _example(name):
    return f'`{name} = "{EXAMPLES[name]}"`'


def _table(headings: Sequence[str], cells: Iterable[Sequence[str]]) -> str:
    rows = [headings, ("---",) * len(headings), *cells]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


MADE_PAGES = {"commands.md": commands_page, "metrics.md": metrics_page}


@pytest.mark.parametrize("name", MADE_PAGES)
def test_the_page_is_that_of_the_program(name):
    """Else: `make reference`."""
    assert (DOCS / name).read_text(encoding="utf-8") == MADE_PAGES[name]()


def test_every_command_is_in_a_group():
    assert sorted(main.commands) == sorted(name for names in GROUPS.values() for name in names)


def test_every_question_says_what_to_do():
    assert {*QUESTIONS} == {*ABOUT}


def test_every_old_name_is_on_the_page_of_names():
    text = (DOCS / "renamed.md").read_text(encoding="utf-8")
    for old, new in RENAMED.items():
        assert f"| `{old}` | `{new}` |" in text or f"| {old} | {new} |" in text


if __name__ == "__main__":
    for name, page in MADE_PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")

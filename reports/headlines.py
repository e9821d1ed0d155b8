"""What was played for an answer of the lab, in a line: over it in the terminal, and in its page."""

from collections.abc import Sequence

from analyses.findings.finding import listed
from analyses.lab.compare.compare_levels import LevelComparison
from analyses.lab.compare.compare_run import Comparison
from analyses.lab.search.sweep_run import Swept
from analyses.language import count, figure, say

SHOWN = 5  # line-ups in a line


def compared_told(found: Comparison) -> str:
    base = found.experiment
    return say(
        "{table!s} of each version on the same shuffles, seed {seed}; the base is {base!s}.",
        table=table_told(base.title.name, base.players, base.games),
        seed=base.seed,
        base=found.base.name,
    )


def levels_told(found: LevelComparison) -> str:
    first = found.levels[0].experiment
    games = [figure(one.experiment.games, ",") for one in found.levels]
    seats = count(first.players, "{n} player", "{n} players")
    told = "{title!s}, {players}: {games} games of each version on the same shuffles, seed {seed}."
    if len({*games}) == 1:
        games = games[:1]
        told = (
            "{title!s}, {players}: {games} games of each version at each level on the same"
            " shuffles, seed {seed}."
        )
    return say(
        told,
        title=first.title.name,
        players=seats,
        games=listed(games),
        seed=first.seed,
    )


def swept_told(found: Swept) -> str:
    """With who plays, since others may meet a target elsewhere; a search plays more games where
    it has to.
    """
    base = found.base
    most = max(found.top.frame("tried")["games"].to_list()) if found.is_search else 0
    text = "{table!s} at each point on the same shuffles, seed {seed}, played by {who!s}."
    if most > base.games:
        text = (
            "{table!s} at each point, up to {most:,}, on the same shuffles, seed {seed}, played by"
            " {who!s}."
        )
    table = table_told(base.title.name, base.players, base.games)
    return say(text, table=table, most=most, seed=base.seed, who=some_of(found.line_ups))


def table_told(title: str, players: int, games: int) -> str:
    seats = count(players, "{n} player", "{n} players")
    return f"{title}, {seats}, {count(games, '{n:,} game', '{n:,} games')}"


def some_of(line_ups: Sequence[str]) -> str:
    """The first of them; restricted play and round robins have dozens."""
    if (more := len(line_ups) - SHOWN) <= 1:
        return "; ".join(line_ups)
    return "; ".join([*line_ups[:SHOWN], say("and {n} more line-ups", n=more)])

"""How sure is this?"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import polars as pl

from analyses.experiments.experiment import CURVES
from analyses.findings.chart import Chart
from analyses.findings.finding import (
    Finding,
    Table,
    in_a_row,
    percent,
    percent_range,
    whole_percent,
    whole_range,
    whole_told,
)
from analyses.findings.meetings import reference
from analyses.findings.names import called
from analyses.findings.question import Question
from analyses.findings.sample import MIXED, TYPICAL, Sample
from analyses.findings.verdicts import LEVEL, TILTED, UNKNOWN, WATCH, Scale
from analyses.language import say, word
from analyses.questions.option_value import forbidden, gained, harmful, lost_without, underused
from analyses.statistics.estimate import NOTHING, Quantity, Share, Unpaired, in_figures
from analyses.statistics.intervals import clustered, discoveries, p_values
from simulator.components import ASSUMED, CALLED, SOURCES
from simulator.files import read_toml
from simulator.sources import ladder_file

SURELY = 0.001  # a false alarm in one of a thousand sound runs
FAULT = 0.01  # of an option: it is asked of every report, beside all that the report is about
SHARES = ("estimate", "low", "high", "even")
CHART = Chart(
    "Where the values of the game come from. Orange: assumed, no source confirms them",
    by=("source",),
    marks="bars",
    figures=("values",),
    is_share=False,
    other=pl.col("source").is_in([CALLED.get(one, one) for one in ASSUMED]),
    axis="game values",
)
MUCH = 1.1  # even shares: a single change that surely wins more beats the player
STRONG = 0.65  # a search that wins more shows that much is still to be gained by better play

GAP = STRONG - 0.5  # games of one side that a search wins more of, and shows as much by
UNMEASURED = "The strength of the default bot has not been measured (tiltmeter ladder)."
OVERTURNED = "Better play may change these findings."


def find(sample: Sample) -> Finding:
    tests = _self_test(sample)
    failed = tests.filter(~pl.col("holds"))["test"].to_list()
    rests, search, faults = _rests_on(sample), search_share(sample), _faults(sample)
    tested, strength = _tests_told(failed), _search_told(search)
    details = (
        *([say(OVERTURNED)] if _is_beaten(search) else ()),
        *_faults_told(faults, sample),
        _rests_told(rests, sample),
    )
    return QUESTION.finding(
        sample,
        tested if failed else strength,
        (strength, *details) if failed else details,
        opening="" if failed else tested,
        estimate=search or NOTHING,
        measure=search or NOTHING,
        unit="share",
        verdict=_verdict(failed, len(rests) > 0 or bool(faults), search),
        tables=(
            Table("tests", "Self-test", tests),
            Table("unsourced", "Assumed game values", rests),
            Table("origins", "Where the game values come from", _origins(sample), (), CHART),
        ),
        notes=(say("Bots are not people; the figures hold for these bots."),),
    )


def _self_test(sample: Sample) -> pl.DataFrame:
    """What must be true of any rows, or something is broken."""
    rows = sample.some(sample.plain)
    games = rows.group_by("game").agg(
        won=pl.col("win").sum(),
        best=pl.col("place").min(),
        seats=pl.col("seat").n_unique(),
        ends=_ends_with_score(sample),
    )
    facts = games.select(
        one_win=((pl.col("won") - 1).abs() < 1e-9).all(),
        somebody=(pl.col("best") == 1).all(),
        seats=pl.col("seats").n_unique() == 1,
        ends=pl.col("ends").all(),
    )
    one_win, somebody, seats, ends = facts.collect(engine="streaming").row(0)
    of_contests = [
        ("every game has exactly one win to share", one_win),
        ("somebody wins every game", somebody),
    ]
    found = [
        *(of_contests if sample.sides > 1 and not sample.any_may_win else ()),
        ("every game has all its seats", seats),
        *([("every curve ends with the score", ends)] if sample.keeps == CURVES else ()),
        ("every bot sits in every seat equally often", _is_balanced(sample)),
        ("the two halves of the run agree", _halves_agree(sample)),
    ]
    return pl.DataFrame(found, schema=["test", "holds"], orient="row")


def _ends_with_score(sample: Sample) -> pl.Expr:
    if sample.keeps != CURVES:
        return pl.lit(True)
    return (pl.col("curve").list.last() == pl.col("score")).all()


def _is_balanced(sample: Sample) -> bool:
    """Within a line-up, up to the last deal, which may be unfinished."""
    if not sample.mixed:
        return True
    rows = sample.of(*sample.mixed)
    whole = rows.filter(pl.col("deal") < pl.col("deal").max())
    counts = whole.group_by("line_up", "strategy", "seat").agg(n=pl.len())
    uneven = counts.group_by("line_up", "strategy").agg(d=pl.col("n").max() - pl.col("n").min())
    most = uneven.select(pl.col("d").max()).collect(engine="streaming").item()
    return not most


def _halves_agree(sample: Sample) -> bool:
    """No win share, of strategies or of seats in mirrors, differs between even and odd deals."""
    who = pl.when(pl.col("line_up").cast(pl.String).is_in(sample.mirrors)).then(
        pl.format("seat {}", "seat")
    )
    rows = sample.some(sample.plain).with_columns(
        who=who.otherwise(pl.col("strategy").cast(pl.String)), half=pl.col("deal") % 2
    )
    keys = ["line_up", "who"]
    halves = clustered(rows, (*keys, "half"), pl.col("win")).drop_nulls()
    even, odd = (halves.filter(pl.col("half") == k) for k in (0, 1))
    whole = clustered(rows, keys, pl.col("win"))
    pairs = even.join(odd, on=keys, suffix="_odd").join(whole, on=keys, suffix="_whole")
    # The spread is that of all deals, as it is if the halves agree: a few may be alike by chance.
    parts = pairs["deals_whole"] / pairs["deals"] + pairs["deals_whole"] / pairs["deals_odd"]
    error = pairs["error_whole"] * parts.sqrt()
    p = p_values(pairs["estimate"] - pairs["estimate_odd"], error, pairs["deals_whole"], 0.0)
    return bool((discoveries(p) > SURELY).all())


def search_share(sample: Sample) -> Share | None:
    """What the longest search of the ladder wins against the strategy asked, if that is known."""
    file = ladder_file(sample.title)
    if not file.is_file() or not sample.mirrors:
        return None
    ladder = read_toml(file)
    if ladder["base"] != reference(sample):
        return None
    rung = ladder["rungs"][-1]
    return Share(rung["share"], rung["error"], rung["deals"])


def _faults(sample: Sample) -> dict[str, list[str]]:
    """Options that the player asked surely takes too often, or too seldom."""
    levers = sample.levers
    seldom, often = underused(gained(sample), FAULT), []
    if sample.mirrors and forbidden(sample):
        lost = lost_without(sample)
        often = [kind for kind in harmful(lost, FAULT) if kind not in levers.powers]
    return {how: kinds for how, kinds in (("often", often), ("seldom", seldom)) if kinds}


def _faults_told(faults: dict[str, list[str]], sample: Sample) -> tuple[str, ...]:
    """It would win more otherwise, so what it shows of them is its own doing."""
    often = "The default bot clearly takes these too often: {options}."
    seldom = "The default bot clearly takes these too seldom: {options}."
    return tuple(
        say(
            often if how == "often" else seldom,
            options=", ".join(called(kind, sample.levers) for kind in kinds),
        )
        for how, kinds in faults.items()
    )


def with_deviations(finding: Finding, tried: Mapping[str, Any]) -> Finding:
    """What single changes of the player asked win at its tables, as `exploit` tells it."""
    best = [one for one in tried["single"] if one["confirmed"]]
    frame = pl.DataFrame(best).select(
        "strategy", estimate="share", low="low", high="high", even=pl.lit(tried["even"])
    )
    is_beaten = tried["robust"] is False and finding.verdict in (LEVEL, UNKNOWN)
    return replace(
        finding,
        details=(*finding.details, _deviations_told(tried, best[0])),
        verdict=WATCH if is_beaten else finding.verdict,
        tables=(*finding.tables, Table("deviations", "Small changes to the bot", frame, SHARES)),
    )


def _deviations_told(tried: Mapping[str, Any], best: Mapping[str, Any]) -> str:
    even = percent(tried["even"])
    if tried["beaten_by"]:
        return say(
            "{strategy} beats the default bot: alone at its tables it wins {share} ({ends}); a fair"
            " share is {even}.",
            strategy=best["strategy"],
            share=percent(best["share"]),
            ends=percent_range(best["low"], best["high"]),
            even=even,
        )
    return say(
        "None of {n} small changes to the default bot clearly beats it; none wins more than {most}"
        " (a fair share is {even}).",
        n=len(tried["single"]),
        most=percent(tried["bound"]),
        even=even,
    )


def with_search(finding: Finding, sample: Sample, by: str, searched: Sample) -> Finding:
    """How many games of one side are won by who searches: nobody is there to play it against."""
    who = sample.typical_name
    won = {by: _games_won(searched), who: _games_won(sample)}
    rows = [(name, *in_figures(share)) for name, share in won.items()]
    frame = pl.DataFrame(rows, schema=["strategy", *SHARES[:3]], orient="row")
    more = Unpaired(won[by], won[who]).interval()
    said = say(
        "The look-ahead bot {by!s} wins {share} of its games, the default bot {who} {own}.",
        by=by,
        share=whole_told(won[by]),
        who=who,
        own=whole_told(won[who]),
    )
    told = (said, say(OVERTURNED)) if more.low > GAP else (said,)
    known = WATCH if more.low > GAP else LEVEL if more.high < GAP else UNKNOWN
    return replace(
        _instead_of_unmeasured(finding, *told),
        verdict=known if finding.verdict == UNKNOWN else finding.verdict,
        tables=(*finding.tables, Table("search", "Win rates of both bots", frame, SHARES[:3])),
    )


def _instead_of_unmeasured(finding: Finding, said: str, *more: str) -> Finding:
    """The strength of the player takes the place of the words that nobody knows it.

    Games of two players may have told of it already; then it is said after that.
    """
    unmeasured, details = say(UNMEASURED), finding.details
    if finding.claim == unmeasured:
        return replace(finding, claim=said, details=(*more, *details))
    if unmeasured in details:  # the claim is that a self-test failed
        at = details.index(unmeasured)
        return replace(finding, details=(*details[:at], said, *more, *details[at + 1 :]))
    if not finding.opening:
        return finding
    return replace(finding, opening=in_a_row(finding.opening, finding.claim), claim=said)


def _games_won(sample: Sample) -> Share:
    rows = sample.typical.with_columns(who=pl.lit("all"))
    return Share.of(clustered(rows, "who", pl.col("win")).row(0, named=True))


def _rests_on(sample: Sample) -> pl.DataFrame:
    """Components that no source confirms."""
    schema = {"component": pl.String, "source": pl.String, "about": pl.String}
    if sample.box is None:
        return pl.DataFrame(schema=schema)
    rows = [
        (path, CALLED.get(entry.source, entry.source), entry.about)
        for path, entry in sample.box.entries.items()
        if entry.is_assumed
    ]
    return pl.DataFrame(rows, schema=schema, orient="row")


def _origins(sample: Sample) -> pl.DataFrame:
    """How many game values have which kind of source."""
    entries = sample.box.entries.values() if sample.box is not None else ()
    counts = Counter(entry.source for entry in entries)
    rows = [
        (CALLED.get(name, name), counts[name], SOURCES[name]) for name in SOURCES if counts[name]
    ]
    schema = {"source": pl.String, "values": pl.Int64, "meaning": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _tests_told(failed: list[str]) -> str:
    return (
        say("Self-test failed: {tests}.", tests="; ".join(map(word, failed)))
        if failed
        else say("The self-test passes.")
    )


def _verdict(failed: list[str], rests: bool, search: Share | None) -> str:
    """Players of whom nobody knows how good they are cannot be trusted, nor distrusted."""
    if failed:
        return TILTED
    if rests or _is_beaten(search):
        return WATCH
    return UNKNOWN if search is None else LEVEL


def _is_beaten(search: Quantity | None) -> bool:
    return search is not None and search.interval().low > STRONG


def is_beaten(trust: Finding | None) -> bool:
    """Whether a search, or a single change of the player asked, wins much against it.

    Then what it shows is its own doing, perhaps.
    """
    if trust is None:
        return False
    if trust.has("search"):
        (_, _, least, _), (_, _, _, most) = trust.frame("search").iter_rows()
        return least - most > GAP
    changes = trust.frame("deviations") if trust.has("deviations") else None
    is_outdone = changes is not None and (changes["low"] > MUCH * changes["even"]).any()
    return _is_beaten(trust.measure) or is_outdone


def is_unbeaten(trust: Finding | None) -> bool:
    """Whether a search was set against the player asked, and does not win much."""
    was_asked = trust is not None and (trust.has("search") or trust.is_measured)
    return was_asked and not is_beaten(trust)


def _search_told(search: Share | None) -> str:
    """How strong the default bot is."""
    if search is None:
        return say(UNMEASURED)
    told = "A look-ahead bot beats the default bot in {share} of two-player games ({ends})."
    ends = whole_range(*search.interval())
    return say(told, share=whole_percent(search.value), ends=ends)


def _rests_told(rests: pl.DataFrame, sample: Sample) -> str:
    if not len(rests):
        return say("Every game value has a source.")
    of = len(sample.box.entries) if sample.box else len(rests)
    return say(
        "{n} of {of} game values are assumptions ({share}); no source confirms them.",
        n=len(rests),
        of=of,
        share=whole_percent(len(rests) / of),
    )


QUESTION = Question(
    name="confidence",
    place=120,
    heading="How sure is this?",
    question="How strong are the bots, and which game values are assumed?",
    measure="win rate of a look-ahead bot against the default bot",
    scale=Scale("win rate of a look-ahead bot against the default bot", STRONG, 1.0),
    find=find,
    is_about_game=False,
    reads=(TYPICAL, MIXED),
)

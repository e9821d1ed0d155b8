"""What games are made from, by digests that stand in every manifest: equal digests, equal games."""

import hashlib
import json
from typing import Any

from simulator import sources
from simulator.titles import Title


def digests(title: Title) -> dict[str, str]:
    """Of a title's rules and of its strategies; an edit of another title changes neither."""
    strategies = sources.STRATEGIES / title.name
    rules = sources.digest(sources.core_files(), sources.title_files(title.home))
    players = sources.strategy_core_files(), sources.title_files(strategies)
    return {
        "rules": key_of([rules, _names_in_rows(title)]),
        "strategy_sources": sources.digest(*players),
    }


def _names_in_rows(title: Title) -> list[Any]:
    """The words that rows are written with; all others can change and leave a run as it is."""
    words, levers = title.words, title.levers
    return [words.sources, words.tallies, words.endings, levers.kinds, list(levers.maps)]


def key_of(values: Any) -> str:
    """Names plain values, such as the settings of an experiment: equal values, equal keys."""
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]

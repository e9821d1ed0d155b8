"""What the rules take from the components of a box."""

from collections.abc import Sequence

import numpy as np

from simulator.components import Components
from simulator.errors import UserError, unknown
from simulator.games.archeos.table import SLOTS, Choice, Colour, Role, Rules, Side
from simulator.kernel import new
from simulator.names import written

# Fields of Rules that are a component as it is
COPIED = {
    "copies": "cards.copies",
    "hand_limit": "cards.hand_limit",
    "area_extra": "cards.area_extra",
    "botanist_points": "roles.botanist.points",
    "botanist_season": "roles.botanist.season",
    "linguist_lead": "roles.linguist.lead",
    "linguist_last": "roles.linguist.last",
    "rapa_nui_lead": "sites.rapa_nui_lead",
    "professor_all_tied": "rulings.professor_all_tied",
    "professor_back_mandatory": "rulings.professor_back_mandatory",
    "cartographer_chains": "rulings.cartographer_chains",
    "uluru_any_step": "rulings.uluru_any_step",
}
# Fields that are a list with some room after it
LISTED = {
    "draws": "tracks.red_advanced.draws",
    "shared_points": "tracks.blue_advanced.shared_points",
    "caps": "tracks.pink_advanced.caps",
}


def make_rules(components: Components, players: int) -> np.record:
    rules = new(Rules)
    for field, path in COPIED.items():
        rules[field] = components[path]
    for field, path in LISTED.items():
        rules[field][: len(components[path])] = components[path]
    rules.seasons = components["seasons.few_players" if players <= 3 else "seasons.many_players"]
    rules.copies[Role.student] = components["cards.student_copies"]
    rules.active[:] = [components[f"roles.{name}.active"] for name in written(Role)]
    points = components["points.expedition"]
    rules.expedition[1 : 1 + len(points)] = points
    rules.expedition[1 + len(points) :] = points[-1]
    rules.museum[1:] = components["points.museum"]
    if max(components["roles.linguist.artefacts"]) > rules.linguist_last:
        raise UserError("roles.linguist.artefacts must lie within roles.linguist.last.")
    rules.artefacts[components["roles.linguist.artefacts"]] = 1
    for colour, name in enumerate(written(Colour)):
        for side, face in enumerate(written(Side)):
            _fill_track(rules, components, colour, side, f"{name}_{face}")
    _read_roles(rules, components["setup.roles"])
    _read_sides(rules, components["setup.sites"])
    return rules


def _fill_track(
    rules: np.record, components: Components, colour: int, side: int, name: str
) -> None:
    thresholds = components[f"tracks.{name}.thresholds"]
    points = components[f"tracks.{name}.points"]
    other = f"tracks_b.{name}"
    if other in components.entries and components["setup.tracks"] == "A":
        if components.entry(other).source == "changed":
            raise UserError(f"'{other}' has no effect with tracks=A; add setup tracks=B.")
    elif other in components.entries:
        for path in (f"tracks.{name}.thresholds", f"tracks.{name}.points"):
            if components.entry(path).source == "changed":
                raise UserError(f"'{path}' has no effect with tracks=B; change '{other}'.")
        thresholds, points = components[other]
    rules.last[colour, side] = len(thresholds)
    rules.thresholds[colour, side, : len(thresholds)] = thresholds
    rules.points[colour, side, : len(points)] = points


FIRST_GAME = ("botanist", "doctor", "guide", "patron", "photographer", "student")


def role_names(text: str) -> Sequence[str]:
    """The roles that setup.roles names."""
    return FIRST_GAME if text == "first-game" else [word.strip() for word in text.split(",")]


def _read_roles(rules: np.record, text: str) -> None:
    if text in ("random", "draft"):
        rules.choice_of_roles = Choice.random if text == "random" else Choice.draft
        return
    names = role_names(text)
    for name in names:
        if name not in written(Role):
            known = (*written(Role), "first-game", "random", "draft")
            raise unknown("role in setup.roles:", name, known)
    if len(set(names)) != SLOTS or len(names) != SLOTS:
        raise UserError(f"setup.roles must name {SLOTS} different roles; '{text}' does not.")
    # In the order given: a role named in place of another gets its cards on the same deals.
    rules.roles[:] = [getattr(Role, name) for name in names]


def _read_sides(rules: np.record, text: str) -> None:
    if text in ("one-random", "draft"):
        rules.choice_of_sides = Choice.random if text == "one-random" else Choice.draft
        return
    words = {"compass": [], "scenario": ["red:advanced"]}.get(text, text.split(","))
    for word in words:
        colour, _, face = word.strip().partition(":")
        if colour not in written(Colour) or face not in written(Side):
            raise UserError(
                f"setup.sites is compass, scenario, one-random, draft or a list like"
                f" red:advanced,blue:compass; '{word}' is none of them."
            )
        rules.side[getattr(Colour, colour)] = getattr(Side, face)

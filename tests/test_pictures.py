"""What only one title can show: its figures are right, and drawn as they are."""

import html
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure
from ours import OURS

from analyses.experiments.replay import Replay
from analyses.findings.finding import Finding, Table, number_range, percent, percent_range
from analyses.findings.sample import sample_of
from analyses.language import figure
from analyses.questions import solo
from analyses.views import archeos, excavation, lost_cities, view
from reports import charts, pictures
from reports.charts.shapes import name_rows
from reports.look import NAMED, Look, source_styles
from simulator.games.excavation.table import Tally
from simulator.games.expeditions.words import PLACE_NAMES, ROUTE_NAMES
from simulator.match import Match
from simulator.testing import rules_of
from simulator.titles import load_title
from strategies.registry import line_up

LOOK = Look(("a",))
ROOT = Path(__file__).parent.parent
STRANGE = "<script>&'\"$x$"


def replay(name, players, deals=20, *changes):
    title = load_title(name)
    rules = rules_of(title, players, title.components.parse(changes))
    match = Match(title, rules, line_up(title, ["allround"], players))
    return Replay(match, SimpleNamespace(label=f"allround ×{players}"), 1, deals)


@pytest.fixture(scope="module")
def shown():
    """The view of every title: two or three players, a few games."""
    found = {}
    for name in OURS:
        if name != "expeditions":
            found[name] = view(name, None, replay(name, 3))
    visits = [[k % 7 for k in range(len(PLACE_NAMES))], [0] * len(PLACE_NAMES)]
    travels = [[k % 5 for k in range(len(ROUTE_NAMES))], [0] * len(ROUTE_NAMES)]
    found["expeditions"] = view("expeditions", board_rows(visits, travels), None)
    return found


def board_rows(visits, travels):
    """Games of two players; seat 1's row has the counts."""
    n = len(visits)
    frame = pl.DataFrame(
        {
            "title": ["expeditions"] * 2 * n,
            "game": np.repeat(np.arange(n), 2),
            "deal": np.repeat(np.arange(n), 2),
            "line_up": ["a ×2"] * 2 * n,
            "same": ["all"] * 2 * n,
            "forbids": [""] * 2 * n,
            "seat": [1, 2] * n,
            "strategy": ["a"] * 2 * n,
            "win": [1.0, 0.0] * n,
            "visits": [x for one in visits for x in (one, None)],
            "travels": [x for one in travels for x in (one, None)],
        }
    )
    return sample_of(frame)


@pytest.fixture(scope="module")
def drawn(shown):
    return {
        name: pictures.draw(name, finding, load_title(name).components, LOOK)
        for name, finding in shown.items()
    }


@pytest.mark.parametrize("name", OURS)
def test_every_title_has_pictures_with_words_and_values(shown, drawn, name):
    finding = shown[name]
    assert finding.sentence
    assert finding.verdict == ""
    made = drawn[name]
    assert made
    assert pictures.heading(name)
    for drawing in made:
        assert drawing.caption
        assert len(drawing.alt) > 20
        assert "<title>" in drawing.svg


def frames(finding):
    return {table.key: table.frame for table in finding.tables}


class TestLostCities:
    def test_boxes_are_filled_from_the_bottom_and_add_up(self):
        played = replay("lost_cities", 2, 50)
        boxes = frames(lost_cities.view(None, played))["boxes"]
        for _, column in boxes.group_by("column"):
            assert column["players"].is_sorted(descending=True)
        written = boxes.filter(pl.col("column").is_in(list(NAMED)))["players"].sum()
        assert written == pytest.approx(played.ends["filled"][:, :2].sum(axis=2).mean())
        won = played.ends["place"][:, :2] == 1
        assert boxes["winners"][0] == pytest.approx(
            (played.ends["filled"][:, :2, 0][won] > 0).mean()
        )
        assert set(boxes["sign"]) == {"", "arrow", "artefact"}

    def test_another_sheet_in_every_game_has_no_signs(self):
        played = replay("lost_cities", 2, 20, 'setup.layout="random"')
        boxes = frames(lost_cities.view(None, played))["boxes"]
        assert set(boxes["sign"]) == {""}

    def test_circles_tops_and_bridges(self):
        played = replay("lost_cities", 3, 30)
        marks = frames(lost_cities.view(None, played))["marks"]
        ends = played.ends
        assert marks["circle"][2] == ends["circle"][:, :3, 2].mean()
        assert marks["top"][5] == ends["top"][:, :3, 5].mean()
        assert marks["bonus"][7] == ends["bonus"][:, :3, 7].mean()
        crossed = (ends["refusals"][:, :3] >= played.match.rules.bridge_mark).mean()
        assert marks["bridge crossed"][7] == crossed
        assert marks["circle"][6] is None

    def test_the_shares_drawn_are_those_of_the_table(self, shown, drawn):
        (drawing,) = drawn["lost_cities"]
        for row in frames(shown["lost_cities"])["boxes"].iter_rows(named=True):
            told = f"{row['column']}, box {row['box']}: filled by {figure(row['players'], '.0%')}"
            assert told in drawing.svg


class TestArcheos:
    def test_every_vehicle_of_a_side_ends_somewhere(self, shown):
        tracks = frames(shown["archeos"])["tracks"]
        assert tracks["site"].n_unique() == 12
        played = tracks.filter(pl.col("seats") > 0)
        sums = played.group_by("site").agg(pl.col("vehicles", "winners").sum())
        assert np.allclose(sums["vehicles"], 1)
        assert np.allclose(sums["winners"], 1)
        assert tracks.filter(pl.col("seats") == 0)["vehicles"].null_count() == len(
            tracks.filter(pl.col("seats") == 0)
        )

    def test_how_far_vehicles_get_is_told(self):
        rows = [("A", 0, 0.5), ("A", 1, 0.25), ("A", 2, 0.25), ("B", 0, 0.0), ("B", 1, 1.0)]
        tracks = pl.DataFrame(rows, schema=["site", "space", "vehicles"], orient="row")
        told = " ".join(archeos._told(tracks))
        assert "farthest at B, 100% of the track" in told
        assert "least far at A, 38%" in told
        assert "62.5% of them reach the last space" in told

    def test_where_vehicles_end_is_where_they_stand(self):
        played = replay("archeos", 2, 15)
        tracks = frames(archeos.view(None, played))["tracks"]
        row = tracks.filter(pl.col("board") == "pink", pl.col("side") == "compass").row(
            1, named=True
        )
        vehicles = played.ends["space"][played.ends["side"][:, 4] == 0, :2, 4]
        assert row["vehicles"] == (vehicles == 1).mean()

    def test_the_shares_drawn_are_those_of_the_table(self, shown, drawn):
        (drawing,) = drawn["archeos"]
        tracks = frames(shown["archeos"])["tracks"]
        for row in tracks.filter(pl.col("seats") > 0).iter_rows(named=True):
            told = f"{row['site']}, space {row['space']}, {row['points']} points:"
            assert f"{told} {figure(row['vehicles'], '.0%')}" in drawing.svg


class TestExpeditions:
    def test_visits_are_counted_per_game(self, shown):
        places = frames(shown["expeditions"])["places"]
        assert len(places) == 122
        seen = {row["place"]: row for row in places.iter_rows(named=True)}
        assert seen[PLACE_NAMES[6]]["visits"] == 3
        assert seen[PLACE_NAMES[6]]["in games"] == 0.5
        assert seen[PLACE_NAMES[7]]["visits"] == 0
        routes = frames(shown["expeditions"])["routes"]
        assert (len(routes), routes["travels"].max(), routes["in games"].max()) == (206, 2, 0.5)

    def test_the_most_and_least_visited_card_are_told(self, shown):
        assert (
            f"{PLACE_NAMES[6]} is the most visited place with a card (3.00 times"
            in shown["expeditions"].sentence
        )

    def test_every_place_and_route_is_on_the_map_with_its_figure(self, shown, drawn):
        (drawing,) = drawn["expeditions"]
        svg = html.unescape(drawing.svg)
        for row in frames(shown["expeditions"])["places"].iter_rows(named=True):
            assert f"{row['place']}: {row['visits']:.2f} visits a game" in svg
        for row in frames(shown["expeditions"])["routes"].iter_rows(named=True):
            assert f"{row['one']} – {row['other']}: {row['travels']:.2f} travels" in svg

    def test_a_more_visited_place_is_larger_and_names_do_not_touch(self):
        from reports.pictures.expeditions import Room

        room = Room()
        assert room.take((0.1, 0.3, 0.1, 0.2))
        assert not room.take((0.2, 0.4, 0.15, 0.3))
        assert room.take((0.31, 0.4, 0.1, 0.2))
        assert not room.take((0.95, 1.2, 0.5, 0.6)), "beyond the edge"


class TestExcavation:
    def test_sales_of_all_turns_are_those_of_the_game(self):
        played = replay("excavation", 2, 25)
        figures = played.follow(played.match.title.figure, range(len(excavation.FIGURES)))
        longest = int(played.rounds.max())
        sales = excavation._sales(played, figures, longest)
        seats = played.runs_on() * played.games * 2
        ends = played.ends["tally"][:, :2]
        assert (sales["sales"].to_numpy() * seats).sum() == pytest.approx(
            ends[:, :, Tally.sales].sum()
        )
        assert (sales["relics sold"].to_numpy() * seats).sum() == pytest.approx(
            ends[:, :, Tally.sold].sum()
        )
        parts = sales["popularity"] + sales["buyers"] + sales["several markets"]
        assert np.allclose(parts.drop_nulls(), sales["credits per sale"].drop_nulls())

    def test_markets_hold_four_buyers_at_most_and_popularity_pays_what_the_box_says(self, shown):
        tables = frames(shown["excavation"])
        queues = tables["queues"].drop("turn")
        assert queues.width == 6
        assert 0 < queues.to_numpy().min() <= queues.to_numpy().max() <= 4
        popular = tables["popularity"].drop("turn").to_numpy()
        assert popular.shape[1] == 5
        assert 0 <= popular.min() <= popular.max() <= 9

    def test_how_often_the_most_popular_colour_stays(self):
        popularity = np.array([[[9, 9, 5]], [[5, 5, 9]]])  # two colours, one game, three turns
        assert excavation._stays(popularity, np.array([3])) == 0.5
        assert excavation._stays(popularity, np.array([2])) == 1

    def test_the_figures_drawn_are_those_of_the_tables(self, shown, drawn):
        made = "".join(drawing.svg for drawing in drawn["excavation"])
        tables = frames(shown["excavation"])
        queue = tables["queues"].row(2, named=True)
        assert f"market 4, after turn 3: {queue['market 4']:.2f} buyers" in made
        sale = tables["sales"].row(3, named=True)
        assert f"turn 4, popularity: {sale['popularity']:.1f} credits a sale" in made


def curves_finding():
    final = pl.DataFrame(
        {"source": [STRANGE, "red"], "points": [7.0, -2.0], "winners": [8.0, None]}
    )
    by_round = {"round": [1, 2, 3], "games running": [1.0] * 3}
    by_round |= {STRANGE: [1.0, 4.0, 7.0], "red": [0.5, -1.0, -2.0]}
    grown = pl.DataFrame(
        {"group": ["all 1"], "round": [1], "mean": [1.0], "p10": [0.0], "p50": [1.0], "p90": [2.0]}
    )
    bands = [Table(key, key, grown) for key in ("by_place", "by_seat", "by_strategy")]
    tables = [Table("sources", "Sources", final), *bands]
    tables.append(Table("by_round", "Stages", pl.DataFrame(by_round)))
    return Finding("curves", "?", "Told.", tables=tuple(tables))


def test_points_by_source_are_stacked_with_their_names_escaped():
    areas, bars = charts.side_by_side({"2 players": curves_finding()}, LOOK)
    name = html.escape(STRANGE, quote=False)
    assert f"<title>{name}: 7.0 points after round 3</title>" in areas.svg
    assert "red: -2.0 points after round 3" in areas.svg
    assert f"2 players everyone, {name}: 7.0 points" in bars.svg
    assert "<script" not in areas.svg + bars.svg


def test_a_title_whose_points_have_no_rounds_has_no_areas():
    finding = curves_finding()
    without = replace(finding, tables=finding.tables[:-1])
    assert len(charts.side_by_side({"": finding}, LOOK)) == 2
    assert len(charts.side_by_side({"": without}, LOOK)) == 1


def test_sources_named_after_colours_have_them_and_all_look_different():
    names = ["popularity", "red", "violet", "museum", "blue"]
    colours = source_styles(names)
    assert list(colours) == names
    assert colours["red"] == NAMED["red"]
    assert len({*colours.values()}) == 5
    many = source_styles([f"source {k}" for k in range(6)])
    assert len({*many.values()}) == 6


def test_the_solo_rival_is_drawn_from_its_tables():
    table = pl.DataFrame(
        {
            "strategy": [STRANGE],
            **{"estimate": [0.4], "low": [0.3], "high": [0.5]},
            **{"margin": [-3.0], "p5": [-30], "p25": [-9], "p50": [-4], "p75": [6], "p95": [20]},
        }
    )
    switches = pl.DataFrame(
        {
            "switch": ["zu.x=1", "zu.y=2"],
            "Zu has": [STRANGE, "nothing"],
            **{"estimate": [0.2, -0.1], "low": [0.1, -0.2], "high": [0.3, 0.1]},
            **{"margin": [9.0, -4.0], "from": [8.0, -5.0], "to": [10.0, -3.0], "q": [0.0, 0.4]},
        }
    )
    tables = (
        Table("wins", "Against Zu", table, (), solo.CHART),
        Table("switches", "Switches", switches),
    )
    finding = Finding("solo", "?", "Told.", tables=tables)
    wins, margins, changed = charts.side_by_side({"": finding}, LOOK)
    name = html.escape(STRANGE, quote=False)
    assert f"{name}: {percent(0.4)} ({percent_range(0.3, 0.5)})" in wins.svg
    assert f"{name}: median -4, half of games between -9 and +6" in margins.svg
    assert f"{name}: {percent(0.2)} ({percent_range(0.1, 0.3)})" in changed.svg
    assert f"nothing: -4.00 ({number_range(-5.0, -3.0, '.2f')})" in changed.svg
    assert "<script" not in wins.svg + margins.svg + changed.svg


def test_shortened_names_stay_different():
    axes = Figure().subplots()
    one, two = (f"climber:likes=write*{dose} – climber" for dose in ("0.3", "1.0"))
    name_rows(axes, [one, two, "greedy"])
    first, second, third = (label.get_text() for label in axes.get_yticklabels())
    assert first != second
    assert "…" in first
    assert third == "greedy"


BOARDS = """
from tiltmeter.design import Game, each_player, finish, grid, next_player, number, numbered
from tiltmeter.design import regions, several, spans

Board, Tiles = grid(2, 3), grid(3, 2, hexes=True)
Map = regions(numbered("isle", "coast", "hills"), [(0, 1), (1, 2)])
Stone = numbered("free", "black", "white")
plots = Game("plots", players=(2,), moves=spans(mark=Board), fields={
    "board": several(Board, number(0, 2, names=Stone)),
    "tiles": each_player(several(Tiles, number(0, 9))),
    "land": several(Map, number(1, 3)),
})


@plots.setup
def begin(game, rules):
    for place in range(3):
        game.land[place] = 1 + place


@plots.apply
def mark(game, rules, cell):
    game.board[cell] = 1 + game.player
    game.tiles[game.player, 5] = 3 * game.player
    next_player(game)
    if game.rounds == 1:
        finish(game)
"""


@pytest.fixture(scope="module")
def plots(tmp_path_factory):
    file = tmp_path_factory.mktemp("plots") / "plots.py"
    file.write_text(BOARDS)
    title = load_title(str(file))
    match = Match(title, rules_of(title, 2), line_up(title, ["random"], 2), "python")
    return title, Replay(match, SimpleNamespace(label="random ×2"), 1, 40)


class TestBoards:
    """A game of one's own that has boards gets their picture for nothing."""

    def test_shares_are_those_of_the_last_positions(self, plots):
        title, played = plots
        found = view(title.name, None, played)
        board, tiles, land = (frames(found)[key] for key in ("board", "tiles", "land"))
        ends = played.ends["board"]
        assert board["filled"].to_list() == pytest.approx((ends > 0).mean(axis=0).tolist())
        assert board["board white"].to_list() == pytest.approx((ends == 2).mean(axis=0).tolist())
        assert board["cell"].to_list() == ["a1", "b1", "c1", "a2", "b2", "c2"]
        assert tiles["filled"].to_list() == [0, 0, 0, 0, 0, 0.5]  # of both players
        assert tiles["column"].to_list() == [1, 2, 1.5, 2.5, 1, 2]
        assert land["filled"].to_list() == [0, 1, 1]
        most = board.row(int(board["filled"].arg_max()), named=True)
        assert f"{most['cell']} is filled in {percent(most['filled'])} of cases" in found.sentence

    def test_each_cell_is_drawn_with_its_figure(self, plots):
        title, played = plots
        found = view(title.name, None, played)
        drawn = pictures.draw(title.name, found, title.components, LOOK)
        assert [one.caption.partition(":")[0] for one in drawn] == ["board", "land", "tiles"]
        share = frames(found)["board"]["filled"][4]
        assert f"b2: {share:.0%}, board black" in drawn[0].svg
        assert "hills: 100%, land 2 0%, land 3 100%" in drawn[1].svg

    def test_without_a_board_there_is_no_picture(self):
        title = load_title(str(ROOT / "examples" / "games" / "pig.py"))
        match = Match(title, rules_of(title, 2), line_up(title, ["random"], 2), "python")
        alone = SimpleNamespace(label="random ×2")
        assert view(title.name, None, Replay(match, alone, 1, 1)) is None

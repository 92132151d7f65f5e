"""Pictures contain what they should: letters, the position, colours that all eyes can tell apart."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import combinations
from pathlib import Path
from time import sleep
from unicodedata import normalize

import numpy as np
import pytest
from PIL import Image

import engine
from config.settings import ROOT
from engine.board.hexes import Hex
from engine.market import Market
from engine.titles import find
from moderator.drawing import map_svg as map_svg_module
from moderator.drawing import mosaic, palette
from moderator.drawing import svg as svg_module
from moderator.drawing.charts import wealth_svg
from moderator.drawing.cross_table import CrossLine, cross_table_svg
from moderator.drawing.map_svg import SMALLEST, _letters, map_sheet, map_svg
from moderator.drawing.map_text import map_text, short_names
from moderator.drawing.market_svg import market_svg
from moderator.drawing.mosaic import FINE, INKS, Mosaic
from moderator.drawing.near import parts
from moderator.drawing.picture import FILES, Album, png, raster
from moderator.drawing.runs import run_layers
from moderator.drawing.shelf import Shelf
from moderator.drawing.slim import slim
from moderator.drawing.tile_svg import WIDTH, tile_svg
from moderator.outbox.report.common import Common
from tests.engine.positions import P1, Firm, position
from tests.moderator.report.positions import SEATS, game, whole


def points(picture: bytes) -> np.ndarray:
    """The colours of a picture, point by point."""
    with Image.open(BytesIO(picture)) as opened:
        return np.asarray(opened.convert("RGB"))


@pytest.fixture(scope="module")
def late() -> str:
    return map_svg(game("1861-3", 1200)[1])


def test_the_letters_of_the_map_are_really_drawn(late: str) -> None:
    with_font, without = points(png(late)), points(png(late, fonts=()))
    # Without a font nothing complains, and a twentieth of the picture's points are missing.
    differing = (abs(with_font.astype(int) - without.astype(int)).max(axis=2) > 60).mean()
    assert differing > 0.02
    bare = points(png(re.sub(r"<text.*?</text>", "", late)))
    assert (abs(bare.astype(int) - without.astype(int)).max(axis=2) > 60).mean() < 0.001


@pytest.mark.parametrize("word", ["Moscow", "H8", "#637", "RSR", ">30<"])
def test_the_map_says_names_coordinates_tiles_stations_and_values(late: str, word: str) -> None:
    assert word in late


def test_two_positions_give_two_pictures() -> None:
    before, after = game("1861-3", 75)[1], game("1861-3", 76)[1]
    assert before.board != after.board
    assert png(map_svg(before)) != png(map_svg(after))
    assert png(map_svg(before)) == png(map_svg(before))
    assert png(map_svg(before)) != png(map_svg(before, ["H8"], "OR1.1"))


@pytest.mark.parametrize("over", ["Moscow", "M-K"])
def test_no_frame_of_what_changed_strikes_out_a_name_or_a_station(over: str) -> None:
    svg = map_svg(game("1861-3", 76)[1], ["H8"], "OR1.1")
    frame = svg.index("<polygon", svg.rindex("<polygon", 0, svg.index('stroke-dasharray="9 4"')))
    assert f">{over}<" in svg[frame:] and f">{over}<" not in svg[:frame]


def test_every_piece_of_track_is_drawn() -> None:
    """Where a tile was laid, the picture is black where its track lies."""
    state = game("1861-3", 1200)[1]
    svg = map_svg(state)
    drawn = points(png(svg))
    dark = (drawn.astype(int).sum(axis=2) < 200).sum()
    bare = points(png(map_svg(game("1861-3", 0)[1])))
    assert dark > 2 * (bare.astype(int).sum(axis=2) < 200).sum()


def test_pictures_are_light() -> None:
    for name in ("1861-3", "1867-1", "1882-1"):
        state = whole(name)[1]
        assert len(png(map_svg(state))) < 100_000
        assert len(png(market_svg(state))) < 30_000


def test_few_colours_change_no_point_much(late: str) -> None:
    raw = raster(late)
    few = points(slim(raw, 100_000))
    far = abs(few.astype(int) - raw).max(axis=2)
    assert (far > 40).mean() < 0.005
    assert len(np.unique(few.reshape(-1, 3), axis=0)) <= 40


# ---------------------------------------------------------------------- put together from pieces


@pytest.mark.parametrize(
    ("name", "moves"), [("1861-3", 0), ("1861-3", 1200), ("1867-1", 860), ("1882-1", 0), ("1882-1", 500)]
)
def test_a_map_put_together_from_its_hexes_is_the_map(name: str, moves: int) -> None:
    state = game(name, moves)[1]
    changed = sorted(state.board.plan.hexes)[::9]
    drawn = raster(map_svg(state, changed, "= OR1.1"))
    pieced = points(Mosaic().map(state, changed, "= OR1.1"))
    assert pieced.shape == drawn.shape
    far = abs(pieced.astype(int) - drawn).max(axis=2)
    assert (far > 40).mean() < 0.005
    assert len(np.unique(pieced.reshape(-1, 3), axis=0)) <= INKS


def test_a_station_over_the_side_of_its_hex_is_whole() -> None:
    firms = [Firm(name, {P1: 4}, at=100, stations="L12:0") for name in ("CPR", "CNR")]
    state = position("1867", 4, *firms, tiles={"L12": "X6/0"})
    drawn, pieced = raster(map_svg(state)).astype(int), points(Mosaic().map(state)).astype(int)
    paper, _ = map_sheet(state)
    x, y = map(round, paper.middle(Hex("L12")))
    round_about = (slice(y - 60, y + 60), slice(x - 60, x + 60))
    for name in ("CPR", "CNR"):
        back = [int(palette.marker(state.title, name)[0][n : n + 2], 16) for n in (1, 3, 5)]
        whole, cut = (int((abs(one[round_about] - back).max(axis=2) < 30).sum()) for one in (drawn, pieced))
        assert whole > 100 and cut > 0.9 * whole, name


@pytest.mark.parametrize("title", engine.titles())
def test_no_two_companies_of_a_title_share_a_colour(title: str) -> None:
    known = find(title)
    colours = [palette.marker(known, symbol) for symbol, spec in known.companies.items() if spec.kind.directed]
    assert len(set(colours)) == len(colours)


def test_a_part_of_the_map_is_cut_from_the_same_drawing() -> None:
    state = game("1861-3", 1200)[1]
    paths = (("G15", "G13", "H12", "H10", "H8"),)
    drawn = raster(map_svg(state, ["H8"], "", paths), zoom=float(FINE))
    box = (350, 200, 228, 300)
    left, top, wide, high = (FINE * one for one in box)
    pieced = points(Mosaic().near(state, box, ["H8"], paths))
    assert pieced.shape == (high, wide, 3)
    far = abs(pieced.astype(int) - drawn[top : top + high, left : left + wide]).max(axis=2)
    assert (far > 40).mean() < 0.005


def test_a_run_is_drawn_along_its_track_and_nowhere_else() -> None:
    state = game("1861-3", 1200)[1]
    path = ("G15", "G13", "H12", "H10", "H8")
    pieces = Mosaic()
    without, with_run = (points(pieces.map(state, (), "", runs)).astype(int) for runs in ((), (path,)))
    coloured = abs(with_run - without).max(axis=2) > 60
    paper, _ = map_sheet(state)
    assert coloured.sum() > 1000
    for y, x in np.argwhere(coloured):
        assert min(np.hypot(x - mx, y - my) for mx, my in (paper.middle(Hex(h)) for h in path)) < paper.size + 6
    for hex_ in path:
        mx, my = map(round, paper.middle(Hex(hex_)))
        assert coloured[my - 33 : my + 33, mx - 38 : mx + 38].any(), hex_
    # A path that is none is left out.
    assert (points(pieces.map(state, (), "", (("G15", "A5"),))) == points(pieces.map(state))).all()


@pytest.mark.parametrize("title", engine.titles())
def test_no_letter_of_a_map_is_smaller_than_promised(title: str) -> None:
    state = engine.replay(engine.start(title, SEATS, {k: v[0] for k, v in engine.draws(title, SEATS).items()}))
    for svg in (
        map_svg(state),
        *(map_svg(game(n, m)[1]) for n, m in (("1861-3", 1200), ("1882-1", 500)) if n[:4] == title),
    ):
        assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', svg)) >= SMALLEST


def test_the_parts_a_phone_shows_hold_what_matters() -> None:
    state = game("1861-3", 1200)[1]
    paper, sheet = map_sheet(state)
    found = parts(paper, {Hex("H8"): 5, Hex("G15"): 3, Hex("P8"): 4, Hex("A9"): 1}, sheet)
    assert 2 <= len(found) <= 3
    for hex_ in ("H8", "G15", "P8"):
        x, y = paper.middle(Hex(hex_))
        assert any(left < x < left + wide and top < y < top + high for left, top, wide, high in found), hex_
    for left, top, wide, high in found:
        assert left >= 0 and top >= 0 and left + wide <= sheet[2] and top + high <= sheet[3]


@pytest.mark.parametrize(("name", "moves"), [("1861-3", 1200), ("1867-1", 860), ("1882-1", 500)])
def test_a_market_put_together_from_its_spaces_is_the_market(name: str, moves: int) -> None:
    state = game(name, moves)[1]
    drawn, pieced = raster(market_svg(state)), points(Mosaic().market(state))
    assert pieced.shape == drawn.shape
    far = abs(pieced.astype(int) - drawn).max(axis=2)
    assert (far > 40).mean() < 0.005


def test_only_what_changed_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from moderator.drawing import mosaic

    drawn: list[str] = []
    monkeypatch.setattr(mosaic, "raster", lambda svg, **more: drawn.append(svg) or raster(svg, **more))
    pieces = Mosaic()
    before, after = game("1861-3", 75)[1], game("1861-3", 76)[1]
    first = pieces.map(before)
    whole_map = len(drawn)
    drawn.clear()
    assert pieces.map(before) == first and not drawn
    assert pieces.map(after) != first
    # One hex, the six around it, and the line below the map at the most.
    assert 1 <= len(drawn) <= 8 < whole_map


RUNS = (("G15", "G13", "H12", "H10", "H8"), ("H8", "H10", "H12"))


def test_a_new_run_draws_only_the_hexes_it_runs_through_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(mosaic, "raster", lambda svg, **more: drawn.append(svg) or raster(svg, **more))
    pieces, state = Mosaic(), game("1861-3", 1200)[1]
    pieces.map(state)
    drawn.clear()
    pieces.map(state, runs=RUNS)
    assert len(drawn) == len({hex_ for path in RUNS for hex_ in path})


@pytest.mark.parametrize(("name", "moves"), [("1861-3", 1200), ("1867-1", 860), ("1882-1", 500)])
def test_nothing_of_track_and_runs_is_seen_but_beyond_their_ends(
    name: str, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = game(name, moves)[1]
    runs = RUNS if name == "1861-3" else ()
    box = (350, 200, 228, 300)
    now = (Mosaic().map(state, runs=runs), Mosaic().near(state, box, runs=runs))
    monkeypatch.setattr(map_svg_module.Overlay, "track", classmethod(lambda cls, written, beyond: cls(written)))
    assert (Mosaic().map(state, runs=runs), Mosaic().near(state, box, runs=runs)) == now


def test_a_hex_shows_the_edges_of_the_ground_around_it_and_nothing_else_of_it() -> None:
    """Large shapes with sloping sides are what takes longest to draw."""
    state = game("1861-3", 1200)[1]
    plan = state.board.plan
    drawn = mosaic.Drawn(state, map_svg_module.map_parts(state))
    grounds = [
        "".join(piece.parts).count("<polygon")
        for name, piece in zip(plan.hexes, drawn.pieces((0, 0, 10_000, 10_000)), strict=False)
        if all(plan.neighbour(name, edge) is not None for edge in range(6))
    ]
    # Its own edge; a mountain is a polygon, too.
    assert len(grounds) > 50 and max(grounds) <= 2 and grounds.count(1) > len(grounds) / 2


def test_dashes_that_look_the_same_are_the_same() -> None:
    """However far along its route a piece lies, it is one of few: only where in its dashes it begins counts."""
    state = game("1861-3", 1200)[1]
    there = ("G15", "G13", "H12", "H10", "H8")
    back_and_forth = (there, there + there[-2::-1] + there[1:])
    _, lines = run_layers(state, back_and_forth, map_sheet(state)[0])
    begun = [float(found[1]) for *_, part in lines if (found := re.search(r'dashoffset="([\d.]+)"', part))]
    assert len(begun) == len(back_and_forth[1]) and max(begun) < 19


def test_pieces_drawn_before_or_after_others_give_the_same_picture() -> None:
    """Whichever process draws it: a picture is known by what it shows."""
    early, late = game("1861-3", 75)[1], game("1861-3", 1200)[1]
    worn = Mosaic()
    worn.map(early)
    assert worn.map(late) == Mosaic().map(late)


def test_two_who_want_the_same_picture_wait_for_one_drawing() -> None:
    album, drawn = Album(), []

    def draw() -> bytes:
        drawn.append(1)
        sleep(0.05)
        return b"picture"

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: album.get(("map",), draw), range(4)))
    assert found == [b"picture"] * 4 and len(drawn) == 1


# ---------------------------------------------------------------------- eyes that see fewer hues

# Machado, Oliveira and Fernandes 2009, severity 1, for linear light.
EYES = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def seen(colour: str, eye: np.ndarray) -> np.ndarray:
    """A colour as such an eye sees it, in CIE Lab."""
    value = np.array([int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)])
    light = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    light = np.clip(eye @ light, 0, 1)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ light
    f = np.cbrt(np.maximum(xyz / np.array([0.9505, 1.0, 1.089]), 1e-6))
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("eye", EYES)
def test_all_eyes_tell_the_colours_of_tiles_apart(eye: str) -> None:
    for a, b in combinations(("blank", "yellow", "green", "brown", "grey"), 2):
        far = np.linalg.norm(seen(palette.GROUND[a], EYES[eye]) - seen(palette.GROUND[b], EYES[eye]))
        assert far > 12, (eye, a, b, far)


@pytest.mark.parametrize("eye", EYES)
def test_letters_on_markers_can_be_read(eye: str) -> None:
    for back, ink in (*palette.MARKERS, palette.NEUTRAL, palette.STATE):
        assert abs(seen(back, EYES[eye])[0] - seen(ink, EYES[eye])[0]) > 38, (eye, back)


def test_letters_on_markers_have_the_contrast_of_wcag_aa_and_no_two_markers_are_alike() -> None:
    for back, ink in (*palette.MARKERS, palette.NEUTRAL, palette.STATE):
        light, dark = sorted((_light(back), _light(ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, back
    for (a, _), (b, _) in combinations(palette.MARKERS, 2):
        assert np.linalg.norm(seen(a, EYES["usual"]) - seen(b, EYES["usual"])) > 20, (a, b)


def _light(colour: str) -> float:
    """How much light a colour gives, as WCAG counts it."""
    shares = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    lit = [share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * lit[0] + 0.7152 * lit[1] + 0.0722 * lit[2]


# ---------------------------------------------------------------------- the map in letters


@pytest.mark.parametrize(("name", "moves"), [("1861-3", 0), ("1861-3", 1200), ("1882-1", 500)])
def test_the_map_in_letters_lines_up(name: str, moves: int) -> None:
    state = game(name, moves)[1]
    lines = map_text(state)
    assert max(map(len, lines)) <= 78
    assert all(line.isascii() for line in lines)
    heads = lines[0]
    layout = state.board.plan.layout
    rows = {line[:3].strip(): line for line in lines[1:-1] if line[:3].strip()}
    for hex_ in state.board.plan.hexes:
        x, y = layout.xy(hex_)
        column, row = (hex_[0], str(y)) if layout.name == "COLUMNS" else (str(x), hex_[0])
        at = re.search(rf"(?<!\S){column}(?!\S)", heads)
        assert at
        middle = at.start() + (len(column) - 1) // 2
        assert rows[row].ljust(80)[middle - 1 : middle + 2].strip(), f"{hex_} has no sign below {column} in row {row}"


def test_no_two_companies_share_letters_on_the_map() -> None:
    for name in ("1861-3", "1867-1", "1882-1"):
        short = short_names(game(name, 0)[1])
        assert len(set(short.values())) == len(short)
        assert all(len(letters) <= 3 for letters in short.values())


def test_track_leaves_the_map_in_letters_where_it_leaves_the_tile() -> None:
    state = game("1882-1", 500)[1]
    laid = state.board.lay(Hex("H2"), "9", 0) if Hex("H2") not in state.board.tiles else state.board.strip(Hex("H2"))
    assert map_text(state) != map_text(state.change(board=laid))


# ---------------------------------------------------------------------- market, chart, album


def test_every_company_is_on_the_drawing_of_the_market() -> None:
    for name, moves in (("1861-3", 900), ("1882-1", 500)):
        state = game(name, moves)[1]
        svg = market_svg(state)
        assert state.market.cells
        for company in state.market.cells:
            assert f">{company}</text>" in svg
        assert svg != market_svg(state.change(market=Market(state.market.grid)))


def test_a_market_of_one_row_is_broken_into_lines() -> None:
    from engine.game import replay, start

    state = replay(start("1861", ("Red", "Green", "Blue"), options={"column_market": True}))
    width = float(re.search(r'width="([\d.]+)"', market_svg(state))[1])  # type: ignore[index]
    assert width < 800


def test_the_chart_names_every_player_and_keeps_the_names_apart() -> None:
    names = ["Red", "Green", "<b>Blue</b>"]
    svg = wealth_svg(names, [("SR1", {"Red": 100, "Green": 100}), ("OR1.1", {"Red": 200, "Green": 201})])
    assert "&lt;b&gt;Blue&lt;/b&gt;" in svg
    heights = [float(y) for y in re.findall(r'y="([\d.]+)"[^>]*font-weight="bold"', svg)]
    assert len(heights) == 3
    assert min(abs(a - b) for a, b in combinations(heights, 2)) > 12


def test_an_album_draws_once_and_forgets_the_oldest() -> None:
    album, drawn = Album(most=2), []
    for key in ("a", "a", "b", "c", "a"):
        album.get((key,), lambda key=key: drawn.append(key) or key.encode())
    assert drawn == ["a", "b", "c", "a"]


def test_a_name_our_fonts_cannot_write_is_told_by_its_worth() -> None:
    svg = wealth_svg(("陳", "Zoë"), [("SR1", {"陳": 100, "Zoë": 120}), ("OR1.1", {"陳": 237, "Zoë": 301})])
    assert ">237<" in svg and "陳" not in svg
    assert ">Zoë<" in svg and ">301<" not in svg


def test_names_in_hangul_are_drawn_each_as_itself() -> None:
    def chart(name: str) -> np.ndarray:
        return points(png(wealth_svg((name,), [("SR1", {name: 100}), ("OR1.1", {name: 237})])))

    without = png(wealth_svg(("민수",), [("SR1", {"민수": 100}), ("OR1.1", {"민수": 237})]), fonts=FILES[:1])
    minsu, cheolsu = chart("민수"), chart("철수")
    for other in (cheolsu, points(without)):
        assert (abs(minsu.astype(int) - other.astype(int)).max(axis=2) > 60).sum() > 40
    # A syllable sent as its single letters, as some systems do, is the same name.
    assert (chart(normalize("NFD", "민수")) == minsu).all()
    line = CrossLine("1", "박영희", ("1st",), frozenset(), "1")
    assert "박영희" in cross_table_svg(("Round 1",), (line,))


def test_no_player_is_named_on_map_or_market() -> None:
    state = engine.replay(engine.start("1861", ("민수", "철수", "영희")))
    for drawing in (map_svg(state), market_svg(state)):
        assert not re.search("[\uac00-\ud7a3]", drawing)


def test_what_one_process_has_drawn_another_takes_from_the_shelf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = game("1882-1", 60)[1]
    first, second = mosaic.Mosaic(), mosaic.Mosaic()
    first.shelf = second.shelf = Shelf(tmp_path)
    drawn = first.map(state)

    def none(*_: object, **__: object) -> None:
        raise AssertionError("drawn again")

    monkeypatch.setattr(mosaic, "raster", none)
    assert second.map(state) == drawn
    monkeypatch.undo()
    # What is spoilt is drawn anew.
    for file in tmp_path.rglob("*"):
        if file.is_file():
            file.write_bytes(b"spoilt")
    assert mosaic.Mosaic().map(state) == drawn
    third = mosaic.Mosaic()
    third.shelf = Shelf(tmp_path)
    assert third.map(state) == drawn


def test_the_shelf_keeps_no_more_than_it_should_and_other_inks_are_other_cells(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, most=20)
    for number in range(30):
        shelf.keep(bytes([number]) * 16, np.full((3, 2), number, dtype=np.uint8))
    kept = shelf.find(bytes([29]) * 16, (3, 2))
    assert kept is not None and (kept == 29).all()
    assert shelf.find(bytes([29]) * 16, (4, 2)) is None, "another shape"
    shelf.tidy()
    assert len([one for one in tmp_path.rglob("*") if one.is_file()]) == 18
    assert mosaic.map_inks(find("1861")).edition != mosaic.map_inks(find("1882")).edition


def test_a_picture_of_inks_is_a_whole_png_with_those_points() -> None:
    inks = mosaic.map_inks(find("1861"))
    numbers = (np.arange(70 * 33) % len(inks.table)).astype(np.uint8).reshape(33, 70)
    file = inks.written(numbers)
    with Image.open(BytesIO(file)) as opened:
        # Every chunk's sum is looked at.
        opened.verify()
    with Image.open(BytesIO(file)) as opened:
        assert (opened.format, opened.mode, opened.size) == ("PNG", "P", (70, 33))
    assert (points(file) == inks.table[numbers]).all()


def test_an_element_is_written_the_same_whatever_was_written_before() -> None:
    svg_module._filled.cache_clear()
    # Equal to each other, and so remembered as one.
    assert svg_module.element("line", x=-0.0) == svg_module.element("line", x=0.0) == '<line x="0"/>'
    assert svg_module.element("line", x=1) == svg_module.element("line", x=1.0) == '<line x="1"/>'
    assert svg_module.element("line", x=True) == '<line x="True"/>'
    assert svg_module._filled.cache_info().maxsize == svg_module.MOST


def test_a_map_and_what_a_phone_shows_of_it_are_put_together_from_parts_worked_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(mosaic, "map_parts", lambda *about: asked.append(about) or map_svg_module.map_parts(*about))
    state, pieces = game("1861-3", 1200)[1], Mosaic()
    shown = (pieces.map(state, ["H8"], "= OR1.1", RUNS), pieces.near(state, (350, 200, 228, 300), ["H8"], RUNS))
    assert len(asked) == 1
    apart = (Mosaic().map(state, ["H8"], "= OR1.1", RUNS), Mosaic().near(state, (350, 200, 228, 300), ["H8"], RUNS))
    assert shown == apart
    # The line below the map is no part of what is kept.
    assert pieces.map(state, ["H8"], "= OR2.1", RUNS) != shown[0] and len(asked) == 3


def test_what_a_phone_shows_is_chosen_once_for_a_position() -> None:
    weighed: list[int] = []
    position = Common(game("1861-3", 1200)[1], "digest")
    weigh = lambda: weighed.append(1) or {Hex("H8"): 5}  # noqa: E731
    first = position.near_parts(frozenset(), RUNS, weigh)
    assert position.near_parts(frozenset(), RUNS, weigh) == first and len(weighed) == 1
    position.near_parts(frozenset(("G15",)), RUNS, weigh)
    assert len(weighed) == 2


def test_lines_go_from_their_first_round_to_the_edge_of_the_chart() -> None:
    points_ = [("SR1", {"Red": 100}), ("OR1", {"Red": 120, "Blue": 90}), ("SR2", {"Red": 150, "Blue": 80})]
    lines = re.findall(r'<polyline points="([^"]+)"', wealth_svg(["Red", "Blue"], points_))
    assert len(lines) == 4, "each with a dark edge below it"
    red, blue = lines[1].split(), lines[3].split()
    assert len(red) == 3 and len(blue) == 2, "nothing is drawn of a time in which there was nothing"
    assert float(red[-1].split(",")[0]) == float(blue[-1].split(",")[0]) > 300


def test_what_has_one_round_only_is_a_dot_in_the_chart() -> None:
    points_ = [("OR1", {"Red": 120}), ("OR2", {"Red": 150, "Blue": 80})]
    assert wealth_svg(["Red", "Blue"], points_).count("<circle") == 1
    assert "<circle" not in wealth_svg(["Red"], points_)


def test_a_drawing_on_a_page_names_fonts_that_every_system_has() -> None:
    """Without one of them a browser takes its own, with serifs and wider than the room our words have."""
    fonts = svg_module.FONTS
    assert fonts.split(", ")[-1] == "sans-serif" and {"Arial", "Helvetica"} <= set(fonts.split(", "))
    assert f'font-family="{fonts}"' in map_svg(game("1882-1", 0)[1])


def test_a_long_company_name_stands_in_two_lines_on_its_disc() -> None:
    drawn = _letters((0.0, 0.0), "StP-W", 11.5, "#000000", "bold")
    assert re.findall(r">([^<]+)</text>", drawn) == ["StP", "W"]
    assert re.findall(r">([^<]+)</text>", _letters((0.0, 0.0), "K-B", 11.5, "#000000", "bold")) == ["K-B"]


@pytest.mark.parametrize("title", engine.titles())
def test_the_values_on_tile_pictures_can_be_read_on_a_phone(title: str) -> None:
    """They are shown as large as they are drawn, in mails and on the page."""
    sizes, widths = set[float](), set[str]()
    for tile in find(title).plan.tiles.values():
        drawn = tile_svg(tile, 0)
        sizes |= {float(size) for size in re.findall(r'font-size="([\d.]+)"', drawn)}
        widths |= set(re.findall(r'<svg[^>]* width="(\d+)', drawn))
    assert min(sizes, default=11.0) >= 11 and widths == {str(WIDTH)}
    for page in ("composer.html", "table.html"):
        shown = (ROOT / "templates" / "web" / "table" / page).read_text("utf-8")
        assert set(re.findall(r'<img[^>]* width="(\d+)"[^>]* src="/tiles/', shown)) == {str(WIDTH)}, page

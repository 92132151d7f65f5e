"""Our maps and tiles say what the data sheets say, and geometry alone finds every upgrade the sheets list."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board.plan import Plan, next_colour, same_kind
from engine.board.tiles import STOP, Tile, keeps_track
from tests.engine.board import sheet
from tests.engine.board.recordings import TITLES, plan_of

pytestmark = [
    pytest.mark.skipif(not sheet.path("1861").exists(), reason="the data sheets are not beside this checkout"),
    pytest.mark.parametrize("title", TITLES),
]


def drawn(face: Tile) -> list[dict[str, Any]]:
    """Stops as the sheet writes them."""
    found = []
    for k, stop in enumerate(face.stops):
        data: dict[str, Any] = {"id": f"s{k}", "type": stop.kind}
        data |= {"slots": stop.slots} if stop.kind == "city" else {}
        data["revenue"] = stop.revenue if isinstance(stop.revenue, int) else dict(stop.revenue)
        data |= {"group": stop.group} if stop.group else {}
        data |= {"counts": "optional"} if stop.free else {}
        found.append(data)
    return found


def railed(face: Tile) -> list[list[int | str]]:
    return [[end if end < STOP else f"s{end - STOP}" for end in piece] for piece in face.track]


def test_every_hex_is_the_sheets(title: str) -> None:
    plan = plan_of(title)
    hexes = sheet.section(title, "hexes")
    assert list(plan.hexes) == list(hexes)
    for name, data in hexes.items():
        place = plan.hexes[name]
        assert place.kind == data["kind"]
        assert (place.name, place.label, place.grey_label) == (
            data.get("name"),
            data.get("label"),
            data.get("grey_label"),
        )
        assert drawn(place.face) == data.get("stops", [])
        assert railed(place.face) == data.get("track", [])
        assert place.cost == data.get("cost", 0)
        assert {f"s{k}": list(c) for k, c in place.reserved.items()} == data.get("reserved", {})
        assert list(place.reserved_anywhere) == data.get("reserved_anywhere", [])
        assert place.blocked_by == data.get("blocked_by")
        assert (place.blocked_until_phase or "None") == str(data.get("blocked_until_phase"))
        assert list(place.marks) == data.get("marks", [])


def test_neighbours_closed_sides_and_rivers_follow_from_the_coordinates(title: str) -> None:
    plan = plan_of(title)
    for name, data in sheet.section(title, "hexes").items():
        assert plan.neighbours(name) == data["neighbours"], name
        assert plan.hexes[name].rivers == data.get("rivers", {}), name
        if "closed_edges" in data:
            assert list(plan.closed_edges(name)) == data["closed_edges"], name


def test_every_tile_is_the_sheets(title: str) -> None:
    plan = plan_of(title)
    tiles = sheet.section(title, "tiles")
    assert set(plan.tiles) == set(tiles)
    for number, data in tiles.items():
        tile = plan.tiles[number]
        assert (tile.colour, tile.label, plan.counts[number]) == (data["colour"], data.get("label"), data["count"])
        assert tile.upgrade_cost == data.get("upgrade_cost", 0)
        assert drawn(tile) == data.get("stops", [])
        assert railed(tile) == data["track"]
        assert len(tile.exits) == data["exits"]


def fitting(plan: Plan, old: Tile) -> dict[str, list[int]]:
    """New tiles and rotations that keep the old drawing, whatever the map's edges say."""
    found: dict[str, list[int]] = {}
    for new in plan.tiles.values():
        if new.colour == next_colour(old.colour) and new.label == old.label and same_kind(old, new):
            rotations = [turned.rotation for turned in new.turns if keeps_track(old, turned)]
            if rotations:
                found[new.number] = rotations
    return found


def test_geometry_finds_exactly_the_upgrades_of_the_sheet(title: str) -> None:
    plan, listed = plan_of(title), sheet.section(title, "upgrades")
    assert {n: f for n, tile in plan.tiles.items() if (f := fitting(plan, tile))} == listed


def test_geometry_finds_exactly_the_upgrades_of_printed_hexes(title: str) -> None:
    plan, listed = plan_of(title), sheet.section(title, "preprinted_upgrades")
    printed = {h: p.face for h, p in plan.hexes.items() if p.kind in ("yellow", "green")}
    assert {h: fitting(plan, face) for h, face in printed.items()} == listed


def test_geometry_finds_exactly_the_first_lays_of_the_sheet(title: str) -> None:
    plan, listed = plan_of(title), sheet.section(title, "first_lays")
    found: dict[str, set[str]] = {}
    for place in plan.hexes.values():
        if place.kind == "blank":
            name = ("double_" if len(place.stops) == 2 else "") + place.face.kind
            kind = f"{name}_{place.label}" if place.label else name
            fits = fitting(plan, place.face)
            assert all(rotations == [0, 1, 2, 3, 4, 5] for rotations in fits.values())
            found.setdefault(kind, set()).update(fits)
    assert found == {kind: set(tiles) for kind, tiles in listed.items()}


def test_an_option_never_runs_into_a_closed_side(title: str) -> None:
    plan = plan_of(title)
    for hex_, place in plan.hexes.items():
        options = plan.options(hex_, place.face)
        # One buildable hex has a single open side, and nothing fits there.
        assert bool(options) == (place.buildable and len(plan.closed_edges(hex_)) < 5), hex_
        assert not any(set(t.exits) & set(plan.closed_edges(hex_)) for t in options)

"""Words on the map cover no station, no value and no other word, on any tile a title has, however it lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

import engine
from engine.board.hexes import Hex
from engine.board.tiles import Tile
from engine.titles import find
from moderator.drawing import labels as placing
from moderator.drawing.labels import STOP, TRACK, Label, width_of
from moderator.drawing.map_svg import SIZE, labelled, map_sheet, outline_of, placed_in, sheet_of
from tests.moderator.report.positions import GAMES, SEATS, game

# Twenty-nine letters on a tile with two cities at its sides and track between: the one hex with no room for its name.
NO_ROOM = {("E5", "67")}


@dataclass(frozen=True)
class Box:
    label: Label
    left: float
    top: float

    def meets(self, other: Box) -> bool:
        across = min(self.left + self.label.width, other.left + other.label.width) - max(self.left, other.left)
        down = min(self.top + self.label.height, other.top + other.label.height) - max(self.top, other.top)
        return across > 0.5 and down > 0.5


def boxes(hex_: Hex, name: str, face: Tile) -> tuple[list[Box], float, float]:
    """Where the words of a tile lie, and how many points of stops and of track they cover."""
    found = [Box(label, x - label.width / 2, y - label.height / 2) for label, _, (x, y) in labelled(hex_, name, face)]
    costs = placing._costs(*outline_of(face), SIZE)
    high, wide = costs.shape
    on_stops = on_track = 0
    for box in found:
        left, top = round(box.left + wide / 2), round(box.top + high / 2)
        under = costs[max(0, top) : top + round(box.label.height), max(0, left) : left + round(box.label.width)]
        on_stops += int((under == STOP).sum())
        on_track += int((under == TRACK).sum())
    return found, on_stops, on_track


def reachable(title: str) -> Iterator[tuple[Hex, str, Tile]]:
    """Every face each hex with a name can ever show, from the printed one on; hexes of one kind and name once."""
    plan = find(title).plan
    for hex_, place in plan.hexes.items():
        if not place.name or not place.buildable:
            continue
        waiting, seen = [place.face], set[Tile]()
        while waiting:
            face = waiting.pop()
            if face not in seen:
                seen.add(face)
                waiting += plan.options(hex_, face)
        yield from ((hex_, place.name, face) for face in sorted(seen, key=lambda face: (face.number, face.rotation)))


@pytest.mark.parametrize("title", engine.titles())
def test_no_word_lies_on_a_stop_or_on_another_word(title: str) -> None:
    shares, wrong = [], []
    for hex_, name, face in reachable(title):
        found, on_stops, on_track = boxes(hex_, name, face)
        if on_stops > 2 or any(a.meets(b) for n, a in enumerate(found) for b in found[:n]):
            wrong.append((hex_, face.number))
        shares.append(on_track / sum(box.label.width * box.label.height for box in found))
    assert set(wrong) <= NO_ROOM, (len(wrong), len(shares), wrong[:9])
    # On a tile full of track a name has nowhere else to go and stands on its band, never for a quarter of all words.
    assert max(shares) < 0.25 and sum(shares) / len(shares) < 0.08


def test_words_are_as_long_as_they_are_drawn() -> None:
    from moderator.drawing.picture import raster
    from moderator.drawing.svg import text, window

    drawn = raster(window((-60, -20, 120, 40), [text((0.0, 0.0), "Voronezh", 9.5, fill="#000000")], "#ffffff"))
    columns = (drawn < 128).any(axis=(0, 2)).nonzero()[0]
    assert abs((columns[-1] - columns[0] + 1) - width_of("Voronezh", 9.5)) <= 2


# So many touch on a whole map, and so many with tile numbers, on tiles full of track beside others just as full: at the
# end of every kept game, and of the widest maps on the way as well.
TIGHT = {
    ("1861-3", 0): (2, 6),
    ("1861-3", 1200): (2, 6),
    ("1867-1", 9999): (4, 10),
    ("1882-1", 0): (2, 6),
    ("1882-1", 500): (2, 6),
    ("1882-1", 9999): (2, 6),
    ("1882-2", 9999): (3, 4),
    ("1882-3", 9999): (3, 4),
}


@pytest.mark.parametrize(("name", "moves"), TIGHT)
def test_the_words_of_neighbours_keep_apart(name: str, moves: int) -> None:
    state = game(name, moves)[1]
    found = list(touching(state))
    words, all_of_them = TIGHT[name, moves]
    assert len([pair for pair in found if "number" not in pair]) <= words and len(found) <= all_of_them, found


def test_every_kept_game_is_looked_at() -> None:
    assert {path.stem for path in GAMES.glob("*.txt")} == {name for name, _ in TIGHT}


def test_the_words_of_a_printed_map_keep_apart() -> None:
    state = engine.replay(engine.start("1867", SEATS))
    assert not list(touching(state))


def touching(state: engine.State) -> Iterator[tuple[str, str, str, str]]:
    """Words of two hexes that lie on each other."""
    paper, _ = map_sheet(state)
    drawn = sheet_of(state)
    every = []
    for hex_, place in state.board.plan.hexes.items():
        x, y = paper.middle(hex_)
        for label, _, at in placed_in(drawn, hex_, place, state.board.face(hex_)):
            box = Box(label, x + at[0] - label.width / 2, y + at[1] - label.height / 2)
            every.append((hex_, box))
    for n, (hex_, a) in enumerate(every):
        yield from ((hex_, a.label.name, other, b.label.name) for other, b in every[:n] if hex_ != other and a.meets(b))

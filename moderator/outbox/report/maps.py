"""The map in a mail: the whole of it, what a phone shows instead, the routes drawn on it, and what its signs mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine import Hex, State, blocked_hexes, round_name
from engine.events import RouteRun, TrainsRan
from moderator.drawing import palette
from moderator.drawing.map_svg import map_width
from moderator.drawing.runs import line_of
from moderator.language import Words
from moderator.outbox.report import tables
from moderator.outbox.report.common import Common
from moderator.outbox.report.common import common as positions
from moderator.outbox.report.page import Key, Keys, Letters, Picture, Section, folded
from moderator.outbox.report.view import File, ReportView

# What a hex matters by: where the next tile does most, where the mover stands and runs, what has changed.
BEST_LAY, AUCTIONED, STATION, CHANGED, RUN, LAY = 6, 6, 3, 2, 2, 1
# So many hexes are among the best to lay on.
FIRST = 3


@dataclass(frozen=True)
class Shown:
    """What a map of a position shows besides the position: the same for all its readers."""

    changed: frozenset[str] = frozenset()
    rounds: str = ""
    routes: tuple[RouteRun, ...] = ()
    # Whether it is shown to somebody who must decide there; what they could do then takes long to work out.
    asked: bool = True

    @property
    def paths(self) -> tuple[tuple[str, ...], ...]:
        return tuple(route.path for route in self.routes)


def shown(view: ReportView, common: Common) -> Shown:
    first = str(round_name(view.log[0].before)) if view.log else common.round
    rounds = common.round if first == common.round else f"{first}–{common.round}"
    return Shown(view.changed, rounds, _routes(view, common))


def _routes(view: ReportView, common: Common) -> tuple[RouteRun, ...]:
    """The best run of the company on turn as long as it is to come, else the last one that was run."""
    if common.best is not None:
        return common.best.routes
    ran = (event for one in reversed(view.log) for event in reversed(one.events) if isinstance(event, TrainsRan))
    return next((event.routes for event in ran if event.routes), ())


def weights(common: Common, about: Shown) -> Mapping[Hex, int]:
    """How much each hex matters to whoever reads of this position."""
    state, found = common.state, Counter[Hex]()
    found.update({Hex(hex_): CHANGED for hex_ in about.changed})
    for route in about.routes:
        found.update({Hex(hex_): RUN for hex_ in route.path})
    for number, hex_ in enumerate(common.lays if about.asked else ()):
        found[Hex(hex_)] += BEST_LAY if number < FIRST else LAY
    if about.asked and state.cursor.round == "operating" and not state.over:
        found.update({hex_: STATION for hex_, _ in state.board.stations(state.operating)})
    bidding = state.facts.bidding
    if bidding is not None and (spec := {str(s): c for s, c in state.title.companies.items()}.get(bidding.item)):
        found.update({Hex(spec.home): AUCTIONED} if spec.home else {})
    if not found:
        # Nothing is going on anywhere: where companies are at home, or will be.
        found.update({Hex(hex_): 1 for hex_, _ in (*state.board.reservations(), *state.board.cities)})
    return {hex_: weight for hex_, weight in found.items() if hex_ in state.board.plan.hexes}


def section(view: ReportView, words: Words, common: Common) -> Section:
    """The map, with what changed lately framed and the run that matters drawn."""
    about = shown(view, common)
    key = ("map", words.language, about, view.page)
    made: Section = common.once(key, lambda: _section(words, common, about, view.page))
    return made


def _section(words: Words, common: Common, about: Shown, page: str) -> Section:
    near = _near(words, common, about)
    whole = _picture(words, common, about)
    return Section(
        "map",
        words("map"),
        (*near, whole, Keys(tuple(_keys(common.state, words, about)), page and words("map_whole"), page)),
    )


def _near(words: Words, common: Common, about: Shown) -> tuple[Picture, ...]:
    """What a phone shows of it, where a whole map could not be read."""
    said = words("map_near_alt", title=common.state.title.full_name)
    return tuple(
        Picture(common.cid(f"near{number}"), said, width, "near")
        for number, (_, _, width, _) in enumerate(near_parts(common, about))
    )


def near_parts(common: Common, about: Shown) -> tuple[tuple[int, int, int, int], ...]:
    return common.near_parts(about.changed, about.paths, lambda: weights(common, about))


def tried(state: State, changed: frozenset[str], words: Words) -> Section:
    """The map as it would be after orders that were tried, as a picture and in letters."""
    common, about = positions(state), Shown(changed, asked=False)
    near = _near(words, common, about)
    picture = _picture(words, common, about)
    lines = [line for one in tables.track(state, words, changed) for line in folded(one, "- ", "  ")]
    told = (Letters((words("changed"), *lines), text_only=True),) if lines else ()
    return Section("tried", words("map_tried"), (*near, picture, *told, *tables.map_letters(state, words)))


def opening(view: ReportView, words: Words, state: State) -> Section:
    """What the map looks like, for whoever is asked to play on it: as a picture and in letters."""
    seen = section(view, words, positions(state))
    return replace(seen, blocks=(*seen.blocks, *tables.map_letters(state, words)))


def _picture(words: Words, common: Common, about: Shown, where: str = "whole") -> Picture:
    said = words("semicolon").join(tables.track(common.state, words, about.changed)) if about.changed else ""
    if said:
        said = f"{words('map_changed', round=about.rounds)}{words('colon')}{said}"
    alt = words("map_alt", title=common.state.title.full_name, text=said)
    return Picture(common.cid("map"), alt, map_width(common.state), where)


def files(view: ReportView, common: Common) -> Iterator[File]:
    """The pictures of that section."""
    yield from _files(common, shown(view, common), "map")


def tried_files(state: State, changed: frozenset[str]) -> Iterator[File]:
    """The pictures of the map as it would be."""
    yield from _files(positions(state), Shown(changed, asked=False), "tried")


def _files(common: Common, about: Shown, name: str) -> Iterator[File]:
    for number, box in enumerate(near_parts(common, about)):
        drawn = common.near(box, about.changed, about.paths)
        yield File(f"{name}-{number + 1}.png", "image/png", drawn, common.cid(f"near{number}"))
    drawn = common.map(about.changed, about.rounds, about.paths)
    yield File(f"{name}.png", "image/png", drawn, common.cid("map"))


# ---------------------------------------------------------------------- what the signs mean


def _keys(state: State, words: Words, about: Shown) -> Iterator[Key]:
    """Every sign this map has, in the order eyes meet them."""
    if about.changed:
        yield Key(words("key_changed", round=about.rounds), palette.CHANGED, "dashed", around=True)
    for number, route in enumerate(about.routes):
        colour, dashes = line_of(number)
        said = words("run_line", train=route.train, stops=stops_said(state, route.stops), value=route.value)
        yield Key(said, colour, "dashed" if dashes else "solid")
    yield Key(words.listed([words(f"key_{sign}") for sign in _signs(state)], ";"))


def _signs(state: State) -> Iterator[str]:
    board = state.board
    bare = [place for hex_, place in board.plan.hexes.items() if board.tile(hex_) is None]
    faces = board.faces
    yield "stop"
    if board.tiles:
        yield "number"
    if any(place.cost for place in bare):
        yield "cost"
    if any(place.rivers for place in board.plan.hexes.values()):
        yield "river"
    if board.plan.barriers:
        yield "wall"
    if blocked_hexes(state):
        yield "closed"
    if any(face.label for face in faces):
        yield "letter"
    if any(board.reservations().values()):
        yield "kept"
    if any(stop.kind == "offboard" for face in faces for stop in face.stops):
        yield "values"


def stops_said(state: State, stops: tuple[str, ...]) -> str:
    """The stops of a route by name where they have one."""
    hexes = dict.fromkeys(stop.partition(":")[0] for stop in stops)
    return " – ".join(state.title.plan.hexes[Hex(h)].title for h in hexes)

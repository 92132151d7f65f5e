"""The map on the page: the drawing of the mails, with every hex one can point at, and routes in colour."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from markupsafe import Markup, escape

from engine import Hex, Private, State, blocked_by
from moderator.drawing.map_svg import FOOT, map_parts
from moderator.drawing.runs import line_of, run_parts
from moderator.drawing.svg import FONTS, number
from moderator.language import Words, plain
from moderator.outbox.report.tables import hex_words

# What is left around the map, for the frames of the hexes at its edge.
RIM = 2.0
# Hexes where nothing may be built yet, each until which phase, or as long as a player owns which private.
Shut = Mapping[str, tuple[str, Private | None]]


def board(state: State, words: Words, changed: Collection[str] = (), paths: Sequence[Sequence[str]] = ()) -> Markup:
    """The whole map as part of a page. Its size is the page's affair; whoever hears it hears the hexes alone.

    The line below the map is for pictures that stand alone, and so is the rim around it: here letters need the room."""
    drawn = map_parts(state, changed)
    left, rim = drawn.paper.margin - RIM, 2 * (drawn.paper.margin - RIM)
    layers = [part for layer in drawn.layers for _, part in layer]
    shut = blocked_by(state)
    hexes = "".join(
        _hex(state, words, hex_, drawn.paper.outline(hex_), hex_ in changed, shut) for hex_ in state.board.plan.hexes
    )
    runs = "".join(run_parts(state, paths, drawn.paper))
    box = " ".join(number(one) for one in (left, left, drawn.width - rim, drawn.height - FOOT - rim))
    # Drawn by us from the position; what people wrote (their seats' names) is never in it, and labels are escaped.
    return Markup(  # noqa: S704
        f'<svg class="map" viewBox="{box}" font-family="{FONTS}" '
        f'role="group" aria-label="{escape(state.title.full_name)}"><g aria-hidden="true">{"".join(map(str, layers))}'
        f'<g class="runs">{runs}</g></g><g class="hexes">{hexes}</g></svg>'
    )


def _hex(state: State, words: Words, hex_: Hex, outline: list[tuple[float, float]], fresh: bool, shut: Shut) -> str:
    points = " ".join(f"{number(x)},{number(y)}" for x, y in outline)
    said = escape(". ".join(facts(state, words, hex_, shut)))
    name = "hex fresh" if fresh else "hex"
    return (
        f'<polygon class="{name}" data-hex="{hex_}" points="{points}" tabindex="-1" role="button" aria-label="{said}"/>'
    )


def facts(state: State, words: Words, hex_: Hex, shut: Shut) -> Iterator[str]:
    """What there is to know about a hex, in a few sentences."""
    yield hex_words(state, words, hex_)
    place, face = state.board.plan.hexes[hex_], state.board.face(hex_)
    now = state.title.phases[state.phase].offboard
    if worth := [words.money(value) for stop in face.stops if (value := stop.value(now) if now else 0)]:
        yield words("stop_worth", amount=words.listed(list(dict.fromkeys(worth))))
    if state.board.tile(hex_) is None and place.cost:
        yield words("first_tile_costs", amount=place.cost)
    if face.upgrade_cost:
        yield words("upgrade_costs", amount=face.upgrade_cost)
    kept = [symbol for (where, _), who in state.board.reservations().items() if where == hex_ for symbol in who]
    if kept:
        yield words("kept_for", names=words.listed([plain(one) for one in kept]))
    phase, private = shut.get(hex_, ("", None))
    if private is not None:
        yield words("closed_by_private", private=private)
    if phase:
        yield words("closed_until_phase", phase=phase)


def legend(trains: Sequence[str]) -> list[dict[str, str]]:
    """The trains beside their lines."""
    return [
        {"train": train, "colour": line_of(n)[0], "dashes": line_of(n)[1] or "none"} for n, train in enumerate(trains)
    ]

"""Reads orders that lay a tile: by the way it faces, or by the sides it must join."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from engine.board.board import Board
from engine.board.hexes import EDGES, Hex
from engine.board.laying import Lay, fault
from engine.board.tiles import STOP, Tile
from engine.errors import Ambiguous, Unreadable
from engine.game import blocked_hexes
from engine.message import Listed, Message
from engine.moves import LayTile
from engine.names import Company
from engine.notation.clean import key, shortened
from engine.notation.names import HEX
from engine.notation.scan import Scanner, Several
from engine.notation.words import Lexicon
from engine.notation.write import write_order
from engine.state import State
from engine.title import Title

_TILE_AND_FACING = re.compile(r"([0-9a-z]+)/([0-9])")
_FACING = re.compile(r"(?:/|r|rot)([0-9])")
_BETWEEN = tuple("on in at to with from and as , tile joining".split())


@cache
def _tiles(title: Title) -> Mapping[str, str]:
    """The tiles of a title, as they are compared."""
    return {key(number): number for number in title.plan.tiles}


def read_lay(scan: Scanner) -> LayTile:
    """Tile, hex and facing in any order, with any little words between them."""
    _refuse_doubtful_sides(scan)
    tiles = _tiles(scan.state.title)
    tile, hex_, facing = "", "", -1
    sides: list[int] = []
    while not scan.over:
        here = scan.here
        both, turned = _TILE_AND_FACING.fullmatch(here), _FACING.fullmatch(here)
        if scan.skip(*_BETWEEN):
            continue
        if scan.skip("facing"):
            facing = scan.needed_number(Message("The number of sides the tile is turned by (0 to 5)"))
        elif here.removeprefix("#") in tiles and not tile:
            tile = tiles[here.removeprefix("#")]
            scan.at += 1
        elif both and both[1] in tiles and not tile:
            tile, facing = tiles[both[1]], int(both[2])
            scan.at += 1
        elif turned and facing < 0:
            facing = int(turned[1])
            scan.at += 1
        elif found := _sides(here, scan.lexicon):
            sides += found
            scan.at += 1
        elif HEX.fullmatch(here) or (hex_ == "" and not here[:1].isdigit() and here[:1] != "-"):
            if hex_:
                raise Unreadable("One order lays one tile on one hex.")
            hex_ = scan.place()
        elif tile and facing < 0 and not sides and (number := scan.number()) is not None:
            facing = number
        elif not tile:
            raise Unreadable(
                "There is no tile {tile} in this game.", instead=_tiles_for(scan.state, hex_), tile=shortened(here)
            )
        else:
            break
    scan.finish()
    if not tile:
        raise Unreadable("Say which tile to lay, by its number.", instead=_tiles_for(scan.state, hex_))
    if not hex_:
        raise Unreadable("Say on which hex tile {tile} is to be laid.", tile=tile)
    if facing > 5:
        raise Unreadable("A tile is turned by 0 to 5 sides.")
    return LayTile(hex_, tile, facing) if facing >= 0 else _fitting(scan.state, hex_, tile, sides)


def _refuse_doubtful_sides(scan: Scanner) -> None:
    """A side that means one thing in one language and another in the next: SO is sud-ouest, and Südost."""
    for at in range(scan.at, len(scan.keys)):
        may_be = scan.lexicon.doubtful.get(scan.keys[at])
        if may_be:
            turned = scan.lexicon.links.get(scan.keys[at - 1]) == "facing"
            sides = [(str(side) if turned else EDGES[side].lower()) for side in sorted(may_be)]
            lines = tuple((*scan.words[:at], side, *scan.words[at + 1 :]) for side in sides)
            names = Listed([EDGES[side] for side in sorted(may_be)], "each")
            raise Several(Message("“{text}” could be {names}.", text=scan.words[at], names=names), lines)


def _sides(word: str, lexicon: Lexicon) -> list[int]:
    """The sides of a hex a word names: "s-ne", "nw"."""
    sides = lexicon.sides
    if word in sides:
        return [sides[word]]
    parts = re.split(r"[-/]", word)
    return [sides[part] for part in parts] if all(part in sides for part in parts) else []


def _fitting(state: State, hex_: str, tile: str, sides: list[int]) -> LayTile:
    """The only way the tile can lie that joins the sides; raises where there are several or none."""
    board, place = state.board, Hex(hex_)
    every = {turned.segments: turned for turned in reversed(board.plan.tiles[tile].turns)}
    joining = [turned for turned in every.values() if _joins(turned, sides)]
    exact = [turned for turned in joining if set(turned.exits) == set(sides)]
    fitting = [turned for turned in exact or joining if turned in board.plan.options(place, board.face(place))]
    allowed = [turned for turned in fitting if _allowed(state, Lay(place, tile, turned.rotation))]
    choices = allowed or fitting or exact or joining
    moves = [LayTile(hex_, tile, turned.rotation) for turned in sorted(choices, key=lambda t: t.rotation)]
    joined = Listed((EDGES[side] for side in sides), "and")
    if not moves:
        raise Unreadable("Tile {tile} can't connect {sides}.", instead=_tiles_for(state, hex_), tile=tile, sides=joined)
    if len(moves) > 1:
        readings = tuple(f"{write_order(move)}" for move in moves[:6])
        where = Message("on {hex}", hex=hex_)
        if sides:
            where = Message("on {hex} joining {sides}", hex=hex_, sides=joined)
        raise Ambiguous(
            "Tile {tile} fits {where} in {count} ways; say which facing.",
            instead=readings,
            tile=tile,
            where=where,
            count=len(moves),
        )
    return moves[0]


def _joins(tile: Tile, sides: list[int]) -> bool:
    """Whether the tile has track at all these sides, and joins them with each other."""
    if not set(sides) <= set(tile.exits):
        return False
    reached, waiting = set(sides[:1]), list(sides[:1])
    while waiting:
        for end in tile.links[waiting.pop()]:
            # Track goes on through a stop, not from one side into another piece of track.
            if end not in reached:
                reached.add(end)
                waiting += [end] if end >= STOP else []
    return set(sides) <= reached


def _allowed(state: State, lay: Lay) -> bool:
    """Whether the company on turn could lay it now."""
    company = _on_turn(state)
    if company is None:
        return True
    colours = state.title.phases[state.phase].tiles
    closed = {Hex(h) for h in blocked_hexes(state)}
    return fault(state.board, company, lay, colours, state.title.plan.rules, closed) is None


def _on_turn(state: State) -> Company | None:
    company = state.company_on_turn
    return company if company and state.board.stations(company) else None


def _tiles_for(state: State, hex_: str) -> tuple[str, ...]:
    """A few lays of the company on turn that the hex would take."""
    if not hex_ or _on_turn(state) is None:
        return ()
    board: Board = state.board
    options = board.plan.options(Hex(hex_), board.face(Hex(hex_)))
    allowed = (t for t in options if _allowed(state, Lay(Hex(hex_), t.number, t.rotation)))
    few = {t.number: t for t in reversed(list(allowed))}
    return tuple(write_order(LayTile(hex_, t.number, t.rotation)) for t in list(few.values())[:3])

"""What can never be done any more, whatever is still to come: an order for a later turn is not kept for that.

What may become legal is no business of this page. Tiles are only ever replaced by later ones, trains that are obsolete
stay so, and who has left the game for good does not come back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import chain

from engine.ahead.facts import money_in_all
from engine.board.board import Board
from engine.board.hexes import Hex
from engine.board.laying import Lay, fault
from engine.board.plan import next_colour
from engine.board.tiles import COLOURS, Tile
from engine.errors import Illegal
from engine.message import Listed, money
from engine.moves import Bid, Buy, BuyPrivate, BuyTrain, LayTile, Move, Pay, PlaceStation, Sell
from engine.names import Company, Private
from engine.obsolete import refuse_train
from engine.rounds.operating import Operating
from engine.state import State
from engine.steps.pay_dividend import PayDividend

# Fields of a move that name no company, though a company may be called the same.
NO_COMPANIES = frozenset({"hex", "tile", "train", "trade", "kind", "path", "routes", "source"})


def refuse_what_can_never_be(state: State, move: Move, *, limit: bool = False) -> None:
    """Raises Illegal if a move, of whoever and whenever, can't be legal in this game any more. A bid that is the limit
    of others need not be one itself."""
    _refuse_the_gone(state, move)
    for each in state.title.mechanisms if not limit else ():
        each.never(state, move)
    match move:
        case LayTile():
            _refuse_lay(state, move)
        case PlaceStation(hex=hex_):
            _refuse_station(state, hex_)
        case BuyTrain(train=train, trade=trade):
            for kind in filter(None, (train, trade)):
                refuse_train(state, kind)
        case Sell(company=company, count=count) | Buy(company=company, count=count):
            shares = state.title.companies[company].kind.shares
            if count > shares:
                raise Illegal("{company} has {shares} shares in all.", company=company, shares=shares)
        case BuyPrivate(private=private):
            _refuse_private(state, private)
            if state.privates[private] in state.title.companies:
                rule = state.title.paragraph("private-owner")
                raise Illegal("No player owns {private}.", rule=rule, private=private)
        case Bid(item=item, amount=amount):
            _refuse_bid(state, item)
            if amount > (most := money_in_all(state)):
                raise Illegal("There is {amount} in the whole game.", amount=money(state, most))
        case Pay(kind=kind):
            _refuse_dividend(state, kind)


def _refuse_the_gone(state: State, move: Move) -> None:
    for field in fields(move):
        named = getattr(move, field.name)
        for name in named if isinstance(named, tuple) else (named,):
            if field.name not in NO_COMPANIES and name in state.gone:
                raise Illegal("{company} has left the game.", company=name)


def _refuse_lay(state: State, move: LayTile) -> None:
    hex_, rules = Hex(move.hex), state.title.plan.rules
    if any((tile.number, tile.rotation) == (move.tile, move.facing) for tile in _still_to_come(state.board, hex_)):
        return
    tile, face = state.title.plan.tiles[move.tile], state.board.face(hex_)
    place = state.title.plan.hexes[hex_]
    later = COLOURS.index(tile.colour) > COLOURS.index(next_colour(face.colour) or face.colour)
    found = fault(state.board, "", Lay(hex_, move.tile, move.facing), COLOURS, rules)
    if found is None or (later and place.buildable):
        raise Illegal(
            "Tile {tile} facing {facing} can never lie on {place}.",
            rule=state.title.paragraph("wrong-tile-kind"),
            tile=move.tile,
            facing=move.facing,
            place=place.title,
        )
    raise Illegal(found.message, rule=state.title.paragraph(found.key))


def _still_to_come(board: Board, hex_: Hex) -> Iterator[Tile]:
    """Every tile that may yet lie on a hex, one after the other, as it would be turned."""
    known: set[tuple[str, int]] = set()
    ahead = [board.face(hex_)]
    while ahead:
        for tile in board.plan.options(hex_, ahead.pop()):
            if (tile.number, tile.rotation) not in known:
                known.add((tile.number, tile.rotation))
                ahead.append(tile)
                yield tile


def _refuse_station(state: State, hex_: str) -> None:
    """Tiles replace only those of their kind, so a hex without a city stays one."""
    if any(stop.kind == "city" for stop in state.board.face(Hex(hex_)).stops):
        return
    if any(stop.kind == "city" for tile in _still_to_come(state.board, Hex(hex_)) for stop in tile.stops):
        return
    place = state.title.plan.hexes[Hex(hex_)].title
    raise Illegal("There is no large city in {place}.", rule=state.title.paragraph("no-city"), place=place)


def _refuse_private(state: State, private: Private) -> None:
    if private not in state.privates:
        raise Illegal("{private} is closed.", private=private)


def _refuse_bid(state: State, item: str) -> None:
    """What has been sold is not put up again, and what is sold share by share never is."""
    private, company = Private(item), state.title.companies.get(Company(item))
    if company is not None and not company.kind.whole:
        raise Illegal("{company} is not put up for auction.", company=item)
    if company is None and private not in state.title.privates:
        return
    if company is None:
        _refuse_private(state, private)
    owner = state.privates[private] if company is None else state.directors.get(Company(item))
    if owner in (*state.players, *state.title.companies):
        raise Illegal("{item} has been sold: {holder} has it.", item=item, holder=owner)


def _refuse_dividend(state: State, kind: str) -> None:
    rounds = (each for each in state.title.rounds.values() if isinstance(each, Operating))
    steps = chain.from_iterable(chain.from_iterable(each.steps.values()) for each in rounds)
    kinds = tuple(dict.fromkeys(one for step in steps if isinstance(step, PayDividend) for one in step.kinds))
    if kinds and kind not in kinds:
        raise Illegal(
            "For the earnings, write {kinds}.", rule=state.title.paragraph("dividend"), kinds=Listed(kinds, "or")
        )

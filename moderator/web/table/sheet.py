"""The table as players keep it in their spreadsheets: companies as columns, players as rows, and what lies beside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from engine import (
    IPO,
    POOL,
    TREASURY,
    Company,
    Player,
    State,
    certificates,
    companies_in_order,
    company_on_turn,
    limit,
    worth,
)
from engine.message import Message
from moderator.drawing.palette import marker
from moderator.language import Words, plain
from moderator.outbox.report import tables
from moderator.outbox.report.page import Para, Table

# In one short word: it stands at the head of a narrow column.
PRIVATES = Message("privates")


@dataclass(frozen=True)
class Head:
    """A company at the head of its column."""

    symbol: str
    name: str
    back: str
    ink: str
    on_turn: bool


@dataclass(frozen=True)
class Row:
    """What every company has of one thing."""

    name: str
    cells: tuple[str, ...]
    # Of a player: cash, certificates and worth, told at the row's end.
    player: bool = False
    cash: str = ""
    papers: str = ""
    worth: str = ""
    privates: str = ""
    moving: bool = False
    priority: bool = False


def heads(state: State) -> tuple[Head, ...]:
    turn = company_on_turn(state)
    found = []
    for company in companies_in_order(state):
        back, ink = marker(state.title, company)
        found.append(Head(str(company), state.title.companies[company].name, back, ink, company == turn))
    return tuple(found)


def rows(state: State, words: Words, mover: str) -> tuple[Row, ...]:
    """Players first, then what is nobody's, then what a company has."""
    companies = tuple(companies_in_order(state))
    found = [_player(state, words, player, companies, mover) for player in state.players]
    for place, name in ((TREASURY, "treasury"), (POOL, "pool"), (IPO, "offer")):
        found.append(Row(words(name), tuple(_share(state, place, one) for one in companies)))
    plain_rows: tuple[tuple[str | Message, Callable[[Company], str]], ...] = (
        ("price", lambda c: words.money(state.price(c)) if c in state.market else ""),
        (Message("par"), lambda c: words.money(state.par[c]) if c in state.par else ""),
        ("cash", lambda c: words.money(state.cash_of(c))),
        ("loans", lambda c: str(state.loans_of(c) or "")),
        ("trains", lambda c: _trains(state, c)),
        ("stations", lambda c: _stations(state, c)),
        ("last_run", lambda c: words.money(state.last_run[c]) if c in state.last_run else ""),
        (PRIVATES, lambda c: " ".join(state.privates_of(c))),
    )
    for row, cell in plain_rows:
        said = words(row) if isinstance(row, str) else words.say(row)
        found.append(Row(said, tuple(cell(one) for one in companies)))
    return tuple(row for row in found if row.player or any(row.cells))


def _player(state: State, words: Words, player: Player, companies: tuple[Company, ...], mover: str) -> Row:
    count, most = certificates(state, player)
    return Row(
        plain(player) + (f" ({words('bankrupt')})" if player in state.bankrupt else ""),
        tuple(_share(state, player, one, star=state.directors.get(one) == player) for one in companies),
        player=True,
        cash=words.money(state.cash_of(player)),
        papers=f"{count}/{most}",
        worth=words.money(worth(state, player)),
        privates=" ".join(state.privates_of(player)),
        moving=player == mover,
        priority=player == state.priority,
    )


def _share(state: State, holder: str, company: Company, *, star: bool = False) -> str:
    held = state.held(holder, company)
    kind = state.title.companies[company].kind
    if not held:
        return ""
    if kind.traded and kind.shares:
        return f"{kind.percent(held)}%" + ("★" if star else "")
    return "★" if star else ""


def _trains(state: State, company: Company) -> str:
    """Its trains, each kind with the one whose first sale rusts it, and how many it may have."""
    most, found = limit(state, company), []
    for name, some in groupby(state.trains_of(company)):
        ends = state.title.trains[name].rusts_on
        found.append(" ".join(some) + (f"†{ends}" if ends else ""))
    owned = " ".join(found) or "–"
    return owned if most is None else f"{owned} ({most})"


def _stations(state: State, company: Company) -> str:
    here = " ".join(str(hex_) for hex_, _ in state.board.stations(company))
    left = state.stations_left.get(company, 0)
    return f"{here} +{left}" if left else here


def sheet(state: State, words: Words, mover: str) -> dict[str, Any]:
    """Everything a template needs for the tables of a position."""
    bank = [line for block in tables.bank(state, words) for line in _lines(block)]
    privates = tables.privates(state, words)
    return {
        "heads": heads(state),
        "rows": rows(state, words, mover),
        "bank": bank,
        "private_rows": privates.rows if privates is not None else (),
        "tiles": _manifest(state, words),
        "labels": {name: words(name) for name in ("cash", "certificates", "worth", "priority")}
        | {"director": words.say(Message("director of the company")), "privates": words.say(PRIVATES)},
    }


def _lines(block: Para | Table) -> list[str]:
    """The lines of a paragraph, or of a table of one column."""
    return [row[0] for row in block.rows] if isinstance(block, Table) else [block.text]


def _manifest(state: State, words: Words) -> list[dict[str, Any]]:
    """Every tile of the colours that may be laid, and how many are left."""
    board, found = state.board, []
    for colour in state.title.phases[state.phase].tiles:
        tiles = [
            {
                "number": number,
                "left": "∞" if (supply := board.supply(number)) is None else str(supply),
                "gone": supply == 0,
            }
            for number, tile in board.plan.tiles.items()
            if tile.colour == colour
        ]
        found.append({"colour": words(f"colour_{colour}"), "tiles": tiles})
    return found

"""Positions of our own games, kept as orders in ``games/``, with all that happened on the way to them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from engine.game import apply, consents, replay, start, to_act
from engine.mechanisms.endings.moves import EndGame
from engine.names import Player
from engine.notation import parse_order
from engine.state import State
from moderator.outbox.report import Deadline, Happening, Kind, ReportView
from moderator.outbox.report.happened import hexes_changed

SEATS = tuple(Player(name) for name in ("Red", "Green", "Blue"))
NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
ADDRESS = "s41.abcdefghijklmnopqrstuvwxyz@orders.example"
GAMES = Path(__file__).with_name("games")


@cache
def whole(name: str) -> tuple[tuple[Happening, ...], State]:
    """A kept game to its last order, and the position then."""
    first, *lines = (GAMES / f"{name}.txt").read_text("utf-8").splitlines()
    drawn = dict(pair.split("=") for pair in first.partition("Drawn: ")[2].split() if "=" in pair)
    state = replay(start(name[:4], SEATS, drawn))
    played: list[Happening] = []
    for number, line in enumerate(lines, 1):
        by, _, order = line.partition(": ")
        move = parse_order(state, order)
        outcome = apply(state, move, Player(by), state.players, advise=False)
        how = "offer" if consents(state, move) else "mail"
        played.append(Happening(number, by, order, outcome.events, state, how))
        state = outcome.state
    return tuple(played), state


def game(name: str, moves: int) -> tuple[tuple[Happening, ...], State]:
    """The game after so many orders."""
    played, last = whole(name)
    return played[:moves], played[moves].before if moves < len(played) else last


def ended(name: str, moves: int) -> tuple[tuple[Happening, ...], State]:
    """The same, stopped by agreement where the title knows that."""
    played, state = game(name, moves)
    actor = to_act(state)
    assert actor is not None
    outcome = apply(state, EndGame(), actor, state.players)
    return (*played, Happening(len(played) + 1, actor, "end the game", outcome.events, state)), outcome.state


def view(
    played: tuple[Happening, ...], state: State, kind: Kind = Kind.MOVE, seat: str = "", back: int = 6, **more: Any
) -> ReportView:
    """The mail somebody would get now."""
    asked = ReportView(
        game=f"{state.title.name}-7",
        kind=kind,
        seat=seat or to_act(state) or state.players[0],
        state=state,
        turn=len(played) + 1,
        now=NOW,
        zone="Europe/Paris",
        address=ADDRESS,
        page=f"https://orders.example/games/{state.title.name}-7",
        happened=played[-back:],
        log=played[-12:],
        changed=hexes_changed(played[-12:]),
        deadline=Deadline(NOW + timedelta(hours=31)),
    )
    return replace(asked, **more)


# Name -> game and number of orders. Each is another kind of decision or another time of the game.
PLAYED = {
    "1861-auction-opens": ("1861-3", 0),
    "1861-auction-goes-on": ("1861-3", 6),
    "1861-stock": ("1861-3", 49),
    "1861-minor-auction": ("1861-3", 50),
    "1861-track": ("1861-3", 75),
    "1861-run": ("1861-3", 142),
    "1861-privates": ("1861-3", 365),
    "1861-merger": ("1861-3", 367),
    "1861-take": ("1861-3", 368),
    "1861-dividend": ("1861-3", 385),
    "1861-redeem": ("1861-3", 469),
    "1861-late": ("1861-3", 1200),
    "1867-auction-opens": ("1867-1", 0),
    "1867-stock": ("1867-1", 61),
    "1867-home": ("1867-1", 62),
    "1867-minor-auction": ("1867-1", 63),
    "1867-track": ("1867-1", 112),
    "1867-merger": ("1867-1", 365),
    "1867-trainless": ("1867-1", 423),
    "1867-discard": ("1867-1", 424),
    "1867-late": ("1867-1", 800),
    "1882-auction-opens": ("1882-1", 0),
    "1882-par": ("1882-1", 12),
    "1882-stock": ("1882-1", 60),
    "1882-home": ("1882-2", 24),
    "1882-track": ("1882-2", 25),
    "1882-run": ("1882-2", 80),
    "1882-station": ("1882-2", 84),
    "1882-power": ("1882-3", 154),
    "1882-late": ("1882-1", 500),
}

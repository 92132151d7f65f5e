"""What mails and pages show, as plain data: templates read these and call nothing.

``position`` is the seam for deeper reports: whatever it returns in ``parts`` (text, HTML, pictures, attachments) is
put into the mail as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from engine.game import to_act
from engine.state import State as EngineState
from moderator.desk import Desk
from moderator.games import offers, standing
from moderator.games.game import Play
from moderator.games.rules import State
from moderator.games.store import MoveRow, Seat
from moderator.outbox.report import parts
from moderator.outbox.report.common import common
from moderator.outbox.report.page import text_of
from moderator.outbox.report.words import Words

# A menu longer than this helps nobody; the rest is counted, and `legal` lists it all.
MENU = 24


@dataclass(frozen=True)
class Attachment:
    """A file in a mail; with ``cid`` it is a picture the HTML part shows."""

    name: str
    type: str
    data: bytes
    cid: str = ""


@dataclass(frozen=True)
class Parts:
    """The body of a report: text alone must be enough to play from."""

    text: str
    html: str = ""
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True)
class Position:
    """A position as one seat may see it."""

    game: str
    title: str
    round: str
    seq: int
    mover: str
    # The company on turn, where it is a company's turn.
    company: str
    parts: Parts
    happened: tuple[dict[str, Any], ...] = ()
    menu: tuple[dict[str, str], ...] = ()
    more_menu: int = 0
    template: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    offers: tuple[str, ...] = field(default=())


def position(
    desk: Desk,
    play: Play,
    seat: Seat | None,
    *,
    seq: int | None = None,
    since: int | None = None,
    language: str = "en",
) -> Position:
    """What ``seat`` (None: a spectator) sees after move ``seq``."""
    at = play.row.seq if seq is None else min(seq, play.row.seq)
    state = play.state if at == play.row.seq else play.state_at(at)
    mover = desk.rules.mover(state) or ""
    moving = seat is not None and seat.name == mover and play.running
    menu, more = _menu(desk, play, seat, state) if moving and seat is not None else ((), 0)
    return Position(
        game=play.id,
        title=play.row.title,
        round=desk.rules.round(state),
        seq=at,
        mover=mover,
        company=desk.rules.company(state),
        parts=report(desk, play, state, language),
        happened=tuple(happened(desk, play, since, at, language)) if since is not None else (),
        menu=menu,
        more_menu=more,
        template=(f"turn {play.row.turn}",) if moving else (),
        kept=tuple(f"{row.number}: {row.text}" for row in standing.open_orders(desk, seat)) if seat is not None else (),
        offers=tuple(_offer(row) for row in offers.offers_for(desk, play, seat)) if seat is not None else (),
    )


def report(desk: Desk, play: Play, state: State, language: str = "en") -> Parts:
    """The position in words: the engine's own in English, the report's tables in other languages."""
    if language == "en" or not isinstance(state, EngineState):
        return Parts(text=desk.rules.position(state))
    words = Words(language, state.title.currency)
    whose = words("hello_summary", title=state.title.full_name, game=play.id, mover=to_act(state) or "–")
    return Parts(text="\n\n".join((whose, text_of(parts.board(words, common(state), frozenset(), "")))))


def happened(desk: Desk, play: Play, since: int, upto: int, language: str = "en") -> list[dict[str, Any]]:
    """What happened in (since, upto], one entry per move with its sentences; taken-back moves are left out."""
    return [told(desk, move, play.state, language) for move in play.moves(since, upto)]


def told(desk: Desk, move: MoveRow, state: State = None, language: str = "en") -> dict[str, Any]:
    sentences = desk.rules.sentences(desk.rules.decode(move.events), state, language)
    return {"seq": move.seq, "by": move.by, "order": move.order, "how": move.how, "sentences": sentences}


def mailto(desk: Desk, seat: Seat, play: Play, orders: Sequence[str]) -> str:
    """A link that opens a ready-to-send reply; following it changes nothing until its mail is sent."""
    body = "\r\n".join((f"turn {play.row.turn}", *orders))
    return f"mailto:{desk.office.seat_address(seat)}?subject={quote(f'[{play.id}] orders')}&body={quote(body)}"


def _menu(desk: Desk, play: Play, seat: Seat, state: State) -> tuple[tuple[dict[str, str], ...], int]:
    orders = desk.rules.legal_orders(state)
    shown = orders[:MENU]
    entries = tuple({"order": order, "link": mailto(desk, seat, play, [order])} for order in shown)
    return entries, len(orders) - len(shown)


def _offer(row: Any) -> str:
    return f"{row.number}: {row.by} offers {offers.describe(row)} ({row.status})"

"""Who is told when a game has moved on: the mover is asked, the others get a report, each once."""

from __future__ import annotations

from typing import Any

from moderator.commands.registry import Said
from moderator.desk import Desk
from moderator.games import deadlines
from moderator.games.game import Play
from moderator.games.store import Decision, Seat


def tell(desk: Desk, play: Play, decision: Decision | None, *, began: bool = False) -> None:
    """Queues the mails that the present position calls for; nothing twice, nothing for half a turn."""
    if play.row.status == "over":
        for seat in play.seats:
            _send(desk, play, seat, "over", f"over {play.id} {play.row.seq} {seat.id}", {})
        return
    if not play.running or play.row.turn != play.row.seq + 1:
        return
    for seat in play.seats:
        if seat.name == play.row.mover:
            data = {"turn": play.row.turn, "decision": decision.id if decision else None, "began": began}
            if _wants(desk, seat, ("each", "mine", "daily")):
                _send(desk, play, seat, "move", f"move {play.id} {play.row.turn} {seat.id}", data)
        elif (began or seat.told < play.row.seq) and _wants(desk, seat, ("each",)):
            _send(desk, play, seat, "report", f"report {play.id} {play.row.seq} {seat.id}", {"began": began})


def notice(desk: Desk, play: Play, key: str, title: Said, text: Said, *, but: Seat | None = None) -> None:
    """The same words to everybody at the table."""
    for seat in play.seats:
        if but is None or seat.id != but.id:
            desk.post_to_seat(seat, f"notice {play.id} {key} {seat.id}", "notice", {"title": title, "text": text})


def deadline(desk: Desk, play: Play, key: str, title: Said, text: Said, *, but: Seat | None = None) -> None:
    """The open deadline has moved: everybody at the table is told why and what it is now, each once."""
    row = deadlines.open_decision(desk, play.id)
    data = {"title": title, "text": text, "as": "deadline", "decision": row.id if row is not None else None}
    for seat in play.seats:
        if but is None or seat.id != but.id:
            more = {"seq": play.row.seq, "turn": play.row.turn}
            desk.post_to_seat(seat, f"notice {play.id} {key} {seat.id}", "notice", data | more)


def _wants(desk: Desk, seat: Seat, kinds: tuple[str, ...]) -> bool:
    person = desk.holder(seat)
    return person is not None and person.reports.partition(" ")[0] in kinds


def _send(desk: Desk, play: Play, seat: Seat, kind: str, key: str, data: dict[str, Any]) -> None:
    row = desk.post_to_seat(seat, key, kind, {**data, "since": seat.told, "seq": play.row.seq})
    if row is not None:
        seat.told = play.row.seq

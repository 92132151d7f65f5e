"""What an undo means for what is on file: what comes back, what is held, what is silent, what is gone; and what a redo
does. Each owner is told in the mail that says that the game was taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import engine
from engine import Refused, State
from engine.message import Listed, Message
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import OnFile, SeatRole
from moderator.store.tables import MoveRow, OrderOnFile, Seat
from moderator.table import announce, filed, standing
from moderator.table.silent import BESIDE, may_speak
from moderator.table.standing import is_held, news_of, open_orders

# By this name an order remembers how it stood before the latest undo, and which undo that was.
UNDONE = "undone"


def agreed_by(move: MoveRow, before: State) -> list[str]:
    """The other players who had to agree to a move: it was their decision too, and by their yes they have acted."""
    with suppress(Refused):
        return [name for name in engine.consents(before, engine.parse_order(before, move.order)) if name != move.by]
    return []


@dataclass
class Back:
    """What is held for whoever took the game back themselves, and what the owner of each seat is told."""

    held: list[OrderOnFile] = field(default_factory=list)
    told: dict[int, list[Said]] = field(default_factory=dict)

    def tell(self, seat: Seat, row: OrderOnFile, title: Message, text: Message) -> None:
        self.told.setdefault(seat.id, []).append(news_of(row, title, text))

    def for_seats(self, seats: Sequence[Seat]) -> list[Said]:
        """What the owner of these seats is told, for an answer to them."""
        return [one for seat in seats for one in self.told.pop(seat.id, ())]


def come_back(desk: Desk, play: Play, to: int, by: Seat | None = None) -> Back:
    """The game was taken back to move ``to``: what had ended since is on file again as it was then. Only whoever is to
    move now is asked first, for otherwise the very order that was taken back would be given again at once. They are
    told what is held meanwhile, unless it is they who took it back: then it is returned. What was given later than that
    and has ended is told, too: it does not come back. What comes back beside an order that contradicts it is silent
    until its owner has chosen."""
    found = Back()
    for seat in play.players:
        _tell_dropped(desk, play, seat, to, found)
        ended = [row for row in desk.filed.all_of(seat.id) if _ended_since(row, to)]
        # What was over before is over still: it was only noticed later.
        back = [row for row in ended if not filed.was_over(play, seat, row)]
        known = [row for row in back if filed.is_known(play, seat, row)]
        for row in (*back, *open_orders(desk, seat)):
            _remember(play, row)
        for row in back:
            row.status, row.ending, row.ended_seq = OnFile.OPEN, "", None
            desk.filed.touched(row)
        for row in open_orders(desk, seat):
            _forget_what_followed(play, row, to)
        for row in known:
            row.data = {**row.data, filed.KNOWN: True}
        for row in open_orders(desk, seat) if seat.name == play.to_move else ():
            if row.kind == "queue":
                why = Message("The game was taken back.")
                found.tell(seat, row, *standing.ended(play, row, OnFile.ASKED, why))
            elif by is not None and seat.id == by.id:
                found.held.append(row)
                if row in known:
                    text = Message(
                        "{number}: {order}\nIt is no secret any more: the table was told what it says.",
                        **standing.named(play, row),
                    )
                    found.tell(seat, row, Message("Your order is on file again"), text)
            elif row not in back and is_held(play, row):
                text = Message(
                    "{number}: {order}\nThe game was taken back to your turn, so you are asked. From your next turn on "
                    "it speaks again.",
                    **standing.named(play, row),
                )
                found.tell(seat, row, Message("Your order on file is held"), text)
        for row in back:
            if row.status != OnFile.OPEN or row in found.held:
                continue
            text = Message(
                "{number}: {order}\nIt had ended in moves that were taken back.", **standing.named(play, row)
            )
            if seat.name == play.to_move:
                text = Message("{text} In this turn you are asked all the same.", text=text)
            if row in known:
                text = Message("{text} It is no secret any more: the table was told what it says.", text=text)
            found.tell(seat, row, Message("Your order is on file again"), text)
        _silence(desk, play, seat, found)
    return found


def announce_it(
    desk: Desk, play: Play, key: str, title: Message, text: Message, back: Back, *, but: Sequence[Seat]
) -> None:
    """Everybody at the table is told that moves were taken or brought back, and in the same mail what that means for
    what they have on file; ``but`` those who know it otherwise, and hear of their orders alone."""
    known, readers = {seat.id for seat in but}, {_reader(desk, seat) for seat in but} - {None}
    # Whoever moderates and plays too reads it once, with what they have on file.
    for seat in sorted(play.seats, key=lambda one: one.role == SeatRole.GM):
        own, reader = back.told.pop(seat.id, []), _reader(desk, seat)
        news = announce.is_there(play, seat) and seat.id not in known and reader not in readers
        lines = [text, *own] if news else own
        if news and reader is not None:
            readers.add(reader)
        if lines:
            desk.post_to_seat(seat, f"notice {play.id} {key} {seat.id}", mails.Notice(title, Listed(lines, "\n")))


def _reader(desk: Desk, seat: Seat) -> int | None:
    """Who reads what the seat is told."""
    person = desk.holder(seat)
    return person.id if person is not None else None


def _silence(desk: Desk, play: Play, seat: Seat, found: Back) -> None:
    """Two orders that contradict each other were never given side by side; an undo may bring them together. What was
    given last is what its owner thought last, so that is heard, and the other waits until they have chosen."""
    rows = open_orders(desk, seat)
    for row in rows:
        may_speak(row)
    for older, newer in _contradicting(play, rows):
        older.data = {**older.data, BESIDE: newer.number}
        text = Message(
            "{number}: {order}\nIt contradicts {other}, which you gave later: {newer}. As long as both are on file, "
            "{other} alone is heard. Cancel one of them.",
            **standing.named(play, older),
            other=newer.number,
            newer=standing.planned(play, newer),
        )
        found.tell(seat, older, Message("Two of your orders contradict each other"), text)


def _contradicting(play: Play, rows: Sequence[OrderOnFile]) -> Iterator[tuple[OrderOnFile, OrderOnFile]]:
    """Each order that something given later contradicts, with the latest of those."""
    known = [(row, value) for row in rows if (value := standing.value_of(row)) is not None]
    for at, (row, value) in enumerate(known):
        later = [one for one, other in known[at + 1 :] if engine.clash(value, other, play.state.title)]
        if later:
            yield row, later[-1]


def _tell_dropped(desk: Desk, play: Play, seat: Seat, to: int, found: Back) -> None:
    """Nobody may rely on an order that has ended in moves that never happened: it was given for a game that stood
    elsewhere, and only its owner knows whether they still mean it."""
    for row in desk.filed.all_of(seat.id):
        lost = row.kind != "queue" and _has_ended(row) and (row.ended_seq or 0) > to and row.given_seq > to
        if not lost or "dropped" in row.data or "gone" in row.data:
            continue
        row.data = {**row.data, "dropped": play.seq}
        text = Message(
            "{number}: {order}\nThe game was taken back to before you gave it, and it had ended since: it is not on "
            "file any more. If you still mean it, send it again.",
            **standing.named(play, row),
        )
        found.tell(seat, row, Message("Your order is not on file any more"), text)


def _forget_what_followed(play: Play, row: OrderOnFile, to: int) -> None:
    """What an order saw, did and became after move ``to`` did not happen. It says nothing to the turn that was taken
    back: whoever took it back wants to decide it themselves."""
    for name in ("acts", "answers"):
        if name in row.data:
            row.data = {**row.data, name: [one for one in row.data[name] if one[0] <= to]}
    row.data = {**row.data, "held": play.turn}
    if "order" not in row.data:
        return
    data = {**row.data, "since": [], "upto": min(row.given_seq, play.seq)}
    before = [one for one in data.get("was_order", ()) if one[0] > to]
    if before:
        data["order"] = before[0][1]
        row.text = engine.restore_order(before[0][1]).write()
    data["was_order"] = [one for one in data.get("was_order", ()) if one[0] <= to]
    row.data = data


def _has_ended(row: OrderOnFile) -> bool:
    return row.status in (OnFile.DONE, OnFile.ASKED, OnFile.ENDED) and row.ended_seq is not None


def _ended_since(row: OrderOnFile, to: int) -> bool:
    return _has_ended(row) and (row.ended_seq or 0) > to >= row.given_seq


def _remember(play: Play, row: OrderOnFile) -> None:
    """How an order stood before the undo, should that be taken back itself."""
    before = {name: value for name, value in row.data.items() if name != UNDONE}
    row.data = {**row.data, UNDONE: [play.seq, row.status, row.ending, row.ended_seq, row.text, before]}


def go_again(desk: Desk, play: Play, undoing: int, moves: Sequence[MoveRow]) -> Back:
    """What was taken back stands again, ``moves`` under new numbers: orders on file are again what they had become, and
    have seen what they had seen. What was given, cancelled or answered since stays as its owner left it."""
    found, numbers = Back(), {move.seq: undoing + at for at, move in enumerate(moves, 1)}
    for seat in play.players:
        for row in desk.filed.all_of(seat.id):
            if row.data.get("dropped") == undoing:
                row.data = {name: value for name, value in row.data.items() if name != "dropped"}
            was = row.data.get(UNDONE)
            if was and was[0] == undoing and row.status in (OnFile.OPEN, OnFile.ASKED):
                row.status, row.ending, row.text = OnFile(was[1]), was[2], was[4]
                row.ended_seq = numbers.get(was[3], was[3])
                row.data = _renumbered(was[5], numbers, play.seq)
                desk.filed.touched(row)
        _silence(desk, play, seat, found)
    return found


def _renumbered(data: Mapping[str, Any], numbers: Mapping[int, int], seq: int) -> dict[str, Any]:
    """What an order knows of moves, by the numbers they have now."""
    known = {
        name: [[numbers.get(one[0], one[0]), *one[1:]] for one in data[name]]
        for name in ("acts", "answers", "was_order")
        if name in data
    }
    # It has seen all that was played again: what was done before it was given is none of its business.
    return {**data, **known, **({"upto": seq} if "upto" in data else {})}

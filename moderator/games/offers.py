"""Agreements between owners: an offer names the order it is about, is answered, and lapses."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

from sqlalchemy import func, select

from engine.message import Message
from moderator.desk import Desk
from moderator.games.clock import terms_from
from moderator.games.game import Play
from moderator.games.refusal import Refusal
from moderator.games.store import Offer, Seat

STATUS = {
    "open": Message("open"),
    "agreed": Message("agreed"),
    "withdrawn": Message("withdrawn"),
    "refused": Message("refused"),
    "lapsed": Message("lapsed"),
    "done": Message("done"),
}


def make(desk: Desk, play: Play, seat: Seat, company: str, order: str, parties: Sequence[str]) -> Offer:
    """Opens an offer; whoever makes it has agreed to it."""
    last = desk.session.scalars(select(func.max(Offer.number)).where(Offer.game_id == play.id)).first()
    row = Offer(
        game_id=play.id,
        number=(last or 0) + 1,
        by=seat.name,
        company=company,
        order=order,
        parties=[name for name in parties if name != seat.name],
        agreed=[seat.name],
        status="open",
        made_at=desk.now,
        lapses_at=desk.now + timedelta(hours=terms_from(play.row.terms).offer_hours),
    )
    if not row.parties:
        raise Refusal("Nobody else has to agree to this; just order it.", instead=(order,))
    desk.session.add(row)
    desk.session.flush()
    for name in row.parties:
        _tell(
            desk,
            play,
            name,
            row,
            "made",
            Message("Offer {number} made", number=row.number),
            Message("{by} offers: {offer}.", by=row.by, offer=describe(row)),
            ask=True,
        )
    _ask_bots(desk, play, row)
    return row


def _ask_bots(desk: Desk, play: Play, row: Offer) -> None:
    """A bot answers at once: nobody should wait for a machine."""
    for name in row.parties:
        seat = play.seat(name)
        if seat is not None and seat.bot and row.status == "open":
            agrees = desk.rules.bargain(play.state, name, row.company, row.order)
            (accept if agrees else refuse)(desk, play, seat, row.number)


def open_offers(desk: Desk, play: Play) -> list[Offer]:
    live = ("open", "agreed")
    return list(desk.session.scalars(select(Offer).where(Offer.game_id == play.id, Offer.status.in_(live))))


def offers_for(desk: Desk, play: Play, seat: Seat) -> list[Offer]:
    return [row for row in open_offers(desk, play) if seat.name == row.by or seat.name in row.parties]


def find(desk: Desk, play: Play, seat: Seat, number: int) -> Offer:
    row = desk.session.scalars(select(Offer).where(Offer.game_id == play.id, Offer.number == number)).first()
    if row is None or (seat.name != row.by and seat.name not in row.parties):
        raise Refusal("There is no offer {number} for you.", instead=("orders",), number=number)
    if row.status not in ("open", "agreed"):
        raise Refusal("Offer {number} is {status}.", number=number, status=status(row))
    return row


def accept(desk: Desk, play: Play, seat: Seat, number: int) -> Offer:
    row = find(desk, play, seat, number)
    if seat.name in row.agreed:
        raise Refusal("You have agreed to offer {number} already.", number=number)
    row.agreed = [*row.agreed, seat.name]
    if set(row.parties) <= set(row.agreed):
        row.status = "agreed"
    for name in (row.by, *row.parties):
        if name != seat.name:
            _tell(
                desk,
                play,
                name,
                row,
                f"accepted by {seat.name}",
                Message("Offer {number} accepted by {seat}", number=number, seat=seat.name),
                Message(
                    "{seat} agrees to offer {number}: {offer}.", seat=seat.name, number=number, offer=describe(row)
                ),
            )
    return row


def refuse(desk: Desk, play: Play, seat: Seat, number: int) -> Offer:
    row = find(desk, play, seat, number)
    row.status = "withdrawn" if seat.name == row.by else "refused"
    if row.status == "withdrawn":
        title = Message("Offer {number} withdrawn", number=number)
        text = Message(
            "{seat} has withdrawn offer {number}: {offer}.", seat=seat.name, number=number, offer=describe(row)
        )
    else:
        title = Message("Offer {number} refused", number=number)
        text = Message(
            "{seat} has refused offer {number}: {offer}.", seat=seat.name, number=number, offer=describe(row)
        )
    for name in (row.by, *row.parties):
        if name != seat.name:
            _tell(
                desk,
                play,
                name,
                row,
                row.status,
                title,
                text,
            )
    return row


def lapse(desk: Desk, play: Play) -> int:
    """Ends offers nobody answered in time."""
    late = [row for row in open_offers(desk, play) if row.lapses_at <= desk.now]
    for row in late:
        row.status = "lapsed"
        for name in (row.by, *row.parties):
            _tell(
                desk,
                play,
                name,
                row,
                "lapsed",
                Message("Offer {number} lapsed", number=row.number),
                Message("Offer {number} has lapsed: {offer}.", number=row.number, offer=describe(row)),
            )
    return len(late)


def agreed(desk: Desk, play: Play, order: str, needed: Collection[str]) -> tuple[str, ...]:
    """Who of those needed has agreed to exactly this order in this company's turn."""
    if not needed:
        return ()
    said: set[str] = set()
    for row in open_offers(desk, play):
        if _about(desk, play, row, order):
            said |= set(row.agreed)
    return tuple(name for name in needed if name in said)


def fulfil(desk: Desk, play: Play, order: str) -> None:
    for row in open_offers(desk, play):
        if _about(desk, play, row, order):
            row.status = "done"


def act(desk: Desk, play: Play) -> bool:
    """Plays an order everybody has agreed to, its mover too, as soon as it can be given in the company's turn."""
    from moderator.games import standing

    mover = play.mover
    if mover is None:
        return False
    for row in open_offers(desk, play):
        if row.status != "agreed" or mover.name not in row.agreed or row.company != desk.rules.company(play.state):
            continue
        try:
            with desk.session.begin_nested():
                standing.play_order(desk, play, mover, row.order, "offer", None)
        except (Refusal, desk.rules.Refused):
            play.forget()
            continue
        row.status = "done"
        return True
    return False


def close_all(desk: Desk, play: Play) -> None:
    for row in open_offers(desk, play):
        row.status = "lapsed"


def describe(row: Offer) -> str:
    return f"{row.company}: {row.order}" if row.company else row.order


def _about(desk: Desk, play: Play, row: Offer, order: str) -> bool:
    here = desk.rules.company(play.state)
    return row.order.casefold() == order.casefold() and row.company in ("", here)


def status(row: Offer) -> Message:
    """How an offer stands, in a word."""
    return STATUS.get(row.status) or Message(row.status)


def _tell(
    desk: Desk, play: Play, name: str, row: Offer, what: str, title: Message, text: Message, *, ask: bool = False
) -> None:
    seat = play.seat(name)
    if seat is None or seat.bot:
        return
    if ask:
        text = Message("{text}\n\nWrite:  accept {number}   or   refuse {number}", text=text, number=row.number)
    data = {
        "title": title,
        "text": text,
        "orders": ask and [f"accept {row.number}", f"refuse {row.number}"],
    }
    desk.post_to_seat(seat, f"offer {row.id} {what} {seat.id}", "notice", data)

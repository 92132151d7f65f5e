"""Orders kept for later: queued for one's next turn, and bids by proxy. Each kind is a function in ``KINDS``;
a new kind of standing order adds its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import func, select

from engine.message import Listed, Message
from moderator.desk import Desk
from moderator.games import offers
from moderator.games.game import Play
from moderator.games.refusal import Refusal
from moderator.games.store import Kept, MoveRow, Seat

_PROXY = re.compile(
    r"(?:(?P<bid>bid)\s+)?(?:(?:on\s+)?(?P<item>(?!up\b|max)[\w&.'-]+)\s+)?(?:up\s+to|max(?:imum)?)\s+[R$₽]?(?P<most>\d{1,6})"
    r"(?:\s*,?\s*then\s+(?P<then>pass|ask))?\s*$",
    re.IGNORECASE,
)
_BID = re.compile(r"bid\s+(?P<item>\S+)\s+(?P<amount>\d+)\s*$", re.IGNORECASE)

# How an order from the file is recorded: like any other mail's. That somebody had it on file stays their secret.
SECRETLY = "mail"


def keep(
    desk: Desk, play: Play, seat: Seat, kind: str, text: str, data: Mapping[str, Any], mail_id: int | None = None
) -> Kept:
    last = desk.session.scalars(select(func.max(Kept.number)).where(Kept.game_id == play.id)).first()
    row = Kept(
        game_id=play.id,
        seat_id=seat.id,
        number=(last or 0) + 1,
        kind=kind,
        text=text,
        data=dict(data),
        mail_id=mail_id,
        given_seq=play.row.seq,
        status="open",
        ending="",
        created_at=desk.now,
    )
    desk.session.add(row)
    desk.session.flush()
    return row


def open_orders(desk: Desk, seat: Seat) -> list[Kept]:
    wanted = select(Kept).where(Kept.seat_id == seat.id, Kept.status == "open").order_by(Kept.number)
    return list(desk.session.scalars(wanted))


def queue(desk: Desk, play: Play, seat: Seat, lines: Sequence[str], mail_id: int | None) -> Kept:
    """Keeps orders for the seat's next turn; they replace what was queued before."""
    for old in open_orders(desk, seat):
        if old.kind == "queue":
            old.status, old.ending = "replaced", "Replaced by a later mail."
    return keep(desk, play, seat, "queue", "; ".join(lines), {"lines": list(lines)}, mail_id)


def read_proxy(text: str) -> dict[str, Any] | None:
    """``bid N up to 150 then pass`` and its relatives; None if the line is no bid by proxy."""
    line = re.sub(
        r"^proxy\s+(?:bid\s+)?(\S+)\s+(?:at\s+)?[R$₽]?(\d)", r"\1 up to \2", " ".join(text.split()), flags=re.IGNORECASE
    )
    found = _PROXY.match(line)
    if found is None or not (found.group("bid") or found.group("item")):
        return None
    then = (found.group("then") or "ask").lower()
    return {"item": (found.group("item") or ""), "most": int(found.group("most")), "then": then}


def keep_proxy(desk: Desk, play: Play, seat: Seat, wish: Mapping[str, Any], mail_id: int | None) -> Kept:
    """Keeps a bid by proxy; a later one for the same item takes its place. Refuses what can't be bid for."""
    data = {**wish, "item": _item(desk, play, str(wish["item"]), int(wish["most"]))}
    holder = desk.rules.taken(play.state, data["item"])
    if holder is not None:
        raise Refusal("{item} is sold already: {holder} has it.", instead=("status",), item=data["item"], holder=holder)
    for old in open_orders(desk, seat):
        if old.kind == "proxy" and old.data["item"] == data["item"]:
            old.status, old.ending = "replaced", "Replaced by a later bid."
    text = f"bid {data['item']} up to {data['most']} then {data['then']}"
    return keep(desk, play, seat, "proxy", text, data, mail_id)


def _item(desk: Desk, play: Play, named: str, most: int) -> str:
    """What is bid for, by the name the title has for it; where none is named, the one thing that is up."""
    rules = desk.rules
    if named:
        found = _BID.match(rules.write(rules.parse(play.state, f"bid {named} {most}")))
    else:
        up = {m["item"] for order in rules.legal_orders(play.state) if (m := _BID.match(order))}
        found = _BID.match(f"bid {up.pop()} {most}") if len(up) == 1 else None
    if found is None:
        raise Refusal("For what? Name it.", instead=("bid N up to 150 then pass",))
    return found["item"]


def cancel(desk: Desk, seat: Seat, number: int | None) -> list[Kept]:
    rows = [row for row in open_orders(desk, seat) if number is None or row.number == number]
    if not rows:
        raise (
            Refusal("You have no order {number} on file.", number=number)
            if number
            else Refusal("You have no orders on file.")
        )
    for row in rows:
        row.status, row.ending = "cancelled", "Cancelled by you."
    return rows


def close_all(desk: Desk, play: Play, why: str) -> None:
    for seat in play.players:
        for row in open_orders(desk, seat):
            row.status, row.ending = "ended", why


def suspend_proxies(desk: Desk, play: Play, undone: Sequence[MoveRow]) -> None:
    """Bids were taken back: those made by proxy must not be made again before their owners have thought about it."""
    mails = {(move.by, move.mail_id) for move in undone}
    for seat in play.players:
        for row in open_orders(desk, seat):
            if row.kind == "proxy" and (seat.name, row.mail_id) in mails:
                _end(desk, play, seat, row, "asked", Message("A bid it made was taken back."))


def act(desk: Desk, play: Play) -> bool:
    """Plays what the present mover has on file; False when there is nothing (left) to play."""
    seat = play.mover
    if seat is None or seat.bot:
        return False
    # An order written for this very turn outranks a proxy.
    rows = sorted(open_orders(desk, seat), key=lambda row: (row.kind != "queue", row.number))
    return any(KINDS[row.kind](desk, play, seat, row) for row in rows if row.kind in KINDS)


def _play_queue(desk: Desk, play: Play, seat: Seat, row: Kept) -> bool:
    """All of the queued orders, or none: what no longer fits is asked about, never turned into a pass."""
    guard = row.data.get("turn")
    if guard is not None and guard != play.row.turn:
        return False
    savepoint = desk.session.begin_nested()
    before = play.row.seq
    try:
        for line in row.data["lines"]:
            if play.row.mover != seat.name:
                if line.strip().lower() == "done":
                    continue
                raise Refusal("Your turn was over before {line}.", line=repr(line))
            play_order(desk, play, seat, line, SECRETLY, row.mail_id)
    except (Refusal, desk.rules.Refused) as refused:
        savepoint.rollback()
        play.forget()
        why = getattr(refused, "message", None) or Message(str(refused))
        _end(desk, play, seat, row, "asked", Message("Your orders no longer fit: {why}", why=why))
        return False
    savepoint.commit()
    row.status, row.ending = "done", f"Played as move {play.row.seq}."
    return play.row.seq > before


def _bid_by_proxy(desk: Desk, play: Play, seat: Seat, row: Kept) -> bool:
    """Bids the least that is allowed, as its owner would in the open auction; above the limit it passes or asks."""
    item, rules = row.data["item"], desk.rules
    orders = rules.legal_orders(play.state)
    bids = [(int(m["amount"]), order) for order in orders if (m := _BID.match(order)) and m["item"] == item]
    if not bids or rules.leads(play.state, seat.name, item):
        # Another item is up, or nobody has bid more: the proxy has nothing to say.
        return False
    amount, order = min(bids)
    if amount <= row.data["most"]:
        play_order(desk, play, seat, order, SECRETLY, row.mail_id)
        return True
    why = Message("The next bid for {item} is {amount}, your limit was {most}.", item=item, amount=amount, **_most(row))
    if row.data["then"] == "pass" and "pass" in orders:
        _end(desk, play, seat, row, "done", Message("{why} I passed for you.", why=why))
        play_order(desk, play, seat, "pass", SECRETLY, row.mail_id)
        return True
    _end(desk, play, seat, row, "asked", Message("{why} Now it is for you to say.", why=why))
    return False


def _most(row: Kept) -> dict[str, int]:
    return {"most": int(row.data["most"])}


def end_what_is_sold(desk: Desk, play: Play) -> None:
    """A bid by proxy ends with the auction it was for, and says so."""
    wanted = select(Kept).where(Kept.game_id == play.id, Kept.status == "open", Kept.kind == "proxy")
    for row in desk.session.scalars(wanted).all():
        holder, seat = desk.rules.taken(play.state, row.data["item"]), _seat_of(play, row)
        if holder is not None and seat is not None:
            who = Message("{item} is yours.", item=row.data["item"])
            if holder != seat.name:
                who = Message("{item} went to {holder}.", item=row.data["item"], holder=holder)
            _end(desk, play, seat, row, "done", who)


def _seat_of(play: Play, row: Kept) -> Seat | None:
    return next((seat for seat in play.seats if seat.id == row.seat_id), None)


def _end(desk: Desk, play: Play, seat: Seat, row: Kept, status: str, why: Message) -> None:
    """An order on file that stops says why, to its owner alone."""
    row.status, row.ending = status, str(why)
    asked = Message("Your order on file was not played") if status == "asked" else Message("Your order on file is done")
    text = Message("{number}: {order}\n{why}", number=row.number, order=row.text, why=why)
    desk.post_to_seat(seat, f"kept {row.id} {status}", "notice", {"title": asked, "text": text})


def play_order(desk: Desk, play: Play, seat: Seat, line: str, how: str, mail_id: int | None) -> tuple[str, list[Any]]:
    """Plays one order of the mover: its canonical form and the events. Raises Refused or Refusal."""
    rules = desk.rules
    move = rules.parse(play.state, line)
    order = rules.write(move)
    needed = [name for name in rules.consents(play.state, move) if name != seat.name]
    agreed = offers.agreed(desk, play, order, needed)
    missing = [name for name in needed if name not in agreed]
    if missing:
        raise Refusal("{players} must agree to this first.", instead=(f"propose {order}",), players=Listed(missing))
    events = rules.apply(play.state, move, seat.name, agreed)
    if needed:
        offers.fulfil(desk, play, order)
    play.record(seat.name, order, events, how, mail_id, desk.now)
    return order, list(events)


KINDS: dict[str, Callable[[Desk, Play, Seat, Kept], bool]] = {"queue": _play_queue, "proxy": _bid_by_proxy}

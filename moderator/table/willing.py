"""What a player has said beforehand about offers: agreed to from a price on, or refused whoever makes them."""

from __future__ import annotations

from typing import NamedTuple

import engine
from engine import Company, Player, Refused, Seen
from engine.message import Message
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.tables import Offer, OrderOnFile, Seat
from moderator.table.silent import is_silent
from moderator.table.tongues import kept

STANDING = "standing"
# So much of what an order has done is remembered with it.
REMEMBERED = 30


class SaidBefore(NamedTuple):
    """What an order on file says to an offer, which order it is, and why."""

    yes: bool
    order: OrderOnFile
    why: Message


def answer(desk: Desk, play: Play, seat: Seat, offer: Offer) -> SaidBefore | None:
    """What a seat's orders on file say to an offer; None if they leave it to their owner.

    Who is refused by name is refused whatever they offer; who has named a price has thought about it, and that speaks
    before a refusal of everything."""
    rows = [row for row in desk.filed.open_of(seat) if row.kind == STANDING and not is_silent(desk, seat, row)]
    if not rows or seat.bot:
        return None
    seen = Seen(play.state, frozenset(), Player(seat.name))
    try:
        move = engine.parse_order(play.state, offer.order)
    except Refused:
        return None
    orders = [(row, engine.restore_order(row.data["order"])) for row in rows]
    by = Player(offer.by)
    for row, order in orders:
        if order.refuses(by, by_name=True):
            return SaidBefore(False, row, Message("it comes from {player}", player=by))
    for row, order in orders:
        why = order.answer(seen, move, Company(offer.company), by)
        if why is not None:
            return SaidBefore(True, row, why)
    for row, order in orders:
        if order.refuses(by):
            return SaidBefore(False, row, Message("it comes from {player}", player=by))
    return None


def remember(desk: Desk, play: Play, row: OrderOnFile, what: Message) -> None:
    """When an order answered which offer and why."""
    answers = [*row.data.get("answers", ()), [play.seq, desk.now.isoformat(), kept(play, what)]]
    row.data = {**row.data, "answers": answers[-REMEMBERED:]}

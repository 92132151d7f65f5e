"""Links that open a ready reply. Following one sends nothing and changes nothing; the mail it opens does, once sent."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from moderator.outbox.report.view import ReportView


def reply(view: ReportView, orders: Sequence[str], *, timed: bool = True) -> str:
    """A reply to the seat's address with these orders; ``timed`` binds them to the turn."""
    if not view.address:
        return ""
    body = "\r\n".join((f"turn {view.turn}", *orders) if timed else orders)
    # The orders stand in the body; a mail with a hundred links must not say everything twice.
    subject = f"[{view.game}] {orders[0] if len(orders) == 1 and len(orders[0]) < 16 else 'orders'}"
    return f"mailto:{quote(view.address, safe='@+.-_=')}?subject={quote(subject, safe='')}&body={quote(body, safe='')}"

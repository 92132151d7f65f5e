"""The log one can read: who did what beyond playing, from which address, what it was before and what it is now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moderator.office.desk import Desk
from moderator.store.tables import AuditEntry, Person

# What is shown behind the entry itself, in this order; everything else follows by name.
_FIRST = ("seat", "text", "old", "new", "orders")
# More orders than anybody reads; the rest are in the history.
MOST_ORDERS = 40


def enter(desk: Desk, person: Person | None, what: str, game_id: str | None, **detail: Any) -> None:
    """Writes who did what; what is empty is left out."""
    who = person.name if person is not None else "somebody"
    desk.note(
        who[:120], what[:60], game_id, **{name: value for name, value in detail.items() if value not in ("", None)}
    )


def entries(desk: Desk, game_id: str, last: int = 50) -> list[AuditEntry]:
    """The latest entries of a game, oldest first."""
    return desk.service.deeds(last, game_id)[::-1]


def line(entry: AuditEntry) -> str:
    """One entry as people read it."""
    detail = dict(entry.detail)
    address = detail.pop("address", "")
    who = f"{entry.who} <{address}>" if address else entry.who
    return f"{entry.at:%Y-%m-%d %H:%M} UTC  {who}: {entry.what}" + "".join(f"; {part}" for part in _parts(detail))


def _parts(detail: dict[str, Any]) -> Iterator[str]:
    if "old" in detail or "new" in detail:
        yield f"{detail.pop('old', '') or 'nothing'} → {detail.pop('new', '') or 'nothing'}"
    for name in (*_FIRST, *sorted(set(detail) - set(_FIRST))):
        value = detail.get(name)
        if isinstance(value, list):
            more = f" and {len(value) - MOST_ORDERS} more" if len(value) > MOST_ORDERS else ""
            yield f"{name}: {', '.join(map(str, value[:MOST_ORDERS]))}{more}"
        elif value not in (None, ""):
            yield str(value) if name == "text" else f"{name} {value}"

"""The addresses one writes from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.message import Message
from moderator.commands.confirming import ask, confirmed
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.games.store import Address, Person
from moderator.gateway.addresses import canonical
from moderator.inbox.reading import Statement


@command("address", "address add me@example.org  ·  address drop old@example.org", "arranging")
def address(statement: Statement, sitting: Sitting) -> Said:
    """Adds an address you may write from (confirmed by a mail to it), or drops one."""
    desk, person = sitting.desk, sitting.me
    parts = statement.text.split()
    if len(parts) < 3 or parts[1].lower() not in ("add", "drop") or "@" not in parts[2]:
        raise Refusal("I can't read this.", instead=("address add me@example.org",))
    if parts[1].lower() == "add":
        if desk.person_at(parts[2]) is not None:
            raise Refusal("That address belongs to somebody already.")
        return ask(sitting, "address", {"address": parts[2], "person": person.id}, parts[2])
    rows = [row for row in desk.addresses_of(person) if row.written.lower() == parts[2].lower()]
    if not rows:
        raise Refusal("You have no such address.")
    if len(desk.addresses_of(person)) == 1:
        raise Refusal("That is the only address I have for you.", instead=("address add me@example.org",))
    desk.session.delete(rows[0])
    desk.session.flush()
    desk.addresses_of(person)[0].main = True
    return Message("{address} dropped", address=parts[2])


@confirmed("address")
def add(sitting: Sitting, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back, from wherever it was mailed to."""
    desk, written = sitting.desk, str(kept["address"])
    if desk.person_at(written) is not None:
        raise Refusal("That address belongs to somebody already.")
    person = desk.session.get(Person, int(kept["person"]))
    if person is None:
        raise Refusal("That person is gone.")
    desk.session.add(Address(person_id=person.id, address=canonical(written), written=written, main=False))
    return Message("you may write from {address}", address=written)

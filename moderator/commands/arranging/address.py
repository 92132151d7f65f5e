"""The addresses one writes from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Refused
from engine.message import Listed, Message
from moderator.hearing.confirming import ask, asked_at, confirmed, may_ask
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store import mails
from moderator.store.mails import Said
from moderator.store.tables import Person
from moderator.table import journal
from moderator.table.seating import is_address

MOST = 5


@command("address", "address add me@example.org  ·  address drop old@example.org", "arranging")
def address(statement: Statement, submission: Submission) -> Said:
    """Adds an address you may write from (it must confirm), or drops one (your main address must confirm)."""
    desk, person = submission.desk, submission.me
    parts = statement.text.split()
    written = parts[2].strip("<>") if len(parts) == 3 else ""
    if parts[1:2] not in (["add"], ["drop"]) or not is_address(written):
        raise Refused("I can't read this.", instead=("address add me@example.org",))
    rows = desk.people.addresses(person.id)
    if parts[1] == "add":
        if desk.person_at(written) is person:
            raise Refused("You write to us from that address already.")
        if len(rows) >= MOST:
            raise Refused("You have {most} addresses; drop one first.", most=MOST)
        if submission.on_page and not person.guest:
            # Whoever finds a browser left open would only need a mailbox of their own: first their mailbox is asked
            # whose browser it is.
            shown = Message("let {name} write to us from {address}", name=person.name, address=written)
            return ask(submission, "another address", {"address": written}, of=person, shown=shown)
        return _ask(submission, person, written)
    if not any(row.written.lower() == written.lower() for row in rows):
        raise Refused("You have no such address.")
    if len(rows) == 1:
        raise Refused("That is the only address I have for you.", instead=("address add me@example.org",))
    # The word goes to the main address, also where that is the one to be dropped: an address that was added must not
    # be able to take its owner's place.
    shown = Message("no longer take mail from {address} for yours", address=written)
    return ask(submission, "address drop", {"address": written}, of=person, shown=shown)


def _ask(submission: Submission, person: Person, written: str) -> Said:
    """Asks whoever reads the mail there. The answer is the same whether somebody is known at the address or nobody:
    it would tell anybody who plays here."""
    owner = submission.desk.person_at(written)
    let = Message("let {name} write to us from {address}", name=person.name, address=written)
    if owner is None or owner is person:
        return ask(submission, "address", {"address": written, "person": person.id}, to=written, shown=let)
    answered = asked_at(written, let)
    if person.guest and not owner.blocked:
        # Whoever tried a game before they signed in keeps what they tried, if they say so from their own mailbox.
        seats = Message("let {address} have the seats of {name}, a guest", name=person.name, address=written)
        waiting = len(submission.asked)
        so = ask(submission, "address", {"address": written, "person": person.id}, to=written, shown=seats)
        return answered if len(submission.asked) > waiting else so
    may_ask(submission, written)
    submission.confirming = True
    if not owner.blocked:
        _tell_owner(submission, person, owner, written)
    return answered


def _tell_owner(submission: Submission, person: Person, owner: Person, written: str) -> None:
    """Somebody with an account of their own has asked for an address that is another's."""
    text = Message(
        "{name} asked to write to us from {address}, which is yours here; nothing was changed. If that is you as well, "
        "whoever runs the service can make both one: {postmaster}",
        name=person.name,
        address=written,
        postmaster=submission.desk.office.addresses.general("postmaster"),
    )
    mail = mails.Notice(Message("Somebody asked for an address of yours"), text)
    submission.desk.post(
        f"address asked {submission.mail_id or submission.desk.now} {owner.id}", written, mail, person=owner
    )


@confirmed("another address")
def ask_after_all(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back to what was written on a page: the address itself is asked."""
    person = submission.desk.person(kept.get("person"))
    if person is None:
        raise Refused("That person is no longer registered.")
    return _ask(submission, person, str(kept["address"]))


@confirmed("address")
def add(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back, from wherever it was mailed to."""
    desk, written = submission.desk, str(kept["address"])
    person, owner = desk.person(int(kept["person"])), desk.person_at(written)
    if person is None:
        raise Refused("That person is no longer registered.")
    if owner is not None:
        if not person.guest or owner.blocked:
            raise Refused("That address belongs to somebody already.")
        return _hand_seats(submission, person, owner, written)
    text = Message(
        "We take mail from {address} for yours now. If you don't want this, reply:  address drop {address}",
        address=written,
    )
    if person.guest:
        # Where they lived until now was no address.
        person.guest = False
        for row in desk.people.addresses(person.id):
            desk.drop(row)
        desk.give_address(person, written, main=True)
    else:
        _tell(submission, person, desk.main_address(person), Message("A new address of yours"), text)
        desk.give_address(person, written, main=False)
    journal.enter(desk, person, "address added", kept.get("game"), address=submission.sender, new=written)
    return Message("you may write from {address}", address=written)


def _hand_seats(submission: Submission, guest: Person, owner: Person, written: str) -> Said:
    """A guest turns out to be somebody who is known: what the guest has is theirs, and nobody is that guest any more.

    The guest's browser is not signed in as them by this; a sign-in has a word of its own."""
    desk = submission.desk
    there = {seat.game_id for seat in desk.seats.of_person(owner.id)}
    if both := sorted({seat.game_id for seat in desk.seats.of_person(guest.id)} & there):
        raise Refused("You have a seat in {games} yourself; the other stays the guest's.", games=Listed(both, ","))
    if {cup.id for _, cup in desk.cups.entries_of(guest.id)} & {cup.id for _, cup in desk.cups.entries_of(owner.id)}:
        raise Refused("You have both entered the same event.")
    name = guest.name
    desk.devices.end_all(guest.id)
    # Nor does a program of whoever the guest was play on for them.
    for key in desk.keys.of_person(guest.id):
        desk.drop(key)
    for row in desk.people.addresses(guest.id):
        desk.drop(row)
    desk.people.hand_all_over(guest.id, owner.id)
    desk.people.erase(guest, desk.now)
    submission.person = owner
    journal.enter(desk, owner, "seats of a guest", None, address=submission.sender)
    return Message("the seats of {name} are yours now; sign in with {address}", name=name, address=written)


@confirmed("address drop")
def drop(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back."""
    desk, written = submission.desk, str(kept["address"])
    person = desk.person(int(kept["person"]))
    rows = desk.people.addresses(person.id) if person is not None else []
    row = next((row for row in rows if row.written.lower() == written.lower()), None)
    if person is None or row is None or len(rows) == 1:
        raise Refused("You have no such address.")
    text = Message("We no longer take mail from {address} for {name}'s.", address=written, name=person.name)
    _tell(submission, person, row.written, Message("An address was dropped"), text)
    desk.drop(row)
    desk.people.addresses(person.id)[0].main = True
    journal.enter(desk, person, "address dropped", kept.get("game"), address=submission.sender, old=written)
    return Message("{address} dropped", address=written)


def _tell(submission: Submission, person: Person, to: str, title: Message, text: Message) -> None:
    """To one address alone, and without any seat's secret."""
    submission.desk.post(f"address {submission.mail_id} {to}", to, mails.Notice(title, text), person=person)

"""Entering an event: the terms are shown, and one word is mailed that must come back."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from engine import Refused
from engine.message import Listed, Message
from moderator.events import consent, entry
from moderator.events.announcing import find, write_down
from moderator.events.overview import Overview
from moderator.events.terms import decode
from moderator.events.terms_told import told
from moderator.hearing.confirming import OWN, ask, confirmed
from moderator.hearing.directing import named
from moderator.hearing.entering import name_and_club
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.cup_tables import Cup, CupEntry
from moderator.store.mails import Said
from moderator.store.statuses import EntryStatus
from moderator.table.names import check_names


@command("enter", "enter spring-cup  ·  enter spring-cup as Red Fox club Lyon", "events")
def enter(statement: Statement, submission: Submission) -> Said:
    """Enters you into a tournament, after you have seen its terms and confirmed. `as` says what you are called there,
    `club` whom you are not to meet early."""
    cup, more = named(statement, submission, 1, "enter spring-cup")
    name, club = name_and_club(more)
    person = submission.person
    name = name or (person.name if person is not None else _newcomer(submission))
    mine = submission.desk.cups.entry_of(cup.id, person.id) if person is not None else None
    if mine is not None and mine.status in entry.HERE and consent.is_asked(cup, mine) and not more:
        _still_has_a_seat(submission, cup, mine)
        # Whom the director has entered says yes.
        consent.said_yes(cup, mine)
        write_down(submission.desk, cup, mine.name, "said yes", "entered by the director", "")
        if mine.status == EntryStatus.WAITING:
            return Message("you are on the waiting list of {cup}", cup=cup.name)
        return Message("you play in {cup} as {name}", cup=cup.name, name=mine.name)
    status = entry.may_enter(submission.desk, cup, person, name)
    submission.say(Message("Terms of {cup}", cup=cup.name), Listed(told(decode(cup.terms)), "\n"))
    called = _with_club(name, club)
    shown = Message("enter {cup} as {name}, under the terms you were shown", cup=cup.name, name=called)
    if status == EntryStatus.WAITING:
        shown = Message(
            "come onto the waiting list of {cup} as {name}, under the terms you were shown", cup=cup.name, name=called
        )
    # What is answered to the word is for whoever enters, who hears of it nowhere else.
    data = {OWN: True, "cup": cup.id, "name": name, "club": club}
    data |= {"address": submission.sender, "language": submission.language}
    if person is None:
        return ask(submission, "enter an event", data, to=submission.sender, shown=shown)
    return ask(submission, "enter an event", data, of=person, shown=shown)


def _newcomer(submission: Submission) -> str:
    """What somebody new is called who does not say so: as in From, where that can be a seat's name."""
    with suppress(Refused):
        check_names([submission.called])
        return submission.called
    return submission.sender.partition("@")[0]


def _with_club(name: str, club: str) -> Said:
    return Message("{name} (club: {club})", name=name, club=club) if club else name


def _still_has_a_seat(submission: Submission, cup: Cup, mine: CupEntry) -> None:
    """Whose seat the director has given to somebody else meanwhile does not play by saying yes. Raises Refused."""
    overview = Overview.of(submission.desk, cup)
    tables = overview.tables_of(overview.last) if overview.last is not None else ()
    if any(mine.key in seat.get("taken", ()) for table in tables for seat in table.seats):
        raise Refused(
            "The director has given your seat in {cup} to somebody else; only they can enter you again.", cup=cup.name
        )


@confirmed("enter an event")
def entered(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back: whoever had it reads that address."""
    desk = submission.desk
    cup = find(desk, str(kept["cup"]), locked=True)
    person = desk.person(kept.get("person")) or desk.meet(
        str(kept["address"]), str(kept["name"]), str(kept.get("language", ""))
    )
    mine = entry.enter(desk, cup, person, str(kept["name"]), str(kept["club"]))
    consent.said_yes(cup, mine)
    write_down(desk, cup, mine.name, "entered", "", "waiting" if mine.status == EntryStatus.WAITING else "")
    if mine.status == EntryStatus.WAITING:
        return Message("you are on the waiting list of {cup}", cup=cup.name)
    return Message("you have entered {cup} as {name}", cup=cup.name, name=_with_club(mine.name, mine.club))

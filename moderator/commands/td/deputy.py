"""Deputies of an event's director."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Refused
from engine.message import Message
from moderator.events import announcing
from moderator.hearing.confirming import OWN, ask, confirmed
from moderator.hearing.directing import may_name, named, still_theirs, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.cup_tables import Cup
from moderator.store.mails import Said
from moderator.table.seating import is_address


@command(
    "td deputy",
    "td deputy spring-cup anna@example.org  ·  td deputy spring-cup none anna@example.org",
    "director",
    of_event=True,
)
def deputy(statement: Statement, submission: Submission) -> Said:
    """Makes somebody your deputy, who may do all but name deputies, call the event off and begin a season; or no
    longer (`none`)."""
    cup, more = named(statement, submission, 2, "td deputy spring-cup anna@example.org")
    gone = more.lower().startswith("none ")
    address = more[5:].strip() if gone else more
    if not is_address(address):
        raise Refused("{address} is not an email address.", address=repr(address[:80]))
    desk = submission.desk
    if gone:
        person = desk.meet(address, language=submission.language)
        announcing.remove_deputy(desk, cup, person, writer(submission))
        return Message("{name} is no deputy any more", name=person.name)
    may_name(submission, address)
    if submission.on_page:
        # A browser left open must not be enough to let anybody direct: the director's own mailbox is asked first.
        announcing.may_be_deputy(desk, cup, desk.person_at(address))
        shown = Message("make {address} a deputy who directs {cup} with you", address=address, cup=cup.name)
        return ask(submission, "deputy", {OWN: True, "cup": cup.id, "address": address}, shown=shown)
    return _name(submission, cup, address)


@confirmed("deputy")
def name_after_all(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back to what was written on a page."""
    return _name(submission, still_theirs(submission, kept, "td deputy"), str(kept["address"]))


def _name(submission: Submission, cup: Cup, address: str) -> Said:
    person = submission.desk.meet(address, language=submission.language)
    announcing.add_deputy(submission.desk, cup, person, writer(submission))
    return Message("{name} is your deputy", name=person.name)

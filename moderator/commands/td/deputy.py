"""Deputies of an event's director."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.events import announcing
from moderator.hearing.directing import may_name, named, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
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
    if not gone:
        may_name(submission, address)
    person = desk.meet(address, language=submission.language)
    (announcing.remove_deputy if gone else announcing.add_deputy)(desk, cup, person, writer(submission))
    if gone:
        return Message("{name} is no deputy any more", name=person.name)
    return Message("{name} is your deputy", name=person.name)

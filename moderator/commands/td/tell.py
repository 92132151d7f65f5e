"""Writing to everybody in an event."""

from __future__ import annotations

import re
from datetime import timedelta

from engine import Refused
from engine.message import Listed, Message
from moderator.events import consent, telling
from moderator.events.announcing import write_down
from moderator.events.overview import Overview
from moderator.hearing.directing import named, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said

MOST = 2000
# A text that begins with quotes and does not end with them.
_OPEN = re.compile(r"[\"“„«][^\"”“»]*")
# Of one director within a day: it goes to everybody, and some were entered without having asked for it.
MOST_A_DAY = 20


@command("td tell", 'td tell spring-cup "the final begins on Sunday"', "director", of_event=True)
def tell(statement: Statement, submission: Submission) -> Said:
    """Sends a line to everybody in the event."""
    cup, more = named(statement, submission, 2, 'td tell spring-cup "…"')
    desk, text = submission.desk, submission.desk.office.addresses.without_secrets(more.strip('"“”«» '))
    if _OPEN.fullmatch(more):
        # The rest stands in other lines, which nobody would be sent.
        raise Refused(
            "The quotes are not closed: only this line would be sent to everybody. Write all of it in one line.",
            instead=(f'td tell {cup.id} "{text[:60]} …"',),
        )
    if not text or len(text) > MOST:
        raise Refused("Write from 1 to {most} characters.", most=MOST)
    person = submission.person
    if person is not None and not desk.within("told in events", str(person.id), MOST_A_DAY, timedelta(days=1)):
        raise Refused("You have written to everybody {most} times within a day; go on tomorrow.", most=MOST_A_DAY)
    write_down(desk, cup, writer(submission), "told", "", text)
    key = f"told {len(desk.cups.deeds(cup.id, 100_000))}"
    # Who never asked to be here hears nothing more before they have said that they play, or do.
    overview = Overview.of(desk, cup)
    silent = [] if overview.rounds else consent.unanswered(overview)
    title = Message("{cup}: from the director", cup=cup.name)
    told = telling.everybody(desk, cup, key, title, text, but={one.key for one in silent})
    if silent:
        names = Listed((one.name for one in silent), ",")
        return Message("sent to everybody in {cup} but who has not answered: {names}", cup=cup.name, names=names)
    if not told:
        return Message("nobody in {cup} can be written to, so this went to nobody", cup=cup.name)
    return Message("sent to everybody in {cup}", cup=cup.name)

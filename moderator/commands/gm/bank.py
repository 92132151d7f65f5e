"""The moderator gives a seat time for its bank, or takes some."""

from __future__ import annotations

import re

from engine import Refused
from engine.message import Listed, Message
from moderator.hearing.arguments import of_time, rest
from moderator.hearing.moderating import seat_named, tell, tell_deadline
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.office.clock import read_duration, terms_from
from moderator.store.mails import Said
from moderator.table import announce, deadlines
from moderator.table.pace import span

_FORM = re.compile(r"([+-])\s*(\d{1,4}\s*[a-z]+)\s+(.+)", re.IGNORECASE)


@command("gm bank", "gm bank +48h Red  ·  gm bank -24h Red", "moderator")
def bank(statement: Statement, submission: Submission) -> Said:
    """Gives a seat time for its bank, or takes some out of it. Nobody loses time of the decision they have to make."""
    desk, play = submission.desk, submission.game
    found = _FORM.fullmatch(rest(statement, 2))
    if found is None:
        raise Refused("I can't read this.", instead=("gm bank +48h Red",))
    if not terms_from(play.terms).bank:
        raise Refused("This game has no bank of time.", instead=("gm clock bank 10 days", "gm extend 24h"))
    seat = seat_named(submission, found[3], "gm bank +48h Red")
    length = int(of_time(lambda: read_duration(found[2]), "gm bank +48h Red").total_seconds())
    row = deadlines.open_decision(desk, play.id)
    mine = row if row is not None and row.seat_id == seat.id else None
    before, old = mine.due_at if mine is not None else None, deadlines.bank_now(desk, play, seat, row)
    deadlines.take(play, seat, min(length, int(old.total_seconds())) if found[1] == "-" else -length)
    if mine is not None:
        deadlines.refill(desk, play, seat, mine)
    new = deadlines.bank_now(desk, play, seat, row)
    title = Message("The bank of {seat}", seat=seat.name)
    text = Message("{seat} had {old} in the bank and has {new} now.", seat=seat.name, old=span(old), new=span(new))
    if mine is not None and mine.due_at != before:
        said = Listed((text, *announce.from_to(before, mine.due_at)), " ")
        tell_deadline(submission, title, said, seat=seat.name, old=str(span(old)), new=str(span(new)))
    else:
        tell(submission, title, text, seat=seat.name, old=str(span(old)), new=str(span(new)))
    return text

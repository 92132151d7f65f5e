"""Ending an absence early."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from engine.message import Listed, Message
from moderator.hearing.changing import move_deadlines
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.language import Moment
from moderator.store.mails import Said
from moderator.store.tables import Seat
from moderator.table import announce, ladder


@command("back", "back", "arranging")
def back(statement: Statement, submission: Submission) -> Said:
    """Ends your absence: your clock runs again from now. A bot that played for you stops."""
    desk, person = submission.desk, submission.me
    announced = [row for row in desk.people.absences(person.id) if row.ends > desk.now]
    # Told to whoever only meant to say that they are there: an absence to come is taken back as well.
    to_come = [(row.begins, row.ends) for row in announced if row.begins > desk.now]
    begun = any(row.begins < desk.now for row in announced)

    def end() -> None:
        for row in announced:
            if row.begins >= desk.now:
                desk.drop(row)
            else:
                row.ends = desk.now

    def news(seat: Seat) -> tuple[Message, Message]:
        return Message("{seat} is back", seat=seat.name), Message("The clock of {seat} runs again.", seat=seat.name)

    told = move_deadlines(submission, end, f"back {submission.mail_id}", news)
    if announced:
        _tell_others(submission, told, begun=begun)
    play, seat = submission.play, submission.seat
    # Only the owner: whoever stands in for somebody is not away.
    if play is not None and seat is not None and seat.person_id == person.id and ladder.come_back(desk, play, seat):
        submission.changed = True
        return _said(Message("welcome back; the seat is yours again"), to_come, person.zone)
    return _said(Message("welcome back"), to_come, person.zone)


def _said(welcome: Message, to_come: Sequence[tuple[datetime, datetime]], zone: str) -> Message:
    """A welcome, with the absences that are taken back before they began."""
    days = [
        Message("away from {begins} until {moment}", begins=Moment(begins, zone), moment=Moment(ends, zone))
        for begins, ends in to_come
    ]
    return Message("{welcome}; taken back: {days}", welcome=welcome, days=Listed(days, ";")) if days else welcome


def _tell_others(submission: Submission, told: Collection[str], *, begun: bool) -> None:
    """Whoever was told of the absence is told that it is over, although no deadline of theirs moves by it."""
    desk, person = submission.desk, submission.me
    for seat in desk.seats.taken_by(person.id):
        play = desk.game(seat.game_id)
        if play is None or not play.running or play.id in told:
            continue
        if not desk.outbox.was_told(play.id, f"notice {play.id} away {person.id} "):
            continue
        title, text = (
            (
                Message("{seat} is back", seat=seat.name),
                Message("{seat} is back, sooner than announced.", seat=seat.name),
            )
            if begun
            else (
                Message("{seat} is not away", seat=seat.name),
                Message("{seat} will not be away after all.", seat=seat.name),
            )
        )
        announce.notice(desk, play, f"back {person.id} {submission.mail_id}", title, text, but=seat)

"""How one keeps one's time, as it is known to the service."""

from __future__ import annotations

from collections.abc import Iterator

from engine.message import Listed, Message, Value
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table.reliability import Reliability, reliability


@command("reliability", "reliability", "asking")
def show(statement: Statement, submission: Submission) -> Said:
    """Shows how you keep your time: decisions made on time, late, missed or excused, and games you gave up. What is
    long ago weighs less."""
    known = reliability(submission.desk, submission.me)
    submission.say(Message("How you keep your time"), Listed(lines(known), "\n"))
    return Message("see below")


def lines(known: Reliability) -> Iterator[Value]:
    """What is known, a line each."""
    yield in_short(known)
    if known.percent is None:
        yield Message("Too little is known yet for a share.")
    else:
        yield Message("Reliability: {percent}%. Half of it fades in half a year.", percent=known.percent)


def in_short(known: Reliability) -> Message:
    return Message(
        "On time {on_time}, late {late}, missed {missed}, excused {excused}, games given up {resigned}.",
        on_time=known.on_time,
        late=known.late,
        missed=known.missed,
        excused=known.excused,
        resigned=known.resigned,
    )

"""The one answer of a mail, and when there is none: floods, and talk that would never end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import func, select

from engine.message import Message
from moderator.commands.registry import Said
from moderator.desk import Desk
from moderator.games.store import Mail, Seat
from moderator.inbox.answer import (
    CONFIRM,
    DONE,
    NOT_ACCEPTED,
    NOT_TRIED,
    WRONG,
    Answer,
)
from moderator.inbox.letter import PROBLEMS, Letter

# More refusals than this in an hour, and a sender is a machine or in a rage: the mails are kept, the answers end.
MOST_REFUSALS = 60
# Mails in a day that hold nothing for us, or prove nothing. A robot that does not say it is one writes such mails, and
# whatever we answered would make it write the next.
MOST_TALK = 10
TALK = "talk"
# Our own mark at the head of a subject, which the answer carries anyway.
_TAG = re.compile(r"^(?:(?:ACCEPTED|NOT ACCEPTED|QUEUED|PREVIEW|CONFIRM|DUPLICATE)?\s*\[[\w #.-]{1,60}\]\s*)+")


def flooding(desk: Desk, sender: str) -> bool:
    """Far too many refusals in an hour: nothing of this sender is read for a while."""
    useless = (NOT_ACCEPTED, f"{NOT_ACCEPTED}:{TALK}", "parked")
    return bool(sender) and _came(desk, sender, timedelta(hours=1), useless) >= MOST_REFUSALS


def talked(desk: Desk, sender: str) -> bool:
    """A day of mails without sense: orders are still read, but what says nothing is answered no more."""
    useless = (f"{NOT_ACCEPTED}:{TALK}", "parked")
    return bool(sender) and _came(desk, sender, timedelta(days=1), useless) >= MOST_TALK


def _came(desk: Desk, sender: str, within: timedelta, verdicts: Sequence[str]) -> int:
    wanted = select(func.count(Mail.id)).where(
        Mail.sender == sender, Mail.received_at > desk.now - within, Mail.verdict.in_(verdicts)
    )
    return desk.session.scalar(wanted) or 0


def refuse(desk: Desk, row: Mail, letter: Letter, seat: Seat | None, why: Said, *, to: str = "") -> str:
    answer = Answer().refuse(Message("nothing of this mail was played. {why}", why=why))
    return reply(desk, row, letter, seat, answer, to=to or letter.sender)


def reply(desk: Desk, row: Mail, letter: Letter, seat: Seat | None, answer: Answer, *, to: str, word: str = "") -> str:
    """Queues the one answer of this mail; its key makes sure of the one."""
    understood = any(line["mark"] in (DONE, WRONG, NOT_TRIED) for line in answer.lines)
    talk = answer.word == NOT_ACCEPTED and not understood
    if talk and talked(desk, row.sender):
        return "dropped:flood"
    data = answer.data() | {
        "in_reply_to": letter.message_id,
        "topic": _topic(letter, answer),
        "confirm_word": word,
        "with_position": seat is not None and _has_begun(desk, seat),
        "warnings": [
            Message(PROBLEMS[one]) for one in letter.problems if one in ("look-alike", "unreadable", "several-texts")
        ],
    }
    if seat is not None and answer.word == CONFIRM and word:
        data["orders"] = [f"confirm {word}"]
    desk.post(f"answer {row.id}", "answer", to, data, seat=seat, person=desk.person_at(to), mail_id=row.id)
    return f"{NOT_ACCEPTED}:{TALK}" if talk else answer.word


def _has_begun(desk: Desk, seat: Seat) -> bool:
    """Before the first move there is no position to show."""
    play = desk.game(seat.game_id)
    return play is not None and play.row.started_at is not None


def _topic(letter: Letter, answer: Answer) -> str:
    """What the answer's subject names: the orders themselves where there are any."""
    orders = [line["text"] for line in answer.lines if line["mark"] in (DONE, WRONG) and line["text"][:5] != "turn "]
    return "; ".join(orders)[:80] or _TAG.sub("", letter.topic)[:80]

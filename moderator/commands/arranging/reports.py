"""Which mails one gets."""

from __future__ import annotations

import re
from datetime import timedelta

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.called import in_our_arguments
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store import mails
from moderator.store.mails import Said
from moderator.table import announce
from moderator.table.digest import next_digest

_WISH = re.compile(r"(full|short|each|mine|none)|daily(?: (\d{1,2}):(\d{2}))?")
# What one game may have otherwise than the others.
_OF_ONE = re.compile(r"(full|short|each|mine|usual)")
# Of so many such choices made on a page somebody is told within a day.
MOST_TOLD = 10


@command(
    "reports", "reports full  ·  short  ·  mine  ·  daily 07:00  ·  none  ·  full here", "arranging", also=("notify",)
)
def reports(statement: Statement, submission: Submission) -> Said:
    """Chooses your emails: everything each turn, short news, only your moves, once a day, or only answers. With `here`
    behind it, of this game alone; `reports usual here` makes it like your others again."""
    text = in_our_arguments(rest(statement))
    wish, _, where = text.rpartition(" ")
    return _here(wish, submission) if where == "here" else _everywhere(text, submission)


def _here(wish: str, submission: Submission) -> Message:
    seat = submission.my_seat
    if _OF_ONE.fullmatch(wish) is None:
        raise Refused(
            "{choice} can't be chosen for one game alone.",
            instead=("reports full here", "reports short here", "reports mine here", "reports usual here"),
            choice=wish or Message("nothing"),
        )
    seat.reports = {"usual": "", "short": "each"}.get(wish, wish)
    if wish == "usual":
        return Message("of this game you get what you get of the others")
    if submission.me.reports == "none":
        return Message(
            "you get no emails at all; `reports short` changes that, and then of this game: {choice}", choice=wish
        )
    return Message("of this game you get: {choice}", choice=wish)


def _everywhere(text: str, submission: Submission) -> Message:
    desk, person = submission.desk, submission.me
    found = _WISH.fullmatch(text)
    if found is None or (found.group(2) and (int(found.group(2)) > 23 or int(found.group(3)) > 59)):
        raise Refused(
            "{choice} is not one of the choices.",
            instead=("reports short", "reports full", "reports mine", "reports daily 07:00", "reports full here"),
            choice=text or Message("nothing"),
        )
    # Who had every report had short news, by another name.
    person.reports = "each" if text == "short" else text
    if submission.seat is not None:
        # What is asked for in a game is wanted in that game too, whatever was wanted of it before.
        submission.seat.reports = ""
    person.digest_at = next_digest(person, desk.now)
    if text == "none":
        announce.silent(desk, person, str(submission.mail_id))
        if submission.on_page:
            _tell_of_silence(submission)
        return Message(
            "you get: {choice}. You will not be told when it is your move; your moderators know.", choice=text
        )
    return Message("you get: {choice}", choice=text)


def _tell_of_silence(submission: Submission) -> None:
    """A last mail: whoever sits at a browser that was left open can have it chosen, too, and its owner would hear of
    their game when they are late."""
    desk, person = submission.desk, submission.me
    if person.guest or not desk.within("told of silence", str(person.id), MOST_TOLD, timedelta(days=1)):
        return
    text = Message(
        "On a page it was chosen that you get no emails any more, not even when it is your move. If it was not you, "
        "or you want them after all, reply `reports short`, and see on your page who is signed in."
    )
    told = mails.Notice(Message("No emails any more"), text)
    desk.post(f"silence {submission.mail_id}", desk.main_address(person), told, person=person)

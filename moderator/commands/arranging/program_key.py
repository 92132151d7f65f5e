"""A key with which a program sends one's orders."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import AnswerBlock, Said
from moderator.table.machines import end_keys, make_key, tell_of_key


@command("program key", "program key  ·  program key off", "arranging")
def program_key(statement: Statement, submission: Submission) -> Said:
    """Makes a key with which a program may send your orders; `off` ends all of them. The table sees that one plays."""
    wanted = rest(statement, 2).lower()
    if wanted == "off":
        return Message("keys ended: {count}", count=end_keys(submission.desk, submission.my_seat))
    if wanted:
        raise Refused("I can't read this.", instead=("program key", "program key off"))
    key = make_key(submission.desk, submission.game, submission.my_seat, submission.me)
    if submission.on_page:
        tell_of_key(submission.desk, submission.my_seat, submission.me)
    submission.blocks.append(AnswerBlock(Message("The key; it is told this once"), key))
    return Message("a key was made; a program that has it plays for you")

"""Agreeing to an offer."""

from __future__ import annotations

from engine import Refused, key
from engine.message import Message
from moderator.hearing.answering import beside_an_answer, waiting
from moderator.hearing.arguments import number as number_said
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import offers
from moderator.table.playing import refuse_if_closed


def only_offer(statement: Statement, submission: Submission, verb: str) -> int:
    """The number of the only offer that waits for the writer, from whom they name if they name somebody."""
    play, seat = submission.begun, submission.my_seat
    words = {key(word.strip(".,!?")).removesuffix("s") for word in statement.text.split()[1:]}
    named = [one.name for one in play.players if key(one.name).removesuffix("s") in words]
    waiting = [
        row
        for row in offers.offers_for(submission.desk, play, seat)
        if seat.name in row.parties and seat.name not in row.agreed and (not named or row.by in named)
    ]
    if not waiting:
        raise Refused("No offer waits for your answer.", instead=("status",))
    if len(waiting) > 1:
        instead = tuple(f"{verb} {offers.number_for(row, seat.name)}" for row in waiting)
        raise Refused("Which offer? Name its number.", instead=instead)
    return offers.number_for(waiting[0], seat.name)


def refuse_other_words(statement: Statement, submission: Submission, verb: str) -> None:
    """What stands behind the word must be about the offer: "accept my apologies" sells nothing."""
    rest = statement.text.partition(" ")[2]
    names = {key(word) for one in submission.begun.players for word in (one.name, f"{one.name}s")}
    about = {word for one in waiting(submission.desk, submission.play, submission.seat) for word in one.words}
    if word := beside_an_answer(rest, names | about, verb):
        raise Refused(
            "I understand `{verb}`, but not “{text}” behind it. Write `{verb}` and the offer's number alone.",
            instead=(f"{verb} {only_offer(statement, submission, verb)}",),
            verb=verb,
            text=word,
        )


@command("accept", "accept 7", "agreements", also=("agree",))
def accept(statement: Statement, submission: Submission) -> Said:
    """Agrees to an offer made to you."""
    play, seat = submission.begun, submission.my_seat
    refuse_if_closed(play)
    refuse_other_words(statement, submission, "accept")
    number = number_said(statement, -1)
    row = offers.accept(
        submission.desk, play, seat, number if number >= 0 else only_offer(statement, submission, "accept")
    )
    submission.changed = True
    return Message("agreed: {offer}", offer=offers.describe(row))

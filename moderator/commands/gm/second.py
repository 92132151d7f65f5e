"""A second moderator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.confirming import ask, confirmed
from moderator.hearing.moderating import tell
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store import mails
from moderator.store.mails import Said
from moderator.store.statuses import SeatRole
from moderator.table import seating


@command("gm second", "gm second x@example.org  ·  gm second none", "moderator")
def second(statement: Statement, submission: Submission) -> Said:
    """Names a second moderator, who may do all that you may but name moderators; they are asked first. `none` ends
    it."""
    desk, play, address = submission.desk, submission.game, rest(statement, 2).strip("<>")
    if address.lower() in ("none", "off"):
        seats = seating.seconds(play)
        if not seats:
            raise Refused("There is no second moderator.", instead=("gm second x@example.org",))
        for seat in seats:
            seating.unseat(desk, play, seat, submission.mail_id)
        tell(submission, Message("No second moderator"), Message("The second moderator has left."))
        return Message("there is no second moderator any more")
    if not seating.is_address(address):
        raise Refused("{address} is no address.", instead=("gm second x@example.org",), address=address or '""')
    shown = Message("be the second moderator of the {title} game {game}", title=play.title, game=play.id)
    ask(submission, "be a second moderator", {"address": address, "from": play.moderator_id}, to=address, shown=shown)
    submission.confirming = False
    return Message("{address} was asked", address=address)


@confirmed("be a second moderator")
def sit_down(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back from whoever was asked."""
    desk, play = submission.desk, submission.game
    if kept.get("from", play.moderator_id) != play.moderator_id:
        # Whoever named them has handed the game over, and who has it now has named nobody.
        raise Refused("The game has another moderator by now.")
    head = desk.person(play.moderator_id)
    person = submission.person = desk.meet(str(kept["address"]), language=head.language if head is not None else "")
    if any(seat.person_id == person.id for seat in play.seats if seat.role == SeatRole.GM):
        raise Refused("You moderate this game already.")
    seat = seating.add_moderator(desk, play, person)
    desk.post_to_seat(seat, f"second {play.id} {seat.id}", mails.Moderating())
    tell(
        submission,
        Message("A second moderator"),
        Message("The game has a second moderator now."),
        new=str(kept["address"]),
    )
    return Message("you moderate the game {game} now", game=play.id)

"""The moderator hands the game over."""

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
from moderator.table import seating


@command("gm hand over", "gm hand over to x@example.org", "moderator")
def hand_over(statement: Statement, submission: Submission) -> Said:
    """Gives the game to another moderator, who is asked first. Until they say yes it is yours."""
    address = rest(statement, 3).removeprefix("to ").strip("<> ")
    if not seating.is_address(address):
        raise Refused("{address} is no address.", instead=("gm hand over to x@example.org",), address=address or '""')
    play = submission.game
    if submission.on_page:
        # A browser left open must not be enough to give the game away: its moderator's mailbox is asked first.
        shown = Message("ask {address} to moderate {game} from now on", address=address, game=play.id)
        return ask(submission, "hand over", {"address": address}, shown=shown)
    return _ask(submission, address)


@confirmed("hand over")
def ask_after_all(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back to what was written on a page."""
    if not submission.is_gm or submission.game.moderator_id != submission.me.id:
        raise Refused("Only the game's first moderator may do this.")
    return _ask(submission, str(kept["address"]))


def _ask(submission: Submission, address: str) -> Said:
    play = submission.game
    shown = Message("moderate the {title} game {game} from now on", title=play.title, game=play.id)
    kept = {"address": address, "from": play.moderator_id}
    ask(submission, "moderate a game", kept, to=address, shown=shown)
    submission.confirming = False
    return Message("{address} was asked", address=address)


@confirmed("moderate a game")
def take_it(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back from whoever was asked."""
    desk, play = submission.desk, submission.game
    if play.moderator_id != kept["from"]:
        raise Refused("The game has another moderator by now.")
    old = desk.person(play.moderator_id)
    person = desk.meet(str(kept["address"]), language=old.language if old is not None else "")
    submission.person = person
    seat = seating.hand_over(desk, play, person, submission.mail_id)
    desk.post_to_seat(seat, f"handed over {play.id} {seat.id} {seat.key_number}", mails.Moderating())
    tell(
        submission,
        Message("A new moderator"),
        Message("The game has a new moderator."),
        old=desk.main_address(old) if old is not None else "",
        new=str(kept["address"]),
    )
    return Message("you moderate the game {game} now", game=play.id)

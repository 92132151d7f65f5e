"""The moderator gives a seat to somebody else."""

from __future__ import annotations

import re

from engine import Refused
from engine.message import Message
from moderator.events.going import refuse_at_its_table
from moderator.hearing.moderating import tell
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus, SeatRole
from moderator.table import seating


@command("gm replace", "gm replace Red by x@example.org", "moderator")
def replace(statement: Statement, submission: Submission) -> Said:
    """Gives a seat to another person, who is asked first, or to a bot (`by bot`). Whoever had it is told, their key
    stops working, and what they had on file and noted is closed."""
    found = re.fullmatch(r"gm replace (.+) by (\S+)", statement.text, re.IGNORECASE)
    seat = submission.game.seat(found.group(1)) if found else None
    if found is None or seat is None or seat.role != SeatRole.PLAYER:
        raise Refused("I can't read this.", instead=("gm replace Red by x@example.org", "gm replace Red by bot"))
    desk, play = submission.desk, submission.live
    refuse_at_its_table(desk, play, seat, submission.person)
    if not play.running and play.status != GameStatus.INVITING:
        raise Refused("The game is over.", instead=("history",))
    bot = found.group(2).lower() == "bot"
    address = found.group(2).strip("<>")
    if not bot and not seating.is_address(address):
        raise Refused("{address} is no address.", instead=("gm replace Red by x@example.org",), address=address)
    person = None if bot else seating.may_be_invited(desk, play.row, address)
    old = desk.person(seat.person_id)
    seating.give(desk, play, seat, person, f"replace {submission.mail_id}", submission.mail_id)
    if bot:
        news = Message("{seat} is now played by a bot.", seat=seat.name)
        seating.begin_if_all_have_joined(desk, play)
    else:
        news = Message("The seat of {seat} is offered to somebody else, whose answer is awaited.", seat=seat.name)
    submission.changed = True
    tell(
        submission,
        Message("{seat} has a new player", seat=seat.name)
        if bot
        else Message("A new player for {seat}", seat=seat.name),
        news,
        seat=seat.name,
        old=desk.main_address(old) if old is not None else "",
        new="bot" if bot else address,
    )
    if bot:
        return Message("{seat} is now played by a bot.", seat=seat.name)
    return Message("{address} was asked to play {seat}", seat=seat.name, address=address)

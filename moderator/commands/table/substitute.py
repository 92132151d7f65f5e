"""Letting somebody else play for a while."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engine import Refused
from engine.message import Listed, Message
from moderator.hearing.arguments import of_time
from moderator.hearing.confirming import ask, confirmed, owner_of, seat_of
from moderator.hearing.moderating import write_down
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.language.words import Moment
from moderator.office.clock import read_moment
from moderator.store import mails
from moderator.store.mails import Said
from moderator.store.tables import Seat
from moderator.table import announce, deadlines, standing
from moderator.table.seating import end_substitute, turn_key


@command("substitute", "substitute x@example.org until 2027-01-03", "coming and going")
def substitute(statement: Statement, submission: Submission) -> Said:
    """Lets somebody else play your seat until a date; you stay its owner. `substitute none` ends it."""
    desk, play, seat = submission.desk, submission.game, submission.my_seat
    parts = statement.text.split()[1:]
    if parts and parts[0].lower() in ("none", "off"):
        if desk.person(seat.substitute_id) is None:
            raise Refused("Nobody plays for you.", instead=("substitute x@example.org until 2027-01-03",))
        closed = bool(standing.open_orders(desk, seat))
        _tell_former(submission, seat)
        end_substitute(desk, play, seat)
        write_down(submission, "substitute ends", seat=seat.name)
        submission.changed = True
        done = Message("you play your seat yourself; your order address has a new key, and this answer comes from it")
        return Message("{done}. What your substitute had on file is closed", done=done) if closed else done
    if len(parts) < 3 or parts[1].lower() != "until" or "@" not in parts[0]:
        raise Refused("I can't read this.", instead=("substitute x@example.org until 2027-01-03",))
    until = of_time(lambda: read_moment(" ".join(parts[2:]), submission.me.zone, end_of_day=True))
    named = desk.person_at(parts[0])
    if named is not None and (named.blocked or named.id == seat.person_id):
        raise Refused("{address} can't play for you.", address=parts[0])
    if submission.on_page:
        # A browser left open must not be enough to give the seat away: the word goes to its owner's mailbox.
        kept = {"address": parts[0], "until": until.isoformat()}
        shown = Message(
            "let {address} play {seat} until {until}", address=parts[0], seat=seat.name, until=Moment(until)
        )
        return ask(submission, "substitute", kept, of=owner_of(submission), shown=shown)
    return _let(submission, seat, parts[0], until)


@confirmed("substitute")
def let_after_all(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back to what was written on a page."""
    return _let(submission, seat_of(submission, kept), str(kept["address"]), datetime.fromisoformat(kept["until"]))


def _let(submission: Submission, seat: Seat, address: str, until: datetime) -> Said:
    desk, play = submission.desk, submission.game
    rows = [row for row in [deadlines.open_decision(desk, play.id)] if row is not None and row.seat_id == seat.id]
    person = desk.meet(address, language=submission.language)
    if person.blocked or person.id == seat.person_id:
        raise Refused("{address} can't play for you.", address=address)
    had, former = standing.open_orders(desk, seat), desk.person(seat.substitute_id)
    if former is not None:
        _tell_former(submission, seat)
        turn_key(desk, seat)
    # A substitute never sees what its owner had planned, and does not carry it out either.
    standing.close_for_good(desk, seat, "A substitute plays the seat.")

    def change() -> None:
        seat.substitute_id, seat.substitute_until = person.id, until

    deadlines.resettle(desk, rows, change)
    desk.post_to_seat(seat, f"substitute {submission.mail_id}", mails.StandingIn(seat.name))
    announce.notice(
        desk,
        play,
        f"substitute {submission.mail_id}",
        Message("A substitute"),
        Message("{seat} is played by a substitute.", seat=seat.name),
        but=seat,
    )
    write_down(submission, "substitute", seat=seat.name, new=address, text=f"until {until:%Y-%m-%d %H:%M} UTC")
    done = Message("{address} plays for you", address=address)
    if had and former is not None:
        return Message("{done}. What your substitute had on file is closed", done=done)
    if had:
        closed = Listed((standing.planned(submission.game, row) for row in had), ";")
        return Message(
            "{address} plays for you; what you had on file was closed: {orders}", address=address, orders=closed
        )
    return done


def _tell_former(submission: Submission, seat: Seat) -> None:
    """Whoever played until now is told; the address they knew stops working."""
    desk, person = submission.desk, submission.desk.person(seat.substitute_id)
    if person is not None and not person.suspended:
        text = standing.and_closed(
            desk, submission.game, seat, Message("You no longer play {seat}; thank you.", seat=seat.name)
        )
        told = mails.Notice(Message("You no longer play {seat}", seat=seat.name), text)
        key = f"substitute over {submission.mail_id} {seat.id}"
        desk.post(key, desk.main_address(person), told, game_id=seat.game_id, person=person)

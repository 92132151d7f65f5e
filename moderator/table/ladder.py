"""What becomes of a player who misses decision after decision, rung by rung, so that nobody waits for ever.

After as many misses in a row as the game's ladder has for a rung: the seat's hours are halved; then a bot plays in the
player's place, who may come back with any order; then the seat is open. Everything is told to the table.

 ::

    joined ─ N misses ▶ joined, half the hours ─ N more ▶ absent, a bot plays ─ N more turns ▶ resigned, open
       ▲─ a decision of their own ─┘      ▲───────────── writes ─┘

The bot's turns may take it a second, so the seat is never open before as much time has passed as N decisions have: its
player is to read that a bot plays, and to come back.
"""

from __future__ import annotations

from datetime import timedelta

from engine.message import Message
from moderator.language import Moment
from moderator.office.clock import terms_from
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.game import Play
from moderator.store.statuses import Punctuality, SeatStatus
from moderator.store.tables import Decision, Seat
from moderator.table import announce, reliability, seating


def climb(desk: Desk, play: Play, seat: Seat, row: Decision) -> bool:
    """After a miss, which is counted already: what the ladder says. True if a bot plays from now on."""
    step = terms_from(play.terms).ladder
    if not step or seat.bot:
        return False
    if seat.in_row == step:
        title = Message("{seat} has half the time", seat=seat.name)
        text = Message(
            "{seat} has missed {count} decisions in a row. Until they make one themselves, theirs have half the hours.",
            seat=seat.name,
            count=seat.in_row,
        )
        announce.notice(desk, play, f"ladder {row.id}", title, text)
    elif seat.in_row >= 2 * step:
        _stand_in(desk, play, seat, row)
        return True
    return False


def _stand_in(desk: Desk, play: Play, seat: Seat, row: Decision) -> None:
    count = seat.in_row
    if seat.substitute_id is not None:
        # Whoever was to play for the owner did not either.
        seating.end_substitute(desk, play, seat)
    mine = Message(
        "You have missed {count} decisions in a row, and a bot plays {seat} until you come back. "
        "Write `back`, or any order, and the seat is yours again; after {more} turns of the bot, and not before "
        "{moment}, it is open to others.",
        count=count,
        seat=seat.name,
        more=terms_from(play.terms).ladder,
        moment=Moment(desk.now + _time_to_come_back(play)),
    )
    desk.post_to_seat(seat, f"ladder {row.id} mine", mails.Notice(Message("A bot plays for you"), mine))
    seat.bot, seat.status = True, SeatStatus.ABSENT
    title = Message("A bot plays for {seat}", seat=seat.name)
    text = Message(
        "{seat} has missed {count} decisions in a row. A bot plays until they come back.", seat=seat.name, count=count
    )
    announce.notice(desk, play, f"ladder {row.id}", title, text, but=seat)
    desk.note("service", "a bot stands in", play.id, seat=seat.name, misses=count)


def _time_to_come_back(play: Play) -> timedelta:
    """What as many decisions as a rung has would take, the longest there are, with the grace of one."""
    terms = terms_from(play.terms)
    return terms.ladder * max(map(terms.allowance, terms.hours)) + timedelta(hours=terms.grace)


def stood_in(desk: Desk, play: Play, seat: Seat) -> None:
    """A bot has made a decision in the place of an absent player."""
    if seat.status != SeatStatus.ABSENT:
        return
    seat.in_row += 1
    step = terms_from(play.terms).ladder
    if not step or seat.in_row < 3 * step:
        return
    miss = desk.punctual.latest_miss(seat.id, play.id)
    if miss is not None and desk.now < miss.at + _time_to_come_back(play):
        return
    reliability.left(desk, seat)
    gone = Message(
        "You have not come back to {seat}; the seat is open to others now. Whoever moderates the game can give it to "
        "you again.",
        seat=seat.name,
    )
    seating.vacate(desk, play, seat, None, gone)
    seat.person_id, seat.bot, seat.status = None, True, SeatStatus.RESIGNED
    title = Message("{seat} is open", seat=seat.name)
    text = Message(
        "The player of {seat} has not come back. A bot plays on; the moderator can give the seat to somebody:\n"
        "gm replace {seat} by …",
        seat=seat.name,
    )
    if desk.cups.played_for_event(play.id) is not None:
        text = Message(
            "The player of {seat} has not come back. A bot plays on until somebody takes the seat over.", seat=seat.name
        )
    announce.notice(desk, play, f"open {seat.id} {seat.key_number}", title, text)
    desk.note("service", "the seat is open", play.id, seat=seat.name)


def come_back(desk: Desk, play: Play, seat: Seat) -> bool:
    """An absent player writes: the seat is theirs again, with all their hours. False if they were not absent."""
    if seat.status != SeatStatus.ABSENT:
        return False
    seat.bot, seat.status, seat.in_row = False, SeatStatus.JOINED, 0
    # What the bot did is told with the next mail.
    title = Message("{seat} is back", seat=seat.name)
    text = Message("{seat} plays again; the bot does not.", seat=seat.name)
    announce.notice(desk, play, f"come back {seat.id} {desk.now}", title, text, but=seat)
    desk.note("service", "came back", play.id, seat=seat.name)
    return True


def excuse(desk: Desk, play: Play, seat: Seat) -> bool:
    """The seat's latest miss no longer counts, neither for the ladder nor for the person; False if there is none."""
    row = desk.punctual.latest_miss(seat.id, play.id)
    if row is None:
        return False
    row.what = Punctuality.EXCUSED
    seat.misses, seat.in_row = max(0, seat.misses - 1), max(0, seat.in_row - 1)
    seat.overtime = max(0, seat.overtime - row.overtime)
    desk.write()
    return True

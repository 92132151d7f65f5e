"""Finds everything that is due: mails nobody has read, mails nobody has sent, deadlines, bots, offers, summaries.

The doorbell may be lost, late, or rung twice; this pass over the database is what makes that harmless.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from engine import Ordered, Refused
from engine.message import Listed, Message
from moderator.errands import hooks
from moderator.errands.guests import forget_idle
from moderator.errands.steady import steady
from moderator.events.handing_out import play_one
from moderator.events.moving import move_on, take_ending
from moderator.inbox import handle
from moderator.language import Moment
from moderator.office.clock import terms_from
from moderator.office.desk import Desk, Office
from moderator.outbox import post
from moderator.store import mails
from moderator.store.game import Play
from moderator.store.tables import Decision, Seat
from moderator.table import announce, deadlines, ladder, noshow, offers, standing
from moderator.table.digest import day_of, next_digest
from moderator.table.onward import go_on
from moderator.table.robots import play_bots
from moderator.table.seating import end_substitute as end_substitute_of

# A mail this old was not merely rung for a moment ago.
OVERDUE = timedelta(seconds=20)
MOST_HOOKS = 200
RING_AGAIN = timedelta(seconds=60)
# Longer than a mail is tried, and than we take to mark a picture as used again.
UNSENT = timedelta(days=14)
# What was dropped is looked at soon or never.
KEEP_DROPPED = timedelta(days=7)
# So long the files of a large mail are kept once it was dealt with: no word that could still be sent for it is older.
KEEP_LARGE = timedelta(days=7)

Do = Callable[[str, Any], None]


# What follows from the hour alone: not done by a clock that nobody trusts.
BY_THE_CLOCK = ("deadline", "offers", "substitute", "digest", "cup")


def sweep(office: Office, do: Do, overdue: timedelta = OVERDUE, *, guarded: bool = False) -> int:
    """One pass: everything due is handed to ``do``. Returns how much there was.

    A ``guarded`` pass waits with deadlines while the clock has just jumped; one made by hand does what it is told."""
    trusted = not guarded or steady(office)
    due = [(task, key) for task, key in _due(office, overdue) if trusted or task not in BY_THE_CLOCK]
    for task, key in due:
        do(task, key)
    _tidy(office)
    return len(due)


def take_up(office: Office, do: Do) -> int:
    """What was under way when the last process ended. Only for a process that knows it is alone."""
    post.release(office)
    return sweep(office, do, timedelta(0), guarded=True)


def _due(office: Office, overdue: timedelta) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = [("again", key) for key in _waiting(office, overdue)]
    found += [("deliver", key) for key in post.due(office)]
    with office.reading() as desk:
        now = desk.now
        found += [("deadline", key) for key in desk.decisions.due(now)]
        found += [("bots", key) for key in desk.games.bots_due(now - overdue)]
        found += [("offers", key) for key in desk.offers.lapsing(now)]
        found += [("substitute", key) for key in desk.seats.substitute_over(now)]
        found += [("hook", key) for key in desk.hooks.due(now, MOST_HOOKS)]
        found += [("digest", key) for key in desk.people.digests_due(now)]
        found += [("ending", key) for key in desk.endings.waiting(now - overdue)]
        found += [("cup", key) for key in desk.cups.due(now)]
    return found


def _waiting(office: Office, overdue: timedelta) -> list[int]:
    """Overdue mails; one that waits in a long queue is not rung for again at every pass."""
    ids = handle.waiting(office, overdue, RING_AGAIN if overdue else timedelta(0))
    if ids:
        with office.desk() as desk:
            desk.incoming.rung_for(ids, desk.now)
    return ids


def _tidy(office: Office) -> None:
    """Throws away what is of no more use; only looks unless there is something."""
    settings = office.settings
    with office.reading() as desk:
        old = desk.now - timedelta(days=settings.keep_sent_days)
        came = desk.now - timedelta(days=settings.keep_received_days)
        dropped = max(came, desk.now - KEEP_DROPPED)
        read = desk.incoming.bulky(came, dropped) if settings.keep_received_days else []
        large = desk.incoming.large(desk.now - KEEP_LARGE)
        expired = desk.words.expired(desk.now - timedelta(days=7))
        bulky = [] if settings.local_mailbox else desk.outbox.bulky(old)
        # What a mail encloses is kept longer than any mail: some wait for days before they are sent.
        unused = [] if settings.local_mailbox else desk.enclosures.unused(old - UNSENT)
    if expired or bulky or read or large or unused:
        with office.desk() as desk:
            desk.incoming.forget_texts(read)
            desk.incoming.cut(large)
            desk.words.forget(expired)
            desk.outbox.forget_texts(bulky)
            desk.enclosures.forget(unused, old - UNSENT)
            # Whenever words have expired, so have browsers and counts.
            desk.devices.tidy(desk.now)
            desk.tallies.tidy(desk.now)
            desk.hooks.tidy(old)
    forget_idle(office)


def meet_deadline(office: Office, decision_id: int) -> str:
    """Acts on one open decision that is due: a reminder, the late notice, or the game's no-show rule."""
    with office.desk() as desk:
        row = desk.decisions.get(decision_id)
        if row is None or not row.open:
            return ""
        play = desk.lock(row.game_id)
        desk.decisions.again(row)
        # An order may have been played while we waited for the lock; then the row is closed.
        if play is None or not row.open:
            return ""
        step = deadlines.advance(desk, play, row)
        seat = desk.seats.get(row.seat_id)
        if not step or seat is None:
            return ""
        if step == "remind":
            person = desk.holder(seat)
            if person is not None and person.reports != "none":
                desk.post_to_seat(
                    seat,
                    f"reminder {row.id} {row.reminded} {row.due_at}",
                    mails.Reminder(play.seq, None, row.turn, row.id),
                )
        elif step == "late":
            _late(desk, play, seat, row)
        else:
            _missed(desk, play, seat, row)
        return step


def _late(desk: Desk, play: Play, seat: Seat, row: Decision) -> None:
    terms, rule = terms_from(play.terms), noshow.rule_of(play)
    told = {
        noshow.DEFAULT: Message("a safe order is played for {seat}", seat=seat.name),
        noshow.STANDING: Message(
            "{seat}'s orders on file decide, and where there are none a safe order is played", seat=seat.name
        ),
    }.get(rule, Message("the moderator decides"))
    desk.post_to_seat(seat, f"late {row.id} {row.due_at}", mails.Late(play.seq, None, row.turn, row.id))
    due = row.due_at or desk.now
    text = Message(
        "{seat}'s move was due {moment}. They can still move until {until}; then {then}.",
        seat=seat.name,
        moment=Moment(due),
        until=Moment(due + timedelta(hours=terms.grace)),
        then=told,
    )
    if not terms.grace:
        text = Message("{seat}'s move was due {moment}; {then}.", seat=seat.name, moment=Moment(due), then=told)
    announce.notice(
        desk, play, f"late {row.id} {row.due_at}", Message("{seat} is late", seat=seat.name), text, but=seat
    )


def _missed(desk: Desk, play: Play, seat: Seat, row: Decision) -> None:
    desk.note("service", "missed", play.id, seat=seat.name, turn=row.turn, misses=seat.misses, in_row=seat.in_row)
    if ladder.climb(desk, play, seat, row):
        go_on(desk, play)
        return
    since = play.seq
    orders = _played_for(desk, play, seat)
    if not orders:
        text = Message(
            "{seat} has not moved and the grace period is over. The game waits for its moderator:\n"
            "gm extend 24h  ·  gm process turn {turn}  ·  gm replace {seat} by …",
            seat=seat.name,
            turn=play.turn,
        )
        if (table := desk.cups.played_for_event(play.id)) is not None:
            text = Message(
                "{seat} has not moved and the grace period is over. The game waits for its moderator:\n"
                "gm extend 24h  ·  gm process turn {turn}  ·  td replace {cup} …",
                seat=seat.name,
                turn=play.turn,
                cup=table.cup_id,
            )
        announce.notice(desk, play, f"missed {row.id}", Message("{seat} did not move", seat=seat.name), text)
        return
    text = Message(
        "{seat} did not move in time (miss {misses}). Played by default: {orders}.",
        seat=seat.name,
        misses=seat.misses,
        orders=Ordered("; ".join(orders), play.state.title),
    )
    title, key = Message("Played by default for {seat}", seat=seat.name), f"missed {row.id}"
    announce.notice(desk, play, key, title, text, but=seat)
    # Which of it was on file is its owner's secret.
    filed = [
        Message("Your order {number} on file was played: {orders}.", number=number, orders=done)
        for number, done in standing.played_since(desk, seat, since)
    ]
    desk.post_to_seat(seat, f"notice {play.id} {key} {seat.id}", mails.Notice(title, Listed((text, *filed), " ")))
    go_on(desk, play)


def _played_for(desk: Desk, play: Play, seat: Seat) -> list[str]:
    """The orders that were played; none if the game's rule or the position leaves it to people."""
    try:
        with desk.attempt():
            return noshow.play_for(desk, play, seat)
    except Refused:
        play.forget()
        return []


def lapse_offers(office: Office, game_id: str) -> int:
    with office.desk() as desk:
        play = desk.lock(game_id)
        return offers.lapse(desk, play) if play is not None else 0


def end_substitute(office: Office, seat_id: int) -> bool:
    """A substitute's time is over: the owner is told, and asked where it is their move."""
    with office.desk() as desk:
        seat = desk.seats.get(seat_id)
        play = desk.lock(seat.game_id) if seat is not None else None
        if seat is None or play is None or seat.substitute_id is None:
            return False
        until = seat.substitute_until
        if until is None or until > desk.now:
            return False
        had, former = standing.open_orders(desk, seat), desk.person(seat.substitute_id)
        if had and former is not None and not former.suspended:
            text = standing.and_closed(
                desk, play, seat, Message("You no longer play {seat}; thank you.", seat=seat.name)
            )
            told = mails.Notice(Message("You no longer play {seat}", seat=seat.name), text)
            key = f"substitute was {seat.id} {until}"
            desk.post(key, desk.main_address(former), told, game_id=seat.game_id, person=former)
        mine = end_substitute_of(desk, play, seat)
        text = Message("Your substitute's time is up; {seat} is yours again.", seat=seat.name)
        if had:
            text = Message("{text} What they had on file is closed.", text=text)
        told = mails.Notice(Message("Your seat is yours again"), text)
        desk.post_to_seat(seat, f"substitute over {seat.id} {until}", told)
        for open_row in mine:
            asked = mails.Reminder(play.seq, None, open_row.turn, open_row.id)
            desk.post_to_seat(seat, f"yours again {seat.id} {until}", asked)
        return True


def send_digest(office: Office, person_id: int) -> int:
    """The daily summary: one mail over all games that wait for somebody or have moved on. Gives their number."""
    with office.desk() as desk:
        person = desk.person(person_id)
        if person is None or person.digest_at is None or person.digest_at > desk.now:
            return 0
        games = day_of(desk, person)
        if games and not person.suspended:
            desk.post(f"day {person.id} {person.digest_at}", desk.main_address(person), mails.Day(games), person=person)
        person.digest_at = next_digest(person, desk.now)
        return len(games)


@dataclass(frozen=True, slots=True)
class Errand:
    """Something to be done about one row: by whom, by which task of the workers, and when ringing for it is stale."""

    do: Callable[[Office, Any], object]
    # The task that does it; those of the common one are told which errand it is.
    task: str = "waybill.do"
    # Every pass of the sweep rings for all mail that is due: in a long queue the old rings must not pile up.
    seconds: int | None = None


# The one table of errands: what a doorbell rings for, what the sweep finds, what a task of the workers does.
ERRANDS: dict[str, Errand] = {
    "receive": Errand(handle.handle, "waybill.receive"),
    "again": Errand(handle.handle_again),
    "deliver": Errand(post.deliver_all, "waybill.deliver", 120),
    "answer": Errand(post.deliver_all, "waybill.answer", 120),
    "hook": Errand(hooks.deliver, "waybill.hook", 120),
    "deadline": Errand(meet_deadline),
    "bots": Errand(play_bots, "waybill.bots"),
    "offers": Errand(lapse_offers),
    "substitute": Errand(end_substitute),
    "digest": Errand(send_digest),
    "ending": Errand(take_ending),
    "cup": Errand(move_on, seconds=120),
    # Behind the bots of games that people wait for; one that is rung for too late is handed out again.
    "playout": Errand(play_one, "waybill.bots", 600),
}


def run_task(office: Office, task: str, key: Any) -> object:
    return ERRANDS[task].do(office, key)

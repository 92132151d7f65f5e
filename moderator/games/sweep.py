"""Finds everything that is due: mails nobody has read, mails nobody has sent, deadlines, bots, offers, summaries.

The doorbell may be lost, late, or rung twice; this pass over the database is what makes that harmless.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select, update

from engine.message import Listed, Message
from moderator.desk import Desk, Office
from moderator.games import deadlines, noshow, offers
from moderator.games.bot import play_bots
from moderator.games.clock import terms_from
from moderator.games.digest import next_digest
from moderator.games.game import Play
from moderator.games.onward import go_on
from moderator.games.refusal import Refusal
from moderator.games.store import Decision, Game, Mail, Nonce, Offer, Outgoing, Person, Seat
from moderator.inbox import handle
from moderator.outbox import announce, post
from moderator.outbox.wording import Moment

# A mail this old was not merely rung for a moment ago.
OVERDUE = timedelta(seconds=20)
RING_AGAIN = timedelta(seconds=60)

Do = Callable[[str, Any], None]


def sweep(office: Office, do: Do, overdue: timedelta = OVERDUE) -> int:
    """One pass: everything due is handed to ``do``. Returns how much there was."""
    due = list(_due(office, overdue))
    for task, key in due:
        do(task, key)
    _tidy(office)
    return len(due)


def take_up(office: Office, do: Do) -> int:
    """What was under way when the last process ended. Only for a process that knows it is alone."""
    post.release(office)
    return sweep(office, do, timedelta(0))


def _due(office: Office, overdue: timedelta) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = [("again", key) for key in _waiting(office, overdue)]
    found += [("deliver", key) for key in post.due(office)]
    with office.reading() as desk:
        now, session = desk.now, desk.session
        late = select(Decision.id).where(Decision.open, Decision.next_at <= now).order_by(Decision.next_at).limit(500)
        found += [("deadline", key) for key in session.scalars(late)]
        bots = select(Game.id).where(Game.bot_due_at <= now - overdue, Game.status == "running").limit(500)
        found += [("bots", key) for key in session.scalars(bots)]
        lapsed = select(Offer.game_id).where(Offer.status.in_(("open", "agreed")), Offer.lapses_at <= now).distinct()
        found += [("offers", key) for key in session.scalars(lapsed)]
        over = select(Seat.id).where(Seat.substitute_id.is_not(None), Seat.substitute_until <= now).limit(500)
        found += [("substitute", key) for key in session.scalars(over)]
        found += [
            ("digest", key) for key in session.scalars(select(Person.id).where(Person.digest_at <= now).limit(500))
        ]
    return found


def _waiting(office: Office, overdue: timedelta) -> list[int]:
    """Overdue mails; one that waits in a long queue is not rung for again at every pass."""
    ids = handle.waiting(office, overdue, RING_AGAIN if overdue else timedelta(0))
    if ids:
        with office.desk() as desk:
            desk.session.execute(update(Mail).where(Mail.id.in_(ids)).values(rung_at=desk.now))
    return ids


def _tidy(office: Office) -> None:
    """Throws away what is of no more use; only looks unless there is something."""
    settings = office.settings
    with office.reading() as desk:
        old = desk.now - timedelta(days=settings.keep_sent_days)
        expired = desk.session.scalars(
            select(Nonce.id).where(Nonce.expires_at < desk.now - timedelta(days=7)).limit(1000)
        ).all()
        bulky = (
            []
            if settings.local_mailbox
            else desk.session.scalars(
                select(Outgoing.id)
                .where(Outgoing.status == "sent", Outgoing.sent_at < old, Outgoing.raw.is_not(None))
                .limit(1000)
            ).all()
        )
    if expired or bulky:
        with office.desk() as desk:
            desk.session.execute(delete(Nonce).where(Nonce.id.in_(expired)))
            desk.session.execute(update(Outgoing).where(Outgoing.id.in_(bulky)).values(raw=None))


def meet_deadline(office: Office, decision_id: int) -> str:
    """Acts on one open decision that is due: a reminder, the late notice, or the game's no-show rule."""
    with office.desk() as desk:
        row = desk.session.get(Decision, decision_id)
        if row is None or not row.open:
            return ""
        play = desk.lock(row.game_id)
        desk.session.refresh(row)
        # An order may have been played while we waited for the lock; then the row is closed.
        if play is None or not row.open:
            return ""
        step = deadlines.advance(desk, play, row)
        seat = desk.session.get(Seat, row.seat_id)
        if not step or seat is None:
            return ""
        data = {"seq": play.row.seq, "since": None, "decision": row.id, "turn": row.turn}
        if step == "remind":
            person = desk.holder(seat)
            if person is not None and person.reports != "none":
                desk.post_to_seat(seat, f"reminder {row.id} {row.reminded} {row.due_at}", "reminder", data)
        elif step == "late":
            _late(desk, play, seat, row, data)
        else:
            _missed(desk, play, seat, row)
        return step


def _late(desk: Desk, play: Play, seat: Seat, row: Decision, data: dict[str, Any]) -> None:
    terms, rule = terms_from(play.row.terms), noshow.rule_of(play)
    then = {
        noshow.DEFAULT: Message("a safe order is played for you"),
        noshow.STANDING: Message("your orders on file decide, and where there are none the moderator"),
    }.get(rule, Message("the moderator decides"))
    told = {
        noshow.DEFAULT: Message("a safe order is played for {seat}", seat=seat.name),
        noshow.STANDING: Message(
            "{seat}'s orders on file decide, and where there are none the moderator", seat=seat.name
        ),
    }.get(rule, then)
    more = {"grace": terms.grace, "then": then}
    desk.post_to_seat(seat, f"late {row.id} {row.due_at}", "late", data | more)
    text = Message(
        "{seat}'s move was due {moment}. There are {grace} hours of grace; then {then}.",
        seat=seat.name,
        moment=Moment(row.due_at or desk.now),
        grace=terms.grace,
        then=told,
    )
    announce.notice(
        desk, play, f"late {row.id} {row.due_at}", Message("{seat} is late", seat=seat.name), text, but=seat
    )


def _missed(desk: Desk, play: Play, seat: Seat, row: Decision) -> None:
    desk.note("service", "missed", play.id, seat=seat.name, turn=row.turn, misses=seat.misses)
    orders = _played_for(desk, play, seat)
    if not orders:
        text = Message(
            "{seat} has not moved and the grace period is over. The game waits for its moderator:\n"
            "gm extend 24h  ·  gm process turn {turn}  ·  gm replace {seat} by …",
            seat=seat.name,
            turn=play.row.turn,
        )
        announce.notice(desk, play, f"missed {row.id}", Message("{seat} did not move", seat=seat.name), text)
        return
    text = Message(
        "{seat} did not move in time (miss {misses}). Played by default: {orders}.",
        seat=seat.name,
        misses=seat.misses,
        orders=Listed(orders, ";"),
    )
    announce.notice(desk, play, f"missed {row.id}", Message("Played by default for {seat}", seat=seat.name), text)
    go_on(desk, play)


def _played_for(desk: Desk, play: Play, seat: Seat) -> list[str]:
    """The orders that were played; none if the game's rule or the position leaves it to people."""
    try:
        with desk.session.begin_nested():
            return noshow.play_for(desk, play, seat)
    except (Refusal, desk.rules.Refused):
        play.forget()
        return []


def lapse_offers(office: Office, game_id: str) -> int:
    with office.desk() as desk:
        play = desk.lock(game_id)
        return offers.lapse(desk, play) if play is not None else 0


def end_substitute(office: Office, seat_id: int) -> bool:
    """A substitute's time is over: the owner is told, and asked where it is their move."""
    with office.desk() as desk:
        seat = desk.session.get(Seat, seat_id)
        play = desk.lock(seat.game_id) if seat is not None else None
        if seat is None or play is None or seat.substitute_id is None:
            return False
        until = seat.substitute_until
        if until is None or until > desk.now:
            return False
        row = deadlines.open_decision(desk, play.id)
        mine = [row] if row is not None and row.seat_id == seat.id else []
        deadlines.resettle(desk, mine, lambda: setattr(seat, "substitute_id", None))
        text = Message("The time of your substitute is over; {seat} is yours again.", seat=seat.name)
        data = {"title": Message("Your seat is yours again"), "text": text}
        desk.post_to_seat(seat, f"substitute over {seat.id} {until}", "notice", data)
        for open_row in mine:
            asked = {"seq": play.row.seq, "since": None, "decision": open_row.id, "turn": open_row.turn}
            desk.post_to_seat(seat, f"yours again {seat.id} {until}", "reminder", asked)
        return True


def send_digest(office: Office, person_id: int) -> int:
    """The daily summary: one report for each game that has moved on."""
    sent = 0
    with office.desk() as desk:
        person = desk.session.get(Person, person_id)
        if person is None or person.digest_at is None or person.digest_at > desk.now:
            return 0
        for seat in desk.session.scalars(select(Seat).where(Seat.person_id == person.id, Seat.status == "joined")):
            play = desk.game(seat.game_id)
            if play is not None and play.running and seat.told < play.row.seq:
                data = {"seq": play.row.seq, "since": seat.told, "began": False}
                desk.post_to_seat(seat, f"digest {seat.id} {play.row.seq}", "report", data)
                seat.told, sent = play.row.seq, sent + 1
        person.digest_at = next_digest(person, desk.now)
    return sent


# What a doorbell may ring for, and who answers it.
TASKS: dict[str, Callable[[Office, Any], object]] = {
    "receive": handle.handle,
    "again": handle.handle_again,
    "deliver": post.deliver,
    "answer": post.deliver,
    "deadline": meet_deadline,
    "bots": play_bots,
    "offers": lapse_offers,
    "substitute": end_substitute,
    "digest": send_digest,
}


def run_task(office: Office, task: str, key: Any) -> object:
    return TASKS[task](office, key)

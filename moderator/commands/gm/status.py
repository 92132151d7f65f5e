"""What a moderator needs to know: clocks, addresses, who holds up what."""

from __future__ import annotations

from collections.abc import Iterator

from engine.message import Listed, Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.language import Moment
from moderator.office.clock import terms_from
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus, SeatRole, SeatStatus, Stage
from moderator.store.tables import Seat
from moderator.table import deadlines
from moderator.table.conditions import lookers_said
from moderator.table.noshow import grace_said, late_said
from moderator.table.pace import pace_said, reminders_said, span

STATUS = {
    SeatStatus.OPEN: Message("seat open"),
    SeatStatus.INVITED: Message("invited"),
    SeatStatus.JOINED: Message("joined"),
    SeatStatus.DECLINED: Message("declined"),
    SeatStatus.RESIGNED: Message("resigned"),
    SeatStatus.ABSENT: Message("absent"),
}


@command("gm status", "gm status", "moderator", asks=True)
def gm_status(statement: Statement, submission: Submission) -> Said:
    """Shows who holds the game up and until when, the terms, and each seat: who has it, at which address, how often
    they were late, and whether our mail reaches them."""
    submission.say(Message("Who is waited for"), Listed(tuple(_held_up(submission)), "\n"))
    submission.say(Message("Terms"), Listed(tuple(_terms(submission)), "\n"))
    submission.say(Message("Seats"), Listed([_seat(submission, seat) for seat in submission.game.seats], "\n"))
    return Message("see below")


def _held_up(submission: Submission) -> Iterator[Said]:
    play = submission.game
    if play.status == GameStatus.OVER:
        yield Message("The game is over.")
        return
    for seat in play.players:
        if seat.status == SeatStatus.INVITED:
            yield Message("{seat} was invited and has not answered.", seat=seat.name)
        elif seat.status == SeatStatus.DECLINED:
            yield Message("{seat} does not join; the place is free.", seat=seat.name)
    row, zone = deadlines.open_decision(submission.desk, play.id), submission.zone
    if play.paused_at is not None:
        yield Message("The clock stands still since {moment}.", moment=Moment(play.paused_at, zone))
    mover = play.mover
    if mover is None:
        return
    if row is None or row.due_at is None:
        yield Message("{seat} has to move.", seat=mover.name)
    elif row.stage == Stage.RUNNING:
        yield Message(
            "{seat} has to move, since {since}, until {until}.",
            seat=mover.name,
            since=Moment(row.opened_at, zone),
            until=Moment(row.due_at, zone),
        )
    else:
        yield Message("{seat} is late: it was due {moment}.", seat=mover.name, moment=Moment(row.due_at, zone))


def _terms(submission: Submission) -> Iterator[Said]:
    terms = terms_from(submission.game.terms)
    yield from pace_said(terms, submission.game.title)
    yield grace_said(terms)
    yield late_said(terms)
    yield reminders_said(terms)
    yield lookers_said(submission.game)


def _seat(submission: Submission, seat: Seat) -> Said:
    desk = submission.desk
    owner, holder = desk.person(seat.person_id), desk.holder(seat)
    facts: list[Said] = [STATUS[SeatStatus(seat.status)]]
    if seat.bot:
        facts.append(Message("played by a bot"))
    if owner is not None:
        facts += [row.written for row in desk.people.addresses(owner.id)] + [owner.zone]
    if holder is not None and holder is not owner:
        facts.append(Message("substitute: {address}", address=desk.main_address(holder)))
    if holder is not None and holder.suspended:
        facts.append(Message("our mail does not arrive"))
    if seat.role == SeatRole.PLAYER and terms_from(submission.game.terms).bank:
        row = deadlines.open_decision(desk, seat.game_id)
        facts.append(Message("{bank} in the bank", bank=span(deadlines.bank_now(desk, submission.game, seat, row))))
    for absence in desk.people.absences(holder.id) if holder is not None else ():
        if absence.ends > desk.now:
            zone = submission.zone
            days = {"begins": Moment(absence.begins, zone), "moment": Moment(absence.ends, zone)}
            facts.append(Message("away from {begins} until {moment}", **days))
    if seat.misses:
        facts.append(Message("missed {count} deadlines", count=seat.misses))
    return Message("{seat}: {facts}", seat=seat.name, facts=Listed(facts, ","))

"""A director who plays: nobody decides about a table they sit at, or learns from their office who sits there."""

from __future__ import annotations

from engine import Refused
from engine.message import Listed, Message
from moderator.events import telling
from moderator.events.overview import Overview
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.cup_tables import CupEntry, CupRound, CupTable
from moderator.store.mails import Said
from moderator.store.statuses import RoundStatus, SeatRole, TableStatus
from moderator.store.tables import Person
from moderator.table import seating


def sits_at(overview: Overview, table: CupTable, person_id: int) -> bool:
    """Whether somebody has, had or is offered a seat of a table."""
    mine = {entry.key for entry in overview.entries if entry.person_id == person_id}
    return any(mine & {seat["entry"], seat["offered"], *seat["was"]} for seat in table.seats)


def plays_in(overview: Overview, row: CupRound, person_id: int) -> bool:
    return any(sits_at(overview, table, person_id) for table in overview.tables_of(row))


def sees_names(overview: Overview, person: Person | None) -> bool:
    """Whether somebody who directs may know who sits where. Who plays in an anonymous round may not, at any table of
    it: who sits at all others is known sits at one's own."""
    if person is None or not overview.terms.anonymous:
        return True
    hidden = [row for row in overview.rounds if row.status != RoundStatus.OVER]
    return not any(plays_in(overview, row, person.id) for row in hidden)


def impartial(desk: Desk, overview: Overview, table: CupTable) -> list[Person]:
    """Who directs and does not sit at a table; at anonymous ones, who does not play in the round at all."""
    staff = [person for _, person in desk.cups.staff(overview.cup.id)]
    row = overview.round_of(table)
    return [person for person in staff if not _plays_there(overview, row, table, person.id)]


def _plays_there(overview: Overview, row: CupRound, table: CupTable, person_id: int) -> bool:
    if overview.terms.anonymous:
        return plays_in(overview, row, person_id)
    return sits_at(overview, table, person_id)


def moderated_by_others(desk: Desk, overview: Overview, row: CupRound) -> None:
    """Whoever has come to a seat of a round moderates no game of it any more that they may not decide about: a deputy
    does, or nobody but who runs the service."""
    for table in overview.tables_of(row):
        if table.game_id is None or table.status != TableStatus.PLAYING:
            continue
        held = desk.game(table.game_id)
        if held is None or held.moderator_id is None:
            continue
        if not _plays_there(overview, row, table, held.moderator_id):
            continue
        why = Message(
            "{cup}: who sits at a table does not moderate it. Somebody else does so at table {table} from now on.",
            cup=overview.cup.name,
            table=table.number,
        )
        _pass_on(desk, overview, table, held.moderator_id, why)


def _pass_on(desk: Desk, overview: Overview, table: CupTable, person_id: int, why: Message) -> None:
    """The game of a table is no longer moderated by somebody: by another who directs and may decide about it, or by
    nobody but who runs the service."""
    play = desk.lock(table.game_id or "")
    assert play is not None
    able, first = impartial(desk, overview, table), play.moderator_id == person_id
    if first and able:
        head = seating.hand_over(desk, play, able[0], None, why)
        desk.post_to_seat(head, f"handed over {play.id} {head.id} {head.key_number}", mails.Moderating())
    for seat in [one for one in play.seats if one.role == SeatRole.GM and one.person_id == person_id]:
        seating.unseat(desk, play, seat, None, why)
    if first and not able:
        play.give_to(None)


def moderates_no_more(desk: Desk, overview: Overview, person: Person) -> None:
    """Whoever no longer directs moderates none of the event's games any more."""
    seats = {seat.game_id for seat in desk.seats.of_person(person.id) if seat.role == SeatRole.GM}
    for table in overview.tables:
        if table.game_id in seats:
            why = Message(
                "{cup}: you are no deputy any more. Somebody else moderates table {table} from now on.",
                cup=overview.cup.name,
                table=table.number,
            )
            _pass_on(desk, overview, table, person.id, why)


# Among what is kept with an event: who no longer directs, and has seen who sits where in which anonymous round.
KNEW = "knew"


def remember_seen(overview: Overview, person: Person) -> None:
    """Whoever no longer directs an anonymous event comes to no seat of the round whose names they have seen."""
    row = overview.last
    if overview.terms.anonymous and row is not None and knows(overview, row, person.id, directs=True):
        known = {*overview.cup.wishes.get(KNEW, ()), f"{row.id} {person.id}"}
        overview.cup.wishes = {**overview.cup.wishes, KNEW: sorted(known)}


def knows(overview: Overview, row: CupRound, person_id: int, *, directs: bool) -> bool:
    """Whether somebody who ``directs``, or did, knows who sits where in an anonymous round that is not over."""
    if not overview.terms.anonymous or row.status == RoundStatus.OVER:
        return False
    seen = f"{row.id} {person_id}" in overview.cup.wishes.get(KNEW, ())
    return seen or (directs and not plays_in(overview, row, person_id))


def refuse_own_table(desk: Desk, overview: Overview, table: CupTable, person: Person | None) -> None:
    """Refuses whoever directs and sits at the table themselves, and says who may decide there."""
    if person is not None and sits_at(overview, table, person.id):
        raise Refused(
            "You play at table {table} yourself: what is decided there is left to {who}.",
            table=table.number,
            who=_left_to(desk, overview, table),
            instead=(f"td deputy {overview.cup.id} anna@example.org",) if not impartial(desk, overview, table) else (),
        )


def ask_for_ruling(
    desk: Desk, overview: Overview, table: CupTable, key: str, title: Message, text: Said, orders: tuple[str, ...]
) -> None:
    """Asks who directs for a ruling on a table; who sits there is told whose it is instead. Where it is nobody's who
    directs, whoever runs the service hears of it: nothing goes on before."""
    cup, staff = overview.cup, [person for _, person in desk.cups.staff(overview.cup.id)]
    there = {person.id for person in staff if sits_at(overview, table, person.id)}
    telling.directors(desk, cup, key, title, text, orders, but=there)
    nobody = there == {person.id for person in staff}
    if there:
        left = Message(
            "Table {table} waits for a ruling. You play there yourself: what is decided there is left to {who}.",
            table=table.number,
            who=_left_to(desk, overview, table),
        )
        others = () if not nobody else (f"td deputy {cup.id} anna@example.org",)
        telling.directors(desk, cup, key, title, left, others, but={person.id for person in staff} - there)
    if nobody:
        subject = f"Event {cup.id}: table {table.number} waits for a ruling"
        why = (
            "Nobody directs it who does not sit at that table, so the event waits for you, or for a deputy that its "
            f"director names.\n\nHow it stands: ./waybill td status {cup.id}\n"
            f'Rule:          ./waybill td rule {cup.id} {table.number} "Red > Blue" "the reason"'
        )
        desk.post(f"cup {cup.id} {key} operator", desk.settings.admin_email, mails.Operator(subject, why))


def refuse_names(desk: Desk, overview: Overview, table: CupTable | None, person: Person | None) -> None:
    """Refuses to tell a director who plays in an anonymous round who sits where."""
    if sees_names(overview, person):
        return
    row = overview.last
    some = table or next(iter(overview.tables_of(row) if row is not None else ()), None)
    assert some is not None
    raise Refused(
        "You play in this anonymous round: who sits where is for {who} to see until it is over.",
        who=_left_to(desk, overview, some),
    )


def refuse_player(desk: Desk, overview: Overview, entry: CupEntry, person: Person | None) -> None:
    """Refuses a director who plays in an anonymous round whatever is about one of those who are drawn in it: what can
    be done, and what is refused, would tell where they sit."""
    row = overview.last
    if row is None or row.status in (RoundStatus.DRAWN, RoundStatus.OVER) or sees_names(overview, person):
        return
    for table in overview.tables_of(row):
        if any(entry.key in (seat["entry"], seat["offered"], *seat["was"]) for seat in table.seats):
            refuse_names(desk, overview, None, person)


def _left_to(desk: Desk, overview: Overview, table: CupTable) -> Said:
    others = [person.name for person in impartial(desk, overview, table)]
    return Listed(others, "or") if others else Message("a deputy, or whoever runs the service")

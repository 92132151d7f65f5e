"""People who go: replaced from the waiting list with consent, or by a bot; withdrawn; expelled.

Whoever gives up a seat, or has stayed away so long that the game's ladder has opened it, is replaced by the event's
rule without anybody's word; so is somebody who was asked and said no, or nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from engine import Refused
from engine.message import Listed, Message
from moderator.events import places, telling
from moderator.events.announcing import still_going, write_down
from moderator.events.consent import has_said_cannot
from moderator.events.goes_on import going_on, tell_changed
from moderator.events.interests import knows, moderated_by_others, sees_names
from moderator.events.overview import Overview
from moderator.events.rounds import draw_again
from moderator.events.terms import Replacing
from moderator.events.terms_told import part_told
from moderator.events.values import Ending, Kind
from moderator.language import Moment
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.cup_tables import Cup, CupEntry, CupRound, CupTable
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import EntryStatus, RoundStatus, SeatStatus, TableStatus
from moderator.store.tables import Person, Seat
from moderator.table import announce, seating
from moderator.table.onward import go_on

SERVICE = "service"
# So long has somebody who is asked to take over a seat; then the next one is asked.
ANSWER = timedelta(days=5)
# Nobody plays these any more but a bot.
OPEN = (SeatStatus.RESIGNED, SeatStatus.DECLINED)


def may_replace(desk: Desk, overview: Overview, old: CupEntry, new: CupEntry | None) -> CupTable:
    """The table at which somebody is to be replaced. Raises Refused."""
    cup, table = overview.cup, table_under_way(overview, old)
    still_going(cup)
    if table is None or table.game_id is None:
        raise Refused("{name} has no game under way in {cup}.", name=old.name, cup=cup.name)
    row = overview.round_of(table)
    if new is not None and new.person_id is not None and _knows(desk, overview, row, new.person_id):
        raise Refused(
            "{name} directs or has directed this anonymous event, and knows who sits where: they take over no seat of "
            "the round.",
            name=new.name,
            instead=(f"td replace {cup.id} {old.name} by bot",),
        )
    if new is not None and (new.status != EntryStatus.WAITING or new.person_id is None):
        raise Refused(
            "{name} is not on the waiting list.", name=new.name, instead=(f"td replace {cup.id} {old.name} by bot",)
        )
    return table


def refuse_at_its_table(desk: Desk, play: Play, seat: Seat, person: Person | None) -> None:
    """Refuses to give a seat of an event to somebody by the game's own command: the event would know nothing of it."""
    table = desk.cups.played_for_event(play.id)
    cup = desk.cups.get(table.cup_id) if table is not None else None
    if table is None or cup is None:
        return
    overview = Overview.of(desk, cup)
    directs = person is None or bool(desk.cups.role_of(cup.id, person.id))
    lines: tuple[str, ...] = (f"td status {cup.id}",)
    if directs and sees_names(overview, person):
        kept = next(one for one in table.seats if one["seat"] == seat.name)
        name = overview.by_key[kept["offered"] or kept["entry"]].name
        lines = (f"td replace {cup.id} {name}", f"td replace {cup.id} {name} by bot")
    raise Refused(
        "This is a table of {cup}: its seats go to who waits for a place there, or to a bot, and who directs it says "
        "so.",
        cup=cup.name,
        instead=lines if directs else (f"standings {cup.id}",),
    )


def replace(desk: Desk, cup: Cup, old: CupEntry, new: CupEntry | None, who: str, reason: str = "") -> str:
    """Takes a player's seat in this round and gives it to somebody who waits, or to a bot. Gives the name of who is
    asked; empty for a bot. Raises Refused."""
    overview = Overview.of(desk, cup)
    table = may_replace(desk, overview, old, new)
    play = desk.lock(table.game_id or "")
    assert play is not None
    kept = next(one for one in table.seats if old.key in (one["entry"], one["offered"]))
    seat = play.seat(kept["seat"])
    assert seat is not None
    if kept["offered"] not in ("", old.key) and _taken_over(seat):
        other = overview.by_key[kept["offered"]]
        raise Refused("{other} has taken over from {name}.", name=old.name, other=other.name)
    if new is not None and kept["offered"] == new.key:
        raise Refused("{other} is asked already to play for {name}.", name=old.name, other=new.name)
    _hand_over(desk, table, play, seat, new, who, reason)
    return new.name if new is not None else ""


def _taken_over(seat: Seat) -> bool:
    """Whether somebody plays a seat that was offered, or did until they went."""
    here = seat.status == SeatStatus.JOINED and not seat.bot
    return here or seat.status in (SeatStatus.ABSENT, SeatStatus.RESIGNED)


def _why_taken(cup: Cup, seat: Seat, old: CupEntry, reason: str, *, asked_only: bool, asked_to_go: bool) -> Message:
    """What somebody who had a seat, or was asked for it, is told of it."""
    if asked_only:
        return Message(
            "{cup}: {seat} is offered to somebody else, since no yes of yours has come.", cup=cup.name, seat=seat.name
        )
    if old.status == EntryStatus.EXPELLED:
        return Message(
            "{cup}: the director has excluded you ({reason}). A bot plays {seat} until somebody takes it over; your "
            "orders are no longer taken.",
            cup=cup.name,
            reason=reason,
            seat=seat.name,
        )
    if asked_to_go:
        return Message(
            "{cup}: as you asked, you no longer play {seat}. A bot plays there until somebody takes it over; your "
            "orders are no longer taken.",
            cup=cup.name,
            seat=seat.name,
        )
    return Message(
        "{cup}: the director has taken you out of your game. A bot plays {seat} until somebody takes it over; your "
        "orders are no longer taken.",
        cup=cup.name,
        seat=seat.name,
    )


def _hand_over(
    desk: Desk, table: CupTable, play: Play, seat: Seat, new: CupEntry | None, who: str, reason: str = ""
) -> None:
    """A seat goes to somebody who is asked first, or to a bot; the table keeps who had it."""
    cup = desk.cups.get(table.cup_id)
    assert cup is not None
    overview = Overview.of(desk, cup)
    seats = [dict(one) for one in table.seats]
    kept = next(one for one in seats if one["seat"] == seat.name)
    # Who was asked and has not come never had the seat.
    asked_only = bool(kept["offered"]) and not _taken_over(seat)
    if kept["offered"] and not asked_only:
        # Who had taken over goes as well: they are one more who had the seat.
        kept["was"], kept["entry"] = [*kept["was"], kept["entry"]], kept["offered"]
    old = overview.by_key[kept["offered"] or kept["entry"]]
    if who != SERVICE and not asked_only:
        # Not given up: somebody who directs has taken it from them.
        kept["taken"] = [*kept.get("taken", ()), old.key]
    kept["offered"] = new.key if new is not None else ""
    kept["asked"] = [*kept.get("asked", ()), *([new.key] if new is not None else ())]
    kept["until"] = (desk.now + ANSWER).isoformat() if new is not None else ""
    table.seats = seats
    # A bot plays on until whoever is asked says yes.
    asked_to_go = has_said_cannot(overview, overview.round_of(table), old)
    why = _why_taken(cup, seat, old, reason, asked_only=asked_only, asked_to_go=asked_to_go)
    seat.bot = True
    person = desk.person(new.person_id) if new is not None else None
    seating.give(desk, play, seat, person, f"cup {table.id} {len(kept['asked'])} {seat.key_number}", None, why)
    if person is not None:
        _tell_asked(desk, overview, table, seat, person, len(kept["asked"]))
    write_down(desk, cup, who, "replaced", f"{old.name} at table {table.number}", new.name if new else "bot")
    title = Message("A new player for {seat}", seat=seat.name)
    news = Message("The seat of {seat} is offered to somebody else, whose answer is awaited.", seat=seat.name)
    if new is None:
        title = Message("{seat} has a new player", seat=seat.name)
        news = Message("{seat} is now played by a bot.", seat=seat.name)
    announce.notice(desk, play, f"cup {table.id} {seat.key_number}", title, news, but=seat)
    if person is not None and desk.cups.role_of(cup.id, person.id):
        # Who directs and comes to a seat decides nothing there any more.
        overview = Overview.of(desk, cup)
        moderated_by_others(desk, overview, overview.round_of(table))
    go_on(desk, play)
    # Whoever is asked has until then to answer; the event looks again at that hour.
    cup.due_at = desk.now


def _tell_asked(desk: Desk, overview: Overview, table: CupTable, seat: Seat, person: Person, times: int) -> None:
    """Which event a seat is of, how long its offer stands, and what its result counts."""
    cup, row = overview.cup, overview.round_of(table)
    text = Message(
        "You are on the waiting list of {cup} and are asked to play on for {seat} in round {round}, table {table}. Say "
        "`join` or `decline` by {until}; a bot plays until then. Of the result of a seat taken over {part} counts.",
        cup=cup.name,
        seat=seat.name,
        round=overview.name_of(row),
        table=table.number,
        until=Moment(desk.now + ANSWER),
        part=part_told(overview.terms.replaced),
    )
    title = Message("{cup}: a seat at table {table}", cup=cup.name, table=table.number)
    # From the seat's own address, which they are told with the invitation: there the answer counts.
    if not person.suspended and not person.blocked:
        mail, key = mails.Notice(title, text, ("join", "decline")), f"cup {cup.id} asked {table.id} {seat.id} {times}"
        desk.post(key, desk.main_address(person), mail, seat=seat, person=person)


def by_rule(desk: Desk, cup: Cup, old: CupEntry, who: str, reason: str = "") -> str:
    """As the terms say: from the waiting list, or a bot."""
    overview = Overview.of(desk, cup)
    table = table_under_way(overview, old)
    seats = table.seats if table is not None else ()
    kept: dict[str, Any] = next((one for one in seats if old.key in (one["entry"], one["offered"])), {})
    return replace(desk, cup, old, _next_in_line(desk, overview, kept), who, reason)


def _next_in_line(desk: Desk, overview: Overview, kept: dict[str, Any]) -> CupEntry | None:
    """Who is to be asked for a seat: the first who waits, was not asked for it yet and has no other in this round."""
    if overview.terms.replacing is not Replacing.WAITING:
        return None
    row = overview.last
    tables = overview.tables_of(row) if row is not None else ()
    busy = {who for table in tables for seat in table.seats for who in (seat["entry"], seat["offered"], *seat["was"])}
    people = desk.cups.people_in(overview.cup.id)
    for entry in sorted(overview.entries, key=lambda one: (one.entered_at, one.number)):
        person = people.get(entry.person_id or 0)
        if entry.status != EntryStatus.WAITING or person is None or person.blocked or person.suspended:
            continue
        if row is None or _knows(desk, overview, row, person.id):
            continue
        if entry.key not in busy and entry.key not in kept.get("asked", ()):
            return entry
    return None


def _knows(desk: Desk, overview: Overview, row: CupRound, person_id: int) -> bool:
    """Whether somebody knows who sits where in an anonymous round, and so comes to no seat of it."""
    directs = overview.terms.anonymous and bool(desk.cups.role_of(overview.cup.id, person_id))
    return knows(overview, row, person_id, directs=directs)


# ---------------------------------------------------------------------- by itself


def fill_a_seat(desk: Desk, overview: Overview, row: CupRound) -> bool:
    """One seat of a round that nobody plays any more, or whose offer nobody answers, is given on by the event's rule.
    False if there is none."""
    by_game = {table.game_id: table for table in overview.tables_of(row) if table.status == TableStatus.PLAYING}
    for game_id, name in desk.cups.seats_without_player(row.id):
        play = desk.lock(game_id)
        table = by_game.get(game_id)
        seat = play.seat(name) if play is not None else None
        if table is None or play is None or seat is None:
            continue
        kept = next(one for one in table.seats if one["seat"] == name)
        if play.running and (seat.status in OPEN or _unanswered(desk, seat, kept)):
            _fill(desk, overview, table, play, seat, kept)
            return True
    return False


def _unanswered(desk: Desk, seat: Seat, kept: dict[str, Any]) -> bool:
    until = kept.get("until", "")
    return seat.status == SeatStatus.INVITED and bool(until) and datetime.fromisoformat(until) <= desk.now


def _fill(desk: Desk, overview: Overview, table: CupTable, play: Play, seat: Seat, kept: dict[str, Any]) -> None:
    new = _next_in_line(desk, overview, kept)
    # Who was asked and has not come never had the seat.
    asked_only = bool(kept["offered"]) and not _taken_over(seat)
    had: Said = overview.by_key[kept["offered"] or kept["entry"]].name
    if overview.secret(table):
        # Who directs may play at another table; who may know sees it in `td status`.
        had = Message("Somebody")
    try:
        with desk.attempt():
            _hand_over(desk, table, play, seat, new, SERVICE)
    except Refused:
        # They were asked too often today; the table does not wait for tomorrow.
        new = None
        _hand_over(desk, table, play, seat, new, SERVICE)
    cup = overview.cup
    title = Message("{cup}: a seat at table {table}", cup=cup.name, table=table.number)
    gone = Message("{name} no longer plays {seat}.", name=had, seat=seat.name)
    if asked_only:
        gone = Message("{name} does not take over {seat}.", name=had, seat=seat.name)
    plays = Message("A bot plays there.")
    if new is not None:
        asked: Said = Message("Somebody") if overview.secret(table) else new.name
        plays = Message("{asked} is asked to take over; a bot plays until then.", asked=asked)
    text = Listed((gone, plays), " ")
    telling.directors(desk, cup, f"seat {table.id} {seat.id} {seat.key_number}", title, text)


def answers_until(overview: Overview, row: CupRound) -> list[datetime]:
    """When those who are asked to take over a seat must have answered."""
    tables = (table for table in overview.tables_of(row) if table.status == TableStatus.PLAYING)
    kept = [seat.get("until", "") for table in tables for seat in table.seats if seat["offered"]]
    return [datetime.fromisoformat(until) for until in kept if until]


def settle(desk: Desk, overview: Overview, row: CupRound) -> None:
    """After a round: who took over a seat has a place from now on, who gave one up has none. The results say who."""
    seats = [seat for table in overview.tables_of(row) for seat in table.seats]
    replaced = {who for seat in seats for who in seat.get("taken", ())}
    for one in overview.results:
        if (one.table.stage, one.table.round) != (row.stage, row.number) or one.how is Ending.BYE:
            continue
        for seat in one.standing:
            entry = overview.by_key[seat.entrant]
            if seat.kind is Kind.REPLACED and entry.status == EntryStatus.WAITING:
                entry.status = EntryStatus.ENTERED
            elif seat.kind is Kind.FORFEIT and entry.status == EntryStatus.ENTERED:
                entry.status, entry.left_at = EntryStatus.WITHDRAWN, desk.now
                asked = has_said_cannot(overview, row, entry)
                why = "the director replaced them" if entry.key in replaced else "gave up a seat"
                why = "asked to leave" if asked else why
                write_down(desk, overview.cup, "service", "withdrawn", entry.name, "", why)
                _tell_out(desk, overview, row, entry, replaced=entry.key in replaced and not asked)
    desk.write()


def _tell_out(desk: Desk, overview: Overview, row: CupRound, entry: CupEntry, *, replaced: bool) -> None:
    """Who is not drawn again hears so, where another round would have come."""
    person, cup = desk.person(entry.person_id), overview.cup
    if person is None or overview.next_round() is None:
        return
    why = Message("You gave up your seat in round {round}.", round=overview.name_of(row))
    if replaced:
        why = Message("The director took your seat in round {round} from you.", round=overview.name_of(row))
    out = Message(
        "So you are not drawn again; what you have won stays. Only the director can enter you again: ask them if you "
        "want to play on."
    )
    title = Message("{cup}: you are no longer in it", cup=cup.name)
    telling.one(desk, person, f"{cup.id} out {row.id} {entry.number}", title, Listed((why, out), " "))


def may_expel(cup: Cup, entry: CupEntry, reason: str) -> None:
    """Refuses to exclude somebody from what is over, twice, or without a reason."""
    still_going(cup)
    if entry.status == EntryStatus.EXPELLED:
        raise Refused("{name} is excluded already.", name=entry.name)
    if not reason.strip():
        raise Refused("Say why.", instead=(f'td expel {cup.id} {entry.name} "the reason"',))


def expel(desk: Desk, cup: Cup, entry: CupEntry, reason: str, who: str) -> None:
    """Somebody is excluded: their seat goes on as the terms say, they are not drawn again, and what they have won is
    lost. Raises Refused."""
    may_expel(cup, entry, reason)
    before, on = places.places(desk, cup), going_on(Overview.of(desk, cup))
    write_down(desk, cup, who, "expelled", f"{entry.name}: {entry.status}", EntryStatus.EXPELLED, reason)
    table = table_under_way(Overview.of(desk, cup), entry)
    entry.status, entry.left_at = EntryStatus.EXPELLED, desk.now
    desk.write()
    draw_again(desk, cup, who)
    if table is not None and table.game_id is not None:
        by_rule(desk, cup, entry, who, reason)
    person = desk.person(entry.person_id)
    if person is not None:
        text = Message(
            "The director has excluded you from {cup}: {reason}. Your points are lost, and you stand behind all "
            "others; what others won against you stays theirs.",
            cup=cup.name,
            reason=reason.strip().rstrip("."),
        )
        telling.one(
            desk, person, f"{cup.id} expelled {entry.number}", Message("{cup}: you are excluded", cup=cup.name), text
        )
    title = Message("{cup}: {name} is excluded", cup=cup.name, name=entry.name)
    why = Message(
        "The director has excluded {name}, who stands behind all others now. Results against {name} stay.",
        name=entry.name,
    )
    places.tell(desk, Overview.of(desk, cup), before, f"expelled {entry.number}", title, why)
    tell_changed(desk, cup, on, f"expelled {entry.number}", why)


def table_under_way(overview: Overview, entry: CupEntry) -> CupTable | None:
    """Where somebody plays in the round that runs; once its time is up nobody's seat changes hands."""
    row = overview.last
    if row is None or row.status in (RoundStatus.CLOSING, RoundStatus.OVER):
        return None
    for table in overview.tables_of(row):
        here = any(entry.key in (seat["entry"], seat["offered"]) for seat in table.seats)
        if here and table.status in (TableStatus.PLANNED, TableStatus.PLAYING):
            return table
    return None

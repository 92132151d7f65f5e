"""Coming into an event and leaving it: entry, bars, the waiting list, withdrawal."""

from __future__ import annotations

from engine import Refused
from engine.message import Listed, Message
from moderator.events import consent, telling
from moderator.events.announcing import still_going, write_down
from moderator.events.goes_on import going_on, tell_changed
from moderator.events.interests import sees_names
from moderator.events.overview import Overview
from moderator.events.rounds import draw_again
from moderator.events.strength import best_rating, reliability_of
from moderator.events.terms import EventTerms, decode, playable
from moderator.office.desk import Desk
from moderator.store.cup_tables import Cup, CupEntry, CupTable
from moderator.store.statuses import CupStatus, EntryStatus, RoundStatus, SeatStatus, TableStatus
from moderator.store.tables import Person
from moderator.table.names import check_names, looks

HERE = (EntryStatus.ENTERED, EntryStatus.WAITING)
MOST_CLUB = 40
# Somebody plays these, or may come back to them.
HELD = (SeatStatus.JOINED, SeatStatus.ABSENT)


def may_enter(desk: Desk, cup: Cup, person: Person | None, name: str, *, barred: bool = True) -> str:
    """Refuses whoever can't enter, with the reason; gives the status they would have. Bars are for whoever enters by
    themselves: whom the director enters, and bots, are ``barred`` by none."""
    terms = decode(cup.terms)
    if cup.status == CupStatus.CANCELLED:
        raise Refused("{cup} was called off.", cup=cup.name)
    if cup.status == CupStatus.OVER:
        raise Refused("{cup} is over.", cup=cup.name)
    full = desk.cups.counted_in(cup.id).get(EntryStatus.ENTERED, 0) >= terms.places
    # Between rounds the director may give away a place that is free; who waits for none gets one by that, too.
    placed = not full and not barred and cup.status != CupStatus.OPEN and Overview.of(desk, cup).takes_newcomers
    if cup.status != CupStatus.OPEN and not terms.waiting_list and not placed:
        raise Refused("Entry to {cup} is closed.", cup=cup.name)
    if person is not None:
        _may(desk, cup, terms, person, directed=not barred, placed=placed)
    if barred:
        _bars(desk, cup, terms, person)
    _named(desk, cup, terms, person, name, barred=barred)
    if full and not terms.waiting_list:
        raise Refused("{cup} is full.", cup=cup.name)
    return EntryStatus.ENTERED if placed or (not full and cup.status == CupStatus.OPEN) else EntryStatus.WAITING


def _may(desk: Desk, cup: Cup, terms: EventTerms, person: Person, *, directed: bool, placed: bool) -> None:
    """``directed``: it is not they who ask. ``placed``: they would have a place, also who only waits for one now."""
    if person.blocked:
        raise Refused("You can't enter here.")
    entry = desk.cups.entry_of(cup.id, person.id)
    if entry is not None and entry.status == EntryStatus.WAITING and placed:
        return
    if entry is not None and entry.status in HERE and directed:
        raise Refused(
            "{name} has entered {cup} already.", name=entry.name, cup=cup.name, instead=(f"td status {cup.id}",)
        )
    if entry is not None and entry.status in HERE:
        # A place is soon lost: nobody is told to leave who wanted to come.
        raise Refused(
            "You have entered {cup} already, as {name}; another name or club is for its director to enter.",
            cup=cup.name,
            name=entry.name,
            instead=(f"terms {cup.id}",),
        )
    if entry is not None and entry.status == EntryStatus.EXPELLED and directed:
        raise Refused("{name} is excluded already.", name=entry.name)
    if entry is not None and entry.status == EntryStatus.EXPELLED:
        raise Refused("The director has excluded you from {cup}.", cup=cup.name)
    if not terms.directors_play and desk.cups.role_of(cup.id, person.id):
        raise Refused("Who directs {cup} does not play in it.", cup=cup.name)
    if terms.anonymous and desk.cups.role_of(cup.id, person.id) and not _somebody_else_directs(desk, cup, person):
        raise Refused(
            "Tables are anonymous: before you play somebody else must direct who does not, and see who sits where.",
            instead=(f"td deputy {cup.id} anna@example.org",),
        )


def _bars(desk: Desk, cup: Cup, terms: EventTerms, person: Person | None) -> None:
    """Nobody knows a newcomer's reliability; they are taken as reliable, but have no rating."""
    if terms.bar_reliability is not None and person is not None:
        mine = reliability_of(desk, person)
        if mine is not None and mine < terms.bar_reliability:
            raise Refused(
                "{cup} is for players with a reliability of {bar} % or more; yours is {mine} %.",
                cup=cup.name,
                bar=terms.bar_reliability,
                mine=mine,
                instead=("record",),
            )
    _rating(desk, terms, person)


def _somebody_else_directs(desk: Desk, cup: Cup, person: Person) -> bool:
    """Whether anybody of those who direct is not in the event."""
    playing = {entry.person_id for entry in desk.cups.entries(cup.id) if entry.status in HERE} | {person.id}
    return any(other.id not in playing for _, other in desk.cups.staff(cup.id))


def _rating(desk: Desk, terms: EventTerms, person: Person | None) -> None:
    if terms.bar_rating is None:
        return
    mine = best_rating(desk, person, terms.titles) if person is not None else None
    if mine is None or mine < terms.bar_rating:
        raise Refused(
            "This event is for players with a rating of {bar} or more; yours is {mine}.",
            bar=terms.bar_rating,
            mine=mine if mine is not None else Message("none yet"),
            instead=("rating",),
        )


def _named(desk: Desk, cup: Cup, terms: EventTerms, person: Person | None, name: str, *, barred: bool) -> None:
    """A name that can be told from all others, and that no company has in any of the titles."""
    check_names([name])
    entries = desk.cups.entries(cup.id)
    for other in entries:
        theirs = person is not None and other.person_id == person.id
        if looks(other.name) == looks(name) and not theirs:
            taken = {looks(one.name) for one in entries}
            # Names have 30 letters at most.
            numbered = (f"{name[:25].rstrip()} {number}" for number in range(2, len(taken) + 3))
            free = next(one for one in numbered if looks(one) not in taken)
            line = f"enter {cup.id} as {free}"
            if not barred:
                line = f"td enter {cup.id} {f'{free}: {desk.main_address(person)}' if person else f'bot {free}'}"
            raise Refused(
                "Somebody in {cup} is called {name}; choose another name.",
                cup=cup.name,
                name=other.name,
                instead=(line,),
            )
    for title in terms.titles:
        # Whoever they meet, the engine must be able to tell them from everything else in the game.
        playable(terms, title, [name, *(f"Somebody unlike you {number}" for number in range(2, terms.wanted + 1))])


def enter(
    desk: Desk,
    cup: Cup,
    person: Person | None,
    name: str,
    club: str = "",
    *,
    bot: bool = False,
    barred: bool = True,
) -> CupEntry:
    """Somebody enters, or waits for a place. Raises Refused."""
    if len(club) > MOST_CLUB:
        raise Refused("Write from 1 to {most} characters.", most=MOST_CLUB)
    status = may_enter(desk, cup, person, name, barred=barred and not bot)
    old = desk.cups.entry_of(cup.id, person.id) if person is not None else None
    if old is not None:
        if club and club != old.club:
            # What a draw was made from stands in the log.
            write_down(desk, cup, name, "club", f"{name}: {old.club}", club)
        old.status, old.name, old.club, old.left_at = status, name, club or old.club, None
        # Who comes back stands at the end of the queue.
        old.entered_at = desk.now
        if not desk.cups.rounds(cup.id):
            old.number = desk.cups.last_number(cup.id) + 1
        desk.write()
        return old
    return desk.add(
        CupEntry(
            cup_id=cup.id,
            number=desk.cups.last_number(cup.id) + 1,
            name=name,
            person_id=person.id if person is not None else None,
            bot=bot,
            status=status,
            club=club,
            division=_first_division(cup),
            entered_at=desk.now,
        )
    )


def _first_division(cup: Cup) -> int:
    """A newcomer to a league begins at the bottom; in its first season all are divided by lot when entry closes. The
    director may divide them otherwise."""
    divisions = decode(cup.terms).stages[0].divisions
    return divisions if divisions == 1 or cup.season_of else 0


def may_leave(cup: Cup, entry: CupEntry) -> None:
    """Refuses to let somebody leave what is over, or where they are not."""
    still_going(cup)
    if entry.status not in HERE:
        raise Refused("You are not in {cup}.", cup=cup.name, instead=("events",))


def lost_by_leaving(desk: Desk, cup: Cup, entry: CupEntry, person: Person) -> Message | None:
    """What somebody could not have back who leaves and changes their mind; nothing where they could enter again as if
    they had never left, or never said that they play: then leaving costs nobody a second mail."""
    if consent.is_asked(cup, entry):
        return None
    terms = decode(cup.terms)
    if entry.status == EntryStatus.WAITING:
        return Message("you lose your place on the waiting list; who comes back stands at its end")
    if cup.status != CupStatus.OPEN and terms.waiting_list:
        return Message("entry is closed, so you could come back only onto the waiting list; what you have won stays")
    if cup.status != CupStatus.OPEN:
        return Message("entry is closed, so you could not come back; what you have won stays")
    if desk.cups.first_waiting(cup.id) is not None:
        return Message("your place goes to somebody who waits; who comes back stands at the end of the waiting list")
    try:
        _bars(desk, cup, terms, person)
    except Refused:
        return Message("you could not enter again by yourself: you do not pass the bar of its terms")
    return None


def withdraw(desk: Desk, cup: Cup, entry: CupEntry, who: str, *, directed: bool = False) -> None:
    """Somebody leaves between rounds, and the director hears of it. Raises Refused."""
    may_leave(cup, entry)
    stays(desk, cup, entry)
    write_down(desk, cup, who, "withdrew", entry.name, "")
    before = going_on(Overview.of(desk, cup))
    freed = int(entry.status == EntryStatus.ENTERED)
    entry.status, entry.left_at = EntryStatus.WITHDRAWN, desk.now
    if not directed:
        consent.said_no(cup, entry)
    _decline(desk, cup, entry)
    desk.write()
    gone = Message("{name} has left.", name=entry.name)
    if draw_again(desk, cup, who):
        gone = Message("{name} has left; the round is drawn again.", name=entry.name)
    title = Message("{cup}: {name} has left", cup=cup.name, name=entry.name)
    why = Message("{name} has left.", name=entry.name)
    instead = tell_changed(desk, cup, before, f"left {entry.number}", why)
    text = Listed((gone, *instead, *move_up(desk, cup, freed)), "\n")
    telling.directors(desk, cup, f"left {entry.number} {desk.now}", title, text, (f"td status {cup.id}",))


def waiting_at(desk: Desk, cup: Cup, entry: CupEntry) -> CupTable | None:
    """The table of the round under way that waits for somebody."""
    overview = Overview.of(desk, cup)
    row = overview.last
    if row is None or row.status in (RoundStatus.DRAWN, RoundStatus.OVER):
        # Nobody knows of a draw before it is published, and no table waits.
        return None
    tables = (table for table in overview.tables_of(row) if table.status != TableStatus.DECIDED)
    return next((table for table in tables if _waits_for(desk, table, entry)), None)


def stays(desk: Desk, cup: Cup, entry: CupEntry) -> None:
    """Refuses to let somebody go whom a table waits for."""
    table = waiting_at(desk, cup, entry)
    if table is not None:
        overview = Overview.of(desk, cup)
        raise Refused(
            "Round {round} is drawn and {name} is at table {table}: withdraw them when it is over, or have "
            "somebody else play the seat.",
            instead=(f"td replace {cup.id} {entry.name}",),
            round=overview.name_of(overview.round_of(table)),
            name=entry.name,
            table=table.number,
        )


def cannot_play(desk: Desk, cup: Cup, entry: CupEntry, table: CupTable, who: str) -> Message:
    """Somebody can't play whom a table waits for: who directs hears of it, once for the table, with what they can do;
    who plays in an anonymous round does not, unless nobody else directs. Gives what the player is told."""
    overview = Overview.of(desk, cup)
    staff = [person for _, person in desk.cups.staff(cup.id)]
    blind = {person.id for person in staff if not sees_names(overview, person)}
    round_ = overview.name_of(overview.round_of(table))
    consent.said_cannot(cup, entry, table)
    write_down(desk, cup, who, "can't play", f"{entry.name} in round {round_}", "")
    # Without the table: who directs an anonymous event may play at it.
    text = Message(
        "{name} wants to leave and can't play on in round {round}, whose table waits for them. You can have somebody "
        "else play the seat; otherwise its clock runs on.",
        name=entry.name,
        round=round_,
    )
    title = Message("{cup}: {name} can't play", cup=cup.name, name=entry.name)
    replacing = f"td replace {cup.id} {entry.name}"
    orders: tuple[str, ...] = (replacing, f"{replacing} by bot", f"td status {cup.id}")
    if len(blind) == len(staff):
        # Nobody is left who may know who it is.
        text = Message(
            "Somebody wants to leave and can't play on in round {round}, whose table waits for them. You play in it "
            "yourself: name a deputy who does not, who sees in `td status` who it is and can have somebody else play "
            "the seat.",
            round=round_,
        )
        title, orders = Message("{cup}: somebody can't play", cup=cup.name), (f"td deputy {cup.id} anna@example.org",)
        blind = set()
    telling.directors(desk, cup, f"cannot {table.id} {entry.number}", title, text, orders, but=blind)
    return Message(
        "Round {round} is drawn and {name} is at table {table}, so you are not out yet: the director is told that you "
        "can't play, and may have somebody else play the seat. You can also give it up yourself, by answering a mail "
        "of that game with `resign`; when the round is over, `withdraw from {cup}` takes you out.",
        round=round_,
        name=entry.name,
        table=table.number,
        cup=cup.id,
    )


def _waits_for(desk: Desk, table: CupTable, entry: CupEntry) -> bool:
    """Whether a seat of a table is somebody's: drawn for them, or taken over. Who has given it up, or was only asked,
    may go."""
    mine = [seat for seat in table.seats if entry.key in (seat["entry"], seat["offered"])]
    play = desk.game(table.game_id) if table.game_id is not None and mine else None
    if play is None:
        return bool(mine)
    seats = (play.seat(seat["seat"]) for seat in mine)
    return any(seat is not None and seat.person_id == entry.person_id and seat.status in HELD for seat in seats)


def _decline(desk: Desk, cup: Cup, entry: CupEntry) -> None:
    """Who leaves says no to every seat they are asked to take over."""
    row = Overview.of(desk, cup).last
    for table in desk.cups.tables(cup.id, row.id) if row is not None else ():
        if any(seat["offered"] == entry.key for seat in table.seats):
            table.seats = [
                {**seat, "until": desk.now.isoformat()} if seat["offered"] == entry.key else seat
                for seat in table.seats
            ]
            cup.due_at = desk.now
            desk.ring("cup", cup.id)


def move_up(desk: Desk, cup: Cup, freed: int) -> list[Message]:
    """Who waits gets one of the places that have become free; gives what the director is told. Places that were left
    when entry closed stay so, and once a draw is published one becomes free at a table only."""
    told: list[Message] = []
    if cup.status not in (CupStatus.OPEN, CupStatus.CLOSED) or desk.cups.rounds(cup.id):
        return told
    places = decode(cup.terms).places
    while len(told) < freed and desk.cups.counted_in(cup.id).get(EntryStatus.ENTERED, 0) < places:
        # Whom the director has put there, and who has not said that they want to play, does not come before who has.
        first = desk.cups.first_waiting(cup.id, after=cup.wishes.get(consent.ASKED, ()))
        if first is None:
            break
        first.status = EntryStatus.ENTERED
        write_down(desk, cup, "service", "moved up", f"{first.name}: waiting", "entered")
        desk.write()
        told.append(Message("{name} moves up from the waiting list.", name=first.name))
        person = desk.person(first.person_id)
        if person is not None and consent.is_asked(cup, first):
            consent.ask(desk, cup, first, person)
        elif person is not None:
            tell_place(desk, cup, first, person)
    return told


def tell_place(desk: Desk, cup: Cup, entry: CupEntry, person: Person) -> None:
    """Who waited of their own accord has a place now."""
    text = Message("A place became free and it is yours. Write `withdraw from {cup}` if you can't play.", cup=cup.id)
    title = Message("{cup}: you have a place", cup=cup.name)
    telling.one(desk, person, f"{cup.id} up {entry.number}", title, text)

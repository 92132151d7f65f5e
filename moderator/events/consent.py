"""Whom a director has entered is asked: a `no` takes them out, and who has said nothing yet is known to the director.

It stands with the event's own row: a few names, until they have answered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from engine import Refused
from engine.message import Listed, Message, Value
from moderator.events import telling
from moderator.events.overview import Overview
from moderator.events.terms import decode
from moderator.language.catalogues import chosen
from moderator.office.desk import Desk
from moderator.store.cup_tables import Cup, CupEntry, CupRound, CupTable
from moderator.store.mails import Said
from moderator.store.statuses import CupStatus, EntryStatus, StaffRole, TableStatus
from moderator.store.tables import Person
from moderator.table import seating

# Among what the director wishes: who has not answered, who has said no, and who can't play at which table.
ASKED, DECLINED, CANNOT = "asked", "declined", "cannot"
# So many answers of one person that are none are shown to their directors within a day, and so much of each.
MOST_SHOWN, MOST_TEXT = 3, 500
# In the key of the mail that asks.
ENTERED = " entered "
HERE = (EntryStatus.ENTERED, EntryStatus.WAITING)
UNDER_WAY = (TableStatus.PLANNED, TableStatus.PLAYING)
GOING = (CupStatus.OPEN, CupStatus.CLOSED, CupStatus.RUNNING)


def may_ask(desk: Desk, cup: Cup, person: Person) -> None:
    """Nobody who has said no is entered by others again. Raises Refused."""
    entry = desk.cups.entry_of(cup.id, person.id)
    if entry is not None and entry.key in cup.wishes.get(DECLINED, ()):
        raise Refused(
            "{name} has said no to {cup}, and is not asked again; they may enter by themselves.",
            name=entry.name,
            cup=cup.name,
        )


def ask(desk: Desk, cup: Cup, entry: CupEntry, person: Person) -> None:
    """Mails somebody whom the director has entered: one word says whether they play."""
    _put(cup, ASKED, {*cup.wishes.get(ASKED, ()), entry.key})
    lead = (one.name for row, one in desk.cups.staff(cup.id) if row.role == StaffRole.DIRECTOR)
    about: dict[str, Value] = {
        "director": next(lead, Message("The director")),
        "event": cup.name,
        "titles": Listed(decode(cup.terms).titles, ","),
        "name": entry.name,
        "cup": cup.id,
        "page": f"{desk.settings.base_url}/events/{cup.id}",
    }
    entered = Message(
        "{director} directs {event}, a tournament of 18xx games played by email ({titles}), and has entered you as "
        "{name}. Do you play? Reply `yes` or `no`: `no` takes you out again, as long as no table waits for you. "
        "`terms {cup}` shows the terms, with all dates; they stand on {page} too.",
        **about,
    )
    if entry.status == EntryStatus.WAITING:
        entered = Message(
            "{director} directs {event}, a tournament of 18xx games played by email ({titles}), and has put you on its "
            "waiting list as {name}. Do you want to play? Reply `yes` or `no`: `no` takes you off it. `terms {cup}` "
            "shows the terms, with all dates; they stand on {page} too.",
            **about,
        )
    title = Message("{cup}: do you play?", cup=cup.name)
    telling.one(desk, person, f"{cup.id}{ENTERED}{entry.number} {desk.now}", title, entered)


def is_asked(cup: Cup, entry: CupEntry) -> bool:
    return entry.key in cup.wishes.get(ASKED, ())


def said_yes(cup: Cup, entry: CupEntry) -> None:
    _put(cup, ASKED, set(cup.wishes.get(ASKED, ())) - {entry.key})
    _put(cup, DECLINED, set(cup.wishes.get(DECLINED, ())) - {entry.key})


def said_no(cup: Cup, entry: CupEntry) -> None:
    """Who leaves without ever having said yes was never willing."""
    if is_asked(cup, entry):
        _put(cup, ASKED, set(cup.wishes.get(ASKED, ())) - {entry.key})
        _put(cup, DECLINED, {*cup.wishes.get(DECLINED, ()), entry.key})


def in_a_guess(desk: Desk, person: Person) -> bool:
    """Whether somebody whom a director has named is written to in a language that they have never chosen."""
    cups = [cup for _, cup in desk.cups.entries_of(person.id)]
    return seating.never_chosen(desk, person, {one.language for cup in cups for _, one in desk.cups.staff(cup.id)})


def answered_in(desk: Desk, person: Person, language: str) -> list[Said]:
    """Who has answered in a language of ours, and never chose another, reads that one from now on; what they are told
    of it."""
    if not language or language == person.language or not in_a_guess(desk, person):
        return []
    person.language = language
    return [chosen(language)]


def _put(cup: Cup, kind: str, keys: set[str]) -> None:
    others = {name: value for name, value in cup.wishes.items() if name != kind}
    cup.wishes = {**others, kind: sorted(keys)} if keys else others


def unanswered(overview: Overview) -> list[CupEntry]:
    """Whom the director has entered, and who has not said whether they play."""
    return [one for one in overview.entries if one.status in HERE and is_asked(overview.cup, one)]


def _silent(desk: Desk, overview: Overview) -> list[CupEntry]:
    """Of those whom nobody has had an answer from, who can still be asked: who moves plays, and who has lost their seat
    to somebody else is asked no more."""
    found = unanswered(overview)
    if not found or not overview.rounds:
        return found
    moved = desk.cups.moved_by_mail(overview.cup.id)
    plays = {
        seat["offered"] or seat["entry"]
        for table in overview.tables
        for seat in table.seats
        if (table.game_id, seat["seat"]) in moved
    }
    lost = {who for table in overview.tables for seat in table.seats for who in seat.get("taken", ())}
    return [one for one in found if one.key not in plays | lost]


def said_cannot(cup: Cup, entry: CupEntry, table: CupTable) -> None:
    """Somebody can't play whom this table waits for; who was asked whether they play has said no by that."""
    said_no(cup, entry)
    _put(cup, CANNOT, {*cup.wishes.get(CANNOT, ()), f"{table.id} {entry.key}"})


def has_said_cannot(overview: Overview, row: CupRound, entry: CupEntry) -> bool:
    """Whether somebody has said of their table of a round that they can't play."""
    said = overview.cup.wishes.get(CANNOT, ())
    return any(f"{table.id} {entry.key}" in said for table in overview.tables_of(row))


def cannot(desk: Desk, overview: Overview) -> list[CupEntry]:
    """Who has said so of their table under way, as long as they have the seat and nobody plays it for them."""
    row, said = overview.last, set(overview.cup.wishes.get(CANNOT, ()))
    if row is None or not said:
        return []
    bots = desk.cups.played_by_bots(row.id)
    return [
        overview.by_key[who]
        for table in overview.tables_of(row)
        for seat in table.seats
        for who in (seat["offered"] or seat["entry"],)
        if table.status in UNDER_WAY and f"{table.id} {who}" in said and (table.game_id, seat["seat"]) not in bots
    ]


def unanswered_told(desk: Desk, overview: Overview, *, names: bool = True) -> list[Said]:
    """For who directs: on whose word they wait, and who has said after the draw that they can't play; not by ``names``
    for who plays in an anonymous round."""
    gone = cannot(desk, overview)
    silent = [one.name for one in _silent(desk, overview) if one not in gone]
    found: list[Said] = []
    if silent:
        found.append(Message("Entered by you, and no answer yet: {names}", names=Listed(silent, ",")))
    if gone and names:
        called = Listed((one.name for one in gone), ",")
        found.append(Message("Can't play, and a table waits for them: {names}", names=called))
    return found


def shown_to_directors(desk: Desk, person: Person, cups: Sequence[str], text: str, mail_id: int) -> None:
    """What somebody whom a director has entered says to the question whether they play, where that is neither a plain
    yes nor a plain no: a question of theirs, or a condition. So often a day at most."""
    for cup_id in cups:
        cup, entry = desk.cups.get(cup_id), desk.cups.entry_of(cup_id, person.id)
        if cup is None or entry is None or not is_asked(cup, entry):
            continue
        if not desk.within("answers shown", f"{cup_id} {entry.key}", MOST_SHOWN, timedelta(days=1)):
            continue
        said = Message(
            "{name} was asked whether they play, and writes neither yes nor no plainly:\n{text}",
            name=entry.name,
            text=desk.office.addresses.without_secrets(text.strip())[:MOST_TEXT],
        )
        title = Message("{cup}: {name} has answered", cup=cup.name, name=entry.name)
        orders = (f"td withdraw {cup.id} {entry.name}", f"td status {cup.id}")
        telling.directors(desk, cup, f"answered {entry.number} {mail_id}", title, said, orders)


def asks(desk: Desk, person: Person | None, answers: Sequence[str] = ()) -> list[str]:
    """The events into which somebody was entered, and has not answered. Where there are any, also those whose question
    they answer now, maybe once more: a no to the one is none to the other."""
    if person is None:
        return []
    found = desk.cups.entries_of(person.id)
    asked = [cup.id for entry, cup in found if entry.status in HERE and cup.status in GOING and is_asked(cup, entry)]
    return list(dict.fromkeys((*answers, *asked))) if asked else []


def asked_in(desk: Desk, person: Person | None, names: Sequence[str]) -> list[str]:
    """The events that mails of ours to somebody, by their Message-IDs, have asked them about."""
    if person is None or not names:
        return []
    mails = desk.outbox.all_named(names)
    mine = [one.key for one in mails if one.person_id == person.id and ENTERED in one.key]
    return list(dict.fromkeys(key.partition(ENTERED)[0].removeprefix("cup ") for key in mine))

"""People who go: replaced from the waiting list with consent, or by a bot; withdrawn; expelled."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.events import telling
from moderator.events.announcing import write_down
from moderator.events.overview import Overview
from moderator.events.results import holder
from moderator.events.terms import Replacing
from moderator.events.values import Ending, Kind
from moderator.office.desk import Desk
from moderator.store.cup_tables import Cup, CupEntry, CupRound, CupTable
from moderator.store.statuses import EntryStatus, RoundStatus, TableStatus
from moderator.table import announce, seating
from moderator.table.onward import go_on


def replace(desk: Desk, cup: Cup, old: CupEntry, new: CupEntry | None, who: str) -> str:
    """Takes a player's seat in this round and gives it to somebody who waits, or to a bot. Gives the name of who is
    asked; empty for a bot. Raises Refused."""
    overview = Overview.of(desk, cup)
    table = _table(overview, old)
    if table is None or table.game_id is None:
        raise Refused("{name} has no game under way in {cup}.", name=old.name, cup=cup.name)
    if new is not None and (new.status != EntryStatus.WAITING or new.person_id is None):
        raise Refused(
            "{name} is not on the waiting list.", name=new.name, instead=(f"td replace {cup.id} {old.name} by bot",)
        )
    play = desk.lock(table.game_id)
    assert play is not None
    seats = [dict(kept) for kept in table.seats]
    kept = next(one for one in seats if old.key in (one["entry"], one["offered"]))
    seat = play.seat(kept["seat"])
    assert seat is not None
    if kept["offered"] == old.key:
        if holder(overview, play, kept)[1] is Kind.REPLACED:
            # Who had taken over goes as well: they are one more who had the seat.
            kept["was"], kept["entry"] = [*kept["was"], kept["entry"]], old.key
        kept["offered"] = ""
    person = desk.person(new.person_id) if new is not None else None
    # A bot plays on until whoever is asked says yes.
    seat.bot = True
    seating.give(desk, play, seat, person, f"cup {table.id} {len(kept['was'])} {new.key if new else 'bot'}", None)
    if new is not None:
        kept["offered"] = new.key
    table.seats = seats
    write_down(desk, cup, who, "replaced", f"{old.name} at table {table.number}", new.name if new else "bot")
    title = Message("{seat} has a new player", seat=seat.name)
    news = Message("The place of {seat} is offered to somebody else, who is asked first.", seat=seat.name)
    if new is None:
        news = Message("{seat} is now played by a bot.", seat=seat.name)
    announce.notice(desk, play, f"cup {table.id} {seat.key_number}", title, news, but=seat)
    go_on(desk, play)
    return new.name if new is not None else ""


def by_rule(desk: Desk, cup: Cup, old: CupEntry, who: str) -> str:
    """As the terms say: from the waiting list, or a bot."""
    waiting = desk.cups.first_waiting(cup.id)
    if Overview.of(desk, cup).terms.replacing is not Replacing.WAITING or waiting is None or waiting.person_id is None:
        return replace(desk, cup, old, None, who)
    return replace(desk, cup, old, waiting, who)


def settle(desk: Desk, overview: Overview, row: CupRound) -> None:
    """After a round: who took over a seat has a place from now on, who gave one up has none. The results say who."""
    for one in overview.results:
        if (one.table.stage, one.table.round) != (row.stage, row.number) or one.how is Ending.BYE:
            continue
        for seat in one.standing:
            entry = overview.by_key[seat.entrant]
            if seat.kind is Kind.REPLACED and entry.status == EntryStatus.WAITING:
                entry.status = EntryStatus.ENTERED
            elif seat.kind is Kind.FORFEIT and entry.status == EntryStatus.ENTERED:
                entry.status, entry.left_at = EntryStatus.WITHDRAWN, desk.now
                write_down(desk, overview.cup, "service", "withdrawn", entry.name, "", "gave up a seat")
    desk.write()


def expel(desk: Desk, cup: Cup, entry: CupEntry, reason: str, who: str) -> None:
    """Somebody is excluded: their seat goes on as the terms say, and they are not drawn again. Raises Refused."""
    if entry.status == EntryStatus.EXPELLED:
        raise Refused("{name} is excluded already.", name=entry.name)
    if not reason.strip():
        raise Refused("Say why.", instead=(f'td expel {cup.id} {entry.name} "the reason"',))
    write_down(desk, cup, who, "expelled", f"{entry.name}: {entry.status}", EntryStatus.EXPELLED, reason)
    table = _table(Overview.of(desk, cup), entry)
    entry.status, entry.left_at = EntryStatus.EXPELLED, desk.now
    desk.write()
    if table is not None and table.game_id is not None:
        by_rule(desk, cup, entry, who)
    person = desk.person(entry.person_id)
    if person is not None:
        text = Message("The director has excluded you from {cup}: {reason}", cup=cup.name, reason=reason)
        telling.one(
            desk, person, f"{cup.id} expelled {entry.number}", Message("{cup}: you are excluded", cup=cup.name), text
        )


def _table(overview: Overview, entry: CupEntry) -> CupTable | None:
    """Where somebody plays in the round that runs."""
    row = overview.last
    if row is None or row.status == RoundStatus.OVER:
        return None
    for table in overview.tables_of(row):
        here = any(entry.key in (seat["entry"], seat["offered"]) for seat in table.seats)
        if here and table.status in (TableStatus.PLANNED, TableStatus.PLAYING):
            return table
    return None

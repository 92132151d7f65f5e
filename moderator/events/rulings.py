"""What the director decides about a table, and who asks for it: rulings, appeals and their dismissal."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Refused
from engine.message import Listed, Message
from moderator.events import places, telling
from moderator.events.announcing import still_going, write_down
from moderator.events.decided import estimated, how_to_appeal
from moderator.events.explained import own_line, places_told, provisional
from moderator.events.goes_on import going_on, tell_changed
from moderator.events.interests import ask_for_ruling
from moderator.events.lines import standings_kept
from moderator.events.overview import Overview
from moderator.events.records import estimate_read
from moderator.events.results import COUNTS_LATER, LAST, holder, in_order, of_game, offers_end, placed
from moderator.events.rounds import draw_again
from moderator.events.values import Ending, Kind
from moderator.office.desk import Desk
from moderator.store.cup_tables import Appeal, Cup, CupEntry, CupTable
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import CupStatus, RoundStatus, TableStatus
from moderator.table import announce
from moderator.table.onward import end_early, go_on

MOST_APPEAL = 2000
# So often may one player appeal about one table: against its result, and against what was decided then. Each takes the
# next draw back and mails everybody whose place changes.
MOST_APPEALS = 2


def ruled(cup: Cup, table: CupTable, order: Sequence[Sequence[str]], reason: str) -> dict[str, int]:
    """The place of each seat as a ruling has it, those of one place together. Raises Refused."""
    if table.game_id is None:
        raise Refused("Table {table} has no game yet.", table=table.number)
    names = [seat["seat"] for seat in table.seats]
    named = [name for group in order for name in group]
    if sorted(map(str.casefold, named)) != sorted(map(str.casefold, names)):
        raise Refused(
            "Name every seat of table {table} once: {names}.",
            table=table.number,
            names=Listed(names, ","),
            instead=(f'td rule {cup.id} {table.number} {" > ".join(names)} "{reason or "…"}"',),
        )
    if not reason.strip():
        said = " > ".join(" = ".join(group) for group in order)
        raise Refused("A ruling needs its reason.", instead=(f'td rule {cup.id} {table.number} {said} "…"',))
    ranks, place = {}, 1
    for group in order:
        for name in names:
            if name.casefold() in map(str.casefold, group):
                ranks[name] = place
        place += len(group)
    return ranks


def rule(desk: Desk, cup: Cup, table: CupTable, order: Sequence[Sequence[str]], reason: str, who: str) -> Play:
    """The director's ruling: seats by place, those of one place together. Gives the table's game. Raises Refused."""
    ranks = ruled(cup, table, order, reason)
    overview = Overview.of(desk, cup)
    row = overview.round_of(table)
    still_going(cup)
    if row is not overview.current:
        raise Refused("Round {round} is over; its results stand.", round=overview.name_of(row))
    play = desk.lock(table.game_id or "")
    assert play is not None
    old, before = _said_short(overview, table), _told_before(desk, overview, table)
    if row.status == RoundStatus.OVER:
        # Who went on was told with the result that an appeal has held since.
        table.status = TableStatus.DECIDED
    on = going_on(Overview.of(desk, cup))
    under_way = not play.over
    scores = (
        {one.player: round(one.mean) for one in estimate_read(table.estimate)} if under_way and table.estimate else {}
    )
    # The game's own record says who came where, too.
    end_early(desk, play, "ruled", scores or None, ranks)
    if under_way:
        go_on(desk, play)
    else:
        desk.ring("ending", play.id)
    table.result = of_game(overview, table, play) or placed(
        overview, table, play, dict.fromkeys(ranks), ranks, Ending.RULED
    )
    table.status = TableStatus.DECIDED
    offers_end(desk, cup, table, play)
    for appeal in desk.cups.open_appeals(table.id):
        appeal.ruling, appeal.ruled_at = reason, desk.now
    write_down(desk, cup, who, "ruled", old, f"table {table.number}: {_said_short(overview, table)}", reason)
    desk.write()
    if row.status == RoundStatus.OVER:
        # What was drawn from the standings before is drawn again.
        row.standings = standings_kept(Overview.of(desk, cup).standings(row))
        draw_again(desk, cup, who)
    cup.due_at = desk.now
    desk.ring("cup", cup.id)
    told = _tell_ruling(desk, Overview.of(desk, cup), table, play, reason)
    title = Message("{cup}: a ruling on table {table}", cup=cup.name, table=table.number)
    why = Message("The director has ruled on table {table}: {reason}", table=table.number, reason=reason)
    places.tell(desk, Overview.of(desk, cup), before, f"ruled {table.id}", title, why, but=told)
    tell_changed(desk, cup, on, f"ruled {table.id}", why)
    announce.over(desk, play)
    return play


def _told_before(desk: Desk, overview: Overview, table: CupTable) -> places.Places:
    """The places that people were told with the end of a table's round."""
    over = overview.round_of(table).status == RoundStatus.OVER
    return places.places(desk, overview.cup) if over else places.UNTOLD


def _people_at(desk: Desk, table: CupTable) -> set[int]:
    """Who plays at a table."""
    play = desk.game(table.game_id) if table.game_id is not None else None
    holders = (desk.holder(seat) for seat in play.players if not seat.bot) if play is not None else ()
    return {person.id for person in holders if person is not None}


def _said_short(overview: Overview, table: CupTable) -> str:
    """A result for the log: who came where."""
    if table.result is None:
        return table.status
    ranked = sorted((rank or 99, overview.by_key[who].name) for who, _, rank, _ in table.result["standing"])
    return ", ".join(f"{rank}. {name}" for rank, name in ranked)


def _tell_ruling(desk: Desk, overview: Overview, table: CupTable, play: Play, reason: str) -> set[int]:
    """To those who sit there, each with their own line; gives who was told. With the last table of a round the same
    mail tells of the round, their line and how to appeal."""
    cup, told, row = overview.cup, set(), overview.round_of(table)
    last = row.status != RoundStatus.OVER and not overview.undecided(row)
    for kept in table.seats:
        seat = play.seat(kept["seat"])
        person = desk.holder(seat) if seat is not None and not seat.bot else None
        if person is not None and seat is not None:
            told.add(person.id)
            text = Listed(
                (
                    Message("The director has ruled on table {table}: {reason}", table=table.number, reason=reason),
                    *places_told(overview, table),
                    *estimated(table),
                    *(() if last else _standing(overview, table, holder(overview, play, kept)[0])),
                ),
                "\n",
            )
            title = Message("{cup}: a ruling on table {table}", cup=cup.name, table=table.number)
            key = f"{cup.id} ruled {table.id} {len(desk.cups.deeds(cup.id, 10_000))} {person.id}"
            telling.one(desk, person, key, title, text, seat=seat)
    return told


def _standing(overview: Overview, table: CupTable, who: str) -> list[Said]:
    """Where somebody stands after a ruling, as far as that may be told, and how to appeal."""
    if overview.secret(table):
        return [COUNTS_LATER, how_to_appeal(overview)]
    return [own_line(overview, who), *provisional(overview, table), how_to_appeal(overview)]


def as_it_stands(table: CupTable) -> str:
    """The seats of a table as a ruling would name them that changed nothing."""
    came = {
        who: (rank or 99) + LAST * (kind == Kind.FORFEIT)
        for who, _, rank, kind in (table.result or {"standing": ()})["standing"]
    }
    if not came:
        # Where there is no result yet the order is only an example: nobody shares a place in it.
        return " > ".join(seat["seat"] for seat in table.seats)
    return in_order(
        (min(came.get(seat["entry"], 2 * LAST), came.get(seat["offered"], 2 * LAST)), seat["seat"])
        for seat in table.seats
    )


def appeal(desk: Desk, cup: Cup, entry: CupEntry, text: str, number: int | None = None) -> CupTable:
    """Stops a table's result from counting until the director has ruled. Raises Refused."""
    overview = Overview.of(desk, cup)
    table = overview.table_of(entry) if number is None else overview.table_numbered(number)
    if table is None or not _played_at(desk, overview, table, entry):
        raise Refused("You have no table to appeal about in {cup}.", cup=cup.name)
    if cup.status == CupStatus.OVER or overview.round_of(table) is not overview.current:
        raise Refused("Round {round} is over; its results stand.", round=overview.name_of(overview.round_of(table)))
    if not text.strip() or len(text) > MOST_APPEAL:
        raise Refused(
            "Say what you appeal against, in up to {most} characters.",
            most=MOST_APPEAL,
            instead=(f'appeal {cup.id} "the last turn was played for me by mistake"',),
        )
    if desk.cups.open_appeals(table.id):
        raise Refused("Table {table} waits for a ruling already.", table=table.number)
    mine = [one for one in desk.cups.appeals(cup.id) if (one.table_id, one.entry_id) == (table.id, entry.id)]
    if len(mine) >= MOST_APPEALS:
        raise Refused(
            "You have appealed {count} times about table {table}: what the director has decided stands.",
            count=len(mine),
            table=table.number,
            instead=(f"standings {cup.id}",),
        )
    desk.add(Appeal(cup_id=cup.id, table_id=table.id, entry_id=entry.id, text=text.strip(), made_at=desk.now))
    old, before = table.status, _told_before(desk, overview, table)
    if table.status == TableStatus.DECIDED:
        table.status = TableStatus.APPEALED
    # The next round waits for the ruling.
    draw_again(desk, cup, entry.name)
    write_down(desk, cup, entry.name, "appealed", f"table {table.number}: {old}", table.status, text.strip())
    order = as_it_stands(table)
    ask_for_ruling(
        desk,
        overview,
        table,
        f"appeal {table.id} {entry.key} {desk.now}",
        Message("{cup}: an appeal", cup=cup.name),
        Message(
            "{name} appeals about table {table}: {text}\nIts result waits for your ruling.",
            name=seat_called(overview, table, entry),
            table=table.number,
            text=text.strip(),
        )
        if table.result is not None
        else Message(
            "{name} appeals about table {table}: {text}\nIts game is under way and has no result yet; a ruling would "
            "end it. `td at` does at that table what its moderator may.",
            name=seat_called(overview, table, entry),
            table=table.number,
            text=text.strip(),
        ),
        (f'td rule {cup.id} {table.number} {order} "the reason"', f'td dismiss {cup.id} {table.number} "the reason"'),
    )
    _tell_appeal(desk, cup, table, entry, before)
    return table


def _tell_appeal(desk: Desk, cup: Cup, table: CupTable, entry: CupEntry, before: places.Places) -> None:
    """Who sits at the table hears of an appeal about it, and so does whoever stands elsewhere without its result."""
    title = Message("{cup}: an appeal", cup=cup.name)
    why = Message(
        "Somebody appeals about table {table}: the director is asked, and the game goes on.", table=table.number
    )
    if table.result is not None:
        why = Message(
            "Somebody appeals about table {table}: its result does not count until the director has ruled.",
            table=table.number,
        )
    always, but = _people_at(desk, table), {entry.person_id or 0}
    places.tell(desk, Overview.of(desk, cup), before, f"appeal {table.id}", title, why, always=always, but=but)


def _played_at(desk: Desk, overview: Overview, table: CupTable, entry: CupEntry) -> bool:
    """Whether somebody has or had a seat of a table; who was asked to take one over has it when they said yes."""
    if any(entry.key in (seat["entry"], *seat["was"]) for seat in table.seats):
        return True
    play = desk.game(table.game_id) if table.game_id is not None else None
    return play is not None and any(
        seat["offered"] == entry.key and holder(overview, play, seat)[0] == entry.key for seat in table.seats
    )


def seat_called(overview: Overview, table: CupTable, entry: CupEntry) -> str:
    """What somebody is called at a table: by their seat while who sits there is secret, also to who directs and plays
    elsewhere; `td status` names them for the others."""
    mine = (seat for seat in table.seats if entry.key in (seat["entry"], seat["offered"], *seat["was"]))
    return str(next((seat["seat"] for seat in mine), entry.name)) if overview.secret(table) else entry.name


def dismiss(desk: Desk, cup: Cup, table: CupTable, reason: str, who: str) -> None:
    """An appeal changes nothing: the result stands, or what is played goes on. Raises Refused."""
    waiting = desk.cups.open_appeals(table.id)
    if not waiting:
        raise Refused("Nobody has appealed about table {table}.", table=table.number)
    if not reason.strip():
        raise Refused("A ruling needs its reason.", instead=(f'td dismiss {cup.id} {table.number} "…"',))
    before, known = _told_before(desk, Overview.of(desk, cup), table), set()
    if table.status == TableStatus.APPEALED:
        table.status = TableStatus.DECIDED
    write_down(desk, cup, who, "dismissed an appeal", f"table {table.number}", table.status, reason)
    for one in waiting:
        one.ruling, one.ruled_at = reason, desk.now
    desk.write()
    overview = Overview.of(desk, cup)
    for one in waiting:
        entry = next(each for each in overview.entries if each.id == one.entry_id)
        person = desk.person(entry.person_id)
        if person is not None:
            known.add(person.id)
            text = Message("Your appeal about table {table} was dismissed: {reason}", table=table.number, reason=reason)
            said = Listed((text, *places.moved(overview, before, entry.key)), "\n")
            telling.one(desk, person, f"{cup.id} dismissed {one.id}", Message("{cup}: your appeal", cup=cup.name), said)
    title = Message("{cup}: an appeal", cup=cup.name)
    why = Message("The appeal about table {table} was dismissed: {reason}", table=table.number, reason=reason)
    always = _people_at(desk, table)
    places.tell(desk, overview, before, f"dismissed {table.id}", title, why, always=always, but=known)
    cup.due_at = desk.now
    desk.ring("cup", cup.id)

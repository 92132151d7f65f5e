"""An event in words: standings with their working, tables, how it stands, what was done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine import Refused
from engine.message import Listed, Message
from moderator.events import wishes
from moderator.events.consent import unanswered_told
from moderator.events.decided import open_appeals
from moderator.events.explained import further_told, headings, in_places, line_told, pool_told, shown, ties_told
from moderator.events.lines import Line
from moderator.events.overview import Overview
from moderator.events.rounds import progress, qualities_told
from moderator.events.rulings import seat_called
from moderator.events.strength import irregular, reliability_of
from moderator.events.terms_told import tie_told
from moderator.events.values import Ending
from moderator.language import Moment
from moderator.office.desk import Desk
from moderator.store.cup_tables import CupDeed, CupEntry, CupRound, CupTable
from moderator.store.mails import Said
from moderator.store.statuses import CupStatus, EntryStatus, RoundStatus, TableStatus
from moderator.store.tables import Person
from moderator.table.result import ranked

MOST_LINES = 200
MOST_GAMES = 50
STATUSES = {
    EntryStatus.ENTERED: Message("entered", "entry"),
    EntryStatus.WAITING: Message("waits for a place", "entry"),
    EntryStatus.WITHDRAWN: Message("withdrawn", "entry"),
    EntryStatus.EXPELLED: Message("excluded", "entry"),
}


def status_told(status: str) -> Message:
    return {
        CupStatus.OPEN: Message("open for entry", "event"),
        CupStatus.CLOSED: Message("entry closed", "event"),
        CupStatus.RUNNING: Message("under way", "event"),
        CupStatus.OVER: Message("over", "event"),
        CupStatus.CANCELLED: Message("cancelled", "event"),
    }[CupStatus(status)]


def round_told(status: str) -> Message:
    return {
        RoundStatus.DRAWN: Message("drawn", "round"),
        RoundStatus.PUBLISHING: Message("being published", "round"),
        RoundStatus.RUNNING: Message("under way", "round"),
        RoundStatus.CLOSING: Message("being closed", "round"),
        RoundStatus.OVER: Message("over", "round"),
    }[RoundStatus(status)]


def table_told(status: str) -> Message:
    return {
        TableStatus.PLANNED: Message("not begun", "table"),
        TableStatus.PLAYING: Message("under way", "table"),
        TableStatus.UNCLEAR: Message("waits for a ruling", "table"),
        TableStatus.APPEALED: Message("appealed against", "table"),
        TableStatus.DECIDED: Message("decided", "table"),
    }[TableStatus(status)]


def table_now(overview: Overview, table: CupTable) -> Message:
    """How a table stands; once the time of its round is up nobody plays at it any more."""
    if table.status == TableStatus.PLAYING and overview.round_of(table).status == RoundStatus.CLOSING:
        return Message("being decided", "table")
    return table_told(table.status)


def ending_told(how: str) -> Said:
    """How a table came to a result that was not simply played; nothing if it was."""
    return {
        Ending.RULED: Message("The director has ruled who came where."),
        Ending.ADJUDICATED: Message("Not over in time: bots have played it on."),
        Ending.AGREED: Message("Ended by agreement."),
        Ending.SET: Message("Ended after the operating rounds that the terms name."),
        Ending.EARLY: Message("Not over in time: it counts as it stood."),
    }.get(Ending(how), "")


def gone_told(entry: CupEntry) -> Said:
    """Whether somebody in the standings is in the event no more."""
    gone = entry.status in (EntryStatus.WITHDRAWN, EntryStatus.EXPELLED)
    return STATUSES[EntryStatus(entry.status)] if gone else ""


def entry_told(entry: CupEntry) -> Said:
    """How somebody stands to the event: entered, waiting or gone; with club and division where they have one."""
    said: Said = STATUSES[EntryStatus(entry.status)]
    parts: list[Said] = [said]
    if entry.bot:
        parts.append(Message("bot", "entry"))
    if entry.club:
        parts.append(entry.club)
    if entry.division > 1:
        parts.append(Message("division {division}", division=entry.division))
    return Listed(parts, ",") if len(parts) > 1 else said


# ---------------------------------------------------------------------- standings and tables


def standings_told(desk: Desk, overview: Overview, who: str = "") -> Said:
    """The standings, best first; one's own line with its working. What an appeal holds back is said above them."""
    lines: list[Said] = []
    shown_lines = overview.open_lines[:MOST_LINES]
    for line, heading in zip(shown_lines, headings(overview, shown_lines), strict=True):
        lines += [heading] if heading is not None else []
        told = line_told(overview, line)
        lines.append(_own(told, line) if line.entrant == who else told)
    mine = next((line for line in overview.open_lines[MOST_LINES:] if line.entrant == who), None)
    if mine is not None:
        lines.append(_own(line_told(overview, mine), mine))
    row = overview.current
    if (
        overview.terms.duplicate
        and lines
        and row is not None
        and row.status not in (RoundStatus.DRAWN, RoundStatus.OVER)
    ):
        lines.append(
            Message("Provisional: round {round} is not over, and seats are compared.", round=overview.name_of(row))
        )
    lines += further_told(shown_lines) + ties_told(shown_lines, overview)
    if not lines:
        return Message("Nobody has entered yet.")
    return Listed((*open_appeals(desk, overview), *lines), "\n")


def _own(told: Said, line: Line) -> Message:
    return Message("{line}  (you: {working})", line=told, working=line.working)


def ties_of(overview: Overview, line: Line) -> Iterable[tuple[Message, str]]:
    """What told ties apart, by name."""
    return [(tie_told(tie), shown(value)) for tie, value in zip(overview.terms.ties, line.tie_values, strict=False)]


def seats_told(overview: Overview, table: CupTable, *, names: bool = False) -> str:
    """Who sits at a table; colours alone while that is secret, unless the director asks."""
    hidden = overview.secret(table)
    found = []
    for seat in table.seats:
        name = overview.by_key[seat["entry"]].name
        if hidden and not names:
            found.append(seat["seat"])
        else:
            found.append(f"{seat['seat']} = {name}" if seat["seat"] != name else name)
    return ", ".join(found)


def placed_told(overview: Overview, result: Mapping[str, Any]) -> str:
    """What a table came to, the first place first."""
    return ", ".join(
        f"{place}. {overview.by_key[who].name} {wealth if wealth is not None else ''}".rstrip()
        for place, who, wealth in in_places(result)
    )


def number_told(overview: Overview, table: CupTable) -> Said:
    """A table's number, with its group or division where there are several."""
    if not table.pool:
        return str(table.number)
    pool = pool_told(overview.stage_of(overview.round_of(table).stage), table.pool)
    return Message("{table} ({pool})", table=table.number, pool=pool)


def tables_told(overview: Overview, tables: Sequence[CupTable], *, names: bool = False) -> list[Said]:
    return [
        Message(
            "Table {table}: {title}, {seats}; {status}",
            table=number_told(overview, table),
            title=table.title,
            seats=seats_told(overview, table, names=names),
            status=Listed(filter(None, (table_now(overview, table), table.game_id)), " "),
        )
        for table in tables
    ]


def byes_told(overview: Overview, row: CupRound) -> list[Said]:
    byes = [overview.by_key[who].name for _, drawing in overview.drawings(row) for who in drawing.byes]
    return [Message("Byes: {names}", names=Listed(byes, ","))] if byes else []


def draw_told(overview: Overview, row: CupRound, *, names: bool = False) -> list[Said]:
    """Who would sit where, and who would not play."""
    return [*tables_told(overview, overview.tables_of(row), names=names), *byes_told(overview, row)]


def others_told(desk: Desk, overview: Overview, row: CupRound, *, names: bool = True) -> dict[int, list[Said]]:
    """Who plays for whom at the tables under way, by table: whoever took over, whoever is asked, or a bot."""
    bots = desk.cups.played_by_bots(row.id)
    found: dict[int, list[Said]] = {}
    for table in overview.tables_of(row):
        if table.status != TableStatus.PLAYING or (overview.secret(table) and not names):
            continue
        for seat in table.seats:
            entry, other = overview.by_key[seat["entry"]], overview.by_key.get(seat["offered"])
            by_bot = (table.game_id, seat["seat"]) in bots
            if other is not None and by_bot:
                said = Message("asked: {names}", names=other.name)
            elif other is not None:
                said = Message("{other} plays for {name}", other=other.name, name=entry.name)
            elif by_bot and not entry.bot:
                said = Message("a bot plays for {name}", name=entry.name)
            else:
                continue
            found.setdefault(table.id, []).append(said)
    return found


def _taken_over(desk: Desk, overview: Overview, row: CupRound) -> set[str]:
    """Who came from the waiting list and plays somebody's seat at a table under way; they have a place after it."""
    bots = desk.cups.played_by_bots(row.id)
    return {
        seat["offered"]
        for table in overview.tables_of(row)
        for seat in table.seats
        if table.status == TableStatus.PLAYING and (table.game_id, seat["seat"]) not in bots
    }


def wishes_told(overview: Overview) -> list[Said]:
    """Who is to sit together and apart, as long as somebody of them plays."""
    found: list[Said] = []
    for kind in ("pins", "bans"):
        for group in overview.cup.wishes.get(kind, ()):
            said = Listed((overview.by_key[who].name for who in group), ",")
            found.append(wishes.told(kind, said))
    return found


def entered_told(desk: Desk, overview: Overview) -> list[Said]:
    """Who is in an event, and who waits for a place, by name."""
    waiting = [one.name for one in overview.waiting]
    found: list[Said] = [Message("Entered: {names}", names=Listed((one.name for one in overview.playing), ","))]
    if waiting:
        found.append(Message("Waiting list: {names}", names=Listed(waiting, ",")))
    return [*found, *unanswered_told(desk, overview)]


def appeals_told(desk: Desk, overview: Overview, table: CupTable | None = None, *, names: bool = True) -> list[Said]:
    """Appeals that wait for a ruling, about one table or all."""
    found: list[Said] = []
    tables = {one.id: one for one in overview.tables}
    entries = {one.id: one for one in overview.entries}
    for appeal in desk.cups.appeals(overview.cup.id):
        about, entry = tables[appeal.table_id], entries[appeal.entry_id]
        if appeal.ruled_at is None and table in (None, about):
            name = entry.name if names else seat_called(overview, about, entry)
            found.append(
                Message(
                    "Appeal of {name} about table {table}, since {moment}: {text}",
                    name=name,
                    table=about.number,
                    moment=Moment(appeal.made_at),
                    text=appeal.text,
                )
            )
    return found


def pairings_told(desk: Desk, overview: Overview) -> Said:
    """The tables of the latest round that may be seen."""
    row = next((one for one in reversed(overview.rounds) if one.status != RoundStatus.DRAWN), None)
    if row is None:
        return Message("No round is published yet.")
    lines: list[Said] = [round_line(overview, row)]
    lines += qualities_told(overview, row)
    lines += tables_told(overview, overview.tables_of(row))
    return Listed((*lines, *byes_told(overview, row), *open_appeals(desk, overview)), "\n")


def round_line(overview: Overview, row: CupRound) -> Said:
    said = Message("Round {round}: {status}", round=overview.name_of(row), status=round_told(row.status))
    if row.ends_at is not None and row.status in (RoundStatus.PUBLISHING, RoundStatus.RUNNING):
        return Message("{round}, until {moment}", round=said, moment=Moment(row.ends_at))
    if row.starts_at is not None and row.status == RoundStatus.DRAWN and overview.terms.by_itself:
        return Message("{round}; published by itself {moment}", round=said, moment=Moment(row.starts_at))
    return said


# ---------------------------------------------------------------------- for the director


def divisions_told(overview: Overview) -> list[Said]:
    """Who plays in which division of a league; who is to be divided yet."""
    count = overview.terms.stages[0].divisions
    if count == 1:
        return []
    by_number: dict[int, list[str]] = {}
    for entry in overview.playing:
        by_number.setdefault(entry.division, []).append(entry.name)
    found: list[Said] = [
        Message("Division {division}: {names}", division=number, names=Listed(by_number[number], ","))
        if number in by_number
        else Message("Division {division}: nobody", division=number)
        for number in range(1, count + 1)
    ]
    if 0 in by_number:
        found.append(Message("By lot when entry closes: {names}", names=Listed(by_number[0], ",")))
    return found


def status_for_director(desk: Desk, overview: Overview, *, names: bool = True) -> Said:
    """How an event stands, with names unless they are not for this director, and what waits for its director."""
    cup = overview.cup
    counted = desk.cups.counted_in(cup.id)
    lines: list[Said] = [
        Message(
            "{cup}: {status}. Entered: {entered}; waiting: {waiting}; left: {left}.",
            cup=cup.name,
            status=status_told(cup.status),
            entered=counted.get(EntryStatus.ENTERED, 0),
            waiting=counted.get(EntryStatus.WAITING, 0),
            left=counted.get(EntryStatus.WITHDRAWN, 0) + counted.get(EntryStatus.EXPELLED, 0),
        )
    ]
    if cup.seed:
        lines.append(Message("Seed: {seed}", seed=cup.seed))
    if cup.trouble:
        lines.append(Message("It can't go on by itself: {why}", why=cup.trouble))
    appeals = appeals_told(desk, overview, names=names)
    if appeals:
        lines.append(Message("Appeals that wait for your ruling: {count}", count=len(appeals)))
        lines += appeals
        lines.append(
            Message(
                'Decide with `td rule {cup} … "the reason"` or `td dismiss {cup} … "the reason"`.',
                cup=cup.id,
            )
        )
    lines += unanswered_told(desk, overview, names=names)
    for row in overview.rounds:
        lines.append(round_line(overview, row))
        if row.status == RoundStatus.PUBLISHING:
            made, total = progress(desk, row)
            lines.append(Message("Tables made: {made} of {total}", made=made, total=total))
    lines += divisions_told(overview)
    last = overview.last
    if last is not None:
        lines += tables_told(overview, overview.tables_of(last), names=names)
        for table_id, said in others_told(desk, overview, last, names=names).items():
            number = next(table.number for table in overview.tables if table.id == table_id)
            lines.append(Message("Table {table}: {seats}", table=number, seats=Listed(said, ";")))
    if names:
        lines += wishes_told(overview)
    playing = _taken_over(desk, overview, last) if last is not None and names else set()
    waiting = [one.name for one in overview.waiting if one.key not in playing]
    if overview.rounds and waiting:
        lines.append(Message("Waiting list: {names}", names=Listed(waiting, ",")))
    if not overview.rounds:
        for entry in overview.entries:
            lines.append(Message("{key}  {name}: {status}", key=entry.key, name=entry.name, status=entry_told(entry)))
    return Listed(lines, "\n")


def deeds_told(deeds: Sequence[CupDeed]) -> list[Said]:
    return [deed_line(deed) for deed in deeds]


def deed_line(deed: CupDeed) -> str:
    """One act: when, who, what, what it was and is, and why."""
    change = " -> ".join(part for part in (deed.old, deed.new) if part)
    reason = f" ({deed.reason})" if deed.reason else ""
    return f"{deed.at:%Y-%m-%d %H:%M} {deed.who}: {deed.what} {change}{reason}".replace("\n", "; ")


# ---------------------------------------------------------------------- people


def person_named(desk: Desk, name: str) -> Person:
    """Somebody who is rated, by name; nobody else has a public record. Raises Refused."""
    wanted = name.strip().casefold()
    found = [person for person in desk.endings.rated_people() if person.name.casefold() == wanted]
    if not found:
        raise Refused("Nobody who is rated is called {name}.", name=repr(name.strip()[:40]), instead=("rating",))
    return found[0]


def record_told(desk: Desk, person: Person, *, to: Person | None = None) -> list[Said]:
    """A person's finished games and events, and how reliable they are. Others read of no game that they may not see,
    nor of one at whose table nobody may know yet who sat there."""
    lines: list[Said] = []
    for entry, cup in desk.cups.entries_of(person.id):
        stands = Message("{cup}: {status}", cup=cup.name, status=status_told(cup.status))
        gone = gone_told(entry)
        # Who left is told so: "under way" alone says that they play.
        lines.append(Message("{event} ({how})", event=stands, how=gone) if gone else stands)
    games = desk.endings.finished_with(person.id)
    if person != to:
        shown = desk.endings.shown([game.id for game in games])
        games = [game for game in games if game.id in shown]
    games = games[-MOST_GAMES:]
    for game in games:
        play = desk.game(game.id)
        seat = next((one for one in play.players if one.person_id == person.id), None) if play is not None else None
        came = {name: (place, worth) for place, name, worth in ranked(game.result)}
        if play is None or seat is None or seat.name not in came:
            continue
        why = irregular(desk, play)
        said = Message(
            "{game}: place {place} of {count} with {wealth}",
            game=game.id,
            place=came[seat.name][0],
            count=len(came),
            wealth=came[seat.name][1],
        )
        lines.append(said if why is None else Message("{game} (not rated: {why})", game=said, why=why))
    mine = reliability_of(desk, person)
    if mine is None:
        lines.append(Message("Reliability: too little is known yet."))
    else:
        lines.append(Message("Reliability: {percent} % of decisions in time.", percent=mine))
    return lines

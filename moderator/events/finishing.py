"""The end of a round and of an event: standings written down, everybody told, the report sent."""

from __future__ import annotations

from datetime import datetime

from engine.message import Listed, Message
from moderator.events import telling
from moderator.events.announcing import write_down
from moderator.events.decided import how_decided, how_to_appeal
from moderator.events.explained import by_lot, own_line, top_told
from moderator.events.goes_on import goes_on, going_on
from moderator.events.going import settle
from moderator.events.lines import Line, standings_kept
from moderator.events.overview import Overview
from moderator.events.terms import Format
from moderator.language import Moment
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.cup_tables import Cup, CupEntry, CupRound
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import CupStatus, EntryStatus, RoundStatus


def end_with(desk: Desk, cup: Cup, play: Play) -> bool:
    """The round of a table that has come to its end, if it was the last: one mail tells those who sat there of both.
    False if others are still open."""
    overview = Overview.of(desk, cup)
    row = overview.last
    if row is None or row.status not in (RoundStatus.RUNNING, RoundStatus.CLOSING) or overview.undecided(row):
        return False
    end_round(desk, overview, row, play)
    return True


def end_round(desk: Desk, overview: Overview, row: CupRound, play: Play | None = None) -> None:
    """All tables are decided: the standings are written down and everybody learns where they stand. ``play``: the game
    that ended last, which tells all at its table at the same time."""
    cup = overview.cup
    row.status, row.over_at = RoundStatus.OVER, desk.now
    settle(desk, overview, row)
    overview = Overview.of(desk, cup)
    lines = overview.lines
    row.standings = standings_kept(lines)
    write_down(desk, cup, "service", "round over", RoundStatus.RUNNING, f"stage {row.stage} round {row.number}")
    coming_round, later = overview.next_round(), overview.goes_on_at(row) or desk.now
    cup.due_at = desk.now
    if coming_round is None and later <= desk.now:
        # The report of the whole event says it all.
        return
    head = top_told(overview)
    coming = _coming(desk, overview, later, last=coming_round is None)
    going = going_on(overview)
    some_stay = 0 < len(going) < len(overview.playing)
    people = desk.cups.people_in(cup.id)
    at = {
        who: table for table in overview.tables_of(row) for one in table.seats for who in (one["entry"], one["offered"])
    }
    seats = {seat.person_id: seat for seat in play.seats if not seat.bot} if play is not None else {}
    for line in lines:
        entry = overview.by_key[line.entrant]
        person = people.get(entry.person_id or 0)
        if person is not None and entry.status == EntryStatus.ENTERED:
            own: Said = own_line(overview, line.entrant)
            if some_stay:
                own = Listed((own, goes_on(overview, going, line.entrant)), "\n")
            title = Message("{cup}: round {round} is over", cup=cup.name, round=overview.name_of(row))
            how = how_decided(overview, at[line.entrant]) if line.entrant in at else []
            text = Listed((own, *how, *head, coming, how_to_appeal(overview)), "\n")
            telling.one(desk, person, f"{cup.id} over {row.id} {line.entrant}", title, text, seat=seats.get(person.id))
    telling.directors(
        desk,
        cup,
        f"over {row.id}",
        Message("{cup}: round {round} is over", cup=cup.name, round=overview.name_of(row)),
        Listed((*head, coming), "\n"),
        () if overview.terms.by_itself or coming_round is None else (f"td draw {cup.id}",),
        seats=seats,
    )
    if not overview.terms.by_itself and coming_round is not None:
        cup.due_at = None


def _coming(desk: Desk, overview: Overview, later: datetime, *, last: bool) -> Message:
    """What follows a round, and when."""
    if last:
        return Message("The event is over {moment}, if nobody appeals until then.", moment=Moment(later))
    if not overview.terms.by_itself:
        return Message("The next round is published on the director's word.")
    if later > desk.now:
        return Message("The next round is published after {moment}.", moment=Moment(later))
    return Message("The next round follows at once.")


def finish(desk: Desk, overview: Overview) -> None:
    """The event is over: its report goes to everybody who played and to its directors."""
    cup = overview.cup
    cup.status, cup.ended_at, cup.due_at = CupStatus.OVER, desk.now, None
    lines = overview.lines
    winner = overview.by_key[lines[0].entrant].name if lines else ""
    write_down(desk, cup, "service", "over", CupStatus.RUNNING, f"won by {winner}")
    title = Message("{cup} is over: {winner} wins", cup=cup.name, winner=winner)
    if by_lot(overview, lines):
        title = Message("{cup} is over: a tie, and {winner} wins by lot", cup=cup.name, winner=winner)
    people, later = desk.cups.people_in(cup.id), moving_up(overview)
    for line in lines:
        entry = overview.by_key[line.entrant]
        person = people.get(entry.person_id or 0)
        if person is not None and not person.suspended:
            own = [own_line(overview, line.entrant), *_next_season(overview, entry, later.get(entry.number))]
            text: Said = Listed((*own, *top_told(overview, 50)), "\n")
            mail = mails.EventReport(cup.id, title, text)
            desk.post(f"cup {cup.id} report {line.entrant}", desk.main_address(person), mail, person=person)
    for _, person in desk.cups.staff(cup.id):
        mail = mails.EventReport(cup.id, title, Listed(top_told(overview, 50), "\n"))
        desk.post(f"cup {cup.id} report d{person.id}", desk.main_address(person), mail, person=person)


def _next_season(overview: Overview, entry: CupEntry, division: int | None) -> list[Said]:
    """Who goes up or down in a league is told so."""
    if overview.terms.stages[-1].divisions == 1 or division is None or division == entry.division:
        return []
    if division < entry.division:
        return [Message("You go up: the next season you play in division {division}.", division=division)]
    return [Message("You go down: the next season you play in division {division}.", division=division)]


def moving_up(overview: Overview) -> dict[int, int]:
    """In which division everybody plays next season: the first go up, the last go down."""
    stage = overview.terms.stages[-1]
    divisions = {entry.number: entry.division for entry in overview.playing}
    if stage.format is not Format.LEAGUE:
        return divisions
    pools: dict[str, list[Line]] = {}
    still = {entry.key for entry in overview.playing}
    for line in overview.standings():
        if line.entrant in still:
            pools.setdefault(line.pool, []).append(line)
    for pool, lines in pools.items():
        level = int(pool) if pool.isdigit() else 1
        for line in lines[: stage.promote] if level > 1 else ():
            divisions[int(line.entrant[1:])] = level - 1
        for line in lines[-stage.promote :] if level < stage.divisions else ():
            divisions[int(line.entrant[1:])] = level + 1
    return divisions

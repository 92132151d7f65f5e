"""How an event comes to be: announced, changed with a reason, and closed for entry."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine import Refused
from engine.message import Listed, Message
from moderator.events import telling
from moderator.events.consent import GOING, unanswered
from moderator.events.interests import moderates_no_more, remember_seen
from moderator.events.overview import Overview
from moderator.events.terms import WORD, EventTerms, Format, decode
from moderator.events.terms_read import said
from moderator.events.terms_told import change_told
from moderator.office.desk import Desk
from moderator.store.cup_tables import Cup, CupDeed, Staff
from moderator.store.mails import Said
from moderator.store.statuses import CupStatus, EntryStatus, StaffRole
from moderator.store.tables import Person
from moderator.table.onward import reopen

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?")
# Words of commands, which can't be the name of an event.
_RESERVED = frozenset("from as all new in at by to for me on off yes no".split())
MOST_DEPUTIES = 10
# One person announces no more within a day; an outsider can't fill the list.
MOST_A_DAY = 5
# So much of who acted stands in the log: names and addresses may be longer together.
MOST_WHO = 200


def find(desk: Desk, name: str, *, locked: bool = False) -> Cup:
    """The event of that name. Raises Refused."""
    cup_id = name.strip().rstrip(".,:;!").lower()
    cup = desk.cups.locked(cup_id) if locked else desk.cups.get(cup_id)
    if cup is None:
        known = [one.id for one in desk.cups.latest(5)]
        if not known:
            raise Refused("There is no event {name}.", name=repr(name[:40]), instead=("help enter",))
        raise Refused(
            "There is no event {name}; there are {known}.",
            name=repr(name[:40]),
            known=Listed(known, ","),
            instead=("events",),
        )
    return cup


def still_going(cup: Cup) -> None:
    """Refuses whatever would change an event that is over: its standings were told, and stand."""
    if cup.status == CupStatus.OVER:
        raise Refused("{cup} is over: its standings stand.", cup=cup.name, instead=(f"standings {cup.id}",))
    if cup.status == CupStatus.CANCELLED:
        raise Refused("{cup} was called off.", cup=cup.name)


def announce(desk: Desk, name: str, lines: Iterable[str], who: str, director: Person | None) -> Cup:
    """A new event, open for entry. Raises Refused."""
    cup_id = name.strip().lower()
    if not _NAME.fullmatch(cup_id) or cup_id in _RESERVED:
        raise Refused(
            "{name} can't be an event's name: one word of letters, digits and hyphens.",
            name=repr(name[:40]),
            instead=("td new spring-cup",),
        )
    if desk.cups.get(cup_id) is not None:
        raise Refused("There is an event {name} already.", name=cup_id, instead=(f"td new {cup_id}-2",))
    if director is not None and desk.cups.announced_by(director.id, desk.now) >= MOST_A_DAY:
        raise Refused("You have announced {most} events within a day; go on tomorrow.", most=MOST_A_DAY)
    zone, lines = director.zone if director is not None else "UTC", list(lines)
    terms = said(EventTerms(called=name.strip()), lines, zone, once=True).checked()
    _dates(desk, terms, EventTerms(), lines)
    cup = Cup(
        id=cup_id,
        name=terms.called,
        status=CupStatus.OPEN,
        terms=terms.encode(),
        seed="",
        wishes={},
        due_at=terms.entry_until,
        trouble="",
        created_at=desk.now,
    )
    desk.add(cup)
    if director is not None:
        desk.add(Staff(cup_id=cup_id, person_id=director.id, role=StaffRole.DIRECTOR))
    write_down(desk, cup, who, "announced", new="\n".join(terms.lines()))
    return cup


def _dates(desk: Desk, terms: EventTerms, was: EventTerms, lines: Sequence[str]) -> None:
    """Refuses moments that are new and have passed, or that follow each other otherwise than they must."""
    moments = [at for at in (terms.entry_until, terms.starts, terms.ends) if at is not None]
    for name in ("entry_until", "starts", "ends"):
        at, word = getattr(terms, name), WORD[name]
        if at is not None and at != getattr(was, name) and at <= desk.now:
            refused = Refused("That moment has passed.")
            written = (" ".join(line.split()) for line in lines)
            refused.line = next((line for line in written if line.lower().startswith(f"{word} ")), "")
            raise refused
    if moments != sorted(moments):
        raise Refused("Entry must end before the start, and the start must come before the end.")


def changed(
    desk: Desk, cup: Cup, lines: Sequence[str], reason: str, zone: str = "UTC"
) -> tuple[EventTerms, list[str], list[str]]:
    """What terms would become, which of their lines go and which come. Raises Refused."""
    if cup.status in (CupStatus.OVER, CupStatus.CANCELLED):
        raise Refused("{cup} is over.", cup=cup.name)
    if cup.status != CupStatus.OPEN and not reason.strip():
        raise Refused(
            "The terms are frozen since entry closed; a change needs your reason.",
            instead=tuple(f"td change {cup.id} {line} because …" for line in lines[:1]),
        )
    old = decode(cup.terms)
    new = said(old, lines, zone).checked()
    _dates(desk, new, old, lines)
    _as_begun(desk, cup, old, new)
    entered = desk.cups.counted_in(cup.id).get(EntryStatus.ENTERED, 0)
    if new.places < entered and new.places != old.places:
        raise Refused("{count} have entered already; there can't be fewer places.", count=entered)
    before, after = old.lines(), new.lines()
    gone, come = [one for one in before if one not in after], [one for one in after if one not in before]
    if not gone and not come:
        raise Refused("That is so already.")
    return new, gone, come


def _as_begun(desk: Desk, cup: Cup, old: EventTerms, new: EventTerms) -> None:
    """Refuses to make something else of what people are playing already: a stage that has begun may become longer, or
    shorter by rounds that are still to come, and who sits where stays as secret as it was."""
    drawn = {row.stage: row.number for row in desk.cups.rounds(cup.id)}
    if drawn and (old.anonymous, old.duplicate) != (new.anonymous, new.duplicate):
        raise Refused("Whether tables are anonymous or duplicate is settled with the first draw.")
    for stage, number in drawn.items():
        was = old.stages[stage - 1]
        now = new.stages[stage - 1] if stage <= len(new.stages) else None
        if now is None or now.rounds < number or replace(now, rounds=was.rounds) != was:
            raise Refused(
                "Stage {stage} has begun: of its format only the number of rounds can change, and not below {number}.",
                stage=stage,
                number=number,
            )


def change(desk: Desk, cup: Cup, lines: Sequence[str], reason: str, who: str, zone: str = "UTC") -> list[Said]:
    """Other terms; whoever has entered is told. Once entry is closed it needs a reason. Gives what is new."""
    old = decode(cup.terms)
    new, gone, come = changed(desk, cup, lines, reason, zone)
    cup.terms, cup.name = new.encode(), new.called
    cup.due_at = desk.now
    write_down(desk, cup, who, "changed", "; ".join(gone), "; ".join(come), reason)
    text = change_told(old, new)
    told = Message("{text} The reason: {reason}", text=text, reason=reason) if reason else text
    overview = Overview.of(desk, cup)
    # Who never asked to be here, and has not answered, hears of the event once and not with every word of its terms.
    silent = [] if overview.rounds else unanswered(overview)
    title = Message("{cup}: the terms have changed", cup=cup.name)
    telling.everybody(desk, cup, f"terms {cup.version}", title, told, but={one.key for one in silent})
    return [text]


def may_close(desk: Desk, cup: Cup) -> int:
    """How many have entered, if that is enough. Raises Refused."""
    entered = desk.cups.counted_in(cup.id).get(EntryStatus.ENTERED, 0)
    smallest = decode(cup.terms).sizes[0]
    if entered < smallest:
        raise Refused("{count} have entered {cup}; a table needs {least}.", count=entered, cup=cup.name, least=smallest)
    return entered


def close(desk: Desk, cup: Cup, who: str) -> None:
    """Entry is closed: the terms are frozen and the seed is drawn and published. Closing again changes nothing."""
    if cup.status != CupStatus.OPEN:
        return
    entered = may_close(desk, cup)
    cup.status, cup.closed_at, cup.seed, cup.due_at = CupStatus.CLOSED, desk.now, secrets.token_hex(16), desk.now
    divide(desk, cup)
    write_down(desk, cup, who, "closed entry", "open", f"closed, {entered} entrants, seed {cup.seed}")
    text = Message(
        "Entry is closed: {count} players. The terms are frozen. The seed of all draws is {seed}.",
        count=entered,
        seed=cup.seed,
    )
    title = Message("{cup}: entry is closed", cup=cup.name)
    telling.everybody(desk, cup, "closed", title, text, (EntryStatus.ENTERED,))
    waiting = Message(
        "You are on the waiting list and have no place. You may be asked to take over a seat, or come in when somebody "
        "leaves before the first draw is published."
    )
    telling.everybody(desk, cup, "closed", title, Listed((text, waiting), "\n"), (EntryStatus.WAITING,))
    desk.ring("cup", cup.id)


def divide(desk: Desk, cup: Cup) -> None:
    """A league's divisions are settled: whom nobody has put into one gets theirs by lot. Raises Refused."""
    overview = Overview.of(desk, cup)
    stage, least = overview.terms.stages[0], overview.terms.sizes[0]
    if stage.format is not Format.LEAGUE or stage.divisions == 1:
        return
    pools = overview.field(1, 1)
    for number in range(1, stage.divisions + 1):
        found = pools.get(str(number), [])
        if len(found) < least:
            raise Refused(
                "Division {division} would have {count} players; a table needs {least}.",
                division=number,
                count=len(found),
                least=least,
                instead=(f"td division {cup.id} Anna: {number}", f"td status {cup.id}"),
            )
        for who in found:
            overview.by_key[who].division = number


def cancel(desk: Desk, cup: Cup, reason: str, who: str, by: Person | None = None) -> None:
    """The event is called off; games under way go on as games of their own, and who plays there is told which. Who
    directs hears of it too, but whom it was done ``by``."""
    if cup.status in (CupStatus.OVER, CupStatus.CANCELLED):
        raise Refused("{cup} is over.", cup=cup.name)
    write_down(desk, cup, who, "cancelled", cup.status, CupStatus.CANCELLED, reason)
    cup.status, cup.ended_at, cup.due_at = CupStatus.CANCELLED, desk.now, None
    for game_id in desk.cups.closed_games(cup.id):
        play = desk.lock(game_id)
        assert play is not None
        reopen(desk, play)
    text = Message("The director has called the event off: {reason}", reason=reason)
    title, games = Message("{cup} is cancelled", cup=cup.name), _under_way(Overview.of(desk, cup))
    people = desk.cups.people_in(cup.id)
    for entry in desk.cups.entries(cup.id):
        person = people.get(entry.person_id or 0)
        if person is not None and entry.key in games:
            goes_on = Message(
                "Your game {game} goes on as a game of its own: no round ends it any more, and the event counts "
                "nothing of it.",
                game=games[entry.key],
            )
            telling.one(desk, person, f"{cup.id} cancelled {entry.number}", title, Listed((text, goes_on), "\n"))
    telling.everybody(desk, cup, "cancelled", title, text, but=games)
    telling.directors(desk, cup, "cancelled", title, text, but=(by.id,) if by is not None else ())


def _under_way(overview: Overview) -> dict[str, str]:
    """The game of everybody who plays at a table that has no result yet."""
    return {
        seat["offered"] or seat["entry"]: table.game_id
        for table in overview.tables
        for seat in table.seats
        if table.game_id is not None and table.result is None
    }


def may_be_deputy(desk: Desk, cup: Cup, person: Person | None) -> None:
    """Raises Refused where somebody can't direct the event beside its director; None is nobody known yet."""
    if person is not None and desk.cups.role_of(cup.id, person.id):
        raise Refused("{name} directs {cup} already.", name=person.name, cup=cup.name)
    if person is not None and not decode(cup.terms).directors_play:
        entry = desk.cups.entry_of(cup.id, person.id)
        if entry is not None and entry.status in (EntryStatus.ENTERED, EntryStatus.WAITING):
            raise Refused("Who directs {cup} does not play in it.", cup=cup.name, instead=(_let_play(cup),))
    if len(desk.cups.staff(cup.id)) > MOST_DEPUTIES:
        raise Refused("An event has at most {most} deputies.", most=MOST_DEPUTIES)


def add_deputy(desk: Desk, cup: Cup, person: Person, who: str) -> None:
    """Somebody who may do what the director may. Raises Refused."""
    may_be_deputy(desk, cup, person)
    desk.add(Staff(cup_id=cup.id, person_id=person.id, role=StaffRole.DEPUTY))
    write_down(desk, cup, who, "deputy", "", person.name)
    text = Message("You are a deputy of the director of {cup}. `help td` lists what you may do.", cup=cup.name)
    title = Message("{cup}: you are a deputy", cup=cup.name)
    telling.one(desk, person, f"deputy {cup.id} {person.id} {desk.now}", title, text)


def _let_play(cup: Cup) -> str:
    """The line that lets who directs play; frozen terms need a reason."""
    line = f"td change {cup.id} directors play yes"
    return line if cup.status == CupStatus.OPEN else f"{line} because we are few"


def remove_deputy(desk: Desk, cup: Cup, person: Person, who: str) -> None:
    row = next((row for row, _ in desk.cups.staff(cup.id) if row.person_id == person.id), None)
    if row is None or row.role != StaffRole.DEPUTY:
        raise Refused("{name} is no deputy of {cup}.", name=person.name, cup=cup.name)
    overview = Overview.of(desk, cup)
    if cup.status in GOING and overview.terms.anonymous and _leaves_players_alone(desk, overview, person):
        raise Refused(
            "Nobody else directs {cup} who does not play in it: somebody must see who sits where. Name another deputy "
            "first.",
            cup=cup.name,
            instead=(f"td deputy {cup.id} anna@example.org",),
        )
    remember_seen(overview, person)
    desk.drop(row)
    write_down(desk, cup, who, "deputy", person.name, "")
    desk.write()
    if cup.status in GOING:
        moderates_no_more(desk, overview, person)
    text = Message("You are no longer a deputy of the director of {cup}, and can do nothing more there.", cup=cup.name)
    title = Message("{cup}: you are no deputy any more", cup=cup.name)
    telling.one(desk, person, f"deputy gone {cup.id} {person.id} {desk.now}", title, text)


def _leaves_players_alone(desk: Desk, overview: Overview, gone: Person) -> bool:
    """Whether all who would direct an event without somebody play in it."""
    here = {one.person_id for one in overview.entries if one.status in (EntryStatus.ENTERED, EntryStatus.WAITING)}
    staff = [person.id for _, person in desk.cups.staff(overview.cup.id) if person.id != gone.id]
    return bool(staff) and here.issuperset(staff)


def director_of(desk: Desk, cup: Cup) -> Person | None:
    return next((person for row, person in desk.cups.staff(cup.id) if row.role == StaffRole.DIRECTOR), None)


def write_down(desk: Desk, cup: Cup, who: str, what: str, old: str = "", new: str = "", reason: str = "") -> None:
    """An entry of the event's log: what was, what is, and why."""
    desk.add(CupDeed(cup_id=cup.id, at=desk.now, who=who[:MOST_WHO], what=what, old=old, new=new, reason=reason))
    if cup.trouble:
        # Whatever it waited for, this may have been it: nobody need know that it has to be asked for.
        cup.due_at = desk.now
        desk.ring("cup", cup.id)


def next_season(desk: Desk, cup: Cup, name: str, divisions: dict[int, int], who: str) -> Cup:
    """The same league again: ``divisions`` says in which division everybody's number of the last season plays."""
    if cup.status != CupStatus.OVER:
        raise Refused("{cup} is not over yet.", cup=cup.name)
    later = desk.cups.next_season(cup.id)
    if later is not None:
        raise Refused("The next season of {cup} is {later}.", cup=cup.name, later=later.id)
    terms = replace(decode(cup.terms), entry_until=None, starts=None, ends=None, called=name.strip())
    made = announce(desk, name, terms.lines(), who, None)
    made.season_of = cup.id
    for row, person in desk.cups.staff(cup.id):
        desk.add(Staff(cup_id=made.id, person_id=person.id, role=row.role))
    for entry in desk.cups.entries(cup.id):
        if entry.status == EntryStatus.ENTERED:
            desk.add(
                type(entry)(
                    cup_id=made.id,
                    number=entry.number,
                    name=entry.name,
                    person_id=entry.person_id,
                    bot=entry.bot,
                    status=EntryStatus.ENTERED,
                    club=entry.club,
                    division=divisions.get(entry.number, entry.division),
                    entered_at=desk.now,
                )
            )
    text = Message(
        "The next season is {later}. You are entered; write `withdraw from {later}` if you don't play.", later=made.id
    )
    until = Message("You may leave until entry closes, which is when the director says so.")
    people, before = desk.cups.people_in(made.id), {one.number: one.division for one in desk.cups.entries(cup.id)}
    for entry in desk.cups.entries(made.id):
        player, said = people.get(entry.person_id or 0), [text]
        if decode(cup.terms).stages[-1].divisions > 1 and entry.division:
            said.append(
                Message(
                    "You play in division {division}; the season before it was {before}.",
                    division=entry.division,
                    before=before[entry.number],
                )
                if entry.division != before[entry.number]
                else Message("You play in division {division}, as the season before.", division=entry.division)
            )
        if player is not None:
            title = Message("{cup}: the next season", cup=made.name)
            telling.one(desk, player, f"{made.id} season {entry.number}", title, Listed((*said, until), "\n"))
    return made

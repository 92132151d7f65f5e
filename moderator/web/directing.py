"""The director's desk: how an event stands, what waits for its director, and every `td` command as a form.

A form makes the line one would write (``DEEDS``). What others would notice is tried first: the line is carried out in a
transaction that is taken back, and what it would change is shown with the button that has it done. Then it is handed
in as a mail."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine import Refused
from engine.message import Message
from moderator.events.consent import unanswered_told
from moderator.events.differences import Difference, differences, facts
from moderator.events.interests import sees_names
from moderator.events.overview import Overview
from moderator.events.results import estimates_of, in_order
from moderator.events.rounds import progress, qualities_told
from moderator.events.rulings import as_it_stands, seat_called
from moderator.events.shown import entry_told, number_told, placed_told, round_told, status_told, table_now
from moderator.hearing import permissions
from moderator.hearing.confirming import Unconfirmed
from moderator.hearing.directing import as_operator
from moderator.hearing.permissions import Role
from moderator.hearing.registry import all_commands, find
from moderator.language import Moment
from moderator.office.desk import Desk
from moderator.store.cup_tables import CupTable
from moderator.store.mails import Said
from moderator.store.statuses import CupStatus, EntryStatus, GameStatus, RoundStatus, StaffRole, TableStatus
from moderator.store.tables import Person
from moderator.web.handing_in import answer_to, hand_in
from moderator.web.session import office, only, whole
from moderator.web.visitor import Visitor, signed_in, trusted, visitor

blueprint = Blueprint("directing", __name__)

MOST_DEEDS = 100
Fields = Mapping[str, str]


def _word(form: Fields, name: str) -> str:
    return " ".join(form.get(name, "").split())


def _because(form: Fields) -> str:
    reason = _word(form, "reason").replace('"', "'")
    return f' "{reason}"' if reason else ""


def _enter(form: Fields, cup: str) -> str:
    address = _word(form, "address")
    if address:
        return f"td enter {cup} {_word(form, 'name')}: {address}"
    return f"td enter {cup} bot {_word(form, 'name')}"


def _replace(form: Fields, cup: str) -> str:
    by = _word(form, "by")
    return f"td replace {cup} {_word(form, 'entry')}" + (f" by {by}" if by else "")


def _change(form: Fields, cup: str) -> str:
    reason = _word(form, "reason")
    return f"td change {cup} {_word(form, 'line')}" + (f" because {reason}" if reason else "")


def _deputy(form: Fields, cup: str) -> str:
    return f"td deputy {cup} {'none ' if form.get('gone') else ''}{_word(form, 'address')}"


# What each form writes; the event's name is the second value.
DEEDS: Mapping[str, Callable[[Fields, str], str]] = {
    "td close": lambda form, cup: f"td close {cup}",
    "td draw": lambda form, cup: f"td draw {cup}",
    "td publish": lambda form, cup: f"td publish {cup}",
    "td pin": lambda form, cup: f"td pin {cup} {_word(form, 'names')}",
    "td ban": lambda form, cup: f"td ban {cup} {_word(form, 'names')}",
    "td club": lambda form, cup: f"td club {cup} {_word(form, 'entry')}: {_word(form, 'club')}",
    "td division": lambda form, cup: f"td division {cup} {_word(form, 'entry')}: {_word(form, 'division')}",
    "td enter": _enter,
    "td withdraw": lambda form, cup: f"td withdraw {cup} {_word(form, 'entry')}",
    "td replace": _replace,
    "td expel": lambda form, cup: f"td expel {cup} {_word(form, 'entry')}{_because(form)}",
    "td extend": lambda form, cup: f"td extend {cup} {_word(form, 'days')} days{_because(form)}",
    "td end round": lambda form, cup: f"td end round {cup}",
    "td rule": lambda form, cup: f"td rule {cup} {_word(form, 'table')} {_word(form, 'order')}{_because(form)}",
    "td dismiss": lambda form, cup: f"td dismiss {cup} {_word(form, 'table')}{_because(form)}",
    "td at": lambda form, cup: f"td at {cup} {_word(form, 'table')} {_word(form, 'line')}",
    "td tell": lambda form, cup: f'td tell {cup} "{_word(form, "text")}"',
    "td change": _change,
    "td deputy": _deputy,
    "td season": lambda form, cup: f"td season {cup} as {_word(form, 'name')}",
    "td cancel": lambda form, cup: f"td cancel {cup}{_because(form)}",
    "td status": lambda form, cup: f"td status {cup}",
    "td log": lambda form, cup: f"td log {cup}",
    "td audit": lambda form, cup: f"td audit {cup}",
}
# Whose outcome nobody but the director notices, or which another of the same takes back. At a table the moderator's
# commands ask for themselves what they have to ask.
AT_ONCE = ("td draw", "td pin", "td ban", "td club", "td division", "td at", "td status", "td log", "td audit")


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a line that was tried and taken back."""

    line: str
    said: Said
    refused: bool
    instead: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    mails: int = 0
    about: tuple[Said, ...] = ()


class _TakenBack(Exception):
    """Leaves the transaction without a trace."""


def _mine(desk: Desk, cup_id: str) -> tuple[Visitor, Overview, frozenset[Role]]:
    """The event, for its directors and whoever runs the service at this machine."""
    who, cup = visitor(), desk.cups.get(cup_id.lower())
    if cup is None:
        abort(404)
    role = desk.cups.role_of(cup.id, who.id) if who is not None else ""
    if who is None or not (role or trusted()):
        abort(403)
    mine = {Role.DIRECTOR} if role == StaffRole.DIRECTOR else {Role.DEPUTY} if role else {Role.OPERATOR}
    return who, Overview.of(desk, cup), frozenset(mine)


def tried(who: Visitor, cup_id: str, line: str, roles: frozenset[Role]) -> Tried:
    """Carries a line out and takes it back; what it would change."""
    found: Tried | None = None
    try:
        with office().desk() as desk:
            cup = desk.cups.locked(cup_id)
            command = find(line)
            assert cup is not None and command is not None
            overview = Overview.of(desk, cup)
            names = sees_names(overview, desk.person(who.id))
            before, mails = facts(desk, overview, names=names), desk.outbox.latest()
            try:
                permissions.check(command[0].words, roles)
                shown = _as_a_mail_shows_it(desk, line, desk.person(who.id))
                submission = as_operator(desk, line, person=desk.person(who.id))
                # What chance decides comes out otherwise when it is done: nobody is shown a seed that never was.
                said = shown or submission.blocks[-1].text
            except Refused as refused:
                found = Tried(line, refused.message, True, tuple(refused.instead))
            else:
                desk.write()
                after = facts(desk, Overview.of(desk, cup), names=names)
                changed = tuple(differences(before, after))
                about = tuple(submission.about)
                found = Tried(line, said, False, (), changed, len(desk.outbox.written_to(mails)), about)
            raise _TakenBack
    except _TakenBack:
        pass
    assert found is not None
    return found


def _as_a_mail_shows_it(desk: Desk, line: str, person: Person | None) -> Said:
    """What the mail that asks for a word says of a line; nothing for one that needs none. Raises Refused."""
    savepoint = desk.attempt()
    try:
        as_operator(desk, line, person=person, sure=False)
    except Unconfirmed as asked:
        return asked.shown
    finally:
        savepoint.rollback()
    return ""


@blueprint.get("/events/<cup_id>/desk")
@only(signed_in)
def desk_page(cup_id: str) -> str:
    return _page(cup_id)


def _page(cup_id: str, trial: Tried | None = None) -> str:
    with office().reading() as desk:
        who, overview, roles = _mine(desk, cup_id)
        person = desk.person(who.id)
        assert person is not None
        mail = whole("said")
        row = desk.incoming.get(mail) if mail is not None else None
        own = row is not None and row.sender == desk.main_address(person).lower()
        return render_template(
            "event_desk.html",
            trial=trial,
            seen=_round_seen(overview),
            handed=answer_to(desk, row.id, person) if row is not None and own else None,
            once=secrets.token_hex(12),
            leads=Role.DIRECTOR in roles,
            usages=[one for one in all_commands() if one.words.startswith("td ") and one.words != "td new"],
            **_facts(desk, overview, names=sees_names(overview, person)),
        )


def _round_seen(overview: Overview) -> str:
    """What a director has before them of the last round: which it is, where it stands and when it was drawn."""
    last = overview.last
    return "" if last is None else f"{last.id} {last.status} {last.drawn_at.isoformat()}"


def _facts(desk: Desk, overview: Overview, *, names: bool) -> dict[str, Any]:
    cup, last = overview.cup, overview.last
    tables = overview.tables_of(last) if last is not None else []
    games = desk.cups.games([table.game_id for table in tables if table.game_id is not None])
    appeals = [one for one in desk.cups.appeals(cup.id) if one.ruled_at is None]
    entries = {entry.id: entry for entry in overview.entries}
    at = {table.id: table for table in tables}
    counted = desk.cups.counted_in(cup.id)
    return {
        "cup": {"id": cup.id, "name": cup.name, "status": status_told(cup.status), "trouble": cup.trouble},
        "open": cup.status == CupStatus.OPEN,
        "going": cup.status in (CupStatus.OPEN, CupStatus.CLOSED, CupStatus.RUNNING),
        "over": cup.status == CupStatus.OVER,
        "seed": cup.seed,
        "counted": {status: counted.get(status, 0) for status in EntryStatus},
        "entries": [{"key": e.key, "name": e.name, "told": entry_told(e)} for e in overview.entries],
        "playing": [{"key": e.key, "name": e.name} for e in overview.playing],
        "waiting": [e.name for e in overview.entries if e.status == EntryStatus.WAITING and e.person_id is not None],
        "divisions": overview.terms.stages[0].divisions,
        "round": _round(desk, overview, names=names),
        "tables": [_table(overview, table, games, names=names) for table in tables],
        "appeals": {
            one.table_id: {
                "name": entries[one.entry_id].name
                if names or one.table_id not in at
                else seat_called(overview, at[one.table_id], entries[one.entry_id]),
                "text": one.text,
                "since": Moment(one.made_at),
            }
            for one in reversed(appeals)
        },
        "unanswered": unanswered_told(desk, overview, names=names),
        "wishes": {kind: _groups(overview, kind) for kind in ("pins", "bans")},
        "staff": [
            {"name": p.name, "address": desk.main_address(p), "role": row.role} for row, p in desk.cups.staff(cup.id)
        ],
        "lines": overview.terms.lines(),
        "frozen": cup.status != CupStatus.OPEN,
        # The log names who sat where.
        "deeds": list(reversed(desk.cups.deeds(cup.id, MOST_DEEDS))) if names else [],
    }


def _round(desk: Desk, overview: Overview, *, names: bool) -> dict[str, Any] | None:
    row = overview.last
    if row is None:
        return None
    made, total = progress(desk, row)
    return {
        "name": overview.name_of(row),
        "status": round_told(row.status),
        "drawn": row.status == RoundStatus.DRAWN,
        "starts": Moment(row.starts_at) if row.starts_at is not None and overview.terms.by_itself else None,
        "runs": row.status == RoundStatus.RUNNING,
        "ends": Moment(row.ends_at) if row.ends_at is not None else None,
        "made": made,
        "total": total,
        "quality": qualities_told(overview, row, names=names),
        "byes": [overview.by_key[who].name for _, drawing in overview.drawings(row) for who in drawing.byes],
    }


def _table(overview: Overview, table: CupTable, games: Mapping[str, Any], *, names: bool) -> dict[str, Any]:
    shown = names or not overview.secret(table)
    game = games.get(table.game_id or "")
    seats = [
        {
            "seat": seat["seat"],
            "name": overview.by_key[seat["entry"]].name if shown else seat["seat"],
            "offered": overview.by_key[seat["offered"]].name if seat["offered"] and shown else "",
            "moves": game is not None and game.status == GameStatus.RUNNING and game.mover == seat["seat"],
        }
        for seat in table.seats
    ]
    estimates = estimates_of(table.estimate) if table.estimate is not None and table.estimate["seats"] else ()
    best = in_order((-round(one.mean), one.player) for one in estimates)
    return {
        "id": table.id,
        "number": table.number,
        "told": number_told(overview, table),
        "title": table.title,
        "game": table.game_id,
        "seats": seats,
        "status": table_now(overview, table),
        "unclear": table.status == TableStatus.UNCLEAR,
        "appealed": table.status == TableStatus.APPEALED,
        "paused": game is not None and game.paused_at is not None,
        "result": placed_told(overview, table.result) if table.result is not None and shown else "",
        "estimate": [
            {
                "seat": one.player,
                "played": round(one.played),
                "least": one.least,
                "most": one.most,
                "mean": round(one.mean),
                "low": one.low,
                "high": one.high,
            }
            for one in estimates
        ],
        "order": best or as_it_stands(table),
    }


def _groups(overview: Overview, kind: str) -> list[str]:
    return [", ".join(overview.by_key[who].name for who in group) for group in overview.cup.wishes.get(kind, ())]


@blueprint.post("/events/<cup_id>/desk")
@only(signed_in)
def act(cup_id: str) -> ResponseReturnValue:
    """Tries what others would notice; does the rest, and what was tried and is meant."""
    form = request.form.to_dict()
    with office().reading() as desk:
        who, overview, roles = _mine(desk, cup_id)
        cup, seen = overview.cup.id, _round_seen(overview)
    what = form.get("what", "")
    if what == "lines":
        text = form.get("lines", "")
    elif what in DEEDS:
        text = DEEDS[what](form, cup)
        if any(mark in text for mark in "\r\n"):
            abort(400)
    else:
        abort(400)
    if not text.strip():
        abort(400)
    if Role.OPERATOR in roles:
        # What is handed in here is their own mail, and by mail only who directs may do this.
        said = Message("You see this desk since you run the service, and don't direct the event. Write at its machine:")
        return _page(cup, Tried(text, said, True, tuple(f"./waybill {line}" for line in text.splitlines() if line)))
    if what in DEEDS and what not in AT_ONCE and not form.get("sure"):
        return _page(cup, tried(who, cup, text, roles))
    if form.get("sure") and form.get("seen", seen) != seen:
        # A draw that was made anew meanwhile is another than the one that was shown and is meant.
        anew = tried(who, cup, text, roles)
        moved = Message(
            "Nothing was done: the event has moved on since this was shown to you. It is shown as it is now."
        )
        return _page(cup, replace(anew, about=(moved, *anew.about)))
    once = form.get("once", "")[:40]
    # What must be confirmed was shown with all that it changes; the button was the word.
    handed = hand_in(who, None, text, once=once, meant=bool(form.get("sure")))
    if form.get("sure") and handed.next:
        # At a table the moderator's commands have words of their own.
        handed = hand_in(who, None, handed.next[0], once=f"{once} sure")
    return redirect(url_for("directing.desk_page", cup_id=cup, said=handed.mail_id, _anchor="answer"))

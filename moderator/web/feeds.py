"""Feeds: one's deadlines as a calendar, a game's moves as news."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from xml.sax.saxutils import escape, quoteattr

from flask import Blueprint, Response, abort, request

from engine.message import Message
from moderator.language import Words
from moderator.office.desk import Desk
from moderator.outbox.signing import sign, unsign
from moderator.outbox.told import sentences
from moderator.store.tables import Person
from moderator.web.session import office
from moderator.web.speaking import reader
from moderator.web.visitor import found

blueprint = Blueprint("feeds", __name__)

MOST_ENTRIES = 40
# Longer than anybody plays.
FOR_EVER = timedelta(days=36_500)


def calendar_link(desk: Desk, person_id: int) -> str:
    """An address only its owner knows; calendar programs can't sign in."""
    return f"{desk.settings.base_url}/me/{sign(desk.settings, 'calendar', _calendar_of(desk, person_id))}.ics"


def _calendar_of(desk: Desk, person_id: int) -> str:
    """Whose calendar, and which of the addresses it has had."""
    number = (desk.kept_with("calendar", str(person_id)) or {}).get("number", 0)
    return f"{person_id}.{number}" if number else str(person_id)


def new_calendar(desk: Desk, person_id: int) -> None:
    """Another address; the one there was is nobody's from now on."""
    kept = {"person": person_id, "number": int((desk.kept_with("calendar", str(person_id)) or {}).get("number", 0)) + 1}
    if not desk.remember("calendar", str(person_id), desk.now + FOR_EVER, kept):
        desk.keep_instead("calendar", str(person_id), kept)


@blueprint.get("/me/<link>.ics")
def calendar(link: str) -> Response:
    """What somebody has to decide, and by when."""
    told = unsign(office().settings, "calendar", link) or ""
    number = told.partition(".")[0]
    with office().reading() as desk:
        person = desk.person(int(number)) if number.isdigit() and told == _calendar_of(desk, int(number)) else None
        if person is None or person.blocked or not (person.guest or desk.people.addresses(person.id)):
            abort(404)
        lines = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Waybill//deadlines//EN",
            "METHOD:PUBLISH",
            "X-WR-CALNAME:Waybill",
            *_deadlines(desk, person),
            "END:VCALENDAR",
        ]
    answer = Response("".join(f"{piece}\r\n" for line in lines for piece in _folded(line)), mimetype="text/calendar")
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def _deadlines(desk: Desk, person: Person) -> Iterator[str]:
    words = Words(person.language)
    for row in desk.decisions.of_person(person.id):
        seat, play = desk.seats.get(row.seat_id), desk.game(row.game_id)
        if seat is None or play is None or row.due_at is None:
            continue
        holder = desk.holder(seat)
        if holder is None or holder.id != person.id:
            continue
        title = words.say(Message("{game}: {seat} has to move", game=play.id, seat=seat.name))
        yield "BEGIN:VEVENT"
        yield f"UID:decision-{row.id}@{desk.settings.mail_domain}"
        yield f"DTSTAMP:{_stamp(row.opened_at)}"
        yield f"DTSTART:{_stamp(row.due_at - timedelta(minutes=30))}"
        yield f"DTEND:{_stamp(row.due_at)}"
        yield f"SUMMARY:{_text(title)}"
        yield f"URL:{desk.settings.base_url}/games/{play.id}"
        yield "END:VEVENT"


def _stamp(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(value: str) -> str:
    for mark in "\\;,":
        value = value.replace(mark, f"\\{mark}")
    return " ".join(value.split())


def _folded(line: str) -> Iterator[str]:
    """Lines of at most 75 bytes, continued by a blank; no letter is cut in two (RFC 5545)."""
    piece = ""
    for letter in line:
        if len((piece + letter).encode()) > 74:
            yield piece
            piece = " "
        piece += letter
    yield piece


@blueprint.get("/games/<game_id>/feed.atom")
def news(game_id: str) -> Response:
    """The latest moves of a game as sentences; nothing that is not on its page."""
    with office().reading() as desk:
        play = found(desk, game_id)
        page = f"{desk.settings.base_url}/games/{play.id}"
        since = max(0, play.seq - MOST_ENTRIES) if play.begun else 0
        rows = play.moves(since=since) if play.begun else []
        language = reader().language
        entries = []
        for row in rows:
            if not row.events:
                continue
            told = sentences(row.happened, play.state, language)
            name = hashlib.sha256(f"{play.id} {row.seq} {row.link}".encode()).hexdigest()[:32]
            entries.append(
                f"<entry><id>urn:waybill:{name}</id><title>{escape(f'{row.by}: {row.order}')}</title>"
                f"<updated>{row.played_at.astimezone(UTC).isoformat()}</updated>"
                f"<author><name>{escape(row.by or play.title)}</name></author>"
                f"<link href={quoteattr(f'{page}?at={row.seq}')}/><summary>{escape(' '.join(told))}</summary></entry>"
            )
        updated = rows[-1].played_at if rows else play.created_at
    body = (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<id>{escape(page)}</id><title>{escape(f'Waybill {play.id}')}</title>"
        f"<updated>{updated.astimezone(UTC).isoformat()}</updated>"
        f'<link rel="self" href={quoteattr(f"{page}/feed.atom")}/><link href={quoteattr(page)}/>'
        f"{''.join(reversed(entries))}</feed>\n"
    )
    answer = Response(body, mimetype="application/atom+xml")
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer

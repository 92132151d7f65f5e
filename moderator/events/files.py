"""An event as files: JSON and CSV for programs, ICS for calendars, Atom for whoever follows it."""

from __future__ import annotations

import csv
import io
from datetime import datetime
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from icalendar import Calendar, Event

from moderator.events.cross_table import marks
from moderator.events.overview import Overview
from moderator.events.shown import deed_line
from moderator.office.desk import Desk
from moderator.store.cup_tables import Cup, CupRound, CupTable
from moderator.store.statuses import RoundStatus

# What everybody may see in the feed; a player's appeal or why somebody was excluded is not among it.
PUBLIC_DEEDS = ("announced", "changed", "closed entry", "published", "round runs", "round over", "over", "cancelled")
MOST_ENTRIES = 50


def event_json(desk: Desk, overview: Overview) -> dict[str, Any]:
    """Everything public about an event, as plain values. What is secret yet is not in it."""
    cup, marked = overview.cup, marks(overview)
    return {
        "id": cup.id,
        "name": cup.name,
        "status": cup.status,
        "terms": overview.terms.lines(),
        "seed": cup.seed,
        "entrants": [
            {"id": e.key, "name": e.name, "status": e.status, "club": e.club, "division": e.division, "bot": e.bot}
            for e in overview.entries
        ],
        "rounds": [_round(overview, row) for row in overview.rounds if row.status != RoundStatus.DRAWN],
        "standings": [
            {
                "rank": line.rank,
                "entrant": line.entrant,
                "name": overview.by_key[line.entrant].name,
                "points": str(line.points),
                "ties": [str(value) for value in line.tie_values],
                "working": str(line.working),
                "stage": line.stage,
                "round": line.reached or None,
                "pool": line.pool,
                "marks": marked.get(line.entrant, ""),
            }
            for line in overview.open_lines
        ],
    }


def _round(overview: Overview, row: CupRound) -> dict[str, Any]:
    return {
        "stage": row.stage,
        "number": row.number,
        "status": row.status,
        "starts": _iso(row.starts_at),
        "ends": _iso(row.ends_at),
        "over": _iso(row.over_at),
        "tables": [_table(overview, table) for table in overview.tables_of(row)],
        "byes": [who for _, drawing in overview.drawings(row) for who in drawing.byes],
    }


def _table(overview: Overview, table: CupTable) -> dict[str, Any]:
    hidden = overview.secret(table)
    return {
        "number": table.number,
        "pool": table.pool,
        "title": table.title,
        "game": table.game_id,
        "status": table.status,
        "seats": [{"seat": seat["seat"], "entrant": None if hidden else seat["entry"]} for seat in table.seats],
        "result": None if hidden else table.result,
        "estimate": None if hidden else table.estimate,
    }


def draws_json(overview: Overview) -> list[dict[str, Any]]:
    """What every published draw was made from and what came of it, for whoever wants to draw again.

    Where tables are anonymous, a draw is told when its round is over; until then the seal of its secret is."""
    return [
        {"stage": row.stage, "round": row.number, "draws": [_draw(overview, row, one) for one in row.draws]}
        for row in overview.rounds
        if row.status != RoundStatus.DRAWN
    ]


def _draw(overview: Overview, row: CupRound, kept: dict[str, Any]) -> dict[str, Any]:
    if row.status == RoundStatus.OVER or not overview.terms.anonymous:
        return kept
    return {name: kept[name] for name in ("pool", "sealed") if name in kept}


def standings_csv(overview: Overview) -> str:
    out = io.StringIO()
    # A name that begins like a formula is text, also for a spreadsheet.
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(
        [
            "rank",
            "entrant",
            "name",
            "status",
            "stage",
            "round",
            "pool",
            "points",
            "points_exact",
            *(str(tie) for tie in overview.terms.ties),
            "marks",
        ]
    )
    marked = marks(overview)
    for line in overview.open_lines:
        entry = overview.by_key[line.entrant]
        where = [entry.name, entry.status, line.stage, line.reached or "", line.pool]
        ties = [str(value) for value in line.tie_values]
        rows.writerow(
            [
                line.rank,
                line.entrant,
                *where,
                f"{float(line.points):.4f}",
                str(line.points),
                *ties,
                marked.get(line.entrant, ""),
            ]
        )
    return out.getvalue()


def calendar(overview: Overview, base_url: str) -> bytes:
    """Entry, start and the ends of rounds."""
    cup, terms = overview.cup, overview.terms
    found = Calendar()
    found.add("prodid", "-//Waybill//Events//EN")
    found.add("version", "2.0")
    # Who closes entry before its date does so for good.
    closes = terms.entry_until and min(terms.entry_until, cup.closed_at or terms.entry_until)
    moments: list[tuple[str, str, datetime | None]] = [
        ("entry", f"{cup.name}: entry closes", closes),
        ("start", f"{cup.name}: starts", terms.starts),
    ]
    for row in overview.rounds:
        said = f"{cup.name}: round {overview.name_of(row)}"
        moments.append((f"round-{row.stage}-{row.number}", f"{said} begins", row.starts_at))
        moments.append((f"end-{row.stage}-{row.number}", f"{said} ends", row.over_at or row.ends_at))
    for name, summary, at in moments:
        if at is not None:
            entry = Event()
            entry.add("uid", f"{cup.id}-{name}@{base_url.partition('://')[2] or 'waybill'}")
            # A calendar that has this already takes it again where it is later than what it has.
            entry.add("dtstamp", cup.closed_at if name == "entry" and cup.closed_at is not None else cup.created_at)
            entry.add("dtstart", at)
            entry.add("dtend", at)
            entry.add("summary", summary)
            entry.add("url", f"{base_url}/events/{cup.id}")
            entry.add("transp", "TRANSPARENT")
            found.add_component(entry)
    return bytes(found.to_ical())


def feed(desk: Desk, cup: Cup, base_url: str) -> str:
    """What happened in an event, the latest first, as Atom."""
    page = f"{base_url}/events/{cup.id}"
    deeds = [deed for deed in desk.cups.deeds(cup.id, 500) if deed.what in PUBLIC_DEEDS][-MOST_ENTRIES:]
    updated = deeds[-1].at if deeds else cup.created_at
    parts = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<id>{escape(page)}</id><title>{escape(cup.name)}</title><updated>{updated.isoformat()}</updated>",
        f'<link href={quoteattr(page)}/><link rel="self" href={quoteattr(page + "/feed.atom")}/>',
        "<author><name>Waybill</name></author>",
    ]
    for deed in reversed(deeds):
        # Who did it is the director's log, not the feed's.
        said = deed_line(deed).partition(": ")[2]
        parts.append(
            f"<entry><id>{escape(page)}#{deed.id}</id><title>{escape(f'{cup.name}: {deed.what}')}</title>"
            f"<updated>{deed.at.isoformat()}</updated><link href={quoteattr(page)}/>"
            f'<content type="text">{escape(said)}</content></entry>'
        )
    parts.append("</feed>")
    return "\n".join(parts)


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()

"""Pages of tournaments: schedule, tables, standings with their working, cross-table, files; the director's desk.

Whatever is done here is handed in as a mail: entering, announcing, directing. There is no second way."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

import engine
from moderator.drawing.cross_table import cross_table_svg
from moderator.events import files
from moderator.events.bests import records
from moderator.events.cross_table import cross_lines, heads
from moderator.events.overview import Overview
from moderator.events.results import shown
from moderator.events.rounds import progress, quality_told
from moderator.events.shown import (
    record_told,
    round_name,
    round_told,
    seats_told,
    status_for_director,
    status_told,
    table_told,
    ties_of,
)
from moderator.events.strength import figures, reliability_of
from moderator.events.terms import tie_told
from moderator.language import Moment
from moderator.office.desk import Desk
from moderator.store.cup_tables import CupRound
from moderator.store.statuses import CupStatus, RoundStatus
from moderator.web.handing_in import Handed, hand_in
from moderator.web.session import office, only
from moderator.web.visitor import signed_in, trusted, visitor

blueprint = Blueprint("events", __name__)

# A page shows so many lines of standings; the files have all.
ON_A_PAGE = 200


@blueprint.get("/events")
def listing() -> str:
    with office().reading() as desk:
        cups = [{"id": cup.id, "name": cup.name, "status": status_told(cup.status)} for cup in desk.cups.latest(200)]
    return render_template("events.html", cups=cups)


def overview_of(desk: Desk, cup_id: str) -> Overview:
    cup = desk.cups.get(cup_id.lower())
    if cup is None:
        abort(404)
    return Overview.of(desk, cup)


@blueprint.get("/events/<cup_id>")
def event(cup_id: str) -> str:
    """One event: its terms, its rounds and their tables, the head of the standings."""
    who = visitor()
    with office().reading() as desk:
        overview = overview_of(desk, cup_id)
        cup = overview.cup
        role = desk.cups.role_of(cup.id, who.id) if who is not None else ""
        return render_template(
            "event.html",
            cup=_summary(overview),
            terms=overview.terms.told(),
            rounds=[_round(desk, overview, row) for row in overview.rounds if row.status != RoundStatus.DRAWN],
            standings=_lines(overview, 10),
            entrants=[e.name for e in overview.playing],
            directing=bool(role),
            once=secrets.token_hex(8),
        )


def _summary(overview: Overview) -> dict[str, Any]:
    cup = overview.cup
    return {
        "id": cup.id,
        "name": cup.name,
        "status": status_told(cup.status),
        "open": cup.status == CupStatus.OPEN,
        "going": cup.status in (CupStatus.OPEN, CupStatus.CLOSED, CupStatus.RUNNING),
        "seed": cup.seed,
        "count": len(overview.playing),
    }


def _round(desk: Desk, overview: Overview, row: CupRound) -> dict[str, Any]:
    until = row.over_at or row.ends_at
    made, total = progress(desk, row) if row.status == RoundStatus.PUBLISHING else (0, 0)
    return {
        "name": round_name(overview, row),
        "status": round_told(row.status),
        "ends": Moment(until) if until is not None else None,
        "made": made,
        "total": total,
        "quality": [quality_told(drawing) for _, drawing in overview.drawings(row)][:1],
        "byes": [overview.by_key[who].name for _, drawing in overview.drawings(row) for who in drawing.byes],
        "tables": [
            {
                "number": f"{table.pool} {table.number}".strip(),
                "title": table.title,
                "seats": seats_told(overview, table),
                "status": table_told(table.status),
                "game": table.game_id,
                "result": _result(overview, table.result) if not overview.secret(table) else "",
                "estimate": (table.estimate or {}).get("seats", ()) if not overview.secret(table) else (),
            }
            for table in overview.tables_of(row)
        ],
    }


def _result(overview: Overview, result: dict[str, Any] | None) -> str:
    if result is None:
        return ""
    ranked = sorted((one for one in result["standing"] if one[2]), key=lambda one: one[2])
    return ", ".join(f"{rank}. {overview.by_key[who].name} {wealth or ''}".rstrip() for who, wealth, rank, _ in ranked)


def _lines(overview: Overview, most: int) -> list[dict[str, Any]]:
    return [
        {
            "rank": line.rank,
            "name": overview.by_key[line.entrant].name,
            "points": shown(line.points),
            "working": line.working,
            "ties": [value for _, value in ties_of(overview, line)],
            "pool": line.pool,
        }
        for line in overview.lines[:most]
    ]


@blueprint.get("/events/<cup_id>/standings")
def standings(cup_id: str) -> str:
    """All of it with its working: anybody can check why somebody stands where they stand."""
    with office().reading() as desk:
        overview = overview_of(desk, cup_id)
        ties = [tie_told(tie) for tie in overview.terms.ties]
        lines = _lines(overview, ON_A_PAGE)
        left = max(0, len(overview.lines) - ON_A_PAGE)
        return render_template("event_standings.html", cup=_summary(overview), lines=lines, ties=ties, left=left)


@blueprint.get("/events/<cup_id>/cross-table")
def cross_table(cup_id: str) -> str:
    with office().reading() as desk:
        overview = overview_of(desk, cup_id)
        lines, names = cross_lines(overview)[:ON_A_PAGE], heads(overview)
        return render_template("event_cross_table.html", cup=_summary(overview), lines=lines, heads=names)


@blueprint.get("/events/<cup_id>/cross-table.svg")
def cross_picture(cup_id: str) -> Response:
    with office().reading() as desk:
        overview = overview_of(desk, cup_id)
        answer = Response(cross_table_svg(heads(overview), cross_lines(overview)), mimetype="image/svg+xml")
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return answer


# ---------------------------------------------------------------------- files


@blueprint.get("/events/<cup_id>/event.json")
def as_json(cup_id: str) -> ResponseReturnValue:
    with office().reading() as desk:
        return jsonify(files.event_json(desk, overview_of(desk, cup_id)))


@blueprint.get("/events/<cup_id>/draws.json")
def draws(cup_id: str) -> ResponseReturnValue:
    with office().reading() as desk:
        return jsonify(files.draws_json(overview_of(desk, cup_id)))


@blueprint.get("/events/<cup_id>/standings.csv")
def as_csv(cup_id: str) -> Response:
    with office().reading() as desk:
        return Response(files.standings_csv(overview_of(desk, cup_id)), mimetype="text/csv")


@blueprint.get("/events/<cup_id>/event.ics")
def as_calendar(cup_id: str) -> Response:
    with office().reading() as desk:
        body = files.calendar(overview_of(desk, cup_id), office().settings.base_url)
    return Response(body, mimetype="text/calendar")


@blueprint.get("/events/<cup_id>/feed.atom")
def as_feed(cup_id: str) -> Response:
    with office().reading() as desk:
        body = files.feed(desk, overview_of(desk, cup_id).cup, office().settings.base_url)
    return Response(body, mimetype="application/atom+xml")


# ---------------------------------------------------------------------- handing in


@blueprint.post("/events/<cup_id>/hand-in")
@only(signed_in)
def hand(cup_id: str) -> str:
    """Entering, leaving, asking, directing: lines as in a mail, from whoever is signed in."""
    with office().reading() as desk:
        cup = overview_of(desk, cup_id).cup
    return _handed(request.form.get("lines", ""), cup.id, cup.name)


def _handed(lines: str, cup_id: str, title: str) -> str:
    who = visitor()
    assert who is not None
    handed: Handed = hand_in(who, None, lines, once=request.form.get("once", "") or secrets.token_hex(8))
    return render_template("event_handed.html", handed=handed, cup_id=cup_id, name=title, once=secrets.token_hex(8))


@blueprint.get("/events/<cup_id>/desk")
@only(signed_in)
def desk_page(cup_id: str) -> str:
    """The director's desk: how the event stands, what was done, and lines to write."""
    who = visitor()
    with office().reading() as desk:
        overview = overview_of(desk, cup_id)
        if who is None or not (desk.cups.role_of(overview.cup.id, who.id) or trusted()):
            abort(403)
        return render_template(
            "event_desk.html",
            cup=_summary(overview),
            status=status_for_director(desk, overview),
            deeds=list(reversed(desk.cups.deeds(overview.cup.id, 100))),
            once=secrets.token_hex(8),
        )


@blueprint.get("/events/new")
@only(signed_in)
def new() -> str:
    return render_template("event_new.html", titles=engine.titles(), once=secrets.token_hex(8))


FIELDS = ("called", "titles", "format", "tables", "points", "entry until", "starts", "round", "places", "late")
FLAGS = ("anonymous", "duplicate", "press")


@blueprint.post("/events/new")
@only(signed_in)
def make() -> str:
    """The form says what a mail of lines would, and is handed in as one."""
    form = request.form
    lines = [f"{name} {form[name].strip()}" for name in FIELDS if form.get(name, "").strip()]
    lines += [f"{name} {'yes' if form.get(name) else 'no'}" for name in FLAGS]
    more = [line for line in form.get("more", "").splitlines() if line.strip().lower() != "end event"]
    name = "".join(form.get("name", "").split())[:40] or "-"
    return _handed("\n".join([f"td new {name}", *lines, *more, "end event"]), name.lower(), form.get("called", name))


# ---------------------------------------------------------------------- people and records


@blueprint.get("/people/<int:person_id>")
def person(person_id: int) -> str:
    """Rating, reliability and record of somebody who is rated; nobody else has a page."""
    with office().reading() as desk:
        found = desk.person(person_id)
        if found is None or not found.rated:
            abort(404)
        steps = [
            {
                "title": step.title,
                "game": step.game_id,
                "rank": step.rank,
                "mu": f"{step.mu:.1f}",
                "sigma": f"{2 * step.sigma:.1f}",
                "at": Moment(step.at),
            }
            for step in reversed(desk.endings.steps_of(found.id)[-100:])
        ]
        return render_template(
            "person.html",
            name=found.name,
            figures=figures(desk, found),
            reliability=reliability_of(desk, found),
            record=record_told(desk, found),
            steps=steps,
        )


@blueprint.get("/ratings")
def ratings() -> str:
    """Everybody who is rated."""
    with office().reading() as desk:
        people = [
            {"id": one.id, "name": one.name, "figures": figures(desk, one)} for one in desk.endings.rated_people()
        ]
    return render_template("ratings.html", people=people)


@blueprint.get("/records")
def best() -> str:
    """The richest winners, the fastest games and the longest."""
    with office().reading() as desk:
        return render_template("records.html", records=records(desk))

"""Pages of tournaments: schedule, tables, standings with their working, cross-table, files, people and records.

Whatever is done here is handed in as a mail: entering, announcing, directing. There is no second way."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

import engine
from engine.message import Message
from moderator.drawing.cross_table import cross_table_svg
from moderator.events import files
from moderator.events.bests import records
from moderator.events.cross_table import cross_lines, heads, mark
from moderator.events.decided import open_appeals
from moderator.events.explained import pool_told, shown
from moderator.events.overview import Overview
from moderator.events.results import estimates_of
from moderator.events.rounds import progress, qualities_told
from moderator.events.shown import (
    ending_told,
    entry_told,
    gone_told,
    number_told,
    record_told,
    round_told,
    status_told,
    table_now,
    ties_of,
)
from moderator.events.strength import figures, figures_of_all, reliability_of
from moderator.events.terms import Replacing, Unfinished
from moderator.events.terms_told import points_told, tie_told, told
from moderator.events.values import Ending, Kind, Points
from moderator.language import Moment
from moderator.office.desk import Desk
from moderator.store.cup_tables import CupRound, CupTable
from moderator.store.statuses import CupStatus, EntryStatus, RoundStatus, TableStatus
from moderator.web.handing_in import Handed, hand_in
from moderator.web.session import office, only
from moderator.web.visitor import signed_in, visitor

blueprint = Blueprint("events", __name__)

# A page shows so many lines of standings; the files have all.
ON_A_PAGE = 200
MOST_EVENTS = 200


@blueprint.get("/events")
def listing() -> str:
    """What is open, under way and over."""
    with office().reading() as desk:
        cups = desk.cups.latest(MOST_EVENTS)
        ids = [cup.id for cup in cups]
        players, ends = desk.cups.entered_in(ids), desk.cups.ends(ids)
    told = [
        {
            "id": cup.id,
            "name": cup.name,
            "state": cup.status,
            "status": status_told(cup.status),
            "titles": cup.terms["titles"],
            "players": players.get(cup.id, 0),
            "winner": ends.get(cup.id, "").removeprefix("won by "),
            "ended": Moment(cup.ended_at) if cup.ended_at is not None else None,
        }
        for cup in cups
    ]
    kinds: list[tuple[Message, tuple[str, ...]]] = [
        (Message("Open for entry"), (CupStatus.OPEN,)),
        (Message("Under way"), (CupStatus.CLOSED, CupStatus.RUNNING)),
        (Message("Archive"), (CupStatus.OVER, CupStatus.CANCELLED)),
    ]
    groups = [(head, [one for one in told if one["state"] in states]) for head, states in kinds]
    return render_template("events.html", groups=groups)


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
        mine = next((one for one in overview.entries if who is not None and one.person_id == who.id), None)
        here = mine is not None and mine.status in (EntryStatus.ENTERED, EntryStatus.WAITING)
        return render_template(
            "event.html",
            cup=_summary(overview),
            terms=told(overview.terms),
            rounds=[_round(desk, overview, row) for row in overview.rounds if row.status != RoundStatus.DRAWN],
            standings=_lines(overview, 10),
            appeals=open_appeals(desk, overview),
            entrants=[{"name": one.name, "club": one.club, "bot": one.bot} for one in overview.playing],
            waiting=[one.name for one in overview.entries if one.status == EntryStatus.WAITING],
            mine={"name": mine.name, "status": entry_told(mine)} if mine is not None and here else None,
            directing=bool(role),
            barred=bool(role) and not overview.terms.directors_play,
            once=secrets.token_hex(8),
        )


def _summary(overview: Overview) -> dict[str, Any]:
    cup = overview.cup
    return {
        "id": cup.id,
        "name": cup.name,
        "state": cup.status,
        "status": status_told(cup.status),
        "open": cup.status == CupStatus.OPEN,
        "going": cup.status in (CupStatus.OPEN, CupStatus.CLOSED, CupStatus.RUNNING),
        "seed": cup.seed,
        "count": len(overview.playing),
        "titles": overview.terms.titles,
        "places": overview.terms.places,
        "until": Moment(overview.terms.entry_until) if overview.terms.entry_until is not None else None,
        "over": cup.status == CupStatus.OVER,
    }


def _round(desk: Desk, overview: Overview, row: CupRound) -> dict[str, Any]:
    until = row.over_at or row.ends_at
    made, total = progress(desk, row) if row.status == RoundStatus.PUBLISHING else (0, 0)
    return {
        "name": overview.name_of(row),
        "status": round_told(row.status),
        "ends": Moment(until) if until is not None else None,
        "made": made,
        "total": total,
        "quality": qualities_told(overview, row),
        "byes": [overview.by_key[who].name for _, drawing in overview.drawings(row) for who in drawing.byes],
        "over": row.status == RoundStatus.OVER,
        "tables": [_table(overview, table) for table in overview.tables_of(row)],
    }


def _table(overview: Overview, table: CupTable) -> dict[str, Any]:
    """One table: its seats with what they came to. What is secret yet is not in it."""
    hidden = overview.secret(table)
    result = {} if hidden or table.result is None else {one[0]: one for one in table.result["standing"]}
    how = Ending.PLAYED if hidden or table.result is None else table.result["how"]
    seats = []
    for seat in table.seats:
        name = overview.by_key[seat["entry"]].name
        came = result.get(seat["entry"]) or result.get(seat["offered"]) or ("", None, None, "")
        if came[0] and came[0] != seat["entry"]:
            name = f"{name} → {overview.by_key[came[0]].name}"
        seats.append(
            {
                "seat": seat["seat"] if seat["seat"] != name or hidden else "",
                "name": "" if hidden else name,
                "rank": came[2],
                "wealth": came[1],
                "mark": mark(Kind(came[3]), Ending(how)) if came[3] else "",
            }
        )
    seats.sort(key=lambda seat: seat["rank"] or 99)
    return {
        "number": number_told(overview, table),
        "title": table.title,
        "seats": seats,
        "status": table_now(overview, table),
        "decided": table.status == TableStatus.DECIDED and not hidden,
        "how": ending_told(how),
        "game": table.game_id,
        "estimate": estimates_of(table.estimate)
        if not hidden and table.estimate is not None and table.estimate["seats"]
        else (),
    }


def _lines(overview: Overview, most: int) -> list[dict[str, Any]]:
    return [
        {
            "rank": line.rank,
            "name": overview.by_key[line.entrant].name,
            "gone": gone_told(overview.by_key[line.entrant]),
            "points": shown(line.points),
            "working": line.working,
            "ties": [value for _, value in ties_of(overview, line)],
            "pool": pool_told(overview.stage_of(line.stage), line.pool) if line.pool else "",
        }
        for line in overview.open_lines[:most]
    ]


@blueprint.get("/events/<cup_id>/standings")
def standings(cup_id: str) -> str:
    """All of it with its working: anybody can check why somebody stands where they stand."""
    with office().reading() as desk:
        overview = overview_of(desk, cup_id)
        ties = [tie_told(tie) for tie in overview.terms.ties]
        lines = _lines(overview, ON_A_PAGE)
        left = max(0, len(overview.open_lines) - ON_A_PAGE)
        appeals, cup = open_appeals(desk, overview), _summary(overview)
        return render_template("event_standings.html", cup=cup, lines=lines, ties=ties, left=left, appeals=appeals)


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
    """Entering, leaving, asking: lines as in a mail, from whoever is signed in."""
    with office().reading() as desk:
        cup = overview_of(desk, cup_id).cup
    form = request.form
    lines = form.get("lines", "")
    if form.get("what") == "enter":
        name, club = " ".join(form.get("name", "").split()), " ".join(form.get("club", "").split())
        lines = f"enter {cup.id}" + (f" as {name}" if name else "") + (f" club {club}" if club else "")
    elif form.get("what") == "appeal":
        lines = 'appeal {} "{}"'.format(cup.id, " ".join(form.get("text", "").replace('"', "'").split()))
    return _shown(_handed(lines), cup.id, cup.name)


def _handed(lines: str) -> Handed:
    who = visitor()
    assert who is not None
    return hand_in(who, None, lines, once=request.form.get("once", "")[:40] or secrets.token_hex(8))


def _shown(handed: Handed, cup_id: str, title: str) -> str:
    return render_template("event_handed.html", handed=handed, cup_id=cup_id, name=title, once=secrets.token_hex(8))


# Lines of the form as they stand; what is left empty is as usual.
FIELDS = (
    "called",
    "about",
    "format",
    "tables",
    "points",
    "ties",
    "bye",
    "entry until",
    "starts",
    "ends",
    "round",
    "rest",
    "next round",
    "hours",
    "grace",
    "late",
    "early end",
    "unfinished",
    "playouts",
    "replacement",
    "bar reliability",
    "bar rating",
    "places",
)
# What may be chosen, as the form calls it; what is written is the word of a mail.
UNFINISHED = {
    Unfinished.ADJUDICATE.value: Message("is played out by bots"),
    Unfinished.STANDS.value: Message("counts as it stands"),
    Unfinished.RULING.value: Message("is ruled on by the director"),
}
REPLACING = {
    Replacing.WAITING.value: Message("somebody of the waiting list"),
    Replacing.BOT.value: Message("a bot"),
    Replacing.NOBODY.value: Message("nobody"),
}
FLAGS = ("anonymous", "duplicate", "press", "waiting list", "directors play")


@blueprint.get("/events/new")
@only(signed_in)
def new() -> str:
    return _form({}, None)


def _form(said: dict[str, str], handed: Handed | None) -> str:
    return render_template(
        "event_new.html",
        titles=engine.titles(),
        chosen=said.get("titles", "").split(", "),
        said=said,
        handed=handed,
        points=[(one.value, points_told(one)) for one in Points if one is not Points.OWN],
        unfinished=list(UNFINISHED.items()),
        replacing=list(REPLACING.items()),
        once=secrets.token_hex(8),
    )


@blueprint.post("/events/new")
@only(signed_in)
def make() -> str:
    """The form says what a mail of lines would, and is handed in as one. Refused, it is shown again as it was."""
    form = {**request.form.to_dict(), "titles": ", ".join(request.form.getlist("titles"))}
    said = {name: " ".join(form.get(name, "").split()) for name in (*FIELDS, "titles")}
    dates = ("entry until", "starts", "ends")
    lines = [f"{name} {said[name].replace('T', ' ') if name in dates else said[name]}" for name in said if said[name]]
    lines += [f"{name} {'yes' if form.get(name) else 'no'}" for name in FLAGS]
    more = [line for line in form.get("more", "").splitlines() if line.strip().lower() != "end event"]
    name = "".join(form.get("name", "").split())[:40] or "-"
    handed = _handed("\n".join([f"td new {name}", *lines, *more, "end event"]))
    return _form(form, handed) if handed.refused else _shown(handed, name.lower(), said["called"] or name)


# ---------------------------------------------------------------------- people and records


@blueprint.get("/people/<int:person_id>")
def person(person_id: int) -> str:
    """Rating, reliability and record of somebody who is rated; nobody else has a page."""
    with office().reading() as desk:
        found = desk.person(person_id)
        if found is None or not found.rated:
            abort(404)
        latest = desk.endings.steps_of(found.id)[-100:]
        shown = desk.endings.shown([step.game_id for step in latest])
        steps = [
            {
                "title": step.title,
                "game": step.game_id,
                "rank": step.rank,
                "mu": f"{step.mu:.1f}",
                "sigma": f"{2 * step.sigma:.1f}",
                "at": Moment(step.at),
            }
            for step in reversed(latest)
            if step.game_id in shown
        ]
        return render_template(
            "person.html",
            name=found.name,
            figures=figures(desk, found, desk.endings.untold()),
            reliability=reliability_of(desk, found),
            record=record_told(desk, found),
            steps=steps,
        )


@blueprint.get("/ratings")
def ratings() -> str:
    """Everybody who is rated."""
    with office().reading() as desk:
        rated = figures_of_all(desk)
        people = [
            {"id": one.id, "name": one.name, "figures": rated.get(one.id, [])} for one in desk.endings.rated_people()
        ]
    return render_template("ratings.html", people=people)


@blueprint.get("/records")
def best() -> str:
    """The richest winners, the fastest games and the longest."""
    with office().reading() as desk:
        return render_template("records.html", records=records(desk))

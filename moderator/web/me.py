"""My page: the games that wait for me, the others, and what I have arranged.

What changes anything about me is a line one could write in a mail, handed in like one (``SETTINGS``)."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

from flask import Blueprint, Response, abort, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from engine import Refused
from engine.message import Message
from moderator.errands import people
from moderator.events.consent import GOING
from moderator.events.shown import entry_told, status_told
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.statuses import GameStatus, SeatRole, SeatStatus, Stage
from moderator.store.tables import Seat
from moderator.table import machines, standing
from moderator.table.result import ranked
from moderator.web.feeds import calendar_link, new_calendar
from moderator.web.handing_in import Handed, answer_to, hand_in
from moderator.web.repeated import earlier, made
from moderator.web.session import office, only, posted, whole
from moderator.web.speaking import said, seat_said
from moderator.web.visitor import SIGN_IN_AGAIN, Visitor, devices, just_came, signed_in, visitor

blueprint = Blueprint("me", __name__, url_prefix="/me")

MOST_OVER = 20


def _me() -> Visitor:
    who = visitor()
    assert who is not None
    return who


@blueprint.get("/")
@only(signed_in)
def overview() -> str:
    return _page()


def _page(handed: Handed | None = None, **more: Any) -> str:
    who = _me()
    with office().reading() as desk:
        person = desk.person(who.id)
        assert person is not None
        said_id = whole("said")
        if handed is None and said_id is not None and _is_mine(desk, who, said_id):
            handed = answer_to(desk, said_id, person)
        seats = [_at_table(desk, seat) for seat in desk.seats.of_person(who.id) if seat.status != SeatStatus.DECLINED]
        tables = _merged([one for one in seats if one is not None])
        waiting = sorted((one for one in tables if one["mine"]), key=lambda one: one["due"] or _never())
        facts: dict[str, Any] = {
            "waiting": waiting,
            "others": [one for one in tables if not one["mine"] and one["status"] != GameStatus.OVER],
            "over": [one for one in tables if one["status"] == GameStatus.OVER][-MOST_OVER:][::-1],
            "events": _events(desk, who.id),
            "person": person,
            "addresses": [] if person.guest else desk.people.addresses(who.id),
            "absences": [row for row in desk.people.absences(who.id) if row.ends > desk.now],
            "zones": _zones(),
            "devices": devices(desk, who),
            "keys": [(row, desk.seats.get(row.seat_id)) for row in desk.keys.of_person(who.id)],
            "playing": [one for one in tables if one["role"] == SeatRole.PLAYER and one["own"] and one["machines"]],
            "calendar": calendar_link(desk, person.id),
        }
    return render_template("me.html", handed=handed, once=secrets.token_hex(12), **facts, **more)


def _events(desk: Desk, person_id: int) -> list[dict[str, Any]]:
    """The events I am in and those I direct, the latest first; of those that are over the last ones."""
    entered = {cup.id: (entry, cup) for entry, cup in desk.cups.entries_of(person_id)}
    directed = {cup.id: cup for cup in desk.cups.directed_by(person_id)}
    cups = {**{name: cup for name, (_, cup) in entered.items()}, **directed}
    latest = sorted(cups.values(), key=lambda cup: cup.created_at, reverse=True)
    going = [cup for cup in latest if cup.status in GOING]
    return [
        {
            "id": cup.id,
            "name": cup.name,
            "status": status_told(cup.status),
            "mine": entry_told(entered[cup.id][0]) if cup.id in entered else "",
            "directs": cup.id in directed,
        }
        for cup in (*going, *[cup for cup in latest if cup.status not in GOING][:MOST_OVER])
    ]


def _merged(places: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Whoever moderates a game they play in finds it once."""
    playing = {one["id"] for one in places if one["role"] == SeatRole.PLAYER}
    moderating = {one["id"] for one in places if one["role"] == SeatRole.GM}
    mine = [one for one in places if one["role"] == SeatRole.PLAYER or one["id"] not in playing]
    return [one | {"moderates": one["id"] in moderating} for one in mine]


def _never() -> datetime:
    return datetime.max.replace(tzinfo=office().now().tzinfo)


def _is_mine(desk: Desk, who: Visitor, mail_id: int) -> bool:
    row = desk.incoming.get(mail_id)
    writer = desk.person_at(row.sender) if row is not None else None
    return writer is not None and writer.id == who.id


def _at_table(desk: Desk, seat: Seat) -> dict[str, Any] | None:
    """One place of mine, and whether the table waits for me."""
    play = desk.game(seat.game_id)
    who = _me()
    holder = desk.holder(seat)
    if play is None or holder is None or (holder.id != who.id and seat.person_id != who.id):
        return None
    decision = desk.decisions.open_in(play.id)
    asked = decision is not None and decision.seat_id == seat.id
    waited_for = play.running and play.to_move == seat.name
    own_orders = standing.open_orders(desk, seat) if seat.role == SeatRole.PLAYER else []
    return {
        "id": play.id,
        "title": play.title,
        "seat": seat_said(seat),
        "seat_id": seat.id,
        "role": seat.role,
        "own": seat.person_id == who.id,
        "status": play.status,
        "round": play.round,
        "mover": play.to_move,
        "paused": play.paused_at is not None,
        "mine": seat.role == SeatRole.PLAYER and (waited_for or seat.status == SeatStatus.INVITED),
        "invited": seat.status == SeatStatus.INVITED,
        "due": decision.due_at if asked and decision is not None else None,
        "late": asked and decision is not None and decision.stage != Stage.RUNNING,
        "on_file": [said(standing.planned(play, row)) for row in own_orders],
        "machines": machines.allowed(play) and play.status != GameStatus.OVER,
        "rank": _rank(play, seat),
    }


def _rank(play: Play, seat: Seat) -> int:
    return next((place for place, name, _ in ranked(play.result) if name == seat.name), 0)


def _zones() -> list[str]:
    return sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "SystemV/")))


# ---------------------------------------------------------------------- what I arrange, as lines of a mail


def _hours(form: Mapping[str, str]) -> str:
    begins, ends = form.get("from", ""), form.get("to", "")
    return f"hours {begins}-{ends}" if begins and ends else "hours all"


def _away(form: Mapping[str, str]) -> str:
    return f"away {form.get('from', '')} to {form.get('to', '') or form.get('from', '')}"


def _reports(form: Mapping[str, str]) -> str:
    choice = form.get("reports", "")
    return f"reports daily {form.get('at') or '07:00'}" if choice == "daily" else f"reports {choice}"


SETTINGS: Mapping[str, Callable[[Mapping[str, str]], str]] = {
    "zone": lambda form: f"zone {form.get('zone', '')}",
    "hours": _hours,
    "weekdays": lambda form: f"weekdays {form.get('weekdays', '')}",
    "away": _away,
    "back": lambda form: "back",
    "language": lambda form: f"language {form.get('language', '')}",
    "reports": _reports,
    "text": lambda form: "text only" if form.get("text") else "text and html",
    "address add": lambda form: f"address add {form.get('address', '').strip()}",
    "address drop": lambda form: f"address drop {form.get('address', '').strip()}",
    "confirm": lambda form: f"confirm {form.get('word', '').strip()}",
}


@blueprint.post("/settings")
@only(signed_in)
def arrange() -> ResponseReturnValue:
    form = request.form.to_dict()
    line = SETTINGS.get(form.get("what", ""))
    text = line(form) if line is not None else ""
    if not text or len(text) > 200 or any(mark in text for mark in "\r\n;"):
        abort(400)
    who = _me()
    handed = hand_in(who, None, text, once=form.get("once", "")[:40])
    if who.guest and _gone(who):
        return _known_already(handed)
    if form.get("what") == "language":
        # The pages follow the mails.
        session.pop("language", None)
    return redirect(url_for("me.overview", said=handed.mail_id, _anchor="answer"))


def _gone(who: Visitor) -> bool:
    """Whether a guest turned out to be somebody with an account, and is nobody of their own any more."""
    with office().reading() as desk:
        return desk.devices.get(who.device) is None


def _known_already(handed: Handed) -> str:
    """What they had is theirs; to be them in this browser takes a sign-in."""
    session.pop("device", None)
    g.pop("visitor", None)
    told = [line.said for line in handed.lines if line.said]
    return render_template("notice.html", title=handed.became, text=told[-1] if told else "", enter=True)


LONGEST_NAME = 40


@blueprint.post("/name")
@only(signed_in)
def call_me() -> ResponseReturnValue:
    """What the visitor is called. It is no line of a mail: every mail program says its writer's name by itself."""
    name = " ".join(request.form.get("name", "").split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or "@" in name:
        return _page(name_trouble=Message("A name has up to {most} letters, and no @ in it.", most=LONGEST_NAME)), 400
    with office().desk() as desk:
        person = desk.person(_me().id)
        assert person is not None
        person.name = name
        desk.note(f"person {person.id}", "name")
    return redirect(url_for("me.overview"))


@blueprint.post("/answer")
@only(signed_in)
def answer_invitation() -> ResponseReturnValue:
    """Joins or declines, by the word one would write."""
    who, word = _me(), request.form.get("word", "")
    if word not in ("join", "decline"):
        abort(400)
    with office().reading() as desk:
        seat = desk.seats.get(posted("seat"))
        if seat is None or seat.person_id != who.id:
            abort(404)
    handed = hand_in(who, seat, word, once=request.form.get("once", "")[:40])
    if handed.done and request.form.get("back") == "table":
        return redirect(url_for("table.game", game_id=seat.game_id))
    return redirect(url_for("me.overview", said=handed.mail_id, _anchor="answer"))


@blueprint.post("/devices/<int:device_id>/end")
@only(signed_in)
def end_device(device_id: int) -> ResponseReturnValue:
    with office().desk() as desk:
        desk.devices.end(device_id, _me().id)
    return redirect(url_for("me.overview", _anchor="devices"))


@blueprint.get("/keys")
@only(signed_in)
def keys() -> ResponseReturnValue:
    """Where the answer to a new key stood: a place of my page."""
    return redirect(url_for("me.overview", _anchor="programs"))


@blueprint.post("/calendar")
@only(signed_in)
def renew_calendar() -> ResponseReturnValue:
    """Another address for the calendar: the one there was may have been copied by somebody."""
    with office().desk() as desk:
        new_calendar(desk, _me().id)
    return redirect(url_for("me.overview", _anchor="calendar"))


@blueprint.post("/keys")
@only(signed_in)
def make_key() -> ResponseReturnValue:
    """A key for a program. It is shown by this answer and never again: not by loading it again either, which makes no
    other key."""
    who = _me()
    try:
        with office().desk() as desk:
            if earlier(desk, "key") is not None:
                raise Refused(
                    "A key is shown once, and this one was made already. If you have lost it, end it below and make "
                    "another."
                )
            play = desk.lock(request.form.get("game", "")[:40])
            person = desk.person(who.id)
            mine = [seat for seat in play.players if seat.person_id == who.id] if play is not None else []
            if play is None or person is None or not mine:
                abort(404)
            key = machines.make_key(desk, play, mine[0], person, request.form.get("label", "").strip())
            machines.tell_of_key(desk, mine[0], person)
            made(desk, "key", game=play.id)
    except Refused as refused:
        return _page(key_trouble=refused.message), 400
    return _page(key=key, key_of=play.id)


@blueprint.post("/keys/<int:key_id>/end")
@only(signed_in)
def end_key(key_id: int) -> ResponseReturnValue:
    with office().desk() as desk:
        for row in desk.keys.of_person(_me().id):
            if row.id == key_id:
                desk.drop(row)
    return redirect(url_for("me.overview", _anchor="programs"))


@blueprint.get("/data.json")
@only(signed_in)
def data() -> Response:
    """Everything we know about the visitor, as a file."""
    with office().reading() as desk:
        person = desk.person(_me().id)
        assert person is not None
        told = people.told(desk, person)
    answer = Response(json.dumps(told, ensure_ascii=False, indent=1), mimetype="application/json")
    answer.headers["Content-Disposition"] = 'attachment; filename="waybill-data.json"'
    return answer


@blueprint.post("/forget")
@only(signed_in)
def be_forgotten() -> ResponseReturnValue:
    """Nothing is left by which the visitor could be known; asked for with their own name, typed."""
    who = _me()
    if request.form.get("name", "").strip() != who.name:
        return _page(forget_trouble=Message("That is not the name above; nothing was done.")), 400
    if not just_came(who):
        # The name stands on the page: a browser left open must not be enough for what can't be taken back.
        return _page(forget_trouble=SIGN_IN_AGAIN), 400
    with office().desk() as desk:
        person = desk.person(who.id)
        assert person is not None
        people.forget(desk, person)
    session.clear()
    return render_template("notice.html", title=Message("You are forgotten"), text=said(Message("Goodbye.")))

"""The moderator's console: who holds the game up, its clocks and seats, and every `gm` command as a form.

A form makes the line one would write (``DEEDS``) and hands it in at the moderator's own seat. What must be confirmed is
shown first, with what it will do; the button that follows sends the word. Anything else can be tried
before it is done."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import engine
from moderator.hearing.permissions import MODERATING, RULES
from moderator.hearing.registry import all_commands
from moderator.office.clock import terms_from
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.tables import MoveRow, Seat
from moderator.table import deadlines, machines
from moderator.web.handing_in import answer_to, hand_in
from moderator.web.session import office, only, whole
from moderator.web.speaking import reader, seat_said
from moderator.web.table.page import MOMENTS
from moderator.web.visitor import Visitor, found, moderators_seat, signed_in, visitor

blueprint = Blueprint("moderating", __name__)

MOST_DEEDS = 40
Fields = Mapping[str, str]


def _as(form: Fields) -> str:
    lines = [line for line in form.get("lines", "").splitlines() if line.strip().lower() != "end as"]
    return "\n".join((f"gm as {form.get('seat', '')}", *lines, "end as"))


def _replace(form: Fields) -> str:
    # Nobody loses a seat to a bot by a button alone: both are named.
    return f"gm replace {form.get('seat', '')} by {form.get('address', '').strip()}"


def _rule(form: Fields) -> str:
    return 'gm rule "{}"'.format(" ".join(form.get("text", "").replace('"', "'").split()))


def _days(form: Fields) -> str:
    days = form.get("days", "").strip()
    return f"{days} days" if days else "any"


DEEDS: Mapping[str, Callable[[Fields], str]] = {
    "gm status": lambda form: "gm status",
    "gm pause": lambda form: "gm pause",
    "gm resume": lambda form: "gm resume",
    "gm extend": lambda form: f"gm extend {form.get('hours', '')}h",
    "gm deadline": lambda form: f"gm deadline {form.get('moment', '').replace('T', ' ')[:16]}",
    "gm hours": lambda form: f"gm hours {form.get('hours', '')}",
    "gm grace": lambda form: f"gm grace {form.get('hours', '')}",
    "gm late": lambda form: f"gm late {form.get('late', '')}",
    "gm weekdays": lambda form: f"gm weekdays {form.get('weekdays', '')}",
    "gm clock": lambda form: f"gm clock {form.get('clock', '').strip()}",
    "gm allow": lambda form: f"gm allow {_days(form)}",
    "gm penalty": lambda form: f"gm penalty {form.get('kind', '')} {form.get('price', '')}".strip(),
    "gm ladder": lambda form: f"gm ladder {form.get('count', '').strip() or 'none'}",
    "gm reminders": lambda form: f"gm reminders {form.get('reminders', '').strip() or 'none'}",
    "gm bank": lambda form: f"gm bank {form.get('sign', '+')}{form.get('hours', '')}h {form.get('seat', '')}",
    "gm excuse": lambda form: f"gm excuse {form.get('seat', '')}",
    "gm log": lambda form: f"gm log {form.get('count', '')}",
    "gm visibility": lambda form: f"gm visibility {form.get('visibility', '')}",
    "gm machines": lambda form: f"gm machines {form.get('machines', '')}",
    "gm remind": lambda form: "gm remind",
    "gm resend": lambda form: f"gm resend {form.get('seat', '')}",
    "gm replace": _replace,
    "gm withdraw": lambda form: f"gm withdraw {form.get('seat', '')}",
    "gm process turn": lambda form: f"gm process turn {form.get('turn', '')}",
    "gm undo to": lambda form: f"gm undo to {form.get('to', '')}",
    "gm redo": lambda form: "gm redo",
    "gm as": _as,
    "gm rule": _rule,
    "gm second": lambda form: f"gm second {form.get('address', '').strip()}",
    "gm hand over": lambda form: f"gm hand over to {form.get('address', '').strip()}",
    "gm end": lambda form: "gm end",
    # Whatever else there is, in the moderator's own words.
    "lines": lambda form: form.get("lines", ""),
    "confirm": lambda form: f"confirm {form.get('word', '').strip()}",
}
# These may be several lines; all others are one.
LONG = ("gm as", "lines")


def _mine(desk: Desk, game_id: str) -> tuple[Visitor, Play, Seat]:
    """The game, for its moderators and nobody else."""
    who, play = visitor(), found(desk, game_id)
    seat = moderators_seat(who, play)
    if who is None or seat is None:
        abort(403)
    return who, play, seat


@blueprint.get("/games/<game_id>/moderate")
@only(signed_in)
def console(game_id: str) -> str:
    with office().reading() as desk:
        who, play, seat = _mine(desk, game_id)
        person = desk.person(who.id)
        assert person is not None
        said = whole("said")
        row = desk.incoming.get(said) if said is not None else None
        handed = answer_to(desk, row.id, person) if row is not None and row.seat_id == seat.id else None
        decision = deadlines.open_decision(desk, play.id)
        moves = [row for row in play.moves(since=max(-1, play.seq - 12), undone=True) if row.seq] if play.begun else []
        facts: dict[str, Any] = {
            "game": play,
            "decision": decision,
            "terms": terms_from(play.terms),
            "machines": machines.allowed(play),
            "seats": [_seat(desk, play, one) for one in play.seats],
            "names": [one.name for one in play.players],
            "deeds": desk.service.deeds(MOST_DEEDS, play.id),
            "moves": moves,
            "said_orders": [_order(play, row) for row in moves],
        }
    usages = [one for one in all_commands() if RULES[one.words].may <= MODERATING and one.words.startswith("gm ")]
    return render_template(
        "moderate.html",
        handed=handed,
        once=secrets.token_hex(12),
        usages=usages,
        **facts,
    )


def _order(play: Play, row: MoveRow) -> str:
    """An order in the reader's words; one that was taken back stands as it was kept, for its position is gone."""
    if row.undone or reader().language == "en":
        return row.order
    return engine.in_words(MOMENTS.at(play, row.seq - 1), row.order, reader().language)


def _seat(desk: Desk, play: Play, seat: Seat) -> dict[str, Any]:
    owner, holder = desk.person(seat.person_id), desk.holder(seat)
    absences = desk.people.absences(owner.id) if owner is not None else []
    return {
        "name": seat.name,
        "said": seat_said(seat),
        "role": seat.role,
        "status": seat.status,
        "bot": seat.bot,
        "machine": seat.machine,
        "misses": seat.misses,
        "moving": seat.name == play.to_move,
        "owner": owner.name if owner is not None else "",
        "address": desk.main_address(owner) if owner is not None and not owner.guest else "",
        "zone": owner.zone if owner is not None else "",
        "substitute": desk.main_address(holder) if holder is not None and holder is not owner else "",
        "until": seat.substitute_until,
        "unreachable": holder is not None and holder.suspended,
        "away": next((row.ends for row in absences if row.begins <= desk.now < row.ends), None),
    }


@blueprint.post("/games/<game_id>/moderate")
@only(signed_in)
def act(game_id: str) -> ResponseReturnValue:
    form = request.form.to_dict()
    with office().reading() as desk:
        who, _, seat = _mine(desk, game_id)
    what = form.get("what", "")
    if what not in DEEDS:
        abort(400)
    text = DEEDS[what](form)
    if not text.strip() or (what not in LONG and any(mark in text for mark in "\r\n;")):
        abort(400)
    # What a deed would change is shown without doing it, as `preview` does in a mail.
    trying = bool(form.get("try")) and what != "confirm"
    once = form.get("once", "")[:38] + ("-t" if trying else "")
    # What is played for a seat is meant for the decision that was seen, not for the next one of theirs.
    tried = form.get("tried", "") if what in LONG else ""
    handed = hand_in(who, seat, f"preview\n{text}" if trying else text, once=once, tried=tried)
    return redirect(url_for("moderating.console", game_id=game_id, said=handed.mail_id, _anchor="answer"))

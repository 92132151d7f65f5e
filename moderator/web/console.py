"""The operator's console: how the service does, what waits, what was set aside, people, and stopping all clocks."""

from __future__ import annotations

from collections import Counter
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from moderator.errands import checks, heartbeat, people
from moderator.inbox.aside import retry
from moderator.office.addresses import split
from moderator.office.desk import Desk
from moderator.outbox import post
from moderator.store.statuses import MailStatus
from moderator.store.tables import Person
from moderator.web.session import office, only, posted
from moderator.web.visitor import operator, visitor

blueprint = Blueprint("console", __name__, url_prefix="/console")

MOST_FOUND = 30


@blueprint.get("/")
@only(operator)
def overview() -> str:
    wanted = request.args.get("who", "").strip()[:80]
    health = checks.readiness(office())
    with office().reading() as desk:
        lost = desk.outbox.lost(500)
        return render_template(
            "console.html",
            health=health,
            ages=heartbeat.ages(desk),
            mails=desk.incoming.counted(),
            outbox=desk.outbox.counted(),
            games=desk.games.counted(),
            late=desk.decisions.late(desk.now),
            aside=desk.incoming.latest(100, MailStatus.ASIDE),
            parked=desk.incoming.latest(50, MailStatus.PARKED),
            stuck=desk.outbox.in_trouble(50),
            failed=lost[:50],
            providers=Counter(split(row.recipient)[1] for row in lost).most_common(12),
            wanted=wanted,
            people=[_told(desk, one) for one in desk.people.find(wanted, MOST_FOUND)] if wanted else [],
            operators=[_told(desk, one) for one in desk.people.operators()],
            done=request.args.get("done", "")[:200],
            deeds=desk.service.deeds(40),
        )


def _told(desk: Desk, person: Person) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "addresses": [row.written for row in desk.people.addresses(person.id)],
        "guest": person.guest,
        "blocked": person.blocked,
        "suspended": person.suspended,
        "bounces": person.bounces,
        "operator": person.operator,
        "seats": [(seat.game_id, seat.name) for seat in desk.seats.of_person(person.id)],
    }


@blueprint.get("/mails/<int:mail_id>")
@only(operator)
def mail(mail_id: int) -> str:
    with office().reading() as desk:
        row = desk.incoming.get(mail_id)
    if row is None:
        abort(404)
    return render_template("console_mail.html", mail=row, source=row.raw[:200_000].decode("utf-8", "replace"))


@blueprint.post("/mails/<int:mail_id>/retry")
@only(operator)
def again(mail_id: int) -> Response:
    if not retry(office(), mail_id):
        abort(404)
    return redirect(url_for("console.overview"))


@blueprint.post("/outbox/retry")
@only(operator)
def send_again() -> Response:
    """Mails that wait or were given up, from the beginning."""
    number = posted("mail")
    sent = post.retry(office(), (number,) if number is not None else ())
    return _done(f"{len(sent)} mails are tried again.")


@blueprint.post("/people/<int:person_id>")
@only(operator)
def person(person_id: int) -> ResponseReturnValue:
    """What an operator does with people, as `./waybill person …` does it. The deed names the operator in the log."""
    who = visitor()
    assert who is not None
    what = request.form.get("what", "")
    with office().desk() as desk:
        found = desk.person(person_id)
        if found is None:
            abort(404)
        if found.id == who.id and what in ("block", "forget", "no operator", "merge"):
            return _done("Not with yourself.")
        match what:
            case "block" | "unblock":
                people.block(desk, found, blocked=what == "block")
            case "forget":
                if request.form.get("name", "").strip() != found.name:
                    return _done("Type the person's name to forget them; nothing was done.")
                people.forget(desk, found)
            case "merge":
                other = desk.person(posted("other"))
                if other is None or other.id == found.id:
                    return _done("There is no such other person.")
                if trouble := people.merge(desk, found, other):
                    return _done(trouble)
            case "operator" | "no operator":
                found.operator = what == "operator"
                desk.devices.end_all(found.id)
            case _:
                abort(400)
        desk.note(f"person {who.id}", f"console: {what}", None, person=person_id)
    return _done(f"Done: {what} {person_id}.")


@blueprint.post("/clocks")
@only(operator)
def clocks() -> Response:
    """Stops all clocks, or lets those run again that were stopped together."""
    with office().desk() as desk:
        if request.form.get("what") == "pause":
            return _done(f"Paused: {people.pause_all(desk)} games.")
        return _done(f"Resumed: {people.resume_all(desk)} games.")


def _done(said: str) -> Response:
    return redirect(url_for("console.overview", done=said))

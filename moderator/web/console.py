"""The operator's console: how the service does, what waits, what was set aside, people, and stopping all clocks."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from engine.message import Message
from moderator.errands import checks, heartbeat, people
from moderator.errands.doctor import examine
from moderator.errands.rekey import misfits, rekey
from moderator.inbox.aside import retry
from moderator.office.desk import Desk
from moderator.outbox import post
from moderator.outbox.bounces import by_provider
from moderator.store.mails import Sending
from moderator.store.statuses import GameStatus, MailStatus
from moderator.store.tables import Person
from moderator.web.session import office, only, posted
from moderator.web.speaking import reader, said, seat_said
from moderator.web.visitor import SIGN_IN_AGAIN, just_came, operator, visitor

blueprint = Blueprint("console", __name__, url_prefix="/console")

MOST_FOUND = 30
# Where the session keeps what was done last until it is shown.
DONE_HERE = "console done"
# How far back a provider's fates are counted, as `./waybill outbox providers` does.
LATELY = timedelta(days=30)
# What a row of each queue waits for, or came to.
GAMES = {
    GameStatus.INVITING: Message("games that wait for players"),
    GameStatus.RUNNING: Message("games under way"),
    GameStatus.CLOSED: Message("games being decided"),
    GameStatus.OVER: Message("games over"),
}
MAILS_IN = {
    MailStatus.NEW: Message("emails in, not read yet"),
    MailStatus.DONE: Message("emails in, answered"),
    MailStatus.PARKED: Message("emails in, waiting for a confirmation"),
    MailStatus.DROPPED: Message("emails in, dropped"),
    MailStatus.ASIDE: Message("emails in, set aside"),
}
MAILS_OUT = {
    Sending.PENDING: Message("emails out, waiting"),
    Sending.SENT: Message("emails out, sent"),
    Sending.BOUNCED: Message("emails out, come back"),
    Sending.FAILED: Message("emails out, given up"),
    Sending.FOLDED: Message("emails out, told in another email"),
    Sending.SHOWN: Message("emails out, shown on a page"),
}
# The parts that are looked at. What ails one is in the words of whatever ails it.
PARTS = {
    "database": Message("database"),
    "broker": Message("broker"),
    "relay": Message("mail relay"),
    "disk": Message("disk"),
    "outbox": Message("outbox"),
    heartbeat.BEAT: Message("clock"),
    heartbeat.WORKER: Message("worker"),
    heartbeat.MAILBOX: Message("mailbox"),
}
STATES = {checks.OK: Message("all well"), checks.NEVER: Message("never seen")}
# What was done with a person, as the button says it.
DONE = {
    "block": Message("block"),
    "unblock": Message("unblock"),
    "forget": Message("forget"),
    "merge": Message("merge"),
    "operator": Message("make an operator"),
    "no operator": Message("no operator any more"),
}
# What gives the service or somebody away, or can't be taken back: an operator's browser left open is not enough.
FOR_GOOD = ("forget", "merge", "operator", "no operator")
# What has to be typed before every order address is made anew.
REKEY = "rekey"


@blueprint.get("/")
@only(operator)
def overview() -> str:
    wanted = request.args.get("who", "").strip()[:80]
    health = checks.looked_at(office())
    # It asks name servers and the relay, so only on demand.
    examined = examine(office()) if request.args.get("examine") else []
    with office().reading() as desk:
        games = desk.games.counted()
        return render_template(
            "console.html",
            health=[(PARTS[part], STATES.get(str(found), found), found == checks.OK) for part, found in health.items()],
            # Of what was never seen the health says so.
            ages=[(PARTS[part], age) for part, age in heartbeat.ages(desk).items() if age is not None],
            queues=[
                (said, counted[status])
                for named, counted in (
                    (GAMES, games),
                    (MAILS_IN, desk.incoming.counted()),
                    (MAILS_OUT, desk.outbox.counted()),
                )
                for status, said in named.items()
                if status in counted
            ],
            running=games.get(GameStatus.RUNNING, 0),
            sendings=MAILS_OUT,
            late=desk.decisions.late(desk.now),
            aside=desk.incoming.latest(100, MailStatus.ASIDE),
            parked=desk.incoming.latest(50, MailStatus.PARKED),
            stuck=desk.outbox.in_trouble(50),
            failed=desk.outbox.lost(50),
            providers=by_provider(desk, desk.now - LATELY)[:20],
            examined=examined,
            misfits=misfits(desk),
            rekey=REKEY,
            wanted=wanted,
            people=[_told(desk, one) for one in desk.people.find(wanted, MOST_FOUND)] if wanted else [],
            operators=[_told(desk, one) for one in desk.people.operators()],
            done=str(session.pop(DONE_HERE, "")),
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
        "seats": _seats(desk, person),
    }


def _seats(desk: Desk, person: Person) -> dict[str, str]:
    """The person's games, each once, and what they are in it."""
    found: dict[str, list[str]] = {}
    for seat in desk.seats.of_person(person.id):
        found.setdefault(seat.game_id, []).append(seat_said(seat))
    return {game: reader().listed(names, ",") for game, names in found.items()}


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
    return _done(Message("{count} emails are tried again.", count=len(sent)))


@blueprint.post("/people/<int:person_id>")
@only(operator)
def person(person_id: int) -> ResponseReturnValue:
    """What an operator does with people, as `./waybill person …` does it. The deed names the operator in the log."""
    who = visitor()
    assert who is not None
    what = request.form.get("what", "")
    if what in FOR_GOOD and not just_came(who):
        return _done(SIGN_IN_AGAIN)
    with office().desk() as desk:
        found = desk.person(person_id)
        if found is None:
            abort(404)
        if found.id == who.id and what in ("block", "forget", "no operator", "merge"):
            return _done(Message("Not with yourself."))
        match what:
            case "block" | "unblock":
                people.block(desk, found, blocked=what == "block")
            case "forget":
                if request.form.get("name", "").strip() != found.name:
                    return _done(Message("Type the person's name to forget them; nothing was done."))
                people.forget(desk, found)
            case "merge":
                other = desk.person(posted("other"))
                if other is None or other.id == found.id:
                    return _done(Message("There is no such other person."))
                if trouble := people.merge(desk, found, other):
                    return _done(trouble)
            case "operator" | "no operator":
                people.make_operator(desk, found, what == "operator", by=who.name)
            case _:
                abort(400)
        desk.note(f"person {who.id}", f"console: {what}", None, person=person_id)
    return _done(Message("Done: {what} {number}.", what=DONE[what], number=person_id))


@blueprint.get("/people/<int:person_id>/data.json")
@only(operator)
def data(person_id: int) -> Response:
    """Everything we know about a person, for them; that it was looked at is in the log."""
    who = visitor()
    assert who is not None
    if not just_came(who):
        return _done(SIGN_IN_AGAIN)
    with office().desk() as desk:
        found = desk.person(person_id)
        if found is None:
            abort(404)
        told = people.told(desk, found)
        desk.note(f"person {who.id}", "console: export", None, person=person_id)
    answer = make_response(json.dumps(told, ensure_ascii=False, indent=2, default=str))
    answer.headers["Content-Type"] = "application/json; charset=utf-8"
    answer.headers["Content-Disposition"] = f'attachment; filename="person-{person_id}.json"'
    return answer


@blueprint.post("/secrets")
@only(operator)
def secrets() -> Response:
    """New order addresses for every seat, after the secret was lost or told."""
    who = visitor()
    assert who is not None
    if request.form.get("word", "").strip() != REKEY:
        return _done(Message("Type {word} to do it; nothing was done.", word=REKEY))
    if not just_came(who):
        return _done(SIGN_IN_AGAIN)
    told = rekey(office())
    with office().desk() as desk:
        desk.note(f"person {who.id}", "console: rekey", None, told=told)
    return _done(Message("{count} players are told their new address.", count=told))


@blueprint.post("/clocks")
@only(operator)
def clocks() -> Response:
    """Stops all clocks, or lets those run again that were stopped together."""
    who = visitor()
    assert who is not None
    with office().desk() as desk:
        if request.form.get("what") == "pause":
            return _done(Message("Paused: {count} games.", count=people.pause_all(desk, who.name)))
        return _done(Message("Resumed: {count} games.", count=people.resume_all(desk, who.name)))


def _done(what: Message | str) -> Response:
    """What was done is shown once. Not by the page's address: a link could have it say anything."""
    session[DONE_HERE] = said(what)
    return redirect(url_for("console.overview"))

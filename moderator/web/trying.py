"""Sitting down: a game against bots at one click, an open seat at another's table, a table of one's own."""

from __future__ import annotations

import json
import secrets
from datetime import timedelta

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import engine
from engine.message import Message
from moderator.errands.guests import make_guest, trial_game
from moderator.table.planning import MOST_BYTES, VISIBILITIES
from moderator.web.entering import let_in
from moderator.web.handing_in import hand_in
from moderator.web.repeated import earlier, made
from moderator.web.session import caller, inside, office, only
from moderator.web.speaking import reader
from moderator.web.visitor import may_see, signed_in, visitor

blueprint = Blueprint("trying", __name__)

HOUR = timedelta(hours=1)
# A file is played through before it is answered.
PATIENCE = 20.0
IMPORT = "/import"
# Games tried by one caller, and by everybody together, within an hour.
MOST_TRIES, MOST_BY_ALL = 6, 300


@blueprint.post("/try")
def try_it() -> ResponseReturnValue:
    """Begins a game against bots and sits the visitor down; whoever is nobody yet becomes a guest."""
    title = request.form.get("title", "")
    if title not in engine.titles():
        abort(400)
    who = visitor()
    with office().desk() as desk:
        if before := earlier(desk, f"try {title}"):
            # A second click, or a browser that had no answer: the same seat at the same table.
            guest = desk.person(before["person"])
            if who is None and guest is not None and guest.guest:
                let_in(desk, guest)
            return redirect(url_for("table.game", game_id=before["game"]))
        if not desk.within("try", caller(), MOST_TRIES, HOUR) or not desk.within("try all", "", MOST_BY_ALL, HOUR):
            text = Message("You have begun many games. Play those, or come back in an hour.")
            return render_template("notice.html", title=Message("Enough for now"), text=text), 429
        person = desk.person(who.id) if who is not None else None
        if person is None:
            person = make_guest(desk, reader().language)
        play = trial_game(desk, title, person)
        made(desk, f"try {title}", game=play.id, person=person.id)
        if who is None:
            # Last, for the session is another from here on.
            let_in(desk, person)
    return redirect(url_for("table.game", game_id=play.id))


@blueprint.get(IMPORT)
@only(signed_in)
def bring() -> str:
    """A sheet for a game that was begun on the public site."""
    return render_template("import.html", handed=None, lines="", seen="", once=secrets.token_hex(12))


@blueprint.post(IMPORT)
@only(signed_in)
def bring_in() -> ResponseReturnValue:
    """Hands the file in as the attachment of the mail one could have written."""
    who, given = visitor(), request.files.get("file")
    assert who is not None
    if who.guest:
        abort(403)
    data = given.read(MOST_BYTES + 1) if given is not None else b""
    said = [line for line in request.form.get("lines", "").splitlines() if line.strip().lower() != "end game"]
    seen = request.form.get("visibility", "")
    again = {"lines": "\n".join(said), "once": secrets.token_hex(12), "seen": seen}
    if not _is_json(data):
        trouble = Message(
            "This is not the file of a game. On the public site, open the game, choose Tools and download its data; "
            "the file's name ends with .json."
        )
        return render_template("import.html", handed=None, trouble=trouble, **again), 400
    lines = [*said, *((f"visibility {seen}",) if seen in VISIBILITIES else ())]
    text = "\n".join(("continue game", *(" ".join(line.split()) for line in lines), "end game"))
    handed = hand_in(who, None, text, once=request.form.get("once", "")[:40], attached=data, patience=PATIENCE)
    with office().reading() as desk:
        begun = next(iter(desk.games.moderated_by(who.id)), None) if handed.done else None
    shown = render_template("import.html", handed=handed, made=begun.id if begun is not None else "", **again)
    return shown, 200 if handed.done else 400


def _is_json(data: bytes) -> bool:
    try:
        return isinstance(json.loads(data.decode("utf-8-sig")), dict)
    except (ValueError, RecursionError):
        return False


@blueprint.post("/join")
def join() -> ResponseReturnValue:
    """Takes an open seat, by the very line one would write."""
    who = visitor()
    game_id, seat = request.form.get("game", "")[:40], request.form.get("seat", "")[:40]
    if who is None:
        # The wish comes along: behind the sign-in is the table, with this seat to be taken.
        table = url_for("table.game", game_id=game_id, seat=seat)
        return redirect(url_for("entering.ask", next=inside(table) or None))
    with office().reading() as desk:
        play = desk.game(game_id)
        if play is None or not may_see(who, play) or "\n" in game_id + seat:
            abort(404)
    handed = hand_in(who, None, f"join game {game_id} {seat}", once=request.form.get("once", "")[:40])
    if handed.done:
        return redirect(url_for("table.game", game_id=game_id))
    return render_template("answer.html", handed=handed, title=Message("Taking a seat"))

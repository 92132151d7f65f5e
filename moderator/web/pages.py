"""Pages for everybody: the front page, a new game, a game's public page, unsubscribing."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response

from moderator.commands.help import help_text
from moderator.commands.new_game import read_plan
from moderator.desk import Desk
from moderator.games import deadlines
from moderator.games.clock import shown
from moderator.games.game import Play
from moderator.games.noshow import RULES
from moderator.games.refusal import Refusal
from moderator.games.seating import Plan, Wish, new_game
from moderator.games.store import Game, Seat
from moderator.outbox import views
from moderator.outbox.signing import unsign
from moderator.web.session import office, only, trusted
from moderator.web.spectators import drawn

blueprint = Blueprint("pages", __name__)

SEATS = 6
COLOURS = ("Red", "Green", "Blue", "Yellow", "Violet", "Orange")


@blueprint.get("/")
def home() -> str:
    with office().reading() as desk:
        rows = list(desk.session.scalars(select(Game).order_by(Game.created_at.desc()).limit(50)))
        games = [_summary(desk, row) for row in rows]
    return render_template("home.html", games=games, smtp=office().settings.smtp_bind)


def _summary(desk: Desk, row: Game) -> dict[str, Any]:
    return {
        "id": row.id,
        "title": row.title,
        "status": "paused" if row.paused_at and row.status == "running" else row.status,
        "round": row.round,
        "mover": row.mover or "",
        "seq": row.seq,
    }


@blueprint.get("/help")
def helping() -> str:
    return render_template("help.html", text=help_text())


@blueprint.get("/new")
@only(trusted)
def new() -> str:
    return _form({"title": office().rules.titles()[0], "kinds": ["person", "bot", "bot"], "names": list(COLOURS)})


def _form(values: dict[str, Any], trouble: str = "") -> str:
    seats = [
        {
            "name": values["names"][n] if n < len(values["names"]) else COLOURS[n],
            "kind": values["kinds"][n] if n < len(values["kinds"]) else "",
            "address": values.get("addresses", [""] * SEATS)[n] if n < len(values.get("addresses", ())) else "",
        }
        for n in range(SEATS)
    ]
    titles = office().rules.titles()
    kept = {"chosen": values["title"], "more": values.get("more", ""), "gm": values.get("gm", "")}
    return render_template("new_game.html", titles=titles, seats=seats, trouble=trouble, **kept)


@blueprint.post("/new")
@only(trusted)
def make() -> str | Response:
    form = request.form
    names, kinds, addresses = form.getlist("name"), form.getlist("kind"), form.getlist("address")
    local = office().settings.local_mailbox
    wishes = []
    for name, kind, address in zip(names, kinds, addresses, strict=False):
        if kind == "bot":
            wishes.append(Wish(name.strip(), bot=True))
        elif kind == "person":
            wishes.append(Wish(name.strip(), address.strip() or (_local_address(name) if local else "")))
    title, gm, more = form.get("title", ""), form.get("gm", "").strip(), form.get("more", "")
    noshow = {"noshow": form["noshow"]} if form.get("noshow") in RULES else {}
    try:
        # The lines are those of a mail that starts a game.
        said = read_plan(title, more.splitlines(), gm)
        plan = Plan(
            title,
            [*wishes, *said.seats],
            gm=gm,
            options=said.options,
            terms={**noshow, **(said.terms or {})},
            as_seated=said.as_seated,
            start=bool(form.get("start")),
        )
        with office().desk() as desk:
            play = new_game(desk, plan, "web")
            people = [seat for seat in play.players if not seat.bot]
            first = desk.main_address(desk.holder(people[0])) if people and desk.holder(people[0]) else ""  # type: ignore[arg-type]
    except Refusal as refused:
        kept = {"title": title, "names": names, "kinds": kinds, "addresses": addresses, "more": more, "gm": gm}
        return _form(kept, refused.why)
    if local:
        from moderator.web.mailbox import wait_for_mail

        wait_for_mail(play.id)
        return redirect(url_for("mailbox.show", to=first))
    return redirect(url_for("pages.game", game_id=play.id))


def _local_address(name: str) -> str:
    """Friends around one table need no addresses: they get one that exists only here."""
    return f"{re.sub(r'[^a-z0-9]+', '.', name.lower()).strip('.') or 'player'}@table.localhost"


@blueprint.get("/games/<game_id>")
def game(game_id: str) -> str:
    with office().reading() as desk:
        play = desk.game(game_id)
        if play is None:
            abort(404)
        at = request.args.get("at", type=int)
        view = public_view(desk, play, at)
    return render_template("game.html", **view)


def public_view(desk: Desk, play: Play, at: int | None = None) -> dict[str, Any]:
    """What anybody may see of a game; nothing that only its owner may know."""
    decision = deadlines.open_decision(desk, play.id)
    seats = [
        {
            "name": seat.name,
            "bot": seat.bot,
            "status": seat.status,
            "misses": seat.misses,
            "moving": seat.name == play.row.mover,
        }
        for seat in play.players
    ]
    view: dict[str, Any] = {
        "game": _summary(desk, play.row),
        "seats": seats,
        "due": shown(decision.due_at, "UTC") if decision is not None and decision.due_at is not None else "",
        "text": "",
        "moves": [],
        "at": None,
        "pictures": False,
        "full_name": play.row.title,
        "result": play.row.result,
    }
    if play.row.status in ("running", "over") and play.row.digest:
        seq = play.row.seq if at is None else max(0, min(at, play.row.seq))
        view["text"] = views.position(desk, play, None, seq=seq).parts.text
        view["at"] = seq
        if drawn(play.state):
            view["pictures"], view["full_name"] = True, play.state.title.full_name
        rows = play.moves(since=max(-1, seq - 60), upto=seq, undone=True)
        view["moves"] = [
            {"seq": row.seq, "by": row.by, "order": row.order, "how": row.how, "undone": row.undone}
            for row in reversed(rows)
        ]
    return view


@blueprint.route("/unsubscribe/<link>", methods=["GET", "POST"])
def unsubscribe(link: str) -> str:
    """Shows a button; the button (or a mail program's one click) stops the reports."""
    value = unsign(office().settings, "unsubscribe", link)
    if value is None or not value.isdigit():
        abort(404)
    if request.method == "GET":
        return render_template("unsubscribe.html", link=link)
    with office().desk() as desk:
        seat = desk.session.get(Seat, int(value))
        person = desk.holder(seat) if seat is not None else None
        if person is not None:
            person.reports, person.digest_at = "none", None
    return render_template("notice.html", title="No more reports", text="Write `reports each` to get them again.")

"""Pages for everybody: the front page, a new game, a game's public view, unsubscribing."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

import engine
from engine import Refused
from engine.message import Listed, Message
from moderator.hearing.trial import WRONG
from moderator.office.clock import shown
from moderator.office.desk import Desk
from moderator.outbox import told
from moderator.outbox.signing import unsign
from moderator.store.game import Play
from moderator.store.statuses import GameStatus, SeatRole, SeatStatus
from moderator.store.tables import Game
from moderator.table import announce, deadlines
from moderator.table.conditions import conditions
from moderator.table.noshow import RULES
from moderator.table.planning import VISIBILITIES, GamePlan, Wish
from moderator.table.result import ranked
from moderator.table.seating import is_address, new_game, player_shown
from moderator.web.handing_in import Handed, hand_in
from moderator.web.mailbox import wait_for_mail
from moderator.web.printed import printed_map
from moderator.web.repeated import earlier, made
from moderator.web.session import office, only
from moderator.web.visitor import trusted, visitor

blueprint = Blueprint("pages", __name__)

SEATS = 6
COLOURS = ("Red", "Green", "Blue", "Yellow", "Violet", "Orange")


# How much the front page shows of each.
MOST_RUNNING, MOST_OVER, MOST_OPEN = 12, 6, 12


@blueprint.get("/")
def home() -> str:
    """What this is, in one screen: a game as it stands, a way to try it, seats that are free, how others ended."""
    with office().reading() as desk:
        running = desk.games.listed(MOST_RUNNING, GameStatus.RUNNING, GameStatus.CLOSED)
        over = desk.games.listed(MOST_OVER, GameStatus.OVER)
        shown = next((row for row in (*running, *over) if row.seq > 0), None)
        facts = {
            "running": [_summary(desk, row) for row in running],
            "over": [_summary(desk, row) | {"ranking": _ranking(row)} for row in over],
            "open": [_open_table(desk, row) for row in desk.games.with_open_seats(MOST_OPEN)],
            "mine": _mine(desk),
            "live": _summary(desk, shown) if shown is not None else None,
        }
    return render_template(
        "home.html",
        titles=engine.titles(),
        printed=printed_map(engine.titles()[0]) if facts["live"] is None else "",
        smtp=office().settings.smtp_bind,
        address=office().addresses.general(),
        once=secrets.token_hex(12),
        **facts,
    )


def _ranking(row: Game) -> list[tuple[str, int]]:
    return [(name, worth) for _, name, worth in ranked(row.result)]


def _mine(desk: Desk) -> list[dict[str, Any]]:
    """The games of whoever is signed in that are not over: those that wait for them first."""
    who = visitor()
    found: dict[str, dict[str, Any]] = {}
    for seat in desk.seats.of_person(who.id) if who is not None else ():
        row = desk.games.row(seat.game_id)
        if (
            row is None
            or seat.role != SeatRole.PLAYER
            or seat.status == SeatStatus.DECLINED
            or row.status == GameStatus.OVER
        ):
            continue
        moving = row.status == GameStatus.RUNNING and row.mover == seat.name
        invited = seat.status == SeatStatus.INVITED
        if row.id not in found or moving:
            found[row.id] = _summary(desk, row) | {"seat": seat.name, "moving": moving, "invited": invited}
    return sorted(found.values(), key=lambda one: not (one["moving"] or one["invited"]))[:MOST_RUNNING]


def _open_table(desk: Desk, row: Game) -> dict[str, Any]:
    """A game that waits for players: who is there, which seats are free, what it is played under."""
    play = desk.game(row.id)
    assert play is not None
    who = visitor()
    return {
        "id": row.id,
        "title": row.title,
        "seated": who is not None and any(who.id in (seat.person_id, seat.substitute_id) for seat in play.players),
        "free": [seat.name for seat in play.players if seat.status == SeatStatus.OPEN],
        "taken": [
            {"seat": seat.name, "name": player_shown(desk, play, seat), "bot": seat.bot}
            for seat in play.players
            if seat.status != SeatStatus.OPEN
        ],
        "conditions": list(conditions(desk, play)),
    }


def _summary(desk: Desk, row: Game) -> dict[str, Any]:
    return {
        "id": row.id,
        "title": row.title,
        "status": "paused" if row.paused_at and row.status == GameStatus.RUNNING else row.status,
        "round": row.round,
        "mover": row.mover or "",
        "seq": row.seq,
    }


def _may_start() -> bool:
    """Whoever can be written to; where all mail stays at this machine, whoever sits at it."""
    who = visitor()
    return trusted() or (who is not None and not who.guest)


@blueprint.get("/new")
@only(_may_start)
def new() -> str:
    title = request.args.get("title", "")
    first = title if title in engine.titles() else engine.titles()[0]
    mine = "me" if _my_address() else "person"
    return _form({"title": first, "kinds": [mine, "bot", "bot"], "names": list(COLOURS)})


def _my_address() -> str:
    """The address of whoever is signed in; nothing for a passer-by, and a guest has none."""
    who = visitor()
    with office().reading() as desk:
        person = desk.person(who.id) if who is not None and not who.guest else None
        return desk.main_address(person) if person is not None else ""


# What is kept of a form that is shown again.
KEPT = ("title", "more", "gm", "noshow", "visibility", "hours", "grace", "weekdays", "start")


def _form(values: dict[str, Any], trouble: str | Message = "") -> str:
    seats = [
        {
            "name": values["names"][n] if n < len(values["names"]) else COLOURS[n],
            "kind": values["kinds"][n] if n < len(values["kinds"]) else "",
            "address": values.get("addresses", [""] * SEATS)[n] if n < len(values.get("addresses", ())) else "",
        }
        for n in range(SEATS)
    ]
    # Where all mail stays here, those at the table need no invitations.
    said = {"start": "1" if office().settings.local_mailbox else ""} | {
        name: values.get(name, "") for name in KEPT if name in values
    }
    return render_template(
        "new_game.html",
        titles=engine.titles(),
        seats=seats,
        trouble=trouble,
        said=said,
        mine=_my_address(),
        once=secrets.token_hex(12),
    )


def _kept() -> dict[str, Any]:
    """The form as it came."""
    lists = {
        name: request.form.getlist(one)
        for name, one in (("names", "name"), ("kinds", "kind"), ("addresses", "address"))
    }
    return {name: request.form.get(name, "") for name in KEPT} | lists


def _clock_lines() -> list[str]:
    """What the fields for the clock say, as lines of a mail that starts a game."""
    given = ((name, request.form.get(name, "").strip()) for name in ("hours", "grace"))
    lines = [f"{name} {value}" for name, value in given if value]
    return [*lines, "weekdays Mon-Fri"] if request.form.get("weekdays") else lines


@blueprint.post("/new")
@only(_may_start)
def make() -> str | Response:
    if not trusted():
        return _by_mail()
    form = request.form
    names, kinds, addresses = form.getlist("name"), form.getlist("kind"), form.getlist("address")
    local = office().settings.local_mailbox
    wishes = []
    for name, kind, address in zip(names, kinds, addresses, strict=False):
        if kind == "me":
            wishes.append(Wish(name.strip(), _my_address()))
        elif kind == "bot":
            wishes.append(Wish(name.strip(), bot=True))
        elif kind == "open":
            wishes.append(Wish(name.strip(), open=True))
        elif kind == "person":
            wishes.append(Wish(name.strip(), address.strip() or (_local_address(name) if local else "")))
    title, gm, more = form.get("title", ""), form.get("gm", "").strip(), form.get("more", "")
    noshow = {"noshow": form["noshow"]} if form.get("noshow") in RULES else {}
    seen = form.get("visibility", "public")
    if form.get("start") and "open" in kinds:
        said = Message(
            "Open seats wait for somebody to come, so this game can't start at once. The tick below is taken away; "
            "start the game like this, or give the open seats to somebody."
        )
        return _form(_kept() | {"start": ""}, said)
    try:
        # The lines are those of a mail that starts a game.
        plan = GamePlan(title, wishes, gm, terms=noshow, start=bool(form.get("start")), visibility=seen)
        plan = plan.and_said((*_clock_lines(), *more.splitlines()))
        with office().desk() as desk:
            before = earlier(desk, "new game")
            play = desk.game(before["game"]) if before else new_game(desk, plan, "web")
            if play is None:
                abort(404)
            made(desk, "new game", game=play.id)
            people = [seat for seat in play.players if not seat.bot]
            first = desk.main_address(desk.holder(people[0])) if people and desk.holder(people[0]) else ""  # type: ignore[arg-type]
    except Refused as refused:
        return _form(_kept(), refused.why)
    if _sit_down(play.id):
        return redirect(url_for("table.game", game_id=play.id))
    if local:
        wait_for_mail(play.id)
        return redirect(url_for("mailbox.show", to=first))
    return redirect(url_for("table.game", game_id=play.id))


def _by_mail() -> str | Response:
    """A game started by somebody who is signed in is started by the mail they could have written."""
    form, who = request.form, visitor()
    assert who is not None
    title = form.get("title", "")
    if title not in engine.titles():
        abort(400)
    with office().reading() as desk:
        person = desk.person(who.id)
        mine = desk.main_address(person) if person is not None else ""
    if (wrong := _no_address(form.getlist("kind"), form.getlist("address"))) is not None:
        return _form(_kept(), wrong)
    lines = [f"new game {title}"]
    for name, kind, address in zip(form.getlist("name"), form.getlist("kind"), form.getlist("address"), strict=False):
        if kind == "me":
            lines.append(f"player {name}: {mine}")
        elif kind == "person":
            lines.append(f"player {name}: {address}")
        elif kind in ("bot", "open"):
            lines.append(f"{kind} {name}")
    if form.get("noshow") in RULES:
        lines.append(f"late {form['noshow']}")
    if form.get("visibility") in VISIBILITIES:
        lines.append(f"visibility {form['visibility']}")
    more = form.get("more", "").splitlines()
    said = [line for line in (*_clock_lines(), *more) if line.strip().lower() != "end game"]
    text = "\n".join([" ".join(line.split()) for line in (*lines, *said)] + ["end game"])
    handed = hand_in(who, None, text, once=form.get("once", "")[:40])
    if handed.done:
        with office().reading() as desk:
            # Whoever starts a game is its moderator.
            begun = next(iter(desk.games.moderated_by(who.id)), None)
        if begun is not None:
            _sit_down(begun.id)
            return redirect(url_for("table.game", game_id=begun.id))
    return _form(_kept(), _why_not(handed)) if handed.refused else _answered(handed)


def _answered(handed: Handed) -> str:
    return render_template("answer.html", handed=handed, title=Message("New game"))


def _no_address(kinds: Sequence[str], addresses: Sequence[str]) -> Message | None:
    """What is wrong with the address of somebody who is to be invited."""
    for kind, address in zip(kinds, addresses, strict=False):
        if kind == "person" and not is_address(address.strip()):
            return Message("{address} is not an email address.", address=address.strip()[:80] or Message("nothing"))
    return None


def _why_not(handed: Handed) -> str | Message:
    """Why the mail that was made of the form was refused, without its lines: nobody has written those."""
    said = [str(line.said) for line in handed.lines if line.mark == WRONG and line.said]
    return " ".join(said) or handed.besides or handed.became


def _sit_down(game_id: str) -> bool:
    """Whoever starts a game and named themselves need not be invited. Whether they sit in it."""
    who = visitor()
    with office().reading() as desk:
        play = desk.game(game_id)
        mine = [seat for seat in play.players if who and seat.person_id == who.id] if play is not None else []
    for seat in mine:
        if who is not None and seat.status == SeatStatus.INVITED:
            hand_in(who, seat, "join", once=f"own {seat.id}")
    return bool(mine)


def _local_address(name: str) -> str:
    """Friends around one table need no addresses: they get one that exists only here."""
    return f"{re.sub(r'[^a-z0-9]+', '.', name.lower()).strip('.') or 'player'}@table.localhost"


def public_view(desk: Desk, play: Play, at: int | None = None) -> dict[str, Any]:
    """What anybody may see of a game; nothing that only its owner may know."""
    decision = deadlines.open_decision(desk, play.id)
    seats = [
        {
            "name": seat.name,
            "bot": seat.bot,
            "machine": seat.machine,
            "status": seat.status,
            "misses": seat.misses,
            "moving": play.running and seat.name == play.to_move,
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
        "full_name": play.title,
        "result": play.result,
    }
    if play.status != GameStatus.INVITING and play.begun:
        seq = play.seq if at is None else max(0, min(at, play.seq))
        view["text"] = told.position(play, play.state_at(seq))
        view["at"] = seq
        view["pictures"], view["full_name"] = True, play.state.title.full_name
        rows = play.moves(since=max(-1, seq - 60), upto=seq, undone=True)
        view["moves"] = [
            {"seq": row.seq, "by": row.by, "order": row.order, "how": row.how, "undone": row.undone}
            for row in reversed(rows)
        ]
    return view


@blueprint.route("/unsubscribe/<link>", methods=["GET", "POST"])
def unsubscribe(link: str) -> str | tuple[str, int]:
    """Shows a button; the button (or a mail program's one click) stops the reports.

    Links are kept in old mails for years: whoever follows one is told what it was for and how mails are stopped now.
    """
    seat_id, _, person_id = (unsign(office().settings, "unsubscribe", link) or "").partition(" ")
    if not seat_id.isdigit() or not person_id.isdigit():
        return _no_longer_good(Message("This link is too old, or not whole")), 410
    # A look changes nothing, and waits for nobody.
    looking = request.method == "GET"
    with office().reading() if looking else office().desk() as desk:
        seat = desk.seats.get(int(seat_id))
        find = desk.game if looking else desk.lock
        person, play = (desk.holder(seat), find(seat.game_id)) if seat is not None else (None, None)
        if seat is None or play is None or person is None or person.id != int(person_id):
            # Who was replaced has nothing to stop any more.
            return _no_longer_good(Message("Not your seat any more"), Message("You get no emails from this game."))
        if play.over:
            return _no_longer_good(Message("This game is over"), Message("You get no emails from this game."))
        if looking:
            return render_template("unsubscribe.html", link=link)
        announce.hush(desk, play, seat)
    text = Message("You are still asked when it is your move. Write `reports each` to get the reports again.")
    return render_template("notice.html", title=Message("No more reports"), text=text)


def _no_longer_good(title: Message, so: Message | None = None) -> str:
    """Nothing was changed; what can be done instead is said."""
    how = Message(
        "Nothing was changed. To stop the reports of a game, reply to its newest email with the one word "
        "`unsubscribe`. If emails come that you never asked for, write to {address}.",
        address=office().addresses.general("postmaster"),
    )
    return render_template("notice.html", title=title, text=Listed((so, how), " ") if so is not None else how)

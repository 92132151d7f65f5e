"""The pages of a table, and what its scripts ask for."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import engine
from engine import State, TrainsRan, title_named, titles
from engine.message import Message
from engine.moves import Run
from moderator.drawing.palette import CHANGED
from moderator.drawing.tile_svg import tile_svg
from moderator.events.decided import open_appeals_at
from moderator.hearing.called import closes
from moderator.hearing.trial import DONE, Trial
from moderator.inbox.arrival import PAGE
from moderator.language import Words
from moderator.office.desk import Desk
from moderator.outbox.report.happened import touched
from moderator.outbox.report.parts import asked_words, leaving
from moderator.store.game import Play
from moderator.store.statuses import GameStatus, SeatStatus
from moderator.store.tables import Seat
from moderator.table import deadlines, minds, offers, taken_back
from moderator.table.conditions import conditions
from moderator.table.playing import BROUGHT
from moderator.table.result import ranked
from moderator.web.handing_in import Handed, answer_to, hand_in
from moderator.web.printed import printed_map
from moderator.web.session import office, posted, whole
from moderator.web.speaking import moment as moment_said
from moderator.web.speaking import reader
from moderator.web.table.board import board, legend
from moderator.web.table.charts import KINDS, Charts
from moderator.web.table.log import SHORT, log
from moderator.web.table.market import Ways, market, zones
from moderator.web.table.moments import Moments
from moderator.web.table.panel import advice, best_run, cut, gathered_order, panel
from moderator.web.table.sale import sale
from moderator.web.table.sheet import sheet
from moderator.web.table.visits import last_visit
from moderator.web.visitor import Visitor, found, moderators_seat, seat_of, visitor

blueprint = Blueprint("table", __name__)

MOMENTS = Moments()
CHARTS = Charts(MOMENTS)
WAYS = Ways(MOMENTS)
# Shown on top of the map: nothing, the last run that was made, or the best one of the company on turn.
SHOWN = ("", "last", "best")
# How long the answer to what was sent is shown to whoever comes back to it.
SHOWN_FOR = timedelta(minutes=10)
_TURN = re.compile(r"turn \d+")
_NONCE = re.compile(r"[0-9a-f]{24}")


@blueprint.get("/games/<game_id>")
def game(game_id: str) -> str:
    with office().reading() as desk:
        play = found(desk, game_id)
        return _page(desk, play)


@blueprint.post("/games/<game_id>/compose")
def compose(game_id: str) -> ResponseReturnValue:
    """Tries what was composed; nothing is played. Scripts get the parts that change, others the whole page."""
    text = request.form.get("orders", "")
    with office().reading() as desk:
        play, seat = _seated(desk, game_id)
        words = _words(play)
        added = request.form.get("add", "").strip()
        if request.form.get("advice"):
            text = advice(play.state, words.language) if play.running and play.to_move == seat.name else text
        elif request.form.get("gather"):
            chosen, into = request.form.getlist("gathered"), request.form.get("into", "")
            text = "\n".join(
                (*text.rstrip().splitlines(), gathered_order(desk, play, seat, text, chosen, into, words))
            ).rstrip()
        elif added:
            text = "\n".join((*text.rstrip().splitlines(), added))
        elif request.form.get("remove"):
            text = "\n".join(text.rstrip().splitlines()[:-1])
        if not request.form.get("script"):
            return _page(desk, play, text=text)
        tried = panel(desk, play, seat, text, words)
        tried["nonce"] = request.form.get("nonce") or _nonce()
        state: State = tried["trial"].state
        paths = _paths_of(tried["trial"])
        return jsonify(
            text=text,
            panel=render_template("table/composer.html", game_id=play.id, title=play.title, panel=tried),
            board=str(board(state, words, tried["changed"], paths)),
            lays=sorted((tried["may"] or {}).get("lays", ())),
            stations=sorted((tried["may"] or {}).get("stations", ())),
            turn=play.turn,
        )


@blueprint.post("/games/<game_id>/best")
def best(game_id: str) -> ResponseReturnValue:
    """What the best run would earn. It is asked for when the page is there: finding it can take longer than a page."""
    with office().reading() as desk:
        play, seat = _seated(desk, game_id)
        return jsonify(gets=best_run(desk, play, seat, request.form.get("orders", ""), _words(play)))


@blueprint.post("/games/<game_id>/send")
def send(game_id: str) -> ResponseReturnValue:
    """Sends what was composed, once however often it is asked for, and shows what became of it."""
    text = request.form.get("orders", "")
    lines = cut(text)
    with office().reading() as desk:
        play, seat = _seated(desk, game_id)
        if not request.form.get("sure") and play.running and panel(desk, play, seat, text, _words(play))["ends"]:
            # Nobody ends a game without having been told that it ends.
            return jsonify(sure=True) if request.form.get("script") else _page(desk, play, text=text)
    turn = posted("turn") or play.turn
    return _sent(play, seat, guarded(lines, turn) if any(line.strip() for line in lines) else "")


@blueprint.post("/games/<game_id>/talk")
def talk(game_id: str) -> ResponseReturnValue:
    """Press, as one writes it in a mail."""
    with office().reading() as desk:
        play, seat = _seated(desk, game_id)
    to = ", ".join(name for name in request.form.getlist("to") if play.seat(name) is not None) or "all"
    said = [line for line in cut(request.form.get("said", "")) if not closes("end press", line)]
    text = "\n".join((f"press {to}", *said, "end press"))
    return _sent(play, seat, text if any(line.strip() for line in said) else "")


def guarded(lines: list[str], turn: int) -> str:
    """The text of the mail: it names the turn it was composed for, so it can't be played on another."""
    if any(line.strip().lower().startswith("turn ") for line in lines):
        return "\n".join(lines)
    return "\n".join((f"turn {turn}", *lines))


def _sent(play: Play, seat: Seat, text: str) -> ResponseReturnValue:
    who, once = visitor(), request.form.get("nonce", "")
    if not text or who is None:
        return redirect(url_for("table.game", game_id=play.id, empty=1, _anchor="composer"))
    if not _NONCE.fullmatch(once):
        abort(400)
    seen = request.form.get("seq", "")
    # The same sheet is the same mail only as long as it says the same: what was changed since is not swallowed.
    written = request.form.get("orders", "") + request.form.get("said", "")
    once = f"{once} {hashlib.sha256(written.encode()).hexdigest()}"
    handed = hand_in(
        who, seat, text, once=once, subject=f"[{play.id} #{play.turn}]", seen=seen, tried=request.form.get("tried", "")
    )
    shown = url_for("table.game", game_id=play.id, sent=handed.mail_id, _anchor="answer")
    if request.form.get("script"):
        return jsonify(url=shown, mail=handed.mail_id, done=handed.done)
    return redirect(shown)


@blueprint.get("/games/<game_id>/live")
def live(game_id: str) -> ResponseReturnValue:
    """Whether anything happened; asked by an open page every second, so it looks at a few rows and at no position."""
    with office().reading() as desk:
        play = found(desk, game_id)
        answer = jsonify(seq=play.seq, turn=play.turn, mover=play.to_move, status=play.status, news=_news(desk, play))
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer


@blueprint.get("/games/<game_id>/moment")
def moment(game_id: str) -> ResponseReturnValue:
    """One moment of the game, for the slider: what changes on the page."""
    with office().reading() as desk:
        play = _begun(desk, game_id)
        at = whole("at")
        seq = play.seq if at is None else min(at, play.seq)
        words = _words(play)
        view = _moment(play, words, seq)
        answer = jsonify(
            at=seq,
            round=view["round"],
            board=str(view["board"]),
            market=str(view["market"]),
            sheet=render_template("table/sheet.html", **view["sheet"]),
            said=view["said"],
            legend=render_template("table/legend.html", **view),
            sale=render_template("table/sale.html", sale=view["sale"]),
            phases=render_template("table/phases.html", at=seq, phases=view["phases"]),
        )
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer


@blueprint.get("/games/<game_id>/log")
def older(game_id: str) -> str:
    """A page of the log before a move."""
    with office().reading() as desk:
        play = _begun(desk, game_id)
        before = min(whole("before") or play.seq + 1, play.seq + 1)
        entries = log(play, MOMENTS, _words(play), before - 1)
        return render_template("table/log.html", game_id=game_id, entries=entries, more=before - 1 - SHORT)


@blueprint.get("/games/<game_id>/ways")
def ways(game_id: str) -> ResponseReturnValue:
    """The ways the prices went up to a move, for whoever points at a marker."""
    with office().reading() as desk:
        play = _begun(desk, game_id)
        at = whole("at")
        answer = jsonify(WAYS.upto(play, play.seq if at is None else min(at, play.seq)))
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer


@blueprint.get("/games/<game_id>/charts/<kind>.svg")
def chart(game_id: str, kind: str) -> Response:
    if kind not in KINDS:
        abort(404)
    with office().reading() as desk:
        play = _begun(desk, game_id)
        answer = Response(CHARTS.draw(play, kind), mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer


@blueprint.get("/tiles/<title>/<tile>-<int:facing>.svg")
def tile(title: str, tile: str, facing: int) -> Response:
    """A tile as it lies; the same for ever."""
    known = title_named(title).plan.tiles if title in titles() else {}
    if tile not in known or facing > 5:
        abort(404)
    answer = Response(tile_svg(known[tile], facing, "none"), mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "public, max-age=86400"
    return answer


# ---------------------------------------------------------------------- what the page is made from


def _words(play: Play) -> Words:
    return Words(reader().language, play.state.title.currency if play.begun else "", reader().zone)


def _nonce() -> str:
    return secrets.token_hex(12)


def _begun(desk: Desk, game_id: str) -> Play:
    play = found(desk, game_id)
    if not play.begun:
        abort(404)
    return play


def _seated(desk: Desk, game_id: str) -> tuple[Play, Seat]:
    """The game and the visitor's seat in it; nobody else composes."""
    play = _begun(desk, game_id)
    seat = seat_of(visitor(), play)
    if seat is None:
        abort(403)
    return play, seat


def _page(desk: Desk, play: Play, text: str | None = None) -> str:
    who = visitor()
    seat = seat_of(who, play)
    view: dict[str, Any] = {"game": _summary(play), "seats": _seats(play), "me": seat.name if seat else ""}
    view["due"] = _due(desk, play)
    thinking = minds.open_until(desk, play)
    view["news"] = _news(desk, play)
    view["thinking"] = moment_said(thinking) if thinking is not None else ""
    if not play.begun:
        return render_template(
            "table/waiting.html",
            **view,
            **_sitting_down(desk, play, who),
            printed=printed_map(play.title),
            full_name=engine.title_named(play.title).full_name,
        )
    words = _words(play)
    at = whole("at")
    seq = play.seq if at is None else min(at, play.seq)
    now = seq == play.seq
    view["answer"] = _answer(desk, who)
    view["appeals"] = open_appeals_at(desk, play.id)
    composer = None
    if seat is not None and now and play.running:
        composer = panel(desk, play, seat, text or "", words)
        composer["nonce"] = _nonce()
    trial = composer["trial"] if composer is not None and text else None
    since = play.latest_by(seat.name) if seat is not None else 0
    visit = last_visit(play, desk.now)
    # What has changed since one looked last, or moved last, whichever is later.
    news = max(since, visit or 0)
    fresh = _since(play, news) if news and now and trial is None else composer["changed"] if composer else frozenset()
    view |= _moment(play, words, seq, trial, fresh)
    view |= {
        "now": now,
        "seq": play.seq,
        "panel": composer,
        "full_name": play.state.title.full_name,
        "title": play.title,
        "asked": " ".join((asked_words(play.state, words), *leaving(play.state, words))) if play.running else "",
        "entries": log(play, MOMENTS, words, seq),
        "more": seq - SHORT,
        "rounds": play.rounds(),
        "zones": zones(play.state),
        "charts": [kind for kind, values in KINDS.items() if values(play.state)],
        "result": [(place, name, words.money(worth)) for place, name, worth in ranked(play.result)],
        "press": _press(desk, play, seat),
        "since": since,
        "may_run": now and engine.runs_yet(play.state),
        "undo": _undo(play, seat, words) if now else [],
        "talk_nonce": _nonce(),
        "moderates": moderators_seat(who, play) is not None,
        "empty": "empty" in request.args,
    }
    return render_template("table/table.html", **view)


def _moment(
    play: Play, words: Words, seq: int, trial: Trial | None = None, changed: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """The board, the market and the tables after a move, or after what is being tried."""
    state = trial.state if trial is not None else MOMENTS.at(play, seq)
    rows = play.moves(seq - 1, seq)
    happened = tuple(event for row in rows for event in row.happened)
    shown = request.args.get("show", "")
    paths, trains, worth = _shown(play, state, seq, shown if shown in SHOWN else "") if trial is None else ((), (), 0)
    if trial is not None:
        paths, trains = _paths_of(trial), ()
    entries = log(play, MOMENTS, words, seq, 1) if rows else []
    phase = request.args.get("phase", "")
    counted = replace(state, phase=phase) if phase in state.title.phases else state
    marks = changed or (touched(happened) if trial is None else frozenset())
    return {
        "at": seq,
        "round": engine.round_name(state),
        "show": shown,
        "phases": _phases(state, counted.phase),
        "board": board(counted, words, marks, paths),
        "marks": CHANGED if marks else "",
        "legend": legend(trains),
        "worth": words.money(worth) if worth else "",
        "market": market(state, words),
        "sheet": sheet(state, words, engine.to_act(state) or ""),
        "sale": sale(state, words),
        "said": [asdict(one) for one in entries],
    }


def _phases(state: State, chosen: str) -> list[dict[str, Any]]:
    """The phases by what off-board areas count in them; one of each, named by the first and the last it stands for."""
    found: list[dict[str, Any]] = []
    for name, spec in state.title.phases.items():
        if not found or found[-1]["colour"] != spec.offboard:
            found.append({"colour": spec.offboard, "first": name, "last": name, "now": False, "chosen": False})
        found[-1]["last"] = name
        found[-1]["now"] |= name == state.phase
        found[-1]["chosen"] |= name == chosen
    return found


def _since(play: Play, move: int) -> frozenset[str]:
    """The hexes that changed after a move."""
    return touched(event for row in play.moves(since=move) for event in row.happened)


def _paths_of(trial: Trial) -> tuple[tuple[str, ...], ...]:
    """The routes of a run that is being tried."""
    for one in reversed(trial.played):
        if isinstance(one.move, Run):
            return tuple(route.path for route in one.move.routes)
    return ()


def _shown(play: Play, state: State, seq: int, shown: str) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], int]:
    """Routes to be drawn over the map as it was after a move."""
    # Finding the best run can take seconds, so it is not for everybody who passes by.
    seated = shown == "best" and seat_of(visitor(), play) is not None
    if seated and (best := engine.run_to_come(state)) is not None:
        routes = best.move.routes
        return tuple(one.path for one in routes), tuple(one.train for one in routes), best.value
    if shown == "last":
        for upto in range(seq, 0, -SHORT):
            for row in reversed(play.moves(max(0, upto - SHORT), upto)):
                for ran in row.happened:
                    if isinstance(ran, TrainsRan) and ran.routes:
                        return tuple(r.path for r in ran.routes), tuple(r.train for r in ran.routes), ran.revenue
    return (), (), 0


def _summary(play: Play) -> dict[str, Any]:
    paused = play.paused_at is not None and play.running
    return {
        "id": play.id,
        "title": play.title,
        "status": "paused" if paused else play.status,
        "round": play.round,
        "mover": play.to_move,
        "seq": play.seq,
        "turn": play.turn,
    }


def _seats(play: Play) -> list[dict[str, Any]]:
    return [
        {
            "name": seat.name,
            "bot": seat.bot,
            "machine": seat.machine,
            "invited": seat.status == SeatStatus.INVITED,
            "declined": seat.status == SeatStatus.DECLINED,
            "open": seat.status == SeatStatus.OPEN,
            "misses": seat.misses,
            "moving": play.running and seat.name == play.to_move,
        }
        for seat in play.players
    ]


def _sitting_down(desk: Desk, play: Play, who: Visitor | None) -> dict[str, Any]:
    """What the visitor may do before a game begins: answer an invitation, or take a seat that is free."""
    mine = [seat for seat in play.players if who is not None and seat.person_id == who.id]
    waits = play.status == GameStatus.INVITING
    free = [seat.name for seat in play.players if seat.status == SeatStatus.OPEN] if waits and not mine else []
    wanted = request.args.get("seat", "")
    open_ = waits and any(seat.status == SeatStatus.OPEN for seat in play.players)
    asked = None
    if open_ and who is not None and (mine or moderators_seat(who, play) is not None):
        # Whoever sits here already is told how somebody else gets the seat.
        asked = Message(
            "Whoever is to take an open seat writes `join game {game}` to {address}, or joins here where they see this "
            "page.",
            game=play.id,
            address=office().addresses.general(),
        )
    invited = next((seat for seat in mine if seat.status == SeatStatus.INVITED), None) if waits else None
    return {
        "invited": invited,
        "free": free,
        "wanted": wanted if wanted in free else "",
        "asked": asked,
        "moderates": moderators_seat(who, play) is not None,
        "conditions": list(conditions(desk, play)),
        "once": _nonce(),
    }


def _due(desk: Desk, play: Play) -> str:
    decision = deadlines.open_decision(desk, play.id)
    if decision is None or decision.due_at is None or play.status != GameStatus.RUNNING:
        return ""
    return moment_said(decision.due_at)


def _answer(desk: Desk, who: Visitor | None) -> Handed | None:
    """What became of the mail just sent, for nobody but whoever sent it."""
    number = whole("sent")
    person = desk.person(who.id) if who is not None else None
    if number is None or person is None:
        return None
    mail = desk.incoming.get(number)
    if mail is None or mail.source != PAGE or mail.sender != desk.main_address(person).lower():
        return None
    if desk.now - mail.received_at > SHOWN_FOR:
        # Somebody kept the address of the page; what they wrote is long in the log.
        return None
    found = answer_to(desk, number, person)
    # Which turn it is for the page itself has written.
    return replace(found, lines=[one for one in found.lines if not (one.mark == DONE and _TURN.fullmatch(one.text))])


def _news(desk: Desk, play: Play) -> str:
    """What happens without a move, as far as the visitor is shown it: offers, press, the clock, who plays."""
    who = visitor()
    seat, decision = seat_of(who, play), deadlines.open_decision(desk, play.id)
    seen: list[object] = [play.status, play.paused_at, decision.due_at if decision is not None else None]
    seen += [(one.name, one.bot, one.machine, one.status, one.misses) for one in play.players]
    if seat is not None and who is not None:
        seen += [(row.id, row.status, sorted(row.agreed)) for row in offers.offers_for(desk, play, seat)]
        seen += [row.id for row in desk.games.press(play.id, seat.name, who.id, 1)]
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:12]


def _undo(play: Play, seat: Seat | None, words: Words) -> list[str]:
    """The orders that `undo` would take back, in the reader's words: those of the visitor's last mail, as long as
    nobody has acted since."""
    found: list[str] = []
    first = None
    for row in reversed(play.moves(since=max(0, play.seq - SHORT)) if seat is not None and play.running else []):
        if not row.events:
            continue
        first = first or row
        if row.by != (seat.name if seat else "") or (row.mail_id, row.how) != (first.mail_id, first.how):
            break
        before = MOMENTS.at(play, row.seq - 1)
        if row.how == BROUGHT or taken_back.agreed_by(row, before):
            # It came with the game, or others have agreed to it.
            return []
        found.insert(0, engine.in_words(before, row.order, words.language))
    return found


def _press(desk: Desk, play: Play, seat: Seat | None) -> list[dict[str, Any]]:
    """What players wrote to the visitor, or the visitor to them; lookers-on read none of it, and whoever has a seat now
    nothing that was written to somebody else who had it."""
    who = visitor()
    if seat is None or who is None:
        return []
    return [
        {"by": row.by, "to": row.to, "text": row.text, "all": len(row.to) >= len(play.seats) - 1}
        for row in desk.games.press(play.id, seat.name, who.id, 20)
    ]

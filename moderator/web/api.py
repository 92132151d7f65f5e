"""The public facts as JSON, and orders from programs: they come in like mails, to the same inbox, clock and limits.

A program shows a seat's key (``Authorization: Bearer wbk_…``); cookies are not looked at, so no page elsewhere can make
a browser act here. What every answer looks like stands in ``schemas``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from itertools import islice
from typing import Any

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

import engine
from moderator.events.files import event_json
from moderator.events.overview import Overview
from moderator.inbox.arrival import KEY
from moderator.language import Words
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.tables import Person, Seat
from moderator.table import machines, offers
from moderator.web.handing_in import MOST_TEXT, Handed, answer_to, hand_in
from moderator.web.pages import public_view
from moderator.web.schemas import describe
from moderator.web.session import LARGEST, caller, office
from moderator.web.visitor import Visitor, seen

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")

MOST = 200
USUAL = 50
MOST_LEGAL = 500
HOUR = timedelta(hours=1)
# What one key may hand in within an hour, and how often a caller may show a key that is none.
MOST_POSTS, MOST_GUESSES = 240, 60


class Trouble(Exception):
    """A request that gets no answer but a sentence."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


def answering(path: Callable[..., dict[str, Any] | tuple[dict[str, Any], int]]) -> Callable[..., ResponseReturnValue]:
    """Facts as JSON with an ETag; trouble as JSON with its reason."""

    @wraps(path)
    def around(*args: Any, **kwargs: Any) -> ResponseReturnValue:
        try:
            made = path(*args, **kwargs)
        except Trouble as trouble:
            return jsonify(error=trouble.why), trouble.status
        facts, status = made if isinstance(made, tuple) else (made, 200)
        answer: Response = jsonify(facts)
        answer.status_code = status
        if request.method == "GET":
            answer.headers["Cache-Control"] = "no-cache"
            answer.headers["Vary"] = "Authorization"
            answer.add_etag()
            answer.make_conditional(request)
        return answer

    return around


# ---------------------------------------------------------------------- who asks


def _holder(desk: Desk) -> tuple[Seat, Person] | None:
    """The seat whose key was shown; None where none was."""
    given = request.headers.get("Authorization", "")
    if not given:
        return None
    scheme, _, key = given.partition(" ")
    found = machines.seat_with_key(desk, key.strip()) if scheme.lower() == "bearer" else None
    if found is None:
        raise Trouble(401, "That is no key of a seat.")
    return found


def _guesses() -> None:
    """Whoever shows keys that are none does so a few times only. Looked at first, for it writes."""
    if request.headers.get("Authorization"):
        with office().reading() as desk:
            try:
                _holder(desk)
                return
            except Trouble:
                pass
        with office().desk() as desk:
            if not desk.within("key guess", caller(), MOST_GUESSES, HOUR):
                raise Trouble(429, "Too many keys that are none; try again in an hour.")


def _seated(desk: Desk, game_id: str) -> tuple[Play, Seat, Person]:
    """The game of the key that was shown."""
    holder = _holder(desk)
    if holder is None:
        raise Trouble(401, "This needs the key of a seat: Authorization: Bearer wbk_…")
    play = desk.game(game_id)
    if play is None or holder[0].game_id != game_id:
        raise Trouble(404, "There is no such game for this key.")
    return play, *holder


def _game(desk: Desk, game_id: str) -> Play:
    """A game everybody may see, or the one of the key."""
    holder = _holder(desk)
    if holder is not None and holder[0].game_id == game_id and (play := desk.game(game_id)) is not None:
        return play
    found = seen(desk, game_id, None)
    if found is None:
        raise Trouble(404, "There is no such game.")
    return found


def _number(name: str, least: int = 0) -> int | None:
    """A number from the question; one that is none is said, and not taken for another question."""
    given = request.args.get(name)
    if given is None:
        return None
    if not (given.isascii() and given.isdecimal()) or int(given[:20]) < least:
        raise Trouble(400, f"`{name}` must be a whole number, {least} or more.")
    return min(int(given[:20]), LARGEST)


def _limit(usual: int = USUAL) -> int:
    found = _number("limit", 1)
    return usual if found is None else min(found, MOST)


# ---------------------------------------------------------------------- facts


@blueprint.get("/titles")
@answering
def titles() -> dict[str, Any]:
    return {"titles": list(engine.titles())}


@blueprint.get("/games")
@answering
def games() -> dict[str, Any]:
    """Games that are listed, the latest first; ``next`` is the offset of the next page, where there is one."""
    status, offset, limit = request.args.get("status"), _number("offset") or 0, _limit()
    with office().reading() as desk:
        rows = desk.games.page(limit + 1, offset, status)
        found = [
            {"id": row.id, "title": row.title, "status": row.status, "round": row.round, "mover": row.mover}
            for row in rows[:limit]
        ]
    return {"games": found, "next": offset + limit if len(rows) > limit else None}


@blueprint.get("/games/<game_id>")
@answering
def game(game_id: str) -> dict[str, Any]:
    _guesses()
    with office().reading() as desk:
        play = _game(desk, game_id)
        view = public_view(desk, play, _number("at"))
    view.pop("moves")
    return view | {"turn": play.turn, "seq": play.seq}


@blueprint.get("/games/<game_id>/state")
@answering
def state(game_id: str) -> dict[str, Any]:
    """The position in the canonical form, with the public site's symbols."""
    _guesses()
    with office().reading() as desk:
        play = _game(desk, game_id)
        if not play.begun:
            raise Trouble(409, "The game has not begun.")
        at = _number("at")
        seq = play.seq if at is None else min(at, play.seq)
        known: dict[str, Any] = engine.canonical(play.state if seq == play.seq else play.state_at(seq), str)
    return {"seq": seq, "state": known}


@blueprint.get("/games/<game_id>/moves")
@answering
def moves(game_id: str) -> dict[str, Any]:
    """Moves after ``since``; ``next`` is what to ask for after these, where there are more."""
    _guesses()
    with office().reading() as desk:
        play = _game(desk, game_id)
        since, limit = _number("since") or 0, _limit(MOST)
        rows = play.moves(since=since, undone=True)
        found = [
            {
                "seq": row.seq,
                "by": row.by,
                "order": row.order,
                "how": row.how,
                "undone": row.undone,
                "events": row.events,
                "link": row.link,
            }
            for row in rows[:limit]
        ]
    more = len(rows) > limit and bool(found)
    return {"moves": found, "next": found[-1]["seq"] if more else None}


@blueprint.get("/events")
@answering
def events() -> dict[str, Any]:
    """Tournaments, the latest first; ``next`` is the offset of the next page, where there is one."""
    offset, limit = _number("offset") or 0, _limit()
    with office().reading() as desk:
        rows = desk.cups.latest(limit + 1, offset)
        found = [{"id": cup.id, "name": cup.name, "status": cup.status} for cup in rows[:limit]]
    return {"events": found, "next": offset + limit if len(rows) > limit else None}


@blueprint.get("/events/<event_id>")
@answering
def event(event_id: str) -> dict[str, Any]:
    """One tournament. What is secret as long as its round runs is not in it."""
    with office().reading() as desk:
        cup = desk.cups.get(event_id.lower())
        if cup is None:
            raise Trouble(404, "There is no such event.")
        return event_json(desk, Overview.of(desk, cup))


# ---------------------------------------------------------------------- for programs


@blueprint.get("/seat")
@answering
def seat() -> dict[str, Any]:
    """What a key opens, and whether it is asked to move."""
    _guesses()
    with office().reading() as desk:
        holder = _holder(desk)
        if holder is None:
            raise Trouble(401, "This needs the key of a seat: Authorization: Bearer wbk_…")
        mine = holder[0]
        play = desk.game(mine.game_id)
        if play is None:
            raise Trouble(404, "There is no such game for this key.")
        decision = desk.decisions.open_in(play.id)
        due = decision.due_at if decision is not None and decision.seat_id == mine.id else None
        return {
            "game": play.id,
            "seat": mine.name,
            "status": play.status,
            "seq": play.seq,
            "turn": play.turn,
            "to_move": play.to_move == mine.name,
            "due": due.isoformat() if due is not None else None,
        }


@blueprint.get("/games/<game_id>/legal")
@answering
def legal(game_id: str) -> dict[str, Any]:
    """Orders the seat may give now; where a number is free, one of each kind. What others must agree to first is a
    proposal, and no order before they have."""
    _guesses()
    with office().reading() as desk:
        play, mine, _ = _seated(desk, game_id)
        orders: list[str] = []
        proposals: list[str] = []
        if play.running and play.to_move == mine.name:
            for move in islice(engine.legal_moves(play.state), MOST_LEGAL):
                order = engine.write_order(move)
                needed = [name for name in engine.consents(play.state, move) if name != mine.name]
                if set(needed) <= set(offers.agreed(desk, play, order, needed)):
                    orders.append(order)
                else:
                    proposals.append(f"propose {order}")
    return {"turn": play.turn, "to_move": play.to_move == mine.name, "orders": orders, "proposals": proposals}


@blueprint.post("/games/<game_id>/orders")
@answering
def post_orders(game_id: str) -> tuple[dict[str, Any], int]:
    """Hands orders in. ``once`` makes a repeated request the same mail; ``turn`` binds them to a turn."""
    _guesses()
    with office().reading() as desk:
        _seated(desk, game_id)
    try:
        given = request.get_json(silent=True)
    except RecursionError:
        given = None
    if not isinstance(given, dict):
        raise Trouble(400, "The body must be a JSON object.")
    lines, turn, seq, once = given.get("orders"), given.get("turn"), given.get("seq"), given.get("once")
    if isinstance(lines, str):
        lines = lines.splitlines()
    if not isinstance(lines, list) or not lines or not all(isinstance(line, str) for line in lines):
        raise Trouble(400, "`orders` must be lines of text.")
    if not any(line.strip() and not line.lstrip().startswith("#") for line in lines):
        raise Trouble(400, "There is no order in `orders`.")
    if not _counts(turn):
        raise Trouble(400, "`turn` must be the number of a turn.")
    if not _counts(seq):
        raise Trouble(400, "`seq` must be the number of a move.")
    if not isinstance(once, str) or not 8 <= len(once) <= 64:
        raise Trouble(400, "`once` must be a word of 8 to 64 letters, another one for each new request.")
    text = "\n".join(([f"turn {turn}"] if turn is not None else []) + [" ".join(line.split()) for line in lines])
    if not _whole_letters(text + once):
        raise Trouble(400, "There is half a character in it.")
    if len(text) > MOST_TEXT:
        raise Trouble(413, "These are more orders than anybody has.")
    with office().desk() as desk:
        play, mine, person = _seated(desk, game_id)
        if not machines.allowed(play):
            raise Trouble(403, "This game takes no orders from programs.")
        if not desk.within("key", str(mine.id), MOST_POSTS, HOUR):
            raise Trouble(429, "That is more than a seat may hand in within an hour.")
        desk.keys.used(mine.id, desk.now)
    who = Visitor(person.id, person.name, person.language, person.zone, 0)
    tried = "" if seq is None else str(seq)
    handed = hand_in(
        who, mine, text, once=once, source=KEY, subject=f"[{play.id} #{play.turn}]", seen=once, tried=tried
    )
    return _told(handed, person), 202 if handed.waits else 200


def _counts(given: object) -> bool:
    """Whether it is a number of a turn or a move, or none was given."""
    return given is None or (isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= LARGEST)


def _whole_letters(text: str) -> bool:
    """JSON may hold halves of characters, which no mail does."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


@blueprint.get("/games/<game_id>/orders/<int:mail_id>")
@answering
def became(game_id: str, mail_id: int) -> dict[str, Any]:
    """What became of orders that were handed in with this seat's key."""
    _guesses()
    with office().reading() as desk:
        _, mine, person = _seated(desk, game_id)
        row = desk.incoming.get(mail_id)
        writer = desk.person_at(row.sender) if row is not None else None
        if row is None or row.source != KEY or row.seat_id not in (None, mine.id) or writer is not person:
            raise Trouble(404, "No such orders were handed in.")
        return _told(answer_to(desk, mail_id, person), person)


def _told(handed: Handed, person: Person) -> dict[str, Any]:
    # What every answer of its kind says speaks of an email, and a program has written none.
    became = Words(person.language).say(handed.became) if handed.word else ""
    # In a mail it stands behind a word and a colon.
    headline = handed.besides or became
    return {
        "id": handed.mail_id,
        "result": handed.word or "WAITING",
        "headline": headline[:1].upper() + headline[1:],
        "lines": [
            {
                "mark": line.mark,
                "text": line.text,
                "said": str(line.said),
                "instead": list(line.instead),
                "rule": line.rule,
            }
            for line in handed.lines
        ],
        "blocks": [{"title": str(block.title), "text": str(block.text)} for block in handed.blocks],
    }


@blueprint.get("/openapi.json")
@answering
def openapi() -> dict[str, Any]:
    """What this API offers, in the form machines read."""
    return describe(office().settings.base_url)

"""From the service's rows to a report's view: which mail a row of the outbox stands for, and what it shows."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import engine
from engine import events as e
from engine.interop.canonical import round_name
from engine.state import State
from moderator.desk import Desk
from moderator.games import deadlines, offers, standing
from moderator.games.clock import terms_from
from moderator.games.game import Play
from moderator.games.store import Decision, Outgoing, Person, Seat
from moderator.outbox.report import report
from moderator.outbox.report.happened import hexes_changed
from moderator.outbox.report.tables import worth
from moderator.outbox.report.view import (
    Answered,
    AnswerLine,
    Deadline,
    Happening,
    Kind,
    Offer,
    Press,
    RenderedMail,
    ReportView,
)
from moderator.outbox.report.words import Words

log = logging.getLogger(__name__)

KINDS = {
    "move": Kind.MOVE,
    "report": Kind.SUMMARY,
    "over": Kind.END,
    "reminder": Kind.REMINDER,
    "late": Kind.LATE,
    "answer": Kind.ANSWER,
    "deadline": Kind.DEADLINE,
    "press": Kind.PRESS,
}
Wealth = tuple[tuple[str, Mapping[str, int]], ...]
# The wealth of games that ended lately, by game, move and digest.
_FORTUNES: dict[tuple[str, int, str], Wealth] = {}
MOST_FORTUNES = 16
# A round is looked for no further back than this.
LONGEST_ROUND = 150


def rich_mail(
    desk: Desk, row: Outgoing, play: Play | None, seat: Seat | None, person: Person | None
) -> RenderedMail | None:
    """The report this row stands for; None where it is no report (or the rules are not our engine's)."""
    try:
        view = _view(desk, row, play, seat, person)
        return report(view) if view is not None else None
    except Exception:
        log.exception("the report for outbox row %s could not be written; a plain mail goes out", row.key)
        return None


def _view(desk: Desk, row: Outgoing, play: Play | None, seat: Seat | None, person: Person | None) -> ReportView | None:
    if play is None:
        return None
    if row.kind == "invitation" and seat is not None and not set(row.data) & {"substitute", "replacing", "owner"}:
        return _invitation(desk, row, play, seat, person)
    if _named(row) not in KINDS or play.row.status == "inviting" or not play.row.digest:
        return None
    return view_of(desk, row, play, seat, person) if isinstance(play.state, State) else None


def _invitation(desk: Desk, row: Outgoing, play: Play, seat: Seat, person: Person | None) -> ReportView | None:
    if play.row.title not in engine.titles() or seat.role != "player":
        return None
    language = person.language if person is not None else "en"
    bot = Words(language)("how_bot")
    return ReportView(
        game=play.id,
        kind=Kind.INVITATION,
        seat=seat.name,
        state=None,
        now=row.created_at,
        language=language,
        address=desk.office.seat_address(seat),
        page=f"{desk.settings.base_url}/games/{play.id}",
        table=tuple(f"{one.name} ({bot})" if one.bot else one.name for one in play.players),
        title=play.row.title,
        text_only=person is not None and person.text_only,
    )


def view_of(desk: Desk, row: Outgoing, play: Play, seat: Seat | None, person: Person | None) -> ReportView:
    data = row.data
    at = min(play.row.seq, data["seq"]) if data.get("seq") is not None else play.row.seq
    state = play.state if at == play.row.seq else play.state_at(at)
    since = data.get("since")
    told = _happenings(desk, play, since if since is not None else at, at)
    log = _round(desk, play, at)
    return ReportView(
        game=play.id,
        kind=_kind(row, seat),
        seat=seat.name if seat is not None and seat.role == "player" else "",
        state=state,
        turn=int(data.get("turn") or (play.row.turn if at == play.row.seq else at + 1)),
        now=row.created_at,
        language=person.language if person is not None else "en",
        zone=person.zone if person is not None else "UTC",
        address=desk.office.seat_address(seat) if seat is not None else "",
        page=f"{desk.settings.base_url}/games/{play.id}",
        happened=told,
        log=log,
        changed=hexes_changed(log),
        deadline=_deadline(desk, row, play),
        queued=_queued(desk, seat),
        offers=_offers(desk, play, seat),
        press=(Press(str(data["by"]), str(data["text"])),) if _named(row) == "press" else (),
        news=str(data["title"]) if _named(row) == "deadline" else "",
        note=str(data["text"]) if _named(row) == "deadline" else "",
        answer=_answer(data) if row.kind == "answer" else None,
        text_only=person is not None and person.text_only,
        wealth=_wealth(desk, play, at) if row.kind == "over" else (),
    )


def _kind(row: Outgoing, seat: Seat | None) -> Kind:
    if row.kind == "report" and row.key.startswith("digest"):
        return Kind.DIGEST
    if row.kind == "report" and seat is not None and seat.role == "gm":
        return Kind.GM
    return KINDS[_named(row)]


def _named(row: Outgoing) -> str:
    """Some notices are reports of their own kind; they say which."""
    return str(row.data.get("as") or row.kind)


def _happenings(desk: Desk, play: Play, since: int, upto: int) -> tuple[Happening, ...]:
    """The moves after ``since``, each with the position before it."""
    rows = play.moves(since, upto)
    if not rows:
        return ()
    state = play.state_at(since)
    found = []
    for move in rows:
        events = tuple(desk.rules.decode(move.events))
        found.append(Happening(move.seq, move.by, move.order, events, state, move.how))
        state = desk.rules.evolve(state, events)
    return tuple(found)


def _round(desk: Desk, play: Play, upto: int) -> tuple[Happening, ...]:
    """The moves since the present round began; in a stock or merger round, since the operating round before it."""
    rows = play.moves(max(0, upto - LONGEST_ROUND), upto)
    for move in reversed(rows):
        if any(_begins(event) for event in desk.rules.decode(move.events)):
            return _happenings(desk, play, move.seq, upto)
    return _happenings(desk, play, rows[0].seq - 1, upto) if rows else ()


def _begins(event: object) -> bool:
    return isinstance(event, e.RoundBegan) and event.cursor.round == "operating"


def _deadline(desk: Desk, row: Outgoing, play: Play) -> Deadline | None:
    found = desk.session.get(Decision, row.data["decision"]) if row.data.get("decision") else None
    if row.kind == "answer" or _named(row) == "press":
        # Whatever the mail is about, the clock is running.
        found = deadlines.open_decision(desk, play.id)
    if found is None:
        return None
    terms = terms_from(play.row.terms)
    # Later mails about one decision have a higher number, whatever was changed in between.
    sequence = max(0, int((row.created_at - found.opened_at).total_seconds() // 60))
    # While a game is paused the clock stands still, also for whoever was late already.
    due = None if play.row.paused_at is not None else found.due_at
    return Deadline(due, terms.grace, terms.noshow, sequence)


def _queued(desk: Desk, seat: Seat | None) -> tuple[str, ...]:
    return tuple(f"{row.number}: {row.text}" for row in standing.open_orders(desk, seat)) if seat is not None else ()


def _offers(desk: Desk, play: Play, seat: Seat | None) -> tuple[Offer, ...]:
    if seat is None:
        return ()
    return tuple(
        Offer(row.number, row.by, offers.describe(row), row.lapses_at, seat.name not in (row.by, *row.agreed))
        for row in offers.offers_for(desk, play, seat)
    )


def _answer(data: Mapping[str, Any]) -> Answered:
    lines = tuple(
        AnswerLine(one["mark"], one["number"], one["text"], one["said"], tuple(one["instead"]), one["rule"])
        for one in data.get("lines", ())
    )
    blocks = tuple((block["title"], block["text"]) for block in data.get("blocks", ()))
    return Answered(
        data["word"], data["headline"], data.get("topic", ""), lines, tuple(data.get("warnings", ())), blocks
    )


def _wealth(desk: Desk, play: Play, upto: int) -> Wealth:
    """What each player was worth when each round began, and at the end. Worked out once for all seats of a game."""
    key = (play.id, upto, play.row.digest)
    if key not in _FORTUNES:
        while len(_FORTUNES) >= MOST_FORTUNES:
            _FORTUNES.pop(next(iter(_FORTUNES)))
        _FORTUNES[key] = _fortunes(desk, play, upto)
    return _FORTUNES[key]


def _fortunes(desk: Desk, play: Play, upto: int) -> Wealth:
    points: list[tuple[str, Mapping[str, int]]] = []
    state: State | None = None
    for row in play.moves(-1, upto):
        for event in desk.rules.decode(row.events):
            state = desk.rules.replay((event,)) if state is None else event.apply(state)
            assert state is not None
            if isinstance(event, e.RoundBegan):
                points.append((str(round_name(state)), {p: worth(state, p) for p in state.players}))
    if state is not None:
        points.append(("", {p: worth(state, p) for p in state.players}))
    return tuple(points)

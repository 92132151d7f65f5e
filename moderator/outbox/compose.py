"""Turns a row of the outbox into a mail: views into templates, templates into a message with the right headers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from config.settings import ROOT
from engine.message import Message
from moderator.desk import Desk
from moderator.games import deadlines
from moderator.games.game import Play
from moderator.games.store import Decision, Outgoing, Person, Seat
from moderator.inbox.quoting import marker
from moderator.inbox.screening import OWN_HEADER
from moderator.outbox import views
from moderator.outbox.report import wide
from moderator.outbox.report.adapt import rich_mail
from moderator.outbox.report.view import RenderedMail
from moderator.outbox.report.words import Words
from moderator.outbox.wording import Moment, spoken

LIST_NAME = "Waybill"
# What templates may ask of any mail; rows carry only what differs.
USUAL: Mapping[str, Any] = {
    "substitute": False,
    "replacing": False,
    "moderating": False,
    "owner": "",
    "began": False,
    "orders": (),
    "grace": 0,
    "then": "",
    "warnings": (),
    "lines": (),
    "blocks": (),
    "topic": "",
}


@cache
def templates(html: bool) -> Environment:
    """Text is never escaped and HTML always is: two environments, so neither can be forgotten."""
    found = Environment(
        loader=FileSystemLoader(ROOT / "templates" / "mail"),
        autoescape=html,  # noqa: S701  (plain text must not be escaped)
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["say"] = say
    return found


@pass_context
def say(context: Context, text: str, **values: Any) -> str:
    """A template's own words, in the language of whoever reads the mail."""
    return str(spoken(Message(text, **values), Words(context["language"]), context["zone"]))


def compose(desk: Desk, row: Outgoing) -> EmailMessage:
    """The mail this row stands for. The same row always gives the same Message-ID."""
    play = desk.game(row.game_id) if row.game_id else None
    seat = desk.session.get(Seat, row.seat_id) if row.seat_id else None
    person = desk.person(row.person_id)
    message = EmailMessage(policy=policy.SMTP)
    _address(desk, row, play, seat, message)
    rich = rich_mail(desk, row, play, seat, person)
    if rich is not None:
        return _filled(message, rich)
    view, parts = _view(desk, row, play, seat, person)
    message["Subject"] = _one_line(templates(False).get_template(f"{row.kind}/subject.txt").render(view))
    message.set_content(templates(False).get_template(f"{row.kind}/body.txt").render(view), cte="quoted-printable")
    if person is None or not person.text_only:
        message.add_alternative(templates(True).get_template(f"{row.kind}/body.html").render(view), subtype="html")
        _attach(message, parts)
    return message


def _filled(message: EmailMessage, rich: RenderedMail) -> EmailMessage:
    """Puts a report into its envelope: text, the same as HTML with its pictures, and its files."""
    message["Subject"] = _one_line(rich.subject)
    message.set_content(rich.text, cte="base64" if wide(rich.text) else "quoted-printable")
    if not rich.html:
        return message
    message.add_alternative(rich.html, subtype="html", cte="base64" if wide(rich.html) else "quoted-printable")
    files = [*rich.related, *rich.attachments]
    _attach(message, views.Parts("", "", tuple(views.Attachment(f.name, f.type, f.data, f.cid) for f in files)))
    return message


def _view(
    desk: Desk, row: Outgoing, play: Play | None, seat: Seat | None, person: Person | None
) -> tuple[dict[str, Any], views.Parts | None]:
    view: dict[str, Any] = {
        "marker": marker(person.language if person else "en"),
        "language": person.language if person else "en",
        "base_url": desk.settings.base_url,
        "domain": desk.settings.mail_domain,
        "help_address": desk.office.addresses.general("help"),
        "data": {**USUAL, **row.data},
        "kind": row.kind,
        "game": None,
        "seat": seat.name if seat else "",
        "zone": person.zone if person else "UTC",
        "order_address": desk.office.seat_address(seat) if seat else desk.office.addresses.general(),
        "position": None,
        "due": "",
        "grace": 0,
        "players": [],
        "links": [],
    }
    if play is None:
        return view, None
    view["game"] = {"id": play.id, "title": play.row.title, "status": play.row.status, "round": play.row.round}
    view["players"] = [{"name": s.name, "bot": s.bot, "status": s.status, "position": s.position} for s in play.players]
    view["result"] = play.row.result
    if seat is not None and row.kind == "notice":
        view["links"] = [(order, _ready(desk, seat, play, order)) for order in row.data.get("orders") or ()]
    if row.kind == "invitation" and seat is not None:
        view["join_link"] = _ready(desk, seat, play, "join")
        view["decline_link"] = _ready(desk, seat, play, "decline")
    if row.kind not in ("move", "report", "over", "reminder", "late") and not row.data.get("with_position"):
        return view, None
    return view, _with_position(desk, row, play, seat, view)


def _with_position(
    desk: Desk, row: Outgoing, play: Play, seat: Seat | None, view: dict[str, Any]
) -> views.Parts | None:
    shown = views.position(
        desk, play, seat, seq=row.data.get("seq"), since=row.data.get("since"), language=view["language"]
    )
    decision = desk.session.get(Decision, row.data["decision"]) if row.data.get("decision") else None
    view["position"] = shown
    if decision is not None and seat is not None:
        paused = Message("the clock stands still while the game is paused")
        due = Moment(decision.due_at) if decision.due_at is not None else paused
        view["due"] = spoken(due, Words(view["language"]), view["zone"])
    return shown.parts


def _ready(desk: Desk, seat: Seat, play: Play, word: str) -> str:
    from urllib.parse import quote

    return f"mailto:{desk.office.seat_address(seat)}?subject={quote(f'[{play.id}] {word}')}&body={quote(word)}"


def _address(desk: Desk, row: Outgoing, play: Play | None, seat: Seat | None, message: EmailMessage) -> None:
    office, domain = desk.office, desk.settings.mail_domain
    name = f"{LIST_NAME} {play.id}" if play is not None else LIST_NAME
    message["From"] = f"{name} <{office.addresses.general()}>"
    message["To"] = row.recipient
    if seat is not None:
        message["Reply-To"] = f"{name} <{office.seat_address(seat)}>"
    message["Date"] = format_datetime(row.created_at)
    message["Message-ID"] = row.message_id
    thread = str(row.data.get("in_reply_to") or "")
    root = thread_root(desk, play.id) if play is not None else ""
    if thread:
        message["In-Reply-To"] = thread
    elif root:
        message["In-Reply-To"] = root
    if root or thread:
        message["References"] = " ".join(dict.fromkeys(part for part in (root, thread) if part))
    message["Auto-Submitted"] = "auto-replied" if row.mail_id else "auto-generated"
    # The mark by which a mail of ours is known when it comes back.
    message[OWN_HEADER] = row.kind
    message["X-Auto-Response-Suppress"] = "All"
    message["Precedence"] = "bulk"
    if play is not None:
        message["List-Id"] = f"{play.row.title} {play.id} <{play.id}.{domain}>"
    if seat is not None:
        link = unsubscribe_link(desk, seat)
        message["List-Unsubscribe"] = (
            f"<{link}>, <mailto:{office.seat_address(seat)}?subject=unsubscribe&body=reports%20none>"
        )
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def thread_root(desk: Desk, game_id: str) -> str:
    """All mails of a game hang on one name, so mail programs keep them together."""
    digest = hashlib.sha256(f"{desk.settings.secret_key} thread {game_id}".encode()).hexdigest()[:24]
    return f"<{game_id}.{digest}@{desk.settings.mail_domain}>"


def unsubscribe_link(desk: Desk, seat: Seat) -> str:
    from moderator.outbox.signing import sign

    return f"{desk.settings.base_url}/unsubscribe/{sign(desk.settings, 'unsubscribe', str(seat.id))}"


def _attach(message: EmailMessage, parts: views.Parts | None) -> None:
    if parts is None:
        return
    html = message.get_body(("html",))
    for item in parts.attachments:
        main, _, sub = item.type.partition("/")
        if item.cid and html is not None:
            html.add_related(item.data, main, sub, cid=f"<{item.cid}>", filename=item.name)
        else:
            message.add_attachment(item.data, maintype=main, subtype=sub, filename=item.name)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:200]


# Long links in headers must not be broken: some servers join the pieces wrongly. Bodies are folded when they are set.
UNFOLDED = policy.SMTP.clone(max_line_length=900)


def as_bytes(message: EmailMessage) -> bytes:
    return message.as_bytes(policy=UNFOLDED)


def rendered(desk: Desk, row: Outgoing) -> tuple[str, bytes]:
    message = compose(desk, row)
    return str(message["Subject"]), as_bytes(message)


def sample(desk: Desk, play: Play, seat: Seat, at: int | None, now: datetime) -> EmailMessage:
    """The mail this seat would get after move ``at``; nothing is queued or sent."""
    seq = play.row.seq if at is None else at
    moving = desk.rules.mover(play.state_at(seq)) == seat.name
    turn = play.row.turn if seq == play.row.seq else seq + 1
    # Of an earlier position nobody knows any more when its decision was due.
    open_now = deadlines.open_decision(desk, play.id) if seq == play.row.seq else None
    decision = open_now.id if open_now is not None else None
    data = {"since": max(0, seq - 10), "seq": seq, "turn": turn, "began": False, "decision": decision}
    person = desk.holder(seat)
    row = Outgoing(
        key="sample",
        kind="move" if moving else "report",
        game_id=play.id,
        seat_id=seat.id,
        person_id=person.id if person else None,
        recipient=desk.main_address(person) if person else f"{seat.name}@{desk.settings.mail_domain}",
        message_id=f"<sample.{play.id}.{seq}@{desk.settings.mail_domain}>",
        data=data,
        created_at=now,
    )
    return compose(desk, row)

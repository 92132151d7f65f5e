"""The local mailbox: every mail as its recipient sees it, and a reply from there as any player."""

from __future__ import annotations

import re
import secrets
import time
from base64 import b64encode
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from moderator.inbox.arrival import WEB
from moderator.inbox.envelope import Envelope
from moderator.inbox.take_in import take_in
from moderator.store.tables import Outgoing
from moderator.web.session import office, only, whole
from moderator.web.visitor import trusted

blueprint = Blueprint("mailbox", __name__, url_prefix="/mailbox")

MOST_SHOWN = 100
PATIENCE = 3.0
# The mail's own HTML: no scripts, nothing from elsewhere, shown in a frame of its own.
MAIL_POLICY = (
    "sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox; default-src 'none'; "
    "style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
)
_LINK = re.compile(r'href="(https?://[^"]*)"')
_MAILTO = re.compile(r'href="mailto:([^"]*)"')
_ADDRESS = re.compile(r"[\w.+=-]{1,64}@[\w.-]{1,190}", re.ASCII)
_CID = re.compile(r'(["\'(])cid:([^"\')]+)')


def allowed() -> bool:
    """Whoever can read all mails can play all seats: only where mail stays here, and only for those we trust."""
    return office().settings.local_mailbox and trusted()


@blueprint.get("/")
@blueprint.get("/<int:mail_id>")
@only(allowed)
def show(mail_id: int | None = None) -> str:
    to, part = request.args.get("to", ""), request.args.get("part", "html")
    with office().reading() as desk:
        people = desk.outbox.recipients()
        chosen = desk.outbox.get(mail_id) if mail_id is not None else None
        if chosen is not None and not to:
            to = chosen.recipient
        rows = desk.outbox.sent_to(to, MOST_SHOWN)
        chosen = chosen or (rows[0] if rows and to else None)
    return render_template(
        "mailbox.html",
        people=people,
        mails=rows,
        to=to,
        mail=_opened(chosen) if chosen is not None else None,
        part=part,
        body=request.args.get("body", ""),
        newest=max((row.id for row in rows), default=0),
    )


def _source(row: Outgoing) -> bytes:
    with office().reading() as desk:
        whole = desk.enclosures.whole(row)
    if whole is None:
        abort(404)
    return whole


def _message(row: Outgoing) -> EmailMessage:
    message = message_from_bytes(_source(row), policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def _opened(row: Outgoing) -> dict[str, Any]:
    message = _message(row)
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    return {
        "id": row.id,
        "subject": row.subject,
        "from": str(message["From"]),
        "to": row.recipient,
        "reply_to": parseaddr(str(message["Reply-To"] or message["From"]))[1],
        "date": row.created_at,
        "text": text.get_content() if text is not None else "",
        "has_html": html is not None,
        "attachments": [part.get_filename() or "attachment" for part in message.iter_attachments()],
        "source": _source(row).decode("utf-8", "replace"),
        "links": _ready_orders(str(html.get_content())) if html is not None else [],
        "template": _template(text.get_content() if text is not None else ""),
    }


def _template(text: str) -> str:
    found = re.search(r"^ *(turn \d+)\s*$", text, re.MULTILINE)
    return f"{found.group(1)}\n" if found else ""


def _ready_orders(html: str) -> list[str]:
    bodies = (
        parse_qs(urlsplit(link.replace("&amp;", "&")).query).get("body", [""])[0] for link in _MAILTO.findall(html)
    )
    return [body.replace("\r\n", "\n") for body in bodies]


@blueprint.get("/<int:mail_id>/html")
@only(allowed)
def html(mail_id: int) -> Response:
    """The HTML part; its mail links become replies on this page."""
    message = _message(_find(mail_id))
    body = message.get_body(("html",))
    if body is None:
        abort(404)
    source = _CID.sub(lambda found: found.group(1) + _inline(message, found.group(2)), str(body.get_content()))
    source = _LINK.sub(lambda found: _link(found.group(1)), source)
    source = _MAILTO.sub(lambda found: f'target="_top" href="{_reply_link(mail_id, found.group(1))}"', source)
    answer = Response(source, mimetype="text/html")
    answer.headers["Content-Security-Policy"] = MAIL_POLICY
    return answer


def _link(url: str) -> str:
    """A link of the mail, which leaves the frame: to a page of ours in its place, to anybody else's in a new one."""
    base = office().settings.base_url.rstrip("/")
    if url == base or url.startswith((f"{base}/", f"{base}?")):
        # Under the name by which this page was called, where the visitor's cookie is.
        return f'target="_top" href="{url.removeprefix(base) or "/"}"'
    return f'target="_blank" rel="noopener noreferrer" href="{url}"'


def _reply_link(mail_id: int, mailto: str) -> str:
    query = parse_qs(urlsplit(f"mailto:{mailto.replace('&amp;', '&')}").query)
    return f"/mailbox/{mail_id}?body={quote(query.get('body', [''])[0])}#reply"


def _inline(message: EmailMessage, cid: str) -> str:
    for part in message.walk():
        if str(part.get("Content-ID", "")).strip("<>") == unquote(cid):
            data = part.get_payload(decode=True)
            if isinstance(data, bytes):
                return f"data:{part.get_content_type()};base64,{b64encode(data).decode()}"
    return "data:,"


@blueprint.get("/<int:mail_id>/attachment/<int:number>")
@only(allowed)
def attachment(mail_id: int, number: int) -> Response:
    parts = list(_message(_find(mail_id)).iter_attachments())
    if not 0 <= number < len(parts):
        abort(404)
    data = parts[number].get_payload(decode=True)
    answer = Response(data if isinstance(data, bytes) else b"", mimetype="application/octet-stream")
    answer.headers["Content-Disposition"] = (
        f"attachment; filename*=UTF-8''{quote(parts[number].get_filename() or 'file')}"
    )
    return answer


@blueprint.get("/newest")
@only(allowed)
def newest() -> ResponseReturnValue:
    """How many mails came after the one the page knows; asked by the page now and then."""
    after, to = whole("after") or 0, request.args.get("to", "")
    with office().reading() as desk:
        return jsonify(count=desk.outbox.sent_after(after, to))


def _find(mail_id: int) -> Outgoing:
    with office().reading() as desk:
        row = desk.outbox.get(mail_id)
    if row is None:
        abort(404)
    return row


@blueprint.post("/<int:mail_id>/reply")
@only(allowed)
def reply(mail_id: int) -> Response:
    """Answers a mail as its recipient."""
    row = _find(mail_id)
    original = _message(row)
    to = parseaddr(str(original["Reply-To"] or original["From"]))[1]
    return _send(row.recipient, to, f"Re: {row.subject}", request.form.get("body", ""), row.message_id)


@blueprint.get("/write")
@only(allowed)
def blank() -> str:
    """A sheet for a mail that answers none, such as one that starts a game."""
    sender, to = request.args.get("as", ""), office().addresses.general()
    return render_template("write.html", sender=sender, to=to, subject="", body="", trouble="")


@blueprint.post("/write")
@only(allowed)
def write() -> ResponseReturnValue:
    form = {name: request.form.get(name, "").strip() for name in ("sender", "to", "subject")}
    body = request.form.get("body", "")
    for name in ("sender", "to"):
        if not _ADDRESS.fullmatch(form[name]):
            return render_template("write.html", **form, body=body, trouble=f"“{form[name]}” is no address."), 400
    if office().addresses.read(form["to"]) is None:
        trouble = f"Nobody lives at {form['to']} here; a new game begins with an email to play@…"
        return render_template("write.html", **form, body=body, trouble=trouble), 400
    return _send(form["sender"].lower(), form["to"], " ".join(form["subject"].split())[:200], body)


def _send(sender: str, to: str, subject: str, body: str, answers: str = "") -> Response:
    """Writes a real mail and takes it in like any other."""
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail["Message-ID"] = f"<{secrets.token_hex(12)}@table.localhost>"
    if answers:
        mail["In-Reply-To"] = answers
    mail.set_content(body[:20_000])
    envelope = Envelope(source=WEB, sender=sender, recipients=(to,), received_from="local mailbox")
    receipt = take_in(office(), mail.as_bytes(), envelope)
    answer = _wait(receipt.mail_id)
    if answer is None:
        return redirect(url_for("mailbox.show", to=sender))
    return redirect(url_for("mailbox.show", mail_id=answer))


def _wait(mail_id: int) -> int | None:
    """The answer comes within a moment; the writer may as well see it at once."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with office().reading() as desk:
            found = desk.outbox.answer_to(mail_id)
        if found is not None:
            return found
        time.sleep(0.05)
    return None


def wait_for_mail(game_id: str) -> None:
    """Gives the first mails of a new game a moment to arrive."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with office().reading() as desk:
            if desk.outbox.any_sent(game_id):
                return
        time.sleep(0.05)

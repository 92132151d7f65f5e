"""Mail that a provider posts to us: verified, unwrapped to the raw mail, stored, answered."""

from __future__ import annotations

import base64
import json
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import ClientDisconnected, HTTPException, RequestEntityTooLarge
from werkzeug.http import parse_options_header
from werkzeug.sansio.multipart import Data

from moderator.gateway import signature
from moderator.gateway.amazon import SigningCertificates
from moderator.gateway.parts import PIECE, parts
from moderator.gateway.signature import Fetch, Seen, Unsigned, fresh, seconds, unused
from moderator.inbox.envelope import MOST_BYTES, Envelope, TakeIn, TooMuch

log = logging.getLogger(__name__)

PROVIDERS = ("mailgun", "postmark", "sendgrid", "ses", "raw")
# What wrapping may add to a mail: base64 inside JSON inside JSON, plus the fields around it.
WRAPPING = 2
# Amazon's notices have 256 kB at most, and twice that where many characters are written in several.
MOST_NOTICE = 1 << 20


class Delivery(NamedTuple):
    """The mail as the provider received it, and what it knows about it."""

    raw: bytes
    envelope: Envelope


class Unusable(Exception):
    """The request is genuine but holds no mail we can take; said in one sentence for whoever set it up."""


class Offered(Exception):
    """Amazon asks whether this address may be subscribed to our own topic; answered by fetching the link."""

    def __init__(self, link: str) -> None:
        super().__init__(link)
        self.link = link


def _no_fetch(url: str) -> bytes:
    raise ValueError("there is no way to fetch a certificate")


def verify(
    provider: str,
    headers: Mapping[str, str],
    body: bytes,
    secret: str,
    now: float,
    seen: Seen,
    fetch: Fetch = _no_fetch,
) -> Delivery:
    """The mail in a provider's request. Raises `Unsigned`, `Unusable` or `Offered`; `now` is in seconds since 1970."""
    lower = {name.lower(): value for name, value in headers.items()}
    if not secret:
        raise Unsigned("No secret is set for this provider.")
    match provider:
        case "mailgun":
            return _mailgun(lower, body, secret, now, seen)
        case "postmark":
            return _postmark(lower, body, secret)
        case "sendgrid":
            return _sendgrid(lower, body, secret, now, seen)
        case "ses":
            return _ses(body, secret, now, seen, fetch)
        case "raw":
            return _raw(lower, body, secret, now, seen)
    raise Unsigned("There is no such provider.")


MOST_FIELDS = 500
# In bytes: the name of a field with what stands around it, and a short field as it was posted.
MOST_OF_A_NAME, MOST_OF_A_WORD = 1 << 12, 1 << 16


class _Form:
    """The fields of a posted form, untouched: a mail in an old character set must not be decoded on the way.

    A field is decoded when it is asked for. Until the signature is checked that is none but its own short ones, so a
    stranger's form costs no more than reading it.
    """

    def __init__(self, headers: Mapping[str, str], body: bytes) -> None:
        kind, options = parse_options_header(headers.get("content-type", ""))
        self._fields: dict[str, list[bytes]] = {}
        self._encoded = kind == "application/x-www-form-urlencoded"
        if self._encoded and body.count(b"&") < MOST_FIELDS:
            for name, _, value in (pair.partition(b"=") for pair in body.split(b"&")):
                if len(name) <= MOST_OF_A_NAME:
                    self._fields.setdefault(_unquoted(name).decode("utf-8", "replace"), []).append(value)
        elif kind == "multipart/form-data" and options.get("boundary"):
            self._fields = _multipart(options["boundary"].encode("utf-8", "replace"), body)
        else:
            raise Unusable("The form can't be read.")

    def _posted(self, name: str) -> bytes:
        values = self._fields.get(name, [b""])
        if len(values) > 1:
            # Which of them was meant would be for us to guess, and for a stranger to choose.
            raise Unusable(f"The form has the field {name} twice.")
        return values[0]

    def data(self, name: str) -> bytes:
        value = self._posted(name)
        return _unquoted(value) if self._encoded else value

    def word(self, name: str) -> str:
        """A short field as text; nothing if it is missing or long."""
        short = len(self._posted(name)) < MOST_OF_A_WORD
        return self.data(name).decode("utf-8", "replace") if short else ""


def _unquoted(value: bytes) -> bytes:
    # In pieces: a list of single characters takes a hundred times its text.
    value, decoded, at = value.replace(b"+", b" "), [], 0
    while at < len(value):
        # A sign in three characters is not cut in two.
        end = at + PIECE
        end -= next((back for back in (1, 2) if value[end - back : end - back + 1] == b"%"), 0)
        decoded.append(unquote_to_bytes(value[at:end]))
        at = end
    return b"".join(decoded)


def _multipart(boundary: bytes, body: bytes) -> dict[str, list[bytes]]:
    fields: list[tuple[str, list[bytes]]] = []
    try:
        for event in parts(boundary, BytesIO(body).read, MOST_FIELDS):
            if isinstance(event, Data):
                fields[-1][1].append(event.data)
            else:
                fields.append((event.name, []))
    except (ValueError, LookupError, HTTPException) as wrong:
        raise Unusable("The form can't be read.") from wrong
    whole: dict[str, list[bytes]] = {}
    for name, pieces in fields:
        whole.setdefault(name, []).append(b"".join(pieces))
    return whole


def _bytes(text: str) -> bytes:
    """A mail that travelled as a string; half a character that was never a byte is no reason to lose the mail."""
    return _HALF.sub("\ufffd", text).encode("utf-8", "surrogateescape")


# Halves of characters, but for those that stand for single bytes.
_HALF = re.compile("[\ud800-\udc7f\udd00-\udfff]")


def _storable(envelope: Envelope) -> Envelope:
    """Names without halves of characters, which no database keeps."""

    def whole(text: str) -> str:
        return text.encode("utf-8", "replace").decode()

    return replace(
        envelope,
        provider_id=whole(envelope.provider_id) if envelope.provider_id else None,
        sender=whole(envelope.sender),
        recipients=tuple(whole(one) for one in envelope.recipients),
        received_from=whole(envelope.received_from),
        proofs={name: whole(value) for name, value in envelope.proofs.items()},
    )


def _object(body: bytes | str) -> dict[str, object]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as wrong:
        raise Unusable("The JSON can't be read.") from wrong
    if not isinstance(value, dict):
        raise Unusable("The JSON is no object.")
    return value


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: object) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _mailgun(headers: Mapping[str, str], body: bytes, key: str, now: float, seen: Seen) -> Delivery:
    form = _Form(headers, body)
    signed = {name: form.word(name) for name in ("timestamp", "token", "signature")}
    signature.mailgun(signed, key)
    fresh("mailgun", seconds(signed["timestamp"]), now)
    # Boundaries differ when the same mail is posted again, so the mail is what the token is remembered with.
    mail, name = form.data("body-mime"), f"mailgun:{signed['token']}"
    unused(seen, name, mail)
    if not mail:
        raise Unusable("Mailgun must post the full mail: let the route's address end in mime.")
    recipients = tuple(one.strip() for one in form.word("recipient").split(",") if one.strip())
    # Mailgun's findings are headers of the mail, where anybody could have put them; they prove nothing to us.
    return Delivery(mail, Envelope("mailgun", name, form.word("sender"), recipients))


def _postmark(headers: Mapping[str, str], body: bytes, login: str) -> Delivery:
    signature.postmark(headers.get("authorization", ""), login)
    notice = _object(body)
    mail = _bytes(_text(notice.get("RawEmail")))
    if not mail:
        raise Unusable("Postmark must be told to include the raw email content.")
    name = _text(notice.get("MessageID"))
    recipient = _text(notice.get("OriginalRecipient"))
    envelope = Envelope(
        source="postmark",
        provider_id=f"postmark:{name}" if name else None,
        sender=_text(notice.get("From")),
        recipients=(recipient,) if recipient else (),
    )
    return Delivery(mail, envelope)


def _sendgrid(headers: Mapping[str, str], body: bytes, key: str, now: float, seen: Seen) -> Delivery:
    signed = headers.get("x-twilio-email-event-webhook-signature", "")
    stamp = headers.get("x-twilio-email-event-webhook-timestamp", "")
    signature.sendgrid(signed, stamp, body, key)
    fresh("sendgrid", seconds(stamp), now)
    unused(seen, f"sendgrid:{signature.digest(signed.encode())}", body)
    form = _Form(headers, body)
    mail = form.data("email")
    if not mail:
        raise Unusable("SendGrid must be told to post the raw, full MIME message.")
    about = _object(form.word("envelope") or "{}")
    envelope = Envelope(
        source="sendgrid",
        provider_id=f"sendgrid:{signature.digest(body)}",
        sender=_text(about.get("from")),
        recipients=_texts(about.get("to")),
        received_from=form.word("sender_ip"),
        proofs={"spf": form.word("SPF").strip().lower(), **_sendgrid_dkim(form.word("dkim"))},
    )
    return Delivery(mail, envelope)


def _sendgrid_dkim(field: str) -> dict[str, str]:
    """SendGrid writes `{@example.org : pass, @other.example : fail}`; the first that passed is the one that helps."""
    for entry in field.strip("{} \t\r\n").split(","):
        domain, _, result = entry.partition(":")
        if result.strip() == "pass":
            return {"dkim": "pass", "dkim_domain": domain.strip().lstrip("@").lower()}
    return {}


def _ses(body: bytes, topic: str, now: float, seen: Seen, fetch: Fetch) -> Delivery:
    notice = {name: value for name, value in _object(body).items() if isinstance(value, str)}
    try:
        stamp = datetime.fromisoformat(notice.get("Timestamp", "")).timestamp()
    except (ValueError, OverflowError) as wrong:
        raise Unsigned("The time stamp can't be read.") from wrong
    # What is old needs no certificate to be refused.
    fresh("ses", stamp, now)
    signature.ses(notice, topic, fetch, now)
    unused(seen, f"ses:{notice.get('MessageId', '')}", notice.get("Message", "").encode())
    link = notice.get("SubscribeURL", "")
    if notice["Type"] == "SubscriptionConfirmation" and signature.of_amazon(link):
        raise Offered(link)
    if notice["Type"] != "Notification":
        raise Unusable("This notification holds no mail.")
    return _received_by_ses(_object(notice.get("Message", "")))


def _received_by_ses(message: dict[str, object]) -> Delivery:
    mail, receipt = message.get("mail"), message.get("receipt")
    content = _text(message.get("content"))
    if message.get("notificationType") != "Received" or not isinstance(mail, dict) or not isinstance(receipt, dict):
        raise Unusable("This notification holds no mail.")
    if not content:
        raise Unusable("SES must publish the mail's content to the topic (an SNS action, not S3).")
    action = receipt.get("action")
    raw = _bytes(content)
    if isinstance(action, dict) and action.get("encoding") == "BASE64":
        try:
            raw = base64.b64decode(content, validate=True)
        except ValueError as wrong:
            raise Unusable("The mail's content is no base64.") from wrong
    verdicts = {name: receipt.get(f"{name}Verdict") for name in ("spf", "dkim", "dmarc", "spam")}
    proofs = {name: _text(v.get("status")).lower() for name, v in verdicts.items() if isinstance(v, dict)}
    name = _text(mail.get("messageId"))
    envelope = Envelope(
        source="ses",
        provider_id=f"ses:{name}" if name else None,
        sender=_text(mail.get("source")),
        recipients=_texts(receipt.get("recipients")) or _texts(mail.get("destination")),
        proofs=proofs,
    )
    return Delivery(raw, envelope)


def _raw(headers: Mapping[str, str], body: bytes, key: str, now: float, seen: Seen) -> Delivery:
    signature.raw(headers, body, key)
    fresh("raw", seconds(headers["x-waybill-timestamp"]), now)
    nonce = headers["x-waybill-nonce"]
    unused(seen, f"raw:{nonce}", body)
    recipients = tuple(one.strip() for one in headers.get("x-waybill-recipients", "").split(",") if one.strip())
    return Delivery(body, Envelope("raw", f"raw:{nonce}", headers.get("x-waybill-sender", ""), recipients))


def _read_body(limit: int) -> bytes | None:
    """The request's body; None if it is more than we take, said before more than that has been read."""
    if (request.content_length or 0) > limit:
        return None
    try:
        body = request.stream.read(limit + 1)
    except (ClientDisconnected, RequestEntityTooLarge):
        return None
    except Exception as wrong:
        # What the server says of pieces that break off, or are none, in words of its own; nothing of ours runs here.
        raise Unusable("The request can't be read.") from wrong
    return body if len(body) <= limit else None


def blueprint(
    secrets: Mapping[str, str],
    take_in: TakeIn,
    seen: Seen,
    clock: Callable[[], float],
    *,
    fetch: Fetch = _no_fetch,
    most_bytes: int = MOST_BYTES,
) -> Blueprint:
    """POST /hooks/mail/<provider> for every provider that has a secret; `clock` gives seconds since 1970."""
    hooks = Blueprint("hooks", __name__)
    certificates = SigningCertificates(fetch, clock)

    def say(status: int, **words: object) -> Response:
        answer = jsonify(words)
        answer.status_code = status
        return answer

    def subscribe(link: str) -> Response:
        try:
            fetch(link)
        except (OSError, ValueError) as trouble:
            log.warning("subscription not confirmed: %s", trouble)
            return say(503, error="The subscription could not be confirmed.")
        return say(200, subscribed=True)

    @hooks.post("/hooks/mail/<provider>")
    def receive(provider: str) -> Response:
        secret = secrets.get(provider)
        if provider not in PROVIDERS or not secret:
            return say(404, error="No such hook here.")
        try:
            limit = most_bytes * WRAPPING
            # It is taken apart before it is known who wrote it.
            body = _read_body(min(limit, MOST_NOTICE) if provider == "ses" else limit)
            if body is None:
                return say(413, error="The mail is larger than we take.")
            raw, envelope = verify(provider, dict(request.headers), body, secret, clock(), seen, certificates)
        except Unsigned as wrong:
            log.warning("hook %s refused: %s", provider, wrong)
            return say(401, error="The signature is not valid.")
        except Unusable as wrong:
            log.warning("hook %s unusable: %s", provider, wrong)
            return say(400, error=str(wrong))
        except Offered as offer:
            return subscribe(offer.link)
        except OSError as trouble:
            # Who signed it is not known yet: refused, a genuine mail would not come again.
            log.warning("hook %s can't be checked now: %s %s", provider, type(trouble).__name__, trouble)
            return say(503, error="The signature can't be checked now.")
        if len(raw) > most_bytes:
            return say(413, error="The mail is larger than we take.")
        # If this raises, the provider gets a 500 and comes again.
        try:
            receipt = take_in(raw, _storable(envelope))
        except TooMuch:
            return say(429, error="Too much mail within an hour.")
        return say(200 if receipt.duplicate else 202, mail=receipt.mail_id, duplicate=receipt.duplicate)

    return hooks

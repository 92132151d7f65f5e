"""Providers' hooks over real sockets: the pages' own server, its limits, and the database behind it."""

from __future__ import annotations

import base64
import json
import socket
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from moderator.gateway.webhook import PROVIDERS
from moderator.inbox.handle import handle
from moderator.store.tables import Mail
from tests.moderator.gateway import test_webhook as made
from tests.moderator.gateway.test_webhook import MAKERS, SECRETS, Request
from tests.moderator.house import START, open_house, settings_for
from tests.workers.test_proxies import served

NAMES = {"mailgun": "MAILGUN_KEY", "postmark": "POSTMARK_LOGIN", "sendgrid": "SENDGRID_KEY", "raw": "RAW_KEY"}
SETTINGS = {name: SECRETS[provider] for provider, name in NAMES.items()} | {"SES_TOPIC": SECRETS["ses"]}
# The most that a mail may have here.
MOST = 50_000


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr("moderator.web.fetch", made.fetch)
    with served(tmp_path, MAX_MAIL_BYTES=str(MOST), **SETTINGS) as port:
        yield port


def at_once(provider: str, **more: Any) -> Request:
    return MAKERS[provider](at=int(START.timestamp()), **more)


def post(port: int, provider: str, request: Request) -> tuple[int, Any]:
    line = HTTPConnection("127.0.0.1", port, timeout=20)
    headers, body = request
    line.request("POST", f"/hooks/mail/{provider}", body, headers)
    answer = line.getresponse()
    said = answer.read()
    line.close()
    return answer.status, json.loads(said) if answer.headers["Content-Type"] == "application/json" else said


def kept(home: Path) -> list[Mail]:
    house = open_house(settings_for(home), migrated=True)
    with house.office.reading() as desk:
        found = list(desk.session.scalars(select(Mail).order_by(Mail.id)))
    house.office.close()
    return found


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_mail_is_kept_once_however_often_it_is_posted(port: int, tmp_path: Path, provider: str) -> None:
    request = at_once(provider)
    assert [post(port, provider, request)[0] for _ in range(3)] == [202, 200, 200]
    (mail,) = kept(tmp_path)
    assert mail.source == provider and b"bid N 105" in mail.raw


def test_the_same_mail_from_every_provider_is_one_mail(port: int, tmp_path: Path) -> None:
    """What providers prove of it differs, so more than one is kept as long as none is read; the others are dropped."""
    plain = b"From: red@example.org\r\nMessage-ID: <1@x>\r\nTo: play@x\r\n\r\nhelp\r\n"
    for provider in PROVIDERS:
        assert post(port, provider, at_once(provider, mail=plain))[0] in (200, 202)
    house = open_house(settings_for(tmp_path), migrated=True)
    for mail in kept(tmp_path):
        handle(house.office, mail.id)
    answered = [mail.verdict for mail in kept(tmp_path) if not mail.verdict.startswith("dropped")]
    house.office.close()
    assert len(answered) == 1
    # Now that one is read, all are known.
    assert [post(port, provider, at_once(provider, mail=plain))[0] for provider in PROVIDERS] == [200] * 5


@pytest.mark.parametrize("provider", ["mailgun", "raw", "ses", "sendgrid"])
def test_a_signature_that_was_used_brings_no_other_mail(port: int, tmp_path: Path, provider: str) -> None:
    headers, body = at_once(provider)
    assert post(port, provider, (headers, body))[0] == 202
    if provider == "ses":
        notice = json.loads(body)
        changed = json.dumps(notice | {"Message": notice["Message"].replace("red@", "bad@")}).encode()
    else:
        changed = body.replace(b"105", b"999")
    assert changed != body
    assert post(port, provider, (headers, changed))[0] == 401
    assert len(kept(tmp_path)) == 1


@pytest.mark.parametrize("provider", PROVIDERS)
def test_what_is_too_large_is_said_and_nothing_is_kept(port: int, tmp_path: Path, provider: str) -> None:
    assert post(port, provider, at_once(provider, mail=b"x" * (MOST + 1)))[0] == 413
    assert post(port, provider, at_once(provider, mail=b"x" * (3 * MOST)))[0] == 413
    assert kept(tmp_path) == []


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data", "message/rfc822", "", "é/x"])
@pytest.mark.parametrize("provider", ["mailgun", "sendgrid"])
def test_a_form_of_another_kind_is_refused_in_a_sentence(port: int, provider: str, kind: str) -> None:
    headers, body = at_once(provider)
    status, said = post(port, provider, ({**headers, "Content-Type": kind.encode("latin-1").decode("latin-1")}, body))
    assert (status, said) == (400, {"error": "The form can't be read."})


@pytest.mark.parametrize("provider", ["postmark", "ses", "raw"])
def test_a_kind_that_says_nothing_about_the_mail_changes_nothing(port: int, provider: str) -> None:
    headers, body = at_once(provider)
    assert post(port, provider, ({**headers, "Content-Type": "multipart/form-data; boundary=x"}, body))[0] == 202


@pytest.mark.parametrize("name", ["Recipients", "Sender", "Nonce", "Signature", "Timestamp"])
def test_a_header_that_is_there_twice_breaks_the_signature(port: int, tmp_path: Path, name: str) -> None:
    headers, body = at_once("raw")
    line = HTTPConnection("127.0.0.1", port, timeout=20)
    line.putrequest("POST", "/hooks/mail/raw")
    for one, value in [*headers.items(), (f"X-Waybill-{name}", "x"), ("Content-Length", str(len(body)))]:
        line.putheader(one, value)
    line.endheaders(body)
    assert line.getresponse().status == 401
    line.close()
    assert kept(tmp_path) == []


@pytest.mark.parametrize("like", ["X_Waybill_Recipients", "x-waybill_recipients"])
def test_a_header_that_only_looks_like_another_is_none(port: int, tmp_path: Path, like: str) -> None:
    headers, body = at_once("raw")
    assert post(port, "raw", ({like: "g1861-1-abc@x", **headers}, body))[0] == 202
    assert kept(tmp_path)[0].envelope["recipients"] == ["play@x"]


@pytest.mark.parametrize(
    "name", ["play\uff20x", "play@x\u200b", "\u202eplay@x", "play@x\r\nBcc: y@x", "play@x\0", "PLAY@X", "a@x,play@x"]
)
def test_odd_letters_in_a_recipient_name_no_other_mailbox(port: int, tmp_path: Path, name: str) -> None:
    status, said = post(port, "postmark", at_once("postmark", OriginalRecipient=name))
    assert status == 202
    house = open_house(settings_for(tmp_path), migrated=True)
    (mail,) = kept(tmp_path)
    assert said["mail"] == mail.id and "\0" not in mail.envelope["recipients"][0]
    assert house.office.addresses.read(mail.envelope["recipients"][0]) is None
    house.office.close()


def test_a_body_in_pieces_is_a_body(port: int, tmp_path: Path) -> None:
    headers, body = at_once("raw")
    line = HTTPConnection("127.0.0.1", port, timeout=20)
    line.request("POST", "/hooks/mail/raw", iter([body[:10], body[10:]]), headers, encode_chunked=True)
    assert line.getresponse().status == 202
    line.close()
    assert kept(tmp_path)[0].raw == body


@pytest.mark.parametrize(
    "said",
    [
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
        b"Content-Length: -1\r\n\r\n",
        b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n",
        b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nabc\r\n",
    ],
)
def test_a_length_that_can_be_read_in_two_ways_brings_nothing(port: int, tmp_path: Path, said: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), 20) as line:
        line.sendall(b"POST /hooks/mail/raw HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + said)
        line.shutdown(socket.SHUT_WR)
        heard = b""
        while piece := line.recv(65536):
            heard += piece
    assert b" 202 " not in heard and b"alive" not in heard and b" 500 " not in heard
    assert kept(tmp_path) == []


def test_a_slow_body_keeps_nobody_else_waiting(port: int, tmp_path: Path) -> None:
    headers, body = at_once("raw")
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    slow = []
    for _ in range(30):
        line = socket.create_connection(("127.0.0.1", port), 20)
        line.sendall(f"POST /hooks/mail/raw HTTP/1.1\r\nHost: x\r\n{head}Content-Length: 5000\r\n\r\nFrom".encode())
        slow.append(line)
    began = time.monotonic()
    assert post(port, "raw", (headers, body))[0] == 202
    assert time.monotonic() - began < 5
    for line in slow:
        line.close()
    assert len(kept(tmp_path)) == 1


@pytest.mark.parametrize("given", ["", "Basic", "Basic =", "Bearer x", "Basic " + base64.b64encode(b"club:").decode()])
def test_no_login_is_no_entry(port: int, given: str) -> None:
    _, body = at_once("postmark")
    assert post(port, "postmark", ({"Authorization": given}, body))[0] == 401

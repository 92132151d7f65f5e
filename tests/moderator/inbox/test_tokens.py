"""Names, comments and quotations are never taken for addresses or findings; other readers agree, or we read nothing."""

from __future__ import annotations

import email
import email.policy
import email.utils
import random

import pytest

from moderator.inbox.envelope import Envelope
from moderator.inbox.letter import read
from moderator.inbox.mime import MOST_HEADER_BYTES, open_mail, read_headers
from moderator.inbox.proof import Proof
from moderator.inbox.tokens import addresses_in, findings, senders_in
from tests.mails.make import MAILS, build
from tests.moderator.inbox.test_proof import proof_of

MALLORY = "mallory@gmail.example"


@pytest.mark.parametrize(
    "value",
    [
        f'"{"x" * 600} <ann@gmail.example>" <{MALLORY}>',
        f"({'x' * 600} <ann@gmail.example>) <{MALLORY}>",
        f"(a (b <ann@gmail.example>) c) {MALLORY}",
        rf'"\"<ann@gmail.example>" <{MALLORY}>',
        f'"ann@gmail.example" <{MALLORY}>',
    ],
)
def test_whoever_stands_in_a_name_or_a_comment_is_not_the_sender(value: str) -> None:
    assert senders_in([value]) == (MALLORY,)


@pytest.mark.parametrize(
    "value",
    [
        f'"<ann@gmail.example> <{MALLORY}>',
        f"(<ann@gmail.example> <{MALLORY}>",
        f"<ann@gmail.example> <{MALLORY}>",
        f"<ann@gmail.example> {MALLORY}",
        f"ann@gmail.example <{MALLORY}>",
        f"<ann@gmail.example, {MALLORY}>",
        f"ann@gmail.example, <{MALLORY}",
        f"ann@gmail.example, {'x' * 30_000} <{MALLORY}>",
        '"ann@gmail.example',
        "ann@gmail.example@evil.example",
        "ann@gmail.example evil@x.example",
    ],
)
def test_a_sender_that_could_be_read_in_two_ways_is_none(value: str) -> None:
    assert senders_in([value]) == ()
    letter = read(1, f"From: {value}\r\n\r\nbid TSR 20\r\n".encode(), Envelope("smtp", sender="e@example.org"))
    assert "no-from" in letter.problems


@pytest.mark.parametrize(
    "result",
    [
        'spf=pass smtp.mailfrom="x; dkim=pass header.d=example.org y"@evil.example',
        "spf=pass (a (b) ; dkim=pass header.d=example.org ; c) smtp.mailfrom=evil.example",
        r"spf=pass (a \) ; dkim=pass header.d=example.org ; c) smtp.mailfrom=evil.example",
        'spf=pass smtp.mailfrom="x@example.org"@evil.example',
        'spf=pass smtp.mailfrom="a\\" header.d=example.org"@evil.example',
        "dkim=pass header.d=evil.example header.d=example.org",
        'dkim=pass reason="header.d=example.org" header.d=evil.example',
        "dkim=pass (unclosed; dkim=pass header.d=example.org",
        'dkim=pass "unclosed; dkim=pass header.d=example.org',
        "spf=pass smtp.mailfrom=evil.example=header.d=example.org",
        "spf=pass smtp.helo=example.org smtp.mailfrom=evil.example",
    ],
)
def test_what_stands_in_quotes_and_comments_is_no_finding(result: str) -> None:
    assert proof_of(f"mx.orders.example; {result}") is Proof.WEAK


def test_findings_are_read_as_receivers_write_them() -> None:
    value = (
        "mx.orders.example 1; dkim=pass (2048-bit (good) key) header.i=@gmail.example header.s=2023 header.b=aB+/c=;"
        " spf=pass (domain of ann@gmail.example designates 192.0.2.1 as permitted) smtp.mailfrom=ann@gmail.example;"
        " dmarc/1=pass (p=NONE sp=QUARANTINE) header.from=gmail.example; iprev=pass policy.iprev=2001:db8::1"
    )
    server, found = findings(value)
    assert server == "mx.orders.example"
    assert [(method, result) for method, result, _ in found] == [
        ("dkim", "pass"), ("spf", "pass"), ("dmarc", "pass"), ("iprev", "pass"),
    ]  # fmt: skip
    assert ("header.i", "gmail.example") in found[0][2]
    assert ("smtp.mailfrom", "gmail.example") in found[1][2]


def _random_findings(chance: random.Random) -> tuple[str, list[tuple[str, str, str]]]:
    """A header as a receiver could write it, an attacker's words wherever they could stand; and its meaning."""
    evil = [
        "; dkim=pass header.d=victim.example",
        "x) ; dmarc=pass header.from=victim.example (",
        '"',
        "\\",
        "(",
        "a b",
    ]

    def noise() -> str:
        word = chance.choice(evil).replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        return f" ({word} ({word}) z) " if chance.random() < 0.5 else " "

    clauses, meant = [], []
    for _ in range(chance.randint(0, 4)):
        method, prop = chance.choice((("dkim", "header.d"), ("spf", "smtp.mailfrom"), ("dmarc", "header.from")))
        result = chance.choice(("pass", "fail", "none"))
        domain = chance.choice(("evil.example", "example.org", "a.b.example"))
        local = chance.choice(evil).replace("\\", "\\\\").replace('"', '\\"')
        about = f'"{local}"@{domain}' if method == "spf" and chance.random() < 0.7 else domain
        reason = f'reason="{local}" ' if chance.random() < 0.3 else ""
        clauses.append(f"{method}{noise()}={noise()}{result}{noise()}{reason}{prop}={about}{noise()}")
        meant.append((method, result, domain))
    return "; ".join([f"mx.orders.example{noise()}", *clauses]), meant


def findings_mean_what_the_receiver_meant(times: int) -> None:
    chance = random.Random(8601)
    for _ in range(times):
        value, meant = _random_findings(chance)
        server, found = findings(value)
        about = [(m, r, next(v for k, v in said if k != "reason")) for m, r, said in found]
        assert (server, about) == ("mx.orders.example", meant), value


def test_findings_mean_what_the_receiver_meant() -> None:
    findings_mean_what_the_receiver_meant(3000)


def senders_are_those_another_reader_finds(times: int) -> int:
    """Mutated From values beside the standard library's two readers: one sender here is never somebody else there."""
    chance = random.Random(5322)
    pieces = [
        *'<>"(),;:\\ @.[]é\t', "Ann", "=?utf-8?q?a=40b?=", "x" * 80, "evil.example",
        "ann@gmail.example", "mallory@gmail.example", "<mallory@gmail.example>",
    ]  # fmt: skip
    one = 0
    for _ in range(times):
        value = "".join(chance.choice(pieces) for _ in range(chance.randint(1, 9)))
        ours = senders_in([value])
        if len(ours) != 1:
            continue
        one += 1
        strict = [address.lower() for _, address in email.utils.getaddresses([value]) if address]
        for theirs in (strict, _modern(value)):
            named = [address.rstrip(".") for address in theirs if "@" in address]
            # Where another reader finds addresses too, ours is the only one, or the reader gave up over the rest.
            assert not named or ours[0] in named or not _clean(theirs), (value, ours, theirs)
    return one


def _modern(value: str) -> list[str]:
    """What the library's newer reader finds; it falls over some values, and takes encoded words for addresses."""
    if "=?" in value:
        return []
    message = email.message_from_string(f"From: {value}\r\n\r\n", policy=email.policy.default)
    try:
        return [address.addr_spec.lower() for address in message["from"].addresses if address.domain]
    except (AttributeError, IndexError, TypeError, ValueError):
        return []


def _clean(addresses: list[str]) -> bool:
    return all(address.count("@") == 1 and not set(address) & set(' "<>()[]\\,;:') for address in addresses)


def test_a_sender_is_the_one_another_reader_finds() -> None:
    assert senders_are_those_another_reader_finds(20_000) > 300


@pytest.mark.long
def test_a_sender_is_the_one_another_reader_finds_very_often() -> None:
    assert senders_are_those_another_reader_finds(300_000) > 3000
    findings_mean_what_the_receiver_meant(200_000)


def _headers_agree(raw: bytes) -> bool:
    """Do the standard library's reader and ours find the same headers and text? Asked of regular mails."""
    headers, body, complete = read_headers(raw, 0, len(raw), MOST_HEADER_BYTES)
    if not (headers.regular and complete) or b"\r" in raw.replace(b"\r\n", b"") or b"\0" in raw:
        return False
    theirs = email.message_from_bytes(raw, policy=email.policy.compat32)
    names = [name.strip().lower() for name, _ in theirs.raw_items()]
    assert names == [name for name, _ in headers.fields], raw
    coding = headers.get("content-transfer-encoding").lower()
    if "multipart" in headers.get("content-type").lower() or coding not in ("", "7bit", "8bit"):
        return True
    assert theirs.get_payload(decode=True) == raw[body:], raw
    return True


def _mutated(raw: bytes, chance: random.Random) -> bytes:
    pieces = [
        b"\r\n",
        b"\n",
        b"\r\n\r\n",
        b" ",
        b":",
        b"X-A: b\r\n",
        b"From: x@y.example\r\n",
        b"\tfold\r\n",
        b"--b\r\n",
        b";",
    ]
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(raw) + 1)
        raw = raw[:at] + chance.choice(pieces) + raw[at + chance.choice((0, 0, 1, 3)) :]
    return raw


def headers_are_those_another_reader_finds(times: int) -> int:
    chance = random.Random(2045)
    mails = [build(name) for name in MAILS]
    mails = [raw for raw in mails if 0 < len(raw) <= 5000]
    return sum(_headers_agree(_mutated(mails[number % len(mails)], chance)) for number in range(times))


def test_headers_are_those_another_reader_finds() -> None:
    assert headers_are_those_another_reader_finds(4000) > 1000


def _text_parts(raw: bytes) -> list[str]:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    return [part.get_content_type() for part in message.walk() if not part.is_multipart()]


@pytest.mark.parametrize(
    "name", [n for n in MAILS if n[:2] in {"48", "49", "50", "51", "52", "54"} and n != "52c-attached-mail"]
)
def test_the_parts_of_an_orderly_mail_are_those_another_reader_finds(name: str) -> None:
    raw = build(name)
    assert [part.kind for part in open_mail(raw).leaves] == _text_parts(raw)


@pytest.mark.long
def test_headers_are_those_another_reader_finds_very_often() -> None:
    assert headers_are_those_another_reader_finds(100_000) > 10_000


def test_recipients_that_can_be_read_are_read_beside_those_that_cannot() -> None:
    assert addresses_in(['Ann <ann@example.org>, "Bob <bob@x.example>" oops <b@y.example> more@z.example']) == (
        "ann@example.org",
    )

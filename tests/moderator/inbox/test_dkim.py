"""Signatures made here with real keys hold; whatever is changed about them, they do not."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st

from moderator.gateway.envelope import Envelope
from moderator.inbox.dkim import signed_by
from moderator.inbox.letter import read
from moderator.inbox.proof import Proof, judge

RSA = rsa.generate_private_key(65537, 2048)
SHORT = rsa.generate_private_key(65537, 1024)
ED = Ed25519PrivateKey.generate()
HEAD = "From: Red <red@example.org>\r\nTo: seat@orders.example\r\nSubject:  my   move\r\n"
BODY = "bid N 105 \r\n\tpass  now\r\n\r\n\r\n"


def published(key: object) -> str:
    if isinstance(key, Ed25519PrivateKey):
        data = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return f"v=DKIM1; k=ed25519; p={base64.b64encode(data).decode()}"
    assert isinstance(key, rsa.RSAPrivateKey)
    data = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return f"v=DKIM1; k=rsa; p={base64.b64encode(data).decode()}"


KEYS = {
    "rsa._domainkey.example.org": published(RSA),
    "ed._domainkey.example.org": published(ED),
    "short._domainkey.example.org": published(SHORT),
    "gone._domainkey.example.org": "v=DKIM1; p=",
    "rsa._domainkey.evil.example": published(RSA),
}


def sign(
    selector: str, way: str, extra: str = "", domain: str = "example.org", names: str = "from:to:subject"
) -> bytes:
    """Signs the mail in the plainest reading of the standard."""
    body = BODY
    if way == "relaxed":
        body = "".join(re.sub(r"[ \t]+", " ", line).rstrip() + "\r\n" for line in BODY.split("\r\n"))
    body = body.rstrip("\r\n") + "\r\n"
    digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
    algorithm = "ed25519-sha256" if selector == "ed" else "rsa-sha256"
    tags = f" v=1; a={algorithm}; c={way}/{way}; d={domain};\r\n s={selector}; h={names}; {extra}bh={digest};\r\n b="
    headers = dict(line.split(":", 1) for line in HEAD.split("\r\n") if line)
    fields = [(name, headers[name.title()]) for name in names.split(":")] + [("DKIM-Signature", tags)]
    if way == "relaxed":
        lines = [f"{name.lower()}:{' '.join(value.split())}" for name, value in fields]
    else:
        lines = [f"{n.title() if n != 'DKIM-Signature' else n}:{v}" for n, v in fields]
    text = "\r\n".join(lines).encode()
    if selector == "ed":
        value = ED.sign(hashlib.sha256(text).digest())
    else:
        key = SHORT if selector == "short" else RSA
        value = key.sign(text, padding.PKCS1v15(), hashes.SHA256())
    return f"DKIM-Signature:{tags}{base64.b64encode(value).decode()}\r\n{HEAD}\r\n{BODY}".encode()


@pytest.mark.parametrize("selector", ["rsa", "ed"])
@pytest.mark.parametrize("way", ["simple", "relaxed"])
def test_a_good_signature_holds(selector: str, way: str) -> None:
    assert signed_by(sign(selector, way), KEYS.get) == ("example.org",)


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw.replace(b"bid N 105", b"bid N 106"),
        lambda raw: raw.replace(b"red@example.org", b"blue@example.org"),
        lambda raw: raw.replace(b"d=example.org", b"d=evil.example"),
        lambda raw: raw.replace(b"\r\n b=", b"\r\n b=AAAA"),
        lambda raw: raw.replace(b"v=1", b"v=2"),
        lambda raw: raw.replace(b"DKIM-Signature", b"X-Signature"),
    ],
)
def test_a_changed_mail_is_unsigned(change: Callable[[bytes], bytes]) -> None:
    raw = sign("rsa", "relaxed")
    assert change(raw) != raw
    assert signed_by(change(raw), KEYS.get) == ()


def test_what_relaxed_forgives_is_forgiven_and_no_more() -> None:
    raw = sign("rsa", "relaxed").replace(b"my   move", b"my\r\n move").replace(b"105 \r\n", b"105\r\n") + b"\r\n\r\n"
    assert signed_by(raw, KEYS.get) == ("example.org",)
    strict = sign("rsa", "simple").replace(b"105 \r\n", b"105\r\n")
    assert signed_by(strict, KEYS.get) == ()


def test_a_signature_that_leaves_something_out_proves_nothing() -> None:
    assert signed_by(sign("rsa", "relaxed", extra="l=3; "), KEYS.get) == ()
    assert signed_by(sign("rsa", "relaxed", names="to:subject"), KEYS.get) == ()
    assert signed_by(sign("rsa", "relaxed", extra="i=@other.example; "), KEYS.get) == ()


def test_keys_withdrawn_missing_or_expired_do_not_count() -> None:
    assert signed_by(sign("gone", "relaxed"), KEYS.get) == ()
    assert signed_by(sign("rsa", "relaxed"), lambda name: None) == ()
    old = sign("rsa", "relaxed", extra="x=1000; ")
    assert signed_by(old, KEYS.get, now=2000) == ()
    assert signed_by(old, KEYS.get, now=500) == ("example.org",)


def test_lines_that_lost_their_carriage_returns_are_still_signed() -> None:
    assert signed_by(sign("rsa", "relaxed").replace(b"\r\n", b"\n"), KEYS.get) == ("example.org",)


@pytest.mark.parametrize(("domain", "proof"), [("example.org", Proof.FULL), ("evil.example", Proof.WEAK)])
def test_only_the_senders_own_domain_proves_the_sender(domain: str, proof: Proof) -> None:
    raw = sign("rsa", "relaxed", domain=domain)
    envelope = Envelope("smtp", sender="red@example.org", recipients=("seat@orders.example",))
    letter = read(1, raw, envelope)
    assert judge(letter, envelope, "dkim", raw, lambda mail: signed_by(mail, KEYS.get)) is proof


@given(st.binary(max_size=300), st.binary(max_size=100))
def test_no_mail_makes_the_check_fail_otherwise(tags: bytes, body: bytes) -> None:
    signed_by(b"DKIM-Signature: v=1; h=from; d=example.org; s=rsa; " + tags + b"\r\nFrom: x\r\n\r\n" + body, KEYS.get)
    signed_by(tags + body, KEYS.get)

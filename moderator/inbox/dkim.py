"""Which domains have signed a mail (RFC 6376, RFC 8463): for services that have no receiver in front of them.

A signature that leaves part of the body out, or the From header, proves nothing and is passed over.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterator
from functools import lru_cache

import dns.exception
import dns.resolver
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key

from moderator.inbox.mime import MOST_HEADER_BYTES

# Asks the DNS for a text record; None if there is none.
AskTxt = Callable[[str], str | None]

MOST_SIGNATURES = 5
# Hashing more than this costs more than any order is worth; such a mail is simply unproved.
MOST_BODY = 1024 * 1024
SHORTEST_RSA_KEY = 1024
_DOMAIN = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63}){0,20}\Z")
_WHITE = re.compile(rb"[ \t]+")
_FOLD = re.compile(rb"\r?\n(?=[ \t])")
_OWN_VALUE = re.compile(rb"((?:^|;)[ \t\r\n]*b[ \t\r\n]*=)[^;]*")


def ask_dns(name: str) -> str | None:
    """The text record of a name, from the world's DNS."""
    try:
        answer = dns.resolver.resolve(name, "TXT", lifetime=5)
    except dns.exception.DNSException:
        return None
    return next((b"".join(record.strings).decode("ascii", "replace") for record in answer), None)


def signed_by(raw: bytes, ask: AskTxt = ask_dns, now: float | None = None) -> tuple[str, ...]:
    """The domains whose signatures on this mail hold; `now` in seconds since 1970 rules out those that have expired."""
    head, body = _halves(raw)
    if len(head) > MOST_HEADER_BYTES or len(body) > MOST_BODY:
        return ()
    digest = lru_cache(lambda way: hashlib.sha256(_body(body, way)).digest())
    fields = _FIELDS.findall(head)
    signatures = [field for field in fields if field[0].strip().lower() == b"dkim-signature"][:MOST_SIGNATURES]
    return tuple(dict.fromkeys(domain for one in signatures for domain in _check(one, fields, digest, ask, now)))


Field = tuple[bytes, bytes]
# The hash of the body, made in one of the two ways.
Digest = Callable[[str], bytes]
# A header's name and its value as it was sent, folds and all.
_FIELDS = re.compile(rb"^([!-9;-~]{1,100}[ \t]*):((?:[^\n]|\n[ \t])*)\n", re.M)


def _halves(raw: bytes) -> tuple[bytes, bytes]:
    """Header and body, both with the line ends that were signed."""
    if b"\r\n" not in raw[:8192]:
        raw = raw.replace(b"\n", b"\r\n")
    head, _, body = raw.partition(b"\r\n\r\n")
    return head + b"\r\n", body


def _check(signature: Field, fields: list[Field], digest: Digest, ask: AskTxt, now: float | None) -> Iterator[str]:
    """The signing domain, if everything fits. The cheap tests come first and the DNS comes last."""
    tags = _tags(_FOLD.sub(b"", signature[1]).decode("utf-8", "replace"))
    domain, selector = tags.get("d", "").lower(), tags.get("s", "").lower()
    header_way, _, body_way = tags.get("c", "simple/simple").lower().partition("/")
    signed = [name.strip().lower() for name in tags.get("h", "").split(":")]
    covers_all = tags.get("v") == "1" and "from" in signed and "l" not in tags
    if not covers_all or len(signed) > 200 or not _DOMAIN.match(domain) or not _DOMAIN.match(selector):
        return
    if now is not None and tags.get("x", "").isdigit() and len(tags["x"]) < 13 and float(tags["x"]) < now:
        return
    identity = tags.get("i", f"@{domain}").rpartition("@")[2].lower()
    if identity != domain and not identity.endswith(f".{domain}"):
        return
    if _base64(tags.get("bh", "")) != digest(body_way or "simple"):
        return
    record = ask(f"{selector}._domainkey.{domain}")
    text = _signed_text(signature, fields, signed, header_way)
    if record and _holds(tags.get("a", ""), _tags(record), _base64(tags.get("b", "")), text):
        yield domain


def _tags(text: str) -> dict[str, str]:
    pairs = (one.partition("=") for one in text[:20_000].split(";"))
    return {name.strip(): "".join(value.split()) for name, equals, value in pairs if equals}


def _base64(text: str) -> bytes:
    try:
        return base64.b64decode("".join(text.split()))
    except ValueError:
        return b""


def _body(body: bytes, way: str) -> bytes:
    """The body as it is hashed: without empty lines at its end, and relaxed also about white space."""
    if way == "relaxed":
        body = _WHITE.sub(b" ", body).replace(b" \r\n", b"\r\n")
        body = body.removesuffix(b" ")
    end = len(body)
    while body.endswith(b"\r\n", 0, end):
        end -= 2
    body = body[:end]
    return body + b"\r\n" if body or way != "relaxed" else b""


def _signed_text(signature: Field, fields: list[Field], names: list[str], way: str) -> bytes:
    """The headers that were signed; of several with one name the lowest is meant first."""
    left: dict[bytes, list[Field]] = {}
    for field in fields:
        left.setdefault(field[0].strip().lower(), []).append(field)
    chosen = [left[key].pop() for name in names if left.get(key := name.encode("utf-8", "replace"))]
    own = (signature[0], _OWN_VALUE.sub(rb"\1", signature[1], count=1))
    return b"".join(_header(field, way) + b"\r\n" for field in chosen) + _header(own, way)


def _header(field: Field, way: str) -> bytes:
    name, value = field
    value = value.removesuffix(b"\r")
    if way != "relaxed":
        return name + b":" + value
    return name.strip().lower() + b":" + _WHITE.sub(b" ", _FOLD.sub(b"", value)).strip()


def _holds(algorithm: str, record: dict[str, str], signature: bytes, text: bytes) -> bool:
    """Does the published key confirm the signature? A key that was withdrawn is empty."""
    key_bytes = _base64(record.get("p", ""))
    if not key_bytes or record.get("v", "DKIM1") != "DKIM1":
        return False
    try:
        if algorithm == "ed25519-sha256" and record.get("k") == "ed25519":
            Ed25519PublicKey.from_public_bytes(key_bytes).verify(signature, hashlib.sha256(text).digest())
            return True
        if algorithm == "rsa-sha256" and record.get("k", "rsa") == "rsa":
            key = load_der_public_key(key_bytes)
            if isinstance(key, rsa.RSAPublicKey) and key.key_size >= SHORTEST_RSA_KEY:
                key.verify(signature, text, padding.PKCS1v15(), hashes.SHA256())
                return True
    except (InvalidSignature, ValueError, UnsupportedAlgorithm):
        return False
    return False

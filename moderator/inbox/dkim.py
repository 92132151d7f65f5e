"""Which domains have signed a mail (RFC 6376, RFC 8463): for services that have no receiver in front of them.

A signature that leaves part of the body out, or the From header, proves nothing and is passed over.
"""

from __future__ import annotations

import base64
import hashlib
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import dns.exception
import dns.resolver
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key

from moderator.inbox.mime import MOST_HEADER_BYTES, Headers, read_headers
from moderator.inbox.tokens import senders_in
from moderator.office.addresses import on_the_wire, registrable, split

# Asks the DNS for a text record; None if there is none. Raises `NotNow`.
AskTxt = Callable[[str], str | None]


class NotNow(Exception):
    """The DNS does not say whether there is a key; who asks later may learn it."""


MOST_SIGNATURES = 5
# How far the signer's clock may be ahead of ours, in seconds.
CLOCKS_DIFFER = 3600
# Hashing more than this costs more than any order is worth; such a mail is simply unproved.
MOST_BODY = 1024 * 1024
SHORTEST_RSA_KEY = 1024
_DOMAIN = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63}){0,20}\Z")
_WHITE = re.compile(rb"[ \t]+")
_FOLD = re.compile(rb"\r?\n(?=[ \t])")
_OWN_VALUE = re.compile(rb"((?:^|;)[ \t\r\n]*b[ \t\r\n]*=)[^;]*")


# For all questions about one mail, in seconds; and how long we do not ask again whose name servers let us wait.
PATIENCE, OFFENDED = 5.0, 60.0
_waited_for: dict[str, float] = {}


def ask_dns(name: str) -> str | None:
    """The key under a name, from the world's DNS. Who signs may run the servers we ask: they get one chance."""
    # Whoever has a domain makes as many names below it as they like.
    domain = registrable(name.partition("._domainkey.")[2])
    if time.monotonic() < _waited_for.get(domain, 0.0):
        raise NotNow(name)
    try:
        answer = dns.resolver.resolve(name, "TXT", lifetime=PATIENCE)
    except (dns.exception.Timeout, dns.resolver.NoNameservers, dns.resolver.NoResolverConfiguration) as trouble:
        if len(_waited_for) >= 1000:
            _waited_for.clear()
        _waited_for[domain] = time.monotonic() + OFFENDED
        raise NotNow(name) from trouble
    except dns.exception.DNSException:
        return None
    said = (b"".join(record.strings).decode("ascii", "replace") for record in answer)
    # Other texts may stand under the same name, where one was put there for all names.
    return next((text for text in said if "p" in _tags(text)), None)


# A signature that holds: whose it is, and the headers of which it covers every one there is.
Signed = tuple[str, frozenset[str]]


def signed_by(raw: bytes, now: float, ask: AskTxt = ask_dns) -> tuple[Signed, ...]:
    """The signatures on this mail that hold; `now`, in seconds since 1970, rules out those that have expired.

    The headers are read by the same reader that finds sender and orders. A mail over which two readers could differ,
    with bare line feeds, with lines among its headers that are none or with two senders, is simply unproved. Raises
    `NotNow` where none holds, but one might.
    """
    if b"\r\n" not in raw:
        # Some roads change all line ends alike.
        raw = raw.replace(b"\n", b"\r\n")
    if raw.count(b"\n") != raw.count(b"\r\n"):
        return ()
    headers, start, complete = read_headers(raw, 0, len(raw), MOST_HEADER_BYTES)
    body = raw[start:]
    if not (complete and headers.regular and _read_in_one_way(headers)) or len(body) > MOST_BODY:
        return ()
    digest = lru_cache(lambda way: hashlib.sha256(_body(body, way)).digest())
    found: list[Signed] = []
    unknown: NotNow | None = None
    until = time.monotonic() + PATIENCE
    for one in _signatures(headers):
        if time.monotonic() < until:
            try:
                found += _check(one, headers.sent, digest, ask, now)
            except NotNow as trouble:
                unknown = trouble
    if unknown is not None and not found:
        raise unknown
    return tuple(found)


def _signatures(headers: Headers) -> list[Field]:
    """Those made for the writer's domain. Whoever else has signed proves nothing about them, and is not asked about."""
    writers = senders_in(headers.all("from"))
    domain = split(writers[0])[1] if len(writers) == 1 else ""
    made = (field for field in headers.sent if field[0].strip().lower() == b"dkim-signature")
    return [field for field in made if domain and aligned(_tags_of(field).get("d", ""), domain)][:MOST_SIGNATURES]


def fingerprints(raw: bytes) -> tuple[str, ...]:
    """What is unique about each signature on a mail, however its white space and the rest of the mail were changed."""
    headers, _, _ = read_headers(raw, 0, len(raw), MOST_HEADER_BYTES)
    values = (_base64(_tags_of(one).get("b", "")) for one in _signatures(headers))
    return tuple(hashlib.sha256(value).hexdigest() for value in values if value)


def aligned(one: str, other: str) -> bool:
    """Do two domains belong together: the same, or one within the other?"""
    try:
        one, other = (on_the_wire(domain.lower().rstrip(".")) for domain in (one, other))
    except UnicodeError:
        return False
    return "." in one and "." in other and (one == other or one.endswith(f".{other}") or other.endswith(f".{one}"))


# Headers of which a mail has one at most (RFC 5322, RFC 2045); with two, the reader might take the unsigned one.
_ONCE = (
    "from",
    "to",
    "cc",
    "subject",
    "date",
    "message-id",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
)


def _read_in_one_way(headers: Headers) -> bool:
    values = b"".join(value for _, value in headers.sent)
    once = "from" in headers and all(len(headers.all(name)) <= 1 for name in _ONCE)
    return once and values.count(b"\r") == values.count(b"\r\n")


Field = tuple[bytes, bytes]
# The hash of the body, made in one of the two ways.
Digest = Callable[[str], bytes]


def _check(signature: Field, fields: Sequence[Field], digest: Digest, ask: AskTxt, now: float) -> Iterator[Signed]:
    """The signature, if everything fits. The cheap tests come first and the DNS comes last."""
    tags = _tags_of(signature)
    domain, selector = tags.get("d", "").lower(), tags.get("s", "").lower()
    header_way, _, body_way = tags.get("c", "simple/simple").lower().partition("/")
    signed = [name.strip().lower() for name in tags.get("h", "").split(":")]
    covers_all = tags.get("v") == "1" and "from" in signed and "l" not in tags
    if not covers_all or len(signed) > 200 or not _DOMAIN.match(domain) or not _DOMAIN.match(selector):
        return
    if not _in_force(tags, now):
        return
    identity = tags.get("i", f"@{domain}").rpartition("@")[2].lower()
    if identity != domain and not identity.endswith(f".{domain}"):
        return
    if _base64(tags.get("bh", "")) != digest(body_way or "simple"):
        return
    record = ask(f"{selector}._domainkey.{domain}")
    text = _signed_text(signature, fields, signed, header_way)
    published = _tags(record or "")
    usable = _is_for_mail(published, strict=identity == domain)
    if usable and _holds(tags.get("a", ""), published, _base64(tags.get("b", "")), text):
        there = Counter(name.strip().lower().decode("ascii") for name, _ in fields)
        given = Counter(signed)
        yield domain, frozenset(name for name, times in there.items() if given[name] >= times)


def _tags_of(signature: Field) -> dict[str, str]:
    return _tags(_FOLD.sub(b"", signature[1]).decode("utf-8", "replace"))


def _is_for_mail(record: dict[str, str], *, strict: bool) -> bool:
    """Is this key there to sign mail with? From one that is only tried out nothing may be concluded."""
    flags, services = record.get("t", "").split(":"), record.get("s", "*").split(":")
    usable = "y" not in flags and ("s" not in flags or strict)
    return usable and not {"*", "email"}.isdisjoint(services) and "sha256" in record.get("h", "sha256").split(":")


def _in_force(tags: dict[str, str], now: float) -> bool:
    """Has the signature been made, and not expired? A time that can't be read is no time at which anything holds."""
    for name in ("t", "x"):
        if name in tags and not (tags[name].isascii() and tags[name].isdigit() and len(tags[name]) <= 12):
            return False
    expires = float(tags.get("x", "inf"))
    return expires >= now and float(tags.get("t", "0")) <= min(now + CLOCKS_DIFFER, expires)


def _tags(text: str) -> dict[str, str]:
    """The tags of a signature or a key; none at all if one is there twice, for readers differ over which counts."""
    pairs = (one.partition("=") for one in text[:20_000].split(";"))
    found = [(name.strip(), "".join(value.split())) for name, equals, value in pairs if equals]
    return dict(found) if len({name for name, _ in found}) == len(found) else {}


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


def _signed_text(signature: Field, fields: Sequence[Field], names: list[str], way: str) -> bytes:
    """The headers that were signed; of several with one name the lowest is meant first."""
    left: dict[bytes, list[Field]] = {}
    for field in fields:
        left.setdefault(field[0].strip().lower(), []).append(field)
    chosen = [left[key].pop() for name in names if left.get(key := name.encode("utf-8", "replace"))]
    own = (signature[0], _OWN_VALUE.sub(rb"\1", signature[1], count=1))
    return b"".join(_header(field, way) + b"\r\n" for field in chosen) + _header(own, way)


def _header(field: Field, way: str) -> bytes:
    name, value = field
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

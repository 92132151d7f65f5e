"""Is this web request really from our mail provider? Each provider's own published method, and nothing weaker.

A request that was signed long ago is refused, and one signature serves one body only. A provider that repeats a
request we could not store must still get through, so a repeat with the *same* body is not a replay: storing it again
finds the mail already there. The windows are as long as the provider keeps trying, so that an outage loses nothing.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.serialization import load_der_public_key

# Remembers that a nonce came with a body of this digest; True if it came before with another one.
Seen = Callable[[str, str], bool]
# Gets the bytes behind an https address that has already been found harmless.
Fetch = Callable[[str], bytes]

MINUTE = 60
HOUR = 60 * MINUTE
# How old a signature may be, in seconds.
WINDOWS = {"mailgun": 12 * HOUR, "sendgrid": 73 * HOUR, "ses": 24 * HOUR, "raw": 5 * MINUTE}
# How far a provider's clock may be ahead of ours.
AHEAD = 5 * MINUTE


class Unsigned(Exception):
    """The request is not from whom it says, too old, or used again; said in one sentence for our log."""


class Nonces:
    """A `Seen` in memory, enough for one process: the mail's unique provider id catches what this one can't know."""

    def __init__(self, most: int = 10_000) -> None:
        self._most = most
        self._digests: dict[str, str] = {}

    def __call__(self, nonce: str, digest: str) -> bool:
        if self._digests.setdefault(nonce, digest) != digest:
            return True
        if len(self._digests) > self._most:
            # The oldest goes: a dictionary keeps the order of arrival.
            self._digests.pop(next(iter(self._digests)))
        return False


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def fresh(provider: str, timestamp: float, now: float) -> None:
    """Raises unless the signature was made within the provider's window."""
    if not now - WINDOWS[provider] <= timestamp <= now + AHEAD:
        raise Unsigned(f"The signature of {provider} is too old or from the future.")


def unused(seen: Seen, nonce: str, body: bytes) -> None:
    """Raises if this nonce has already vouched for another body."""
    if seen(nonce, digest(body)):
        raise Unsigned("The signature was used before for another mail.")


def seconds(text: str) -> float:
    """A time stamp in whole seconds, as the providers write it."""
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise Unsigned("The time stamp can't be read.")
    return float(text)


def _same(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.strip().encode("utf-8", "replace"), wanted.encode())


def mailgun(form: Mapping[str, str], key: str) -> None:
    """HMAC-SHA256 over time stamp and token; it does not cover the body, so the token must serve only once."""
    wanted = hmac.new(key.encode(), (form.get("timestamp", "") + form.get("token", "")).encode(), "sha256").hexdigest()
    if not form.get("token") or not _same(form.get("signature", ""), wanted):
        raise Unsigned("Mailgun's signature does not fit.")


def postmark(authorization: str, login: str) -> None:
    """Postmark signs nothing; its documented way is a user name and password in the address it calls."""
    method, _, given = authorization.partition(" ")
    try:
        plain = base64.b64decode(given, validate=True).decode()
    except ValueError:
        plain = ""
    if method.lower() != "basic" or not login or not _same(plain, login):
        raise Unsigned("The user name or password is wrong.")


def sendgrid(signature: str, timestamp: str, body: bytes, public_key: str) -> None:
    """ECDSA with SHA-256 over time stamp and body, with the key shown in SendGrid's settings."""
    try:
        key = load_der_public_key(base64.b64decode(public_key))
        assert isinstance(key, ec.EllipticCurvePublicKey)
        key.verify(base64.b64decode(signature), timestamp.encode() + body, ec.ECDSA(hashes.SHA256()))
    except (InvalidSignature, ValueError, AssertionError) as wrong:
        raise Unsigned("SendGrid's signature does not fit.") from wrong


# Amazon's regions by name: a pattern would also admit `s3-us-west-2`, where anybody may have a bucket called `sns`.
REGIONS = frozenset(
    "af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 "
    "ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 "
    "eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 "
    "me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-1 us-east-2 us-gov-east-1 us-gov-west-1 us-west-1 "
    "us-west-2 cn-north-1 cn-northwest-1".split()
)
_HOSTS = frozenset(f"sns.{one}.amazonaws.com" + (".cn" if one.startswith("cn-") else "") for one in REGIONS)
_CERTIFICATE = re.compile(r"/SimpleNotificationService-[A-Za-z0-9]{1,64}\.pem\Z")
_SIGNED = {
    "Notification": ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"),
    "SubscriptionConfirmation": ("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"),
}
_SIGNED["UnsubscribeConfirmation"] = _SIGNED["SubscriptionConfirmation"]


def of_amazon(url: str) -> bool:
    """Is this an https address of Amazon's notification service? Nothing else is ever fetched."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    plain = parts.username is None and port in (None, 443)
    return parts.scheme == "https" and plain and (parts.hostname or "") in _HOSTS


def _certificate_of(url: str, topic: str) -> bool:
    """Is this where Amazon keeps the certificates for topics of our topic's region?"""
    if not of_amazon(url):
        return False
    parts = urlsplit(url)
    region = (topic.split(":") + [""] * 4)[3]
    here = (parts.hostname or "").split(".")[1] == region
    # In one spelling only: certificates are kept by their address, and others would drive the genuine one out.
    plain = url == f"https://{parts.hostname}{parts.path}"
    return here and plain and _CERTIFICATE.match(parts.path) is not None


def ses(notice: Mapping[str, str], topic: str, fetch: Fetch, now: float) -> None:
    """An X.509 signature over chosen fields; the certificate comes from Amazon's own host, and the topic is ours."""
    if not topic or not _same(notice.get("TopicArn", ""), topic):
        raise Unsigned("The notification is about another topic.")
    fields = _SIGNED.get(notice.get("Type", ""))
    source = notice.get("SigningCertURL", "")
    if fields is None or not _certificate_of(source, topic):
        raise Unsigned("The notification's certificate is not Amazon's.")
    # SignatureVersion 1 is SHA-1 and still sent unless the topic says otherwise.
    method = {"1": hashes.SHA1(), "2": hashes.SHA256()}.get(notice.get("SignatureVersion", ""))  # noqa: S303
    text = "".join(f"{name}\n{notice[name]}\n" for name in fields if notice.get(name) is not None)
    try:
        if method is None:
            raise ValueError("an unknown signature version")
        certificate = x509.load_pem_x509_certificate(fetch(source))
        if not certificate.not_valid_before_utc.timestamp() <= now <= certificate.not_valid_after_utc.timestamp():
            raise ValueError("the certificate is not valid now")
        key = certificate.public_key()
        assert isinstance(key, rsa.RSAPublicKey)
        key.verify(base64.b64decode(notice.get("Signature", "")), text.encode(), padding.PKCS1v15(), method)
    except (InvalidSignature, ValueError, AssertionError) as wrong:
        raise Unsigned("Amazon's signature does not fit.") from wrong


def sign_raw(key: str, timestamp: str, nonce: str, sender: str, recipients: str, body: bytes) -> str:
    """How our own forwarder signs a mail: everything that matters, each on its line, then the mail itself."""
    head = f"{timestamp}\n{nonce}\n{sender}\n{recipients}\n".encode()
    return hmac.new(key.encode(), head + body, "sha256").hexdigest()


def raw(headers: Mapping[str, str], body: bytes, key: str) -> None:
    """The counterpart of `sign_raw`."""
    stamp, nonce, sender, to = (
        headers.get(f"x-waybill-{n}", "") for n in ("timestamp", "nonce", "sender", "recipients")
    )
    if not key or not nonce or "\n" in stamp + nonce + sender + to:
        raise Unsigned("The signature's headers are incomplete.")
    if not _same(headers.get("x-waybill-signature", ""), sign_raw(key, stamp, nonce, sender, to, body)):
        raise Unsigned("The signature does not fit.")

"""`./waybill doctor`: looks at everything an operator has to see to, and says what to do where it is not well.

Nothing is changed and no mail is sent. What looks at the world (the DNS, a time server) is given from outside, so that
tests can have a world of their own.
"""

from __future__ import annotations

import re
import smtplib
import socket
import ssl
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

import dns.exception
import dns.resolver
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from config.settings import Settings
from moderator.errands import checks
from moderator.errands.rekey import misfits
from moderator.office.desk import Office
from moderator.office.oauth import NoToken
from moderator.office.relay import sign_in

# The texts of all records of this type at this name; none when there are none. Raises OSError when nobody answers.
Ask = Callable[[str, str], list[str]]
# Seconds since 1970 by somebody else's clock. Raises OSError when nobody answers.
Clock = Callable[[], float]

TIME_SERVER = "pool.ntp.org"
# Rings that are older than a minute or two are not answered; a clock must not come near that.
MOST_OFF = 5.0
_SINCE_1900 = 2_208_988_800


class Health(StrEnum):
    """``ok``: well. ``odd``: works, but should be looked at. ``bad``: players will notice."""

    OK = "ok"
    ODD = "odd"
    BAD = "bad"


@dataclass(frozen=True)
class Diagnosis:
    """One thing that was looked at, and what was seen."""

    what: str
    health: Health
    said: str


def ask_dns(name: str, kind: str) -> list[str]:
    try:
        answer = dns.resolver.resolve(name, kind, lifetime=5)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except dns.exception.DNSException as trouble:
        raise OSError(type(trouble).__name__) from trouble
    if kind == "TXT":
        return [b"".join(record.strings).decode("utf-8", "replace") for record in answer]
    return [str(record) for record in answer]


def ask_time() -> float:
    """One question in the simple network time protocol (RFC 4330)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.settimeout(3)
        line.sendto(b"\x1b" + 47 * b"\0", (TIME_SERVER, 123))
        answer, _ = line.recvfrom(48)
    if len(answer) < 48:
        raise OSError("a short answer")
    seconds, fraction = struct.unpack("!II", answer[40:48])
    return float(seconds - _SINCE_1900 + fraction / 2**32)


def examine(office: Office, selector: str = "", ask: Ask = ask_dns, clock: Clock = ask_time) -> list[Diagnosis]:
    found = [*_secret(office), *_files(office.settings), *_service(office), *_memory(office), _clock(office, clock)]
    found += [_relay(office), *_choices(office.settings)]
    return [*found, *_names(office.settings, selector, ask)]


def _secret(office: Office) -> Iterator[Diagnosis]:
    variety = len(set(office.settings.secret_key))
    weak = variety < 12
    yield Diagnosis(
        "secret",
        Health.ODD if weak else Health.OK,
        f"has only {variety} different characters; draw one by chance and run ./waybill rekey"
        if weak
        else "is long enough",
    )
    try:
        with office.reading() as desk:
            strange, seats = misfits(desk)
    except SQLAlchemyError:
        # Said once, by the database's own finding.
        return
    yield Diagnosis(
        "order addresses",
        Health.BAD if strange else Health.OK,
        f"{strange} of {seats} are not made with this secret: set the old one or run ./waybill rekey"
        if strange
        else f"{seats}, all made with this secret",
    )


def _files(settings: Settings) -> Iterator[Diagnosis]:
    """Mails and addresses are nobody else's business on a machine with several users."""
    paths = [settings.home, settings.home / "secret_key", *settings.home.rglob("*.backup")]
    url = make_url(settings.database_url)
    if url.get_backend_name() == "sqlite" and url.database:
        paths.append(Path(url.database))
    open_ones = [path for path in paths if path.exists() and path.stat().st_mode & 0o077]
    for path in open_ones:
        yield Diagnosis("files", Health.BAD, f"others on this machine can open {path}: chmod go= {path}")
    if not open_ones:
        yield Diagnosis("files", Health.OK, f"{settings.home} is closed to others")


def _service(office: Office) -> Iterator[Diagnosis]:
    for name, said in checks.readiness(office).items():
        if name != "relay":
            yield Diagnosis(name, Health.OK if said == checks.OK else Health.BAD, said)


def _memory(office: Office) -> Iterator[Diagnosis]:
    """Senders are told that a mail is safe when the database says so."""
    with suppress(SQLAlchemyError), office.reading() as desk:
        if off := desk.service.forgets():
            said = f"{' and '.join(off)} off: what was said to be kept may be lost when it crashes; set to on"
            yield Diagnosis("database's memory", Health.BAD, said)


def _clock(office: Office, clock: Clock) -> Diagnosis:
    try:
        off = abs(clock() - time.time())
        by = TIME_SERVER
    except OSError:
        by = "the database"
        try:
            with office.reading() as desk:
                theirs = desk.service.clock()
        except SQLAlchemyError as trouble:
            return Diagnosis("clock", Health.ODD, f"could not be compared: {type(trouble).__name__}")
        if theirs is None:
            return Diagnosis("clock", Health.ODD, f"{TIME_SERVER} does not answer; it could not be compared")
        off = abs(theirs - time.time())
    said = f"{off:.1f} s off, by {by}"
    return Diagnosis("clock", Health.OK if off <= MOST_OFF else Health.BAD, said)


def _relay(office: Office) -> Diagnosis:
    """Greets, offers TLS and lets us in; no mail is given to it."""
    settings = office.settings
    if settings.smtp_relay is None:
        return Diagnosis("relay", Health.OK, "none: mail stays in the local mailbox")
    parts = urlsplit(settings.smtp_relay)
    host, tls = parts.hostname or "", ssl.create_default_context()
    try:
        if parts.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                host, parts.port or 465, settings.mail_domain, timeout=10, context=tls
            )
        else:
            server = smtplib.SMTP(host, parts.port or 25, settings.mail_domain, timeout=10)
        with server:
            server.ehlo_or_helo_if_needed()
            private = parts.scheme == "smtps" or server.has_extn("starttls")
            if private and parts.scheme == "smtp":
                server.starttls(context=tls)
                server.ehlo()
            if parts.username:
                sign_in(server, parts, office.tokens)
    except smtplib.SMTPAuthenticationError as refused:
        return Diagnosis("relay", Health.BAD, f"{host} does not take our password ({refused.smtp_code})")
    except NoToken as trouble:
        return Diagnosis("relay", Health.BAD, f"{host} answers, but {trouble}")
    except (OSError, smtplib.SMTPException) as trouble:
        return Diagnosis("relay", Health.BAD, f"{host} does not answer: {type(trouble).__name__}")
    if not private and host not in ("localhost", "127.0.0.1", "::1"):
        return Diagnosis("relay", Health.ODD, f"{host} answers, but offers no TLS: mails and password travel in clear")
    return Diagnosis("relay", Health.OK, f"{host} answers and lets us in")


def _in_the_world(name: str) -> bool:
    return "." in name and not name.endswith((".localhost", ".local", ".test", ".invalid"))


def _hooks(settings: Settings) -> str:
    """The hooks that are open for mail."""
    return ", ".join(f"/hooks/mail/{name}" for name in settings.hooks)


def _choices(settings: Settings) -> Iterator[Diagnosis]:
    if not _in_the_world(settings.mail_domain):
        return
    if settings.trust == "none":
        said = "WAYBILL_TRUST=none: whoever learns a seat's address can play it under its player's name"
        yield Diagnosis("trust", Health.ODD, said)
    elif settings.trust.startswith("header:") and _hooks(settings):
        said = f"{settings.trust} is believed by SMTP, LMTP and IMAP only; what {_hooks(settings)} brings is confirmed"
        yield Diagnosis("trust", Health.ODD, said)
    else:
        yield Diagnosis("trust", Health.OK, settings.trust)
    secure = settings.base_url.startswith("https://")
    said = settings.base_url if secure else f"{settings.base_url} is not https: sign-in links travel in clear"
    yield Diagnosis("pages", Health.OK if secure else Health.BAD, said)


def _names(settings: Settings, selector: str, ask: Ask) -> Iterator[Diagnosis]:
    domain = settings.mail_domain
    if not _in_the_world(domain):
        yield Diagnosis("dns", Health.OK, f"{domain} is a name of this machine only; nothing to look up")
        return
    if settings.mailbox:
        yield Diagnosis("dns", Health.OK, f"{domain} is the provider's, who sees to its records")
        return
    looks: list[tuple[str, str, str, Callable[[list[str]], tuple[Health, str]]]] = [
        ("mx", domain, "MX", _mx),
        ("spf", domain, "TXT", _spf),
        ("dmarc", f"_dmarc.{domain}", "TXT", _dmarc),
    ]
    if selector:
        looks.append(("dkim", f"{selector}._domainkey.{domain}", "TXT", _dkim))
    else:
        yield Diagnosis("dkim", Health.ODD, "not looked up: say which key the relay signs with, --selector NAME")
    for what, name, kind, judge in looks:
        try:
            health, said = judge(ask(name, kind))
        except OSError as trouble:
            health, said = Health.ODD, f"the DNS does not answer for {name}: {trouble}"
        yield Diagnosis(what, health, said)
    host = urlsplit(settings.base_url).hostname or ""
    if _in_the_world(host):
        try:
            known = ask(host, "A") or ask(host, "AAAA")
        except OSError as trouble:
            yield Diagnosis("pages' name", Health.ODD, f"the DNS does not answer for {host}: {trouble}")
        else:
            yield Diagnosis(
                "pages' name", Health.OK if known else Health.BAD, ", ".join(known) or f"{host} has no address"
            )


def _mx(records: list[str]) -> tuple[Health, str]:
    if not records:
        return Health.BAD, "no MX record: no order mail can reach us"
    return Health.OK, ", ".join(sorted(records))


def _spf(records: list[str]) -> tuple[Health, str]:
    ours = [record for record in records if re.match(r"v=spf1(\s|$)", record, re.IGNORECASE)]
    if not ours:
        return Health.BAD, "no SPF record: our mails will be taken for spam"
    if len(ours) > 1:
        return Health.BAD, "two SPF records: receivers then heed neither"
    if not re.search(r"[-~]all\b|redirect=", ours[0], re.IGNORECASE):
        return Health.ODD, f"does not end in -all or ~all: {ours[0]}"
    return Health.OK, ours[0]


def _dmarc(records: list[str]) -> tuple[Health, str]:
    ours = [record for record in records if record.lower().startswith("v=dmarc1")]
    if not ours:
        return Health.BAD, "no DMARC record: large receivers refuse mail without one"
    if re.search(r"\bp\s*=\s*none", ours[0], re.IGNORECASE):
        return Health.ODD, f"only watches (p=none): {ours[0]}"
    return Health.OK, ours[0]


def _dkim(records: list[str]) -> tuple[Health, str]:
    ours = [record for record in records if re.search(r"(^|;)\s*p\s*=", record)]
    if not ours:
        return Health.BAD, "no key under that name: signatures can't be checked"
    if re.search(r"(^|;)\s*p\s*=\s*(;|$)", ours[0]):
        return Health.BAD, "the key is withdrawn (p is empty)"
    return Health.OK, "a key is published"

"""The relay that takes our mail to the world: one TLS context, connections kept and used again, a rest after a fault.

What it says about a recipient is told apart from everything else it may say: only `NoSuchRecipient` is about a person.
"""

from __future__ import annotations

import contextlib
import re
import smtplib
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cached_property
from threading import Lock
from urllib.parse import SplitResult, unquote, urlsplit

from moderator.office.addresses import on_the_wire
from moderator.office.oauth import Tokens

# A connection that nobody used for so long has probably been closed at the other end.
KEPT_FOR = 20.0
MOST_KEPT = 4
# In seconds. A relay may look into a mail before it says that it has taken it: who hangs up then sends it twice, and if
# it always takes that long for ever (RFC 5321, 4.5.3.2.6).
LAST_WORD = 240.0
# How long nobody tries a relay that did not answer; longer each time.
FIRST_REST, LONGEST_REST = timedelta(seconds=30), timedelta(minutes=10)
_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")


class RelayTrouble(Exception):
    """The mail was not taken, for a reason that says nothing about its recipient: it is kept and tried again."""

    def __init__(self, stage: str, said: str, code: int = 0, *, down: bool = False) -> None:
        super().__init__(f"{stage}: {said}")
        self.stage, self.code = stage, code
        # Whether the relay itself is out of order, so that other mails need not be tried either.
        self.down = down


class NoSuchRecipient(Exception):
    """The relay knows that nobody can be reached at this address."""


class Relay:
    """One for each process; threads may share it."""

    def __init__(self, url: str, name: str, patience: float = 30.0, tokens: Tokens | None = None) -> None:
        self._url, self._name, self._patience, self._tokens = urlsplit(url), name, patience, tokens
        self._last = LAST_WORD
        self._kept: list[tuple[float, smtplib.SMTP]] = []
        self._lock = Lock()
        self._rest = timedelta(0)
        self._rests_until: datetime | None = None

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    # Resting

    def rests(self, now: datetime) -> bool:
        """Whether it was out of order a moment ago. A clock that was set back does not make it rest for long."""
        until = self._rests_until
        return until is not None and now < until <= now + LONGEST_REST

    def send(self, sender: str, recipient: str, raw: bytes, now: datetime) -> bool:
        """Hands a mail over; True if that was the first after a rest. Raises `NoSuchRecipient` or `RelayTrouble`."""
        if self._rest:
            # Only one tries whether it works again; the others wait for what comes of it.
            self._rests_until = now + self._rest
        try:
            self._send(sender, recipient, raw)
        except NoSuchRecipient:
            self._works()
            raise
        except RelayTrouble as trouble:
            if trouble.down:
                self._rest = min(max(FIRST_REST, 2 * self._rest), LONGEST_REST)
                self._rests_until = now + self._rest
            else:
                self._works()
            raise
        return self._works()

    def _works(self) -> bool:
        rested, self._rest, self._rests_until = bool(self._rest), timedelta(0), None
        return rested

    # Talking

    def _send(self, sender: str, recipient: str, raw: bytes) -> None:
        recipient = _on_the_wire(recipient)
        server, wide = self._take(), not recipient.isascii()
        if server is not None:
            try:
                self._begin(server, sender, len(raw), wide)
            except RelayTrouble as trouble:
                self._end(server)
                if not trouble.down:
                    raise
                # It was closed while nobody looked; that is no fault.
                server = None
        if server is None:
            server = self._connected()
            with self._closing(server):
                self._begin(server, sender, len(raw), wide)
        with self._closing(server):
            self._finish(server, recipient, raw)
        self._keep(server)

    def _begin(self, server: smtplib.SMTP, sender: str, size: int, wide: bool) -> None:
        with _stage("MAIL FROM"):
            options = [f"size={size}"] if server.has_extn("size") else []
            if wide and server.has_extn("smtputf8"):
                options.append("SMTPUTF8")
            _wanted("MAIL FROM", server.mail(sender, options))

    def _finish(self, server: smtplib.SMTP, recipient: str, raw: bytes) -> None:
        if not recipient.isascii() and not server.has_extn("smtputf8"):
            raise NoSuchRecipient("553 5.6.7 the relay takes no address with such letters")
        with _stage("RCPT TO"):
            code, said = server.rcpt(recipient)
        if about_the_recipient(code, said):
            raise NoSuchRecipient(_text(code, said))
        _wanted("RCPT TO", (code, said))
        with _stage("DATA"):
            code, said = server.docmd("DATA")
            if code != 354:
                raise RelayTrouble("DATA", _text(code, said), code, down=code == 421)
            server.send(_dotted(raw.removesuffix(b"\r\n")) + b"\r\n.\r\n")
            assert server.sock is not None
            server.sock.settimeout(self._last)
            _wanted("DATA", server.getreply())
            server.sock.settimeout(self._patience)
        # The next mail on this line says for itself whether its recipient has such letters.
        server.command_encoding = "ascii"

    def _connected(self) -> smtplib.SMTP:
        host, scheme, tries = self._url.hostname or "", self._url.scheme, self._patience
        with _stage("connect"):
            # Asking the resolver for our own name, as the library would, can take seconds.
            if scheme == "smtps":
                server: smtplib.SMTP = smtplib.SMTP_SSL(
                    host, self._url.port or 465, self._name, timeout=tries, context=self._tls
                )
            else:
                server = smtplib.SMTP(host, self._url.port or 25, self._name, timeout=tries)
        with self._closing(server):
            with _stage("EHLO"):
                server.ehlo_or_helo_if_needed()
            if scheme == "smtp" and server.has_extn("starttls"):
                with _stage("STARTTLS"):
                    server.starttls(context=self._tls)
                    server.ehlo()
            if self._url.username:
                with _stage("AUTH"):
                    sign_in(server, self._url, self._tokens)
        return server

    # Keeping connections

    def _take(self) -> smtplib.SMTP | None:
        with self._lock:
            since, server = self._kept.pop() if self._kept else (0.0, None)
        if server is not None and time.monotonic() - since > KEPT_FOR:
            self._end(server)
            return None
        return server

    def _keep(self, server: smtplib.SMTP) -> None:
        with self._lock:
            if len(self._kept) < MOST_KEPT:
                self._kept.append((time.monotonic(), server))
                return
        self._end(server)

    @contextmanager
    def _closing(self, server: smtplib.SMTP) -> Iterator[None]:
        """Whoever refused or broke off is not talked to again on the same line."""
        try:
            yield
        except BaseException:
            self._end(server)
            raise

    @staticmethod
    def _end(server: smtplib.SMTP) -> None:
        with contextlib.suppress(OSError, smtplib.SMTPException):
            server.close()

    def close(self) -> None:
        with self._lock:
            kept, self._kept = self._kept, []
        for _, server in kept:
            self._end(server)


def _on_the_wire(recipient: str) -> str:
    """The address as relays read it: the domain in the letters of the DNS. One that can't be said is nobody's."""
    local, _, domain = recipient.rpartition("@")
    try:
        domain = on_the_wire(domain)
    except UnicodeError as wrong:
        raise NoSuchRecipient("553 5.1.2 no such domain can be") from wrong
    if not local.isprintable() or not domain.isprintable():
        raise NoSuchRecipient("553 5.1.3 no such address can be")
    return f"{local}@{domain}"


def sign_in(server: smtplib.SMTP, url: SplitResult, tokens: Tokens | None) -> None:
    """With the password in the address, or without one by a token. Raises what the library raises, or `NoToken`."""
    user, password = unquote(url.username or ""), unquote(url.password or "")
    if password or tokens is None:
        server.login(user, password)
        return
    try:
        # Asked a second time, the server has refused and only wants to be done with it.
        server.auth("XOAUTH2", lambda challenge=None: tokens.words(user) if challenge is None else "")
    except smtplib.SMTPAuthenticationError:
        tokens.refused()
        raise


def about_the_recipient(code: int, said: bytes) -> bool:
    """A bad address (5.1.x) of the recipient; 5.1.7 and 5.1.8 are the sender's, and 5.7.x is the relay's policy."""
    found = _STATUS.search(said.decode(errors="replace"))
    return 500 <= code < 600 and found is not None and found.group(1, 2) == ("5", "1") and found.group(3) not in "78"


def _dotted(raw: bytes) -> bytes:
    """A dot at the beginning of a line is written twice, since one alone ends the mail (RFC 5321, 4.5.2)."""
    return (b"." if raw.startswith(b".") else b"") + raw.replace(b"\n.", b"\n..")


def _wanted(stage: str, answer: tuple[int, bytes]) -> None:
    code, said = answer
    if not 200 <= code < 300:
        # 421: the relay closes the line, whatever it was asked.
        raise RelayTrouble(stage, _text(code, said), code, down=code == 421)


@contextmanager
def _stage(stage: str) -> Iterator[None]:
    """What goes wrong here is the relay's, not the mail's: silence, a broken line, no way in."""
    opening = stage in ("connect", "EHLO", "STARTTLS", "AUTH")
    try:
        yield
    except smtplib.SMTPResponseException as refused:
        said = refused.smtp_error
        words = _text(refused.smtp_code, said if isinstance(said, bytes) else str(said).encode())
        raise RelayTrouble(stage, words, refused.smtp_code, down=opening) from refused
    except (smtplib.SMTPException, OSError) as failed:
        raise RelayTrouble(stage, f"{type(failed).__name__} {failed}".strip(), down=True) from failed


def _text(code: int, said: bytes) -> str:
    return f"{code} {said.decode(errors='replace')}"[:200].replace("\n", " ")

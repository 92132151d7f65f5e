"""Fetches mail from an ordinary mailbox: each is stored first and marked afterwards, so a crash costs only a repeat."""

from __future__ import annotations

import contextlib
import hashlib
import imaplib
import logging
import re
import select
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from ssl import SSLContext, SSLSocket, create_default_context
from threading import Event, Thread
from typing import Any
from urllib.parse import unquote, urlsplit

from moderator.inbox.envelope import MOST_BYTES, Envelope, TakeIn
from moderator.inbox.mime import MOST_HEADER_BYTES
from moderator.office.oauth import Tokens

log = logging.getLogger(__name__)

# One look takes no more than this, so that a full mailbox does not keep the others waiting.
MOST_AT_ONCE = 100
# Of a mail that is larger than we take, so much is: enough to answer its writer.
BEGINNING = 256 * 1024
# The server is asked anew after so many seconds, whether it can tell us of new mail or not.
LOOK_AGAIN = 60.0
# How often somebody who waits looks whether it is over.
GLANCE = 0.5
_SIZE = re.compile(rb"RFC822\.SIZE (\d{1,15})")
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")

# Whether a mail with these headers is for us; the mailbox may have an owner with other mail.
ForUs = Callable[[bytes], bool]


class MailboxTrouble(Exception):
    """The mailbox can't be reached or does not answer as it should; it is tried again later."""


@dataclass(frozen=True)
class ImapMailbox:
    """Somebody's mailbox at a provider, given to us."""

    host: str
    user: str
    password: str = field(repr=False)
    port: int = 993
    folder: str = "INBOX"
    # Where mails go when they are stored; empty: they stay and are marked as read.
    done: str = ""
    ssl: bool = True
    most_bytes: int = MOST_BYTES
    timeout: float = 60
    # Signs in without a password where there are some.
    tokens: Tokens | None = field(repr=False, default=None)
    # Where not all mail is ours: what is not stays as it was, unread.
    for_us: ForUs | None = field(repr=False, default=None)
    tls: SSLContext | None = field(repr=False, default=None)
    # Which mails were left to their owner, by the numbers the server gives them.
    left: set[tuple[bytes, str]] = field(repr=False, default_factory=set)
    # Up to which number mails were there when we looked; what came since is new to us, whoever has read it meanwhile.
    known: dict[bytes, int] = field(repr=False, default_factory=dict)

    @classmethod
    def from_url(
        cls,
        url: str,
        most_bytes: int = MOST_BYTES,
        tokens: Tokens | None = None,
        for_us: ForUs | None = None,
        tls: SSLContext | None = None,
    ) -> ImapMailbox:
        """imaps://user:password@host[:port]/FOLDER[?done=FOLDER]; imap:// has STARTTLS, but on this machine."""
        parts = urlsplit(url)
        if parts.scheme not in ("imap", "imaps") or not parts.hostname:
            raise ValueError("an imap:// or imaps:// address is needed")
        return cls(
            host=parts.hostname,
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
            port=parts.port or (993 if parts.scheme == "imaps" else 143),
            folder=unquote(parts.path.strip("/")) or "INBOX",
            done=unquote(parts.query.removeprefix("done=")) if parts.query.startswith("done=") else "",
            ssl=parts.scheme == "imaps",
            most_bytes=most_bytes,
            tokens=tokens,
            for_us=for_us,
            tls=tls,
        )

    def poll(self, take_in: TakeIn) -> int:
        """Stores the mails nobody has read yet and tells how many. Raises `MailboxTrouble`."""
        with self._open() as connection:
            return self._drain(connection, take_in)[1]

    def watch(self, take_in: TakeIn, over: Event, looked: Callable[[], object] = lambda: None) -> None:
        """Stores mails as they come, until it is over; `looked` is called after each look. Raises `MailboxTrouble`."""
        with self._open() as connection:
            while not over.is_set():
                while self._drain(connection, take_in)[0] >= MOST_AT_ONCE and not over.is_set():
                    looked()
                looked()
                if "IDLE" in connection.capabilities:
                    _idle(connection, over)
                else:
                    over.wait(LOOK_AGAIN)

    @contextmanager
    def _open(self) -> Iterator[imaplib.IMAP4]:
        """A connection that has signed in; whatever goes wrong with it is one kind of trouble."""
        try:
            with self._connected() as connection:
                self._sign_in(connection)
                # A server says all that it can do only to those it knows.
                connection.capabilities = tuple(_words(_expect(connection.capability())[-1]))
                if self.done:
                    # Where it is there already the server says no, and all is well.
                    connection.create(_quoted(self.done))
                yield connection
        except (imaplib.IMAP4.error, OSError) as trouble:
            raise MailboxTrouble(f"{self.host}: {trouble}") from trouble

    def _connected(self) -> imaplib.IMAP4:
        # The library's own context would believe any certificate.
        tls = self.tls or create_default_context()
        if self.ssl:
            return imaplib.IMAP4_SSL(self.host, self.port, ssl_context=tls, timeout=self.timeout)
        connection = imaplib.IMAP4(self.host, self.port, timeout=self.timeout)
        if self.host not in _THIS_MACHINE or self.tls is not None:
            try:
                # Raises where the server offers none: a password is not sent in clear.
                connection.starttls(tls)
            except BaseException:
                with contextlib.suppress(OSError):
                    connection.shutdown()
                raise
        return connection

    def _sign_in(self, connection: imaplib.IMAP4) -> None:
        if self.password or self.tokens is None:
            connection.login(self.user, self.password)
            return
        # Asked a second time, the server has refused and only wants to be done with it.
        words = iter((self.tokens.words(self.user).encode(),))
        try:
            connection.authenticate("XOAUTH2", lambda _: next(words, b""))
        except imaplib.IMAP4.error:
            self.tokens.refused()
            raise

    def _drain(self, connection: imaplib.IMAP4, take_in: TakeIn) -> tuple[int, int]:
        """How many mails were looked at, and how many of them stored."""
        _expect(connection.select(_quoted(self.folder)))
        validity = connection.response("UIDVALIDITY")[1][0] or b"0"
        following = int(connection.response("UIDNEXT")[1][0] or 0)
        wanted = self._wanted(connection, validity)
        self.left.intersection_update((validity, uid) for uid in wanted)
        uids = [uid for uid in wanted if (validity, uid) not in self.left]
        troubles: list[Exception] = []
        taken = 0
        for uid in uids[:MOST_AT_ONCE]:
            if not self._is_ours(connection, uid):
                self.left.add((validity, uid))
                continue
            raw, cut = self._fetch(connection, uid)
            try:
                if raw is not None:
                    # A server may use a number again for another mail, so the mail itself is part of its name.
                    seal = hashlib.sha256(raw).hexdigest()[:32]
                    name = f"imap:{self.user}@{self.host}:{validity.decode()}:{uid}:{seal}"
                    take_in(raw, Envelope("imap", name, received_from=self.host, cut=cut))
                elif _words(_expect(connection.uid("SEARCH", "UID", uid))[0]):
                    # It is still there: what we have not got is not marked.
                    raise imaplib.IMAP4.error(f"the server does not give mail {uid}")
                else:
                    # Its owner has deleted or moved it meanwhile.
                    continue
            except Exception as trouble:  # noqa: BLE001  (told below; one mail must not keep others out)
                troubles.append(trouble)
                continue
            taken += 1
            self._mark(connection, uid)
        if troubles:
            raise troubles[0]
        if following and len(uids) <= MOST_AT_ONCE:
            self.known.clear()
            self.known[validity] = following
        return len(uids[:MOST_AT_ONCE]), taken

    def _wanted(self, connection: imaplib.IMAP4, validity: bytes) -> list[str]:
        """The numbers of mails nobody has read, and of those that came since we looked."""
        found = set(_words(_expect(connection.uid("SEARCH", "UNSEEN"))[0]))
        if (known := self.known.get(validity)) is not None:
            # A server names its last mail if there is none of these.
            since = _words(_expect(connection.uid("SEARCH", "UID", f"{known}:*"))[0])
            found.update(uid for uid in since if int(uid) >= known)
        return sorted(found, key=int)

    def _is_ours(self, connection: imaplib.IMAP4, uid: str) -> bool:
        if self.for_us is None:
            return True
        answer = _expect(connection.uid("FETCH", uid, f"(BODY.PEEK[HEADER]<0.{MOST_HEADER_BYTES}>)"))
        headers = next((bytes(one[1]) for one in answer if isinstance(one, tuple)), None)
        return headers is not None and self.for_us(headers)

    def _fetch(self, connection: imaplib.IMAP4, uid: str) -> tuple[bytes | None, bool]:
        """The mail, None if it has vanished meanwhile; and whether it is only the beginning of one too large for us."""
        about = _expect(connection.uid("FETCH", uid, "(RFC822.SIZE)"))
        size = _SIZE.search(about[0]) if isinstance(about[0], bytes) else None
        cut = size is not None and int(size.group(1)) > self.most_bytes
        # PEEK leaves the mail unread until it is safe with us.
        piece = f"<0.{min(BEGINNING, self.most_bytes)}>" if cut else ""
        answer = _expect(connection.uid("FETCH", uid, f"(BODY.PEEK[]{piece})"))
        return next((bytes(one[1]) for one in answer if isinstance(one, tuple)), None), cut

    def _mark(self, connection: imaplib.IMAP4, uid: str) -> None:
        _expect(connection.uid("STORE", uid, "+FLAGS.SILENT", r"(\Seen)"))
        if not self.done:
            return
        # A server without MOVE (RFC 6851) is asked to copy and delete.
        if "MOVE" in connection.capabilities:
            _expect(connection.uid("MOVE", uid, _quoted(self.done)))
            return
        _expect(connection.uid("COPY", uid, _quoted(self.done)))
        _expect(connection.uid("STORE", uid, "+FLAGS.SILENT", r"(\Deleted)"))
        # What the mailbox's owner has marked is not ours to expunge, where the server can tell.
        if "UIDPLUS" in connection.capabilities:
            _expect(connection.uid("EXPUNGE", uid))
        else:
            connection.expunge()


def _idle(connection: imaplib.IMAP4, over: Event) -> None:
    """Waits until the server says anything (RFC 2177), it is over, or it is time to look again."""
    tag = b"WAIT"
    connection.send(tag + b" IDLE\r\n")
    heard = False
    while not (said := connection.readline()).startswith(b"+"):
        if not said or said.startswith(tag):
            raise imaplib.IMAP4.error("the server does not let us wait")
        heard = True
    line, until = connection.socket(), time.monotonic() + LOOK_AGAIN
    while not heard and not over.is_set() and time.monotonic() < until:
        ready = isinstance(line, SSLSocket) and line.pending() > 0
        heard = ready or bool(select.select([line], [], [], GLANCE)[0])
    connection.send(b"DONE\r\n")
    while not (said := connection.readline()).startswith(tag):
        if not said:
            raise imaplib.IMAP4.abort("the server has closed the line")


def _quoted(folder: str) -> str:
    return '"' + folder.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _words(said: bytes | None) -> list[str]:
    return (said or b"").decode("ascii", "replace").upper().split()


def _expect(answer: tuple[str, list[Any]]) -> list[Any]:
    """The server's answer, if it was OK."""
    status, data = answer
    if status != "OK":
        raise imaplib.IMAP4.error(f"the server said {status}")
    return data or [None]


# Pauses between attempts to reach a mailbox, in seconds.
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 300.0


class Watcher:
    """A door like the others: from its start to its stop mail comes in through it, in a thread of its own."""

    def __init__(self, box: ImapMailbox, take_in: TakeIn, looked: Callable[[], object] = lambda: None) -> None:
        self._box, self._take_in, self._looked = box, take_in, looked
        self._over = Event()
        self._pause = FIRST_PAUSE
        self._thread = Thread(target=self._serve, name="imap-watcher", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Returns when the mail that was being taken in has been."""
        self._over.set()
        self._thread.join(self._box.timeout)

    def _serve(self) -> None:
        while not self._over.is_set():
            try:
                self._box.watch(self._take_in, self._over, self._well)
            except MailboxTrouble as trouble:
                log.warning("the mailbox can't be read: %s", trouble)
            except Exception:
                # The database is away, or a mail does what no mail did before: it stays unread, and we come again.
                log.exception("a mail could not be taken in from the mailbox")
            if not self._over.wait(self._pause):
                self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def _well(self) -> None:
        self._pause = FIRST_PAUSE
        self._looked()

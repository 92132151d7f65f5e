"""Polls an ordinary mailbox: each mail is stored first and marked afterwards, so a crash costs only a repeat."""

from __future__ import annotations

import hashlib
import imaplib
import logging
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit

from moderator.gateway.envelope import MOST_BYTES, Envelope, TakeIn

log = logging.getLogger(__name__)

# One poll takes no more than this, so that a full mailbox does not keep the others waiting.
MOST_AT_ONCE = 100
_SIZE = re.compile(rb"RFC822\.SIZE (\d{1,15})")


class MailboxTrouble(Exception):
    """The mailbox can't be reached or does not answer as it should; the next poll tries again."""


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

    @classmethod
    def from_url(cls, url: str, most_bytes: int = MOST_BYTES) -> ImapMailbox:
        """imaps://user:password@host[:port]/FOLDER[?done=FOLDER]; imap:// is for a server on the same machine."""
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
        )

    def poll(self, take_in: TakeIn) -> int:
        """Stores the mails nobody has read yet and tells how many. Raises `MailboxTrouble`."""
        try:
            kind = imaplib.IMAP4_SSL if self.ssl else imaplib.IMAP4
            with kind(self.host, self.port, timeout=self.timeout) as connection:
                connection.login(self.user, self.password)
                return self._drain(connection, take_in)
        except (imaplib.IMAP4.error, OSError) as trouble:
            raise MailboxTrouble(f"{self.host}: {trouble}") from trouble

    def _drain(self, connection: imaplib.IMAP4, take_in: TakeIn) -> int:
        _expect(connection.select(_quoted(self.folder)))
        validity = connection.response("UIDVALIDITY")[1][0] or b"0"
        found = _expect(connection.uid("SEARCH", "UNSEEN"))
        uids = (found[0] or b"").decode("ascii").split()[:MOST_AT_ONCE]
        taken = 0
        for uid in uids:
            raw = self._fetch(connection, uid)
            if raw is not None:
                # A server may use a number again for another mail, so the mail itself is part of its name.
                name = f"imap:{self.user}@{self.host}:{validity.decode()}:{uid}:{hashlib.sha256(raw).hexdigest()[:32]}"
                take_in(raw, Envelope("imap", name, received_from=self.host))
                taken += 1
            self._mark(connection, uid)
        return taken

    def _fetch(self, connection: imaplib.IMAP4, uid: str) -> bytes | None:
        """The mail; None if it is too large to fetch or has vanished meanwhile."""
        about = _expect(connection.uid("FETCH", uid, "(RFC822.SIZE)"))
        size = _SIZE.search(about[0]) if isinstance(about[0], bytes) else None
        if size is not None and int(size.group(1)) > self.most_bytes:
            log.warning("a mail of %s bytes was left in the mailbox", size.group(1).decode())
            return None
        # PEEK leaves the mail unread until it is safe with us.
        answer = _expect(connection.uid("FETCH", uid, "(BODY.PEEK[])"))
        return next((bytes(one[1]) for one in answer if isinstance(one, tuple)), None)

    def _mark(self, connection: imaplib.IMAP4, uid: str) -> None:
        _expect(connection.uid("STORE", uid, "+FLAGS.SILENT", r"(\Seen)"))
        if not self.done:
            return
        # A server without MOVE (RFC 6851) is asked to copy and delete.
        if "MOVE" in connection.capabilities:
            _expect(connection.uid("MOVE", uid, _quoted(self.done)))
        else:
            _expect(connection.uid("COPY", uid, _quoted(self.done)))
            _expect(connection.uid("STORE", uid, "+FLAGS.SILENT", r"(\Deleted)"))
            connection.expunge()


def _quoted(folder: str) -> str:
    return '"' + folder.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _expect(answer: tuple[str, list[Any]]) -> list[Any]:
    """The server's answer, if it was OK."""
    status, data = answer
    if status != "OK":
        raise imaplib.IMAP4.error(f"the server said {status}")
    return data or [None]

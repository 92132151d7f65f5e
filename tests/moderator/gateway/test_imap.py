"""Polling a mailbox, against a small server that speaks as much IMAP as is needed."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator

import pytest

from moderator.gateway.imap import ImapMailbox, MailboxTrouble
from moderator.inbox.envelope import Envelope, Receipt


class Box(socketserver.ThreadingTCPServer):
    """A mailbox with numbered mails and their flags."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Clerk)
        self.mails: dict[int, bytes] = {}
        self.seen: set[int] = set()
        self.moved: list[tuple[int, str]] = []
        self.move = True
        # Mails that are there and not given.
        self.kept_back: set[int] = set()


class Clerk(socketserver.StreamRequestHandler):
    server: Box

    def say(self, line: str) -> None:
        self.wfile.write(line.encode() + b"\r\n")

    def handle(self) -> None:
        self.say("* OK ready")
        while line := self.rfile.readline().decode().strip():
            tag, command, *rest = line.split(" ", 2)
            words = (command + " " + (rest[0] if rest else "")).upper()
            if command == "LOGIN" and "wrong" in line:
                self.say(f"{tag} NO wrong password")
                continue
            self.answer(words, rest[0] if rest else "")
            self.say(f"{tag} OK done")
            if command == "LOGOUT":
                return

    def answer(self, words: str, rest: str) -> None:
        box = self.server
        uid = int(found.group(1)) if (found := re.match(r"UID [A-Z]+ (\d+)", words)) else 0
        if words.startswith("CAPABILITY"):
            self.say("* CAPABILITY IMAP4rev1" + (" MOVE" if box.move else ""))
        elif words.startswith("SELECT"):
            self.say(f"* {len(box.mails)} EXISTS")
            self.say("* OK [UIDVALIDITY 77] fine")
        elif words.startswith("UID SEARCH UID"):
            asked = int(re.search(r"(\d+)", words).group(1))  # type: ignore[union-attr]
            self.say(f"* SEARCH {asked if asked in box.mails else ''}".rstrip())
        elif words.startswith("UID SEARCH"):
            unread = " ".join(str(n) for n in sorted(box.mails) if n not in box.seen)
            self.say(f"* SEARCH {unread}".rstrip())
        elif words.startswith("UID FETCH") and "SIZE" in words:
            self.say(f"* 1 FETCH (UID {uid} RFC822.SIZE {len(box.mails[uid])})")
        elif words.startswith("UID FETCH") and uid in box.kept_back:
            return
        elif words.startswith("UID FETCH"):
            whole = box.mails[uid]
            if part := re.search(r"<0\.(\d+)>", words):
                whole = whole[: int(part.group(1))]
            self.say(f"* 1 FETCH (UID {uid} BODY[] {{{len(whole)}}}")
            self.wfile.write(whole + b")\r\n")
        elif words.startswith("UID STORE") and "SEEN" in words:
            box.seen.add(uid)
        elif words.startswith(("UID MOVE", "UID COPY")):
            box.moved.append((uid, rest.split(" ")[-1].strip('"')))


@pytest.fixture
def box() -> Iterator[Box]:
    with Box() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


class Office:
    def __init__(self) -> None:
        self.mails: list[tuple[bytes, Envelope]] = []
        self.fail_at = 0

    def take_in(self, raw: bytes, envelope: Envelope) -> Receipt:
        if len(self.mails) + 1 == self.fail_at:
            raise RuntimeError("disk full")
        self.mails.append((raw, envelope))
        return Receipt(len(self.mails))


def mailbox(box: Box, done: str = "", password: str = "right", most_bytes: int = 1000) -> ImapMailbox:
    port = box.server_address[1]
    return ImapMailbox("127.0.0.1", "club", password, port, ssl=False, done=done, most_bytes=most_bytes, timeout=10)


def test_unread_mails_are_stored_once_and_marked(box: Box) -> None:
    box.mails = {4: b"Subject: one\r\n\r\npass\r\n", 9: b"Subject: two\r\n\r\n)\r\npass\r\n"}
    office = Office()
    assert mailbox(box).poll(office.take_in) == 2
    assert mailbox(box).poll(office.take_in) == 0
    assert [raw for raw, _ in office.mails] == [box.mails[4], box.mails[9]]
    assert all(envelope.source == "imap" for _, envelope in office.mails)


def test_a_crash_while_storing_leaves_the_mail_unread(box: Box) -> None:
    box.mails = {1: b"one", 2: b"two"}
    office = Office()
    office.fail_at = 2
    with pytest.raises(RuntimeError):
        mailbox(box).poll(office.take_in)
    assert box.seen == {1}
    office.fail_at = 0
    assert mailbox(box).poll(office.take_in) == 1
    assert [raw for raw, _ in office.mails] == [b"one", b"two"]


def test_a_number_used_again_for_another_mail_is_another_mail(box: Box) -> None:
    office = Office()
    for mail in (b"one", b"two"):
        box.mails, box.seen = {1: mail}, set()
        mailbox(box).poll(office.take_in)
    names = {envelope.provider_id for _, envelope in office.mails}
    assert len(names) == 2
    box.seen = set()
    mailbox(box).poll(office.take_in)
    assert office.mails[-1][1].provider_id in names


@pytest.mark.parametrize("move", [True, False])
def test_stored_mails_can_be_moved_away(box: Box, move: bool) -> None:
    box.mails, box.move = {5: b"one"}, move
    assert mailbox(box, done="Taken in").poll(Office().take_in) == 1
    assert box.moved == [(5, "in")] or box.moved == [(5, "Taken in")]


def test_of_a_mail_that_is_too_large_the_beginning_is_taken_in(box: Box) -> None:
    box.mails = {1: b"x" * 2000, 2: b"small"}
    office = Office()
    assert mailbox(box).poll(office.take_in) == 2
    assert [(raw, envelope.cut) for raw, envelope in office.mails] == [(b"x" * 1000, True), (b"small", False)]


def test_a_mail_that_is_not_given_stays_unread_and_keeps_no_other_out(box: Box) -> None:
    box.mails, box.kept_back = {1: b"one", 2: b"two"}, {1}
    office = Office()
    with pytest.raises(MailboxTrouble, match="does not give mail 1"):
        mailbox(box).poll(office.take_in)
    assert ([raw for raw, _ in office.mails], box.seen) == ([b"two"], {2})
    box.kept_back.clear()
    assert mailbox(box).poll(office.take_in) == 1
    assert [raw for raw, _ in office.mails] == [b"two", b"one"]


def test_trouble_is_told_in_one_way(box: Box) -> None:
    with pytest.raises(MailboxTrouble, match="wrong password"):
        mailbox(box, password="wrong").poll(Office().take_in)


def test_an_address_describes_the_mailbox() -> None:
    found = ImapMailbox.from_url("imaps://club%40x:p%2Fw@imap.example/Games?done=Taken")
    assert (found.host, found.user, found.password, found.port) == ("imap.example", "club@x", "p/w", 993)
    assert (found.folder, found.done, found.ssl) == ("Games", "Taken", True)
    assert "p/w" not in repr(found)
    with pytest.raises(ValueError, match="imap"):
        ImapMailbox.from_url("pop3://x")

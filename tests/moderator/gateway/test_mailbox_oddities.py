"""A mailbox whose owner, and whose server, do odd things meanwhile: every order is played once, and none is lost."""

from __future__ import annotations

import imaplib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from moderator.gateway import imap
from moderator.gateway.imap import ImapMailbox, MailboxTrouble
from moderator.inbox.handle import handle
from moderator.office.desk import Office
from tests.moderator.gateway.test_dovecot import open_mailbox_house, stored
from tests.moderator.house import House
from tests.services import PrivateDovecot
from workers.smtp import watcher


@pytest.fixture
def house(tmp_path: Path, dovecot: PrivateDovecot) -> Iterator[House]:
    made = open_mailbox_house(tmp_path, dovecot)
    yield made
    made.office.close()


@pytest.fixture
def order(house: House, dovecot: PrivateDovecot) -> Callable[..., tuple[str, bytes]]:
    """Delivers Red's order in a new game; gives the game, and the mail."""

    def write(more: bytes = b"", change: Callable[[bytes], bytes] = bytes) -> tuple[str, bytes]:
        game = house.game("Red", "Blue")
        to = house.address(game, "Red")
        raw = change(house.raw("red@example.org", to, "pass") + more)
        dovecot.deliver(to, raw)
        return game, raw

    return write


@contextmanager
def owner(server: PrivateDovecot) -> Iterator[imaplib.IMAP4]:
    with imaplib.IMAP4("127.0.0.1", server.imap) as line:
        line.login("club", "right")
        line.select("INBOX")
        yield line


def the_box(office: Office) -> tuple[ImapMailbox, Callable[..., object]]:
    (watch,) = watcher(office)
    return watch._box, watch._take_in


def fetched(house: House, box: ImapMailbox | None = None) -> list[str]:
    """What comes of all mail that is now in the mailbox."""
    made, take_in = the_box(house.office)
    (box or made).poll(take_in)
    return [handle(house.office, row.id) for row in stored(house) if row.status == "new"]


def test_a_mail_larger_than_we_take_is_answered_and_nothing_of_it_is_played(
    house: House, dovecot: PrivateDovecot, order: Callable[..., tuple[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "BEGINNING", 5000)
    game, _ = order(b"bid N 5\r\n" * 200_000 * 6 + b"\r\nnot the end\r\n")
    (verdict,) = fetched(house)
    assert verdict.startswith("NOT ACCEPTED")
    assert house.orders(game) == []
    told = house.text_of(house.outbox("answer", "red@example.org")[-1])
    assert "The email's text is longer than we read." in " ".join(told.split())
    assert len(stored(house)[0].raw) <= 5000
    assert fetched(house) == []


def test_what_its_owner_has_read_since_we_looked_is_taken_in(
    house: House, dovecot: PrivateDovecot, order: Callable[..., tuple[str, bytes]]
) -> None:
    box, _ = the_box(house.office)
    assert fetched(house, box) == []
    game, _ = order()
    with owner(dovecot) as line:
        line.store("1:*", "+FLAGS", r"(\Seen)")
    assert fetched(house, box) == ["ACCEPTED"]
    assert house.orders(game) == ["Red: pass"]
    assert fetched(house, box) == []
    assert len(stored(house)) == 1


def test_its_owners_own_plus_addresses_are_theirs(house: House, dovecot: PrivateDovecot) -> None:
    private = b"From: shop@example.net\r\nTo: club+shop@example.org\r\nSubject: your order\r\n\r\nhelp\r\n"
    dovecot.deliver("club+shop@example.org", private)
    # A stranger may write to the mailbox open to everybody, behind a tag of their own.
    dovecot.deliver("club+play+x@example.org", private.replace(b"+shop", b"+play+x"))
    assert len(fetched(house)) == 1
    assert [b"+shop" in row.raw for row in stored(house)] == [False]
    with owner(dovecot) as line:
        assert line.search(None, "UNSEEN")[1] == [b"1"]


@pytest.mark.parametrize("flags", [r"(\Flagged \Answered)", r"(\Draft)", r"(\Deleted)", "($Junk Odd)"])
def test_odd_flags_keep_no_order_out(
    house: House, dovecot: PrivateDovecot, order: Callable[..., tuple[str, bytes]], flags: str
) -> None:
    game, _ = order()
    with owner(dovecot) as line:
        line.store("1:*", "+FLAGS", flags)
    assert fetched(house) == ["ACCEPTED"]
    assert house.orders(game) == ["Red: pass"]


def test_what_its_owner_takes_away_while_we_look_is_theirs(
    house: House, dovecot: PrivateDovecot, order: Callable[..., tuple[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    order()
    game, _ = order()
    fetch = ImapMailbox._fetch

    def meanwhile(box: ImapMailbox, line: imaplib.IMAP4, uid: str) -> tuple[bytes | None, bool]:
        if uid == "1":
            with owner(dovecot) as other:
                other.store("1", "+FLAGS", r"(\Deleted)")
                other.expunge()
        return fetch(box, line, uid)

    monkeypatch.setattr(ImapMailbox, "_fetch", meanwhile)
    assert fetched(house) == ["ACCEPTED"]
    assert house.orders(game) == ["Red: pass"]


def test_a_mailbox_that_numbers_its_mails_anew_brings_none_twice(
    house: House, dovecot: PrivateDovecot, order: Callable[..., tuple[str, bytes]]
) -> None:
    game, raw = order()
    box, _ = the_box(house.office)
    assert fetched(house, box) == ["ACCEPTED"]
    with owner(dovecot) as line:
        line.create("Old")
        line.copy("1", "Old")
        line.store("1", "+FLAGS", r"(\Deleted)")
        line.expunge()
        # The same mail, unread, under a new number; and in a folder that was made anew.
        line.append("INBOX", "", "", raw)
        line.append("Anew", "", "", raw) if line.create("Anew")[0] == "OK" else None
    assert fetched(house, box) == []
    _, take_in = the_box(house.office)
    ImapMailbox("127.0.0.1", "club", "right", dovecot.imap, "Anew", ssl=False).poll(take_in)
    assert [row.status for row in stored(house)] == ["done"]
    assert house.orders(game) == ["Red: pass"]


@pytest.mark.parametrize("broken_at", ["_fetch", "_mark"])
def test_a_line_that_breaks_in_the_middle_costs_a_repeat_and_nothing_else(
    house: House, order: Callable[..., tuple[str, bytes]], monkeypatch: pytest.MonkeyPatch, broken_at: str
) -> None:
    games = [order()[0] for _ in range(3)]
    usual = getattr(ImapMailbox, broken_at)

    def broken(box: ImapMailbox, line: imaplib.IMAP4, uid: str) -> object:
        if uid == "2":
            line.shutdown()
        return usual(box, line, uid)

    with monkeypatch.context() as patched:
        patched.setattr(ImapMailbox, broken_at, broken)
        with pytest.raises(MailboxTrouble):
            fetched(house)
    fetched(house)
    for row in stored(house):
        handle(house.office, row.id)
    assert [house.orders(game) for game in games] == [["Red: pass"]] * 3
    assert len(stored(house)) == 3


def test_mails_without_a_name_of_their_own_are_told_apart_and_played_once(
    house: House, dovecot: PrivateDovecot, order: Callable[..., tuple[str, bytes]]
) -> None:
    def nameless(raw: bytes) -> bytes:
        lines = raw.split(b"\r\n")
        return b"\r\n".join(line for line in lines if not line.lower().startswith((b"message-id:", b"date:")))

    games = [order(change=nameless)[0] for _ in range(2)]
    assert fetched(house) == ["ACCEPTED", "ACCEPTED"]
    with owner(dovecot) as line:
        line.store("1:*", "-FLAGS", r"(\Seen)")
    assert fetched(house) == []
    assert [house.orders(game) for game in games] == [["Red: pass"]] * 2


def test_a_folder_that_is_not_there_is_made(
    house: House, dovecot: PrivateDovecot, order: Callable[..., tuple[str, bytes]]
) -> None:
    games = [order()[0] for _ in range(2)]
    _, take_in = the_box(house.office)
    box = ImapMailbox("127.0.0.1", "club", "right", dovecot.imap, done="Not there yet", ssl=False)
    assert box.poll(take_in) == 2
    with owner(dovecot) as line:
        assert line.select('"Not there yet"')[1] == [b"2"]
    assert len(games) == len(stored(house))

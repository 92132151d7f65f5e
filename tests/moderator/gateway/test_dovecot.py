"""A mailbox at a provider, by a real Dovecot: passwords and tokens, waiting for mail, one mailbox for all addresses."""

from __future__ import annotations

import imaplib
import json
import re
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from sqlalchemy import select

from config.settings import BadSetting
from moderator.errands.checks import readiness
from moderator.gateway.imap import ImapMailbox, MailboxTrouble, Watcher
from moderator.inbox.envelope import Envelope, Receipt
from moderator.inbox.handle import handle
from moderator.office.oauth import NoToken, Tokens
from moderator.store.tables import Mail
from tests.moderator.house import House, open_house, settings_for
from tests.services import PrivateDovecot
from workers.smtp import doors, watcher

MAIL = b"From: red@example.org\r\nTo: club@example.org\r\nMessage-ID: <%d@x>\r\nSubject: move\r\n\r\npass\r\n"


class Office:
    def __init__(self) -> None:
        self.mails: list[tuple[bytes, Envelope]] = []
        self.came = threading.Event()

    def take_in(self, raw: bytes, envelope: Envelope) -> Receipt:
        self.mails.append((raw, envelope))
        self.came.set()
        return Receipt(len(self.mails))


def box(server: PrivateDovecot, **more: Any) -> ImapMailbox:
    known = {"password": "right", "port": server.imap, "ssl": False, "timeout": 10} | more
    return ImapMailbox("127.0.0.1", "club", **known)


@contextmanager
def watching(mailbox: ImapMailbox, office: Office) -> Iterator[None]:
    looked = threading.Event()
    watch = Watcher(mailbox, office.take_in, looked.set)
    watch.start()
    try:
        assert looked.wait(10), "nobody looked into the mailbox"
        yield
    finally:
        watch.stop()


def test_mails_are_fetched_once_and_stay_where_they_are(dovecot: PrivateDovecot) -> None:
    for number in range(3):
        dovecot.deliver("club@example.org", MAIL % number)
    office = Office()
    assert box(dovecot).poll(office.take_in) == 3
    assert box(dovecot).poll(office.take_in) == 0
    assert [raw.partition(b"Message-ID: ")[2][:5] for raw, _ in office.mails] == [b"<0@x>", b"<1@x>", b"<2@x>"]


@pytest.mark.parametrize("capable", [True, False])
def test_fetched_mails_are_moved_and_what_its_owner_deleted_is_not(
    dovecot: PrivateDovecot, capable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not capable:
        # A server that is asked to copy and delete, as old ones are.
        words = imaplib.IMAP4.capability
        monkeypatch.setattr(
            imaplib.IMAP4, "capability", lambda one: (words(one)[0], [words(one)[1][0].replace(b" MOVE", b"")])
        )
    dovecot.deliver("club@example.org", MAIL % 1)
    with imaplib.IMAP4("127.0.0.1", dovecot.imap) as owner:
        owner.login("club", "right")
        owner.append("INBOX", r"(\Deleted \Seen)", "", MAIL % 2)
        office = Office()
        assert box(dovecot, done="Taken").poll(office.take_in) == 1
        assert owner.select("Taken")[1] == [b"1"]
        assert owner.select("INBOX")[1] == [b"1"]


def test_a_mail_that_comes_is_heard_of_at_once(dovecot: PrivateDovecot) -> None:
    office = Office()
    with watching(box(dovecot), office):
        time.sleep(0.3)
        began = time.monotonic()
        dovecot.deliver("club@example.org", MAIL % 1)
        assert office.came.wait(20)
        # Looking again would take a minute.
        assert time.monotonic() - began < 15
    assert len(office.mails) == 1


def test_a_server_that_was_away_is_found_again(dovecot: PrivateDovecot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moderator.gateway.imap.FIRST_PAUSE", 0.1)
    office = Office()
    with watching(box(dovecot), office):
        dovecot.stop()
        time.sleep(0.5)
        dovecot.start()
        dovecot.deliver("club@example.org", MAIL % 1)
        assert office.came.wait(20), dovecot.said()


def test_a_mail_that_can_not_be_stored_keeps_no_other_out(dovecot: PrivateDovecot) -> None:
    for number in range(3):
        dovecot.deliver("club@example.org", MAIL % number)
    office = Office()

    def take_in(raw: bytes, envelope: Envelope) -> Receipt:
        if b"<0@x>" in raw:
            raise RuntimeError("no room for this one")
        return office.take_in(raw, envelope)

    with pytest.raises(RuntimeError):
        box(dovecot).poll(take_in)
    assert len(office.mails) == 2
    # It is still unread, and comes again.
    assert box(dovecot).poll(office.take_in) == 1


def test_a_wrong_password_is_trouble(dovecot: PrivateDovecot) -> None:
    with pytest.raises(MailboxTrouble, match=r"AUTHENTICATIONFAILED|failed"):
        box(dovecot, password="wrong").poll(Office().take_in)


@pytest.mark.parametrize("secure", [True, False])
def test_a_certificate_nobody_vouches_for_gets_no_password(dovecot: PrivateDovecot, secure: bool) -> None:
    door = {"port": dovecot.imaps if secure else dovecot.imap, "ssl": secure}
    with pytest.raises(MailboxTrouble, match=r"(?i)certificate"):
        box(dovecot, **door).poll(Office().take_in) if secure else _by_starttls(dovecot)
    known = ssl.create_default_context(cafile=str(dovecot.home / "cert.pem"))
    assert box(dovecot, tls=known, **door).poll(Office().take_in) == 0


def _by_starttls(server: PrivateDovecot) -> None:
    box(server, tls=ssl.create_default_context()).poll(Office().take_in)


class Cloud(ThreadingHTTPServer):
    """The provider's: gives tokens for the right key, and tells its mail server whose they are."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), Clerk)
        self.given: list[str] = []
        self.withdrawn: set[str] = set()


class Clerk(BaseHTTPRequestHandler):
    server: Cloud

    def do_POST(self) -> None:
        asked = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = {key: values[0] for key, values in parse_qs(asked).items()}
        if self.path == "/token":
            good = form == {
                "grant_type": "refresh_token",
                "client_id": "us",
                "client_secret": "s",
                "refresh_token": "r",
            }
            token = f"token-{len(self.server.given) + 1}"
            self.server.given += [token] if good else []
            said, code = (
                ({"access_token": token, "expires_in": 3600} if good else {"error": "no"}),
                200 if good else 400,
            )
        else:
            token = next(iter(re.findall(r"token-\d+", asked)), "")
            known = token in self.server.given and token not in self.server.withdrawn
            said, code = {"active": known, "username": "club"}, 200
        body = json.dumps(said).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def cloud(dovecot: PrivateDovecot) -> Iterator[Cloud]:
    with Cloud(dovecot.cloud) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def tokens(server: PrivateDovecot, secret: str = "s") -> Tokens:
    form = {"grant_type": "refresh_token", "client_id": "us", "client_secret": secret, "refresh_token": "r"}
    return Tokens(f"http://127.0.0.1:{server.cloud}/token", form)


def test_a_provider_that_takes_no_passwords_lets_us_in_by_token(dovecot: PrivateDovecot, cloud: Cloud) -> None:
    dovecot.deliver("club@example.org", MAIL % 1)
    mailbox, office = box(dovecot, password="", tokens=tokens(dovecot)), Office()
    assert mailbox.poll(office.take_in) == 1, dovecot.said()
    assert mailbox.poll(office.take_in) == 0
    # One token serves until it ends, or until it is withdrawn.
    assert cloud.given == ["token-1"]
    cloud.withdrawn.add("token-1")
    with pytest.raises(MailboxTrouble):
        mailbox.poll(office.take_in)
    assert mailbox.poll(office.take_in) == 0
    assert cloud.given == ["token-1", "token-2"]


def test_a_provider_that_gives_no_token_is_trouble_that_passes(dovecot: PrivateDovecot, cloud: Cloud) -> None:
    with pytest.raises(MailboxTrouble, match="it says 400"):
        box(dovecot, password="", tokens=tokens(dovecot, "another")).poll(Office().take_in)


@pytest.mark.parametrize("said", [b"", b"[]", b'{"access_token": 5}', b'{"access_token": "a\\r\\nb"}', b"{}", b"\xff"])
def test_an_odd_answer_of_the_cloud_is_no_token(said: bytes) -> None:
    with pytest.raises(NoToken):
        Tokens("https://example.org", {}, lambda url, form: said).words("club")


def open_mailbox_house(home: Path, server: PrivateDovecot, **more: str) -> House:
    url = f"imap://club%40example.org:right@127.0.0.1:{server.imap}/INBOX"
    return open_house(settings_for(home, MAILBOX="club@example.org", IMAP_URL=url, **more))


def stored(house: House) -> list[Mail]:
    with house.office.reading() as desk:
        return list(desk.session.scalars(select(Mail).order_by(Mail.id)))


def fetched(house: House) -> list[str]:
    """What comes of all mail that is now in the mailbox."""
    (watch,) = watcher(house.office)
    watch._box.poll(watch._take_in)
    return [handle(house.office, row.id) for row in stored(house) if row.status == "new"]


def test_one_mailbox_carries_a_game_and_leaves_its_owners_mail_alone(tmp_path: Path, dovecot: PrivateDovecot) -> None:
    house = open_mailbox_house(tmp_path, dovecot)
    game = house.game("Red", "Blue")
    to = house.address(game, "Red")
    assert re.fullmatch(rf"club\+g{game}-[a-z2-7]+@example\.org", to)
    private = b"From: aunt@example.net\r\nTo: club@example.org\r\nSubject: cake\r\n\r\nbid everything\r\n"
    dovecot.deliver("club@example.org", private)
    dovecot.deliver(to, house.raw("red@example.org", to, "pass"))
    # A blind copy: only the provider's own header says for whom it came.
    hidden = house.raw("red@example.org", "nobody@example.net", "status")
    dovecot.deliver(to, hidden)
    assert fetched(house) == ["ACCEPTED", "ACCEPTED"]
    assert house.orders(game) == ["Red: pass"]
    assert not any(b"cake" in row.raw for row in stored(house))
    with imaplib.IMAP4("127.0.0.1", dovecot.imap) as owner:
        owner.login("club", "right")
        owner.select("INBOX")
        assert owner.search(None, "UNSEEN")[1] == [b"1"]
    house.office.close()


def test_an_answer_to_the_mailboxs_bare_name_is_found_by_what_it_answers(
    tmp_path: Path, dovecot: PrivateDovecot
) -> None:
    """Providers that rewrite our From and a mail program that ignores Reply-To make such a mail."""
    house = open_mailbox_house(tmp_path, dovecot, TRUST="header:mx.example.org")
    game = house.game("Red", "Blue")
    asked = next(row for row in house.outbox() if row.recipient == "red@example.org").message_id
    traces = f"Authentication-Results: mx.example.org; dkim=pass header.d=example.org\r\nIn-Reply-To: {asked}\r\n"
    dovecot.deliver("club@example.org", traces.encode() + house.raw("red@example.org", "club@example.org", "pass"))
    assert fetched(house) == ["ACCEPTED"]
    assert house.orders(game) == ["Red: pass"]
    house.office.close()


def test_a_failure_told_to_the_mailboxs_bare_name_is_booked(tmp_path: Path, dovecot: PrivateDovecot) -> None:
    """Large providers replace our return address by the mailbox's own; what came back inside names the mail."""
    house = open_mailbox_house(tmp_path, dovecot)
    house.game("Red", "Blue")
    house.deliver()
    sent = next(row for row in house.outbox() if row.recipient == "red@example.org")
    assert sent.raw is not None
    returned = sent.raw.partition(b"\r\n\r\n")[0]
    for whole, verdict in ((True, "bounce"), (False, "dropped:unknown bounce")):
        inside = returned if whole else b"Message-ID: " + sent.message_id.encode()
        report = (
            b"From: Mail Delivery Subsystem <mailer-daemon@example.org>\r\nTo: club@example.org\r\nSubject: failure\r\n"
            b"Message-ID: <%d@mx>\r\nMIME-Version: 1.0\r\n"
            b"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nSorry.\r\n"
            b"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nAction: failed\r\n"
            b"Final-Recipient: rfc822; red@example.org\r\nStatus: 5.1.1\r\n\r\n"
            b"--b\r\nContent-Type: message/rfc822\r\n\r\n%s\r\n\r\n\r\n--b--\r\n" % (whole, inside)
        )
        dovecot.deliver("club@example.org", report, "")
        assert fetched(house) == [verdict]
    house.office.close()


def test_the_operator_of_one_mailbox_is_its_owner_and_nobody_else_at_the_provider(tmp_path: Path) -> None:
    assert settings_for(tmp_path, MAILBOX="club@example.org").admin_email == "club@example.org"


def test_settings_that_would_tell_a_secret_in_clear_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="https"):
        settings_for(tmp_path, OAUTH_URL="http://example.org/token")
    with pytest.raises(BadSetting, match="OAUTH_CLIENT"):
        settings_for(tmp_path, OAUTH_TOKEN="r")
    with pytest.raises(BadSetting, match="%40"):
        settings_for(tmp_path, IMAP_URL="imaps://imap.example.org")


def test_a_mailbox_nobody_looks_into_is_seen(tmp_path: Path, dovecot: PrivateDovecot) -> None:
    house = open_mailbox_house(tmp_path, dovecot)
    assert readiness(house.office)["mailbox"] == "never seen"
    (watch,) = watcher(house.office)
    watch.start()
    deadline = time.monotonic() + 10
    while readiness(house.office)["mailbox"] != "ok":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    watch.stop()
    house.pass_time(minutes=3)
    assert "last seen" in readiness(house.office)["mailbox"]
    house.office.close()


def test_dovecot_hands_mail_on_by_lmtp(tmp_path: Path, dovecot: PrivateDovecot) -> None:
    binds = {"SMTP_BIND": "127.0.0.1:0", "LMTP_BIND": f"127.0.0.1:{dovecot.next_door}"}
    house = open_house(settings_for(tmp_path, MAILBOX="orders@example.org", **binds))
    game = house.game("Red", "Blue")
    to, servers = house.address(game, "Red"), doors(house.office)
    for server in servers:
        server.start()
    try:
        dovecot.deliver(to, house.raw("red@example.org", to, "pass"))
    finally:
        for server in servers:
            server.stop()
    (row,) = stored(house)
    assert (row.source, row.envelope["recipients"], row.sender) == ("lmtp", [to], "red@example.org")
    assert handle(house.office, row.id) == "ACCEPTED"
    house.office.close()

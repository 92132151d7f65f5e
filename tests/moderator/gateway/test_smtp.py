"""The SMTP and LMTP server against real connections, friendly and otherwise."""

from __future__ import annotations

import asyncio
import smtplib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from moderator.gateway import smtp
from moderator.gateway.smtp import BUSY, MOST_MISTAKES, MOST_NOOPS, SmtpServer, _Conversation
from moderator.inbox.envelope import Envelope, Receipt, TooMuch

MAIL = b"Subject: turn 41\r\n\r\npass\r\n"


class Office:
    """Stands for the database behind the gateway."""

    def __init__(self) -> None:
        self.mails: list[tuple[bytes, Envelope]] = []
        self.trouble: Exception | None = None

    def take_in(self, raw: bytes, envelope: Envelope) -> Receipt:
        if self.trouble:
            raise self.trouble
        self.mails.append((raw, envelope))
        return Receipt(len(self.mails))

    def known(self, address: str) -> bool:
        if address.startswith("trouble"):
            raise RuntimeError("the database is away")
        return address.startswith(("play@", "help@"))


@pytest.fixture
def office() -> Office:
    return Office()


@pytest.fixture
def server(office: Office) -> Iterator[SmtpServer]:
    server = SmtpServer(office.take_in, office.known, port=0, most_bytes=100_000, most_connections=3, timeout=20)
    server.start()
    yield server
    server.stop()


def speak(server: SmtpServer, said: bytes) -> bytes:
    """Says all of it at once, as a pipelining client does, and returns everything heard."""
    with socket.create_connection(("127.0.0.1", server.port), 10) as line:
        line.sendall(said)
        heard = b""
        while piece := line.recv(65536):
            heard += piece
    return heard


def test_a_mail_is_stored_as_it_was_sent(server: SmtpServer, office: Office) -> None:
    mail = MAIL + b"..two dots\r\n.one dot\r\nlast\r\n"
    with smtplib.SMTP("127.0.0.1", server.port) as client:
        client.sendmail("red@example.org", ["play@x", "help@x"], mail)
    [(raw, envelope)] = office.mails
    assert raw == mail
    assert (envelope.source, envelope.sender, envelope.recipients) == ("smtp", "red@example.org", ("play@x", "help@x"))
    assert envelope.received_from.startswith("127.0.0.1")


def test_an_unknown_mailbox_is_refused_before_the_mail_is_sent(server: SmtpServer, office: Office) -> None:
    with smtplib.SMTP("127.0.0.1", server.port) as client, pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        client.sendmail("red@example.org", ["nobody@x"], MAIL)
    assert refused.value.recipients["nobody@x"][0] == 550
    assert not office.mails


def test_while_the_database_is_away_the_sender_is_asked_to_come_again(server: SmtpServer, office: Office) -> None:
    with smtplib.SMTP("127.0.0.1", server.port) as client:
        with pytest.raises(smtplib.SMTPRecipientsRefused) as unsure:
            client.sendmail("red@example.org", ["trouble@x"], MAIL)
        assert unsure.value.recipients["trouble@x"][0] == 451
        office.trouble = RuntimeError("disk full")
        with pytest.raises(smtplib.SMTPDataError) as failed:
            client.sendmail("red@example.org", ["play@x"], MAIL)
        assert failed.value.smtp_code == 451
        assert b"disk" not in failed.value.smtp_error
        office.trouble = None
        client.sendmail("red@example.org", ["play@x"], MAIL)
    assert len(office.mails) == 1


def test_who_brings_too_much_is_asked_to_come_later(server: SmtpServer, office: Office) -> None:
    office.trouble = TooMuch()
    with smtplib.SMTP("127.0.0.1", server.port) as client, pytest.raises(smtplib.SMTPDataError) as later:
        client.sendmail("red@example.org", ["play@x"], MAIL)
    assert later.value.smtp_code == 452


def test_a_mail_announced_as_too_large_is_refused_at_once(server: SmtpServer, office: Office) -> None:
    with smtplib.SMTP("127.0.0.1", server.port) as client:
        client.ehlo()
        assert client.mail("red@example.org", ["SIZE=100001"])[0] == 552
    assert not office.mails


def test_a_mail_that_grows_too_large_is_refused_and_the_next_is_taken(server: SmtpServer, office: Office) -> None:
    with smtplib.SMTP("127.0.0.1", server.port) as client:
        client.helo("x")
        for body, code in ((b"x" * 300_000, 552), (MAIL, 250)):
            client.mail("red@example.org")
            client.rcpt("play@x")
            assert client.data(body)[0] == code
    assert [raw for raw, _ in office.mails] == [MAIL]


def test_a_line_of_any_length_and_a_mail_of_empty_lines_are_taken(server: SmtpServer, office: Office) -> None:
    for mail in (b"x" * 90_000 + b"\r\n", b"\r\n" * 45_000):
        with smtplib.SMTP("127.0.0.1", server.port) as client:
            client.sendmail("red@example.org", ["play@x"], mail)
    assert [len(raw) for raw, _ in office.mails] == [90_002, 90_000]


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        (b".\r\n", b""),
        (b"\r\n.\r\n", b"\r\n"),
        (b"a\r\n.\r\n", b"a\r\n"),
        # A dot between bare line feeds ends nothing; taking it for the end is how mails are smuggled.
        (b"a\n.\nMAIL FROM:<evil@x>\r\n.\r\n", b"a\n.\nMAIL FROM:<evil@x>\r\n"),
    ],
)
def test_data_ends_at_one_dot_between_line_ends_only(
    server: SmtpServer, office: Office, data: bytes, kept: bytes
) -> None:
    heard = speak(server, b"HELO x\r\nMAIL FROM:<>\r\nRCPT TO:<play@x>\r\nDATA\r\n" + data + b"QUIT\r\n")
    assert heard.count(b"250 2.0.0") == 1
    assert b"\r\n221" in heard
    assert [raw for raw, _ in office.mails] == [kept]
    assert office.mails[0][1].sender == ""


@pytest.mark.parametrize(
    "said",
    [
        b"\xff\xfe\x00" * 5000 + b"\r\nQUIT\r\n",
        b"MAIL FROM:<" + b"a" * 200_000 + b">\r\nQUIT\r\n",
        b"DATA\r\nQUIT\r\n",
        b"EHLO x\r\nMAIL FROM:<\xff\xff@x> SMTPUTF8\r\nRCPT TO:<play@\xff>\r\nDATA\r\n.\r\nQUIT\r\n",
        b"RCPT TO:<play@x>\r\n" * 40 + b"QUIT\r\n",
        b"NONSENSE\r\n" * 40,
    ],
)
def test_a_bad_client_hurts_only_itself(server: SmtpServer, office: Office, said: bytes) -> None:
    speak(server, said)
    with smtplib.SMTP("127.0.0.1", server.port) as client:
        client.sendmail("red@example.org", ["play@x"], MAIL)
    assert office.mails[-1][0] == MAIL


def test_a_client_that_hangs_up_half_way_leaves_nothing(server: SmtpServer, office: Office) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 10) as line:
        line.sendall(b"HELO x\r\nMAIL FROM:<>\r\nRCPT TO:<play@x>\r\nDATA\r\nhalf a mail\r\n")
        line.recv(1000)
    with smtplib.SMTP("127.0.0.1", server.port) as client:
        client.noop()
    assert not office.mails


def test_a_large_mail_on_a_thin_line_has_its_time_anew_with_every_piece(
    server: SmtpServer, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten megabytes may take minutes; only whoever falls silent is hung up on."""
    given: list[_Conversation] = []
    usual = _Conversation._reset_timeout

    def counted(conversation: _Conversation, duration: float | None = None) -> None:
        given.append(conversation)
        usual(conversation, duration)

    monkeypatch.setattr(_Conversation, "_reset_timeout", counted)
    server._options["data_size_limit"] = 1_000_000
    with smtplib.SMTP("127.0.0.1", server.port) as client:
        client.sendmail("red@example.org", ["play@x"], MAIL + b"x" * 60 + b"\r\n" * 300_000)
    commands = len(("connect", "EHLO", "MAIL", "RCPT", "DATA", "QUIT"))
    # At most two pieces are waiting for us at once.
    assert len(given) >= commands + 600_000 // (3 * _Conversation.line_length_limit)


def test_callers_beyond_the_limit_are_asked_to_come_later(server: SmtpServer) -> None:
    lines = [socket.create_connection(("127.0.0.1", server.port), 10) for _ in range(3)]
    for line in lines:
        assert line.recv(1000).startswith(b"220")
    with socket.create_connection(("127.0.0.1", server.port), 10) as one_too_many:
        assert one_too_many.recv(1000).startswith(b"421")
    for line in lines:
        line.close()


def test_lmtp_answers_once_for_each_recipient(office: Office) -> None:
    server = SmtpServer(office.take_in, office.known, port=0, lmtp=True)
    server.start()
    try:
        said = (
            b"LHLO x\r\nMAIL FROM:<a@x>\r\nRCPT TO:<play@x>\r\nRCPT TO:<help@x>\r\nDATA\r\n" + MAIL + b".\r\nQUIT\r\n"
        )
        assert speak(server, said).count(b"250 2.0.0 Taken in as 1") == 2
    finally:
        server.stop()
    assert office.mails[0][1].source == "lmtp"


def test_stopping_waits_for_the_mail_being_stored() -> None:
    office = Office()
    begun, go_on = threading.Event(), threading.Event()

    def slowly(raw: bytes, envelope: Envelope) -> Receipt:
        begun.set()
        go_on.wait(10)
        return office.take_in(raw, envelope)

    server = SmtpServer(slowly, office.known, port=0)
    server.start()
    with socket.create_connection(("127.0.0.1", server.port), 10) as line:
        line.sendall(b"HELO x\r\nMAIL FROM:<>\r\nRCPT TO:<play@x>\r\nDATA\r\n" + MAIL + b".\r\n")
        assert begun.wait(10)
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        go_on.set()
        stopping.join(10)
    assert len(office.mails) == 1


def test_a_taken_port_is_said_at_start(server: SmtpServer, office: Office) -> None:
    second: Any = SmtpServer(office.take_in, office.known, port=server.port)
    with pytest.raises(OSError):
        second.start()


def test_one_client_can_not_take_all_lines(office: Office) -> None:
    server = SmtpServer(office.take_in, office.known, port=0, most_connections=10, most_per_client=3)
    server.start()
    try:
        idle = [socket.create_connection(("127.0.0.1", server.port), 10) for _ in range(3)]
        assert all(line.recv(1000).startswith(b"220") for line in idle)
        with socket.create_connection(("127.0.0.1", server.port), 10) as one_too_many:
            assert one_too_many.recv(1000).startswith(b"421")
        # Somebody else is served all the while.
        with socket.socket() as other:
            other.bind(("127.0.0.2", 0))
            other.connect(("127.0.0.1", server.port))
            assert other.recv(1000).startswith(b"220")
        idle.pop().close()
        time.sleep(0.2)
        with socket.create_connection(("127.0.0.1", server.port), 10) as again:
            assert again.recv(1000).startswith(b"220")
        for line in idle:
            line.close()
    finally:
        server.stop()


def calling(server: SmtpServer, host: str) -> socket.socket:
    line = socket.socket()
    line.settimeout(20)
    line.bind((host, 0))
    line.connect(("127.0.0.1", server.port))
    return line


def until_the_end(line: socket.socket) -> bytes:
    heard = b""
    while piece := line.recv(65536):
        heard += piece
    line.close()
    return heard


def test_lines_of_those_who_send_nothing_are_given_to_who_has_a_mail(office: Office) -> None:
    """Five callers held all hundred lines for a quarter of an hour, saying nothing now and then."""
    server = SmtpServer(office.take_in, office.known, port=0, most_connections=4, most_per_client=3)
    server.start()
    try:
        idle = [calling(server, "127.0.3.1") for _ in range(3)]
        sending = calling(server, "127.0.3.2")
        assert all(line.recv(1000).startswith(b"220") for line in (*idle, sending))
        sending.sendall(b"HELO x\r\nMAIL FROM:<a@x>\r\nRCPT TO:<play@x>\r\nDATA\r\n")
        while b"354" not in sending.recv(1000):
            pass
        with smtplib.SMTP("127.0.0.1", server.port) as client:
            client.sendmail("red@example.org", ["play@x"], MAIL)
        assert until_the_end(idle.pop(0)).startswith(b"421")
        sending.sendall(MAIL + b".\r\nQUIT\r\n")
        assert b"250 2.0.0 Taken in" in until_the_end(sending)
        for line in idle:
            line.sendall(b"QUIT\r\n")
            assert until_the_end(line).startswith(b"221")
    finally:
        server.stop()
    assert len(office.mails) == 2


def test_nor_do_mails_that_never_end_keep_others_out(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five callers held all hundred lines, each with a mail of which a piece came now and then, or with one sent."""
    monkeypatch.setattr(smtp, "SLOW_MAIL", 0.5)
    server = SmtpServer(office.take_in, office.known, port=0, most_connections=4, most_per_client=3)
    server.start()
    begun = b"HELO x\r\nMAIL FROM:<a@x>\r\nRCPT TO:<play@x>\r\nDATA\r\n"
    try:
        slow = [calling(server, "127.0.3.1") for _ in range(2)]
        sent = calling(server, "127.0.3.1")
        for line in (*slow, sent):
            line.sendall(begun)
        while b"354" not in sent.recv(1000):
            pass
        sent.sendall(MAIL + b".\r\n")
        while b"Taken in" not in sent.recv(1000):
            pass
        time.sleep(0.7)
        sending = calling(server, "127.0.3.2")
        sending.sendall(begun)
        while b"354" not in sending.recv(1000):
            pass
        # First whoever has sent one and says nothing more, then a mail that does not come to its end.
        for given_up in (sent, slow[0]):
            with smtplib.SMTP("127.0.0.1", server.port) as client:
                client.sendmail("red@example.org", ["play@x"], MAIL)
            assert until_the_end(given_up).endswith(BUSY)
            slow.append(calling(server, "127.0.3.1"))
            slow[-1].sendall(begun)
            while b"354" not in slow[-1].recv(1000):
                pass
        sending.sendall(MAIL + b".\r\nQUIT\r\n")
        assert b"250 2.0.0 Taken in" in until_the_end(sending)
        for line in slow:
            line.close()
    finally:
        server.stop()
    assert len(office.mails) == 4


@pytest.mark.parametrize(
    "said",
    [b"\n", b"\xff\r\n", b"x" * 600 + b"\r\n", b"MAIL\r\n", "MAIL FROM:<a@b.example> SIZE=²\r\n".encode()],
)
def test_lines_that_are_no_command_are_answered_a_few_times(office: Office, said: bytes) -> None:
    """Empty lines of ten connections had a mail of somebody else wait for half a minute, and all processors busy."""
    server = SmtpServer(office.take_in, office.known, port=0)
    server.start()
    try:
        with calling(server, "127.0.3.1") as line:
            line.sendall(b"EHLO x\r\n" + said * 200)
            heard = until_the_end(line)
        assert MOST_MISTAKES < heard.count(b"\n50") + heard.count(b"\r\n421") <= MOST_MISTAKES + 2
    finally:
        server.stop()


def test_what_goes_wrong_in_a_conversation_is_counted_and_told_of_once(
    office: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A thousand commands of a line, each of them a warning in the log."""

    async def stumbles(*about: object) -> str:
        raise ValueError("what nobody foresaw")

    monkeypatch.setattr("aiosmtpd.smtp.SMTP.smtp_VRFY", stumbles)
    server = SmtpServer(office.take_in, office.known, port=0)
    server.start()
    try:
        with calling(server, "127.0.3.1") as line:
            line.sendall(b"EHLO x\r\n" + b"VRFY x\r\n" * 200)
            heard = until_the_end(line)
        assert MOST_MISTAKES < heard.count(b"\r\n451") + heard.count(b"\r\n421") <= MOST_MISTAKES + 2
    finally:
        server.stop()
    assert [record.getMessage() for record in caplog.records if "failed" in record.msg] == [
        "mail conversation failed: ValueError"
    ]


def test_commands_of_one_caller_are_read_in_turn_with_those_of_others(office: Office) -> None:
    server = SmtpServer(office.take_in, office.known, port=0)
    server.start()
    try:
        with calling(server, "127.0.3.1") as many, calling(server, "127.0.3.2") as one:
            assert many.recv(1000).startswith(b"220") and one.recv(1000).startswith(b"220")
            held = threading.Event()
            # Both are here before either is read.
            server._loop.call_soon_threadsafe(held.wait, 10)
            many.sendall(b"RSET\r\n" * 900)
            one.sendall(b"QUIT\r\n")
            time.sleep(0.2)
            held.set()
            assert until_the_end(one).startswith(b"221")
            many.settimeout(0.01)
            assert many.recv(1 << 20).count(b"250") < 800
    finally:
        server.stop()


def test_who_takes_no_answer_does_not_keep_the_line(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that is closed is there until what was said on it is taken, and was counted nowhere."""
    monkeypatch.setattr(smtp, "LAST_WORDS", 0.3)
    meet = _Conversation.connection_made

    def narrow(conversation: _Conversation, transport: asyncio.BaseTransport) -> None:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        meet(conversation, transport)

    monkeypatch.setattr(_Conversation, "connection_made", narrow)
    server = SmtpServer(office.take_in, office.known, port=0, patience=0.5)
    server.start()
    try:
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.connect(("127.0.0.1", server.port))
            line.sendall(b"EHLO x\r\n" * 990)
            time.sleep(2)
            with pytest.raises(OSError):
                for _ in range(3):
                    line.sendall(b"EHLO x\r\n")
                    time.sleep(0.1)
    finally:
        server.stop()


def test_who_begins_no_mail_is_not_waited_for(office: Office) -> None:
    server = SmtpServer(office.take_in, office.known, port=0, patience=0.3)
    server.start()
    try:
        with calling(server, "127.0.0.1") as line:
            line.sendall(b"EHLO x\r\nMAIL FROM:<a@x>\r\nRCPT TO:<play@x>\r\n")
            assert until_the_end(line).endswith(BUSY)
    finally:
        server.stop()


def test_saying_nothing_is_counted(server: SmtpServer) -> None:
    heard = speak(server, b"EHLO x\r\n" + b"NOOP\r\n" * (MOST_NOOPS + 1))
    assert heard.count(b"250 OK") == MOST_NOOPS
    assert b"\r\n421 " in heard


def test_mails_that_never_end_do_not_fill_the_memory(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred callers with ten megabytes each and no dot at their end were a gigabyte."""
    monkeypatch.setattr("moderator.gateway.smtp.MOST_OF_ONE", 300_000)
    monkeypatch.setattr("moderator.gateway.smtp.MOST_UNDER_WAY", 500_000)
    server = SmtpServer(office.take_in, office.known, port=0, most_bytes=250_000, timeout=20)
    server.start()
    begin = b"EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<play@x>\r\nDATA\r\n"
    try:
        lines = [socket.create_connection(("127.0.0.1", server.port), 10) for _ in range(2)]
        for line in lines:
            line.sendall(begin + b"y" * 140_000)
        while sum(one.held for one in server._clerk.live) < 2 * 131_072:
            time.sleep(0.01)
        # The third is asked to come again, and what it sent is not kept.
        heard = speak(server, begin + b"z" * 200_000 + b"\r\n.\r\nQUIT\r\n")
        assert b"452 4.3.1" in heard
        assert sum(one.held for one in server._clerk.live) < 300_000
        # Somebody else is served, and those who come to an end are.
        with socket.socket() as other:
            other.bind(("127.0.0.2", 0))
            other.connect(("127.0.0.1", server.port))
            other.sendall(begin + b"z" * 100_000 + b"\r\n.\r\nQUIT\r\n")
            said = b""
            while piece := other.recv(65536):
                said += piece
        assert b"250 2.0.0" in said
        for line in lines:
            line.sendall(b"\r\n.\r\nQUIT\r\n")
            while line.recv(65536):
                pass
            line.close()
        assert len(office.mails) == 3
        assert b"250 2.0.0" in speak(server, begin + b"z" * 200_000 + b"\r\n.\r\nQUIT\r\n")
    finally:
        server.stop()


def test_a_server_starts_in_a_thread_that_runs_a_loop_of_its_own(office: Office) -> None:
    async def start_and_stop() -> int:
        server = SmtpServer(office.take_in, office.known, port=0, most_bytes=100_000, most_connections=3, timeout=20)
        server.start()
        server.stop()
        return server.port

    assert asyncio.run(start_and_stop())


def test_a_port_that_is_taken_is_told_and_leaves_no_thread(office: Office) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server = SmtpServer(office.take_in, office.known, port=port, most_bytes=100_000, most_connections=3, timeout=20)
        with pytest.raises(OSError):
            server.start()
    assert not [thread for thread in threading.enumerate() if thread.name == "smtp-server"]

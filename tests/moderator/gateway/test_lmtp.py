"""The LMTP door, attacked as the SMTP door was: every recipient has one answer, and it is true."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator

import pytest

from moderator.gateway.smtp import MOST_NOOPS, MOST_RECIPIENTS, SmtpServer
from moderator.inbox.envelope import Envelope, Receipt, TooMuch
from moderator.inbox.take_in import known, take_in
from tests.moderator.gateway.test_smtp import MAIL, Office, speak, until_the_end
from tests.moderator.house import House

HELLO = b"LHLO mx.example.org\r\nMAIL FROM:<a@x>\r\n"
TO_BOTH = b"RCPT TO:<play@x>\r\nRCPT TO:<help@x>\r\n"
BYE = b"QUIT\r\n"


@pytest.fixture
def office() -> Office:
    return Office()


@pytest.fixture
def server(office: Office) -> Iterator[SmtpServer]:
    server = SmtpServer(office.take_in, office.known, port=0, lmtp=True, most_bytes=100_000, timeout=20)
    server.start()
    yield server
    server.stop()


def answers(heard: bytes) -> list[str]:
    """What was answered after the greeting, a code for each answer; lines of one answer count once."""
    return re.findall(r"^(\d{3}) ", heard.decode("latin-1"), re.MULTILINE)[2:]


def test_it_says_that_commands_may_come_all_at_once(server: SmtpServer) -> None:
    """Whoever speaks LMTP may count on it (RFC 2033, 5)."""
    assert b"PIPELINING" in speak(server, b"LHLO x\r\n" + BYE)


def test_only_who_was_taken_is_answered_for_and_in_order(server: SmtpServer, office: Office) -> None:
    names = [b"nobody@x", b"play@x", b"trouble@x", b"help@x", b"play@x", b"nobody@y"]
    to = b"".join(b"RCPT TO:<" + one + b">\r\n" for one in names)
    heard = speak(server, HELLO + to + b"DATA\r\n" + MAIL + b".\r\n" + BYE)
    told = ["250", "550", "250", "451", "250", "250", "550"]
    assert answers(heard) == [*told, "354", "250", "250", "250", "221"]
    assert [one.recipients for _, one in office.mails] == [("play@x", "help@x", "play@x")]


def test_without_a_recipient_there_is_one_answer_and_no_mail(server: SmtpServer, office: Office) -> None:
    heard = speak(server, HELLO + b"RCPT TO:<nobody@x>\r\nDATA\r\n" + BYE)
    assert answers(heard) == ["250", "550", "503", "221"]
    assert office.mails == []


@pytest.mark.parametrize(
    ("trouble", "code"), [(None, "250"), (RuntimeError("the disk is full"), "451"), (TooMuch(), "452")]
)
def test_all_are_told_the_same_for_they_share_one_fate(
    server: SmtpServer, office: Office, trouble: Exception | None, code: str
) -> None:
    office.trouble = trouble
    to = b"RCPT TO:<play@x>\r\n" * (MOST_RECIPIENTS + 3)
    told = answers(speak(server, HELLO + to + b"DATA\r\n" + MAIL + b".\r\n" + BYE))
    assert told[1 : MOST_RECIPIENTS + 4] == ["250"] * MOST_RECIPIENTS + ["452"] * 3
    assert told[MOST_RECIPIENTS + 4 :] == ["354", *[code] * MOST_RECIPIENTS, "221"]
    assert len(office.mails) == (trouble is None)


def test_what_one_mail_met_is_not_said_of_the_next(server: SmtpServer, office: Office) -> None:
    large = HELLO + TO_BOTH + b"DATA\r\n" + b"x" * 200_000 + b"\r\n.\r\n"
    next_one = b"MAIL FROM:<>\r\nRCPT TO:<help@x>\r\nDATA\r\n" + MAIL + b".\r\n"
    told = answers(speak(server, large + next_one + BYE))
    assert told == ["250", "250", "250", "354", "552", "552", "250", "250", "354", "250", "221"]
    assert [(raw, one.sender, one.recipients) for raw, one in office.mails] == [(MAIL, "", ("help@x",))]


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        (b".\r\n", b""),
        (b"a\n.\nMAIL FROM:<evil@x>\r\n.\r\n", b"a\n.\nMAIL FROM:<evil@x>\r\n"),
        (b"a\n.\r\nMAIL FROM:<evil@x>\r\n.\r\n", b"a\n.\r\nMAIL FROM:<evil@x>\r\n"),
        (b"a\r.\rMAIL FROM:<evil@x>\r\n.\r\n", b"a\r.\rMAIL FROM:<evil@x>\r\n"),
        (b"a\r.\r\nMAIL FROM:<evil@x>\r\n.\r\n", b"a\r.\r\nMAIL FROM:<evil@x>\r\n"),
        (b"a\r\n.\rMAIL FROM:<evil@x>\r\n.\r\n", b"a\r\n\rMAIL FROM:<evil@x>\r\n"),
        (b"a\r\n\0.\r\nb\r\n.\r\n", b"a\r\n\0.\r\nb\r\n"),
        (b"a\r\n..\r\n...b\r\n.\r\n", b"a\r\n.\r\n..b\r\n"),
        (b"\xff\xfe\0\x80\r\n.\r\n", b"\xff\xfe\0\x80\r\n"),
        (b"x" * 90_000 + b"\r\n.\r\n", b"x" * 90_000 + b"\r\n"),
    ],
)
def test_nothing_but_a_dot_on_its_line_ends_a_mail(
    server: SmtpServer, office: Office, data: bytes, kept: bytes
) -> None:
    heard = speak(server, HELLO + TO_BOTH + b"DATA\r\n" + data + BYE)
    assert answers(heard) == ["250", "250", "250", "354", "250", "250", "221"]
    assert [raw for raw, _ in office.mails] == [kept]


def test_sizes_are_looked_at_before_the_mail_comes(server: SmtpServer, office: Office) -> None:
    said = b"LHLO x\r\n" + b"".join(b"MAIL FROM:<a@x> SIZE=" + one + b"\r\n" for one in (b"99999999999", b"-1", b"x"))
    assert answers(speak(server, said + BYE)) == ["552", "501", "501", "221"]


@pytest.mark.parametrize(
    "said",
    [
        b"\xff\xfe\0" * 5000 + b"\r\nQUIT\r\n",
        b"MAIL FROM:<" + b"a" * 200_000 + b">\r\nQUIT\r\n",
        b"EHLO x\r\nHELO x\r\nMAIL FROM:<a@x>\r\nDATA\r\nQUIT\r\n",
        HELLO + b"RCPT TO:<play@x> ORCPT=rfc822;" + b"a" * 5000 + b"\r\nQUIT\r\n",
        HELLO + b"RCPT TO:<play@x>\r\nBDAT 5 LAST\r\nhello\r\nQUIT\r\n",
        b"NONSENSE\r\n" * 40,
    ],
)
def test_a_bad_client_hurts_only_itself(server: SmtpServer, office: Office, said: bytes) -> None:
    speak(server, said)
    assert office.mails == []
    speak(server, HELLO + TO_BOTH + b"DATA\r\n" + MAIL + b".\r\n" + BYE)
    assert office.mails[-1][0] == MAIL


def test_saying_nothing_is_counted_here_too(server: SmtpServer) -> None:
    heard = speak(server, b"LHLO x\r\n" + b"NOOP\r\n" * (MOST_NOOPS + 5))
    assert heard.count(b"421 ") == 1


def test_who_begins_no_mail_is_not_waited_for_here_either(office: Office) -> None:
    server = SmtpServer(office.take_in, office.known, port=0, lmtp=True, patience=0.3)
    server.start()
    with socket.create_connection(("127.0.0.1", server.port), 10) as line:
        assert b"421 4.3.2" in until_the_end(line)
    server.stop()


def test_a_receiver_that_hangs_up_half_way_leaves_nothing(server: SmtpServer, office: Office) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 10) as line:
        line.sendall(HELLO + TO_BOTH + b"DATA\r\n" + MAIL)
        while b"354" not in line.recv(65536):
            pass
    speak(server, b"LHLO x\r\nQUIT\r\n")
    assert office.mails == []


def test_a_mail_whose_answers_were_lost_is_known_when_it_comes_again(house: House) -> None:
    """The receiver hangs up after the mail and before our answers, then brings it again, one recipient at a time."""
    office, stored = house.office, threading.Event()

    def keep(raw: bytes, envelope: Envelope) -> Receipt:
        receipt = take_in(office, raw, envelope)
        stored.set()
        return receipt

    game = house.game("Red", "Blue")
    seat, box = house.address(game, "Red"), f"play@{office.settings.mail_domain}"
    raw = house.raw("red@example.org", f"{seat}, {box}", "bid N 5")
    server = SmtpServer(keep, lambda address: known(office, address), port=0, lmtp=True)
    server.start()
    data = b"DATA\r\n" + raw + b".\r\n"
    with socket.create_connection(("127.0.0.1", server.port), 10) as line:
        line.sendall(HELLO + f"RCPT TO:<{seat}>\r\nRCPT TO:<{box}>\r\n".encode() + data)
        assert stored.wait(10)
    for one in (seat, box):
        assert b"250 2.0.0 Taken in as 1" in speak(server, HELLO + f"RCPT TO:<{one}>\r\n".encode() + data + BYE)
    server.stop()
    with office.reading() as desk:
        assert [row.envelope["recipients"] for row in [desk.incoming.get(1), desk.incoming.get(2)] if row] == [
            [seat, box]
        ]

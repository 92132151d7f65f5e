"""Which failures count for good, in the words of many servers, and which may pass."""

from __future__ import annotations

import pytest

from moderator.inbox.bounce import MOST_FOR_A_SECOND_OPINION, read_bounce
from moderator.inbox.envelope import Envelope
from moderator.inbox.letter import read
from tests.mails.make import ADDRESSES, BOUNCE, RED, from_daemon

HARD = [
    "550 5.1.1 <red@example.org>: Recipient address rejected: User unknown in local recipient table",
    "550-5.1.1 The email account that you tried to reach does not exist.",
    "554 delivery error: dd This user doesn't have a yahoo.com account (red@example.org)",
    "550 5.7.1 <red@example.org>: Recipient rejected: no such user",
    "550 5.2.1 The email account that you tried to reach is disabled.",
    "<red@example.org>: Sorry, no mailbox here by that name. (#5.1.1)",
    "The mail server could not deliver mail to red@example.org. The account or domain may not exist: mailbox not found",
    "500 5.4.4 unable to route: no mail hosts for domain",
    "Unknown local part red in <red@example.org>",
    "utilisateur inconnu",
]
SOFT = [
    "452 4.2.2 The email account that you tried to reach is over quota.",
    "552 5.2.2 <red@example.org>: user is over quota",
    "550 5.7.1 Message rejected as spam by content filtering.",
    "552 5.3.4 Message size exceeds fixed limit",
    "421 4.7.0 Try again later, closing connection.",
    "550 5.6.0 Content not accepted",
    "550 mailbox full",
]


@pytest.mark.parametrize(("words", "hard"), [*((one, True) for one in HARD), *((one, False) for one in SOFT)])
def test_what_a_server_says_is_for_good_or_may_pass(words: str, hard: bool) -> None:
    raw = from_daemon("Mail delivery failed", words)
    letter = read(1, raw, Envelope("smtp", sender="", recipients=(BOUNCE,)))
    found = read_bounce(letter, ADDRESSES, raw)
    assert (found.outbox_id, found.hard, found.certain) == (9071, hard, True)


QMAIL = f"""Hi. This is the qmail-send program at example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<{RED}>:
It went nowhere.

--- Below this line is a copy of the message.
"""


def test_a_second_reader_knows_words_that_give_no_status() -> None:
    raw = from_daemon("failure notice", QMAIL)
    letter = read(1, raw, Envelope("smtp", sender="", recipients=(BOUNCE,)))
    assert not read_bounce(letter, ADDRESSES).hard
    assert read_bounce(letter, ADDRESSES, raw).hard
    # It is asked about nothing large, for its work grows with what it is shown.
    assert not read_bounce(letter, ADDRESSES, raw + b"x" * MOST_FOR_A_SECOND_OPINION).hard


def test_what_the_second_reader_stumbles_over_is_no_news(caplog: pytest.LogCaptureFixture) -> None:
    raw = f"To: {BOUNCE}\r\nSubject: returned\r\nFrom: \r\n\r\nNot sent.\r\n".encode()
    letter = read(1, raw, Envelope("smtp", recipients=(BOUNCE,)))
    read_bounce(letter, ADDRESSES, raw)
    assert caplog.records == []

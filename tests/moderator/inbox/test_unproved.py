"""Whatever strangers send, in whoever's name: what a player proves to be theirs ends as it would without it."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from moderator.inbox.envelope import Envelope
from moderator.inbox.handle import handle
from moderator.inbox.take_in import take_in
from tests.mails.generated import Maker
from tests.mails.make import RED
from tests.moderator.inbox.test_bad_mails_answered import Desk, begun, opened  # noqa: F401
from tests.moderator.inbox.test_once import PROVED, TRUSTED, asked_id, order

MALLORY = "mallory@example.net"
TEXTS = (
    "status", "help", "bid N 105", "pass", "resign", "unsubscribe", "reports none", "new key", "x" * 3000,
    "confirm 7XKQ", "away until 2027-01-01", "turn 17\npass", "hello there", "", "gm end", "undo",
    "address drop red@example.org",
)  # fmt: skip


def honest(house: Desk) -> bytes:
    return order(house.seat, "turn 17\r\nbid N 105", **{"Message-ID": "<honest@example.org>"}, **PROVED)


def forged(house: Desk, chance: random.Random, number: int) -> tuple[bytes, Envelope]:
    """A mail in the owner's name or another's, that proves nothing; some take the honest mail's own marks."""
    marks = {
        "Message-ID": chance.choice((f"<f{number}@example.net>", "<honest@example.org>")),
        "From": chance.choice((RED, f"Red <{RED}>", MALLORY, "green@example.org")),
        "In-Reply-To": chance.choice(("", asked_id(house))),
        "Subject": chance.choice(("my move", f"Re: [{house.game} #17] YOUR MOVE", "Out of office", "Undelivered mail")),
        chance.choice(("Auto-Submitted", "List-Id", "X-Loop", "Precedence", "X-Failed-Recipients")): chance.choice(
            ("", "auto-replied", RED, "bulk")
        ),
        # Another's verdict, and our own receiver's below it or about somebody else.
        "Authentication-Results": chance.choice(
            ("", "mx.evil.example; dkim=pass header.d=example.org", "mx.example.org; dkim=pass header.d=example.net")
        ),
    }
    to = chance.choice((house.seat, house.seat, "play@orders.example", "help@orders.example"))
    raw = order(to, chance.choice(TEXTS), **marks)
    sender = chance.choice((RED, MALLORY, ""))
    return raw, Envelope("smtp", f"forged {number}", sender=sender, recipients=(to,))


def put_back(home: Path, begun: tuple[Path, str]) -> Desk:  # noqa: F811
    for old in home.glob("waybill.sqlite*"):
        old.unlink()
    shutil.copy(begun[0] / "waybill.sqlite", home)
    return Desk(opened(home, TRUSTED), begun[1])


def ending(house: Desk) -> tuple[str, list[str], list[str]]:
    """The honest order's verdict, what was played, and to whom it was answered how."""
    receipt = take_in(
        house.house.office, honest(house), Envelope("smtp", "honest", sender=RED, recipients=(house.seat,))
    )
    verdict = handle(house.house.office, receipt.mail_id)
    answered = house.house.answer(receipt.mail_id, deliver=False).rows
    return verdict, house.house.orders(house.game), [f"{one.recipient} {one.data['word']}" for one in answered]


@pytest.mark.parametrize("seed", [1861, 1882])
def test_no_sequence_of_unproved_mails_changes_what_becomes_of_a_proved_one(
    seed: int,
    tmp_path: Path,
    begun: tuple[Path, str],  # noqa: F811
) -> None:
    alone = put_back(tmp_path, begun)
    expected = ending(alone)
    assert expected[0] == "ACCEPTED"
    alone.house.office.close()
    house, chance = put_back(tmp_path, begun), random.Random(seed)
    maker = Maker(chance, house.seat, ("play@orders.example", "help@orders.example"))
    for number in range(90):
        if chance.random() < 0.8:
            raw, envelope = forged(house, chance, number)
        else:
            raw, sender, recipients = maker.make()
            # What a stranger can't have is our receiver's word for the owner, on top.
            raw = b"Authentication-Results: mx.example.org; dkim=none\r\n" + raw
            envelope = Envelope("smtp", f"made {number}", sender=sender, recipients=recipients)
        handle(house.house.office, take_in(house.house.office, raw, envelope).mail_id)
        house.house.pass_time(seconds=chance.choice((1, 20)))
    assert house.position()[2] == house.before[2], "an unproved mail has moved the game"
    assert ending(house) == expected
    house.house.office.close()


@pytest.mark.parametrize(
    "marks",
    [
        {},
        {"Auto-Submitted": "auto-replied"},
        {"X-Loop": RED},
        {"Content-Type": "multipart/encrypted; boundary=x"},
        {"Received": "x\r\n" + "Received: x\r\n" * 40 + "X-Y: z"},
        {"Authentication-Results": "mx.example.org; dkim=fail header.d=example.org; spf=fail"},
        {"List-Unsubscribe": "<mailto:x@example.org>", "Precedence": "bulk"},
    ],
    ids=["parked", "a machine's", "a loop", "encrypted", "many hands", "failed", "bulk"],
)
@pytest.mark.parametrize("at_once", [False, True])
def test_a_copy_that_was_sent_first_does_not_stand_in_the_way(
    marks: dict[str, str],
    at_once: bool,
    tmp_path: Path,
    begun: tuple[Path, str],  # noqa: F811
) -> None:
    """The same words under the same name, from somebody who saw them on the way, with other headers around them."""
    house = put_back(tmp_path, begun)
    office = house.house.office
    forged = order(house.seat, "turn 17\r\nbid N 105", **{"Message-ID": "<honest@example.org>"}, **marks)
    first = take_in(office, forged, Envelope("smtp", sender=RED, recipients=(house.seat,)))
    if not at_once:
        handle(office, first.mail_id)
    second = take_in(office, honest(house), Envelope("smtp", sender=RED, recipients=(house.seat,)))
    assert not second.duplicate
    assert handle(office, second.mail_id) == "ACCEPTED"
    after = house.position()
    for raw in (forged, honest(house), b"Received: from elsewhere\r\n" + honest(house), b"X-A: b\r\n" + forged):
        receipt = take_in(office, raw, Envelope("imap", sender="", recipients=()))
        assert handle(office, receipt.mail_id) in ("", "dropped:duplicate")
    assert house.position() == after
    office.close()

"""Mails that a list or a forwarder has changed on the way, and vouches for with a chain of ARC headers.

ARC says what somebody found before they changed a mail, and anybody may say it: which of them is believed is for the
receiver, who tells by its verdict. We read no ARC, so such a mail is asked about, never played and never lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from moderator.inbox.envelope import Envelope
from moderator.inbox.handle import handle
from moderator.inbox.take_in import take_in
from tests.mails.make import RED
from tests.moderator.inbox.test_bad_mails_answered import Desk, begun, opened  # noqa: F401
from tests.moderator.inbox.test_once import TRUSTED, order

FOUND = "dkim=pass header.d=example.org; spf=pass smtp.mailfrom=red@example.org; dmarc=pass header.from=example.org"


def chain(server: str = "lists.example.net") -> str:
    """What a list writes on top of a mail: its findings, its signature, and the seal over both."""
    return (
        f"ARC-Seal: i=1; a=rsa-sha256; t=1800000000; cv=none; d={server}; s=arc; b=c2VhbA==\r\n"
        f"ARC-Message-Signature: i=1; a=rsa-sha256; c=relaxed/relaxed; d={server}; s=arc;\r\n"
        "\th=from:to:subject; bh=Ym9keQ==; b=c2lnbmVk\r\n"
        f"ARC-Authentication-Results: i=1; {server}; {FOUND}\r\n"
    )


def forwarded(to: str, results: str = "", server: str = "lists.example.net", **headers: str) -> bytes:
    """An order that went through a list: its footer spoils the signature, and its server is not the writer's."""
    own = {
        "DKIM-Signature": "v=1; a=rsa-sha256; d=example.org; s=x; h=from:to; bh=eA==; b=eA==",
        "List-Id": "<club.lists.example.net>",
        "Precedence": "list",
    }
    raw = order(
        to,
        f"turn 17\r\nbid N 105\r\n\r\n{'_' * 47}\r\nclub mailing list\r\nhttps://lists.example.net/club",
        **(own | headers),
    )
    top = f"Authentication-Results: {results}\r\n" if results else ""
    return (top + chain(server)).encode() + raw


SPOILT = (
    "mx.example.org; arc=pass (i=1 spf=pass dkim=pass dmarc=pass fromdomain=example.org); "
    "dkim=fail header.d=example.org; spf=pass smtp.mailfrom=lists.example.net; dmarc=fail header.from=example.org"
)
UNSEEN = "mx.example.org; arc=pass (i=1 dkim=pass dkdomain=example.org); dkim=fail header.d=example.org; spf=none"


@pytest.fixture
def at(begun: tuple[Path, str], tmp_path: Path) -> Iterator[Callable[[str], Desk]]:  # noqa: F811
    houses: list[Desk] = []

    def make(trust: str) -> Desk:
        (tmp_path / "waybill.sqlite").write_bytes((begun[0] / "waybill.sqlite").read_bytes())
        houses.append(Desk(opened(tmp_path, trust), begun[1]))
        return houses[-1]

    yield make
    for one in houses:
        one.house.office.close()


def send(desk: Desk, raw: bytes, to: str, source: str = "smtp", **proofs: str) -> str:
    envelope = Envelope(source, sender="club-bounces@lists.example.net", recipients=(to,), proofs=proofs)
    return handle(desk.house.office, take_in(desk.house.office, raw, envelope).mail_id)


CASES = [
    pytest.param(TRUSTED, SPOILT, "smtp", {}, id="our receiver calls it forged"),
    pytest.param(TRUSTED, UNSEEN, "lmtp", {}, id="our receiver found nothing"),
    pytest.param(TRUSTED, "", "smtp", {}, id="our receiver said nothing"),
    pytest.param("dkim", "", "smtp", {}, id="signature"),
    pytest.param(
        "provider", "", "ses", {"dkim": "fail", "spf": "pass", "dmarc": "fail"}, id="provider calls it forged"
    ),
    pytest.param("provider", "", "sendgrid", {"spf": "pass"}, id="provider found nothing"),
]


@pytest.mark.parametrize(("trust", "results", "source", "proofs"), CASES)
# The second is one who calls themselves by our receiver's name.
@pytest.mark.parametrize("server", ["lists.example.net", "mx.example.org"])
def test_an_order_that_a_list_has_changed_is_asked_about_and_played_once_confirmed(
    at: Callable[[str], Desk], trust: str, results: str, source: str, proofs: dict[str, str], server: str
) -> None:
    desk = at(trust)
    assert send(desk, forwarded(desk.seat, results, server), desk.seat, source, **proofs) == "parked"
    assert desk.position() == desk.before
    asked = [row for row in desk.house.outbox() if row.id not in desk.mails]
    assert {row.recipient for row in asked} == {RED}, "the registered address is asked, and nobody else"
    word = re.search(r"confirm (\w{8})", desk.house.text_of(asked[0]))
    assert word is not None
    for _ in range(2):
        said = order(desk.seat, f"confirm {word[1]}", **{"Message-ID": f"<c{len(desk.rows())}@example.org>"})
        send(desk, said, desk.seat)
    assert desk.position()[2] == [*desk.before[2], "Red: bid N 105"]


def test_a_receiver_that_trusts_the_list_says_so_itself(at: Callable[[str], Desk]) -> None:
    desk = at(TRUSTED)
    good = "mx.example.org; arc=pass (i=1); dmarc=pass (overridden by arc) header.from=example.org"
    assert send(desk, forwarded(desk.seat, good), desk.seat) == "ACCEPTED"


def test_findings_in_a_chain_are_not_those_of_our_receiver(at: Callable[[str], Desk]) -> None:
    """Whether arc=pass stands alone, or the chain's findings stand where ours do."""
    desk = at(TRUSTED)
    for number, results in enumerate(
        (
            "mx.example.org; arc=pass header.d=example.org smtp.mailfrom=example.org header.from=example.org",
            f"i=1; mx.example.org; {FOUND}",
            f"lists.example.net; {FOUND}",
        )
    ):
        raw = forwarded(desk.seat, results, **{"Message-ID": f"<{number}@example.org>"})
        assert send(desk, raw, desk.seat) == "parked"
    assert desk.position() == desk.before


@pytest.mark.parametrize("results", [SPOILT, UNSEEN])
def test_what_comes_to_the_open_mailbox_is_told_to_somebody(at: Callable[[str], Desk], results: str) -> None:
    desk, play = at(TRUSTED), "play@orders.example"
    plain = {"List-Id": "", "Precedence": ""}
    known = forwarded(play, results, **plain, Subject="hello")
    verdict = send(desk, known, play)
    assert not verdict.startswith("dropped") and desk.house.outbox("answer", RED)
    stranger = forwarded(play, results, **plain, From="new@example.org", **{"Message-ID": "<s@example.org>"})
    send(desk, stranger, play)
    told = [*desk.house.outbox("answer", "new@example.org"), *desk.house.outbox("operator")]
    assert len(told) == 1

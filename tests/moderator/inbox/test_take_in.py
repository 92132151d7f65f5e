"""Whatever an envelope says is kept, on either database: a gateway that can't store a mail is asked again for ever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from moderator.inbox.envelope import Envelope
from moderator.inbox.handle import handle
from moderator.inbox.take_in import take_in
from moderator.store.tables import Mail
from tests.moderator.house import House, open_house, settings_for

# Bytes that were no letters as SMTP hands them on, halves of letters as JSON can bring them, zeros, letters that are
# two when they are small, and much of everything.
ODD = ("\udcff", "\ud800", "\0", "\u0130" * 2000, "x" * 5000, "\r\nX-Loop: 1", "\u202e\U000e0001")


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    url = {"DATABASE_URL": request.getfixturevalue("postgres_url")} if request.param == "postgresql" else {}
    house = open_house(settings_for(tmp_path, **url))
    yield house
    house.office.close()


def test_whatever_an_envelope_says_is_kept_once_and_dealt_with(kept: House) -> None:
    for number, odd in enumerate(ODD):
        for field in ("sender", "provider_id", "recipients", "received_from", "proofs"):
            raw = f"From: x@example.org\r\nSubject: {number} {field}\r\n\r\nhelp\r\n".encode()
            word = f"{odd}@example.org"
            envelope = Envelope(
                "smtp",
                provider_id=word if field == "provider_id" else None,
                sender=word if field == "sender" else "x@example.org",
                recipients=("play@waybill.localhost", *((word,) if field == "recipients" else ())),
                received_from=word if field == "received_from" else "",
                proofs={"dkim": word} if field == "proofs" else {},
            )
            receipt = take_in(kept.office, raw, envelope)
            assert take_in(kept.office, raw, envelope).mail_id == receipt.mail_id
            handle(kept.office, receipt.mail_id)
            with kept.office.reading() as desk:
                row = desk.session.get(Mail, receipt.mail_id)
                assert row is not None
                assert row.status in ("done", "dropped", "parked"), (odd, field, row.trouble)

"""The scribe: mails written out by a process of its own, and by the service itself where that is gone."""

from __future__ import annotations

import io
import pickle
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from moderator.outbox import compose, post
from moderator.store.enclosures import Written
from moderator.store.tables import Outgoing
from tests.moderator.house import House, open_house, settings_for
from workers.scribe import Scribe, serve


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = open_house(settings_for(tmp_path))
    yield made
    made.office.close()


@pytest.fixture
def scribe(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scribe]:
    monkeypatch.setenv("WAYBILL_HOME", str(house.office.settings.home))
    made = Scribe()
    yield made
    made.stop()


def asked(house: House) -> int:
    house.game("Red", "Blue", "Green", title="1861")
    with house.office.reading() as desk:
        return next(row.id for row in desk.session.scalars(select(Outgoing)) if row.kind == "move")


def test_the_scribe_writes_what_the_service_would_and_is_replaced_when_it_dies(house: House, scribe: Scribe) -> None:
    row_id = asked(house)
    written = scribe(row_id)
    assert isinstance(written, Written)
    with house.office.reading() as desk:
        row = desk.outbox.get(row_id)
        assert row is not None
        mine = compose.rendered(desk, row)
    assert (written.subject, written.files) == (mine.subject, mine.files)
    assert [name for _, name in written.enclosed] == [name for _, name in mine.enclosed]
    assert scribe(row_id + 1000) is None, "no such row, and it lives on"
    process = scribe._process
    assert process is not None
    process.kill()
    process.wait(10)
    house.office.scribe = scribe
    assert not post.deliver(house.office, row_id), "kept in the local mailbox"
    assert house.outbox("move")[0].status == "sent"
    assert scribe(row_id) is not None, "another one has come"
    scribe.stop()
    assert scribe(row_id) is None, "and none after the end"


def test_what_the_scribe_can_not_write_is_left_to_the_service(house: House) -> None:
    row_id = asked(house)
    with house.office.desk() as desk:
        row = desk.outbox.get(row_id)
        assert row is not None
        row.data = {**row.data, "v": 99}
    told = io.BytesIO()
    head = struct.Struct(">I")
    serve(house.office, io.BytesIO(head.pack(row_id) + head.pack(1)), told)
    told.seek(0)
    assert head.unpack(told.read(4)) == (0,)
    (size,) = head.unpack(told.read(4))
    assert size == 0 or isinstance(pickle.loads(told.read(size)), Written)


def test_a_mail_is_written_here_when_the_scribe_says_nothing(house: House) -> None:
    row_id = asked(house)
    calls: list[int] = []

    def silent(number: int) -> None:
        calls.append(number)

    house.office.scribe = silent
    post.deliver(house.office, row_id)
    assert calls == [row_id]
    assert house.outbox("move")[0].status == "sent"

"""What mails enclose is kept once, and comes back as it was."""

from __future__ import annotations

from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

from sqlalchemy import func, select

from moderator.errands.sweep import UNSENT, sweep
from moderator.outbox import compose, post
from moderator.store.enclosures import MARKED_EVERY, packed, put_together, unpacked
from moderator.store.tables import Enclosure, Outgoing
from tests.moderator.house import House, open_house, settings_for
from tests.services import SmtpSink


def stored(house: House) -> dict[str, bytes]:
    with house.office.reading() as desk:
        return {row.hash: row.data for row in desk.session.scalars(select(Enclosure))}


def rows(house: House) -> list[Outgoing]:
    with house.office.reading() as desk:
        return list(desk.session.scalars(select(Outgoing).order_by(Outgoing.id)))


def test_a_mail_put_together_is_the_mail_that_was_written(house: House) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    (row,) = [one for one in rows(house) if one.kind == "move"]
    with house.office.reading() as desk:
        written = compose.rendered(desk, row)
        plain = message_from_bytes(compose.as_bytes(compose.compose(desk, row)), policy=policy.default)
    mail = message_from_bytes(written.whole(), policy=policy.default)
    parts = {part.get("Content-ID") or part.get_filename(): part for part in mail.walk() if not part.is_multipart()}
    usual = {part.get("Content-ID") or part.get_filename(): part for part in plain.walk() if not part.is_multipart()}
    assert parts.keys() == usual.keys()
    for name, part in usual.items():
        assert parts[name].get_payload(decode=True) == part.get_payload(decode=True), name
        assert parts[name].items() == part.items(), name
    assert len(written.enclosed) >= 3
    assert len(written.raw) < len(written.whole()) / 2
    assert all(len(line) <= 998 for line in written.whole().split(b"\r\n"))
    assert house.row(game).status == "running"


def test_a_picture_that_several_mails_enclose_is_stored_once(house: House) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    house.write(game, "Red", "bid TSR 20")
    sent = [row for row in rows(house) if row.status == "sent"]
    named = [name for row in sent for _, name in row.enclosed or ()]
    assert len(named) > len(set(named)), "the same map in several mails"
    assert set(named) == set(stored(house))
    assert all(len(row.raw or b"") < 30_000 for row in sent)


def test_a_mail_that_is_sent_again_has_the_same_bytes(tmp_path: Path, smtp_sink: SmtpSink) -> None:
    house = open_house(settings_for(tmp_path, SMTP_RELAY=smtp_sink.url))
    house.game("Red", "Blue", "Green", title="1861")
    (row,) = [one for one in rows(house) if one.kind == "move"]
    assert post.deliver(house.office, row.id)
    with house.office.desk() as desk:
        again = desk.outbox.get(row.id)
        assert again is not None
        again.status, again.due_at = "pending", desk.now
    assert post.deliver(house.office, row.id)
    (_, _, first), (_, _, second) = smtp_sink.received
    assert first == second
    house.office.close()


def test_without_what_it_encloses_a_mail_is_written_anew(tmp_path: Path, smtp_sink: SmtpSink) -> None:
    house = open_house(settings_for(tmp_path, SMTP_RELAY=smtp_sink.url))
    house.game("Red", "Blue", "Green", title="1861")
    (row,) = [one for one in rows(house) if one.kind == "move"]
    assert post.deliver(house.office, row.id)
    with house.office.desk() as desk:
        again = desk.outbox.get(row.id)
        assert again is not None
        again.status, again.due_at = "pending", desk.now
        desk.session.query(Enclosure).delete()
    house.office.enclosed = type(house.office.enclosed)()
    assert post.deliver(house.office, row.id)
    assert stored(house)
    house.office.close()


def test_what_no_mail_encloses_any_more_is_thrown_away_and_what_is_used_stays(
    tmp_path: Path, smtp_sink: SmtpSink
) -> None:
    house = open_house(settings_for(tmp_path, SMTP_RELAY=smtp_sink.url))
    game = house.game("Red", "Blue", "Green", title="1861")
    house.deliver()
    before = set(stored(house))
    assert before
    keep = timedelta(days=house.office.settings.keep_sent_days) + UNSENT
    house.time += keep - timedelta(hours=1)
    sweep(house.office, lambda *_: None)
    assert set(stored(house)) == before, "not yet"
    house.time += MARKED_EVERY
    # Another game shows the same map: it is used again.
    house.game("Red", "Blue", "Green", title="1861")
    house.deliver()
    used = {name for row in rows(house) if row.created_at == house.time for _, name in row.enclosed or ()}
    house.time += timedelta(hours=2)
    sweep(house.office, lambda *_: None)
    left = set(stored(house))
    assert used & before, "the map of the first mails"
    assert used <= left
    assert before - used, "the positions of the first game"
    assert not (before - used) & left
    assert house.row(game).status == "running"
    house.office.close()


def test_mails_kept_before_they_were_packed_are_read() -> None:
    assert unpacked(b"From: a\r\n\r\nx") == b"From: a\r\n\r\nx"
    assert unpacked(packed(b"From: a\r\n\r\nx")) == b"From: a\r\n\r\nx"
    assert put_together(b"ab", [(1, "x"), (2, "x")], {"x": b"?"}) == b"aPw==\r\nbPw==\r\n"


def test_two_workers_may_store_the_same_at_once(house: House) -> None:
    with house.office.desk() as desk:
        desk.enclosures.keep({"a" * 64: b"one"}, desk.now)
        desk.enclosures.keep({"a" * 64: b"one", "b" * 64: b"two"}, desk.now)
    with house.office.reading() as desk:
        assert desk.session.scalar(select(func.count()).select_from(Enclosure)) == 2

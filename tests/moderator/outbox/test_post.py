"""Mail going out: the right headers, once, with patience, and always under the same name."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from config.celery import configuration
from moderator.inbox.envelope import Envelope
from moderator.inbox.letter import read
from moderator.outbox import compose, post
from tests.moderator.house import House, open_house, settings_for, text_of
from tests.services import SmtpSink


@pytest.fixture
def relayed(tmp_path: Path, smtp_sink: SmtpSink) -> Iterator[House]:
    house = open_house(settings_for(tmp_path, SMTP_RELAY=smtp_sink.url))
    yield house
    house.office.close()


def test_a_report_carries_what_mail_programs_and_servers_want(house: House) -> None:
    game = house.game("Red", "Blue")
    house.deliver()
    row = house.outbox("move", "red@example.org")[0]
    mail = message_from_bytes(row.raw or b"", policy=policy.default)
    assert mail["Reply-To"].addresses[0].addr_spec == house.address(game, "Red")
    assert mail["Auto-Submitted"] == "auto-generated"
    # What asks one person is sorted with people's mail, not with lists.
    assert mail["List-Id"] is None
    assert mail["Precedence"] is None
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["List-Unsubscribe"].startswith("<http://127.0.0.1:8080/unsubscribe/")
    assert mail["Message-ID"] == row.message_id
    assert mail["X-Waybill"] == "move"
    assert "YOUR MOVE" in mail["Subject"]


def test_what_everybody_gets_is_marked_as_a_lists_mail_and_answers_are_not(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "bid N 5")
    house.write(game, "Blue", "press Red")
    for row in house.outbox():
        mail = message_from_bytes(row.raw or b"", policy=policy.default)
        listed = row.kind in ("report", "gm", "digest", "over", "press", "notice", "deadline")
        assert (mail["Precedence"] == "bulk") == listed, row.kind
        assert bool(mail["List-Id"]) == listed, row.kind
        assert bool(mail["List-Unsubscribe"]) == (row.seat_id is not None)


def test_all_mails_of_a_game_hang_on_one_thread(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "bid N 5")
    house.deliver()
    mails = [message_from_bytes(row.raw or b"", policy=policy.default) for row in house.outbox()]
    roots = {mail["References"].split()[0] for mail in mails}
    assert len(roots) == 1


def test_our_own_mail_sent_back_unchanged_orders_nothing(house: House) -> None:
    house.game("Red", "Blue")
    house.deliver()
    row = house.outbox("move")[0]
    letter = read(1, row.raw or b"", Envelope("smtp"))
    assert not any(line.strip() for line in letter.lines)


def test_somebody_who_wants_only_text_gets_only_text(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Blue", "text only")
    house.write(game, "Red", "bid N 5")
    row = house.outbox("move", "blue@example.org")[0]
    mail = message_from_bytes(row.raw or b"", policy=policy.default)
    assert mail.get_content_type() == "text/plain"


def test_names_and_press_cannot_smuggle_markup_or_headers(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "press all\n<script>alert(1)</script>\n{{ 7*7 }}\nBcc: x@example.net\nend press")
    house.deliver()
    row = house.outbox("press", "blue@example.org")[0]
    mail = message_from_bytes(row.raw or b"", policy=policy.default)
    html = mail.get_body(("html",)).get_content()  # type: ignore[attr-defined]
    assert "<script>" not in html
    assert "{{ 7*7 }}" in text_of(row)
    assert mail["Bcc"] is None


def test_mail_goes_to_the_relay_with_a_return_address_of_its_own(relayed: House, smtp_sink: SmtpSink) -> None:
    relayed.game("Red", "Blue")
    relayed.deliver()
    senders = [sender for sender, _, _ in smtp_sink.received]
    assert sorted(to for _, [to], _ in smtp_sink.received) == ["blue@example.org", "red@example.org"]
    assert len(set(senders)) == 2
    assert all(relayed.office.addresses.read(sender) for sender in senders)


def test_an_unwilling_relay_is_tried_again_later_with_the_same_mail(relayed: House, smtp_sink: SmtpSink) -> None:
    relayed.game("Red", "Blue")
    smtp_sink.answer = "451 later"
    relayed.deliver()
    waiting = relayed.outbox("move")[0]
    assert (waiting.status, waiting.attempts) == ("pending", 1)
    assert post.due(relayed.office) == []
    relayed.pass_time(minutes=2)
    smtp_sink.answer = "250 kept"
    relayed.deliver()
    assert relayed.outbox("move")[0].status == "sent"
    assert waiting.message_id.encode() in smtp_sink.received[0][2]


def test_a_recipient_the_relay_does_not_know_counts_as_a_bounce(relayed: House, smtp_sink: SmtpSink) -> None:
    relayed.game("Red", "Blue")
    smtp_sink.unknown = "550 5.1.1 no such user"
    relayed.deliver()
    assert {row.status for row in relayed.outbox()} == {"bounced"}
    with relayed.office.reading() as desk:
        person = desk.person_at("red@example.org")
        assert person is not None
        assert person.bounces == 4


def test_a_crash_between_sending_and_marking_sends_the_same_bytes_again(
    relayed: House, smtp_sink: SmtpSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    relayed.game("Red", "Blue")
    row = relayed.outbox("move")[0]

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(post, "_sent", killed)
        with pytest.raises(KeyboardInterrupt):
            post.deliver(relayed.office, row.id)
    assert not post.deliver(relayed.office, row.id)
    relayed.pass_time(seconds=post.LEASE.total_seconds() + 1)
    assert post.deliver(relayed.office, row.id)
    assert smtp_sink.received[0][2] == smtp_sink.received[1][2]


def test_two_workers_send_a_mail_once(relayed: House, smtp_sink: SmtpSink) -> None:
    from concurrent.futures import ThreadPoolExecutor

    relayed.game("Red", "Blue")
    ids = [row.id for row in relayed.outbox()] * 4
    with ThreadPoolExecutor(4) as threads:
        sent = list(threads.map(lambda one: post.deliver(relayed.office, one), ids))
    assert (sum(sent), len(smtp_sink.received)) == (2, 2)


def test_a_mail_that_cannot_be_written_waits_and_the_operator_hears_of_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.game("Red", "Blue")

    def broken(*_: object) -> None:
        raise KeyError("no such template")

    with monkeypatch.context() as patched:
        patched.setattr(compose, "rendered", broken)
        post.deliver(house.office, house.outbox("move")[0].id)
    assert house.outbox("move")[0].status == "pending"
    assert len(house.outbox("operator", house.office.settings.admin_email)) == 1
    house.pass_time(minutes=2)
    house.deliver()
    assert house.outbox("move")[0].status == "sent"


def test_an_answer_is_rung_for_by_a_bell_that_comes_before_the_reports(house: House) -> None:
    game = house.game("Red", "Blue")
    house.bells.clear()
    house.write(game, "Red", "bid N 5", deliver=False)
    kinds = {row.id: row.kind for row in house.outbox()}
    # One bell for all mails about the game, and the answer is the first of them.
    ((task, ids),) = [bell for bell in house.bells if bell[0] in ("answer", "deliver")]
    assert task == "answer"
    assert [kinds[one] for one in ids] == ["answer", "move"]
    queues = [queue.name for queue in configuration(house.office.settings)["task_queues"]]
    assert queues.index("answers") < queues.index("outbox")

"""The service's mails are these reports: a real game, started and played by mail."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from moderator.drawing.near import MOST
from moderator.errands.sweep import sweep
from moderator.outbox import compose
from moderator.outbox.report import RenderedMail, ReportView, adapt, report
from moderator.store.mails import Kind, decode
from moderator.store.tables import Outgoing, Person
from tests.moderator.house import House, open_house, settings_for


@pytest.fixture
def real(tmp_path: Path, empty_database: Path, no_pictures: None) -> Iterator[House]:
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    made = open_house(settings_for(tmp_path), migrated=True)
    yield made
    made.office.close()


def mail(row: Outgoing) -> EmailMessage:
    assert row.raw is not None
    read = message_from_bytes(row.raw, policy=policy.default)
    assert isinstance(read, EmailMessage)
    return read


def part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    assert body is not None
    return str(body.get_content())


def settle(house: House, address: str, **more: object) -> None:
    with house.office.desk() as desk:
        person = desk.person_at(address)
        assert isinstance(person, Person)
        for name, value in more.items():
            setattr(person, name, value)


def test_the_mover_gets_a_report_and_so_do_the_others(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1861")
    real.deliver()
    (asked,) = real.outbox("move")
    message = mail(asked)
    kinds = [one.get_content_type() for one in message.walk()]
    assert 2 < kinds.count("image/png") <= 2 + MOST
    assert {"text/plain", "text/html", "text/calendar", "application/json"} <= set(kinds)
    assert "WHAT YOU CAN DO" in part(message, "plain")
    assert len(real.outbox("report")) == 2
    # The template of the mail itself, sent back without its marks.
    lines = part(message, "plain").splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("turn "))
    orders = [line.removeprefix("# ") for line in lines[first : lines.index("end", first)]]
    assert real.write(game, "Red", "\n".join(orders)).word == "ACCEPTED"
    assert real.orders(game) == [f"Red: {order}" for order in orders[1:]]


def test_each_reads_in_the_own_language_and_form(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1882")
    settle(real, "green@example.org", language="fr", zone="Europe/Paris")
    settle(real, "blue@example.org", language="ko", text_only=True)
    assert real.write(game, "Red", "bid P1 20").word == "ACCEPTED"
    french = mail(real.outbox("move", "green@example.org")[-1])
    assert "À VOUS DE JOUER" in french["Subject"]
    assert "Red achète la P1 pour 20\u00a0$." in part(french, "plain")
    korean = mail(real.outbox("report", "blue@example.org")[-1])
    assert korean.get_content_type() == "text/plain"
    assert "Red가" in part(korean, "plain") or "Red이" in part(korean, "plain")
    refused = real.write(game, "Green", "bid P2 10")
    assert refused.word == "NOT ACCEPTED"
    assert "rien de ce courriel n'a été joué" in refused.text
    assert "Écrivez plutôt" in refused.text


def test_a_reminder_has_all_a_move_needs(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1882")
    real.deliver()
    for _ in range(30):
        real.pass_time(hours=1)
        sweep(real.office, real.do)
        real.deliver()
        if real.outbox("reminder"):
            break
    (reminder, *_) = real.outbox("reminder")
    text = part(mail(reminder), "plain")
    assert "Just a reminder, Red: the game is waiting for you." in text
    assert f"turn {real.row(game).turn}" in text and "WHAT YOU CAN DO" in text


def test_a_report_that_fails_waits_until_it_can_be_written_whole(
    real: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(view: ReportView) -> RenderedMail:
        if view.kind is Kind.MOVE:
            raise RuntimeError("the printer is on fire")
        return report(view)

    with monkeypatch.context() as patched:
        patched.setattr(compose, "report", broken)
        real.game("Red", "Green", "Blue", title="1861")
        real.deliver()
        real.pass_time(minutes=2)
        real.deliver()
    (asked,) = real.outbox("move")
    assert (asked.status, asked.raw, asked.attempts) == ("pending", None, 2)
    assert "the printer is on fire" in caplog.text
    (told,) = real.outbox("operator")
    assert f"./waybill outbox retry {asked.id}" in told.data["text"] and "RuntimeError" in told.data["text"]
    real.pass_time(minutes=6)
    real.deliver()
    assert "bid TSR 20" in part(mail(real.outbox("move")[0]), "plain")


def test_a_later_mail_about_a_decision_has_a_higher_number(real: House) -> None:
    real.game("Red", "Green", "Blue", title="1861")
    with real.office.desk() as desk:
        row = next(iter(real.outbox("move")))
        play, seat = desk.game(str(row.game_id)), None
        assert play is not None
        first = adapt.view_of(desk, row, decode(row.kind, row.data), play, seat, None)
        row.created_at += timedelta(hours=3)
        second = adapt.view_of(desk, row, decode(row.kind, row.data), play, seat, None)
    assert first.deadline is not None and second.deadline is not None
    assert second.deadline.sequence == first.deadline.sequence + 180


def test_the_wealth_of_a_game_is_told_round_by_round(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1882")
    for seat, order in (("Red", "bid P1 20"), ("Green", "bid P2 50"), ("Blue", "bid P3 80")):
        assert real.write(game, seat, order).word == "ACCEPTED"
    with real.office.desk() as desk:
        play = desk.game(game)
        assert play is not None
        points = adapt._wealth(desk, play, play.row.seq)
    assert [where for where, _ in points] == ["AUC", ""]
    assert points[0][1] == {"Red": 600, "Green": 600, "Blue": 600}
    assert points[-1][1]["Red"] == 600


def told(house: House, address: str) -> list[Outgoing]:
    return house.outbox("deadline", address)


EVERYBODY = [f"{name}@example.org" for name in ("red", "green", "blue", "boss")]


@pytest.mark.parametrize(
    ("writes", "order", "piece"),
    [
        ("GM", "gm extend 24h", "Red has until"),
        ("GM", "gm deadline 2026-11-25 21:00", "Red has until Wed 25 Nov 21:00"),
        ("GM", "gm pause", "The game is paused and the clock is stopped."),
        ("Red", "away 2026-11-16 to 2026-11-18", "Red is away until"),
    ],
)
def test_everybody_hears_once_of_a_new_deadline(real: House, writes: str, order: str, piece: str) -> None:
    game = real.game("Red", "Green", "Blue", title="1861", gm="boss@example.org")
    sender = "boss@example.org" if writes == "GM" else "red@example.org"
    assert real.write(game, writes, order, sender=sender).word == "ACCEPTED"
    for address in EVERYBODY:
        rows = told(real, address)
        assert len(rows) == (address != sender), address
        assert real.outbox("notice", address) == []
        for row in rows:
            text = " ".join(part(mail(row), "plain").split())
            # Nobody is told of themselves by name.
            mine = piece.replace("Red has", "You have") if address == "red@example.org" else piece
            assert mine.lower() in text.lower() and "Red" in text
            # Whoever has to move gets all that is needed for it, and the calendar's new entry.
            moves = address == "red@example.org"
            assert ("WHAT YOU CAN DO" in text) is moves
            calendar = [one for one in mail(row).walk() if one.get_content_type() == "text/calendar"]
            assert len(calendar) == (moves and "pause" not in order)


def test_whoever_was_late_has_no_date_in_their_mails_while_the_game_is_paused(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1861", gm="boss@example.org")
    real.pass_time(hours=30)  # past the deadline, within the grace
    while sweep(real.office, real.do):
        pass
    assert real.write(game, "GM", "gm pause", sender="boss@example.org").word == "ACCEPTED"
    (row,) = told(real, "red@example.org")
    text = " ".join(part(mail(row), "plain").split())
    assert "The game is paused and the clock is stopped." in text
    assert "Due " not in text


def test_a_pause_and_its_end_are_told_by_vote_too(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1861")
    for name in ("Red", "Green", "Blue"):
        assert real.write(game, name, "vote pause yes").word == "ACCEPTED"
    for address in EVERYBODY[:3]:
        (row,) = told(real, address)
        assert "The game is paused" in row.subject
    for name in ("Red", "Green", "Blue"):
        assert real.write(game, name, "vote resume yes").word == "ACCEPTED"
    assert [len(told(real, address)) for address in EVERYBODY[:3]] == [2, 2, 2]
    assert "New deadline: Tue 17 November" in told(real, "green@example.org")[-1].subject


def test_press_is_a_mail_of_its_own_for_those_it_names(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1861")
    settle(real, "blue@example.org", language="fr")
    real.write(game, "Red", "press Blue\nShall we merge?\nturn 9\nend press")
    (row,) = real.outbox("press", "blue@example.org")
    text = part(mail(row), "plain")
    assert row.subject.endswith("Message de Red") and "Message de Red." in text
    assert "  | Shall we merge?\r\n  | turn 9" in text and "À QUI DE JOUER" in text
    assert real.outbox("press", "green@example.org") == []

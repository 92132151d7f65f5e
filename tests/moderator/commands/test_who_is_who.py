"""Who may do what: secrets in addresses, registered senders, confirmations, strangers, machines."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from moderator.errands.sweep import sweep
from moderator.inbox import aside, trial
from moderator.inbox import handle as handling
from moderator.inbox.handle import handle
from tests.moderator.house import Answered, House, open_house, settings_for, text_of


def word_in(text: str) -> str:
    found = re.search(r"confirm ([A-Z2-9]{8})", text)
    assert found is not None
    return found.group(1)


def test_a_mail_from_another_address_is_parked_until_the_registered_one_confirms(house: House) -> None:
    game = house.game("Red", "Blue")
    answer = house.write(game, "Red", "bid N 5", sender="thief@example.net")
    assert answer.status == "parked"
    assert [row.recipient for row in answer.rows] == ["red@example.org"]
    assert house.orders(game) == []
    word = word_in(answer.text)
    assert house.write(game, "Red", f"confirm {word}").word == "ACCEPTED"
    assert house.orders(game) == ["Red: bid N 5"]
    assert house.write(game, "Red", f"confirm {word}").word == "NOT ACCEPTED"


def test_a_secret_of_one_seat_is_no_use_for_another(house: House) -> None:
    game = house.game("Red", "Blue")
    answer = house.write(game, "Red", "bid N 5", sender="blue@example.org")
    assert (answer.status, house.orders(game)) == ("parked", [])


def test_a_guessed_secret_is_silently_dropped_and_an_old_one_explained(house: House) -> None:
    game = house.game("Red", "Blue")
    to = f"g{game}-{'a' * 26}@waybill.localhost"
    stranger = house.take_in(house.raw("x@example.net", to, "pass"), "x@example.net", to)
    handle(house.office, stranger.mail_id)
    assert house.answer(stranger.mail_id).rows == []
    old = house.address(game, "Red")
    answer = house.write(game, "Red", "new key")
    assert answer.word == "CONFIRM"
    house.write(game, "Red", f"confirm {word_in(text_of(house.outbox('confirm')[0]))}")
    assert house.address(game, "Red") != old
    late = house.take_in(house.raw("red@example.org", old, "bid N 5"), "red@example.org", old)
    handle(house.office, late.mail_id)
    told = house.answer(late.mail_id)
    assert (told.word, house.orders(game)) == ("NOT ACCEPTED", [])
    assert house.address(game, "Red").encode() in (told.rows[0].raw or b"")


def test_an_address_is_added_only_when_it_answers(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "address add phone@example.net")
    asked = house.outbox("confirm", "phone@example.net")
    assert len(asked) == 1
    confirmed = house.write(game, "Red", f"confirm {word_in(text_of(asked[0]))}", sender="phone@example.net")
    assert confirmed.word == "ACCEPTED"
    assert house.write(game, "Red", "bid N 5", sender="phone@example.net").word == "ACCEPTED"


def test_resigning_needs_a_word_and_leaves_the_seat_to_a_bot(house: House) -> None:
    game = house.game("Red", "Blue")
    assert house.write(game, "Red", "resign").word == "CONFIRM"
    assert house.write(game, "Red", f"confirm {word_in(text_of(house.outbox('confirm')[0]))}").word == "ACCEPTED"
    assert ("bots", game) in house.bells


def test_a_stranger_starts_a_game_after_confirming(house: House) -> None:
    body = "new game toy\nplayer Red: red@example.org\nplayer Blue: blue@example.org\nas seated\nend game"
    to = "play@waybill.localhost"
    first = house.take_in(house.raw("boss@example.org", to, body), "boss@example.org", to)
    handle(house.office, first.mail_id)
    asked = house.answer(first.mail_id)
    assert asked.status == "parked"
    word = word_in(asked.text)
    second = house.take_in(house.raw("boss@example.org", to, f"confirm {word}"), "boss@example.org", to)
    handle(house.office, second.mail_id)
    assert house.answer(second.mail_id).word == "ACCEPTED"
    invited = house.outbox("invitation")
    assert sorted(row.recipient for row in invited) == ["blue@example.org", "red@example.org"]
    assert [row.recipient for row in house.outbox("moderating")] == ["boss@example.org"]
    game = invited[0].game_id
    assert game is not None
    assert house.write(game, "Red", "join").word == "ACCEPTED"
    assert house.row(game).status == "inviting"
    assert house.write(game, "Blue", "join").word == "ACCEPTED"
    assert house.row(game).status == "running"


def test_an_automatic_reply_moves_nothing_and_is_not_answered(house: House) -> None:
    game = house.game("Red", "Blue")
    to = house.address(game, "Red")
    raw = b"Auto-Submitted: auto-replied\r\n" + house.raw("red@example.org", to, "pass")
    receipt = house.take_in(raw, "red@example.org", to)
    handle(house.office, receipt.mail_id)
    answer = house.answer(receipt.mail_id)
    assert (answer.status, answer.rows, house.orders(game)) == ("dropped", [], [])


def test_orders_written_inside_the_quotation_need_one_word(house: House) -> None:
    game = house.game("Red", "Blue")
    quoted = "> =-=-= Reply above this line =-=-=\n> \n> YOUR MOVE\n> turn 1\nbid N 5\n> # pass\n> end\n"
    answer = house.write(game, "Red", quoted)
    assert answer.word == "CONFIRM"
    assert house.orders(game) == []
    assert house.write(game, "Red", f"confirm {word_in(answer.text)}").word == "ACCEPTED"
    assert house.orders(game) == ["Red: bid N 5"]


def test_quoted_orders_are_never_played(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "status\n\nOn Monday the desk wrote:\n> bid N 5\n> pass\n")
    assert house.orders(game) == []


def test_a_sender_nobody_vouches_for_is_parked_where_senders_are_checked(tmp_path: Path) -> None:
    house = open_house(settings_for(tmp_path, TRUST="header:mx.example.org"))
    game = house.game("Red", "Blue")
    to = house.address(game, "Red")
    assert house.write(game, "Red", "bid N 5").status == "parked"
    results = b"mx.example.org; dmarc=pass header.from=example.org; dkim=pass header.d=example.org"
    head = b"Authentication-Results: " + results + b"\r\n"
    receipt = house.take_in(head + house.raw("red@example.org", to, "bid N 5"), "red@example.org", to)
    handle(house.office, receipt.mail_id)
    assert house.answer(receipt.mail_id).word == "ACCEPTED"
    house.office.close()


def test_a_bounced_question_gives_the_time_back_and_tells_the_moderator(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    house.deliver()
    move = house.outbox("move", "red@example.org")[0]
    to = house.office.addresses.bounce(move.id)
    house.pass_time(hours=20)
    report = (
        b"From: MAILER-DAEMON@mx.example.org\r\nTo: x\r\nSubject: Undelivered\r\nMessage-ID: <b1@mx>\r\n"
        b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\nMIME-Version: 1.0\r\n\r\n'
        b"--b\r\nContent-Type: text/plain\r\n\r\nNo such user.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        b"Final-Recipient: rfc822; red@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n"
    )
    receipt = house.take_in(report, "", to)
    assert handle(house.office, receipt.mail_id) == "bounce"
    house.deliver()
    with house.office.reading() as desk:
        from moderator.table.deadlines import open_decision

        row = open_decision(desk, game)
        assert row is not None
        assert row.due_at == house.time + timedelta(hours=24)
    assert any("does not arrive" in row.subject for row in house.outbox("notice", "boss@example.org"))


def test_a_mail_after_a_bounce_clears_the_score(house: House) -> None:
    game = house.game("Red", "Blue")
    with house.office.desk() as desk:
        person = desk.person_at("red@example.org")
        assert person is not None
        person.bounces, person.suspended = 12, True
    house.write(game, "Red", "status")
    with house.office.reading() as desk:
        person = desk.person_at("red@example.org")
        assert person is not None
        assert (person.bounces, person.suspended) == (0, False)


def test_a_mail_that_kills_its_workers_is_set_aside_and_a_long_queue_is_no_poison(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = house.game("Red", "Blue")
    to = house.address(game, "Red")
    receipt = house.take_in(house.raw("red@example.org", to, "pass"), "red@example.org", to)
    for _ in range(30):
        house.pass_time(minutes=5)
        # The sweep rings, nobody comes: that is a queue, not a poison.
        sweep(house.office, lambda task, key: None)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(handling, "_with_retries", killed)
        for _ in range(handling.POISON):
            with pytest.raises(KeyboardInterrupt):
                handling.handle_again(house.office, receipt.mail_id)
        patched.setattr(trial, "tried", lambda *about: trial.Outcome.DIED)
        assert handling.handle_again(house.office, receipt.mail_id) == "aside"
    assert aside.retry(house.office, receipt.mail_id)
    assert handling.handle_again(house.office, receipt.mail_id) == "ACCEPTED"


def to_everybody(house: House, body: str, sender: str = "boss@example.org") -> Answered:
    to = "play@waybill.localhost"
    receipt = house.take_in(house.raw(sender, to, body), sender, to)
    handle(house.office, receipt.mail_id)
    return house.answer(receipt.mail_id)


def test_a_stranger_who_asks_what_this_is_learns_how_to_begin(house: House) -> None:
    answer = to_everybody(house, "Hi, how does this work?")
    assert answer.word == "ACCEPTED"
    assert "moderates 18xx railway games" in answer.text
    assert "new game 1861" in answer.text


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("new game\nbot Blue\nend game", "Which title?"),
        ("new game 1830\nplayer Red: red@example.org\nbot Blue\nend game", "I don't moderate '1830'"),
        ("new game toy\nplayer Red: red@example.org\nend game", "from 2 to"),
        ("new game toy\nplayer Red: nobody\nbot Blue\nend game", "I can't read"),
    ],
)
def test_a_game_that_could_not_be_begun_is_refused_before_any_confirmation(house: House, body: str, why: str) -> None:
    answer = to_everybody(house, body)
    assert answer.word == "NOT ACCEPTED"
    assert why in answer.text
    assert "confirm " not in answer.text
    assert house.outbox("invitation") == []


def test_talk_is_answered_with_what_may_be_written_now(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org", start=False)
    assert "`help gm`" in house.write(game, "GM", "Good evening.", sender="boss@example.org").text
    assert "`join` or `decline`" in house.write(game, "Red", "Who else plays?").text
    house.write(game, "Red", "join")
    house.write(game, "Blue", "join")
    assert "    bid N 5" in house.write(game, "Red", "Nice game!").text
    assert "Red is to move" in house.write(game, "Blue", "Nice game!").text

"""What is handed in on a page goes the way of a mail: once, for the seat's own player, answered."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from moderator.inbox.handle import handle
from moderator.store.tables import Seat
from moderator.web import create_app
from moderator.web.handing_in import Handed, hand_in
from moderator.web.visitor import Visitor
from tests.moderator.house import House
from tests.moderator.web.visiting import person_of, signed_in, token


@pytest.fixture
def app(house: House) -> Flask:
    house.office.bell = house.do
    return create_app(house.office)


def visitor_at(house: House, address: str) -> Visitor:
    person = person_of(house, address)
    return Visitor(person.id, person.name, person.language, person.zone, 0)


def seat(house: House, game: str, name: str) -> Seat:
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        found = play.seat(name)
        assert found is not None
        return found


def handed(app: Flask, house: House, game: str, name: str, text: str, once: str = "1", **more: str) -> Handed:
    sender = more.get("sender", f"{name.lower()}@example.org")
    with app.test_request_context("/"):
        return hand_in(visitor_at(house, sender), seat(house, game, name), text, once=once)


def test_orders_handed_in_are_played_and_answered_on_the_page_and_by_mail(app: Flask, house: House) -> None:
    game = house.game("Red", "Blue")
    answer = handed(app, house, game, "Red", "bid N 5")
    assert answer.word == "ACCEPTED" and answer.done
    assert house.orders(game) == ["Red: bid N 5"]
    assert [row.status for row in house.outbox("answer", "red@example.org")] == ["sent"]


def test_a_refusal_is_shown_and_mailed_to_nobody(app: Flask, house: House) -> None:
    game = house.game("Red", "Blue")
    answer = handed(app, house, game, "Red", "bid N 1000000")
    assert answer.refused and answer.lines[0].said
    assert [row.status for row in house.outbox("answer")] == ["shown"]
    house.deliver()
    assert [row.status for row in house.outbox("answer")] == ["shown"]


def test_the_same_form_sent_again_is_the_same_mail(app: Flask, house: House) -> None:
    game = house.game("Red", "Blue")
    first = handed(app, house, game, "Red", "bid N 5")
    again = handed(app, house, game, "Red", "bid N 5")
    changed = handed(app, house, game, "Red", "bid N 10")
    assert first == again == changed
    assert house.orders(game) == ["Red: bid N 5"]
    assert handed(app, house, game, "Red", "pass", once="2").mail_id != first.mail_id


def test_who_has_no_seat_plays_nothing_with_anybodys(app: Flask, house: House) -> None:
    game = house.game("Red", "Blue")
    answer = handed(app, house, game, "Red", "bid N 5", sender="mallory@example.org")
    assert not answer.done
    assert house.orders(game) == []


def test_no_gateway_can_claim_to_be_a_page(house: House) -> None:
    game = house.game("Red", "Blue")
    to = house.address(game, "Red")
    for source in ("smtp", "imap", "mailgun"):
        raw = house.raw("mallory@example.org", to, "bid N 5")
        receipt = house.take_in(raw, "mallory@example.org", to, source=source)
        house.do("receive", receipt.mail_id)
    assert house.orders(game) == []


def test_a_mail_from_elsewhere_does_not_name_the_language_of_a_page(house: House) -> None:
    game = house.game("Red", "Blue")
    to = house.address(game, "Red")
    raw = house.raw("red@example.org", to, "bid N 5").replace(b"Subject:", b"X-Waybill-Language: fr\r\nSubject:", 1)
    mail_id = house.take_in(raw, "red@example.org", to).mail_id
    handle(house.office, mail_id)
    answer = house.answer(mail_id)
    assert "Red bids $5 for N." in answer.text


def test_a_browser_left_open_gives_no_seat_away(app: Flask, house: House) -> None:
    game = house.game("Red", "Blue")
    line = "substitute mallory@example.net until 2030-01-01"
    for once, text in enumerate((line, f"confirm ABCDEFGH\n{line}", f"preview\n{line}")):
        answer = handed(app, house, game, "Red", text, once=str(once))
        assert answer.next == (), "no button gives the word"
        assert seat(house, game, "Red").substitute_id is None
    assert {row.recipient for row in house.outbox("confirm")} == {"red@example.org"}
    assert not house.outbox("", "mallory@example.net")
    # The word from the mailbox does it, wherever it is typed in.
    word = house.outbox("confirm")[0].data["word"]
    assert handed(app, house, game, "Red", f"confirm {word}", once="word").done
    assert seat(house, game, "Red").substitute_id == person_of(house, "mallory@example.net").id
    assert house.outbox("", "mallory@example.net")


def test_a_key_made_on_a_page_is_told_to_its_owner_by_mail(app: Flask, house: House) -> None:
    game = house.game("Red", "Blue")
    assert handed(app, house, game, "Red", "program key").done
    assert "program key off" in house.outbox("notice", "red@example.org")[-1].data["text"]
    client = app.test_client()
    signed_in(client, "red@example.org", house)
    client.post("/me/keys", data={"token": token(client, "/me/"), "game": game})
    assert len([row for row in house.outbox("notice", "red@example.org") if "program key off" in row.data["text"]]) == 2


def test_the_answer_with_a_key_loaded_again_makes_no_other_key(app: Flask, house: House) -> None:
    game, client = house.game("Red", "Blue"), app.test_client()
    signed_in(client, "red@example.org", house)
    form = {"token": token(client, "/me/"), "game": game, "once": "1"}
    assert "wbk_" in client.post("/me/keys", data=form).text
    again = client.post("/me/keys", data=form)
    assert "wbk_" not in again.text and "shown once" in again.text
    assert client.get("/me/keys").headers["Location"].startswith("/me/")
    with house.office.reading() as desk:
        assert len(desk.keys.of_seat(seat(house, game, "Red").id)) == 1


def test_a_new_key_ends_the_keys_of_programs(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "program key")
    house.write(game, "Red", "new key")
    assert "ended: 1" in house.confirm(game, "Red").said
    with house.office.reading() as desk:
        assert desk.keys.of_seat(seat(house, game, "Red").id) == []


def test_nor_a_way_in(app: Flask, house: House) -> None:
    """Their own mailbox would be all that a finder needs: with another address one signs in, too."""
    game = house.game("Red", "Blue")
    line = "address add mallory@example.net"
    client = app.test_client()
    signed_in(client, "red@example.org", house)
    form = {"token": token(client, "/me/"), "once": "a", "what": "address add", "address": "mallory@example.net"}
    client.post("/me/settings", data=form)
    answer = handed(app, house, game, "Red", line, once="b")
    assert answer.next == ()
    assert {row.recipient for row in house.outbox("confirm")} == {"red@example.org"}
    word = house.outbox("confirm")[-1].data["word"]
    assert handed(app, house, game, "Red", f"confirm {word}", once="c").word in ("ACCEPTED", "CONFIRM")
    assert house.outbox("confirm")[-1].recipient == "mallory@example.net", "who owns it says yes, too"


def test_nor_is_anybody_forgotten_by_whoever_finds_it(app: Flask, house: House) -> None:
    game, client = house.game("Red", "Blue"), app.test_client()
    name = signed_in(client, "red@example.org", house).name
    house.pass_time(hours=2)
    form = {"token": token(client, "/me/"), "name": name}
    assert client.post("/me/forget", data=form).status_code == 400
    assert seat(house, game, "Red").status == "joined"
    signed_in(client, "red@example.org", house)
    assert client.post("/me/forget", data={"token": token(client, "/me/"), "name": name}).status_code == 200


def test_nor_are_its_owners_emails_taken_away_without_a_word(app: Flask, house: House) -> None:
    """The first they heard of their game was that they were late."""
    game = house.game("Red", "Blue")
    client = app.test_client()
    signed_in(client, "red@example.org", house)
    form = {"token": token(client, "/me/"), "once": "a", "what": "reports", "reports": "none"}
    client.post("/me/settings", data=form)
    house.deliver()
    (told,) = [row for row in house.outbox("notice", "red@example.org") if "reports short" in row.data["text"]]
    assert told.status == "sent"
    # In an answer by mail they read it.
    house.write(game, "Blue", "reports none")
    assert not [row for row in house.outbox("notice", "blue@example.org") if "reports short" in row.data["text"]]


def test_a_channel_made_on_a_page_is_told_to_its_owner_by_mail(app: Flask, house: House) -> None:
    """It tells of private games for as long as it stands, whoever made it."""
    house.office.hooks_may_reach = (("evil.example", 443),)
    client = app.test_client()
    signed_in(client, "red@example.org", house)
    form = {"token": token(client, "/me/"), "kind": "url", "url": "https://evil.example/x"}
    assert client.post("/me/hooks", data=form).status_code == 302
    assert "tells evil.example" in house.outbox("notice", "red@example.org")[-1].data["text"]
    assert "/x" not in house.outbox("notice", "red@example.org")[-1].data["text"], "its secret path is not mailed"


def test_a_calendars_address_that_was_copied_can_be_ended(app: Flask, house: House) -> None:
    game, client = house.game("Red", "Blue"), app.test_client()
    signed_in(client, "red@example.org", house)

    def address() -> str:
        found = re.search(r"/me/[^<\s]+\.ics", client.get("/me/").text)
        assert found is not None
        return found.group()

    stranger, copied = app.test_client(), address()
    assert game in stranger.get(copied).text
    for _ in range(2):
        assert client.post("/me/calendar", data={"token": token(client, "/me/")}).status_code == 302
        assert stranger.get(copied).status_code == 404
        copied = address()
        assert game in stranger.get(copied).text


def test_nor_a_game(app: Flask, house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    answer = handed(app, house, game, "GM", "gm hand over to mallory@example.net", sender="boss@example.org")
    assert answer.next == ()
    assert [row.recipient for row in house.outbox("confirm")] == ["boss@example.org"]
    word = house.outbox("confirm")[0].data["word"]
    assert handed(app, house, game, "GM", f"confirm {word}", once="2", sender="boss@example.org").done
    assert [row.recipient for row in house.outbox("confirm")] == ["boss@example.org", "mallory@example.net"]

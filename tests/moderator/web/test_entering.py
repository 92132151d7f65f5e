"""Coming in by a mailed link: once, within a quarter hour, in the browser that asked; and going out again."""

from __future__ import annotations

import logging
import re

import pytest
from flask.testing import FlaskClient

from config.logging import redact
from moderator.store.tables import Device
from moderator.web import create_app, entering
from tests.moderator.house import House, text_of
from tests.moderator.web.visiting import person_of, signed_in, token


def ask(client: FlaskClient, address: str, **more: str) -> int:
    form = {"token": token(client), "address": address, **more}
    return client.post("/signin", data=form, follow_redirects=True).status_code


def link_for(house: House, address: str) -> str:
    house.deliver()
    text = text_of(house.outbox("sign in", address)[-1])
    found = re.search(r"(/signin/\w+)", text)
    assert found is not None
    return found.group(1)


def follow(client: FlaskClient, link: str) -> int:
    page = client.get(link)
    if page.status_code != 200:
        return page.status_code
    found = re.search(r'name="token" value="(\w+)"', page.text)
    assert found is not None
    return client.post(link, data={"token": found.group(1)}).status_code


def test_a_link_signs_in_once_in_the_browser_that_asked(client: FlaskClient, house: House) -> None:
    assert ask(client, "ann@example.org") == 200
    link = link_for(house, "ann@example.org")
    other = create_app(house.office).test_client()
    assert follow(other, link) == 403, "another browser"
    assert client.get(link).status_code == 200, "a scanner that looks uses nothing up"
    assert follow(client, link) == 302
    assert client.get("/me/").status_code == 200
    assert follow(client, link) == 403, "a second time"


def test_a_link_is_good_for_a_quarter_of_an_hour(client: FlaskClient, house: House) -> None:
    ask(client, "ann@example.org")
    link = link_for(house, "ann@example.org")
    house.pass_time(minutes=16)
    assert follow(client, link) == 403


def test_who_reads_mail_elsewhere_types_the_word(client: FlaskClient, house: House) -> None:
    ask(client, "ann@example.org")
    word = link_for(house, "ann@example.org").rpartition("/")[2]
    other = create_app(house.office).test_client()
    assert other.post("/signin/word", data={"token": token(other), "word": word}).status_code == 403
    typed = f"{word[:8].lower()} {word[8:].lower()}"
    assert client.post("/signin/word", data={"token": token(client), "word": typed}).status_code == 302
    assert client.get("/me/").status_code == 200


def test_the_word_goes_to_the_address_as_it_was_registered(client: FlaskClient, house: House) -> None:
    """Where `+` is a letter like others, `bob+x@` is somebody else: they signed in as Bob, who had no mail."""
    person_of(house, "bob@example.org")
    person_of(house, "cleo+games@example.org")
    for typed, registered in (
        ("bob+x@example.org", "bob@example.org"),
        ("cleo@example.org", "cleo+games@example.org"),
        ("new+tag@example.org", "new+tag@example.org"),
    ):
        assert ask(client, typed) == 200
        assert typed in client.get("/enter").text and (
            typed == registered or registered not in client.get("/enter").text
        )
        assert [row.recipient for row in house.outbox("sign in")][-1] == registered
        assert typed == registered or not house.outbox("", typed)
    assert follow(client, link_for(house, "new+tag@example.org")) == 302


def test_and_the_administrators_to_theirs(client: FlaskClient, house: House) -> None:
    """Also where somebody else was known by a spelling of it before."""
    local, _, domain = house.office.settings.admin_email.partition("@")
    person_of(house, f"{local}+mallory@{domain}")
    for typed in (f"{local}+mallory@{domain}", f"{local}@{domain}"):
        assert ask(client, typed) == 200
        assert [row.recipient for row in house.outbox("sign in")][-1] == house.office.settings.admin_email


def test_words_are_not_guessed(client: FlaskClient, house: House) -> None:
    ask(client, "ann@example.org")
    word = link_for(house, "ann@example.org").rpartition("/")[2]
    form = token(client)
    for number in range(entering.MOST_GUESSES):
        answer = client.post("/signin/word", data={"token": form, "word": f"WRONG{number}"})
        assert answer.headers["Location"] == "/enter?wrong=1"
    assert client.post("/signin/word", data={"token": form, "word": word}).status_code == 403
    assert client.get("/me/").status_code == 302


def test_a_mistyped_word_may_be_typed_again(client: FlaskClient, house: House) -> None:
    ask(client, "ann@example.org")
    word = link_for(house, "ann@example.org").rpartition("/")[2]
    wrong = client.post("/signin/word", data={"token": token(client), "word": "WRONG"}, follow_redirects=True)
    assert wrong.request.method == "GET", "whoever comes back by the browser's button sends nothing again"
    assert "That is not the word of the email." in wrong.text and 'name="word"' in wrong.text
    assert "ann@example.org" in wrong.text
    assert client.post("/signin/word", data={"token": token(client), "word": word}).status_code == 302
    assert client.get("/me/").status_code == 200


def test_the_page_for_the_word_is_for_whoever_has_asked(client: FlaskClient) -> None:
    assert 'name="address"' in client.get("/enter").text


def test_a_guest_is_asked_before_the_seat_is_lost(client: FlaskClient, house: House) -> None:
    game = client.post("/try", data={"token": token(client), "title": "toy"}).headers["Location"]
    form = {"token": token(client, "/me/")}
    asked = client.post("/signout", data=form)
    assert "Sign out, and lose your seat?" in asked.text
    assert 'id="composer"' in client.get(game).text, "nothing is lost yet"
    client.post("/signout", data={**form, "sure": "1"})
    assert 'id="composer"' not in client.get(game).text


def test_a_device_stays_for_sixty_days_and_no_longer(client: FlaskClient, house: House) -> None:
    ask(client, "ann@example.org")
    follow(client, link_for(house, "ann@example.org"))
    house.pass_time(days=59)
    assert client.get("/me/").status_code == 200
    house.pass_time(days=2)
    assert client.get("/me/").status_code == 302


def test_links_are_limited_by_address_and_by_caller(client: FlaskClient, house: House) -> None:
    for _ in range(entering.MOST_TO_ADDRESS + 3):
        assert ask(client, "ann@example.org") == 200, "whoever asks is told nothing about it"
    assert len(house.outbox("sign in", "ann@example.org")) == entering.MOST_TO_ADDRESS
    statuses = [ask(client, f"p{number}@example.org") for number in range(entering.MOST_BY_CALLER)]
    assert statuses[-1] == 429
    house.pass_time(hours=1)
    assert ask(client, "ann@example.org") == 200
    assert len(house.outbox("sign in", "ann@example.org")) == entering.MOST_TO_ADDRESS + 1


@pytest.mark.parametrize("address", ["", "nobody", "a@b\r\nBcc: c@d.example", "play@waybill.localhost", "x@y..z"])
def test_what_is_no_address_of_a_person_gets_no_link(client: FlaskClient, house: House, address: str) -> None:
    assert ask(client, address) == 400
    assert house.outbox() == []


def test_who_is_shut_out_gets_no_link_and_learns_nothing(client: FlaskClient, house: House) -> None:
    person_of(house, "bad@example.org")
    with house.office.desk() as desk:
        person = desk.person_at("bad@example.org")
        assert person is not None
        person.blocked = True
    assert ask(client, "bad@example.org") == 200
    assert house.outbox() == []


def test_signing_out_ends_every_copy_of_the_cookie(client: FlaskClient, house: House) -> None:
    signed_in(client, "ann@example.org", house)
    thief = create_app(house.office).test_client()
    kept = client.get_cookie("session")
    assert kept is not None
    thief.set_cookie("session", kept.value)
    assert thief.get("/me/").status_code == 200
    client.post("/signout", data={"token": token(client, "/me/")})
    assert thief.get("/me/").status_code == 302
    assert client.get("/me/").status_code == 302


def test_a_new_session_has_a_new_form_token(client: FlaskClient, house: House) -> None:
    before = token(client)
    ask(client, "ann@example.org")
    follow(client, link_for(house, "ann@example.org"))
    assert client.post("/signout", data={"token": before}).status_code == 403


def test_whoever_came_from_a_page_goes_back_there_and_never_elsewhere(client: FlaskClient, house: House) -> None:
    for wanted, place in (("/help", "/help"), ("https://evil.example", "/me/"), ("//evil.example", "/me/")):
        ask(client, "ann@example.org", next=wanted)
        link = link_for(house, "ann@example.org")
        answer = client.post(link, data={"token": token(client)})
        assert answer.headers["Location"] == place
        client.post("/signout", data={"token": token(client, "/me/")})


def test_no_link_is_kept_in_a_log(house: House, client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    ask(client, "ann@example.org")
    link = link_for(house, "ann@example.org")
    follow(client, link)
    word = link.rpartition("/")[2]
    assert word not in redact(caplog.text)
    assert client.get("/me/").headers["Referrer-Policy"] == "no-referrer"
    with house.office.reading() as desk:
        rows = [row.key for row in house.outbox("sign in")]
        assert not any(word in key for key in rows)
        assert desk.session.query(Device).one().token_hash not in str(client.get_cookie("session"))


def test_the_administrators_address_makes_an_operator(client: FlaskClient, house: House) -> None:
    signed_in(client, "ann@example.org", house)
    assert client.get("/console/").status_code == 403
    admin = create_app(house.office).test_client()
    address = house.office.settings.admin_email
    ask(admin, address)
    assert follow(admin, link_for(house, address)) == 302
    assert admin.get("/console/").status_code == 200


def test_who_asks_for_links_to_anothers_address_does_not_use_up_theirs(client: FlaskClient, house: House) -> None:
    """Four requests of anybody's an hour kept somebody from coming in, and they were told that a link was sent."""
    stranger = create_app(house.office).test_client()
    stranger.environ_base["REMOTE_ADDR"] = "203.0.113.7"
    for _ in range(entering.MOST_TO_ADDRESS + 3):
        ask(stranger, "ann@example.org")
    assert len(house.outbox("sign in", "ann@example.org")) == entering.MOST_TO_ADDRESS
    ask(client, "ann@example.org")
    follow(client, link_for(house, "ann@example.org"))
    assert client.get("/me/").status_code == 200
    for number in range(20):
        stranger.environ_base["REMOTE_ADDR"] = f"198.51.{number}.1"
        ask(stranger, "ann@example.org")
    assert len(house.outbox("sign in", "ann@example.org")) == entering.MOST_TO_ADDRESS_BY_ALL

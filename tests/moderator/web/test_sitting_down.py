"""Trying a game at one click, taking an open seat, starting a game of one's own; and what is left of guests."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from moderator.errands.guests import IDLE, forget_idle
from moderator.inbox.handle import handle
from moderator.store.tables import Game, Person
from moderator.table.planning import GamePlan, Wish
from moderator.table.seating import new_game
from moderator.web import create_app, trying
from tests.moderator.house import House
from tests.moderator.web.visiting import person_of, signed_in, token


@pytest.fixture(autouse=True)
def _elsewhere(client: FlaskClient) -> None:
    """The visitor comes from the world, not from this machine."""
    client.environ_base["REMOTE_ADDR"] = "192.0.2.7"


def try_it(client: FlaskClient, title: str = "toy") -> str:
    answer = client.post("/try", data={"token": token(client, "/"), "title": title})
    assert answer.status_code == 302, answer.text
    return str(answer.headers["Location"])


def test_one_click_sits_a_guest_at_a_table_with_bots(client: FlaskClient, house: House) -> None:
    place = try_it(client)
    page = client.get(place)
    assert page.status_code == 200
    game = place.rpartition("/")[2]
    assert house.row(game).visibility == "unlisted"
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        assert [seat.bot for seat in play.players] == [False, True, True]
        owner = desk.person(play.players[0].person_id)
        assert owner is not None and owner.guest
    assert game in client.get("/me/").text
    assert game not in create_app(house.office).test_client().get("/").text, "it is on no list"


def test_games_are_tried_a_few_at_a_time(client: FlaskClient, house: House) -> None:
    for _ in range(trying.MOST_TRIES):
        try_it(client)
    form = {"token": token(client, "/"), "title": "toy"}
    assert client.post("/try", data=form).status_code == 429
    assert client.post("/try", data=form | {"title": "no such"}).status_code == 400


def test_a_guest_who_gives_an_address_keeps_the_games(client: FlaskClient, house: House) -> None:
    try_it(client)
    form = {"token": token(client, "/me/"), "once": "a", "what": "address add", "address": "ann@example.org"}
    client.post("/me/settings", data=form)
    word = house.outbox("confirm", "ann@example.org")[-1].data["word"]
    client.post("/me/settings", data=form | {"once": "b", "what": "confirm", "word": word})
    with house.office.reading() as desk:
        person = desk.person_at("ann@example.org")
        assert person is not None and not person.guest
        assert desk.main_address(person) == "ann@example.org"
    assert "ann@example.org" in client.get("/me/").text


def test_a_guest_who_has_an_account_already_takes_what_they_tried_along(client: FlaskClient, house: House) -> None:
    """They clicked before they signed in; nothing tells anybody else that the address is known here."""
    person = person_of(house, "ann@example.org")
    game = try_it(client).rpartition("/")[2]
    form = {"token": token(client, "/me/"), "what": "address add"}
    page = client.post("/me/settings", data=form | {"once": "a", "address": "ann@example.org"}, follow_redirects=True)
    assert "somebody already" not in page.text and "waits for your confirmation" in page.text
    word = house.outbox("confirm", "ann@example.org")[-1].data["word"]
    gone = client.post("/me/settings", data=form | {"once": "b", "what": "confirm", "word": word})
    assert "are yours now" in unescape(gone.text) and "/signin" in gone.text
    assert client.get("/me/").status_code == 302, "nobody is signed in by a word for something else"
    signed_in(client, "ann@example.org", house)
    assert game in client.get("/me/").text
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None and play.players[0].person_id == person.id


def test_a_guest_who_says_so_by_mail_takes_what_they_tried_along(client: FlaskClient, house: House) -> None:
    person = person_of(house, "ann@example.org")
    game = try_it(client).rpartition("/")[2]
    form = {"token": token(client, "/me/"), "what": "address add", "once": "a", "address": "ann@example.org"}
    client.post("/me/settings", data=form)
    client.post("/me/keys", data=form | {"game": game})
    word = house.outbox("confirm", "ann@example.org")[-1].data["word"]
    play = house.office.addresses.general()
    receipt = house.take_in(house.raw("ann@example.org", play, f"confirm {word}"), "ann@example.org", play)
    handle(house.office, receipt.mail_id)
    assert house.answer(receipt.mail_id).word == "ACCEPTED"
    assert client.get("/me/").status_code == 302
    with house.office.reading() as desk:
        found = desk.game(game)
        assert found is not None and found.players[0].person_id == person.id
        assert desk.keys.of_seat(found.players[0].id) == [], "nor does a program of the guest's play on"


def test_no_form_tells_whether_an_address_is_known_here(client: FlaskClient, house: House) -> None:
    """The same words for an address of somebody and of nobody, to a guest and to whoever is registered."""
    person_of(house, "known@example.org")
    try_it(client)
    token_ = token(client, "/me/")

    def said(address: str, sender: str = "") -> str:
        if sender:
            return house.write(game, "Red", f"address add {address}").said.replace(address, "…")
        form = {"token": token_, "what": "address add", "once": address, "address": address}
        page = client.post("/me/settings", data=form, follow_redirects=True).text
        found = re.search(r'id="answer".*?</section>', page, re.S)
        assert found is not None
        return found.group(0).replace(address, "…")

    game = house.game("Red", "Blue")
    for sender in ("", "red@example.org"):
        assert said("known@example.org", sender) == said("nobody@example.org", sender)
    told = house.outbox("notice", "known@example.org")
    assert told and "yours here" in told[-1].data["text"], "and its owner hears who asked"


def test_no_mail_to_a_guest_reaches_the_relay(client: FlaskClient, house: House) -> None:
    try_it(client)
    rows = [row for row in house.outbox() if row.recipient.endswith("@guest.invalid")]
    assert rows
    house.deliver()


def test_guests_who_do_not_come_back_leave_nothing(client: FlaskClient, house: House) -> None:
    place = try_it(client)
    stays = create_app(house.office).test_client()
    stays.environ_base["REMOTE_ADDR"] = "192.0.2.8"
    other = try_it(stays).rpartition("/")[2]
    house.time += IDLE
    house.pass_time(hours=1)
    stays.get("/me/")
    assert forget_idle(house.office) == 1
    assert client.get(place).status_code == 404
    with house.office.reading() as desk:
        assert [row.id for row in desk.session.query(Game)] == [other]
        assert desk.session.query(Person).filter(Person.guest).count() == 1


def open_game(house: House, **more: str) -> str:
    with house.office.desk() as desk:
        wishes = [Wish("Red", "red@example.org"), Wish("Blue", open=True)]
        return new_game(desk, GamePlan("toy", wishes, gm="boss@example.org", **more), "test").id


def test_an_open_seat_is_taken_on_the_front_page(client: FlaskClient, house: House) -> None:
    game = open_game(house)
    house.write(game, "Red", "join")
    page = client.get("/").text
    assert "Join as Blue" in page and game in page
    form = {"token": token(client, "/"), "once": "x", "game": game, "seat": "Blue"}
    assert client.post("/join", data=form).status_code == 302, "a passer-by signs in first"
    signed_in(client, "ben@example.org", house)
    form["token"] = token(client, "/")
    assert client.post("/join", data=form).headers["Location"] == f"/games/{game}"
    assert house.row(game).status == "running"
    assert "Join as Blue" not in client.get("/").text
    assert house.write(game, "Blue", "status", sender="ben@example.org").word == "ACCEPTED"


def test_the_wish_for_a_seat_comes_along_through_the_sign_in(client: FlaskClient, house: House) -> None:
    game = open_game(house)
    form = {"token": token(client, "/"), "once": "x", "game": game, "seat": "Blue"}
    asked = client.post("/join", data=form)
    page = client.get(asked.headers["Location"]).text
    assert "To sit down as Blue" in page
    back = re.search(r'name="next" value="([^"]+)"', page)
    assert back is not None
    given = {"token": token(client), "address": "ben@example.org", "next": unescape(back[1])}
    sent = client.post("/signin", data=given, follow_redirects=True).text
    again = re.search(r'href="(/signin\?next=[^"]+)">Ask for another', sent)
    assert again is not None and "To sit down as Blue" in client.get(again[1]).text, "also with another link"
    word = re.search(r"/signin/(\w+)", house.text_of(house.outbox("sign in", "ben@example.org")[-1]))
    assert word is not None
    entered = client.post(f"/signin/{word[1]}", data={"token": token(client, f"/signin/{word[1]}")})
    table = client.get(entered.headers["Location"]).text
    assert "the seat of Blue is not taken yet" in table and "Join as Blue" in table
    form["token"] = token(client, "/")
    assert client.post("/join", data=form).headers["Location"] == f"/games/{game}"
    assert "not taken yet" not in client.get(f"/games/{game}?seat=Blue").text


def test_whoever_started_a_game_is_told_how_its_open_seats_are_taken(client: FlaskClient, house: House) -> None:
    game = open_game(house, visibility="private")
    signed_in(client, "boss@example.org", house)
    page = client.get(f"/games/{game}").text
    assert f"join game {game}" in page and house.office.addresses.general() in page
    assert f'href="/games/{game}/moderate"' in page
    signed_in(client, "red@example.org", house)
    page = client.get(f"/games/{game}").text
    assert f"join game {game}" in page and f'href="/games/{game}/moderate"' not in page


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"address": ["", "bobx.test"]}, "bobx.test is not an email address."),
        ({"title": "1861"}, "1861 is played by 3, 4, 5 or 6, not by 2."),
        ({"more": "nonsense 5"}, "nonsense 5"),
    ],
)
def test_a_new_game_that_is_refused_shows_its_form_again_as_it_was(
    client: FlaskClient, house: House, change: dict[str, list[str] | str], why: str
) -> None:
    signed_in(client, "ann@example.org", house)
    form = {"token": token(client, "/new"), "once": "1", "title": "toy", "visibility": "private", "hours": "36"}
    seats = {"name": ["Red", "Blue"], "kind": ["me", "person"], "address": ["", "ben@example.org"]}
    page = client.post("/new", data={**form, **seats, **change}).text
    assert why in unescape(page), page
    assert "player Blue:" not in page, "nobody has written that"
    assert '<option value="private" selected>' in page and 'value="36"' in page
    with house.office.reading() as desk:
        assert not desk.session.query(Game).count()


def test_an_open_seat_is_taken_once_and_never_by_a_guest(client: FlaskClient, house: House) -> None:
    game = open_game(house)
    try_it(client)
    form = {"token": token(client, "/me/"), "once": "x", "game": game, "seat": "Blue"}
    assert "needs an address" in client.post("/join", data=form).text
    for address, taken in (("ben@example.org", True), ("cid@example.org", False), ("ben@example.org", False)):
        signed_in(client, address, house)
        form |= {"token": token(client, "/me/"), "once": f"{address}{taken}"}
        assert (client.post("/join", data=form).status_code == 302) is taken


def test_an_open_seat_is_taken_by_mail_when_the_sender_confirms(house: House) -> None:
    game = open_game(house)
    house.office.bell = house.do
    play, sender = house.office.addresses.general(), "ben@example.org"
    house.take_in(house.raw(sender, play, f"join game {game}"), sender, play)
    word = re.search(r"confirm (\w+)", house.text_of(house.outbox("answer", sender)[-1]))
    assert word is not None
    house.take_in(house.raw(sender, play, f"confirm {word.group(1)}"), sender, play)
    with house.office.reading() as desk:
        found = desk.game(game)
        assert found is not None
        blue = found.seat("Blue")
        person = desk.person_at(sender)
        assert blue is not None and person is not None and blue.person_id == person.id


def test_whoever_is_signed_in_starts_a_game_by_the_mail_they_could_have_written(
    client: FlaskClient, house: House
) -> None:
    assert client.get("/new").status_code == 302
    signed_in(client, "ann@example.org", house)
    form = {"token": token(client, "/new"), "once": "1", "title": "toy", "visibility": "private"}
    seats = {"name": ["Red", "Blue"], "kind": ["me", "bot"], "address": ["", ""]}
    made = client.post("/new", data={**form, **seats, "hours": "36"})
    with house.office.reading() as desk:
        (row,) = desk.session.query(Game)
        assert row.visibility == "private"
        person = desk.person_at("ann@example.org")
        assert person is not None and row.gm_id == person.id
        assert made.headers["Location"] == f"/games/{row.id}" and row.status == "running", "nobody invites themselves"
        assert set(row.terms["hours"].values()) == {36}


def test_whoever_starts_a_game_at_this_machine_sits_in_it_at_once(client: FlaskClient, house: House) -> None:
    client.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    signed_in(client, "ann@example.org", house)
    page = client.get("/new").text
    assert 'value="me" selected' in page and 'value="ann@example.org"' in page
    seats = {"name": ["Red", "Blue"], "kind": ["me", "person"], "address": ["", "ben@example.org"]}
    made = client.post("/new", data={"token": token(client, "/new"), "title": "toy", **seats})
    game = made.headers["Location"].rpartition("/")[2]
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        assert [seat.status for seat in play.players] == ["joined", "invited"]
    client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    signed_in(client, "ben@example.org", house)
    before = client.get(f"/games/{game}").text
    assert "You are invited to play Blue." in before
    number = re.search(r'name="seat" value="(\d+)"', before)
    assert number is not None
    form = {"token": token(client, "/me/"), "once": "x", "seat": number[1], "word": "join", "back": "table"}
    assert client.post("/me/answer", data=form).headers["Location"] == f"/games/{game}"
    assert house.row(game).status == "running"


def test_a_form_for_a_new_game_that_arrives_again_makes_no_other(client: FlaskClient, house: House) -> None:
    """A second click without script, a browser that sends its form again."""
    client.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    seats = {"name": ["Red", "Blue"], "kind": ["person", "bot"], "address": ["red@example.org", ""]}
    form = {"token": token(client, "/new"), "once": "1", "title": "toy", **seats}
    assert client.post("/new", data=form | {"more": "nonsense"}).status_code == 200, "refused: nothing is made"
    first, again = (client.post("/new", data=form).headers["Location"] for _ in range(2))
    assert first == again
    with house.office.reading() as desk:
        assert desk.session.query(Game).count() == 1
    assert client.post("/new", data=form | {"once": "2"}).status_code == 302
    with house.office.reading() as desk:
        assert desk.session.query(Game).count() == 2


def test_trying_twice_by_one_form_is_one_guest_at_one_table(client: FlaskClient, house: House) -> None:
    """The browser sends it a second time before it knows who it has become."""
    form = {"token": token(client, "/"), "title": "toy", "once": "1"}
    with client.session_transaction() as session:
        before = dict(session)
    first = client.post("/try", data=form).headers["Location"]
    with client.session_transaction() as session:
        session.clear()
        session.update(before)
    assert client.post("/try", data=form).headers["Location"] == first
    assert first.rpartition("/")[2] in client.get("/me/").text
    with house.office.reading() as desk:
        assert desk.session.query(Game).count() == 1
        assert desk.session.query(Person).filter(Person.guest).count() == 1


def test_open_seats_and_a_start_at_once_are_asked_about(client: FlaskClient, house: House) -> None:
    client.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    seats = {"name": ["Red", "Blue"], "kind": ["person", "open"], "address": ["red@example.org", ""]}
    form = {"token": token(client, "/new"), "title": "toy", "visibility": "private", "start": "1", **seats}
    page = client.post("/new", data=form).text
    assert "The tick below is taken away" in page and not re.search(r'name="start" value="1" checked', page)
    assert '<option value="private" selected>' in page, "what was said stays"
    del form["start"]
    assert client.post("/new", data=form).status_code == 302


def test_nobody_is_offered_a_seat_where_they_sit(client: FlaskClient, house: House) -> None:
    game = open_game(house)
    assert "Join as Blue" in client.get("/").text
    signed_in(client, "red@example.org", house)
    page = client.get("/").text
    assert "Join as Blue" not in page and "You sit at this table." in page
    assert "Your games" in page and "You are invited to play Red." in page
    assert "Join as Blue" not in client.get(f"/games/{game}").text
    signed_in(client, "cid@example.org", house)
    assert "Join as Blue" in client.get(f"/games/{game}").text


def test_a_game_without_a_move_is_under_way_too(client: FlaskClient, house: House) -> None:
    nobody = "No game is under way yet."
    assert nobody in client.get("/").text
    house.game("Red", "Blue")
    assert nobody not in client.get("/").text


def test_a_game_that_waits_is_headed_by_the_name_of_its_title(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", "Green", title="1882", start=False)
    assert "<h1>1882: Assiniboia <" in client.get(f"/games/{game}").text

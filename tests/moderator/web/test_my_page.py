"""My page: what waits for me first, what I arrange goes the way of a mail, and nobody else's is mine."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from moderator.web import create_app
from tests.moderator.house import House
from tests.moderator.web.visiting import signed_in, token


@pytest.fixture
def ann(client: FlaskClient, house: House) -> FlaskClient:
    client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    signed_in(client, "red@example.org", house)
    return client


def arrange(client: FlaskClient, what: str, once: str = "", **fields: str) -> str:
    form = {"token": token(client, "/me/"), "what": what, "once": once or f"{what}{fields}"}
    return client.post("/me/settings", data=form | fields, follow_redirects=True).text


def test_what_waits_for_me_comes_first_and_the_shortest_deadline_before_others(ann: FlaskClient, house: House) -> None:
    long = house.game("Red", "Blue", terms={"hours": {"auction": 96}})
    short = house.game("Red", "Blue", terms={"hours": {"auction": 24}})
    theirs = house.game("Blue", "Red")
    page = ann.get("/me/").text
    assert page.index(short) < page.index(long) < page.index("Your other games") < page.index(theirs)


@pytest.mark.parametrize(
    ("what", "fields", "field", "value"),
    [
        ("zone", {"zone": "Asia/Seoul"}, "zone", "Asia/Seoul"),
        ("hours", {"from": "08:00", "to": "22:00"}, "hours", "08:00-22:00"),
        ("weekdays", {"weekdays": "Mon-Fri"}, "weekdays", "Mon-Fri"),
        ("language", {"language": "fr"}, "language", "fr"),
        ("reports", {"reports": "daily", "at": "06:30"}, "reports", "daily 06:30"),
        ("text", {"text": "1"}, "text_only", True),
    ],
)
def test_what_i_arrange_is_done_by_the_commands(
    ann: FlaskClient, house: House, what: str, fields: dict[str, str], field: str, value: object
) -> None:
    arrange(ann, what, **fields)
    with house.office.reading() as desk:
        person = desk.person_at("red@example.org")
        assert person is not None and getattr(person, field) == value
    assert [row.status for row in house.outbox("answer")] == ["shown"], "said on the page, not by mail"


def test_what_can_not_be_done_says_why_and_changes_nothing(ann: FlaskClient, house: House) -> None:
    page = arrange(ann, "zone", zone="Mars/Base")
    assert "Mars/Base" in page and 'role="alert"' in page


@pytest.mark.parametrize("line", ["Asia/Seoul\nresign", "Asia/Seoul;resign", "x" * 300])
def test_a_field_carries_one_line(ann: FlaskClient, line: str) -> None:
    form = {"token": token(ann, "/me/"), "what": "zone", "once": "1", "zone": line}
    assert ann.post("/me/settings", data=form).status_code == 400


def test_an_absence_is_announced_and_ended(ann: FlaskClient, house: House) -> None:
    arrange(ann, "away", **{"from": "2026-12-20", "to": "2026-12-24"})
    with house.office.reading() as desk:
        person = desk.person_at("red@example.org")
        assert person is not None and len(desk.people.absences(person.id)) == 1


def test_orders_on_file_are_shown_to_their_owner_alone(ann: FlaskClient, house: House) -> None:
    game = house.game("Blue", "Red")
    house.write(game, "Red", "bid N up to 40 then pass")
    assert "up to 40" in ann.get("/me/").text
    signed_in(ann, "blue@example.org", house)
    assert "up to 40" not in ann.get("/me/").text


def test_an_invitation_is_answered(ann: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", start=False)
    page = ann.get("/me/").text
    seat = re.search(r'name="seat" value="(\d+)"', page)
    assert seat is not None
    form = {"token": token(ann, "/me/"), "once": "1", "seat": seat.group(1), "word": "join"}
    ann.post("/me/answer", data=form)
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None and play.players[0].status == "joined"
    signed_in(ann, "mallory@example.org", house)
    form["token"] = token(ann, "/me/")
    assert ann.post("/me/answer", data=form | {"word": "decline"}).status_code == 404


def test_a_device_is_ended_from_another(ann: FlaskClient, house: House) -> None:
    phone = create_app(house.office).test_client()
    signed_in(phone, "red@example.org", house)
    page = ann.get("/me/").text
    others = re.findall(r"/me/devices/(\d+)/end", page)
    assert len(others) == 2
    for number in others:
        ann.post(f"/me/devices/{number}/end", data={"token": token(ann, "/me/")})
        if phone.get("/me/").status_code == 302:
            break
    assert phone.get("/me/").status_code == 302


def test_nobody_ends_another_persons_device(ann: FlaskClient, house: House) -> None:
    other = create_app(house.office).test_client()
    signed_in(other, "blue@example.org", house)
    number = re.findall(r"/me/devices/(\d+)/end", other.get("/me/").text)[0]
    ann.post(f"/me/devices/{number}/end", data={"token": token(ann, "/me/")})
    assert other.get("/me/").status_code == 200


def test_my_data_is_a_file_of_my_own(ann: FlaskClient, house: House) -> None:
    house.game("Red", "Blue")
    told = json.loads(ann.get("/me/data.json").data)
    assert told["addresses"] == ["red@example.org"] and "blue@example.org" not in str(told)


def test_being_forgotten_needs_the_name_and_leaves_no_way_in(ann: FlaskClient, house: House) -> None:
    house.game("Red", "Blue")
    assert ann.post("/me/forget", data={"token": token(ann, "/me/"), "name": "x"}).status_code == 400
    name = "red" if "red" in ann.get("/me/").text else "Red"
    with house.office.reading() as desk:
        person = desk.person_at("red@example.org")
        assert person is not None
        name = person.name
    assert ann.post("/me/forget", data={"token": token(ann, "/me/"), "name": name}).status_code == 200
    assert ann.get("/me/").status_code == 302
    with house.office.reading() as desk:
        assert desk.person_at("red@example.org") is None


def test_the_calendar_has_my_deadlines_and_needs_its_own_address(ann: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    found = re.search(r"(/me/[\w.-]+\.ics)", ann.get("/me/").text)
    assert found is not None
    stranger = create_app(house.office).test_client()
    answer = stranger.get(found.group(1))
    assert answer.mimetype == "text/calendar"
    assert "BEGIN:VEVENT" in answer.text and game in answer.text
    assert all(len(line.encode()) <= 75 for line in answer.text.split("\r\n"))
    etag = answer.headers["ETag"]
    assert stranger.get(found.group(1), headers={"If-None-Match": etag}).status_code == 304
    assert stranger.get(found.group(1).replace(".ics", "x.ics")).status_code == 404


def test_a_games_feed_tells_its_moves_and_no_secret(ann: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Blue", "bid N up to 40 then pass")
    house.write(game, "Red", "bid N 5")
    feed = ann.get(f"/games/{game}/feed.atom")
    assert feed.mimetype == "application/atom+xml"
    assert "bid N 5" in feed.text and "up to 40" not in feed.text


def test_one_s_name_is_one_s_own(client: FlaskClient, house: House) -> None:
    person = signed_in(client, "ann@example.org", house)
    form = {"token": token(client, "/me/")}
    for wrong in ("", "   ", "x" * 41, "ann@example.org", "a\u200bb"):
        assert client.post("/me/name", data={**form, "name": wrong}).status_code == 400, wrong
    assert client.post("/me/name", data={**form, "name": " Ann  of York "}).status_code == 302
    with house.office.reading() as desk:
        found = desk.person(person.id)
        assert found is not None and found.name == "Ann of York"
    assert "Ann of York" in client.get("/me/").text

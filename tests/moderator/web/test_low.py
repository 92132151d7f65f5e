"""Small holes that were found by trying: each was an error page, a leak or a waste."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Request
from flask.testing import FlaskClient
from werkzeug.sansio import multipart
from werkzeug.test import EnvironBuilder

from moderator.events.announcing import announce
from moderator.gateway.parts import MOST_OF_ALL_HEADS
from moderator.web import create_app, spectators
from moderator.web.forms import PageRequest
from moderator.web.session import sign_in_link
from tests.moderator.house import House, open_house, settings_for, text_of
from tests.moderator.web.test_pages import token
from tests.moderator.web.visiting import signed_in

HUGE = 2**63


@pytest.fixture
def client(house: House) -> FlaskClient:
    return create_app(house.office).test_client()


def test_numbers_no_database_knows_are_answered(house: House, client: FlaskClient) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    assert client.get(f"/api/v1/games/{game}/moves?since={HUGE}").json == {"moves": [], "next": None}
    assert client.get(f"/api/v1/games/{game}?at={HUGE}").status_code == 200
    assert client.get(f"/games/{game}?at={HUGE}").status_code == 200
    assert client.get(f"/mailbox/newest?after={HUGE}").status_code == 200
    for path in ("", "/html", "/attachment/0"):
        assert client.get(f"/mailbox/{HUGE}{path}").status_code == 404
    assert client.get(f"/console/mails/{HUGE}").status_code in (302, 404)


def test_nor_in_what_one_asks_about_oneself(house: House, client: FlaskClient) -> None:
    game = house.game("Red", "Blue", gm="red@example.org")
    signed_in(client, "red@example.org", house)
    assert client.get(f"/me/?said={HUGE}").status_code == 200
    assert client.get(f"/games/{game}/moderate?said={HUGE}").status_code == 200
    with house.office.desk() as desk:
        announce(desk, "cup", ["titles toy", "tables 2"], "test", desk.meet("red@example.org"))
    assert client.get(f"/events/cup/desk?said={HUGE}").status_code == 200
    form = {"token": token(client, "/me/"), "seat": str(HUGE), "word": "join"}
    assert client.post("/me/answer", data=form).status_code == 404
    sent = {"token": form["token"], "turn": str(HUGE), "orders": "pass", "nonce": "a" * 24}
    assert client.post(f"/games/{game}/send", data=sent).status_code == 302


def test_what_nobody_can_type_names_no_page_and_fills_no_form(tmp_path: Path, postgres_url: str) -> None:
    # SQLite keeps a zero in a text, PostgreSQL does not.
    house = open_house(settings_for(tmp_path, DATABASE_URL=postgres_url))
    client = create_app(house.office).test_client()
    for path in ("/games/%00", "/events/%00", "/api/v1/games?status=%00", "/api/v1/games/a%00b/moves", "/signin/%00"):
        assert client.get(path).status_code == 404, path
    form = {"token": token(client, "/signin"), "address": "a\0@example.org"}
    assert client.post("/signin", data=form).status_code == 400
    assert client.post("/signin", data=form | {"address": "a\x1b@example.org"}).status_code == 400
    house.office.close()


def test_the_first_row_with_its_draws_is_not_to_be_had_by_a_negative_number(house: House, client: FlaskClient) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    answer = client.get(f"/api/v1/games/{game}/moves?since=-5")
    assert answer.status_code == 400 and answer.json is not None and set(answer.json) == {"error"}


def test_words_no_key_is_written_in_are_refused(tmp_path: Path) -> None:
    house = open_house(settings_for(tmp_path, METRICS_TOKEN="plain"))
    client = create_app(house.office).test_client()
    assert client.get("/metrics", headers={"Authorization": "Bearer clé".encode().decode("latin-1")}).status_code == 403
    token(client, "/signin")
    assert client.post("/signin", data={"token": "clé"}).status_code == 403
    house.office.close()


def signed(client: FlaskClient, house: House) -> None:
    link = sign_in_link(house.office).partition("/signin/")[2]
    assert client.post(f"/signin/{link}", data={"token": token(client, f"/signin/{link}")}).status_code == 302
    assert client.get("/console/").status_code == 200


def test_a_cookie_copied_before_signing_out_is_worth_nothing_afterwards(house: House, client: FlaskClient) -> None:
    signed(client, house)
    thief = create_app(house.office).test_client()
    kept = client.get_cookie("session")
    assert kept is not None
    thief.set_cookie("session", kept.value)
    assert thief.get("/console/").status_code == 200
    client.post("/signout", data={"token": token(client, "/")})
    assert thief.get("/console/").status_code == 302
    signed(client, house)
    assert client.get("/console/").status_code == 200


@pytest.mark.parametrize(
    "header",
    ["CF-Connecting-IP", "X-Client-IP", "True-Client-IP", "X-Forwarded-Proto", "X-Forwarded-Port", "Via", "CDN-Loop"],
)
def test_whoever_comes_through_a_proxy_does_not_sit_at_this_machine(client: FlaskClient, header: str) -> None:
    assert client.get("/mailbox/").status_code == 200
    assert client.get("/mailbox/", headers={header: "203.0.113.7"}).status_code == 302


def test_a_games_record_is_written_out_once_a_move(
    house: House, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    written = []
    whole = spectators.transcript
    monkeypatch.setattr(spectators, "transcript", lambda play: written.append(play.seq) or whole(play))
    first = client.get(f"/games/{game}/game.json")
    assert client.get(f"/games/{game}/game.json").data == first.data
    assert client.get(f"/games/{game}/game.json", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    house.write(game, "Red", "pass", deliver=False)
    assert client.get(f"/games/{game}/game.json").data != first.data
    assert written == [0, 1]


def test_a_form_of_two_megabytes_is_refused_before_it_is_read(client: FlaskClient) -> None:
    assert client.post("/signin", data={"token": "x" * 2_000_000}).status_code == 413


@pytest.mark.parametrize("page", ["/verify", "/import"])
def test_nor_is_one_where_files_are_taken(client: FlaskClient, page: str) -> None:
    """24 MB of names in one piece of a stranger's took six seconds and 800 MB, before the token was looked at."""
    much = client.post(page, data=b"a=1&" * 50_000, content_type="application/x-www-form-urlencoded")
    assert much.status_code == 413


# What can stand before a part of a form: each took seconds to read, a thousand times 22 kB.
LONG_HEADS = {
    "quoted": 'Content-Disposition: form-data; a="' + '\\"' * 10_000 + '"; name="f"',
    "many": "Content-Disposition: form-data; " + "; ".join(f"a*{j}*=%41" for j in range(2000)) + '; name="f"',
    "blank": 'Content-Disposition: form-data; name="f"' + ";" * 20_000,
    "lines": 'Content-Disposition: form-data; name="f"\r\n' + "\r\n".join(["A:b"] * 4000),
    "short": 'Content-Disposition: form-data; name="f"; a="' + "b" * 3_000 + '"',
}


@pytest.mark.parametrize("page", ["/verify", "/import", "/hooks/mail/mailgun"])
@pytest.mark.parametrize("head", LONG_HEADS)
def test_what_stands_before_the_parts_of_a_form_costs_a_stranger_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, head: str
) -> None:
    """22 MB of a stranger's took five seconds before the token, or the provider's signature, was looked at."""
    client = create_app(open_house(settings_for(tmp_path, MAILGUN_KEY="k")).office).test_client()
    read: list[int] = []
    whole = multipart.parse_options_header
    monkeypatch.setattr(multipart, "parse_options_header", lambda text: read.append(len(text or "")) or whole(text))
    splits: list[int] = []
    lines = multipart.MultipartDecoder._parse_headers
    counted = lambda self, data: splits.append(len(data)) or lines(self, data)  # noqa: E731
    monkeypatch.setattr(multipart.MultipartDecoder, "_parse_headers", counted)
    body = f"--b\r\n{LONG_HEADS[head]}\r\n\r\nx\r\n".encode() * 150 + b"--b--\r\n"
    answer = client.post(page, data=body, content_type="multipart/form-data; boundary=b")
    assert answer.status_code in (400, 413)
    assert sum(read) <= MOST_OF_ALL_HEADS and sum(splits) <= MOST_OF_ALL_HEADS


def test_a_form_in_parts_says_what_it_said(client: FlaskClient) -> None:
    """Names and files come out as the library has them, however they are cut into pieces."""
    large = b"x" * 65_530 + b"\r\n--b\r\n--" * 3 + b"\xff" * 70_000
    body = (
        b'ahead\r\n--bb\r\nContent-Disposition: form-data; name="f"; filename="a \xc3\xa9.eml"\r\n'
        b"Content-Type: text/plain\r\n\r\n" + large + b"\r\n--bb\r\n"
        b'Content-Disposition: form-data; name="word"\r\n\r\n\xc3\xa9\r\nb\r\n--bb--\r\nbehind'
    )
    environ = {"method": "POST", "data": body, "content_type": "multipart/form-data; boundary=bb"}
    ours, theirs = (kind(EnvironBuilder(**environ).get_environ()) for kind in (PageRequest, Request))
    assert ours.form == theirs.form and ours.form["word"] == "é\r\nb"
    assert ours.files["f"].filename == theirs.files["f"].filename == "a é.eml"
    assert ours.files["f"].read() == theirs.files["f"].read() == large
    assert ours.files["f"].headers == theirs.files["f"].headers
    for file in (ours.files["f"], theirs.files["f"]):
        file.close()
    # A form that breaks off says nothing.
    broken = PageRequest(EnvironBuilder(**{**environ, "data": body[:-20]}).get_environ())
    assert not broken.form and not broken.files


def test_press_does_not_show_the_writers_secret_address(house: House) -> None:
    game = house.game("Red", "Blue")
    secret = house.address(game, "Red")
    quoted = f"press Blue\nLook at this:\nWaybill <{secret}> wrote to me\nme@example.org\nend press"
    assert house.write(game, "Red", quoted).word == "ACCEPTED"
    (mail,) = house.outbox("press", "blue@example.org")
    assert "Look at this" in text_of(mail)
    assert "me@example.org" in text_of(mail)
    assert re.sub(r"=\r?\n", "", (mail.raw or b"").decode()).find(secret.partition("@")[0]) == -1


@pytest.mark.parametrize("back", ["/a\r\nX: y", "/a\nb", "/\t/evil.example", "/a\x7f"])
def test_a_way_back_that_is_no_address_leads_home(client: FlaskClient, back: str) -> None:
    form = {"token": token(client, "/signin"), "next": back}
    for page, more in (("/language", {"language": "en"}), ("/look", {"look": "dark"})):
        answer = client.post(page, data={**form, **more})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert client.get("/signin", query_string={"next": back}).status_code == 200
    assert client.post("/signin", data={**form, "address": "ann@example.org"}).status_code == 302
    with client.session_transaction() as kept:
        assert kept["next"] == ""


def test_a_file_that_is_too_large_meets_a_page_of_ours(client: FlaskClient) -> None:
    answer = client.post("/import", data={"token": "x" * 4_000_000}, content_type="multipart/form-data")
    assert answer.status_code == 413
    assert "That is larger than this page takes." in answer.text and "Request Entity" not in answer.text

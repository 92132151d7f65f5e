"""The pages: what they show, to whom, and what they refuse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from moderator.errands import heartbeat
from moderator.inbox.handle import handle
from moderator.outbox.signing import sign
from moderator.store.statuses import GameStatus
from moderator.web import create_app, seen
from moderator.web.session import sign_in_link
from tests.moderator.house import House, open_house, settings_for


@pytest.fixture
def client(house: House) -> FlaskClient:
    """A browser at this machine; what rings is done at once, as a worker would."""
    house.office.bell = house.do
    return create_app(house.office).test_client()


def token(client: FlaskClient, page: str) -> str:
    found = re.search(r'name="token" value="(\w+)"', client.get(page).text)
    assert found is not None
    return found.group(1)


def start(client: FlaskClient, **more: object) -> str:
    form = {"token": token(client, "/new"), "title": "toy", "start": "1"}
    seats = {"name": ["Red", "Blue"], "kind": ["person", "bot"], "address": ["", ""]}
    answer = client.post("/new", data={**form, **seats, **more})
    assert answer.status_code == 302, answer.text
    return str(answer.headers["Location"])


def test_where_nobody_plays_yet_the_front_page_shows_a_map(client: FlaskClient, house: House) -> None:
    assert '<svg class="board"' in client.get("/").text
    house.write(house.game("Red", "Blue"), "Red", "bid N 5")
    assert '<svg class="board"' not in client.get("/").text and "/map.svg?at=1" in client.get("/").text


def test_a_newcomer_starts_a_game_with_a_bot_and_plays_it_in_the_mailbox(client: FlaskClient, house: House) -> None:
    place = start(client)
    assert place == "/mailbox/?to=red@table.localhost"
    page = client.get(place).text
    assert "YOUR MOVE" in page
    while house.row(game_of(house)).status == "running":
        # What was folded into another mail is no mail of its own.
        newest = max(row.id for row in house.outbox(to="red@table.localhost") if row.status != "folded")
        page = client.get(f"/mailbox/{newest}?part=text").text
        turn = re.search(r"turn \d+", page)
        assert turn is not None
        order = "pass" if house.row(game_of(house)).round.startswith("AUC") else "done"
        form = {"token": token(client, f"/mailbox/{newest}"), "body": f"{turn.group()}\n{order}"}
        answer = client.post(f"/mailbox/{newest}/reply", data=form)
        assert "ACCEPTED" in client.get(answer.headers["Location"]).text
    assert "The game is over" in client.get("/mailbox/?to=red@table.localhost").text


def test_a_game_is_started_by_a_mail_written_on_the_page(client: FlaskClient, house: House) -> None:
    assert "/mailbox/write" in client.get("/mailbox/").text
    page = "/mailbox/write?as=ann@table.localhost"
    assert 'value="ann@table.localhost"' in client.get(page).text
    to = house.office.addresses.general()
    mail = {"sender": "ann@table.localhost", "to": to, "subject": "a game", "body": "new game toy\nAnn me\nBen bot"}
    answer = client.post("/mailbox/write", data={"token": token(client, page), **mail})
    shown = client.get(answer.headers["Location"]).text
    assert re.search(r"confirm \w+", shown) or "ACCEPTED" in shown


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"sender": "nobody"}, "is no address"),
        ({"sender": "a@b\r\nBcc: x@y.example"}, "is no address"),
        ({"to": "somebody@elsewhere.example"}, "Nobody lives at"),
    ],
)
def test_a_mail_that_can_go_nowhere_is_not_sent(
    client: FlaskClient, house: House, wrong: dict[str, str], why: str
) -> None:
    to = house.office.addresses.general()
    mail = {"sender": "ann@table.localhost", "to": to, "subject": "", "body": "help", **wrong}
    answer = client.post("/mailbox/write", data={"token": token(client, "/mailbox/write"), **mail})
    assert answer.status_code == 400
    assert why in answer.text
    assert "help" in answer.text  # what was written is not lost
    assert house.outbox() == []


def game_of(house: House) -> str:
    return str(house.outbox()[0].game_id)


def test_the_html_of_a_mail_is_caged_and_its_links_reply_here(client: FlaskClient, house: House) -> None:
    start(client)
    row = next(row for row in house.outbox("move"))
    answer = client.get(f"/mailbox/{row.id}/html")
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert "mailto:" not in answer.text
    assert f"/mailbox/{row.id}?body=turn" in answer.text
    assert "Message-ID" in client.get(f"/mailbox/{row.id}?part=source").text


def test_a_form_without_its_token_is_refused(client: FlaskClient) -> None:
    assert client.post("/new", data={"title": "toy"}).status_code == 403


def test_the_mailbox_is_closed_to_pages_that_call_us_by_another_name(client: FlaskClient) -> None:
    assert client.get("/mailbox/", headers={"Host": "evil.example.net"}).status_code == 302
    assert client.get("/mailbox/", environ_base={"REMOTE_ADDR": "10.0.0.9"}).status_code == 302
    assert client.get("/mailbox/").status_code == 200


def test_there_is_no_mailbox_when_mail_goes_out(tmp_path: Path) -> None:
    house = open_house(settings_for(tmp_path, SMTP_RELAY="smtp://127.0.0.1:1"))
    client = create_app(house.office).test_client()
    assert client.get("/mailbox/").status_code == 302
    assert client.get("/new").status_code == 302
    house.office.close()


def test_the_administrator_signs_in_once_with_a_link(client: FlaskClient, house: House) -> None:
    assert client.get("/console/").status_code == 302
    link = sign_in_link(house.office).removeprefix(house.office.settings.base_url)
    form = {"token": token(client, link)}
    assert client.post(link, data=form).status_code == 302
    assert client.get("/console/").status_code == 200
    other = create_app(house.office).test_client()
    assert other.post(link, data={"token": token(other, link)}).status_code == 403


def test_a_mail_set_aside_is_shown_and_tried_again(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    mail = house.write(game, "Red", "explode")
    link = sign_in_link(house.office).removeprefix(house.office.settings.base_url)
    client.post(link, data={"token": token(client, link)})
    assert "nobody foresaw this" in client.get(f"/console/mails/{mail.mail_id}").text
    form = {"token": token(client, "/console/")}
    assert client.post(f"/console/mails/{mail.mail_id}/retry", data=form).status_code == 302


def test_the_public_page_shows_the_game_and_no_secret(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Blue", "bid N up to 40 then pass")
    house.write(game, "Red", "bid N 5")
    page = client.get(f"/games/{game}").text
    assert re.search(r"Blue bids \S*10 for N", page), "in a sentence"
    assert "up to 40" not in page
    assert "example.org" not in page
    assert house.address(game, "Red").split("@")[0] not in page
    assert client.get(f"/games/{game}?at=0").status_code == 200
    assert client.get("/games/nothing").status_code == 404


def link_in(house: House, game: str, address: str) -> str:
    """The link of the last mail of this game to somebody."""
    house.deliver()
    row = [row for row in house.outbox(to=address) if row.game_id == game][-1]
    found = re.search(r"List-Unsubscribe: <[^>]*(/unsubscribe/[^>]+)>", (row.raw or b"").decode())
    assert found is not None
    return found.group(1)


def test_one_click_stops_the_reports_of_one_game_and_a_look_does_not(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", "Green", gm="boss@example.org")
    other = house.game("Red", "Green", "Blue")
    link = link_in(house, game, "green@example.org")
    assert client.get(link).status_code == 200
    assert house.outbox("notice") == []
    assert client.post(link, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert [row.recipient for row in house.outbox("notice")] == ["green@example.org", "boss@example.org"]
    before = len(house.outbox("report", "green@example.org"))
    house.write(game, "Red", "bid N 5")
    assert len(house.outbox("report", "green@example.org")) == before
    house.write(game, "Blue", "bid N 10")
    assert [row.game_id for row in house.outbox("move", "green@example.org")] == [game], "the move is still asked for"
    house.write(other, "Red", "bid N 5")
    assert [row.game_id for row in house.outbox("move", "green@example.org")] == [game, other]


def test_an_old_link_says_what_it_was_for_and_how_mails_are_stopped(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", "Green", gm="boss@example.org")
    link = link_in(house, game, "green@example.org")
    # As links were before they named a person, under another secret, or broken by a mail program.
    before = sign(house.office.settings, "unsubscribe", "3")
    for old in (before, sign(settings_for(house.office.settings.home / "other"), "unsubscribe", "3 3"), link[13:-5]):
        for ask in (client.get, client.post):
            answer = ask(f"/unsubscribe/{old}")
            assert answer.status_code == 410
            assert "too old, or not whole" in answer.text
            assert "<code>unsubscribe</code>" in answer.text and "`" not in answer.text
            assert "postmaster@waybill.localhost" in answer.text
    house.write(game, "GM", "gm replace Green by new@example.org", sender="boss@example.org")
    house.write(game, "Green", "join", sender="new@example.org")
    assert "Not your seat any more" in client.get(link).text
    ended = link_in(house, game, "red@example.org")
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        play.row.status = GameStatus.OVER
    assert "This game is over" in client.get(ended).text
    assert "This game is over" in client.post(ended).text


def test_the_link_of_a_former_player_stops_nothing_of_the_new_one(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", "Green", gm="boss@example.org")
    link = link_in(house, game, "green@example.org")
    house.write(game, "GM", "gm replace Green by new@example.org", sender="boss@example.org")
    house.write(game, "Green", "join", sender="new@example.org")
    assert client.post(link, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    house.write(game, "Red", "bid N 5")
    house.deliver()
    assert house.outbox("report", "new@example.org")


def test_health_and_metrics_tell_the_truth(client: FlaskClient, house: House) -> None:
    assert client.get("/healthz").json == {"status": "alive"}
    assert client.get("/readyz").json["worker"] == "never seen"
    for part in heartbeat.PARTS:
        heartbeat.sign(house.office, part)
    assert client.get("/readyz").status_code == 200
    house.office.bell = lambda task, key: None
    house.game("Red", "Blue")
    assert 'waybill_outbox{status="pending"} 2.0' in client.get("/metrics").text
    away = b"From: a@x.example\r\nAuto-Submitted: auto-replied\r\n\r\nI am away\r\n"
    handle(house.office, house.take_in(away, "", "play@waybill.localhost").mail_id)
    assert 'waybill_mails_dropped{reason="auto-reply"} 1.0' in client.get("/metrics").text
    house.pass_time(minutes=20)
    assert client.get("/readyz").status_code == 503
    assert client.get("/metrics", environ_base={"REMOTE_ADDR": "10.0.0.9"}).status_code == 403


def test_every_page_carries_the_headers_that_protect_it(client: FlaskClient) -> None:
    for path in ("/", "/help", "/new", "/mailbox/", "/nowhere"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"


def test_a_hook_without_a_secret_does_not_exist(client: FlaskClient) -> None:
    assert client.post("/hooks/mail/mailgun", data={}).status_code == 404


def test_a_replayed_webhook_token_is_noticed_by_every_process(house: House) -> None:
    assert not seen(house.office, "nonce", "body one")
    assert not seen(house.office, "nonce", "body one")
    assert seen(house.office, "nonce", "body two")


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from moderator.web import mailbox

    monkeypatch.setattr(mailbox, "PATIENCE", 0.3)
    yield


def test_a_signed_hook_takes_mail_in_once(tmp_path: Path) -> None:
    from moderator.gateway.signature import sign_raw

    house = open_house(settings_for(tmp_path, RAW_KEY="a key both sides know"))
    client = create_app(house.office).test_client()
    game = house.game("Red", "Blue")
    to, sender = house.address(game, "Red"), "red@example.org"
    raw = house.raw(sender, to, "bid N 5")
    stamp = str(int(house.time.timestamp()))
    headers = {
        "X-Waybill-Timestamp": stamp,
        "X-Waybill-Nonce": "n1",
        "X-Waybill-Sender": sender,
        "X-Waybill-Recipients": to,
        "X-Waybill-Signature": sign_raw("a key both sides know", stamp, "n1", sender, to, raw),
    }
    assert client.post("/hooks/mail/raw", data=raw, headers=headers).status_code == 202
    assert client.post("/hooks/mail/raw", data=raw, headers=headers).status_code == 200
    assert client.post("/hooks/mail/raw", data=raw + b"x", headers=headers).status_code == 401
    house.office.close()


def test_the_form_takes_the_lines_of_a_mail_that_starts_a_game(client: FlaskClient, house: House) -> None:
    start(client, more="hours 48\r\nhours auction 12\r\ngrace 6\r\n", noshow="standing")
    terms = house.row(game_of(house)).terms
    assert (terms["hours"]["stock"], terms["hours"]["auction"]) == (48, 12)
    assert (terms["grace"], terms["noshow"]) == (6, "standing")


def test_a_line_the_form_can_not_read_loses_nothing(client: FlaskClient, house: House) -> None:
    seats = {"name": ["Ann", "Ben"], "kind": ["person", "bot"], "address": ["", ""]}
    form = {"token": token(client, "/new"), "title": "toy", "more": "hours soon", "gm": "gm@example.org"}
    page = client.post("/new", data={**form, **seats}).text
    assert "hours soon" in page and "gm@example.org" in page and 'value="Ben"' in page
    assert "I can&#39;t read" in page


@pytest.mark.parametrize("title", ["1861", "1867", "1882"])
def test_cards_have_contents_and_tiles_their_pictures(client: FlaskClient, title: str) -> None:
    page = client.get(f"/cards/{title}").text
    contents = re.findall(r'<li><a href="#(\w+)">', page)
    assert contents and all(f'id="{one}"' in page for one in contents)
    pictures = set(re.findall(r'src="(/tiles/[^"]+)"', page))
    assert len(pictures) > 30 and {client.get(one).status_code for one in pictures} == {200}
    rules = client.get(f"/rules/{title}").text
    contents = re.findall(r'<li><a href="#([\w.]+)">', rules)
    assert contents and all(f'id="{one}"' in rules for one in contents)

"""A game begun on the public site goes on here: by the page or by a mail with its file, when all have joined."""

from __future__ import annotations

import html
import io
import json
from email.message import EmailMessage
from typing import Any

import pytest
from flask.testing import FlaskClient

from moderator.commands.table.continue_game import MOST_IMPORTS
from moderator.inbox.handle import handle
from moderator.store.tables import Mail
from moderator.table.transcript import transcript
from moderator.web import create_app
from tests.moderator.house import House
from tests.moderator.web.visiting import signed_in, token
from tests.work import calls

LINES = "player Red: red@example.org\nplayer Green: green@example.org\nbot Blue"


@pytest.fixture
def file(house: House, no_pictures: None) -> dict[str, Any]:
    """A game of three, a few orders old, as the public site writes it."""
    game = house.game("Red", "Green", "Blue", title="1861")
    for seat, order in (("Red", "bid TSR 20"), ("Green", "bid TSR 25"), ("Blue", "pass")):
        assert house.write(game, seat, order, deliver=False).word == "ACCEPTED"
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        return transcript(play)


def brought(client: FlaskClient, data: bytes, lines: str = LINES, once: str = "1") -> Any:
    form = {"token": token(client, "/import"), "once": once, "lines": lines}
    return client.post("/import", data=form | {"file": (io.BytesIO(data), "game.json")})


def test_a_game_is_brought_by_the_page_and_goes_on_when_all_have_joined(
    client: FlaskClient, house: House, file: dict[str, Any]
) -> None:
    signed_in(client, "boss@example.org", house)
    answer = brought(client, json.dumps(file).encode())
    assert answer.status_code == 200, answer.text
    with house.office.reading() as desk:
        new = desk.games.latest(1, "inviting")[0].id
    assert f'href="/games/{new}"' in answer.text, "it is found from there"
    for seat in ("Red", "Green"):
        house.write(new, seat, "join", deliver=False)
    assert house.orders(new) == ["Red: bid TSR 20", "Green: bid TSR 25", "Blue: pass"]
    assert house.row(new).mover == "Red"
    assert house.write(new, "Red", "bid TSR 30", deliver=False).word == "ACCEPTED"


def test_moves_that_came_with_a_game_are_not_taken_back_by_whoever_sits_there(
    client: FlaskClient, house: House, file: dict[str, Any]
) -> None:
    signed_in(client, "boss@example.org", house)
    brought(client, json.dumps(file).encode(), LINES.replace("bot Blue", "player Blue: blue@example.org"))
    with house.office.reading() as desk:
        new = desk.games.latest(1, "inviting")[0].id
    for seat in ("Red", "Green", "Blue"):
        house.write(new, seat, "join", deliver=False)
    before = house.orders(new)
    assert before[-1] == "Blue: pass"
    signed_in(client, "blue@example.org", house)
    assert 'class="undo"' not in client.get(f"/games/{new}").text
    answer = house.write(new, "Blue", "undo", deliver=False)
    assert answer.word == "NOT ACCEPTED" and house.orders(new) == before
    assert "came with the game" in answer.rows[0].data["lines"][0]["said"]


def test_a_game_is_brought_by_a_mail_with_its_file(house: House, file: dict[str, Any]) -> None:
    house.office.bell = house.do
    sender, to = "boss@example.org", house.office.addresses.general()
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = sender, to, "a game", "<import@mua.example.org>"
    mail.set_content(f"continue game\n{LINES}\nend game\n")
    mail.add_attachment(json.dumps(file).encode(), maintype="application", subtype="json", filename="game.json")
    house.take_in(mail.as_bytes(), sender, to)
    word = house.text_of(house.outbox("answer", sender)[-1]).partition("confirm ")[2].split()[0]
    house.take_in(house.raw(sender, to, f"confirm {word}"), sender, to)
    with house.office.reading() as desk:
        assert len(desk.games.latest(5, "inviting")) == 1


def test_who_may_look_at_a_brought_game_is_said_with_it(
    client: FlaskClient, house: House, file: dict[str, Any]
) -> None:
    signed_in(client, "boss@example.org", house)
    form = {"token": token(client, "/import"), "once": "1", "lines": LINES, "visibility": "private"}
    data = json.dumps(file).encode()
    assert client.post("/import", data=form | {"file": (io.BytesIO(data), "game.json")}).status_code == 200
    with house.office.reading() as desk:
        assert desk.games.latest(1, "inviting")[0].visibility == "private"


def test_what_is_no_file_of_a_game_is_said_in_plain_words(client: FlaskClient, house: House) -> None:
    signed_in(client, "boss@example.org", house)
    page = brought(client, b"<html>").text
    assert "This is not the file of a game." in page and "player Red: red@example.org" in page, "the lines stay"


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", LINES),
        (b"no json", LINES),
        (b"[1]", LINES),
        (b'{"players": 7}', LINES),
        (b"[" * 100_000, LINES),
        (None, "player Red: red@example.org"),
        (None, f"{LINES}\nplayer Mallory: m@example.org"),
    ],
)
def test_what_is_no_game_or_names_the_wrong_people_is_refused(
    client: FlaskClient, house: House, file: dict[str, Any], data: bytes | None, lines: str
) -> None:
    signed_in(client, "boss@example.org", house)
    answer = brought(client, json.dumps(file).encode() if data is None else data, lines)
    assert answer.status_code == 400
    with house.office.reading() as desk:
        assert desk.games.latest(5, "inviting") == []


def mailed(house: House, sender: str, *parts: tuple[str, bytes], lines: str = LINES) -> tuple[str, str]:
    """A mail that asks to go on with a game, with these parts; its verdict, and what was answered."""
    house.letters += 1
    to = house.office.addresses.general()
    text = ("text/plain", f"continue game\r\n{lines}\r\nend game\r\n".encode())
    pieces = b"".join(
        b"--zz\r\nContent-Type: %s\r\n\r\n%s\r\n" % (kind.encode(), data) for kind, data in (text, *parts)
    )
    head = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <b{house.letters}@mua.example>\r\n"
    raw = f"{head}Content-Type: multipart/mixed; boundary=zz\r\n\r\n".encode() + pieces + b"--zz--\r\n"
    receipt = house.take_in(raw, sender, to)
    verdict = handle(house.office, receipt.mail_id)
    return verdict, house.answer(receipt.mail_id, deliver=False).said


def test_no_work_is_done_for_a_stranger_before_their_address_answers(
    house: House, file: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[object] = []
    monkeypatch.setattr("engine.continued", lambda data: played.append(data))
    data = json.dumps(file).encode()
    assert mailed(house, "nobody@example.net", ("application/json", data))[0] == "parked"
    assert played == []


def test_files_that_are_refused_count_too(client: FlaskClient, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[object] = []

    def wrong(data: object) -> None:
        played.append(data)
        raise ValueError("no game")

    monkeypatch.setattr("engine.continued", wrong)
    signed_in(client, "boss@example.org", house)
    for number in range(MOST_IMPORTS + 4):
        assert brought(client, b"{}", once=f"once {number}").status_code == 400
    assert len(played) == MOST_IMPORTS


def test_mails_within_mails_are_not_searched_for_a_file(house: House) -> None:
    """The standard parser took a minute and a half for ten megabytes of this, while nobody else could write."""
    signed_in(create_app(house.office).test_client(), "boss@example.org", house)
    inside = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\n\r\n" * 100_000
    verdict, _ = mailed(house, "boss@example.org", ("message/rfc822", inside))
    assert verdict == "parked"
    word = house.outbox("answer", "boss@example.org")[-1].data["headline"].partition("confirm ")[2].split()[0]
    to = house.office.addresses.general()
    receipt = house.take_in(house.raw("boss@example.org", to, f"confirm {word}"), "boss@example.org", to)
    # The standard parser calls eight million functions for this.
    assert calls(lambda: handle(house.office, receipt.mail_id)) < 800_000
    assert "there is no JSON file" in house.answer(receipt.mail_id, deliver=False).said


def test_what_is_wrong_with_a_file_is_said_in_the_reader_s_words(client: FlaskClient, house: House) -> None:
    """The sentence was French, and the reason in it English."""
    signed_in(client, "boss@example.org", house)
    with house.office.desk() as desk:
        desk.meet("boss@example.org").language = "fr"
    one = {"title": "1861", "players": [{"id": 1, "name": "A"}], "actions": []}
    for number, (data, why) in enumerate(
        (
            ({"title": "\ud800"}, "il contient une moitié de caractère"),
            ({"title": "1861"}, "Ce n'est pas un fichier de partie du site public"),
            (one, "1861 se joue à 3, 4, 5 ou 6 joueurs, pas à 1"),
        )
    ):
        answer = brought(client, json.dumps(data).encode(), once=f"said {number}")
        assert answer.status_code == 400
        assert why in html.unescape(answer.text).replace("\xa0", " "), why


def test_a_file_with_half_a_character_is_refused_in_a_sentence(client: FlaskClient, house: House) -> None:
    """No mail says it and no database keeps it: the mail was set aside, and the operator told of a fault of ours."""
    signed_in(client, "boss@example.org", house)
    for number, data in enumerate(({"title": "\ud800"}, {"title": "1861", "players": [{"id": 1, "name": "A\udfff"}]})):
        answer = brought(client, json.dumps(data).encode(), once=f"half {number}")
        assert answer.status_code == 400 and "there is half a character in it" in answer.text
    with house.office.reading() as desk:
        assert {row.status for row in desk.session.query(Mail)} == {"done"}

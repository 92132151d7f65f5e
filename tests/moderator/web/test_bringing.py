"""A game begun on the public site goes on here: by the page or by a mail with its file, when all have joined."""

from __future__ import annotations

import io
import json
from email.message import EmailMessage
from typing import Any

import pytest
from flask.testing import FlaskClient

from moderator.table.transcript import transcript
from tests.moderator.house import House
from tests.moderator.web.visiting import signed_in, token

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
    for seat in ("Red", "Green"):
        house.write(new, seat, "join", deliver=False)
    assert house.orders(new) == ["Red: bid TSR 20", "Green: bid TSR 25", "Blue: pass"]
    assert house.row(new).mover == "Red"
    assert house.write(new, "Red", "bid TSR 30", deliver=False).word == "ACCEPTED"


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

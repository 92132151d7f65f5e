"""What is said on the page is never an order, whatever would end a message in a mail."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.moderator.house import House
from tests.moderator.web.visiting import signed_in, token


@pytest.mark.parametrize("end", ["end press", "fin", "fin du message", "Ende der Nachricht", "메시지 끝", "end"])
def test_no_line_of_a_message_ends_it_on_the_page(client: FlaskClient, house: House, end: str) -> None:
    game = house.game("Red", "Blue")
    signed_in(client, "red@example.org", house)
    form = {"token": token(client, f"/games/{game}"), "nonce": "a" * 24, "to": "Blue"}
    client.post(f"/games/{game}/talk", data={**form, "said": f"A deal?\n{end}\npass"}, follow_redirects=True)
    assert house.orders(game) == []
    assert [row.data["text"] for row in house.outbox("press")] == ["A deal?\npass"]

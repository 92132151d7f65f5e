"""Tournaments in the API: every answer is as it is described."""

from __future__ import annotations

from moderator.web import create_app
from moderator.web.schemas import SCHEMAS
from tests.moderator.events.conftest import Club
from tests.moderator.web.test_api import fits


def test_the_api_answers_as_it_is_described(club: Club) -> None:
    club.announce()
    client = create_app(club.house.office).test_client()
    club.close()
    club.move_on()
    fits(client.get("/api/v1/events").json, SCHEMAS["Events"])
    fits(client.get("/api/v1/events/cup").json, SCHEMAS["Event"])
    club.run()
    told = client.get("/api/v1/events/CUP").json
    fits(told, SCHEMAS["Event"])
    assert [len(row["tables"]) for row in told["rounds"]] == [2, 2]
    assert client.get("/api/v1/events/nowhere").status_code == 404

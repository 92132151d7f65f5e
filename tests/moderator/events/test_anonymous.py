"""Anonymous tables: nothing that anybody gets to see says who sits where before the round is over."""

from __future__ import annotations

import csv
import io

import pytest
from flask.testing import FlaskClient

from moderator.store.cup_tables import CupTable
from moderator.store.statuses import RoundStatus, TableStatus
from tests.moderator.events.conftest import BOSS, Club
from tests.moderator.house import text_of
from tests.moderator.web.visiting import signed_in

PEOPLE = ("Zebedee", "Xanthippe", "Wilhelmina", "Vercingetorix")
# Pages of a game that are its moderator's or a program's alone, and those that end in a number of their own.
OTHERS = ("/games/<game_id>/moderate", "/api/v1/games/<game_id>/legal")


@pytest.fixture
def secret(club: Club) -> Club:
    club.announce("anonymous yes", "format swiss 2", people=PEOPLE, bots=0)
    club.close()
    club.move_on()
    return club


def table_of(club: Club, name: str) -> tuple[CupTable, str]:
    overview = club.overview()
    entry = overview.entry_named(name)
    table = overview.table_of(entry)
    assert table is not None and table.game_id is not None
    return table, next(seat["seat"] for seat in table.seats if seat["entry"] == entry.key)


def pages_of_a_game(client: FlaskClient) -> list[str]:
    rules = client.application.url_map.iter_rules()
    found = [r.rule for r in rules if r.arguments == {"game_id"} and "GET" in (r.methods or ())]
    assert len(found) > 8
    return [rule for rule in found if rule not in OTHERS]


@pytest.mark.parametrize("reader", ["", "xanthippe@example.org"])
def test_no_page_feed_file_or_api_of_a_game_names_who_plays(secret: Club, client: FlaskClient, reader: str) -> None:
    for name in PEOPLE:
        table, seat = table_of(secret, name)
        secret.house.write(
            str(table.game_id), seat, "press all\nhello\nend press", sender=f"{name.lower()}@example.org"
        )
    if reader:
        signed_in(client, reader, secret.house)
    mine = {"xanthippe@example.org": "Xanthippe"}.get(reader, "")
    games = secret.games()
    assert len(games) == 2
    for path in ("/", "/api/v1/games", *pages_of_a_game(client)):
        for game in games:
            answer = client.get(path.replace("<game_id>", game), follow_redirects=True)
            # A file that a game under way does not have yet is none.
            assert answer.status_code in (200, 404), path
            said = answer.text.casefold()
            for name in PEOPLE:
                if name != mine:
                    assert name.casefold() not in said, f"{path} names {name}"


def test_no_mail_of_a_game_names_an_opponent(secret: Club) -> None:
    for name in PEOPLE:
        table, seat = table_of(secret, name)
        secret.house.write(
            str(table.game_id), seat, "press all\nhello\nend press", sender=f"{name.lower()}@example.org"
        )
    secret.house.deliver()
    seen = 0
    for row in secret.house.outbox():
        if row.game_id is None or row.recipient == BOSS or row.raw is None:
            continue
        seen += 1
        said = (text_of(row) + row.raw.decode("utf-8", "replace").partition("\r\n\r\n")[0]).casefold()
        for name in PEOPLE:
            if f"{name.lower()}@example.org" != row.recipient:
                assert name.casefold() not in said, f"{row.kind} to {row.recipient} names {name}"
    assert seen >= 8


def public(club: Club, client: FlaskClient) -> list[object]:
    """The standings in all the forms in which everybody gets them."""
    told = client.get("/events/cup/event.json").json
    api = client.get("/api/v1/events/cup").json
    rows = list(csv.reader(io.StringIO(client.get("/events/cup/standings.csv").text)))
    mail = club.write("standings cup", "stranger@example.org").text.partition("STANDINGS")[2]
    pages = [client.get(f"/events/cup{path}").text.partition("<tbody>")[2] for path in ("/standings", "/cross-table")]
    assert told is not None and api is not None
    return [told["standings"], api.get("standings"), rows, mail, [page.partition("</tbody>")[0] for page in pages]]


def test_the_end_of_a_table_does_not_tell_by_the_standings_who_sat_there(secret: Club, client: FlaskClient) -> None:
    before = public(secret, client)
    first, _ = table_of(secret, "Zebedee")
    secret.write(f"td at cup {first.number} gm end")
    secret.house.do("ending", first.game_id)
    assert secret.overview().table_numbered(first.number).status == TableStatus.DECIDED
    assert public(secret, client) == before
    assert "Zebedee" not in client.get(f"/games/{first.game_id}").text, "nor does the game that is over"
    assert "Zebedee" not in client.get("/").text
    for table in secret.overview().tables:
        secret.write(f"td at cup {table.number} gm end")
        secret.house.do("ending", table.game_id)
    secret.move_on()
    assert secret.overview().rounds[0].status == RoundStatus.OVER
    assert public(secret, client) != before
    assert "Zebedee" in client.get("/events/cup/draws.json").text or "e1" in client.get("/events/cup/draws.json").text

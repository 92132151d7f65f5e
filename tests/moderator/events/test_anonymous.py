"""Anonymous tables: nothing that anybody gets to see says who sits where before the round is over."""

from __future__ import annotations

import csv
import io
from hashlib import sha256

import pytest
from flask.testing import FlaskClient

from moderator.events import rounds
from moderator.events.auditing import audit
from moderator.events.draw import draw
from moderator.events.overview import Overview
from moderator.events.records import drawing_kept, task_read
from moderator.store.cup_tables import CupTable
from moderator.store.statuses import RoundStatus, TableStatus
from moderator.web import create_app
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


def test_nobody_can_draw_an_anonymous_round_again_before_it_is_over(club: Club) -> None:
    people = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")
    club.announce("anonymous yes", "format swiss 1", people=people, bots=0)
    club.close()
    club.move_on()
    overview = club.overview()
    (row,) = overview.rounds
    # All that is public: who has entered, the seed, the terms.
    known = Overview(overview.cup, overview.entries, [], [])
    guessed = draw(known.task("", [entry.key for entry in overview.entries], 1, 1))
    assert {table.seats for table in guessed.tables} != {tuple(one) for one in row.draws[0]["drawing"]["tables"]}
    page = create_app(club.house.office).test_client()
    shown = page.get("/events/cup/draws.json").json
    seal = row.draws[0]["sealed"]
    assert shown == [{"stage": 1, "round": 1, "draws": [{"pool": "", "sealed": seal}]}]
    assert seal in page.get("/events/cup/feed.atom").text
    for table in overview.tables:
        club.write(f'td rule cup {table.number} Red > Blue "so be it"')
    club.after_a_day()
    (told,) = page.get("/events/cup/draws.json").json[0]["draws"]
    secret = told["task"]["seed"].rpartition(" ")[2]
    assert sha256(secret.encode()).hexdigest() == seal
    assert drawing_kept(draw(task_read(told["task"]))) == told["drawing"], "anybody can draw it again now"
    with club.house.office.desk() as desk:
        cup = desk.cups.locked("cup")
        assert cup is not None
        assert audit(desk, cup) == []
        last = desk.cups.rounds("cup")[0]
        last.draws = [{**last.draws[0], "sealed": sha256(b"another").hexdigest()}]
        desk.write()
        assert any("not the one that was sealed" in str(one) for one in audit(desk, cup))


def test_an_anonymous_draw_of_before_there_were_secrets_reads_as_it_did(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "sealed_seed", lambda seed, secret: seed)
    club.announce("anonymous yes", "format swiss 1", bots=4)
    club.close()
    club.run()
    with club.house.office.reading() as desk:
        assert "sealed" not in club.overview().rounds[0].draws[0]
        assert audit(desk, club.row()) == []

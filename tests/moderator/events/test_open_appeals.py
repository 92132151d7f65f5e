"""Appeals that wait for a ruling are seen wherever somebody looks for the result they hold."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.moderator.events.conftest import Club

HELD = "An appeal about table 1 of round 1 is open since"
WAITS = "its result does not count before the director has ruled."


def appealed(club: Club, *, decided: bool = True) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert", "Cleo", "Dora"), bots=0)
    club.close()
    club.move_on()
    seats = [seat["seat"] for seat in club.overview().tables[0].seats]
    if decided:
        club.write(f'td rule cup 1 {" > ".join(seats)} "so be it"')
    assert club.write('appeal cup "it was me"', f"{seats[1].lower()}@example.org").word == "ACCEPTED"


def text(club: Club, line: str, sender: str = "x@example.org") -> str:
    return " ".join(club.write(line, sender).text.split())


def test_an_open_appeal_stands_above_the_standings_and_with_the_pairings(club: Club) -> None:
    appealed(club)
    for line in ("standings cup", "pairings cup"):
        told = text(club, line)
        assert HELD in told and WAITS in told, line
        assert "it was me" not in told, "what it says is the director's to read"


def test_an_appeal_about_a_game_under_way_is_seen_too(club: Club) -> None:
    appealed(club, decided=False)
    assert "the director is asked, and the game goes on." in text(club, "standings cup")


def test_the_director_sees_open_appeals_first(club: Club) -> None:
    appealed(club)
    told = text(club, "td status cup", "boss@example.org")
    assert "Appeals that wait for your ruling: 1 Appeal of " in told and "it was me" in told
    assert told.index("Appeals that wait") < told.index("Table 1:"), "before the tables"
    assert "td dismiss cup" in told
    club.write('td dismiss cup 1 "no"')
    assert "Appeal" not in text(club, "td status cup", "boss@example.org")
    assert HELD not in text(club, "standings cup")


def test_the_pages_of_an_event_show_open_appeals(club: Club, client: FlaskClient) -> None:
    appealed(club)
    for page in ("/events/cup", "/events/cup/standings"):
        assert HELD in client.get(page).get_data(as_text=True), page
    club.write('td dismiss cup 1 "no"')
    for page in ("/events/cup", "/events/cup/standings"):
        assert HELD not in client.get(page).get_data(as_text=True), page


def test_who_is_told_of_a_table_is_told_of_an_appeal_about_another(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert", "Cleo", "Dora", "Emil", "Fay"), bots=0)
    club.close()
    club.move_on()
    first, second, _ = club.overview().tables
    club.write(f'td rule cup 1 {" > ".join(seat["seat"] for seat in first.seats)} "so be it"')
    club.write('appeal cup "it was me"', f"{first.seats[1]['seat'].lower()}@example.org")
    for seat in second.seats:
        club.house.write(str(second.game_id), seat["seat"], "vote end yes")
    club.house.do("ending", second.game_id)
    rows = club.house.outbox("notice", f"{second.seats[0]['seat'].lower()}@example.org")
    (told,) = [row.data["text"] for row in rows if "table 2 is decided" in row.data["title"]]
    assert HELD in told and WAITS in told


def test_the_page_of_the_game_shows_an_open_appeal_about_its_table(club: Club, client: FlaskClient) -> None:
    appealed(club)
    first, second = (f"/games/{table.game_id}" for table in club.overview().tables)
    assert HELD in client.get(first).get_data(as_text=True)
    assert "An appeal about" not in client.get(second).get_data(as_text=True)
    club.write('td dismiss cup 1 "no"')
    assert "An appeal about" not in client.get(first).get_data(as_text=True)

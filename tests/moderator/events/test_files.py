"""An event as files, read by other people's readers: CSV, JSON, ICS, Atom; and the records of all games."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from xml.etree import ElementTree

from flask.testing import FlaskClient
from icalendar import Calendar

from moderator.events.draw import draw
from moderator.events.records import drawing_kept, task_read
from tests.moderator.events.conftest import Club

ATOM = "{http://www.w3.org/2005/Atom}"


def test_an_event_that_was_played_is_read_as_files(club: Club, client: FlaskClient) -> None:
    club.announce("called A & B <cup>", "starts 2027-01-15 18:00", bots=4)
    club.close()
    club.house.pass_time(days=70)
    club.run()
    for check in (csv_and_json_say_the_same, anybody_draws_again, a_calendar_reads_it, a_feed_reader_reads_it, best):
        check(club, client)


def csv_and_json_say_the_same(club: Club, client: FlaskClient) -> None:
    """In exact numbers."""
    told = client.get("/events/cup/event.json").json
    assert told is not None
    rows = list(csv.DictReader(io.StringIO(client.get("/events/cup/standings.csv").text)))
    assert [(row["entrant"], row["name"], int(row["rank"]), Fraction(row["points_exact"])) for row in rows] == [
        (line["entrant"], line["name"], line["rank"], Fraction(line["points"])) for line in told["standings"]
    ]
    assert client.get("/api/v1/events/cup").status_code == 200
    assert len(told["rounds"]) == 2
    seated = [seat["entrant"] for table in told["rounds"][0]["tables"] for seat in table["seats"]]
    assert sorted(seated) == [f"e{number}" for number in range(1, 5)]


def anybody_draws_again(club: Club, client: FlaskClient) -> None:
    """From the file alone."""
    draws = client.get("/events/cup/draws.json").json
    assert draws is not None and len(draws) == 2
    for row in draws:
        for one in row["draws"]:
            assert drawing_kept(draw(task_read(one["task"]))) == one["drawing"]


def a_calendar_reads_it(club: Club, client: FlaskClient) -> None:
    """The start, and both ends of each round."""
    calendar = Calendar.from_ical(client.get("/events/cup/event.ics").data)
    events = calendar.walk("VEVENT")
    assert [str(one["SUMMARY"]) for one in events][:2] == ["A & B <cup>: starts", "A & B <cup>: round 1 begins"]
    assert len({str(one["UID"]) for one in events}) == len(events) == 5
    assert events[0].decoded("DTSTART").isoformat() == "2027-01-15T18:00:00+00:00"


def a_feed_reader_reads_it(club: Club, client: FlaskClient) -> None:
    """What happened, the latest first."""
    feed = ElementTree.fromstring(client.get("/events/cup/feed.atom").text)
    assert feed.findtext(f"{ATOM}title") == "A & B <cup>"
    entries = feed.findall(f"{ATOM}entry")
    ids, times = zip(*((one.findtext(f"{ATOM}id"), one.findtext(f"{ATOM}updated")) for one in entries), strict=True)
    assert len(set(ids)) == len(ids) > 4
    assert list(times) == sorted(times, reverse=True)
    assert feed.findtext(f"{ATOM}updated") == times[0]
    assert "won by" in str(entries[0].findtext(f"{ATOM}content"))


def best(club: Club, client: FlaskClient) -> None:
    """The page of records."""
    page = client.get("/records").text
    richest = max(wealth for t in club.overview().tables for _, wealth, _, _ in (t.result or {})["standing"])
    for head in ("Richest", "Fastest", "Longest"):
        assert head in page
    assert f">{richest}<" in page


def test_a_calendar_has_entry_close_when_it_was_closed(club: Club, client: FlaskClient) -> None:
    club.announce("entry until 2027-12-01", bots=4)
    told = client.get("/events/cup/event.ics").text
    assert "DTSTART:20271201" in told
    club.close()
    closed = club.row().closed_at
    assert closed is not None
    again = client.get("/events/cup/event.ics").text
    assert "20271201" not in again and f"DTSTART:{closed:%Y%m%dT%H%M%SZ}" in again

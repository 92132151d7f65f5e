"""Terms and standings that say what is so: lines said twice, hints, provisional points, other languages."""

from __future__ import annotations

import pytest

from engine import Refused
from moderator.events import announcing
from moderator.events.shown import tables_told
from moderator.events.terms import EventTerms
from moderator.events.terms_read import said
from moderator.events.terms_told import stage_told, told
from moderator.language import Words
from moderator.store.statuses import EntryStatus
from tests.moderator.events.conftest import Club


@pytest.mark.parametrize("line", ["inscription cup", "Anmeldung cup", "참가 신청 cup", "inscription à cup"])
def test_an_event_is_entered_in_every_language(club: Club, line: str) -> None:
    club.announce()
    assert club.write(line, "anna@example.org").word == "ACCEPTED"
    assert club.overview().entry_named("anna").status == EntryStatus.ENTERED
    leave = {"i": "désinscription", "A": "Abmeldung", "참": "참가 취소"}[line[0]]
    assert club.write(f"{leave} cup", "anna@example.org").word == "ACCEPTED"
    assert club.overview().entry_named("anna").status == EntryStatus.WITHDRAWN


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("format swiss 2", "format swiss 3"), "`format` stands in these terms twice."),
        (("places 8", "places 9"), "`places` stands in these terms twice."),
        (("bananas 7",), "I can't read 'bananas 7' in an event's terms."),
        (("places none",), "Write a number from 1 to 2000."),
    ],
)
def test_terms_are_refused_with_their_line(club: Club, lines: tuple[str, ...], why: str) -> None:
    body = "\n".join(("td new other", "titles toy", "tables 2", *lines, "end event"))
    answer = club.write(body)
    assert answer.word == "NOT ACCEPTED"
    assert why in answer.said
    assert answer.said.startswith(lines[-1]), "the line is shown"


def test_what_may_be_said_several_times_is(club: Club) -> None:
    terms = said(EventTerms(), ("about one", "about two", "bar rating 20", "bar reliability 80"), once=True)
    assert terms.about == "one two"


def test_there_are_not_fewer_places_than_have_entered(club: Club) -> None:
    club.announce(bots=4)
    assert "4 have entered already; there can't be fewer places." in club.write("td change cup places 3").said
    assert club.write("td change cup places 4").word == "ACCEPTED"


def test_points_that_are_missing_are_hinted_at_by_their_size() -> None:
    terms = said(EventTerms(), ("titles 1861", "own 4: 10 6 3 1"))
    with pytest.raises(Refused) as refused:
        terms.checked()
    assert refused.value.instead == ("own 3: 2 1 0", "own 5: 4 3 2 1 0")


def test_a_hint_names_the_event_one_writes_about(club: Club) -> None:
    club.announce()
    answer = club.write("td club cup Bot A")
    assert answer.word == "NOT ACCEPTED"
    assert "td club cup Anna: Lyon" in str(answer.rows[0].data) and "spring-cup" not in str(answer.rows[0].data)


def test_terms_tell_what_follows_from_them_together() -> None:
    terms = said(EventTerms(), ("titles 1861", "waiting list no", "points share"))
    lines = [str(one) for one in told(terms)]
    assert "Who goes is replaced by a bot." in lines
    assert "Where tables are of different sizes, a share at a smaller one is worth more." in lines
    (stage,) = said(EventTerms(), ("format groups 1 of 4",)).stages
    assert Words("en").text(stage_told(stage, 4)) == "groups of 4, one round"


def test_a_rating_s_bar_is_the_least(club: Club) -> None:
    club.announce("bar rating 20")
    assert "a rating of 20 or more; yours is none yet" in club.write("enter cup as Anna", "anna@example.org").said


def test_an_event_called_off_counts_for_no_limit(club: Club) -> None:
    for number in range(announcing.MOST_A_DAY):
        body = f"td new cup-{number}\ntitles toy\ntables 2\nend event"
        assert club.write(body).word == "ACCEPTED"
    again = "td new more\ntitles toy\ntables 2\nend event"
    assert "within a day" in club.write(again).said
    club.write('td cancel cup-0 "a mistake"')
    assert club.write(again).word == "ACCEPTED"


def test_tables_of_divisions_are_told_apart(club: Club) -> None:
    club.announce("format league 1 divisions 2 promote 1", "next round on my word", bots=4)
    club.close()
    club.write("td draw cup")
    club.move_on()
    overview = club.overview()
    first, second = (str(one) for one in tables_told(overview, overview.tables))
    assert first.startswith("Table 1 (Division 1):") and second.startswith("Table 2 (Division 2):")


def test_duplicate_standings_are_provisional_while_a_round_runs(club: Club) -> None:
    club.announce("duplicate yes", "format swiss 1", people=("Anna", "Bert", "Cleo", "Dora"), bots=0)
    club.close()
    club.move_on()
    first = club.overview().tables[0]
    seats = [seat["seat"] for seat in first.seats]
    club.write(f'td rule cup 1 {" > ".join(seats)} "so be it"')
    told = club.house.outbox("notice", f"{seats[0].lower()}@example.org")[-1].data["text"]
    assert "these points are provisional" in told
    assert "Provisional: round 1 is not over" in club.write("standings cup").text


def test_a_result_of_an_anonymous_round_is_told_without_points(club: Club) -> None:
    club.announce("anonymous yes", "format swiss 1", people=("Anna", "Bert", "Cleo", "Dora"), bots=0)
    club.close()
    club.move_on()
    first = club.overview().tables[0]
    for seat in first.seats:
        club.house.write(str(first.game_id), seat["seat"], "vote end yes", sender=address(club, seat["entry"]))
    club.house.do("ending", first.game_id)
    told = [row.data for row in club.house.outbox("notice", address(club, first.seats[0]["entry"]))]
    (decided,) = [one for one in told if "is decided" in one["title"]]
    assert "It counts in the standings when all tables of the round are over." in decided["text"]
    assert "You are" not in decided["text"]


def address(club: Club, key: str) -> str:
    return f"{club.overview().by_key[key].name.lower()}@example.org"

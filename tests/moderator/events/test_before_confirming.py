"""What a director is shown before something is done for good: who is concerned, and what would be otherwise."""

from __future__ import annotations

from moderator.store.statuses import RoundStatus, TableStatus
from tests.moderator.events.conftest import BOSS, Club

PEOPLE = ("Anna", "Bert", "Cleo", "Dora")


def shown(club: Club, line: str) -> str:
    """The mail that asks a director for a word; nothing has changed."""
    before = (club.state(), [(one.name, one.status) for one in club.overview().entries], len(club.deeds()))
    told = len(club.house.outbox("notice"))
    answer = club._sent(line, BOSS)
    assert answer.word == "CONFIRM", answer.text
    after = (club.state(), [(one.name, one.status) for one in club.overview().entries], len(club.deeds()))
    assert after == before, "it is only asked"
    assert len(club.house.outbox("notice")) == told, "nobody else is told"
    return " ".join(answer.text.split())


def played(club: Club, *more: str) -> None:
    """One round of two tables, the first of them decided."""
    club.announce("format swiss 2", "next round on my word", *more, people=PEOPLE, bots=0)
    club.close()
    club.next_round()
    one, other = (seat["seat"] for seat in club.overview().tables[0].seats)
    club.write(f'td rule cup 1 {one} > {other} "so be it"')


def test_before_entry_closes_the_director_sees_who_is_in(club: Club) -> None:
    club.announce("places 4", people=PEOPLE, bots=0)
    club.write("enter cup as Emil", "emil@example.org")
    text = shown(club, "td close cup")
    assert "Entered: Anna, Bert, Cleo, and Dora" in text or "Entered: Anna, Bert, Cleo, Dora" in text
    assert "Waiting list: Emil" in text
    assert "The event: open for entry → entry closed" in text
    assert "People who would get an email: 5" in text


def test_before_a_draw_is_published_the_director_sees_who_sits_where(club: Club) -> None:
    club.announce("next round on my word", people=(*PEOPLE, "Emil"), bots=0)
    club.close()
    club.write("td draw cup")
    club.move_on()
    text = shown(club, "td publish cup")
    table = club.overview().tables[0]
    assert f"Table {table.number}: toy, {', '.join(seat['seat'] for seat in table.seats)}" in text
    assert "Byes: " in text


def test_before_a_ruling_the_director_sees_whose_place_changes_and_which_appeal_it_settles(club: Club) -> None:
    played(club)
    one, other = (seat["seat"] for seat in club.overview().tables[0].seats)
    club.write('appeal cup "it was me"', f"{other.lower()}@example.org")
    text = shown(club, f'td rule cup 1 {other} > {one} "on second thoughts"')
    assert f"Appeal of {other} about table 1" in text and "it was me" in text
    assert f"Place of {other}: " in text and "→ 1. (1)" in text
    assert club.overview().tables[0].status == TableStatus.APPEALED
    done = club.write(f'td rule cup 1 {other} > {one} "on second thoughts"')
    assert done.word == "ACCEPTED"
    assert club.overview().lines[0].entrant == club.overview().entry_named(other).key


def test_before_an_exclusion_the_director_sees_the_places_and_who_takes_the_seat(club: Club) -> None:
    played(club, "places 4")
    club.write("enter cup as Emil", "emil@example.org")
    first = club.overview().tables[0].seats[0]["seat"]
    text = shown(club, f'td expel cup {first} "for nothing"')
    assert f"{first}: entered → excluded" in text
    assert f"Place of {first}: 1. (1) → 4. (0)" in text
    playing = club.overview().tables[1].seats[0]["seat"]
    assert "asked: Emil" in shown(club, f'td expel cup {playing} "for nothing"')
    assert "asked: Emil" in shown(club, f"td replace cup {playing}")


def test_before_a_round_ends_the_director_sees_which_tables_are_not_over_and_what_becomes_of_them(club: Club) -> None:
    played(club, "unfinished stands")
    text = shown(club, "td end round cup")
    assert "Table 2: toy, " in text and "Table 1: toy, " not in text
    assert "counts as it stands" in text
    assert club.overview().rounds[0].status == RoundStatus.RUNNING


def test_before_an_event_is_called_off_the_director_sees_how_many_play_on(club: Club) -> None:
    played(club)
    text = shown(club, 'td cancel cup "no time"')
    assert "Games under way that go on without the event: 1" in text
    assert "The event: under way → cancelled" in text
    assert "People who would get an email: 4" in text


def test_what_would_be_refused_when_the_word_comes_back_is_refused_at_once(club: Club) -> None:
    club.announce("format league 1 divisions 3 promote 1", people=PEOPLE, bots=0)
    refused = club._sent("td close cup", BOSS)
    assert refused.word == "NOT ACCEPTED"
    assert "a table needs 2" in refused.said


def test_before_entry_closes_the_director_sees_that_the_first_round_begins_with_it(club: Club) -> None:
    club.announce(people=PEOPLE, bots=0)
    text = shown(club, "td close cup")
    assert "The first round is drawn and published at once" in text and "its games begin" in text
    assert "td change cup next round on my word" in text
    club.write("td change cup next round on my word")
    assert "first round" not in shown(club, "td close cup")
    club.write("td change cup next round by itself")
    club.write("td change cup starts 2026-12-24")
    assert "drawn and published by itself Thu 24 Dec 00:00 UTC" in shown(club, "td close cup")


def test_before_a_draw_is_published_the_director_sees_how_many_hear_of_it(club: Club) -> None:
    club.announce("next round on my word", people=(*PEOPLE, "Emil"), bots=1)
    club.close()
    club.write("td draw cup")
    club.move_on()
    assert "People who would get an email: 6" in shown(club, "td publish cup")
    told = len(club.house.outbox())
    club.write("td publish cup")
    club.move_on()
    heard = {row.recipient for row in club.house.outbox()[told:] if row.kind not in ("answer", "confirm")}
    assert len(heard) == 6


def test_a_draw_that_waits_for_a_ruling_is_not_said_to_be_missing(club: Club) -> None:
    played(club)
    one, other = (seat["seat"] for seat in club.overview().tables[1].seats)
    club.write(f'td rule cup 2 {one} > {other} "so be it"')
    club.move_on()
    club.write('appeal cup "it was me"', f"{other.lower()}@example.org")
    answer = club._sent("td publish cup", BOSS)
    assert "drawn when this is ruled on: table 2" in answer.said and "td dismiss cup 2" in answer.text
    assert "waits to be published" not in answer.said


def test_before_somebody_is_replaced_the_director_sees_what_becomes_of_them_and_of_the_seat(club: Club) -> None:
    played(club)
    playing = club.overview().tables[1].seats[0]["seat"]
    text = shown(club, f"td replace cup {playing} by bot")
    assert f"a bot plays for {playing}" in text
    assert f"{playing} forfeits the seat and is not drawn again after this round" in text
    assert f"from {playing}" in text
    club.write(f"td replace cup {playing} by bot")
    assert f"a bot plays for {playing}" in " ".join(club.write("td status cup").text.split())


def test_before_a_dismissal_that_waits_for_a_word_the_director_sees_the_appeal_and_what_it_changes(club: Club) -> None:
    played(club)
    one, other = (seat["seat"] for seat in club.overview().tables[0].seats)
    club.write('appeal cup "it was me"', f"{other.lower()}@example.org")
    answer = club._sent('td dismiss cup 1 "it was not"', BOSS)
    text = " ".join(answer.text.split())
    assert answer.status == "parked"
    assert f"Appeal of {other} about table 1" in text and "it was me" in text
    assert "appealed against" in text and f"Place of {one}: " in text
    assert club.overview().tables[0].status == TableStatus.APPEALED


def test_a_round_that_would_be_over_has_no_end_to_come(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    asked = " ".join(club._sent('td rule cup 1 Anna > Bert "so be it"', BOSS).text.split())
    assert "Round 1: under way, until" in asked and "→ over Table 1" in asked

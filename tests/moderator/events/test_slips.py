"""What a director meets who does not know the program: slips of the pen, steps in the wrong order, things unsaid."""

from __future__ import annotations

from flask.testing import FlaskClient

from moderator.events.auditing import audit
from moderator.store.statuses import RoundStatus
from tests.moderator.events.conftest import BOSS, Club
from tests.moderator.events.test_going import begun, resign, swept
from tests.moderator.web.visiting import signed_in

ANNA, BERT, CLEO = "anna@example.org", "bert@example.org", "cleo@example.org"


def in_hand(club: Club, *more: str) -> None:
    """An event of two rounds whose first is over, a word ago."""
    club.announce("format swiss 2", "next round on my word", *more, people=("Anna", "Bert"), bots=0)
    club.close()
    club.write("td draw cup")
    club.move_on()
    club.write("td publish cup")
    club.move_on()
    assert club.write('td rule cup 1 Anna > Bert "so be it"').word == "ACCEPTED"
    club.move_on()
    assert club.overview().rounds[0].status == RoundStatus.OVER


def test_publishing_before_the_day_to_appeal_is_over_says_so_before_the_word(club: Club) -> None:
    in_hand(club)
    club.write("td draw cup")
    club.move_on()
    asked = club._sent("td publish cup", BOSS)
    assert asked.word == "CONFIRM"
    told = " ".join(asked.text.split())
    assert "results of round 1, about which people could appeal until Tue 17 Nov" in told
    assert "stand from now on" in told
    club.house.pass_time(days=1)
    assert "appeal until" not in " ".join(club._sent("td publish cup", BOSS).text.split()), "nobody loses time any more"


def test_a_draw_that_waits_for_a_ruling_says_so(club: Club) -> None:
    in_hand(club)
    assert club.write('appeal cup "no"', BERT).word == "ACCEPTED"
    assert "the next round is drawn when this is ruled on: table 1" in club.write("td draw cup").said
    assert "the draw is on its way" not in club.write("td draw cup").said
    assert club.write('td dismiss cup 1 "no"').word == "ACCEPTED"
    club.move_on()
    assert [row.status for row in club.overview().rounds] == [RoundStatus.OVER, RoundStatus.DRAWN]


def test_an_open_appeal_is_no_finding_of_an_audit(club: Club) -> None:
    in_hand(club)
    assert club.write('appeal cup "no"', BERT).word == "ACCEPTED"
    with club.house.office.reading() as desk:
        assert audit(desk, club.row()) == []
    assert club.write('td dismiss cup 1 "no"').word == "ACCEPTED"
    with club.house.office.reading() as desk:
        assert audit(desk, club.row()) == []


def test_who_was_ruled_on_reads_how_to_appeal(club: Club) -> None:
    in_hand(club)
    told = [row.data["text"] for row in club.house.outbox("notice", BERT)]
    assert sum('writes: appeal cup "why"' in text for text in told) == 2, "with the ruling, and with the round"


def test_an_event_that_does_not_exist_is_not_called_somebody_else_s(club: Club) -> None:
    club.announce()
    answer = club.write("td close cupp")
    assert "There is no event 'cupp'; there are cup." in answer.said
    assert "Only the director" in club.write("td close cup", ANNA).said


def test_who_writes_a_command_that_does_not_exist_is_shown_where_they_are_listed(club: Club) -> None:
    club.announce()
    assert "`help td`" in " ".join(club.write("td clsoe cup").text.split())


def test_who_was_only_asked_never_played_the_seat(club: Club) -> None:
    table = begun(club, waiting=("Cleo", "Dora"))
    resign(club, table, "Anna")
    swept(club)
    assert club.house.write(str(table.game_id), "Anna", "decline", sender=CLEO).word == "ACCEPTED"
    swept(club)
    told = [row.data["text"] for row in club.house.outbox("notice", BOSS)]
    assert any(text.startswith("Anna no longer plays Anna; Cleo is asked") for text in told)
    assert any(text.startswith("Cleo does not take over Anna; Dora is asked") for text in told)
    assert not any("Cleo no longer plays" in text for text in told)


def test_hints_can_be_written_as_they_stand(club: Club) -> None:
    club.announce(people=("Anna", "Bert", "Cleo"), bots=1)
    assert "td change cup directors play yes" in club.write(f"td deputy cup {ANNA}").text
    assert club.write("td ban cup Anna, Bert").word == "ACCEPTED"
    assert "td ban cup Anna, Bert" in club.write("td pin cup Bert, Anna").text
    assert club.write("td ban cup Anna, Bert").word == "ACCEPTED"
    assert club.write("td pin cup Bert, Anna").word == "ACCEPTED"


def test_the_status_names_bots_and_who_waits(club: Club) -> None:
    club.announce("places 4", "next round on my word", people=("Anna", "Bert", "Cleo"), bots=1)
    assert "waiting list" in club.write("enter cup as Emil", "emil@example.org").said
    assert "Bot A: entered, bot" in club.write("td status cup").text
    club.close()
    club.write("td draw cup")
    club.move_on()
    assert "Waiting list: Emil" in club.write("td status cup").text


def test_who_comes_too_late_is_asked_onto_the_waiting_list(club: Club) -> None:
    club.announce(people=("Anna", "Bert"), bots=0)
    club.close()
    asked = " ".join(club._sent("enter cup as Emil", "emil@example.org").text.split())
    assert "come onto the waiting list of cup as Emil" in asked


def test_the_log_tells_dates_as_people_write_them(club: Club) -> None:
    club.announce(people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    assert club.write('td extend cup 7 days "slow"').word == "ACCEPTED"
    (deed,) = [one for one in club.deeds() if one.what == "extended"]
    assert deed.old.endswith(" UTC") and "T" not in deed.old.removesuffix("UTC")


def test_a_table_whose_time_is_up_is_not_under_way(club: Club) -> None:
    club.announce("titles 1882", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    assert club.write("td end round cup").word == "ACCEPTED"
    status = club.write("td status cup").text
    assert "being decided" in status and "under way" not in status.split("Table 1")[1]


def test_the_desk_tells_a_division_from_a_table(club: Club, client: FlaskClient) -> None:
    club.announce("format league 1 divisions 2 promote 1", bots=4)
    club.close()
    club.move_on()
    signed_in(client, BOSS, club.house)
    page = client.get("/events/cup/desk").get_data(as_text=True)
    assert "1 (Division 1)" in page and "2 (Division 2)" in page
    assert ">1 1<" not in page


def test_a_misspelt_line_of_the_terms_is_shown_as_it_was_meant(club: Club) -> None:
    answer = club.write("td new winter\ntitres 1861\nend event")
    assert "I can't read 'titres 1861' in an event's terms." in answer.said
    assert "Write instead: titles 1861" in " ".join(answer.text.split())


def test_a_date_that_has_passed_is_named(club: Club) -> None:
    answer = club.write("td new winter\ntitles toy\ntables 2\nstarts 2020-01-01\nend event")
    assert "starts 2020-01-01" in answer.text and "That moment has passed." in answer.said


def test_the_page_of_an_event_that_is_closed_leads_onto_the_waiting_list(club: Club, client: FlaskClient) -> None:
    club.announce(people=("Anna", "Bert"), bots=0)
    assert "To enter, write" in client.get("/events/cup").get_data(as_text=True)
    club.close()
    assert "To come onto the waiting list, write" in client.get("/events/cup").get_data(as_text=True)

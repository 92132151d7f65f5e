"""What a director meets who does not know the program: slips of the pen, steps in the wrong order, things unsaid."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from engine import Refused
from moderator.events.auditing import audit
from moderator.events.terms import EventTerms
from moderator.events.terms_read import from_toml, said
from moderator.store.statuses import RoundStatus
from tests.moderator.events.conftest import BOSS, Club
from tests.moderator.events.test_going import begun, resign, swept
from tests.moderator.web.visiting import signed_in

ANNA, BERT, CLEO = "anna@example.org", "bert@example.org", "cleo@example.org"


def in_hand(club: Club, *more: str) -> None:
    """An event of two rounds whose first is over, a word ago."""
    club.announce("format swiss 2", "next round on my word", *more, people=("Anna", "Bert"), bots=0)
    club.close()
    club.next_round()
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
    assert sum('writes: appeal cup "why"' in text for text in told) == 1, "with the round that it has ended"


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
    assert any(text.startswith("Anna no longer plays Anna. Cleo is asked") for text in told)
    assert any(text.startswith("Cleo does not take over Anna. Dora is asked") for text in told)
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


def test_the_director_enters_somebody_in_either_order(club: Club) -> None:
    club.announce(bots=2)
    assert "Emil is entered" in club.write("td enter cup emil@example.org as Emil").said
    assert "Fay is entered" in club.write("td enter cup Fay: fay@example.org").said
    assert [one.name for one in club.overview().playing][-2:] == ["Emil", "Fay"]


@pytest.mark.parametrize(
    ("lines", "top"),
    [
        (("format groups 1 of 8 then knockout top 4", "tables 3"), 4),
        (("tables 3", "format groups 1 of 8 then knockout top 4"), 4),
        (("format swiss 2 then final", "tables 3"), 3),
        (("tables 3", "format swiss 2 then final"), 3),
    ],
)
def test_how_many_go_on_is_what_was_said_in_any_order(lines: tuple[str, ...], top: int) -> None:
    terms = said(EventTerms(called="cup"), ["titles 1861", *lines])
    assert terms.stages[-1].top == top
    assert said(terms, ["bar none"]) == terms


def test_a_final_goes_with_the_size_of_tables() -> None:
    terms = said(EventTerms(called="cup"), ["titles 1861", "format swiss 2 then final"])
    assert said(terms, ["tables 5"]).stages[-1].top == 5


def test_who_goes_on_is_told_with_whom_not_with_oneself(club: Club) -> None:
    club.announce("format swiss 1 then final", people=("Anna", "Bert", "Cleo", "Dora"), bots=0)
    club.close()
    club.move_on()
    for table in club.overview().tables:
        assert club.write(f'td rule cup {table.number} {" > ".join(one["seat"] for one in table.seats)} "so"').word
    told = [row for row in club.house.outbox("notice") if "You go on to the next round" in row.data["text"]]
    assert len(told) == 2
    for row in told:
        (line,) = [one for one in row.data["text"].splitlines() if one.startswith("You go on")]
        assert row.recipient.partition("@")[0] not in line.lower()


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


def test_so_do_the_pages_for_everybody(club: Club, client: FlaskClient) -> None:
    club.announce("format league 1 divisions 2 promote 1", bots=4)
    club.close()
    club.run()
    page = client.get("/events/cup").get_data(as_text=True)
    assert "Table 1 (Division 1)" in page and "Table 2 (Division 2)" in page
    assert "Division 2</span>" in client.get("/events/cup/standings").get_data(as_text=True)


def test_a_misspelt_line_of_the_terms_is_shown_as_it_was_meant(club: Club) -> None:
    answer = club.write("td new winter\ntitres 1861\nend event")
    assert "I can't read 'titres 1861' in an event's terms." in answer.said
    assert "Write instead: titles 1861" in " ".join(answer.text.split())


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("directors no", "directors play no"),
        ("waiting yes", "waiting list yes"),
        ("entri until 2027-01-10", "entry until 2027-01-10"),
        ("rouns 30 days", "round 30 days"),
    ],
)
def test_a_line_that_lacks_its_second_word_is_shown_whole(line: str, meant: str) -> None:
    """It was laid beside itself for ever, and the mail set aside."""
    with pytest.raises(Refused) as refused:
        said(EventTerms(), [line])
    assert meant in refused.value.instead


def test_a_date_that_has_passed_is_named(club: Club) -> None:
    answer = club.write("td new winter\ntitles toy\ntables 2\nstarts 2020-01-01\nend event")
    assert "starts 2020-01-01" in answer.text and "That moment has passed." in answer.said


def test_the_page_of_an_event_that_is_closed_leads_onto_the_waiting_list(club: Club, client: FlaskClient) -> None:
    club.announce(people=("Anna", "Bert"), bots=0)
    assert "To enter, write" in client.get("/events/cup").get_data(as_text=True)
    club.close()
    assert "To come onto the waiting list, write" in client.get("/events/cup").get_data(as_text=True)


@pytest.mark.parametrize(
    "text",
    [
        "titles = ",
        f"tables = {'9' * 5000}",
        f"titles = {'[' * 5000}",
        f"tables = 0x{'f' * 9000}",
        f"{'a.' * 2000}b = 1",
        "\n".join(f"{'a.' * 499 * (at + 1)}b = 1" for at in range(3)),
    ],
    ids=["half a line", "a huge number", "lists", "a huge number in other figures", "tables in tables", "more of them"],
)
def test_a_file_of_terms_that_is_none_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Refused, match="This is no TOML"):
        from_toml(text)


def test_a_list_in_a_file_of_terms_is_one_line_where_no_line_may_stand_twice() -> None:
    text = """
titles = ["1861", "1882"]
ties = ["wins", "share"]
about = ["A cup for two titles.", "Bring cake."]
hours = ["48", "auction 24"]
playouts = 5
anonymous = true
"""
    assert from_toml(text) == [
        "titles 1861, 1882",
        "ties wins, share",
        "about A cup for two titles.",
        "about Bring cake.",
        "hours 48",
        "hours auction 24",
        "playouts 5",
        "anonymous yes",
    ]
    terms = said(EventTerms(), from_toml(text), once=True)
    assert terms.titles == ("1861", "1882") and [tie.value for tie in terms.ties] == ["wins", "share"]

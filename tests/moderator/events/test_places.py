"""Places that were told and are others now: whoever stands elsewhere hears it, and the standings say what is so."""

from __future__ import annotations

import pytest

from moderator.events.auditing import audit
from moderator.store.statuses import RoundStatus
from tests.moderator.events.conftest import Club

PEOPLE = ("Anna", "Bert", "Cleo", "Dora")


@pytest.fixture
def over(club: Club) -> Club:
    """Anna before Bert at one table, Cleo and Dora level at the other; the round is over, the next waits for a word."""
    club.announce("next round on my word", "ties wins", people=PEOPLE, bots=0)
    club.write("td pin cup Anna, Bert")
    club.close()
    club.next_round()
    for table in club.overview().tables:
        first, second = (seat["seat"] for seat in table.seats)
        order = "Anna > Bert" if "Anna" in (first, second) else "Cleo = Dora"
        assert club.write(f'td rule cup {table.number} {order} "so be it"').word == "ACCEPTED"
    club.move_on()
    assert club.overview().rounds[0].status == RoundStatus.OVER
    assert ranks(club) == {"Anna": 1, "Cleo": 2, "Dora": 2, "Bert": 4}
    return club


def ranks(club: Club) -> dict[str, int]:
    overview = club.overview()
    return {overview.by_key[line.entrant].name: line.rank for line in overview.lines}


def number(club: Club, name: str) -> int:
    overview = club.overview()
    table = overview.table_of(overview.entry_named(name))
    assert table is not None
    return table.number


def told(club: Club, name: str, words: str) -> list[str]:
    rows = club.house.outbox("notice", f"{name.lower()}@example.org")
    return [row.data["text"] for row in rows if words in row.data["text"]]


def test_a_ruling_after_the_round_is_told_everybody_it_moves(over: Club) -> None:
    assert over.write(f'td rule cup {number(over, "Anna")} Anna = Bert "both were right"').word == "ACCEPTED"
    assert set(ranks(over).values()) == {1}
    for name in ("Cleo", "Dora"):
        (text,) = told(over, name, "both were right")
        assert "You are 1 of 4; you were 2." in text
    for name in ("Anna", "Bert"):
        assert len(told(over, name, "both were right")) == 1, "who sits there is told once, with their own line"


def test_an_appeal_is_told_the_table_and_everybody_it_moves_and_so_is_its_dismissal(over: Club) -> None:
    assert "its result waits" in over.write('appeal cup "no"', "bert@example.org").said
    assert ranks(over)["Cleo"] == 1
    does_not_count = "its result does not count until the director has ruled"
    for name in ("Anna", "Cleo", "Dora"):
        assert len(told(over, name, does_not_count)) == 1, name
    assert "You are 1 of 4; you were 2." in told(over, "Cleo", does_not_count)[0]
    assert told(over, "Bert", does_not_count) == [], "who appeals knows"
    assert "stands" in over.write(f'td dismiss cup {number(over, "Bert")} "nothing in it"').said
    for name in PEOPLE:
        assert len(told(over, name, "dismissed: nothing in it")) == 1, name
    assert "You are 2 of 4; you were 1." in told(over, "Cleo", "dismissed")[0]
    with over.house.office.reading() as desk:
        assert audit(desk, over.row()) == []


def test_an_exclusion_is_told_also_who_has_left(over: Club) -> None:
    assert over.write("withdraw from cup", "dora@example.org").word == "ACCEPTED"
    assert over.write('td expel cup Anna "rude"').word == "ACCEPTED"
    assert ranks(over) == {"Cleo": 1, "Dora": 1, "Bert": 3, "Anna": 4}
    for name in ("Bert", "Cleo", "Dora"):
        (text,) = told(over, name, "The director has excluded Anna")
        assert "you were" in text
    assert told(over, "Anna", "you were") == []


def test_while_a_round_is_played_a_ruling_is_told_its_table_alone(club: Club) -> None:
    club.announce("ties wins", people=PEOPLE, bots=0)
    club.close()
    club.move_on()
    first = club.overview().tables[0]
    names = [seat["seat"] for seat in first.seats]
    assert club.write(f'td rule cup 1 {" > ".join(names)} "so be it"').word == "ACCEPTED"
    for name in PEOPLE:
        assert len(told(club, name, "so be it")) == (name in names)


def test_nothing_but_the_exclusion_decided_about_who_is_excluded(over: Club) -> None:
    assert over.write('td expel cup Dora "rude"').word == "ACCEPTED"
    text = over.write("standings cup").text
    assert "3. Bert  0" in text and "4. Dora  0  (excluded)" in text
    assert "What decided" not in text and "nothing tells them apart" not in text


def test_an_appeal_about_a_game_under_way_is_dismissed_without_a_result(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    assert "its game goes on" in club.write('appeal cup "he is slow"', "anna@example.org").said
    assert len(told(club, "Bert", "the director is asked, and the game goes on")) == 1
    said = club.write('td dismiss cup 1 "he is not"').said
    assert "the appeal about table 1 is dismissed; it has no result yet" in said
    assert "stands" not in said


def test_nobody_appeals_about_one_table_again_and_again(over: Club) -> None:
    """Each appeal takes the next draw back: one player could stop an event for good."""
    at = number(over, "Bert")
    for reason in ("no", "still no"):
        assert over.write(f'appeal cup "{reason}"', "bert@example.org").word == "ACCEPTED"
        assert over.write(f'td dismiss cup {at} "nothing in it"').word == "ACCEPTED"
    refused = over.write('appeal cup "and no"', "bert@example.org")
    assert "You have appealed 2 times about table" in refused.said
    assert over.write('appeal cup "but I do"', "anna@example.org").word == "ACCEPTED", "others may"

"""A director's line with a slip in its command is refused with the right one; it is never read as talk."""

from __future__ import annotations

import pytest

from engine import Refused
from moderator.hearing.directing import as_operator
from tests.moderator.events.conftest import BOSS, Club


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ('td extned cup 7 days "x"', 'td extend cup 7 days "x"'),
        ("td end ruond cup", "td end round cup"),
        ("td endround cup", "td end round cup"),
        ("TD Statsu cup", "td status cup"),
        ("td frob cup", ""),
    ],
)
def test_it_is_refused_with_the_near_word(club: Club, line: str, meant: str) -> None:
    club.announce()
    answer = club.write(line)
    assert answer.word == "NOT ACCEPTED"
    told = " ".join(answer.text.split())
    assert "`help td` says what there is" in told
    assert (f"Write instead: {meant}" if meant else "frob`; `help") in told
    assert "To start a game" not in told


def test_beside_a_good_line_nothing_of_the_mail_is_done(club: Club) -> None:
    club.announce()
    answer = club.write("td pin cup Bot A, Bot B\ntd frob cup")
    assert answer.word == "NOT ACCEPTED"
    assert "There is no `td frob`;" in answer.said
    assert not club.row().wishes.get("pins")


def test_so_it_is_at_a_table_and_for_an_operator(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    answer = club.house.write(club.games()[0], "Anna", "td statsu cup", sender="anna@example.org")
    assert answer.word == "NOT ACCEPTED" and "td status cup" in " ".join(answer.text.split())
    with club.house.office.desk() as desk, pytest.raises(Refused) as refused:
        as_operator(desk, "td statsu cup")
    assert refused.value.instead == ("td status cup",)


def test_who_speaks_of_the_director_orders_nothing(club: Club) -> None:
    club.announce()
    assert club.write("tdlr is all I have to say", BOSS).word == "ACCEPTED"
    # How people sign.
    assert club.write("td status cup\n\nThanks,\nBoss, TD", BOSS).word == "ACCEPTED"

"""Who goes on to the next round hears at once when that changes: a withdrawal, an exclusion, a ruling."""

from __future__ import annotations

import pytest

from tests.moderator.events.conftest import BOSS, Club


def to_the_final(club: Club) -> tuple[list[str], list[str]]:
    """A round of two tables before a final of two; gives who goes on and who does not, the best of them first."""
    club.announce("format swiss 1 then final", "next round on my word", people=("Anna", "Bert", "Cleo", "Dora"), bots=0)
    club.close()
    club.next_round()
    for table in club.overview().tables:
        order = " > ".join(seat["seat"] for seat in table.seats)
        club.write(f'td rule cup {table.number} {order} "so be it"')
    club.move_on()
    overview = club.overview()
    names = [overview.by_key[line.entrant].name for line in overview.lines]
    return names[:2], names[2:]


def heard(club: Club, name: str) -> list[str]:
    rows = club.house.outbox("notice", f"{name.lower()}@example.org")
    return [row.data["text"] for row in rows if row.data["title"] == "cup: who goes on"]


@pytest.mark.parametrize("drawn", [False, True])
def test_after_a_withdrawal_who_goes_on_instead_hears_it_at_once(club: Club, *, drawn: bool) -> None:
    (first, second), (third, last) = to_the_final(club)
    if drawn:
        club.write("td draw cup")
        club.move_on()
    assert club.write("withdraw from cup", f"{first.lower()}@example.org").word == "ACCEPTED"
    assert heard(club, third) == [f"{first} has left.\nYou go on to the next round, with: {second}"]
    assert heard(club, second) == [f"{first} has left.\nYou go on to the next round, with: {third}"]
    assert heard(club, last) == [] and heard(club, first) == [], "it concerns them no more"
    told = club.house.outbox("notice", BOSS)[-1].data["text"]
    assert f"Who goes on instead: {third}" in told


def test_after_an_exclusion_too(club: Club) -> None:
    (first, second), (third, _) = to_the_final(club)
    club.write(f'td expel cup {first} "for nothing"')
    (told,) = heard(club, third)
    assert told.endswith(f"You go on to the next round, with: {second}")


def test_who_does_not_go_on_after_a_ruling_hears_it(club: Club) -> None:
    (first, _), _ = to_the_final(club)
    table = club.overview().table_of(club.overview().entry_named(first))
    assert table is not None
    one, other = (seat["seat"] for seat in table.seats)
    club.write('appeal cup "it was me"', f"{other.lower()}@example.org")
    club.write(f'td rule cup {table.number} {other} > {one} "on second thoughts"')
    (out,) = heard(club, one)
    assert "You do not go on to the next round; these do: " in out
    (on,) = heard(club, other)
    assert "You go on to the next round, with: " in on


def test_who_leaves_without_going_on_changes_nothing_for_the_others(club: Club) -> None:
    (first, second), (_, last) = to_the_final(club)
    club.write("withdraw from cup", f"{last.lower()}@example.org")
    assert heard(club, first) == heard(club, second) == []


def test_a_final_changes_no_place_before_one_of_its_tables_is_decided(club: Club) -> None:
    """Its players stood in the order of the lot, and a draw told by them who plays before it was published."""
    to_the_final(club)

    def told() -> list[tuple[str, int, int]]:
        overview = club.overview()
        return [(overview.by_key[line.entrant].name, line.rank, line.stage) for line in overview.lines]

    before = told()
    club.write("td draw cup")
    club.move_on()
    assert told() == before
    club.write("td publish cup")
    club.move_on()
    assert told() == before
    (table,) = [one for one in club.overview().tables if one.status == "playing"]
    order = " > ".join(reversed([name for name, _, _ in before if name in {seat["seat"] for seat in table.seats}]))
    club.write(f'td rule cup {table.number} {order} "so be it"')
    assert [stage for _, _, stage in told()] == [2, 2, 1, 1]
    assert [name for name, _, _ in told()[:2]] == order.split(" > ")

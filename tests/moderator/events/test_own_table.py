"""A director who plays decides nothing about their own table, and learns no name there before the others do."""

from __future__ import annotations

import pytest

from moderator.events import announcing, entry
from moderator.store.cup_tables import CupTable
from moderator.store.statuses import RoundStatus, TableStatus
from moderator.web.directing import facts
from tests.moderator.events.conftest import BOSS, Club
from tests.moderator.events.test_going import resign

DEPUTY = "vera@example.org"


def playing(club: Club, *more: str, deputy: bool = True) -> CupTable:
    """An event whose director plays; gives the table she sits at."""
    club.announce("format swiss 1", "directors play yes", *more, people=("Anna", "Bert", "Cleo"), bots=0)
    with club.house.office.desk() as desk:
        cup = announcing.find(desk, "cup", locked=True)
        if deputy:
            announcing.add_deputy(desk, cup, desk.meet(DEPUTY, "Vera"), "test")
        entry.enter(desk, cup, desk.meet(BOSS), "Boss")
    club.close()
    club.move_on()
    return mine(club)


def mine(club: Club) -> CupTable:
    overview = club.overview()
    table = overview.table_of(overview.entry_named("Boss"))
    assert table is not None
    return table


def order(table: CupTable) -> str:
    return " > ".join(seat["seat"] for seat in table.seats)


@pytest.mark.parametrize("what", ["rule", "dismiss", "undo", "penalty", "status", "replace", "expel"])
def test_what_is_decided_about_one_s_own_table_is_left_to_a_deputy(club: Club, what: str) -> None:
    table = playing(club)
    other = next(club.overview().by_key[seat["entry"]].name for seat in table.seats if seat["seat"] != "Boss")
    line = {
        "rule": f'td rule cup {table.number} {order(table)} "so be it"',
        "dismiss": f'td dismiss cup {table.number} "no"',
        "undo": f"td at cup {table.number} gm undo to 0",
        "penalty": f"td at cup {table.number} gm penalty {other} 5",
        "status": f"td at cup {table.number} gm status",
        "replace": f"td replace cup {other} by bot",
        "expel": f'td expel cup {other} "late"',
    }[what]
    answer = club.write(line)
    assert answer.word == "NOT ACCEPTED", "before any word"
    assert f"You play at table {table.number} yourself: what is decided there is left to Vera." in answer.said


def test_a_deputy_rules_on_the_director_s_table_and_ends_its_game(club: Club) -> None:
    table = playing(club)
    ended = club.write(f"td at cup {table.number} gm end", DEPUTY)
    assert ended.word == "ACCEPTED", ended.said
    assert club.house.row(str(table.game_id)).status == "over"
    assert club.write(f'td rule cup {table.number} {order(table)} "so be it"', DEPUTY).word == "ACCEPTED"
    assert mine(club).status == TableStatus.DECIDED


def test_without_a_deputy_it_is_left_to_whoever_runs_the_service(club: Club) -> None:
    table = playing(club, deputy=False)
    answer = club.write(f'td rule cup {table.number} {order(table)} "so be it"')
    assert "is left to a deputy, or whoever runs the service." in answer.said
    (other,) = [one for one in club.overview().tables if one.id != table.id]
    assert club.write(f'td rule cup {other.number} {order(other)} "so be it"').word == "ACCEPTED"


def test_the_game_of_her_own_table_is_moderated_by_the_deputy(club: Club) -> None:
    table = playing(club)
    with club.house.office.reading() as desk:
        for one in club.overview().tables:
            moderator = desk.person(club.house.row(str(one.game_id)).gm_id)
            assert moderator is not None
            assert moderator.name == ("Vera" if one.id == table.id else "Boss")


def test_who_directs_and_plays_sees_no_names_of_an_anonymous_round(club: Club) -> None:
    table = playing(club, "anonymous yes")
    status = club.write("td status cup").text
    assert "Red, Blue" in status
    assert "= Anna" not in status and "= Boss" not in status
    (other,) = [one for one in club.overview().tables if one.id != table.id]
    assert "who sits where is for Vera to see" in club.write(f"td at cup {other.number} gm status").said
    assert "who sits where is for Vera to see" in club.write("td log cup").said
    assert "= Anna" in club.write("td status cup", DEPUTY).text
    with club.house.office.reading() as desk:
        overview = club.overview()
        assert "= Boss" in str(facts(desk, overview)[f"table {table.id}"][1])
        hidden = str(facts(desk, overview, names=False)[f"table {table.id}"][1])
        assert "Anna" not in hidden and "Bert" not in hidden and "Boss" not in hidden
    club.write(f'td rule cup 1 {order(table)} "so be it"', DEPUTY)
    club.write(f'td rule cup 2 {order(table)} "so be it"', DEPUTY)
    club.after_a_day()
    assert club.overview().rounds[0].status == RoundStatus.OVER
    assert "= Anna" in club.write("td status cup").text


@pytest.mark.parametrize("line", ["td withdraw cup {}", "td replace cup {} by bot", 'td expel cup {} "late"'])
def test_what_is_refused_about_a_player_tells_no_table_to_who_plays_in_an_anonymous_round(
    club: Club, line: str
) -> None:
    playing(club, "anonymous yes")
    for name in ("Anna", "Bert", "Cleo"):
        answer = club.write(line.format(name))
        assert answer.word == "NOT ACCEPTED"
        assert "who sits where is for Vera to see until it is over" in answer.said
        assert "table" not in answer.said
    assert club._sent(line.format("Anna"), DEPUTY).word == ("NOT ACCEPTED" if "withdraw" in line else "CONFIRM")


def test_who_can_not_play_at_an_anonymous_table_is_for_the_deputy_to_know(club: Club) -> None:
    playing(club, "anonymous yes")
    assert club.write("withdraw from cup", "anna@example.org").word == "ACCEPTED"
    assert "Anna can't play" in club.house.outbox("notice", DEPUTY)[-1].data["title"]
    assert "Anna" not in str([row.data for row in club.house.outbox("notice", BOSS)])
    assert "Can't play, and a table waits for them: Anna" in club.write("td status cup", DEPUTY).text
    assert "Can't play" not in club.write("td status cup").text


def test_with_nobody_to_know_it_the_director_hears_that_somebody_can_not_play(club: Club) -> None:
    playing(club, "anonymous yes")
    with club.house.office.desk() as desk:
        # As it can be in events of before deputies were kept.
        for row, person in desk.cups.staff("cup"):
            if person.name == "Vera":
                desk.drop(row)
    club.write("withdraw from cup", "anna@example.org")
    told = club.house.outbox("notice", BOSS)[-1].data
    assert told["title"] == "cup: somebody can't play"
    assert "name a deputy who does not" in told["text"] and "Anna" not in str(told)


def test_who_is_asked_for_an_anonymous_seat_is_told_to_no_director_by_its_colour(club: Club) -> None:
    table = playing(club, "anonymous yes", "places 4")
    club.write("enter cup as Dora", "dora@example.org")
    club.write("enter cup as Emil", "emil@example.org")
    (seat,) = [seat for seat in table.seats if club.overview().by_key[seat["entry"]].name != "Boss"]
    name = club.overview().by_key[seat["entry"]].name
    resign(club, table, seat["seat"], f"{name.lower()}@example.org")
    club.move_on()
    told = [row.data for row in club.house.outbox("notice", BOSS) if "a seat at table" in str(row.data["title"])]
    assert told and "Somebody is asked to take over" in told[-1]["text"]


def test_nobody_directs_alone_an_anonymous_event_they_play_in(club: Club) -> None:
    club.announce("anonymous yes", "directors play yes")
    answer = club.write("enter cup")
    assert answer.word == "NOT ACCEPTED"
    assert "before you play somebody else must direct" in answer.said
    terms = club.write("terms cup").text
    assert "what is decided about a table they sit at is left to those of them who" in " ".join(terms.split())


def test_the_mail_about_a_draw_names_the_byes(club: Club) -> None:
    club.announce("next round on my word", people=("Anna", "Bert", "Cleo"), bots=0)
    club.close()
    club.write("td draw cup")
    club.move_on()
    (bye,) = [
        club.overview().by_key[who].name
        for _, one in club.overview().drawings(club.overview().rounds[0])
        for who in one.byes
    ]
    assert f"Byes: {bye}" in club.house.outbox("notice", BOSS)[-1].data["text"]


@pytest.mark.parametrize("deputy", [True, False])
def test_a_director_who_takes_over_a_seat_no_longer_moderates_that_game(club: Club, deputy: bool) -> None:
    club.announce("format swiss 1", "directors play yes", "places 4", people=("Anna", "Bert", "Cleo", "Dora"), bots=0)
    with club.house.office.desk() as desk:
        cup = announcing.find(desk, "cup", locked=True)
        if deputy:
            announcing.add_deputy(desk, cup, desk.meet(DEPUTY, "Vera"), "test")
        entry.enter(desk, cup, desk.meet(BOSS), "Boss")
    club.close()
    club.move_on()
    overview = club.overview()
    table = overview.table_of(overview.entry_named("Anna"))
    assert table is not None
    assert club.write("td replace cup Anna by Boss").word == "ACCEPTED"
    with club.house.office.reading() as desk:
        names = {
            one.id: getattr(desk.person(club.house.row(str(one.game_id)).gm_id), "name", "") for one in overview.tables
        }
        play = desk.game(str(table.game_id))
        assert play is not None
        heads = [desk.person(seat.person_id) for seat in play.seats if seat.role == "gm"]
    assert names.pop(table.id) == ("Vera" if deputy else "")
    assert set(names.values()) == {"Boss"}, "the other tables are theirs as before"
    assert [person.name for person in heads if person is not None] == (["Vera"] if deputy else [])
    titles = [row.data["title"] for row in club.house.outbox("notice", BOSS)]
    assert f"You no longer moderate {table.game_id}" in titles
    if deputy:
        assert club.house.outbox("moderating", DEPUTY)
    assert club.house.write(str(table.game_id), "Anna", "join", sender=BOSS).word == "ACCEPTED"


def test_a_deputy_who_is_dismissed_hears_it_and_moderates_nothing_any_more(club: Club) -> None:
    table = playing(club)
    assert club.write("td deputy cup zoe@example.org").word == "ACCEPTED"
    assert club.write(f"td deputy cup none {DEPUTY}").word == "ACCEPTED"
    titles = [row.data["title"] for row in club.house.outbox("notice", DEPUTY)]
    assert "cup: you are no deputy any more" in titles
    assert f"You no longer moderate {table.game_id}" in titles
    assert club.house.outbox("moderating", "zoe@example.org")
    with club.house.office.reading() as desk:
        play = desk.game(str(table.game_id))
        assert play is not None and play.moderator_id is not None
        moderator = desk.person(play.moderator_id)
        assert moderator is not None and desk.main_address(moderator) == "zoe@example.org"
    club.write(f"td deputy cup {DEPUTY}")
    titles = [row.data["title"] for row in club.house.outbox("notice", DEPUTY)]
    assert titles.count("cup: you are a deputy") == 2, "named again, they are told again"


def test_who_alone_sees_the_names_of_an_anonymous_event_is_not_dismissed(club: Club) -> None:
    playing(club, "anonymous yes")
    refused = club.write(f"td deputy cup none {DEPUTY}")
    assert refused.word == "NOT ACCEPTED"
    assert "Nobody else directs cup who does not play in it" in refused.said
    club.write("td deputy cup zoe@example.org")
    assert club.write(f"td deputy cup none {DEPUTY}").word == "ACCEPTED"


def test_who_has_seen_the_names_of_an_anonymous_round_takes_over_no_seat_of_it(club: Club) -> None:
    table = playing(club, "anonymous yes", "places 4")
    club.write("td deputy cup zoe@example.org")
    club.write(f"td deputy cup none {DEPUTY}")
    assert "waiting list" in club.write("enter cup as Vera", DEPUTY).said
    refused = club.write("td replace cup Anna by Vera", "zoe@example.org")
    assert "Vera directs or has directed this anonymous event" in refused.said
    (seat,) = [seat for seat in table.seats if club.overview().by_key[seat["entry"]].name != "Boss"]
    name = club.overview().by_key[seat["entry"]].name
    resign(club, table, seat["seat"], f"{name.lower()}@example.org")
    club.move_on()
    (kept,) = [one for one in mine(club).seats if one["seat"] == seat["seat"]]
    assert kept["offered"] == "", "nor are they asked by themselves"


@pytest.mark.parametrize("deputy", [True, False])
def test_whoever_may_rule_on_the_director_s_own_table_is_asked_to(club: Club, deputy: bool) -> None:
    table = playing(club, "unfinished ruling", deputy=deputy)
    assert club.write("td end round cup").word == "ACCEPTED"
    club.move_on()
    asked = [
        row.data
        for row in club.house.outbox("notice", BOSS)
        if row.data["title"] == "cup: a table for you to rule on" and f"Table {table.number} " in row.data["text"]
    ]
    (told,) = asked
    assert "You play there yourself" in told["text"]
    assert told["orders"] == ([] if deputy else ["td deputy cup anna@example.org"]), "no line that is refused"
    operator = [row.data["title"] for row in club.house.outbox("operator")]
    if deputy:
        (theirs,) = [
            row.data["orders"]
            for row in club.house.outbox("notice", DEPUTY)
            if "for you to rule on" in str(row.data["title"]) and f"Table {table.number} " in row.data["text"]
        ]
        assert theirs[0].startswith(f"td rule cup {table.number}") and operator == []
    else:
        assert operator == [f"Event cup: table {table.number} waits for a ruling"]

"""Who stays away is replaced without anybody's word: from the waiting list with consent, one after the other, or by a
bot."""

from __future__ import annotations

from datetime import timedelta

import pytest

import engine
from engine import Refused
from moderator.bots.choose import choose
from moderator.errands.sweep import sweep
from moderator.events import going
from moderator.events.auditing import audit
from moderator.events.explained import places_told
from moderator.events.shown import placed_told
from moderator.language import Words
from moderator.store.cup_tables import CupTable
from moderator.store.statuses import CupStatus, EntryStatus, RoundStatus, SeatStatus
from moderator.store.tables import Seat
from moderator.table.onward import end_early, go_on
from tests.moderator.events.conftest import BOSS, Club


def table_of(club: Club, name: str) -> CupTable:
    overview = club.overview()
    table = overview.table_of(overview.entry_named(name))
    assert table is not None and table.game_id is not None
    return table


def seat_of(club: Club, table: CupTable, name: str) -> Seat:
    with club.house.office.reading() as desk:
        play = desk.game(str(table.game_id))
        assert play is not None
        seat = play.seat(name)
        assert seat is not None
        return seat


def swept(club: Club) -> None:
    """What the service does by itself."""
    sweep(club.house.office, club.house.do, timedelta(0))


def begun(club: Club, *more: str, waiting: tuple[str, ...] = ("Cleo",)) -> CupTable:
    club.announce("places 2", "format swiss 1", *more, people=("Anna", "Bert"), bots=0)
    for name in waiting:
        assert "waiting list" in club.write(f"enter cup as {name}", f"{name.lower()}@example.org").said
    club.close()
    club.move_on()
    return table_of(club, "Anna")


def stays_away(club: Club, game: str, name: str) -> None:
    """Everybody else moves in time; whoever stays away is late until the ladder has opened the seat."""
    for _ in range(60):
        row = club.house.row(game)
        with club.house.office.reading() as desk:
            play = desk.game(game)
            seat = play.seat(name) if play is not None else None
            assert seat is not None
            if seat.status == SeatStatus.RESIGNED or row.status != "running":
                return
        if row.mover == name:
            club.house.pass_time(days=4)
            swept(club)
        else:
            mover = engine.Player(str(row.mover))
            order = engine.write_order(choose(club.house.state(game), mover))
            assert club.house.write(game, mover, order).word == "ACCEPTED"


def resign(club: Club, table: CupTable, name: str, sender: str = "") -> None:
    club.house.write(str(table.game_id), name, "resign", sender=sender)
    assert club.house.confirm(str(table.game_id), name, sender=sender).word == "ACCEPTED"


def ended(club: Club, table: CupTable) -> None:
    with club.house.office.desk() as desk:
        play = desk.lock(str(table.game_id))
        assert play is not None
        end_early(desk, play, "agreed")
        go_on(desk, play)
    swept(club)
    club.move_on()


def kinds(club: Club, table: CupTable) -> dict[str, str]:
    result = next(one for one in club.overview().tables if one.id == table.id).result
    assert result is not None
    names = club.overview().by_key
    return {names[who].name: kind for who, _, _, kind in result["standing"]} | {
        names[who].name: "gone" for who in result["gone"]
    }


def test_who_gives_up_a_seat_is_replaced_by_whoever_waits_and_says_yes(club: Club) -> None:
    table = begun(club)
    old = club.house.address(str(table.game_id), "Anna")
    resign(club, table, "Anna")
    swept(club)
    seat = seat_of(club, table, "Anna")
    assert (seat.status, seat.bot) == (SeatStatus.INVITED, True), "a bot plays until they say yes"
    assert club.house.address(str(table.game_id), "Anna") != old, "the old key is closed"
    assert any("Cleo is asked to take over" in row.data["text"] for row in club.house.outbox("notice", BOSS))
    assert club.house.outbox(to="cleo@example.org")
    assert club.house.write(str(table.game_id), "Anna", "join", sender="cleo@example.org").word == "ACCEPTED"
    ended(club, table)
    assert kinds(club, table) == {"Anna": "gone", "Bert": "played", "Cleo": "replaced"}
    overview = club.overview()
    assert overview.entry_named("Cleo").status == EntryStatus.ENTERED
    assert overview.entry_named("Anna").status == EntryStatus.WITHDRAWN
    with club.house.office.reading() as desk:
        assert audit(desk, overview.cup) == []


def test_who_stays_away_is_replaced_when_the_ladder_ends(club: Club) -> None:
    table = begun(club, "titles 1882", "ladder 1", "round 200 days")
    stays_away(club, str(table.game_id), "Anna")
    swept(club)
    seat = seat_of(club, table, "Anna")
    assert seat.status == SeatStatus.INVITED
    told = [row.data["text"] for row in club.house.outbox("notice", "anna@example.org")]
    assert any("You have not come back to Anna" in text for text in told), "the old player is told"


def test_an_event_that_says_nothing_else_replaces_those_who_stay_away(club: Club) -> None:
    club.announce("places 2", people=("Anna", "Bert"), bots=0)
    told = " ".join(club.write("terms cup", "x@example.org").text.split())
    assert "Whoever is late has 24 hours of grace, then a safe order is played." in told
    assert "after 4 a bot plays until they come back, after 6 the seat is open." in told


@pytest.mark.parametrize("no", ["decline", ""])
def test_whoever_declines_or_says_nothing_is_followed_by_the_next_and_then_by_a_bot(club: Club, no: str) -> None:
    # A game that is not over while nobody answers.
    table = begun(club, "titles 1882", "round 200 days", waiting=("Cleo", "Dora"))
    resign(club, table, "Anna")
    swept(club)
    for name in ("cleo", "dora"):
        assert seat_of(club, table, "Anna").status == SeatStatus.INVITED
        if no:
            assert club.house.write(str(table.game_id), "Anna", no, sender=f"{name}@example.org").word == "ACCEPTED"
        else:
            club.house.pass_time(days=5, minutes=1)
        swept(club)
    seat = seat_of(club, table, "Anna")
    assert (seat.status, seat.bot, seat.person_id) == (SeatStatus.JOINED, True, None)
    assert [row.data["text"] for row in club.house.outbox("notice", BOSS)][-1].endswith("A bot plays there.")
    asked = [row.recipient for row in club.house.outbox() if row.key.startswith("invitation")]
    club.house.pass_time(days=6)
    swept(club)
    swept(club)
    again = [row.recipient for row in club.house.outbox() if row.key.startswith("invitation")]
    assert again == asked == ["cleo@example.org", "dora@example.org"], "each is asked once"
    ended(club, table)
    assert kinds(club, table) == {"Anna": "forfeit", "Bert": "played"}
    overview = club.overview()
    assert overview.entry_named("Cleo").status == EntryStatus.WAITING
    assert overview.rounds[0].status == RoundStatus.OVER


def test_who_took_over_and_goes_too_has_forfeited_as_well(club: Club) -> None:
    table = begun(club, waiting=("Cleo",))
    resign(club, table, "Anna")
    swept(club)
    assert club.house.write(str(table.game_id), "Anna", "join", sender="cleo@example.org").word == "ACCEPTED"
    resign(club, table, "Anna", "cleo@example.org")
    swept(club)
    assert seat_of(club, table, "Anna").bot
    ended(club, table)
    assert kinds(club, table) == {"Anna": "gone", "Bert": "played", "Cleo": "forfeit"}
    club.after_a_day()
    assert club.row().status == CupStatus.OVER


def test_nobody_is_asked_for_two_seats_of_a_round(club: Club) -> None:
    club.announce("titles 1882", "places 4", "format swiss 1", people=("Anna", "Bert", "Dora", "Emil"), bots=0)
    # With a person at each table, who is not there to move, no game is over before anybody is asked.
    assert club.write("td ban cup Anna, Bert").word == "ACCEPTED"
    assert "waiting list" in club.write("enter cup as Cleo", "cleo@example.org").said
    club.close()
    club.move_on()
    tables = {name: table_of(club, name) for name in ("Anna", "Bert")}
    for name, table in tables.items():
        resign(club, table, name)
    swept(club)
    swept(club)
    seats = {name: seat_of(club, table, name) for name, table in tables.items()}
    assert sorted(seat.status for seat in seats.values()) == [SeatStatus.INVITED, SeatStatus.JOINED]


@pytest.mark.parametrize("rule", ["bot", "nobody"])
def test_where_nobody_is_to_replace_a_bot_plays_the_seat_to_its_end(club: Club, rule: str) -> None:
    table = begun(club, f"replacement {rule}")
    resign(club, table, "Anna")
    swept(club)
    seat = seat_of(club, table, "Anna")
    assert (seat.status, seat.bot) == (SeatStatus.JOINED, True)
    assert [row.recipient for row in club.house.outbox() if row.key.startswith("invitation")] == []
    ended(club, table)
    assert kinds(club, table) == {"Anna": "forfeit", "Bert": "played"}


def test_who_withdraws_after_entry_closed_and_before_the_draw_makes_room(club: Club) -> None:
    club.announce("places 2", "next round on my word", people=("Anna", "Bert"), bots=0)
    assert "waiting list" in club.write("enter cup as Cleo", "cleo@example.org").said
    club.close()
    assert club.write("withdraw from cup", "anna@example.org").word == "ACCEPTED"
    assert club.overview().entry_named("Cleo").status == EntryStatus.ENTERED


def test_who_was_excluded_stands_last_with_nothing_and_is_marked(club: Club) -> None:
    club.announce("format swiss 2", "next round on my word", bots=4)
    club.close()
    for _ in range(2):
        club.next_round()
        club.run()
        if len(club.overview().rounds) == 1:
            first = club.overview().lines[0].entrant
            name = club.overview().by_key[first].name
            assert club.write(f'td expel cup {name} "for nothing"').word == "ACCEPTED"
            last = club.overview().lines[-1]
            assert (last.entrant, last.rank, last.points) == (first, 4, 0)
            assert club.overview().lines[0].rank == 1
            standings = club.write("standings cup").text
            assert f"4. {name}  0  (excluded)" in standings
    with club.house.office.reading() as desk:
        assert audit(desk, club.row()) == [], "the standings of the round before are as they were"


def test_who_resigned_and_who_declined_are_told_what_is_so(club: Club) -> None:
    table = begun(club)
    resign(club, table, "Anna")
    club.move_on()
    told = [row.data["text"] for row in club.house.outbox("notice", "anna@example.org")]
    assert any("You have given up Anna" in text for text in told)
    assert not any("has given Anna to somebody else" in text for text in told)
    declined = club.house.write(table.game_id, "Anna", "decline", sender="cleo@example.org")
    assert declined.word == "ACCEPTED"
    assert "YOU CAN ANSWER NOW" not in declined.text and "you are Anna" not in declined.text
    told = [row.data["text"] for row in club.house.outbox("notice", "bert@example.org")]
    assert not any("has declined; a bot plays on." in text for text in told), "the event asks the next one"
    assert not any("The game waits until" in text for text in told)


def test_who_took_over_a_seat_is_told_their_own_line(club: Club) -> None:
    table = begun(club)
    club.write("td replace cup Anna")
    asked = club.house.outbox("notice", "cleo@example.org")[-1].data
    assert asked["title"] == "cup: a seat at table 1"
    assert "round 1, table 1" in asked["text"] and "by Sat 21 Nov" in asked["text"]
    assert club.house.write(table.game_id, "Anna", "join", sender="cleo@example.org").word == "ACCEPTED"
    club.write('td rule cup 1 Anna > Bert "so be it"')
    rows = club.house.outbox("notice", "cleo@example.org")
    (told,) = [row.data["text"] for row in rows if "is over" in row.data["title"]]
    assert "The table does not count" not in told
    assert "You are 1 of" in told
    assert any("The director has ruled on table 1: so be it" in row.data["text"] for row in rows)


def test_who_took_over_a_seat_may_appeal_and_who_was_only_asked_may_not(club: Club) -> None:
    table = begun(club)
    club.write("td replace cup Anna")
    asked = club.write('appeal cup "I would have been first"', "cleo@example.org")
    assert "You have no table to appeal about in cup." in asked.said
    assert club.house.write(str(table.game_id), "Anna", "join", sender="cleo@example.org").word == "ACCEPTED"
    ended(club, table)
    assert "its result waits" in club.write('appeal cup "I was first"', "cleo@example.org").said


def test_who_took_over_a_seat_leaves_as_everybody_does_who_has_one(club: Club) -> None:
    table = begun(club)
    resign(club, table, "Anna")
    swept(club)
    assert club.house.write(str(table.game_id), "Anna", "join", sender="cleo@example.org").word == "ACCEPTED"
    told = club.write("withdraw from cup", "cleo@example.org")
    assert told.word == "ACCEPTED"
    assert "Round 1 is drawn and Cleo is at table 1, so you are not out yet" in " ".join(told.text.split())
    assert "td replace cup Cleo" in club.write("td withdraw cup Cleo").text
    assert club.overview().entry_named("Cleo").status == EntryStatus.WAITING
    assert club.write("withdraw from cup", "anna@example.org").word == "ACCEPTED", "no table waits for her any more"


def test_who_leaves_while_asked_to_take_over_a_seat_has_said_no(club: Club) -> None:
    table = begun(club, "titles 1882", "round 200 days", waiting=("Cleo", "Dora"))
    resign(club, table, "Anna")
    swept(club)
    assert club.write("withdraw from cup", "cleo@example.org").word == "ACCEPTED"
    swept(club)
    asked = [row.recipient for row in club.house.outbox() if row.key.startswith("invitation")]
    assert asked == ["cleo@example.org", "dora@example.org"]


def test_who_was_only_asked_is_told_so_and_is_not_asked_twice(club: Club) -> None:
    begun(club, waiting=("Cleo", "Dora"))
    assert "Cleo was asked to play for Anna" in club.write("td replace cup Anna").said
    assert "Cleo is asked already to play for Anna." in club.write("td replace cup Anna by Cleo").said
    assert "Dora was asked to play for Anna" in club.write("td replace cup Anna by Dora").said
    (told,) = [row.data for row in club.house.outbox("notice", "cleo@example.org") if "offered" in row.data["title"]]
    assert told["title"] == "Anna is offered to somebody else"
    assert "since no yes of yours has come" in told["text"]
    texts = [row.data["text"] for row in club.house.outbox("notice", "cleo@example.org")]
    assert not any("taken you out of your game" in text for text in texts)


def test_more_time_for_a_round_does_not_hold_up_an_offered_seat(club: Club) -> None:
    table = begun(club, "titles 1882", "round 200 days", waiting=("Cleo", "Dora"))
    resign(club, table, "Anna")
    swept(club)
    assert club.write('td extend cup 7 days "slow"').word == "ACCEPTED"
    swept(club)
    club.house.pass_time(days=5)
    swept(club)
    asked = [row.recipient for row in club.house.outbox() if row.key.startswith("invitation")]
    assert asked == ["cleo@example.org", "dora@example.org"]


def test_who_is_not_drawn_again_is_told_so_when_the_round_is_over(club: Club) -> None:
    club.announce("format swiss 2", "next round on my word", people=("Anna", "Bert", "Cleo", "Dora"), bots=0)
    club.close()
    club.next_round()
    gone, other = (seat["seat"] for seat in club.overview().tables[0].seats)
    club.write(f"td replace cup {gone} by bot")
    club.write(f'td rule cup 1 {other} > {gone} "so"')
    one, two = (seat["seat"] for seat in club.overview().tables[1].seats)
    before = len(club.house.outbox("notice", f"{gone.lower()}@example.org"))
    club.write(f'td rule cup 2 {one} > {two} "so"')
    club.move_on()
    (told,) = club.house.outbox("notice", f"{gone.lower()}@example.org")[before:]
    text = " ".join(club.house.text_of(told).split())
    assert "The director took your seat in round 1 from you. So you are not drawn again" in text


def test_a_director_sees_who_plays_for_whom_and_what_is_wished(club: Club) -> None:
    table = begun(club, "next round by itself")
    club.write("td replace cup Anna by Cleo")
    assert "asked: Cleo" in " ".join(club.write("td status cup").text.split())
    club.house.write(str(table.game_id), "Anna", "join", sender="cleo@example.org")
    assert "Cleo plays for Anna" in " ".join(club.write("td status cup").text.split())
    club.write("td ban cup Anna, Bert")
    assert "are kept apart: Anna, Bert" in " ".join(club.write("td status cup").text.split())


def test_a_forfeited_seat_stands_behind_whoever_gets_its_points(club: Club) -> None:
    begun(club)
    club.write("td replace cup Anna by bot")
    club.write('td rule cup 1 Anna > Bert "so be it"')
    overview = club.overview()
    table = overview.tables[0]
    assert table.result is not None
    assert {one[0]: one[3] for one in table.result["standing"]}[overview.entry_named("Anna").key] == "forfeit"
    assert overview.by_key[overview.lines[0].entrant].name == "Bert"
    first, second = (Words("en").text(line) for line in places_told(overview, table))
    assert (first[:7], second[:7]) == ("1. Bert", "2. Anna")
    assert placed_told(overview, table.result).startswith("1. Bert")


def test_a_seat_of_an_event_is_given_to_nobody_by_the_games_own_command(club: Club) -> None:
    table = begun(club)
    refused = club.write("td at cup 1 gm replace Anna by stranger@example.org")
    assert refused.word == "NOT ACCEPTED"
    assert refused.rows[0].data["lines"][0]["instead"] == ["td replace cup Anna", "td replace cup Anna by bot"]
    assert seat_of(club, table, "Anna").status == SeatStatus.JOINED
    assert not club.house.outbox(to="stranger@example.org")
    # Once the event is called off the game is one of its own.
    assert club.write('td cancel cup "over"').word == "ACCEPTED"
    done = club.house.write(str(table.game_id), "GM", "gm replace Anna by new@example.org", sender=BOSS)
    assert done.word == "ACCEPTED"


def test_who_sits_where_at_an_anonymous_table_is_not_told_by_what_is_refused(club: Club) -> None:
    club.announce(
        "places 3", "format swiss 1", "anonymous yes", "directors play yes", "tables 3", people=("Anna", "Bert"), bots=0
    )
    assert club.write("td deputy cup dep@example.org").word == "ACCEPTED"
    assert club.write("enter cup as Coral").word == "ACCEPTED"
    club.close()
    club.move_on()
    with club.house.office.reading() as desk:
        (game,) = club.games()
        play = desk.game(game)
        table = desk.cups.table_of_game(game)
        assert play is not None and table is not None
        for seat in play.players:
            for who, names in ((desk.person_at(BOSS), False), (desk.person_at("dep@example.org"), True)):
                with pytest.raises(Refused) as refused:
                    going.refuse_at_its_table(desk, play, seat, who)
                said = " ".join(map(str, refused.value.instead))
                assert ("td replace" in said) is names


def test_of_somebody_who_does_not_take_a_seat_over_the_director_is_told_once(club: Club) -> None:
    table = begun(club, waiting=("Cleo", "Dora"))
    club.write("td replace cup Anna by Cleo")
    before = len(club.house.outbox("notice", BOSS))
    club.house.write(str(table.game_id), "Anna", "decline", sender="cleo@example.org")
    swept(club)
    said = [str(row.data["title"]) for row in club.house.outbox("notice", BOSS)[before:]]
    assert "A place is free" not in said
    assert said.count("cup: a seat at table 1") == 1


def test_who_was_asked_for_a_seat_hears_when_nobody_is_needed_any_more(club: Club) -> None:
    begun(club, "unfinished ruling")
    club.write("td replace cup Anna by Cleo")
    assert "round 1 ends" in club.write("td end round cup").said
    club.move_on()
    told = [row.data for row in club.house.outbox("notice", "cleo@example.org")]
    (void,) = [one for one in told if one["title"] == "cup: Anna is no longer offered"]
    assert "You need not answer, and stay on the waiting list." in void["text"]
    # A forfeited seat counts last, and the ruling that is proposed says so.
    (asked,) = [row for row in club.house.outbox("notice", BOSS) if "rule on" in str(row.data["title"])]
    assert asked.data["orders"] == ['td rule cup 1 Bert > Anna "the reason"']
    club.write('td rule cup 1 Bert > Anna "so"')
    again = [row for row in club.house.outbox("notice", "cleo@example.org") if "no longer" in str(row.data["title"])]
    assert len(again) == 1


def test_a_seat_that_was_taken_over_is_offered_to_nobody_at_the_end(club: Club) -> None:
    table = begun(club)
    club.write("td replace cup Anna by Cleo")
    club.house.write(str(table.game_id), "Anna", "join", sender="cleo@example.org")
    ended(club, table)
    titles = [str(row.data["title"]) for row in club.house.outbox("notice", "cleo@example.org")]
    assert not any("no longer offered" in title for title in titles)

"""An audit holds results and draws against the games' records and the event's log."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

import engine
from moderator.bots.choose import choose
from moderator.events import announcing, results
from moderator.events.auditing import audit
from moderator.events.lines import standings_kept
from moderator.events.moving import take_ending
from moderator.events.overview import Overview
from moderator.office.desk import Desk
from moderator.store.statuses import EntryStatus
from moderator.table import seating
from moderator.table.onward import end_early, go_on
from tests.moderator.events.conftest import Club


def found(club: Club) -> list[str]:
    with club.house.office.reading() as desk:
        return [str(one) for one in audit(desk, club.row())]


def written_anew(desk: Desk) -> None:
    """The standings as whoever falsifies a result would leave them."""
    desk.write()
    row = desk.cups.rounds("cup")[-1]
    row.standings = standings_kept(Overview.of(desk, announcing.find(desk, "cup")).standings(row))


def turned_round(standing: list[list[Any]]) -> list[list[Any]]:
    return [[who, wealth, 3 - rank, kind] for who, wealth, rank, kind in standing]


def test_a_played_result_that_is_called_a_ruling_is_seen(club: Club) -> None:
    club.announce("format swiss 1")
    club.close()
    club.run()
    with club.house.office.desk() as desk:
        table = desk.cups.tables("cup")[0]
        assert table.result is not None
        table.result = {**table.result, "how": "ruled", "standing": turned_round(table.result["standing"])}
        written_anew(desk)
    assert found(club) == ["Round 1.1, table 1: the game's record says something else."]


def test_a_ruling_that_nobody_made_is_seen_in_the_game_s_record_too(club: Club) -> None:
    club.announce("format swiss 1")
    club.close()
    club.run()
    with club.house.office.desk() as desk:
        table = desk.cups.tables("cup")[0]
        assert table.result is not None
        play = desk.lock(table.game_id or "")
        assert play is not None and play.row.result is not None
        standing = turned_round(table.result["standing"])
        table.result = {**table.result, "how": "ruled", "standing": standing}
        seats = {seat["entry"]: seat["seat"] for seat in table.seats}
        places = {seats[who]: rank for who, _, rank, _ in standing}
        play.row.result = {**play.row.result, "places": places, "ended": "ruled"}
        written_anew(desk)
    assert "Round 1.1, table 1: the log has no such ruling." in found(club)


def test_scores_that_no_move_made_are_seen(club: Club) -> None:
    club.announce("format swiss 1")
    club.close()
    club.run()
    with club.house.office.desk() as desk:
        table = desk.cups.tables("cup")[0]
        play = desk.lock(table.game_id or "")
        assert play is not None and play.row.result is not None and table.result is not None
        play.row.result = {
            **play.row.result,
            "scores": {name: worth + 1 for name, worth in play.row.result["scores"].items()},
        }
        table.result = {
            **table.result,
            "standing": [[who, worth + 1, rank, kind] for who, worth, rank, kind in table.result["standing"]],
        }
        written_anew(desk)
    assert "Round 1.1, table 1: what the game's record says does not follow from its moves." in found(club)


def test_a_ruling_is_held_against_the_last_one_in_the_log(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    assert club.write('td rule cup 1 Anna > Bert "so be it"').word == "ACCEPTED"
    assert club.write('td rule cup 1 Bert > Anna "on second thoughts"').word == "ACCEPTED"
    club.move_on()
    assert found(club) == []
    with club.house.office.desk() as desk:
        table = desk.cups.tables("cup")[0]
        assert table.result is not None
        play = desk.lock(table.game_id or "")
        assert play is not None and play.row.result is not None
        table.result = {**table.result, "standing": turned_round(table.result["standing"])}
        play.row.result = {**play.row.result, "places": {"Anna": 1, "Bert": 2}}
        written_anew(desk)
    assert "Round 1.1, table 1: the log has no such ruling." in found(club)


def entered_anew(desk: Desk) -> None:
    """Results and standings as whoever moves people between seats would leave them."""
    desk.write()
    overview = Overview.of(desk, announcing.find(desk, "cup"))
    for table in overview.tables:
        play = desk.game(table.game_id or "")
        assert play is not None
        table.result = results.of_game(overview, table, play)
    written_anew(desk)


@pytest.mark.parametrize("across", [False, True])
def test_who_sat_where_is_held_against_the_draw(club: Club, across: bool) -> None:
    """Who won could be changed in the database: results and standings were worked out from the seats that are kept."""
    club.announce("format swiss 1")
    club.close()
    club.run()
    assert found(club) == []
    with club.house.office.desk() as desk:
        tables = desk.cups.tables("cup")
        first, other = deepcopy(tables[0].seats), deepcopy(tables[int(across)].seats)
        one, two = first[0], other[0] if across else first[1]
        one["entry"], two["entry"] = two["entry"], one["entry"]
        tables[0].seats = first
        if across:
            tables[1].seats = other
        entered_anew(desk)
    assert "Round 1.1, table 1: who sits there is not who was drawn." in found(club)


def test_whose_seat_it_was_is_held_against_the_sealed_seats(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=2)
    club.close()
    club.move_on()
    club.write('td rule cup 1 Anna > Bert "so be it"')
    club.move_on()
    before = found(club)
    with club.house.office.desk() as desk:
        one, two = (entry for entry in desk.cups.entries("cup") if entry.person_id is not None)
        mine, theirs = one.person_id, two.person_id
        one.person_id = two.person_id = None
        desk.write()
        one.person_id, two.person_id = theirs, mine
    new = [said for said in found(club) if said not in before]
    assert any("Anna was played by somebody else." in said for said in new)
    assert any("Bert was played by somebody else." in said for said in new)


def test_somebody_who_was_never_asked_has_taken_no_seat_over(club: Club) -> None:
    club.announce("format swiss 1")
    club.close()
    club.run()
    with club.house.office.desk() as desk:
        tables = desk.cups.tables("cup")
        seats = deepcopy(tables[0].seats)
        seats[0]["was"], seats[0]["entry"] = [seats[0]["entry"]], tables[1].seats[0]["entry"]
        tables[0].seats = seats
        entered_anew(desk)
    assert "Round 1.1, table 1: the log has no such replacement." in found(club)


def test_what_happens_to_seats_by_the_rules_is_no_finding(club: Club) -> None:
    """Somebody replaced from the waiting list, somebody by a bot, and a seat that the game's moderator gave away."""
    people = ("Anna", "Bert", "Cleo", "Dora", "Emil")
    club.announce("format swiss 1", "places 4", people=people, bots=0)
    club.close()
    club.move_on()
    waiting = [entry.name for entry in club.overview().entries if entry.status == EntryStatus.WAITING]
    assert len(waiting) == 1
    seated = [name for name in people if name not in waiting]
    assert club.write(f"td replace cup {seated[0]} by {waiting[0]}").word == "ACCEPTED"
    assert club.write(f"td replace cup {seated[1]} by bot").word == "ACCEPTED"
    overview = club.overview()
    table = next(
        one for one in overview.tables for seat in one.seats if overview.by_key[seat["entry"]].name == seated[2]
    )
    with club.house.office.desk() as desk:
        # As it could be done once.
        play = desk.lock(str(table.game_id))
        seat = play.seat(seated[2]) if play is not None else None
        assert play is not None and seat is not None
        seating.give(desk, play, seat, desk.meet("new@example.org"), "given", None)
        desk.note("service", "A new player", play.id, seat=seat.name, new="new@example.org")
    assert found(club) == []
    # Without a word of it in the game's log it would be one.
    with club.house.office.desk() as desk:
        for deed in desk.service.deeds(100, table.game_id):
            desk.drop(deed)
    assert [said for said in found(club) if f"{seated[2]} was played by somebody else." in said]


def test_wishes_and_clubs_of_a_draw_are_held_against_the_log(club: Club) -> None:
    club.announce("format swiss 2", "next round on my word")
    club.close()
    assert club.write("td pin cup Bot A, Bot B\ntd club cup Bot C: Lyon").word == "ACCEPTED"
    club.write("td draw cup")
    club.move_on()
    # What is wished after a draw that is published is for the next one.
    club.write("td publish cup")
    club.move_on()
    assert club.write("td pin cup Bot A, Bot B\ntd ban cup Bot A, Bot C\ntd club cup Bot C: Paris").word == "ACCEPTED"
    club.run()
    club.next_round()
    club.run()
    rounds = club.overview().rounds
    tasks = [row.draws[0]["task"] for row in rounds]
    assert [(one["pins"], one["bans"], one["clubs"]) for one in tasks] == [
        ([["e1", "e2"]], [], {"e3": "Lyon"}),
        ([], [["e1", "e3"]], {"e3": "Paris"}),
    ]
    assert found(club) == []
    for name, value in (("pins", []), ("bans", [["e1", "e4"]]), ("clubs", {})):
        with club.house.office.desk() as desk:
            row = desk.cups.rounds("cup")[0]
            was = row.draws
            row.draws = [{**was[0], "task": {**was[0]["task"], name: value}}]
        assert "Round 1.1: the draw was made from something else." in found(club), name
        with club.house.office.desk() as desk:
            desk.cups.rounds("cup")[0].draws = was


def test_a_change_of_terms_is_no_finding_about_what_was_drawn_and_told_before_it(club: Club) -> None:
    club.announce("format swiss 3", "next round on my word", "tables 2 from 2 to 3")
    club.close()
    for line in ("points wins", "ties share, lot", "bye 1/3", "tables 3 from 2 to 3", "round 40 days"):
        assert club.write(f"td change cup {line} because it is more fun").word == "ACCEPTED"
        if len(club.overview().rounds) < 2:
            club.next_round()
            club.play()
            club.move_on()
    assert len(club.overview().rounds) == 2
    assert found(club) == []
    with club.house.office.desk() as desk:
        row = desk.cups.rounds("cup")[0]
        row.standings = [dict(one) for one in reversed(row.standings or [])]
    assert found(club) == ["Round 1.1: the standings come out otherwise."]


def test_a_game_taken_back_after_its_round_that_ends_again_leaves_standings_of_its_new_result(club: Club) -> None:
    club.announce("format swiss 2", "next round on my word", people=("Anna", "Bert"), bots=0)
    club.close()
    club.next_round()
    (game,) = club.games()

    def ends(*winners: str) -> None:
        with club.house.office.desk() as desk:
            play = desk.lock(game)
            assert play is not None
            worth = {seat.name: 500 + 100 * (seat.name in winners) for seat in play.players}
            end_early(desk, play, "agreed", worth)
            go_on(desk, play)
        take_ending(club.house.office, game)
        club.move_on()

    mover = str(club.house.row(game).mover)
    order = engine.write_order(choose(club.house.state(game), engine.Player(mover)))
    assert club.house.write(game, mover, order).word == "ACCEPTED"
    ends("Anna")
    assert club.write("td at cup 1 gm undo to 0").word == "ACCEPTED"
    take_ending(club.house.office, game)
    club.move_on()
    ends("Bert")
    names = club.overview().by_key
    row = club.overview().rounds[0]
    assert [(names[line["entry"]].name, line["rank"]) for line in row.standings or ()] == [("Bert", 1), ("Anna", 2)]
    # What the seats were worth is made up here; the standings follow from it.
    assert not any("standings" in one for one in found(club))
    told = [str(mail.data.get("text")) for mail in club.house.outbox("notice", "bert@example.org")]
    assert any("which was taken back, is over again" in text and "you were 2" in text for text in told)

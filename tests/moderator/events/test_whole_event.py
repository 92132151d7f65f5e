"""A whole event by itself: four bots, two rounds, from the announcement to the report."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select, update

from moderator.events.auditing import audit
from moderator.store.cup_tables import Cup, CupEntry, CupRound, CupTable
from moderator.store.statuses import CupStatus, RoundStatus, TableStatus
from tests.moderator.events.conftest import BOSS, Club


def test_four_bots_play_two_rounds_to_the_report(club: Club) -> None:
    club.announce("called Bots' Cup")
    club.close()
    club.run()
    overview = club.overview()
    assert overview.cup.status == CupStatus.OVER
    assert [row.status for row in overview.rounds] == [RoundStatus.OVER] * 2
    assert len({table.game_id for table in overview.tables}) == 4
    assert all(table.status == TableStatus.DECIDED for table in overview.tables)
    assert sorted(line.entrant for line in overview.lines) == ["e1", "e2", "e3", "e4"]
    with club.house.office.reading() as desk:
        assert audit(desk, overview.cup) == []
    (report,) = club.house.outbox("event", BOSS)
    text = club.house.text_of(report)
    assert "Bots' Cup is over" in text
    assert "1. Bot" in text


def test_running_everything_again_changes_nothing(club: Club) -> None:
    club.announce()
    club.close()
    club.run()
    before, mails = club.state(), len(club.house.outbox())
    for game in club.games(TableStatus.DECIDED):
        club.house.do("ending", game)
    club.house.do("cup", "cup")
    assert (club.state(), len(club.house.outbox())) == (before, mails)


def test_an_audit_says_what_was_changed(club: Club) -> None:
    club.announce()
    club.close()
    club.run()
    with club.house.office.desk() as desk:
        table = desk.cups.tables("cup")[0]
        standing = [[who, (wealth or 0) + 100, rank, kind] for who, wealth, rank, kind in table.result["standing"]]
        table.result = {**table.result, "standing": standing}
        row = desk.cups.rounds("cup")[1]
        draw = row.draws[0]
        row.draws = [{**draw, "drawing": {**draw["drawing"], "tables": draw["drawing"]["tables"][::-1]}}]
    with club.house.office.reading() as desk:
        found = [str(one) for one in audit(desk, club.row())]
    assert "Round 1.1, table 1: the game's record says something else." in found
    assert "Round 1.2: the draw comes out otherwise." in found


def test_a_final_follows_three_rounds(club: Club) -> None:
    club.announce("format swiss 1 then knockout top 4", bots=6)
    club.close()
    club.run()
    overview = club.overview()
    assert overview.cup.status == CupStatus.OVER
    # Six play at three tables, four go on to two tables, two to the final.
    assert [(row.stage, row.number, len(overview.tables_of(row))) for row in overview.rounds] == [
        (1, 1, 3),
        (2, 1, 2),
        (2, 2, 1),
    ]
    final = {seat["entry"] for seat in overview.tables[-1].seats}
    assert {line.entrant for line in overview.lines[:2]} == final
    assert [line.rank for line in overview.lines][:2] in ([1, 2], [1, 1])
    assert all(line.rank > 2 for line in overview.lines[2:])


def test_a_league_has_divisions_and_a_next_season(club: Club) -> None:
    club.announce("format league 1 divisions 2 promote 1", bots=4)
    for name, division in (("Bot A", 1), ("Bot B", 1), ("Bot C", 2), ("Bot D", 2)):
        assert club.write(f"td division cup {name}: {division}").word == "ACCEPTED"
    club.close()
    club.run()
    overview = club.overview()
    assert {table.pool for table in overview.tables} == {"1", "2"}
    winner = next(line.entrant for line in overview.lines if line.pool == "2")
    loser = [line.entrant for line in overview.lines if line.pool == "1"][-1]
    assert club.write("td season cup as cup-2").word == "ACCEPTED"
    with club.house.office.reading() as desk:
        divisions = {entry.key: entry.division for entry in desk.cups.entries("cup-2")}
    assert divisions[winner] == 1
    assert divisions[loser] == 2


def test_groups_meet_within_and_the_best_of_each_go_on(club: Club) -> None:
    club.announce("format groups 2 of 4 then final", bots=8)
    club.close()
    club.run()
    overview = club.overview()
    assert overview.cup.status == CupStatus.OVER
    groups = {pool for table in overview.tables_of(overview.rounds[0]) for pool in [table.pool]}
    assert groups == {"A", "B"}
    final = overview.tables[-1].seats
    assert len(final) == 2
    first = {line.pool: line.entrant for line in reversed(overview.of_stage(1, overview.rounds[:2]))}
    assert {seat["entry"] for seat in final} == set(first.values())


def test_winners_and_the_best_seconds_go_on_in_a_knock_out(club: Club) -> None:
    club.announce("format knockout", "tables 3", bots=12)
    club.close()
    club.run()
    overview = club.overview()
    assert overview.cup.status == CupStatus.OVER
    # Four winners and the two best seconds, then two winners and the best second.
    assert [len(overview.tables_of(row)) for row in overview.rounds] == [4, 2, 1]
    for row, later in zip(overview.rounds, overview.rounds[1:], strict=False):
        places = {
            who: (rank, wealth)
            for t in overview.tables_of(row)
            for who, wealth, rank, _ in (t.result or {})["standing"]
        }
        on = {seat["entry"] for table in overview.tables_of(later) for seat in table.seats}
        winners = {who for who, (rank, _) in places.items() if rank == 1}
        assert winners <= on
        assert {places[who][0] for who in on - winners} <= {2}


@pytest.mark.parametrize("left", [0, 1])
def test_a_knock_out_that_all_but_one_have_left_is_over(club: Club, left: int) -> None:
    """It waited for a round that nobody could be drawn for, and could only be called off."""
    club.announce("format knockout", "tables 2", bots=4)
    club.close()
    club.move_on()
    club.play()
    overview = club.overview()
    assert overview.next_round() == (1, 2)
    winners = overview.field(1, 2)[""]
    assert len(winners) == 2
    for who in winners[left:]:
        assert club.write(f'td expel cup {overview.by_key[who].name} "gone"').word == "ACCEPTED"
    club.run()
    overview = club.overview()
    assert (overview.cup.status, overview.cup.trouble) == (CupStatus.OVER, "")
    assert [len(overview.tables_of(row)) for row in overview.rounds] == [2]
    assert [line.entrant for line in overview.lines][:left] == winners[:left]
    with club.house.office.reading() as desk:
        assert audit(desk, overview.cup) == []


def test_a_league_of_three_seasons_moves_the_first_up_and_the_last_down(club: Club) -> None:
    club.announce("format league 1 divisions 2 promote 1", "tables 2", bots=8)
    for number, letter in enumerate("ABCDEFGH"):
        club.write(f"td division cup Bot {letter}: {1 + number // 4}")
    club.close()
    club.run()
    for season in (2, 3):
        before = club.overview()
        assert before.cup.status == CupStatus.OVER
        first, second = ([line.entrant for line in before.lines if line.pool == pool] for pool in "12")
        assert club.write(f"td season {club.cup} as cup-{season}").word == "ACCEPTED"
        club = Club(club.house, f"cup-{season}")
        divisions = {entry.key: entry.division for entry in club.overview().entries}
        assert [divisions[who] for who in first] == [1, 1, 1, 2]
        assert [divisions[who] for who in second] == [1, 2, 2, 2]
        club.close()
        club.run()
    assert club.overview().cup.status == CupStatus.OVER


def test_an_event_decided_by_lot_says_so(club: Club) -> None:
    club.announce("format swiss 1", "ties wins, lot", bots=4)
    club.close()
    club.run()
    # Bots that count alike: the winners of both tables have the same points.
    lines = club.overview().lines
    names = [club.overview().by_key[line.entrant].name for line in lines]
    assert lines[0].points == lines[1].points
    report = club.house.outbox("event", BOSS)[-1]
    text = club.house.text_of(report)
    assert f"a tie, and {names[0]} wins by lot" in text
    assert f"The same points: {names[0]} and {names[1]}. What decided: lot from the seed." in text
    assert (
        f"The same points: {names[0]} and {names[1]}. What decided: lot from the seed."
        in club.write("standings cup").text
    )


def test_naming_one_division_moves_nobody_else_and_the_others_are_divided_by_lot(club: Club) -> None:
    club.announce("format league 1 divisions 2 promote 1", "tables 3 from 2 to 3", bots=6)
    answer = club.write("td division cup Bot A: 2")
    assert "Division 1: nobody" in answer.said and "Division 2: Bot A" in answer.said
    assert "By lot when entry closes: Bot B" in club.write("td status cup").text
    club.close()
    divisions = [entry.division for entry in club.overview().playing]
    assert sorted(divisions) == [1, 1, 1, 2, 2, 2]
    assert divisions[0] == 2
    assert "Division 2: Bot A" in club.write("td status cup").text
    club.move_on()
    assert {table.pool: len(table.seats) for table in club.overview().tables} == {"1": 3, "2": 3}


def test_a_division_too_small_for_a_table_keeps_entry_open(club: Club) -> None:
    club.announce("format league 1 divisions 2 promote 1", bots=4)
    for letter in "ABCD":
        club.write(f"td division cup Bot {letter}: 2")
    assert "Division 1 would have 0 players; a table needs 2." in club.write("td close cup").said
    assert club.row().status == CupStatus.OPEN


def test_who_goes_up_and_who_goes_down_is_told(club: Club) -> None:
    club.announce("format league 1 divisions 2 promote 1", people=("Anna", "Bert", "Cleo", "Dora"), bots=0)
    for name, division in (("Anna", 1), ("Bert", 1), ("Cleo", 2), ("Dora", 2)):
        club.write(f"td division cup {name}: {division}")
    club.close()
    club.move_on()
    for table in club.overview().tables:
        names = sorted((seat["seat"] for seat in table.seats), reverse=True)
        club.write(f'td rule cup {table.number} {" > ".join(names)} "so be it"')
    club.after_a_day()
    told = {}
    for name in ("Anna", "Bert", "Cleo", "Dora"):
        (report,) = club.house.outbox("event", f"{name.lower()}@example.org")
        told[name] = report.data["text"]
        assert "Division 1" in told[name] and "Division 2" in told[name]
    assert "You go down: the next season you play in division 2." in told["Anna"]
    assert "You go up: the next season you play in division 1." in told["Dora"]
    assert not any("next season" in told[name] for name in ("Bert", "Cleo"))
    assert club.write("td season cup as cup-2").word == "ACCEPTED"
    later = {}
    for name in told:
        mails = club.house.outbox("notice", f"{name.lower()}@example.org")
        (later[name],) = [row.data["text"] for row in mails if "the next season" in row.data["title"]]
        assert "You may leave until entry closes" in later[name]
    assert "You play in division 2; the season before it was 1." in later["Anna"]
    assert "You play in division 1; the season before it was 2." in later["Dora"]
    assert "You play in division 1, as the season before." in later["Bert"]


@pytest.mark.parametrize(
    "change",
    [
        {"terms": {"replacement": "no such word"}},
        {"result": {"how": "by magic"}},
        {"stage": 7},
        {"number": 77},
    ],
    ids=lambda one: next(iter(one)),
)
def test_what_can_not_be_worked_out_at_all_is_said_too(club: Club, change: dict[str, Any]) -> None:
    """It was an error of ours, and the mail that asked for it was set aside."""
    club.announce()
    club.close()
    club.run()
    table = {"terms": Cup, "result": CupTable, "stage": CupRound, "number": CupEntry}[next(iter(change))]
    with club.house.office.database.begin() as connection:
        first = select(table.id).limit(1).scalar_subquery()
        connection.execute(update(table).where(table.id == first).values(change))
    with club.house.office.reading() as desk:
        cup = desk.cups.get("cup")
        assert cup is not None
        assert "What is written down can't be worked out again" in str(audit(desk, cup)[-1])


def knocked(club: Club, *people: str) -> None:
    """A knock-out of nine at three tables of three."""
    club.announce(
        "format knockout", "tables 3 from 3 to 3", "next round on my word", people=people, bots=9 - len(people)
    )
    if people:
        club.write(f"td pin cup {', '.join(people)}")
    club.close()
    club.next_round()


def decided(club: Club, *first: str) -> None:
    """All tables are ruled on: these before all others, and else as they sit; the round is over."""
    for table in club.overview().tables:
        seats = [seat["seat"] for seat in table.seats]
        order = " > ".join(sorted(seats, key=lambda seat: seat not in first))
        assert club.write(f'td rule cup {table.number} {order} "so be it"').word == "ACCEPTED"
    club.move_on()


def test_who_won_a_knock_out_s_table_because_the_others_forfeited_goes_on(club: Club) -> None:
    knocked(club, "Anna", "Bert")
    for name in ("Anna", "Bert"):
        assert club.write(f"td replace cup {name} by bot").word == "ACCEPTED"
    decided(club, "Anna", "Bert")
    overview = club.overview()
    table = overview.table_of(overview.entry_named("Anna"))
    assert table is not None
    (winner,) = [seat["entry"] for seat in table.seats if seat["seat"] not in ("Anna", "Bert")]
    on = overview.field(1, 2)[""]
    assert winner in on and len(on) == 3


def test_where_too_few_winners_are_left_for_a_table_the_next_best_come_in(club: Club) -> None:
    knocked(club)
    decided(club)
    first, *others = club.overview().field(1, 2)[""]
    assert club.write(f'td expel cup {club.overview().by_key[first].name} "gone"').word == "ACCEPTED"
    on = club.overview().field(1, 2)[""]
    assert len(on) == 3 and first not in on and set(others) < set(on)
    club.next_round()
    assert len(club.games()) == 1, "it was stuck: two are too few for a table of three"


def test_a_final_for_which_too_few_are_left_at_all_ends_the_event(club: Club) -> None:
    club.announce("format swiss 1 then final", "tables 3 from 3 to 3", "next round on my word", bots=6)
    club.close()
    club.next_round()
    decided(club)
    for line in club.overview().lines[:4]:
        club.write(f'td expel cup {club.overview().by_key[line.entrant].name} "gone"')
    club.run()
    assert (club.row().status, club.row().trouble) == (CupStatus.OVER, "")

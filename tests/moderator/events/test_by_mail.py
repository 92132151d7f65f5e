"""An event by mail: entering with the terms shown, directing, and bad input that changes nothing."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from moderator import command_line
from moderator.events.auditing import audit
from moderator.store.statuses import CupStatus, EntryStatus, RoundStatus, TableStatus
from moderator.web import create_app
from tests.moderator.events.conftest import BOSS, Club, parked_word

ANNOUNCEMENT = """td new cup
called Spring Cup
titles toy
format swiss 2
tables 2
round 30 days
late default
end event"""


def test_an_event_is_announced_entered_and_directed_by_mail(club: Club) -> None:
    assert club.write(ANNOUNCEMENT).word == "ACCEPTED"
    asked = club._sent("enter cup as Anna club Lyon", "anna@example.org")
    assert asked.word == "CONFIRM"
    assert "TERMS OF SPRING CUP" in asked.text, "the terms are shown before entering"
    assert club.overview().entries == [], "nobody has entered before the word comes back"
    assert "you have entered Spring Cup as Anna" in club._confirmed(asked, "anna@example.org").said
    assert "is entered" in club.write("td enter cup bot Boris").said
    assert "you have entered" in club.write("enter cup as Clara", "clara@example.org").said
    assert "is entered" in club.write("td enter cup Dora: dora@example.org").said
    assert "entry to Spring Cup is closed" in club.write("td close cup").said
    club.move_on()
    overview = club.overview()
    assert overview.cup.status == CupStatus.RUNNING
    assert len(overview.cup.seed) == 32
    told = [row for row in club.house.outbox(to="anna@example.org") if row.kind in ("move", "report", "notice")]
    assert any("Round 1, table" in club.house.text_of(row) for row in told), "table, seat, opponents and clock are told"
    standings = club.write("standings cup", "anna@example.org")
    assert "Anna" in standings.text
    assert "Table 1" in club.write("pairings cup", "x@example.org").text
    status = club.write("td status cup").text
    assert "Spring Cup: under way" in status
    log = club.write("td log cup").text
    assert "closed entry" in log


BAD = {
    "a mail of an outsider": ("td close cup", "x@example.org", "Only the director of the event may do this."),
    "an event that is none": ("enter nowhere", "x@example.org", "There is no event 'nowhere'; there are cup."),
    "a director who plays": ("enter cup", BOSS, "Who directs cup does not play in it."),
    "entering twice": ("enter cup", "anna@example.org", "You have entered cup already, as Anna;"),
    "somebody else's name": ("enter cup as Anna", "x@example.org", "Somebody in cup is called Anna"),
    "leaving without being there": ("withdraw from cup", "x@example.org", "You are not in cup."),
    "a size that is not between": (
        "td change cup tables 3 from 5 to 3",
        BOSS,
        "Tables of 3 are wanted, but not allowed.",
    ),
    "too few places": ("td change cup places 1", BOSS, "1 places are too few for a table of 2."),
    "impossible sizes": ("td change cup tables 9", BOSS, "Tables have from 2 to 6 players."),
    "a size the title has not": ("td change cup tables 6", BOSS, "for 6 players"),
    "a format nobody knows": ("td change cup format chess", BOSS, "is no format I know"),
    "terms that can't be read": ("td change cup bananas 7", BOSS, "I can't read 'bananas 7' in an event's terms."),
    "a division where there are none": ("td division cup Anna: 1", BOSS, "cup has no divisions."),
    "a draw too early": ("td draw cup", BOSS, "is not ready for a draw"),
    "nothing to publish": ("td publish cup", BOSS, "No round of cup waits to be published."),
    "a player who is none": ('td expel cup Zoe "why"', BOSS, "Nobody in cup is called 'Zoe'."),
    "no reason": ("td cancel cup", BOSS, "Say why."),
    "a fee": ("td change cup fee 10", BOSS, "Events here have no fee."),
    "an appeal about nothing": ('appeal cup "hm"', "anna@example.org", "You have no table to appeal about in cup."),
    "the same name again": (ANNOUNCEMENT, BOSS, "There is an event cup already."),
    "a name that is no word": ("td new a/b\ntitles toy\nend event", BOSS, "can't be an event's name"),
    "a name of two words": ("td new Bad Name!\ntitles toy\nend event", BOSS, "'Bad Name!' can't be an event's name"),
    "a final that is not the last": (
        "td new other\ntitles toy\ntables 2\nformat final then swiss 3\nend event",
        BOSS,
        "A knock-out or a final is the last stage",
    ),
    **{
        f"format {said}": (f"td new other\ntitles toy\ntables 2\nformat {said}\nend event", BOSS, why)
        for said, why in {
            "heats 2 best 3": "Of 2 rounds from 1 to 2 can count.",
            "swiss 3 best 2": "swiss has no `best`.",
            "league 2 divisions 0": "A league has a division or more",
            "groups 2 of 1": "1 player is too few for a table of 2.",
            "swiss 3 top 4": "Everybody plays in the first stage",
            "swiss 3 then knockout top 1": "1 player is too few for a table of 2.",
        }.items()
    },
    "no title": ("td new other\nend event", BOSS, "The terms name no title."),
    "no end": ("td new other\ntitles toy", BOSS, "The terms have no `end event` line."),
    "a past date": (
        "td new other\ntitles toy\ntables 2\nentry until 2020-01-01\nend event",
        BOSS,
        "That moment has passed.",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_one_clear_sentence_and_changes_nothing(club: Club, case: str) -> None:
    club.announce(people=("Anna",), bots=3)
    line, sender, sentence = BAD[case]
    before = (club.state(), club.row().terms, [(e.name, e.status) for e in club.overview().entries])
    answer = club.write(line, sender)
    assert answer.word == "NOT ACCEPTED"
    assert sentence in answer.said
    assert (club.state(), club.row().terms, [(e.name, e.status) for e in club.overview().entries]) == before
    with club.house.office.reading() as desk:
        assert [cup.id for cup in desk.cups.latest(9)] == ["cup"]


def test_who_can_not_play_after_the_draw_stays_and_the_director_is_told(club: Club) -> None:
    club.announce(people=("Anna",), bots=3)
    club.close()
    club.move_on()
    answer = club.write("withdraw from cup", "anna@example.org")
    assert answer.word == "ACCEPTED"
    assert "Round 1 is drawn and Anna is at table" in answer.said
    assert club.overview().entry_named("Anna").status == EntryStatus.ENTERED
    club.write("withdraw from cup", "anna@example.org")
    (told,) = [row.data for row in club.house.outbox("notice", BOSS) if "can't play" in row.data["title"]]
    assert "Anna wants to leave and can't play on in round 1" in told["text"]
    assert "td replace cup Anna" in told["orders"]
    waiting = "Can't play, and a table waits for them: Anna"
    assert waiting in club.write("td status cup").text
    club.write("td replace cup Anna by bot")
    assert waiting not in club.write("td status cup").text


def test_terms_are_frozen_when_entry_closes_and_a_change_needs_a_reason(club: Club) -> None:
    club.announce(people=("Anna",), bots=3)
    assert club.write("td change cup round 40 days").word == "ACCEPTED"
    club.close()
    assert "a change needs your reason" in club.write("td change cup round 50 days").said
    assert club.write("td change cup round 50 days because of the holidays").word == "ACCEPTED"
    told = [row.data["text"] for row in club.house.outbox("notice", "anna@example.org")]
    was = "It was: A round lasts at most 40 days; 0 days between rounds."
    assert any(was in text and "of the holidays" in text for text in told)


def test_the_waiting_list_moves_up(club: Club) -> None:
    club.announce("places 2", people=("Anna", "Bert"), bots=0)
    assert "waiting list" in club.write("enter cup as Cleo", "cleo@example.org").said
    assert club.write("withdraw from cup", "anna@example.org").word == "ACCEPTED"
    assert club.overview().entry_named("Cleo").status == EntryStatus.ENTERED
    assert any("it is yours" in row.data["text"] for row in club.house.outbox("notice", "cleo@example.org"))


def test_who_goes_missing_is_replaced_from_the_waiting_list_with_consent(club: Club) -> None:
    club.announce("places 4", people=("Anna", "Bert"), bots=2)
    assert "waiting list" in club.write("enter cup as Cleo", "cleo@example.org").said
    club.close()
    club.move_on()
    table = club.overview().table_of(club.overview().entry_named("Anna"))
    assert table is not None and table.game_id is not None
    known = club.house.address(table.game_id, "Anna")
    answer = club.write("td replace cup Anna")
    assert "Cleo was asked to play for Anna" in answer.said
    assert club.house.address(table.game_id, "Anna") != known, "the old key is closed"
    assert club.house.write(table.game_id, "Anna", "join", sender="cleo@example.org").word == "ACCEPTED"
    for row in club.overview().tables:
        assert club.write(f"td at cup {row.number} gm end").word in ("ACCEPTED", "CONFIRM")
    for game in club.games():
        club.house.do("ending", game)
    club.move_on()
    overview = club.overview()
    assert overview.rounds[0].status == RoundStatus.OVER
    result = next(one for one in overview.tables if one.id == table.id).result
    assert result is not None
    kinds = {who: kind for who, _, _, kind in result["standing"]}
    assert kinds[overview.entry_named("Cleo").key] == "replaced"
    assert result["gone"] == [overview.entry_named("Anna").key]
    assert overview.entry_named("Cleo").status == EntryStatus.ENTERED
    assert overview.entry_named("Anna").status == EntryStatus.WITHDRAWN


def test_an_expelled_player_leaves_after_one_word_and_a_bot_plays_on(club: Club) -> None:
    club.announce("replacement bot", people=("Anna",), bots=3)
    club.close()
    club.move_on()
    asked = club._sent('td expel cup Anna "for nothing"', BOSS)
    if asked.status == "parked":
        asked = club._sent(parked_word(asked), BOSS)
    assert asked.word == "CONFIRM"
    assert club.overview().entry_named("Anna").status == EntryStatus.ENTERED
    assert "Anna is excluded" in club._confirmed(asked, BOSS).said
    club.run()
    overview = club.overview()
    assert overview.cup.status == CupStatus.OVER
    assert overview.entry_named("Anna").status == EntryStatus.EXPELLED
    assert "forfeit" in {seat.kind for one in overview.results for seat in one.standing}


def test_an_appeal_holds_a_result_until_the_director_rules(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    club.write("td at cup 1 gm end")
    (game,) = [table.game_id for table in club.overview().tables]
    club.house.do("ending", game)
    answer = club.write('appeal cup "it was not over"', "anna@example.org")
    assert "its result waits" in answer.said
    assert club.overview().tables[0].status == TableStatus.APPEALED
    club.after_a_day()
    assert club.row().status == CupStatus.RUNNING, "the event waits for the ruling"
    assert club.overview().results == ()
    assert "Name every seat" in club.write('td rule cup 1 Anna "so be it"').said
    assert club.write('td rule cup 1 Bert > Anna "so be it"').word == "ACCEPTED"
    club.after_a_day()
    assert [line.entrant for line in club.overview().lines] == [club.overview().entry_named("Bert").key, "e1"]
    assert club.row().status == CupStatus.OVER


def test_players_may_agree_to_end_their_table(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    assert club.house.write(game, "Anna", "vote end yes").word == "ACCEPTED"
    assert club.house.row(game).status == "running"
    assert club.house.write(game, "Bert", "vote end yes").word == "ACCEPTED"
    club.house.do("ending", game)
    club.move_on()
    assert club.overview().tables[0].result["how"] == "agreed"
    assert club.row().status == CupStatus.RUNNING, "somebody may want to appeal"
    club.after_a_day()
    assert club.row().status == CupStatus.OVER


def test_the_director_may_have_every_round_in_hand(club: Club) -> None:
    club.announce("next round on my word")
    club.close()
    club.move_on()
    assert club.overview().rounds == []
    club.write("td ban cup Bot A, Bot B")
    assert club.write("td draw cup").word == "ACCEPTED"
    club.move_on()
    overview = club.overview()
    assert [row.status for row in overview.rounds] == [RoundStatus.DRAWN]
    assert all({"e1", "e2"} != {seat["entry"] for seat in table.seats} for table in overview.tables)
    assert any("td publish cup" in row.data["orders"] for row in club.house.outbox("notice", BOSS))
    assert "No round is published yet." in club.write("pairings cup", "x@example.org").text
    assert club.write("td publish cup").word == "ACCEPTED"
    club.run()
    assert [row.status for row in club.overview().rounds] == [RoundStatus.OVER]
    assert club.row().status == CupStatus.RUNNING


def test_a_ruling_is_the_result_of_the_game_too(club: Club) -> None:
    """A ruled table had two winners: one of the event, and the richest of the game."""
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    assert club.write('td rule cup 1 Bert > Anna "so be it"').word == "ACCEPTED"
    for reader in ("anna@example.org", "bert@example.org"):
        (over,) = club.house.outbox("over", reader)
        text = club.house.text_of(over)
        assert "The game is over. Bert wins" in text
        assert "1. Bert" in text and "2. Anna" in text
        assert "The director has ruled who came where." in text
        assert "It ends as the game stood when it was stopped; the result above came about otherwise." in " ".join(
            text.split()
        )
    assert f"{game}: place 2 of 2" in club.write("record", "anna@example.org").text
    assert f"{game}: place 1 of 2" in club.write("record", "bert@example.org").text
    with club.house.office.reading() as desk:
        assert audit(desk, club.row()) == []


def test_a_game_that_was_over_takes_the_ruling_on(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    club.write("td at cup 1 gm end")
    club.house.do("ending", game)
    club.write('appeal cup "it was not over"', "anna@example.org")
    assert club.write('td rule cup 1 Anna > Bert "so be it"').word == "ACCEPTED"
    assert f"{game}: place 1 of 2" in club.write("record", "anna@example.org").text
    assert f"{game}: place 2 of 2" in club.write("record", "bert@example.org").text


@pytest.mark.parametrize(
    ("line", "sender"),
    [("withdraw from cup", "anna@example.org"), ("td withdraw cup Anna", BOSS), ('td expel cup Anna "why"', BOSS)],
)
def test_who_goes_before_a_draw_is_published_goes_and_it_is_drawn_again(club: Club, line: str, sender: str) -> None:
    club.announce("next round on my word", "tables 2 from 2 to 3", people=("Anna",), bots=4)
    club.close()
    club.write("td draw cup")
    club.move_on()
    assert [row.status for row in club.overview().rounds] == [RoundStatus.DRAWN]
    answer = club.write(line, sender)
    assert answer.word == "ACCEPTED"
    assert "table" not in answer.said, "a draw that is not published is told to nobody"
    club.move_on()
    overview = club.overview()
    assert [row.status for row in overview.rounds] == [RoundStatus.DRAWN]
    seated = sorted(seat["entry"] for table in overview.tables for seat in table.seats)
    assert seated == ["e2", "e3", "e4", "e5"]
    if sender != BOSS:
        told = [row.data["text"] for row in club.house.outbox("notice", BOSS)]
        assert "Anna has left; the round is drawn again." in told


CONFIRMED = {
    "closing": ("td close cup", "close entry to cup: 4 have entered"),
    "publishing": ("td publish cup", "publish the draw of round 1 of cup; games that begin: 2"),
    "replacing": ("td replace cup Anna", "of cup from Anna"),
    "ruling": ("td rule cup {table} {seats}", "rule on table"),
    "frozen terms": (
        "td change cup format swiss 1 because lazy",
        "It was: Format: Swiss system, 2 rounds. It is now: Format: Swiss system, one round.",
    ),
}


@pytest.mark.parametrize("case", CONFIRMED)
def test_what_can_not_be_taken_back_is_shown_and_waits_for_one_word(club: Club, case: str) -> None:
    line, shown = CONFIRMED[case]
    club.announce("next round on my word", people=("Anna",), bots=3)
    if case != "closing":
        club.close()
    if case not in ("closing", "frozen terms"):
        club.write("td draw cup")
        club.move_on()
    if case in ("replacing", "ruling"):
        club.write("td publish cup")
        club.move_on()
        table = club.overview().table_of(club.overview().entry_named("Anna"))
        assert table is not None
        seats = " > ".join(seat["seat"] for seat in table.seats)
        line = line.format(table=table.number, seats=f'{seats} "so be it"')
    before = (club.state(), club.row().terms)
    answer = club._sent(line, BOSS)
    assert answer.word == "CONFIRM"
    assert shown in " ".join(answer.text.split())
    assert (club.state(), club.row().terms) == before
    assert club._confirmed(answer, BOSS).word == "ACCEPTED"
    if case == "replacing":
        assert any(deed.what == "replaced" for deed in club.deeds())
    else:
        assert (club.state(), club.row().terms) != before


def test_the_final_is_called_so_and_who_is_not_in_it_is_told(club: Club) -> None:
    club.announce("format swiss 1 then final", people=("Anna", "Bert", "Cleo", "Dora"), bots=0)
    club.close()
    club.move_on()
    for table in club.overview().tables:
        seats = [seat["seat"] for seat in table.seats]
        assert club.write(f'td rule cup {table.number} {" > ".join(seats)} "so be it"').word == "ACCEPTED"
    club.after_a_day()
    overview = club.overview()
    final = overview.tables_of(overview.rounds[-1])[0]
    there = {overview.by_key[seat["entry"]].name for seat in final.seats}
    for name in ("Anna", "Bert", "Cleo", "Dora"):
        told = " ".join(str(row.data) for row in club.house.outbox(to=f"{name.lower()}@example.org"))
        assert ("You go on to the next round" in told) == (name in there)
        assert ("You do not go on to the next round" in told) == (name not in there)
        assert ("cup: round 2.1 (final)" in told) == (name in there)
    seats = [seat["seat"] for seat in final.seats]
    club.write(f'td rule cup 1 {" > ".join(seats)} "so be it"')
    club.after_a_day()
    assert club.row().status == CupStatus.OVER
    report = club.house.text_of(club.house.outbox("event", BOSS)[-1])
    assert report.index("Round 2.1 (final)") < report.index("Round 1.1")


def test_who_is_put_on_the_waiting_list_is_told_so_and_moves_up_when_there_are_more_places(club: Club) -> None:
    club.announce("places 2", people=("Anna", "Bert"), bots=0)
    assert "Fay is on the waiting list" in club.write("td enter cup Fay: fay@example.org").said
    (told,) = [row.data["text"] for row in club.house.outbox("notice", "fay@example.org")]
    assert "and has put you on its waiting list as Fay." in told
    assert club.write("td change cup places 3").word == "ACCEPTED"
    assert club.overview().entry_named("Fay").status == EntryStatus.ENTERED
    told = club.house.outbox("notice", "fay@example.org")[-1].data["text"]
    assert "and has entered you as Fay. Do you play?" in told, "who has not answered is asked"


def test_an_entrant_chooses_their_language_at_the_mailbox_for_everybody(club: Club) -> None:
    club.announce(people=("Anna",), bots=3)
    assert club.write("language fr", "anna@example.org").word == "ACCEPTED"
    with club.house.office.reading() as desk:
        person = desk.person_at("anna@example.org")
        assert person is not None and person.language == "fr"


def test_a_ruling_tells_the_order_and_that_other_tables_are_open(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert", "Cleo", "Dora"), bots=0)
    club.close()
    club.move_on()
    one, other = club.overview().tables
    for table, more in ((one, True), (other, False)):
        first, second = (seat["seat"] for seat in table.seats)
        club.write(f'td rule cup {table.number} {second} > {first} "so be it"')
        (told,) = [
            row.data["text"]
            for row in club.house.outbox("notice", f"{first.lower()}@example.org")
            if "has ruled" in row.data["text"]
        ]
        assert told.index(f"1. {second}") < told.index(f"2. {first}")
        assert ("places may change" in told) == more


def test_the_line_for_an_appeal_is_in_the_order_of_the_result(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert", "Cleo", "Dora"), bots=0)
    club.close()
    club.move_on()
    table = club.overview().tables[0]
    first, second = (seat["seat"] for seat in table.seats)
    club.write(f'td rule cup {table.number} {second} > {first} "so be it"')
    club.write('appeal cup "no"', f"{first.lower()}@example.org")
    orders = club.house.outbox("notice", BOSS)[-1].data["orders"]
    assert orders[0] == f'td rule cup {table.number} {second} > {first} "the reason"'


def test_on_the_command_line_a_round_has_its_date(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.announce(bots=4)
    club.close()
    club.move_on()
    monkeypatch.setattr(command_line, "open_office", lambda: club.house.office)
    done = CliRunner().invoke(command_line.main, ["td", "status", "cup"])
    assert "until Wed 16 Dec" in done.output


def test_on_the_command_line_frozen_terms_change_when_it_is_meant(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.announce(bots=4)
    monkeypatch.setattr(command_line, "open_office", lambda: club.house.office)
    words = ["td", "change", "cup", "round 90 days"]
    assert CliRunner().invoke(command_line.main, words).exit_code == 0, "while entry is open nothing is frozen"
    club.close()
    words = ["td", "change", "cup", "round 50 days because of the holidays"]
    done = CliRunner().invoke(command_line.main, words)
    assert done.exit_code == 1
    assert "It was: A round lasts at most 90 days; 0 days between rounds. It is now: A round lasts" in done.output
    assert "It can't be taken back; add --yes." in done.output
    assert club.overview().terms.round_days == 90
    assert CliRunner().invoke(command_line.main, [*words, "--yes"]).exit_code == 0
    assert club.overview().terms.round_days == 50


def test_who_was_ruled_on_in_the_last_round_has_a_day_to_appeal(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    assert "before a day has passed since the round's end" in " ".join(club.write("terms cup").text.split())
    club.close()
    club.move_on()
    club.write('td rule cup 1 Anna > Bert "so be it"')
    club.move_on()
    assert club.row().status == CupStatus.RUNNING
    told = club.house.outbox("notice", "bert@example.org")[-1]
    assert "The event is over Tue 17 Nov" in told.data["text"] and "if nobody appeals until then" in told.data["text"]
    assert club.write('appeal cup "I was ahead"', "bert@example.org").word == "ACCEPTED"
    club.after_a_day()
    assert club.row().status == CupStatus.RUNNING, "an appeal holds the end up"
    assert club.write('td dismiss cup 1 "you were not"').word == "ACCEPTED"
    club.after_a_day()
    assert club.row().status == CupStatus.OVER


def test_a_ruling_is_marked_wherever_the_result_is_shown(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    club.write('td rule cup 1 Bert > Anna "so be it"')
    club.after_a_day()
    page = create_app(club.house.office).test_client()
    assert "The director has ruled who came where." in page.get("/events/cup").text
    crossed = page.get("/events/cup/cross-table").text
    (table,) = club.overview().tables
    assert table.result is not None
    first = next(f"1. {worth}d" for _, worth, rank, _ in table.result["standing"] if rank == 1)
    assert f"<strong>{first}</strong>" in crossed and "d ruled by the director" in crossed
    assert first in page.get("/events/cup/cross-table.svg").text
    lines = page.get("/events/cup/standings.csv").text.splitlines()
    assert lines[0].endswith(",marks") and all(line.endswith(",1 ruled") for line in lines[1:])
    standings = page.get("/api/v1/events/cup").json["standings"]
    assert [one["marks"] for one in standings] == ["1 ruled", "1 ruled"]
    assert game in page.get("/events/cup").text


def test_a_draw_says_how_many_club_mates_it_could_not_keep_apart_and_why(club: Club) -> None:
    club.announce("next round on my word", bots=4)
    for letter in "ABC":
        club.write(f"td club cup Bot {letter}: Lyon")
    club.close()
    club.write("td draw cup")
    club.move_on()
    told = club.house.outbox("notice", BOSS)[-1].data["text"]
    assert "This draw is optimal" in told
    assert "Pairs of club mates at one table: 1; their club has more players than there are tables." in told
    club.write("td publish cup")
    club.run()
    assert "Pairs of club mates at one table: 1" in club.write("pairings cup").text
    # Two of the club have met; whoever would keep all apart now would have others meet again.
    for letter in "BC":
        club.write(f"td club cup Bot {letter}:")
    ahead = club.overview()
    apart = next(seat["entry"] for table in ahead.tables if "e1" not in str(table.seats) for seat in table.seats)
    club.write(f"td club cup {apart}: Lyon")
    club.write(f"td pin cup Bot A, {apart}")
    club.write("td draw cup")
    club.move_on()
    told = club.house.outbox("notice", BOSS)[-1].data["text"]
    assert "Pairs of club mates at one table: 1; fewer repeated opponents" in told


def test_a_ruling_can_be_appealed_against_and_corrected_until_the_next_round_is_published(club: Club) -> None:
    club.announce("next round on my word", people=("Anna", "Bert"), bots=0)
    club.close()
    club.next_round()
    assert club.write('td rule cup 1 Anna > Bert "so be it"').word == "ACCEPTED"
    club.move_on()
    assert club.overview().rounds[0].status == RoundStatus.OVER
    club.write("td draw cup")
    club.move_on()
    assert club.write('appeal cup "no"', "bert@example.org").word == "ACCEPTED"
    club.move_on()
    assert [row.status for row in club.overview().rounds] == [RoundStatus.OVER], "the draw waits for the ruling"
    assert club.write('td rule cup 1 Bert > Anna "on second thoughts"').word == "ACCEPTED"
    assert club.overview().lines[0].entrant == club.overview().entry_named("Bert").key
    club.move_on()
    assert [row.status for row in club.overview().rounds] == [RoundStatus.OVER, RoundStatus.DRAWN]
    assert club.write('td rule cup 1 Anna > Bert "a third time"').word == "ACCEPTED"
    assert club.overview().lines[0].entrant == club.overview().entry_named("Anna").key
    club.move_on()
    with club.house.office.reading() as desk:
        assert audit(desk, club.row()) == []
    club.write("td publish cup")
    club.move_on()
    assert "You have no table" not in club.write('appeal cup "no"', "bert@example.org").said


def test_points_of_ones_own_are_read_as_they_are_told_and_hints_end_an_event(club: Club) -> None:
    club.announce(bots=4)
    assert club.write("td change cup points own 2: 5 1").word == "ACCEPTED"
    assert {size: list(map(int, row)) for size, row in club.overview().terms.own.items()} == {2: [5, 1]}
    assert "end game" not in club.write("td change cup bananas 7").said


def test_one_point_and_one_table_are_said_as_one(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    assert any(row.data["text"] == "The table is under way." for row in club.house.outbox("notice", BOSS))
    club.write('td rule cup 1 Anna > Bert "so be it"')
    told = " ".join(row.data["text"] for row in club.house.outbox("notice", "anna@example.org"))
    assert "You are 1 of 2. Points: 1." in told
    assert "1 points" not in told


def test_one_player_and_one_play_out_are_said_as_one(club: Club) -> None:
    club.announce("playouts 1", people=("Anna",), bots=0)
    assert "1 has entered cup; a table needs 2." in " ".join(club.write("td close cup").text.split())
    assert "is played out once by bots" in " ".join(club.write("terms cup").text.split())


def test_a_game_that_is_over_asks_nobody_for_a_move(club: Club) -> None:
    """Ended where it stood, its position still has somebody to move."""
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    club.house.write(game, "Anna", "vote end yes")
    last = club.house.write(game, "Bert", "vote end yes")
    mails = [
        club.house.text_of(row) for name in ("anna", "bert") for row in club.house.outbox("over", f"{name}@example.org")
    ]
    late = [club.house.write(game, name, "pass").text for name in ("Anna", "Bert")]
    assert "The game is over." in late[0]
    for text in (last.text, *mails, *late):
        for asking in ("To move, reply", "YOUR DECISION", "Waiting for"):
            assert asking not in text, text


def test_nobody_is_to_sit_both_together_and_apart(club: Club) -> None:
    club.announce(bots=4)
    assert club.write("td pin cup Bot A, Bot B").word == "ACCEPTED"
    assert "both together and apart" in club.write("td ban cup Bot A, Bot B").said
    assert club.write("td pin cup Bot A, Bot B").word == "ACCEPTED", "taken back"
    assert club.write("td ban cup Bot A, Bot B").word == "ACCEPTED"


def test_before_the_first_result_everybody_shares_the_first_place(club: Club) -> None:
    club.announce(people=("Anna", "Bert"), bots=2)
    club.close()
    assert {line.rank for line in club.overview().lines} == {1}
    club.move_on()
    assert {line.rank for line in club.overview().lines} == {1}
    first, second = (seat["seat"] for seat in club.overview().tables[0].seats)
    club.write(f'td rule cup 1 {first} > {second} "so be it"')
    assert [line.rank for line in club.overview().lines][:2] == [1, 2]


def test_who_plays_the_last_table_of_a_round_hears_of_the_round_alone(club: Club) -> None:
    club.announce("format swiss 2", people=("Anna", "Bert", "Cleo", "Dora"), bots=0)
    club.close()
    club.move_on()
    first, last = club.overview().tables
    for table in (first, last):
        for seat in table.seats:
            club.house.write(str(table.game_id), seat["seat"], "vote end yes")
        club.house.do("ending", table.game_id)
    club.move_on()

    def heard(name: str) -> list[str]:
        rows = club.house.outbox("notice", f"{name.lower()}@example.org")
        return [row.data["title"] for row in rows if "decided" in row.data["title"] or "over" in row.data["title"]]

    assert heard(first.seats[0]["seat"]) == ["cup: table 1 is decided", "cup: round 1 is over"]
    assert heard(last.seats[0]["seat"]) == ["cup: round 1 is over"]
    over = next(row for row in club.house.outbox("notice", "anna@example.org") if "is over" in row.data["title"])
    assert "The next round is published after Tue 17 Nov" in over.data["text"]


def test_a_seat_s_first_mail_tells_the_hours_by_kind_and_a_bye_what_it_is_worth(club: Club) -> None:
    club.announce("format swiss 1", "bye 1/3", people=("Anna", "Bert", "Cleo"), bots=0)
    club.close()
    club.move_on()
    told = {
        name: str([row.data for row in club.house.outbox(to=f"{name}@example.org")])
        for name in ("anna", "bert", "cleo")
    }
    assert sum("A bye is worth 1/3 of the most a table can bring." in text for text in told.values()) == 1
    assert sum("Auction 24" in text and "Operating round 48" in text for text in told.values()) == 2, told


def test_a_draw_of_two_divisions_is_called_optimal_once(club: Club) -> None:
    club.announce("next round on my word", "format league 1 divisions 2 promote 1", bots=4)
    club.close()
    club.write("td draw cup")
    club.move_on()
    assert club.house.outbox("notice", BOSS)[-1].data["text"].count("This draw is optimal") == 1


def test_who_has_resigned_is_asked_for_no_decision(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    name = str(club.house.row(game).mover)
    club.house.write(game, name, "resign")
    answer = club.house.confirm(game, name)
    assert "you have resigned" in answer.said
    assert "YOUR DECISION" not in answer.text

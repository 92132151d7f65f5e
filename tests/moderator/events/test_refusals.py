"""Bad input at every stage of an event: one clear sentence for whoever wrote it, and nothing is otherwise."""

from __future__ import annotations

import pytest

from moderator.events import announcing
from moderator.store.statuses import EntryStatus, TableStatus
from tests.moderator.events.conftest import BOSS, Club

ANNA, EVE, STRANGER = "anna@example.org", "eve@example.org", "x@example.org"

# What is written in a round that runs (table 1: Anna and Bert; Cleo waits; Eve is a deputy), by whom, what is answered.
RUNNING = {
    "a stranger who directs": ('td extend cup 7 days "why"', STRANGER, "Only the director of the event may do this."),
    "a player who directs": ("td end round cup", ANNA, "Only the director of the event may do this."),
    "a deputy who calls it off": ('td cancel cup "mine"', EVE, "Only the director"),
    "a deputy who names deputies": ("td deputy cup x@example.org", EVE, "Only the director"),
    "entering twice": ("enter cup", ANNA, "You have entered cup already, as Anna;"),
    "waiting twice": ("enter cup", "cleo@example.org", "You have entered cup already, as Cleo;"),
    "entering what one directs": ("enter cup", EVE, "Who directs cup does not play in it."),
    "being withdrawn after the draw": ("td withdraw cup Anna", BOSS, "is drawn and Anna is at table"),
    "changed terms without a reason": ("td change cup round 50 days", BOSS, "a change needs your reason"),
    "impossible sizes": ("td change cup tables 7 because I like it", BOSS, "Tables have from 2 to 6 players."),
    "terms as they are": ("td change cup round 30 days because of nothing", BOSS, "That is so already."),
    "another format under way": (
        "td change cup format league 2 divisions 2 because of fun",
        BOSS,
        "Stage 1 has begun: of its format only the number of rounds can change, and not below 1.",
    ),
    "names under way": (
        "td change cup anonymous yes because of shyness",
        BOSS,
        "Whether tables are anonymous or duplicate is settled with the first draw.",
    ),
    "closing again": ("td close cup", BOSS, "Entry to cup is closed."),
    "a draw in between": ("td draw cup", BOSS, "Round 1 is not over yet."),
    "publishing again": ("td publish cup", BOSS, "No round of cup waits to be published."),
    "a ruling without a reason": ("td rule cup 1 Anna > Bert", BOSS, "A ruling needs its reason."),
    "a ruling on half a table": ('td rule cup 1 Anna "so"', BOSS, "Name every seat of table 1 once"),
    "a ruling on no table": ('td rule cup 9 Anna > Bert "so"', BOSS, "There is no table 9 in this round of cup."),
    "a ruling nobody can read": ("td rule cup Anna first", BOSS, "I can't read this ruling."),
    "an appeal nobody made": ('td dismiss cup 1 "no"', BOSS, "Nobody has appealed about table 1."),
    "an appeal of a stranger": ('appeal cup "hm"', STRANGER, "You are not in cup."),
    "an appeal without words": ("appeal cup", ANNA, "Say what you appeal against"),
    "more time without a reason": ("td extend cup 7 days", BOSS, "Say why."),
    "more time nobody can read": ('td extend cup soon "why"', BOSS, "soon"),
    "no more time": ('td extend cup 0 days "why"', BOSS, "Say how much longer."),
    "no event": ("td status", BOSS, "Which event?"),
    "an end that has passed": ("td change cup ends 2020-01-01 because of haste", BOSS, "That moment has passed."),
    "replacing who has no game": ("td replace cup Cleo", BOSS, "Cleo has no game under way in cup."),
    "a replacement who does not wait": ("td replace cup Anna by Dora", BOSS, "Dora is not on the waiting list."),
    "expelling nobody": ('td expel cup Zoe "why"', BOSS, "Nobody in cup is called 'Zoe'."),
    "expelling without a reason": ("td expel cup Anna", BOSS, "Say why."),
    "a player who is to help direct": (f"td deputy cup {ANNA}", BOSS, "Who directs cup does not play in it."),
    "a deputy twice": (f"td deputy cup {EVE}", BOSS, "directs cup already."),
    "no longer a deputy who was none": (f"td deputy cup none {STRANGER}", BOSS, "is no deputy of cup."),
    "together alone": ("td pin cup Anna", BOSS, "Name two players or more, with commas."),
    "together at a table too small": ("td pin cup Anna, Bert, Dora", BOSS, "3 players don't fit at one table."),
    "a division too late": ("td division cup Anna: 1", BOSS, "The first round is drawn."),
    "a season too early": ("td season cup as cup-2", BOSS, "cup is not over yet."),
    "a table that is none": ("td at cup 9 gm pause", BOSS, "There is no table 9 in this round of cup."),
    "no moderator's command": ("td at cup 1 dance", BOSS, "Which table, and which of the moderator's commands?"),
    "a name that is taken": ("td enter cup bot Anna", BOSS, "Somebody in cup is called Anna"),
    "a club too long": (f"enter cup as Zoe club {'x' * 60}", STRANGER, "Write from 1 to 40 characters."),
    "nothing to tell": ("td tell cup", BOSS, "Write from 1 to 2000 characters."),
    "an event that is none": ("td status nowhere", BOSS, "There is no event 'nowhere'; there are cup."),
    "no event at all": ("standings", STRANGER, "Which event?"),
}


@pytest.fixture
def running(club: Club) -> Club:
    club.announce("places 4", people=("Anna", "Bert", "Dora"), bots=1)
    assert "waiting list" in club.write("enter cup as Cleo", "cleo@example.org").said
    club.write("td pin cup Anna, Bert")
    with club.house.office.desk() as desk:
        announcing.add_deputy(desk, announcing.find(desk, "cup", locked=True), desk.meet(EVE, "Eve"), "test")
    club.close()
    club.move_on()
    table = club.overview().table_of(club.overview().entry_named("Anna"))
    assert table is not None and table.status == TableStatus.PLAYING
    return club


def facts(club: Club, writer: str) -> object:
    """All that a line could have changed, and every mail but those to whoever wrote it."""
    overview = club.overview()
    with club.house.office.reading() as desk:
        deeds = [(deed.what, deed.new) for deed in desk.cups.deeds("cup", 1000)]
        staff = [person.id for _, person in desk.cups.staff("cup")]
        cups = [cup.id for cup in desk.cups.latest(9)]
    entries = [(one.name, one.status, one.club, one.division) for one in overview.entries]
    ends = [(row.status, row.ends_at) for row in overview.rounds]
    others = [row.key for row in club.house.outbox() if row.recipient != writer]
    return club.state(), overview.cup.terms, overview.cup.wishes, entries, ends, deeds, staff, cups, others


def test_a_round_that_runs_is_not_disturbed_by_bad_input(running: Club) -> None:
    table = running.overview().table_of(running.overview().entry_named("Anna"))
    assert table is not None
    for case, (line, sender, sentence) in RUNNING.items():
        before = facts(running, sender)
        answer = running.write(line.replace("cup 1", f"cup {table.number}"), sender)
        assert answer.word == "NOT ACCEPTED", case
        assert sentence.replace("table 1", f"table {table.number}") in answer.said, case
        assert facts(running, sender) == before, case


def test_what_is_to_be_written_instead_is_of_this_line(running: Club) -> None:
    table = running.overview().table_of(running.overview().entry_named("Anna"))
    assert table is not None
    seats, rule = " > ".join(seat["seat"] for seat in table.seats), f"td rule cup {table.number}"
    cases = {
        ("enter cup as Anna", STRANGER): "enter cup as Anna 2",
        ("td enter cup bot Anna", BOSS): "td enter cup bot Anna 2",
        ("td enter cup Anna: x@example.org", BOSS): "td enter cup Anna 2: x@example.org",
        ("td change cup playouts 3", BOSS): "td change cup playouts 3 because …",
        (f"{rule} Bert > Anna", BOSS): f'{rule} Bert > Anna "…"',
        (f"{rule} Bert = Anna", BOSS): f'{rule} Bert = Anna "…"',
        (f"{rule} Zoe > Anna", BOSS): f'{rule} {seats} "…"',
        (rule, BOSS): f'{rule} {seats} "…"',
        ("withdraw from cup", STRANGER): "events",
        ('appeal cup "that was wrong"', STRANGER): "events",
    }
    for (line, sender), instead in cases.items():
        answer = running.write(line, sender)
        assert answer.word == "NOT ACCEPTED", line
        assert f"Write instead: {instead}" in " ".join(answer.text.split()), (line, answer.text)
        assert f"Write instead: {instead} or" not in " ".join(answer.text.split()), line


def test_a_line_that_names_no_event_is_shown_with_those_it_may_mean(club: Club) -> None:
    hint = club.write("enter", "zoe@example.org").rows[0].data["lines"][0]["instead"]
    assert hint == ["enter spring-cup"], "there is none yet"
    club.announce(people=("Anna",), bots=1)
    with club.house.office.desk() as desk:
        announcing.announce(desk, "other", ["titles toy", "tables 2"], "test", desk.meet("else@example.org", "Else"))
    shown = {}
    for line, sender in (("standings", "anna@example.org"), ("td status", BOSS), ("enter", "zoe@example.org")):
        shown[line] = club.write(line, sender).rows[0].data["lines"][0]["instead"]
    assert shown["standings"] == ["standings cup"] and shown["td status"] == ["td status cup"]
    assert sorted(shown["enter"]) == ["enter cup", "enter other"]


def test_an_event_too_small_for_one_table_does_not_close(club: Club) -> None:
    club.announce("titles 1861", "tables 4", people=("Anna",), bots=1)
    before = facts(club, BOSS)
    answer = club.write("td close cup")
    assert answer.word == "NOT ACCEPTED"
    assert "2 have entered cup; a table needs 4." in answer.said
    assert facts(club, BOSS) == before


def test_who_was_excluded_does_not_come_back_by_themselves(club: Club) -> None:
    club.announce(people=("Anna",), bots=3)
    club.write('td expel cup Anna "for nothing"')
    assert club.overview().entry_named("Anna").status == EntryStatus.EXPELLED
    before = facts(club, ANNA)
    answer = club.write("enter cup", ANNA)
    assert "The director has excluded you from cup." in answer.said
    assert facts(club, ANNA) == before


@pytest.mark.parametrize(
    ("bar", "sentence"),
    [("bar rating 20", "for players with a rating of 20 or more; yours is none yet"), ("places 3", "is full")],
)
def test_who_does_not_pass_the_bar_learns_why(club: Club, bar: str, sentence: str) -> None:
    club.announce("waiting list no", bots=3)
    assert club.write(f"td change cup {bar}").word == "ACCEPTED"
    before = facts(club, STRANGER)
    answer = club.write("enter cup as Zoe", STRANGER)
    assert answer.word == "NOT ACCEPTED"
    assert sentence in answer.said
    assert facts(club, STRANGER) == before


NEW = "td new bowl\ntitles toy\nformat swiss 1\ntables 2\nend event\n"


def test_who_is_new_announces_an_event_and_enters_people_in_one_mail(club: Club) -> None:
    answer = club.write(f"{NEW}td enter bowl bot Ab", "ada@example.org")
    assert answer.word == "ACCEPTED", answer.said
    club.cup = "bowl"
    assert [one.name for one in club.overview().entries] == ["Ab"]


def test_who_is_new_closes_their_event_in_a_second_mail(club: Club) -> None:
    answer = club.write(f"{NEW}td enter bowl bot Ab\ntd enter bowl bot Be\ntd close bowl", "ada@example.org")
    assert "Announce the event by itself first, and write this in a second email." in answer.said


def test_who_is_new_and_names_an_event_there_is_not_reads_so(club: Club) -> None:
    club.announce()
    answer = club.write("td status duel", "ada@example.org")
    assert "There is no event 'duel'; there are cup." in answer.said
    assert "Only the director of the event" in club.write("td status cup", "ada@example.org").said

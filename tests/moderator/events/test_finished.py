"""An event that is over stands as it was told; who is excluded before loses points, and those concerned hear it."""

from __future__ import annotations

import pytest

import engine
from moderator.bots.choose import choose
from moderator.store.statuses import CupStatus, EntryStatus
from tests.moderator.events.conftest import BOSS, Club

REFUSED = "cup is over: its standings stand."


def finished(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    club.write('td rule cup 1 Anna > Bert "so be it"')
    club.after_a_day()
    assert club.row().status == CupStatus.OVER


@pytest.mark.parametrize(
    ("line", "sender"),
    [
        ('td expel cup Anna "cheated"', BOSS),
        ("td withdraw cup Anna", BOSS),
        ("withdraw from cup", "anna@example.org"),
        ('td rule cup 1 Bert > Anna "second thoughts"', BOSS),
        ('td dismiss cup 1 "no"', BOSS),
        ('td extend cup 7 days "more"', BOSS),
        ("td replace cup Anna by bot", BOSS),
        ("td pin cup Anna, Bert", BOSS),
        ("td ban cup Anna, Bert", BOSS),
        ("td club cup Anna: Lyon", BOSS),
        ("td division cup Anna: 1", BOSS),
        ("td draw cup", BOSS),
    ],
)
def test_the_standings_of_an_event_that_is_over_stand(club: Club, line: str, sender: str) -> None:
    finished(club)
    before = [(one.entrant, one.rank, one.points) for one in club.overview().lines]
    answer = club.write(line, sender)
    assert answer.word == "NOT ACCEPTED", "before any word"
    assert REFUSED in answer.said
    assert [(one.entrant, one.rank, one.points) for one in club.overview().lines] == before
    assert {entry.status for entry in club.overview().entries} == {EntryStatus.ENTERED}


@pytest.mark.parametrize("line", ["gm pause", "gm resume", "gm hours 12", "gm grace 5", "gm machines no"])
def test_no_clock_is_changed_at_a_table_that_is_over(club: Club, line: str) -> None:
    finished(club)
    mails = len(club.house.outbox("deadline")) + len(club.house.outbox("notice"))
    answer = club.write(f"td at cup 1 {line}")
    assert answer.word == "NOT ACCEPTED" and "The game is over." in answer.said
    assert len(club.house.outbox("deadline")) + len(club.house.outbox("notice")) == mails, "nobody is told of it"


def test_what_was_called_off_begins_no_round(club: Club) -> None:
    club.announce("next round on my word")
    club.close()
    club.write("td draw cup")
    club.move_on()
    club.write('td cancel cup "too few"')
    assert "cup was called off." in club.write("td publish cup").said
    assert club.row().status == CupStatus.CANCELLED


def test_who_is_excluded_and_who_moves_up_are_told_what_becomes_of_points(club: Club) -> None:
    club.announce("next round on my word", people=("Anna", "Bert"), bots=0)
    club.close()
    club.next_round()
    club.write('td rule cup 1 Anna > Bert "so be it"')
    club.move_on()
    assert "Who is excluded loses all points" in club.write("terms cup").text
    asked = club.write('td expel cup Anna "for nothing"')
    assert asked.word == "ACCEPTED"
    (word,) = [row for row in club.house.outbox("confirm", BOSS) if "exclude" in row.data["what"]]
    assert "all points they have won are lost" in word.data["what"]
    anna = club.house.outbox("notice", "anna@example.org")[-1].data["text"]
    assert "for nothing. Your points are lost" in anna
    bert = club.house.outbox("notice", "bert@example.org")[-1].data
    assert bert["title"] == "cup: Anna is excluded"
    assert "You are 1 of 2; you were 2." in bert["text"]
    assert "for nothing" not in bert["text"], "why is between the director and them"


@pytest.mark.parametrize("end", ["by itself", "by vote", "as it stands"])
def test_there_is_a_day_to_appeal_however_the_last_table_ended(club: Club, end: str) -> None:
    club.announce("format swiss 1", "unfinished stands", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    if end == "as it stands":
        club.house.pass_time(days=31)
    elif end == "by vote":
        club.house.write(game, "Anna", "vote end yes")
        club.house.write(game, "Bert", "vote end yes")
    else:
        played_to_the_end(club, game)
    club.house.do("ending", game)
    club.move_on()
    assert club.row().status == CupStatus.RUNNING
    told = club.house.outbox("notice", "bert@example.org")[-1].data["text"]
    assert "if nobody appeals until then" in told
    assert club.write('appeal cup "I was ahead"', "bert@example.org").word == "ACCEPTED"
    club.write('td dismiss cup 1 "no"')
    club.after_a_day()
    assert club.row().status == CupStatus.OVER


def test_the_next_round_leaves_a_day_to_appeal_without_a_rest(club: Club) -> None:
    club.announce("format swiss 2", "rest 0 days", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    played_to_the_end(club, game)
    club.house.do("ending", game)
    club.move_on()
    assert not club.games(), "the next round is not published yet"
    assert club.write('appeal cup "I was ahead"', "bert@example.org").word == "ACCEPTED"


def played_to_the_end(club: Club, game: str) -> None:
    """Both people play what a bot would."""
    while club.house.row(game).status == "running":
        mover = engine.Player(str(club.house.row(game).mover))
        order = engine.write_order(choose(club.house.state(game), mover))
        assert club.house.write(game, mover, order, deliver=False).word == "ACCEPTED"

"""Leaving an event: what can't be had back is shown and waits for one word; else it is done at once."""

from __future__ import annotations

import pytest

from moderator.store.statuses import EntryStatus
from tests.moderator.events.conftest import BOSS, PROVED, Club

ANNA, CLEO = "anna@example.org", "cleo@example.org"
LEAVE = "withdraw from cup"


def status(club: Club, name: str = "Anna") -> str:
    return club.overview().entry_named(name).status


def test_who_could_enter_again_leaves_at_once(club: Club) -> None:
    club.announce("places 2", people=("Anna", "Bert"), bots=0)
    assert club._sent(LEAVE, ANNA, PROVED).word == "ACCEPTED"
    assert status(club) == EntryStatus.WITHDRAWN
    assert club.write("enter cup as Anna", ANNA).word == "ACCEPTED"
    assert status(club) == EntryStatus.ENTERED


@pytest.mark.parametrize(
    ("lines", "lost"),
    [
        ((), "could come back only onto the waiting list; what you have won stays"),
        (("waiting list no",), "entry is closed, so you could not come back"),
    ],
)
def test_who_leaves_after_entry_closed_is_shown_what_they_lose_and_asked_once(
    club: Club, lines: tuple[str, ...], lost: str
) -> None:
    club.announce("next round on my word", *lines, people=("Anna",), bots=3)
    club.close()
    asked = club._sent(LEAVE, ANNA, PROVED)
    assert asked.word == "CONFIRM"
    assert lost in asked.said
    assert status(club) == EntryStatus.ENTERED, "nothing is done before the word"
    assert not [row for row in club.house.outbox("notice", BOSS) if "has left" in row.data["title"]]
    assert lost in str(club.house.outbox("confirm", ANNA)[-1].data)
    assert club._confirmed(asked, ANNA).word == "ACCEPTED"
    assert status(club) == EntryStatus.WITHDRAWN


def test_a_parked_mail_that_leaves_is_asked_one_word_and_shown_the_loss(club: Club) -> None:
    club.announce("next round on my word", people=("Anna",), bots=3)
    club.close()
    asked = club._sent(LEAVE, ANNA)
    assert asked.status == "parked" and "only onto the waiting list" in " ".join(asked.text.split())
    assert club._confirmed(asked, ANNA).word == "ACCEPTED"
    assert status(club) == EntryStatus.WITHDRAWN and club.house.outbox("confirm", ANNA) == []


def test_a_place_that_somebody_waits_for_and_a_place_in_the_queue_are_losses(club: Club) -> None:
    club.announce("places 2", people=("Anna", "Bert"), bots=0)
    club.write("enter cup as Cleo", CLEO)
    assert "your place goes to somebody who waits" in club._sent(LEAVE, ANNA, PROVED).said
    assert "you lose your place on the waiting list" in club._sent(LEAVE, CLEO, PROVED).said
    assert (status(club), status(club, "Cleo")) == (EntryStatus.ENTERED, EntryStatus.WAITING)


def test_whom_the_director_entered_past_a_bar_could_not_enter_again(club: Club) -> None:
    club.announce("bar rating 20", bots=3)
    club.write(f"td enter cup Anna: {ANNA}")
    club.write("enter cup", ANNA)
    assert "you do not pass the bar of its terms" in club._sent(LEAVE, ANNA, PROVED).said
    assert status(club) == EntryStatus.ENTERED


def test_the_word_of_somebody_who_was_drawn_meanwhile_tells_the_director(club: Club) -> None:
    club.announce("next round on my word", people=("Anna",), bots=3)
    club.close()
    asked = club._sent(LEAVE, ANNA, PROVED)
    club.next_round()
    answer = club._confirmed(asked, ANNA)
    assert "so you are not out yet" in " ".join(answer.text.split())
    assert status(club) == EntryStatus.ENTERED
    assert [row for row in club.house.outbox("notice", BOSS) if "can't play" in row.data["title"]]


def test_nobody_elses_word_takes_somebody_out(club: Club) -> None:
    club.announce("next round on my word", people=("Anna", "Bert"), bots=2)
    club.close()
    club._sent(LEAVE, ANNA, PROVED)
    word = club.house.outbox("confirm", ANNA)[-1].data["word"]
    assert club._sent(f"confirm {word}", "bert@example.org").word == "NOT ACCEPTED"
    assert (status(club), status(club, "Bert")) == (EntryStatus.ENTERED, EntryStatus.ENTERED)

"""What a word does is done by whom it was mailed to: From can say anything, and the log believes none of it."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from moderator.inbox.handle import handle
from moderator.store.tables import AuditEntry
from tests.moderator.events.conftest import BOSS, PLAY, PROVED, Club, parked_word

OTHER, STRANGER = "deputy@example.org", "mallory@evil.example"


def word_for(club: Club, body: str) -> str:
    answer = club._sent(body, BOSS)
    assert answer.word == "CONFIRM"
    return str(club.house.outbox("confirm", BOSS)[-1].data["word"])


def closed(club: Club) -> list[str]:
    return [one.who for one in club.deeds() if one.what == "closed entry"]


@pytest.mark.parametrize("written", [OTHER, STRANGER])
def test_a_director_s_word_works_for_nobody_else(club: Club, written: str) -> None:
    club.announce(bots=4)
    with club.house.office.desk() as desk:
        desk.meet(OTHER, "Other")
    word = word_for(club, "td close cup")
    refused = club._sent(f"confirm {word}", written)
    assert refused.word == "NOT ACCEPTED"
    assert "That word was mailed to somebody else" in refused.said
    assert closed(club) == []
    assert club._sent(f"confirm {word}", BOSS).word == "ACCEPTED", "it is not used up by that"
    assert closed(club) == [f"Boss <{BOSS}>"]


def test_nor_does_one_for_what_was_asked_without_proof(club: Club) -> None:
    club.announce(people=("Anna", "Bert"), bots=2)
    first = club._sent("td pin cup Anna, Bert", BOSS)
    assert first.status == "parked"
    refused = club._sent(parked_word(first), STRANGER)
    assert "That word was mailed to somebody else" in " ".join(refused.text.split())
    assert not club.row().wishes
    assert club._sent(parked_word(first), BOSS).word == "ACCEPTED"
    assert club.row().wishes


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("written", [BOSS, STRANGER])
def test_the_word_of_an_entry_works_for_nobody_but_who_enters(club: Club, *, written: str, known: bool) -> None:
    club.announce()
    if known:
        with club.house.office.desk() as desk:
            desk.meet("min@example.org", "Min")
    assert club._sent("enter cup as Min", "min@example.org").word == "CONFIRM"
    word = club.house.outbox("confirm", "min@example.org")[-1].data["word"]
    refused = club._sent(f"confirm {word}", written)
    assert refused.word == "NOT ACCEPTED" and "That word was mailed to somebody else" in refused.said
    assert "Min" not in [one.name for one in club.overview().entries]
    assert "you have entered cup as Min" in club._sent(f"confirm {word}", "min@example.org").said


def test_another_director_may_send_it_back_and_the_log_names_both(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=2)
    club.write(f"td deputy cup {OTHER}")
    assert club._sent(f"confirm {word_for(club, 'td close cup')}", OTHER).word == "ACCEPTED"
    (who,) = closed(club)
    assert who.endswith(f"<{OTHER}>, with the word of Boss")
    club.move_on()
    assert club._sent("td at cup 1 gm end", OTHER, PROVED).word == "CONFIRM"
    word = club.house.outbox("confirm", OTHER)[-1].data["word"]
    assert club._sent(f"confirm {word}", BOSS).word == "ACCEPTED"
    (deed,) = [one for one in club.deeds() if one.what == "at a table"]
    assert deed.who == f"Boss <{BOSS}>, with the word of deputy"


def test_who_directs_by_mail_is_answered_as_long_as_the_words_come_back(club: Club) -> None:
    """More than twenty in an hour, where nothing proves a mail; nobody who only uses their name is."""
    club.announce(people=("Anna", "Bert"), bots=2)
    house, due = club.house, []
    for number in range(25):
        mails = [house.raw(BOSS, PLAY, f"td club cup Anna: Club {number}")]
        for raw in mails:
            receipt = house.take_in(raw, BOSS, PLAY)
            handle(house.office, receipt.mail_id)
            answer = house.answer(receipt.mail_id, deliver=False)
            due.append(answer.rows[0].due_at)
            if answer.status == "parked":
                mails.append(house.raw(BOSS, PLAY, parked_word(answer)))
    assert len(due) == 50 and set(due) == {house.time}
    assert club.overview().entry_named("Anna").club == "Club 24"
    for _ in range(65):
        handle(house.office, house.take_in(house.raw(BOSS, PLAY, "td status cup"), BOSS, PLAY).mail_id)
    later = [row for row in house.outbox("answer", BOSS) if row.due_at > house.time]
    assert later, "without a word it is the measure of everybody"


def test_a_word_of_who_was_blocked_does_nothing_under_another_name(club: Club) -> None:
    club.announce(bots=4)
    word = word_for(club, "td close cup")
    with club.house.office.desk() as desk:
        boss = desk.person_at(BOSS)
        assert boss is not None
        boss.blocked = True
    assert club._sent(f"confirm {word}", STRANGER).word == "NOT ACCEPTED"
    assert not [one for one in club.deeds() if "close" in one.what]


def test_the_log_of_a_game_names_them_too(club: Club) -> None:
    house = club.house
    game = house.game("Red", "Blue", gm=BOSS)
    house.write(game, "GM", f"gm hand over to {OTHER}", sender=BOSS)
    word = house.outbox("confirm", OTHER)[-1].data["word"]
    club._sent(f"confirm {word}", STRANGER)
    with house.office.reading() as desk:
        (entry,) = [one for one in desk.session.scalars(select(AuditEntry)) if one.what == "A new moderator"]
        assert entry.detail["address"] == OTHER


def test_who_was_named_by_a_moderator_who_is_gone_moderates_nothing(club: Club) -> None:
    house = club.house
    game = house.game("Red", "Blue", gm=BOSS)
    house.write(game, "GM", f"gm second {STRANGER}", sender=BOSS)
    named = house.outbox("confirm", STRANGER)[-1].data["word"]
    house.write(game, "GM", f"gm hand over to {OTHER}", sender=BOSS)
    club._sent(f"confirm {house.outbox('confirm', OTHER)[-1].data['word']}", OTHER)
    assert club._sent(f"confirm {named}", STRANGER).word == "NOT ACCEPTED"
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None and not [seat for seat in play.seats if seat.name == "GM 2"]

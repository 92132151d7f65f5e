"""What a word does is done by whom it was mailed to: From can say anything, and the log believes none of it."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from moderator.store.tables import AuditEntry
from tests.moderator.events.conftest import BOSS, Club, parked_word

OTHER, STRANGER = "deputy@example.org", "mallory@evil.example"


def word_for(club: Club, body: str) -> str:
    answer = club._sent(body, BOSS)
    assert answer.word == "CONFIRM"
    return str(club.house.outbox("confirm", BOSS)[-1].data["word"])


@pytest.mark.parametrize("written", [OTHER, STRANGER])
def test_the_log_of_an_event_names_whom_the_word_was_mailed_to(club: Club, written: str) -> None:
    club.announce(bots=4)
    with club.house.office.desk() as desk:
        desk.meet(OTHER, "Other")
    word = word_for(club, "td close cup")
    club._sent(f"confirm {word}", written)
    (deed,) = [one for one in club.deeds() if "close" in one.what]
    assert deed.who == f"Boss <{BOSS}>"


def test_nor_does_anybody_else_do_what_a_command_at_a_table_does(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=2)
    club.write(f"td deputy cup {OTHER}")
    club.close()
    club.move_on()
    first = club._sent("td at cup 1 gm end", OTHER)
    club._sent(parked_word(first), OTHER)
    word = club.house.outbox("confirm", OTHER)[-1].data["word"]
    assert club._sent(f"confirm {word}", BOSS).word == "ACCEPTED"
    (deed,) = [one for one in club.deeds() if one.what == "at a table"]
    assert deed.who.endswith(f"<{OTHER}>")


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

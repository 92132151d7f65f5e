"""A mail that does not prove its sender: its owner sees all that the word will play, and old keys are told of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from moderator.inbox.handle import handle
from moderator.inbox.mime import MOST_PARTS
from moderator.table.seating import turn_key
from tests.moderator.house import Answered, House, open_house, settings_for

QUOTED = """bid P2 55

On Fri, Nov 13, 2026 at 9:05 PM Waybill <play@waybill.localhost> wrote:
> It is your move.
> bid P1 20
bid P3 85
> thanks
"""


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[House]:
    """Where our own receiver checks senders, and has found nothing about these."""
    house = open_house(settings_for(tmp_path, TRUST="header:mx"))
    house.eager = False
    yield house
    house.office.close()


def sent(house: House, raw: bytes, to: str, sender: str = "red@example.org") -> Answered:
    receipt = house.take_in(raw, sender, to)
    handle(house.office, receipt.mail_id)
    return house.answer(receipt.mail_id, deliver=False)


def test_what_stands_in_the_quotation_is_shown_with_the_word_that_plays_it(strict: House) -> None:
    game = strict.game("Red", "Blue", title="1882")
    to = strict.address(game, "Red")
    parked = sent(strict, strict.raw("red@example.org", to, QUOTED), to)
    assert parked.status == "parked"
    assert "bid P2 55" in parked.said and "bid P3 85  found inside the quoted text" in parked.said


def test_a_mail_that_was_not_read_whole_is_not_played_by_a_word(strict: House) -> None:
    game = strict.game("Red", "Blue", title="1882")
    to = strict.address(game, "Red")
    head = f"From: red@example.org\r\nTo: {to}\r\nMessage-ID: <1@x.example>\r\n"
    raw = f"{head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nbid P2 55\r\n"
    parked = sent(strict, (raw + "--b\r\n\r\nx\r\n" * (MOST_PARTS + 1) + "--b--\r\n").encode(), to)
    assert parked.status == "parked"
    (word,) = re.findall(r"confirm \w{8}", str(parked.rows[0].data["headline"]))
    assert sent(strict, strict.raw("red@example.org", to, word), to).word == "NOT ACCEPTED"
    assert strict.orders(game) == []


def test_who_writes_to_an_old_key_is_told_of_the_new_one_also_where_nothing_proves_them(strict: House) -> None:
    game = strict.game("Red", "Blue", title="1882")
    old = strict.address(game, "Red")
    with strict.office.desk() as desk:
        play = desk.lock(game)
        seat = play.seat("Red")
        assert seat is not None
        turn_key(desk, seat)
    first = sent(strict, strict.raw("red@example.org", old, "bid P2 55"), old)
    assert first.rows[0].recipient == "red@example.org" and "no longer yours" in str(first.rows[0].data["headline"])
    # Once a day, and for nobody who only guesses: either would fill a player's mailbox.
    assert sent(strict, strict.raw("red@example.org", old, "bid P2 60"), old).verdict == "dropped:unknown key"
    strict.pass_time(days=2)
    guessed = old.replace(old.partition("@")[0].rpartition("-")[2], "a" * 26)
    assert sent(strict, strict.raw("red@example.org", guessed, "bid P2 55"), guessed).rows == []

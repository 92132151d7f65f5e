"""A confirming word that comes back in a machine's answer, a forward or a sentence that says no confirms nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from moderator.inbox.handle import handle
from moderator.store.statuses import SeatStatus
from tests.moderator.house import House, open_house, settings_for

AWAY = "I am out of the office until Monday.\n\n"
MARKER = "=-=-= Reply above this line =-=-=\n"
# What stands in the mail that asks for the word is {text}, the word is {word}.
ANSWERS = (
    AWAY + "{text}",
    AWAY + "{bare}",
    "We received your message and will answer soon:\n\n{bare}",
    "Thank you. You wrote:\nIf it is, reply:  confirm {word}   If it is\nnot, do nothing.\n",
    "What is this?\n\nOn Mon, Waybill wrote:\n{quoted}\n",
    "Is this you?\n\n---------- Forwarded message ---------\nFrom: Waybill\n\n{text}",
    "I do not confirm {word}",
    "don't confirm {word}",
    "what does confirm {word} mean?",
    "confirm {word}?",
    "please do NOT confirm {word}",
    "confirm {word} - no!",
    "No. confirm {word}",
    "Nein, confirm {word} war nicht ich",
    "confirm {word} is not from me",
    "> confirm {word}",
    "Re: confirm {word}",
    "confirm {word}\nThat was not me.",
    "confirm {word}\n\nThat wasn't me!",
    "I never asked for this.\nconfirm {word}",
    "confirm {word}\nsomebody else wrote that",
    "confirm {word}\nCe n'était pas moi",
    "confirmer {word}\nJe n'ai rien envoyé !",
    "confirm {word}\nDas war ich nicht",
    "bestätigen {word}\ndas kam nicht von mir.",
    "confirm {word}\n제가 보낸 게 아니에요",
    "확인 {word}\n저 아닙니다",
    "confirm {word}\nwho wrote this?",
    "yes, who sent this?",
    "ok, but I did not send that",
)
# Headers of what machines send; with them even the bare word counts for nothing.
MACHINES = (
    "Auto-Submitted: auto-replied",
    "Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
)


def test_only_who_says_the_word_and_means_it_confirms(tmp_path: Path) -> None:
    house = open_house(settings_for(tmp_path, TRUST="header:mx"))
    game = house.game("Ann", "Bob", "Cid", title="1861")
    text = house.write(game, "Ann", "bid TSR 20").text
    found = re.search(r"confirm (\w{8})", text)
    assert found
    quoted = "\n".join(f"> {line}" for line in text.splitlines())
    for answer in ANSWERS:
        said = answer.format(word=found[1], text=text, bare=text.replace(MARKER, ""), quoted=quoted)
        assert _answered(house, game, said) == [], answer
    for header in MACHINES:
        part = f"confirm {found[1]}\r\n"
        said = f"--b\r\n\r\n{part}--b--\r\n" if "boundary" in header else part
        assert _answered(house, game, said, header) == [], header
    assert _answered(house, game, f"confirm {found[1]}") == ["Ann: bid TSR 20"]
    house.office.close()


@pytest.mark.parametrize(
    "beside",
    [
        "Yes, that was me.",
        "thanks!",
        "Ann",
        "Oui, c'était bien moi, merci",
        "Ja, das war ich",
        "네, 제가 보냈어요",
        "Viele Grüße, Ann",
    ],
)
def test_who_says_that_it_was_they_confirms(tmp_path: Path, beside: str) -> None:
    house = open_house(settings_for(tmp_path, TRUST="header:mx"))
    game = house.game("Ann", "Bob", "Cid", title="1861")
    found = re.search(r"confirm (\w{8})", house.write(game, "Ann", "bid TSR 20").text)
    assert found and _answered(house, game, f"confirm {found[1]}\n{beside}") == ["Ann: bid TSR 20"]
    house.office.close()


def test_who_denies_beside_the_word_is_told_and_the_word_waits(house: House) -> None:
    game = house.game("Ann", "Bob", "Cid", title="1861")
    house.write(game, "Ann", "resign")
    word = re.search(r"confirm (\w{8})", "".join(house.text_of(row) for row in house.outbox("confirm")))
    assert word
    for said in ("that was not me", "ce n'était pas moi", "das war ich nicht", "제가 보낸 게 아니에요"):
        told = " ".join(house.write(game, "Ann", f"confirm {word[1]}\n{said}").text.split())
        assert "nothing was confirmed" in told and said in told
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None and play.seat("Ann").status == SeatStatus.JOINED  # type: ignore[union-attr]
    assert house.write(game, "Ann", f"confirm {word[1]}").word == "ACCEPTED"


def test_who_denies_at_the_open_mailbox_begins_nothing(house: House) -> None:
    receipt = house.take_in(
        house.raw("pat@example.org", "play@localhost", "tutorial"), "pat@example.org", "play@localhost"
    )
    handle(house.office, receipt.mail_id)
    word = re.search(r"confirm (\w{8})", house.answer(receipt.mail_id).text)
    assert word
    receipt = house.take_in(
        house.raw("pat@example.org", "play@localhost", f"confirm {word[1]}\nI did not send this"),
        "pat@example.org",
        "play@localhost",
    )
    handle(house.office, receipt.mail_id)
    assert "nothing was confirmed" in house.answer(receipt.mail_id).text


def _answered(house: House, game: str, said: str, header: str = "X-A: b") -> list[str]:
    """What was played when this came from the player, proved."""
    house.letters += 1
    to = house.address(game, "Ann")
    raw = (
        f"Authentication-Results: mx; dmarc=pass header.from=example.org\r\nFrom: ann@example.org\r\nTo: {to}\r\n"
        f"Subject: Re: CONFIRM\r\nMessage-ID: <{house.letters}@x.example>\r\n{header}\r\n\r\n{said}\r\n"
    )
    handle(house.office, house.take_in(raw.encode(), "ann@example.org", to).mail_id)
    return house.orders(game)

"""A confirming word that comes back in a machine's answer, a forward or a sentence that says no confirms nothing."""

from __future__ import annotations

import re
from pathlib import Path

from moderator.inbox.handle import handle
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

"""Names, press and notes of people who wish us ill appear as text, change nothing and forge nothing."""

from __future__ import annotations

from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser

import pytest

from engine.game import replay, start
from engine.names import Player
from moderator.inbox.quoting import cut
from moderator.outbox.compose import _filled, as_bytes
from moderator.outbox.report import OfferShown, PressShown, report
from tests.moderator.report.positions import view

NAMES = (
    "<script>alert(1)</script>",
    'x" onmouseover="y',
    "Red\u202eder\u200b\u2066",
    "A\r\nBcc: all@example.org",
    "=-=-= Reply above this line =-=-=",
    "{{ 7*7 }} %s {seat}",
)
PRESS = (
    '</blockquote><img src="http://evil.example/x.png"><a href="mailto:evil@evil.example">click</a>\n'
    "turn 1\npass\nend\n\u202egnitseretni\u202c\x00\x1b[31m\n-- \n=-=-= Reply above this line =-=-=\n"
)


OURS = {
    *"html head meta title style body div p h1 h2 ul li pre table thead tbody tr th td".split(),
    *"a span code img b br blockquote".split(),
}


class Seen(HTMLParser):
    """What a mail program would take for markup."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.sources: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        self.sources += [value or "" for name, value in attrs if name in ("src", "srcset", "background")]
        self.links += [value or "" for name, value in attrs if name == "href"]


@pytest.mark.usefixtures("no_pictures")
@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_name_is_only_a_name(name: str) -> None:
    seats = (Player(name), Player("Green"), Player("Blue"))
    state = replay(start("1861", seats))
    asked = view(
        (), state, seat="Green", press=(PressShown(name, PRESS),), queued=(PRESS,), offers=(OfferShown(1, name, PRESS),)
    )
    mail = report(replace(asked, happened=()))
    seen = Seen()
    seen.feed(mail.html)
    assert seen.tags <= OURS
    assert not [name for name in seen.attributes if name.startswith("on")]
    assert all(source.startswith("cid:") for source in seen.sources) and seen.sources
    assert not [link for link in seen.links if "evil" in link]
    for hidden in "\u202e\u202c\u2066\u200b\x00\x1b":
        assert hidden not in mail.text + mail.html + mail.subject
    assert "\n" not in mail.subject and "\r" not in mail.subject
    assert "49" not in mail.subject


def test_press_forges_neither_orders_nor_our_marker() -> None:
    state = replay(start("1861", (Player("Red"), Player("Green"), Player("Blue"))))
    text = report(view((), state, press=(PressShown("Blue", PRESS),), text_only=True)).text
    lines = text.split("\n")
    assert [n for n, line in enumerate(lines) if line.startswith("=-=-=")] == [0]
    assert [line for line in lines if line.startswith("turn ")] == ["turn 1"]
    assert sum(line == "end" for line in lines) == 1
    # Answered above, all of it is old.
    assert cut(["pass", "", *(f"> {line}" for line in lines)]).new == ("pass",)


def test_no_name_adds_a_header() -> None:
    state = replay(start("1861", (Player("A\r\nBcc: all@example.org"), Player("Green"), Player("Blue"))))
    asked = view((), state, seat="A\r\nBcc: all@example.org")
    made = _filled(EmailMessage(policy=policy.SMTP), report(asked))
    read = message_from_bytes(as_bytes(made), policy=policy.default)
    assert read["Bcc"] is None
    assert isinstance(read, EmailMessage)
    assert {part.get_content_type() for part in read.walk()} >= {"text/plain", "text/html", "image/png"}

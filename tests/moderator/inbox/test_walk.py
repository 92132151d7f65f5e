"""One order mail from socket to relay: the stations ARCHITECTURE.md draws, in their order, and nothing done twice."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import engine
from engine.moves import Run
from engine.runs import proposal
from moderator.inbox.handle import handle
from tests.moderator.house import House
from tests.moderator.positions import bring

ROOT = Path(__file__).resolve().parents[3]
# What each station does when a mail comes by; a socket and the bells of the workers are not needed to see the rest.
DOES = {
    "inbox/take_in": "take_in",
    "inbox/handle": "handle",
    "inbox/letter": "read",
    "inbox/proof": "judge",
    "inbox/screening": "screen",
    "hearing/reading": "statements",
    "inbox/seat_mail": "to_seat",
    "inbox/conduct": "conduct",
    "hearing/orders": "take_order",
    "table/playing": "play_order",
    "engine": "apply",
    "store/game": "record",
    "table/onward": "go_on",
    "outbox/post": "deliver",
}
APART = {"gateway/smtp", "workers/errands"}
# What cuts lines is asked again for what was changed inside the quotation: here there is none.
ONCE = (
    "moderator/inbox/letter.py:read",
    "moderator/inbox/proof.py:judge",
    "moderator/inbox/screening.py:screen",
    "moderator/inbox/letter.py:said",
    "engine/notation/read.py:parse_order",
    "engine/game.py:apply",
    "engine/runs/best.py:best",
    "moderator/store/game.py:record",
)


def stations(found: list[str]) -> list[str]:
    return [one.removesuffix(".py") for one in found]


def watched(do: Callable[[], object]) -> list[str]:
    """Our functions in the order in which they are called, by file and name."""
    called: list[str] = []

    def watch(frame: FrameType, event: str, argument: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(f"{ROOT}/"):
            called.append(f"{file[len(str(ROOT)) + 1 :]}:{frame.f_code.co_name}")

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        do()
    finally:
        sys.setprofile(before)
    return called


def test_one_order_mail_goes_the_way_that_is_drawn_and_nothing_is_done_twice(house: House, no_pictures: None) -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8").partition("## 4.")[2].partition("## 5.")[0]
    listed = stations(re.findall(r"^\d+\. `([\w/.]+)`", text, re.MULTILINE))
    drawn = stations(re.findall(r"\w\[([a-z_]+(?:/[a-z_]+)?)\]", text))
    assert listed == drawn and len(listed) <= 16
    assert set(listed) == DOES.keys() | APART

    game = house.game("Red", "Green", "Blue", title="1882")
    bring(house, game, lambda state: engine.accepts(state, Run))
    mover = str(engine.to_act(house.state(game)))
    house.office.bell = lambda *_: None
    # What another test has solved would not be solved here.
    proposal._found.cache_clear()
    sender, to = f"{mover.lower()}@example.org", house.address(game, mover)
    raw = house.raw(sender, to, "run best")
    took: list[int] = []
    here = watched(lambda: took.append(house.take_in(raw, sender, to).mail_id))
    here += watched(lambda: handle(house.office, took[0]))
    count = Counter(here)
    assert house.orders(game)[-1].startswith(f"{mover}: run ")
    assert {name: count[name] for name in ONCE} == dict.fromkeys(ONCE, 1)
    # Writing mails tries things on positions of its own; what is written is told once for each reader.
    here += watched(house.deliver)

    named = {
        f"moderator/{one}.py:{does}" if "/" in one else f"engine/game.py:{does}": one for one, does in DOES.items()
    }
    assert [named[one] for one in dict.fromkeys(here) if one in named] == [one for one in listed if one not in APART]

"""Replies as people's programs write them, in many languages: what the writer wrote is found, and nothing else."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from moderator.inbox.plain import clean
from moderator.inbox.quoting import cut, edits
from moderator.language import languages
from moderator.outbox.marker import marker, template
from tests.mails.make import HERE

REPLIES: list[dict[str, Any]] = tomllib.loads((HERE / "replies.toml").read_text("utf-8"))["reply"]
# Orders as players write them, among them those that begin or end like the words of mail programs.
ORDERS = (
    "bid TSR 30", "pass", "done", "turn 205", "On TSR bid 30", "on 76 start HBR:", "at 76 start HBR", "the 2 train",
    "le 58 B8 4", "lay 58 B8 4", "2 train", "train 2 from StP-W for 1", "4 shares", "sell 2 GR", "a 57 D4 1", "13 bids",
    "token B8", "run best", "buy CPR", "w 58 B8 4", "mar 58 B8", "sun 58 B8", "am 58 B8 4", "passe", "패스", "status",
    "TSR에 25 입찰", "miser 25 sur TSR", "press Green", "from MRR train 2 for 5", "de TSR 30", "to: Green", "withhold",
    "from A4 to B6", "miser 30",
)  # fmt: skip


def filled(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


@pytest.mark.parametrize("reply", REPLIES, ids=[reply["program"] for reply in REPLIES])
def test_a_reply_is_cut_where_its_writer_ended(reply: dict[str, Any]) -> None:
    found = cut(clean(f"{reply['above']}\n\n{reply['below']}").split("\n"))
    assert [line for line in found.new if line.strip()] == reply.get("new", filled(reply["above"]))
    assert list(found.answers) == reply.get("answers", [])


def test_there_are_enough_of_them() -> None:
    assert len(REPLIES) >= 60
    assert sum(reply.get("held", False) for reply in REPLIES) >= 30


@pytest.mark.parametrize("order", ORDERS)
def test_no_order_is_cut_whatever_stands_below_it(order: str) -> None:
    for reply in REPLIES:
        for gap in ("\n", "\n\n"):
            found = cut(clean(f"{order}{gap}{reply['below']}").split("\n"))
            assert order in found.new, reply["program"]


def test_no_order_is_cut_between_others() -> None:
    assert cut(ORDERS).new == ORDERS


OWN = """Your move in 1861-41, turn 205
bid K 999
Green bid R25 for TSR.
"""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("mark", ["> ", ">", ""])
@pytest.mark.parametrize("reply", REPLIES, ids=[reply["program"] for reply in REPLIES])
def test_our_own_mails_are_cut_exactly(language: str, mark: str, reply: dict[str, Any]) -> None:
    """Below any program's words stands the mail we sent, whole, marked as old or not."""
    sent = [marker(language), *template(205, ["bid TSR 30", "pass"]), *OWN.splitlines()]
    above = reply["above"] or "bid TSR 30"
    text = "\n".join(
        [above, "", *(line for line in clean(reply["below"]).split("\n")[:3]), *(mark + one for one in sent)]
    )
    if "new" in reply or not reply["below"]:
        text = "\n".join([above, "", *(mark + one for one in sent)])
    found = cut(text.split("\n"))
    assert [line for line in found.new if line.strip()] == filled(above)
    assert edits(found) == ()
    assert found.language == language

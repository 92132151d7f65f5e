"""What is answered to those who order a loan: nobody does, it comes by itself."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import Needless, Unreadable
from engine.message import Message
from engine.notation.said import LINKS, Said, Saying

ITSELF = Message("Loans are taken by themselves when a payment needs them; there is no order for it.")
_ALONE = frozenset(("loan", "take", "want", "or", *LINKS))


def _loan(said: Said, words: Sequence[str]) -> str:
    # "take a loan if needed" changes nothing. Without the if a loan may be wanted that nobody needs, and "borrow for a
    # train" may be meant to buy one.
    needless = "or" in words and _ALONE.issuperset(words) and all(one.kind == "word" for one in said.items)
    raise Needless(ITSELF) if needless else Unreadable(ITSELF)


SAYINGS = (
    Saying(
        shape=_loan,
        verbs=("loan",),
        sign="loan",
        comes_anyway=True,
        beside=frozenset(("loan", "take", "buy", "pay", "put", "start")),
    ),
)

"""What is answered to those who order a loan: nobody does, it comes by itself."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import Unreadable
from engine.notation.said import Said, Saying


def _loan(said: Said, words: Sequence[str]) -> str:
    raise Unreadable("Loans are taken by themselves when a payment needs them; there is no order for it.")


SAYINGS = (
    Saying(shape=_loan, verbs=("loan",), sign="loan", beside=frozenset(("loan", "take", "buy", "pay", "put", "start"))),
)

"""How people say that a company buys its shares back."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import open_step, to_act
from engine.mechanisms.redemption.moves import Redeem
from engine.notation.names import COMPANY
from engine.notation.said import Said, Saying, how_many, openings, private
from engine.notation.tongue import SHARES


def _redeem(said: Said, words: Sequence[str]) -> str:
    company = said.name(COMPANY)
    if company and company != said.state.company_on_turn:
        return ""
    said.skip("pool", "bank", "buy")
    every = said.skip("all")
    count = how_many(said)
    most = max((int(one.split()[1]) for one in openings(said.state) if one.startswith("redeem ")), default=0)
    if said.left() or (every and count not in (None, most)):
        return ""  # "all five", where there are more
    return f"redeem {most if every else 1 if count is None else count}"


def _taken_back(said: Said, words: Sequence[str]) -> str:
    """ "MK takes two shares off the market": who is asked whether the company buys its shares back buys no others."""
    asked = to_act(said.state) is not None and Redeem in open_step(said.state).accepts
    return _redeem(said, words) if asked and {"pool", SHARES} & set(words) else ""


SAYINGS = (
    Saying(shape=_taken_back, verbs=("take", "buy", "carry")),
    Saying(
        shape=_redeem,
        verbs=("redeem",),
        things=frozenset(("private",)),
        sign="back",
        beside=frozenset(("buy", "redeem", "take", "carry")),
        about={"redeem": ("redeem",), "back": ("redeem",), "none": ("redeem",)},
    ),
    # French has one word for buying back and buying out.
    Saying(shape=private, verbs=("redeem",)),
)

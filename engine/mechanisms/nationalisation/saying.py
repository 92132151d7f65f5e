"""How people say what becomes of a company without a train."""

from __future__ import annotations

from collections.abc import Sequence

from engine.mechanisms.nationalisation.demands import TrainlessDecision
from engine.notation.names import COMPANY
from engine.notation.said import Said, Saying, of_company, on_turn


def _to_the_state(said: Said, words: Sequence[str]) -> str:
    """ "let the CN have it": by the name of the state's railway."""
    state = said.state
    asked = bool(state.demands) and state.demands[0].kind == TrainlessDecision.kind
    names = [name for name in said.names(COMPANY) if name != on_turn(state)]
    return "nationalise" if asked and names == [state.title.national] and not said.left() else ""


SAYINGS = (
    Saying(shape=_to_the_state, verbs=("take", "put", "pass"), unsaid=True),
    Saying(
        shape=of_company("nationalise"),
        verbs=("nationalise", "state"),
        sign="state",
        beside=frozenset(("state", "pass", "put", "sell", "take", "discard", "redeem", "go", "carry")),
        left_out="keep",
    ),
    Saying(shape=of_company("keep"), verbs=("keep",)),
)

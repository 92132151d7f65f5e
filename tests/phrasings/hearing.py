"""How the engine hears a phrasing: the moves it would play, one after the other."""

from __future__ import annotations

from enum import StrEnum

from engine.errors import Ambiguous, Refused
from engine.game import apply, to_act
from engine.moves import Done, Pass
from engine.notation import orders_in, parse_order, write_order
from engine.state import State
from tests.phrasings.data import Phrasing
from tests.phrasings.positions import at


class Heard(StrEnum):
    """What became of a phrasing."""

    UNDERSTOOD = "understood"
    ASKED = "asked"
    REFUSED = "refused"
    MISREAD = "misread"


def heard(said: Phrasing) -> tuple[Heard, str]:
    """What the engine makes of a phrasing, and the words for it."""
    state = at(said.position)
    try:
        played = _played(state, said)
    except Ambiguous as asked:
        return Heard.ASKED, f"{asked.why} {' | '.join(asked.instead)}"
    except Refused as refused:
        return Heard.REFUSED, f"{refused.why} {' | '.join(refused.instead)}"
    return (Heard.UNDERSTOOD if played == _wanted(state, said) else Heard.MISREAD), "; ".join(played)


def _played(state: State, said: Phrasing) -> list[str]:
    """The orders one after the other; behind the end of the turn nothing is played."""
    played = []
    mover = to_act(state)
    for order in orders_in(state, said.say, said.language):
        move = parse_order(state, order, said.language)
        if to_act(state) != mover and isinstance(move, Done | Pass):
            continue
        assert mover is not None
        state = apply(state, move, mover, state.players).state
        played.append(write_order(move))
    return played


def _wanted(state: State, said: Phrasing) -> list[str]:
    """What is meant, but for a "done" behind the end of a turn."""
    wanted, mover = [], to_act(state)
    for order in said.means:
        if to_act(state) == mover and mover is not None:
            wanted.append(order)
            state = apply(state, parse_order(state, order), mover, state.players).state
    return wanted

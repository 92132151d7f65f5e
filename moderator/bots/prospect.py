"""What a turn leads to when everybody does the least from then on: a cheap look ahead, for advice.

Nobody lays track, buys or sells in it; trains run as well as they can, dividends are paid, what must be done is done as
cheaply as can be. It tells what a turn does to incomes and prices that nobody else has a hand in, no more: it finds the
dearest of the advice that whole play-outs find bad, and not the rest, for an eighth of their time (`docs/figures.md`).
"""

from __future__ import annotations

from itertools import takewhile

import engine
from engine import Move, Player, Refused, State
from engine.moves import Pass, Pay, Run
from moderator.bots.duties import duty

# So many operating rounds are looked ahead, and never more moves than these.
ROUNDS = 2
MOST_MOVES = 160


def worth_later(state: State, player: Player) -> int:
    """What a player is worth when two whole operating rounds that begin after this position are over."""
    return engine.worth(quietly(state), player)


def quietly(state: State) -> State:
    begun, over = False, 0
    for _ in range(MOST_MOVES):
        mover = engine.to_act(state)
        if mover is None or over == ROUNDS:
            break
        before = _round(state)
        state = _moved(state, mover)
        if _round(state) != before:
            over += begun and before[0] == "operating"
            begun = begun or state.cursor.round == "operating"
    return state


def _round(state: State) -> tuple[str, int, int]:
    return state.cursor.round, state.cursor.number, state.cursor.sub


def _moved(state: State, mover: Player) -> State:
    # Most steps are left out, and what else could be done there need not be listed.
    if engine.may_pass(state) and not any(engine.accepts(state, kind) for kind in (Run, Pay)):
        try:
            return engine.apply(state, Pass(), mover, advise=False).state
        except Refused:
            pass
    settled = _run_or_dividend(state, mover)
    if settled is not None:
        return settled
    legal = engine.alone(state, mover)
    for move in (_least(state, mover, legal), *legal):
        try:
            return engine.apply(state, move, mover, advise=False).state
        except Refused:
            continue
    raise engine.Inconsistent(f"{mover} must move and no legal move is accepted")


def _run_or_dividend(state: State, mover: Player) -> State | None:
    """After the run the engine proposes, or the whole dividend: what else could be done there need not be listed."""
    if not any(engine.accepts(state, kind) for kind in (Run, Pay)):
        return None
    # They belong to the step that asks, and that is listed first.
    asked = takewhile(lambda move: isinstance(move, Run | Pay), engine.legal_moves(state))
    found = (move for move in asked if set(engine.consents(state, move)) <= {mover})
    wished = (move for move in found if (move.routes if isinstance(move, Run) else move == Pay("full")))
    move = next(wished, None)
    try:
        return engine.apply(state, move, mover, advise=False).state if move is not None else None
    except Refused:
        return None


def _least(state: State, mover: Player, legal: list[Move]) -> Move:
    """The run the engine proposes, the whole dividend; else nothing, or what must be."""
    runs = [move for move in legal if isinstance(move, Run)]
    if runs:
        return next((move for move in runs if move.routes), runs[0])
    paid = [move for move in legal if isinstance(move, Pay)]
    if paid:
        return next((move for move in paid if move.kind == "full"), paid[0])
    return engine.quiet(legal) or duty(state, mover, legal) or legal[0]

"""Trains of which nobody buys or runs any more."""

from __future__ import annotations

from engine.errors import Illegal
from engine.state import State


def refuse_train(state: State, train: str) -> None:
    """Raises Illegal for a kind of train that nobody buys or runs any more."""
    title = state.title
    spec = title.trains[train]
    if spec.option and not state.options.get(spec.option):
        raise Illegal("There are no {train}-trains in this game.", train=train)
    ends = title.trains[spec.rusts_on].opens if spec.rusts_on else ""
    if ends and title.since(state.phase, ends):
        raise Illegal("{train}-trains are obsolete.", train=train)

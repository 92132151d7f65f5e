"""What is drawn before the game: the train that hides the rebellion, and the company whose share comes with P4."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from engine.message import Message
from engine.names import BANK, Player, Private
from engine.state import State
from engine.title import Title
from engine.titles.t1882.figures import GiftFigures, NorthWestFigures
from engine.titles.t1882.own import own


def draws(title: Title, seats: Collection[Player], options: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    return {"rebellion": title.figures(NorthWestFigures).trains, "p4_share": title.figures(GiftFigures).companies}


def site_draws(title: Title, draw: Callable[[], int], players: int) -> Mapping[str, str]:
    """The same two draws from the public site's random numbers."""
    return {name: outcomes[draw() % len(outcomes)] for name, outcomes in draws(title, (), {}).items()}


def openly(state: State) -> Iterator[Message]:
    """Both draws are open (2.2, 2.3); nobody bids blind."""
    bridges = state.title.figures(GiftFigures).bridges
    if state.privates.get(Private(bridges)) == BANK:
        company = state.drawn["p4_share"]
        yield Message("One share of {company} comes with {private}.", company=company, private=bridges)
    if own(state).risen:
        return
    train = state.drawn["rebellion"]
    if own(state).covered:
        yield Message("The rebellion lies under the {train}-train below the extra one.", train=train)
    else:
        yield Message("The rebellion lies under the first {train}-train.", train=train)

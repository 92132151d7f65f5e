"""What a mechanism knows of the public site's files: how its actions are read, and its moves written as actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.events import Event
from engine.interop.record import Action
from engine.moves import Move

if TYPE_CHECKING:
    from engine.interop.export import Export, RecordedTurn
    from engine.interop.site18xx import Import

# Plays a recorded action; False leaves it to the next who knows the kind, and at last to the shelf.
Reads = Callable[["Import", Action], bool]
# Writes one of our moves as actions.
Writes = Callable[["Export", Any], None]
# Takes over one of our moves that the site has at another moment; False leaves it to be written as it comes.
Takes = Callable[["Export", "RecordedTurn"], bool]
# Keeps track of what the site's names mean after one of our events.
Follows = Callable[["Import", Any], None]


@dataclass(frozen=True, kw_only=True)
class Adapter:
    """A mechanism's part in reading and writing recorded games."""

    reads: Mapping[str, Reads] = field(default_factory=dict)  # kind of action
    writes: Mapping[type[Move], Writes] = field(default_factory=dict)
    takes: Takes | None = None
    follows: Mapping[type[Event], Follows] = field(default_factory=dict)

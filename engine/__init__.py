"""The rules of 18xx games as a library without a world: no files, no clock, no chance, no mail.

Everything the rest of the service may call is named here.
"""

from engine.codec import decode, digest, encode, restore, save
from engine.errors import Ambiguous, Illegal, Inconsistent, Refused, TitleError, Unreadable
from engine.events import Event
from engine.game import (
    apply,
    consents,
    draws,
    evolve,
    legal_moves,
    replay,
    span,
    start,
    suggestions,
    to_act,
)
from engine.moves import Move
from engine.names import Company, Player, Private
from engine.notation import parse_order, split_orders, write_order
from engine.state import State
from engine.titles import names as titles

__all__ = [
    "Ambiguous",
    "Company",
    "Event",
    "Illegal",
    "Inconsistent",
    "Move",
    "Player",
    "Private",
    "Refused",
    "State",
    "TitleError",
    "Unreadable",
    "apply",
    "consents",
    "decode",
    "digest",
    "draws",
    "encode",
    "evolve",
    "legal_moves",
    "parse_order",
    "replay",
    "restore",
    "save",
    "span",
    "split_orders",
    "start",
    "suggestions",
    "titles",
    "to_act",
    "write_order",
]

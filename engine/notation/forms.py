"""Reads the moves of a mechanism by the form they declare, such as ``exchange {company} at {price} in {hex}``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from typing import Any

from engine.mechanism import Mechanism, Reader
from engine.message import Message
from engine.moves import Move
from engine.notation.names import COMPANY, PLACE, PLAYER, PRIVATE
from engine.notation.scan import Scanner

# Little words that may stand before anything named.
BETWEEN = ("on", "in", "at", "to", "for", "from", "of")
_FIELD = re.compile(r"\{(\w+)\}")


def form_readers(mechanism: Mechanism) -> Mapping[str, Reader]:
    """A reader for every verb that none of the mechanism's own readers knows."""
    found: dict[str, Reader] = {}
    for kind in mechanism.moves:
        verb = kind.form.partition(" ")[0]
        if verb not in mechanism.readers:
            found[verb] = read_form(kind)
    return found


def read_form(kind: type[Move]) -> Reader:
    """Reads the fields in the order of the form; those at the end that have a usual value may be left out."""
    table: dict[str, Field[Any]] = {each.name: each for each in fields(kind)}
    _, *words = kind.form.split()

    def read(scan: Scanner) -> Move:
        values: dict[str, Any] = {}
        for word in words:
            named = _FIELD.fullmatch(word)
            scan.skip(*BETWEEN, *(() if named else (word,)))
            if named and not (scan.over and table[named[1]].default is not MISSING):
                values[named[1]] = _value(scan, named[1], str(table[named[1]].type))
        return kind(**values)

    return read


def _value(scan: Scanner, name: str, typed: str) -> Any:
    if typed == "int":
        number = scan.needed_number(Message("The {field}", field=name))
        return number - 1 if name == "city" else number
    if typed == "Company":
        return scan.company()
    if typed == "Private":
        return scan.private()
    if name == "train":
        return scan.train()
    found = scan.name(PLACE) or scan.name(COMPANY, PRIVATE, PLAYER)
    if found is None:
        return scan.place()
    return found[1]

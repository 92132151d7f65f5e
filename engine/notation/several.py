"""Several orders in one line: "lay 58 on B8, buy a train 2, done"."""

from __future__ import annotations

from engine.errors import Ambiguous, Refused
from engine.notation.clean import key
from engine.notation.counting import counted_trains
from engine.notation.read import parse_order
from engine.notation.sayings import WAYS
from engine.notation.tongue import AND_THEN, Tongue, elided, tongue
from engine.state import State

# More orders than this in one line are a story.
MOST = 12


def orders_in(state: State, line: str, language: str = "") -> tuple[str, ...]:
    """The orders of a line: the line itself if it can be read as one order, else its parts if each of them is one."""
    try:
        if counted := counted_trains(state, line, language):
            return counted
        parse_order(state, line, language)
    except Ambiguous:
        return (line,)
    except Refused:
        parts = _parts(line, tongue(language))
        return parts if 1 < len(parts) <= MOST else (line,)
    return (line,)


def _parts(line: str, known: Tongue) -> tuple[str, ...]:
    """Cut at commas and at words like "then", where an order begins on either side."""
    pieces: list[list[str]] = [[]]
    tokens = elided(line).split()
    for at, token in enumerate(tokens):
        bare = key(token.strip(",.!"))
        if known.words.get(bare) == AND_THEN:
            pieces.append([])
            continue
        pieces[-1].append(token.rstrip(","))
        onward = bare in known.onward and not "".join(tokens[at + 1 : at + 2]).startswith("싶")
        if token.endswith(",") or onward:
            pieces.append([])
    found: list[str] = []
    for piece in pieces:
        while piece and known.words.get(key(piece[-1])) == "and":
            piece.pop()
        if not piece:
            continue
        if found and not (_orders(piece, known) and _orders(found[-1].split(), known)):
            found[-1] = f"{found[-1]}, {' '.join(piece)}"
        else:
            found.append(" ".join(piece))
    return tuple(_without_onward(piece, known) for piece in found)


def _orders(piece: list[str], known: Tongue) -> bool:
    """Whether some words say that something is to be done."""
    said = {known.words.get(key(word.strip(",.!"))) for word in piece}
    return any(one in WAYS or one in ("no", "none") for one in said) or any(key(word) in known.onward for word in piece)


def _without_onward(piece: str, known: Tongue) -> str:
    """ "놓고" alone is the verb of its own order: the ending that leads on is not said again."""
    head, _, last = piece.rpartition(" ")
    if key(last) in known.onward:
        stem = last.removesuffix("하고") if last.endswith("하고") else last.removesuffix("고") + "기"
        return f"{head} {stem}".strip()
    return piece

"""The words of a structured header: who a mail is from, and what a receiver found out about it.

One scanner reads both, from the left to the right and each character once. What stands in quotation marks or in
comments is never taken for anything else, however long it is and however deep the comments are; a header whose
quotation or comment is never closed has no words at all, for there is no telling where they would end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from moderator.office.addresses import split

MOST_ADDRESSES = 100
# Longer headers of this kind are read by nobody; a half of one could mean something else than the whole.
LONGEST = 20_000
_SPECIAL = frozenset('<>@,;:=[]"()\\')
_WHITE = frozenset(" \t\r\n")


@dataclass(frozen=True)
class Token:
    """A word, a quoted text without its marks, or one special sign."""

    kind: str
    text: str
    # Whether white space or a comment stands in front of it.
    spaced: bool = False


WORD, QUOTED, SIGN = "word", "quoted", "sign"


class Unclosed(Exception):
    """A quotation or a comment has no end, or the header is too long to be read whole."""


def tokens(value: str) -> list[Token]:
    """The tokens of a header, comments left out. Raises `Unclosed`."""
    if len(value) > LONGEST:
        raise Unclosed
    found: list[Token] = []
    spaced = False
    at = 0
    while at < len(value):
        char = value[at]
        if char in _WHITE:
            at, spaced = at + 1, True
        elif char == "(":
            at, spaced = _after_comment(value, at), True
        elif char == '"':
            text, at = _quoted(value, at)
            found.append(Token(QUOTED, text, spaced))
            spaced = False
        elif char == ")":
            # A comment that nobody opened.
            raise Unclosed
        elif char in _SPECIAL:
            found.append(Token(SIGN, char, spaced))
            at, spaced = at + 1, False
        else:
            start = at
            while at < len(value) and value[at] not in _SPECIAL and value[at] not in _WHITE:
                at += 1
            found.append(Token(WORD, value[start:at], spaced))
            spaced = False
    return found


def _after_comment(value: str, at: int) -> int:
    depth = 0
    while at < len(value):
        char = value[at]
        at += 2 if char == "\\" else 1
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return at
    raise Unclosed


def _quoted(value: str, at: int) -> tuple[str, int]:
    pieces: list[str] = []
    at += 1
    while at < len(value):
        char = value[at]
        if char == '"':
            return "".join(pieces), at + 1
        if char == "\\" and at + 1 < len(value):
            at += 1
            char = value[at]
        pieces.append(char)
        at += 1
    raise Unclosed


def addresses_in(values: Iterable[str]) -> tuple[str, ...]:
    """The addresses in headers such as To, in lower case. Names are never taken for addresses.

    Encoded words are not decoded here: an address hidden in somebody's display name is no address.
    """
    found: dict[str, None] = {}
    for value in values:
        for address in filter(None, _addresses(value)):
            found[address] = None
            if len(found) >= MOST_ADDRESSES:
                return tuple(found)
    return tuple(found)


def senders_in(values: Iterable[str]) -> tuple[str, ...]:
    """The same for From, where half an answer is none: one entry that can't be read could be the one that counts."""
    found = [address for value in values for address in _addresses(value)]
    return tuple(dict.fromkeys(found)) if all(found) and len(found) <= MOST_ADDRESSES else ()


def _addresses(value: str) -> Iterator[str]:
    """The address of each entry that has an @ in it; an empty one where it can't be read."""
    try:
        words = tokens(value)
    except Unclosed:
        yield ""
        return
    for entry in _split(words, ",;"):
        if _where(entry, "@"):
            yield _address(_angled(entry))


def _split(words: list[Token], signs: str) -> Iterator[list[Token]]:
    """The words between these signs; a comma within angle brackets belongs to an old route, and the entry is odd."""
    entry: list[Token] = []
    for word in words:
        if word.kind == SIGN and word.text in signs:
            yield entry
            entry = []
        else:
            entry.append(word)
    yield entry


def _where(words: list[Token], sign: str) -> list[int]:
    return [number for number, word in enumerate(words) if word.kind == SIGN and word.text == sign]


def _angled(entry: list[Token]) -> list[Token]:
    """What stands where the address stands; nothing if the entry could be read in two ways."""
    opened, closed = _where(entry, "<"), _where(entry, ">")
    if not opened and not closed:
        # The name of a group may stand in front: `players: ann@example.org;`
        group = max(_where(entry, ":"), default=-1) + 1
        return entry[group:] if not _where(entry[:group], "@") else []
    if len(opened) != 1 or len(closed) != 1 or closed[0] < opened[0]:
        return []
    # Behind the bracket there may be a comment or a stray full stop, but nobody else's address.
    if any(word.text.strip(".") for word in entry[closed[0] + 1 :]):
        return []
    inside, name = entry[opened[0] + 1 : closed[0]], entry[: opened[0]]
    # An address as somebody's name, without quotation marks, may only be the same address.
    return inside if not _where(name, "@") or _address(name) == _address(inside) else []


def _address(words: list[Token]) -> str:
    """`local@domain`; empty if this is anything else."""
    signs = _where(words, "@")
    if len(signs) != 1 or len(words) != 3 or signs[0] != 1 or words[2].kind != WORD or words[0].kind == SIGN:
        return ""
    local, domain = split(f"{words[0].text}@{words[2].text.rstrip('.')}")
    odd = any(char in _SPECIAL or char in _WHITE for char in local) or "" in domain.split(".")
    # Zeros, breaks and what turns the writing round stand in nobody's address.
    odd = odd or not local.isprintable() or not domain.isprintable()
    return f"{local}@{domain}" if 0 < len(local) <= 64 and 0 < len(domain) <= 255 and not odd else ""


# One finding of a receiver: the method, its result, and what it says about what, such as ("header.d", "example.org").
Finding = tuple[str, str, tuple[tuple[str, str], ...]]


def findings(value: str) -> tuple[str, tuple[Finding, ...]]:
    """Who wrote an Authentication-Results header (RFC 8601), and what was found; nothing if it can't be read."""
    try:
        server, *clauses = _split(tokens(value), ";")
    except Unclosed:
        return "", ()
    # The standard's version may stand behind the name; what another one means, or anything else, nobody knows.
    name, *version = [word.text for word in server] or [""]
    if version not in ([], ["1"]):
        return "", ()
    return name.lower(), tuple(found for clause in clauses if (found := _finding(clause)) is not None)


def _finding(clause: list[Token]) -> Finding | None:
    pairs = list(_pairs(clause))
    if not pairs:
        return None
    method, result = pairs[0]
    return method.partition("/")[0], result.lower(), tuple(pairs[1:])


def _pairs(clause: list[Token]) -> Iterator[tuple[str, str]]:
    """`name = value`, one after the other; the value of an address is its domain, whatever its local part holds."""
    at = 0
    while at + 2 < len(clause):
        name, equals = clause[at], clause[at + 1]
        if name.kind != WORD or equals.kind != SIGN or equals.text != "=":
            # Words that belong to nothing; the clause is read no further.
            return
        at += 2
        value = [clause[at]]
        at += 1
        while at < len(clause) and not clause[at].spaced:
            value.append(clause[at])
            at += 1
        yield name.text.lower(), _domain(value)


def _domain(value: list[Token]) -> str:
    last = max(_where(value, "@"), default=-1)
    words = value[last + 1 :]
    if any(word.kind == SIGN for word in words):
        return ""
    text = "".join(word.text for word in words)
    return text if last >= 0 else text.rpartition("@")[2]

"""Makes a line fit to be read: one alphabet, one kind of dash, no comments, no characters that can't be seen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import cache, lru_cache
from typing import Literal

from engine.errors import Unreadable
from engine.message import Message

# The longest order is a run of many trains; nobody needs more than this.
LONGEST = 2_000
# Patterns, for they go through a line of any letters quickly; tables do not.
DASHES = re.compile("[‐‑‒–—―−﹘﹣－]")
_ARROWS = re.compile("[→⇒➔➜►▶]")
_QUOTES = re.compile("[\"“”„«»‘’'`´()\\[\\]{}<]")
# "lay #57" means the tile of that number; any other #, and one behind a number, begins a comment, and so does //.
_COMMENT = re.compile(r"(?:(?:^|(?<=\s))//|#(?!\d)|(?<=\d\s)#|(?<=\d)#).*", re.DOTALL)
_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)")
_KEPT = "\0"

# Alphabets with letters that look like Latin ones.
SCRIPTS = {
    "CYRILLIC": Message("Cyrillic"),
    "GREEK": Message("Greek"),
    "COPTIC": Message("Coptic"),
    "ARMENIAN": Message("Armenian"),
    "CHEROKEE": Message("Cherokee"),
}


# No letter of any language carries more marks than this; sorting them takes the square of their number.
MOST_MARKS = 8
# So many times as long may a text be in the other way of writing it; a Korean syllable is three letters.
MOST_UNFOLDED = {"NFKC": 2, "NFKD": 4}


def normal(text: str, form: Literal["NFKC", "NFKD"] = "NFKC") -> str:
    """A text in one way of writing it, in time that grows with its length alone: a heap of marks is cut."""
    if text.isascii():
        return text
    # The same line is asked about again and again; whoever writes a book has it read once.
    return _unfolded(text, form) if len(text) <= LONGEST else _unfolded.__wrapped__(text, form)


@lru_cache(maxsize=1024)
def _unfolded(text: str, form: Literal["NFKC", "NFKD"]) -> str:
    bare = _heaps().sub(r"\1", text)
    found = unicodedata.normalize(form, bare)
    # A sign may stand for a whole sentence (U+FDFA: eighteen letters). Nothing that is ordered is written so.
    return found if len(found) <= MOST_UNFOLDED[form] * len(text) + 32 else unicodedata.normalize("NFC", bare)


@cache
def _heaps() -> re.Pattern[str]:
    """More marks in a row than any letter has, whatever they are."""
    marks = "".join(filter(unicodedata.combining, map(chr, range(0x300, 0x20000))))
    return re.compile(f"([{marks}]{{{MOST_MARKS}}})[{marks}]+")


def uncommented(line: str) -> str:
    """A line without the comment at its end."""
    return _COMMENT.sub("", line)


def split_orders(text: str) -> list[str]:
    """The orders of a text, one for each line or part of a line between semicolons, without comments."""
    orders = []
    for line in text.splitlines():
        orders += [part.strip() for part in _COMMENT.sub("", line).replace("；", ";").split(";")]
    return [order for order in orders if order]


def clean(line: str, names: Collection[str] = ()) -> str:
    """The line as it is read. Raises Unreadable for what no order contains; names may be in any alphabet."""
    if len(line) > LONGEST:
        raise Unreadable(
            "This line has {count} characters; the limit is {most}.",
            count=f"{len(line):,}",
            most=f"{LONGEST:,}",
        )
    if line.isascii() and line.isprintable():
        return _readable(line)
    text = normal(line)
    text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    odd = next((c for c in text if unicodedata.category(c) in ("Cc", "Co", "Cs", "Cn") and c not in "\t\r\n"), None)
    if odd is not None:
        raise Unreadable("This line contains a character that can't be printed ({code}).", code=f"U+{ord(odd):04X}")
    _refuse_look_alikes(_COMMENT.sub("", text), names)
    return _readable(text)


def _readable(line: str) -> str:
    text = _COMMENT.sub("", line)
    # Within a word an apostrophe is a letter, and shown again where the word is quoted; words are compared without it.
    text = _APOSTROPHE.sub(_KEPT, _ARROWS.sub(">", DASHES.sub("-", text)))
    text = _QUOTES.sub(" ", text).replace(_KEPT, "'")
    text = " ".join(text.split()).rstrip(" .!?,;:")
    if not text:
        raise Unreadable("There is no order in this line.")
    return text


def _refuse_look_alikes(text: str, names: Collection[str]) -> None:
    """A letter that only looks like one of ours is named, not guessed."""
    rest = text
    for name in sorted(names, key=len, reverse=True):
        rest = rest.replace(name, " ")
    for word in rest.split():
        for letter in word:
            if not letter.isalpha():
                continue
            script = unicodedata.name(letter, "").partition(" ")[0]
            if script in SCRIPTS:
                raise Unreadable(
                    "The letter {letter} in {text} is {script}; write it with a Latin letter.",
                    letter=letter,
                    text=shortened(word),
                    script=SCRIPTS[script],
                )


# The same few hundred words come again and again.
@lru_cache(maxsize=4096)
def key(text: str) -> str:
    """A word as it is compared: without case, accents and full stops."""
    parts = normal(text.casefold(), "NFKD")
    bare = "".join(c for c in parts if unicodedata.category(c) != "Mn")
    return unicodedata.normalize("NFC", bare).replace(".", "").replace("'", "").replace("’", "")


def shortened(text: str, most: int = 40) -> str:
    """What somebody wrote, short enough for a sentence."""
    return text if len(text) <= most else text[: most - 1] + "…"

"""Names of seats: short, without links, and none that looks like another's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from engine import Refused

_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,28}[^\W_])?\Z")
# A point inside a word, as in evil.example: mail programs make a link of it.
_LINK = re.compile(r"\w\.\w|www|https?", re.IGNORECASE)
# Letters of other scripts that look like Latin ones; a name is compared by what it looks like.
_OTHERS = "аесорхуіјѕһԁԛԝкмтвньӏѵүгпαεορνικτυχμηβγωζıɑɡ01|łøđßАВЕКМНОРСТХУІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
_LATIN = "aecopxyijshdqwkmtbhblvyrnaeopviktyxmnbywziagolllodbabekmhopctxyijsabezhikmnoptyx"
_ALIKE = str.maketrans(_OTHERS, _LATIN)
# Letters that nobody sees.
_BLANK = re.compile("[\u115f\u1160\u3164\uffa0]")
# Scripts that are written side by side with any other; letters of all others are written among their own.
_SIDE_BY_SIDE = frozenset({"CJK", "HANGUL", "HIRAGANA", "KATAKANA", "BOPOMOFO", "KATAKANA-HIRAGANA"})
RESERVED = ("gm", "gm 2", "all", "moderator", "waybill", "operator")


def looks(name: str) -> str:
    """What a name looks like: the same for two that can be taken for each other."""
    # Capitals first: a Greek Η looks like an H, its small form like an n.
    seen = unicodedata.normalize("NFKC", name).translate(_ALIKE).casefold().translate(_ALIKE)
    # Marks, blanks and points are easily overlooked.
    return "".join(letter for letter in unicodedata.normalize("NFKD", seen) if letter.isalnum())


def _mixes(name: str) -> bool:
    """Whether letters of two scripts stand in one name, as they do where one passes for another."""
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in name if letter.isalpha()}
    return len(scripts - _SIDE_BY_SIDE) > 1


def check_names(names: Sequence[str]) -> None:
    """Refuses a name nobody should be asked to read, or to tell from another."""
    reserved = {looks(name) for name in RESERVED}
    for name in names:
        unfit = _LINK.search(name) or _BLANK.search(name)
        if not _NAME.match(name) or unfit or unicodedata.normalize("NFKC", name) != name:
            raise Refused(
                "{name} can't be a seat's name; use up to 30 letters, digits and spaces.", name=repr(name[:40])
            )
        if looks(name) in reserved:
            raise Refused("{name} can't be a seat's name: it means something else here.", name=name)
        if _mixes(name):
            raise Refused("{name} can't be a seat's name; write it in letters of one script.", name=name)
        twin = next((other for other in names if other is not name and looks(other) == looks(name)), None)
        if names.count(name) > 1 or twin is not None:
            raise Refused("Two seats can't be called {name} and {other}.", name=name, other=twin or name)

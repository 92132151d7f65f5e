"""French: what is elided before a vowel, and spaces at which no line may break."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import normalize

# The h of these is mute; that of most names players bear here (Harry, Hans) is not.
_MUTE = frozenset(
    "habib hadrien hector hélène helene héloïse heloise henri henriette herbert hercule hermine hervé herve "
    "hilaire hippolyte homère homere honoré honore honorine horace hortense hubert hugo hugues huguette".split()
)
_VOWELS = frozenset("aeiou")
# A full stop behind a space, unless it is one of several.
_LOST = re.compile(r"(?<=\w)[ \u00a0\u202f]+\.(?=\s|$)")
_SPACE, _NARROW = "\u00a0", "\u202f"


@lru_cache(maxsize=16_384)
def polish(text: str) -> str:
    """The spaces before : ; ? ! and inside « » hold fast, so that no line begins with a sign."""
    text = re.sub(r" (?=[;?!])", _NARROW, text)
    return re.sub(r" (?=[:»])|(?<=«) ", _SPACE, text)


def finish(text: str) -> str:
    """Where somebody's last sign was left out, so is the space before it: « avec plaisir » of « avec plaisir ! »."""
    return _LOST.sub(".", text)


def join(said: str, form: str) -> str | None:
    """``bas``: a name that stands within a sentence, « le tour de bourse 1 »."""
    return said[:1].lower() + said[1:] if form == "bas" else None


def elides(word: str) -> bool:
    """d'Anna, l'E, d'Yves, d'Hugo; but de Yellow, de Harry, du RSR, la HBR."""
    first, *_ = word.split() or [""]
    first = re.split(r"[-'’]", first)[0].lower().replace("œ", "oe").replace("æ", "ae")
    plain = normalize("NFD", first)
    if plain[:1] == "y":
        # A y before a consonant is a vowel; one before a vowel is not, nor is one that stands alone.
        return len(plain) > 1 and plain[1] not in _VOWELS
    if plain[:1] == "h":
        return first in _MUTE
    # "Le onze" and "le oui" keep their article.
    return plain[:1] in _VOWELS and first not in ("onze", "oui")

"""Orders given ahead of their time: a bid by proxy is a value, read in the forms people use and written in one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from engine.ahead.patterns import SHELF, looks_standing
from engine.message import Message, money
from engine.notation.clean import key
from engine.notation.tongue import tongue
from engine.notation.words import spoken
from engine.state import State

_PLACES = {
    "{item}": r"(?P<item>[\w&.'-]+?FURTHER)",
    # A hex, with the number of a city where it has several, or a name.
    "{home}": r"(?P<home>(?:[A-Za-z]\d{1,2}|(?-i:[A-ZÀ-Þ])[^\W\d][\w.'-]*)(?: city \d)?)",
    "{most}": r"[R$₽]?(?P<most>\d{1,6})(?: ?[R$₽])?",
}
# What is bid for may be called by its name, and each further word of it has a capital: "Champlain & St. Lawrence".
_FURTHER = r"(?: (?:(?:&|and) )?(?-i:[A-ZÀ-Þ])[\w.'-]*)"
_MOST_WORDS = 5
# What such a wish is put together from, in any order; what is done then ends it.
_PARTS = ("bid", "for", "home", "limit")
BEHIND = r"(?:^|\s*,\s*|\s+)"

Then = Literal["pass", "ask"]


@dataclass(frozen=True, slots=True)
class BidUpTo:
    """Bid the least that is needed for an item, up to a limit; then pass, or ask. Without an item: for what is up.
    Whoever opens an auction may have to say where the company begins: ``home``."""

    item: str
    most: int
    then: Then = "ask"
    home: str = ""

    def write(self) -> str:
        """The one form in which the service writes it; it is read back as the same wish."""
        home = f" in {self.home}" if self.home else ""
        return f"bid {self.item}{home} up to {self.most} then {self.then}" if self.item else f"bid up to {self.most}"

    def tell(self, state: State) -> Message:
        """What it will do, in plain words."""
        told = self._told(state)
        if not self.home:
            return told
        return Message("{told} If you open it, {item} begins in {place}.", told=told, item=self.item, place=self.home)

    def _told(self, state: State) -> Message:
        most = money(state, self.most)
        if self.then == "pass":
            return Message(
                "You bid the least needed for {item}, up to {amount}, and open its auction if your turn comes first; "
                "above that you pass.",
                item=self.item,
                amount=most,
            )
        return Message(
            "You bid the least needed for {item}, up to {amount}, and open its auction if your turn comes first; "
            "above that you are asked.",
            item=self.item,
            amount=most,
        )


def read_ahead(text: str) -> BidUpTo | None:
    """What a line orders for later; None if it orders nothing of the kind."""
    if not _has_limit(text):
        return None
    line, then = _then(text)
    readings = [one for one in _put_together(line, 0, _PARTS) if "bid" in one or "item" in one]
    if not readings:
        return None
    # What hangs on a name is no part of it.
    found = min(readings, key=lambda one: (len(one.get("item", "")), len(one.get("home", ""))))
    return BidUpTo(found.get("item", ""), int(found["most"]), then, found.get("home", ""))


# Whoever reads a mail asks it of each of its lines several times.
@lru_cache(maxsize=256)
def looks_ahead(text: str) -> bool:
    """Whether a line begins as an order for later does, though it may not end as one."""
    if looks_standing(text) or read_ahead(text) is not None:
        return True
    return _has_limit(text) and next(_put_together(_then(text)[0], 0, _PARTS, whole=False), None) is not None


# ---------------------------------------------------------------------- as people put it, in any language


def _then(text: str) -> tuple[str, Then]:
    """A line without courtesies and without what is done above the limit, and that: to ask, unless it says pass."""
    line = " ".join(text.split()).rstrip(".!~。")
    for kindly in (*_ways("kindly", "^"), *_ways("kindly", BEHIND)):
        line = kindly.sub("", line)
    endings: tuple[Then, ...] = ("pass", "ask")
    for then in endings:
        for ending in _ways(then, BEHIND):
            if (found := ending.search(line)) is not None:
                return line[: found.start()], then
    return line, "ask"


def _put_together(line: str, at: int, parts: Sequence[str], *, whole: bool = True) -> Iterator[dict[str, str]]:
    """What the parts of a wish say, in whichever order they stand: "bid", "for P5", "up to 60"."""
    if "limit" not in parts and (at == len(line) or not whole):
        yield {}
        return
    for part in parts:
        left = [one for one in parts if one != part]
        for found in (way.match(line, at) for way in _ways(part)):
            if found is not None and _may_be(found.groupdict().get("item")):
                for rest in _put_together(line, found.end(), left, whole=whole):
                    yield {part: found[0], **found.groupdict(), **rest}


def _may_be(item: str | None) -> bool:
    """What is bid for is no word of an order: "biete bis 60" names nothing."""
    return not item or item.isupper() or key(item) not in tongue().words


def _has_limit(text: str) -> bool:
    """Whether a line has a number, and a word without which no limit is said: most lines are done with that."""
    lowered = text.lower()
    return any(map(str.isdecimal, text)) and any(word in lowered for word in _needed())


@cache
def _needed() -> frozenset[str]:
    """Of each way to say a limit the longest part that can't be left out, in all its forms."""
    found = set[str]()
    for tables in spoken(SHELF).values():
        for way in tables.get("limits", {}).get("limit", ()):
            parts = [part.replace("{most}", "").replace("{item}", "") for part in way.split() if part[-1] != "?"]
            found.update(max(parts, key=lambda part: min(map(len, part.split("|")))).lower().split("|"))
    return frozenset(found)


@cache
def _ways(name: str, form: str = "") -> tuple[re.Pattern[str], ...]:
    """What all languages say for one part of such a wish (``[limits]`` of ``engine/ahead/words``)."""
    said = [one for tables in spoken(SHELF).values() for one in tables.get("limits", {}).get(name, ())]
    end = "$" if form == BEHIND else ""
    return tuple(
        re.compile(f"{form}{_way(one, further)}{end}", re.IGNORECASE)
        for one in said
        for further in range(_MOST_WORDS if "{item}" in one else 1)
    )


def _way(pattern: str, further: int) -> str:
    """A pattern as patterns of orders on file are written, as an expression; names have so many further words."""
    parts = []
    for part in pattern.split():
        words = "|".join(map(re.escape, part.removesuffix("?").split("|")))
        for place, written in _PLACES.items():
            words = words.replace(re.escape(place), written.replace("FURTHER", _FURTHER * further))
        parts.append(rf"(?:(?:{words})(?:\s*,\s*|\s+|$))" + ("?" if part.endswith("?") else ""))
    return "".join(parts)

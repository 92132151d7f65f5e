"""Orders given ahead of their time: a bid by proxy is a value, read in the forms people use and written in one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from engine.ahead.patterns import SHELF, looks_standing
from engine.message import Message, money
from engine.notation.clean import key
from engine.notation.tongue import tongue
from engine.notation.words import spoken
from engine.state import State

_PROXY = re.compile(
    r"(?:(?P<bid>bid)\s+)?(?:(?:on\s+)?(?P<item>(?!up\b|max)[\w&.'-]+)\s+)?(?:up\s+to|max(?:imum)?)\s+[R$₽]?(?P<most>\d{1,6})"
    r"(?:\s*,?\s*then\s+(?P<then>pass|ask))?\s*$",
    re.IGNORECASE,
)
_PLACES = {
    "{item}": r"(?P<item>[\w&.'-]+?)",
    "{most}": r"[R$₽]?(?P<most>\d{1,6})(?: ?[R$₽])?",
}
# A bid by proxy may begin with what it is for, and names of companies are short.
_LIMIT = re.compile(r"\S+ (up to|max|maximum) [R$₽]?\d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class BidUpTo:
    """Bid the least that is needed for an item, up to a limit; then pass, or ask. Without an item: for what is up."""

    item: str
    most: int
    then: Literal["pass", "ask"] = "ask"

    def write(self) -> str:
        """The one form in which the service writes it; it is read back as the same wish."""
        return f"bid {self.item} up to {self.most} then {self.then}" if self.item else f"bid up to {self.most}"

    def tell(self, state: State) -> Message:
        """What it will do, in plain words."""
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
    line = _in_our_words(" ".join(text.split()).rstrip("."))
    found = _PROXY.match(line)
    if found is None or not (found.group("bid") or found.group("item")):
        return None
    then: Literal["pass", "ask"] = "pass" if (found.group("then") or "").lower() == "pass" else "ask"
    return BidUpTo(found.group("item") or "", int(found.group("most")), then)


def looks_ahead(text: str) -> bool:
    """Whether a line begins as an order for later does, though it may not end as one."""
    if looks_standing(text) or _LIMIT.match(text) is not None or read_ahead(text) is not None:
        return True
    return _LIMIT.match(_in_our_words(text)) is not None


# ---------------------------------------------------------------------- as people put it, in any language


def _in_our_words(line: str) -> str:
    """The line as we write it, if it is such a wish in other words (``[limits]`` of ``engine/ahead/words``)."""
    for kindly in _limits("kindly"):
        line = kindly.sub("", line)
    found = next((bid for way in _limits("bid") if (bid := way.match(line)) and _may_be(bid)), None)
    if found is not None:
        item = found.groupdict().get("item")
        line = f"bid {item + ' ' if item else ''}up to {found['most']} {line[found.end() :]}".rstrip()
    for lead in _limits("lead"):
        line = lead.sub("", line)
    for then in ("pass", "ask"):
        for way in _limits(then):
            line = way.sub(f" then {then}", line)
    return line


def _may_be(bid: re.Match[str]) -> bool:
    """What is bid for is no word of an order: "biete bis 60" names nothing."""
    item = bid.groupdict().get("item") or "-"
    return item.isupper() or key(item) not in tongue().words


@cache
def _limits(name: str) -> tuple[re.Pattern[str], ...]:
    """What all languages say for one part of such a wish: what is done then ends the line, all else begins it."""
    said = [_way(one) for tables in spoken(SHELF).values() for one in tables.get("limits", {}).get(name, ())]
    if name == "kindly":
        said = [f"(?:{'|'.join(said)})+"]
    form = r"(?:\s*,\s*|\s+){way}$" if name in ("pass", "ask") else "^{way}"
    return tuple(re.compile(form.replace("{way}", way), re.IGNORECASE) for way in said)


def _way(pattern: str) -> str:
    """A pattern as patterns of orders on file are written, as an expression."""
    parts = []
    for part in pattern.split():
        words = "|".join(map(re.escape, part.removesuffix("?").split("|")))
        for place, written in _PLACES.items():
            words = words.replace(re.escape(place), written)
        parts.append(rf"(?:(?:{words})(?:\s+|(?=,)|$))" + ("?" if part.endswith("?") else ""))
    return "".join(parts)

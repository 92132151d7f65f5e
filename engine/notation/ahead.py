"""Orders given ahead of their time: a bid by proxy is a value, read in the forms people use and written in one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from engine.ahead.patterns import looks_standing

_PROXY = re.compile(
    r"(?:(?P<bid>bid)\s+)?(?:(?:on\s+)?(?P<item>(?!up\b|max)[\w&.'-]+)\s+)?(?:up\s+to|max(?:imum)?)\s+[R$₽]?(?P<most>\d{1,6})"
    r"(?:\s*,?\s*then\s+(?P<then>pass|ask))?\s*$",
    re.IGNORECASE,
)
# A bid by proxy may begin with what it is for, and names of companies are short.
_LIMIT = re.compile(r"\S+ (up to|max|maximum) [R$₽]?\d", re.IGNORECASE)

# The same wish as people put it, and how we write it.
_WISHES = (
    (re.compile(r"^(?:please |i'?ll |i will |i'?d like to |i would like to )+", re.IGNORECASE), ""),
    (re.compile(r"^proxy(?: bid)? (\S+) (?:at )?[R$₽]?(\d)", re.IGNORECASE), r"\1 up to \2"),
    (re.compile(r"^proxy(?: bid)? ", re.IGNORECASE), ""),
    (
        re.compile(r"^bid (up to|max) ([R$₽]?\d+) (?:for|on) (?:the )?(\S+?)(,? then .*)?$", re.IGNORECASE),
        r"bid \3 up to \2\4",
    ),
    (
        re.compile(
            r"^(?:je )?(?:miser?|enchéri[rs]|offre|offrir) jusqu['’]à (\d+) ?R? (?:sur|pour) (?:la )?(\S+)",
            re.IGNORECASE,
        ),
        r"bid \2 up to \1",
    ),
    (re.compile(r",? (?:puis|et) (?:je )?passer?$", re.IGNORECASE), " then pass"),
    (re.compile(r",? (?:puis|et) (?:me )?demander?$", re.IGNORECASE), " then ask"),
    (
        re.compile(r"^(\S+?)에 (\d+)(?:원|루블|달러)?까지 (?:자동 )?입찰(?:합니다|할게요|하고|해 주세요)?"),
        r"bid \1 up to \2",
    ),
    (re.compile(r",? (?:후|그다음|다음에?)? ?패스(?:합니다)?$"), " then pass"),
)


@dataclass(frozen=True, slots=True)
class BidUpTo:
    """Bid the least that is needed for an item, up to a limit; then pass, or ask. Without an item: for what is up."""

    item: str
    most: int
    then: Literal["pass", "ask"] = "ask"

    def write(self) -> str:
        """The one form in which the service writes it; it is read back as the same wish."""
        return f"bid {self.item} up to {self.most} then {self.then}" if self.item else f"bid up to {self.most}"


def read_ahead(text: str) -> BidUpTo | None:
    """What a line orders for later; None if it orders nothing of the kind."""
    line = " ".join(text.split()).rstrip(".")
    for written, ours in _WISHES:
        line = written.sub(ours, line)
    found = _PROXY.match(line)
    if found is None or not (found.group("bid") or found.group("item")):
        return None
    then: Literal["pass", "ask"] = "pass" if (found.group("then") or "").lower() == "pass" else "ask"
    return BidUpTo(found.group("item") or "", int(found.group("most")), then)


def looks_ahead(text: str) -> bool:
    """Whether a line begins as an order for later does, though it may not end as one."""
    return looks_standing(text) or _LIMIT.match(text) is not None

"""A game asked for: one value, whether it is asked for by mail, on the page or on the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine import Refused
from moderator.table import minds
from moderator.table.pace import read_term

_SEAT = re.compile(r"(?:seat|player)\s+([^=:<]+?)\s*[=:<]\s*([^\s<>]+@[^\s<>]+?)>?\s*$", re.IGNORECASE)
_BOT = re.compile(r"bot\s+(.+)$", re.IGNORECASE)
_OPTION = re.compile(r"option\s+([\w-]+)\s*[= ]\s*(\S.*)$", re.IGNORECASE)
_OPEN = re.compile(r"open\s+(?:seat\s+)?(.+)$", re.IGNORECASE)
# What the file of a game begun elsewhere may weigh.
MOST_BYTES = 2 * 1024 * 1024
# Who may look: everybody; whoever has the link; those at the table.
VISIBILITIES = ("public", "unlisted", "private")
_VISIBILITY = re.compile(rf"visibility\s+({'|'.join(VISIBILITIES)})$", re.IGNORECASE)
_MACHINES = re.compile(r"machines\s+(yes|no)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wish:
    """A seat asked for: a person at an address, a bot, or whoever comes first."""

    name: str
    address: str = ""
    bot: bool = False
    open: bool = False


@dataclass(frozen=True, slots=True)
class GamePlan:
    """A game asked for."""

    title: str
    seats: Sequence[Wish] = ()
    gm: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    terms: Mapping[str, Any] = field(default_factory=dict)
    as_seated: bool = False
    start: bool = False
    # What chance would decide, where it is given: for replaying a game that was played elsewhere.
    drawn: Mapping[str, str] = field(default_factory=dict)
    visibility: str = "public"
    # Orders played elsewhere before, each with whoever gave it: played again when all have joined.
    played: Sequence[tuple[str, str]] = ()
    # Whoever moderates many tables at once is not told of every turn at each.
    quiet: bool = False
    # The address of who asks for the game, where that is proved: naming themselves at the table they say yes to it.
    asked_by: str = ""

    def and_said(self, lines: Iterable[str]) -> GamePlan:
        """The same plan with what lines say, as they stand in a mail that starts a game. Raises Refused."""
        plan = self
        for line in lines:
            text = " ".join(line.split())
            if text and not text.startswith("#"):
                plan = plan._and(text)
        return plan

    def _and(self, text: str) -> GamePlan:
        if seat := _SEAT.match(text):
            return replace(self, seats=[*self.seats, Wish(seat[1].strip(), seat[2])])
        if bot := _BOT.match(text):
            return replace(self, seats=[*self.seats, Wish(bot[1].strip(), bot=True)])
        if free := _OPEN.match(text):
            return replace(self, seats=[*self.seats, Wish(free[1].strip(), open=True)])
        if seen := _VISIBILITY.match(text):
            return replace(self, visibility=seen[1].lower())
        if option := _OPTION.match(text):
            return replace(self, options={**self.options, option[1]: read_option(option[2])})
        if (agreed := minds.read_term(text)) is not None:
            return replace(self, terms={**self.terms, **agreed})
        if machines := _MACHINES.match(text):
            return replace(self, terms={**self.terms, "machines": machines[1].lower() == "yes"})
        if text.lower() == "as seated":
            return replace(self, as_seated=True)
        terms = read_term(text, self.terms)
        if terms is None:
            raise Refused(
                "I can't read {text} in a new game.",
                instead=("player Red: red@example.org", "bot Blue", "hours 48", "clock steady", "end game"),
                text=repr(text[:60]),
            )
        return replace(self, terms={**self.terms, **terms})


def read_option(text: str) -> bool | int | str:
    """Options come as words; yes and no are meant as such."""
    # Several values may be listed with commas or without: 3 4 5.
    text = " ".join(text.replace(",", " ").split())
    low = text.lower()
    if low in ("yes", "true", "on"):
        return True
    if low in ("no", "false", "off"):
        return False
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text

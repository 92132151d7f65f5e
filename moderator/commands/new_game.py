"""Starting a game by mail."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.message import Message
from moderator.commands.arguments import of_time
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.clock import read_weekdays
from moderator.games.noshow import RULES
from moderator.games.refusal import Refusal
from moderator.games.rules import KINDS
from moderator.games.seating import Plan, Wish, new_game
from moderator.inbox.reading import UNCLOSED, Statement

_SEAT = re.compile(r"(?:seat|player)\s+([^=:<]+?)\s*[=:<]\s*([^\s<>]+@[^\s<>]+?)>?\s*$", re.IGNORECASE)
_BOT = re.compile(r"bot\s+(.+)$", re.IGNORECASE)
_OPTION = re.compile(r"option\s+([\w-]+)\s*[= ]\s*(\S+)$", re.IGNORECASE)
_HOURS = re.compile(rf"hours\s+(?:({'|'.join(KINDS.values())})\s+)?(\d{{1,3}})$", re.IGNORECASE)
_GRACE = re.compile(r"grace\s+(\d{1,3})$", re.IGNORECASE)
_LATE = re.compile(rf"late\s+({'|'.join(RULES)})$", re.IGNORECASE)
_WEEKDAYS = re.compile(r"weekdays\s+(.+)$", re.IGNORECASE)


@command("new game", "new game 1861 … end game", "starting", anywhere=True, until="end game")
def start(statement: Statement, sitting: Sitting) -> Said:
    """Starts a game. The lines up to `end game` name the seats: `player Red: red@example.org`, `bot Blue`,
    `option second_edition=yes`, `as seated`; and the clock: `hours 48` or `hours auction 24`, `weekdays Mon-Fri`,
    `grace 24`, `late wait` (or `standing`, `default`). You are its moderator; players are invited by mail."""
    parts = statement.text.split()
    if len(parts) < 3:
        titles = sitting.desk.rules.titles()
        raise Refusal("Which title?", instead=tuple(f"new game {title}" for title in titles))
    plan = read_plan(parts[2], statement.body, sitting.sender)
    play = new_game(sitting.desk, plan, sitting.sender)
    return Message(
        "the game is {game}; {count} seats, invitations are on their way", game=play.id, count=len(plan.seats)
    )


def read_plan(title: str, lines: Sequence[str], gm: str) -> Plan:
    """The game a block of lines asks for."""
    wishes: list[Wish] = []
    options: dict[str, bool | int | str] = {}
    terms: dict[str, Any] = {}
    as_seated = False
    for line in lines:
        text = " ".join(line.split())
        if seat := _SEAT.match(text):
            wishes.append(Wish(seat[1].strip(), seat[2]))
        elif bot := _BOT.match(text):
            wishes.append(Wish(bot[1].strip(), bot=True))
        elif option := _OPTION.match(text):
            options[option[1]] = read_option(option[2])
        elif text.lower() == "as seated":
            as_seated = True
        elif text and text != UNCLOSED and not text.startswith("#") and not _read_term(text, terms):
            raise Refusal(
                "I can't read {text} in a new game.",
                instead=("player Red: red@example.org", "bot Blue", "hours 48", "late default", "end game"),
                text=repr(text[:60]),
            )
    return Plan(title, wishes, gm=gm, options=options, terms=terms, as_seated=as_seated)


def _read_term(text: str, terms: dict[str, Any]) -> bool:
    """Enters what a line says about the game's clock; False if it says nothing of the kind."""
    if found := _HOURS.match(text):
        if not int(found[2]):
            raise Refusal("A decision needs an hour at least.", instead=("hours 48",))
        kinds = [found[1].lower()] if found[1] else list(KINDS.values())
        terms.setdefault("hours", {}).update(dict.fromkeys(kinds, int(found[2])))
    elif found := _GRACE.match(text):
        terms["grace"] = int(found[1])
    elif found := _LATE.match(text):
        terms["noshow"] = found[1].lower()
    elif found := _WEEKDAYS.match(text):
        written = found[1]
        of_time(lambda: read_weekdays(written), "weekdays Mon-Fri")
        terms["weekdays"] = written
    else:
        return False
    return True


def read_option(text: str) -> bool | int | str:
    """Options come as words; yes and no are meant as such."""
    low = text.lower()
    if low in ("yes", "true", "on"):
        return True
    if low in ("no", "false", "off"):
        return False
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text

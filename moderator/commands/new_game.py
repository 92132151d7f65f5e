"""Starting a game by mail."""

from __future__ import annotations

import re

from engine.message import Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.games.seating import Plan, Wish, new_game
from moderator.inbox.reading import UNCLOSED, Statement

_SEAT = re.compile(r"(?:seat|player)\s+([^=:<]+?)\s*[=:<]\s*([^\s<>]+@[^\s<>]+?)>?\s*$", re.IGNORECASE)


_BOT = re.compile(r"bot\s+(.+)$", re.IGNORECASE)


_OPTION = re.compile(r"option\s+([\w-]+)\s*[= ]\s*(\S+)$", re.IGNORECASE)


@command("new game", "new game 1861 … end game", "starting", anywhere=True, until="end game")
def start(statement: Statement, sitting: Sitting) -> Said:
    """Starts a game. The lines up to `end game` name the seats: `player Red: red@example.org`, `bot Blue`,
    `option second_edition=yes`, `as seated`. You are its moderator; players are invited by mail."""
    parts = statement.text.split()
    wishes, options, as_seated = [], {}, False
    for line in statement.body:
        text = " ".join(line.split())
        if seat := _SEAT.match(text):
            wishes.append(Wish(seat.group(1).strip(), seat.group(2)))
        elif bot := _BOT.match(text):
            wishes.append(Wish(bot.group(1).strip(), bot=True))
        elif option := _OPTION.match(text):
            options[option.group(1)] = read_option(option.group(2))
        elif text.lower() == "as seated":
            as_seated = True
        elif text and text != UNCLOSED and not text.startswith("#"):
            raise Refusal(
                "I can't read {text} in a new game.",
                instead=("player Red: red@example.org", "bot Blue", "end game"),
                text=repr(text[:60]),
            )
    if len(parts) < 3:
        titles = sitting.desk.rules.titles()
        raise Refusal("Which title?", instead=tuple(f"new game {title}" for title in titles))
    plan = Plan(parts[2], wishes, gm=sitting.sender, options=options, as_seated=as_seated)
    play = new_game(sitting.desk, plan, sitting.sender)
    return Message("the game is {game}; {count} seats, invitations are on their way", game=play.id, count=len(wishes))


def read_option(text: str) -> bool | int | str:
    """Options come as words; yes and no are meant as such."""
    low = text.lower()
    if low in ("yes", "true", "on"):
        return True
    if low in ("no", "false", "off"):
        return False
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text

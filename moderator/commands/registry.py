"""Which words are commands. A command is a function; its docstring is its help, its usage the line to write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from engine.message import Listed, Message

if TYPE_CHECKING:
    from moderator.commands.sitting import Sitting
    from moderator.inbox.reading import Statement

# Does the command and says in a sentence or more what came of it.
# Words of ours are messages, said in the reader's language when they are posted; text that is the same in every
# language is text.
Said = str | Message | Listed
Run = Callable[["Statement", "Sitting"], Said]


@dataclass(frozen=True, slots=True)
class Command:
    """One thing a player may write."""

    words: str
    usage: str
    run: Run
    group: str
    # Works without a game and for anybody who can be answered.
    anywhere: bool = False
    # Only the game's moderator may use it.
    gm: bool = False
    # The line is followed by text up to this line.
    until: str = ""

    @property
    def help(self) -> str:
        return (self.run.__doc__ or "").strip()


COMMANDS: dict[str, Command] = {}


def command(
    words: str,
    usage: str,
    group: str,
    *,
    anywhere: bool = False,
    gm: bool = False,
    until: str = "",
    also: tuple[str, ...] = (),
) -> Callable[[Run], Run]:
    """Enters a function as a command, under its words and what else people call it."""

    def enter(run: Run) -> Run:
        made = Command(words, usage, run, group, anywhere, gm, until)
        for name in (words, *also):
            COMMANDS[name] = made
        return run

    return enter


def find(text: str) -> tuple[Command, str] | None:
    """The command a line begins with, longest words first, and the rest of the line."""
    _load()
    parts = text.split()
    for length in (3, 2, 1):
        words = " ".join(part.lower().rstrip(":,") for part in parts[:length])
        if len(parts) >= length and words in COMMANDS:
            return COMMANDS[words], " ".join(parts[length:])
    return None


def all_commands() -> list[Command]:
    _load()
    return list(dict.fromkeys(COMMANDS.values()))


@cache
def _load() -> None:
    """Imports every file of this folder once: being here is all a command needs to be known."""
    package = import_module("moderator.commands")
    for module in iter_modules(package.__path__):
        import_module(f"moderator.commands.{module.name}")

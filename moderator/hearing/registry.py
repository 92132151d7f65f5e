"""Which words are commands. A command is a function; its docstring is its help, its usage the line to write. Who may
use it stands in ``permissions``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING

from engine import key, names_something
from moderator.hearing.called import addressed, aliases, asked_for, in_language, is_kind
from moderator.hearing.days import absent
from moderator.hearing.questions import asked_in_a_sentence
from moderator.store.mails import Said

if TYPE_CHECKING:
    from moderator.hearing.reading import Statement
    from moderator.hearing.submission import Submission

# Does the command and says in a sentence or more what came of it.
Run = Callable[["Statement", "Submission"], Said]


@dataclass(frozen=True, slots=True)
class Command:
    """One thing a player may write."""

    words: str
    usage: str
    run: Run
    group: str
    # The line is followed by text up to this line.
    until: str = ""
    # Its first word names an event, and who may use it depends on what they are there.
    of_event: bool = False
    # It changes nothing, so it is answered also where the mail around it is refused.
    asks: bool = False

    @property
    def help(self) -> str:
        return (self.run.__doc__ or "").strip()


COMMANDS: dict[str, Command] = {}
ASKING = "asking"
# No command has a longer name, in any language.
LONGEST_NAME = 40
# What stands behind it is an order, so what it is called may be said of orders as well: "je propose de fusionner …".
LEADS_TO_AN_ORDER = "propose"
# One word for it takes back what is on file as well, in some languages: "annuler tout" is asked about.
ALSO_MEANS = frozenset(("undo",))
# It says for which turn a mail is, by its number.
GUARD = "turn"
# In some languages it stands behind for whom it is.
PRESS = "press"
# It may be said in a sentence, with the days in the middle.
AWAY = "away"


def command(
    words: str,
    usage: str,
    group: str,
    *,
    until: str = "",
    also: tuple[str, ...] = (),
    of_event: bool = False,
    asks: bool = False,
) -> Callable[[Run], Run]:
    """Enters a function as a command, under its words and what else people call it."""

    def enter(run: Run) -> Run:
        made = Command(words, usage, run, group, until, of_event, asks or group == ASKING)
        for name in (words, *also):
            COMMANDS[name] = made
        return run

    return enter


def find(text: str) -> tuple[Command, str] | None:
    """The command a line begins with, longest words first, and the rest of the line."""
    found = _found(text)
    return (COMMANDS[found[0]], found[1]) if found is not None else None


# Whoever reads a mail asks it of each of its lines a dozen times.
@lru_cache(maxsize=256)
def _found(text: str) -> tuple[str, str] | None:
    """The name of the command a line begins with, which may be one of several it has, and the rest of the line."""
    _load()
    if asked := asked_in_a_sentence(text):
        name = next(one for one in COMMANDS if asked == one or asked.startswith(f"{one} "))
        return name, asked[len(name) + 1 :]
    parts = text.split()
    for length in (3, 2, 1):
        words = " ".join(part.lower().rstrip(":,") for part in parts[:length])
        if len(parts) < length or len(words) > LONGEST_NAME:
            continue
        # People call commands by words of their own language too.
        ours = words if words in COMMANDS else aliases().get(key(words), "")
        if ours not in COMMANDS:
            continue
        if ours not in (words, LEADS_TO_AN_ORDER) and len(parts) > length and names_something(words):
            continue  # "타일" asks for the tiles, "타일 58 B8" lays one
        behind = " ".join(parts[length:])
        alone = COMMANDS[ours].usage == COMMANDS[ours].words and ours not in ALSO_MEANS
        if behind and alone and not is_kind(behind):
            continue  # "back to work now", "orders of last turn:"
        if ours == GUARD and behind and not any(map(str.isdigit, behind)):
            continue  # "turn TN into C&O" is an order
        return ours, behind
    if to := addressed(text):
        return PRESS, to
    if days := absent(text):
        return AWAY, days
    # Only questions may be put in a sentence: they change nothing if they were not meant.
    asked = asked_for(text, frozenset(COMMANDS))
    return (asked, "") if asked in COMMANDS and COMMANDS[asked].group == ASKING else None


def in_our_words(text: str) -> str:
    """A line that begins with a command in another language, as it is written in ours; any other line as it is."""
    found = _found(text)
    if found is None or text.lower().split()[: len(found[0].split())] == found[0].split():
        return text
    first = " ".join(text.lower().split()[: len(text.split()) - len(found[1].split())]).rstrip(":,")
    # A command may have several names that say different things: "compagnies" asks for companies, not for all cards.
    return text if first in COMMANDS else " ".join(found).strip()


def in_words(line: str, language: str) -> str:
    """A line of ours that is a command as its reader would write it, if that is read back as the same."""
    # In English our own words come first, whatever else they are called.
    found = _found(line) if language != "en" else None
    if found is None or not line.lower().startswith(found[0]):
        return line
    said = f"{in_language(found[0], language)} {found[1]}".strip()
    # "compagnies" is read as the command of all cards, which hears what is asked for by its own word.
    return said if _found(said) == found and in_our_words(said) == " ".join(found).strip() else line


@cache
def names() -> frozenset[str]:
    """All that commands are called in our own words."""
    _load()
    return frozenset(COMMANDS)


def all_commands() -> list[Command]:
    _load()
    return list(dict.fromkeys(COMMANDS.values()))


@cache
def _load() -> None:
    """Imports every file under ``commands`` once: being there is all a command needs to be known."""
    package = import_module("moderator.commands")
    for module in walk_packages(package.__path__, "moderator.commands."):
        import_module(module.name)

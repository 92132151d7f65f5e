"""A sentence for a player, kept apart from its language: what is said, and the values that fill its places.

Most messages are named by their English template, a few by a key (what is said of an event, the name of a round):
either way the words are looked up in the reader's catalogue, English like any other language. Nothing is put together
before somebody reads it, because most refusals are only counted, never read.

What may fill a place:
- a name, a coordinate or a number stands as it is in every language;
- a word is a message of its own, ``Message("plain")``; ``word`` makes one of a colour or a kind known only at run time;
- an amount is ``Money``, several things are ``Listed``: both are written the way the reader's language writes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING, Literal

from engine.catalogue import Catalogue, Entry, english

if TYPE_CHECKING:
    from engine.state import State


Joint = Literal["and", "or", "each", ",", ";", " ", "\n"]


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in a title's currency."""

    amount: int
    currency: str

    def __str__(self) -> str:
        return Speaker(english()).text(self)


class Listed:
    """Several things: a, b and c; a, b or c; a or b or c where each is a choice of its own; or a, b, c.

    Sentences are joined by a blank, lines by a line's end.
    """

    __slots__ = ("items", "joint")

    def __init__(self, items: Iterable[Value], joint: Joint = "and") -> None:
        self.items = tuple(items)
        self.joint = joint

    def __str__(self) -> str:
        return Speaker(english()).text(self)


class Message:
    """One sentence or part of one, named by its English; ``str`` gives that English.

    The same word said of two things may be two words elsewhere: ``context`` tells them apart, as in
    ``Message("none", "trains")``.
    """

    __slots__ = ("context", "template", "values")

    def __init__(self, template: str, context: str = "", /, **values: Value) -> None:
        self.template = template
        self.context = context
        self.values = values

    @property
    def table(self) -> str:
        return f"context.{self.context}" if self.context else "messages"

    def __str__(self) -> str:
        return Speaker(english()).say(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.template!r}, {self.values!r})"


class Keyed(Message):
    """A message named by a key of its owner's catalogue: what is said of an event, a reason, the name of a round."""

    __slots__ = ("of", "owner", "usual")

    def __init__(self, of: str, key: str, owner: str = "", usual: str | None = None, /, **values: Value) -> None:
        super().__init__(key, "", **values)
        self.of = of
        self.owner = owner
        # What is said where no catalogue knows the key; without it the key must be known.
        self.usual = usual

    @property
    def table(self) -> str:
        return self.of


class Worded(Message):
    """What is put into words by itself, without a catalogue: an order, as readers of each language write it."""

    __slots__ = ()

    def worded(self, language: str) -> str:
        """The same in a language; in English as it is named."""
        return self.template


Value = str | int | Message | Listed | Money | tuple["Value", ...] | list["Value"]


# ---------------------------------------------------------------------- speaking

# One place of a text: what stands before it, the name of what fills it, and how that is to be joined.
Part = tuple[str, str, str]
_READ = Formatter()


@lru_cache(maxsize=16_384)
def parts(text: str) -> tuple[Part, ...]:
    """A text taken apart at its places, once in a process's life."""
    return tuple((before, name or "", spec or "") for before, name, spec, _ in _READ.parse(text))


def places(text: str) -> set[str]:
    """The names of what a text must be given."""
    return {name for _, name, _ in parts(text) if name}


def counted(value: object) -> int | None:
    """The number that a value counts, also where it is said with other words: at least 1."""
    if isinstance(value, Message):
        numbers = [one for one in value.values.values() if isinstance(one, int)]
        return numbers[0] if len(numbers) == 1 else None
    return value if isinstance(value, int) else None


class Speaker:
    """Says messages in one language. It counts and lists as English does; others say how they differ."""

    __slots__ = ("catalogue", "currency")

    def __init__(self, catalogue: Catalogue, currency: str = "") -> None:
        self.catalogue = catalogue
        self.currency = currency

    def say(self, message: Message) -> str:
        """The message in words. Raises KeyError for a key no catalogue has."""
        if isinstance(message, Worded):
            return message.worded(self.catalogue.language)
        owner = message.owner if isinstance(message, Keyed) else ""
        entry = self.find(message.table, message.template, owner)
        if entry is None:
            if isinstance(message, Keyed) and message.usual is None:
                raise KeyError(f"{self.catalogue.language} has no {message.table} for {message.template}")
            entry = message.usual if isinstance(message, Keyed) and message.usual is not None else message.template
        return self.filled(entry, message.values)

    def find(self, table: str, key: str, owner: str = "") -> Entry | None:
        return self.catalogue.find(table, key, owner)

    def filled(self, entry: Entry, values: Mapping[str, object]) -> str:
        """An entry of the catalogue with its values; of several forms the one that fits the number."""
        if not isinstance(entry, str):
            number = counted(values[entry.get("by", "count")])
            form = self.plural(number) if number is not None else "other"
            entry = entry.get(form, entry["other"])
        text = self.printed(entry)
        if not values:
            return text
        said: list[str] = []
        for before, name, spec in parts(text):
            # What is said within a sentence may be one itself: one full stop ends both.
            said.append(before[1:] if before.startswith(".") and said and said[-1].endswith((".", "…")) else before)
            if name:
                said.append(self.text(values[name], spec))
        return "".join(said)

    def text(self, value: object, spec: str = "") -> str:
        """A value as this language writes it; ``spec`` names the forms it takes, one after the other."""
        if spec.startswith(("money", "number")):
            kind, _, spec = spec.partition(":")
            if isinstance(value, int):
                value = self.money(value, self.currency) if kind == "money" else self.number(value)
        if isinstance(value, str):
            said = value
        elif isinstance(value, Message):
            said = self.say(value)
        elif isinstance(value, Money):
            said = self.money(value.amount, value.currency)
        elif isinstance(value, Listed):
            return self.listed(value.items, value.joint, spec) if value.items else ""
        elif isinstance(value, tuple | list):
            return self.listed(value, "and", spec)
        else:
            said = str(value)
        return self.formed(said, spec) if spec else said

    # What languages do differently.

    def printed(self, text: str) -> str:
        """A text of the catalogue with the signs of its language."""
        return text

    def plural(self, number: int) -> str:
        """The form of the plural, by its name in the Unicode tables."""
        return "one" if number == 1 else "other"

    def number(self, number: int) -> str:
        return f"{number:,}"

    def money(self, amount: int, currency: str) -> str:
        return f"{'-' if amount < 0 else ''}{currency}{abs(amount):,}"

    def joints(self, joint: Joint) -> tuple[str, str]:
        """What stands between things, and what before the last of them."""
        if joint in (",", ";"):
            return f"{joint} ", f"{joint} "
        if joint in (" ", "\n"):
            return joint, joint
        last = self.catalogue.setting("lists", "or" if joint == "each" else joint)
        return (last if joint == "each" else self.catalogue.setting("lists", "between", ", ")), last

    def listed(self, items: Sequence[object], joint: Joint = "and", spec: str = "") -> str:
        """Several things; a form that is part of each is given to each."""
        words = [self.text(item, spec) for item in items]
        if len(words) < 2:
            return words[0] if words else self.filled(self.catalogue.find("lists", "none") or "", {})
        between, last = self.joints(joint)
        return f"{between.join(words[:-1])}{last}{words[-1]}"

    def formed(self, said: str, spec: str) -> str:
        """A word with its article, in the case a sentence needs (``[forms]`` of the catalogue)."""
        form = self.catalogue.find("forms", spec)
        capital = form is None and spec[:1].isupper()
        if capital:
            form = self.catalogue.find("forms", spec[:1].lower() + spec[1:])
        if form is None or isinstance(form, str):
            raise ValueError(f"{self.catalogue.language} has no form {spec!r}")
        kind = self.catalogue.find("genders", said)
        pattern = form.get(kind, "") if isinstance(kind, str) else ""
        if "elided" in form and self.elides(said):
            pattern = form["elided"]
        joined = (pattern or form["other"]).replace("{}", said)
        return joined[:1].upper() + joined[1:] if capital else joined

    def elides(self, word: str) -> bool:
        """Whether the word before this one takes its shorter form: an 8-train, an IPO."""
        return word[:1].lower() in _VOWELS or word.startswith(_EIGHTS)


_VOWELS = frozenset("aeio")
_EIGHTS = ("8", "11", "18")


# ---------------------------------------------------------------------- words known only from data

# Colours and kinds that sentences name and that are known only from a title's data.
WORDS = ("yellow", "green", "brown", "grey", "red", "blue", "blank", "plain", "city", "town", "offboard")
_WORDS = {text: Message(text) for text in WORDS}


def word(text: str) -> Message:
    """A colour or a kind as a message of its own."""
    return _WORDS.get(text) or Message(text)


def money(state: State, amount: int) -> Money:
    """An amount as this game's title prints it."""
    return Money(amount, state.title.currency)

"""Reads an order from left to right: numbers, names, places, and the little words between them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from engine.board.board import City
from engine.board.hexes import Hex
from engine.errors import Refused, Unreadable
from engine.message import Listed, Message
from engine.notation.clean import key, shortened
from engine.notation.names import COMPANY, HEX, PLACE, PLAYER, PRIVATE, Named, players, register, reserved_words
from engine.notation.words import Lexicon, train_name, without_tail
from engine.state import State

LONGEST_NAME = 6
A_COMPANY = Message("a company")
_MONEY = re.compile(r"(-?)[r$₽]?([0-9]{1,3}(?:[,'][0-9]{3})+|[0-9]+)(\D*)")
_STOP = re.compile(r"s([0-9])")
_CUT = re.compile(r"([,&])")
_THOUSANDS = re.compile(r"[r$₽]?[0-9]{1,3}(?:,[0-9]{3})+[r$₽]?")


class Several(Refused):
    """A word names several things; each alternative is the whole order with one of them written out."""

    def __init__(self, why: Message, lines: tuple[tuple[str, ...], ...]) -> None:
        super().__init__(why)
        self.lines = lines


class Unknown(Refused):
    """A word names nothing; the alternatives are the order with what it may have been meant for."""

    def __init__(self, why: Message, lines: tuple[tuple[str, ...], ...] = ()) -> None:
        super().__init__(why)
        self.lines = lines


def words_of(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """A cleaned line cut into words; commas and colons are words of their own."""
    words: list[str] = []
    for piece in text.replace(":", " : ").split():
        if _THOUSANDS.fullmatch(piece.lower().rstrip(",")):
            words.append(piece.rstrip(","))
            continue
        for part in _CUT.split(piece) if "," in piece or "&" in piece else (piece,):
            if part and (hung := lexicon.hung(part)):
                link = lexicon.particles[hung[2]]
                words += [link, hung[1]] if link else [hung[1]]
            elif part and (train := train_name(part, lexicon.trains)):
                words += [train[0], "train"]
            elif part and (named := without_tail(part, lexicon.tails)):
                words.append(named)
            elif part:
                words.append(part)
    return tuple(words)


@dataclass
class Scanner:
    """The words of one order and how far it is read."""

    state: State
    words: tuple[str, ...]
    lexicon: Lexicon
    at: int = 0

    def __post_init__(self) -> None:
        kept = reserved_words(self.state.title)
        # "buy a 7": what is counted is one, whatever it is called.
        self.single = any(self.lexicon.means("single", key(word)) for word in self.words)
        left = tuple(w for w in self.words if not self.lexicon.means("filler", key(w)) or key(w) in kept)
        if len(left) != len(self.words):
            # Within a phrase such a word is more than that: "behalte ein" does not keep, it withholds.
            keys = tuple(key(w) for w in self.words)
            said = next((one for one in self.lexicon.longest_first if keys[: len(one)] == one), ())
            whole, rest = self.words[: len(said)], self.words[len(said) :]
            left = (*whole, *(w for w in rest if not self.lexicon.means("filler", key(w)) or key(w) in kept))
        self.words, self.keys = left, tuple(key(w) for w in left)

    # ------------------------------------------------------------------ words

    @property
    def over(self) -> bool:
        return self.at >= len(self.words)

    @property
    def here(self) -> str:
        """The next word as it is compared; nothing at the end."""
        return "" if self.over else self.keys[self.at]

    @property
    def link(self) -> str:
        """The little word that comes next, in its one form."""
        return self.lexicon.links.get(self.here, "")

    def means(self, idea: str) -> bool:
        """Whether the next word says this."""
        return self.lexicon.means(idea, self.here)

    def rest(self) -> str:
        return " ".join(self.words[self.at :])

    def skip(self, *links: str) -> bool:
        """Passes over little words of these kinds."""
        begun = self.at
        while not self.over and (self.link in links or self.here in links):
            self.at += 1
        return self.at > begun

    def word(self) -> str:
        taken = self.here
        self.at += 1
        return taken

    def finish(self) -> None:
        """Nothing may be left over: half an order understood is an order misunderstood."""
        self.skip(",", "train")
        if not self.over:
            raise Unreadable("I don't understand “{text}” at the end of this order.", text=shortened(self.rest()))

    # ------------------------------------------------------------------ numbers

    def number(self) -> int | None:
        """The number that comes next, if one does."""
        if self.here in self.lexicon.numbers:
            return self.lexicon.numbers[self.word()]
        if self.means("currency") and self.at + 1 < len(self.keys) and self.keys[self.at + 1][:1].isdigit():
            self.at += 1  # "R 105"
        found = _MONEY.fullmatch(self.here)
        if not found or (found[3] and not self.lexicon.means("currency", found[3])):
            return None
        if found[1]:
            raise Unreadable("{text} is negative; orders take no negative numbers.", text=shortened(self.here))
        digits = found[2].replace(",", "").replace("'", "")
        if len(digits) > 9:
            raise Unreadable("{text} is more than any game has.", text=shortened(digits, 12))
        self.at += 1
        ended = self.words[self.at - 1].endswith(".")  # "110. 105 for N" are two numbers
        if len(digits) <= 3 and not ended and re.fullmatch(r"[0-9]{3}", self.here):
            digits += self.word()  # "1 000", as the French write it
        if self.means("currency"):
            self.at += 1
        return int(digits)

    def count(self) -> int | None:
        """A number of shares: 2, two, 20%."""
        if percent := re.fullmatch(r"([1-9])0%", self.here):
            self.at += 1
            return int(percent[1])
        return self.number()

    def needed_number(self, what: Message) -> int:
        number = self.number()
        if number is not None:
            return number
        if self.over:
            raise Unreadable("{what} is missing.", what=what)
        raise Unreadable("{what} is missing before “{text}”.", what=what, text=shortened(self.words[self.at]))

    # ------------------------------------------------------------------ names

    def name(self, *kinds: str) -> Named | None:
        """The thing of one of these kinds that is named next, if one is. Raises Several."""
        tables = [register(self.state.title)] + ([players(self.state)] if PLAYER in kinds else [])
        for length in range(min(LONGEST_NAME, len(self.words) - self.at), 0, -1):
            text = " ".join(self.keys[self.at : self.at + length])
            # Words are parted at “&”; a symbol that is written with it is one word again.
            spelled = dict.fromkeys((text, text.replace(" & ", "&"), text.replace(" & ", " and ")))
            found = tuple(dict.fromkeys(n for t in tables for each in spelled for n in t.find(each, kinds)))
            if len(found) == 1:
                self.at += length
                return found[0]
            if found:
                raise self._several(text, found, length)
        return None

    def _several(self, text: str, found: tuple[Named, ...], length: int) -> Several:
        symbols = [symbol for _, symbol in found[:6]]
        why = Message("“{text}” could be {names}.", text=shortened(text), names=Listed(symbols, "each"))
        return Several(why, self._instead(symbols, length))

    def _instead(self, symbols: Iterable[str], length: int = 1) -> tuple[tuple[str, ...], ...]:
        before, after = self.words[: self.at], self.words[self.at + length :]
        return tuple((*before, symbol, *after) for symbol in symbols)

    def _unknown(self, what: Message, kinds: tuple[str, ...]) -> Refused:
        if self.over:
            return Unreadable("The name of {what} is missing at the end.", what=what)
        near = register(self.state.title).near(self.here, kinds)
        why = Message("“{text}” is not the name of {what}.", text=shortened(self.words[self.at]), what=what)
        return Unknown(why, self._instead(near))

    def company(self, what: Message = A_COMPANY) -> str:
        named = self.name(COMPANY)
        if named is None:
            raise self._unknown(what, (COMPANY,))
        return named[1]

    def private(self) -> str:
        named = self.name(PRIVATE)
        if named is None:
            raise self._unknown(Message("a private company"), (PRIVATE,))
        return named[1]

    def item(self) -> str:
        """A company or a private."""
        named = self.name(COMPANY, PRIVATE)
        if named is None:
            raise self._unknown(Message("a company or a private"), (COMPANY, PRIVATE))
        return named[1]

    def place(self) -> str:
        """A hex by its coordinate or its name."""
        if HEX.fullmatch(self.here) and self.here.upper() not in self.state.title.plan.hexes:
            near = register(self.state.title).near(self.here, (PLACE,))
            why = Message("There is no hex {hex} on this map.", hex=self.here.upper())
            raise Unknown(why, self._instead(near))
        named = self.name(PLACE)
        if named is None:
            raise self._unknown(Message("a hex or a place on this map"), (PLACE,))
        return named[1]

    def spot(self, possible: Collection[City] = ()) -> tuple[str, int]:
        """A hex and perhaps one of its cities, counted from one; what is possible may tell which is meant."""
        hex_ = self.place()
        if self.link != "city":
            return hex_, self._stop(Hex(hex_), possible)
        self.at += 1
        city = self.needed_number(Message("The number of the city"))
        if city < 1:
            raise Unreadable("The cities of a hex are counted from 1.")
        return hex_, city - 1

    def _stop(self, hex_: Hex, possible: Collection[City]) -> int:
        """ "F16 s1": counted from 0, as maps in files have it, and by some from 1. Raises Several where both could be
        meant: a city that is there but held may be what was meant, and another is not taken for it."""
        found = _STOP.fullmatch(self.here)
        if found is None:
            return -1
        there = range(len(self.state.board.face(hex_).stops))
        cities = [city for city in (int(found[1]) - 1, int(found[1])) if city in there]
        if not cities:
            raise Unreadable("The cities of a hex are counted from 1.")
        if [city for city in cities if (hex_, city) in possible] == [int(found[1])]:
            cities = [int(found[1])]
        if len(cities) > 1:
            text, names = self.words[self.at], Listed([f"city {city + 1}" for city in cities], "each")
            before, after = self.words[: self.at], self.words[self.at + 1 :]
            lines = tuple((*before, "city", str(city + 1), *after) for city in cities)
            raise Several(Message("“{text}” could be {names}.", text=text, names=names), lines)
        self.at += 1
        return cities[0]

    def train(self) -> str:
        """A train by its name."""
        self.skip("train")
        for name in self.state.title.trains:
            if self.here == key(name):
                self.at += 1
                return name
        known = Listed(self.state.title.trains, ",")
        if self.over:
            raise Unreadable("The train is missing; there are {known}.", known=known)
        raise Unreadable(
            "There is no {text}-train; there are {known}.", text=shortened(self.words[self.at]), known=known
        )

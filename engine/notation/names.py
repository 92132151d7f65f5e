"""Who and what can be named in an order: companies, privates, places and players, by symbol, alias or name."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import islice, takewhile

from engine.names import BANK, IPO, POOL, TREASURY, Player
from engine.notation.alike import Alike
from engine.notation.clean import key
from engine.notation.hangul import is_hangul
from engine.notation.words import lexicon, spoken
from engine.state import State
from engine.title import Title
from engine.titles import package

COMPANY, PRIVATE, PLACE, PLAYER = "company", "private", "place", "player"
HOLDERS = {"pool": POOL, "treasury": TREASURY, "ipo": IPO, "bank": BANK}
# A word from the middle of a name is taken for it if it is as long as this: "the Rebellion".
TELLING = 6
HEX = re.compile(r"[a-z][0-9]{1,2}")

Named = tuple[str, str]  # what it is, and its symbol


@dataclass
class Register:
    """All names of one title, as they are compared."""

    symbols: dict[str, set[Named]] = field(default_factory=dict)
    aliases: dict[str, set[Named]] = field(default_factory=dict)
    folded: dict[str, set[Named]] = field(default_factory=dict)
    full: dict[str, set[Named]] = field(default_factory=dict)

    inner: dict[str, set[Named]] = field(default_factory=dict)  # the words within full names

    fillers: frozenset[str] = frozenset()

    def enter(self, kind: str, symbol: str, aliases: Iterable[str], names: Iterable[str]) -> None:
        named = (kind, symbol)
        self.symbols.setdefault(key(symbol), set()).add(named)
        self.folded.setdefault(key(symbol).replace("-", ""), set()).add(named)
        for alias in aliases:
            self.aliases.setdefault(key(alias), set()).add(named)
        for name in names:
            for written in _spellings(name, self.fillers):
                self.full.setdefault(written, set()).add(named)
                for word in written.split()[1:]:
                    self.inner.setdefault(word, set()).add(named)

    def find(self, text: str, kinds: tuple[str, ...]) -> tuple[Named, ...]:
        """All that a word or a few words can mean; the strictest way of reading that finds anything decides."""
        folded = {} if PLACE in kinds and HEX.fullmatch(text) else self.folded
        for table, wanted in (
            (self.symbols, text),
            (self.aliases, text),
            (self.full, text),
            (folded, text.replace("-", "")),
        ):
            if wanted in table and (found := _of(table[wanted], kinds)):
                return found
        if len(text) < 4:
            return ()
        first = bisect_left(self._sorted, text)
        begun = list(takewhile(lambda name: name.startswith(text), islice(self._sorted, first, None)))
        if begun and (found := _of({named for name in begun for named in self.full[name]}, kinds)):
            return found
        return _of(self.inner[text], kinds) if len(text) >= TELLING and text in self.inner else ()

    # Asked for every word of every order; by then all names are entered.
    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self.full)

    def near(self, text: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """Symbols of what is written most like this."""
        if kinds not in self._alike:
            known = {
                word: sorted(of)[0][1]
                for table in (self.symbols, self.aliases, self.full)
                for word, named in table.items()
                if (of := _of(named, kinds))
            }
            self._alike[kinds] = known, Alike(known)
        known, alike = self._alike[kinds]
        return tuple(dict.fromkeys(known[word] for word in alike.close(text[:40], 4, 0.5)))[:3]

    # What is looked through for a slip, by kinds; by then all names are entered.
    @cached_property
    def _alike(self) -> dict[tuple[str, ...], tuple[dict[str, str], Alike]]:
        return {}


def _of(found: Iterable[Named], kinds: tuple[str, ...]) -> tuple[Named, ...]:
    return tuple(sorted(named for named in found if named[0] in kinds))


def _spellings(name: str, fillers: frozenset[str]) -> set[str]:
    """A full name with and without words like railway, hyphens and saints."""
    plain = key(name).replace("&", "and")
    without = " ".join(word for word in plain.split() if word not in fillers)
    spelled = {plain, without, plain.replace("-", " "), without.replace("-", " ")}
    spelled |= {s.replace("st ", "saint ", 1) for s in spelled if s.startswith("st ")}
    # "Toronto-Nipissing" for Toronto and Nipissing.
    spelled |= {s.replace(",", "").replace(" and ", " ") for s in spelled if " and " in s}
    return {s for s in spelled if s}


def fillers(title: Title) -> frozenset[str]:
    """Words that may be left out of a name."""
    return frozenset(lexicon(title).said["filler"])


@cache
def register(title: Title) -> Register:
    """The names of a title; places by coordinate too."""
    names = Register(fillers=fillers(title))
    for company in title.companies.values():
        names.enter(COMPANY, company.symbol, (*company.aliases, company.site), (company.name,))
    for private in title.privates.values():
        names.enter(PRIVATE, private.symbol, (*private.aliases, private.site), (private.name,))
    for name, symbol in owners(title):
        names.enter(COMPANY if symbol in title.companies else PRIVATE, symbol, (), _in_one(name))
    for hex_, place in title.plan.hexes.items():
        called = [place.name, *place.name.split(" & ")] if place.name else []
        names.enter(PLACE, str(hex_), (), called)
    hexes = {part: str(hex_) for hex_, place in title.plan.hexes.items() for part in (place.name or "").split(" & ")}
    for name, on_map in cities(title):
        names.enter(PLACE, hexes[on_map], (), _in_one(name))
    return names


def _in_one(name: str) -> tuple[str, ...]:
    """A name, and a Korean one in one word too."""
    return (name, name.replace(" ", "")) if is_hangul(name[0]) and " " in name else (name,)


def owners(title: Title) -> Iterator[tuple[str, str]]:
    """What companies and privates are called in any language besides what the charter says, each with its symbol."""
    own = package(title.name)
    for tables in spoken(own).values() if own else ():
        for name, symbols in tables.get("owners", {}).items():
            yield from ((name, symbol) for symbol in symbols.split())


def cities(title: Title) -> Iterator[tuple[str, str]]:
    """What places are called in any language besides what the map says, each with the name on the map."""
    own = package(title.name)
    for tables in spoken(own).values() if own else ():
        yield from tables.get("cities", {}).items()


@cache
def hangul(title: Title) -> frozenset[str]:
    """The Korean names of places, companies and privates, in one word: particles hang on them."""
    return frozenset(name.replace(" ", "") for name, _ in (*cities(title), *owners(title)) if is_hangul(name[0]))


def in_one_word(text: str, title: Title) -> str:
    """A line with the Korean names of places and companies each in one word: 무스 조에 is 무스조에."""
    for name, _ in (*cities(title), *owners(title)) if any(map(is_hangul, text)) else ():
        if " " in name and is_hangul(name[0]):
            text = text.replace(name, name.replace(" ", ""))
    return text


def players(state: State) -> Register:
    """The names at this table."""
    return _at_table(state.title, state.players)


# Asked for every word of every order.
@lru_cache(maxsize=64)
def _at_table(title: Title, players: tuple[Player, ...]) -> Register:
    names = Register(fillers=fillers(title))
    for player in players:
        names.enter(PLAYER, player, (), (player,))
    return names


@cache
def reserved_words(title: Title) -> frozenset[str]:
    """Short words that name something here, so that they are never taken for filling."""
    names = register(title)
    return frozenset(word for table in (names.symbols, names.aliases) for word in table)

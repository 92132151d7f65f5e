"""What somebody wants who writes to no game's address: a game of a title, with these people and bots.

Nothing is begun for a sentence. What was understood is written as the lines of a `new game` mail, which are shown and
sent back with one word; so a sentence that was misunderstood costs nobody more than a look."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import engine
from engine import key
from moderator.hearing.called import newcomers
from moderator.office.addresses import canonical, split

# So much of a mail is looked through for a wish; who wants a game says so sooner.
MOST_LOOKED_AT = 4000
# A day in hours, and the longest time for a move that is taken from a sentence.
DAY, MOST_HOURS = 24, 14 * 24
# More people at one table than any title seats.
MOST_NAMED = 7
# What denies a wish stands so many words before it.
NEAR = 3
# What bots are called where nobody says; and how many sit with somebody who names nobody.
BOTS = ("Boris", "Clara", "Dmitri", "Elena", "Fyodor", "Galina")
ALONE_WITH = 2
_ADDRESS = re.compile(r"[^\s<>()\[\],;:/\"']{1,64}@[\w.-]{1,190}\w")
# A name as it stands before its address: "Ann <ann@example.org>", "Ann (ann@…)", "Ann: ann@…".
_NAMED = re.compile(r"(\w[\w'’-]{0,30})\s*[<(:=]\s*$")
_WORD = re.compile(r"[\w'’]+")
_PLAIN = re.compile(r"[^\W\d_][\w'’-]{0,20}")


@dataclass(frozen=True)
class Wanted:
    """A game somebody seems to want: its title, or none where they do not say, and who is to sit at it."""

    titles: tuple[str, ...]
    people: tuple[tuple[str, str], ...]
    bots: int
    # For a decision, where it is said: "two days per move".
    hours: int = 0

    def lines(self, title: str) -> list[str]:
        """The mail that starts it."""
        taken = {key(name) for name, _ in self.people}
        bots = [name for name in BOTS if key(name) not in taken][: self.bots]
        return [
            f"new game {title}",
            *(f"player {name}: {address}" for name, address in self.people),
            *(f"bot {name}" for name in bots),
            *([f"hours {self.hours}"] if self.hours else []),
            "end game",
        ]


def speaks_of_a_game(text: str) -> bool:
    """Whether a line is about a game as such, and so no order of one."""
    text = text[:MOST_LOOKED_AT]
    return bool(titles_in(text)) or _any([key(word) for word in _WORD.findall(text)], "game")


def wanted(text: str, name: str, address: str, is_ours: Callable[[str], bool]) -> Wanted | None:
    """The game that a mail of this writer asks for in its own words, if it asks for one."""
    text = text[:MOST_LOOKED_AT]
    bare = _ADDRESS.sub(" ", text)
    words = [key(word) for word in _WORD.findall(bare)]
    titles = titles_in(bare)
    others = list(_others(text, name, address, is_ours))
    company = bool(others) or _any(words, "bots")
    if not (titles or others or _any(words, "game")) or not (
        _any(words, "play") or (titles and company and not _any(words, "told"))
    ):
        return None
    if _denied(words) or (not company and _any(words, "asks")):
        return None
    people = _each_named_once([(_called(name, address), address), *others[: MOST_NAMED - 1]])
    bots = _bots(words)
    if bots is None:
        bots = ALONE_WITH if len(people) == 1 else 0
    return Wanted(titles or tuple(engine.titles()), people, min(bots, len(BOTS)), _hours(words))


def titles_in(text: str) -> tuple[str, ...]:
    """The titles that a text names; in Korean something hangs on them."""
    return tuple(title for title in engine.titles() if re.search(rf"(?<![\w-]){title}(?![\da-z-])", text))


def _denied(words: Sequence[str]) -> bool:
    """Whether somebody says that they want no game: "I don't want to play"; not who only doesn't know the rules."""
    if _any(words, "without"):
        return True
    behind = (words[at + 1 : at + 1 + NEAR] for at, word in enumerate(words) if _is(word, "against"))
    return any(_any(near, "wish") or _any(near, "play") for near in behind)


def without_titles(text: str) -> str:
    """A text without the titles that it names, and what hangs on them."""
    return re.sub(rf"(?<![\w-])(?:{'|'.join(engine.titles())})(?![\da-z-])(?:로|으로|을|를|은|는)?", " ", text)


def _others(text: str, name: str, address: str, is_ours: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """Whom a mail names by an address, each once and the writer not at all, who may sign with another of theirs."""
    seen = {canonical(address)}
    mine = key(next(iter(_WORD.findall(name)), ""))
    for found in _ADDRESS.finditer(text):
        other = found[0].rstrip(".")
        if canonical(other) in seen or is_ours(other) or (mine and _is_signed_with(text, found, mine)):
            continue
        seen.add(canonical(other))
        before = _NAMED.search(text[max(0, found.start() - 40) : found.start()])
        name = before[1] if before is not None else ""
        # "with him (bob@…)": he is called as his address begins.
        nameless = _is(key(name), "address") or _is(key(name), "pronouns")
        yield _called("" if nameless else name, other), other


def _is_signed_with(text: str, found: re.Match[str], mine: str) -> bool:
    """Whether an address is one of the writer's own: it has their name, or stands in a line that says only who they
    are."""
    if mine in {key(word) for word in re.split(r"[._+\d-]+", split(found[0])[0])}:
        return True
    line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
    return [key(word) for word in _WORD.findall(line)][:1] == [mine] and not _NAMED.search(line)


def _called(name: str, address: str) -> str:
    """What somebody is called at the table: their first name, or what their address begins with."""
    for said in (name, re.sub(r"[._+\d]+", " ", split(address)[0])):
        found = _PLAIN.match(said.strip())
        if found is not None:
            return found[0][:1].upper() + found[0][1:]
    return "Player"


def _each_named_once(people: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    named: dict[str, str] = {}
    for name, address in people:
        free = next(one for one in (name, *(f"{name}{number}" for number in range(2, 20))) if one not in named)
        named[free] = address
    return tuple(named.items())


def _bots(words: Sequence[str]) -> int | None:
    """How many bots are asked for; none of them named leaves it open."""
    at = next((at for at, word in enumerate(words) if _is(word, "bots")), None)
    if at is None:
        return None
    near = [*reversed(words[max(0, at - 2) : at]), *words[at + 1 : at + 3]]
    return next((count for word in near if (count := _count(word))), ALONE_WITH)


def _hours(words: Sequence[str]) -> int:
    """How many hours a move may take: "two days per move", "48 Stunden pro Zug"; nothing where nobody says."""
    for at, word in enumerate(words):
        length = (
            DAY if _is(word, "days") or _hung(word, "days") else 1 if _is(word, "hours") or _hung(word, "hours") else 0
        )
        count = (_count(word) if word[:1].isdigit() else _count(words[at - 1]) if at else 0) if length else 0
        near = (*words[max(0, at - 3) : at], *words[at + 1 : at + 3])
        if count and count * length <= MOST_HOURS and _any(near, "each"):
            return count * length
    return 0


def _hung(word: str, kind: str) -> bool:
    """ "2일": in Korean it hangs on its number."""
    return word[:1].isdigit() and word.lstrip("0123456789") in _words(kind)


def _count(word: str) -> int:
    digits = re.match(r"\d{1,2}(?!\d)", word)
    if digits is not None:
        return int(digits[0])
    return next((table[word] for table in _counting() if word in table), 0)


@cache
def _counting() -> tuple[dict[str, int], ...]:
    return tuple({key(word): at for at, word in enumerate(table, 1)} for table in newcomers("counting"))


def _any(words: Collection[str], kind: str) -> bool:
    return any(_is(word, kind) for word in words)


def _is(word: str, kind: str) -> bool:
    """Korean nouns and verbs are known by how they begin; the rest hangs on them."""
    return any(word == one or (one >= "가" and word.startswith(one)) for one in _words(kind))


@cache
def _words(kind: str) -> frozenset[str]:
    return frozenset(key(word) for table in newcomers(kind) for word in table)

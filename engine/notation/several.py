"""Several orders in one line: "lay 58 on B8, buy a train 2, done"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.errors import Ambiguous, Refused, WholeRound
from engine.moves import Bid, BuyTrain, Done, Move, Pass, Pay, Run
from engine.notation.clean import key
from engine.notation.counting import counted_trains
from engine.notation.hangul import is_hangul, leads_on, without_onward
from engine.notation.names import COMPANY
from engine.notation.read import meant
from engine.notation.said import LINKS, Saying
from engine.notation.sayings import NOUNS, known_ways
from engine.notation.speech import LONGEST_PHRASE, apart, heard
from engine.notation.tongue import AND_THEN, NOTHING, SHARES, Tongue, elided, tongue
from engine.notation.write import write_order
from engine.state import State

# More orders than this in one line are a story.
MOST = 12
AND = "and"
# What can be said twice and is done once.
ONCE = (Pass, Done, Pay, Run, Bid)
# What parts two orders wherever it stands.
STOPS = (",", AND_THEN)
# What parts them only where each has a verb: "run best - pay - done". A stroke may mean "or", and parts nothing.
STROKES = ("-", "–", "—")
FULL_STOP = "."
# A verb after which another order follows.
ONWARD = "onward"


def orders_in(state: State, line: str, language: str = "") -> tuple[str, ...]:
    """The orders of a line: the line itself if it can be read as one order, else its parts if each of them is one."""
    try:
        if counted := counted_trains(state, line, language):
            return counted
        whole = meant(state, line, language)
    except WholeRound:
        return (line,)
    except Refused as refused:
        # A question may be about one part only: "lay 58 on B8 SO, done".
        parts = _parts(state, line, language)
        if parts or isinstance(refused, Ambiguous):
            return parts or (line,)
        return _unmarked(state, line, language) or (line,)
    if write_order(whole) == line:
        return (line,)
    several = _parts(state, line, language)
    return several if _is_but_one_of(whole, state, several, language) else (line,)


def _parts(state: State, line: str, language: str) -> tuple[str, ...]:
    """The orders a line is cut into, one for each train where some are counted; nothing if it can't be cut."""
    parts = cut(state, language).parts(line)
    # What leads on to the next line is an order of its own: "SW 두 주 팔고".
    leads_on = len(parts) == 1 and parts[0] != " ".join(elided(line).split())
    return tuple(_each(state, parts, language)) if leads_on or 1 < len(parts) <= MOST else ()


def _unmarked(state: State, line: str, language: str) -> tuple[str, ...]:
    """The orders of a line that no mark or no verb parts, if it can be cut in one way into orders of different kinds:
    "tile 58 on Vilna and a 2-train", "sell 4 SW buy 1 NW"."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for parts in cut(state, language).otherwise(line):
        try:
            moves = [meant(state, part, language) for part in parts]
        except Refused:
            continue
        if len(set(map(type, moves))) == len(moves) and not any(isinstance(move, Pass | Done) for move in moves):
            found.setdefault(tuple(map(write_order, moves)), parts)
    return next(iter(found.values())) if len(found) == 1 else ()


def _is_but_one_of(whole: Move, state: State, parts: Sequence[str], language: str) -> bool:
    """Whether what a line was read as is one of its parts, and would leave out the others.

    Who says "a 2-train and another 2-train" wants two; who says "pay half, keep half" says one thing in two ways.
    """
    try:
        moves = [meant(state, part, language) for part in parts]
    except Refused:
        return False
    written = {write_order(move) for move in moves}
    return write_order(whole) in written and not (len(written) == 1 and isinstance(whole, ONCE))


def announced(state: State, lines: Sequence[str], language: str = "") -> int | None:
    """Which of some orders may be no more than the heading of the next: "Buying a train. A 3-train, please."

    Both would be played, and the one that was meant is the one that says more.
    """
    pairs = enumerate(pairwise(lines))
    return next((at for at, (first, second) in pairs if announces(state, first, second, language)), None)


def announces(state: State, first: str, second: str, language: str = "") -> bool:
    """Whether the first of two orders says less of what may be one and the same thing: no number where the second has
    one, and no name that the second has not."""
    if any(map(str.isdigit, first)):
        return False
    says, goes_on = heard(state, first, language) or (), heard(state, second, language) or ()
    names, others = ({one.names for one in items if one.names} for items in (says, goes_on))
    if not names <= others or any(one.kind in _COUNTS for one in says):
        return False
    if not any(one.kind in _COUNTS for one in goes_on):
        return False
    try:
        move, other = meant(state, first, language), meant(state, second, language)
    except Refused:
        return False
    if type(move) is not type(other) or isinstance(move, ONCE):
        return False
    # Who sells one share has said how many; which train "a train" is has not been said.
    known = tongue(language)
    counted = any(key(word.strip(",.!:")) in known.numbers for word in elided(first).split())
    return isinstance(move, BuyTrain) or not counted


_COUNTS = frozenset(("number", "train", "share", "tile"))


def _each(state: State, parts: Sequence[str], language: str) -> Iterator[str]:
    for part in parts:
        try:
            yield from counted_trains(state, part, language) or (part,)
        except Refused:
            yield part


@dataclass(frozen=True)
class Cut:
    """One cutting of a line: the words of its reader, and the verbs of the title that is played."""

    state: State
    language: str
    known: Tongue
    verbs: frozenset[str]
    signs: tuple[Saying, ...]

    def parts(self, line: str) -> tuple[str, ...]:
        """Cut at commas and at words like "then" and "and", where an order stands on either side."""
        found: list[str] = []
        for mark, piece in self.pieces(elided(line).split()):
            text = " ".join(piece)
            twice = (
                len(piece) == 1 and bool(found) and mark not in STOPS and key(text) == key(found[-1])
            )  # "half and half"
            if not found or (not twice and self._begins(piece, mark, found[-1].split())):
                found.append(text)
            elif self._goes_on(piece, mark) and (verb := self._carried(found[-1].split(), piece, mark)):
                found.append(f"{verb} {text}")  # "lay 9 on F14 facing 2, then 58 on E13 facing 5"
            else:
                found[-1] = _joined(found[-1], mark, text)
        return tuple(_without_onward(piece, self.known) for piece in found)

    def text(self, pieces: Sequence[tuple[str, list[str]]]) -> str:
        """Pieces that stand side by side, as they were written."""
        text = " ".join(pieces[0][1])
        for mark, piece in pieces[1:]:
            text = _joined(text, mark, " ".join(piece))
        return _without_onward(text, self.known)

    def otherwise(self, line: str) -> Iterator[tuple[str, ...]]:
        """Other ways to cut a line: without verbs at all its marks, without marks before or behind its two verbs."""
        tokens = elided(line).split()
        pieces = list(self.pieces(tokens))
        verbs = [at for at, token in enumerate(tokens) if self._verb([token])]
        if 1 < len(pieces) <= MOST and not verbs and not any(mark in (*STROKES, FULL_STOP) for mark, _ in pieces):
            yield tuple(" ".join(piece) for _, piece in pieces)
        if len(pieces) == 1 and len(verbs) == 2:
            yield from (
                (" ".join(tokens[:at]), " ".join(tokens[at:]))
                for at in (verbs[1], verbs[0] + 1)
                if 1 < at < len(tokens) - 1
            )

    def pieces(self, tokens: list[str]) -> Iterator[tuple[str, list[str]]]:
        """What stands between the marks, each piece with the mark before it; a word for "and" as it is written."""
        mark, piece = ",", list[str]()
        for at, token in enumerate(tokens):
            bare = key(token.strip(",.!"))
            meant = self.known.words.get(bare)
            if meant == AND_THEN and len(piece) == 1 and mark not in STOPS and self._verb(piece):
                continue  # "und kaufe dann": the verb stands before the word that leads on
            if token in STROKES:
                if piece:
                    yield mark, piece
                    mark, piece = token, []
                continue
            if meant in (AND_THEN, AND):
                if piece:
                    yield mark, piece
                    mark, piece = token if meant == AND else AND_THEN, []
                elif meant == AND_THEN:
                    mark = AND_THEN
                continue
            piece.append(token.rstrip(","))
            onward = bare in self.known.onward and leads_on("".join(tokens[at + 1 : at + 2]))
            if token.endswith(",") or onward:
                yield mark, piece
                mark, piece = ",", []
            elif token.endswith(FULL_STOP):
                yield mark, piece
                mark, piece = FULL_STOP, []
        if piece:
            yield mark, piece

    def _verb(self, piece: list[str]) -> str:
        """The word that says what is to be done."""
        return next((word for word in piece if self._meaning(word) in self._doing), "")

    def _meaning(self, word: str) -> str:
        """What a word says, in Korean without what hangs on it: 사주세요, 배당까지."""
        bare = key(word.strip(",.!"))
        words = self.known.words
        if bare in words or not bare or not is_hangul(bare[-1]):
            return words.get(bare, "")
        said = (words.get(one, NOTHING) for one in apart(bare, self.known, ()))
        return next((one for one in said if one != NOTHING and one not in LINKS), "")

    def _begins(self, piece: list[str], mark: str, before: list[str]) -> bool:
        """Whether a piece is an order of its own behind what stands before it."""
        said, begun = self._said(piece), self._said(before)
        if self._is_one(piece, mark, before):
            return False  # "merge A, B and C into D keeping E", "buy an 8 and trade in the 6"
        # Without a verb, how a tile lies says that one is laid: "C19에 7 방향 3".
        if not self._orders(begun, STOPS[0]) and "facing" not in begun:
            return False
        if mark in STOPS:
            return self._orders(said, mark)
        if mark == FULL_STOP:
            # "tile 8 on J14 facing 2. run best": behind a figure a sentence ends, and no word is cut short.
            return self._orders(said, mark) and (self._orders(begun, mark) or before[-1][-2:-1].isdigit())
        if said & self.verbs == {"done"} and not said & {"no", "none"}:
            return True  # "full dividend and end of turn"
        best = "best" in said and said - LINKS <= {"best", "run", "dividend", NOTHING}
        if best and not begun & {"run", "train", "best"}:
            return True  # "tile 8 on J14 facing 2 and the best run"
        if key(piece[0]) == key(before[0]) and self._read(text := " ".join(piece)) == text:
            return True  # "train 5+5E trading 5 and train 2+2"
        return self._orders(said, mark) and self._orders(begun, mark)

    def _is_one(self, piece: list[str], mark: str, before: list[str]) -> bool:
        """Whether two pieces are one order that a word in one of them stands for; what comes "then" is another."""
        if mark == AND_THEN:
            return False
        said, begun = self._said(piece), self._said(before)
        doing = (said | begun) & self._doing
        if not said & self._doing or not any(
            (one.sign in said) != (one.sign in begun) and doing <= one.beside for one in self.signs
        ):
            return False
        texts = " ".join(before), " ".join(piece)
        # Read as one they must say more than either of them: nothing of the other may be passed over.
        whole = self._read(_joined(texts[0], mark, texts[1]))
        return bool(whole) and whole not in map(self._read, texts)

    def _read(self, text: str) -> str:
        """What a text orders, as we write it; nothing if it can't be read."""
        try:
            return write_order(meant(self.state, text, self.language))
        except Refused:
            return ""

    def _goes_on(self, piece: list[str], mark: str) -> bool:
        """Whether a piece without a verb is one more of what was ordered before it."""
        if self._said(piece) & self._doing or mark in STROKES or mark == FULL_STOP:
            return False
        if mark in STOPS:
            turned = "facing" in self._said(piece) and sum(self._counts([word]) for word in piece) == 1
            return self._counts(piece) and not turned  # "lay 58 on B8, facing 4": how it lies, and no other tile
        # Joined by "and" it is how many of which, and nothing else: "a CPR and two GTR", "and another 2-train".
        items = heard(self.state, " ".join(piece), self.language) or ()
        counted = (
            self._counts(piece) or any(key(word) in self.known.ones for word in piece) or "more" in self._said(piece)
        )
        names = [one for one in items if one.named(COMPANY)]
        if names and items[-1].kind == "number":
            return False  # "and CPR 82": a number behind a name may be its price
        rest = [one for one in items if one not in names and one.kind not in ("number", "train")]
        trains = [one for one in rest if one.text == "train"]
        return counted and len(names) + len(trains) == 1 and all(one.text in ("train", "more", SHARES) for one in rest)

    def _carried(self, before: list[str], piece: list[str], mark: str) -> str:
        """The verb that is not said again. "sell 2 SW, give me one NW" is no second sale, though no word says so."""
        verb = self._verb(before)
        if any(one.sign in self._said(before) for one in self.signs):
            return ""  # "merge A and B into C keeping D, E"
        if mark not in STOPS and len(self._said(before) & {"sell", "buy"}) != 1:
            return ""
        meanings = [self.known.words.get(key(word.strip(",.!"))) for word in piece]
        polite = any(meant == NOTHING and len(word) > 2 for meant, word in zip(meanings, piece, strict=True))
        return "" if polite and self.known.words.get(key(verb)) == "sell" else verb

    def _counts(self, piece: list[str]) -> bool:
        """Whether a number is said, in figures or in words."""
        return any(key(word) in self.known.numbers or any(map(str.isdigit, word)) for word in piece)

    @property
    def _doing(self) -> frozenset[str]:
        return self.verbs - NOUNS - {"city", "best", "full"}

    def _said(self, piece: list[str]) -> set[str]:
        """What the words and phrases of a piece mean."""
        keys = [key(word.strip(",.!")) for word in piece]
        said = {self._meaning(one) for one in keys}
        for at in [at for at, one in enumerate(keys) if one in self.known.begin_phrases]:
            for length in range(1, LONGEST_PHRASE + 1):
                said.update(self.known.phrases.get(tuple(keys[at : at + length]), ()))
        return said | ({ONWARD} if any(one in self.known.onward for one in keys) else set())

    def _orders(self, said: set[str], mark: str) -> bool:
        """Whether some words say that something is to be done, or left.

        Where orders are joined by "and", each has a verb: a thing alone may belong to the order before it.
        """
        wanted = (self.verbs - {"city"} if mark in STOPS else self._doing) | {"no", "none", ONWARD}
        return bool(said & wanted)


def cut(state: State, language: str) -> Cut:
    ways = known_ways(state.title)
    return Cut(state, language, tongue(language), frozenset(ways.ways), ways.signs)


def _joined(before: str, mark: str, piece: str) -> str:
    """Two pieces as they were written."""
    return f"{before}{',' if mark in STOPS else '' if mark == FULL_STOP else f' {mark}'} {piece}"


def _without_onward(piece: str, known: Tongue) -> str:
    """ "놓고" alone is the verb of its own order: the ending that leads on is not said again."""
    head, _, last = piece.rpartition(" ")
    if key(last) in known.onward:
        return f"{head} {without_onward(last)}".strip()
    return piece

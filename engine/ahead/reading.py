"""Reads orders on file: every pattern is tried, and the first reading that leaves nothing over is the one meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from engine.ahead import facts, orders
from engine.ahead.acts import LEFT_OUT, BuyShare, Choice, LeaveOut, RunBest, Script, SellAll
from engine.ahead.facts import AT_LEAST, AT_MOST, EXACTLY, All, AnyOf, Condition, Not
from engine.ahead.orders import Standing
from engine.ahead.orders.passing import ALWAYS, StandingPass, which_turns
from engine.ahead.patterns import (
    Pattern,
    beginnings,
    begins_with_if,
    by_first_word,
    cut,
    ends_block,
    has_if_inside,
    head_and_rest,
    lasts,
    looks_standing,
    marks,
    normal,
    passes_with_more,
    patterns,
    words_of,
)
from engine.ahead.stops import STOPS
from engine.errors import Ambiguous, Refused, Unreadable
from engine.message import Listed, Message
from engine.moves import BuyTrain
from engine.names import BANK, IPO, POOL, TREASURY, Company, Player
from engine.notation.ahead import BidUpTo, read_ahead
from engine.notation.clean import clean, key, shortened
from engine.notation.gist import guess
from engine.notation.names import COMPANY, HEX, PLACE, PLAYER, PRIVATE
from engine.notation.read import parse_order, takes_unnamed
from engine.notation.scan import Scanner
from engine.notation.several import orders_in
from engine.notation.words import lexicon
from engine.questions import ROUNDS
from engine.state import State
from engine.title import Title

# Nobody means more than this by one order, and what is kept must stay small.
MOST_TOKENS = 120
MOST_LINES = 24
MOST_FACTS = 16
_HOLDERS = {"pool": POOL, "ipo": IPO, "treasury": TREASURY, "bank": BANK}
_ROUND = re.compile(r"sr[0-9]{1,2}|auc")
_SEVERAL = re.compile(r"[;；]")
_COMMAS = re.compile(r"[,，、]")


class _SecondIf(Unreadable):
    """A choice within a choice."""


@dataclass(frozen=True, slots=True)
class _Together:
    """Players of whom the same is said: all of them, or one of them."""

    players: tuple[Player, ...]
    kind: type[All] | type[AnyOf]


Found = Iterator[tuple[Any, int]]
Values = dict[str, Any]
# A kind of fact, the name of its form, what that form settles, and one way to say it.
_FactRow = tuple[type[Condition], str, Mapping[str, Any], Pattern]


@cache
def kinds(title: Title) -> tuple[type[Standing], ...]:
    """The orders on file that a title knows."""
    return (*(kind for each in title.mechanisms for kind in each.standing), *orders.SHELF)


@cache
def known_facts(title: Title) -> tuple[type[Condition], ...]:
    """The facts that conditions of a title may name."""
    return (*(kind for each in title.mechanisms for kind in each.facts), *facts.SHELF)


@cache
def _facts(title: Title, language: str) -> Mapping[str, tuple[_FactRow, ...]]:
    """By first word the ways to say the facts of a title; see ``beginnings``."""
    said = patterns(title, language)
    rows = [
        (kind, form, settled, pattern)
        for kind in known_facts(title)
        for form, settled in kind.forms.items()
        for pattern in said.get(form, ())
    ]
    return by_first_word(rows, lambda row: row[3])


def read_standing(
    state: State, player: Player, text: str, body: Sequence[str] = (), language: str = ""
) -> Standing | None:
    """The order on file that a line means, with the lines of its block; None if it is something else.

    Raises Refused for what begins as one and can't be one, or can't be one in this position.
    """
    if "\n" in text and not body:
        # As the service writes it, down to the line that ends the block.
        text, *lines = text.splitlines()
        body = lines[:-1] if ends_block(lines[-1]) else lines
    reader = _Reader(state, player, language, normal(text))
    found = next(reader.standing(), None)
    if found is None:
        found = _in_one_line(state, player, text, language)
    if found is None:
        if lasts(text):
            # What is not understood of an exception is not left out.
            raise reader.unreadable() if reader.excepts() else which_turns()
        # A bid with a limit may say "if it is more" of its limit.
        if looks_standing(text) and read_ahead(text) is None:
            raise reader.unreadable()
        return None
    order = found
    if isinstance(order, orders.WhenOperates) and body:
        then, otherwise = _block(state, player, body, language)
        order = orders.WhenOperates(order.company, then, otherwise)
    order = order.settled(state, player)
    if (why := order.over(facts.Seen(state, frozenset(), player))) is not None:
        raise Refused(why)
    return order


# "No track" has no more words than this, in any language.
MOST_IN_A_NO = 5


def leaves_out(state: State, player: Player, text: str, language: str = "") -> str:
    """The part of a company's turn that a line leaves out, as we write it: "no track"; nothing for any other line."""
    if len(text.split()) > MOST_IN_A_NO:
        return ""
    try:
        act = _Reader(state, player, language, normal(text)).act()
    except Refused:
        return ""
    return act.write() if isinstance(act, LeaveOut) else ""


def exception_to_a_pass(state: State, player: Player, text: str, language: str = "") -> Refused | None:
    """What is said to whoever passes until or unless something is so, or even if it is, and to no others."""
    if not passes_with_more(text) or looks_standing(text) or text.rstrip().endswith(("?", "？")):
        return None
    try:
        reader = _Reader(state, player, language, normal(text))
        passes = [one for one in reader.standing() if isinstance(one, StandingPass) and (one.unless or one.even)]
    except Refused:
        return None
    if passes:
        return passes[0].once_or_always()
    # "Even if it hurts" is a remark.
    return reader.unreadable() if reader.takes_away() and reader.names_something() else None


def without_then(state: State, player: Player, text: str, language: str = "") -> Standing | None:
    """The order on file that a condition with an order right behind it may mean ("if Ann passes I pass too"); None for
    talk, and for what is read as it stands."""
    if looks_standing(text) or not begins_with_if(text) or text.rstrip().endswith(("?", "？")):
        return None
    try:
        reader = _Reader(state, player, language, normal(text))
    except Refused:
        return None
    for condition, end in reader.condition(1):
        rest = reader.text[reader.tokens[end].begins :] if end < len(reader.tokens) else ""
        for order in (rest, *_guessed(state, rest, language)):
            try:
                return orders.If(condition, reader.script_of(order)).settled(state, player)
            except Refused:
                continue
    return None


def condition_behind(state: State, player: Player, text: str, language: str = "") -> Standing | None:
    """The order on file that an order with its condition behind it may mean ("I pass if Ann passes"); None where what
    stands there is no condition."""
    if not has_if_inside(text) or looks_standing(text) or begins_with_if(text) or text.rstrip().endswith(("?", "？")):
        return None
    try:
        reader = _Reader(state, player, language, normal(text))
    except Refused:
        return None
    begins = [at for at, token in enumerate(reader.tokens) if at and token.key in marks("if")]
    for at in begins:
        for condition, end in reader.condition(at + 1):
            if any(letter.isalnum() for token in reader.tokens[end:] for letter in token.key):
                continue
            order = reader.text[: reader.tokens[at].begins].strip(" ,")
            if reader.is_even(at):
                continue  # whatever happens is the opposite of a condition
            for one in (order, *_guessed(state, order, language)):
                try:
                    return orders.If(condition, reader.script_of(one)).settled(state, player)
                except Refused:
                    continue
    return None


def _guessed(state: State, text: str, language: str) -> Iterator[str]:
    meant = guess(state, text, language) if text else None
    yield from meant.instead[:1] if meant is not None else ()


def _in_one_line(state: State, player: Player, text: str, language: str) -> orders.WhenOperates | None:
    """A block in one line, with choices in it. A fault is answered with a turn that can be written so."""
    head, rest = head_and_rest(text) or ("", "")
    turn = next(_Reader(state, player, language, head).standing(), None) if head else None
    if not isinstance(turn, orders.WhenOperates):
        return None
    try:
        return orders.WhenOperates(turn.company, *_parted(state, player, rest, language))
    except Refused as refused:
        # What is said of every turn knows clauses that a single one does not.
        always = next(_Reader(state, player, language, f"standing operate {turn.company}: {rest}").standing(), None)
        instead = always.write() if always is not None else f"when {turn.company} operates: run best, pay, done"
        # What leaves the conditions out is another turn.
        refused.line, refused.instead = "", () if isinstance(refused, _SecondIf) else (instead,)
        raise


def _parted(state: State, player: Player, rest: str, language: str) -> tuple[Script, Script]:
    """The parts of a turn that is written in one line: between semicolons, or where there are none between commas."""
    lines = _SEVERAL.split(rest)
    # As it is read back in one line, with the words that end a block.
    body = lines[:-1] if len(lines) > 1 and ends_block(lines[-1]) else lines
    try:
        return _block(state, player, body, language)
    except Refused:
        pieces = _COMMAS.split(rest)
        if len(lines) > 1 or len(pieces) == 1:
            raise
        # A comma may be part of an order; what is no turn by its commas is answered as the line it is.
        try:
            return _block(state, player, pieces, language)
        except Refused:
            pass
        raise


def _block(state: State, player: Player, body: Sequence[str], language: str) -> tuple[Script, Script]:
    """The lines of a block: orders, choices, and behind ``else`` what is done if those can't be."""
    if len(body) > MOST_LINES:
        raise Unreadable("More than {most} lines are no turn.", most=MOST_LINES)
    parts: tuple[list[Any], list[Any]] = ([], [])
    at = 0
    for line in filter(str.strip, body):
        try:
            at = _line_of_block(_Reader(state, player, language, normal(line)), parts, at)
        except Refused as refused:
            # It is told of the line that holds it; what could be ordered now is for another turn than that.
            refused.line, refused.instead = line.strip(), ()
            raise
    return tuple(parts[0]), tuple(parts[1])


def _line_of_block(reader: _Reader, parts: tuple[list[Any], list[Any]], at: int) -> int:
    """Adds a line to the part it belongs to; which part the next one belongs to."""
    otherwise = reader.otherwise()
    if otherwise == () and not at:
        return 1
    if otherwise and parts[at] and isinstance(parts[at][-1], Choice) and not parts[at][-1].otherwise:
        last = parts[at][-1]
        parts[at][-1] = Choice(last.condition, last.then, otherwise)
    elif otherwise is None:
        parts[at].extend(reader.line())
    else:
        raise Unreadable("“{text}” follows nothing that could be otherwise.", text=shortened(reader.text.strip()))
    return at


@dataclass
class _Reader:
    """One line and the ways it can be read."""

    state: State
    player: Player
    language: str
    text: str
    furthest: int = 0
    why: Refused | None = None
    unlike: str = ""  # a part of the line that contradicts what stands before it
    _memory: dict[tuple[str | tuple[str, ...], int], list[tuple[Any, int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        clean(self.text, self.state.players)  # what no order contains is refused by name
        self.known = lexicon(self.state.title, self.language)
        self.tokens = cut(self.state.title, self.text, self.known)
        if len(self.tokens) > MOST_TOKENS:
            raise Unreadable("This is longer than any order ({most} words).", most=MOST_TOKENS)
        self.patterns = patterns(self.state.title, self.language)
        self.beginnings = beginnings(self.state.title, self.language)
        # Names are read as in all orders.
        self.scan = Scanner(self.state, (), self.known)
        self.scan.words = tuple(token.word for token in self.tokens)
        self.scan.keys = tuple(token.key for token in self.tokens)

    # ------------------------------------------------------------------ whole lines

    def standing(self) -> Iterator[Standing]:
        """Every order on file that the whole line can mean."""
        for kind in kinds(self.state.title):
            for form, settled in kind.forms.items():
                for values in self._with_clauses(form, kind.clauses):
                    made = self._made(kind, {**settled, **values})
                    if made is not None:
                        yield made

    def line(self) -> Script:
        """A line of a block: a choice, which some languages mark by the verb of its condition alone; or orders."""
        for values in self._with_clauses("if", ("else",)) if looks_standing(self.text) else ():
            return (Choice(values["condition"], values["then"], values.get("otherwise", ())),)
        if isinstance(self.why, _SecondIf):
            raise self.why
        return self._script(0, len(self.tokens))

    def otherwise(self) -> Script | None:
        """What stands behind ``else``; nothing if that stands alone; None if the line is another."""
        for pattern in self._rows("else-word", 0):
            for _, at in self._match(pattern, 0, {}):
                at += at < len(self.tokens) and self.tokens[at].key == ":"
                return self._script(at, len(self.tokens)) if at < len(self.tokens) else ()
        return None

    def unreadable(self) -> Unreadable:
        if self.why is not None:
            return Unreadable(self.why.message, self.why.rule, self.why.instead)
        at = min(self.furthest, len(self.tokens))
        read = self.text[: self.tokens[at - 1].ends] if at else ""
        rest = self.text[self.tokens[at].begins :] if at < len(self.tokens) else ""
        if self.why is None and self.takes_away():
            return Unreadable(
                "`even if` takes a stop away as a whole, whoever or whatever it is about: {stops}.",
                stops=Listed(list(STOPS.values()), ";"),
            )
        if rest and self._does_something(at):
            return Unreadable(
                "Nobody at this table is called {name}; there are {players}.",
                name=self.tokens[at].word,
                players=Listed([one for one in self.state.players if one != self.player]),
            )
        if not rest and self.unlike:
            return Unreadable(
                "“{text}” contradicts what stands before it in the line.", text=shortened(self.unlike, 60)
            )
        if read and looks_standing(rest.lstrip(" ;,")):
            return _of_its_own(rest.lstrip(" ;,"))
        if not rest:
            return Unreadable("“{text}” is not finished; see `help standing` and `help if`.", text=shortened(read, 60))
        if not read:
            return Unreadable(
                "I don't understand “{text}”; see `help standing` and `help if`.", text=shortened(rest, 60)
            )
        # A bid with a limit stays on file by itself, and needs no word for it.
        wish = read_ahead(rest.lstrip(" ;,:"))
        return Unreadable(
            "I understand “{read}”, but not “{rest}”; see `help standing` and `help if`.",
            instead=(wish.write(),) if wish is not None else (),
            read=shortened(read, 60),
            rest=shortened(rest, 60),
        )

    def _does_something(self, at: int) -> bool:
        """Whether a word stands where somebody does something that conditions know of: it is meant for a name."""
        if not self.tokens[at].word.isalpha() or next(self.named(PLAYER)(at), None) is not None:
            return False
        return any(
            pattern[0].place == "who" and next(self._match(pattern[1:], at + 1, {}), None) is not None
            for form in facts.Did.forms
            for pattern in self.patterns.get(form, ())
        )

    def excepts(self) -> bool:
        """Whether something is said of when one does not pass, or does all the same."""
        for name in ("unless", "even"):
            for pattern in self.patterns.get(name, ()):
                said = tuple(piece for piece in pattern if not piece.place)
                if said and any(any(self._match(said, at, {})) for at in range(len(self.tokens))):
                    return True
        return False

    def names_something(self) -> bool:
        """Whether a company, a private or a player is named."""
        named = self.named(COMPANY, PRIVATE, PLAYER)
        return any(next(named(at), None) is not None for at in range(len(self.tokens)))

    def is_even(self, at: int) -> bool:
        """Whether the if at this place is one of "even if"."""
        return at + 1 in self._behind_even()

    def _behind_even(self) -> set[int]:
        heads = [pattern[:-1] for pattern in self.patterns["even"] if len(pattern) > 1 and pattern[-1].place]
        return {end for at in range(len(self.tokens)) for head in heads for _, end in self._match(head, at, {})}

    def takes_away(self) -> bool:
        """Whether the line would take away a stop that there is not, or part of one."""
        for at in self._behind_even():
            ends = [end for _, end in self._place("stops", at)]
            named = self.named(COMPANY, PRIVATE, PLAYER)
            if not ends or all(end < len(self.tokens) and next(named(end), None) is not None for end in ends):
                return True
        return False

    def _made(self, kind: Callable[..., Any], values: Values) -> Any:
        try:
            return kind(**values)
        except TypeError:
            return None  # something that it must name is not there

    def _with_clauses(self, form: str, clauses: Sequence[str]) -> Iterator[Values]:
        """The whole line as a form with its clauses, which some languages put first."""
        for begun, behind in self._clauses(clauses, 0, {}):
            at = self._skip(behind) if behind else 0
            for pattern in self._rows(form, at):
                for values, end in self._match(pattern, at, begun):
                    for whole, last in self._clauses(clauses, end, values):
                        if last == len(self.tokens):
                            yield whole

    def _clauses(self, names: Sequence[str], at: int, values: Values) -> Iterator[tuple[Values, int]]:
        """As many clauses as stand here, the longest row first."""
        here = self._skip(at)
        for name in names:
            for pattern in self._rows(name, here):
                for found, end in self._match(pattern, here, {}):
                    merged = _merged(values, self._settled(name, found))
                    if merged is None and end == len(self.tokens):
                        self.unlike = self.text[self.tokens[here].begins : self.tokens[end - 1].ends]
                    if end > here and merged is not None:
                        yield from self._clauses(names, end, merged)
        yield values, (here if here >= len(self.tokens) else at)

    def _settled(self, name: str, found: Values) -> Values:
        return {**_SETTLED.get(name, {}), **found}

    def _skip(self, at: int) -> int:
        while at < len(self.tokens) and self.tokens[at].key in (",", ":", ";", *self._said("joint")):
            at += 1
        return at

    def _said(self, name: str) -> frozenset[str]:
        return words_of(self.state.title, self.language, name)

    # ------------------------------------------------------------------ patterns

    def _rows(self, name: str, at: int) -> Sequence[Pattern]:
        """The patterns of a name that can begin here."""
        return self._beginning(self.beginnings[name], at) if name in self.beginnings else ()

    def _beginning(self, rows: Mapping[str, tuple[Any, ...]], at: int) -> tuple[Any, ...]:
        return rows.get(self.tokens[at].key if at < len(self.tokens) else "") or rows[""]

    def _match(self, pattern: Pattern, at: int, values: Values) -> Iterator[tuple[Values, int]]:
        if not pattern:
            yield values, at
            return
        piece, rest = pattern[0], pattern[1:]
        if piece.place:
            for value, end in self._place(piece.place, at):
                named = _FIELDS.get(piece.place, piece.place)
                merged = _merged(values, {named: value})
                if merged is not None:
                    yield from self._match(rest, end, merged)
            return
        if at < len(self.tokens) and self.tokens[at].key in piece.words:
            self.furthest = max(self.furthest, at + 1)
            yield from self._match(rest, at + 1, values)
        if piece.optional:
            yield from self._match(rest, at, values)

    def _place(self, place: str, at: int) -> Sequence[tuple[Any, int]]:
        """What can stand in a place, and where it ends."""
        if at >= len(self.tokens):
            return ()
        memory = self._memory.get((place, at))
        if memory is None:
            memory = self._memory[place, at] = list(_PLACES[place](self, at))
            self.furthest = max((self.furthest, *(end for _, end in memory)))
        return memory

    # ------------------------------------------------------------------ conditions

    def condition(self, at: int) -> Found:
        """Facts joined by ``or``, which holds less tightly than ``and``."""
        yield from self._joined(at, self._all, "or", AnyOf)

    def _all(self, at: int) -> Found:
        yield from self._joined(at, self._single, "and", All)

    def _joined(self, at: int, part: Callable[[int], Found], joint: str, kind: type[All] | type[AnyOf]) -> Found:
        memory = self._memory.get((joint, at))
        if memory is None:
            # What follows depends on where a part ends and not on what it means: one reading for each end is enough.
            ends = dict[int, Any]()
            for found, end in self._joins(at, part, joint, kind):
                ends.setdefault(end, found)
            memory = self._memory[joint, at] = [(found, end) for end, found in ends.items()]
        yield from memory

    def _joins(self, at: int, part: Callable[[int], Found], joint: str, kind: type[All] | type[AnyOf]) -> Found:
        words = self._said(joint)
        tried = set[int]()
        for first, end in part(at):
            if end in tried:
                continue
            tried.add(end)
            # Some languages hang the word on what stands before it.
            after = end if self._hangs(joint, end - 1) else end + 1 if self._is(end, words) else len(self.tokens)
            if after < len(self.tokens):
                for rest, last in self._joined(after, part, joint, kind):
                    parts = (first, *(rest.parts if isinstance(rest, kind) else (rest,)))
                    if len(parts) <= MOST_FACTS:
                        yield kind(parts), last
            yield first, end

    def _is(self, at: int, words: frozenset[str]) -> bool:
        return at < len(self.tokens) and self.tokens[at].key in words

    def _hangs(self, joint: str, at: int) -> bool:
        return any(self.tokens[at].key.endswith(tail) for tail in self._said(f"{joint}-hung"))

    def _single(self, at: int) -> Found:
        """One fact, a condition in brackets, or the opposite of either."""
        if at >= len(self.tokens):
            return
        if self.tokens[at].key in self._said("not"):
            for found, end in self._single(at + 1):
                yield Not(found), end
            return
        if self.tokens[at].key == "(":
            for found, end in self._place("condition", at + 1):
                if end < len(self.tokens) and self.tokens[end].key == ")":
                    yield from self._perhaps_not(found, end + 1)
            return
        for kind, form, settled, pattern in self._beginning(_facts(self.state.title, self.language), at):
            for values, end in self._match(pattern, at, {}):
                made = self._fact(kind, form, {**settled, **values})
                if made is not None:
                    yield from self._perhaps_not(made, end)

    def _perhaps_not(self, found: Condition, end: int) -> Found:
        """Some languages deny behind what they deny."""
        if end < len(self.tokens) and self.tokens[end].key in self._said("not-after"):
            yield Not(found), end + 1
        yield found, end

    def _fact(self, kind: type[Condition], form: str, values: Values) -> Condition | None:
        """The fact; what names nobody is said of the writer."""
        together = values.get("who")
        if isinstance(together, _Together):
            parts = [self._fact(kind, form, {**values, "who": one}) for one in together.players]
            found = tuple(one for one in parts if one is not None)
            return together.kind(found) if len(found) == len(parts) <= MOST_FACTS else None
        mine = _MINE.get(form)
        if mine is not None:
            values = {mine: self.player, **values}
        made = self._made(kind, values)
        if form == "cash-bare" and isinstance(made, facts.Cash) and str(made.amount) in self.state.title.trains:
            self.why = Refused(
                "“{company} has {train}” may be money or a train; write `cash {company} >= {train}` or "
                "`{company} has {train}-train`.",
                company=made.purse,
                train=str(made.amount),
            )
            return None
        if isinstance(made, facts.Did) and made.who == self.player:
            self.why = Refused("You are {player}: conditions name what others do.", player=self.player)
            return None
        return made if isinstance(made, Condition) else None

    def nobody(self, at: int) -> Found:
        """What somebody else may do, said as what nobody does: each of it stops an order."""
        for found, end in self._single(at):
            if not (isinstance(found, facts.Did) and found.who == facts.ANYBODY):
                continue
            for rest, last in self.nobody(end + 1) if self._is(end, self._said("or")) else ():
                yield AnyOf((found, *(rest.parts if isinstance(rest, AnyOf) else (rest,)))), last
            yield found, end

    # ------------------------------------------------------------------ orders within orders

    def script(self, at: int) -> Found:
        """Orders up to ``else``, or to the end."""
        ends = [n for n in range(at + 1, len(self.tokens)) if self.tokens[n].key in self._said("else-word")]
        for end in (*ends, len(self.tokens)):
            try:
                yield self._script(at, end), end
            except Ambiguous:
                raise
            except Refused as refused:
                refused.instead = ()  # what could be ordered now is not what it is for
                self.why = self.why if isinstance(self.why, _SecondIf) else refused

    def script_of(self, text: str) -> Script:
        """The acts of orders that stand by themselves. Raises Refused."""
        parts = [part for part in map(str.strip, _SEVERAL.split(text)) if part]
        acts = tuple(act for at, part in enumerate(parts) for act in self._acts(part, first=not at))
        if not acts:
            raise Unreadable("There is no order in this line.")
        return acts

    def _script(self, at: int, end: int) -> Script:
        if at >= end:
            raise Unreadable("There is no order in this line.")
        # With words that are left out at its end: they may belong to the order.
        stop = self.tokens[end].begins if end < len(self.tokens) else len(self.text)
        return self.script_of(self.text[self.tokens[at].begins : stop].strip(" ,;"))

    def _acts(self, text: str, first: bool) -> list[Any]:
        """The acts of one order's text, the first or a later one; a comma may part several."""
        if first and begins_with_if(text) and looks_standing(text):
            raise _SecondIf(
                Message(
                    "Behind `then` and `else` no second `if` can stand: “{text}”. Write a line for each case, each "
                    "with a condition that is true in no other; `and` and `not` join conditions.",
                    text=shortened(text, 60),
                )
            )
        if looks_standing(text):
            raise _of_its_own(text)
        act = self._act(text)
        if act is not None:
            return [act]
        if (wish := read_ahead(text)) is not None:
            raise self._limited(text, wish)
        found = []
        lines = list(orders_in(self.state, text, self.language))
        for line in lines:
            said = line if len(lines) > 1 and line in text else text
            try:
                act = self._act(line) or parse_order(self.state, line, self.language)
            except Refused:
                # Nothing is named, and what stands to be taken then may be a train.
                if not self.state.depot or not takes_unnamed(self.state, line, self.language):
                    raise
                raise self._bought(said, self.state.depot[0]) from None
            if isinstance(act, BuyTrain) and not self._names_train(line):
                raise self._bought(said, act.train)
            found.append(act)
        return found

    def _names_train(self, text: str) -> bool:
        return any(self.known.verbs.get(token.key) == "train" for token in cut(self.state.title, text, self.known))

    def _bought(self, text: str, train: str) -> Ambiguous:
        """What is bought without a name, as "buy it", may be a train as well as shares of what the line speaks of."""
        companies = self.state.title.companies
        named = [Company(name) for at in range(len(self.tokens)) for name, _ in self.named(COMPANY)(at)]
        traded = [one for one in (*named, *self.state.started, *companies) if companies[one].kind.traded]
        readings = (f"train {train}", f"buy {traded[0]}")
        return Ambiguous(
            "“{text}” may be a train or shares; write `{train}` or `{share}`.",
            instead=tuple(self._with(text, reading) for reading in readings),
            text=shortened(text, 60),
            train=readings[0],
            share=readings[1],
        )

    def _limited(self, text: str, wish: BidUpTo) -> Ambiguous:
        """A bid with a limit is on file by itself; what hangs on a condition is one bid, of a sum."""
        whole = self._with(text, f"bid {wish.item} {wish.most}".replace("  ", " "))
        return Ambiguous(
            "A bid with a limit can't hang on a condition. Name the sum that you bid then, or keep the limit and leave "
            "the condition out.",
            # Where a company begins is not said in a single bid.
            instead=(wish.write(),) if wish.home else (whole, wish.write()),
        )

    def _with(self, text: str, order: str) -> str:
        """The line with an order in place of a part of it."""
        before = self.text.rpartition(text)[0]
        # Words that mean nothing, as an article at the end, go with it.
        after = next((f" {self.text[one.begins :]}" for one in self.tokens if one.begins >= len(before + text)), "")
        return self._as_we_write(f"{before}{order}{after}")

    def _as_we_write(self, line: str) -> str:
        """A line of somebody's words and ours as we write it, so that whoever reads it can have all of it in theirs."""
        try:
            found = next(_Reader(self.state, self.player, self.language, line).standing(), None)
        except Refused:
            return line
        return found.write() if isinstance(found, orders.If) else line

    def _act(self, text: str) -> Any:
        return _Reader(self.state, self.player, self.language, text).act()

    def act(self) -> Any:
        """What is known only on the day it is done: a best run, a share from wherever, all of one's shares."""
        for name, make in _ACTS.items():
            for pattern in self._rows(name, 0):
                for values, end in self._match(pattern, 0, {}):
                    if end == len(self.tokens):
                        return make(**values)
        return None

    # ------------------------------------------------------------------ names and numbers

    def named(self, *wanted: str) -> Callable[[int], Found]:
        def find(at: int) -> Found:
            # Several places ask for names of the same kinds.
            memory = self._memory.get((wanted, at))
            if memory is None:
                memory = self._memory[wanted, at] = list(self._named(wanted, at))
            yield from memory

        return find

    def _named(self, wanted: tuple[str, ...], at: int) -> Found:
        self.scan.at = at
        try:
            found = self.scan.name(*wanted)
        except Refused as refused:
            self.why = self.why or refused
            return
        if found is not None:
            yield found[1], self.scan.at

    def number(self, at: int) -> Found:
        self.scan.at = at
        try:
            found = self.scan.count()
        except Refused:
            return
        if found is not None:
            yield found, self.scan.at

    def hex(self, at: int) -> Found:
        self.scan.at = at
        # What it may have been meant for is not asked: that takes as long as all else.
        if HEX.fullmatch(self.scan.here) and self.scan.here.upper() not in self.state.title.plan.hexes:
            return
        try:
            found = self.scan.name(PLACE)
        except Refused:
            return
        if found is not None:
            yield found[1], self.scan.at

    def train(self, at: int) -> Found:
        for name in self.state.title.trains:
            if self.tokens[at].key == key(name):
                yield name, at + 1
        if self._counts_trains(at) and self.tokens[at].key not in map(key, self.state.title.trains):
            known = Listed(list(self.state.title.trains))
            self.why = Refused("There is no {text}-train; there are {known}.", text=self.tokens[at].word, known=known)

    def _counts_trains(self, at: int) -> bool:
        """Whether a number is that of a train: "9-train"."""
        return self.tokens[at].key.isdecimal() and self._is(at + 1, frozenset(("train",)))

    def _is_kind_of_train(self, at: int) -> bool:
        """Whether a number and a train are one word: "a 2-train", "2열차"."""
        return self._counts_trains(at) and self.tokens[at].begins == self.tokens[at + 1].begins

    def kind_of_train(self, at: int) -> Found:
        """A train by its name, and by its number alone where that is part of a word."""
        if not self.tokens[at].key.isdecimal() or self._is_kind_of_train(at):
            yield from self.train(at)

    def tile(self, at: int) -> Found:
        for number in self.state.title.plan.counts:
            if self.tokens[at].key == key(number):
                yield number, at + 1

    def phase(self, at: int) -> Found:
        for name in self.state.title.phases:
            if self.tokens[at].key == key(name):
                yield name, at + 1
        if self._counts_trains(at):
            return
        if self.tokens[at].key.isdecimal() and self.tokens[at].key not in map(key, self.state.title.phases):
            phases = Listed(list(self.state.title.phases))
            self.why = Refused(
                "There is no phase {phase}; the phases are {phases}.", phase=self.tokens[at].word, phases=phases
            )

    def round(self, at: int) -> Found:
        """This auction, or a stock round by its number; short, as in lists of rounds, or in words."""
        if _ROUND.fullmatch(self.tokens[at].key):
            yield self.tokens[at].key.upper(), at + 1
        for pattern in self._rows("stock-round", at):
            for values, end in self._match(pattern, at, {}):
                yield f"{ROUNDS['stock']}{values['number']}", end
        for pattern in self._rows("this-auction", at):
            for _, end in self._match(pattern, at, {}):
                yield orders.AUCTION, end

    def sign(self, at: int) -> Found:
        """>=, <=, = or the words for them; "more than" is one more "at least"."""
        for name, sign in (("at-least", AT_LEAST), ("at-most", AT_MOST), ("exactly", EXACTLY)):
            for pattern in self._rows(name, at):
                for _, end in self._match(pattern, at, {}):
                    yield sign, end

    def comparison(self, at: int) -> Found:
        """A sign and a number in either order; without a sign at least that many, and none is none."""
        for name, sign, more in (("over", AT_LEAST, 1), ("under", AT_MOST, -1)):
            for pattern in self._rows(name, at):
                for values, end in self._match(pattern, at, {}):
                    yield (sign, values["number"] + more), end
        for sign, end in self.sign(at):
            for number, last in self._place("number", end):
                yield (sign, number), last
        if self._is_kind_of_train(at):
            return  # "a 2-train" is no two trains
        for number, end in self._place("number", at):
            if end < len(self.tokens):
                for sign, last in self.sign(end):
                    yield (sign, number), last
            yield (AT_LEAST if number else EXACTLY, number), end

    def who(self, at: int) -> Found:
        """A player, several of whom the same is said, or somebody else."""
        for name, end in self.named(PLAYER)(at):
            yield Player(name), end
            yield from self._together(Player(name), end)
        if self.tokens[at].key in self._said("someone"):
            yield facts.ANYBODY, at + 1

    def _together(self, first: Player, at: int) -> Found:
        """“Blue, Green or Gold”: the last joint says whether one of them is meant, or all."""
        for joint, kind in (("or", AnyOf), ("and", All)):
            players, end, words = [first], at, self._said(joint)
            while end + 1 < len(self.tokens) and (self._is(end, words) or self.tokens[end].key == ","):
                last, following = self._is(end, words), next(self.named(PLAYER)(end + 1), None)
                if following is None:
                    break
                players, end = [*players, Player(following[0])], following[1]
                if last:
                    yield _Together(tuple(players), kind), end
                    break

    def holder(self, at: int) -> Found:
        yield from self.named(PLAYER, COMPANY)(at)
        if self.tokens[at].key in self._said("me"):
            yield self.player, at + 1
        place = self.known.places.get(self.tokens[at].key)
        if place is not None:
            yield _HOLDERS[place], at + 1

    def companies(self, at: int) -> Found:
        """One company or more."""
        joints = (",", *self._said("and"), *self._said("or"))
        for company, end in self.named(COMPANY)(at):
            if end < len(self.tokens) and self.tokens[end].key in joints:
                for others, last in self.companies(end + 1) if end + 1 < len(self.tokens) else ():
                    yield (Company(company), *others), last
            yield (Company(company),), end

    def stops(self, at: int) -> Found:
        for name in STOPS:
            for pattern in self._rows(f"stop-{name}", at):
                for _, end in self._match(pattern, at, {}):
                    yield (name,), end


def _of_its_own(text: str) -> Unreadable:
    return Unreadable(
        "“{text}” is an order on file of its own; write it in a line of its own.", text=shortened(text, 60)
    )


def _merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> Values | None:
    """Both, or None if they contradict each other; what may be said several times is put together."""
    found = dict(one)
    for name, value in other.items():
        if name in ("amount", "count") and isinstance(value, tuple):
            found["sign"], found[name] = value
        elif name == "even" and name in found:
            found[name] = tuple(sorted({*found[name], *value}, key=list(STOPS).index))
        elif name == "unless" and name in found:
            found[name] = AnyOf((found[name], value))
        elif name in found and found[name] != value:
            return None
        else:
            found[name] = value
    return found


# The field that a place fills, where it is not called so.
_FIELDS = {
    "orders": "then",
    "kind": "train",
    "nobody": "unless",
    "else": "otherwise",
    "stops": "even",
    "goal": "count",
    "limit": "most",
    "partners": "others",
    "shareholder": "holder",
}
# What naming nobody says: the writer.
_MINE = {"holding-mine": "holder", "cash-mine": "purse", "director-mine": "player"}
# What is settled by a clause having been said.
_SETTLED: Mapping[str, Mapping[str, Any]] = {
    "even-all": {"even": tuple(STOPS)},
    "lasting": {"within": ALWAYS},
    "until-floats": {"floats": True},
    "then-pass": {"then": "pass"},
    "then-ask": {"then": "ask"},
    "run-best": {"run": True},
    "pay": {"dividend": "full"},
    "half": {"dividend": "half"},
    "withhold": {"dividend": "withhold"},
    "pay-until": {"dividend": "full"},
    "half-until": {"dividend": "half"},
    "withhold-until": {"dividend": "withhold"},
    "no-track": {"no_track": True},
    "no-station": {"no_station": True},
    "no-train": {"no_train": True},
}
_ACTS: Mapping[str, Callable[..., Any]] = {
    "act-run-best": RunBest,
    "act-buy": BuyShare,
    "act-sell-all": SellAll,
    **{f"no-{part}": partial(LeaveOut, part) for part in LEFT_OUT},
}
_PLACES: Mapping[str, Callable[[_Reader, int], Found]] = {
    "company": lambda reader, at: reader.named(COMPANY)(at),
    "seller": lambda reader, at: reader.named(COMPANY)(at),
    "private": lambda reader, at: reader.named(PRIVATE)(at),
    "item": lambda reader, at: reader.named(COMPANY, PRIVATE)(at),
    "what": lambda reader, at: reader.named(COMPANY, PRIVATE)(at),
    "player": lambda reader, at: reader.named(PLAYER)(at),
    # Where no verb says that something is held: "treasury CN" is money.
    "shareholder": lambda reader, at: reader.named(PLAYER)(at),
    "purse": lambda reader, at: reader.named(PLAYER, COMPANY)(at),
    "holder": _Reader.holder,
    "who": _Reader.who,
    "hex": _Reader.hex,
    "train": _Reader.train,
    "kind": _Reader.kind_of_train,
    "tile": _Reader.tile,
    "phase": _Reader.phase,
    "within": _Reader.round,
    "number": _Reader.number,
    "amount": _Reader.comparison,
    "count": _Reader.comparison,
    "goal": _Reader.number,
    "limit": _Reader.number,
    "least": _Reader.number,
    "sign": _Reader.sign,
    "condition": _Reader.condition,
    "unless": _Reader.condition,
    "nobody": _Reader.nobody,
    "until": _Reader.condition,
    "orders": _Reader.script,
    "else": _Reader.script,
    "stops": _Reader.stops,
    "partners": _Reader.companies,
}


def read_condition(state: State, player: Player, text: str, language: str = "") -> Condition:
    """A condition by itself. Raises Unreadable."""
    reader = _Reader(state, player, language, normal(text))
    for found, end in reader.condition(0):
        if end == len(reader.tokens):
            assert isinstance(found, Condition)
            return found
    raise reader.unreadable()

"""Reads what players write. What can be understood becomes a move; what can't is answered with what would work."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from itertools import islice

from engine.errors import Ambiguous, Doubted, ForLater, Illegal, Refused, Unreadable, WholeRound
from engine.game import apply, consents, legal_moves, open_step, to_act
from engine.mechanism import Reader
from engine.moves import Bid, Done, Move, Pass, Start
from engine.names import Player
from engine.notation.clean import clean, key, shortened
from engine.notation.counting import counted_trains, other_reading, readings, refuse_parts, unclear_count
from engine.notation.forms import form_readers
from engine.notation.lasting import of_the_round
from engine.notation.lately import Lately
from engine.notation.lays import read_lay
from engine.notation.lead_in import led_in, named_in, says_nothing
from engine.notation.leaving import hands_on, of_the_day
from engine.notation.mood import doubted
from engine.notation.names import COMPANY, PLACE, PRIVATE
from engine.notation.numbered import numbered_round
from engine.notation.operations import read_discard, read_half, read_pay, read_token, read_train, read_withhold
from engine.notation.routes import read_runs
from engine.notation.said import LINKS, on_turn
from engine.notation.sayings import leaves_alone as says_no
from engine.notation.sayings import sayings
from engine.notation.sayings import sells_nothing as selling_none
from engine.notation.scan import Scanner, Several, Unknown, words_of
from engine.notation.shares import read_bid, read_buy, read_private, read_sell, read_start
from engine.notation.speech import Item, heard, overheard, put_off
from engine.notation.tongue import NOT, NOTHING, elided, tongue
from engine.notation.vocabulary import takes_back
from engine.notation.words import COMMANDS, Lexicon, lexicon, order_words
from engine.notation.write import write_order
from engine.state import State
from engine.steps.run_trains import RunTrains, announced_by_the_moderator
from engine.title import Step, Title

# So many legal orders are compared with a line that was not understood.
COMPARED = 400
# So like a verb that a word may be a slip of it: in a short one a letter makes more of a difference.
SHORT, SHORT_ALIKE, ALIKE = 4, 0.6, 0.7
# So many words of a line may be unknown where it is only looked for what it names.
MOST_NAMED = 30


def parse_order(state: State, line: str, language: str = "") -> Move:
    """The move a line means in this position. Raises Unreadable or Ambiguous.

    All languages are read; where one word means two things, that of the writer, if it is known, decides.
    """
    try:
        return meant(state, line, language)
    except (ForLater, WholeRound):
        raise
    except Refused as refused:
        # Whatever is proposed would be accepted as it stands; what others must agree to is proposed only as a reading.
        could_be = refused.instead
        refused.instead = possible(state, could_be, ())
        if isinstance(refused, Ambiguous) and not refused.instead:
            refused.instead = possible(state, could_be, state.players)
            refused.impossible = could_be[0] if could_be and not refused.instead else ""
        refused.instead = refused.instead or nearest(state, line)
        raise


def meant(state: State, line: str, language: str = "") -> Move:
    """The move a line means, as ``parse_order`` finds it; who is refused is not told what else could be ordered."""
    return _as_written(state, line, language) or _behind_talk(state, line, language)


def can_be_read(state: State, line: str, language: str = "") -> bool:
    """Whether a line is an order here, with one meaning or several; what else could be ordered is not looked for."""
    try:
        return meant(state, line, language) is not None
    except Ambiguous:
        return True
    except Refused:
        return False


def _behind_talk(state: State, line: str, language: str) -> Move:
    """What a line means, whole or behind a beginning that changes nothing."""
    if when := numbered_round(state, line):
        # The number is none of shares, of trains or of money.
        raise _for_later(when)
    try:
        return _meant(state, line, language)
    except Refused as refused:
        if isinstance(refused, Ambiguous) and not isinstance(refused, Doubted):
            raise
        why = refused
        for head, tail in led_in(line):
            talk, named = says_nothing(head, state.players), named_in(state, head)
            if not talk and not named:
                continue
            try:
                move = _meant(state, tail, language)
            except Ambiguous:
                if talk:
                    raise
            except Refused as behind:
                why = behind if talk and not isinstance(why, Doubted) else why
            else:
                if talk or named in (on_turn(state), *write_order(move).split()):
                    return move
                if named in state.title.companies and on_turn(state):
                    why = Unreadable("{company} is on turn, not {other}.", company=on_turn(state), other=named)
        raise why from None


def _meant(state: State, line: str, language: str) -> Move:
    refuse_parts(line)
    if several := counted_trains(state, line, language):
        raise Unreadable("Write one order for each train.", instead=several[:1])
    move = _parsed(state, line, language)
    if isinstance(move, Pass) and hands_on(line, language):
        raise Unreadable("This may be a remark and no order; it is not guessed.")
    if (doubt := doubted(state, line, language, move) or of_the_day(line, move)) is not None:
        raise doubt
    if (asked := unclear_count(state, line, language, move) or of_the_round(state, line, move)) is not None:
        raise asked
    other = other_reading(state, line, language, move)
    if other is None or not would_do(state, other):
        return move
    if not would_do(state, move):
        return other
    raise readings(move, other)


def _as_written(state: State, line: str, language: str) -> Move | None:
    """The move of an order that is written as we write it: it can mean nothing else, and most orders are so written."""
    if not line.isascii() or line.partition(" ")[0] not in readers(state.title):
        return None
    known = lexicon(state.title, language)
    try:
        move = _read(state, words_of(line, known), known)
    except Refused:
        return None
    return move if write_order(move) == line else None


def _parsed(state: State, line: str, language: str) -> Move:
    text, known = "", lexicon(state.title, language)
    try:
        text = clean(line, state.players)
        move = _read(state, words_of(text, known), known)
        # The words may mean something else where this is not asked: "open N at 100" in a round of auctions.
        if _asked(state, move) or write_order(move) == text:
            return move
        return _said(state, line, language, asked=True) or move
    except Ambiguous:
        raise
    except Refused as refused:
        said = _said(state, line, language)
        if said is not None:
            return said
        if when := put_off(state, line, language):
            raise _for_later(when) from None
        if takes_unnamed(state, line, language):
            raise Unreadable("This does not say what you want to have; name it.") from None
        if isinstance(refused, Several | Unknown):
            raise _explained(state, refused, known) from None
        if isinstance(refused, Illegal):
            raise Unreadable(refused.message, refused.rule, refused.instead) from None
        raise


def _for_later(when: str) -> ForLater:
    return ForLater(
        "“{when}” puts this off, and only orders for now are played. Send the order without these words while "
        "it is not your turn, and it is kept for your next one; or put it on file with what it waits for: "
        "`if … then …`.",
        instead=("help if",),
        when=when,
    )


def asks_for_best(state: State, line: str, language: str = "") -> bool:
    """Whether a line asks for the best run, of whichever day: what that is depends on when it is asked."""
    known = lexicon(state.title, language)
    try:
        scan = Scanner(state, words_of(clean(line, state.players), known), known)
        if _verb(scan) == "run":
            scan.skip("train", "for")
            if scan.means("best"):
                scan.word()
                scan.skip("route", "train")
                scan.finish()
                return True
    except Refused:
        pass
    # A line of which a word is not known asks for nothing.
    items = heard(state, line, language)
    return items is not None and "run best" in sayings(state, items) and doubted(state, line, language) is None


def leaves_alone(state: State, line: str, language: str = "") -> bool:
    """Whether a line says no to something that is not asked now: it changes nothing."""
    return says_no(state, heard(state, line, language) or ())


def sells_nothing(state: State, line: str, language: str = "") -> bool:
    """Whether a line only says that nothing is sold."""
    return selling_none(heard(state, line, language) or ())


def bare_no(state: State, line: str, language: str = "") -> bool:
    """Whether a line only says no, and beside an order may mean it: "or maybe not"."""
    return takes_back(line) or only_says_no(state, line, language)


def only_says_no(state: State, line: str, language: str = "") -> bool:
    """Whether a line says no without a word for passing, and without saying to what: "no thank you"."""
    items = heard(state, line, language) or ()
    known = tongue(language)
    passing = any(known.words.get(key(word.strip(",.!"))) == "pass" for word in elided(line).split())
    said = {one.text for one in items} - LINKS
    return bool(said) and not passing and said <= {"no", "none", "pass", "or"}


def denies(line: str, language: str = "") -> bool:
    """Whether a line says no to what stands before it: "not really", where "no thanks" says a pass again."""
    known = tongue(language)
    said = [word for each in elided(line).split() if (word := key(each.strip(",.!…")))]
    return any(known.shades.get(word) == NOT for word in said) and all(
        known.words.get(word) in ("no", NOTHING) for word in said
    )


def only_passes(state: State, line: str, language: str = "") -> bool:
    """Whether a line passes, or ends a turn, and says neither of what nor anything else: "pass", "I'm out, thanks"."""
    said = {one.text for one in heard(state, line, language) or () if one.text not in LINKS}
    return bool(said) and said <= {"pass", "done"}


def possible(state: State, orders: tuple[str, ...], agreed: Collection[Player]) -> tuple[str, ...]:
    """Of the readings of a line those that would be accepted now, if these players agree."""
    return tuple(order for order in orders if _all_would_do(state, order, agreed))


def _all_would_do(state: State, reading: str, agreed: Collection[Player]) -> bool:
    """Whether a reading would be accepted, and if it is several orders, each behind the other."""
    if reading == "run best":
        return _runs(state)  # nobody waits for the best run because of a slip of the pen
    known, actor = lexicon(state.title), to_act(state)
    for order in reading.split("; "):
        try:
            move = _read(state, words_of(order, known), known)
            if actor is None or to_act(state) != actor:
                return False
            state = apply(state, move, actor, agreed=agreed, advise=False).state
        except Refused:
            return False
    return True


def _runs(state: State) -> bool:
    """Whether trains are run in the open step or one still to come."""
    if state.over or to_act(state) is None:
        return False
    steps = (open_step(state), *(() if state.demands else later_steps(state)))
    return any(isinstance(step, RunTrains) and step.actor(state) is not None for step in steps)


def _asked(state: State, move: Move) -> bool:
    """Whether a move is of a kind that the open step or one still to come would take."""
    if to_act(state) is None:
        return True
    if isinstance(move, Start) and any(isinstance(one, Bid) and one.item == move.company for one in legal_moves(state)):
        return False  # what is put up for auction is not started
    steps = (open_step(state), *(() if state.demands else later_steps(state)))
    return any(isinstance(move, step.accepts) for step in steps)


def _said(state: State, line: str, language: str, asked: bool = False) -> Move | None:
    """What a sentence means that is not written as we write orders. Raises Ambiguous if it can mean two things.

    With ``asked`` only what would be taken now counts.
    """
    items = heard(state, line, language)
    if not items:
        return None
    moves: list[Move] = []
    unsure: Ambiguous | None = None
    for order in dict.fromkeys(sayings(state, items)):
        try:
            moves.append(_read(state, words_of(order, lexicon(state.title)), lexicon(state.title)))
        except Ambiguous as several:
            unsure = several
        except Refused:
            continue
    if asked:
        moves = [move for move in moves if _asked(state, move) and would_do(state, move)]
    found = _fitting(state, list(dict.fromkeys(moves)))
    if unsure is not None and not found:
        raise unsure
    if len(found) > 1:
        raise readings(*found)
    return found[0] if found else None


def _fitting(state: State, moves: list[Move]) -> list[Move]:
    """The readings that answer what is asked now; if there are none, those of the rest of the turn; else all."""
    if len(moves) < 2 or to_act(state) is None:
        return moves
    for steps in ((open_step(state),), () if state.demands else later_steps(state)):
        fitting = [move for move in moves if any(isinstance(move, step.accepts) for step in steps)]
        if fitting and not any(would_do(state, move) for move in fitting):
            # Something that may be ordered beside the steps of the turn.
            fitting = [move for move in moves if move not in fitting and would_do(state, move)] or fitting
        if fitting:
            # Different kinds of decision: what could not be done at all is not what was meant.
            possible = [move for move in fitting if would_do(state, move)] if len(set(map(type, fitting))) > 1 else []
            return possible or fitting
    return moves


def later_steps(state: State) -> tuple[Step, ...]:
    """The steps of the turn that are still to come."""
    machine = state.title.rounds.get(state.cursor.round)
    return tuple(machine.later(state)) if machine is not None else ()


# Who takes or wants something says so with these; what it is says a name, a number or a thing.
# In a longer line more is said.
MOST_UNNAMED = 60
_TAKING, _MORE = frozenset(("buy", "take", "want")), frozenset(("more", "next", "all", "shares"))


def _takes_something(items: Sequence[Item]) -> bool:
    """Whether something is taken that is not said: "I'll have another one", "je la prends"."""
    said = {one.text for one in items if one.kind == "word"} - LINKS - _MORE
    return bool(said) and said <= _TAKING and all(one.kind in ("word", "number") for one in items)


def takes_unnamed(state: State, line: str, language: str = "") -> bool:
    """Whether a line does no more than take something, so many of it perhaps."""
    return len(line) <= MOST_UNNAMED and _takes_something(heard(state, line, language) or ())


def names_nothing(state: State, line: str, language: str = "") -> bool:
    """Whether a line takes something without saying what: when another is on turn it may be something else."""
    items = heard(state, line, language) or ()
    return _takes_something(items) and not any(one.kind == "number" for one in items)


def _explained(state: State, named: Several | Unknown, known: Lexicon) -> Refused:
    """A name that is several things, or none: the orders it may have been."""
    read = []
    for words in named.lines:
        try:
            read.append(_read(state, words, known))
        except Refused:
            continue
    if isinstance(named, Several):
        return Ambiguous(named.message, instead=tuple(dict.fromkeys(map(write_order, read))))
    return Unreadable(named.message, instead=tuple(dict.fromkeys(map(write_order, read))))


def would_do(state: State, move: Move) -> bool:
    actor = to_act(state)
    if actor is None:
        return False
    try:
        apply(state, move, actor, agreed=state.players, advise=False)
    except Refused:
        return False
    return True


@Lately
def _compared(state: State) -> tuple[str, ...]:
    """Orders that lines are held against which are not understood; not those that others have to agree to first."""
    moves = (move for move in islice(legal_moves(state), COMPARED) if not consents(state, move))
    return tuple(map(write_order, moves))


def nearest(state: State, text: str, most: int = 3) -> tuple[str, ...]:
    """The legal orders that look most like a line."""
    if state.over or to_act(state) is None:
        return ()
    verb = lexicon(state.title).verbs.get(key(text[:80]).partition(" ")[0], "")
    if isinstance(open_step(state), RunTrains) or (verb == "run" and _runs(state)):
        # Nobody waits for the best run because of a slip of the pen.
        return ("run best",) if announced_by_the_moderator(state) else ("run best", "run none")
    wanted = SequenceMatcher(None, "", key(text[:80]))
    found: dict[str, float] = {}
    for order in _about(state, text, _compared(state), verb):
        wanted.set_seq1(key(order))
        found.setdefault(order, wanted.ratio() + (order.partition(" ")[0] == verb))
    return tuple(sorted(found, key=lambda order: -found[order])[:most])


def _about(state: State, text: str, orders: Sequence[str], verb: str) -> Sequence[str]:
    """Of some orders those that are about what a line names; where it names what none is about, those of its verb. Who
    says no to something is not told to do it."""
    items = next((found[0] for found in (overheard(state, text, "", MOST_NAMED),) if found), ())
    said = {one.text for one in items}
    if said & {"no", "none"}:
        return [order for order in orders if (order == "pass") != ("pass" in said)]
    mine = on_turn(state)
    named = {symbol for one in items if (symbol := one.named(COMPANY, PRIVATE, PLACE)) and symbol != mine}
    if not named:
        return orders
    counted = {order: len(named & set(order.split())) for order in orders}
    most = max(counted.values(), default=0)
    if most:
        return [order for order in orders if counted[order] == most]
    return [order for order in orders if order.partition(" ")[0] == verb or order == "pass"]


def _read(state: State, words: tuple[str, ...], known: Lexicon) -> Move:
    scan = Scanner(state, words, known)
    verb = _verb(scan)
    begun = scan.at
    for reader in readers(state.title)[verb]:
        scan.at = begun
        move = reader(scan)
        if move is not None:
            scan.finish()
            return move
    scan.at = begun
    raise Unreadable("I don't understand “{text}” at the end of this order.", text=shortened(scan.rest()))


def _verb(scan: Scanner) -> str:
    """Finds out what is to be done, and leaves the scanner behind the words that say so."""
    if scan.over:
        raise Unreadable("There is no order in this line.")
    verbs, phrases = scan.lexicon.verbs, scan.lexicon.phrases
    # Some languages put the verb last.
    if scan.keys[-1] in scan.lexicon.last and len(scan.keys) > 1:
        scan.words = (scan.words[-1], *scan.words[:-1])
        scan.keys = (scan.keys[-1], *scan.keys[:-1])
    said = tuple(verbs.get(k, k) for k in scan.keys)
    begins = (scan.keys[0], said[0])
    for phrase in scan.lexicon.longest_first:
        if phrase[0] not in begins:
            continue
        meaning = phrases[phrase]
        if scan.keys[: len(phrase)] == phrase or said[: len(phrase)] == phrase:
            scan.words = (*meaning, *scan.words[len(phrase) :])
            scan.keys = (*meaning, *scan.keys[len(phrase) :])
            break
    first = scan.here
    if verbs.get(first) in readers(scan.state.title):
        scan.at += 1
        return verbs[first]
    if first in COMMANDS:
        raise Unreadable("“{word}” is a service command, not an order in the game.", word=first)
    if _is_number(first):
        return "bid"  # "105 on N"
    text = shortened(scan.words[0])
    if first in order_words():
        raise Unreadable("There is no “{verb}” in {title}.", verb=text, title=scan.state.title.name)
    # Only what could be ordered now is asked about: whoever bids does not mean to pay a dividend. And a word that says
    # something is no slip of another.
    known = first in tongue().words or first in tongue().numbers
    now = set[str]() if known else _verbs_now(scan.state)
    likeness = SHORT_ALIKE if len(first) <= SHORT else ALIKE
    close = [verbs[word] for word in scan.lexicon.alike.close(first[:20], 4, likeness) if verbs[word] in now]
    if not close:
        raise Unreadable("“{text}” doesn't start an order.", text=text)
    verb = scan.lexicon.called.get(close[0], close[0])
    raise Unreadable("“{text}” doesn't start an order; did you mean “{verb}”?", text=text, verb=verb)


def _verbs_now(state: State) -> set[str]:
    """The first words of the orders that would be accepted now."""
    if to_act(state) is None:
        return set()
    return {order.partition(" ")[0] for order in _compared(state)}


def _is_number(word: str) -> bool:
    return word.lstrip("r$₽-")[:1].isdigit() and word[:1] in "0123456789$₽r-"


def plain(move: Move, about: bool = False) -> Callable[[Scanner], Move]:
    """Reads an order that is its verb alone; naming what it is ``about`` ("pass N") changes nothing."""

    def read(scan: Scanner) -> Move:
        scan.skip("on")
        if about and not scan.over:
            scan.name(COMPANY, PRIVATE)
        return move

    return read


SHELF: Mapping[str, Reader] = {
    "bid": read_bid,
    "pass": plain(Pass(), about=True),
    "done": plain(Done()),
    "sell": read_sell,
    "buy": read_buy,
    "start": read_start,
    "private": read_private,
    "lay": read_lay,
    "token": read_token,
    "run": read_runs,
    "pay": read_pay,
    "half": read_half,
    "withhold": read_withhold,
    "train": read_train,
    "discard": read_discard,
}


@cache
def readers(title: Title) -> Mapping[str, tuple[Reader, ...]]:
    """How the orders of a title are read, by verb: a mechanism that says more than the shelf is asked first."""
    found: dict[str, tuple[Reader, ...]] = {}
    for table in (*(each.readers for each in title.mechanisms), *map(form_readers, title.mechanisms), SHELF):
        for verb, reader in table.items():
            found[verb] = (*found.get(verb, ()), reader)
    return found

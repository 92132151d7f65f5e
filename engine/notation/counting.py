"""Numbers that can mean two things: "2 trains" are two of them or one 2-train, and "raise 30" is to 30 or by 30.

Nobody but the writer knows, and it changes what is paid; so both readings are shown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from engine.errors import Ambiguous, Refused, Unreadable
from engine.game import apply, legal_moves, to_act
from engine.moves import Bid, Buy, Move, Sell
from engine.names import Company
from engine.notation.clean import key
from engine.notation.hangul import in_figures
from engine.notation.names import COMPANY
from engine.notation.said import LINKS, on_turn
from engine.notation.sayings import trains_to_come
from engine.notation.speech import Item, heard
from engine.notation.tongue import UNITS, Tongue, elided, tongue
from engine.notation.write import write_order
from engine.state import State

# What is said of trains that are there already, or of none.
_NOT_BOUGHT = frozenset("run best no none keep".split())
_GIVEN_AWAY = frozenset(("discard", "drop"))
# All that is said where trains are counted; who says more says something else as well.
_COUNTING = frozenset(("buy", "want", "train", "more", UNITS, "from", "of", "bank"))
_BOUGHT = frozenset(("buy", "take", "want"))
# More than anybody buys at once; a larger number is something else.
MOST = 6
# So many words has a line that says no more than how many.
MOST_WORDS = 8
_PART = re.compile(r"(?<![\d.])\d+\.\d{1,2}(?!\d)")
# "train 2 x2", and in front of it "2x train 2".
_TIMES = (
    re.compile(r"\s[x×]\s?([2-6])[\s.!]*$", re.IGNORECASE),
    re.compile(r"(?<![\w.+-])([2-6])\s?[x×*]\s+(?=[^\W\d])", re.IGNORECASE),
    re.compile(r"(?<![\w.+-])([2-6])\s[x×*]\s?(?=\d)", re.IGNORECASE),
)
_PERCENT = re.compile(r"([1-9])0\s*%")


def refuse_parts(text: str) -> None:
    """Money is whole: 30.50 is neither 30 nor 3,050."""
    if found := _PART.search(text):
        raise Unreadable("{text} is not a whole number.", text=found[0])


def counted_trains(state: State, line: str, language: str) -> tuple[str, ...]:
    """The orders of a line that tells how many trains of which kind; none if it tells no number.

    Raises Ambiguous where the number may as well be the train's name.
    """
    known = tongue(language)
    if times := next((told for one in _TIMES if (told := one.search(line))), None):
        # The number of times is neither a train nor a price.
        rest = f"{line[: times.start()]} {line[times.end() :]}"
        items = _without_buyer(state, heard(state, rest, language) or ())
        names = [one.text for one in items if one.text in state.title.trains]
        said = {one.text for one in items}
        if "train" in said and (said & _GIVEN_AWAY or any(one.named(COMPANY) for one in items)):
            raise Unreadable("Write one order for each train.")
        train = len(names) == 1 and not said - _COUNTING - {*names}
        if said and said <= _COUNTING and "train" in said:
            raise several_trains(state, int(times[1]))  # "train x2"
        return (f"train {names[0]}",) * int(times[1]) if train else ()
    words = [key(word.strip(".,!?()")) for word in elided(in_figures(line, known.numbers)).split()]
    plural = any(word.endswith(tuple(known.plurals)) for word in words)
    counting = any(one in word for one in known.counters for word in words)
    if not (plural or counting) and not _numbers_in_a_row(words, known):
        spelled = _spelled_out(line, known) if len(words) <= MOST_WORDS else 0
        if spelled and trains_to_come(state) and _only_counts(heard(state, line, language) or ()):
            raise several_trains(state, spelled)
        return ()
    items = _without_buyer(state, heard(state, line, language) or ())
    said = {one.text for one in items}
    found = _count(items, frozenset(state.title.trains))
    if found is None or said & _NOT_BOUGHT:
        return ()
    count, at = found
    if said & _GIVEN_AWAY or any(one.named(COMPANY) for one in items):
        raise Unreadable("Write one order for each train.")
    names = [one.text for place, one in enumerate(items) if place != at and one.text in state.title.trains]
    if said - _COUNTING - {items[at].text, *names}:
        return ()
    if len(names) == 1:
        return (f"train {names[0]}",) * count
    raise several_trains(state, count)


def _without_buyer(state: State, items: Sequence[Item]) -> tuple[Item, ...]:
    """Without the company on turn and the word before it: "two 3-trains for SW"."""
    mine = [at for at, one in enumerate(items) if one.named(COMPANY) == (on_turn(state) or "?")]
    before = [at - 1 for at in mine if at and items[at - 1].text in ("for", "by", "of")]
    return tuple(one for at, one in enumerate(items) if at not in (*mine, *before))


def _numbers_in_a_row(words: Sequence[str], known: Tongue) -> bool:
    """ "2x 2-train", "two 2-train": one that counts, and the name of the train."""
    counts = [word.strip("x×*").isdigit() or word in known.numbers for word in words]
    return any(counts[at] and words[at + 1][:1].isdigit() for at in range(len(words) - 1))


def _spelled_out(line: str, known: Tongue) -> int:
    """The number that a line has in words, and no other: nobody calls a train "two"."""
    words = [key(word.strip(",.!?()")) for word in elided(line).split()]
    found = [known.numbers[word] for word in words if word in known.numbers]
    return found[0] if len(found) == 1 and 2 <= found[0] <= MOST else 0


def _only_counts(items: Sequence[Item]) -> bool:
    """Whether something is bought of which only the number is said: "I'll take two", "j'en prends deux"."""
    said = {one.text for one in items if one.kind == "word"}
    numbers = [one for one in items if one.kind == "number"]
    others = any(one.kind not in ("word", "number") for one in items)
    return len(numbers) == 1 and not others and bool(said & _BOUGHT) and said - LINKS <= _BOUGHT | {"more"}


def several_trains(state: State, number: int) -> Ambiguous:
    """A bare number of trains may be the train of this name, or so many of the next one."""
    named = (f"train {number}",) if str(number) in state.title.trains else ()
    several = ("; ".join((f"train {state.depot[0]}",) * number),) if state.depot and number <= MOST else ()
    return Ambiguous(
        "“{count} trains” may be one {count}-train or {count} trains; say which.",
        instead=named + several,
        count=number,
    )


def _count(items: Sequence[Item], trains: frozenset[str]) -> tuple[int, int] | None:
    """The number that counts, and where it stands: "two 3-trains", "2 more trains", "열차 2대"."""
    for at, one in enumerate(items[:-2]):
        if one.kind == "number" and items[at + 1].text in trains and items[at + 2].text == "train":
            return (one.number, at) if 2 <= one.number <= MOST else None
    for at, one in enumerate(items):
        if one.text != UNITS:
            continue
        before = at - 1
        while before >= 0 and items[before].text in ("train", "more"):
            before -= 1
        if before >= 0 and items[before].kind == "number" and 2 <= items[before].number <= MOST:
            return items[before].number, before
    return None


def other_reading(state: State, line: str, language: str, move: Move) -> Move | None:
    """What else a move's line may mean: a raise by so much, a part of what one has."""
    if isinstance(move, Bid):
        return _raised(state, line, language, move)
    if isinstance(move, Sell) and (part := _PERCENT.search(line)):
        words = {key(word) for word in elided(line).split()}
        held = state.held(to_act(state) or "", Company(move.company))
        of_mine = held * int(part[1]) // 10
        if words & tongue(language).own and of_mine and of_mine != move.count and held * int(part[1]) % 10 == 0:
            return Sell(move.company, of_mine)
    return None


def corrected(state: State, order: str, line: str) -> str:
    """The bid that a line puts in place of an order: "Edit: 60" behind a bid of 55, "20… actually make that 25".

    Nothing where it names no other sum that could be bid."""
    sums = re.findall(r"(?<![\w.-])\d{1,5}(?![\w-])", line)
    bids = [move for move in legal_moves(state) if isinstance(move, Bid)]
    words = order.split()
    item = next((move.item for move in bids if words[:2] == ["bid", move.item]), "")
    actor = to_act(state)
    # A bid that says more than a sum is not put together anew.
    if len(words) != 3 or not sums or not item or actor is None or sums[-1] == words[-1]:
        return ""
    bid = Bid(item, int(sums[-1]))
    try:
        apply(state, bid, actor, advise=False)
    except Refused:
        return ""
    return write_order(bid)


# Words that say before a number what it becomes, or its price: "sell CN to 2 shares", "sell CN at 3".
_BECOMES, _COSTS = ("to", "on"), ("at", "for")


def unclear_count(state: State, line: str, language: str, move: Move) -> Ambiguous | None:
    """What is asked where the number behind such a word was taken for how many shares are sold or bought."""
    if not isinstance(move, Sell | Buy):
        return None
    items = heard(state, line, language) or ()
    # Behind what is done or what it is about; at the head of a line it belongs to something else ("à ce tour 2 CN").
    numbers = [(first, one) for first, one in pairwise(items[1:]) if one.kind == "number"]
    before = [first.text for first, one in numbers if one.number == move.count]
    word = before[0] if len(before) == 1 else ""
    if word not in (*_BECOMES, *_COSTS):
        return None
    held = state.held(to_act(state) or "", Company(move.company))
    left = abs(held - move.count) if isinstance(move, Buy) == (held < move.count) else 0
    counts = (left if word in _BECOMES else 1, move.count)
    moves = [replace(move, count=one) for one in dict.fromkeys(counts) if one]
    return Ambiguous(
        "It is not clear how many shares the {number} means; say so.",
        instead=tuple(write_order(one) for one in moves if isinstance(one, Buy) or one.count <= held),
        number=move.count,
    )


def _raised(state: State, line: str, language: str, move: Bid) -> Move | None:
    """ "raise 30" with no word between them."""
    bidding = state.facts.bidding
    if bidding is None or bidding.item != move.item or not bidding.high or move.amount != _only_number(line):
        return None
    items = heard(state, line, language) or ()
    if "raise" not in {one.text for one in items}:
        return None
    at = next((at for at, one in enumerate(items) if one.kind == "number"), 0)
    # "raise to 30", "30으로 올립니다", "erhöhe auf 30": the little word says which.
    if at and items[at - 1].text in ("to", "at", "of", "by", "in", "for", "on", "with", ":"):
        return None
    return Bid(move.item, bidding.high + move.amount)


def _only_number(line: str) -> int:
    found = re.findall(r"\d+", line)
    return int(found[0]) if len(found) == 1 else 0


def readings(*moves: Move) -> Ambiguous:
    return Ambiguous(
        "This can be understood in {count} ways; say which.",
        instead=tuple(map(write_order, moves)),
        count=len(moves),
    )

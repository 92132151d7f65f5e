"""Reads what players write. What can be understood becomes a move; what can't is answered with what would work."""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher, get_close_matches
from itertools import islice

from engine.errors import Ambiguous, Illegal, Refused, Unreadable
from engine.game import apply, legal_moves, open_step, to_act
from engine.moves import (
    Bankrupt,
    Done,
    EndGame,
    Move,
    Nationalise,
    Pass,
)
from engine.notation.clean import clean, key, shortened
from engine.notation.forms import kind_of, read_form
from engine.notation.lays import read_lay
from engine.notation.mergers import read_convert, read_keep, read_merge, read_take
from engine.notation.names import COMPANY, PRIVATE
from engine.notation.operations import (
    read_discard,
    read_half,
    read_move,
    read_neutral,
    read_pay,
    read_token,
    read_train,
    read_withhold,
)
from engine.notation.routes import read_runs
from engine.notation.scan import Scanner, Several, Unknown, words_of
from engine.notation.shares import (
    read_bid,
    read_buy,
    read_exchange,
    read_private,
    read_redeem,
    read_sell,
    read_start,
)
from engine.notation.words import COMMANDS, PHRASES, VERBS
from engine.notation.write import write_order
from engine.state import State
from engine.steps.run_trains import RunTrains

# So many legal orders are compared with a line that was not understood.
COMPARED = 400


def parse_order(state: State, line: str) -> Move:
    """The move a line means in this position. Raises Unreadable or Ambiguous."""
    text = ""
    try:
        text = clean(line, state.players)
        return _read(state, words_of(text))
    except (Several, Unknown) as named:
        raise _explained(state, named, text) from None
    except Illegal as refused:
        raise Unreadable(refused.message, refused.rule, refused.instead or nearest(state, text)) from None
    except (Unreadable, Ambiguous) as refused:
        if not refused.instead:
            refused.instead = nearest(state, text)
        raise


def _explained(state: State, named: Several | Unknown, text: str) -> Refused:
    """A name that is several things, or none: the orders it may have been."""
    readings = []
    for words in named.lines:
        try:
            readings.append(_read(state, words))
        except Refused:
            continue
    if isinstance(named, Several):
        found = tuple(dict.fromkeys(map(write_order, readings)))
        return Ambiguous(named.message, instead=found or nearest(state, text))
    # A guess at a name is proposed only if the order would be accepted.
    found = tuple(dict.fromkeys(write_order(move) for move in readings if _would_do(state, move)))
    return Unreadable(named.message, instead=found or nearest(state, text))


def _would_do(state: State, move: Move) -> bool:
    actor = to_act(state)
    if actor is None:
        return False
    try:
        apply(state, move, actor, agreed=state.players, advise=False)
    except Refused:
        return False
    return True


def nearest(state: State, text: str, most: int = 3) -> tuple[str, ...]:
    """The legal orders that look most like a line."""
    if state.over or to_act(state) is None:
        return ()
    verb = VERBS.get(key(text[:80]).partition(" ")[0], "")
    coming = (open_step(state), *state.title.rounds[state.cursor.round].later(state))
    if isinstance(coming[0], RunTrains) or (verb == "run" and any(isinstance(step, RunTrains) for step in coming)):
        return ("run best", "run none")  # nobody waits for the best run because of a slip of the pen
    wanted = SequenceMatcher(None, "", key(text[:80]))
    found: dict[str, float] = {}
    for move in islice(legal_moves(state), COMPARED):
        order = write_order(move)
        wanted.set_seq1(key(order))
        found.setdefault(order, wanted.ratio() + (order.partition(" ")[0] == verb))
    return tuple(sorted(found, key=lambda order: -found[order])[:most])


def _read(state: State, words: tuple[str, ...]) -> Move:
    scan = Scanner(state, words)
    verb = _verb(scan)
    move = READERS[verb](scan)
    scan.finish()
    return move


def _verb(scan: Scanner) -> str:
    """Finds out what is to be done, and leaves the scanner behind the words that say so."""
    if scan.over:
        raise Unreadable("There is nothing to do in this line.")
    # Korean puts the verb last.
    if scan.keys[-1] in VERBS and not scan.keys[-1].isascii() and len(scan.keys) > 1:
        scan.words = (scan.words[-1], *scan.words[:-1])
        scan.keys = (scan.keys[-1], *scan.keys[:-1])
    for phrase in sorted(PHRASES, key=len, reverse=True):
        meaning = PHRASES[phrase]
        if scan.keys[: len(phrase)] == phrase or tuple(VERBS.get(k, k) for k in scan.keys[: len(phrase)]) == phrase:
            scan.words = (*meaning, *scan.words[len(phrase) :])
            scan.keys = (*meaning, *scan.keys[len(phrase) :])
            break
    first = scan.here
    if VERBS.get(first) in READERS:
        scan.at += 1
        return VERBS[first]
    if first in COMMANDS:
        raise Unreadable("“{word}” is something to ask of the service; it is not an order in the game.", word=first)
    if _is_number(first):
        return "bid"  # "105 on N"
    if kind_of(scan) is not None:
        return "form"
    close = get_close_matches(first[:20], VERBS, n=2, cutoff=0.6)
    text = shortened(scan.words[0])
    if not close:
        raise Unreadable("“{text}” is not the beginning of an order.", text=text)
    raise Unreadable(
        "“{text}” is not the beginning of an order; did you mean “{verb}”?", text=text, verb=VERBS[close[0]]
    )


def _is_number(word: str) -> bool:
    return word.lstrip("r$₽-")[:1].isdigit() and word[:1] in "0123456789$₽r-"


def _plain(move: Move) -> Callable[[Scanner], Move]:
    def read(scan: Scanner) -> Move:
        scan.skip("on")
        # "pass N", "keep M-K": naming what it is about changes nothing.
        if not scan.over and isinstance(move, Pass | Nationalise):
            scan.name(COMPANY, PRIVATE)
        return move

    return read


READERS: dict[str, Callable[[Scanner], Move]] = {
    "bid": read_bid,
    "pass": _plain(Pass()),
    "done": _plain(Done()),
    "sell": read_sell,
    "buy": read_buy,
    "start": read_start,
    "private": read_private,
    "redeem": read_redeem,
    "lay": read_lay,
    "token": read_token,
    "neutral": read_neutral,
    "run": read_runs,
    "pay": read_pay,
    "half": read_half,
    "withhold": read_withhold,
    "train": read_train,
    "discard": read_discard,
    "nationalise": _plain(Nationalise()),
    "keep": read_keep,
    "convert": read_convert,
    "merge": read_merge,
    "take": read_take,
    "end": _plain(EndGame()),
    "exchange": read_exchange,
    "move": read_move,
    "bankrupt": _plain(Bankrupt()),
    "form": read_form,
}

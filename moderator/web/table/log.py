"""What happened, in sentences: the latest moves first, those taken back shown as such."""

from __future__ import annotations

from dataclasses import dataclass

from engine import State, to_act
from engine.message import Message
from moderator.language import Words, plain, sentences
from moderator.outbox.report.happened import taken_back
from moderator.store.game import Play
from moderator.table.playing import left_by_pass
from moderator.web.table.moments import Moments

# So many moves a page; the rest is asked for.
SHORT = 30
# That an order was on file is its owner's secret.
TOLD_HOW = ("bot", "default", "gm", "offer")


@dataclass(frozen=True)
class Entry:
    """One move as it is told."""

    seq: int
    by: str
    order: str
    said: tuple[str, ...]
    how: str
    undone: bool
    round: str


def log(play: Play, moments: Moments, words: Words, upto: int, page: int = SHORT) -> list[Entry]:
    """The moves up to one, newest first."""
    rows = play.moves(since=max(0, upto - page), upto=upto, undone=True)
    standing = [row for row in rows if not row.undone]
    state = moments.at(play, standing[0].seq - 1) if standing else None
    found = []
    for row in rows:
        said: tuple[str, ...] = ()
        if not row.undone and row.events and state is not None:
            before = state
            told, state = sentences(state, row.happened, words)
            said = tuple(told) if row.order != "pass" else of_pass(before, told, words)
        if not row.events and row.order.startswith("undo to "):
            said = (taken_back(row.by, row.order, words),)
        how = words(f"how_{row.how}") if row.how in TOLD_HOW and row.events else ""
        found.append(Entry(row.seq, plain(row.by), plain(row.order), said, how, row.undone, row.round))
    return found[::-1]


def of_pass(state: State, told: list[str], words: Words) -> tuple[str, ...]:
    """What a pass leaves out, in a company's turn, and what followed from it; else that somebody passes."""
    if (left := left_by_pass(state)) is not None:
        return (words.say(left), *told)
    return tuple(told) or (words.say(Message("{player} passes.", player=plain(to_act(state) or ""))),)

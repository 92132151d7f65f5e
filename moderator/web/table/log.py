"""What happened, in sentences: the latest moves first, those taken back shown as such."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Event, State
from moderator.language import Teller, Words, plain
from moderator.store.game import Play
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
            told, state = sentences(state, row.happened, words)
            said = tuple(told)
        how = words(f"how_{row.how}") if row.how in TOLD_HOW else ""
        found.append(Entry(row.seq, plain(row.by), plain(row.order), said, how, row.undone, row.round))
    return found[::-1]


def sentences(state: State, events: tuple[Event, ...], words: Words) -> tuple[list[str], State]:
    """What people care about of a move, each said of the position it happened in; and the position after it."""
    said = []
    for event in events:
        if sentence := Teller(words, state).sentence(event):
            said.append(sentence)
        state = event.apply(state)
    return said, state

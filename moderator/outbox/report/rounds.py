"""The moves of the round that is being played, as mails tell of them: read and decoded once.

All mails about a move tell of its round, and those about the next move of one more. So what was told last of a game is
taken up again where its last move still stands, and what a mail costs does not grow with the round.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

import engine
from engine import Event, State
from engine.events import RoundBegan
from moderator.outbox.report.view import Happening
from moderator.store.game import Play
from moderator.store.tables import MoveRow

# A round is looked for no further back than this.
LONGEST = 150
# So many are kept in mind, of whatever games.
MOST = 48


@dataclass(frozen=True)
class Round:
    """The moves of a round up to one of them, by its number and its link, and the position after it."""

    upto: int
    link: str
    log: tuple[Happening, ...]
    after: State


_known: OrderedDict[tuple[str, int, str], Round] = OrderedDict()
_lock = Lock()


def of(play: Play, upto: int) -> tuple[Happening, ...]:
    """The moves since the present round began; in a stock or merger round, since the operating round before it."""
    # The last link says what stands: after an undo the same move is told of in another round, or in none.
    key = (play.id, upto, play.head)
    with _lock:
        known = _known.get(key)
        earlier = [one for (game, _, _), one in _known.items() if game == play.id and one.upto < upto]
    if known is not None:
        return known.log
    nearest = max(earlier, key=lambda one: one.upto, default=None)
    if nearest is not None and play.stands(nearest.upto, nearest.link):
        told = (*nearest.log, *_told(play.moves(nearest.upto, upto), nearest.after))[-LONGEST:]
        after = nearest.after
    else:
        rows = _rows(play, upto)
        after = play.state_at(rows[0].seq - 1 if rows else upto)
        told = _told(rows, after)
    if told:
        after = engine.evolve(told[-1].before, told[-1].events)
    begun = next((at for at in range(len(told), 0, -1) if any(map(_begins, told[at - 1].events))), 0)
    with _lock:
        _known[key] = Round(upto, play.link_at(upto), told[begun:], after)
        while len(_known) > MOST:
            _known.popitem(last=False)
    return told[begun:]


def since(play: Play, after: int, upto: int) -> tuple[Happening, ...]:
    """The moves after one and up to another, each with the position before it. That moves were taken back is said only
    to who was told of them."""
    log = of(play, upto)
    if not log or log[0].number > after + 1:
        rows = play.moves(after, upto)
        log = _told(rows, play.state_at(rows[0].seq - 1)) if rows else ()
    return tuple(one for one in log if one.number > after and (one.events or _goes_back_to(one) < after))


def _goes_back_to(one: Happening) -> int:
    """The move after which all was taken back."""
    return int(one.order.rpartition(" ")[2])


def _told(rows: Sequence[MoveRow], state: State) -> tuple[Happening, ...]:
    found = []
    for move in rows:
        events = move.happened
        found.append(Happening(move.seq, move.by, move.order, events, state, move.how))
        state = engine.evolve(state, events)
    return tuple(found)


def _rows(play: Play, upto: int) -> list[MoveRow]:
    rows = play.moves(max(0, upto - LONGEST), upto)
    for number, move in reversed(list(enumerate(rows))):
        if any(_begins(event) for event in move.happened):
            return rows[number + 1 :]
    return rows


def _begins(event: Event) -> bool:
    return isinstance(event, RoundBegan) and event.cursor.round == "operating"

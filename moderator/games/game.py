"""A game in progress: its row, its seats and its position, kept in step."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from threading import Lock
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from moderator.games.rules import Event, Rules, State
from moderator.games.store import Game, MoveRow, Seat, Snapshot

# With a snapshot this often the seven hundredth order costs what the seventh does.
SNAPSHOT_EVERY = 20
SNAPSHOTS_KEPT = 3


class Positions:
    """Positions of games this process met lately, so that most orders need no replay at all."""

    def __init__(self, most: int = 256) -> None:
        self._most, self._lock = most, Lock()
        self._known: OrderedDict[str, tuple[int, str, State]] = OrderedDict()

    def get(self, game_id: str, seq: int, digest: str) -> State | None:
        with self._lock:
            known = self._known.get(game_id)
            # The digest decides: a position from a transaction that never happened can't be taken for the real one.
            if known is None or known[:2] != (seq, digest):
                return None
            self._known.move_to_end(game_id)
            return known[2]

    def put(self, game_id: str, seq: int, digest: str, state: State) -> None:
        with self._lock:
            self._known[game_id] = (seq, digest, state)
            self._known.move_to_end(game_id)
            while len(self._known) > self._most:
                self._known.popitem(last=False)


class Play:
    """One game as its moderator sees it. Changes go to the session it was read with."""

    def __init__(self, session: Session, rules: Rules, positions: Positions, row: Game, seats: Sequence[Seat]) -> None:
        self._session, self.rules, self._positions = session, rules, positions
        self.row, self.seats = row, list(seats)
        self._state: State | None = None

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def players(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.role == "player"]

    @property
    def running(self) -> bool:
        return self.row.status == "running"

    @property
    def state(self) -> State:
        if self._state is None:
            known = self._positions.get(self.row.id, self.row.seq, self.row.digest)
            self._state = known if known is not None else self.state_at(self.row.seq)
            self._positions.put(self.row.id, self.row.seq, self.row.digest, self._state)
        return self._state

    def seat(self, name: str | None) -> Seat | None:
        """A seat by its name, in whatever case it was written."""
        wanted = (name or "").casefold()
        return next((seat for seat in self.seats if seat.name.casefold() == wanted), None)

    @property
    def mover(self) -> Seat | None:
        return self.seat(self.row.mover) if self.running else None

    def state_at(self, seq: int) -> State:
        """The position after move ``seq``, from the nearest snapshot before it."""
        snapshot = self._session.scalars(
            select(Snapshot)
            .where(Snapshot.game_id == self.row.id, Snapshot.seq <= seq)
            .order_by(Snapshot.seq.desc())
            .limit(1)
        ).first()
        begin = snapshot.seq if snapshot is not None else -1
        rows = self._session.execute(
            select(MoveRow.events)
            .where(MoveRow.game_id == self.row.id, MoveRow.seq > begin, MoveRow.seq <= seq, ~MoveRow.undone)
            .order_by(MoveRow.seq)
        ).scalars()
        events = self.rules.decode(event for kept in rows for event in kept)
        if snapshot is None:
            return self.rules.replay(events)
        return self.rules.evolve(self.rules.restore(snapshot.state), events)

    def moves(self, since: int = 0, upto: int | None = None, *, undone: bool = False) -> list[MoveRow]:
        wanted = select(MoveRow).where(MoveRow.game_id == self.row.id, MoveRow.seq > since).order_by(MoveRow.seq)
        if upto is not None:
            wanted = wanted.where(MoveRow.seq <= upto)
        if not undone:
            wanted = wanted.where(~MoveRow.undone)
        return list(self._session.scalars(wanted))

    def latest_by(self, name: str) -> int:
        """The number of a player's latest move that stands; 0 before their first."""
        wanted = select(func.max(MoveRow.seq)).where(
            MoveRow.game_id == self.row.id, MoveRow.by == name, ~MoveRow.undone
        )
        return self._session.scalar(wanted) or 0

    def begin(self, events: Sequence[Event], now: datetime) -> None:
        """Writes the first events of the game."""
        self._state = self.rules.replay(events)
        self._write(0, "", "start", events, "start", None, now)
        self.row.seq, self.row.turn = 0, 1
        self._settle(new_turn=True)

    def record(self, by: str, order: str, events: Sequence[Event], how: str, mail_id: int | None, now: datetime) -> int:
        """Appends a move that was played, and moves the turn on where it passes to another player or company."""
        before = (self.row.mover, self.rules.place(self.state))
        self._state = self.rules.evolve(self.state, events)
        seq = self.row.seq + 1
        self._write(seq, by, order, events, how, mail_id, now)
        self.row.seq = seq
        after = (self.rules.mover(self._state), self.rules.place(self._state))
        self._settle(new_turn=before != after)
        if seq % SNAPSHOT_EVERY == 0:
            self._keep_snapshot()
        return seq

    def take_back(self, to: int, by: str, how: str, mail_id: int | None, now: datetime) -> list[MoveRow]:
        """Undoes every move after ``to``; the rows stay, marked, and the undoing is an entry of its own."""
        undone = self.moves(since=to)
        for move in undone:
            move.undone = True
        self._session.execute(delete(Snapshot).where(Snapshot.game_id == self.row.id, Snapshot.seq > to))
        self._session.flush()
        self._state = self.state_at(to)
        # Numbers are never used again, so a mail written before the undo is stale and can't be played by mistake.
        seq = self.row.seq + 1
        self._write(seq, by, f"undo to {to}", (), how, mail_id, now)
        self.row.seq = seq
        self._settle(new_turn=True)
        if self.row.status == "over":
            self.row.status, self.row.ended_at, self.row.result = "running", None, None
        return undone

    def forget(self) -> None:
        """After a savepoint was rolled back: the row is read again, and the position with it."""
        self._session.refresh(self.row)
        self._state = None

    def _write(
        self, seq: int, by: str, order: str, events: Sequence[Event], how: str, mail_id: int | None, now: datetime
    ) -> None:
        self.row.digest = self.rules.digest(self._state)
        self._session.add(
            MoveRow(
                game_id=self.row.id,
                seq=seq,
                by=by,
                how=how,
                mail_id=mail_id,
                order=order,
                events=self.rules.encode(events),
                digest=self.row.digest,
                round=self.rules.round(self._state),
                played_at=now,
                undone=False,
            )
        )
        # The unique (game, seq) must speak here and now, not at some later statement.
        self._session.flush()

    def _settle(self, *, new_turn: bool) -> None:
        self.row.mover = self.rules.mover(self._state)
        self.row.round = self.rules.round(self._state)
        if new_turn:
            self.row.turn = self.row.seq + 1
        self._positions.put(self.row.id, self.row.seq, self.row.digest, self._state)

    def _keep_snapshot(self) -> None:
        kept: dict[str, Any] = self.rules.save(self._state)
        self._session.add(Snapshot(game_id=self.row.id, seq=self.row.seq, digest=self.row.digest, state=kept))
        old = self.row.seq - SNAPSHOT_EVERY * SNAPSHOTS_KEPT
        self._session.execute(delete(Snapshot).where(Snapshot.game_id == self.row.id, Snapshot.seq <= old))

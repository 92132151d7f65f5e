"""A game in progress: its row, its seats and its position, kept in step."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from threading import Lock
from typing import Any

from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.orm import Session

import engine
from engine import Event, Outcome, State
from moderator.store import chain
from moderator.store.cup_tables import GameEnd
from moderator.store.mails import Notice
from moderator.store.statuses import GameStatus, SeatRole
from moderator.store.tables import Game, MoveRow, Outgoing, Seat, Snapshot

# With a snapshot this often the seven hundredth order costs what the seventh does.
SNAPSHOT_EVERY = 20
# Mails tell of a whole round, so a snapshot from before the longest is at hand.
SNAPSHOTS_KEPT = 9


# Asked with every order; written once, for making a statement costs as much as asking it.
_ALL_MOVES = (
    select(MoveRow)
    .where(MoveRow.game_id == bindparam("game"), MoveRow.seq > bindparam("since"), MoveRow.seq <= bindparam("upto"))
    .order_by(MoveRow.seq)
)
_MOVES = _ALL_MOVES.where(~MoveRow.undone)


_SNAPSHOT = (
    select(Snapshot.seq, Snapshot.state, MoveRow.digest)
    .outerjoin(MoveRow, (MoveRow.game_id == Snapshot.game_id) & (MoveRow.seq == Snapshot.seq))
    .where(Snapshot.game_id == bindparam("game"), Snapshot.seq <= bindparam("upto"))
    .order_by(Snapshot.seq.desc())
    .limit(1)
)


log = logging.getLogger(__name__)


def position_of(kept: Mapping[str, Any], digest: str | None) -> State | None:
    """The position of a snapshot, if it is that of its move: moves are sealed, and snapshots are not."""
    try:
        state = engine.restore(kept)
    except engine.Outdated:
        return None
    except Exception:  # noqa: BLE001  (whoever writes into the database may write anything)
        log.warning("a snapshot can't be read")
        return None
    if digest is None or not engine.comparable(digest):
        # The move's own digest is of an older form, or there is none: the events say what became of it.
        return None
    if engine.digest(state) != digest:
        log.warning("a snapshot is not the position of its move")
        return None
    return state


class Positions:
    """Positions of games this process met lately, so that most orders need no replay at all."""

    def __init__(self, most: int = 256) -> None:
        self._most, self._lock = most, Lock()
        self._known: OrderedDict[str, tuple[int, str, str, State]] = OrderedDict()

    def get(self, game_id: str, seq: int, digest: str) -> State | None:
        with self._lock:
            known = self._known.get(game_id)
            # The digest decides: a position from a transaction that never happened can't be taken for the real one.
            if known is None or known[:2] != (seq, digest):
                return None
            self._known.move_to_end(game_id)
            return known[3]

    def latest(self, game_id: str) -> tuple[int, str, State] | None:
        """The last position met of a game, with the number and the link of the move before it, if any."""
        with self._lock:
            known = self._known.get(game_id)
            return (known[0], known[2], known[3]) if known is not None else None

    def put(self, game_id: str, seq: int, digest: str, link: str, state: State) -> None:
        with self._lock:
            self._known[game_id] = (seq, digest, link, state)
            self._known.move_to_end(game_id)
            while len(self._known) > self._most:
                self._known.popitem(last=False)


def past_its_end(terms: Mapping[str, Any], state: State) -> bool:
    """Whether the last set of operating rounds is over that is played under the terms of a game's event."""
    last = int(terms.get("early_end") or 0)
    return bool(last) and state.cursor.number > last


class Play:
    """One game as its moderator sees it. Changes go to the session it was read with."""

    def __init__(self, session: Session, positions: Positions, row: Game, seats: Sequence[Seat]) -> None:
        self._session, self._positions = session, positions
        self.row, self.seats = row, list(seats)
        self._state: State | None = None
        # The moves written in this unit of work, and the number after which none but them is standing.
        self._written: list[MoveRow] = []
        self._after: int | None = None
        # What was told of the latest move, where an order on file has made it: its number, the mail and what it says.
        self.played_last: tuple[int, Outgoing, Notice] | None = None

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def title(self) -> str:
        return self.row.title

    @property
    def options(self) -> Mapping[str, Any]:
        return self.row.options

    @property
    def terms(self) -> Mapping[str, Any]:
        """How time and absences are treated in this game, as it is kept; see ``clock.terms_from``."""
        return self.row.terms

    @property
    def drawn(self) -> Mapping[str, Any]:
        """What chance has decided, or is not to decide."""
        return self.row.drawn

    @property
    def status(self) -> str:
        return self.row.status

    @property
    def seq(self) -> int:
        """The number of the last move."""
        return self.row.seq

    @property
    def turn(self) -> int:
        """The number of the move with which the present turn began."""
        return self.row.turn

    @property
    def round(self) -> str:
        """The round that is being played, as players say it."""
        return self.row.round

    @property
    def to_move(self) -> str:
        """The name of whoever has to decide; empty if nobody has."""
        return self.row.mover or ""

    @property
    def created_at(self) -> datetime:
        return self.row.created_at

    @property
    def digest(self) -> str:
        return self.row.digest

    @property
    def head(self) -> str:
        """The link of the last move (see chain.py)."""
        return self.row.head

    @property
    def begun(self) -> bool:
        """Whether there is a position."""
        return bool(self.row.digest)

    @property
    def result(self) -> Mapping[str, Any] | None:
        return self.row.result

    @property
    def paused_at(self) -> datetime | None:
        return self.row.paused_at

    @property
    def visibility(self) -> str:
        """``public``, ``unlisted`` or ``private``."""
        return self.row.visibility or "public"

    def show_to(self, visibility: str) -> None:
        # Public says nothing, so that games from before there was a choice keep their seals.
        self.row.visibility = "" if visibility == "public" else visibility

    @property
    def bot_to_move(self) -> bool:
        mover = self.mover
        return mover is not None and mover.bot

    @property
    def called_for(self) -> datetime | None:
        """When the sweep is to look at the game: a bot has to move, or a change of mind is no longer waited for."""
        return self.row.bot_due_at

    @property
    def moderator_id(self) -> int | None:
        """The first moderator."""
        return self.row.gm_id

    @property
    def outage(self) -> bool:
        """Whether its clock was stopped together with all others."""
        return self.row.outage

    def mark_outage(self, *, outage: bool) -> None:
        self.row.outage = outage

    def moderated_first_by(self, person_id: int) -> bool:
        return self.row.gm_id == person_id

    def moderated_by(self, person_id: int) -> bool:
        """As its first moderator or its second."""
        return any(seat.role == SeatRole.GM and seat.person_id == person_id for seat in self.seats)

    @property
    def players(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.role == SeatRole.PLAYER]

    @property
    def running(self) -> bool:
        return self.row.status == GameStatus.RUNNING

    @property
    def closed(self) -> bool:
        """Whether nobody may move any more although nothing is decided yet."""
        return self.row.status == GameStatus.CLOSED

    @property
    def over(self) -> bool:
        return self.row.status == GameStatus.OVER

    @property
    def past_its_end(self) -> bool:
        return past_its_end(self.terms, self.state)

    @property
    def state(self) -> State:
        if self._state is None:
            known = self._positions.get(self.row.id, self.row.seq, self.row.digest)
            self._state = known if known is not None else self._caught_up()
            self._positions.put(self.row.id, self.row.seq, self.row.digest, self.row.head, self._state)
        return self._state

    def _caught_up(self) -> State:
        """The present position, from the one this process met last where others have played on since."""
        last = self._positions.latest(self.row.id)
        if last is None or last[0] >= self.row.seq or not self.stands(last[0], last[1]):
            return self.state_at(self.row.seq)
        return engine.evolve(last[2], self._events(last[0], self.row.seq))

    def seat(self, name: str | None) -> Seat | None:
        """A seat by its name, in whatever case it was written."""
        wanted = (name or "").casefold()
        return next((seat for seat in self.seats if seat.name.casefold() == wanted), None)

    @property
    def mover(self) -> Seat | None:
        return self.seat(self.row.mover) if self.running else None

    def state_at(self, seq: int) -> State:
        """The position after move ``seq``, from the nearest snapshot before it that can still be read."""
        begin, known = self._snapshot_before(seq)
        events = self._events(begin, seq)
        return engine.replay(events) if known is None else engine.evolve(known, events)

    def _events(self, since: int, upto: int) -> Iterator[Event]:
        """What happened in the moves after ``since`` that stand."""
        rows = self._session.execute(
            select(MoveRow.events)
            .where(MoveRow.game_id == self.row.id, MoveRow.seq > since, MoveRow.seq <= upto, ~MoveRow.undone)
            .order_by(MoveRow.seq)
        ).scalars()
        return (engine.decode(event) for kept in rows for event in kept)

    def _snapshot_before(self, seq: int) -> tuple[int, State | None]:
        """The latest readable snapshot and its number; without one the game is replayed from its first event."""
        before = seq
        while True:
            # One at a time: a position is long, and the latest nearly always can be read.
            snapshot = self._session.execute(_SNAPSHOT, {"game": self.row.id, "upto": before}).first()
            if snapshot is None:
                return -1, None
            if (state := position_of(snapshot.state, snapshot.digest)) is not None:
                return snapshot.seq, state
            before = snapshot.seq - 1

    def moves(self, since: int = 0, upto: int | None = None, *, undone: bool = False) -> list[MoveRow]:
        if not undone and self._after is not None and since >= self._after:
            return [move for move in self._written if move.seq > since and (upto is None or move.seq <= upto)]
        wanted = _ALL_MOVES if undone else _MOVES
        last = self.row.seq if upto is None else upto
        return list(self._session.scalars(wanted, {"game": self.row.id, "since": since, "upto": last}))

    def recall(self, since: int) -> None:
        """Reads the moves after ``since`` once, for several who will ask."""
        if self._after is None or since < self._after:
            self._written, self._after = self.moves(since), since

    def moved(self, name: str, since: int) -> str:
        """How a player's first move from this number on came about that stands; nothing if there is none."""
        theirs = (move for move in self.moves(since - 1) if move.by == name and not move.order.startswith("undo to "))
        return next((move.how for move in theirs), "")

    def link_at(self, seq: int) -> str:
        """The link of a move, which may have been taken back since."""
        if seq == self.row.seq:
            return self.row.head
        wanted = select(MoveRow.link).where(MoveRow.game_id == self.row.id, MoveRow.seq == seq)
        return self._session.scalar(wanted) or ""

    def stands(self, seq: int, link: str) -> bool:
        """Whether the move of this number is the one with this link, and was not taken back."""
        wanted = select(MoveRow.undone).where(MoveRow.game_id == self.row.id, MoveRow.seq == seq, MoveRow.link == link)
        return self._session.scalar(wanted) is False

    def rounds(self) -> list[tuple[str, int]]:
        """Every round that was played, and the number of the last move that stands in it."""
        wanted = (
            select(MoveRow.round, func.max(MoveRow.seq))
            .where(MoveRow.game_id == self.row.id, ~MoveRow.undone)
            .group_by(MoveRow.round)
        )
        found = self._session.execute(wanted)
        return sorted(((name, seq) for name, seq in found), key=lambda one: one[1])

    def record_told(self) -> dict[str, Any]:
        """The whole game with its chain, for when it is over."""
        rows = select(MoveRow).where(MoveRow.game_id == self.row.id).order_by(MoveRow.seq)
        return chain.tell(self.row, self._session.scalars(rows))

    def moves_of_mail(self, mail_id: int) -> list[MoveRow]:
        """What a mail became: its moves, or the entry by which it took some back."""
        wanted = select(MoveRow).where(MoveRow.game_id == self.row.id, MoveRow.mail_id == mail_id)
        return list(self._session.scalars(wanted.order_by(MoveRow.seq)))

    def latest_by(self, name: str) -> int:
        """The number of a player's latest move that stands; 0 before their first."""
        latest = next((move.seq for move in reversed(self._written) if move.by == name), 0)
        if latest:
            return latest
        wanted = select(func.max(MoveRow.seq)).where(
            MoveRow.game_id == self.row.id, MoveRow.by == name, ~MoveRow.undone
        )
        return self._session.scalar(wanted) or 0

    def begin(self, events: Sequence[Event], drawn: Mapping[str, Any], now: datetime) -> None:
        """Writes the draw and the first events of the game."""
        self.row.status, self.row.started_at, self.row.drawn = GameStatus.RUNNING, now, dict(drawn)
        self._state = engine.replay(events)
        self._write(0, "", "start", events, "start", None, now)
        self.row.seq, self.row.turn = 0, 1
        self._settle(new_turn=True)

    def record(self, by: str, order: str, outcome: Outcome, how: str, mail_id: int | None, now: datetime) -> int:
        """Appends a move that was played, and moves the turn on where it passes on or the same player is asked anew."""
        before = (self.row.mover, engine.place(self.state))
        anew = engine.asked_anew(self.state, outcome.events)
        self._state = outcome.state
        seq = self.row.seq + 1
        self._write(seq, by, order, outcome.events, how, mail_id, now)
        self.row.seq = seq
        after = (engine.to_act(self._state), engine.place(self._state))
        self._settle(new_turn=anew or before != after)
        if seq % SNAPSHOT_EVERY == 0:
            self._keep_snapshot()
        return seq

    def take_back(self, to: int, by: str, how: str, mail_id: int | None, now: datetime) -> list[MoveRow]:
        """Undoes every move after ``to``; the rows stay, marked, and the undoing is an entry of its own."""
        undone = self.moves(since=to)
        for move in undone:
            move.undone = True
        self._written, self._after = [], None
        self._session.execute(delete(Snapshot).where(Snapshot.game_id == self.row.id, Snapshot.seq > to))
        self._session.flush()
        self._state = self.state_at(to)
        # Numbers are never used again, so a mail written before the undo is stale and can't be played by mistake.
        seq = self.row.seq + 1
        self._write(seq, by, f"undo to {to}", (), how, mail_id, now)
        self.row.seq = seq
        self._settle(new_turn=True)
        if self.row.status == GameStatus.OVER:
            self.row.status, self.row.ended_at, self.row.result = GameStatus.RUNNING, None, None
            self._session.add(GameEnd(game_id=self.row.id, seq=seq, over=False, at=now))
        return undone

    def bring_back(self, now: datetime) -> list[MoveRow]:
        """Plays again what the game's last entry took back, event for event; nothing if that was no undoing."""
        moves = self._just_undone()
        for move in moves:
            self._state = engine.evolve(self.state, move.happened)
            seq = self.row.seq + 1
            self._write(seq, move.by, move.order, move.happened, move.how, move.mail_id, now)
            self.row.seq = seq
            if seq % SNAPSHOT_EVERY == 0:
                self._keep_snapshot()
        if moves:
            self._settle(new_turn=True)
        return moves

    def _just_undone(self) -> list[MoveRow]:
        """The moves that stood before the undoing that is the last entry, and stand no more."""
        standing: list[MoveRow] = []
        taken: list[MoveRow] = []
        for row in self.moves(since=-1, undone=True):
            taken = []
            if row.events:
                standing.append(row)
            elif row.order.startswith("undo to "):
                to = int(row.order.rpartition(" ")[2])
                taken = [move for move in standing if move.seq > to]
                standing = standing[: len(standing) - len(taken)]
        return taken

    def finish(self, result: Mapping[str, Any], now: datetime) -> None:
        """The game is over; whoever follows games (an event, ratings) finds the outcome in the record."""
        self.row.status, self.row.ended_at, self.row.result = GameStatus.OVER, now, dict(result)
        self._session.add(GameEnd(game_id=self.row.id, seq=self.row.seq, over=True, at=now))

    def close(self, *, closed: bool) -> None:
        """Takes no more moves until it is decided, or takes them again."""
        self.row.status = GameStatus.CLOSED if closed else GameStatus.RUNNING

    def give_to(self, moderator_id: int | None) -> None:
        self.row.gm_id = moderator_id

    def agree_on(self, name: str, value: Any) -> None:
        """Changes one of the game's terms."""
        self.row.terms = {**self.row.terms, name: value}

    def pause(self, at: datetime | None) -> None:
        """Stops the game's clock; None lets it go on."""
        self.row.paused_at = at

    def call_bot(self, at: datetime | None) -> None:
        """Leaves word for the sweep that a bot has to move."""
        self.row.bot_due_at = at

    def forget(self) -> None:
        """After a savepoint was rolled back: the row is read again, and the position with it."""
        self._session.refresh(self.row)
        self._state, self._written, self._after = None, [], None

    def _write(
        self, seq: int, by: str, order: str, events: Sequence[Event], how: str, mail_id: int | None, now: datetime
    ) -> None:
        seals = chain.seals_of(self._session)
        self.row.digest = engine.digest(self.state)
        row = MoveRow(
            game_id=self.row.id,
            seq=seq,
            by=by,
            how=how,
            mail_id=mail_id,
            order=order,
            events=[engine.encode(event) for event in events],
            digest=self.row.digest,
            round=engine.round_name(self.state),
            played_at=now,
            rules=chain.rules(),
            undone=False,
        )
        if not self.row.salt:
            self.row.salt = seals.salt(self.row.id)
        row.link = chain.link(self.row.head or self.row.salt, chain.entry_of(row))
        row.seal = seals.seal(row.link)
        self.row.head = row.link
        self._session.add(row)
        row.remember(events)
        if self._after is None:
            self._after = seq - 1
        self._written.append(row)

    def _settle(self, *, new_turn: bool) -> None:
        """Where the game stands after what was written; it and the moves go to the database together."""
        # Nobody is asked any more where the terms end the game before the rules do.
        self.row.mover = engine.to_act(self.state) if not self.past_its_end else None
        self.row.round = engine.round_name(self.state)
        if new_turn:
            self.row.turn = self.row.seq + 1
        # The unique (game, seq) must speak here and now, not at some later statement.
        self._session.flush()
        self._positions.put(self.row.id, self.row.seq, self.row.digest, self.row.head, self.state)

    def _keep_snapshot(self) -> None:
        kept: dict[str, Any] = engine.save(self.state)
        self._session.add(Snapshot(game_id=self.row.id, seq=self.row.seq, digest=self.row.digest, state=kept))
        old = self.row.seq - SNAPSHOT_EVERY * SNAPSHOTS_KEPT
        self._session.execute(delete(Snapshot).where(Snapshot.game_id == self.row.id, Snapshot.seq <= old))

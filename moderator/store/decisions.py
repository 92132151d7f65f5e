"""Open decisions, offers between owners and orders on file, asked for by name."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from moderator.store.games import AT_ONCE
from moderator.store.rows import Rows
from moderator.store.statuses import LIVE, OfferStatus, OnFile
from moderator.store.tables import Decision, Offer, OrderOnFile, Seat, Table

_OPEN_IN = select(Decision).where(Decision.game_id == bindparam("game"), Decision.open)


class Decisions(Rows):
    """Who has to decide, and by when."""

    def get(self, decision_id: int | None) -> Decision | None:
        return None if decision_id is None else self._session.get(Decision, decision_id)

    def again(self, row: Decision) -> None:
        """Reads a row anew that may have changed while we waited for its game."""
        self._session.refresh(row)

    def open_in(self, game_id: str) -> Decision | None:
        return self._session.scalars(_OPEN_IN, {"game": game_id}).first()

    def latest_of(self, seat_id: int, turn: int) -> Decision | None:
        """The seat's latest decision among those that were asked of it up to this move."""
        wanted = select(Decision).where(Decision.seat_id == seat_id, Decision.turn <= turn)
        return self._session.scalars(wanted.order_by(Decision.turn.desc(), Decision.id.desc()).limit(1)).first()

    def of_game(self, game_id: str, seats: Collection[int]) -> list[Decision]:
        """All clocks there were in this game or for these seats, which are its own."""
        here = (Decision.game_id == game_id) | Decision.seat_id.in_(seats)
        return list(self._session.scalars(select(Decision).where(here).order_by(Decision.id)))

    def of_person(self, person_id: int) -> list[Decision]:
        """The open decisions of seats this person owns or stands in for."""
        mine = select(Seat.id).where((Seat.person_id == person_id) | (Seat.substitute_id == person_id))
        return list(self._session.scalars(select(Decision).where(Decision.open, Decision.seat_id.in_(mine))))

    def due(self, now: datetime) -> list[int]:
        due = select(Decision.id).where(Decision.open, Decision.next_at <= now)
        return list(self._session.scalars(due.order_by(Decision.next_at).limit(AT_ONCE)))

    def late(self, now: datetime) -> int:
        wanted = select(func.count()).select_from(Decision).where(Decision.open, Decision.due_at < now)
        return self._session.scalar(wanted) or 0


class Offers(Rows):
    """Agreements between owners. Those of a game are read once in a unit of work."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._live: dict[str, list[Offer]] = {}

    def touched(self, row: Table | None = None) -> None:
        """A row was written or thrown away, or (without one) anything may have been taken back."""
        if row is None or isinstance(row, Offer):
            self._live.clear()

    def none_in(self, game_id: str) -> None:
        """Somebody has looked: nothing is open in this game."""
        self._live[game_id] = []

    def made(self, game_id: str) -> list[Offer]:
        """All there ever were in a game."""
        return list(self._session.scalars(select(Offer).where(Offer.game_id == game_id).order_by(Offer.id)))

    def live(self, game_id: str) -> list[Offer]:
        if game_id not in self._live:
            wanted = select(Offer).where(Offer.game_id == game_id, Offer.status.in_(LIVE))
            self._live[game_id] = list(self._session.scalars(wanted))
        # What was live may have ended since; what has ended never lives again.
        return [row for row in self._live[game_id] if row.status in LIVE]

    def lapsing(self, now: datetime) -> list[str]:
        """Games with offers that were not answered in time; what is agreed waits."""
        wanted = select(Offer.game_id).where(Offer.status == OfferStatus.OPEN, Offer.lapses_at <= now).distinct()
        return list(self._session.scalars(wanted))


class Filed(Rows):
    """Orders kept for later. Secret: whoever asks must ask for their owner. Those of a game are read once in a unit of
    work."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._open: dict[str, list[OrderOnFile]] = {}

    def touched(self, row: Table | None = None) -> None:
        """A row was written or is open again, or (without one) anything may have been taken back."""
        if row is None or isinstance(row, OrderOnFile):
            self._open.clear()

    def none_in(self, game_id: str) -> None:
        """Somebody has looked: nothing is open in this game."""
        self._open[game_id] = []

    def next_number(self, seat_id: int) -> int:
        """Counted for each seat: a number that runs over the game would betray what others have on file. Whoever comes
        to the seat later begins anew."""
        return max((row.number for row in self.mine(seat_id)), default=0) + 1

    def mine(self, seat_id: int) -> list[OrderOnFile]:
        """Whatever the seat's present player has had on file, and nobody before them."""
        return [row for row in self.all_of(seat_id) if not _is_gone(row)]

    def open_of(self, seat: Seat) -> list[OrderOnFile]:
        """What a seat has on file."""
        return [row for row in self._open_in(seat.game_id) if row.seat_id == seat.id]

    def _open_in(self, game_id: str) -> list[OrderOnFile]:
        if game_id not in self._open:
            wanted = select(OrderOnFile).where(OrderOnFile.game_id == game_id, OrderOnFile.status == OnFile.OPEN)
            self._open[game_id] = list(self._session.scalars(wanted.order_by(OrderOnFile.number, OrderOnFile.id)))
        return [row for row in self._open[game_id] if row.status == OnFile.OPEN]

    def all_of(self, seat_id: int) -> list[OrderOnFile]:
        """Whatever a seat ever had on file."""
        wanted = select(OrderOnFile).where(OrderOnFile.seat_id == seat_id)
        return list(self._session.scalars(wanted.order_by(OrderOnFile.number)))

    def sealed(self, game_id: str) -> list[OrderOnFile]:
        """All of a game that carry a seal, open or not."""
        wanted = select(OrderOnFile).where(OrderOnFile.game_id == game_id).order_by(OrderOnFile.id)
        return [row for row in self._session.scalars(wanted) if row.data.get("seal")]

    def of_game(self, game_id: str, kind: str) -> list[OrderOnFile]:
        """All open ones of this kind."""
        return [row for row in self._open_in(game_id) if row.kind == kind]


def _is_gone(row: OrderOnFile) -> bool:
    """Closed for good; rows from before that was written down are known by having ended at no move."""
    ended = row.status in (OnFile.DONE, OnFile.ASKED, OnFile.ENDED) and row.ended_seq is None
    return bool(row.data.get("gone")) or ended
